// Infers the sort direction of a column whose header states it only by a class: that of the header, or that of the only
// arrow painted in it.
import { hasWordOf, isWordOf, lastWordOfClass, meaningOf, saidOf, wordsOfClass } from "./class_words.js";
import { classesOf, holds, is, parent, rect } from "./dom.js";
import { checkVisibility, closest, few, queryCss } from "./native.js";
import { HEADS, MANY, PARTS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Returns the direction from the classes of one element: `sorting_desc`, `sorted ascending`. @param {Element} el */
const wayOf = (el) => {
  const all = classesOf(el);
  const isSorted =
    all.some((token) => isWordOf(lastWordOfClass(token), "sorter")) ||
    (saidOf([el], "chosen") !== undefined && closest(el, HEADS) !== null);
  const said = all.filter((token) => {
    const words = wordsOfClass(token);
    return words.length === 1 ? isSorted : isWordOf(words.at(-2) ?? "", "sorter");
  });
  return said.map((token) => meaningOf(token, "sort")).find(Boolean);
};
/**
 * Returns the directions of the arrows painted in a header, or only of the active ones.
 * @param {Element} head @param {boolean} [areActive]
 */
const arrowsIn = (head, areActive = false) => {
  const painted = (few(head, PARTS) ?? []).filter((part) => {
    // A button without text in the header has another purpose.
    const inner = closest(part, "button,a,[role=button]");
    if (wordsIn(part).length > 1 || (inner && inner !== head && holds(head, inner) && wordsIn(inner) === ""))
      return false;
    if (areActive) return saidOf([part], "chosen") !== undefined;
    return rect(part).width >= 4 && checkVisibility(part, { visibilityProperty: true, opacityProperty: true });
  });
  const ways = painted.flatMap((part) =>
    classesOf(part)
      .filter((token) => hasWordOf(token, "sorter") || hasWordOf(token, "sign"))
      // An arrow states the direction of the column only if it is the active one of several arrows; a single arrow may
      // open a menu.
      .flatMap((token) => meaningOf(token, "sort") ?? (areActive ? WAYS.get(meaningOf(token, "points")) : []) ?? []),
  );
  return [...new Set(ways)];
};
/** @type {Map<unknown, string>} */
const WAYS = new Map([
  ["up", "ascending"],
  ["down", "descending"],
]);

/**
 * Returns the sort direction of a column, for its header or the sort button in it; undefined if nothing indicates it.
 * @param {Element} el
 */
export const sortOf = (el) => {
  if (wordsIn(el) === "") return undefined;
  const own = wayOf(el);
  if (own) return own;
  const head = is(el, HEADS) ? el : is(el, "a,button,[role=button]") ? closest(el, HEADS) : null;
  const row = head && parent(head);
  if (!head || !row || wordsIn(head) !== wordsIn(el)) return undefined;
  const [active, other] = arrowsIn(head, true);
  const said = wayOf(head) ?? (other ? undefined : active);
  if (said) return said;
  const others = [...queryCss(row, HEADS)].slice(0, MANY).filter((one) => one !== head);
  if (others.length === 0) return undefined;
  // If all headers show an arrow, the arrows only mean that the columns are sortable.
  const [drawn, more] = arrowsIn(head);
  if (drawn && !more && others.every((one) => arrowsIn(one).length !== 1)) return drawn;
  return undefined;
};
