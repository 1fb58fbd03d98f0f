import React from "react";
import ReactDOM from "react-dom";
import Board from "react-trello";

const card = (id, title, label, description, tags) => ({id, title, label, description, tags});
const data = {lanes: [
  {id: "plan", title: "To do", label: "2", cards: [card("1", "Order tea", "5 days", "From Lima, two crates", [{title: "Buy"}]), card("2", "Mend the kettle", "", "The lid is loose")]},
  {id: "work", title: "At work", label: "1", cards: [card("3", "Count the stock", "today", "Shelves A to F", [{title: "Stock", bgcolor: "#eb5a46"}, {title: "Late"}])]},
  {id: "done", title: "Done", cards: [card("4", "Pay the rent", "March", "Sent on the 2nd")]},
]};
ReactDOM.render(<Board data={data} editable canAddLanes editLaneTitle collapsibleLanes onCardClick={() => {}} style={{height: "100vh"}} />, document.querySelector("#root"));
