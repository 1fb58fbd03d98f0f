// Finds the visible surface of a field whose own box is not visible. Code editors, for example, receive keys in a field
// without size beside the lines that they render.
import { CONTROL } from "./candidates.js";
import { holds, is, parent, read, rect } from "./dom.js";
import { few, once, queryCss, queryFirst } from "./native.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { reach } from "./visibility.js";
import { FIELDS, MOST_READ, NARROW } from "./vocabulary.js";

/** Maximum number of levels from a field up to the surface that shows its text. */
const NEAR = 8;
const LEAST = { width: 40, height: 16 };
const WRITTEN = `${FIELDS},[contenteditable],[role=textbox]`;
const TEXTUAL =
  "textarea,[role=textbox],[role=searchbox],[contenteditable],input:not([type]),input[type=text]," +
  "input[type=search],[role=combobox]";

/** @param {Element} el */
const isField = (el) => is(el, TEXTUAL);

/** @param {Element} el */
const isWriting = (el) => getComputedStyle(el).cursor === "text";

/**
 * Returns the fields in a box that are not narrow. The result is cached.
 * @param {Element} box @returns {Set<Element>}
 */
const wideIn = (box) =>
  once("wide", box, () => new Set([...queryCss(box, WRITTEN)].filter((el) => rect(el).width > LEAST.width)));
/**
 * Returns the nearest ancestor of a field that has a text cursor; null if there is none or it contains another field.
 * @param {Element} field @param {WalkResult} walk
 */
const surfaceOf = (field, walk) => {
  let at = parent(field);
  for (let depth = 0; at && depth < NEAR; at = parent(at), depth += 1) {
    const size = rect(at);
    if (size.width < LEAST.width || size.height < LEAST.height) continue;
    // If an ancestor contains another field too, the text cursor may belong to that field, so the search ends.
    const wide = wideIn(at);
    if (wide.size > Number(wide.has(field))) return null;
    const box = toBox(size);
    const boxes = [meet(box, walk.view)];
    if (isEmpty(boxes[0])) return null;
    const view = reach(at, boxes, true, walk.hits);
    const [point] = view.points;
    if (!point) continue;
    const over = walk.hits.at(point[0], point[1]);
    if (over && isWriting(over)) return { el: at, box, boxes, view };
    if ((few(at, MOST_READ) ?? []).some((part) => isWriting(part) && rect(part).width > LEAST.width)) {
      return { el: at, box, boxes, view };
    }
  }
  return null;
};

/**
 * Moves the marks of hidden fields to the surfaces that show their text. `found` are the visible items.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withSurfaces = (walk, found) => {
  const narrow = found.filter(
    ({ el, kind, boxes, isOccluded }) =>
      kind & CONTROL && !isOccluded && boxes.length === 1 && isNarrow(boxes[0]) && isField(el),
  );
  // Nothing can be typed into a read-only field, so it needs no surface.
  const hidden = [...walk.unseen.keys()].filter(
    (el) => isField(el) && !is(el, ":is(input,textarea)[readonly],[aria-readonly=true]") && !keepsValue(el),
  );
  if (narrow.length + hidden.length === 0) return found;
  const taken = new Map(found.map((item) => [item.el, item]));
  const gone = new Set();
  for (const item of narrow) {
    const seen = surfaceOf(item.el, walk);
    if (!seen || area(seen.boxes[0]) < 1.2 * area(item.boxes[0])) continue;
    place(item.el, seen, taken, item, gone);
  }
  /** @type {Item[]} */
  const added = [];
  for (const field of hidden) {
    const item = taken.get(field);
    const seen = item ? null : surfaceOf(field, walk);
    if (!seen) continue;
    const made = place(field, seen, taken, null, gone);
    if (!made) continue;
    made.place = walk.unseen.get(field) ?? 0;
    added.push(made);
  }
  return withAround(
    found.filter((item) => !gone.has(item)),
    added,
  );
};

/**
 * Whether a field only stores the value of the combobox beside it: it cannot have focus and is hidden from assistive
 * technology.
 * @param {Element} field
 */
export const keepsValue = (field) => {
  const up = is(field, "[aria-hidden=true][tabindex='-1']") ? parent(field) : null;
  return up !== null && queryFirst(up, "[role=combobox][tabindex='0']") !== null;
};

/**
 * Inserts items before the items inside them, because outer items must come first.
 * @param {Item[]} found @param {Item[]} added
 */
const withAround = (found, added) => {
  let all = found;
  for (const made of added) {
    const held = all.filter((item) => item.el !== made.el && holds(made.el, item.el));
    for (const item of held) if (item.up === made.up) item.up = made;
    const at = held.length > 0 ? all.indexOf(held[0]) : all.length;
    all = [...all.slice(0, at), made, ...all.slice(at)];
  }
  return all;
};
/** @param {Box} box */
const isNarrow = (box) => box[2] - box[0] < NARROW || box[3] - box[1] < 6;

/**
 * Creates a mark for a field at its surface, or changes a mark that is already there.
 * @param {Element} field @param {{el: Element, box: Box, boxes: Box[], view: Reach}} seen
 * @param {Map<Element, Item>} taken @param {Item | null} item @param {Set<Item>} gone
 */
const place = (field, seen, taken, item, gone) => {
  const about = { kind: CONTROL, boxes: seen.boxes, box: seen.box, control: field, ...seen.view };
  const there = taken.get(seen.el);
  if (there) {
    if (there.control && there.control !== field) return null;
    Object.assign(there, about);
    if (item) gone.add(item);
    return null;
  }
  /** @type {Item} */
  const made = { el: seen.el, tag: read.localName.call(seen.el), up: null, place: item?.place ?? 0, ...about };
  if (!item) {
    let around = parent(seen.el);
    while (around && !taken.has(around)) around = parent(around);
    if (around) made.up = taken.get(around) ?? null;
    taken.set(seen.el, made);
    return made;
  }
  // Items around the field may themselves be inside the surface. They cannot be the outer item of the surface.
  let up = item.up;
  while (up && holds(seen.el, up.el)) up = up.up;
  Object.assign(item, made, { up });
  taken.set(seen.el, item);
  return null;
};
