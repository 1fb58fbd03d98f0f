// The grid around an element, and its rows.
import { attr, is, nearest, parent } from "./dom.js";
import { queryCss } from "./native.js";
import { ANY_CELLS, GRIDS, MANY, ROWS } from "./vocabulary.js";

export const isPresentation = (/** @type {Element} */ el) => is(el, "[role=presentation],[role=none]");
/** The cell around an element, or the element itself. @param {Element} el */
export const cellAround = (el) => nearest(el, ANY_CELLS);
/** A `table` inside of a grid is how that grid is drawn. @param {Element} el */
export const gridAround = (el) => {
  let found = null;
  for (let at = parent(el), i = 0; at && i < MANY; at = parent(at), i += 1) {
    // A cell that only arranges holds a part of the same grid.
    if (is(at, ANY_CELLS) && !isPresentation(at)) break;
    if (!is(at, GRIDS) || isPresentation(at)) continue;
    found = at;
    if (is(at, "[role=grid],[role=treegrid]")) break;
  }
  return found;
};

/** @param {Element} el @param {string} name */
export const whole = (el, name) => {
  const number = parseInt(attr(el, name) ?? "", 10);
  return number > 0 ? number : 0;
};

/** The rows of a grid in the order of the document. @param {Element} grid @returns {Element[]} */
export const rowsOf = (grid) => {
  const rows = [...queryCss(grid, ROWS)].filter((row) => !isPresentation(row));
  return rows.filter((row) => gridAround(row) === grid);
};

/**
 * Whether rows can be told apart by number: a grid that shows a part of its rows must number them.
 * @param {Element} grid
 */
export const isAddressable = (grid) => {
  const rows = rowsOf(grid);
  if (rows.length === 0) return false;
  const count = parseInt(attr(grid, "aria-rowcount") ?? "", 10);
  const isPart = count === -1 || count > rows.length;
  return !isPart || rows.some((row) => whole(row, "aria-rowindex") > 0);
};
