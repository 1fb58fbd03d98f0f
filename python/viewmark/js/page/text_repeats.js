// Removes text marks whose text is also shown by another mark.
import { TEXT } from "./candidates.js";
import { eachChild, isElement, isText, read } from "./dom.js";
import { isPhrase, isWhole } from "./duplicates.js";
import { hasInk } from "./letters.js";
import { memo, styleOf } from "./native.js";
import { area } from "./rects.js";
import { textOf } from "./text.js";
import { GRAPHIC, MOST_OF_VIEW, INLINE, MOST_READ } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * Removes the marks of texts that another mark shows too: the text of a control, a phrase of a sentence, nested boxes
 * with the same text. Also removes boxes that fill most of the view.
 * @param {Item[]} items @param {number} viewArea
 */
export const withoutRepeats = (items, viewArea) => {
  const kept = new Set(items);
  /** @param {Item} item */
  const around = (item) => {
    let outer = item.up;
    while (outer && !kept.has(outer)) outer = outer.up;
    return outer;
  };
  for (const item of items) {
    const outer = item.kind === TEXT ? around(item) : null;
    if (!outer) continue;
    const isRepeat =
      (outer.kind !== TEXT && isWhole(outer)) ||
      (!GRAPHIC.has(item.tag) && (isPhrase(item, outer) || wordsIn(item.el) === wordsIn(outer.el)));
    if (isRepeat) kept.delete(item);
  }
  // A box around another mark is removed if both have the same text, such as a heading that consists of a link, or if
  // the box fills most of the view.
  for (const item of items) {
    if (!kept.has(item)) continue;
    const outer = around(item);
    if (!outer || outer.kind !== TEXT || GRAPHIC.has(outer.tag)) continue;
    const isLarge = outer.boxes.reduce((sum, box) => sum + area(box), 0) > MOST_OF_VIEW * viewArea;
    if (isLarge || (textOf(item.el) !== "" && textOf(item.el) === textOf(outer.el))) {
      kept.delete(outer);
    }
  }
  // A box is removed if all of its text is in marks inside it, or is out of view.
  const marked = new Set([...kept].map((item) => item.el));
  for (const item of [...kept]) {
    const outer = around(item);
    if (!outer || outer.kind !== TEXT || GRAPHIC.has(outer.tag) || saysItself(outer.el, marked)) continue;
    kept.delete(outer);
  }
  return items.filter((item) => kept.has(item));
};
/**
 * Whether a box has text that is in no mark inside it.
 * @param {Element} el @param {Set<Element>} marked
 */
const saysItself = (el, marked) => {
  const known = memo("saysItself");
  let answer = known.get(el);
  if (answer !== undefined) return answer;
  answer = false;
  /** @type {Node[]} */
  const rest = [el];
  for (let left = MOST_READ; rest.length > 0 && !answer; left -= 1) {
    const node = /** @type {Node} */ (rest.pop());
    if (left <= 0 || (isText(node) && hasInk(read.data.call(node)))) answer = true;
    if (!isElement(node) || (node !== el && marked.has(node))) continue;
    const { display, visibility } = styleOf(node);
    if (node !== el && (!INLINE.test(display) || visibility !== "visible")) continue;
    eachChild(node, read.localName.call(node), (child) => rest.push(child));
  }
  known.set(el, answer);
  return answer;
};
