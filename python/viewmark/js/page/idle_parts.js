// Removes elements that listen but do nothing of their own on a click: UI libraries add listeners to all rows, headers
// and labels.
import { CURSOR, LISTENER } from "./candidates.js";
import { closes } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { hasLetter } from "./letters.js";
import { isListening } from "./listeners.js";
import { computed, isSvg, memo, once, previousElement, queryCss, queryFirst, rootNode, generatedIn } from "./native.js";
import { CELLS, SIGN, CONTROLS, HEADS, ROWS, STATED } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Minimum number of cells of such a row, and maximum that are read. */
const [FEWEST, MOST] = [2, 12];
const SIGNS = "svg,img,i,canvas";

/** Whether an element has no cursor of its own, no hover style and no state. @param {Element} el */
const isPlain = (el) => !is(el, STATED) && /^(?:auto|default|inherit)$/.test(computed(el).cursor) && !answersHover(el);
/** @param {Element} el */
const isHeard = (el) => isListening(el) && isPlain(el);
/** The first cells of a row. @param {Element} row @param {string} selector */
const partsOf = (row, selector) => [...queryCss(row, selector)].filter((one) => parent(one) === row).slice(0, MOST);
/** Whether a row and all of its cells listen, without any affordance. @param {Element} row */
const isKitRow = (row) => {
  const known = memo("kitRows");
  if (!known.has(row)) {
    const cells = isListening(row) && isPlain(row) ? partsOf(row, CELLS) : [];
    known.set(row, cells.length >= FEWEST && cells.every(isHeard));
  }
  return known.get(row);
};
/** @param {Element} el */
const isOfKitRow = (el) => {
  const row = is(el, CELLS) ? parent(el) : el;
  return row !== null && is(row, ROWS) && isKitRow(row);
};
/** Whether a column header is sortable or shows that it is. @param {Element} head */
const showsSort = (head) =>
  !isPlain(head) ||
  is(head, "[aria-sort]") ||
  /sort|order/i.test(attr(head, "title") ?? "") ||
  queryFirst(head, `${SIGNS},${CONTROLS},[class*=sort i],[class*=caret i],[class*=arrow i]`) !== null ||
  generatedIn(head).some((text) => text !== '""');
/** Whether all headers of a table listen and none of them shows that it is sortable. @param {Element} el */
const isDeadHead = (el) => {
  const row = is(el, HEADS) ? parent(el) : null;
  if (!row || !is(row, ROWS)) return false;
  const heads = partsOf(row, HEADS).filter((one) => wordsIn(one) !== "" && rect(one).width > 1);
  return heads.length > FEWEST && heads.every((one) => isListening(one) && !showsSort(one));
};
/** Whether a row is empty and follows another empty row: filler rows of a table. @param {Element} el */
const isBlankRow = (el) => {
  const before = is(el, ROWS) && isBlank(el) ? previousElement(el) : null;
  return before !== null && isBlank(before) && isListening(before);
};
/** @param {Element} row */
const isBlank = (row) => wordsIn(row) === "" && queryFirst(row, `${SIGNS},${CONTROLS}`) === null;

/** Whether an icon in another mark listens without any affordance, as all icons of its set do. @param {Item} item */
const isIdleIcon = ({ el, tag, up }) => {
  const [kit] = classesOf(el);
  if (!up || tag !== "svg" || !kit || !isPlain(el) || is(el, NAMED) || closes(el)) return false;
  return once(`icons ${kit}`, document, () => {
    const all = [...queryCss(rootNode(el), `svg.${CSS.escape(kit)}`)].slice(0, MOST);
    return all.length > FEWEST && all.every(isListening);
  });
};
const NAMED = "[role],[aria-label],[title]";

/**
 * Minimum number of listening elements with a pointer cursor from which on the page is taken to use that cursor for all
 * targets.
 */
const HANDED = 10;
const SAYING = `${STATED},[role],[title],[aria-label],label`;
/**
 * Whether text listens on such a page without any affordance. None of the targets on 90 screens of other pages was like
 * that.
 * @param {Item} item
 */
const isQuiet = ({ el, boxes }) =>
  boxes.length === 1 &&
  boxes[0][3] - boxes[0][1] <= SIGN &&
  !is(el, SAYING) &&
  !isSvg(el) &&
  computed(el).cursor === "auto" &&
  !answersHover(el) &&
  is(el, "div,span,p,b,em,strong,small") &&
  read.firstElement.call(el) === null &&
  hasLetter(wordsIn(el));

/**
 * Removes items that listen but do nothing of their own.
 * @param {Item[]} found
 */
export const withoutIdle = (found) => {
  const isHanded = found.filter(({ kind }) => kind & LISTENER && kind & CURSOR).length >= HANDED;
  const around = new Set(isHanded ? found.map(({ up }) => up) : []);
  const idle = new Set(
    found.filter((item) => {
      const { el, kind, control } = item;
      if (kind !== LISTENER || control) return false;
      if (isIdleIcon(item) || isOfKitRow(el) || isDeadHead(el) || isBlankRow(el)) return true;
      return isHanded && !around.has(item) && isQuiet(item);
    }),
  );
  if (idle.size === 0) return found;
  const kept = found.filter((item) => !idle.has(item));
  for (const item of kept) while (item.up && idle.has(item.up)) item.up = item.up.up;
  return kept;
};
