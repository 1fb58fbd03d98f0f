// Tells of the days of a calendar which are those of another month, and which of its cells only look like days.
import { CURSOR, LISTENER } from "./candidates.js";
import { attr, classesOf, is, parent, read } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { isServed } from "./listeners.js";
import { few, memo, nextElement, queryFirst } from "./native.js";
import { wordsIn } from "./words_in.js";

const DAY = /^\d{1,2}$/;
const HALF = 15;
const OTHER =
  /(?:^|[-_ ])(?:(?:other|outside|adjacent|off|out|prev|previous|next)[-_ ]?(?:month|day)|off[-_ ]?range|(?:day|date|month)s?[-_ ]?(?:other|outside|off|prev|previous|next))(?![a-z])/i;
/** @param {Element | null} el */
const isOutside = (el) =>
  el !== null &&
  (is(el, ".day.old,.day.new") || OTHER.test((attr(el, "class") ?? "").replace(/([a-z])([A-Z])/g, "$1-$2")));
/**
 * Of a day that a calendar shows beside those of its month: whether that is the next or the one before.
 * @param {Element} el @param {string} text
 */
export const monthOf = (el, text) => {
  if (!DAY.test(text) || Number(text) < 1 || Number(text) > 31) return undefined;
  const up = parent(el);
  const isOther =
    isOutside(el) || isOutside(read.firstElement.call(el)) || (up !== null && wordsIn(up) === text && isOutside(up));
  return isOther ? (Number(text) > HALF ? "previous" : "next") : byOrder(el);
};
/** Fewest days of a month, and most cells of one. */
const SHORTEST = 28;
const CELLS = 42;
const FIRST = /^\d{1,2}(?!\d)/;
/** Of a cell in a month whose days stand one after the other: whether it stands before the first or behind the last of them. @param {Element} el */
const byOrder = (el) => {
  const row = parent(el);
  if (!row) return undefined;
  const known = memo("monthCells");
  let months = known.get(row);
  if (months === undefined) known.set(row, (months = monthAround(row)));
  return months?.get(el);
};
/** The days of other months among the cells of a month, of which this box is all or a week; null for any other. @param {Element} row */
const monthAround = (row) => {
  const up = parent(row);
  const own = childrenOf(row);
  const all = own.length >= SHORTEST ? own : up && own.length === 7 ? childrenOf(up).flatMap(childrenOf) : [];
  // The heads of its days may stand among them.
  const cells = all.slice(
    Math.max(
      0,
      all.findIndex((cell) => FIRST.test(wordsIn(cell))),
    ),
  );
  if (cells.length < SHORTEST || cells.length > CELLS) return null;
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
  for (let at = read.firstElement.call(box); at && all.length < CELLS + 7; at = nextElement(at)) all.push(at);
  return all;
};

/** Days beside each other that make a row of heads, and cells of a month. */
const WEEK = 5;
/** Boxes around the words of a head. */
const INNER = 3;
const MONTH = 20;
const HEADED = /^(?=.*\p{L})\P{N}*(\d{1,2})\P{N}*$/u;
/** @type {Set<string> | null} */
let weekdays = null;
/** Names of the days of a week, long and short, in the languages of the page and of the browser, and in English. */
const weekdayNames = () => {
  if (weekdays) return weekdays;
  weekdays = new Set();
  for (const language of [attr(document.documentElement, "lang") || "en", navigator.language, "en"]) {
    for (const weekday of /** @type {const} */ (["long", "short"])) {
      let format;
      try {
        format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
      } catch {
        continue; // The page may call its language anything.
      }
      for (let day = 1; day <= 7; day += 1)
        for (const word of wordsOf(format.format(Date.UTC(2024, 0, day)))) weekdays.add(word);
    }
  }
  return weekdays;
};
/** @param {string} text */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
/** The day in the words of a head, which name a day of the week too; 0 if there is none. @param {Element} el */
const dayIn = (el) => {
  const words = wordsIn(el);
  const day = Number(HEADED.exec(words)?.[1] ?? 0);
  // Rows, rooms and chapters have numbers one after the other as well.
  return day > 0 && day <= 31 && wordsOf(words).some(isWeekday) ? day : 0;
};
/** Whether a word is the name of a day of a week, or the beginning of one: `Mo`. @param {string} word */
const isWeekday = (word) =>
  weekdayNames().has(word) || (word.length > 1 && [...weekdayNames()].some((name) => name.startsWith(word)));
/**
 * Whether a part that only listens is a head of a day over a plan, one of several in a row that show no sign that
 * anything happens: kits let each tell of presses, whether the page hears them or not.
 * @param {Item} item
 */
export const isHead = ({ el, kind }) => {
  if (kind !== LISTENER || dayIn(el) === 0) return false;
  const words = wordsIn(el);
  let row = parent(el);
  // The words of a head may listen, or the head around them.
  for (let i = 0; row && i < INNER && wordsIn(row) === words; i += 1) row = parent(row);
  if (!row || answersHover(el) || queryFirst(el, "a[href],button,[role=button],[tabindex]")) return false;
  const days = (few(row, 8 * MONTH) ?? [])
    .filter((part) => parent(part) === row)
    .map(dayIn)
    .filter(Boolean);
  return days.length >= WEEK && days.every((day, i) => i === 0 || day === days[i - 1] + 1 || day === 1);
};
/**
 * Whether the name of a day over a month only has the hand that a style gives to all heads, or a head has that beside one
 * that is served by a selector, as the arrows beside a month are.
 * @param {Item} item
 */
export const isBareName = ({ el, kind }) => {
  const row =
    kind === CURSOR && is(el, "th,td,[role=columnheader],[role=gridcell]") && !queryFirst(el, "a,button,input")
      ? parent(el)
      : null;
  // What answers to the pointer is pressed: the month that opens the year.
  if (!row || answersHover(el)) return false;
  const beside = (few(row, 4 * MONTH) ?? []).filter((one) => parent(one) === row);
  if (is(el, "th") && beside.some((one) => isServed(one))) return true;
  return (
    beside.length >= WEEK &&
    beside.length <= 8 &&
    beside.filter((one) => wordsOf(wordsIn(one)).length === 1 && isWeekday(wordsIn(one).toLowerCase())).length >= WEEK
  );
};
/** Whether the name of a day stands freely over a month, without the hand, as those of the other days do: what serves the month serves no names. @param {Item} item */
export const isPlacedName = ({ el, kind }) => {
  if (kind !== CURSOR || !isName(el) || getComputedStyle(el).cursor === "pointer" || answersHover(el)) return false;
  const [own] = classesOf(el);
  const month = own ? parent(el) : null;
  const names = [];
  for (let at = month && read.firstElement.call(month), i = 0; at && i < 4 * MONTH; at = nextElement(at), i += 1)
    if (classesOf(at)[0] === own) names.push(at);
  return names.length >= WEEK && names.length <= 8 && names.every(isName);
};
/** @param {Element} el */
const isName = (el) => wordsOf(wordsIn(el)).length === 1 && isWeekday(wordsIn(el).toLowerCase());
/** Whether a cell of a month is one of another and not written: nothing to press. @param {Item} item */
export const isUnwritten = ({ el, kind }) => {
  const month = kind === LISTENER && isOutside(el) && wordsIn(el) === "" ? parent(el) : null;
  if (!month || queryFirst(el, "img,svg")) return false;
  const cells = (few(month, 16 * MONTH) ?? []).filter((part) => parent(part) === month && DAY.test(wordsIn(part)));
  return cells.length >= MONTH;
};
