// Chooses points where the pointer hits an element, based on its boxes, their visible parts, and hit tests.
//
// The browser's own hit test decides, not geometry: a point is used only if the pointer would hit the element there.
// Geometry only suggests where to try, and avoids edges, where hit tests by scripts and by events can differ.
import { inner, rowOf } from "../page/boxes.js";
import { contentRects, eachChild, hit, holds, is, isElement, isText, read, rect, rects } from "../page/dom.js";
import { area, beside, GRID, isEmpty, meet, SPOTS, toBox } from "../page/rects.js";
import { clipAround, viewNow } from "../page/visibility.js";
import { countsAs, inertOf, isOwn, onlyInner } from "./controls.js";
import { scrollTowards } from "./reporting.js";

/**
 * The result of aiming at an element.
 * @typedef {object} Aimed
 * @property {number[] | null} point
 * @property {Element | null} [found]
 * @property {Element | null} [inert]
 * @property {Element | null} [over]
 * @property {boolean} [isOut]
 * @property {boolean} [isInside]
 */
/** @param {Element} el */
export const boxesOf = (el) => {
  const own = Array.from(rects(el), (each) => rowOf(el, toBox(each))).filter((box) => !isEmpty(box));
  const found = own.length > 0 ? own : inner(el, read.localName.call(el));
  return found.sort((a, b) => area(b) - area(a)).slice(0, 8);
};

/**
 * Returns the element to press for a control: one of its labels if the control itself has no visible box.
 * @param {Element} el
 */
export const standInFor = (el) => {
  if (!(el instanceof HTMLInputElement) || area(toBox(rect(el))) >= 4) return el;
  const labels = el.labels ?? [];
  for (const label of labels) if (area(toBox(rect(label))) >= 4) return label;
  return el;
};

/** Distances at which points beside an element are tried, px from the edges of its boxes. */
const BESIDE = [8, 16, 30];
/** Maximum number of points that are tried in the parts of an element that covering elements leave free. */
const STRIPS = 100;

/**
 * Returns the position at the fraction `part` between two edges, at least one pixel away from both.
 * @param {number} from @param {number} to @param {number} part
 */
const between = (from, to, part) => {
  const margin = Math.min(1, (to - from) / 2);
  return Math.min(to - margin, Math.max(from + margin, from + (to - from) * part));
};

const NATIVE =
  "html,body,a,button,input,select,textarea,summary,label,option,area,canvas,img,video,audio,iframe,object,embed";
/** Selector for controls inside a row. A press on their text would activate them instead of the row. */
const INNER = `${NATIVE},[role],[tabindex],[onclick],[contenteditable]`;
/**
 * Limits for rows: `wide`: minimum width, px; `times`: minimum ratio of width to height; `nodes` and `lines`: maximum
 * number of DOM nodes and of text lines that are examined.
 */
const ROW = { wide: 200, times: 4, nodes: 60, lines: 12 };
/**
 * Returns the middle of the first text of a wide row whose own middle is empty. Users press the text, and the row's
 * listener may react only there. Null for elements that the browser activates anywhere.
 * @param {Element} el @param {Box[]} seen
 */
const wordsOf = (el, [box]) => {
  if (!box || is(el, NATIVE) || box[2] - box[0] < ROW.wide || box[2] - box[0] < ROW.times * (box[3] - box[1]))
    return null;
  /** @type {Box[]} */
  const lines = [];
  const rest = [/** @type {Node} */ (el)];
  for (let i = 0; i < ROW.nodes && rest.length > 0 && lines.length < ROW.lines; i += 1) {
    const node = /** @type {Node} */ (rest.pop());
    if (isText(node)) {
      if (/\S/.test(read.data.call(node)))
        lines.push(
          ...Array.from(contentRects(node), toBox)
            .map((line) => meet(line, box))
            .filter((line) => !isEmpty(line)),
        );
      continue;
    }
    /** @type {Node[]} */
    const inside = [];
    if (isElement(node) && (node === el || !is(node, INNER)))
      eachChild(node, read.localName.call(node), (child) => inside.push(child));
    rest.push(...inside.reverse());
  }
  const middle = (box[0] + box[2]) / 2;
  if (lines.length === 0 || lines.some(([left, , right]) => left <= middle && right >= middle)) return null;
  const [[left, top, right, bottom]] = lines;
  return /** @type {XY} */ ([(left + right) / 2, (top + bottom) / 2]);
};

/**
 * Finds the first point of an element's visible boxes at which a press would hit the element. If there is none, the
 * result has the covering element, or says that the element is out of view. `target` is the element to press, which may
 * be the label of `el`; `boxes` are its boxes; `extra` are points to try first.
 * @type {(el: Element, target: Element, boxes: Box[], extra: number[][]) => Aimed}
 */
export const aim = (el, target, boxes, extra) => {
  const view = viewNow();
  // An image map area is drawn on an image elsewhere in the document, so the clips of the area's own ancestors do not
  // apply.
  const clip = read.localName.call(target) === "area" ? view : clipAround(target);
  /** @param {Box} within */
  const drawn = (within) => boxes.map((box) => meet(box, within)).filter((box) => !isEmpty(box));
  const seen = drawn(clip);
  const inert = inertOf(el);
  /** @param {Element} found */
  const counts = (found) => (inert ? holds(found, inert) : countsAs(el, found));
  /** @type {Aimed | null} */
  let second = null;
  /** @type {Element | null} */
  let over = null;
  /** @type {Element | null} */
  let last = null;
  /**
   * Tries a point. Returns the result if a press there activates the element itself; otherwise records what was hit.
   * @param {number} x @param {number} y
   */
  const test = (x, y) => {
    const found = hit(x, y);
    if (found && counts(found)) {
      /** @type {Aimed} */
      const got = { point: [x, y], found, inert };
      if (inert || isOwn(el, found)) return got;
      second ??= got;
    } else if (found && seen.length > 0 && !holds(found, el)) over ??= found;
    last = found;
    return null;
  };
  const spoken = wordsOf(target, seen);
  for (const [x, y] of spoken ? [spoken, ...extra] : extra) {
    const got = test(x, y);
    if (got) return got;
  }
  // The computed clips may be incomplete or too strict, so the parts that they hide are tried last.
  for (const [spots, parts] of [
    [SPOTS, seen],
    [GRID, seen],
    [GRID, drawn(view)],
  ]) {
    if (parts.length === 0 || (parts !== seen && second)) continue;
    for (const [left, top, right, bottom] of parts) {
      for (const [fx, fy] of spots) {
        const got = test(between(left, right, fx), between(top, bottom, fy));
        if (got) return got;
      }
    }
  }
  // If a nested control fills the whole element, a press can hit the element only beside its boxes, where content such
  // as ::before may be drawn.
  const [left, top, right, bottom] = seen[0] ?? [0, 0, 0, 0];
  for (const far of second ? BESIDE : []) {
    for (const [x, y] of [
      [left - far, (top + bottom) / 2],
      [right + far, (top + bottom) / 2],
      [(left + right) / 2, top - far],
      [(left + right) / 2, bottom + far],
    ]) {
      if (hit(x, y) === el) return { point: [x, y], found: el, inert };
    }
  }
  const missed = second ? insideOnly(el, /** @type {Aimed} */ (second).found, seen[0], counts) : null;
  if (missed) return { point: null, over: missed, isOut: false, isInside: true };
  if (second) return second;
  const pieces = [...seen];
  for (let i = 0; i < STRIPS && pieces.length > 0; i += 1) {
    pieces.sort((a, b) => area(b) - area(a));
    const piece = /** @type {Box} */ (pieces.shift());
    const got = test((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2);
    const reached = got ?? /** @type {Aimed | null} */ (second);
    if (reached) return reached;
    const cover = /** @type {Element | null} */ (last);
    if (cover) pieces.push(...beside(piece, meet(toBox(rect(cover)), clipAround(cover))));
  }
  return { point: null, over, isOut: seen.length === 0 };
};

/**
 * Returns the nested control that is the only part of an element that can be reached, if something else covers the
 * element's middle. Otherwise null.
 * @param {Element} el @param {Element | null | undefined} found @param {Box | undefined} box
 * @param {(found: Element) => boolean} counts
 */
const insideOnly = (el, found, box, counts) => {
  if (!found || !box) return null;
  const over = hit((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
  return over && !counts(over) && !holds(over, el) ? onlyInner(el, found) : null;
};

/** @param {Box} box */
export const middle = (box) => {
  const [left, top, right, bottom] = meet(box, viewNow());
  return [(left + right) / 2, (top + bottom) / 2];
};

const scrollIntoView = Element.prototype.scrollIntoView;
/**
 * Returns the first element with a box at or below an element, to scroll to. Null if there is only text. An explicit
 * stack is used, because elements can be nested deeper than the call stack allows.
 * @param {Element} el
 */
const anchorOf = (el) => {
  const ahead = [el];
  for (let at = ahead.pop(); at; at = ahead.pop()) {
    if (rects(at).length > 0) return at;
    /** @type {Element[]} */
    const below = [];
    eachChild(at, read.localName.call(at), (node) => {
      if (isElement(node)) below.push(node);
    });
    for (const node of below.reverse()) ahead.push(node);
  }
  return null;
};

/**
 * Scrolls an element instantly into view; if it has no box, its text.
 * @param {Element} el @param {ScrollLogicalPosition} block
 */
export const bringIntoView = (el, block) => {
  const anchor = anchorOf(el);
  if (anchor) {
    scrollIntoView.call(anchor, { block, inline: "nearest", behavior: "instant" });
    return;
  }
  const [[left, top, right, bottom]] = boxesOf(el);
  scrollTowards(el, (left + right) / 2, (top + bottom) / 2);
};
