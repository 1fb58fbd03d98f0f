// Tells of what is drawn or laid beside a handle and is one thing with it: the track of a slider, a hidden field.
import { CONTROL, TEXT, isFocusOnly, isToggle } from "./candidates.js";
import { attr, holds, is, parent, rect } from "./dom.js";
import { isTextControl } from "./element_kinds.js";
import { nextElement, queryCss } from "./native.js";
import { CONTROLS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const SLIDER = "[role=slider]";
/** Highest box of one slider, steps up to it, how many times longer than high a track is, characters of what stands on it. */
const HIGH = 80;
const STEPS = 4;
const LONG = 2;
const WORDS = 6;
/** How far from its handle a track may end, px. */
const GAP = 4;
/**
 * Whether a strip is a part of the track of a slider whose handle takes the focus: it ends at that or lies under it.
 * @param {Item} item
 */
export const isOnTrack = ({ el, kind, boxes: [box] }) => {
  const [wide, high] = [box[2] - box[0], box[3] - box[1]];
  if (kind & (CONTROL | TEXT) || Math.max(wide, high) < LONG * Math.min(wide, high) || wordsIn(el).length > WORDS)
    return false;
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= HIGH; at = parent(at), i += 1) {
    const sliders = queryCss(at, SLIDER);
    if (sliders.length === 0) continue;
    if (sliders.length > 2 || [...queryCss(at, `${CONTROLS},[tabindex]`)].some((one) => !is(one, SLIDER))) return false;
    return [...sliders].some((one) => {
      const handle = rect(one);
      const touches =
        box[0] <= handle.right + GAP &&
        box[2] >= handle.left - GAP &&
        box[1] <= handle.bottom + GAP &&
        box[3] >= handle.top - GAP;
      return touches && !holds(el, one) && !holds(one, el) && handle.width <= HIGH && handle.height <= HIGH;
    });
  }
  return false;
};

/** Sides of a field that nobody sees, px. */
const TINY = 8;
/**
 * Whether a clear field of a few pixels only keeps the value of what is drawn beside it, and that has a mark.
 * @param {Item} item @param {Set<Element>} marked
 */
export const isKeptBeside = ({ el, tag, isClear, boxes: [box] }, marked) => {
  if (tag !== "input" || !isClear || !isTextControl(el) || Math.max(box[2] - box[0], box[3] - box[1]) > TINY)
    return false;
  let beside = nextElement(el);
  for (let i = 0; beside && i < BESIDE; beside = nextElement(beside), i += 1) if (marked.has(beside)) return true;
  return false;
};
/** Parts behind a field that are looked at. */
const BESIDE = 8;

/** Whether a part of a switch without words only takes the focus for it. @param {Item} item @param {Item} outer */
export const isFocusOf = ({ el, tag }, outer) =>
  isToggle(outer.el) && isFocusOnly(el, tag) && wordsIn(el) === "" && attr(el, "aria-label") === null;
