import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {FileManager} from "@cubone/react-file-manager";
import "@cubone/react-file-manager/dist/style.css";

const day = "2026-03-09T10:30:00Z";
const dir = path => ({name: path.split("/").pop(), isDirectory: true, path, updatedAt: day});
const file = (path, size) => ({name: path.split("/").pop(), isDirectory: false, path, updatedAt: day, size});
const files = [dir("/Documents"), dir("/Music"), dir("/Pictures"), dir("/Pictures/2025"), dir("/Pictures/2026"), file("/Documents/plan.txt", 2048), file("/amber.png", 70000),
  file("/basalt.pdf", 812000), file("/cedar.zip", 3000000), file("/delta.mp3", 4100000), file("/ember.xlsx", 21000)];
const App = () => <FileManager files={files} layout={new URLSearchParams(location.search).get("layout") || "list"} height={760} enableFilePreview={false} />;
createRoot(document.querySelector("#root")).render(<App />);
