// Finds the things of drawings: blocks and nodes that are taken hold of, shapes of a diagram, lines made of pieces.
//
// Editors of drawings listen far above, at the drawing. What is one thing in it is told by what its authors
// wrote for the pointer: the cursor of what is carried, and shapes without paint that are there to be hit.
import { isGrab } from "./boxes.js";
import { CONTROL, CURSOR, LISTENER } from "./candidates.js";
import { attr, holds, is, parent, read, rect } from "./dom.js";
import { isListening } from "./listeners.js";
import { computed, few, isSvg, isUnpainted, nextElement, queryCss } from "./native.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { textOf } from "./text.js";
import { gridPoint, reach } from "./visibility.js";

/** Elements of a drawing that are looked at. */
const MOST = 1500;
/** Steps from a drawing up to what listens for it. */
const ABOVE = 4;
const LEAST = 8;
/** Of the drawing: what is larger is its ground. */
const GROUND = 0.4;
const SHAPES = new Set("path rect circle ellipse line polyline polygon image use".split(" "));
/** Written by hand only: the pointer meets a shape there whether it is painted or not. */
const HIT = /^(all|stroke|fill|painted|visible|visiblestroke|visiblefill|bounding-box)$/i;

/** @param {Element} group */
const ownShapes = (group) => {
  const found = [];
  for (let at = read.firstElement.call(group); at; at = nextElement(at)) {
    if (SHAPES.has(read.localName.call(at))) found.push(at);
  }
  return found;
};
/** Whether a shape is only there for the pointer. @param {Element} el */
const isForHits = (el) => {
  const { pointerEvents, fill, fillOpacity, stroke, strokeOpacity, cursor, visibility } = getComputedStyle(el);
  if (!HIT.test(pointerEvents) || visibility !== "visible" || /-resize$/.test(cursor)) return false;
  return (isUnpainted(fill) || +fillOpacity === 0) && (isUnpainted(stroke) || +strokeOpacity === 0);
};
/** The box of a line that runs straight, which has no height of its own. @param {Box} box @param {Element} body */
const widened = (box, body) => {
  const by = Math.min(LEAST, parseFloat(getComputedStyle(body).strokeWidth) || 0) / 2;
  const [x, y] = [box[2] - box[0] < LEAST ? by : 0, box[3] - box[1] < LEAST ? by : 0];
  return [box[0] - x, box[1] - y, box[2] + x, box[3] + y];
};
/** Whether a group draws something besides shapes for the pointer. @param {Element} group @param {Element} hit */
const drawsBesides = (group, hit) =>
  (few(group, MOST) ?? []).some((el) => {
    if (el === hit || isForHits(el)) return false;
    const tag = read.localName.call(el);
    if (tag === "text") return textOf(el) !== "";
    const { width, height } = rect(el);
    return SHAPES.has(tag) && Math.max(width, height) > 0 && computed(el).visibility === "visible";
  });
/** The shape by which a group is met, if the group is one thing. @param {Element} group */
const bodyOf = (group) => {
  const shapes = ownShapes(group);
  const hits = shapes.filter(isForHits);
  if (hits.length > 0) return drawsBesides(group, hits[0]) ? hits[0] : null;
  if (!shapes.some((el) => isListening(el)) && !isListening(group)) return null;
  const carried = shapes.filter((el) => {
    const { cursor, pointerEvents, fill } = getComputedStyle(el);
    return isGrab(cursor) && pointerEvents !== "none" && !isUnpainted(fill);
  });
  // Of one shape drawn twice, for its shade, the upper one is met.
  return carried.reverse().sort((a, b) => area(toBox(rect(b))) - area(toBox(rect(a))))[0] ?? null;
};

/** @param {Element} svg */
const isOutermost = (svg) => {
  const up = parent(svg);
  return !up || !isSvg(up);
};
/** Drawings with a listener, at themselves or above. @param {Item[]} found */
const drawingsOf = (found) => {
  /** @type {Map<Element, Item>} */
  const drawings = new Map();
  for (const item of found) {
    let at = /** @type {Element | null} */ (item.el);
    if (!isSvg(item.el)) {
      if (!(item.kind & LISTENER)) continue;
      for (const svg of [...queryCss(item.el, "svg")].slice(0, ABOVE)) {
        let steps = 0;
        for (at = svg; at && at !== item.el; at = parent(at)) steps += 1;
        if (steps <= ABOVE && isOutermost(svg)) drawings.set(svg, item);
      }
      continue;
    }
    for (; at; at = parent(at)) if (read.localName.call(at) === "svg" && isOutermost(at)) break;
    if (at && item.kind & LISTENER) drawings.set(at, drawings.get(at) ?? item);
  }
  return drawings;
};

/**
 * Gives each thing of a drawing one mark: a carried block with its words, a shape of a diagram.
 * @param {WalkResult} walk @param {Item[]} found
 */
const withThings = (walk, found) => {
  /** @type {Map<Element, Item>} */
  const itemOf = new Map(found.map((item) => [item.el, item]));
  const gone = new Set();
  /** @type {Item[]} */
  const added = [];
  for (const [svg, by] of drawingsOf(found)) {
    const whole = meet(toBox(rect(svg)), walk.view);
    const groups = (few(svg, MOST) ?? []).filter((el) => read.localName.call(el) === "g");
    /** @type {Map<Element, Element>} */
    const bodies = new Map();
    for (const group of groups) {
      const body = bodyOf(group);
      const box = body && toBox(rect(body));
      if (!body || !box || Math.max(box[2] - box[0], box[3] - box[1]) < LEAST) continue;
      if (area(box) <= GROUND * area(whole)) bodies.set(group, body);
    }
    for (const [group, body] of bodies) {
      const inner = found.filter(({ el }) => el !== group && holds(group, el));
      const own = inner.filter((item) => isPartOf(item, group, body, bodies));
      for (const item of own) gone.add(item);
      const isShared = inner.length > own.length || [...bodies.keys()].some((el) => el !== group && holds(group, el));
      const there = itemOf.get(group);
      const clip = there?.clip ?? walk.view;
      const el = isShared ? body : group;
      const box = toBox(rect(el));
      const boxes = [meet(widened(box, body), clip)];
      const view = isEmpty(boxes[0]) ? null : reach(el, boxes, true, walk.hits);
      // Words and other blocks may lie on all points that are asked of a box.
      const point = view?.points[0] ?? gridPoint(el, boxes, (met) => holds(el, met), walk.hits);
      if (!view || !point) continue;
      if (view.points.length === 0) Object.assign(view, { points: [point], share: 1 });
      const made = there ?? own[0];
      const tag = read.localName.call(el);
      const kind = LISTENER | CURSOR | ((there?.kind ?? 0) & CONTROL);
      const item = { el, tag, kind, boxes, box, clip, up: made?.up ?? by, place: made?.place ?? by.place, ...view };
      if (there) Object.assign(there, item);
      else added.push(item);
    }
    if (bodies.size > 1) for (const item of found) if (isGround(item, svg, bodies)) gone.add(item);
  }
  if (gone.size + added.length === 0) return found;
  const kept = [...found.filter((item) => !gone.has(item)), ...added];
  for (const item of kept) while (item.up && gone.has(item.up)) item.up = item.up.up;
  return kept;
};
/**
 * Whether a mark in a thing is no other one: its shape, or words that are carried with it. What opens an editor
 * shows another cursor, and a picture in it may be pressed by itself.
 * @param {Item} item @param {Element} group @param {Element} body @param {Map<Element, Element>} bodies
 */
const isPartOf = ({ el, kind }, group, body, bodies) => {
  if (kind & CONTROL || bodies.has(el)) return false;
  for (let at = /** @type {Element | null} */ (el); at && at !== group; at = parent(at))
    if (bodies.has(at)) return false;
  if (el === body || (parent(el) === group && SHAPES.has(read.localName.call(el)))) return true;
  return textOf(el) !== "" && isGrab(computed(el).cursor) && computed(el).cursor === computed(body).cursor;
};
/**
 * Whether a shape that listens is the ground on which things lie: of a drawer, of the drawing.
 * @param {Item} item @param {Element} svg @param {Map<Element, Element>} bodies
 */
const isGround = ({ el, kind, boxes: [box] }, svg, bodies) => {
  if (kind !== LISTENER || !SHAPES.has(read.localName.call(el)) || [...bodies.values()].includes(el)) return false;
  if (attr(el, "role") !== null || attr(el, "aria-label") !== null || !holds(svg, el)) return false;
  let count = 0;
  for (const body of bodies.values()) {
    const inner = toBox(rect(body));
    if (area(meet(inner, box)) > 0.9 * area(inner)) count += 1;
  }
  return count > 1;
};

/** Thickness of a line, px. */
const THIN = 4;
/**
 * The line that a piece paints: its own box or that of what alone lies in it; null if that is no line.
 * @param {Item} item
 */
const lineOf = ({ el, kind, boxes, clip }) => {
  if (kind & CONTROL || boxes.length !== 1 || textOf(el) !== "") return null;
  if (["role", "title", "aria-label", "tabindex", "draggable"].some((name) => attr(el, name) !== null)) return null;
  const inner = read.firstElement.call(el);
  if (inner && (nextElement(inner) || read.firstElement.call(inner))) return null;
  const box = toBox(rect(inner ?? el));
  const [wide, high] = [box[2] - box[0], box[3] - box[1]];
  if (Math.min(wide, high) > THIN || Math.max(wide, high) < LEAST) return null;
  const seen = clip ? meet(box, clip) : box;
  return isEmpty(seen) ? boxes[0] : seen;
};
/**
 * Leaves one mark of a line whose pieces each show the hand: equal boxes that touch, laid out freely in a
 * parent that has no size and draws nothing but them.
 * @param {Item[]} found
 */
const joinLines = (found) => {
  /** @type {Map<Element, Item[]>} */
  const groups = new Map();
  for (const item of found) {
    const up = item.kind === CURSOR && read.localName.call(item.el) === "div" ? parent(item.el) : null;
    if (!up || computed(item.el).position !== "absolute") continue;
    const there = groups.get(up);
    if (there) there.push(item);
    else groups.set(up, [item]);
  }
  const gone = new Set();
  for (const [whole, pieces] of groups) {
    const [first] = pieces;
    if (pieces.length < 2 || !isEmpty(toBox(rect(whole))) || textOf(whole) !== "") continue;
    if (found.some(({ el }) => el === whole)) continue;
    const lines = pieces.map(lineOf);
    const isOneKind = pieces.every(({ el, up }) => attr(el, "class") === attr(first.el, "class") && up === first.up);
    if (!isOneKind || lines.some((line) => line === null) || !areJoined(pieces)) continue;
    for (const item of pieces.slice(1)) gone.add(item);
    const boxes = /** @type {Box[]} */ (lines).filter(
      (line, i) => lines.findIndex((other) => `${other}` === `${line}`) === i,
    );
    const points = pieces.flatMap((piece) => (piece.points ?? []).slice(0, 1));
    Object.assign(first, { el: whole, tag: read.localName.call(whole), boxes, points, display: undefined });
    first.box = toBox(rect(whole));
  }
  return gone.size > 0 ? found.filter((item) => !gone.has(item)) : found;
};
/** Whether each piece overlaps another one that hangs together with the first. @param {Item[]} pieces */
const areJoined = (pieces) => {
  const joined = [pieces[0]];
  for (const one of joined) {
    for (const other of pieces) {
      if (!joined.includes(other) && area(meet(one.box, other.box)) > 0) joined.push(other);
    }
  }
  return joined.length === pieces.length;
};

/** Fewest and most parts of a group that have names of their own. */
const [NAMED, NAMES] = [2, 200];
/** The parts of a group that only has the hand, where it holds nothing but shapes and each of them has a name: slices, points. @param {Item} item */
const namedParts = ({ el, tag, kind, control }) => {
  if (tag !== "g" || kind & CONTROL || control || !(kind & CURSOR) || is(el, "[role],[aria-label],[tabindex='0']"))
    return [];
  const parts = [];
  for (let at = read.firstElement.call(el); at && parts.length < NAMES; at = nextElement(at)) parts.push(at);
  const areNamed =
    parts.length >= NAMED &&
    parts.every(
      (part) => SHAPES.has(read.localName.call(part)) && is(part, "[role=img][aria-label]:not([aria-label=''])"),
    );
  return areNamed && new Set(parts.map((part) => attr(part, "aria-label"))).size === parts.length ? parts : [];
};
/**
 * Gives each named part of a group with the hand a mark of its own.
 * @param {WalkResult} walk @param {Item[]} found
 */
const splitGroups = (walk, found) => {
  const listed = new Map(found.map((item) => [item.el, item]));
  return found.flatMap((item) => {
    const parts = namedParts(item);
    const there = parts.flatMap((el) => listed.get(el) ?? []);
    const made = parts.flatMap((el) => {
      const box = toBox(rect(el));
      const boxes = [meet(box, item.clip ?? walk.view)];
      const view = listed.has(el) || isEmpty(boxes[0]) ? null : reach(el, boxes, true, walk.hits);
      return view && view.points.length > 0 ? [{ ...item, el, tag: read.localName.call(el), box, boxes, ...view }] : [];
    });
    if (made.length + there.length < NAMED) return [item];
    for (const part of there) part.up = item.up;
    return made;
  });
};

/**
 * Gives what is one thing in a drawing one mark, and none to its pieces.
 * @param {WalkResult} walk @param {Item[]} found @returns {Item[]}
 */
export const withShapes = (walk, found) => joinLines(withThings(walk, splitGroups(walk, found)));
