// Tells the boxes whose parts are pressed and they are not: rows with a tick box, nodes of a tree, a box around two arrows.
// And the parts that do what the box around them does: the value and the arrow of a select, a fold.
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, isToggle, roleTokens } from "./candidates.js";
import { hasWordOf, isCalled } from "./class_words.js";
import { attr, classesOf, hit, holds, is, read } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { hasWord, tokensOf } from "./letters.js";
import { nameOf } from "./names.js";
import { computed, queryFirst } from "./native.js";
import { area } from "./rects.js";
import { isFocusable } from "./role_facts.js";
import { CONTROLS, ROWS, SIGN, STEPS } from "./vocabulary.js";
import { isCloser } from "./widget_parts.js";
import { wordsIn } from "./words_in.js";

/** Those that can be ticked: a row shows by the others how it stands. */
const TICKED =
  "input:is([type=checkbox],[type=radio]):enabled,[role=checkbox]:not([aria-disabled=true]),[role=radio]:not([aria-disabled=true])";
const PRESSED = `${CONTROLS},[role=button]`;
/** @param {Element} el */
const textOf = (el) => wordsIn(el);
/** Whether an element answers to the pointer by its hand or by a style. @param {Element} el */
const answers = (el) => computed(el).cursor === "pointer" || answersHover(el);
/**
 * Whether a row is chosen by its tick box, and nothing says that it is pressed: it only takes the focus, or it hears
 * of presses as all rows of its kind do, without a hand and without an answer to the pointer.
 * @param {Item} item
 */
const isRowOfParts = ({ el, tag, kind, control, marks }) => {
  if (control || !is(el, ROWS) || kind & CURSOR || is(el, "[aria-selected],[onclick]") || answers(el)) return false;
  if (!queryFirst(el, TICKED) || (marks ?? 0) < 1) return false;
  const isOnlyFocus = (kind & CONTROL) !== 0 && !(kind & LISTENER) && isFocusOnly(el, tag);
  return isOnlyFocus || kind === LISTENER;
};

/**
 * Whether a link without words only holds others, the two arrows of a field.
 * @param {Item} item
 */
const isAroundLinks = ({ el, tag, controls }) =>
  tag === "a" &&
  textOf(el) === "" &&
  attr(el, "aria-label") === null &&
  attr(el, "title") === null &&
  (controls ?? []).filter((one) => one.tag === "a" && !one.dropped).length > 1;

/**
 * Whether a thin part without words is how much of the track around it is filled.
 * @param {Item} item
 */
const isFilled = ({ el, kind, control, boxes: [box], up }) => {
  if (control || kind & CONTROL || !up || textOf(el) !== "") return false;
  const track = up.boxes[0];
  return [0, 1].some((i) => {
    const across = 1 - i;
    const isThin =
      box[across + 2] - box[across] <= THIN &&
      Math.abs(box[across] - track[across]) < 1 &&
      Math.abs(box[across + 2] - track[across + 2]) < 1;
    return (
      isThin &&
      (Math.abs(box[i] - track[i]) < 1 || Math.abs(box[i + 2] - track[i + 2]) < 1) &&
      box[i + 2] - box[i] < track[i + 2] - track[i]
    );
  });
};
/** Of the line of a slider, px. */
const THIN = 6;

/** Whether a button without words is the box that is drawn for the tick box around it. @param {Item} item @param {Item} outer */
export const isTickOf = ({ el, tag }, outer) =>
  tag === "button" &&
  textOf(el) === "" &&
  !is(el, "[aria-label],[title]") &&
  is(outer.el, "[role=checkbox],[role=radio],[role=switch]");

/** The nearest of the marks around one that is such a box. @param {Item} item @param {(outer: Item) => boolean} isIt */
const around = (item, isIt) => {
  let at = item.up;
  for (let i = 0; at && i < STEPS; i += 1) {
    if (isIt(at)) return at;
    at = at.up;
  }
  return null;
};
/**
 * Whether a part shows the value of a select, or is its arrow: one presses the select. Of several chosen values each
 * may be taken away, and into others one writes.
 * @param {Item} item
 */
export const isOfSelect = (item) => {
  const outer = around(item, ({ el }) => roleTokens(el)[0] === "combobox");
  if (!outer || outer.tag === "input" || !(outer.kind & (LISTENER | CURSOR))) return false;
  if (isCloser(item) || queryFirst(outer.el, "input:not([type=hidden]),textarea")) return false;
  const [[left, top, right, bottom]] = item.boxes;
  const isArrow =
    item.tag !== "button" &&
    right - left <= SIGN &&
    bottom - top <= SIGN &&
    is(item.el, "[role=button][aria-expanded]") &&
    attr(item.el, "aria-expanded") === attr(outer.el, "aria-expanded");
  if (isArrow) return true;
  const [box] = outer.boxes;
  return (
    item.kind === LISTENER &&
    textOf(item.el) !== "" &&
    right - left > (box[2] - box[0]) / 2 &&
    !queryFirst(item.el, PRESSED)
  );
};

/**
 * Drops a sign without words in a head that is pressed, with the box around it: it opens what the head opens. A tool
 * with a name or an address of its own is another thing. Returns whether it was one.
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
  // Keys stop at the head, and not at the button in it.
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
/** What a kit calls a thing, before the part of it. @param {string} name */
const firstWord = (name) => name.split(/[-_]/)[0];

/** @param {Item} item @param {Item[]} items */
const isNamedBy = ({ el, kind }, items) => {
  const id = attr(el, "id");
  // Words with the hand may do more than give a field the focus.
  const isPlain =
    kind === LISTENER &&
    computed(el).cursor !== "pointer" &&
    !is(el, "[role],[tabindex],[aria-expanded],[aria-haspopup]");
  return (
    id !== null &&
    items.some(
      ({ dropped, control, el: other }) =>
        !dropped &&
        (isToggle(control ?? other) || (isPlain && is(control ?? other, LISTS))) &&
        !holds(other, el) &&
        tokensOf(attr(control ?? other, "aria-labelledby")).includes(id),
    )
  );
};
const LISTS = "button[aria-haspopup=listbox],[role=combobox],[role=spinbutton],[role=slider],[role=searchbox]";
/**
 * Whether a component is the label of a field below it or beside it that is called so.
 * @param {Item} item @param {string} words @param {Item[]} items
 */
const isLabelOf = ({ el, tag, kind, boxes: [box] }, words, items) =>
  kind === LISTENER &&
  /-label$/.test(tag) &&
  !queryFirst(el, PRESSED) &&
  items.some(({ el: other, control, kind: its, dropped, boxes: [field] }) => {
    const isClose = field[1] - box[3] <= SIGN && box[1] <= field[3] && field[0] - box[2] <= SIGN;
    return !dropped && (its & CONTROL) !== 0 && isClose && nameOf(control ?? other) === words;
  });
/**
 * Drops the words that a switch, tick box or radio is called by where they have a mark of their own beside it.
 * @param {Item[]} items
 */
export const dropNamers = (items) => {
  for (const item of items) {
    if (
      item.dropped ||
      item.control ||
      item.kind === TEXT ||
      item.kind & CONTROL ||
      read.localName.call(item.el) === "label"
    )
      continue;
    const words = textOf(item.el);
    if (words !== "" && (isNamedBy(item, items) || isLabelOf(item, words, items))) item.dropped = true;
  }
};

/** Whether a control that no key reaches and nothing reads aloud is how the one around it is drawn. @param {Item} item @param {Item} outer */
export const isDrawingOf = ({ el }, outer) =>
  is(el, "[aria-hidden=true][tabindex='-1']") &&
  !is(outer.el, "[aria-hidden=true]") &&
  isFocusable(outer.el) &&
  (attr(outer.el, "aria-label") ?? textOf(outer.el)) !== "";

/**
 * Whether a box says no more than what the switch or tick box in it is called, and is pressed for that: one is enough.
 * @param {Item} item
 */
const isAroundToggle = ({ el, kind, control, controls, boxes: [box] }) => {
  if (control || kind & CONTROL || box[3] - box[1] > SIGN || (controls ?? []).length !== 1) return false;
  const [inner] = /** @type {Item[]} */ (controls);
  const words = textOf(el);
  return (
    !inner.dropped && isToggle(inner.control ?? inner.el) && words !== "" && words === nameOf(inner.control ?? inner.el)
  );
};
/** How much of a box the button in it takes that it only holds. */
const FILLING = 0.6;
/**
 * Whether a box without words or a role takes the focus, and holds a button of about its size.
 * @param {Item} item
 */
const isAroundButton = (item) => {
  const [inner, more] = item.controls ?? [];
  return (
    more === undefined &&
    inner !== undefined &&
    !inner.dropped &&
    isStopFor(inner, item) &&
    area(inner.boxes[0]) > FILLING * area(item.boxes[0])
  );
};
/** Whether a box only takes the focus for the button in it, and has neither words nor a role. @param {Item} inner @param {Item} outer */
export const isStopFor = (inner, { el, tag, kind, control }) =>
  !control &&
  (kind & CONTROL) !== 0 &&
  is(inner.el, "button,[role=button]") &&
  isFocusOnly(el, tag) &&
  !is(el, "[role],[aria-label],[title]") &&
  !hasWord(textOf(el));

/** @param {Item} item */
export const isAround = (item) => isFilled(item) || isRowOfParts(item) || isAroundLinks(item);

/** Whether a part of what is around something is drawn over its middle. @param {Item} item @param {Element} outer */
const isDrawnOver = ({ el, boxes: [box] }, outer) => {
  const met = hit((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
  return met !== null && met !== el && !holds(el, met) && met !== outer && holds(outer, met) && textOf(met) === "";
};
/**
 * Drops what is around a switch or a button and does the same; where a drawing lies over the clear field of a tick box, the
 * box around both stands for it.
 * @param {Item[]} items
 */
export const dropAround = (items) => {
  for (const item of items) {
    if (item.dropped || !(isAroundToggle(item) || isAroundButton(item))) continue;
    const [inner] = /** @type {Item[]} */ (item.controls);
    if (inner.isClear && !inner.control && isDrawnOver(inner, item.el)) {
      item.control = inner.el;
      inner.dropped = true;
    } else item.dropped = true;
  }
};
