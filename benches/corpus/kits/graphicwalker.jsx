import React from "react";
import {createRoot} from "react-dom/client";
import {GraphicWalker} from "@kanaries/graphic-walker";

const TOWNS = ["Oslo", "Lima", "Cairo", "Turku"], KINDS = ["tea", "coffee"];
const data = TOWNS.flatMap((town, n) => KINDS.map((kind, k) => ({town, kind, year: 2024 + (n + k) % 3, cups: 12 + 9 * n + 7 * k, price: 3 + n / 2 + k})));
const fields = [["town", "nominal", "dimension"], ["kind", "nominal", "dimension"], ["year", "ordinal", "dimension"], ["cups", "quantitative", "measure"], ["price", "quantitative", "measure"]].map(([fid, semanticType, analyticType]) => ({fid, name: fid[0].toUpperCase() + fid.slice(1), semanticType, analyticType}));
const part = (n, more) => ({...fields[n], ...more});
const chart = [{
  visId: "cups", name: "Cups by town",
  encodings: {dimensions: [part(0, {dragId: "d0"}), part(1, {dragId: "d1"}), part(2, {dragId: "d2"})], measures: [part(3, {dragId: "m0", aggName: "sum"}), part(4, {dragId: "m1", aggName: "sum"})], rows: [part(3, {dragId: "r0", aggName: "sum"})], columns: [part(0, {dragId: "c0"})], color: [part(1, {dragId: "k0"})], opacity: [], size: [], shape: [], radius: [], theta: [], longitude: [], latitude: [], geoId: [], details: [], filters: [], text: []},
  config: {defaultAggregated: true, geoms: ["bar"], coordSystem: "generic", limit: -1, timezoneDisplayOffset: 0},
  layout: {showActions: false, showTableSummary: false, stack: "stack", interactiveScale: false, zeroScale: true, size: {mode: "fixed", width: 420, height: 300}, format: {}, resolve: {}},
}];
createRoot(document.querySelector("#root")).render(<GraphicWalker data={data} fields={fields} chart={chart} appearance="light" />);
setTimeout(() => { document.body.dataset.ready = 1; }, 5000);
