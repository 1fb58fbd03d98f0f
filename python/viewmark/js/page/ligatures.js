// Tells the words that a font of icons turns into a sign from words that are read: nobody sees `keyboard_arrow_down`.
import { attr, classesOf, parent, read, rect } from "./dom.js";
import { computed, memo, textContent } from "./native.js";

const TOKEN = /^[a-z][a-z0-9_]{1,40}$/;
/** What calls itself a font of signs. */
const FONT = /\b(?:icons?|symbols?)\b/i;
/** Such a sign is about as wide as it is high. */
const SQUARE = 1.6;

/**
 * The word that a font draws as a sign; "" if it is a word to read. It must not be translated, or its font is one of
 * signs, and no more room is taken than a sign needs.
 * @param {Element} el
 */
export const ligatureOf = (el) => {
  if (read.firstElement.call(el) !== null) return "";
  const known = memo("ligature");
  let word = known.get(el);
  if (word === undefined) known.set(el, (word = find(el)));
  return word;
};

/** One letter or mark, drawn by a font of its own in what its class calls an icon: fonts of signs stand on those keys. @param {Element} el @param {string} word */
const isLetterOfSigns = (el, word) => {
  if (!/^[^\s]$/u.test(word) || !classesOf(el).some((token) => ICON.test(token))) return false;
  const up = parent(el);
  const [own] = computed(el).fontFamily.split(",");
  return up !== null && own !== computed(up).fontFamily.split(",")[0] && !GENERIC.test(own);
};
const ICON = /icons?(?![a-z])/i;
const GENERIC =
  /^"?(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|emoji|math|ui-[a-z-]+|arial|helvetica|verdana|georgia|times[a-z ]*|courier[a-z ]*|tahoma|segoe ui)"?$/i;
/** @param {Element} el */
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
