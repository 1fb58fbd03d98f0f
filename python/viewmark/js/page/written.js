// Finds the boxes of text that has no text node, such as generated content and list numbers. Only the boxes are needed,
// so that no badge covers that text.
import { contentRects, parent, rect, rects } from "./dom.js";
import { computed, queryCss } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { countRules, eachStyleRule, sheetsOf } from "./style_sheets.js";
import { OUT_OF_FLOW } from "./vocabulary.js";

/** Maximum number of selectors that are queried per observation. */
const QUESTIONS = 2000;
/** Maximum number of elements in view per observation whose generated text is measured. */
const MOST = 400;
/** Maximum number of elements per observation whose boxes are computed. */
const ASKED = 4000;
const PSEUDO = /::?(before|after)(?![\w-])/;
/** Matches a letter or digit. Private use characters are left out, because they are icons. */
const WORD = /[^\P{L}\p{Co}]|\p{N}/u;
const MADE = /attr\(|counters?\(/;
/** Estimated width of a letter, em. */
const LETTER = 0.55;
/** Minimum font size of generated text, px. */
const SMALLEST = 5;
const LISTS = /^(none|disc|circle|square|disclosure-.*)$/;

/** @typedef {{selector: string, which: string}} Writer */
/** @type {WeakMap<object, {rules: string, writers: Writer[]}>} */
const known = new WeakMap();
/**
 * Returns the selectors whose rules generate text in a tree.
 * @param {Document | ShadowRoot} tree @returns {Writer[]}
 */
const writersOf = (tree) => {
  const sheets = sheetsOf(tree);
  const rules = countRules(sheets);
  const before = known.get(tree);
  if (before?.rules === rules) return before.writers;
  /** @type {Map<string, Writer>} */
  const found = new Map();
  eachStyleRule(sheets, ({ selectorText, style: { content } }) => {
    if (!PSEUDO.test(selectorText)) return;
    if (!MADE.test(content) && !(/["']/.test(content) && WORD.test(content))) return;
    for (const part of selectorText.split(",")) {
      const which = PSEUDO.exec(part)?.[1];
      const selector = part.replace(PSEUDO, "").trim() || "*";
      if (which && !selector.includes(":hover")) found.set(`${which} ${selector}`, { selector, which: `::${which}` });
    }
  });
  const writers = [...found.values()];
  known.set(tree, { rules, writers });
  return writers;
};

/** Adds the boxes of generated text to the boxes of text that badges must not cover. @param {WalkResult} walk */
export const noteWritten = (walk) => {
  let left = MOST;
  let questions = QUESTIONS;
  let asked = ASKED;
  /** @param {Box | null} box */
  const note = (box) => {
    const shown = box && meet(box, walk.view);
    if (!shown || isEmpty(shown) || walk.inkLeft <= 0) return;
    walk.inkLeft -= 1;
    walk.ink.push(shown[0], shown[1], shown[2] - shown[0], shown[3] - shown[1]);
  };
  /**
   * Adds the boxes that `placeOf` returns for elements in view, until a limit is reached.
   * @param {Iterable<Element>} those @param {(el: Element) => Box | null} placeOf
   */
  const measure = (those, placeOf) => {
    for (const el of those) {
      if ((asked -= 1) < 0) return;
      if (isEmpty(meet(toBox(rect(el)), walk.view))) continue;
      if ((left -= 1) < 0) return;
      note(placeOf(el));
    }
  };
  for (const tree of [document, ...walk.roots]) {
    for (const { selector, which } of writersOf(tree)) {
      if ((questions -= 1) < 0) return;
      /** @type {Iterable<Element>} */
      let written = [];
      try {
        written = queryCss(tree, selector);
      } catch {
        // Without its pseudo-element, the selector may be invalid.
      }
      measure(written, (el) => wordsAt(el, which));
    }
    measure(queryCss(tree, "ol > li"), numberOf);
  }
};

/** Returns the estimated size of generated text; null if no text is painted. @param {CSSStyleDeclaration} style */
const sizeOf = (style) => {
  const { content, display, visibility, fontSize } = style;
  const size = parseFloat(fontSize);
  if (display === "none" || visibility !== "visible" || +style.opacity < 0.03 || size < SMALLEST) return null;
  if (!/["']|\(/.test(content) || !(MADE.test(content) || WORD.test(content))) return null;
  const strings = [...content.split(" / ")[0].matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
  const letters = strings.join("").length + (MADE.test(content) ? 2 : 0);
  return { width: letters * LETTER * size, height: 1.25 * size };
};

/** Returns the box of the ::before or ::after text of an element. @param {Element} el @param {string} which */
const wordsAt = (el, which) => {
  const style = computed(el, which);
  const size = sizeOf(style);
  if (!size || size.width <= 0) return null;
  if (OUT_OF_FLOW.has(style.position)) return placedAt(el, style, size);
  const isFirst = which === "::before";
  const inner = insideOf(el, isFirst);
  if (!inner) return null;
  const [left, top, right, bottom] = inner;
  const lines = Array.from(contentRects(el), toBox).filter((each) => !isEmpty(each));
  if (lines.length === 0) {
    const { justifyContent, textAlign, direction } = computed(el);
    const isCentred = `${textAlign} ${justifyContent}`.includes("center") || justifyContent.startsWith("space-");
    const isAtEnd = ["right", "end"].includes(textAlign) !== (direction === "rtl");
    const width = Math.min(size.width, right - left);
    const x = isCentred ? (left + right - width) / 2 : isAtEnd ? right - width : left;
    const y = (top + bottom) / 2;
    return bottom - top > 3 * size.height
      ? box(x, top, width, size.height)
      : box(x, y - size.height / 2, width, size.height);
  }
  // The generated text is in the gap beside the content. Without a gap, it is above or below the content.
  const next = isFirst ? lines[0] : lines[lines.length - 1];
  const isLeft = isFirst !== (computed(el).direction === "rtl");
  const gap = isLeft ? next[0] - left : right - next[2];
  if (gap >= Math.min(size.width / 2, 6)) {
    const width = Math.min(size.width, gap);
    return box(isLeft ? next[0] - width : next[2], next[1], width, next[3] - next[1]);
  }
  const room = isFirst ? next[1] - top : bottom - next[3];
  if (room < size.height / 2) return null;
  const middle = computed(el).textAlign === "center" || computed(el).alignItems === "center";
  const x = middle ? (left + right - size.width) / 2 : left;
  return box(x, isFirst ? next[1] - Math.min(room, size.height) : next[3], size.width, Math.min(room, size.height));
};

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
const box = (x, y, width, height) => [x, y, x + width, y + height];

/**
 * Returns the first or last line of an inline element, which may have several boxes.
 * @param {Element} el @param {boolean} isFirst
 */
const lineOf = (el, isFirst) => {
  const all = Array.from(rects(el), toBox);
  const end = all[isFirst ? 0 : all.length - 1] ?? toBox(rect(el));
  const same = all.filter((each) => each[1] < (end[1] + end[3]) / 2 && each[3] > (end[1] + end[3]) / 2);
  return [
    Math.min(end[0], ...same.map(([left]) => left)),
    end[1],
    Math.max(end[2], ...same.map((each) => each[2])),
    end[3],
  ];
};

/** Returns the content box of an element. @param {Element} el @param {boolean} isFirst @returns {Box | null} */
const insideOf = (el, isFirst) => {
  const style = computed(el);
  const outer = style.display === "inline" ? lineOf(el, isFirst) : toBox(rect(el));
  const side = (/** @type {string} */ border, /** @type {string} */ padding) =>
    (parseFloat(border) || 0) + (parseFloat(padding) || 0);
  /** @type {Box} */
  const inner = [
    outer[0] + side(style.borderLeftWidth, style.paddingLeft),
    outer[1] + side(style.borderTopWidth, style.paddingTop),
    outer[2] - side(style.borderRightWidth, style.paddingRight),
    outer[3] - side(style.borderBottomWidth, style.paddingBottom),
  ];
  return isEmpty(inner) ? null : inner;
};

/**
 * Returns the box of generated text that is positioned; null if its position cannot be computed.
 * @param {Element} el @param {CSSStyleDeclaration} style @param {{width: number, height: number}} size
 */
const placedAt = (el, style, size) => {
  let around = /** @type {Element | null} */ (el);
  while (around && computed(around).position === "static") around = parent(around);
  const [left, top] = [parseFloat(style.left), parseFloat(style.top)];
  if (!around || style.position === "fixed" || Number.isNaN(left + top)) return null;
  const { borderLeftWidth, borderTopWidth } = computed(around);
  const outer = rect(around);
  const x = outer.left + (parseFloat(borderLeftWidth) || 0) + left + (parseFloat(style.paddingLeft) || 0);
  const y = outer.top + (parseFloat(borderTopWidth) || 0) + top + (parseFloat(style.paddingTop) || 0);
  const width = parseFloat(style.width) || size.width;
  return box(x, y, width, parseFloat(style.height) || size.height);
};

/** Returns the box of the number of a list item; null if none is painted. @param {Element} el */
const numberOf = (el) => {
  const { display, listStyleType, listStylePosition, fontSize, direction, visibility } = computed(el);
  if (display !== "list-item" || visibility !== "visible" || LISTS.test(listStyleType)) return null;
  const [line] = Array.from(contentRects(el), toBox).filter((each) => !isEmpty(each));
  const inner = insideOf(el, true);
  const size = parseFloat(fontSize);
  if (!line || !inner || size < SMALLEST || direction === "rtl" || listStylePosition !== "outside") return null;
  const width = 2.2 * LETTER * size;
  return box(inner[0] - 0.2 * size - width, line[1], width, line[3] - line[1]);
};
