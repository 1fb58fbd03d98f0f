// Reads tables and grids by row and column: the name of a cell, and the cell at a row and column.
//
// Rows and columns are counted from 1, including header rows. `aria-rowindex` and `aria-colindex` take precedence,
// because a virtualized grid renders only the rows in view.
import { attr, holds, idOf, is, nodeOf, parent, read, rect } from "./dom.js";
import { gridAround, isAddressable, isPresentation, rowsOf, whole } from "./grid_parts.js";
import { latticeIn } from "./lattices.js";
import { hasLetter, hasWord, withoutColon } from "./letters.js";
import { queryCss, queryFirst } from "./native.js";
import { ownWords } from "./seen_words.js";
import { clean, textOf } from "./text.js";
import { ANY_CELLS, FIELD_BOX, GRIDS, LONGEST, PARTS, ROWS, TICKS, NEAR } from "./vocabulary.js";

/**
 * A uniform grid that is not a table.
 * @typedef {object} Lattice
 * @property {number} rows
 * @property {number} columns
 * @property {{ el: Element; row: number; column: number; box: Box }[]} places  By row, then column.
 * @property {string} sign  A signature that changes if cells move or are replaced.
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
 * Returns the number of each row. A row without `aria-rowindex` follows the row before it.
 * @param {Element[]} rows
 */
const numbersOf = (rows) => {
  let last = 0;
  return rows.map((row) => (last = whole(row, "aria-rowindex") || last + 1));
};

/** @param {Element} cell @param {string} native @param {string} aria */
const span = (cell, native, aria) => whole(cell, aria) || whole(cell, native) || 1;

/**
 * Returns the cells of all rows with the number `wanted`, by column. A grid with frozen columns has several such rows.
 * Cells of rows above are included if they extend down into this row, because they occupy its columns.
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
    // A row above has no effect on the columns of the wanted row unless one of its cells spans several rows.
    if (!isWanted && !queryFirst(rows[i], "[rowspan],[aria-rowspan]")) continue;
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

/** Returns the minimum and the maximum. @param {number[]} numbers */
const least = (numbers) =>
  numbers.reduce(([a, b], each) => [Math.min(a, each), Math.max(b, each)], [numbers[0] ?? 0, 0]);

/**
 * Selector for content that is hidden from screen readers. If it is only a pixel wide, it is invisible too, such as
 * markers for the clipboard.
 */
const UNSEEN = "[aria-hidden=true]";
/** Returns the text of a cell without content that nobody sees. @param {Element} el */
const wordsOf = (el) => {
  const text = textOf(el).slice(0, LONGEST);
  for (const one of text !== "" && !hasWord(text[text.length - 1]) ? queryCss(el, UNSEEN) : []) {
    const { width, height } = rect(one);
    const words = width <= 1 || height <= 1 ? textOf(one) : "";
    if (words !== "" && text.endsWith(words)) return text.slice(0, -words.length).trim();
  }
  return text;
};

/**
 * Returns a summary of a grid: its size, the rows that are in the document, and the texts of its column headers.
 * @param {Element} grid
 */
export const gridSummary = (grid) => {
  const rows = rowsOf(grid);
  const numbers = numbersOf(rows);
  const count = parseInt(attr(grid, "aria-rowcount") ?? "", 10);
  const heads = headIn(rows.slice(0, NEAR), 1);
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
 * Returns the cell of a grid at a row and column, or the reason why there is none.
 * @param {number} id of the grid, of an ancestor, or of an element inside
 * @param {number} row @param {number} column
 * @param {string} [sign] of a lattice, as it was observed
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

/**
 * Returns the id of the cell at a row and column of a uniform grid, or the reason why there is none.
 * @param {Lattice} lattice @param {number} row @param {number} column @param {string} [sign]
 */
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
 * Returns the row and column texts of a control in a table.
 * @param {Element} el @param {Map<Element, any>} memo @returns {{ row?: string, column?: string } | undefined}
 */
export const placeInGrid = (el, memo) => {
  // A cell with letters is identified by its own text. A number needs the texts of its row and column.
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
  // The header row has no name, and a header cell is not described by its own text.
  const isTop = isHead(row);
  const named = told.name && told.name.cell !== cell && !isTop ? told.name.words : "";
  const head = known.columns?.get(told.at?.get(cell)) ?? "";
  const column = isTop && head === clean(textOf(el)) ? "" : head;
  // In a grid with a single row, the name of the row distinguishes nothing, so it is left out.
  if (named && !column && known.isOne === undefined) known.isOne = queryCss(grid, ROWS).length === 1;
  if (named && !column && known.isOne) return undefined;
  return named || column ? { row: named || undefined, column: column || undefined } : undefined;
};

/**
 * Returns the text of the header cell just before a cell, in a row that alternates labels and values.
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
/**
 * Returns the header row among the first rows of a table: the one with the most header cells with text. A row with the
 * names of column groups, or with a month above its days, does not name single columns.
 * @param {Element[]} top @param {number} least minimum number of header cells
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
/**
 * Returns the text of the header for each column of a grid, and whether the grid is only a layout table.
 * @param {Element} grid
 */
const headsOf = (grid) => {
  const top = [...queryCss(grid, ROWS)].slice(0, NEAR);
  const head = headIn(top, 2);
  // Cells that span rows shift the cells below them, so the index of a cell is not its column.
  const columns = head && !queryFirst(grid, "td[rowspan],th[rowspan],[aria-rowspan]") ? new Map() : null;
  if (head && columns) {
    for (const [cell, column] of columnsIn(head)) columns.set(column, isTickOnly(cell) ? "" : wordsOf(cell));
  }
  // A table without any header is assumed to be used for layout.
  const isGrid = is(grid, "[role=grid],[role=treegrid]");
  return { columns, isLayout: !head && !isGrid && queryCss(grid, ROW_HEADS).length === 0 };
};
/** Returns the column of each cell in a row; no cell of another row may extend into it. @param {Element} row */
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
/** @param {Element} cell */
const isSaying = (cell) => hasWord(wordsOf(cell)) && !isTickOnly(cell);
/**
 * Whether a cell shows nothing but a checkbox. The checkbox has the same text for screen readers in every row, so it
 * does not name the row.
 * @param {Element} cell
 */
const isTickOnly = (cell) => queryFirst(cell, TICKS) !== null && ownWords(cell, 1) === "";
/**
 * Returns which cell names a row, as an index among the cells with text. It is the first one or, if its text repeats in
 * several rows (as a status does), the shortest one that differs from row to row.
 * @param {Element} grid
 */
const namingOf = (grid) => {
  const rows = [...queryCss(grid, ROWS)].filter((row) => !isHead(row)).slice(0, PARTS);
  const said = rows
    .map((row) => cellsOf(row).filter(isSaying).slice(0, NEAR).map(wordsOf))
    .filter((all) => all.length > 0);
  let best = 0;
  let length = Infinity;
  for (let at = 0; at < NEAR; at += 1) {
    const all = said.map((words) => words[at] ?? "");
    if (new Set(all).size < all.length || (at > 0 && !all.every((words) => hasLetter(words)))) continue;
    if (at === 0 && all.every(isCount)) continue;
    if (at === 0) return 0;
    if (all.join("").length < length) [best, length] = [at, all.join("").length];
  }
  return best;
};
/**
 * Whether a cell only contains the number of its row. `at` is the index of the row.
 * @param {string} words @param {number} at
 */
const isCount = (words, at) => withoutColon(words) === `${at + 1}`;
/**
 * Returns the cell that names a row, and its text; null if no cell does.
 * @param {Element} row @param {any} known @param {Element} grid
 */
const rowNameOf = (row, known, grid) => {
  const cells = cellsOf(row);
  const head = cells.find((cell) => is(cell, ROW_HEADS) && wordsOf(cell) !== "");
  known.naming ??= head ? 0 : namingOf(grid);
  // A cell without letters, such as an icon or arrow, names the row only if no cell has letters.
  const cell =
    head ?? cells.filter(isSaying)[known.naming] ?? cells.find(isSaying) ?? cells.find((one) => wordsOf(one) !== "");
  // A tall cell, such as an event on the only day of a calendar, does not name its row.
  if (!cell || (cell !== head && rect(cell).height > 2 * FIELD_BOX)) return null;
  return { cell, words: wordsOf(cell) };
};
