// Detects ligatures of icon fonts, such as `keyboard_arrow_down`, which are rendered as icons and not as text.
import { isCalled } from "./class_words.js";
import { attr, classesOf, parent, read, rect } from "./dom.js";
import { computed, memo, textContent } from "./native.js";

const TOKEN = /^[a-z][a-z0-9_]{1,40}$/;
/** Words in the names of icon fonts. */
const FONT = /\b(?:icons?|symbols?)\b/i;
/** Maximum ratio of width to height of an icon. */
const SQUARE = 1.6;

/**
 * Returns the ligature that an icon font draws in an element as an icon; "" if the text is meant to be read. The text
 * must be excluded from translation or be in an icon font, and must not be wider than an icon.
 * @param {Element} el
 */
export const ligatureOf = (el) => {
  if (read.firstElement.call(el) !== null) return "";
  const known = memo("ligature");
  let word = known.get(el);
  if (word === undefined) known.set(el, (word = find(el)));
  return word;
};

/**
 * Whether an element is an icon drawn from a single character, because some icon fonts map icons to letters. It must
 * have an icon class and another font than its parent.
 * @param {Element} el @param {string} word
 */
const isLetterOfSigns = (el, word) => {
  if ([...word].length !== 1 || !isCalled(el, "icon")) return false;
  const up = parent(el);
  const [own] = computed(el).fontFamily.split(",");
  return up !== null && own !== computed(up).fontFamily.split(",")[0] && !isReadable(own);
};
/** Prefixes of the names of fonts that show readable text. */
const READABLE =
  "serif sans-serif monospace cursive fantasy system-ui emoji math ui- arial helvetica verdana georgia times courier " +
  "tahoma segoe";
/** @param {string} font */
const isReadable = (font) => READABLE.split(" ").some((name) => font.replace('"', "").toLowerCase().startsWith(name));
/**
 * Returns the text of an element that an icon font draws as an icon; "" if the text is readable.
 * @param {Element} el
 */
const find = (el) => {
  const word = textContent(el).trim();
  if (isLetterOfSigns(el, word)) return word;
  if (!TOKEN.test(word)) return "";
  const { fontFamily, fontSize, paddingLeft, paddingRight } = computed(el);
  const isKept =
    attr(el, "aria-hidden") === "true" &&
    (attr(el, "translate") === "no" || attr(el, "notranslate") !== null || classesOf(el).includes("notranslate"));
  if (!isKept && !FONT.test(fontFamily)) return "";
  const width = rect(el).width - (parseFloat(paddingLeft) || 0) - (parseFloat(paddingRight) || 0);
  return width <= SQUARE * parseFloat(fontSize) ? word : "";
};
