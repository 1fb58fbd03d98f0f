// The words of an element that are seen, without those of what else is pressed in it.
import { attr, is, read, rect, rootOf } from "./dom.js";
import { hasInk, hasLetter, oneLine } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { seenData } from "./native.js";
import { LONGEST } from "./vocabulary.js";

const SILENT = new Set("script style template noscript textarea select datalist".split(" "));
export const BUTTONS = "button,input,[role=button],[role=switch],[role=tab],[role=menuitem]";
/** What changes as buttons do: the value that a control shows, and what stands there as long as it has none. */
const SHOWN = "[role=combobox],[role=listbox],[role=slider],[role=spinbutton],[id$=placeholder],[class*=placeholder i]";
const LISTS = "ul,ol,[role=group],[role=list]";

/** @param {string} text @param {number} [limit] */
export const cleanWords = (text, limit = LONGEST) => oneLine(text).slice(0, limit);

/** Nodes looked at for the first words; what says nothing for so long has none worth telling. */
const NODES = 1000;
/**
 * The first words inside an element, without reading more of it than needed, nor what is typed.
 * @param {Element} el @param {Element | null} without @param {boolean} [withButtons]
 * @param {number} [limit] @param {Set<Element>} [alike] left out as well
 * @param {boolean} [isItem] without the items below it
 */
export const wordsSeenIn = (el, without, withButtons = true, limit = LONGEST, alike = NOBODY, isItem = false) => {
  let text = "";
  // A list of open siblings and no recursion: elements can be nested deeper than a stack.
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
/** What a piece of text says to one who sees: nothing where it is not painted, or in a pixel for those who hear. @param {Text} node */
const seenWords = (node) => {
  const data = seenData(node);
  if (!hasInk(data)) return "";
  const by = read.parentElement.call(node);
  // The parent of a text may be a shadow root.
  if (!by) return ` ${data}`;
  const { width, height } = rect(by);
  return (width > 1 && height > 1) || getComputedStyle(by).display === "contents" ? ` ${data}` : "";
};
/** @type {Set<Element>} */
export const NOBODY = new Set();

/**
 * What a box says that has no name: its own words, without those of the buttons in it where it has
 * others.
 * @param {Element} el @param {number} limit
 */
export const ownWords = (el, limit) => wordsSeenIn(el, null, false, limit) || wordsSeenIn(el, null, true, limit);
