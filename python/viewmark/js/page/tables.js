// Decides from the styles of its cells whether a table without headers or caption is a data table.
//
// The markup does not indicate whether a table is a data table, so browsers guess from borders and backgrounds. The
// numbers below are those of Chrome, whose accessibility tree assistive technology receives.
import { attribute, computed, tagOf } from "./native.js";

const CLEAR = "rgba(0, 0, 0, 0)";
const ENOUGH = 10;
const STRIPE_ROWS = 5;

/** @param {string} text */
const width = (text) => Number.parseFloat(text) || 0;
/** @param {Element} cell */
const isMarked = (cell) =>
  tagOf(cell) === "th" || ["headers", "abbr", "axis", "scope"].some((name) => Boolean(attribute(cell, name)));
/** Whether at least three rows alternate in colour. @param {string[]} colours */
const isStriped = (colours) =>
  colours.length > 2 && colours.every((colour, k) => k === 0 || (colour === colours[0]) === (k % 2 === 0));

/**
 * Whether the styles of a table without headers look like those of a data table, by Chrome's rules.
 * @param {Element} table
 */
export const tableLooksLikeData = (table) => {
  const own = computed(table);
  const spacing = own.borderSpacing.split(" ").map(width);
  const isSpaced = own.borderCollapse === "separate" && spacing.every((gap) => gap > 0);
  const ground = own.backgroundColor;
  const rows = table.rows;
  /** @type {Record<string, number>} */
  const sides = { top: 0, bottom: 0, left: 0, right: 0 };
  const stripes = [];
  let cells = 0;
  let boxed = 0;
  let coloured = 0;
  for (let r = 0; r < rows.length; r += 1) {
    for (const cell of rows[r].cells) {
      if (isMarked(cell)) return true;
      if (cell.offsetWidth < 1 || cell.offsetHeight < 1) continue;
      cells += 1;
      const style = computed(cell);
      if (style.emptyCells === "hide") return true;
      /** @type {Record<string, boolean>} */
      const has = {
        top: width(style.borderTopWidth) > 0,
        bottom: width(style.borderBottomWidth) > 0,
        left: width(style.borderLeftWidth) > 0,
        right: width(style.borderRightWidth) > 0,
      };
      if ((has.top && has.bottom) || (has.left && has.right)) boxed += 1;
      for (const side of Object.keys(sides)) sides[side] += Number(has[side]);
      const colour = style.backgroundColor;
      if (isSpaced && colour !== ground && colour !== CLEAR) coloured += 1;
      if (boxed >= ENOUGH || coloured >= ENOUGH) return true;
      if (r < STRIPE_ROWS && r === stripes.length) stripes.push(computed(rows[r]).backgroundColor);
    }
  }
  if (cells <= 1) return false;
  const half = Math.floor(cells / 2);
  if (boxed >= half || coloured >= half) return true;
  if (Object.values(sides).some((count) => count >= half)) return true;
  return isStriped(stripes);
};
