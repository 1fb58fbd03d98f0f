// Tells what listens and does nothing of its own at a press: the rows of a kit that hears of presses on all of them, the sign
// in the frame of a field.
import { CURSOR, LISTENER } from "./candidates.js";
import { classesOf, is, parent, read, rect } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { isIdleIcon } from "./kit_icons.js";
import { isListening } from "./listeners.js";
import { computed, few, isSvg, memo, queryCss } from "./native.js";
import { isIdle as isIdleMark } from "./second_marks.js";
import { wordsIn } from "./words_in.js";

/** What says by itself that it is pressed, or that it is a thing of its own. */
const OWN =
  "[role],[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed],[draggable=true],[contenteditable]";
const CELLS = "td,[role=gridcell],[role=cell]";
const STATED = "[tabindex],[onclick],[aria-selected],[aria-haspopup],[draggable=true],[contenteditable]";
const ROWS = "tr,[role=row]";
const FIELD = "input:not([type=hidden],[type=checkbox],[type=radio],[type=range]),textarea";
const CONTROL = `${FIELD},select,button,a[href],[role=button]`;
const CLOSES = /(?:^|[-_])(?:close|clear|delete|remove|reset|error)(?:[-_]|$)/i;
/** Fewest cells of such a row, and most that are asked. */
const [FEWEST, MOST] = [2, 12];
/** Steps up from a sign to the frame of its field; highest frame and longest side of a sign, px. */
const STEPS = 3;
const HIGH = 64;
const SIGN = 40;

/** Whether a cell or row shows no hand and no state. @param {Element} el */
const isPlain = (el) => !is(el, STATED) && /^(?:auto|default|inherit)$/.test(computed(el).cursor);
/** Whether all cells of a row listen, and the row does as well. @param {Element} row */
const isKitRow = (row) => {
  const known = memo("kitRows");
  if (!known.has(row)) known.set(row, listensThroughout(row));
  return known.get(row);
};
/** @param {Element} row */
const listensThroughout = (row) => {
  if (!isListening(row) || !isPlain(row)) return false;
  const cells = cellsOf(row);
  return cells.length >= FEWEST && cells.every(isHeard);
};
/** The first cells of a row. @param {Element} row */
const cellsOf = (row) => [...queryCss(row, CELLS)].filter((cell) => parent(cell) === row).slice(0, MOST);
/** Whether a cell listens and shows nothing of it. @param {Element} cell */
const isHeard = (cell) => isListening(cell) && isPlain(cell) && !answersHover(cell);
/** @param {Element} el */
const isOfKitRow = (el) => {
  if (is(el, ROWS)) return isKitRow(el);
  const row = is(el, CELLS) ? parent(el) : null;
  return row !== null && is(row, ROWS) && isKitRow(row);
};
/**
 * Whether a sign without words stands in the frame of one field, which hears of the same presses: there it gives the
 * field the focus. What has the hand, or takes away what was typed, is a thing of its own.
 * @param {Element} el
 */
const isSignOfField = (el) => {
  const { width, height } = rect(el);
  if (
    Math.max(width, height) > SIGN ||
    is(el, `${OWN},[aria-label],[title]`) ||
    wordsIn(el) !== "" ||
    computed(el).cursor === "pointer"
  )
    return false;
  if ([el, ...(few(el, MOST) ?? [])].some((one) => classesOf(one).some((token) => CLOSES.test(token)))) return false;
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= HIGH; at = parent(at), i += 1) {
    const held = queryCss(at, CONTROL);
    if (held.length === 0) continue;
    return held.length === 1 && is(held[0], FIELD) && !is(at, ROWS) && isFrame(at, STEPS - i);
  }
  return false;
};
/** Whether a box, or one around it that is no higher, listens. @param {Element} box @param {number} steps */
const isFrame = (box, steps) => {
  const { height } = rect(box);
  for (
    let at = /** @type {Element | null} */ (box), i = 0;
    at && i < steps && rect(at).height <= height + 4;
    at = parent(at), i += 1
  ) {
    // A row hears for all that is in it.
    if (is(at, ROWS)) return false;
    if (isListening(at)) return true;
  }
  return false;
};

/** So many things of a page that listen show the hand, where it does so for what is pressed; highest words that show none, px. */
const HANDED = 10;
const LINE = 48;
const SAYING = `${OWN},[title],[aria-label],label`;
/**
 * Whether words to read listen on such a page and show nothing of it: no hand, no answer to the pointer, no state. Kits hear
 * of presses on every label. Of what a person presses on 90 screens of other pages none is such.
 * @param {Item} item
 */
const isQuiet = ({ el, kind, control, boxes }) => {
  if (
    kind !== LISTENER ||
    control ||
    boxes.length !== 1 ||
    boxes[0][3] - boxes[0][1] > LINE ||
    is(el, SAYING) ||
    isSvg(el) ||
    answersHover(el)
  )
    return false;
  if (computed(el).cursor !== "auto") return false;
  return is(el, "div,span,p,b,em,strong,small") && read.firstElement.call(el) === null && /\p{L}/u.test(wordsIn(el));
};

/** @param {Item} item */
const isIdle = (item) =>
  isIdleMark(item) ||
  (item.kind === LISTENER && !item.control && (isIdleIcon(item) || isOfKitRow(item.el) || isSignOfField(item.el)));
/**
 * Leaves out what listens and does nothing of its own.
 * @param {Item[]} found
 */
export const withoutIdle = (found) => {
  const isHanded = found.filter(({ kind }) => kind & LISTENER && kind & CURSOR).length >= HANDED;
  const around = new Set(isHanded ? found.map(({ up }) => up) : []);
  const idle = new Set(found.filter((item) => isIdle(item) || (isHanded && !around.has(item) && isQuiet(item))));
  if (idle.size === 0) return found;
  const kept = found.filter((item) => !idle.has(item));
  for (const item of kept) while (item.up && idle.has(item.up)) item.up = item.up.up;
  return kept;
};
