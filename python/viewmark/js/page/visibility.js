// Computes which part of an element is visible and reachable by the pointer, first from clipping ancestors, then by hit
// tests.
//
// A box is [left, top, right, bottom] in CSS px of this frame's viewport. Clips are inherited along containing blocks:
// a clip of static children does not necessarily apply to fixed children.
import { clipOf } from "./clip_paths.js";
import { attr, holds, is, parent, read, rect, viewport } from "./dom.js";
import { isFrame } from "./element_kinds.js";
import { tokensOf } from "./letters.js";
import { area, beside, GRID, isEmpty, meet, SPOTS, toBox } from "./rects.js";
import { has as isInTopLayer } from "./top_layer.js";

/**
 * Returns the box inside the borders and scrollbars of an element, to which `overflow` clips its content. It is scaled
 * like the element.
 * @param {Element} el @param {Box} box
 */
export const paddingBox = (el, box) => {
  if (!(el instanceof HTMLElement)) return box; // scripts cannot read the rotation or scale of an SVG element
  const width = read.offsetWidth.call(el);
  const scale = width > 0 ? (box[2] - box[0]) / width : 1;
  const left = box[0] + read.clientLeft.call(el) * scale;
  const top = box[1] + read.clientTop.call(el) * scale;
  const inner = [left, top, left + read.clientWidth.call(el) * scale, top + read.clientHeight.call(el) * scale];
  return inner[2] > inner[0] || inner[3] > inner[1] ? inner : box;
};

/** @param {string} text @param {number} size */
const lengths = (text, size) =>
  tokensOf(text).map((part) => (part.endsWith("%") ? (parseFloat(part) / 100) * size : parseFloat(part)));

/**
 * Returns the bounding box of a `clip-path` of the kinds inset, circle, ellipse and polygon. For other kinds, returns
 * the whole box.
 * @param {string} value @param {Box} box
 */
const clipPathBox = (value, box) => {
  const shape = /^(inset|circle|ellipse|polygon)\((.*)\)$/.exec(value);
  if (!shape) return box;
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  const [, kind, body] = shape;
  let found = box;
  if (kind === "inset") {
    const parts = tokensOf(body.split("round")[0]);
    const [t, r = t, b = t, l = r] = parts;
    found = [
      box[0] + lengths(l, width)[0],
      box[1] + lengths(t, height)[0],
      box[2] - lengths(r, width)[0],
      box[3] - lengths(b, height)[0],
    ];
  } else if (kind === "polygon") {
    const points = body.replace(/^(nonzero|evenodd)\s*,/, "").split(",");
    const xs = points.map((p) => lengths(p, width)[0]);
    const ys = points.map((p) => lengths(p.trim().replace(/^\S+/, ""), height)[0]);
    found = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    found = [box[0] + found[0], box[1] + found[1], box[0] + found[2], box[1] + found[3]];
  } else {
    const [radii, at = "50% 50%"] = body.split(/\bat\b/);
    const diagonal = Math.hypot(width, height) / Math.SQRT2;
    const [rx, ry = rx] = lengths(radii, kind === "circle" ? diagonal : width);
    const [cx] = lengths(at, width);
    const cy = lengths(at.trim().replace(/^\S+/, "") || "50%", height)[0];
    found = [box[0] + cx - rx, box[1] + cy - ry, box[0] + cx + rx, box[1] + cy + ry];
  }
  return found.every(Number.isFinite) ? meet(box, found) : box;
};

/**
 * Returns the box of the old property `clip: rect(...)`, by which pages hide content from everyone except screen
 * readers.
 * @param {string} value @param {Box} box
 */
const clipRectBox = (value, box) => {
  const parts = /^rect\((.*)\)$/.exec(value);
  if (!parts) return box;
  const [t, r, b, l] = parts[1].split(/[\s,]+/).map(parseFloat);
  /** @param {number} v @param {number} fallback @param {number} origin */
  const edge = (v, fallback, origin) => (Number.isFinite(v) ? origin + v : fallback);
  return meet(box, [
    edge(l, box[0], box[0]),
    edge(t, box[1], box[1]),
    edge(r, box[2], box[0]),
    edge(b, box[3], box[1]),
  ]);
};

/**
 * Returns the area in which a box with `overflow: clip` may show its content: the box and its `overflow-clip-margin`.
 * @param {Box} box @param {string} overflow @param {CSSStyleDeclaration} style
 */
const grown = (box, overflow, style) => {
  if (overflow !== "clip" || style.overflowClipMargin === "0px") return box;
  const by = parseFloat(/[\d.]+(?=px)/.exec(style.overflowClipMargin)?.[0] ?? "0");
  return [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
};

/** @param {CSSStyleDeclaration} style */
export const containsPaint = (style, contentVisibility = style.contentVisibility) =>
  contentVisibility === "auto" || /paint|strict|content/.test(style.contain);

/**
 * Whether a style makes an element the containing block of its fixed descendants.
 * @param {CSSStyleDeclaration} style
 */
const holdsFixed = (style) =>
  style.transform !== "none" ||
  style.filter !== "none" ||
  style.backdropFilter !== "none" ||
  style.perspective !== "none" ||
  /transform|filter|perspective/.test(style.willChange) ||
  /paint|layout|strict|content/.test(style.contain);

/**
 * Returns the box to which an element clips itself and all descendants, whatever their position, by `clip-path` or
 * `clip`. Null if it does not.
 * @param {CSSStyleDeclaration} style @param {Box} box @param {string} [position] @param {Element | null} [el]
 */
export const ownClip = (style, box, position = style.position, el = null) => {
  let own = null;
  const path = style.clipPath;
  if (path !== "none") own = (el && clipOf(el, path)) ?? clipPathBox(path, box);
  if ((position === "absolute" || position === "fixed") && style.clip !== "auto") {
    own = meet(own ?? box, clipRectBox(style.clip, box));
  }
  return own;
};

/** Values of `display` for which `overflow` has no effect (CSS Overflow 3, section 3.1). */
const NO_CLIP = new Set(
  "inline table-row table-row-group table-header-group table-footer-group table-column table-column-group".split(" "),
);
/**
 * The boxes that clip the children of an element: those in flow, absolute and fixed ones. Whether the element is the
 * containing block of absolute and fixed children depends on six properties, so their boxes are computed only when
 * needed.
 */
class Clips {
  #el;
  #outer;
  #inner;
  #own;
  /** @type {Box | null} */
  #abs = null;
  /** @type {Box | null} */
  #fixed = null;

  /**
   * `flow` is the box that clips children in flow. `inner` clips what the element contains, `own` the element itself
   * too; `outer` are the clips of the parent.
   * @param {Box} flow @param {Box} inner @param {Box | null} own @param {Element} el
   * @param {ClipBoxes} outer
   */
  constructor(flow, inner, own, el, outer) {
    this.flow = flow;
    this.#inner = inner;
    this.#own = own;
    this.#el = el;
    this.#outer = outer;
  }

  get abs() {
    if (!this.#abs) this.#settle();
    return this.#abs ?? this.flow;
  }

  get fixed() {
    if (!this.#fixed) this.#settle();
    return this.#fixed ?? this.flow;
  }

  /**
   * Computes the boxes, from the outermost element inwards. A loop is used, because elements can be nested deeper than
   * the call stack allows.
   */
  #settle() {
    /** @type {Clips[]} */
    const way = [];
    for (let at = /** @type {ClipBoxes} */ (this); at instanceof Clips && !at.#abs; at = at.#outer) way.push(at);
    for (const clips of way.reverse()) {
      const style = getComputedStyle(clips.#el);
      const isHeld = holdsFixed(style);
      const abs = isHeld || style.position !== "static" ? clips.#inner : clips.#outer.abs;
      const fixed = isHeld ? clips.#inner : clips.#outer.fixed;
      clips.#abs = clips.#own ? meet(abs, clips.#own) : abs;
      clips.#fixed = clips.#own ? meet(fixed, clips.#own) : fixed;
    }
  }
}

/**
 * Returns the clips for the children of an element. `clips` is {flow, abs, fixed}, the clips that apply to in-flow,
 * absolute and fixed children of its ancestors; `clip` is the clip that applies to the element, and `own` is its own
 * clip. `known` contains values of `style` that the caller has already read.
 * @param {Element} el @param {CSSStyleDeclaration} style @param {Box} box @param {Box} clip @param {ClipBoxes} clips
 * @param {boolean} isRoot @param {Box | null} [own]
 * @param {{display: string, overflow: string, contentVisibility: string}} [known]
 */
export const clipsWithin = (
  el,
  style,
  box,
  clip,
  clips,
  isRoot,
  own = ownClip(style, box, style.position, el),
  known = style,
) => {
  const { display } = known;
  if (display === "contents") return clips; // without a box, an element neither clips nor is a containing block
  let inner = clip;
  const overflow = containsPaint(style, known.contentVisibility) ? "clip" : known.overflow;
  if (!isRoot && overflow !== "visible" && !NO_CLIP.has(display)) {
    const padding = grown(paddingBox(el, box), overflow, style);
    const [x, y = x] = overflow.split(" ");
    inner = meet(clip, [
      x === "visible" ? -Infinity : padding[0],
      y === "visible" ? -Infinity : padding[1],
      x === "visible" ? Infinity : padding[2],
      y === "visible" ? Infinity : padding[3],
    ]);
  }
  // If nothing clips, the object of the parent is returned again, so that not every element needs a new one.
  const isPlain = !own && clips.isUniform && inner === clips.flow;
  return isPlain ? clips : new Clips(own ? meet(inner, own) : inner, inner, own, el, clips);
};
/** Returns clips that are the same for children of any position. @param {Box} clip @returns {ClipBoxes} */
export const clipsAll = (clip) => ({ flow: clip, abs: clip, fixed: clip, isUniform: true });

/** Returns the visible part of this frame: the visual viewport if the page is pinch-zoomed. */
export const viewNow = () => {
  const { scale, offsetLeft: x, offsetTop: y, width, height } = viewport();
  return scale > 1 ? [x, y, x + width, y + height] : [0, 0, innerWidth, innerHeight];
};
/**
 * Returns the area in which an element can be visible, given the viewport and the clips of all ancestors. With
 * `isInside`, it is the area of the element's content in flow.
 * @param {Element} el @param {boolean} [isInside] @param {Box} [view]
 */
export const clipAround = (el, isInside = false, view = viewNow()) => {
  const way = [];
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) way.unshift(at);
  const [root, body] = [read.root.call(document), read.body.call(document)];
  let clips = /** @type {ClipBoxes} */ (clipsAll(view));
  let clip = view;
  for (const at of way) {
    const style = getComputedStyle(at);
    if (style.display === "contents") {
      clip = clips.flow;
      continue;
    }
    const { position } = style;
    const kind = position === "fixed" ? "fixed" : position === "absolute" ? "abs" : "flow";
    if (kind !== "flow" && isInTopLayer(at)) clips = clipsAll(view);
    clip = clips[kind];
    const box = toBox(rect(at));
    const own = ownClip(style, box, position, at);
    if (own) clip = meet(clip, own);
    if (at === el && !isInside) return clip;
    clips = clipsWithin(at, style, box, clip, clips, at === root || at === body, own);
  }
  return isInside ? clips.flow : clip;
};

/**
 * Whether a node is inside a label of a control.
 * @param {Element} node @param {Element} control
 */
const isLabelOf = (node, control) => {
  for (let at = /** @type {Element | null} */ (node); at; at = parent(at)) {
    if (at instanceof HTMLLabelElement && read.labelControl.call(at) === control) return true;
  }
  return false;
};

const SURE = 3;
/** Rounds a coordinate, because with all of its seventeen digits it would take long to transfer. @param {number} v */
const hundredths = (v) => Math.round(v * 100) / 100;
/**
 * Returns the points of some boxes to test: five of a single box, or the middle of each of the five largest boxes.
 * @param {Box[]} boxes
 */
const spotsOf = (boxes) => {
  if (boxes.length === 1) {
    const [[left, top, right, bottom]] = boxes;
    // A box of less than 12 px is tested only at its centre.
    const spots = right - left < 12 && bottom - top < 12 ? SPOTS.slice(0, 1) : SPOTS;
    return spots.map(([x, y]) => [left + (right - left) * x, top + (bottom - top) * y]);
  }
  const largest = [...boxes].sort((a, b) => area(b) - area(a)).slice(0, 5);
  return largest.map((box) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]);
};

/**
 * Tests several points of an element's visible boxes. The result has `points`, which reach the element; `share`, their
 * share of all tested points; and `over`, the first other element that was hit. `hits` makes the hit tests of this
 * observation.
 * @param {Element} el @param {Box[]} boxes @param {boolean} opaque @param {HitTests} hits
 */
export const reach = (el, boxes, opaque, hits) => {
  const guess = opaque && hits.isSpent ? hits.guess(el, boxes[0]) : null;
  if (guess !== null) return guess;
  const view = test(el, boxes, opaque, hits);
  hits.note(boxes[0], view.points.length > 0 ? null : view.over);
  return view;
};

/**
 * Tests the points one by one; the parameters and the result are those of `reach`.
 * @param {Element} el @param {Box[]} boxes @param {boolean} opaque @param {HitTests} hits
 */
const test = (el, boxes, opaque, hits) => {
  /** @type {XY[]} */
  const points = [];
  /** @type {XY[]} */
  const missed = [];
  const isQuick = hits.isQuick;
  const isArea = read.localName.call(el) === "area";
  let tried = 0;
  /** @type {Element | null} */
  let over = null;
  /** @param {Element} found */
  const counts = (found) => (holds(el, found) && !isOther(el, found)) || (opaque && isLabelOf(found, el));
  const spots = spotsOf(boxes);
  for (let i = 0; i < spots.length; i += 1) {
    // The centre and two opposite corners are enough if all three reach the element. The other corners are tested only
    // if one does not.
    if (points.length === i && (i === SURE || (isQuick && i > 0))) break;
    const [x, y] = spots[i];
    const found = hits.at(x, y);
    if (found === null) continue;
    const isUnasked = found === undefined;
    const cover = isUnasked ? hits.coverOnLine(el, x, y) : found;
    if (isUnasked ? !cover : counts(found)) {
      tried += 1;
      points.push([hundredths(x), hundredths(y)]);
    } else if (isUnasked || !(holds(found, el) || (isArea && read.localName.call(found) === "img"))) {
      tried += 1;
      missed.push([x, y]);
      over ??= cover;
    }
  }
  if (points.length === 0 && hits.extra > 0) {
    const strip = stripOf(el, boxes, over, counts, hits);
    if (strip) return { points: [strip], share: 1 / (tried + 1), over, missed };
  }
  return { points, share: tried ? points.length / tried : 0, over, missed };
};

const EMBEDS = new Set(["iframe", "frame", "object", "embed"]);
/**
 * Whether the element that was hit embeds another document. The event then goes to that document and never reaches the
 * outer element.
 * @param {Element} el @param {Element} found
 */
const isOther = (el, found) => {
  const tag = el === found ? "" : read.localName.call(found);
  return EMBEDS.has(tag) && isFrame(found, tag);
};
/** Maximum number of further hit tests for an element that seems covered. */
const STRIPS = 12;
/**
 * Returns a point in a part of the boxes that the covering element leaves free. Usually it leaves nothing free, and
 * then nothing is tested.
 * @param {Element} el @param {Box[]} boxes @param {Element | null} over @param {(found: Element) => boolean} counts
 * @param {HitTests} hits
 */
const stripOf = (el, boxes, over, counts, hits) => {
  if (!over) return gridPoint(el, boxes, counts, hits);
  /** @param {Box} box */
  const isWide = (box) => box[2] - box[0] >= 2 && box[3] - box[1] >= 2;
  const cover = toBox(rect(over));
  let left = boxes.flatMap((box) => beside(box, cover)).filter(isWide);
  for (let i = 0; i < STRIPS && left.length > 0 && hits.extra > 0; i += 1) {
    left.sort((a, b) => area(b) - area(a));
    const box = /** @type {Box} */ (left.shift());
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    hits.extra -= 1;
    const found = hits.at(x, y);
    if (!found) continue;
    if (counts(found)) return [hundredths(x), hundredths(y)];
    const next = toBox(rect(found));
    // What covers the element here is removed from the free parts. If the covering element is painted in only a part of
    // its box, the rest of that box is tested too.
    left = left.flatMap((other) => beside(other, next)).filter(isWide);
    left.push(...beside(box, next).filter((part) => isWide(part) && area(part) < area(box)));
  }
  return null;
};

/**
 * Returns a point of an element that can be hit only in parts of its box, such as a ring or a clipped shape; null if
 * none is found.
 * @param {Element} el @param {Box[]} boxes @param {(found: Element) => boolean} counts @param {HitTests} hits
 */
export const gridPoint = (el, boxes, counts, hits) => {
  if (getComputedStyle(el).pointerEvents === "none") return null;
  const [left, top, right, bottom] = boxes[0];
  for (const [across, down] of GRID) {
    if (hits.extra <= 0) break;
    const [x, y] = [left + across * (right - left), top + down * (bottom - top)];
    hits.extra -= 1;
    const found = hits.at(x, y);
    if (found && counts(found)) return [hundredths(x), hundredths(y)];
  }
  return null;
};

/**
 * Returns a point at which nothing unrelated covers an element that ignores pointer events, as a list with that one
 * point. The list is empty if there is none.
 * @param {Element} el @param {Box[]} boxes @param {HitTests} hits
 */
export const shows = (el, boxes, hits) => {
  for (const [x, y] of spotsOf(boxes)) {
    const found = hits.at(x, y);
    if (found === undefined ? !hits.coverOnLine(el, x, y) : isRelated(el, found)) return [[x, y]];
  }
  return [];
};
/** @param {Element} el @param {Element | null} found */
const isRelated = (el, found) => found !== null && (holds(el, found) || holds(found, el));

/**
 * Whether an element is disabled by itself, its fieldset or an ancestor. `known` caches the results for ancestors
 * during several calls.
 * @param {Element} el @param {Map<Element, boolean> | null} [known]
 */
export const isDisabled = (el, known = null) => {
  if (is(el, ":disabled")) return true;
  const way = [];
  let answer = false;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    const before = known?.get(at);
    if (before !== undefined) {
      answer = before;
      break;
    }
    way.push(at);
    const value = attr(at, "aria-disabled");
    if (value === null) continue;
    answer = value.trim().toLowerCase() === "true";
    break;
  }
  if (known) for (const at of way) known.set(at, answer);
  return answer;
};
