// The theme of the overlay: constants, colours, and style sheet.
//
// The style sheet is constructed and adopted, because a page's content security policy blocks <style> elements and
// style attributes even in an isolated world. `!important` on :host overrides every rule of the page, because among
// important declarations those of the inner tree take precedence.

const INTENTS = [
  // White text has a contrast of at least 4.5 on each of these colours (WCAG 1.4.3).
  { name: "change", key: "1", color: "#d92d20", title: "Change" },
  { name: "bug", key: "2", color: "#6938ef", title: "Bug" },
  { name: "question", key: "3", color: "#175cd3", title: "Question" },
  { name: "suggestion", key: "4", color: "#067647", title: "Suggestion" },
];

const TOOLS = [
  { name: "rectangle", key: "r", title: "Rectangle" },
  { name: "element", key: "e", title: "Element" },
  { name: "arrow", key: "a", title: "Arrow" },
  { name: "freehand", key: "p", title: "Pen" },
  { name: "blackout", key: "x", title: "Blackout" },
];

const FEEL = {
  min: 5, // px; a shape that is smaller in either direction counts as a click
  handle: 12, // px around a handle within which a press grabs it
  handleCoarse: 22,
  nudge: 5,
  nudgeFine: 1,
  box: [160, 60], // width and height of a rectangle made with the keyboard, px
  doubleClick: 450, // ms between two clicks that form a double click
  draft: 150, // ms between two reports of text that is still being typed
  sign: 2000, // ms between two reports that the user is active
  beat: 250, // ms between two checks of the overlay's position
  coalesce: 1000, // ms within which moves by arrow keys are undone together
};

const CSS = `
:host {
  all: initial !important; display: block !important; position: fixed !important;
  inset: 0 auto auto 0 !important; width: 0 !important; height: 0 !important;
  visibility: visible !important; opacity: 1 !important; pointer-events: auto !important;
  transition: none !important; animation: none !important; zoom: 1 !important;
  color-scheme: light dark !important; contain: none !important; filter: none !important;
  content-visibility: visible !important; user-select: none !important; cursor: auto !important;
}
dialog:not([open]) { display: none !important; }
dialog[data-veiled], dialog[data-veiled] * { visibility: hidden !important; }
* { box-sizing: border-box; font-family: system-ui, sans-serif; letter-spacing: normal; }
dialog {
  all: unset; position: fixed; inset: 0; width: 100vw; height: 100vh; overflow: hidden;
  font-size: 14px; line-height: 1.4; direction: ltr; color: CanvasText;
  --plate: #fff; --ink: #16181d; --line: #c9ced6; --soft: #eef0f4;
}
dialog[open] { display: block; }
dialog::backdrop { background: none; }
@media (prefers-color-scheme: dark) {
  dialog { --plate: #1d2026; --ink: #f2f4f7; --line: #444b57; --soft: #2c313a; }
}
.surface { position: absolute; inset: 0; touch-action: none; cursor: crosshair; outline: none; }
.surface:focus-visible { box-shadow: inset 0 0 0 2px #175cd366; }
.surface[data-tool="element"] { cursor: pointer; }
svg.marks, svg.live { position: absolute; inset: 0; width: 100%; height: 100%;
  overflow: hidden; pointer-events: none; }
svg * { vector-effect: non-scaling-stroke; }
.halo { stroke: #fff; stroke-opacity: .85; stroke-width: 5; fill: none; }
.line { stroke: var(--c); stroke-width: 2.5; fill: none; stroke-linejoin: round;
  stroke-linecap: round; }
.area { fill: var(--c); fill-opacity: .1; stroke: none; }
.tip { fill: var(--c); stroke: #fff; stroke-width: 1; }
.black { fill: #000; stroke: #fff; stroke-width: 1; }
g[data-lost] .line { stroke-dasharray: 6 4; }
g[data-chosen] .line { stroke-width: 4; }
.band { position: absolute; left: 0; top: 0; border: 2px dashed var(--c); outline: 1px solid #fff;
  background: color-mix(in srgb, var(--c) 12%, transparent); pointer-events: none;
  contain: strict; will-change: transform, width, height; display: none; }
.band[data-on] { display: block; }
.band[data-solid] { border-style: solid; }
.badge { all: unset; position: absolute; left: 0; top: 0; box-sizing: border-box; min-width: 24px;
  height: 24px; padding: 0 5px; border-radius: 12px; background: var(--c); color: #fff;
  border: 2px solid #fff; font: 700 13px/20px system-ui, sans-serif; text-align: center;
  cursor: pointer; box-shadow: 0 1px 3px #0008; }
.badge:focus-visible { outline: 3px solid var(--c); outline-offset: 2px; }
.pill { position: absolute; left: 0; top: 0; max-width: 280px; max-height: 132px; overflow: hidden;
  padding: 3px 8px; border-radius: 6px; background: var(--plate); color: var(--ink);
  border: 1.5px solid var(--c); font-size: 13px; line-height: 19px; white-space: pre-wrap;
  overflow-wrap: anywhere; pointer-events: none; box-shadow: 0 1px 4px #0006; }
.pill .own { max-height: 57px; overflow: hidden; }
.pill .state { font-size: 11px; text-transform: uppercase; letter-spacing: .04em; color: var(--c); }
.pill .last { max-height: 41px; overflow: hidden; margin-top: 2px; padding-top: 2px; opacity: .85;
  border-top: 1px solid var(--line); }
g[data-resolved] { opacity: .45; }
.badge[data-resolved], .pill[data-resolved] { --c: #067647 !important; }
.badge[data-resolved]::after { content: "\\2713"; margin-left: 3px; }
.grip { position: absolute; left: 0; top: 0; width: 10px; height: 10px; margin: -5px 0 0 -5px;
  background: #fff; border: 2px solid var(--c); border-radius: 2px; }
.editor { position: absolute; left: 0; top: 0; width: 300px; max-width: calc(100vw - 16px);
  background: var(--plate); color: var(--ink); border: 2px solid var(--c); border-radius: 8px;
  padding: 8px; box-shadow: 0 6px 24px #0007; display: none; }
.editor[data-on] { display: block; }
textarea { all: unset; display: block; box-sizing: border-box; width: 100%; min-height: 62px;
  max-height: 200px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--soft); color: var(--ink); border-radius: 5px; padding: 6px 8px;
  font: 14px/20px system-ui, sans-serif; cursor: text; user-select: text; }
textarea:focus { outline: 2px solid var(--c); }
textarea::placeholder { color: var(--ink); opacity: .6; }
.foot { display: flex; gap: 8px; align-items: center; justify-content: space-between; margin-top: 6px; }
.hint { font-size: 12px; opacity: .75; }
.settle { all: unset; flex: none; padding: 3px 9px; border-radius: 6px; border: 1px solid var(--line);
  font-size: 12px; cursor: pointer; }
.settle:hover { background: var(--soft); }
.settle:focus-visible { outline: 2px solid #175cd3; outline-offset: 1px; }
.thread { max-height: 180px; overflow: auto; margin-bottom: 6px; font-size: 13px; line-height: 18px; }
.thread:empty { display: none; }
.entry { padding: 4px 8px; margin-bottom: 4px; border-left: 3px solid var(--line); white-space: pre-wrap;
  overflow-wrap: anywhere; }
.entry[data-author="agent"] { border-left-color: #175cd3; background: var(--soft); }
.entry b { font-size: 12px; }
.bar { position: absolute; left: 0; right: 0; margin: 0 auto; width: fit-content; bottom: 14px;
  display: flex;
  flex-wrap: wrap; gap: 4px 10px; align-items: center; justify-content: center;
  max-width: min(calc(100vw - 16px), 740px); padding: 7px 10px; background: var(--plate); color: var(--ink);
  border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 4px 20px #0006;
  cursor: default; touch-action: manipulation; }
.bar[data-top] { bottom: auto; top: 14px; }
.prompt { flex-basis: 100%; max-width: 640px; text-align: center; font-weight: 600;
  overflow-wrap: anywhere; max-height: 64px; overflow: auto; }
.group { display: flex; gap: 2px; align-items: center; }
.bar button { all: unset; box-sizing: border-box; min-width: 30px; min-height: 30px;
  padding: 4px 8px; border-radius: 7px; text-align: center; font-size: 13px; cursor: pointer; }
.bar button:hover { background: var(--soft); }
.bar button:focus-visible { outline: 2px solid #175cd3; outline-offset: 1px; }
.bar button[aria-checked="true"] { background: var(--soft); box-shadow: inset 0 0 0 2px var(--c, #175cd3); }
.bar button[disabled] { opacity: .4; cursor: default; }
.bar button.done { background: #067647; color: #fff; font-weight: 700; padding: 4px 14px; }
.bar button .dot { display: inline-block; width: 10px; height: 10px; border-radius: 5px;
  background: var(--c); margin-right: 5px; }
.count { min-width: 62px; text-align: center; font-variant-numeric: tabular-nums; }
.notice { flex-basis: 100%; text-align: center; font-size: 12px; opacity: .85; }
.notice:empty { display: none; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
@media (pointer: coarse) { .bar button { min-width: 44px; min-height: 44px; } 
  .badge { min-width: 30px; height: 30px; border-radius: 15px; line-height: 26px; } }
@media (prefers-reduced-motion: no-preference) {
  .bar { animation: come .12s ease-out; } @keyframes come { from { opacity: 0; } } }
@media (forced-colors: active) {
  .bar, .editor, .pill { border-color: CanvasText; background: Canvas; color: CanvasText; }
  .bar button[aria-checked="true"] { outline: 2px solid Highlight; } }
`;

/** @type {any} */
let sheet = null;
Object.assign(draw, {
  INTENTS,
  TOOLS,
  FEEL,
  sheet() {
    if (sheet === null) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS);
    }
    return sheet;
  },
  colorOf: (/** @type {string} */ intent) => (INTENTS.find((i) => i.name === intent) ?? INTENTS[0]).color,
});
