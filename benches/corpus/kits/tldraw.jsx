import React from "react";
import {createRoot} from "react-dom/client";
import {Tldraw, createShapeId, toRichText} from "tldraw";
import {getAssetUrls} from "@tldraw/assets/selfHosted";
import "tldraw/tldraw.css";

const assetUrls = getAssetUrls({baseUrl: "/lib/@tldraw/assets/"});
const words = [["Order comes in", 60, 60, "rectangle"], ["In stock?", 380, 60, "diamond"], ["Send it", 720, 60, "rectangle"], ["Buy more", 400, 330, "ellipse"], ["Say sorry", 740, 340, "cloud"]];
const fill = editor => {
  const ids = words.map(([word], n) => createShapeId(`box${n}`));
  editor.createShapes(words.map(([word, x, y, geo], n) => ({id: ids[n], type: "geo", x, y, props: {w: 200, h: 120, geo, richText: toRichText(word), color: ["blue", "orange", "green", "violet", "red"][n]}})));
  [[0, 1], [1, 2], [1, 3], [3, 4]].forEach(([from, to], n) => {
    const id = createShapeId(`line${n}`);
    editor.createShape({id, type: "arrow", props: {}});
    editor.createBindings([["start", from], ["end", to]].map(([terminal, at]) => ({type: "arrow", fromId: id, toId: ids[at], props: {terminal, normalizedAnchor: {x: 0.5, y: 0.5}, isExact: false, isPrecise: false}})));
  });
  editor.createShape({type: "note", x: 80, y: 320, props: {richText: toRichText("Ask the carrier"), color: "yellow"}});
  editor.select(ids[1]);
  editor.zoomToFit();
  document.body.dataset.ready = 1;
};
createRoot(document.querySelector("#root")).render(<div style={{position: "fixed", inset: 0}}><Tldraw assetUrls={assetUrls} onMount={fill} options={{}} /></div>);
