import React from "react";
import {createRoot} from "react-dom/client";
import {useCreateBlockNote} from "@blocknote/react";
import {BlockNoteView} from "@blocknote/mantine";
import "@blocknote/mantine/style.css";

const text = (type, content, props = {}) => ({type, content, props});
function Notes() {
  const editor = useCreateBlockNote({initialContent: [
    text("heading", "Minutes of the choir", {level: 2}), text("paragraph", [{type: "text", text: "Eleven were there. The ", styles: {}}, {type: "link", href: "https://example.org", content: "programme"}, {type: "text", text: " stands.", styles: {}}]),
    text("checkListItem", "Book the hall", {checked: true}), text("checkListItem", "Print the scores"), text("bulletListItem", "Tenors meet on Thursday"), text("toggleListItem", "Who brings what"),
    {type: "table", content: {type: "tableContent", rows: [{cells: ["Date", "Place"]}, {cells: ["18 March", "Town hall"]}]}}, text("paragraph", ""),
  ]});
  return <><header style={{display: "flex", gap: 12, padding: 10, alignItems: "center", borderBottom: "1px solid #ddd"}}><b style={{flex: 1}}>Choir notes</b><button>Share</button><button>History</button><a href="#all">All notes</a></header><BlockNoteView editor={editor} /></>;
}
createRoot(document.querySelector("#root")).render(<Notes />);
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
