// Finds the grid, row and cell of an element.
import { attr, is, nearest, parent } from "./dom.js";
import { queryCss } from "./native.js";
import { ANY_CELLS, GRIDS, MANY, ROWS } from "./vocabulary.js";

export const isPresentation = (/** @type {Element} */ el) => is(el, "[role=presentation],[role=none]");
/** Returns the element or its nearest ancestor that is a cell. @param {Element} el */
export const cellAround = (el) => nearest(el, ANY_CELLS);
/**
 * Returns the outermost grid around an element. A `table` inside a grid only implements that grid.
 * @param {Element} el
 */
export const gridAround = (el) => {
  let found = null;
  for (let at = parent(el), i = 0; at && i < MANY; at = parent(at), i += 1) {
    // A cell without a role of its own (`presentation`) belongs to the same grid, so the search continues above it.
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

/** Returns the rows of a grid in document order. @param {Element} grid @returns {Element[]} */
export const rowsOf = (grid) => {
  const rows = [...queryCss(grid, ROWS)].filter((row) => !isPresentation(row));
  return rows.filter((row) => gridAround(row) === grid);
};

/**
 * Whether the rows of a grid can be found by their number. If not all rows are rendered, they must be numbered in the
 * markup.
 * @param {Element} grid
 */
export const isAddressable = (grid) => {
  const rows = rowsOf(grid);
  if (rows.length === 0) return false;
  const count = parseInt(attr(grid, "aria-rowcount") ?? "", 10) || 0;
  return (count !== -1 && count <= rows.length) || rows.some((row) => whole(row, "aria-rowindex") > 0);
};
