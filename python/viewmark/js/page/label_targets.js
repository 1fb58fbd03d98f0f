// Finds what stands for a control that is not visible: its label, or the small box drawn around it.
import { seenBoxes } from "./boxes.js";
import { CONTROL, CURSOR, LISTENER, TEXT } from "./candidates.js";
import { holds, is, parent, read, rect, rects } from "./dom.js";
import { isDrawnTick } from "./inner_parts.js";
import { queryCss } from "./native.js";
import { area, meet, toBox } from "./rects.js";
import { keepsValue, withSurfaces } from "./surfaces.js";
import { reach } from "./visibility.js";
import { CONTROLS, FIELD_BOX, NATIVE_TICKS, SIGN } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * A label whose control does not show itself stands for it: one mark, on what is visible.
 * @param {WalkResult} walk @param {Item[]} found
 */
const promoteLabels = (walk, found) => {
  if (walk.labels.length === 0) return found;
  const shown = new Set();
  const itemOf = new Map();
  const without = new Set();
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
      // Style sheets give the hand to labels of all kinds; one that drives nothing does nothing.
      without.add(own);
      continue;
    }
    if (!control || shown.has(control)) {
      // Clicking it does what the control does, and that has its mark.
      if (control && own && !(own.kind & CONTROL)) without.add(own);
      // So does the part of it that holds its words.
      for (const item of control ? inside(el) : [])
        if (
          !(item.kind & (CONTROL | TEXT)) &&
          !item.control &&
          (isDrawnIn(item.el, el, /** @type {Element} */ (control)) || isKnobOf(item, control))
        )
          without.add(item);
      continue;
    }
    if (keepsValue(control)) continue;
    const frame = found.find(
      (item) =>
        isFrameOf(item, control, el) ||
        (!(item.kind & (CONTROL | TEXT)) && !item.control && !holds(el, item.el) && isDrawnTick(item.el, control)),
    );
    if (frame) {
      // What is drawn for the control is pressed beside its label: that stands for it.
      Object.assign(frame, { kind: frame.kind | CONTROL, control });
      shown.add(control);
      if (own) without.add(own);
      continue;
    }
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
    // What was found inside lies in the label now; outer comes before inner.
    const held = inside(el).filter((other) => other.up === up);
    if (held.length > 0) before.set(held[0], [...(before.get(held[0]) ?? []), item]);
    else before.set(null, [...(before.get(null) ?? []), item]);
    for (const other of held) other.up = item;
  }
  const listed = found.flatMap((item) => [...(before.get(item) ?? []), item]);
  return [...listed, ...(before.get(null) ?? [])].filter((item) => !without.has(item));
};
/** Whether a label without words only holds what is drawn for a tick box, whose other label has its mark. @param {Element} part @param {Element} label @param {Element} control */
const isDrawnIn = (part, label, control) =>
  is(control, NATIVE_TICKS) && wordsIn(label) === "" && holds(label, part) && holds(label, control);
/** Whether a part of the label of a tick box only draws how that stands. @param {Item} item @param {Element | null} control */
const isKnobOf = ({ el, kind }, control) =>
  control !== null &&
  is(control, NATIVE_TICKS) &&
  !(kind & LISTENER) &&
  wordsIn(el) === "" &&
  rect(el).width <= FIELD_BOX &&
  !is(el, "[role],[tabindex],[title],[aria-label]");
/** Whether a label gives its control the focus and no more, which what is not rendered does not take. @param {Element} control */
const isFocusedOnly = (control) =>
  is(
    control,
    "input:not([type=checkbox],[type=radio],[type=file],[type=color],[type=button],[type=submit],[type=reset],[type=image]),select,textarea",
  );
/**
 * Whether something that listens is the box of a control that does not show itself, beside the label of that.
 * @param {Item} item @param {Element} control @param {Element} label
 */
const isFrameOf = ({ el, kind, boxes, control: own }, control, label) =>
  kind !== 0 &&
  !(kind & (CONTROL | TEXT)) &&
  !own &&
  boxes.length === 1 &&
  boxes[0][3] - boxes[0][1] <= FIELD_BOX &&
  holds(el, control) &&
  !holds(label, el) &&
  (!holds(el, label) || isHandAround(el, label, kind, boxes[0])) &&
  queryCss(el, CONTROLS).length === 1;
/**
 * Whether the hand is shown over a label with what is drawn beside it, and over nothing else.
 * @param {Element} el @param {Element} label @param {number} kind @param {Box} box
 */
const isHandAround = (el, label, kind, box) => {
  const { width, height } = rect(label);
  const isClose = width > 0 && box[2] - box[0] - width <= SIGN && box[3] - box[1] - height <= SIGN / 2;
  // The tick itself may be a letter or a word of a font.
  const rest = wordsIn(el).replace(wordsIn(label), "").trim();
  return (kind & CURSOR) !== 0 && isClose && !rest.includes(" ");
};

/**
 * What was found inside an element; each item is looked up by the labels around it.
 * @param {Item[]} found
 */
const byOuter = (found) => {
  /** @type {Map<Element, Item[]> | null} */
  let byLabel = null;
  return (/** @type {Element} */ label) => {
    if (!byLabel) {
      byLabel = new Map();
      for (const item of found) {
        for (let at = parent(item.el), i = 0; at && i < NEAR; at = parent(at), i += 1) {
          if (read.localName.call(at) !== "label") continue;
          const held = byLabel.get(at);
          if (held) held.push(item);
          else byLabel.set(at, [item]);
        }
      }
    }
    return byLabel.get(label) ?? [];
  };
};
/** Steps from a part of a label up to it. */
const NEAR = 30;

/**
 * What stands for a control that shows itself nowhere and has no label: the small box around.
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
 * The nearest box around a hidden control that one can hit and that holds nothing else.
 * @param {Element} control @param {Set<Element>} around
 */
const frameOf = (control, around) => {
  // Where no pointer meets the control, a press on the box sets nothing either.
  if (getComputedStyle(control).pointerEvents === "none") return null;
  for (let at = parent(control), depth = 0; at && depth < 5; at = parent(at), depth += 1) {
    const { width, height } = rect(at);
    if (width > 400 || height > 100 || around.has(at) || queryCss(at, CONTROLS).length > 1) return null;
    if (width >= 8 && height >= 8) return at;
  }
  return null;
};
/**
 * A drawn control under a pane that takes the pointer for it (grids scroll so): the pane.
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
 * Adds to what was found the labels and boxes that stand for hidden controls.
 * @param {WalkResult} walk @param {Item[]} found @returns {Item[]}
 */
export const withLabelTargets = (walk, found) =>
  promotePanes(walk, promoteBoxes(walk, promoteLabels(walk, withSurfaces(walk, found))));
