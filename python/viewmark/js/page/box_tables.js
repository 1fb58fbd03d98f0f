// Reads the row and the column of a number in a table that is made of boxes without roles: sums of a budget, hours of a plan.
import { classesOf, is, parent, read, rect } from "./dom.js";
import { few, nextElement, previousElement } from "./native.js";
import { line } from "./text.js";
import { wordsIn } from "./words_in.js";

/** Steps up from a number to its row and from that to what stands below the heads; neighbours and elements looked at. */
const [UP, ABOVE, BESIDE, PARTS] = [12, 6, 40, 80];
/** Highest row, and how far boxes of one column may be off, px. */
const HIGH = 64;
const OFF = 12;
const SAME = 3;
const LONGEST = 40;

/** @typedef {{ words: string, box: DOMRect }} Piece */
/** @param {Element} el */
const kindOf = (el) => `${read.localName.call(el)} ${classesOf(el)[0] ?? ""}`;
/** The pieces of text in a box, each with the box of its element; none of too many. @param {Element} el @returns {Piece[]} */
const piecesOf = (el) => {
  const all = [];
  for (const part of few(el, PARTS) ?? []) {
    if (read.firstElement.call(part)) continue;
    const [words, box] = [wordsIn(part), rect(part)];
    if (words !== "" && box.width > 1 && box.height > 1) all.push({ words, box });
  }
  return all;
};
/** Whether a box like a row stands right above or below it. @param {Element} row */
const isOfRows = (row) => {
  const own = rect(row);
  return [previousElement(row), nextElement(row)].some((one) => {
    if (!one || kindOf(one) !== kindOf(row)) return false;
    const { left, top, width, height } = rect(one);
    return (
      Math.abs(left - own.left) < SAME &&
      Math.abs(width - own.width) < SAME &&
      Math.abs(height - own.height) < SAME &&
      Math.abs(Math.abs(top - own.top) - height) < SAME
    );
  });
};
/** The row of boxes that a number stands in, which has words. @param {Element} el */
const rowOf = (el) => {
  let at = parent(el);
  for (let i = 0; at && i < UP && rect(at).height <= HIGH; at = parent(at), i += 1) {
    if (/\p{L}/u.test(wordsIn(at)) && isOfRows(at)) return at;
  }
  return null;
};
/** The box that holds nothing but a number. @param {Element} el @param {Element} row */
const cellOf = (el, row) => {
  const words = wordsIn(el);
  let cell = el;
  for (let at = parent(el); at && at !== row && wordsIn(at) === words; at = parent(at)) cell = at;
  return cell;
};
/** @param {DOMRect} one @param {DOMRect} other */
const isInColumn = (one, other) => {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const middles = (one.left + one.right - other.left - other.right) / 2;
  const isLevel = [one.left - other.left, one.right - other.right, middles].some((off) => Math.abs(off) <= OFF);
  return isLevel && shared > Math.min(one.width, other.width) / 2;
};
/** The heads of columns that a box above a row holds: words without numbers on one line; none if it has fewer than two. @param {Element} el */
const headsIn = (el) => {
  const said = piecesOf(el).filter(
    ({ words }) => /\p{L}/u.test(words) && !/\p{N}/u.test(words) && words.length <= LONGEST,
  );
  return said.filter(({ box }) => said.filter((one) => Math.abs(one.box.top - box.top) < SAME).length > 1);
};
/** The words above a number, in what stands before its row or before a box around that. @param {Element} el @param {Element} row @param {Map<Element, Piece[]>} memo */
const columnOf = (el, row, memo) => {
  const own = rect(cellOf(el, row));
  for (let at = /** @type {Element | null} */ (row), i = 0; at && i < ABOVE; at = parent(at), i += 1) {
    let before = previousElement(at);
    for (let n = 0; before && n < BESIDE; before = previousElement(before), n += 1) {
      if (kindOf(before) === kindOf(row)) continue;
      let heads = memo.get(before);
      if (!heads) memo.set(before, (heads = headsIn(before)));
      const above = heads.filter(({ box }) => box.bottom <= own.top + SAME && isInColumn(box, own));
      if (above.length > 0) return above.length === 1 ? above[0].words : "";
    }
  }
  return "";
};
/**
 * The row and the column of a number without a table around it; undefined where nothing tells them.
 * @param {Element} el @param {string} said what it shows @param {Map<Element, Piece[]>} memo heads of a batch
 */
export const placeInBoxes = (el, said, memo) => {
  if (!/\p{N}/u.test(said) || /\p{L}/u.test(said) || is(el, "a[href]")) return undefined;
  const row = rowOf(el);
  if (!row) return undefined;
  const { left } = rect(el);
  const name = piecesOf(row).find(
    ({ words, box }) => /\p{L}/u.test(words) && (box.right <= left + SAME || box.left >= rect(el).right - SAME),
  );
  const column = name ? columnOf(el, row, memo) : "";
  return name && column ? { row: line(name.words, LONGEST), column: line(column, LONGEST) } : undefined;
};
