import React, {useCallback} from "react";
import {createRoot} from "react-dom/client";
import {ReactFlow, Background, Controls, MiniMap, Panel, addEdge, useEdgesState, useNodesState} from "@xyflow/react";
import "@xyflow/react/dist/style.css";

const nodes0 = [
  {id: "a", type: "input", position: {x: 120, y: 60}, data: {label: "Order comes in"}},
  {id: "b", position: {x: 120, y: 200}, data: {label: "Check the stock"}, selected: true},
  {id: "c", position: {x: 420, y: 320}, data: {label: "Buy more"}},
  {id: "d", type: "output", position: {x: 120, y: 460}, data: {label: "Send it"}},
  {id: "e", type: "output", position: {x: 640, y: 460}, data: {label: "Say sorry"}}];
const edges0 = [{id: "ab", source: "a", target: "b"}, {id: "bc", source: "b", target: "c", label: "none left"}, {id: "bd", source: "b", target: "d", label: "in stock", animated: true}, {id: "ce", source: "c", target: "e"}];
const App = () => {
  const [nodes, setNodes, onNodesChange] = useNodesState(nodes0);
  const [edges, setEdges, onEdgesChange] = useEdgesState(edges0);
  const onConnect = useCallback(c => setEdges(all => addEdge(c, all)), []);
  const add = () => setNodes(all => [...all, {id: String(all.length), position: {x: 400, y: 100}, data: {label: "New step"}}]);
  return <div style={{width: "100vw", height: "100vh"}}><ReactFlow nodes={nodes} edges={edges} onNodesChange={onNodesChange} onEdgesChange={onEdgesChange} onConnect={onConnect}>
    <Panel position="top-left"><button onClick={add}>Add a step</button> <button onClick={() => setEdges([])}>Cut all lines</button></Panel>
    <Panel position="top-right"><label>Name <input defaultValue="Orders" /></label></Panel>
    <Background /><Controls /><MiniMap pannable zoomable /></ReactFlow></div>;
};
createRoot(document.querySelector("#root")).render(<App />);
