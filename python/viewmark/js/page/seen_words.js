// Reads the visible text of an element without the text of the controls inside.
import { attr, is, read, rect, rootOf } from "./dom.js";
import { hasInk, hasLetter, oneLine } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { seenData } from "./native.js";
import { LONGEST } from "./vocabulary.js";

const SILENT = new Set("script style template noscript textarea select datalist".split(" "));
const BUTTONS = "button,input,[role=button],[role=switch],[role=tab],[role=menuitem]";
export const BUTTONS_AND_LINKS = `${BUTTONS},a[href]`;
/** Selector for elements whose text changes with the control and is no label: values and placeholders. */
const SHOWN = "[role=combobox],[role=listbox],[role=slider],[role=spinbutton],[id$=placeholder],[class*=placeholder i]";
const LISTS = "ul,ol,[role=group],[role=list]";

/** @param {string} text @param {number} [limit] */
export const cleanWords = (text, limit = LONGEST) => oneLine(text).slice(0, limit);

/** Maximum number of nodes that are searched for text. */
const NODES = 1000;
/**
 * Returns the first visible text in an element, without typed values and without the element `without`. No more than
 * necessary is read.
 * @param {Element} el @param {Element | null} without @param {boolean} [withButtons] @param {number} [limit]
 * @param {Set<Element>} [alike] elements to skip
 * @param {boolean} [isItem] whether nested items are skipped
 */
export const wordsSeenIn = (el, without, withButtons = true, limit = LONGEST, alike = NOBODY, isItem = false) => {
  let text = "";
  // A stack of siblings is used instead of recursion, because elements can be nested deeper than the call stack allows.
  const open = [read.firstChild.call(rootOf(el) ?? el)];
  if (rootOf(el)) open.unshift(read.firstChild.call(el));
  for (let i = 0; open.length > 0 && i < NODES && text.length <= limit; i += 1) {
    const node = open.pop();
    if (!node) continue;
    open.push(read.nextSibling.call(node));
    const type = read.nodeType.call(node);
    if (type === 3) text += seenWords(/** @type {any} */ (node));
    else if (type === 1 && node !== without && !alike.has(node)) {
      if (SILENT.has(read.localName.call(node)) || attr(node, "contenteditable") !== null) continue;
      if ((!withButtons && is(node, `${BUTTONS},${SHOWN}`)) || ligatureOf(node) !== "") continue;
      if (isItem && is(node, hasLetter(text) ? LISTS : "ul,ol")) continue;
      const root = rootOf(node);
      if (root) open.push(read.firstChild.call(node));
      open.push(read.firstChild.call(root ?? node));
    }
  }
  return cleanWords(text, limit);
};
/**
 * Returns the visible text of a text node; "" if it is not painted, or is clipped to a pixel so that only screen
 * readers find it.
 * @param {Text} node
 */
const seenWords = (node) => {
  const data = seenData(node);
  if (!hasInk(data)) return "";
  const by = read.parentElement.call(node);
  // The parent of a text node may be a shadow root.
  if (!by) return ` ${data}`;
  const { width, height } = rect(by);
  return (width > 1 && height > 1) || getComputedStyle(by).display === "contents" ? ` ${data}` : "";
};
/** @type {Set<Element>} */
export const NOBODY = new Set();

/**
 * Returns the text by which a box without a name is identified: its own text or, if it has none, that of the buttons
 * inside it.
 * @param {Element} el @param {number} limit
 */
export const ownWords = (el, limit) => wordsSeenIn(el, null, false, limit) || wordsSeenIn(el, null, true, limit);
