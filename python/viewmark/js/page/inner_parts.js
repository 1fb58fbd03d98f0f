// Tells what is one thing with a control around it or beside it: the arrow of what opens a list, the knob of a slider,
// the words of a node of a tree, the box that is drawn for a tick, what only takes the focus for the fold in it.
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, classesOf, is, parent, read, rect } from "./dom.js";
import { isListening } from "./listeners.js";
import { nameOf } from "./names.js";
import { computed, few, nextElement, previousElement, queryCss } from "./native.js";
import { isAriaRole, roleOf } from "./roles.js";
import { wordsApart } from "./roving.js";
import { isHeadWords } from "./second_marks.js";
import { wordsIn } from "./words_in.js";

const OPENS = "[aria-haspopup]:not([aria-haspopup=false]),[role=combobox],[role=listbox]";
/** What says that it is a thing of its own. */
const OWN = "[title],[aria-label],[tabindex],[onclick],a[href],button,input,select,textarea";
const WRITTEN = "input:not([type=hidden],[readonly],[tabindex='-1']),textarea";
const TICK = "input[type=checkbox],input[type=radio]";
const CLOSES = /(?:^|[-_])(?:close|clear|cross|delete|remove|reset|times)(?:[-_]|$)/i;
/** Sides of a sign, px, and parts of it that are looked at. */
const SIGN = 40;
const PARTS = 8;

/** @param {Element} el */
const isSmall = (el) => {
  const { width, height } = rect(el);
  return width <= SIGN && height <= SIGN && wordsIn(el) === "";
};
/** @param {Element} el */
const isMute = (el) => isSmall(el) && !is(el, OWN) && !roleTokens(el).some(isAriaRole);
/** @param {Element} el */
const mayClose = (el) =>
  [el, ...(few(el, PARTS) ?? [])].some((one) => classesOf(one).some((token) => CLOSES.test(token)));

/**
 * Whether a sign at the end of something that opens a list, and into which nobody writes, is its arrow: it opens the same.
 * @param {Item} item @param {Item} outer
 */
const isArrowOf = (item, outer) => {
  if (item.kind & (CONTROL | TEXT) || outer.control || !is(outer.el, OPENS) || !isMute(item.el) || mayClose(item.el))
    return false;
  if (queryCss(outer.el, WRITTEN).length > 0) return false;
  const [[left, , right], [start, , end]] = [item.boxes[0], outer.boxes[0]];
  return end - start > 2 * SIGN && (end - right <= SIGN || left - start <= SIGN);
};
/** Whether a part without words is what one drags of the slider around it. @param {Item} item @param {Item} outer */
const isKnobOf = ({ el, control }, outer) =>
  !control && roleTokens(outer.el)[0] === "slider" && !is(el, "[role=slider]") && wordsIn(el) === "";
/** Whether a part only takes the focus for the node of a tree whose words it is. @param {Item} item @param {Item} outer */
const isNodeWords = ({ el, tag, control }, outer) =>
  !control &&
  roleTokens(outer.el)[0] === "treeitem" &&
  attr(outer.el, "tabindex") !== null &&
  roleOf(el) === "generic" &&
  isFocusOnly(el, tag) &&
  wordsIn(el) !== "" &&
  wordsIn(el) === wordsApart(outer.el);
/** Whether a number or sign that says it is a button has no name, in a step or item that is a button with a name. @param {Item} item @param {Item} outer */
const isNumberOf = ({ el, tag, control }, outer) =>
  !control &&
  tag !== "button" &&
  roleTokens(el)[0] === "button" &&
  roleTokens(outer.el)[0] === "button" &&
  !is(el, "[aria-label],[aria-labelledby],[title],[onclick],[aria-haspopup],[aria-expanded]") &&
  !mayClose(el) &&
  /^\P{L}{0,3}$/u.test(wordsIn(el)) &&
  nameOf(outer.el) !== "";
const CHECK = /^[✓✔☑√]$/;
const TAKES = /(?:^|[-_ ])(?:close|delete|remove|clear|dropdown|caret|expand|collapse)(?:$|[-_ ])/i;
/** Whether a sign that is kept from those who hear is drawn in a link with words, and listens as the kit's signs do. @param {Item} item @param {Item} outer */
export const isSignOf = ({ el, kind, control }, outer) =>
  !control &&
  kind === LISTENER &&
  outer.tag === "a" &&
  (outer.kind & LISTENER) !== 0 &&
  is(el, "i[aria-hidden=true],svg[aria-hidden=true]") &&
  !is(el, "[onclick],[title],[tabindex]") &&
  wordsIn(el) === "" &&
  wordsIn(outer.el) !== "" &&
  !TAKES.test(attr(el, "class") ?? "");
/** Whether a check mark in the label that stands for a tick box or radio listens as all parts of that do. @param {Item} item @param {Item} outer */
const isMarkIn = ({ el, kind, control }, outer) =>
  !control &&
  kind === LISTENER &&
  outer.tag === "label" &&
  outer.control !== undefined &&
  is(outer.control, TICK) &&
  !is(el, OWN) &&
  CHECK.test(wordsIn(el)) &&
  computed(el).cursor !== "pointer";
/** @param {Item} item @param {Item} outer */
export const isPartOf = (item, outer) =>
  isMarkIn(item, outer) ||
  isNumberOf(item, outer) ||
  isHeadWords(item, outer) ||
  isArrowOf(item, outer) ||
  isKnobOf(item, outer) ||
  isNodeWords(item, outer);

/** Whether a box without words is drawn for a tick box right beside it. @param {Element} el @param {Element | undefined} control */
export const isDrawnTick = (el, control) =>
  control !== undefined &&
  is(control, TICK) &&
  (previousElement(el) === control || nextElement(el) === control) &&
  isMute(el);

/** Whether a box only takes the focus for what folds it, which begins its words. @param {Item} item */
export const isAroundFold = ({ el, tag, kind, control, controls }) => {
  const [inner, more] = controls ?? [];
  if (
    !inner ||
    more ||
    control ||
    kind & CURSOR ||
    (kind & LISTENER && !tag.includes("-")) ||
    attr(el, "tabindex") === null ||
    attr(el, "role") !== null
  )
    return false;
  const words = wordsIn(inner.el);
  return !inner.dropped && is(inner.el, "[aria-expanded]") && words !== "" && wordsIn(el).startsWith(words);
};

const HEADED = /(?:^|[-_])(?:head|header|title|summary)(?:[-_]|$)/i;
/** Whether a head listens, and the box around it and its body only has the hand. @param {Item} item @param {Item} outer */
export const isHeadOf = ({ el, kind }, outer) =>
  (kind & LISTENER) !== 0 &&
  !(outer.kind & CONTROL) &&
  read.firstElement.call(outer.el) === el &&
  nextElement(el) !== null &&
  !isListening(outer.el) &&
  (is(el, "header,summary") || classesOf(el).some((token) => HEADED.test(token))) &&
  wordsIn(el) !== "";

/** How much of something a field may have been typed into: `12/50`. */
const COUNT = /^\d+ ?\/ ?\d+$/;
/** Whether a strip that gives the one field beside it the focus only says how much stands in that. @param {Element} el */
export const isCount = (el) => {
  const up = parent(el);
  return (
    up !== null &&
    COUNT.test(wordsIn(el)) &&
    !is(el, OWN) &&
    computed(el).cursor !== "pointer" &&
    queryCss(up, "input:not([type=hidden]),textarea,button").length === 1
  );
};
