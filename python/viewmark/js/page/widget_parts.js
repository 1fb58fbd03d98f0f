// Tells of a control what is drawn or laid around it, so that both are one: a knob and its track, a switch and its
// drawing, a field and its box, a caption and the tick box beside it.
import { isDayName } from "./calendar_days.js";
import { CONTROL, LISTENER, TEXT, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, is, rect, rootOf } from "./dom.js";
import { isTextControl } from "./element_kinds.js";
import { isSvg, queryCss } from "./native.js";
import { CLOSES, FIELD_BOX } from "./vocabulary.js";

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

/** Narrower than this nobody sees anything to press, px. */
const SEEN = 3;
/** Whether all that is left of a box is a line: a border, the edge of a list, a place for the focus. @param {Item} item */
export const isStrip = ({ el, tag, kind, control, boxes }) =>
  !control &&
  boxes.length === 1 &&
  Math.min(boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]) < SEEN &&
  (!(kind & (CONTROL | TEXT)) || isFocusOnly(el, tag)) &&
  !isSvg(el);

const NAMES = ["class", "part", "title", "aria-label"];
/** Whether a part that listens closes or takes away: none of the button that it stands in. @param {Item} item */
export const isCloser = ({ el, kind }) =>
  (kind & LISTENER) !== 0 && CLOSES.test(NAMES.map((name) => attr(el, name) ?? "").join(" "));

/** Whether a press on an item does nothing that another mark does not say better. @param {Item} item */
export const isNothing = (item) => !(item.kind & CONTROL) && isDayName(item);
