// Tells of a control what is drawn or laid around it, so that both are one: a knob and its track, a switch and its
// drawing, a field and its box, a caption and the tick box beside it.
import { isDayName } from "./calendar_days.js";
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, holds, is, parent, read, rect, rootOf } from "./dom.js";
import { isTextControl } from "./element_kinds.js";
import { isOnTrack } from "./handles.js";
import { isListening } from "./listeners.js";
import { closest, few, isSvg, memo, nextElement, previousElement, queryCss } from "./native.js";
import { queryFirst, rootNode } from "./native.js";
import { roleOf } from "./roles.js";
import { CLOSES, CONTROLS, HEADINGS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** The words in an element, as the duplicates compare them. @param {Element} el */
const textOf = (el) => wordsIn(el);

/**
 * Whether one types into a field that its box calls the same: the combobox around a text field.
 * @param {Item} item @param {Item} outer
 */
const isFieldOf = (item, outer) =>
  isTextControl(writtenIn(item)) &&
  !item.isClear &&
  holdsField(item, outer) &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD &&
  isOnly(writtenIn(item), fieldsIn(outer.el));
/** The field of a mark, which may stand on what is drawn for it. @param {Item} item */
const writtenIn = ({ el, control }) => control ?? el;
/** Whether a box says that it is that of a field, or leaves the focus to the keys alone. @param {Item} item @param {Item} outer */
const holdsField = (item, outer) => FIELDED.has(roleTokens(outer.el)[0]) || isHostOf(item, outer);
/** @param {Element} el @param {Element[]} all */
const isOnly = (el, all) => all.length === 1 && all[0] === el;
/** What holds a field for what it says of it. */
const FIELDED = new Set(["combobox", "spinbutton", "searchbox", "textbox"]);
/** Of these the buttons beside the field are pressed by themselves. */
const WITH_BUTTONS = new Set(["spinbutton", "textbox"]);
/** Whether a component takes the focus for the field in its shadow tree. @param {Item} item @param {Item} outer */
const isHostOf = (item, outer) =>
  outer.tag.includes("-") && isFocusOnly(outer.el, outer.tag) && rootNode(item.el) === rootOf(outer.el);
/** The fields that one sees and writes into; an arrow may be drawn as one that is not. @param {Element} el */
const fieldsIn = (el) =>
  [...queryCss(rootOf(el) ?? el, "input:not([type=hidden]),select,textarea")].filter(
    (one) => !is(one, "[readonly][tabindex='-1']") && (rect(one).width > SEEN || is(one, WRITTEN)),
  );
/** A field for the search in a list of chosen values is as wide as what was typed. */
const WRITTEN = "input[type=search],input[role=combobox],textarea";
/** Highest box of one field, px. */
const FIELD = 80;
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
const SEEN = 2;
/** Whether all that is left of a box is a line: a border, the edge of a list, a place for the focus. @param {Item} item */
export const isStrip = ({ el, tag, kind, control, boxes }) =>
  !control &&
  boxes.length === 1 &&
  Math.min(boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]) < SEEN &&
  (!(kind & (CONTROL | TEXT)) || isFocusOnly(el, tag)) &&
  !isSvg(el);

/** Of something wider nobody sees what it is, px, and what share of its side that is. */
const SLIVER = 5;
const LITTLE = 0.3;
/** Whether only a strip of it is left by what cuts it off: a button that comes with the pointer. @param {Item} item */
export const isSliver = ({ kind, box, boxes }) =>
  kind !== TEXT &&
  boxes.length === 1 &&
  [0, 1].some((i) => {
    const [whole, seen] = [box[i + 2] - box[i], boxes[0][i + 2] - boxes[0][i]];
    return seen < SLIVER && seen < LITTLE * whole;
  });

/** Numbers and signs of a scale; so many equal parts make one, so many steps above them stands the slider. */
const NUMBERS = /^[\p{N}\p{P}\p{S}\s]*$/u;
const STEPS = 3;
const ABOVE = 2;
const SLIDERS = "[role=slider],input[type=range]";
/** Whether all controls of a box are sliders, asked once of each; null if none is. @param {Element} box */
const slidersIn = (box) => {
  const known = memo("slidersIn");
  if (!known.has(box)) {
    const first = queryFirst(box, SLIDERS);
    known.set(box, first && [...queryCss(box, `${CONTROLS},[tabindex]`)].every((one) => is(one, SLIDERS)));
  }
  return known.get(box);
};
/** Whether a part is a point or number of the scale of a slider, whose knob has a mark. @param {Item} item */
const isOnScale = ({ el }) => {
  const row = parent(el);
  if (!row || closest(el, SLIDERS) || !NUMBERS.test(textOf(el)) || (few(row, STEPS - 1) ?? []).length > 0) return false;
  for (let at = /** @type {Element | null} */ (row), i = 0; at && i < ABOVE; at = parent(at), i += 1) {
    const answer = slidersIn(at);
    if (answer !== null) return answer;
  }
  return false;
};
/** Sides of a sign, px. */
const SIGN = 32;
const WHOLE = "button,[role=tab],[role=option],[role=menuitem],[role=treeitem]";
/** Whether a link leads to a place in the page, or nowhere. @param {Element} el */
const leadsHere = (el) => is(el, "a:not([href]),a[href^='#']");
/**
 * Whether a link is how a control is written: the words of a tab, of a button that opens its part of the page.
 * @param {Item} item @param {Item} outer
 */
export const isLabelIn = (item, outer) =>
  item.tag === "a" &&
  !item.control &&
  is(outer.el, WHOLE) &&
  (is(item.el, "[role=presentation],[role=none]") ||
    (leadsHere(item.el) && (outer.tag === "button" || attr(item.el, "tabindex") === "-1")));
/**
 * Whether a heading that is pressed does what the link or the arrow in it does: one opens what stands below it.
 * @param {Item} item @param {Item} outer
 */
export const isInHeading = (item, outer) =>
  (outer.kind & (LISTENER | CURSOR)) === (LISTENER | CURSOR) &&
  is(outer.el, HEADINGS) &&
  ((leadsHere(item.el) && textOf(item.el) !== "" && textOf(outer.el).startsWith(textOf(item.el))) ||
    (is(item.el, "[aria-expanded],[aria-controls]") && textOf(item.el) === ""));
/** Of an editor, px: lower ones are fields of one line; and most of it that a part takes. */
const EDITOR = 80;
const PART = 0.1;
/** Whether the hand begins at a small part of an editor: the arrow that folds a line. @param {Item} item @param {Item} outer @param {number} share */
export const isInEditor = (item, outer, share) =>
  outer.control !== undefined &&
  (item.kind & CURSOR) !== 0 &&
  share < PART &&
  outer.boxes[0][3] - outer.boxes[0][1] > EDITOR;

/**
 * Drops what is one thing with another mark near it: the ground of a row that has one, a label beside what is drawn
 * for its control, the arrow in the box of a select, the button around a tick box.
 * @param {Item[]} items
 */
export const dropDoubles = (items) => {
  const controls = items.filter(({ kind, dropped }) => kind & CONTROL && !dropped);
  const lists = controls.filter((each) => roleOf(each.control ?? each.el) === "combobox" || isPicker(each));
  /** @type {Map<Item, Item[]>} */
  const arrows = new Map();
  for (const item of items) {
    if (item.dropped || item.kind === TEXT) continue;
    if (item.kind & CONTROL || item.isOwn || item.boxes.length !== 1 || textOf(item.el) !== "") continue;
    if (!mayBeArrow(item) || isCloser(item)) continue;
    const list = lists.find((other) => isArrowOf(item, other));
    if (list) arrows.set(list, [...(arrows.get(list) ?? []), item]);
  }
  // A field has an arrow and a sign; more than that beside it are things of their own, such as colours.
  for (const those of arrows.values()) if (those.length <= SIGNS) for (const item of those) item.dropped = true;
};
/** A field that is not written into and shows the hand: it opens a list. @param {Item} item */
const isPicker = ({ el, tag, kind }) =>
  tag === "input" && (kind & CURSOR) !== 0 && is(el, "[readonly]:not([type=button],[type=submit])");
/** Largest arrow in a field, px; and steps up to the box around both. */
const ARROW = 40;
const SIGNS = 2;
const AROUND = 3;
/** Whether a part without words is small, and says nothing of its own. @param {Item} item */
const mayBeArrow = ({ el, tag, boxes: [box] }) =>
  Math.max(box[2] - box[0], box[3] - box[1]) <= ARROW &&
  tag !== "button" &&
  attr(el, "title") === null &&
  attr(el, "aria-label") === null;
/**
 * Whether a part without words in the box of a select opens the same list: its arrow, the sign of a calendar.
 * @param {Item} item @param {Item} other
 */
const isArrowOf = (item, other) => {
  const { el } = item;
  const chip = parent(el);
  // The cross of a chosen value stands beside its words.
  if (holds(el, other.el) || (chip && chip !== other.el && !holds(chip, other.el) && textOf(chip) !== "")) return false;
  let at = chip;
  for (let i = 0; at && i < AROUND && !holds(at, other.el); i += 1) at = parent(at);
  if (!at || !holds(at, other.el) || rect(at).height > FIELD) return false;
  return queryCss(at, "input:not([type=hidden]),select,textarea,[role=combobox]").length <= 2;
};

/** Whether two rows are of one list, by the first class that both have. @param {Element} row @param {Element | null} other */
const isAlike = (row, other) =>
  other !== null && isListening(other) && attr(row, "class") !== null && firstClass(row) === firstClass(other);
/** @param {Element} el */
const firstClass = (el) => (attr(el, "class") ?? "").trim().split(/\s+/)[0];
/** Whether a sign without words listens in one of several rows that do so too: it opens what is in the row, unless it takes that away. @param {Item} item @param {Item} outer */
export const isOpenerIn = (item, outer) => !isCloser(item) && isSignOfRow(item, outer);
/** @param {Item} item @param {Item} outer */
const isSignOfRow = ({ el, kind, boxes: [box] }, outer) =>
  (kind & LISTENER) !== 0 &&
  !(kind & CONTROL) &&
  outer.kind === LISTENER &&
  Math.max(box[2] - box[0], box[3] - box[1]) <= SIGN &&
  textOf(el) === "" &&
  textOf(outer.el) !== "" &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD &&
  rowsBeside(outer.el).some((row) => isAlike(outer.el, row));
/** What stands before and behind a row, and where each is the first thing in an item of its own, what stands there. @param {Element} row */
const rowsBeside = (row) => {
  const up = previousElement(row) === null ? parent(row) : null;
  const items = up ? [previousElement(up), nextElement(up)] : [];
  return [previousElement(row), nextElement(row), ...items.map((item) => item && read.firstElement.call(item))];
};
const NAMES = ["class", "part", "title", "aria-label"];
/** Whether a part that listens closes or takes away: none of the button that it stands in. @param {Item} item */
export const isCloser = ({ el, kind }) =>
  (kind & LISTENER) !== 0 && CLOSES.test(NAMES.map((name) => attr(el, name) ?? "").join(" "));

/** Whether a press on an item does nothing that another mark does not say better. @param {Item} item */
export const isNothing = (item) => !(item.kind & CONTROL) && (isOnScale(item) || isOnTrack(item) || isDayName(item));
