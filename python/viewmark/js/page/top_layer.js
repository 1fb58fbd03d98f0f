// Finds the elements in the top layer of the document (CSS Positioned Layout 4, section 3). They are painted above all
// others and are not clipped by ancestors.
import { getterOf } from "./dom.js";
import { countOf, matches, queryCss } from "./native.js";
import { inDocument } from "./standing.js";

const SELECTOR = ":modal,:popover-open,:fullscreen";
const fullscreen = getterOf(Document.prototype, "fullscreenElement");
/** Whether the top layer may contain elements, so that the selector must be matched against all elements. */
const mayHaveSome = () =>
  countOf("dialog") > 0 || fullscreen.call(document) !== null || inDocument("popover").length > 0;
/** Returns the top layer elements outside shadow trees. @returns {Iterable<Element>} */
export const elements = () => (mayHaveSome() ? queryCss(document, SELECTOR) : []);

/** @param {Element} el */
export const has = (el) => matches(el, SELECTOR);
