// Tells the cells of a grid that only take the focus for keys, and what in its rows is chosen by a tick box.
import { CONTROL, CURSOR } from "./candidates.js";
import { attr, eachChild, holds, is, isElement, isText, parent, read, rect } from "./dom.js";
import { gridAround } from "./grid_parts.js";
import { answersHover } from "./hover_rules.js";
import { labelsOf } from "./labels.js";
import { closest, computed, queryCss, queryFirst, seenData } from "./native.js";
import { line } from "./text.js";
import { LONGEST, NATIVE_TICKS, TICKS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const CELLS = "[role=gridcell],[role=columnheader]";
/** Slots of a row that are looked into, and parts of a head. */
const SLOTS = 24;
const PARTS = 40;
/** Whether a tick box stands in a row, also one that its component puts into the cells by slots. @param {Element} row */
const hasTick = (row) => {
  if (queryFirst(row, TICKS) !== null) return true;
  let found = false;
  for (const slot of [...queryCss(row, "slot")].slice(0, SLOTS)) {
    eachChild(slot, "slot", (node) => {
      found ||= isElement(node) && (is(node, TICKS) || queryFirst(node, TICKS) !== null);
    });
    if (found) return true;
  }
  return false;
};
/**
 * Whether keys move through the cells of a row that a tick box chooses, and a cell has no state but that of its row.
 * @param {Element} cell
 */
export const isOfTickedRow = (cell) => {
  const row = parent(cell);
  if (!row || !is(cell, "[role=gridcell][tabindex]") || !is(row, "[role=row][aria-selected]") || is(cell, STATED))
    return false;
  if (attr(cell, "aria-selected") !== attr(row, "aria-selected") || computed(cell).cursor === "pointer") return false;
  return !answersHover(cell) && !answersHover(row) && hasTick(row);
};

/** Whether keys stop at a cell, and move on to the others of its grid from there. @param {Element} el */
const isStop = (el) => {
  if (attr(el, "tabindex") !== "0" || !is(el, CELLS) || is(el, STATED)) return false;
  const grid = closest(el, "thead,tbody,[role=rowgroup]") ?? gridAround(el);
  return grid !== null && queryFirst(grid, OTHERS) !== null && queryCss(grid, STOPS).length === 1;
};
const STATED = "[aria-sort],[aria-expanded],[aria-haspopup],[onclick],[contenteditable]";
const OTHERS = ":is([role=gridcell],[role=columnheader])[tabindex='-1']";
const STOPS = ":is([role=gridcell],[role=columnheader])[tabindex='0']";
/** A box of a pixel that cuts off words for those who hear. */
const TINY = 2;
/** Whether nothing in a head is painted. @param {Element} head */
const isBlank = (head) => {
  const open = [head];
  for (let i = 0; open.length > 0; i += 1) {
    if (i >= PARTS) return false;
    const el = /** @type {Element} */ (open.pop());
    let isShown = false;
    eachChild(el, read.localName.call(el), (node) => {
      if (isElement(node)) {
        const { width, height } = rect(node);
        const { overflow, display } = computed(node);
        if (display === "none" || (width <= TINY && height <= TINY && overflow !== "visible")) return;
        if (computed(node).visibility === "visible" && is(node, SHOWN)) isShown = true;
        open.push(node);
      } else if (isText(node) && read.data.call(node).trim() !== "" && computed(el).visibility === "visible")
        isShown = true;
    });
    if (isShown) return false;
  }
  return true;
};
const SHOWN = "img,svg,canvas,video,input,select,textarea,button";
/**
 * Whether a cell only takes the focus for keys: the tick box in it is pressed, or nothing of it is painted.
 * @param {Item} item
 */
export const isKeyStop = ({ el, kind, control, marks }) => {
  if (!(kind & CONTROL) || kind & CURSOR || control || !isStop(el)) return false;
  if (marks === 1) return hasTick(el) && wordsIn(el) === "";
  return is(el, "[role=columnheader]") && (marks ?? 0) === 0 && isBlank(el);
};

const ITEM = "[role=treeitem]";
const APART = "[role=treeitem],[role=group],[aria-hidden=true],input,select,textarea,button";
/**
 * The words that are painted in an item of a tree or in a label there, without those of the items in it.
 * @param {Element} top
 */
export const wordsApart = (top) => {
  let words = "";
  /** @type {(Node)[]} */
  const open = [top];
  for (let i = 0; open.length > 0 && i < PARTS; i += 1) {
    const node = /** @type {Node} */ (open.pop());
    if (isText(node)) words += ` ${seenData(node)}`;
    else if (isElement(node) && (node === top || !is(node, APART)) && !isCutOff(node)) {
      /** @type {Node[]} */
      const inside = [];
      eachChild(node, read.localName.call(node), (one) => inside.push(one));
      open.push(...inside.reverse());
    }
  }
  return line(words, LONGEST);
};
/** Whether what is in an element is cut off or not shown: words for those who hear. @param {Element} el */
const isCutOff = (el) => {
  const { width, height } = rect(el);
  const { overflow, display, visibility } = computed(el);
  return display === "none" || visibility !== "visible" || (width <= TINY && height <= TINY && overflow !== "visible");
};
/** The nearest item of a tree around something. @param {Element} el */
const itemAround = (el) => closest(el, ITEM);
/** The words of the label of a tick box in an item of a tree; "" elsewhere. @param {Element} tick */
export const labelInItem = (tick) => {
  const item = is(tick, TICKS) ? itemAround(tick) : null;
  const [label] = item ? labelsOf(tick) : [];
  return item && label && holds(item, label) && itemAround(label) === item ? wordsApart(label) : "";
};
/** Words of an item of a tree that opens, for the button in it that does it and is hidden from those who hear. @param {Element} el */
export const openedBy = (el) => {
  const item = parent(el);
  return item && is(el, "button[aria-hidden=true]") && is(item, "[role=treeitem][aria-expanded]") && wordsIn(el) === ""
    ? item
    : null;
};
/**
 * Whether a press on the words of an item of a tree is one on the tick box in it, which has a mark.
 * @param {Item} item @param {Set<Element>} marked
 */
export const isTickedByWords = ({ el, kind, control }, marked) => {
  if (control || kind & CURSOR || !is(el, ITEM)) return false;
  const tick = [...queryCss(el, NATIVE_TICKS)].find((one) => itemAround(one) === el);
  if (!tick || !marked.has(tick)) return false;
  const words = labelInItem(tick);
  return words !== "" && words === wordsApart(el);
};
