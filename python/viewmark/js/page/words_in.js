// Reads the text of an element.
import { rootOf } from "./dom.js";
import { oneLine } from "./letters.js";
import { memo, queryFirst, rootNode, textContent } from "./native.js";
import { textOf } from "./text.js";

/**
 * Returns the text of an element. It is cached per observation because the text of an ancestor is read many times.
 * @param {Element} el
 */
export const wordsIn = (el) => {
  const known = memo("words");
  let text = known.get(el);
  if (text === undefined) {
    // If the element has a shadow tree or is inside one, its text is read in the flat tree.
    const isShadowed = rootOf(el) !== null || rootNode(el) instanceof ShadowRoot;
    text = isShadowed ? textOf(el) : oneLine(textContent(el));
    // An SVG title is not visible, so short texts are read without it.
    if (text !== "" && text.length <= 100 && !isShadowed && queryFirst(el, "svg > title")) text = textOf(el);
    known.set(el, text);
  }
  return text;
};
