// Reads the state of a custom checkbox, radio or switch from its classes: checked, unchecked or mixed.
import { endsInKind, isWordOf, saidOf, wordsOfClass } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect } from "./dom.js";
import { hasWord } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { closest, computed, few, queryCss } from "./native.js";
import { FIELD_BOX, PARTS, SIGN, STEPS, NEAR } from "./vocabulary.js";

/** Returns the element and its first few descendants. @param {Element} el */
const partsOf = (el) => [el, ...(few(el, 4 * PARTS) ?? []).slice(0, PARTS)];
/** Whether a part is visible and takes up space. @param {Element} part */
export const isPainted = (part) => {
  const { width, height } = rect(part);
  return width > 0 && height > 0 && computed(part).visibility === "visible";
};
/**
 * Returns the state that the classes of an element's painted parts express; undefined if they express none.
 * @param {Element} el @param {...string} states
 */
export const saidIn = (el, ...states) => {
  // Few classes express a state, so styles are read only for the parts that have such a class.
  const saying = partsOf(el).filter((part) => states.some((state) => saidOf([part], state) !== undefined));
  return saidOf(saying.filter(isPainted), ...states);
};
/**
 * Whether a class says that an element is a checkbox, radio or switch, so that its look shows its state.
 * @param {Element} el
 */
export const isTick = (el) => classesOf(el).some((token) => endsInKind(token, "tick"));

/** @param {Element} el */
const statesOf = (el) =>
  // The class words "on" and "active" mean checked only for a switch.
  classesOf(el).some((token) => endsInKind(token, "switch")) ? ["checked", "switched"] : ["checked"];
/**
 * Returns the state that a class of the item around a checkbox expresses, as in `item--checked`.
 * @param {Element} el
 */
const saidAround = (el) => {
  const up = parent(el);
  return up && rect(up).height <= FIELD_BOX ? saidOf([up], "checked") : undefined;
};
/** Whether a custom checkbox, radio or switch is on; undefined for other elements. @param {Element} el */
export const tickOf = (el) => {
  if (!isTick(el)) return undefined;
  // The element's own classes come first, because its descendants may include the labels of both states: `text-on`,
  // `text-off`.
  const said = saidOf([el], ...statesOf(el)) ?? saidIn(el, ...statesOf(el)) ?? saidAround(el);
  if (said !== undefined) return said;
  return undefined;
};
/**
 * Whether a class of a custom checkbox, or of an element close around it, expresses the mixed state.
 * @param {Element} el
 */
export const isHalf = (el) => {
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < NEAR; at = parent(at), i += 1) {
    if (at !== el && queryCss(at, "input,[role=checkbox]").length > 1) return false;
    if (saidOf([at], "checked") === "mixed") return true;
  }
  return false;
};
/**
 * Ligatures of icon fonts that show the state of a checkbox, each with the state that it shows.
 * @type {Map<string, boolean | "mixed">}
 */
const SIGNS = new Map(
  /** @type {[string, boolean | "mixed"][]} */ ([
    ["check", true],
    ["done", true],
    ["remove", "mixed"],
    ["minus", "mixed"],
    ["horizontal_rule", "mixed"],
    ["indeterminate_check_box", "mixed"],
  ]),
);
/**
 * Returns the state of a checkbox that is `indeterminate` while its `aria-checked` says something else: the state that
 * the painted icon shows or, without one, the state in `aria-checked`. If the browser itself paints the checkbox, the
 * state is "mixed".
 * @param {Element} el
 */
export const halfOf = (el) => {
  const said = attr(el, "aria-checked");
  const { appearance, opacity } = computed(el);
  const isNative = appearance !== "none" && +opacity > 0.1 && rect(el).width > 4;
  if ((said !== "true" && said !== "false") || isNative) return "mixed";
  const up = parent(el);
  const sign = (up ? [...queryCss(up, "i,span")] : []).map(ligatureOf).find((word) => SIGNS.has(word));
  return sign ? SIGNS.get(sign) : said === "true";
};

const RADIO = "[role=radio]";
/**
 * Whether a checked radio of a rating is only filled and not the value. In a rating, all radios up to the value are
 * checked, and only the last of them is the value.
 * @param {Element} el
 */
export const isFilledOnly = (el) => {
  let group = closest(el, "[role=radiogroup]") ?? parent(el);
  for (let i = 0; group && i < NEAR && queryCss(group, RADIO).length < 2; group = parent(group), i += 1);
  const all = group ? [...queryCss(group, RADIO)] : [];
  return all.slice(all.indexOf(el) + 1).some((one) => attr(one, "aria-checked") === "true" && is(el, RADIO));
};

/** Minimum and maximum number of icons of a rating. */
const [FEWEST, MOST] = [3, 10];
/**
 * Returns the widths of the parts of a rating icon, as one text. A partly filled icon consists of overlapping parts, of
 * which one is clipped.
 * @param {Element} el
 */
const filledOf = (el) => [...(few(el, PARTS) ?? [])].map((part) => Math.round(rect(part).width)).join();
/**
 * Whether an icon of a rating is filled; undefined if it belongs to no rating. The filled icons come first and look
 * different from the others.
 * @param {Element} el @param {string} text @param {(el: Element) => string} looksOf
 */
export const isRated = (el, text, looksOf) => {
  const { width, height } = rect(el);
  if (hasWord(text) || width > SIGN || height > SIGN) return undefined;
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < STEPS; at = parent(at), i += 1) {
    const up = parent(at);
    const isRating = [at, up].some(
      (one) => one && classesOf(one).some((token) => wordsOfClass(token).some((word) => isWordOf(word, "rating"))),
    );
    const tag = read.localName.call(at);
    const items = up && isRating ? [...queryCss(up, `:scope > ${CSS.escape(tag)}`)] : [];
    if (items.length < FEWEST || items.length > MOST) continue;
    const looks = items.map((one) => looksOf(one) + filledOf(one));
    const first = looks.findIndex((look) => look !== looks[0]);
    const isSplit = first > 0 && looks.slice(first).every((look) => look === looks[first]);
    return isSplit ? items.indexOf(at) < first : undefined;
  }
  return undefined;
};
