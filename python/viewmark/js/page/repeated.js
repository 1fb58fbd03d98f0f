// Finds rows that react to clicks by a listener on a distant ancestor, as in file lists, grids and boards. The rows
// have no listener, so the evidence is the listener on the list together with several equal rows that respond to the
// pointer.
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

/** Returns the descendants of a list; null if there are too many to search for rows. @param {Element} list */
export const insideOf = (list) => few(list, 2 * MOST_READ);
/** Minimum number of equal rows in a list. */
const ROWS = 2;
const HEIGHT = [12, 120];
/** Cursors of elements that can be dragged or selected. */
const HANDLED = new Set(["grab", "move", "cell"]);
const ITEM = "[role=row],[role=option],[role=treeitem],[role=listitem],[aria-selected],[draggable=true]";
/**
 * Selector for cells and column headers. They are only to be read, unless their text cannot be selected or they have a
 * state.
 */
const CELL = "[role=gridcell],[role=columnheader]";
const STATED = "[tabindex],[aria-sort],[aria-expanded],[aria-haspopup]";
/**
 * Whether a row responds to the pointer. A cursor that the row inherits from a draggable list does not show this.
 * @param {Element} el @param {Element} list
 */
const answersPointer = (el, list) => {
  if (is(el, ITEM) || isPlaced(el)) return true;
  const { cursor, userSelect } = computed(el);
  if (is(el, CELL) && (is(el, STATED) || userSelect === "none" || cursor === "default")) return true;
  if (cursor === "pointer" || (HANDLED.has(cursor) && cursor !== computed(list).cursor)) return true;
  // Style sheets give a hover style to the rows of all kinds of tables. For a table row it therefore counts only if the
  // listener is on the table or on an element close around it.
  return is(el, "tbody tr") ? isServed(el, list) && (answersHover(el) || isHeld(el)) : answersHover(el);
};
/**
 * Whether an element is an object placed on a canvas, such as an event in a schedule. It is absolutely positioned, has
 * text and a background or border of its own, and its text cannot be selected; or else it has an arrow cursor and a
 * hover style.
 * @param {Element} el
 */
const isPlaced = (el) => {
  const style = computed(el);
  // This is false for nearly all elements, so the property that is fastest to read comes first.
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

/**
 * Whether the listener for a row is on its table or on an element close around the table.
 * @param {Element} row @param {Element} list
 */
const isServed = (row, list) => {
  let at = closest(row, "table");
  for (let i = 0; at && !holds(at, list) && i < NEAR; i += 1) at = parent(at);
  return at !== null && holds(at, list);
};

/**
 * Whether several cells with text show the arrow cursor, so that their text is not meant to be selected.
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
 * Returns the children that resemble the middle one: they have its tag and its most common class. Classes that
 * alternate between rows, such as `odd` and `even`, are less common.
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
 * Returns the groups of similar siblings inside a list.
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
  // Inner groups come first, because a row whose cells react one by one is not a target as a row.
  for (const all of [...children.values()].reverse()) {
    if (all.length < ROWS) {
      // A list of suggestions may have only one item, so an item needs no similar sibling.
      if (isItemOf(all[0], list) || (isPlaced(all[0]) && hasEqual(all[0], list))) groups.push(all);
      continue;
    }
    // An object on a canvas may have a toggle beside it, and the first one may have an additional class. So the objects
    // are compared by tag only.
    const first = all.slice(0, PARTS).find(isPlaced);
    const placed = first
      ? all.filter((el) => read.localName.call(el) === read.localName.call(first) && isPlaced(el))
      : [];
    const equal = placed.length >= ROWS ? placed : alike(all);
    if (equal.length >= ROWS && (equal === placed || equal.length > 0.6 * all.length)) groups.push(equal);
  }
  return groups;
};

/** Whether the listener of an item may be meant for rows inside it. @param {Item} list */
export const servesRows = ({ kind, control, boxes }) =>
  (kind & LISTENER) !== 0 && !(kind & CURSOR) && !control && boxes[0][3] - boxes[0][1] >= HEIGHT[0];

/**
 * Adds to the found items the rows of lists that listen for their rows.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withRepeated = (walk, found) => {
  const taken = new Set(found.map((item) => item.el));
  const itemAt = new Map(found.map((item) => [item.el, item]));
  /** @type {Item[]} */
  const added = [];
  /** Adds an item inside the nearest item around it. @param {Item} item @param {Item} list */
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
      // Column headers that do nothing when clicked, and cells of rows that are targets as a whole, are not rows.
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
      // In a header row, headers that do not sort are left out, and so are cells that contain headers.
      const items = free.map((el) => (queryFirst(el, HEADS) || isFarHead(el) ? null : itemOf(el, list, walk)));
      // If most rows have a mark inside, the rows without one only have theirs out of view, so no marks are added.
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

/** Distance between the positions of added items. It is smaller than the distance between two items found before. */
const STEP = 1e-6;
/**
 * Gives the items added for a list positions between those of the items that were found inside it.
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
/** Selector for rows that can be selected. They are targets besides the controls inside them. */
const CHOSEN = "[role=row][aria-selected],tr[aria-selected]";
const PICTURES = "img,svg,canvas,input,select,textarea,button";
/** Whether a table row is empty, such as a filler below the last row. @param {Element} row */
const isBareRow = (row) => is(row, "tr") && wordsIn(row) === "" && !queryFirst(row, PICTURES);
/** @param {Element} row @param {Element} list */
const isWithOthers = (row, list) => (is(row, CHOSEN) && !isTicked(row)) || (isServed(row, list) && isHeld(row));
/**
 * Whether a row is selected by its checkbox, so that nothing except `aria-selected` shows that the row itself is a
 * target.
 * @param {Element} row
 */
const isTicked = (row) => queryFirst(row, TICKS) !== null && computed(row).cursor !== "pointer" && !answersHover(row);
const OWN = "[tabindex],[aria-selected]";
/** Whether a cell belongs to a row that is a target as a whole. @param {Element} el */
const isRowOfCells = (el) => {
  const row = is(el, CELLS) ? parent(el) : null;
  // The `tabindex` of a cell may be only for keyboard navigation. If a checkbox selects the row, it is no evidence.
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
 * Whether a column header does nothing when clicked, although an ancestor listens. Such a header is not sortable and
 * has neither a hover style nor a special cursor.
 * @param {Element} el
 */
const isFarHead = (el) =>
  is(el, HEAD_CELLS) && !saysSort(el) && !answersHover(el) && ![...HANDLED, "pointer"].includes(computed(el).cursor);
/**
 * Whether a column header with text can be sorted, according to `aria-sort` or to a class of itself or a descendant.
 * With `isByHand`, other headers in its row have the pointer cursor, so that `aria-sort="none"` is not enough.
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
 * Whether an element contains an item with a mark, apart from a handle that resizes the column.
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
 * Returns the item for a row; null if the row has an unusual size, or is not visible, or cannot be hit.
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
