// Reads what the search for controls needs of one element: its visible boxes, cursor, scroll state and position.
import { areaBoxes } from "./areas.js";
import { pathOf } from "./context.js";
import { attr, contentRects, eachChild, is, isElement, read, rect, rects, rootOf } from "./dom.js";
import { isTextControl } from "./element_kinds.js";
import { isSvg, queryCss, queryFirst, styleOf } from "./native.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { clippedBox } from "./svg_clips.js";
import { CONTROLS, MANY, MOST_READ, LEAST_SIDE } from "./vocabulary.js";

/** Returns the action that a cursor indicates: press, drag or resize; "" if none. @param {string} cursor */
export const gestureOf = (cursor) => {
  if (cursor === "auto" || cursor === "default") return "";
  // A cursor list of custom images may end with `pointer` as its fallback.
  if (cursor === "pointer" || cursor.endsWith(", pointer")) return "press";
  if (cursor === "grab" || cursor === "move" || cursor === "-webkit-grab") return "drag";
  return cursor.endsWith("-resize") ? "resize" : "";
};
/** Maximum side of a drag handle, px. A larger element with a cursor for dragging is a map or a title bar. */
const HANDLE = 64;
/** Selector for items that can be dragged from one list to another. */
const ITEM = "li,[role=listitem],[role=option]";
/** Tags of lists. A pointer cursor on a list applies to each of its rows, not to the list as a whole. */
export const LISTS = new Set("ul ol menu table thead tbody tfoot".split(" "));
/** Minimum and maximum side of a resize handle at a corner, px. Thinner elements are the edges of a resizable box. */
const GRIP = [13, 32];
/** Whether an element is a handle at the corner of a resizable box. @param {Element} el @param {Box} box */
export const isGrip = (el, box) =>
  !isSvg(el) &&
  [box[2] - box[0], box[3] - box[1]].every((side) => side >= GRIP[0] && side <= GRIP[1]) &&
  gestureOf(getComputedStyle(el).cursor) === "resize";
/**
 * Whether the cursor of an element itself, not of an ancestor, indicates that it is pressed, dragged or resized.
 * @param {Element} el @param {string} tag @param {Box} box @param {string} cursor @param {string} above cursor of the
 *   parent
 */
export const ownsCursor = (el, tag, box, cursor, above) => {
  const gesture = cursor === above ? "" : gestureOf(cursor);
  if (gesture === "") return false;
  if (gesture === "resize") return isGrip(el, box);
  const around = gestureOf(above);
  if (around === gesture || around === "press") return false;
  if (gesture === "press") return !LISTS.has(tag) && tag !== "body" && tag !== "html";
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  return height <= HANDLE ? width <= HANDLE || is(el, ITEM) : height <= 3 * HANDLE && is(el, ITEM);
};
/**
 * Returns the cursor around the content of an element. The pointer cursor of a list is ignored, because it is meant for
 * each of its rows.
 * @param {string} tag @param {string} cursor @param {string} above
 */
export const cursorInside = (tag, cursor, above) =>
  LISTS.has(tag) && gestureOf(cursor) === "press" && gestureOf(above) !== "press" ? "auto" : cursor;

const FOCUSABLE =
  "a[href],button:enabled,input:enabled:not([type=hidden]),select:enabled,textarea:enabled," +
  "summary,iframe,[contenteditable],audio[controls],video[controls],[tabindex]";
/** @param {Element} el @param {string} overflow its computed style */
export const scrolls = (el, overflow) =>
  (overflow.includes("auto") || overflow.includes("scroll")) &&
  (read.scrollHeight.call(el) > read.clientHeight.call(el) + 1 ||
    read.scrollWidth.call(el) > read.clientWidth.call(el) + 1);
/**
 * Returns how far a box can still be scrolled in each direction, as text; undefined if it does not scroll.
 * @param {Element} el
 */
export const beyond = (el) => {
  if (!scrolls(el, styleOf(el).live.overflow)) return undefined;
  const [x, y] = [read.scrollLeft.call(el), read.scrollTop.call(el)];
  /** @type {[string, number][]} */
  const ways = [
    ["up", y],
    ["down", read.scrollHeight.call(el) - read.clientHeight.call(el) - y],
    ["left", x],
    ["right", read.scrollWidth.call(el) - read.clientWidth.call(el) - x],
  ];
  const far = ways.filter(([, px]) => px >= 1).map(([way, px]) => `${way} ${Math.round(px)} px`);
  return far.join(", ") || undefined;
};
/**
 * Returns the boxes of this document that are currently scrolled: path, edges, offset, and maximum offset.
 * @param {Element[]} scrollers @returns {{ path: string, box: number[], at: number[], most: number[] }[] | undefined}
 */
export const scrolledOf = (scrollers) => {
  const isScrolled = (/** @type {Element} */ el) => read.scrollTop.call(el) !== 0 || read.scrollLeft.call(el) !== 0;
  const isRoot = (/** @type {Element} */ el) => el === document.body || el === document.documentElement;
  const those = scrollers.filter((el) => isScrolled(el) && !isRoot(el)).slice(0, MOST_READ);
  if (those.length === 0) return undefined;
  const steps = new Map();
  return those.map((el) => {
    const { left, top, right, bottom } = rect(el);
    const at = [read.scrollLeft.call(el), read.scrollTop.call(el)];
    const most = [
      read.scrollWidth.call(el) - read.clientWidth.call(el),
      read.scrollHeight.call(el) - read.clientHeight.call(el),
    ];
    return { path: pathOf(el, steps), box: [left, top, right, bottom], at, most };
  });
};
/**
 * Whether a scroll container can have focus because nothing inside it can. The arrow keys then scroll it.
 * @param {Element} el @param {string} overflow its computed style
 */
export const isFocusableScroller = (el, overflow) =>
  scrolls(el, overflow) && attr(el, "tabindex") === null && !queryFirst(el, FOCUSABLE) && !rootOf(el);

/**
 * Whether a transparent box may contain the field of a custom control. It may if its only control is a text field, or
 * if it has a slot and no control. A box with several controls is a part of the page that is not shown yet.
 * @param {Element} el
 */
export const mayHoldField = (el) => {
  const found = queryCss(el, CONTROLS);
  if (found.length > 1) return false;
  return found.length === 1 ? isTextControl(found[0]) : queryFirst(el, "slot") !== null;
};

const PICTURES = "img,svg,canvas,video,object";
/**
 * Returns the line boxes of an inline element together with the boxes of the images inside, because the line box of an
 * image is only a strip below the image.
 * @param {Element} el @param {Box[]} lines
 */
const withPictures = (el, lines) => {
  const first = read.firstElement.call(el);
  if (!first) return lines;
  const pictures = [...queryCss(el, PICTURES)]
    .slice(0, 4)
    .map((one) => toBox(rect(one)))
    .filter((box) => !isEmpty(box));
  if (pictures.length === 0) return lines;
  /** @param {Box} line */
  const isBeside = (line) => !pictures.some((box) => box[0] - 1 <= line[0] && line[2] <= box[2] + 1);
  return [...lines.filter(isBeside), ...pictures];
};

const NESTED = "[role=group],[role=menu],[role=treeitem],[role=menuitem]";
/**
 * Returns the box of an element without the nested items that it shows, so that an expanded tree item is only its own
 * row. For an SVG element, the clipped parts are left out.
 * @param {Element} el @param {Box} box @returns {Box}
 */
export const rowOf = (el, box) => {
  if (!isOpen(el)) return clippedBox(el, box);
  const inner = queryFirst(el, NESTED);
  const within = inner && toBox(rect(inner));
  if (!within || isEmpty(within) || within[1] < box[1] + LEAST_SIDE || within[0] >= box[2]) return box;
  return [box[0], box[1], box[2], Math.min(box[3], within[1])];
};

/** Whether an element shows nested items. A tree item without `aria-expanded` counts too. @param {Element} el */
const isOpen = (el) => {
  const said = attr(el, "aria-expanded");
  return is(el, "[role=treeitem]") ? said !== "false" : said === "true" && is(el, "[role=menuitem]");
};

/** Minimum size of a clipped box that is still visible and can be hit, px. */
const LEAST = 2;
/**
 * Returns the boxes of an element without a box of its own: the shapes of an image map area, or the lines of the
 * element's content (`display: contents`, overflowing boxes).
 * @param {Element} el @param {string} tag
 */
export const inner = (el, tag) => {
  if (tag === "area") return areaBoxes(el);
  const found = Array.from(contentRects(el), toBox).filter((box) => !isEmpty(box));
  return found.length > 0 ? found : slotted(el);
};
/**
 * Returns the boxes of the content of an element: of each descendant that has a box, without looking inside it.
 * @param {Element} el
 */
const slotted = (el) => {
  /** @type {Box[]} */
  const found = [];
  /** @type {Node[]} */
  const rest = [el];
  for (let left = MANY; rest.length > 0 && left > 0; left -= 1) {
    const node = /** @type {Node} */ (rest.shift());
    const own = Array.from(isElement(node) ? rects(node) : contentRects(node), toBox).filter((box) => !isEmpty(box));
    found.push(...own);
    if (own.length === 0 && isElement(node)) eachChild(node, read.localName.call(node), (child) => rest.push(child));
  }
  return found;
};
/**
 * Returns where an element is, as one box: its own box or, if it has none, the union of the boxes of its content; null
 * if nothing has a box. All code that records a position, or checks whether it changed, must use this function. With
 * two different measures, elements at rest would seem to move.
 * @param {Element} el @param {Box} [own] its bounding box, if known
 */
export const placeOf = (el, own = toBox(rect(el))) => {
  if (!isEmpty(own)) return own;
  const found = inner(el, read.localName.call(el));
  if (found.length === 0) return rects(el).length > 0 ? own : null;
  return found.reduce(([left, top, right, bottom], box) => [
    Math.min(left, box[0]),
    Math.min(top, box[1]),
    Math.max(right, box[2]),
    Math.max(bottom, box[3]),
  ]);
};
/**
 * Returns the boxes of an element that are visible inside a clip: those of its lines, its own box, or those of its
 * content.
 * @param {Element} el @param {string} tag @param {Box} box @param {Box} clip @param {string} display
 */
export const seenBoxes = (el, tag, box, clip, display) => {
  let found = [rowOf(el, box)];
  if (display === "inline" && !isSvg(el)) found = withPictures(el, Array.from(rects(el), toBox));
  if (found.every(isEmpty)) found = inner(el, tag);
  const seen = [];
  for (const whole of found) {
    const b = meet(whole, clip);
    if (isEmpty(b) || area(b) < 4) continue;
    const [wide, high] = [b[2] - b[0], b[3] - b[1]];
    if (wide < LEAST && whole[2] - whole[0] >= LEAST) continue;
    if (high < LEAST && whole[3] - whole[1] >= LEAST) continue;
    seen.push(b);
  }
  return seen;
};
