// Detects parts that are no targets of their own: invisible edges of a card, the icon or the text of a button.
import { CONTROL, CURSOR, LISTENER } from "./candidates.js";
import { is, rect } from "./dom.js";
import { paintsNothing } from "./paint.js";
import { SIGN, EDGE } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const SAYING = "[role],[title],[aria-label],[tabindex],[onclick],[draggable=true]";
/** @param {Element} el */
const textOf = (el) => wordsIn(el);

/** @param {Element} el */
const isThin = (el) => Math.min(rect(el).width, rect(el).height) <= EDGE;
/**
 * Whether a listening part paints nothing and is in a listening element with text: an edge that appears on hover.
 * @param {Item} item @param {Item} outer
 */
export const isBlankIn = (item, outer) =>
  item.kind === LISTENER &&
  !item.control &&
  (outer.kind & LISTENER) !== 0 &&
  isThin(item.el) &&
  textOf(item.el) === "" &&
  !is(item.el, SAYING) &&
  textOf(outer.el) !== "" &&
  paintsNothing(item);

/**
 * Whether an element is the icon of a small button without text that listens and has a pointer cursor.
 * @param {Item} item @param {Item} outer
 */
export const isDrawingIn = ({ el, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  is(el, "[role=img],svg,img,i") &&
  !is(el, "[title],[aria-label],[tabindex],[onclick]") &&
  (outer.kind & LISTENER) !== 0 &&
  (outer.kind & CURSOR) !== 0 &&
  Math.max(rect(outer.el).width, rect(outer.el).height) <= SIGN &&
  textOf(outer.el) === "";
/**
 * Whether a part has all the text of the tab or button around it that listens and has a pointer cursor.
 * @param {Item} item @param {Item} outer
 */
export const isWordsIn = ({ el, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  (outer.kind & LISTENER) !== 0 &&
  (outer.kind & CURSOR) !== 0 &&
  !is(el, SAYING) &&
  rect(outer.el).height <= SIGN &&
  rect(el).height <= rect(outer.el).height &&
  textOf(el) !== "" &&
  textOf(el) === textOf(outer.el);
