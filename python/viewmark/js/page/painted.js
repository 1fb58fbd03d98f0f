// Finds elements that are painted only on hover, and computes the uncovered part of a box.
import { attr, hit, holds, is, parent, read, rect } from "./dom.js";
import { hasHoverRules, holdersOnHover, isShownOnHover, renderedOnHover } from "./hover_rules.js";
import { labelHint } from "./label_hint.js";
import { nameOf } from "./names.js";
import { checkVisibility, computed, few, generatedIn, isUnpainted, queryCss, rootNode } from "./native.js";
import { seenText, textContent } from "./native.js";
import { comesOnHover, doubtOf } from "./paint.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { line, textOf } from "./text.js";
import { GRAPHIC, LONGEST, PARTS, STEPS, MANY, MOST_READ } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Maximum size of a control that appears on hover in a transparent box, px. */
const LARGEST = { width: 160, height: 48 };

/**
 * Records which items may not be painted, and assigns each element that appears on hover to the nearest item with a
 * mark. Without a screenshot to decide, items that are visible only on hover are removed.
 * @param {Item[]} found @param {WalkResult} walk @param {boolean} isPictured whether a screenshot decides
 */
export const noteUnsure = (found, walk, isPictured) => {
  if (!isPictured && !hasHoverRules()) return found;
  const unsure = [];
  for (const item of found.slice(0, MOST_READ)) {
    const doubt = doubtOf(item, walk);
    if (doubt === 0) continue;
    item.doubt = doubt;
    unsure.push(item);
    // A page usually has few doubtful items in view, so only the first ones are examined; the others count as painted.
    if (unsure.length === MANY) break;
  }
  const coming = unsure.filter(({ el, doubt }) => doubt === 2 && (isPictured || comesOnHover(el)));
  const sure = unsure.length > 0 ? found.filter(({ doubt }) => !doubt) : found;
  noteOnHover(sure, [
    ...new Set([
      ...coming.map(({ el }) => el),
      ...walk.clear.flatMap(comingIn),
      ...renderedOnHover().flatMap(controlsIn).slice(0, MOST_READ),
    ]),
  ]);
  if (isPictured || coming.length === 0) return found;
  const gone = new Set(coming);
  return found.filter((item) => !gone.has(item));
};

const CONTROLS = "button,a[href],[role=button],[role=link],[role=menuitem]";
/** @param {Element} box */
const controlsIn = (box) => (is(box, CONTROLS) ? [box] : [...queryCss(box, CONTROLS)].slice(0, PARTS));
/** Returns the controls in a transparent box that a style rule makes visible on hover. @param {Element} box */
const comingIn = (box) => {
  const inside = controlsIn(box);
  if (inside.length === 0 || inside.length >= PARTS || !isShownOnHover(box)) return [];
  return inside.filter((el) => {
    const { width, height } = rect(el);
    return width > 0 && width <= LARGEST.width && height > 0 && height <= LARGEST.height;
  });
};
const DRAWINGS = "svg,img,canvas,i";
/**
 * Whether a control paints nothing even on hover, such as the empty toggle of a tree item without children.
 * @param {Element} el
 */
const isBlank = (el) => {
  const parts = [el, ...(few(el, PARTS) ?? [])];
  if (textContent(el).trim() !== "" || parts.some((one) => is(one, DRAWINGS))) return false;
  return parts.every((one) => !hasOwnPaint(one) && generatedIn(one).length === 0);
};
/** Whether an element paints a background or border of its own, or is a native button or input. @param {Element} el */
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
 * Assigns each element that appears on hover to the nearest item around it that has a mark.
 * @param {Item[]} kept @param {Element[]} coming in document order
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
        // A control that appears in a table row without a mark is not assigned to anything outside that row.
        if (is(at, "tr,[role=row]")) break;
        continue;
      }
      // The pointer must be over the item for the control to appear, so the item must be inside an element that the
      // `:hover` rule is about.
      if (!holders.every((group) => group.some((holder) => holds(holder, item.el)))) continue;
      item.onHover = [...(item.onHover ?? []), el];
      break;
    }
  }
};

/**
 * Returns the name of a control that appears on hover, or a guess from its label, icon or text. As long as its content
 * is hidden, such a control may have no accessible name.
 * @param {Element} el
 */
export const saysOnHover = (el) => {
  const words = nameOf(el) || attr(el, "aria-label") || attr(el, "title") || seenText(el);
  return line(words, LONGEST) || labelHint(el, "") || signOf(el);
};
/**
 * Returns the short text, such as an arrow, that a style sheet generates in an element.
 * @param {Element} el
 */
const signOf = (el) => {
  const [sign] = generatedIn(el).flatMap((text) => text.match(/^"([^"\\\p{Co}]{1,3})"$/u)?.[1] ?? []);
  return sign ?? "";
};

const HOST = { width: 480, height: 96 };
/**
 * Enlarges the box of the only control in a custom element to the box of that element, if the two look like one
 * control.
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
 * Reduces the box of an item to the part that nothing covers, if hit tests on the rest met another element.
 * @param {Item} item
 */
export const cutByCover = (item) => {
  const { el, boxes, over, missed, points } = item;
  if (!over || !missed || missed.length === 0 || !points || points.length === 0 || boxes.length !== 1) return;
  // The element painted for a transparent field lies over the field but belongs to it, so it hides nothing of the
  // field.
  const frame = item.isClear ? parent(el) : null;
  if (frame && holds(frame, over) && wordsIn(over) === "") return;
  // What covers the item is the outermost painted ancestor of the element that was hit, such as the whole dialog
  // instead of a field in it.
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
  // A transparent element hides nothing, and a clipped one hides less than its box suggests.
  const isWhole =
    checkVisibility(cover, { opacityProperty: true }) &&
    missed.every(([x, y]) => isIn(covered, x, y)) &&
    !points.some(([x, y]) => isIn(covered, x, y));
  if (isWhole && rest.length > 1 && rest.every((part) => [0, 1].some((i) => isThin(part, boxes[0], i)))) {
    item.isRim = true;
    return;
  }
  // If only a corner is covered, the rest is no rectangle, so the whole box is kept.
  const seen = area(boxes[0]) - area(meet(boxes[0], toBox(rect(cover))));
  if (!left || area(left) <= 0.9 * seen) return;
  const isRim = [0, 1].some((i) => isThin(left, boxes[0], i));
  Object.assign(item, isRim ? { isRim } : { boxes: [left], share: 1 });
};

/**
 * Whether a part of a box is only a thin strip, measured in width (i = 0) or height (i = 1).
 * @param {Box} part @param {Box} box @param {number} i
 */
const isThin = (part, box, i) => part[i + 2] - part[i] < RIM && RIMMED * (part[i + 2] - part[i]) <= box[i + 2] - box[i];
/** Maximum thickness of a strip, px. Such a strip is not enough to recognize an element. */
const RIM = 6;
/** Minimum ratio between the side of a box and the thickness of a strip at its edge. */
const RIMMED = 3;
/** Whether a box hides the content below it. @param {Element} el */
const isOpaque = (el) => {
  const { backgroundColor, backgroundImage } = computed(el);
  return !isUnpainted(backgroundColor) || backgroundImage !== "none" || GRAPHIC.has(read.localName.call(el));
};
/** @param {Box} box @param {number} x @param {number} y */
const isIn = ([left, top, right, bottom], x, y) => x >= left && x < right && y >= top && y < bottom;
/** Returns the parts of a box outside another box. @param {Box} box @param {Box} other */
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
