// Tells how a drawn tick box, radio or switch stands, which only its classes say: what is ticked, and what in part.
import { endsInKind, isWordOf, saidOf, wordsOfClass } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect } from "./dom.js";
import { hasWord } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { closest, computed, few, queryCss } from "./native.js";
import { FIELD_BOX, PARTS, SIGN, STEPS } from "./vocabulary.js";

const WRAPS = 2;

/** Itself and its first parts. @param {Element} el */
const partsOf = (el) => [el, ...(few(el, 4 * PARTS) ?? []).slice(0, PARTS)];
/** Whether a part takes room: what is not painted says nothing. @param {Element} part */
export const isPainted = (part) => {
  const { width, height } = rect(part);
  return width > 0 && height > 0 && computed(part).visibility === "visible";
};
/** What the painted parts of a drawing say of a state. @param {Element} el @param {...string} states */
export const saidIn = (el, ...states) => {
  // Most classes say nothing, so nothing else is asked of most parts.
  const saying = partsOf(el).filter((part) => states.some((state) => saidOf([part], state) !== undefined));
  return saidOf(saying.filter(isPainted), ...states);
};
/** Whether a class says that an element is a tick box, radio or switch: then its drawing is how it stands. @param {Element} el */
export const isTick = (el) => classesOf(el).some((token) => endsInKind(token, "tick"));

/** @param {Element} el */
const statesOf = (el) =>
  // Elsewhere a list is open, a tab active.
  classesOf(el).some((token) => endsInKind(token, "switch")) ? ["checked", "switched"] : ["checked"];
/** What the item right around a tick says of it: `item--checked`. @param {Element} el */
const saidAround = (el) => {
  const up = parent(el);
  return up && rect(up).height <= FIELD_BOX ? saidOf([up], "checked") : undefined;
};
/** Whether a drawn tick box, radio or switch is on; undefined for anything else. @param {Element} el */
export const tickOf = (el) => {
  if (!isTick(el)) return undefined;
  // Its words for both ways may stand in it: `text-on`, `text-off`.
  const said = saidOf([el], ...statesOf(el)) ?? saidIn(el, ...statesOf(el)) ?? saidAround(el);
  if (said !== undefined) return said;
  return undefined;
};
/** Whether the box that is drawn for a tick box says that some of what it stands for is ticked. @param {Element} el */
export const isHalf = (el) => {
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i <= WRAPS; at = parent(at), i += 1) {
    if (at !== el && queryCss(at, "input,[role=checkbox]").length > 1) return false;
    if (saidOf([at], "checked") === "mixed") return true;
  }
  return false;
};
/** Signs that a font draws for a tick box. @type {Map<string, boolean | "mixed">} */
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
 * How a tick box stands that says of itself that it is half, and in ARIA that it is not: by the sign that is drawn in
 * its box, or by what ARIA says. What the browser itself paints is as its property says.
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
/** Whether a radio says that it is chosen, and a later one of its group does: of a rating all up to that are filled. @param {Element} el */
export const isFilledOnly = (el) => {
  let group = closest(el, "[role=radiogroup]") ?? parent(el);
  for (let i = 0; group && i < WRAPS && queryCss(group, RADIO).length < 2; group = parent(group), i += 1);
  const all = group ? [...queryCss(group, RADIO)] : [];
  return all.slice(all.indexOf(el) + 1).some((one) => attr(one, "aria-checked") === "true" && is(el, RADIO));
};

/** Fewest and most signs of a rating, longest side of one, px, and steps up to it. */
const [FEWEST, MOST] = [3, 10];
/** How wide the drawings are that lie over each other in a sign: one of them may be cut. @param {Element} el */
const filledOf = (el) => [...(few(el, PARTS) ?? [])].map((part) => Math.round(rect(part).width)).join();
/**
 * Whether a sign of a rating counts: those that do come first and are painted otherwise than the rest.
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
