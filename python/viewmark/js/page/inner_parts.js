// Detects parts that belong to the control around or next to them: the arrow of a select, the box that is painted for a
// checkbox.
import { CONTROL, TEXT, roleTokens } from "./candidates.js";
import { closes } from "./class_words.js";
import { is, rect } from "./dom.js";
import { nextElement, previousElement, queryCss } from "./native.js";
import { isAriaRole } from "./roles.js";
import { NATIVE_TICKS, SIGN } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const OPENS = "[aria-haspopup]:not([aria-haspopup=false]),[role=combobox],[role=listbox]";
/** Markup of an element that is a control of its own. */
const OWN = "[title],[aria-label],[tabindex],[onclick],a[href],button,input,select,textarea";
const WRITTEN = "input:not([type=hidden],[readonly],[tabindex='-1']),textarea";

/** @param {Element} el */
const isSmall = (el) => {
  const { width, height } = rect(el);
  return width <= SIGN && height <= SIGN && wordsIn(el) === "";
};
/** @param {Element} el */
const isMute = (el) => isSmall(el) && !is(el, OWN) && !roleTokens(el).some(isAriaRole);

/**
 * Whether an icon in a control that opens a list and has no text field is its arrow, which opens the same list.
 * @param {Item} item @param {Item} outer
 */
export const isArrowOf = (item, outer) => {
  if (item.kind & (CONTROL | TEXT) || outer.control || !is(outer.el, OPENS) || !isMute(item.el) || closes(item.el))
    return false;
  if (queryCss(outer.el, WRITTEN).length > 0) return false;
  const [[left, , right], [start, , end]] = [item.boxes[0], outer.boxes[0]];
  return end - start > 2 * SIGN && (end - right <= SIGN || left - start <= SIGN);
};

/**
 * Whether a box without text is painted for the checkbox next to it.
 * @param {Element} el @param {Element | undefined} control
 */
export const isDrawnTick = (el, control) =>
  control !== undefined &&
  is(control, NATIVE_TICKS) &&
  (previousElement(el) === control || nextElement(el) === control) &&
  isMute(el);
