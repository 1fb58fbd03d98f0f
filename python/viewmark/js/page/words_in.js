// Reads the text of an element.
import { rootOf } from "./dom.js";
import { oneLine } from "./letters.js";
import { memo, queryFirst, rootNode, textContent } from "./native.js";
import { textOf } from "./text.js";

/**
 * Returns the text of an element. It is cached, because the text of an ancestor is read many times in an observation.
 * @param {Element} el
 */
export const wordsIn = (el) => {
  const known = memo("words");
  let text = known.get(el);
  if (text === undefined) {
    // In or around a shadow tree, the text must be read in the order in which it is rendered.
    const isShadowed = rootOf(el) !== null || rootNode(el) instanceof ShadowRoot;
    text = isShadowed ? textOf(el) : oneLine(textContent(el));
    // The title of an SVG is not visible. Titles are short, so only a short text is read again without it.
    if (text !== "" && text.length <= 100 && !isShadowed && queryFirst(el, "svg > title")) text = textOf(el);
    known.set(el, text);
  }
  return text;
};
