import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {QueryBuilder, formatQuery} from "react-querybuilder";
import "react-querybuilder/dist/query-builder.css";

const fields = [{name: "name", label: "Name"}, {name: "city", label: "City", valueEditorType: "select", values: [{name: "o", label: "Oslo"}, {name: "l", label: "Lima"}]}, {name: "paid", label: "Paid", valueEditorType: "checkbox", operators: ["="], defaultValue: true}, {name: "since", label: "Since", inputType: "date"}, {name: "sum", label: "Sum", inputType: "number"}];
const start = {combinator: "and", rules: [{field: "name", operator: "beginsWith", value: "A"}, {field: "paid", operator: "=", value: true}, {combinator: "or", not: true, rules: [{field: "city", operator: "=", value: "o"}, {field: "sum", operator: "between", value: "10,90"}, {field: "since", operator: ">", value: "2026-01-01"}]}]};
const App = () => {
  const [query, ask] = useState(start);
  return <div style={{padding: 16, fontFamily: "sans-serif"}}>
    <p><a href="#segments">Segments</a> / New segment <input defaultValue="Spring" aria-label="Segment"/> <button>Save</button> <button>Count them</button></p>
    <QueryBuilder fields={fields} query={query} onQueryChange={ask} showCloneButtons showLockButtons showNotToggle showShiftActions showCombinatorsBetweenRules={false} enableDragAndDrop={false}/>
    <details><summary>As SQL</summary><pre>{formatQuery(query, "sql")}</pre></details>
  </div>;
};
createRoot(document.getElementById("root")).render(<App/>);
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
