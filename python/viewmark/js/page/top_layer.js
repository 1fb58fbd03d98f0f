// The elements of the document's top layer (CSS Positioned Layout 4, section 3): drawn over all others, whatever clips
// their parents.
import { getterOf } from "./dom.js";
import { countOf, matches, queryCss } from "./native.js";
import { inDocument } from "./standing.js";

const SELECTOR = ":modal,:popover-open,:fullscreen";
const fullscreen = getterOf(Document.prototype, "fullscreenElement");
/** Whether it is worth trying the selector on every element. */
const mayHaveSome = () =>
  countOf("dialog") > 0 || fullscreen.call(document) !== null || inDocument("popover").length > 0;
/** Those outside of shadow trees. @returns {Iterable<Element>} */
export const elements = () => (mayHaveSome() ? queryCss(document, SELECTOR) : []);

/** @param {Element} el */
export const has = (el) => matches(el, SELECTOR);
