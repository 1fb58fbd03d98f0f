// Tells of what is not painted now that the pointer brings it, and what of a box something covers.
import { attr, hit, holds, is, parent, read, rect } from "./dom.js";
import { hasHoverRules, holdersOnHover, isShownOnHover, renderedOnHover } from "./hover_rules.js";
import { labelHint } from "./label_hint.js";
import { nameOf } from "./names.js";
import { checkVisibility, computed, few, isUnpainted, queryCss, rootNode, seenText, textContent } from "./native.js";
import { comesOnHover, doubtOf } from "./paint.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { line, textOf } from "./text.js";
import { GRAPHIC, LONGEST, PARTS, STEPS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Of a control that a clear box brings, px; and how many it holds. */
const LARGEST = { width: 160, height: 48 };
/** Controls that a rule renders only then, in one look. */
const COMING = 200;

const ASKED = 300;
const MOST_UNSURE = 64;
/**
 * Notes of which of those found nobody knows whether they are painted, and at a mark beside one what would come
 * there under the pointer. A look without a picture takes out those that a style rule shows only then.
 * @param {Item[]} found @param {WalkResult} walk @param {boolean} isPictured whether a picture decides
 */
export const noteUnsure = (found, walk, isPictured) => {
  if (!isPictured && !hasHoverRules()) return found;
  const unsure = [];
  for (const item of found.slice(0, ASKED)) {
    const doubt = doubtOf(item, walk);
    if (doubt === 0) continue;
    item.doubt = doubt;
    unsure.push(item);
    // A page has a few in view; where there are very many, the others count as painted.
    if (unsure.length === MOST_UNSURE) break;
  }
  const coming = unsure.filter(({ el, doubt }) => doubt === 2 && (isPictured || comesOnHover(el)));
  const sure = unsure.length > 0 ? found.filter(({ doubt }) => !doubt) : found;
  noteOnHover(sure, [
    ...new Set([
      ...coming.map(({ el }) => el),
      ...walk.clear.flatMap(comingIn),
      ...renderedOnHover().flatMap(controlsIn).slice(0, COMING),
    ]),
  ]);
  if (isPictured || coming.length === 0) return found;
  const gone = new Set(coming);
  return found.filter((item) => !gone.has(item));
};

const CONTROLS = "button,a[href],[role=button],[role=link],[role=menuitem]";
/** @param {Element} box */
const controlsIn = (box) => (is(box, CONTROLS) ? [box] : [...queryCss(box, CONTROLS)].slice(0, PARTS));
/** The controls of a clear box that a style rule shows when the pointer comes. @param {Element} box */
const comingIn = (box) => {
  const inside = controlsIn(box);
  if (inside.length === 0 || inside.length >= PARTS || !isShownOnHover(box)) return [];
  return inside.filter((el) => {
    const { width, height } = rect(el);
    return width > 0 && width <= LARGEST.width && height > 0 && height <= LARGEST.height;
  });
};
const DRAWINGS = "svg,img,canvas,i";
/** Whether nothing is drawn in a control, also when the pointer comes: the place of an arrow at an item without others. @param {Element} el */
const isBlank = (el) => {
  const parts = [el, ...(few(el, PARTS) ?? [])];
  if (/[^\s\u00a0]/.test(textContent(el)) || parts.some((one) => is(one, DRAWINGS))) return false;
  return parts.every(
    (one) =>
      !hasOwnPaint(one) &&
      ["::before", "::after"].every((at) => /^(?:none|normal)$/.test(getComputedStyle(one, at).content)),
  );
};
/** @param {Element} el */
const hasOwnPaint = (el) => {
  const { backgroundImage, backgroundColor, borderTopWidth, borderTopColor } = computed(el);
  return (
    is(el, "button,input") ||
    backgroundImage !== "none" ||
    !isUnpainted(backgroundColor) ||
    (parseFloat(borderTopWidth) > 0 && !isUnpainted(borderTopColor))
  );
};
/**
 * Notes at the mark nearest to each what would come there.
 * @param {Item[]} kept @param {Element[]} coming in the order of the document
 */
const noteOnHover = (kept, coming) => {
  if (coming.length === 0) return;
  /** @type {Map<Element, Item>} */
  const around = new Map();
  for (const item of kept) {
    let at = /** @type {Element | null} */ (item.el);
    for (let i = 0; at && i < STEPS; at = parent(at), i += 1) if (!around.has(at)) around.set(at, item);
  }
  for (const el of coming) {
    if (is(el, ":disabled,[aria-disabled=true]") || saysOnHover(el) === "" || isBlank(el)) continue;
    const holders = holdersOnHover(el);
    if (holders.length === 0 && !comesOnHover(el)) continue;
    let at = parent(el);
    for (let i = 0; at && i < STEPS; at = parent(at), i += 1) {
      const item = around.get(at);
      if (!item) {
        // What comes in a row without a mark comes nowhere else.
        if (is(at, "tr,[role=row]")) break;
        continue;
      }
      // The pointer on that mark must be where a rule wants it.
      if (!holders.every((group) => group.some((holder) => holds(holder, item.el)))) continue;
      item.onHover = [...(item.onHover ?? []), el];
      break;
    }
  }
};

/** What a control that the pointer brings is called; what is hidden has no name until then. @param {Element} el */
export const saysOnHover = (el) => {
  const words = nameOf(el) || attr(el, "aria-label") || attr(el, "title") || seenText(el);
  return line(words, LONGEST) || labelHint(el, "") || signOf(el);
};
/** The sign that a style sheet writes into a part. @param {Element} el */
const signOf = (el) => {
  for (const at of ["::before", "::after"]) {
    const [, sign] = getComputedStyle(el, at).content.match(/^"([^"\\\p{Co}]{1,3})"$/u) ?? [];
    if (sign) return sign;
  }
  return "";
};

const HOST = { width: 480, height: 96 };
/**
 * Draws the one control of a custom element as large as the element, of which it is the middle.
 * @param {Item[]} found
 */
export const growToHosts = (found) => {
  /** @type {Map<Element, Item[]>} */
  const inside = new Map();
  for (const item of found) {
    const root = item.isOccluded ? null : rootNode(item.el);
    if (!(root instanceof ShadowRoot)) continue;
    const host = read.host.call(root);
    inside.set(host, [...(inside.get(host) ?? []), item]);
  }
  for (const [host, items] of inside) {
    const [item] = items;
    if (items.length > 1 || item.boxes.length !== 1 || !BUTTONS.has(item.tag)) continue;
    const [left, top, right, bottom] = item.boxes[0];
    const box = toBox(rect(host));
    const isAround = box[0] <= left + 1 && box[1] <= top + 1 && box[2] >= right - 1 && box[3] >= bottom - 1;
    const isSmall = box[2] - box[0] <= HOST.width && box[3] - box[1] <= HOST.height;
    if (!isAround || !isSmall || area(box) > 8 * area(item.boxes[0])) continue;
    if (textOf(host) !== textOf(item.el)) continue;
    const grown = item.clip ? meet(box, item.clip) : box;
    const met = hit((grown[0] + grown[2]) / 2, (grown[1] + grown[3]) / 2);
    if (met && holds(item.el, met)) item.boxes = [grown];
  }
};

const BUTTONS = new Set(["a", "button"]);

/**
 * The part of a box that shows, where hit tests met something else on the rest of it.
 * @param {Item} item
 */
export const cutByCover = (item) => {
  const { el, boxes, over, missed, points } = item;
  if (!over || !missed || missed.length === 0 || !points || points.length === 0 || boxes.length !== 1) return;
  // What is drawn for a clear field lies over it.
  const frame = item.isClear ? parent(el) : null;
  if (frame && holds(frame, over) && wordsIn(over) === "") return;
  // The outermost painted box of what covers it: a whole dialog, not the field in it that was met.
  let cover = isOpaque(over) ? over : null;
  for (let up = parent(over); up && !holds(up, el); up = parent(up)) {
    const box = toBox(rect(up));
    if (isOpaque(up) && missed.every(([x, y]) => isIn(box, x, y)) && !points.some(([x, y]) => isIn(box, x, y)))
      cover = up;
  }
  if (!cover) return;
  const left = beside(boxes[0], toBox(rect(cover)))
    .filter((box) => box[2] - box[0] >= 4 && box[3] - box[1] >= 4)
    .sort((a, b) => area(b) - area(a))
    .find((box) => points.every(([x, y]) => isIn(box, x, y)) && !missed.some(([x, y]) => isIn(box, x, y)));
  const covered = toBox(rect(cover));
  const rest = beside(boxes[0], covered).filter((part) => area(part) > 0);
  // What is clear hides nothing, and a box that is cut off itself not all that its own box does.
  const isWhole =
    checkVisibility(cover, { opacityProperty: true }) &&
    missed.every(([x, y]) => isIn(covered, x, y)) &&
    !points.some(([x, y]) => isIn(covered, x, y));
  if (isWhole && rest.length > 1 && rest.every((part) => [0, 1].some((i) => isThin(part, boxes[0], i)))) {
    item.isRim = true;
    return;
  }
  // What is left of a corner that is covered has no other box than the whole.
  const seen = area(boxes[0]) - area(meet(boxes[0], toBox(rect(cover))));
  if (!left || area(left) <= 0.9 * seen) return;
  const isRim = [0, 1].some((i) => isThin(left, boxes[0], i));
  Object.assign(item, isRim ? { isRim } : { boxes: [left], share: 1 });
};

/** Whether a part of a box is its rim, across (0) or down (1). @param {Box} part @param {Box} box @param {number} i */
const isThin = (part, box, i) => part[i + 2] - part[i] < RIM && RIMMED * (part[i + 2] - part[i]) <= box[i + 2] - box[i];
/** Less than so many px of a side, of so many times more, is the rim of something covered: nobody sees what it is. */
const RIM = 6;
const RIMMED = 3;
/** Whether a box hides what is below it. @param {Element} el */
const isOpaque = (el) => {
  const { backgroundColor, backgroundImage } = computed(el);
  return !isUnpainted(backgroundColor) || backgroundImage !== "none" || GRAPHIC.has(read.localName.call(el));
};
/** @param {Box} box @param {number} x @param {number} y */
const isIn = ([left, top, right, bottom], x, y) => x >= left && x < right && y >= top && y < bottom;
/** What of a box lies beside another one. @param {Box} box @param {Box} other */
const beside = (box, other) => {
  const [left, top, right, bottom] = meet(box, other);
  if (isEmpty([left, top, right, bottom])) return [];
  return [
    [box[0], box[1], left, box[3]],
    [right, box[1], box[2], box[3]],
    [box[0], box[1], box[2], top],
    [box[0], bottom, box[2], box[3]],
  ];
};
