// Tells of parts that are nothing to press by themselves: blank edges of a card, the words of a tab, the edge of a head, the
// thumb of what scrolls, a chart that is painted. And gives a box its tick box that is not painted, a rail its knob.
import { CONTROL, CURSOR, LISTENER, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, holds, is, parent, read, rect } from "./dom.js";
import { closest, computed, few, isSvg, queryCss } from "./native.js";
import { paintsNothing } from "./paint.js";
import { CONTROLS, HEADS, NATIVE_TICKS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const SAYING = "[role],[title],[aria-label],[tabindex],[onclick],[draggable=true]";
/** Highest tab, and highest box of a slider, px. */
const TAB = 48;
/** @param {Element} el */
const textOf = (el) => wordsIn(el);

/** @param {Element} el */
const isThin = (el) => Math.min(rect(el).width, rect(el).height) <= EDGE;
/** Of an edge, px. */
const EDGE = 12;
/** Whether a part that listens shows nothing at all in something with words that listens: an edge that the pointer brings. @param {Item} item @param {Item} outer */
export const isBlankIn = (item, outer) =>
  item.kind === LISTENER &&
  !item.control &&
  (outer.kind & LISTENER) !== 0 &&
  isThin(item.el) &&
  textOf(item.el) === "" &&
  !is(item.el, SAYING) &&
  textOf(outer.el) !== "" &&
  paintsNothing(item);

/** Whether a sign is what is drawn in a small button without words, which listens and has the hand. @param {Item} item @param {Item} outer */
export const isDrawingIn = ({ el, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  is(el, "[role=img],svg,img,i") &&
  !is(el, "[title],[aria-label],[tabindex],[onclick]") &&
  (outer.kind & LISTENER) !== 0 &&
  (outer.kind & CURSOR) !== 0 &&
  Math.max(rect(outer.el).width, rect(outer.el).height) <= HANDLE &&
  textOf(outer.el) === "";
/** Whether a part is all the words of a tab or button around it, which listens and has the hand. @param {Item} item @param {Item} outer */
export const isWordsIn = ({ el, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  (outer.kind & LISTENER) !== 0 &&
  (outer.kind & CURSOR) !== 0 &&
  !is(el, SAYING) &&
  rect(outer.el).height <= TAB &&
  rect(el).height <= rect(outer.el).height &&
  textOf(el) !== "" &&
  textOf(el) === textOf(outer.el);

/** Sides of a handle and of a line, px; how much longer than thick the line is; distance and letters of a bubble. */
const HANDLE = 40;
/** Whether a part of a drawing is only words: a name on an axis of a chart. @param {Element} el */
export const isWordsOfChart = (el) =>
  isSvg(el) &&
  textOf(el) !== "" &&
  [el, ...(few(el, 8) ?? [])].every((part) => /^(?:g|text|tspan|title)$/.test(read.localName.call(part)));
/** Of the edge of a column, px. */
const THIN = 4;
/** Whether a strip without words at a head is only dragged, if it was made for that: thin, or over the edge of the head from top to bottom. @param {Item} item */
const isEdgeOfHead = ({ el, kind, control, boxes: [box] }) => {
  const head = control || kind & CONTROL || box[2] - box[0] > EDGE || textOf(el) !== "" ? null : closest(el, HEADS);
  if (!head || box[2] - box[0] <= THIN) return head !== null;
  const its = rect(head);
  const isOver = [its.left, its.right].some((edge) => box[0] <= edge + 1 && edge <= box[2] + 1);
  return (
    kind === LISTENER &&
    isOver &&
    box[3] - box[1] >= TALL * its.height &&
    !is(el, SAYING) &&
    computed(el).cursor !== "pointer"
  );
};
/** Share of the height of a head that its edge takes. */
const TALL = 0.9;
/** Whether a field is not painted or lies off the page, or it or the box right around it is a pixel or two large. @param {Element} field */
const isCovered = (field) =>
  rect(field).right < 0 ||
  computed(field).visibility === "hidden" ||
  [field, parent(field)].some((one) => one !== null && Math.max(rect(one).width, rect(one).height) <= 2);
/** Highest and widest box of a tick box that is not painted itself, px. */
const TICK = 80;
/**
 * Gives a box without words that listens the one tick box which is hidden in it, as its control.
 * @param {Item[]} items
 */
export const joinTicks = (items) => {
  const marked = new Set(items.map(({ el, control }) => control ?? el));
  for (const item of items) {
    if (
      item.dropped ||
      item.control ||
      item.kind & CONTROL ||
      !(item.kind & LISTENER) ||
      Math.max(item.box[2] - item.box[0], item.box[3] - item.box[1]) > TICK ||
      textOf(item.el) !== ""
    )
      continue;
    const [field, more] = queryCss(item.el, CONTROLS);
    if (field && !more && !marked.has(field) && is(field, NATIVE_TICKS) && isCovered(field)) item.control = field;
  }
};

/** Thickest rail and shortest, px. */
const RAIL = { thick: 48, long: 60 };
/**
 * Gives the rail of a slider that listens the one knob in it as its control: a press on the rail sets it, and one thing has one mark.
 * @param {Item[]} items
 */
export const joinRails = (items) => {
  for (const item of items) {
    const {
      el,
      kind,
      control,
      box: [left, top, right, bottom],
      dropped,
    } = item;
    const [thick, long] = [Math.min(right - left, bottom - top), Math.max(right - left, bottom - top)];
    if (
      dropped ||
      control ||
      !(kind & LISTENER) ||
      thick > RAIL.thick ||
      long < RAIL.long ||
      textOf(el) !== "" ||
      !/^(?:|group|none|presentation)$/.test(roleTokens(el)[0])
    )
      continue;
    const [knob, more] = [...queryCss(el, "[role=slider],input[type=range]")];
    const inside = knob && !more ? items.filter((one) => !one.dropped && one !== item && holds(el, one.el)) : [];
    if (
      !inside.some((one) => one.el === knob) ||
      inside.some((one) => one.el !== knob && one.kind & CONTROL && attr(one.el, "role") !== null)
    )
      continue;
    for (const one of inside) one.dropped = true;
    Object.assign(item, { control: knob, kind: kind | CONTROL });
  }
};

/** Of a thumb: its thickness, and how far it lies from the edge of what it scrolls, px. */
const THUMB = 12;
const GAP = 8;
/** Whether a strip that only takes the focus, or listens without a hand, lies along the edge of a box which scrolls: its thumb, or the rail of that. @param {Item} item */
const isThumb = ({ el, tag, kind, control, box: [left, top, right, bottom] }) => {
  const [wide, high] = [right - left, bottom - top];
  if (
    control ||
    Math.min(wide, high) > THUMB ||
    Math.max(wide, high) < 3 * Math.min(wide, high) ||
    textOf(el) !== "" ||
    is(el, "[role],[aria-label],[title]") ||
    (kind !== LISTENER && !isFocusOnly(el, tag))
  )
    return false;
  for (let at = parent(el), i = 0; at && i < 3; at = parent(at), i += 1) {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = /** @type {HTMLElement} */ (at);
    const edge = rect(at);
    if (
      high > wide
        ? scrollHeight > clientHeight + 1 && Math.abs(edge.right - right) <= GAP
        : scrollWidth > clientWidth + 1 && Math.abs(edge.bottom - bottom) <= GAP
    )
      return true;
  }
  return false;
};

/** What says of a box that a chart is painted in it, steps up to that, and drawings on top of each other. */
const CHART = /(?:^|[^a-z])(?:e?charts?|graph|plot|sparkline)(?:$|[^a-z])/;
const CHARTED = 4;
const LAYERS = 6;
/** Words of a class, an id or the name of an attribute, in small letters. @param {Element} el */
const saysChart = (el) =>
  [attr(el, "class") ?? "", attr(el, "id") ?? "", ...Element.prototype.getAttributeNames.call(el)].some((each) =>
    CHART.test(each.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase()),
  );
/** Whether a chart that is painted hears the pointer without a hand: a press on it does nothing, what it tells comes with the pointer. @param {Item} item */
const isPaintedChart = ({ el, tag, kind, control }) => {
  if (
    kind !== LISTENER ||
    control ||
    textOf(el) !== "" ||
    is(el, "[tabindex],[onclick],[title]") ||
    !/^(?:auto|default)$/.test(computed(el).cursor)
  )
    return false;
  const parts = tag === "canvas" ? [el] : (few(el, LAYERS) ?? []);
  if (parts.length === 0 || !parts.every((one) => is(one, "canvas") && /^(?:auto|default)$/.test(computed(one).cursor)))
    return false;
  for (let at = /** @type {Element | null} */ (parts[0]), i = 0; at && i <= CHARTED; at = parent(at), i += 1)
    if (saysChart(at)) return true;
  return false;
};
/** @param {Item} item */
export const isBare = (item) => isEdgeOfHead(item) || isThumb(item) || isPaintedChart(item);
