// Detects calendar days of adjacent months, and calendar cells that only name a column of days.
import { CURSOR } from "./candidates.js";
import { parted } from "./class_words.js";
import { attr, parent, read } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { closest, memo, nextElement, queryCss } from "./native.js";
import { CELLS, GRIDS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const DAY = /^\d{1,2}$/;
const DIGITLESS = /^\D*$/;
const HALF = 15;
const OTHER = new RegExp(
  "(?:^| )(?:(?:other|outside|adjacent|off|out|prev|previous|next) ?(?:month|day)|off ?range|" +
    "(?:day|date|month)s? ?(?:other|outside|off|prev|previous|next))(?![a-z])",
);
/** @param {Element | null} el */
const isOutside = (el) => el !== null && OTHER.test(parted(attr(el, "class") ?? ""));
/**
 * For a day of an adjacent month in a calendar, returns whether that month is the next or the previous one.
 * @param {Element} el @param {string} text
 */
export const monthOf = (el, text) => {
  if (!DAY.test(text) || Number(text) < 1 || Number(text) > 31) return undefined;
  const up = parent(el);
  const isOther = isOutside(el) || (up !== null && wordsIn(up) === text && isOutside(up));
  return isOther ? (Number(text) > HALF ? "previous" : "next") : byOrder(el);
};
/** Minimum number of days of a month. */
const SHORTEST = 28;
/** Maximum number of day cells in the calendar of one month: six weeks. */
const LONGEST = 42;
const FIRST = /^\d{1,2}(?!\d)/;
/**
 * Returns the month that a cell of a calendar belongs to, according to the order of the day numbers: `previous` for a
 * cell before day 1, `next` for a cell after the last day. Returns undefined for the days of the month itself, and
 * outside calendars.
 * @param {Element} el
 */
const byOrder = (el) => {
  const row = parent(el);
  if (!row) return undefined;
  const known = memo("monthCells");
  let months = known.get(row);
  if (months === undefined) known.set(row, (months = monthAround(row)));
  return months?.get(el);
};
/**
 * Finds the days of adjacent months among the cells of a calendar. `row` is the parent of the cells, which is the whole
 * month or one week. Returns a map from such a cell to `previous` or `next`; null if `row` is no part of a calendar.
 * @param {Element} row
 */
const monthAround = (row) => {
  const up = parent(row);
  const own = childrenOf(row);
  const all = own.length >= SHORTEST ? own : up && own.length === 7 ? childrenOf(up).flatMap(childrenOf) : [];
  // The names of the weekdays may be in the same container, so the cells before the first day are skipped.
  const cells = all.slice(
    Math.max(
      0,
      all.findIndex((cell) => FIRST.test(wordsIn(cell))),
    ),
  );
  if (cells.length < SHORTEST || cells.length > LONGEST) return null;
  const days = cells.map((cell) => Number(FIRST.exec(wordsIn(cell))?.[0] ?? 0));
  const begin = days.indexOf(1);
  const end = days.indexOf(1, begin + 1) < 0 ? days.length : days.indexOf(1, begin + 1);
  const isMonth =
    begin >= 0 &&
    end - begin >= SHORTEST &&
    end - begin <= 31 &&
    days.every((day, i) =>
      i < begin ? day === days[0] + i && day >= SHORTEST - 6 : day === i - (i < end ? begin : end) + 1,
    );
  return isMonth
    ? new Map(
        cells.flatMap((cell, i) =>
          i >= begin && i < end ? [] : [/** @type {[Element, string]} */ ([cell, i < begin ? "previous" : "next"])],
        ),
      )
    : null;
};
/** @param {Element} box */
const childrenOf = (box) => {
  const all = [];
  for (let at = read.firstElement.call(box); at && all.length < LONGEST + 7; at = nextElement(at)) all.push(at);
  return all;
};
/** Possible numbers of cells in the row of weekday names: seven, or eight if there is a column for week numbers. */
const NAMES = [7, 8];
/**
 * Whether a cell only names a weekday. Such a cell has a pointer cursor merely because the whole calendar has one.
 * @param {Item} item
 */
export const isDayName = ({ el, kind }) => {
  const row = kind === CURSOR && DIGITLESS.test(wordsIn(el)) && !answersHover(el) ? parent(el) : null;
  if (!row) return false;
  const known = memo("dayNames");
  if (!known.has(row)) known.set(row, namesDays(row));
  return known.get(row);
};
/** @param {Element} row */
const namesDays = (row) => {
  const names = childrenOf(row).map(wordsIn);
  const isHead = NAMES.includes(names.length) && names.every((name) => DIGITLESS.test(name));
  const month = isHead ? closest(row, GRIDS) : null;
  return month !== null && [...queryCss(month, CELLS)].filter((cell) => DAY.test(wordsIn(cell))).length >= SHORTEST;
};
