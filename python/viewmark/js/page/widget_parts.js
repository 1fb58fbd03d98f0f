// Gives a text field the box of its combobox, and detects parts that are no controls of their own: strips, links that
// only show the text of a tab, names of weekdays.
import { isDayName } from "./calendar_days.js";
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, isToggle, roleTokens } from "./candidates.js";
import { is, rect, rootOf } from "./dom.js";
import { isTextControl } from "./element_kinds.js";
import { nameOf } from "./names.js";
import { isSvg, queryCss } from "./native.js";
import { paintsNothing } from "./paint.js";
import { FIELD_BOX, HEADINGS, SIGN, EDGE } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * Whether an item is the only text field in an element that has the role of a field, such as a combobox.
 * @param {Item} item @param {Item} outer
 */
const isFieldOf = (item, outer) =>
  isTextControl(writtenIn(item)) &&
  !item.isClear &&
  holdsField(item, outer) &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD_BOX &&
  isOnly(writtenIn(item), fieldsIn(outer.el));
/** Returns the field that a mark is for. The mark may be on the element painted for the field. @param {Item} item */
const writtenIn = ({ el, control }) => control ?? el;
/** Whether the outer element has the role of a field. @param {Item} item @param {Item} outer */
const holdsField = (item, outer) => FIELDED.has(roleTokens(outer.el)[0]);
/** @param {Element} el @param {Element[]} all */
const isOnly = (el, all) => all.length === 1 && all[0] === el;
/** Roles of elements that may wrap a text field. */
const FIELDED = new Set(["combobox", "spinbutton", "searchbox", "textbox"]);
/** Roles of wrappers in which the buttons beside the field are targets of their own. */
const WITH_BUTTONS = new Set(["spinbutton", "textbox"]);
/**
 * Returns the visible text fields in an element. A read-only input that cannot have focus is left out, because it may
 * be an arrow.
 * @param {Element} el
 */
const fieldsIn = (el) =>
  [...queryCss(rootOf(el) ?? el, "input:not([type=hidden]),select,textarea")].filter(
    (one) => !is(one, "[readonly][tabindex='-1']") && (rect(one).width > SEEN || is(one, WRITTEN)),
  );
/** Selector for fields that count at any width. A search field in a list of values is as narrow as its text. */
const WRITTEN = "input[type=search],input[role=combobox],textarea";
/**
 * Drops a wrapper that has the role of a text field. The field gets the box of the wrapper, unless the buttons beside
 * the field are targets of their own.
 * @param {Item[]} items
 */
export const joinFields = (items) => {
  for (const item of items) {
    if (item.dropped || item.tag === "label" || !is(writtenIn(item), "input,textarea")) continue;
    let outer = item.up;
    while (outer && (outer.dropped || !holdsField(item, outer))) outer = outer.up;
    if (!outer || !(outer.kind & CONTROL) || !isFieldOf(item, outer)) continue;
    if (!WITH_BUTTONS.has(roleTokens(outer.el)[0])) item.boxes = outer.boxes;
    outer.dropped = true;
  }
};

/** Minimum visible side of a target, px. */
const SEEN = 3;
/** Minimum visible side of a clipped target, px. */
const SLIVER = 5;
/** Minimum visible side of a clipped target, as a share of its whole side. */
const LITTLE = 0.3;
/**
 * Whether only a line of an item is visible, such as a border, the edge of a list, or an element that only catches
 * focus.
 * @param {Item} item
 */
export const isStrip = ({ el, tag, kind, control, boxes }) =>
  !control &&
  boxes.length === 1 &&
  Math.min(boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]) < SEEN &&
  (!(kind & (CONTROL | TEXT)) || isFocusOnly(el, tag)) &&
  !isSvg(el);
/**
 * Whether only a narrow strip of a clipped element is visible, as of a button that slides in on hover.
 * @param {Item} item
 */
export const isSliver = ({ kind, box, boxes }) =>
  kind !== TEXT &&
  boxes.length === 1 &&
  [0, 1].some((i) => {
    const [whole, seen] = [box[i + 2] - box[i], boxes[0][i + 2] - boxes[0][i]];
    return seen < SLIVER && seen < LITTLE * whole;
  });

const WHOLE = "button,[role=tab],[role=option],[role=menuitem],[role=treeitem]";
/**
 * Whether a link to a part of the page, or an icon for a state, is part of the tab, button or heading around it. A
 * click on it has the same effect as a click there.
 * @param {Item} item @param {Item} outer
 */
export const isWrittenIn = ({ el, tag, control }, outer) => {
  const isHeading = is(outer.el, HEADINGS) && (outer.kind & LISTENER) !== 0 && (outer.kind & CURSOR) !== 0;
  if (control || !(isHeading || is(outer.el, WHOLE))) return false;
  const words = wordsIn(el);
  if (tag === "a" && is(el, "a:not([href]),a[href^='#']")) return words !== "" && wordsIn(outer.el).startsWith(words);
  return isHeading && words === "" && is(el, "[aria-expanded],[aria-controls]");
};

/**
 * Whether a click on an item does nothing, because the item is the name of a weekday in a calendar.
 * @param {Item} item
 */
export const isNothing = (item) => !(item.kind & CONTROL) && isDayName(item);

/**
 * Drops boxes that contain one checkbox, radio or switch and no text but its name, because pressing the box has the
 * same effect.
 * @param {Item[]} items
 */
export const dropAround = (items) => {
  for (const item of items) {
    const [inner, ...others] = item.controls ?? [];
    const box = item.boxes[0];
    if (!inner || others.length > 0 || item.control || item.kind & CONTROL || box[3] - box[1] > SIGN) continue;
    const toggle = inner.control ?? inner.el;
    const words = wordsIn(item.el);
    if (!inner.dropped && isToggle(toggle) && words !== "" && words === nameOf(toggle)) item.dropped = true;
  }
};

const SAYING = "[role],[title],[aria-label],[tabindex],[onclick],[draggable=true]";
/**
 * Whether a part only draws the listening element around it: as the icon of a small button, or as an unpainted edge
 * around text.
 * @param {Item} item @param {Item} outer
 */
export const isDrawnIn = (item, outer) => {
  const { el, kind, control } = item;
  if (control || kind & CONTROL || !(outer.kind & LISTENER) || wordsIn(el) !== "") return false;
  const [inner, around] = [rect(el), rect(outer.el)];
  if (wordsIn(outer.el) !== "")
    return kind === LISTENER && Math.min(inner.width, inner.height) <= EDGE && !is(el, SAYING) && paintsNothing(item);
  const isIcon = is(el, ":is([role=img],svg,img,i):not([title],[aria-label],[tabindex],[onclick])");
  return isIcon && (outer.kind & CURSOR) !== 0 && Math.max(around.width, around.height) <= SIGN;
};
