// Finds the items of a list that one listener at their box serves, without a hand or a role: tabs, folders, entries of
// a menu. What stands in a box that listens may as well be the lines of one thing, so the items have to say what they are.
import { CONTROL, CURSOR, LISTENER, isFocusOnly } from "./candidates.js";
import { isMarkedOutAmong } from "./chosen.js";
import { lastWordOfClass } from "./class_words.js";
import { classesOf, holds, is, read, rect } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { computed, isSvg, nextElement, queryFirst } from "./native.js";
import { wordsIn } from "./words_in.js";

/** Children of a box that are looked at, and fewest items. */
const MOST = 200;
const ITEMS = 2;
/** Height of a row, px, and how far rows may be off from each other. */
const HEIGHT = [12, 64];
const OFF = 4;
/** As much of an item as controls in it may take. */
const SHARE = 0.5;

/** Last words of a class of what is pressed, and of what may as well be read. */
const PRESSED = new Set(["tab", "option", "link"]);
const READ = new Set(["item", "entry"]);
/** Last words of a class of what is one thing of several itself. */
const ONE = new Set([...PRESSED, ...READ, "card", "cell", "row", "tile"]);
const ONES =
  "li,tr,td,th,label,a[href],button,summary,option,article,[contenteditable],[draggable=true],[role=option],[role=row],[role=listitem],[role=treeitem],[role=gridcell],[role=cell],[role=img]";
/** What is no item by its tag: words to read, and what has rules of its own. */
const NONE = new Set(
  "p pre code br hr script style template input select textarea button label tr td th tbody thead option h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);
const DRAWN = "img,svg,canvas,i,[class*=icon i]";

/** @param {Element} el */
const tagOf = (el) => read.localName.call(el);
/** @param {Element} el */
const isShown = (el) => rect(el).width > 1 && rect(el).height > 1;
/** Children of a box that take room, or null if they are too many. @param {Element} box */
const childrenOf = (box) => {
  const all = [];
  for (let at = read.firstElement.call(box), i = 0; at; at = nextElement(at), i += 1) {
    if (i === MOST) return null;
    if (isShown(at)) all.push(at);
  }
  return all;
};
/** Whether a box may be one of several things itself, or shows that a press on it means something else. @param {Item} list */
const mayServe = ({ el, tag, kind, control }) => {
  if (!(kind & LISTENER) || kind & CURSOR || control || (kind & CONTROL && !isFocusOnly(el, tag))) return false;
  if (isSvg(el) || is(el, ONES) || classesOf(el).some((name) => ONE.has(lastWordOfClass(name)))) return false;
  return isPlain(el);
};
/** Whether the pointer shows nothing but an arrow, and the words are none of a code. @param {Element} el */
const isPlain = (el) => {
  const { cursor, whiteSpace } = computed(el);
  return (cursor === "auto" || cursor === "default") && !/^(?:pre|break)/.test(whiteSpace);
};
/** Whether a child may be an item: a row with words or a drawing. @param {Element} el */
const mayBeItem = (el) => {
  const { height } = rect(el);
  if (NONE.has(tagOf(el)) || isSvg(el) || is(el, "a[href]") || height < HEIGHT[0] || height > HEIGHT[1]) return false;
  if (!isPlain(el) || /^(?:absolute|fixed)$/.test(computed(el).position)) return false;
  return wordsIn(el) !== "" || queryFirst(el, DRAWN) !== null;
};
/** What some have in common: the class that most of them have, else the tag. @param {Element[]} all */
const alike = (all) => {
  /** @type {Map<string, Element[]>} */
  const groups = new Map();
  for (const el of all) {
    const keys = classesOf(el).length > 0 ? classesOf(el).map((name) => `.${name}`) : [];
    for (const key of [...keys, tagOf(el)]) groups.set(key, [...(groups.get(key) ?? []), el]);
  }
  let most = /** @type {[string, Element[]]} */ (["", []]);
  for (const [key, group] of groups) {
    if (group.length > most[1].length || (group.length === most[1].length && !most[0].startsWith(".")))
      most = [key, group];
  }
  return most;
};
/** Whether boxes stand in one column, or in one row. @param {Element[]} all */
const isInLine = (all) => {
  const boxes = all.map((el) => rect(el));
  const near = (/** @type {"left" | "right" | "top" | "bottom"} */ side) =>
    boxes.every((box) => Math.abs(box[side] - boxes[0][side]) <= OFF);
  const isDown = boxes.every((box, i) => i === 0 || box.top >= boxes[i - 1].bottom - OFF);
  const isAcross =
    boxes.every((box, i) => i === 0 || box.left >= boxes[i - 1].right - OFF) ||
    boxes.every((box, i) => i === 0 || box.right <= boxes[i - 1].left + OFF);
  return (isDown && (near("left") || near("right"))) || (isAcross && near("top") && near("bottom"));
};
/** Whether all are written in letters of one size: a title, a text and a price are not. @param {Element[]} all */
const isOneSize = (all) => new Set(all.map((el) => computed(el).fontSize)).size === 1;
/** What is marked in an item. @param {Element} el @param {Item[]} found */
const marksIn = (el, found) =>
  found.filter((item) => item.kind & (CONTROL | LISTENER | CURSOR) && item.el !== el && holds(el, item.el));
/** Whether what is marked in an item takes most of it, or most of its words. @param {Element} el @param {Item[]} found */
const isTaken = (el, found) => {
  const { width, height } = rect(el);
  const inner = marksIn(el, found);
  const room = inner.reduce((sum, { box }) => sum + (box[2] - box[0]) * (box[3] - box[1]), 0);
  const said = inner.reduce((sum, item) => sum + wordsIn(item.el).length, 0);
  return room > SHARE * width * height || said > SHARE * wordsIn(el).length;
};

/**
 * The items of a list right in the box that listens for them, or none: most of what is in it, alike by a class or tag,
 * in a row or column, of the height of a row; and a class in common says that they are items, or one alone is written
 * and painted as the chosen one, or they answer to the pointer.
 * @param {Item} list @param {Item[]} found
 */
export const servedItems = (list, found) => {
  if (!mayServe(list)) return [];
  const all = childrenOf(list.el);
  if (!all || all.length < ITEMS) return [];
  const [key, rows] = alike(all.filter(mayBeItem));
  if (rows.length < ITEMS || 2 * rows.length <= all.length || !isInLine(rows) || !isOneSize(rows)) return [];
  const isClass = key.startsWith(".");
  // Of two lines one may be painted as a state of the thing.
  const isChosen = (isClass || rows.length > ITEMS) && rows.some(isMarkedOutAmong);
  if (isChosen) return rows.some((el) => isTaken(el, found)) ? [] : rows;
  // What is pressed in rows that a style only tints is what the box listens for.
  const isAnswering = isClass && rows.every((el) => isMarkedOutAmong(el) || answersHover(el));
  return isAnswering && rows.every((el) => marksIn(el, found).length === 0) ? rows : [];
};
