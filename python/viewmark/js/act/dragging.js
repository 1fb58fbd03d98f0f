// Reports the events of a drag: the element under the pointer, whether the page accepts the drop, and the drop target.
// The browser creates the events from trusted input. This file only listens, on the window in the capture phase of an
// isolated world, and evaluates the events after the page's handlers have run.
import { holds, is, isElement, nodeOf, parent, read, rect } from "../page/dom.js";
import { showsAnother, witness } from "../page/identity.js";
import { closest, forget } from "../page/native.js";
import { controlOf, countsAs } from "./controls.js";
import { isRendered } from "./find_text.js";
import { isEditable, summarize } from "./reporting.js";

const path = Event.prototype.composedPath;
const EVENTS = ["mousedown", "mouseup", "dragstart", "dragenter", "dragover", "drop", "dragend", "pointercancel"];
const FIELDS = "input:not([type=checkbox],[type=radio],[type=button],[type=file]),textarea";
/** @type {Map<string, { count: number, event: Event, target: Element | null }> | null} */
let met = null;

/**
 * Text of the dragged element before the drag, and whether the browser drags a different element.
 * @type {ReturnType<typeof witness> | null}
 */
let source = null;
let isOther = false;
/** Elements that the dragged element was over. @type {Set<Element>} */
const passed = new Set();

/**
 * Maximum size of the dragged element relative to the pressed element inside it. A larger element is not what was
 * dragged.
 */
const LARGER = 2;
/**
 * Returns the element below the dragged one where the pointer is released. The event's own target may be the dragged
 * element, because that element follows or captures the pointer.
 * @param {MouseEvent} event
 */
const under = (event) => {
  const pressed = met?.get("mousedown")?.target;
  if (!pressed || is(pressed, "canvas")) return pressed ?? null;
  const taken = rect(controlOf(pressed));
  /** @param {Element} el */
  const isTaken = (el) => {
    if (holds(pressed, el)) return true;
    const box = rect(el);
    const isItem = box.width <= LARGER * taken.width && box.height <= LARGER * taken.height;
    return isItem && (holds(el, pressed) || getComputedStyle(el).position === "fixed");
  };
  const all = document.elementsFromPoint(event.clientX, event.clientY);
  return all.find((el) => !isTaken(el)) ?? null;
};

/** Records an event of the drag: its target and how often it occurred. @param {Event} event */
const watch = (event) => {
  if (!met || !event.isTrusted) return;
  const [first] = path.call(event);
  let target = first instanceof Element ? first : null;
  if (event.type === "dragstart" && source && target) {
    forget();
    const { el, whole } = source;
    const isHeld = read.isConnected.call(el) && (holds(target, el) || holds(el, target));
    // If the page re-rendered the dragged element, the new element has the same text, which identifies it.
    isOther = isHeld ? showsAnother(source) : witness(target).whole !== whole;
  }
  if (event.type === "dragover" && target) passed.add(target);
  if (event.type === "mouseup" && event instanceof MouseEvent) target = under(event) ?? target;
  met.set(event.type, { count: (met.get(event.type)?.count ?? 0) + 1, event, target });
};

/**
 * Starts listening to the drag of an element (0: the dragged element is in another frame). Returns whether HTML makes
 * the element draggable.
 * @param {number} [id]
 */
export const watchDrag = (id = 0) => {
  endDrag();
  met = new Map();
  forget();
  const el = id ? nodeOf(id) : null;
  source = el && witness(el);
  for (const name of EVENTS) addEventListener(name, watch, { capture: true, passive: true });
  return el !== null && closest(el, "[draggable=true]") !== null;
};

export const endDrag = () => {
  met = source = null;
  passed.clear();
  isOther = false;
  for (const name of EVENTS) removeEventListener(name, watch, { capture: true });
  return true;
};

/** @param {Element | null} target */
const summary = (target) => (target ? summarize(controlOf(target)) : null);

/**
 * Returns what happened in the drag: whether it started, which element it is over, whether the page accepts a drop
 * there, and where the drop ended. `meant` is the id of the intended drop target, or 0.
 * @param {number} meant
 */
export const dragMet = (meant) => {
  forget();
  const el = meant ? nodeOf(meant) : null;
  const over = met?.get("dragover")?.target ?? null;
  /** @param {Element} at */
  const isEnd = (at) => el !== null && (el === at || countsAs(el, at));
  // A sortable list moves the dragged element along with the pointer, so the hit test finds the dragged element instead
  // of the drop target. The elements passed on the way are checked instead.
  const isThere = over !== null && source !== null && holds(source.el, over) && [...passed].some(isEnd);
  const isMeant = over !== null && (!meant || isEnd(over) || isThere);
  const start = met?.get("dragstart");
  return {
    started: start !== undefined && !start.event.defaultPrevented,
    isOther,
    over: summary(over),
    isMeant,
    taken: met?.get("dragover")?.event.defaultPrevented === true,
    field: over !== null && (is(over, FIELDS) || isEditable(over)),
    drops: met?.get("drop")?.count ?? 0,
    dropped: summary(met?.get("drop")?.target ?? null),
    cancelled: met?.has("pointercancel") === true,
    released: summary(met?.get("mouseup")?.target ?? null),
  };
};

/** @param {number} id @returns {number[] | null} */
export const boxNow = (id) => {
  const el = nodeOf(id);
  if (!el || !isRendered(el)) return null;
  const { left, top, width, height } = rect(el);
  return [left, top, width, height];
};

/**
 * Returns the position of an element among the element children of its parent, from 0; -1 if it has no parent.
 * @param {number} id
 */
export const placeAmong = (id) => {
  const el = nodeOf(id);
  const up = el ? parent(el) : null;
  if (!el || !up) return -1;
  let at = 0;
  for (let n = read.firstChild.call(up); n && n !== el; n = read.nextSibling.call(n)) {
    if (isElement(n)) at += 1;
  }
  return at;
};
