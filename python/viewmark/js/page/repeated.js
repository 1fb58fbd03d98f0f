// Finds rows whose listener is on a distant ancestor, as in file lists, grids and boards. The rows themselves have no
// listener. The evidence is the listener on the list, together with equal siblings that respond to the pointer.
import { CONTROL, CURSOR, LISTENER } from "./candidates.js";
import { isCalled } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { answersHover, resizes } from "./hover_rules.js";
import { addTo } from "./lists.js";
import { checkVisibility, closest, computed, few, isUnpainted, precedes } from "./native.js";
import { queryCss, queryFirst } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { roleOf } from "./roles.js";
import { reach } from "./visibility.js";
import { CONTROLS, HEADS, PARTS, NEAR, MOST_READ, HEAD_CELLS, CELLS, TICKS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** The descendants of a list; null if there are too many to search for rows. @param {Element} list */
export const insideOf = (list) => few(list, 2 * MOST_READ);
/** Minimum number of equal rows. */
const ROWS = 2;
const HEIGHT = [12, 120];
/** Cursors over elements that are dragged or selected. */
const HANDLED = new Set(["grab", "move", "cell"]);
const ITEM = "[role=row],[role=option],[role=treeitem],[role=listitem],[aria-selected],[draggable=true]";
/** Cells and column headers are content to read, unless their text cannot be selected or they have states. */
const CELL = "[role=gridcell],[role=columnheader]";
const STATED = "[tabindex],[aria-sort],[aria-expanded],[aria-haspopup]";
/**
 * Whether a row responds to the pointer. A cursor inherited from a draggable list does not count as evidence.
 * @param {Element} el @param {Element} list
 */
const answersPointer = (el, list) => {
  if (is(el, ITEM) || isPlaced(el)) return true;
  const { cursor, userSelect } = computed(el);
  if (is(el, CELL) && (is(el, STATED) || userSelect === "none" || cursor === "default")) return true;
  if (cursor === "pointer" || (HANDLED.has(cursor) && cursor !== computed(list).cursor)) return true;
  // Style sheets give hover styles to the rows of all kinds of tables, so for table rows a hover style counts only if
  // the listener is on the table or a near ancestor.
  return is(el, "tbody tr") ? isServed(el, list) && (answersHover(el) || isHeld(el)) : answersHover(el);
};
/**
 * Whether an element is an object placed on a canvas, such as an event in a schedule: absolutely positioned, with text
 * and its own background or border, and either not selectable or with an arrow cursor and a hover style.
 * @param {Element} el
 */
const isPlaced = (el) => {
  const style = computed(el);
  // This function is called for many elements and is false for nearly all, so the cheapest property is read first.
  if (style.position !== "absolute") return false;
  const isKept = style.userSelect === "none" && computed(document.body).userSelect !== "none";
  if (!isKept && !(style.cursor === "default" && computed(document.body).cursor !== "default" && answersHover(el)))
    return false;
  const { backgroundColor, borderTopWidth, borderTopColor } = style;
  const isPainted = !isUnpainted(backgroundColor) || (parseFloat(borderTopWidth) > 0 && !isUnpainted(borderTopColor));
  return isPainted && wordsIn(el) !== "";
};
/** Whether the list contains another placed element of the same kind. @param {Element} el @param {Element} list */
const hasEqual = (el, list) =>
  (insideOf(list) ?? []).some((other) => other !== el && kindOf(other) === kindOf(el) && isPlaced(other));

/** Whether the listener is on the table of a row or on a near ancestor. @param {Element} row @param {Element} list */
const isServed = (row, list) => {
  let at = closest(row, "table");
  for (let i = 0; at && !holds(at, list) && i < NEAR; i += 1) at = parent(at);
  return at !== null && holds(at, list);
};

/**
 * Whether several cells with text have the arrow cursor, which indicates that their text is not meant to be selected.
 * @param {Element} row
 */
const isHeld = (row) =>
  [...queryCss(row, "td")].filter(
    (cell) => computed(cell).cursor === "default" && wordsIn(cell) !== "" && !queryFirst(cell, CONTROLS),
  ).length >= ROWS;
/** Whether a row is a list item and a child of the listening list. @param {Element} row @param {Element} list */
const isItemOf = (row, list) => parent(row) === list && roleOf(row) === "listitem";

/** @param {Element} el */
const kindOf = (el) => `${read.localName.call(el)} ${classesOf(el)[0] ?? ""}`;
/**
 * Returns the children similar to the middle one: children with its tag that have the most common one of its classes.
 * Zebra classes such as `odd` and `even` differ between rows, but the common class does not.
 * @param {Element[]} all
 */
const alike = (all) => {
  const middle = all[Math.floor(all.length / 2)];
  const ofTag = all.filter((el) => read.localName.call(el) === read.localName.call(middle));
  const own = classesOf(middle);
  if (own.length === 0) return ofTag.filter((el) => classesOf(el).length === 0);
  const sharing = own.map((name) => ofTag.filter((el) => classesOf(el).includes(name)));
  return sharing.reduce((most, each) => (each.length > most.length ? each : most));
};

/**
 * Returns groups of similar siblings in a list. Siblings have the same parent.
 * @param {Element} list
 */
const groupsIn = (list) => {
  /** @type {Map<Element, Element[]>} */
  const children = new Map();
  for (const el of insideOf(list) ?? []) {
    const up = parent(el);
    if (up) addTo(children, up, el);
  }
  const groups = [];
  // Inner groups come first: a row whose cells are activated individually is not a target as a row.
  for (const all of [...children.values()].reverse()) {
    if (all.length < ROWS) {
      // A list of suggestions may contain a single item, so a list item needs no similar siblings.
      if (isItemOf(all[0], list) || (isPlaced(all[0]) && hasEqual(all[0], list))) groups.push(all);
      continue;
    }
    // On a canvas, a node may have a toggle beside it, and the first node may have an additional class.
    const first = all.slice(0, PARTS).find(isPlaced);
    const placed = first
      ? all.filter((el) => read.localName.call(el) === read.localName.call(first) && isPlaced(el))
      : [];
    const equal = placed.length >= ROWS ? placed : alike(all);
    if (equal.length >= ROWS && (equal === placed || equal.length > 0.6 * all.length)) groups.push(equal);
  }
  return groups;
};

/** Whether the listener of an item may be for the rows inside it. @param {Item} list */
export const servesRows = ({ kind, control, boxes }) =>
  (kind & LISTENER) !== 0 && !(kind & CURSOR) && !control && boxes[0][3] - boxes[0][1] >= HEIGHT[0];

/**
 * Adds the rows of lists whose listener is on an ancestor.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withRepeated = (walk, found) => {
  const taken = new Set(found.map((item) => item.el));
  const itemAt = new Map(found.map((item) => [item.el, item]));
  /** @type {Item[]} */
  const added = [];
  /** @param {Item} item @param {Item} list */
  const put = (item, list) => {
    let up = parent(item.el);
    while (up && !itemAt.has(up)) up = parent(up);
    if (up) item.up = itemAt.get(up) ?? list;
    taken.add(item.el);
    added.push(item);
  };
  for (const list of found) {
    if (!servesRows(list)) continue;
    for (const rows of groupsIn(list.el)) {
      // Column headers without evidence, and cells of rows that are targets as a whole, are not rows.
      if (isRowOfCells(rows[0]) || isFarHead(rows[0])) continue;
      const free = rows.filter(
        (el) =>
          !taken.has(el) &&
          !isBareRow(el) &&
          (isWithOthers(el, list.el) || !isAround(el, found)) &&
          !isAround(el, added),
      );
      if (free.length === 0) continue;
      const isAnswering = answersPointer(free[free.length - 1], list.el) || free.slice(0, PARTS).some(isPlaced);
      if (!isAnswering && !isItemOf(rows[0], list.el) && !is(rows[0], HEAD_CELLS)) continue;
      // In the header row, cells that contain column headers and headers that do not sort are skipped.
      const items = free.map((el) => (queryFirst(el, HEADS) || isFarHead(el) ? null : itemOf(el, list, walk)));
      // If most rows already have a mark inside, the marks of the other rows are out of view.
      const isMost = items.filter((item) => item !== null).length > rows.length - free.length;
      if (!isMost && !isPlaced(free[0])) continue;
      for (const item of items) if (item) put(item, list);
    }
  }
  if (added.length === 0) return found;
  /** @type {Map<Item, Item[]>} */
  const after = new Map();
  for (const item of added) {
    addTo(after, /** @type {Item} */ (item.up), item);
  }
  for (const [list, items] of after) putInPlace(list, items, found);
  return found.flatMap((item) => [item, ...(after.get(item) ?? [])]);
};

/** Distance between the positions of added items; smaller than that between two items of the walk. */
const STEP = 1e-6;
/**
 * Gives the items added for a list positions among the items that were found in the list.
 * @param {Item} list @param {Item[]} items @param {Item[]} found
 */
const putInPlace = (list, items, found) => {
  let i = found.indexOf(list) + 1;
  let at = list.place;
  items.sort((a, b) => (precedes(a.el, b.el) ? -1 : 1));
  for (const item of items) {
    for (; i < found.length && holds(list.el, found[i].el) && precedes(found[i].el, item.el); i += 1)
      at = found[i].place;
    item.place = at += STEP;
  }
};
/** Rows with a selected state are targets themselves, in addition to the controls inside. */
const CHOSEN = "[role=row][aria-selected],tr[aria-selected]";
const PICTURES = "img,svg,canvas,input,select,textarea,button";
/** Whether a table row is empty, such as filler below the last row. @param {Element} row */
const isBareRow = (row) => is(row, "tr") && wordsIn(row) === "" && !queryFirst(row, PICTURES);
/** @param {Element} row @param {Element} list */
const isWithOthers = (row, list) => (is(row, CHOSEN) && !isTicked(row)) || (isServed(row, list) && isHeld(row));
/**
 * Whether a row is selected by its checkbox, so that `aria-selected` is the only evidence for the row itself.
 * @param {Element} row
 */
const isTicked = (row) => queryFirst(row, TICKS) !== null && computed(row).cursor !== "pointer" && !answersHover(row);
const OWN = "[tabindex],[aria-selected]";
/** Whether a cell belongs to a row that is a target as a whole. @param {Element} el */
const isRowOfCells = (el) => {
  const row = is(el, CELLS) ? parent(el) : null;
  // A `tabindex` on cells may only serve keyboard navigation, so it is no evidence if a checkbox selects the row.
  if (row !== null && is(row, "[role=row][tabindex]") && attr(el, "tabindex") === null && !answersHover(el))
    return true;
  return (
    row !== null &&
    is(row, CHOSEN) &&
    (!is(el, OWN) || (isTicked(row) && !is(el, "[aria-selected]"))) &&
    !answersHover(el)
  );
};
/**
 * Whether a column header is no target although an ancestor listens: the header is not sortable and has neither a hover
 * style nor a special cursor.
 * @param {Element} el
 */
const isFarHead = (el) =>
  is(el, HEAD_CELLS) && !saysSort(el) && !answersHover(el) && ![...HANDLED, "pointer"].includes(computed(el).cursor);
/**
 * Whether a column header with text is sortable by `aria-sort` or by a class of itself or of a descendant. `isByHand`
 * means that other headers in its row have the pointer cursor; `aria-sort="none"` is no evidence then.
 * @param {Element} el @param {boolean} [isByHand]
 */
export const saysSort = (el, isByHand = false) => {
  const state = attr(el, "aria-sort");
  if (state !== null && !(isByHand && state === "none")) return true;
  const parts =
    wordsIn(el) === "" ? [] : [el, ...(few(el, PARTS) ?? [...queryCss(el, "[class*=sort i]")].slice(0, PARTS))];
  return parts.some((one) => isCalled(one, "sorter"));
};
/**
 * Whether an element contains a marked item, except for the handle that resizes the column.
 * @param {Element} el @param {Item[]} found
 */
const isAround = (el, found) =>
  found.some(
    (item) =>
      item.kind & (CONTROL | LISTENER | CURSOR) &&
      item.el !== el &&
      holds(el, item.el) &&
      !(item.kind === LISTENER && is(el, HEAD_CELLS) && resizes(item.el)),
  );

/**
 * @param {Element} el @param {Item} list @param {WalkResult} walk
 * @returns {Item | null}
 */
const itemOf = (el, list, walk) => {
  const box = toBox(rect(el));
  const height = box[3] - box[1];
  const least = isPlaced(el) ? HEIGHT[0] : 2 * HEIGHT[0];
  if (height < HEIGHT[0] || height > HEIGHT[1] || box[2] - box[0] < least) return null;
  if (!checkVisibility(el, { visibilityProperty: true, opacityProperty: true })) return null;
  let clip = walk.isWhole ? walk.view : meet(list.boxes[0], walk.view);
  for (let at = walk.isWhole ? null : parent(el); at && at !== list.el; at = parent(at)) {
    if (computed(at).overflow !== "visible") clip = meet(clip, toBox(rect(at)));
  }
  const boxes = [meet(box, clip)];
  if (isEmpty(boxes[0]) || boxes[0][3] - boxes[0][1] < 4) return null;
  const view = reach(el, boxes, true, walk.hits);
  if (view.points.length === 0) return null;
  return { el, tag: read.localName.call(el), kind: CURSOR, boxes, box, clip, up: list, place: list.place, ...view };
};
