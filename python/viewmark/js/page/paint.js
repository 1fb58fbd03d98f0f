// Estimates from styles whether a candidate is visible to the user: certainly, perhaps or hardly.
//
// Styles cannot decide every case (text-shadow, ::marker, a missing image, text in the colour of its background), and
// no list of properties is complete. Therefore this file only decides which elements are certain to be painted. The
// screenshot decides the rest, if the observation has one. To support another property here saves that check for some
// elements, and never removes a mark.
import { TEXT } from "./candidates.js";
import { contentRects, eachChild, hit, holds, is, isElement, parent, read, rect, rootOf } from "./dom.js";
import { isEditor, isTextControl } from "./element_kinds.js";
import { isShownOnHover, isTintedOnHover } from "./hover_rules.js";
import { labelsOf } from "./labels.js";
import { hasInk } from "./letters.js";
import { computed, isSvg, isUnpainted, memo, nextElement, queryCss } from "./native.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { CELLS, GRAPHIC, MANY, NATIVE_TICKS, EDGE, LEAST_SIDE } from "./vocabulary.js";

const NONE = 0;
const PERHAPS = 1;
const SURE = 2;

/** Maximum size of a target that paints nothing, px. A larger transparent box is a layer over other content. */
const LARGEST = { width: 80, height: 48 };
/** Minimum share of a candidate that must be visible. Less may contain none of its text. */
const LEFT = 0.3;
/** Minimum difference between a colour and its background that can be seen, in any of the 255 levels of a channel. */
const SEEN = 8;
const FIELDS = new Set("input select textarea option audio video iframe area".split(" "));
/** Elements that always paint, regardless of their styles. */
const DRAWN = new Set(
  "input select textarea video audio embed object iframe meter progress use image foreignObject".split(" "),
);
const SHAPES = new Set("path rect circle ellipse line polyline polygon text tspan textPath".split(" "));
const SKIP = new Set(
  "script style template title desc defs clipPath mask symbol linearGradient radialGradient pattern filter".split(" "),
);
const stackAt = Document.prototype.elementsFromPoint;

/** @typedef {[number, number, number, number]} Rgba */
/** @type {Map<string, Rgba | null>} */
const colours = new Map();
/** Parses a colour; null if it is not written as rgb() or rgba(). @param {string} text */
const rgba = (text) => {
  let found = colours.get(text);
  if (found !== undefined) return found;
  const part = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  found = part ? [+part[1], +part[2], +part[3], part[4] === undefined ? 1 : +part[4]] : null;
  if (colours.size > 500) colours.clear();
  colours.set(text, found);
  return found;
};

/** @typedef {{colour: Rgba | null, isVeiled: boolean}} Ground */
const WHITE = /** @type {Rgba} */ ([255, 255, 255, 1]);
/** Filters that may make the content of a box fainter than its own styles indicate. */
const VEILS = /opacity|brightness|contrast|blur|url/;
/** @param {CSSStyleDeclaration} style */
const veils = (style) =>
  style.maskImage !== "none" || (style.filter !== "none" && VEILS.test(style.filter)) || +style.opacity < 0.3;
/**
 * Returns the background colour behind the content of an element, found among its ancestors; null if it is an image or
 * gradient. `isVeiled` states whether a style makes the content fainter.
 * @param {Element} el @returns {Ground}
 */
const groundOf = (el) => {
  const known = memo("ground");
  const way = [];
  /** @type {Ground | undefined} */
  let ground;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    ground = known.get(at);
    if (ground) break;
    way.push(at);
  }
  if (!ground) {
    const root = way[way.length - 1];
    ground = { colour: !root || !computed(root).colorScheme.includes("dark") ? WHITE : null, isVeiled: false };
  }
  for (let i = way.length - 1; i >= 0; i -= 1) {
    const style = computed(way[i]);
    /** @type {Ground} */
    const below = ground;
    const isVeiled = below.isVeiled || veils(style);
    let { colour } = below;
    const own = style.backgroundImage === "none" ? rgba(style.backgroundColor) : null;
    if (own === null || own[3] === 1) colour = own;
    else if (own[3] > 0 && colour) {
      const [under, share] = [colour, own[3]];
      colour = /** @type {any} */ (own.map((v, c) => (c === 3 ? 1 : v * share + under[c] * (1 - share))));
    }
    if (colour !== below.colour || isVeiled !== below.isVeiled) ground = { colour, isVeiled };
    known.set(way[i], ground);
  }
  return ground;
};
/**
 * Whether a colour can be seen on a background. On an unknown background, any opaque colour can.
 * @param {string} text @param {Rgba | null} ground
 */
const differs = (text, ground) => {
  if (isUnpainted(text)) return false;
  const own = rgba(text);
  if (!own || !ground) return !own || own[3] > 0.1;
  return own.some((v, c) => c < 3 && Math.abs(v - ground[c]) * own[3] >= SEEN);
};

/**
 * Returns how sure it is that a box paints a background, border, outline or shadow.
 * @param {CSSStyleDeclaration} style @param {Rgba | null} ground
 */
const ofBox = (style, ground) => {
  if (differs(style.backgroundColor, ground)) return SURE;
  if (parseFloat(style.borderTopWidth) > 0 && differs(style.borderTopColor, ground)) return SURE;
  if (parseFloat(style.borderBottomWidth) > 0 && differs(style.borderBottomColor, ground)) return SURE;
  if (parseFloat(style.borderLeftWidth) > 0 && differs(style.borderLeftColor, ground)) return SURE;
  if (parseFloat(style.borderRightWidth) > 0 && differs(style.borderRightColor, ground)) return SURE;
  if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) return PERHAPS;
  const isNamed = style.backgroundImage !== "none" || style.boxShadow !== "none" || style.borderImageSource !== "none";
  return isNamed ? PERHAPS : NONE;
};
/**
 * Returns how sure it is that the text or box of a pseudo-element is painted.
 * @param {Element} el @param {string} pseudo @param {Rgba | null} ground
 */
const ofPseudo = (el, pseudo, ground) => {
  const style = computed(el, pseudo);
  const { content } = style;
  if (content === "none" || content === "normal" || +style.opacity < 0.03 || style.display === "none") return NONE;
  if (/^"\s*"$/.test(content)) return Math.min(ofBox(style, ground), veils(style) ? PERHAPS : SURE);
  if (!content.startsWith('"')) return PERHAPS;
  return differs(style.color, ground) && !veils(style) ? SURE : Math.max(PERHAPS, ofBox(style, ground));
};
/**
 * Returns how sure it is that an SVG shape is painted.
 * @param {CSSStyleDeclaration} style @param {Rgba | null} ground
 */
const ofShape = (style, ground) => {
  const { fill, stroke } = style;
  if (fill.startsWith("url") || stroke.startsWith("url")) return PERHAPS;
  if (fill !== "none" && +style.fillOpacity > 0.1 && differs(fill, ground)) return SURE;
  const isDrawn = stroke !== "none" && +style.strokeOpacity > 0.1 && parseFloat(style.strokeWidth) > 0;
  return isDrawn && differs(stroke, ground) ? SURE : NONE;
};
/**
 * Returns how sure it is that an element itself paints something, without its descendants.
 * @param {Element} el @param {CSSStyleDeclaration} style
 */
const ofElement = (el, style) => {
  const tag = read.localName.call(el);
  if (style.visibility !== "visible" || +style.opacity < 0.03 || style.display === "none") return NONE;
  if (DRAWN.has(tag)) return tag === "input" && el.type === "hidden" ? NONE : SURE;
  const up = parent(el);
  const ground = up ? groundOf(up).colour : WHITE;
  if (isSvg(el) && tag !== "svg") return SHAPES.has(tag) ? ofShape(style, ground) : NONE;
  if (el instanceof HTMLImageElement) {
    // An image of one or two pixels only keeps a place. A missing image may still show its border.
    return el.complete && el.naturalWidth > 2 ? SURE : Math.max(PERHAPS, ofBox(style, ground));
  }
  const own = ofBox(style, ground);
  if (own === SURE) return SURE;
  const inside = groundOf(el).colour;
  const generated = Math.max(ofPseudo(el, "::before", inside), ofPseudo(el, "::after", inside));
  if (generated === SURE) return SURE;
  const isMarked = style.display === "list-item" && (style.listStyleType !== "none" || style.listStyleImage !== "none");
  const isReplaced = tag === "canvas" || (style.content !== "normal" && style.content !== "none");
  return isMarked || isReplaced ? PERHAPS : Math.max(own, generated);
};

/**
 * Returns the box of a drawn element. A straight SVG line has a box without thickness, so it is made thicker here.
 * @param {Element} el
 */
const drawnBox = (el) => {
  const [left, top, right, bottom] = toBox(rect(el));
  const [x, y] = [left, top].map((at, i) => (isSvg(el) && at === [right, bottom][i] ? 1 : 0));
  return /** @type {Box} */ ([left - x, top - y, right + x, bottom + y]);
};
/**
 * Returns how sure it is that an element or its descendants paint something inside a box.
 * @param {Element} el @param {Box} box
 */
const ofAll = (el, box) => {
  let best = NONE;
  let left = MANY;
  /** @type {[Element, boolean][]} */
  const rest = [[el, false]];
  while (rest.length > 0) {
    const [at, isFaint] = /** @type {[Element, boolean]} */ (rest.pop());
    const tag = read.localName.call(at);
    if (SKIP.has(tag)) continue;
    // Among so many descendants, something is surely visible, so the rest is not examined.
    if ((left -= 1) < 0) return SURE;
    const style = computed(at);
    if (+style.opacity < 0.03 || style.display === "none") continue;
    const isVeiled = isFaint || (at !== el && veils(style));
    if (at === el || !isEmpty(meet(drawnBox(at), box))) {
      best = Math.max(best, Math.min(ofElement(at, style), isVeiled ? PERHAPS : SURE));
      if (best === SURE) return SURE;
    }
    if (tag === "select" || tag === "iframe" || style.contentVisibility === "hidden") continue;
    /** @type {Element[]} */
    const inside = [];
    eachChild(at, tag, (node) => {
      if (isElement(node)) inside.push(node);
    });
    for (const one of inside.reverse()) rest.push([one, isVeiled]);
  }
  return best;
};

/**
 * Where the last search found text in a box. The next search starts here, because the next candidate is likely to be
 * near.
 */
let last = 0;
/** Whether there is text in a box, among the boxes of text in the page. @param {Box} box @param {WalkResult} walk */
const hasWords = (box, { ink, icons }) => {
  const start = last < ink.length ? last : 0;
  for (let n = 0; n < ink.length; n += 4) {
    const i = (start + n) % ink.length;
    const isBeside =
      ink[i] >= box[2] || ink[i + 1] >= box[3] || ink[i] + ink[i + 2] <= box[0] || ink[i + 1] + ink[i + 3] <= box[1];
    if (isBeside || icons.has(i)) continue;
    last = i;
    return true;
  }
  return false;
};
/** Returns the element that contains the first text of an element; null if it has no text. @param {Element} el */
const speaker = (el) => {
  const first = rootOf(el) ? null : read.firstChild.call(el);
  if (first && read.nodeType.call(first) === 3 && hasInk(read.data.call(first))) return el;
  /** @type {(Child | Element)[]} */
  const rest = [el];
  for (let i = 0; i < MANY && rest.length > 0; i += 1) {
    const node = /** @type {Child | Element} */ (rest.pop());
    if (!isElement(node)) {
      if (read.nodeType.call(node) === 3 && hasInk(read.data.call(node))) return parent(node);
      continue;
    }
    const tag = read.localName.call(node);
    if (SKIP.has(tag)) continue;
    /** @type {Child[]} */
    const inside = [];
    eachChild(node, tag, (child) => inside.push(child));
    for (const one of inside.reverse()) rest.push(one);
  }
  return null;
};
/**
 * Returns how sure it is that text in a box is painted: the text of the element, or of elements below it.
 * @param {Element} el @param {Box} box @param {WalkResult} walk
 */
const ofWords = (el, box, walk) => {
  if (!hasWords(box, walk)) return NONE;
  const by = speaker(el);
  if (!by) return SURE;
  const style = computed(by);
  const colour = isSvg(by) ? style.fill : style.webkitTextFillColor;
  if (isUnpainted(colour)) return NONE;
  const ground = groundOf(by);
  return differs(colour, ground.colour) && !ground.isVeiled ? SURE : PERHAPS;
};

/** Whether the pointer would find an image behind an element. @param {Element} el @param {Box} box */
const isOnPicture = (el, box) =>
  stackAt
    .call(document, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    .some((at) => !holds(el, at) && !holds(at, el) && GRAPHIC.has(read.localName.call(at)));
/**
 * Returns how sure it is that an ancestor of about the same size paints a frame around an element.
 * @param {Element} el @param {Box} box
 */
const ofFrame = (el, box) => {
  let best = NONE;
  for (let up = parent(el), i = 0; up && i < 3; up = parent(up), i += 1) {
    const around = toBox(rect(up));
    if (area(around) > 2 * area(box) || around.some((edge, k) => Math.abs(edge - box[k]) > EDGE)) break;
    best = Math.max(best, ofElement(up, computed(up)));
  }
  return best;
};

/**
 * If a descendant of a candidate is visible outside the candidate's box, moves the box there. Returns whether it did.
 * @param {Item} item @param {WalkResult} walk
 */
const isMovedOut = (item, walk) => {
  const [box] = item.boxes;
  const parts = Array.prototype.slice.call(queryCss(item.el, "*"), 0, MANY);
  for (const line of [...parts.map(rect), ...[...contentRects(item.el)].slice(0, MANY)]) {
    const seen = item.clip ? meet(toBox(line), item.clip) : toBox(line);
    if (isEmpty(seen) || area(seen) < 16 || !isEmpty(meet(seen, box))) continue;
    const [x, y] = [(seen[0] + seen[2]) / 2, (seen[1] + seen[3]) / 2];
    const at = hit(x, y);
    if (!at || !holds(item.el, at)) continue;
    if (ofWords(at, seen, walk) !== SURE && ofAll(at, seen) !== SURE) continue;
    Object.assign(item, { boxes: [seen], box: seen, points: [[x, y]], share: 1 });
    return true;
  }
  return false;
};

/**
 * Whether a checkbox or radio itself is transparent, because another element is painted for it or it appears on hover.
 * @param {Item} item
 */
const isClearBox = ({ el, tag, boxes: [box], isClear, isFaded, isOccluded }) =>
  tag === "input" &&
  (isClear || isFaded) === true &&
  !isOccluded &&
  is(el, NATIVE_TICKS) &&
  Math.min(box[2] - box[0], box[3] - box[1]) >= LEAST_SIDE;
/** Returns the next sibling, if it is painted in the same place. @param {Element} el @param {Box} box */
const drawnBehind = (el, box) => {
  const next = nextElement(el);
  return next && area(meet(toBox(rect(next)), box)) > area(box) / 2 ? [next] : [];
};
/**
 * Returns how sure it is that something is painted for a transparent checkbox: its label, which may be beside it, or an
 * element around or inside it.
 * @param {Item} item @param {WalkResult} walk
 */
const ofClearBox = ({ el, boxes: [box] }, walk) => {
  let best = ofFrame(el, box);
  for (const label of [...labelsOf(el), ...drawnBehind(el, box)]) {
    const around = toBox(rect(label));
    best = Math.max(best, ofWords(label, around, walk), ofAll(label, around));
  }
  if (best === SURE) return 0;
  return best === PERHAPS ? 1 : 2;
};

/**
 * Returns how doubtful it is that a candidate is visible: 0 for surely visible, 1 for perhaps, 2 for hardly.
 * @param {Item} item @param {WalkResult} walk
 */
export const doubtOf = (item, walk) => {
  const { el, tag, kind, boxes, control, isOccluded, isScroller } = item;
  if (isClearBox(item)) return ofClearBox(item, walk);
  if (kind === TEXT || isOccluded || isScroller || FIELDS.has(tag) || boxes.length !== 1) return 0;
  // What is painted for a hidden text field is the place to click, even if it is empty.
  if (control && (isTextControl(control) || isEditor(control))) return 0;
  const [box] = boxes;
  const isLarge = box[2] - box[0] > LARGEST.width || box[3] - box[1] > LARGEST.height;
  let best = ofWords(el, box, walk);
  // If most of the box is clipped, the visible part may contain no text.
  if (area(box) < LEFT * area(item.box)) best = Math.min(best, PERHAPS);
  if (best < SURE && isLarge && (tag === "canvas" || is(el, CELLS))) return 0;
  if (best < SURE) best = Math.max(best, ofAll(el, box));
  if (best < SURE) best = Math.max(best, ofFrame(el, box));
  if (best === SURE) return groundOf(el).isVeiled ? 1 : 0;
  if (isEditor(el) || isOnPicture(el, box) || isMovedOut(item, walk)) return 0;
  return best === PERHAPS || isLarge ? 1 : 2;
};

/**
 * Whether neither an element nor its descendants paint anything in the element's box.
 * @param {Item} item
 */
export const paintsNothing = ({ el, box }) => ofAll(el, box) === NONE;

/** Whether text is transparent until a hover rule gives it a colour. @param {Element} el */
const isTinted = (el) => isUnpainted(computed(el).webkitTextFillColor) && isTintedOnHover(el);
/** Whether a style rule makes an element or one of its descendants visible on hover. @param {Element} el */
export const comesOnHover = (el) => {
  const inside = queryCss(el, "*");
  return [el, ...Array.prototype.slice.call(inside, 0, MANY)].some((at) => isShownOnHover(at) || isTinted(at));
};
