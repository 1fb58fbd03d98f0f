// Returns the text around an element, such as the text of its row, without the content that the element expands.
import { attr, holds, is, parent } from "./dom.js";
import { byId, nextElement, previousElement, rootNode } from "./native.js";
import { NOBODY, wordsSeenIn } from "./seen_words.js";
import { LONGEST, PARTS, STEPS } from "./vocabulary.js";

const ITEM = "li,[role=treeitem],[role=listitem]";
/** @param {Element} at @param {Element} el */
export const wordsAround = (at, el) => wordsSeenIn(at, el, false);

/** @param {Element} at @param {Element} el */
export const rowText = (at, el) => wordsSeenIn(at, el, false, LONGEST, unfoldedBy(el), is(at, ITEM));
/**
 * Returns the content that a control expands: the siblings after an expanded trigger, or the element that
 * `aria-controls` refers to. The text of this content does not describe the control's surroundings, so callers leave it
 * out.
 * @param {Element} el
 */
const unfoldedBy = (el) => {
  if (attr(el, "aria-expanded") === "true") {
    let branch = /** @type {Element | null} */ (el);
    for (let i = 0; branch && i < STEPS && previousElement(branch) === null && nextElement(branch) === null; i += 1)
      branch = parent(branch);
    if (branch && previousElement(branch) === null && nextElement(branch) !== null) {
      const behind = new Set();
      for (let one = nextElement(branch), i = 0; one && i < PARTS; one = nextElement(one), i += 1) behind.add(one);
      return behind;
    }
  }
  const id = attr(el, "aria-expanded") !== null ? attr(el, "aria-controls") : null;
  const body = id ? byId(rootNode(el), id) : null;
  return body && !holds(body, el) ? new Set([body]) : NOBODY;
};
