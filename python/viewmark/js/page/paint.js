// Tells whether a person sees something of a candidate, as far as styles say: for certain, perhaps, hardly.
//
// Styles cannot say all of it (text-shadow, ::marker, an image that is not there, words in the colour of their
// ground), and no list of properties is complete. So only what surely is painted is decided here; the rest is
// asked of the picture, where a look has one. What makes this list longer saves that question, and no mark.
import { TEXT } from "./candidates.js";
import { contentRects, eachChild, hit, holds, is, isElement, parent, read, rect, rootOf } from "./dom.js";
import { isEditor, isTextControl } from "./element_kinds.js";
import { isShownOnHover, isTintedOnHover } from "./hover_rules.js";
import { labelsOf } from "./labels.js";
import { hasInk } from "./letters.js";
import { computed, isSvg, isUnpainted, memo, nextElement, queryCss } from "./native.js";
import { area, isEmpty, meet, toBox } from "./rects.js";
import { CELLS, GRAPHIC, MANY } from "./vocabulary.js";

const NONE = 0;
const PERHAPS = 1;
const SURE = 2;

/** Larger boxes without paint are panes over something else, px. */
const LARGEST = { width: 80, height: 48 };
/** Of a candidate: less of it may show none of its words. */
const LEFT = 0.3;
/** Levels of 255 that a colour differs from its ground where a person sees it. */
const SEEN = 8;
const FIELDS = new Set("input select textarea option audio video iframe area".split(" "));
/** They paint by themselves, whatever their styles say. */
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
/** Null for what is not told in red, green and blue. @param {string} text */
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
/** What may make all in a box fainter than its styles say. */
const VEILS = /opacity|brightness|contrast|blur|url/;
/** @param {CSSStyleDeclaration} style */
const veils = (style) =>
  style.maskImage !== "none" || (style.filter !== "none" && VEILS.test(style.filter)) || +style.opacity < 0.3;
/**
 * The colour behind what stands in an element, by the boxes around it; null where a picture or a gradient
 * lies there. And whether something around makes it fainter. Read once for each element of a look.
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
    const isLight = !root || !/dark/.test(computed(root).colorScheme);
    ground = { colour: isLight ? WHITE : null, isVeiled: false };
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
/** Whether a colour shows on a ground; one that is not known does. @param {string} text @param {Rgba | null} ground */
const differs = (text, ground) => {
  if (isUnpainted(text)) return false;
  const own = rgba(text);
  if (!own || !ground) return !own || own[3] > 0.1;
  return own.some((v, c) => c < 3 && Math.abs(v - ground[c]) * own[3] >= SEEN);
};

/** What a box paints by itself. @param {CSSStyleDeclaration} style @param {Rgba | null} ground */
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
/** What generated content paints. @param {Element} el @param {string} pseudo @param {Rgba | null} ground */
const ofPseudo = (el, pseudo, ground) => {
  const style = computed(el, pseudo);
  const { content } = style;
  if (content === "none" || content === "normal" || +style.opacity < 0.03 || style.display === "none") return NONE;
  if (/^"\s*"$/.test(content)) return Math.min(ofBox(style, ground), veils(style) ? PERHAPS : SURE);
  if (!content.startsWith('"')) return PERHAPS;
  return differs(style.color, ground) && !veils(style) ? SURE : Math.max(PERHAPS, ofBox(style, ground));
};
/** What a shape of SVG paints. @param {CSSStyleDeclaration} style @param {Rgba | null} ground */
const ofShape = (style, ground) => {
  const { fill, stroke } = style;
  if (fill.startsWith("url") || stroke.startsWith("url")) return PERHAPS;
  if (fill !== "none" && +style.fillOpacity > 0.1 && differs(fill, ground)) return SURE;
  const isDrawn = stroke !== "none" && +style.strokeOpacity > 0.1 && parseFloat(style.strokeWidth) > 0;
  return isDrawn && differs(stroke, ground) ? SURE : NONE;
};
/**
 * What an element paints without what is in it.
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
    // One of a pixel or two holds a place; one that is not there may show its frame.
    const isThere = el.complete && el.naturalWidth > 2;
    return isThere ? SURE : Math.max(PERHAPS, ofBox(style, ground));
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

/** The box of a part; a straight line of a drawing has a thickness that no box tells. @param {Element} el */
const drawnBox = (el) => {
  const [left, top, right, bottom] = toBox(rect(el));
  const [x, y] = [left, top].map((at, i) => (isSvg(el) && at === [right, bottom][i] ? 1 : 0));
  return /** @type {Box} */ ([left - x, top - y, right + x, bottom + y]);
};
/**
 * What an element and all in it paint in a box.
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
    // Of many parts some are seen.
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

/** Where words were found last: those of the next candidate stand near. */
let last = 0;
/** Whether words stand in a box. @param {Box} box @param {WalkResult} walk */
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
/** Nodes in which the first words of an element are looked for. */
const NODES = 60;
/** The element in which the first words of a candidate stand. @param {Element} el */
const speaker = (el) => {
  const first = rootOf(el) ? null : read.firstChild.call(el);
  if (first && read.nodeType.call(first) === 3 && hasInk(read.data.call(first))) return el;
  /** @type {(Child | Element)[]} */
  const rest = [el];
  for (let i = 0; i < NODES && rest.length > 0; i += 1) {
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
/** What words paint in a box: its own, or those of others below. @param {Element} el @param {Box} box @param {WalkResult} walk */
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

/** Whether a picture lies behind an element. @param {Element} el @param {Box} box */
const isOnPicture = (el, box) =>
  stackAt
    .call(document, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    .some((at) => !holds(el, at) && !holds(at, el) && GRAPHIC.has(read.localName.call(at)));
/** Farthest edge of a frame, px. */
const MARGIN = 10;
/** A box of nearly its size around it is its frame. @param {Element} el @param {Box} box */
const ofFrame = (el, box) => {
  let best = NONE;
  for (let up = parent(el), i = 0; up && i < 3; up = parent(up), i += 1) {
    const around = toBox(rect(up));
    if (area(around) > 2 * area(box) || around.some((edge, k) => Math.abs(edge - box[k]) > MARGIN)) break;
    best = Math.max(best, ofElement(up, computed(up)));
  }
  return best;
};

/**
 * Puts the box of a candidate where it is seen, if nothing of it is where it stands: a child was moved out.
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

/** A tick box that is clear itself: something else is drawn for it, or it comes with the pointer. @param {Item} item */
const isClearBox = ({ el, tag, boxes: [box], isClear, isFaded, isOccluded }) =>
  tag === "input" &&
  (isClear || isFaded) === true &&
  !isOccluded &&
  /^(checkbox|radio)$/.test(el.type) &&
  Math.min(box[2] - box[0], box[3] - box[1]) >= TICKED;
/** Side of a box in which something would be drawn, px. */
const TICKED = 8;
/** What is drawn in the same frame behind it, at its place. @param {Element} el @param {Box} box */
const drawnBehind = (el, box) => {
  const next = nextElement(el);
  return next && area(meet(toBox(rect(next)), box)) > area(box) / 2 ? [next] : [];
};
/** What a label draws may stand beside the box; else what lies around it or in it counts. @param {Item} item @param {WalkResult} walk */
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
 * Whether a candidate is seen: 0 for certain, 1 perhaps, 2 hardly.
 * @param {Item} item @param {WalkResult} walk
 */
export const doubtOf = (item, walk) => {
  const { el, tag, kind, boxes, control, isOccluded, isScroller } = item;
  if (isClearBox(item)) return ofClearBox(item, walk);
  if (kind === TEXT || isOccluded || isScroller || FIELDS.has(tag) || boxes.length !== 1) return 0;
  // What stands for a field of words is where one writes, empty or not.
  if (control && (isTextControl(control) || isEditor(control))) return 0;
  const [box] = boxes;
  const isLarge = box[2] - box[0] > LARGEST.width || box[3] - box[1] > LARGEST.height;
  let best = ofWords(el, box, walk);
  // Of words that are cut off there may be nothing left.
  if (area(box) < LEFT * area(item.box)) best = Math.min(best, PERHAPS);
  if (best < SURE && isLarge && (tag === "canvas" || is(el, CELLS))) return 0;
  if (best < SURE) best = Math.max(best, ofAll(el, box));
  if (best < SURE) best = Math.max(best, ofFrame(el, box));
  if (best === SURE) return groundOf(el).isVeiled ? 1 : 0;
  if (isEditor(el) || isOnPicture(el, box) || isMovedOut(item, walk)) return 0;
  return best === PERHAPS || isLarge ? 1 : 2;
};

/** Whether nothing at all is drawn of what has no words. @param {Item} item */
export const paintsNothing = ({ el, box }) => ofAll(el, box) === NONE;

/** Whether words are clear, and a rule gives them a colour under the pointer. @param {Element} el */
const isTinted = (el) => isUnpainted(computed(el).webkitTextFillColor) && isTintedOnHover(el);
/** Whether a style rule shows a candidate, or what is in it, when the pointer comes. @param {Element} el */
export const comesOnHover = (el) => {
  const inside = queryCss(el, "*");
  return [el, ...Array.prototype.slice.call(inside, 0, MANY)].some((at) => isShownOnHover(at) || isTinted(at));
};
