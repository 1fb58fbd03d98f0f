// Gives a field the box of its combobox, and tells of parts what is no thing of its own: strips, slivers, words that are
// written as a link, names of days; and what closes.
import { isDayName } from "./calendar_days.js";
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, is, rect, rootOf } from "./dom.js";
import { isTextControl } from "./element_kinds.js";
import { isSvg, queryCss } from "./native.js";
import { CLOSES, FIELD_BOX, HEADINGS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * Whether one types into a field that its box calls the same: the combobox around a text field.
 * @param {Item} item @param {Item} outer
 */
const isFieldOf = (item, outer) =>
  isTextControl(writtenIn(item)) &&
  !item.isClear &&
  holdsField(item, outer) &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD_BOX &&
  isOnly(writtenIn(item), fieldsIn(outer.el));
/** The field of a mark, which may stand on what is drawn for it. @param {Item} item */
const writtenIn = ({ el, control }) => control ?? el;
/** Whether a box says that it is that of a field, or leaves the focus to the keys alone. @param {Item} item @param {Item} outer */
const holdsField = (item, outer) => FIELDED.has(roleTokens(outer.el)[0]);
/** @param {Element} el @param {Element[]} all */
const isOnly = (el, all) => all.length === 1 && all[0] === el;
/** What holds a field for what it says of it. */
const FIELDED = new Set(["combobox", "spinbutton", "searchbox", "textbox"]);
/** Of these the buttons beside the field are pressed by themselves. */
const WITH_BUTTONS = new Set(["spinbutton", "textbox"]);
/** The fields that one sees and writes into; an arrow may be drawn as one that is not. @param {Element} el */
const fieldsIn = (el) =>
  [...queryCss(rootOf(el) ?? el, "input:not([type=hidden]),select,textarea")].filter(
    (one) => !is(one, "[readonly][tabindex='-1']") && (rect(one).width > SEEN || is(one, WRITTEN)),
  );
/** A field for the search in a list of chosen values is as wide as what was typed. */
const WRITTEN = "input[type=search],input[role=combobox],textarea";
/** Gives the text field in a combobox the box that is drawn around it. @param {Item[]} items */
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

/** Narrower than this nobody sees anything to press, px; of what is cut off less than this, and this share of its side. */
const SEEN = 3;
const SLIVER = 5;
const LITTLE = 0.3;
/** Whether all that is left of a box is a line: a border, the edge of a list, a place for the focus. @param {Item} item */
export const isStrip = ({ el, tag, kind, control, boxes }) =>
  !control &&
  boxes.length === 1 &&
  Math.min(boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]) < SEEN &&
  (!(kind & (CONTROL | TEXT)) || isFocusOnly(el, tag)) &&
  !isSvg(el);
/** Whether what cuts it off leaves only a strip of it: a button that comes with the pointer. @param {Item} item */
export const isSliver = ({ kind, box, boxes }) =>
  kind !== TEXT &&
  boxes.length === 1 &&
  [0, 1].some((i) => {
    const [whole, seen] = [box[i + 2] - box[i], boxes[0][i + 2] - boxes[0][i]];
    return seen < SLIVER && seen < LITTLE * whole;
  });

const WHOLE = "button,[role=tab],[role=option],[role=menuitem],[role=treeitem]";
/**
 * Whether a link to a place in the page, or a sign that says how it stands, is how the tab, button or heading around it
 * is written: a press does the same.
 * @param {Item} item @param {Item} outer
 */
export const isWrittenIn = ({ el, tag, control }, outer) => {
  const isHeading = is(outer.el, HEADINGS) && (outer.kind & LISTENER) !== 0 && (outer.kind & CURSOR) !== 0;
  if (control || !(isHeading || is(outer.el, WHOLE))) return false;
  const words = wordsIn(el);
  if (tag === "a" && is(el, "a:not([href]),a[href^='#']")) return words !== "" && wordsIn(outer.el).startsWith(words);
  return isHeading && words === "" && is(el, "[aria-expanded],[aria-controls]");
};

const NAMES = ["class", "part", "title", "aria-label"];
/** Whether a part that listens closes or takes away: none of the button that it stands in. @param {Item} item */
export const isCloser = ({ el, kind }) =>
  (kind & LISTENER) !== 0 && CLOSES.test(NAMES.map((name) => attr(el, name) ?? "").join(" "));

/** Whether a press on an item does nothing that another mark does not say better. @param {Item} item */
export const isNothing = (item) => !(item.kind & CONTROL) && isDayName(item);
