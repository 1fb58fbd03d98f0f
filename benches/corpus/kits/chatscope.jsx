import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {MainContainer, Sidebar, Search, ConversationList, Conversation, Avatar, ChatContainer, ConversationHeader, VoiceCallButton, VideoCallButton, InfoButton, EllipsisButton, MessageList, Message, MessageSeparator, MessageInput, ExpansionPanel, TypingIndicator, StarButton, AddUserButton, StatusList, Status} from "@chatscope/chat-ui-kit-react";
import "@chatscope/chat-ui-kit-styles/dist/default/styles.min.css";

const face = colour => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40' fill='${colour}'/><circle cx='20' cy='16' r='8' fill='white'/><path d='M6 40a14 14 0 0 1 28 0z' fill='white'/></svg>`)}`;
function Chat() {
  const [who, setWho] = useState("Ann"), [state, setState] = useState("available"), [find, setFind] = useState("tea"), [words, setWords] = useState("On my way");
  return <div style={{height: 800}}><MainContainer responsive={false}>
    <Sidebar position="left"><Search placeholder="Find" value={find} onChange={setFind} onClearClick={() => setFind("")} /><ConversationList>{[["Ann", "Ann", "Is the tea in?", 2, "#a33"], ["Bo", "Bo", "Thanks", 0, "#393"], ["Cy", "You", "See you at six", 0, "#339"]].map(([name, last, info, unread, colour]) => <Conversation key={name} name={name} lastSenderName={last} info={info} unreadCnt={unread} active={who === name} onClick={() => setWho(name)}><Avatar src={face(colour)} status={name === "Bo" ? "away" : "available"} /><Conversation.Operations onClick={() => 0} visible={name === "Cy"} /></Conversation>)}</ConversationList></Sidebar>
    <ChatContainer><ConversationHeader><ConversationHeader.Back onClick={() => setWho("Bo")} /><Avatar src={face("#a33")} /><ConversationHeader.Content userName="Ann" info="here since nine" /><ConversationHeader.Actions><StarButton title="Keep" /><VoiceCallButton title="Call" /><VideoCallButton /><AddUserButton /><InfoButton /></ConversationHeader.Actions></ConversationHeader>
      <MessageList typingIndicator={<TypingIndicator content="Ann is writing" />}><MessageSeparator content="Monday, 2 March" />
        <Message model={{message: "Is the tea in?", sender: "Ann", direction: "incoming", position: "single"}}><Avatar src={face("#a33")} /><Message.Header sender="Ann" sentTime="9:04" /></Message>
        <Message model={{message: "Yes, twelve boxes. <a href='#list'>Here is the list</a>", direction: "outgoing", position: "single"}}><Message.Footer sentTime="9:06" /></Message>
        <Message model={{type: "custom", direction: "incoming", position: "single"}}><Avatar src={face("#a33")} /><Message.CustomContent><b>Which one?</b><br /><button onClick={() => setWords("Green")}>Green</button> <button onClick={() => setWords("Black")}>Black</button></Message.CustomContent></Message>
      </MessageList><MessageInput placeholder="Write" value={words} onChange={(_, text) => setWords(text)} onAttachClick={() => 0} /></ChatContainer>
    <Sidebar position="right"><ExpansionPanel open title="State"><StatusList selected={state} onChange={setState}><Status status="available" name="Here" /><Status status="away" name="Away" /><Status status="dnd" name="Busy" /></StatusList></ExpansionPanel><ExpansionPanel title="Files">None yet.</ExpansionPanel><ExpansionPanel title="Options" open><label><input type="checkbox" defaultChecked /> Ring</label></ExpansionPanel><EllipsisButton orientation="horizontal" /></Sidebar>
  </MainContainer></div>;
}
createRoot(document.querySelector("#root")).render(<Chat />);
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
