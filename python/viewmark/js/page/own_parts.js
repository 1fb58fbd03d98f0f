// Detects rows whose checkbox is the target instead of the row, and icons in a disclosure trigger that do the same as
// the trigger.
import { CONTROL, CURSOR, LISTENER, isFocusOnly, isToggle } from "./candidates.js";
import { hasWordOf, isCalled, wordsOfClass } from "./class_words.js";
import { classesOf, is } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { nameOf } from "./names.js";
import { computed, queryFirst } from "./native.js";
import { ROWS, SIGN, STEPS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Enabled checkboxes and radios: a disabled one only shows the state of its row. */
const TICKED =
  "input:is([type=checkbox],[type=radio]):enabled,:is([role=checkbox],[role=radio]):not([aria-disabled=true])";
/** @param {Element} el */
const textOf = (el) => wordsIn(el);
/** Whether an element responds to the pointer by its cursor or a hover style. @param {Element} el */
const answers = (el) => computed(el).cursor === "pointer" || answersHover(el);
/**
 * Whether a row is selected by its checkbox and has no evidence of being clickable itself: it is only focusable, or has
 * a listener as all rows of its kind do, without a pointer cursor and without a hover style.
 * @param {Item} item
 */
export const isRowOfParts = ({ el, tag, kind, control, marks }) => {
  if (control || !is(el, ROWS) || kind & CURSOR || is(el, "[aria-selected],[onclick]") || answers(el)) return false;
  if (!queryFirst(el, TICKED) || (marks ?? 0) < 1) return false;
  return ((kind & CONTROL) !== 0 && !(kind & LISTENER) && isFocusOnly(el, tag)) || kind === LISTENER;
};

/**
 * Drops a box that holds one checkbox, radio or switch and says only its name: a press on either does the same.
 * @param {Item[]} items
 */
export const dropAround = (items) => {
  for (const item of items) {
    const [inner, ...others] = item.controls ?? [];
    const box = item.boxes[0];
    if (!inner || others.length > 0 || item.control || item.kind & CONTROL || box[3] - box[1] > SIGN) continue;
    const toggle = inner.control ?? inner.el;
    const words = textOf(item.el);
    if (!inner.dropped && isToggle(toggle) && words !== "" && words === nameOf(toggle)) item.dropped = true;
  }
};

/** The nearest outer mark that satisfies the predicate. @param {Item} item @param {(outer: Item) => boolean} isIt */
const around = (item, isIt) => {
  let at = item.up;
  for (let i = 0; at && i < STEPS; i += 1) {
    if (isIt(at)) return at;
    at = at.up;
  }
  return null;
};

/**
 * Drops an icon without text in a disclosure trigger together with the box around it, because it does the same as the
 * trigger. A button with a name or URL of its own is kept. Returns whether it was such an icon.
 * @param {Item} item
 */
export const dropFold = (item) => {
  const {
    el,
    tag,
    boxes: [box],
  } = item;
  const isSign = SIGNS.has(tag) && !is(el, "[role],[tabindex],[onclick]");
  if (
    (tag !== "a" && tag !== "button" && !isSign) ||
    !is(el, "a:not([href]),a[href='#'],a[href^='javascript:'],button[tabindex='-1'],div,span,svg,i") ||
    is(el, "[title],[aria-label]")
  )
    return false;
  // A trigger in the tab order, with a button inside that is not.
  const taken = tag === "a" ? CONTROL | LISTENER | CURSOR : LISTENER | CURSOR;
  const head = around(item, (outer) => {
    const isPressed = (outer.kind & taken) === (LISTENER | CURSOR) || (isSign && is(outer.el, "button,[role=button]"));
    return isPressed && !outer.control && isCalled(outer.el, "head");
  });
  if (!head || textOf(el) !== "" || textOf(head.el) === "" || Math.max(box[2] - box[0], box[3] - box[1]) > SIGN)
    return false;
  const kits = new Set(classesOf(head.el).map(firstWord));
  if (!classesOf(el).some((name) => FOLDS.some((kind) => hasWordOf(name, kind)) && kits.has(firstWord(name))))
    return false;
  for (let at = /** @type {Item | undefined | null} */ (item); at && at !== head; at = at.up)
    if (at === item || (at.kind === LISTENER && textOf(at.el) === "")) at.dropped = true;
  return true;
};
const SIGNS = new Set(["div", "span", "svg", "i"]);
const FOLDS = ["toggle", "fold", "expander"];
/** The first word of a class, which names the component before the part. @param {string} name */
const firstWord = (name) => wordsOfClass(name)[0];
