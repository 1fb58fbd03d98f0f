// Infers the sort direction of a column whose header states it only by a class.
import { isWordOf, lastWordOfClass, meaningOf, saidOf, wordsOfClass } from "./class_words.js";
import { classesOf, is } from "./dom.js";
import { closest } from "./native.js";
import { HEADS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * Returns the sort direction that the classes of one element express, such as `sorting_desc` or `sorted ascending`.
 * @param {Element} el
 */
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
 * Returns the sort direction of a column, given its header or the sort button in it. Undefined if nothing shows it.
 * @param {Element} el
 */
export const sortOf = (el) => {
  if (wordsIn(el) === "") return undefined;
  const own = wayOf(el);
  if (own) return own;
  const head = is(el, `${HEADS},a,button,[role=button]`) ? closest(el, HEADS) : null;
  return head && wordsIn(head) === wordsIn(el) ? wayOf(head) : undefined;
};
