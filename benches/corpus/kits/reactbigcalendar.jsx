import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Calendar, momentLocalizer} from "react-big-calendar";
import withDragAndDrop from "react-big-calendar/lib/addons/dragAndDrop";
import moment from "moment";
import "react-big-calendar/lib/css/react-big-calendar.css";
import "react-big-calendar/lib/addons/dragAndDrop/styles.css";

const Both = withDragAndDrop(Calendar);
const all = [["Tasting", 2, 10, 2, 12], ["Carrier calls", 3, 9, 3, 10], ["Stock count", 3, 13, 3, 16], ["Ann on holiday", 4, 0, 7, 0], ["Fair in Oslo", 9, 0, 12, 0], ["Pots arrive", 10, 14, 10, 15], ["Interview", 10, 16, 10, 17], ["Call the printer", 10, 9, 10, 10],
  ["Pay the rent", 13, 9, 13, 10], ["Tea from Lima", 17, 11, 17, 12], ["Team lunch", 18, 12, 18, 13], ["Review", 18, 15, 18, 16], ["New labels", 18, 9, 18, 10], ["Books closed", 25, 0, 26, 0], ["Spring offer starts", 27, 8, 27, 9], ["Cups, second lot", 30, 9, 30, 11]]
  .map(([title, a, b, c, d], id) => ({id, title, start: new Date(2026, 2, a, b), end: new Date(2026, 2, c, d), allDay: !b}));
const App = () => {
  const [events, setEvents] = useState(all);
  const [view, setView] = useState("month");
  const [date, setDate] = useState(new Date(2026, 2, 18));
  const [chosen, setChosen] = useState(all[1]);
  const move = ({event, start, end}) => setEvents(now => now.map(e => e.id === event.id ? {...e, start, end} : e));
  return <div style={{height: "100vh", padding: 10, boxSizing: "border-box", font: "14px sans-serif"}}>
    <Both localizer={momentLocalizer(moment)} events={events} view={view} onView={setView} date={date} onNavigate={setDate} selected={chosen} onSelectEvent={setChosen} onEventDrop={move} onEventResize={move} resizable selectable popup
      onSelectSlot={({start, end}) => setEvents(now => [...now, {id: now.length, title: "New", start, end}])} /></div>;
};
createRoot(document.querySelector("#root")).render(<App />);
