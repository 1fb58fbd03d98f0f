// Finds the cells of spreadsheets that one listener far above serves: no cell tells that it can be pressed. Their
// tables do: words in them cannot be selected, which the page around allows, and lines part the cells on all sides.
import { CURSOR, LISTENER, TEXT } from "./candidates.js";
import { holds, is, parent, read, rect } from "./dom.js";
import { isAddressable } from "./grid_parts.js";
import { closest, computed, precedes, queryCss, queryFirst } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { asGrid } from "./regions.js";
import { reach } from "./visibility.js";

/** Tables that are asked; rows and columns of a sheet; steps up to where selecting ends; sides of a cell, px. */
const TABLES = 40;
const LEAST = 3;
const ABOVE = 4;
const SIDES = [12, 12];
/** More cells than this are told as one, by row and column. */
const FOLDED = 24;
const MOST = 2000;
const FIELDS = "input,select,textarea,button,a[href]";

/** Whether words in a box cannot be selected, as the author wrote for it or a box near above. @param {Element} el */
const isHeld = (el) => {
  let at = /** @type {Element | null} */ (el);
  for (let i = 0; at && i <= ABOVE && !is(at, "body"); at = parent(at), i += 1) {
    if (computed(at).userSelect !== "none") return i > 0;
  }
  return at !== null && is(at, "body") && computed(at).userSelect !== "none";
};
const ROVING = "[role=gridcell][tabindex='-1']";
/** Whether all cells of a grid wait for the focus that keys carry through it: a press chooses one. @param {Element} table */
const isRoving = (table) =>
  queryFirst(table, `tbody td${ROVING}`) !== null &&
  queryFirst(table, `tbody td:not(${ROVING})`) === null &&
  closest(table, "[role=grid],[role=treegrid]") !== null;
/** @param {Element} cell */
const hasLines = (cell) => {
  const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } = computed(cell);
  const [top, right, bottom, left] = [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth].map(
    parseFloat,
  );
  return top + bottom > 0 && left + right > 0;
};
/** The rows of cells of a table that looks like a sheet; none of another. @param {Element} table */
const cellsOf = (table) => {
  const cells = [...queryCss(table, "tbody td")];
  if (cells.length < LEAST * LEAST || cells.length > MOST || queryFirst(table, "table")) return [];
  const rows = new Set(cells.map(parent));
  const isSheet = rows.size >= LEAST && cells.length / rows.size >= LEAST;
  return isSheet && hasLines(cells[cells.length >> 1]) ? cells : [];
};

/**
 * Adds the cells of spreadsheets, or one mark for the many of one.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withSheets = (walk, found) => {
  const tables = [...queryCss(document, "table")].slice(0, TABLES);
  /** @type {Item[]} */
  const added = [];
  for (const table of tables) {
    const shown = meet(toBox(rect(table)), walk.view);
    if (isEmpty(shown) || !(isHeld(table) || isRoving(table))) continue;
    const inside = found.filter(({ el, kind }) => kind !== TEXT && holds(table, el));
    // Where a cell or a row has evidence of its own, that tells what is pressed.
    if (inside.some(({ el }) => is(el, "table,tbody,tbody tr,tbody td"))) continue;
    const around = [...found].reverse().find(({ el }) => el !== table && holds(el, table)) ?? null;
    if (!(around && around.kind & LISTENER) && !isHeld(table)) continue;
    const clip = meet(clipOf(table, walk.view), walk.view);
    const items = [];
    for (const el of cellsOf(table)) {
      const box = toBox(rect(el));
      const boxes = [meet(box, clip)];
      if (isEmpty(boxes[0]) || boxes[0].some((_, i) => i < 2 && boxes[0][i + 2] - boxes[0][i] < SIDES[i])) continue;
      if (queryFirst(el, FIELDS)) continue;
      items.push({ el, tag: "td", kind: CURSOR, boxes, box, clip, up: around, place: placeOf(el, inside, around) });
    }
    const isFolded = items.length > FOLDED && isAddressable(table);
    const seen = [];
    for (const item of items.slice(0, isFolded ? 1 : FOLDED)) {
      const view = reach(item.el, item.boxes, true, walk.hits);
      if (view.points.length > 0) seen.push({ ...item, ...view });
    }
    if (seen.length === 0) continue;
    added.push(...(isFolded ? [{ ...asGrid(table, [seen[0], ...items.slice(1)]), up: around }] : seen));
  }
  if (added.length === 0) return found;
  /** @type {Map<Item | null, Item[]>} */
  const after = new Map();
  for (const item of added) after.set(item.up, [...(after.get(item.up) ?? []), item]);
  return [...(after.get(null) ?? []), ...found.flatMap((item) => [item, ...(after.get(item) ?? [])])];
};

/** The place of what stands last before a cell. @param {Element} el @param {Item[]} inside @param {Item | null} around */
const placeOf = (el, inside, around) => {
  let place = around?.place ?? inside[0]?.place ?? 0;
  for (const item of inside) if (precedes(item.el, el)) place = Math.max(place, item.place);
  return place;
};
/** What the scrolling boxes around leave of a table. @param {Element} table @param {Box} view */
const clipOf = (table, view) => {
  let clip = view;
  for (let at = parent(table); at; at = parent(at)) {
    if (computed(at).overflow !== "visible" && !/^(body|html)$/.test(read.localName.call(at)))
      clip = meet(clip, toBox(rect(at)));
  }
  return clip;
};
