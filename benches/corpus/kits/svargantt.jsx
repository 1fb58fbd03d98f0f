import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Gantt, Toolbar, Willow} from "@svar-ui/react-gantt";
import "@svar-ui/react-gantt/all.css";

const day = n => new Date(2026, 2, n);
const tasks = [
  {id: 1, text: "Spring fair", start: day(2), end: day(27), progress: 40, type: "summary", open: true},
  {id: 2, parent: 1, text: "Book a stall", start: day(2), end: day(6), progress: 100, type: "task"},
  {id: 3, parent: 1, text: "Order tea", start: day(6), end: day(13), progress: 50, type: "task"},
  {id: 4, parent: 1, text: "Pack", start: day(16), end: day(20), progress: 0, type: "task"},
  {id: 5, parent: 1, text: "Doors open", start: day(24), end: day(24), type: "milestone"},
  {id: 6, text: "Stock count", start: day(9), end: day(18), progress: 20, type: "task"},
];
const links = [{id: 1, source: 2, target: 3, type: "e2s"}, {id: 2, source: 3, target: 4, type: "e2s"}];
const scales = [{unit: "month", step: 1, format: "%F %Y"}, {unit: "day", step: 1, format: "%j"}];
const App = () => {
  const [api, give] = useState(null);
  return <Willow><div style={{height: "100vh", display: "flex", flexDirection: "column"}}><Toolbar api={api}/><div style={{flex: 1, minHeight: 0}}><Gantt init={give} tasks={tasks} links={links} scales={scales} start={day(1)} end={day(31)} cellWidth={40}/></div></div></Willow>;
};
createRoot(document.getElementById("root")).render(<App/>);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
