// Finds visible text in this frame and its shadow roots.
import { eachChild, idOf, isElement, parent, read } from "../page/dom.js";
import { checkVisibility, computed, forget } from "../page/native.js";
import { allTrees } from "../page/standing.js";
import { clean } from "../page/text.js";

/**
 * Whether an element is rendered. An element with `display: contents` has no box, so its parent decides.
 * @param {Element | null} el @returns {boolean}
 */
export const isRendered = (el) =>
  el !== null && (checkVisibility(el) || (computed(el).display === "contents" && isRendered(parent(el))));

/**
 * Returns the id of the first innermost element that shows a text, ignoring case; 0 if there is none.
 * @param {string} text
 */
export const findText = (text) => {
  forget?.();
  const wanted = clean(text).toLowerCase();
  // For elements that are not rendered, `innerText` also returns hidden text, so such elements are skipped.
  /** @param {Node | null} node */
  const shows = (node) =>
    node instanceof HTMLElement && clean(node.innerText).toLowerCase().includes(wanted) && isRendered(node);
  /** Returns the innermost element, at or below `el`, that shows the text. @param {Element} el @returns {Element} */
  const innermost = (el) => {
    /** @type {Element[]} */
    const found = [];
    eachChild(el, read.localName.call(el), (each) => {
      if (found.length === 0 && isElement(each) && shows(each)) found.push(each);
    });
    return found[0] ? innermost(found[0]) : el;
  };
  for (const tree of allTrees()) {
    for (let node = read.firstChild.call(tree); node; node = read.nextSibling.call(node)) {
      if (isElement(node) && shows(node)) return idOf(innermost(node));
    }
  }
  return 0;
};
