// Classifies elements by their pointer behaviour: frame, text field, editor.
import { getterOf, is, read } from "./dom.js";
import { FIELD_TAGS } from "./vocabulary.js";

const windowIn = getterOf(HTMLObjectElement.prototype, "contentWindow");
/**
 * Whether an element embeds a document. An `object` or `embed` may do so or not, and for `embed` no property tells.
 * @param {Element} el @param {string} tag
 */
export const isFrame = (el, tag) => {
  if (tag === "object") return el instanceof HTMLObjectElement && windowIn.call(el) !== null;
  return tag !== "embed" || window.length > 0;
};
/**
 * Whether an element is a text field or a select. Other fields, such as checkboxes, get a different badge.
 * @param {Element} el
 */
export const isTextControl = (el) =>
  FIELD_TAGS.has(read.localName.call(el)) && !(read.localName.call(el) === "input" && NO_WORDS.has(el.type));
const NO_WORDS = new Set("checkbox radio range color image file submit button reset".split(" "));

/** Whether text can be typed into the element although it is not a form field. @param {Element} el */
export const isEditor = (el) => is(el, "[role=textbox],[contenteditable]");
