// What kind of thing an element is to who points at it: a frame, a text, an editor.
import { getterOf, is, read } from "./dom.js";

const windowIn = getterOf(HTMLObjectElement.prototype, "contentWindow");
/**
 * Objects and embeds hold a document only sometimes; the latter do not say.
 * @param {Element} el @param {string} tag
 */
export const isFrame = (el, tag) => {
  if (tag === "object") return el instanceof HTMLObjectElement && windowIn.call(el) !== null;
  return tag !== "embed" || window.length > 0;
};
/** Fields with words: a mark of its own is drawn for all others. @param {Element} el */
export const isTextControl = (el) =>
  /^(input|select|textarea)$/.test(read.localName.call(el)) &&
  !(read.localName.call(el) === "input" && NO_WORDS.has(el.type));
const NO_WORDS = new Set("checkbox radio range color image file submit button reset".split(" "));

/** Takes words without being a form's field. @param {Element} el */
export const isEditor = (el) => is(el, "[role=textbox],[contenteditable]");
