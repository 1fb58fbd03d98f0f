// Removes elements that have a listener but do not look clickable. UI libraries add listeners to all rows, cells,
// headers and icons, so a listener alone does not show that an element is clickable.
import { LISTENER } from "./candidates.js";
import { closes } from "./class_words.js";
import { is, parent, classesOf } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { isListening } from "./listeners.js";
import { computed, generatedIn, once, previousElement, queryCss, queryFirst, rootNode } from "./native.js";
import { CELLS, CONTROLS, HEADS, NEAR, PARTS, ROWS, STATED } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const SIGNS = `svg,img,i,canvas,${CONTROLS}`;
const SHOWS_SORT = `${SIGNS},[class*=sort i],[class*=caret i],[class*=arrow i]`;
/** Whether an element has a listener but no special cursor, hover style or state. @param {Element} el */
const isPlain = (el) =>
  isListening(el) &&
  !is(el, `${STATED},[aria-sort],[title*=sort i],[title*=order i]`) &&
  ["auto", "default"].includes(computed(el).cursor) &&
  !answersHover(el);
/** @param {Element} row */
const isEmpty = (row) => wordsIn(row) === "" && !queryFirst(row, SIGNS);
/**
 * Whether a row does nothing when clicked, although it has a listener. Such a row and all its cells, or all its
 * headers, have listeners but do not look clickable; or it is one of several empty rows.
 * @param {Element} row
 */
const isIdleRow = (row) =>
  once("idle rows", row, () => {
    const before = previousElement(row);
    if (isEmpty(row)) return before !== null && isEmpty(before) && isListening(before);
    const cells = [...queryCss(row, `${CELLS},${HEADS}`)].filter((one) => parent(one) === row).slice(0, PARTS);
    const heads = cells.filter((one) => is(one, HEADS) && wordsIn(one) !== "");
    if (heads.length >= NEAR && heads.length === cells.filter((one) => wordsIn(one) !== "").length)
      return heads.every(
        (one) => isPlain(one) && !queryFirst(one, SHOWS_SORT) && generatedIn(one).every((text) => text === '""'),
      );
    return cells.length > 1 && isPlain(row) && cells.every(isPlain);
  });

/** Whether an icon has a listener only because all icons of its set have one, whatever they do. @param {Element} el */
const isIdleIcon = (el) => {
  const [kit] = classesOf(el);
  if (!kit || !isPlain(el) || is(el, "[role],[aria-label],[title]") || closes(el)) return false;
  const all = [...queryCss(rootNode(el), `svg.${CSS.escape(kit)}`)].slice(0, PARTS);
  return all.length >= NEAR && all.every(isListening);
};

/**
 * Removes items that have a listener but no click action of their own.
 * @param {Item[]} found
 */
export const withoutIdle = (found) => {
  const idle = new Set(
    found.filter(({ el, tag, kind, control, up }) => {
      if (kind !== LISTENER || control) return false;
      if (tag === "svg") return up !== null && isIdleIcon(el);
      const row = is(el, ROWS) ? el : is(el, `${CELLS},${HEADS}`) ? parent(el) : null;
      return row !== null && is(row, ROWS) && isIdleRow(row) && (el === row || is(el, HEADS) || isListening(row));
    }),
  );
  if (idle.size === 0) return found;
  const kept = found.filter((item) => !idle.has(item));
  for (const item of kept) while (item.up && idle.has(item.up)) item.up = item.up.up;
  return kept;
};
