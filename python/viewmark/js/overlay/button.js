// Shows the toggle of draw mode on the page (opt-in): one small button in the top layer, heard through the guard, so
// that the page hears nothing of the press.

const SIZE = 36;
const CSS = `
:host { all: initial !important; position: fixed !important; inset: auto 14px 14px auto !important;
  width: ${SIZE}px !important; height: ${SIZE}px !important; display: block !important;
  margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important;
  opacity: 1 !important; visibility: visible !important; pointer-events: auto !important;
  transition: none !important; animation: none !important; overflow: visible !important; }
button { all: unset; width: ${SIZE}px; height: ${SIZE}px; border-radius: 50%; background: #175cd3;
  color: #fff; font: 700 17px/${SIZE}px system-ui, sans-serif; text-align: center; cursor: pointer;
  box-shadow: 0 2px 8px #0006, 0 0 0 2px #fff; }
button:focus-visible { outline: 3px solid #175cd3; outline-offset: 3px; }
`;
/** @type {any} */
let host = null;
let isDown = false;

const place = () => {
  if (host !== null || !document.body) return;
  host = document.createElement("div");
  const shadow = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  shadow.adoptedStyleSheets = [sheet];
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "✎";
  button.setAttribute("aria-label", "Draw on this page");
  shadow.append(button);
  host.popover = "manual"; // above everything but a modal dialog, which makes it inert
  document.documentElement.append(host);
  host.showPopover();
};

/** A press on the toggle; everything else is the page's. */
draw.button = (event) => {
  if (host === null || event.target !== host) return;
  if (/^(pointer|mouse|click|touch|key|focus|blur|contextmenu|dblclick)/.test(event.type)) {
    event.stopImmediatePropagation();
  }
  if (event.type === "pointerdown") isDown = true;
  if (event.type === "mousedown") event.preventDefault(); // the page keeps its focus
  if (event.type === "click" && (isDown || event.detail === 0)) {
    isDown = false;
    draw.send({ t: "toggle" });
  }
};
draw.unbutton = () => {
  host?.remove();
  host = null;
  draw.button = null;
};
if (draw.top) {
  place();
  if (host === null) document.addEventListener("DOMContentLoaded", place, { once: true });
} else draw.button = null;
