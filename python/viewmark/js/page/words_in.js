// The words inside an element.
import { rootOf } from "./dom.js";
import { oneLine } from "./letters.js";
import { memo, queryFirst, rootNode, textContent } from "./native.js";
import { textOf } from "./text.js";

/**
 * The words inside an element; remembered for one look, since an outer one is asked by many.
 * @param {Element} el
 */
export const wordsIn = (el) => {
  const known = memo("words");
  let text = known.get(el);
  if (text === undefined) {
    // Of what has a shadow tree, or stands in one, only the flat tree tells.
    const isShadowed = rootOf(el) !== null || rootNode(el) instanceof ShadowRoot;
    text = isShadowed ? textOf(el) : oneLine(textContent(el));
    // The title of a drawing, which short words may be, is for those who hear.
    if (text !== "" && text.length <= 100 && !isShadowed && queryFirst(el, "svg > title")) text = textOf(el);
    known.set(el, text);
  }
  return text;
};
