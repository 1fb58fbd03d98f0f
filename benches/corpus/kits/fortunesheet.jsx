import React from "react";
import {createRoot} from "react-dom/client";
import {Workbook} from "@fortune-sheet/react";
import "@fortune-sheet/react/dist/index.css";

const ROWS = [["Tea", "Kind", "Boxes", "Price"], ["Amber", "black", 40, 3.5], ["Basalt", "green", 12, 4], ["Cedar", "white", 7, 9.25], ["Dune", "black", 33, 3]];
const celldata = ROWS.flatMap((row, r) => row.map((v, c) => ({r, c, v: {v, m: String(v), ct: {fa: "General", t: typeof v === "number" ? "n" : "g"}, bl: r ? 0 : 1}})));
const DATA = [{name: "Stock", id: "1", celldata, order: 0, status: 1, row: 40, column: 18}, {name: "Orders", id: "2", celldata: [], order: 1, row: 40, column: 18}, {name: "Letters", id: "3", celldata: [], order: 2, row: 40, column: 18}];
document.querySelector("#root").style.height = "800px";
createRoot(document.querySelector("#root")).render(<Workbook data={DATA} lang="en" />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
