// Reads the styles of elements for comparisons and audits: colours, font, borders, the covering element, and the full
// text.
import { pathOf } from "../page/context.js";
import { contentRects, eachChild, hit, holds, is, isElement, isText, nodeOf, parent, read, rect } from "../page/dom.js";
import { safely } from "../page/faults.js";
import { nameOf } from "../page/names.js";
import { forget } from "../page/native.js";
import { roleOf, spokenRole } from "../page/roles.js";
import { textUpTo } from "../page/text.js";

const PATIENCE = 3000;
/** Maximum number of characters of a text. Changes in the rest of a longer text are still found by comparing pixels. */
const LONGEST = 2000;
/** Maximum number of backgrounds behind an element that are listed, from its own down to an opaque one. */
const LAYERS = 12;
const CLEAR = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;
const OPAQUE = /^(?:rgb\(|(?:oklch|oklab|lab|lch|color)\([^/]*\)$)/;
const NAMED = "dialog,[role=dialog],[role=alertdialog]";

/**
 * @typedef {{layers: string[], picture: boolean, faint: boolean, opacity: number, above: string,
 *   stays: string, clip: number[], inner: number[], scroller?: Scroller, within?: Scroller}} Ground what is painted
 *   behind an element, why the element stays in the window while the page scrolls (if it does), and the boxes that clip
 *   and scroll the element and its content
 */
/**
 * @typedef {{path: string, at: number[], most: number[], all: number[], box: number[]}} Scroller a box that
 *   scrolls: its offset, its maximum offset, and the sum of the offsets of the box and its ancestors; each to the right
 *   and down
 */

/** @param {DOMRect} box */
const edges = ({ left, top, right, bottom }) => [left, top, right, bottom];
/** Maximum width of a scroll bar, CSS px. */
const BAR = 20;
/**
 * Returns the box of an element without its border and scroll bars. If the element is scaled, returns its border box.
 * @param {Element} el
 */
const insideOf = (el) => {
  const box = edges(rect(el));
  const [left, top] = [box[0] + read.clientLeft.call(el), box[1] + read.clientTop.call(el)];
  const inner = [left, top, left + read.clientWidth.call(el), top + read.clientHeight.call(el)];
  const isOwn = [box[2] - inner[2] - (left - box[0]), box[3] - inner[3] - (top - box[1])].every(
    (bar) => bar > -1 && bar <= BAR,
  );
  return isOwn ? inner : box;
};
/** Returns the edges of the window's page area, without scroll bars. */
const WINDOW = () => {
  const whole = [
    0,
    0,
    read.clientWidth.call(document.documentElement),
    read.clientHeight.call(document.documentElement),
  ];
  const root = document.scrollingElement;
  const within = root && window.parent !== window ? scrollerOf(root, "", whole, [0, 0]) : undefined;
  return { clip: whole, inner: whole, within };
};

/**
 * Returns the offsets of a scroll container, with its path and box.
 * @param {Element} el @param {string} path @param {number[]} box
 * @param {number[]} around how far its ancestors are scrolled
 * @returns {Scroller}
 */
const scrollerOf = (el, path, box, around) => {
  const at = [read.scrollLeft.call(el), read.scrollTop.call(el)];
  const most = [
    read.scrollWidth.call(el) - read.clientWidth.call(el),
    read.scrollHeight.call(el) - read.clientHeight.call(el),
  ];
  return { path, at, most, all: [at[0] + around[0], at[1] + around[1]], box };
};
/** @param {Element} el */
const isScrollable = (el) =>
  el !== document.body &&
  el !== document.documentElement &&
  (read.scrollHeight.call(el) > read.clientHeight.call(el) + 1 ||
    read.scrollWidth.call(el) > read.clientWidth.call(el) + 1);

/**
 * Whether the window clips or scrolls the overflow of an element. It always does for the root element, and for the body
 * if the root element has `overflow: visible`.
 * @param {Element} el
 */
const isCutByWindow = (el) =>
  el === document.documentElement ||
  (el === document.body && getComputedStyle(document.documentElement).overflow === "visible");

/**
 * Returns what is painted behind the content of an element, from the element's own background down to an opaque one.
 * @param {Element} el @param {Map<Element, Ground>} known @param {Map<Element, string>} steps
 * @returns {Ground}
 */
const groundOf = (el, known, steps) => {
  /** @type {Element[]} */
  const chain = [];
  /** @type {Element | null} */
  let at = el;
  while (at && !known.has(at)) {
    chain.push(at);
    at = parent(at);
  }
  let ground = (at && known.get(at)) || {
    layers: [],
    picture: false,
    faint: false,
    opacity: 1,
    above: "",
    stays: "",
    ...WINDOW(),
  };
  for (const each of chain.reverse()) {
    const style = getComputedStyle(each);
    const color = style.backgroundColor;
    const hasPicture = style.backgroundImage !== "none";
    const opacity = Number(style.opacity) * ground.opacity;
    const isFaint = Number(style.opacity) < 1 || style.mixBlendMode !== "normal" || style.filter !== "none";
    const own = CLEAR.test(color) ? [] : [color];
    const isOpaque = own.length > 0 && OPAQUE.test(color);
    const inner = style.overflowY === "visible" || isCutByWindow(each) ? ground.inner : insideOf(each);
    const stays =
      style.position === "fixed" || (style.position === "sticky" && !ground.stays) ? style.position : ground.stays;
    const scroller = style.position === "fixed" ? undefined : ground.within;
    const isBox = /auto|scroll|hidden/.test(style.overflow) && isScrollable(each);
    const within = isBox ? scrollerOf(each, pathOf(each, steps), edges(rect(each)), scroller?.all ?? [0, 0]) : scroller;
    ground = { ...ground, stays, clip: ground.inner, inner, scroller, within };
    if (own.length > 0 || hasPicture || isFaint) {
      ground = {
        ...ground,
        layers: isOpaque ? own : [...own, ...ground.layers].slice(0, LAYERS),
        picture: hasPicture || (ground.picture && !isOpaque),
        faint: isFaint || ground.faint,
        opacity,
        above: hasPicture ? style.backgroundImage.slice(0, 300) : isOpaque ? "" : ground.above,
      };
    }
    known.set(each, ground);
  }
  return ground;
};

/** Returns the unrelated element that is hit at the middle of an element; null if there is none. @param {Element} el */
export const overMiddle = (el) => {
  const { left, top, width, height } = rect(el);
  const met = hit(left + width / 2, top + height / 2);
  return !met || holds(el, met) || holds(met, el) ? null : met;
};

/**
 * Returns the dialog or the named element that covers the middle of an element; null if nothing does.
 * @param {Element} el
 */
const coverOf = (el) => {
  const met = overMiddle(el);
  if (!met) return null;
  /** @type {Element | null} */
  let named = null;
  for (let at = /** @type {Element | null} */ (met); at && !holds(at, el); at = parent(at)) {
    if (is(at, NAMED)) {
      named = at;
      break;
    }
    if (!named && nameOf(at) !== "") named = at;
  }
  const cover = named ?? met;
  return { role: spokenRole(roleOf(cover)), name: nameOf(cover) };
};

/** Maximum depth below an element at which its first text is searched for. */
const DEEP = 6;
/**
 * Returns the total width of the lines of the first text in an element. Unlike the size of a box, it depends only on
 * the font.
 * @param {Element} el @param {number} depth @param {number[]} reach edges of those lines, set by this function
 */
const lineOf = (el, depth, reach) => {
  let width = 0;
  eachChild(el, read.localName.call(el), (node) => {
    if (width > 0) return;
    if (isText(node)) {
      if (!/\S/.test(read.data.call(node))) return;
      for (const line of contentRects(node)) {
        width += line.width;
        edges(line).forEach((edge, i) => (reach[i] = Math[i < 2 ? "min" : "max"](reach[i] ?? edge, edge)));
      }
    } else if (depth < DEEP && isElement(node)) width = lineOf(node, depth + 1, reach);
  });
  return Math.round(width * 100) / 100;
};
/**
 * Maximum distance by which text may extend beyond its element, CSS px; lines may be slightly taller than their box.
 */
const HANGING = 4;
/** @param {number[]} reach @param {number[]} box */
const isHanging = (reach, box) => reach.some((edge, i) => (i < 2 ? box[i] - edge : edge - box[i]) > HANGING);

/** Text whose width differs in nearly every font. */
const PROBE = "Sphinx of black quartz, judge my vow: 0123456789";
const pen = new OffscreenCanvas(1, 1).getContext("2d");
/**
 * Returns the width of the probe text in the font of a style. It identifies the font that this machine really uses.
 * @param {CSSStyleDeclaration} style @param {Map<string, number>} probes
 */
const probeOf = (style, probes) => {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const known = probes.get(font);
  if (known !== undefined || !pen) return known;
  pen.font = font;
  const width = Math.round(pen.measureText(PROBE).width * 100) / 100;
  probes.set(font, width);
  return width;
};

/**
 * Returns the compared style properties of an element.
 * @param {Element} el @param {Map<Element, Ground>} known @param {Map<Element, string>} steps
 * @param {Map<string, number>} probes
 */
const styleOf = (el, known, steps, probes) => {
  const style = getComputedStyle(el);
  const { layers, picture, faint, opacity, above, stays, clip, scroller } = groundOf(el, known, steps);
  const box = edges(rect(el));
  /** @type {number[]} */
  const reach = [];
  const line = safely(() => lineOf(el, 0, reach), 0);
  return {
    color: style.color,
    layers,
    picture: picture || undefined,
    image: above || undefined,
    faint: faint || undefined,
    font: [style.fontFamily, style.fontSize, style.fontWeight, style.fontStyle],
    decoration: style.textDecorationLine,
    border: ["Top", "Right", "Bottom", "Left"]
      .map((side) => {
        const of = /** @type {any} */ (style);
        const width = of[`border${side}Width`];
        return width === "0px" ? "0" : `${width} ${of[`border${side}Style`]} ${of[`border${side}Color`]}`;
      })
      .join(", "),
    radius: style.borderRadius,
    shadow: style.boxShadow,
    opacity: String(Math.round(opacity * 1000) / 1000),
    cover: safely(() => coverOf(el), null) ?? undefined,
    words: safely(() => textUpTo(el, LONGEST), ""),
    line: line || undefined,
    reach: style.overflow === "visible" && isHanging(reach, box) ? reach : undefined,
    probe: safely(() => probeOf(style, probes), 0) || undefined,
    box,
    clip,
    stays: stays || undefined,
    scroller,
    isInline: style.display === "inline" || undefined,
    clipped:
      (style.overflowX !== "visible" &&
        style.overflowX !== "auto" &&
        style.overflowX !== "scroll" &&
        read.scrollWidth.call(el) > read.clientWidth.call(el) + 1 &&
        read.clientWidth.call(el) > 0) ||
      undefined,
  };
};

/**
 * Returns the styles of the elements with these ids; null for each removed element.
 * @param {...number} ids @returns {(object | null)[]}
 */
export const stylesOf = (...ids) => {
  const until = performance.now() + PATIENCE;
  const known = new Map();
  const steps = new Map();
  const probes = new Map();
  forget();
  return ids.map((id) => {
    const el = nodeOf(id);
    return el && performance.now() <= until ? safely(() => styleOf(el, known, steps, probes), null) : null;
  });
};
