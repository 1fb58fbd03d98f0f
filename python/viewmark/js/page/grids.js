// Reads tables and grids by row and column: what a cell is called, and which cell a row and a column mean.
//
// Rows and columns count from 1, header rows included. Where a page numbers them itself
// (`aria-rowindex`, `aria-colindex`), its numbers are used: a grid that draws only what is in view
// says so where its rows belong.
import { attr, holds, idOf, is, nodeOf, parent, read, rect } from "./dom.js";
import { gridAround, isAddressable, isPresentation, rowsOf, whole } from "./grid_parts.js";
import { latticeIn } from "./lattices.js";
import { hasLetter, hasWord } from "./letters.js";
import { queryCss, queryFirst } from "./native.js";
import { ownWords } from "./seen_words.js";
import { clean, textOf } from "./text.js";
import { ANY_CELLS, FIELD_BOX, GRIDS, LONGEST, PARTS, ROWS, TICKS } from "./vocabulary.js";

/**
 * A candidate for a mark.
 * @typedef {object} Lattice
 * @property {number} rows
 * @property {number} columns
 * @property {{ el: Element; row: number; column: number; box: Box }[]} places  By row, then column.
 * @property {string} sign  Differs where cells moved or others came.
 */
const COLUMN_HEADS = "thead th,thead td,[role=columnheader]";
const ROW_HEADS = "th[scope=row],[role=rowheader]";
const HEADINGS = 12;
/** @param {Element} row @returns {Element[]} */
const cellsOf = (row) =>
  [...queryCss(row, ANY_CELLS)].filter((cell) => {
    for (let at = parent(cell); at; at = parent(at)) if (is(at, ROWS)) return at === row;
    return false;
  });

/**
 * The number of each row. What is numbered in part goes on from the last number.
 * @param {Element[]} rows
 */
const numbersOf = (rows) => {
  let last = 0;
  return rows.map((row) => (last = whole(row, "aria-rowindex") || last + 1));
};

/** @param {Element} cell @param {string} native @param {string} aria */
const span = (cell, native, aria) => whole(cell, aria) || whole(cell, native) || 1;

/**
 * The cells of the rows with one number (a grid with fixed columns has several), by column.
 * Cells of rows above that reach down count: they take their columns.
 * @param {Element[]} rows @param {number[]} numbers @param {number} wanted
 */
const columnsOf = (rows, numbers, wanted) => {
  /** @type {Map<number, Element>} */
  const columns = new Map();
  /** @type {{ cell: Element, from: number, to: number, left: number }[]} */
  let reaching = [];
  for (let i = 0; i < rows.length; i += 1) {
    const isWanted = numbers[i] === wanted;
    const taken = new Map(
      reaching.flatMap(({ cell, from, to }) =>
        Array.from({ length: to - from + 1 }, (_, k) => /** @type {const} */ ([from + k, cell])),
      ),
    );
    reaching = reaching.map((each) => ({ ...each, left: each.left - 1 })).filter((each) => each.left > 0);
    // Rows without spans in them are passed by without a look at their cells.
    const isSpanned = isWanted || queryCss(rows[i], "[rowspan],[aria-rowspan]").length > 0;
    if (!isSpanned) continue;
    if (isWanted) for (const [column, cell] of taken) columns.set(column, cell);
    let next = 1;
    for (const cell of cellsOf(rows[i])) {
      const own = whole(cell, "aria-colindex");
      if (own) next = own;
      else while (taken.has(next)) next += 1;
      const width = Math.min(span(cell, "colspan", "aria-colspan"), 1000);
      const height = span(cell, "rowspan", "aria-rowspan");
      if (height > 1) reaching.push({ cell, from: next, to: next + width - 1, left: height - 1 });
      if (isWanted) for (let k = 0; k < width; k += 1) columns.set(next + k, cell);
      next += width;
    }
  }
  return columns;
};

/** The least and the greatest. @param {number[]} numbers */
const least = (numbers) =>
  numbers.reduce(([a, b], each) => [Math.min(a, each), Math.max(b, each)], [numbers[0] ?? 0, 0]);

/** What a pixel of a cell says to nobody, neither to those who see nor to those who hear: marks for what is copied. */
const UNSEEN = "[aria-hidden=true]";
/** @param {Element} el */
const wordsOf = (el) => {
  const text = textOf(el).slice(0, LONGEST);
  for (const one of /[^\p{L}\p{N}]$/u.test(text) ? queryCss(el, UNSEEN) : []) {
    const { width, height } = rect(one);
    const words = width <= 1 || height <= 1 ? textOf(one) : "";
    if (words !== "" && text.endsWith(words)) return text.slice(0, -words.length).trim();
  }
  return text;
};

/**
 * A grid in short: how large it is, which rows the page has, what its columns are called.
 * @param {Element} grid
 */
export const gridSummary = (grid) => {
  const rows = rowsOf(grid);
  const numbers = numbersOf(rows);
  const count = parseInt(attr(grid, "aria-rowcount") ?? "", 10);
  const heads = headIn(rows.slice(0, TOP), 1);
  const head = heads ? rows.indexOf(heads) : rows.findIndex((row) => queryCss(row, HEAD_CELLS).length > 0);
  const of = head >= 0 ? head : 0;
  const columns = rows.length > 0 ? columnsOf(rows, numbers, numbers[of]) : new Map();
  const data = numbers.filter((_, i) => !isHead(rows[i]));
  return {
    rows: Math.max(count || 0, least(numbers)[1]),
    columns: Math.max(whole(grid, "aria-colcount"), 0, ...columns.keys()),
    first: least(data)[0],
    last: least(data)[1],
    headings:
      head >= 0
        ? [...columns]
            .sort((a, b) => a[0] - b[0])
            .slice(0, HEADINGS)
            .map(([at, cell]) => [at, wordsOf(cell)])
        : [],
  };
};

const HEAD_CELLS = "thead th,thead td,[role=columnheader],th:not([scope=row])";
/** @param {Element} row */
const isHead = (row) => {
  const cells = cellsOf(row);
  return cells.length > 0 && cells.every((cell) => is(cell, "th,[role=columnheader],thead td"));
};

/**
 * The cell of a grid by row and column, or why there is none.
 * @param {number} id of the grid, of what it lies in, or of something in it
 * @param {number} row @param {number} column
 * @param {string} [sign] of a lattice, as it was seen
 */
export const cellOf = (id, row, column, sign) => {
  const el = nodeOf(id);
  if (!el || !read.isConnected.call(el)) return { gone: true };
  const inside = is(el, GRIDS) ? [el] : [...queryCss(el, GRIDS)];
  const grids = new Set(inside.filter((one) => !isPresentation(one)).map((one) => outermost(one, el)));
  const lattice = grids.size === 0 ? latticeIn(el) : null;
  if (lattice) return placeIn(lattice, row, column, sign);
  if (grids.size !== 1) return { grids: grids.size };
  const [grid] = grids;
  const rows = rowsOf(grid);
  if (!isAddressable(grid)) return { unnumbered: rows.length };
  const numbers = numbersOf(rows);
  if (!numbers.includes(row)) {
    const data = numbers.filter((_, i) => !isHead(rows[i]));
    const [first, last] = least(data.length > 0 ? data : numbers);
    return { missing: "row", first, last, count: whole(grid, "aria-rowcount") };
  }
  const columns = columnsOf(rows, numbers, row);
  const cell = columns.get(column);
  if (!cell) {
    const [first, last] = least([...columns.keys()]);
    return { missing: "column", first, last, count: whole(grid, "aria-colcount") };
  }
  return { id: idOf(cell) };
};

/** @param {Lattice} lattice @param {number} row @param {number} column @param {string} [sign] */
const placeIn = (lattice, row, column, sign) => {
  if (sign && sign !== lattice.sign) return { changed: true };
  if (row > lattice.rows) return { missing: "row", first: 1, last: lattice.rows };
  if (column > lattice.columns) return { missing: "column", first: 1, last: lattice.columns };
  const place = lattice.places.find((one) => one.row === row && one.column === column);
  return place ? { id: idOf(place.el) } : { empty: true };
};
/** @param {Element} grid @param {Element} within */
const outermost = (grid, within) => {
  if (grid === within) return grid;
  const around = gridAround(grid);
  return around && holds(within, around) ? around : grid;
};

/**
 * Where a control stands in a table: the words of its row and of its column.
 * @param {Element} el @param {Map<Element, any>} memo @returns {{ row?: string, column?: string } | undefined}
 */
export const placeInGrid = (el, memo) => {
  // A cell with words is called by them; a number says nothing without its row and column.
  let cell = is(el, ANY_CELLS) && !hasLetter(textOf(el)) ? el : parent(el);
  for (let i = 0; cell && i < 12 && (!is(cell, ANY_CELLS) || isPresentation(cell)); i += 1) cell = parent(cell);
  if (!cell || !is(cell, ANY_CELLS) || is(cell, COLUMN_HEADS)) return undefined;
  const row = rowAround(cell);
  const grid = row && gridAround(row);
  if (!row || !grid) return undefined;
  const label = labelBefore(row, cell);
  if (label) return { row: label, column: undefined };
  let known = memo.get(grid);
  if (!known) memo.set(grid, (known = headsOf(grid)));
  if (known.isLayout) return undefined;
  let told = memo.get(row);
  if (!told) memo.set(row, (told = { name: rowNameOf(row, known, grid), at: known.columns ? columnsIn(row) : null }));
  // The row of heads is called by none of them, and a head by its own words.
  const isTop = isHead(row);
  const named = told.name && told.name.cell !== cell && !isTop ? told.name.words : "";
  const head = known.columns?.get(told.at?.get(cell)) ?? "";
  const column = isTop && head === clean(textOf(el)) ? "" : head;
  // Where there is but one, nothing is told from others by it.
  if (named && !column && known.isOne === undefined) known.isOne = queryCss(grid, ROWS).length === 1;
  if (named && !column && known.isOne) return undefined;
  return named || column ? { row: named || undefined, column: column || undefined } : undefined;
};

/**
 * The words of the head just before a cell, in a row of labels and values by turns.
 * @param {Element} row @param {Element} cell
 */
const labelBefore = (row, cell) => {
  const cells = cellsOf(row);
  const isLabel = cells.map((each) => is(each, HEAD_CELLS));
  const isByTurns = cells.length > 3 && cells.length % 2 === 0 && isLabel.every((each, i) => each === (i % 2 === 0));
  const at = cells.indexOf(cell);
  return isByTurns && at > 0 && !isLabel[at] ? wordsOf(cells[at - 1]) : "";
};
/** @param {Element} cell */
const rowAround = (cell) => {
  for (let at = parent(cell), i = 0; at && i < 6; at = parent(at), i += 1) if (is(at, ROWS)) return at;
  return null;
};
/** Rows at the top of a grid that may be its header. */
const TOP = 3;
/**
 * The row of the heads: of several that one with the most words, since what stands above a group of columns, or a month
 * above its days, is no head of one column. A table in the head of another one has its heads; the row around it has none.
 * @param {Element[]} top @param {number} least cells
 */
const headIn = (top, least) => {
  let best;
  let most = -1;
  for (const row of top) {
    const cells = cellsOf(row).filter((cell) => is(cell, HEAD_CELLS));
    const said = cells.length >= least ? cells.filter((cell) => wordsOf(cell) !== "").length : -1;
    if (said > most) [best, most] = [row, said];
  }
  return best;
};
/** @param {Element} grid */
const headsOf = (grid) => {
  const top = [...queryCss(grid, ROWS)].slice(0, TOP);
  const head = headIn(top, 2);
  // Cells that reach into other rows shift the columns: then nobody says which one it is.
  const isSpanned = queryCss(grid, "td[rowspan],th[rowspan],[aria-rowspan]").length > 0;
  const columns = head && !isSpanned ? new Map() : null;
  if (head && columns) {
    for (const [cell, column] of columnsIn(head)) columns.set(column, isTickOnly(cell) ? "" : wordsOf(cell));
  }
  // A table of one row, or without words to go by, only arranges.
  const isGrid = is(grid, "[role=grid],[role=treegrid]");
  return { columns, isLayout: !head && !isGrid && queryCss(grid, ROW_HEADS).length === 0 };
};
/** The column of each cell of a row, where no cell of another row reaches in. @param {Element} row */
const columnsIn = (row) => {
  /** @type {Map<Element, number>} */
  const columns = new Map();
  let next = 1;
  for (const cell of cellsOf(row)) {
    next = whole(cell, "aria-colindex") || next;
    columns.set(cell, next);
    next += Math.min(span(cell, "colspan", "aria-colspan"), 1000);
  }
  return columns;
};
const NAMING = 3;
/** @param {Element} cell */
const isSaying = (cell) => hasWord(wordsOf(cell)) && !isTickOnly(cell);
/** Whether all that one sees of a cell is a tick box: what is written there for those who hear says the same of all rows. @param {Element} cell */
const isTickOnly = (cell) => queryFirst(cell, TICKS) !== null && ownWords(cell, 1) === "";
/**
 * Which of the first cells with words names a row: the first, or where several say the same there (the state of
 * programs of which several run) the shortest of those that differ from row to row.
 * @param {Element} grid
 */
const namingOf = (grid) => {
  const rows = [...queryCss(grid, ROWS)].filter((row) => !isHead(row)).slice(0, PARTS);
  const said = rows
    .map((row) => cellsOf(row).filter(isSaying).slice(0, NAMING).map(wordsOf))
    .filter((all) => all.length > 0);
  let best = 0;
  let length = Infinity;
  for (let at = 0; at < NAMING; at += 1) {
    const all = said.map((words) => words[at] ?? "");
    if (new Set(all).size < all.length || (at > 0 && !all.every((words) => hasLetter(words)))) continue;
    if (at === 0 && all.every(isCount)) continue;
    if (at === 0) return 0;
    if (all.join("").length < length) [best, length] = [at, all.join("").length];
  }
  return best;
};
/** Whether rows are only counted in a cell. @param {string} words @param {number} at */
const isCount = (words, at) => words.replace(/[.:]$/, "") === `${at + 1}`;
/** @param {Element} row @param {any} known @param {Element} grid */
const rowNameOf = (row, known, grid) => {
  const cells = cellsOf(row);
  const head = cells.find((cell) => is(cell, ROW_HEADS) && wordsOf(cell) !== "");
  known.naming ??= head ? 0 : namingOf(grid);
  // A cross or an arrow names no row while another cell has letters.
  const cell =
    head ?? cells.filter(isSaying)[known.naming] ?? cells.find(isSaying) ?? cells.find((one) => wordsOf(one) !== "");
  // What is planned in a column of hours is no name of the one row that holds all of them.
  if (!cell || (cell !== head && rect(cell).height > 2 * FIELD_BOX)) return null;
  return { cell, words: wordsOf(cell) };
};
