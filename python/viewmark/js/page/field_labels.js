// Finds the visible text that labels a field without a `<label>`: before the field, above it, or in its column header.
import { is, isText, parent, read, rect } from "./dom.js";
import { hasLetter, withoutColon } from "./letters.js";
import { isListening } from "./listeners.js";
import { closest, computed, countIn, few, nextElement, previousElement, previousSibling, othersIn } from "./native.js";
import { queryCss, queryFirst, seenData } from "./native.js";
import { ownWords } from "./seen_words.js";
import { line, textOf } from "./text.js";
import { LONGEST, PARTS, SIGN, STEPS, FIELDS, NEAR, HEAD_CELLS } from "./vocabulary.js";

export const FIELD =
  `${FIELDS},[role=textbox],[role=combobox],[role=searchbox],` + "[role=spinbutton],[role=slider],[contenteditable]";
const ITEM = "[role=treeitem]";
const CELL = "td,th,tr,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader],[role=row]";
/** Whether a cell belongs to a row of data, and not to a pair of caption and field. @param {Element} cell */
const isOfData = (cell) => {
  const row = closest(cell, "tr,[role=row]");
  const all = row ? queryCss(row, CELL) : [];
  return all.length > 2 || is(cell, "[role]");
};
/**
 * Whether a checkbox or radio is in a row of data. The name attribute of such a control is generated and the same in
 * every row, so it does not describe the control.
 * @param {Element} el
 */
export const isOfRow = (el) => {
  const cell = is(el, "[type=checkbox],[type=radio]") ? closest(el, CELL) : null;
  return cell !== null && isOfData(cell);
};
/**
 * Returns the text directly before an element, on its line or above it. In a row of data, the text of the previous cell
 * is a value of its own, so it is not used; nor is text inside a field.
 * @param {Element} el @param {Element} shown the element that is painted for it
 */
export const before = (el, shown) => {
  const UP = is(el, "[role=slider]") ? 6 : 4;
  const mine = rect(shown);
  let at = /** @type {Element | null} */ (shown);
  for (let i = 0, n = 0, branch = shown; at && i < UP && n < PARTS; branch = at, at = parent(at), n += 1) {
    // A wrapper of about the same size as the element does not use up a step of the search.
    if (at === shown || !isAround(at, branch)) i += 1;
    if (is(at, ITEM) || (is(at, CELL) && isOfData(at))) return "";
    const text = textBefore(at);
    if (hasLetter(text)) return text;
    let above = previousElement(at);
    // These are not labels: error messages that are not shown yet, current values, and buttons that decrement.
    while (above && (rect(above).height <= 1 || isNumber(above) || isStep(above))) above = previousElement(above);
    if (above && isLabelOfOther(above, el)) return "";
    if (above && !is(above, PRESSABLE) && !queryFirst(above, PRESSABLE) && !isPressed(above)) {
      const words = wordsAbove(likePlace(above, at, branch), mine);
      // A currency symbol belongs to the field and is not its label.
      if (words && !SYMBOL.test(words)) return words.length <= LONGEST ? words : "";
    } else if (above && !is(at, "td")) return "";
  }
  return "";
};
/** Whether the element is the label of another control. @param {Element} words @param {Element} el */
const isLabelOfOther = (words, el) => {
  const control =
    read.localName.call(words) === "label" ? read.labelControl.call(/** @type {HTMLLabelElement} */ (words)) : null;
  return control !== null && control !== el;
};
const SYMBOL = /^[^\p{L}\p{N}\s]{1,3}$/u;
/** Maximum difference in size between a field and a wrapper of it, px. */
const FRAME = 16;
/** @param {Element} at @param {Element} branch */
const isAround = (at, branch) =>
  rect(at).width - rect(branch).width < FRAME && rect(at).height - rect(branch).height < FRAME;
/** Whether an element before a field is a small button without text that decrements the field. @param {Element} el */
const isStep = (el) =>
  isListening(el) &&
  textOf(el) === "" &&
  Math.max(rect(el).width, rect(el).height) <= SIGN &&
  !is(el, "[aria-label],[title]");
/** Whether an element shows nothing but a number. @param {Element} el */
const isNumber = (el) => read.firstElement.call(el) === null && /^[^\p{L}]*\d[^\p{L}]*$/u.test(textOf(el));
/**
 * Returns the caption of a field in a row of captions above a row of fields. If both rows have the same number of
 * children, it is the caption at the field's position; otherwise the whole row above.
 * @param {Element} above @param {Element} at @param {Element} branch
 */
const likePlace = (above, at, branch) => {
  const [over, own] = [childrenOf(above), childrenOf(at)];
  return over.length > 1 && over.length === own.length ? (over[own.indexOf(branch)] ?? above) : above;
};
/** @param {Element} el @returns {Element[]} */
const childrenOf = (el) => {
  const found = [];
  for (let at = read.firstElement.call(el); at && found.length < PARTS; at = nextElement(at)) found.push(at);
  return found;
};
/**
 * Returns the text of an element that is above a field or before it on its line; "" if it is elsewhere.
 * @param {Element} above @param {DOMRect} mine
 */
const wordsAbove = (above, mine) => {
  const place = rect(above);
  const isBeside = place.left >= mine.right || (place.right <= mine.left && place.bottom <= mine.top);
  return mine.top - place.bottom < 40 && place.bottom <= mine.bottom + 20 && !isBeside ? textOf(above) : "";
};
/**
 * Whether an element is interactive or contains something interactive, such as custom buttons or chips.
 * @param {Element} above
 */
const isPressed = (above) =>
  queryFirst(above, PICKED) !== null ||
  [above, ...(few(above, 4 * PARTS) ?? [])].some((el) => isListening(el) || read.localName.call(el).includes("-"));
/** Selector for items that are selected, which are no labels: a tab does not name the field below it. */
const PICKED = "[role=tab],[role=menuitem],[role=option]";
export const PRESSABLE = "input,select,textarea,button,a[href],[role=textbox],[role=combobox],[role=button]";
/** @param {Element} el */
const textBefore = (el) => {
  const node = previousSibling(el);
  if (!node || !isText(node)) return "";
  return line(seenData(node), LONGEST);
};

/** Returns the text in the header of the column that an element is in. @param {Element} el */
export const columnOf = (el) => {
  const cell = closest(el, "td,th");
  const table = cell && closest(cell, "table");
  const row = table && headRowOf(table);
  if (!cell || !table || !row) return "";
  const own = closest(cell, "tr");
  const n = own ? childrenOf(own).indexOf(cell) : -1;
  if (own !== row && queryFirst(row, HEAD_CELLS) === read.firstElement.call(row)) return headAt(row, n);
  return "";
};
/**
 * Returns the header row of a table: its first row or, if that row has headers that span columns, the row below with
 * one header for each column.
 * @param {Element} table
 */
const headRowOf = (table) => {
  let row = queryFirst(table, "tr");
  for (let i = 0; row && i < NEAR; i += 1) {
    const next = nextElement(row);
    if (
      !next ||
      !childrenOf(row).some((cell) => is(cell, `:is(${HEAD_CELLS})[colspan]:not([colspan='1'])`)) ||
      !childrenOf(next).every((cell) => is(cell, HEAD_CELLS))
    )
      break;
    row = next;
  }
  return row;
};
/** Returns the text of cell `n` of a header row; "" if it is no header. @param {Element} row @param {number} n */
const headAt = (row, n) => {
  const head = childrenOf(row)[n];
  // If the header contains a select-all checkbox and hides its text, the text names that checkbox and not those in the
  // rows.
  return head && is(head, HEAD_CELLS) && !(queryFirst(head, "input[type=checkbox],[role=checkbox]") && isUnseen(head))
    ? textOf(head)
    : "";
};
/**
 * Whether the text of a header is not visible because it is clipped to a pixel or moved out of its box.
 * @param {Element} head
 */
const isUnseen = (head) => {
  return ownWords(head, 1) === "";
};
/**
 * Returns the text directly after a checkbox on its line; "" if a text comes before the checkbox, because then the text
 * after it belongs to something else.
 * @param {Element} el @param {Element} drawn
 */
export const behind = (el, drawn) => {
  let shown = drawn;
  // An element that is the only painted content of a label or wrapper is placed where that wrapper is.
  for (
    let up = parent(shown), i = 0;
    up && i < NEAR && isAround(up, shown) && !hasLetter(textOf(up));
    up = parent(up), i += 1
  )
    shown = up;
  if (!is(el, "[type=checkbox],[type=radio],[role=checkbox],[role=radio]")) return "";
  if (closest(el, CELL)) return "";
  const up = parent(shown);
  const first = up && queryFirst(up, read.localName.call(shown));
  if (
    !first ||
    hasLetter(textBefore(first)) ||
    (previousElement(first) && hasLetter(textOf(/** @type {Element} */ (previousElement(first)))))
  )
    return "";
  const node = read.nextSibling.call(shown);
  const text = node && isText(node) ? line(seenData(node), LONGEST + 1) : "";
  if (hasLetter(text)) return text.length <= LONGEST ? text : "";
  const next = nextElement(shown);
  // The text of a label may contain links, but nothing else that can be pressed.
  const isWritten =
    next !== null && is(next, "label") && [...queryCss(next, PRESSABLE)].every((one) => is(one, "a[href]"));
  if (!next || (!isWritten && (is(next, PRESSABLE) || queryFirst(next, PRESSABLE) || isPressed(next)))) return "";
  const [mine, place] = [rect(shown), rect(next)];
  const isBehind =
    place.left >= mine.right && place.left < mine.right + SIGN && place.top < mine.bottom && place.bottom > mine.top;
  const words = isBehind ? textOf(next) : "";
  return hasLetter(words) && words.length <= LONGEST ? words : "";
};

/** Maximum ratio of the font size of a label to that of the labelled element. */
const LARGER = 1.25;
const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading],legend,caption,nav,header";
/**
 * Returns the label painted before an element or directly above it. Unlike the label that `before` finds, it must share
 * a box with the element, its text must not be much larger, and it must not be a heading.
 * @param {Element} el @param {Element} shown
 */
export const labelOf = (el, shown) => {
  const mine = rect(shown);
  let at = /** @type {Element | null} */ (shown);
  for (
    let i = 0, n = 0, branch = shown;
    at && i < NEAR && n < PARTS && !is(at, CELL) && !is(at, ITEM);
    branch = at, at = parent(at), n += 1
  ) {
    // A wrapper of about the same size as the element does not use up a step of the search.
    if (at === shown || !isAround(at, branch)) i += 1;
    if (hasLetter(textBefore(at))) return "";
    const label = paintedBefore(at);
    if (!label && (at === shown || isOnlyField(parent(at)))) continue;
    if (
      !label ||
      is(label, `${PRESSABLE},${HEADINGS}`) ||
      queryFirst(label, `${PRESSABLE},${HEADINGS}`) ||
      (isPressed(label) && !is(label, "label"))
    )
      return "";
    const place = rect(label);
    const isBefore =
      place.right <= mine.left + 1 &&
      place.top < mine.bottom &&
      place.bottom > mine.top &&
      mine.left - place.right < SIGN;
    const isAbove =
      place.bottom <= mine.top + 4 && mine.top - place.bottom < SIGN && Math.abs(place.left - mine.left) < SIGN;
    const isSmall = parseFloat(computed(label).fontSize) <= LARGER * parseFloat(computed(shown).fontSize);
    const isWritten = is(label, "label") && isOnlyField(at);
    const up = parent(at);
    const isAlone = isBefore
      ? up !== null && othersIn(up, el, PRESSABLE).length === 0
      : isAbove && (isWritten || isOnlyField(up));
    const words = isSmall && isAlone ? withoutColon(textOf(label)) : "";
    return hasLetter(words) && words.length <= LONGEST ? words : "";
  }
  return "";
};
/** Returns the nearest previous sibling that takes up space. @param {Element} el */
const paintedBefore = (el) => {
  let before = previousElement(el);
  for (let i = 0; before && i < STEPS && (rect(before).width <= 1 || rect(before).height <= 1); i += 1)
    before = previousElement(before);
  return before;
};
/** @param {Element | null} box */
const isOnlyField = (box) => {
  if (box === null || countIn(box, FIELD) > PARTS) return false;
  // The fields in a closed list are not rendered, so only rendered fields count.
  const all = queryCss(box, FIELD);
  return all.length <= 1 || [...all].filter((one) => rect(one).width > 1).length <= 1;
};
