// Finds uniform grids that are not tables: many similar small elements in rows and columns, such as colour swatches,
// days, emoji or seats.
//
// A grid is computed from its container alone, without state from earlier observations. The row and column in an action
// therefore mean the same as in the screenshot; if the grid has changed, its signature differs and the action is
// refused.
import { TEXT } from "./candidates.js";
import { attr, is, parent, read, rect } from "./dom.js";
import { cellAround, gridAround, isAddressable } from "./grid_parts.js";
import { addTo } from "./lists.js";
import { computed, previousElement, queryCss, queryFirst, textContent } from "./native.js";
import { toBox } from "./rects.js";
import { asGrid } from "./regions.js";
import { textOf } from "./text.js";
import { FOLDED, GRIDS, HEADINGS, STEPS, NEAR } from "./vocabulary.js";

/** Minimum and maximum side of a cell, CSS px. Larger elements are cards, each of which needs a mark. */
const SIDES = [6, 96];
/** Minimum number of lines of cells: in the direction with fewer lines, and in the direction with more. */
const LEAST = [3, 5];
const MOST = 8000;
/**
 * Minimum share of positions in a grid that have a cell. The first week of a month starts late, and rows of seats have
 * aisles.
 */
const TAKEN = 0.6;
/** Maximum number of letters and digits in a cell: numbers, symbols and short codes have no more. */
const SHORT = 5;
const LETTERS = /[\p{L}\p{N}]/gu;
const BARS = "[role=toolbar],[role=menubar],[role=tablist],nav,[role=navigation]";
const CELLS = "td,th,[role=gridcell],[role=cell]";
const PRESSED = "button,a[href],input,select,[role],[tabindex],[onclick],[draggable=true]";

const HEADING = `${HEADINGS},caption,legend`;

/** @typedef {{ el: Element, row: number, column: number, box: Box }} Place */

/** @param {number[]} numbers */
const median = (numbers) => numbers.slice().sort((a, b) => a - b)[numbers.length >> 1];
/** @param {number} size @param {number} usual */
const isNear = (size, usual) => Math.abs(size - usual) <= Math.max(3, 0.2 * usual);

/**
 * Returns the positions of the rows or columns, in ascending order, from the centres of their cells. Null if some
 * centres are between two lines.
 * @param {number[]} middles @param {number} size of a cell
 */
const linesOf = (middles, size) => {
  /** @type {number[]} */
  const lines = [];
  for (const at of middles.slice().sort((a, b) => a - b)) {
    const last = lines[lines.length - 1];
    if (lines.length === 0 || at - last > 0.8 * size) lines.push(at);
    else if (at - last > 0.3 * size) return null;
  }
  return lines;
};
/** @param {number[]} lines @param {number} at @param {number} size */
const lineAt = (lines, at, size) => lines.findIndex((line) => at - line <= 0.3 * size);

/**
 * Returns the rows and columns in which boxes are arranged; null if the boxes are not aligned or differ in size.
 * @param {[Element, Box][]} boxes @param {boolean} isRtl columns count from the right
 * @returns {{ rows: number, columns: number, places: Place[] } | null}
 */
const latticeOf = (boxes, isRtl) => {
  const shown = boxes.filter(([, box]) => box[2] - box[0] >= SIDES[0] && box[3] - box[1] >= SIDES[0]);
  if (shown.length < LEAST[0] * LEAST[1]) return null;
  const [width, height] = [0, 1].map((axis) => median(shown.map(([, box]) => box[axis + 2] - box[axis])));
  if (width > SIDES[1] || height > SIDES[1]) return null;
  const like = shown.filter(([, box]) => isNear(box[2] - box[0], width) && isNear(box[3] - box[1], height));
  if (like.length < 0.9 * shown.length) return null;
  const xs = linesOf(
    like.map(([, box]) => (box[0] + box[2]) / 2),
    width,
  );
  const ys =
    xs &&
    linesOf(
      like.map(([, box]) => (box[1] + box[3]) / 2),
      height,
    );
  if (!xs || !ys) return null;
  const [few, many] = [xs.length, ys.length].sort((a, b) => a - b);
  if (few < LEAST[0] || many < LEAST[1] || like.length < TAKEN * few * many) return null;
  const taken = new Set();
  const places = like.map(([el, box]) => {
    const row = lineAt(ys, (box[1] + box[3]) / 2, height) + 1;
    const x = lineAt(xs, (box[0] + box[2]) / 2, width) + 1;
    const column = isRtl ? xs.length + 1 - x : x;
    taken.add(row * 10000 + column);
    return { el, row, column, box };
  });
  if (taken.size < places.length) return null;
  places.sort((a, b) => a.row - b.row || a.column - b.column);
  return { rows: ys.length, columns: xs.length, places };
};

/** Returns the text of a cell or, if it has none, the name that its attributes give. @param {Element} el */
const wordsOf = (el) => {
  const shown = textContent(el).trim();
  return shown || attr(el, "aria-label") || attr(el, "title") || attr(el, "alt") || "";
};
/**
 * Returns the text of a cell or, if it has none, markup that tells how it looks, to distinguish it from other cells.
 * @param {Element} el
 */
const lookOf = (el) => {
  const inner = read.firstElement.call(el);
  return wordsOf(el) || attr(el, "style") || (inner && (attr(inner, "class") ?? "")) || (attr(el, "class") ?? "");
};
/** Whether a cell has so little text that its row and column identify it just as well. @param {Element} el */
const isShort = (el) => {
  const pictures = is(el, "a") ? [...queryCss(el, "img")].map((img) => attr(img, "alt") ?? "") : [];
  const shown = [textContent(el), ...pictures].join("");
  return (shown.match(LETTERS) ?? []).length <= SHORT;
};

/** @param {Element} el */
const kindOf = (el) => [read.localName.call(el), attr(el, "role"), attr(el, "type")].join(" ");

/**
 * Returns the largest grid of similar interactive elements in a container; if there is none, the largest one of any
 * elements. Null if there is no grid at all.
 * @param {Element} container
 */
export const latticeIn = (container) => {
  const all = queryCss(container, "*");
  if (all.length > MOST) return null;
  /** @type {Map<string, Element[]>} */
  const kinds = new Map();
  for (const el of all) addTo(kinds, kindOf(el), el);
  const many = [...kinds.values()].filter((els) => els.length >= LEAST[0] * LEAST[1]);
  /** @param {Element[]} els */
  const rank = (els) => (is(els[0], PRESSED) ? 0 : MOST) - els.length;
  const isRtl = computed(container).direction === "rtl";
  for (const els of many.sort((a, b) => rank(a) - rank(b))) {
    const found = latticeOf(
      els.map((el) => [el, toBox(rect(el))]),
      isRtl,
    );
    if (!found) continue;
    const ends = [found.places[0], found.places[found.places.length - 1]];
    const sign = ends.map(({ el, row, column }) => `${row},${column} ${lookOf(el)}`.slice(0, 60));
    return { ...found, sign: [found.columns, ...sign].join(" ") };
  }
  return null;
};

/** @param {Item} item */
const isSmall = ({ boxes, box, kind, cells, isScroller, isOccluded }) => {
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  if (boxes.length > 1 || kind === TEXT || cells || isScroller || isOccluded) return false;
  return Math.min(width, height) >= SIDES[0] && Math.max(width, height) <= SIDES[1];
};

/**
 * Returns the table or grid in which each item has a cell of its own. Null if the items are not in cells; undefined if
 * they are, but the cells cannot be found by row and column.
 * @param {Item[]} items
 */
const gridOf = (items) => {
  const cells = new Set(items.map((item) => cellAround(item.el)));
  if (cells.has(null)) return cells.size === 1 ? null : undefined;
  if (cells.size < items.length) return undefined;
  const grids = new Set([...cells].map((cell) => gridAround(/** @type {Element} */ (cell))));
  const [grid] = grids;
  if (grids.size !== 1) return undefined;
  if (!grid) return null;
  // Checkboxes without text are identified by the headers of the table, so they keep their marks.
  const isTold = items.every(({ el }) => is(el, CELLS) || wordsOf(el) !== "");
  return isTold && isAddressable(grid) ? grid : undefined;
};

/** @param {Element} el */
const boxOfCell = (el) => toBox(rect(cellAround(el) ?? el));

/**
 * Returns the element, or its nearest ancestor, that is listed in `places`.
 * @param {Element} el @param {Map<Element, number>} places
 */
const within = (el, places) => {
  let at = /** @type {Element | null} */ (el);
  for (let i = 0; at && i < STEPS && !places.has(at); i += 1) at = parent(at);
  return at ?? el;
};

/**
 * Returns the caption above a container: the nearest heading, or else the text before it.
 * @param {Element} container
 */
const headingOf = (container) => {
  let words = "";
  let at = /** @type {Element | null} */ (container);
  for (let i = 0; at && i < NEAR; at = parent(at), i += 1) {
    let before = previousElement(at);
    for (let k = 0; before && k < NEAR; before = previousElement(before), k += 1) {
      const heading = is(before, HEADING) ? before : queryFirst(before, HEADING);
      if (heading) return textOf(heading);
      if (!is(before, PRESSED) && !queryFirst(before, PRESSED)) words ||= textOf(before);
    }
  }
  return words;
};

/**
 * Returns the mark that replaces the items in a container; null if they do not form a uniform grid.
 * @param {Element} container @param {Item[]} items @returns {Item | null}
 */
const folded = (container, items) => {
  const isRtl = computed(container).direction === "rtl";
  const grid = gridOf(items);
  if (grid === undefined || (!grid && queryFirst(container, GRIDS))) return null;
  // The width of a number depends on its digits, so in a table the boxes of the cells are measured.
  const seen = latticeOf(
    items.map(({ el, box }) => [el, (grid && boxOfCell(el)) ?? box]),
    isRtl,
  );
  if (!seen || is(container, `:is(${BARS}),:is(${BARS}) *`)) return null;
  if (items.filter((item) => isShort(item.el)).length < 0.9 * items.length) return null;
  if (grid) return asGrid(grid, items);
  const whole = latticeIn(container);
  if (!whole) return null;
  const rowOf = new Map(whole.places.map((one) => [one.el, one.row]));
  const rows = items.map(({ el }) => rowOf.get(within(el, rowOf)) ?? 0);
  if (rows.includes(0)) return null;
  const [first, last] = [Math.min(...rows), Math.max(...rows)];
  const { columns, sign } = whole;
  const heading = attr(container, "aria-label") ? "" : headingOf(container);
  return { ...asGrid(container, items), lattice: { rows: whole.rows, columns, first, last, sign, heading } };
};

/**
 * Replaces the marks of the many small elements of each uniform grid by a single mark.
 * @param {Item[]} found
 */
export const withoutLattices = (found) => {
  if (found.length <= FOLDED) return found;
  /** @type {Map<string, Item[]>} */
  const kinds = new Map();
  for (const item of found) if (isSmall(item)) addTo(kinds, kindOf(item.el), item);
  /** @type {Map<Item, Item | null>} */
  const instead = new Map();
  for (const items of kinds.values()) {
    if (items.length > FOLDED) for (const [item, one] of standIns(items)) instead.set(item, one);
  }
  if (instead.size === 0) return found;
  const containers = new Set([...instead.values()].map((one) => one?.el));
  return found.flatMap((item) => {
    const one = instead.get(item);
    if (one) return [one];
    return one === null || containers.has(item.el) ? [] : [item];
  });
};

/**
 * Returns what replaces each item of a uniform grid: the mark of the grid for the first item, null for the others. The
 * result is empty if there are too few items.
 * @param {Item[]} items
 */
const standIns = (items) => {
  /** @type {Map<Element, Item[]>} */
  const around = new Map();
  for (const item of items) {
    for (let at = parent(item.el), i = 0; at && i < STEPS && !is(at, "body,html"); at = parent(at), i += 1)
      addTo(around, at, item);
  }
  /** @type {Map<Item, Item | null>} */
  const instead = new Map();
  // Inner containers come first, so that a calendar's months become grids, and not the whole year.
  const containers = [...around].filter(([, held]) => held.length >= LEAST[0] * LEAST[1]);
  for (const [container, held] of containers.sort((a, b) => a[1].length - b[1].length)) {
    if (held.some((item) => instead.has(item))) continue;
    const one = folded(container, held);
    if (!one) continue;
    for (const item of held) instead.set(item, null);
    instead.set(held[0], one);
  }
  return instead.size > FOLDED ? instead : new Map();
};
