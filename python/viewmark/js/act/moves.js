// Detects whether a mouse move, a mouse button event or a wheel event reached this document. The browser routes input
// into a frame of another process by the last drawn frame, and may have no route yet. Then the event is lost and, for
// example, hover menus stay closed.
import { frame } from "./reporting.js";

const EVENTS = {
  move: ["pointermove", "mousemove", "pointerover", "mouseover"],
  down: ["pointerdown", "mousedown"],
  up: ["pointerup", "mouseup"],
  wheel: ["wheel"],
};
/** @type {keyof typeof EVENTS} */
let watched = "move";
let hasCome = false;
let before = 0;

/** @param {Event} event */
const note = (event) => {
  if (event.isTrusted) hasCome = true;
};
/**
 * Returns the browser's own count of the watched events. It does not include moves, but it is reliable even if a
 * listener of the page stops the events before the listener here runs.
 */
const overs = () => EVENTS[watched].reduce((sum, name) => sum + (performance.eventCounts.get(name) ?? 0), 0);
const listen = (/** @type {"addEventListener" | "removeEventListener"} */ change) => {
  for (const name of EVENTS[watched]) window[change](name, note, { capture: true, passive: true });
};

/** @param {"move" | "down" | "up" | "wheel"} [kind] */
export const watchMove = (kind = "move") => {
  watched = kind;
  hasCome = false;
  before = overs();
  listen("addEventListener");
};

export const moveCame = async () => {
  await frame();
  listen("removeEventListener");
  return hasCome || overs() > before;
};
