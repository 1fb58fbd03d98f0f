// Tells switches and tick boxes that neither a role nor a class calls so, by their shape: a pill with a knob at one end,
// a square of a kind of which some hold a check mark. And the words that stand beside one.
import { lastWordOfClass } from "./class_words.js";
import { classesOf, is, parent, read, rect } from "./dom.js";
import { drawnSign } from "./drawn_signs.js";
import { isListening } from "./listeners.js";
import { closest, computed, few, isUnpainted, memo, nextElement, previousElement, queryCss } from "./native.js";
import { queryFirst, rootNode } from "./native.js";
import { textOf } from "./text.js";
import { wordsIn } from "./words_in.js";

/** Lowest and highest switch, how much longer it is than high, and how large its knob, px and shares of its height. */
const [LOW, HIGH] = [12, 36];
const [SHORT, LONG] = [1.4, 2.6];
const KNOB = 0.45;
/** Smallest and largest tick box, px; how round one is at most, a share of its side. */
const [SMALL, LARGE] = [10, 28];
const ROUND = 0.4;
/** How far the knob is from one end more than from the other, px. */
const SHIFT = 3;
const PARTS = 6;
const CELLS = "td,th,[role=cell],[role=gridcell]";
const FIELD = "input,select,textarea,[role=checkbox],[role=switch],[role=radio]";

/** @param {Element} el */
const isWordless = (el) => wordsIn(el) === "" && !is(el, FIELD) && queryCss(el, FIELD).length === 0;
/** @param {CSSStyleDeclaration} style */
const radiusOf = ({ borderTopLeftRadius }, /** @type {number} */ side) =>
  borderTopLeftRadius.endsWith("%")
    ? (parseFloat(borderTopLeftRadius) / 100) * side
    : parseFloat(borderTopLeftRadius) || 0;
/** Left edge and width of the round part that a style draws in a box. @param {Element} el @param {string} at */
const pseudoKnob = (el, at) => {
  const style = computed(el, at);
  if (style.content === "none" || style.content === "normal" || style.display === "none") return null;
  const [width, height] = [parseFloat(style.width), parseFloat(style.height)];
  const moved =
    style.transform === "none" ? 0 : Number(/^matrix\((?:[^,]+,\s*){4}([^,]+),/.exec(style.transform)?.[1] ?? NaN);
  const left = parseFloat(style.left) + moved;
  return isRound(width, height, style) && Number.isFinite(left)
    ? { left: rect(el).left + left + parseFloat(computed(el).borderLeftWidth), width, height }
    : null;
};
/** @param {number} width @param {number} height @param {CSSStyleDeclaration} style */
const isRound = (width, height, style) =>
  width > 0 &&
  Math.abs(width - height) <= 2 &&
  radiusOf(style, width) >= width / 2 - 1 &&
  !isUnpainted(style.backgroundColor);
/** @param {Element} el */
const knobOf = (el) => {
  const parts = (few(el, PARTS) ?? []).filter((part) => isRound(rect(part).width, rect(part).height, computed(part)));
  if (parts.length > 1) return null;
  return parts.length === 1 ? rect(parts[0]) : (pseudoKnob(el, "::after") ?? pseudoKnob(el, "::before"));
};
/** Whether a pill with a knob is on; undefined for anything else. @param {Element} el */
const switchOf = (el) => {
  const { left, right, width, height } = rect(el);
  if (height < LOW || height > HIGH || width < SHORT * height || width > LONG * height || !isWordless(el))
    return undefined;
  const style = computed(el);
  if (isUnpainted(style.backgroundColor) || radiusOf(style, height) < height / 2 - 1) return undefined;
  const knob = knobOf(el);
  if (!knob || knob.height < KNOB * height || knob.height > height + 4) return undefined;
  // A picture beside it makes it something else: a menu of a user.
  const isMore = (few(el, PARTS) ?? []).some(
    (part) =>
      is(part, "svg,img,i,canvas") &&
      (rect(part).left < knob.left - 1 || rect(part).right > knob.left + knob.width + 1),
  );
  if (isMore) return undefined;
  const [before, behind] = [knob.left - left, right - knob.left - knob.width];
  if (Math.abs(before - behind) < SHIFT) return undefined;
  return style.direction === "rtl" ? before < behind : before > behind;
};

/** Whether something is a square with a line around it, or filled. @param {Element} el */
const isBox = (el) => {
  const { width, height } = rect(el);
  if (width < SMALL || width > LARGE || Math.abs(width - height) > 2 || !isWordless(el)) return false;
  const style = computed(el);
  const isFramed =
    parseFloat(style.borderTopWidth) >= 1 &&
    parseFloat(style.borderLeftWidth) >= 1 &&
    !isUnpainted(style.borderTopColor);
  return (
    (isFramed || !isUnpainted(style.backgroundColor)) &&
    radiusOf(style, width) <= ROUND * width &&
    style.backgroundImage === "none"
  );
};
/** Last words of a class of what is done. */
const DONE = new Set(["checked", "completed", "done", "ticked"]);
/** Whether a check mark is drawn in a box, or its class says that it is done and it is filled. @param {Element} el */
const isChecked = (el) =>
  drawnSign([el, ...(few(el, PARTS) ?? [])]) === "check" ||
  (!isUnpainted(computed(el).backgroundColor) && classesOf(el).some((token) => DONE.has(lastWordOfClass(token))));
/** @param {Element} el */
const isEmpty = (el) =>
  read.firstElement.call(el) === null && ["::before", "::after"].every((at) => isUndrawn(computed(el, at)));
/** Whether a style draws nothing now: its check mark waits for its time. @param {CSSStyleDeclaration} style */
const isUndrawn = ({ content, opacity, visibility, display, transform }) =>
  content === "none" ||
  content === "normal" ||
  (/^"\s*"$/.test(content) &&
    (+opacity === 0 || visibility === "hidden" || display === "none" || /^matrix\(0, 0, 0, 0,/.test(transform)));
/** Boxes of a kind that are looked at. */
const KIN = 24;
/** How the boxes of its first class stand: whether some hold a check mark, and some nothing. @param {Element} el */
const kinOf = (el) => {
  const [kind] = classesOf(el);
  const known = memo("checkedBoxes");
  let kinds = known.get(document);
  if (!kinds) known.set(document, (kinds = new Map()));
  let found = kinds.get(kind);
  if (!found) {
    const all = kind ? [...queryCss(rootNode(el), `.${CSS.escape(kind)}`)].slice(0, KIN).filter(isBox) : [];
    kinds.set(kind, (found = { hasChecked: all.some(isChecked), hasEmpty: all.some(isEmpty) }));
  }
  return found;
};
/** Largest box that is one without its like, px: a larger check mark, or one in a button, may be there to agree. */
const LONE = 20;
/** Whether a drawn tick box is ticked; undefined for anything else. @param {Element} el */
const tickOf = (el) => {
  if (!isBox(el)) return undefined;
  const kin = kinOf(el);
  if (!isChecked(el)) return isEmpty(el) && kin.hasChecked ? false : undefined;
  const isSmall = rect(el).width <= LONE && !is(el, "button,[role=button]");
  return kin.hasEmpty || (isSmall && (wordsOf(nextElement(el), el) !== "" || closest(el, CELLS) !== null))
    ? true
    : undefined;
};

/** What something is by its shape, and whether it is on; null for anything else. @type {(el: Element) => { kind: "switch" | "checkbox"; isOn: boolean } | null} */
export const drawnControlOf = (el) => {
  const known = memo("drawnControls");
  let found = known.get(el);
  if (found === undefined) {
    const [isOn, isTicked] =
      isListening(el) || is(el, "button,[role=button]") || computed(el).cursor === "pointer"
        ? [switchOf(el), tickOf(el)]
        : [];
    found =
      isOn !== undefined
        ? { kind: "switch", isOn }
        : isTicked !== undefined
          ? { kind: "checkbox", isOn: isTicked }
          : null;
    known.set(el, found);
  }
  return found;
};

/** How far words stand from what they belong to, px; characters of them; boxes up. */
const NEAR = 40;
const LONGEST = 60;
const STEPS = 3;
const PRESSED = "a[href],button,input,select,textarea,[role=button],[tabindex]";
/** The words of something beside another one, on its line. @param {Element | null} one @param {Element} el */
const wordsOf = (one, el) => {
  if (!one || is(one, PRESSED) || queryFirst(one, PRESSED) || isListening(one)) return "";
  const [its, own] = [rect(one), rect(el)];
  const isNear =
    Math.max(its.left - own.right, own.left - its.right) <= NEAR && its.top < own.bottom && its.bottom > own.top;
  const words = isNear ? textOf(one) : "";
  return /\p{L}/u.test(words) && words.length <= LONGEST ? words : "";
};
/** The words beside a drawn control: before it where they stand before the first of its row, else behind it. @type {(el: Element) => string} */
export const labelOfDrawn = (el) => {
  if (closest(el, CELLS)) return "";
  let shown = el;
  for (
    let up = parent(el), i = 0;
    up && i < STEPS && nextElement(shown) === null && previousElement(shown) === null;
    up = parent(up), i += 1
  )
    shown = up;
  const up = parent(shown);
  let first = up && read.firstElement.call(up);
  while (first && first !== shown && !drawnControlOf(first)) first = nextElement(first);
  return (
    (first && wordsOf(previousElement(first), first) ? wordsOf(previousElement(shown), shown) : "") ||
    wordsOf(nextElement(shown), shown)
  );
};
