// Finds what a user presses in place of a control that is not visible: its label, or the small box painted around it.
import { seenBoxes } from "./boxes.js";
import { CONTROL, CURSOR, TEXT } from "./candidates.js";
import { holds, is, parent, read, rects, nearest, rect } from "./dom.js";
import { addTo } from "./lists.js";
import { queryCss } from "./native.js";
import { meet, toBox, area } from "./rects.js";
import { keepsValue, withSurfaces } from "./surfaces.js";
import { reach } from "./visibility.js";
import { NATIVE_TICKS, CONTROLS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * Adds labels to the found items, in place of the invisible controls that they activate. Removes other marks that are
 * redundant because a click on the label does the same.
 * @param {WalkResult} walk @param {Item[]} found
 */
const promoteLabels = (walk, found) => {
  if (walk.labels.length === 0) return found;
  const shown = new Set();
  const itemOf = new Map();
  const without = new Set();
  /** @type {Map<Item | null, Item[]>} */
  const before = new Map();
  for (const item of found) {
    shown.add(item.el);
    if (item.control) shown.add(item.control);
    itemOf.set(item.el, item);
  }
  const inside = byOuter(found);
  for (const { el, box, clip, display, up, place } of walk.labels) {
    const control = read.labelControl.call(el);
    const own = itemOf.get(el);
    if (!control && own?.kind === CURSOR) {
      // A label without a control does nothing when clicked, although style sheets give all labels a pointer cursor.
      without.add(own);
      continue;
    }
    if (!control || shown.has(control)) {
      // A click on the label activates its control, which has a mark, so the label's own mark is dropped.
      if (control && own && !(own.kind & CONTROL)) without.add(own);
      // A click on a part of the label activates the control too, so the marks of such parts are dropped.
      for (const item of control ? inside(el) : [])
        if (
          !(item.kind & (CONTROL | TEXT)) &&
          !item.control &&
          isDrawnIn(item.el, el, /** @type {Element} */ (control))
        )
          without.add(item);
      continue;
    }
    if (keepsValue(control)) continue;
    if (isFocusedOnly(control) && rects(control).length === 0) {
      if (own?.kind === CURSOR) without.add(own);
      continue;
    }
    const boxes = seenBoxes(el, "label", box, clip, display);
    if (boxes.length === 0) continue;
    const view = reach(el, boxes, true, walk.hits);
    if (view.points.length === 0) continue;
    shown.add(control);
    const item = own ?? { el, tag: "label", box, clip, up, place };
    Object.assign(item, { kind: CONTROL, boxes, control, ...view });
    if (own) continue;
    // The items inside the label are now nested in the label's item; outer items must come before inner ones.
    const held = inside(el).filter((other) => other.up === up);
    addTo(before, held[0] ?? null, item);
    for (const other of held) other.up = item;
  }
  const listed = found.flatMap((item) => [...(before.get(item) ?? []), item]);
  return [...listed, ...(before.get(null) ?? [])].filter((item) => !without.has(item));
};
/**
 * Whether a part is only what the page paints for a native checkbox or radio: a label without text contains both. The
 * control itself has a mark.
 * @param {Element} part @param {Element} label @param {Element} control
 */
const isDrawnIn = (part, label, control) =>
  is(control, NATIVE_TICKS) && wordsIn(label) === "" && holds(label, part) && holds(label, control);
/**
 * Whether a click on a label merely moves the focus to its control, as for a text field. Then the label is of no use if
 * the control is not rendered, because it cannot have focus.
 * @param {Element} control
 */
const isFocusedOnly = (control) =>
  is(
    control,
    "select,textarea,input:not([type=checkbox],[type=radio],[type=file],[type=color],[type=button],[type=submit]," +
      "[type=reset],[type=image])",
  );

/** Groups items by the label that contains them. Labels cannot contain labels (HTML). @param {Item[]} found */
const byOuter = (found) => {
  /** @type {Map<Element | null, Item[]>} */
  const byLabel = new Map();
  for (const item of found) addTo(byLabel, nearest(parent(item.el), "label"), item);
  return (/** @type {Element} */ label) => byLabel.get(label) ?? [];
};

/**
 * Adds the small box around an invisible control without a label, as the place to press.
 * @param {WalkResult} walk @param {Item[]} found
 */
const promoteBoxes = (walk, found) => {
  if (walk.unseen.size === 0) return found;
  const shown = new Set();
  const around = new Set();
  /** @type {Map<Element, [number, Item]>} */
  const places = new Map();
  /** @param {Item} item @param {number} i */
  const note = (item, i) => {
    if (item.kind !== TEXT) places.set(item.el, [i, item]);
    shown.add(item.el);
    shown.add(item.control);
    for (let at = /** @type {Element | null} */ (item.el); at && !around.has(at); at = parent(at)) around.add(at);
  };
  found.forEach(note);
  for (const [control, place] of walk.unseen) {
    if (shown.has(control)) continue;
    const at = frameOf(control, around);
    if (!at) continue;
    const box = toBox(rect(at));
    const boxes = [meet(box, walk.view)];
    const view = reach(at, boxes, true, walk.hits);
    if (view.points.length === 0) continue;
    const tag = read.localName.call(at);
    let [last, up] = /** @type {[number, Item | null]} */ ([-1, null]);
    for (let over = parent(at); over; over = parent(over)) {
      const [i, holder] = places.get(over) ?? [-1, null];
      if (i > last) [last, up] = [i, holder];
    }
    const item = { el: at, tag, kind: CONTROL, boxes, box, up, control, place, ...view };
    note(item, found.length);
    found.push(item);
  }
  return found;
};

/**
 * Returns the nearest box around a hidden control that is large enough to be pressed and contains no other control.
 * @param {Element} control @param {Set<Element>} around
 */
const frameOf = (control, around) => {
  // If the control ignores pointer events, a press on the box around it does not reach the control either.
  if (getComputedStyle(control).pointerEvents === "none") return null;
  for (let at = parent(control), depth = 0; at && depth < 5; at = parent(at), depth += 1) {
    const { width, height } = rect(at);
    if (width > 400 || height > 100 || around.has(at) || queryCss(at, CONTROLS).length > 1) return null;
    if (width >= 8 && height >= 8) return at;
  }
  return null;
};

/**
 * Adds a pane in place of the control painted below it, if the pane is what receives the pointer events there. The
 * scrolling panes of grids do.
 * @param {WalkResult} walk @param {Item[]} found
 */
const promotePanes = (walk, found) => {
  const shown = new Set(found.map((item) => item.el));
  for (const { el: control, over: at, box: below, place } of walk.overlaid) {
    const box = toBox(rect(at));
    const shared = area(meet(box, below));
    const isPane = shared > 0.9 * area(below) && shared > 0.9 * area(box);
    if (!isPane || shown.has(at) || !isNear(control, at)) continue;
    const boxes = [meet(box, walk.view)];
    const view = reach(at, boxes, true, walk.hits);
    if (view.points.length === 0) continue;
    const tag = read.localName.call(at);
    found.push({ el: at, tag, kind: CONTROL, boxes, box, up: null, control, place, ...view });
  }
  return found;
};
/** @param {Element} one @param {Element} other */
const isNear = (one, other) => {
  let up = /** @type {Element | null} */ (one);
  for (let i = 0; i < 3 && up; i += 1) up = parent(up);
  return up !== null && holds(up, other);
};

/**
 * Adds what a user presses in place of an invisible control: its label, the box painted around it, the pane over it, or
 * the visible surface of an editor.
 * @param {WalkResult} walk @param {Item[]} found @returns {Item[]}
 */
export const withLabelTargets = (walk, found) =>
  promotePanes(walk, promoteBoxes(walk, promoteLabels(walk, withSurfaces(walk, found))));
