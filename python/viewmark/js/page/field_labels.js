// Finds the words that are painted for a field that has no label: before it, above it, at the head of its column.
import { holds, is, isText, parent, read, rect } from "./dom.js";
import { hasLetter } from "./letters.js";
import { isListening } from "./listeners.js";
import { closest, computed, countIn, few, nextElement, previousElement, previousSibling } from "./native.js";
import { queryCss, queryFirst, seenData } from "./native.js";
import { ownWords } from "./seen_words.js";
import { line, textOf } from "./text.js";
import { LONGEST, PARTS, SIGN, STEPS } from "./vocabulary.js";

export const FIELD =
  "input:not([type=hidden]),select,textarea,[role=textbox],[role=combobox],[role=searchbox],[role=spinbutton],[role=slider],[contenteditable]";
const ITEM = "[role=treeitem]";
const CELL = "td,th,tr,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader],[role=row]";
/** Whether a cell holds one of several things of a row of data, not a field beside its caption. @param {Element} cell */
const isOfData = (cell) => {
  const row = closest(cell, "tr,[role=row]");
  const all = row ? queryCss(row, CELL) : [];
  return all.length > 2 || is(cell, "[role]");
};
/** Whether a tick box chooses a row of data: all of them have a name in common, which a program made. @param {Element} el */
export const isOfRow = (el) => {
  const cell = is(el, "[type=checkbox],[type=radio]") ? closest(el, CELL) : null;
  return cell !== null && isOfData(cell);
};
/**
 * The words right before something, on its line or above it. What stands in the next cell of a row of data is a value
 * of its own: `open` is no name of the tick box beside it; what is painted in a field is its value.
 * @param {Element} el @param {Element} shown what a person sees of it
 */
export const before = (el, shown) => {
  const UP = is(el, "[role=slider]") ? 6 : 4;
  const mine = rect(shown);
  let at = /** @type {Element | null} */ (shown);
  for (let i = 0, n = 0, branch = shown; at && i < UP && n < PARTS; branch = at, at = parent(at), n += 1) {
    // What is only around it is no step.
    if (at === shown || !isAround(at, branch)) i += 1;
    if (is(at, ITEM) || (is(at, CELL) && isOfData(at))) return "";
    const text = textBefore(at);
    if (hasLetter(text)) return text;
    let above = previousElement(at);
    // A sign that shows only when something is wrong, and how much it is now.
    while (above && (rect(above).height <= 1 || isNumber(above) || isStep(above))) above = previousElement(above);
    if (above && isLabelOfOther(above, el)) return "";
    if (above && !is(above, PRESSABLE) && !queryFirst(above, PRESSABLE) && !isPressed(above)) {
      const words = wordsAbove(likePlace(above, at, branch), mine);
      // A sign of a currency is a part of the field.
      if (words && !SYMBOL.test(words)) return words.length <= LONGEST ? words : "";
    } else if (above && !is(at, "td")) return "";
  }
  return "";
};
/** Whether words are the label of another control. @param {Element} words @param {Element} el */
const isLabelOfOther = (words, el) => {
  const control =
    read.localName.call(words) === "label" ? read.labelControl.call(/** @type {HTMLLabelElement} */ (words)) : null;
  return control !== null && control !== el;
};
const SYMBOL = /^[^\p{L}\p{N}\s]{1,3}$/u;
/** How much larger a box is that is only around a field, px. */
const FRAME = 16;
/** @param {Element} at @param {Element} branch */
const isAround = (at, branch) =>
  rect(at).width - rect(branch).width < FRAME && rect(at).height - rect(branch).height < FRAME;
/** Whether a small part without words that is pressed stands before a field: it makes it less. @param {Element} el */
const isStep = (el) =>
  isListening(el) &&
  textOf(el) === "" &&
  Math.max(rect(el).width, rect(el).height) <= SIGN &&
  !is(el, "[aria-label],[title]");
/** Whether something says a number and no more. @param {Element} el */
const isNumber = (el) => read.firstElement.call(el) === null && /^[^\p{L}]*\d[^\p{L}]*$/u.test(textOf(el));
/** Of a row of words above a row of fields the one at the place of its field. @param {Element} above @param {Element} at @param {Element} branch */
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
/** Words that stand on the line of a field before it, or over it. @param {Element} above @param {DOMRect} mine */
const wordsAbove = (above, mine) => {
  const place = rect(above);
  const isNear = mine.top - place.bottom < 40 && place.bottom <= mine.bottom + 20;
  const isBeside = place.left >= mine.right || (place.right <= mine.left && place.bottom <= mine.top);
  return isNear && !isBeside ? textOf(above) : "";
};
/** Whether words are those of things to press: buttons of a kit, chips. @param {Element} above */
const isPressed = (above) =>
  queryFirst(above, PICKED) !== null ||
  [above, ...(few(above, 4 * PARTS) ?? [])].some((el) => isListening(el) || read.localName.call(el).includes("-"));
/** What says that it is chosen: a tab is no label of a field below it. */
const PICKED = "[role=tab],[role=menuitem],[role=option]";
export const PRESSABLE = "input,select,textarea,button,a[href],[role=textbox],[role=combobox],[role=button]";
/** @param {Element} el */
const textBefore = (el) => {
  const node = previousSibling(el);
  if (!node || !isText(node)) return "";
  return line(seenData(node), LONGEST);
};

/** The head of the column that something stands in, also where the heads are a table or boxes of their own. @param {Element} el */
export const columnOf = (el) => {
  const cell = closest(el, "td,th");
  const table = cell && closest(cell, "table");
  const row = table && headRowOf(table);
  if (!cell || !table || !row) return "";
  const own = closest(cell, "tr");
  const n = own ? childrenOf(own).indexOf(cell) : -1;
  if (own !== row && isHead(childrenOf(row)[0])) return headAt(row, n);
  return "";
};
const HEAD_ROWS = 3;
/** The first row of a table, or below heads that span several columns the row of heads for each. @param {Element} table */
const headRowOf = (table) => {
  let row = queryFirst(table, "tr");
  for (let i = 0; row && i < HEAD_ROWS; i += 1) {
    const next = nextElement(row);
    if (
      !next ||
      !childrenOf(row).some((cell) => isHead(cell) && is(cell, "[colspan]:not([colspan='1'])")) ||
      !childrenOf(next).every(isHead)
    )
      break;
    row = next;
  }
  return row;
};
/** @param {Element | undefined} cell */
const isHead = (cell) => cell !== undefined && is(cell, "th,thead td");
/** @param {Element} row @param {number} n */
const headAt = (row, n) => {
  const head = childrenOf(row)[n];
  // What ticks all of them, and says so to those who hear, is no name of one.
  return isHead(head) && !(queryFirst(head, "input[type=checkbox],[role=checkbox]") && isUnseen(head))
    ? textOf(head)
    : "";
};
/** Whether nobody sees the words of a head, which stand in a pixel or are pushed out of their box. @param {Element} head */
const isUnseen = (head) => {
  return ownWords(head, 1) === "";
};
/**
 * The words right behind a tick box on its line, where none stand before the first one beside it.
 * @param {Element} el @param {Element} drawn
 */
export const behind = (el, drawn) => {
  let shown = drawn;
  // What is drawn alone in a label stands where that does.
  for (
    let up = parent(shown), i = 0;
    up && i < AROUND && isAround(up, shown) && !hasLetter(textOf(up));
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
  // The words of a label may have links in them.
  const isWritten =
    next !== null && is(next, "label") && [...queryCss(next, PRESSABLE)].every((one) => is(one, "a[href]"));
  if (!next || (!isWritten && (is(next, PRESSABLE) || queryFirst(next, PRESSABLE) || isPressed(next)))) return "";
  const [mine, place] = [rect(shown), rect(next)];
  const isBehind =
    place.left >= mine.right && place.left < mine.right + SIGN && place.top < mine.bottom && place.bottom > mine.top;
  const words = isBehind ? textOf(next) : "";
  return hasLetter(words) && words.length <= LONGEST ? words : "";
};

/** Steps up from a field, highest box around both, parts of it, and how far words stand from the field, px. */
const AROUND = 3;
/** How much larger words may be written than what they are a label of. */
const LARGER = 1.25;
const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading],legend,caption,nav,header";
/**
 * The label that is painted before something or right above it, surer than `before`: in a box of its own with it, not
 * larger than it, no heading.
 * @param {Element} el @param {Element} shown
 */
export const labelOf = (el, shown) => {
  const mine = rect(shown);
  let at = /** @type {Element | null} */ (shown);
  for (
    let i = 0, n = 0, branch = shown;
    at && i < AROUND && n < PARTS && !is(at, CELL) && !is(at, ITEM);
    branch = at, at = parent(at), n += 1
  ) {
    // What is only around it is no step.
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
    const isAlone = isBefore ? isOnly(parent(at), el) : isAbove && (isWritten || isOnlyField(parent(at)));
    const words = isSmall && isAlone ? textOf(label).replace(/\s*[:*]+$/, "") : "";
    return hasLetter(words) && words.length <= LONGEST ? words : "";
  }
  return "";
};
/** The nearest one before it that takes any room. @param {Element} el */
const paintedBefore = (el) => {
  let before = previousElement(el);
  for (let i = 0; before && i < STEPS && (rect(before).width <= 1 || rect(before).height <= 1); i += 1)
    before = previousElement(before);
  return before;
};
/** @param {Element | null} box */
const isOnlyField = (box) => {
  if (box === null || countIn(box, FIELD) > PARTS) return false;
  // Those of a list that is shut are none.
  const all = queryCss(box, FIELD);
  return all.length <= 1 || [...all].filter((one) => rect(one).width > 1).length <= 1;
};
/** Whether a box holds no other thing to press or write. @param {Element | null} box @param {Element} el */
const isOnly = (box, el) =>
  box !== null && [...queryCss(box, PRESSABLE)].every((one) => one === el || holds(el, one) || holds(one, el));
