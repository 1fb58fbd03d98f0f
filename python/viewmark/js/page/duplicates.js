// What the declared rules ask of nested elements that are the same thing to a person (`reduce_rules.js`).
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, holds, is, parent, read } from "./dom.js";
import { speaks } from "./holders.js";
import { resizes } from "./hover_rules.js";
import { isDrawnTick } from "./inner_parts.js";
import { isListening, isServed } from "./listeners.js";
import { nameOf } from "./names.js";
import { memo, nextElement, previousElement, rootNode, styleOf } from "./native.js";
import { doubtOf } from "./paint.js";
import { area, meet } from "./rects.js";
import { saysSort } from "./repeated.js";
import { isFocusable } from "./role_facts.js";
import { isAriaRole, roleOf } from "./roles.js";
import { clean, packed, textOf } from "./text.js";
import { CELLS, GRAPHIC, HEADS, LONGEST, ROWS, SIGN } from "./vocabulary.js";
import { isCloser } from "./widget_parts.js";
import { isNothing } from "./widget_parts.js";
import { wordsIn } from "./words_in.js";

// What these hold is presentation: their content is part of them (ARIA, children presentational).
const WHOLE = new Set(["button", "a", "summary", "option", "label"]);
const WHOLE_ROLES = new Set(
  ("button link tab option menuitem menuitemcheckbox menuitemradio checkbox radio " + "switch").split(" "),
);
/** @param {Item} item */
export const isWhole = (item) => WHOLE.has(item.tag) || roleTokens(item.el).some((role) => WHOLE_ROLES.has(role));

export const NATIVE = new Set(["button", "input", "select", "textarea", "a", "summary"]);

/** @param {Item} inner @param {Item} outer */
export const coverage = (inner, outer) => {
  let shared = 0;
  for (const box of inner.boxes) {
    for (const other of outer.boxes) shared += area(meet(box, other));
  }
  const whole = outer.boxes.reduce((sum, box) => sum + area(box), 0);
  return whole > 0 ? shared / whole : 0;
};
/** The nearest box around an element that is not a part of a line. @param {Element} el */
const blockOf = (el) => {
  const known = memo("block");
  const way = [];
  let at = parent(el);
  let block = null;
  for (; at && !block; at = parent(at)) {
    block = known.get(at) ?? null;
    if (!block && /^(inline|contents|ruby)/.test(styleOf(at).display)) way.push(at);
    else block ??= at;
  }
  for (const one of way) known.set(one, block);
  return block;
};
/**
 * Whether an inline box is a phrase of the sentence that stands in the outer one.
 * @param {Item} item @param {Item} outer
 */
export const isPhrase = (item, outer) => {
  if (item.display !== "inline") return false;
  const block = blockOf(item.el);
  return block === outer.el || (outer.display === "inline" && block === blockOf(outer.el));
};
/**
 * Whether a wrapper holds one control and no word besides: the padding of that control.
 * @param {Item} item
 */
export const saysNoMore = ({ el, controls, kind, control, tag }) => {
  if (controls?.length !== 1) return false;
  const [{ el: inner, boxes, tag: innerTag }] = controls;
  if (kind & CONTROL && !control) {
    // A cell or an item that takes the focus for the button or link in it.
    // A link around a button does what that does.
    const isPressed =
      (NATIVE.has(innerTag) && innerTag !== "input" && !NATIVE.has(tag)) || (tag === "a" && innerTag === "button");
    if (!isPressed || attr(el, "aria-expanded") !== null || wordsIn(el) === "") return false;
  }
  const size = boxes.reduce((sum, box) => sum + area(box), 0);
  return size > 0 && wordsIn(el) === wordsIn(inner);
};

/** Whether what listens in a box that only has the hand is all that is painted in it: an entry of a menu. @param {Item} item @param {Item} outer */
export const isHeardInHand = (item, outer) =>
  outer.kind === CURSOR &&
  (item.kind & LISTENER) !== 0 &&
  !outer.control &&
  !is(outer.el, "[role],[title],[aria-label],[draggable=true]") &&
  wordsIn(item.el) !== "" &&
  textOf(item.el) === textOf(outer.el);
/**
 * Whether a box that only has the hand says no more than the buttons in it, or is drawn around one field that opens something.
 * @param {Item} item
 */
export const isHandAround = ({ el, kind, controls, parts }) => {
  if (kind !== CURSOR || !parts || is(el, "a,label,[role]:not([role=none],[role=presentation]),[title],[aria-label]"))
    return false;
  const words = wordsIn(el);
  // What is not shown in it says nothing: a dialog that waits.
  if (parts.length > 1)
    return [wordsIn, textOf].some((says) => packed(says(el)) === packed(parts.map((inner) => says(inner.el)).join("")));
  if (controls?.length !== 1) return false;
  const [inner] = controls;
  return (
    roleOf(inner.control ?? inner.el) === "combobox" &&
    words.endsWith(wordsIn(inner.el)) &&
    nameOf(inner.el).includes(words.slice(0, words.length - wordsIn(inner.el).length).trim())
  );
};

// What arranges other targets and takes the focus on their behalf: pressing it does nothing.
const ARRANGES = new Set("listbox menu menubar radiogroup tablist tabpanel toolbar tree grid treegrid".split(" "));
// A listener of its own serves its items: a press between them does nothing either.
/** @param {Item} item */
export const arranges = ({ el, kind, tag }) =>
  (kind & CONTROL) !== 0 && !NATIVE.has(tag) && ARRANGES.has(roleTokens(el).find(isAriaRole) ?? "");
/** @param {Item} item */
export const isArranger = (item) =>
  (item.controls?.length ?? 0) > 0 &&
  (arranges(item) || (item.kind === CURSOR && ARRANGES.has(roleTokens(item.el)[0])));

/**
 * Whether the hand begins at a part of a box that only takes the focus for what is in it: a page, a sheet, a list.
 * @param {Item} item @param {Item} outer @param {number} share
 */
export const isShownIn = (item, outer, share) =>
  item.kind === CURSOR &&
  !(outer.kind & CURSOR) &&
  !outer.control &&
  share < 0.4 &&
  outer.boxes[0][3] - outer.boxes[0][1] > SIGN &&
  isFocusOnly(outer.el, outer.tag);

/**
 * A small wordless part of a widget with a listener of its own: the cross of a chip or tab.
 * @param {Item} item @param {Item} outer @param {number} share
 */
export const isOwnPart = (item, outer, share) =>
  ((item.kind & LISTENER) !== 0 || opensMore(outer.el)) &&
  (!NATIVE.has(outer.tag) || isCloser(item)) &&
  !isDrawnTick(item.el, outer.control) &&
  share < 0.5 &&
  wordsIn(item.el).length <= 1 &&
  wordsIn(outer.el).length > 2;

/** An item with more inside: the small part with a hand opens it. @param {Element} el */
export const opensMore = (el) =>
  attr(el, "aria-expanded") !== null && roleTokens(el).some((role) => role === "treeitem" || role === "row");
/** Whether both are one control to a person: of the same role and name, or a tab in a tab, which holds no other one. @param {Item} item @param {Item} outer */
export const isSameControl = (item, outer) => {
  const role = roleOf(item.el);
  if (role === "generic" || role !== roleOf(outer.el)) return false;
  const name = nameOf(item.el);
  return role === "tab" || (name === nameOf(outer.el) && (name !== "" || isInHost(item.el, outer.el)));
};
/** Whether an element stands in the shadow tree of another one. @param {Element} el @param {Element} host */
export const isInHost = (el, host) => {
  const root = rootNode(el);
  return root instanceof ShadowRoot && read.host.call(root) === host;
};

/** Whether a head of a column says that it sorts, and what is in it is a field or has no words. @param {Item} item @param {Item} outer */
export const isInSorter = (item, outer) =>
  attr(outer.el, "aria-sort") !== null &&
  is(outer.el, HEADS) &&
  wordsIn(outer.el) !== "" &&
  wordsIn(item.el) !== wordsIn(outer.el);
/** Whether a button without words sorts by the head around it, whose press does that as well. @param {Item} item @param {Item} outer */
export const isSorterOf = (item, outer) => {
  if (!is(outer.el, HEADS) || roleOf(item.el) !== "button" || attr(item.el, "aria-haspopup") !== null) return false;
  const words = wordsIn(outer.el);
  if (wordsIn(item.el) !== "" || words === "") return false;
  // Left to the pointer, since keys sort at the head.
  if (attr(item.el, "tabindex") === "-1" && isFocusable(outer.el) && attr(item.el, "aria-expanded") === null)
    return true;
  const name = nameOf(item.el);
  // Only of the column that is sorted by some say so.
  return (attr(outer.el, "aria-sort") !== null && name.endsWith(words)) || (name.startsWith(words) && outer.kind !== 0);
};

/**
 * Whether nothing of a control in words that listen is painted now: the arrow of a head that is not sorted by.
 * @param {Item} item @param {Item} outer @param {WalkResult} [walk]
 */
const comesLater = (item, outer, walk) =>
  wordsIn(item.el) === "" &&
  wordsIn(outer.el) !== "" &&
  outer.boxes[0][3] - outer.boxes[0][1] <= SIGN &&
  walk !== undefined &&
  walk.inkLeft > 0 &&
  doubtOf(item, walk) === 2;

/** Whether what listens around it only holds what it serves by a selector. @param {Item} item @param {Item} outer */
export const isServedIn = (item, outer) =>
  isServed(item.el) && !isServed(outer.el) && !speaks(outer.el) && wordsIn(item.el) !== "";
/** Whether a box only takes the focus for the editor in it: the pane of a tab. @param {Item} item @param {Item} outer */
export const isPaneOf = (item, outer) =>
  outer.kind === CONTROL &&
  !outer.control &&
  isFocusOnly(outer.el, outer.tag) &&
  is(item.el, "[contenteditable]:not([contenteditable=false]),[role=textbox]");

/** Whether a box that says no more than a part of it only lets that be dragged. @param {Item} item @param {Item} outer */
export const isDraggedBy = (item, outer) =>
  outer.kind === CURSOR &&
  is(outer.el, "[draggable=true]") &&
  wordsIn(item.el) !== "" &&
  wordsIn(item.el) === wordsIn(outer.el);

/** Whether a row listens itself, as those beside it do: what serves what is in rows listens once, above them. @param {Item} outer */
const isOneOfRows = ({ el }) =>
  is(el, ROWS) &&
  wordsIn(el) !== "" &&
  [previousElement(el), nextElement(el)].every(
    (beside) =>
      beside === null || (is(beside, ROWS) && (isListening(beside) || is(beside, ":has(>th):not(:has(>td))"))),
  ) &&
  !is(el, ":only-child");
/** A strip that changes sizes when it is dragged, px. */
const STRIP = 12;
/** @param {Item} item */
const isResizer = ({ el, kind, boxes: [[left, top, right, bottom]] }) =>
  kind === LISTENER && Math.min(right - left, bottom - top) <= STRIP && resizes(el);
/**
 * Drops what is a part of another target, or that target where its parts are what one presses: edges
 * that are dragged, cells of a row that is pressed, heads beside those that sort, knobs, stars.
 * @param {Item[]} items
 */
export const dropParts = (items) => {
  /** @type {Map<Item, Item[]>} */
  const cells = new Map();
  /** @type {Map<Item, Item[]>} */
  const parts = new Map();
  /** @type {Map<Element | null, Item[]>} */
  const heads = new Map();
  /** @param {Map<any, Item[]>} map @param {any} key @param {Item} item */
  const put = (map, key, item) => {
    const there = map.get(key);
    if (there) there.push(item);
    else map.set(key, [item]);
  };
  for (const item of items) {
    if (item.dropped || item.kind === TEXT) continue;
    let up = item.up;
    while (up?.dropped) up = up.up;
    if (isResizer(item) || isNothing(item)) item.dropped = true;
    else if (up && roleTokens(up.el)[0] === "slider" && roleTokens(item.el)[0] !== "slider") put(parts, up, item);
    else if (is(item.el, HEADS)) put(heads, parent(item.el), item);
    else if (up && item.kind === LISTENER && is(item.el, CELLS) && is(up.el, ROWS)) put(cells, up, item);
  }
  for (const [row, inside] of cells) {
    const isByCell = inside.length > 1 && attr(inside[0].el, "tabindex") !== null && attr(row.el, "tabindex") === null;
    if (isByCell) row.dropped = true;
    else if (row.kind & (CONTROL | CURSOR)) for (const item of inside) item.dropped = true;
  }
  for (const [slider, inside] of parts) {
    if (inside.length > 2) slider.dropped = true;
    else for (const item of inside) item.dropped = true;
  }
  for (const all of heads.values()) {
    if (!all.some(({ kind }) => kind & (CONTROL | CURSOR))) continue;
    const isByHand = all.some(({ el, kind }) => kind & CURSOR && attr(el, "aria-sort") !== null);
    // Also one that takes the focus as the others do: the hand over those says which of them sort.
    for (const item of all) {
      const isBare =
        isByHand &&
        (item.kind & LISTENER) !== 0 &&
        !(item.kind & CURSOR) &&
        !item.control &&
        attr(item.el, "aria-sort") === null;
      if ((item.kind === LISTENER || isBare) && !saysSort(item.el, isByHand)) item.dropped = true;
    }
  }
};

/**
 * Leaves out captions that listen, beside the control that they name: a press on it is one on that.
 * @param {Item[]} items
 */
export const withoutCaptions = (items) => {
  const captions = items.filter(({ kind, control, el }) => {
    if (control || kind & (CONTROL | TEXT)) return false;
    if (kind !== LISTENER) return read.localName.call(el) === "label";
    // The label of a component around what it names: stars, a group.
    return wordsIn(el).length <= LONGEST;
  });
  if (captions.length === 0) return items;
  const gone = new Set(
    captions.filter(({ el, tag }) => {
      let up = parent(el);
      if (tag.endsWith("label")) up = up && (parent(up) ?? up);
      if (!up || wordsIn(el) === "") return false;
      const beside = items.filter((item) => item.kind & CONTROL && item.el !== up && holds(up, item.el));
      const words = wordsIn(el).replace(/\s*[:*]$/, "");
      // What shows the same words itself needs no caption: a page that is called as its menu.
      return (
        beside.length < 3 &&
        beside.some((item) => wordsIn(item.el) !== words && clean(nameOf(item.control ?? item.el)) === words)
      );
    }),
  );
  return items.filter((item) => !gone.has(item));
};

/** Notes which items have another mark inside. @param {Item[]} items */
export const noteHolders = (items) => {
  for (const item of items) {
    if (item.dropped || item.kind === TEXT) continue;
    // Of more than two nobody asks how many.
    for (let at = item.up; at && (at.marks ?? 0) < 2; at = at.up) at.marks = (at.marks ?? 0) + 1;
    let up = item.up;
    while (up?.dropped) up = up.up;
    if (up) (up.parts ??= []).push(item);
  }
};
/** @param {Item} item @param {Item} outer */
export const saysTheSame = (item, outer) =>
  !outer.isScroller && wordsIn(item.el) !== "" && wordsIn(item.el) === wordsIn(outer.el);
/** Whether what listens around a control only does so for what is in it. @param {Item} item @param {Item} outer @param {WalkResult} [walk] */
export const isRootOf = (item, outer, walk) =>
  outer.kind === LISTENER &&
  !speaks(outer.el) &&
  !isOneOfRows(outer) &&
  !comesLater(item, outer, walk) &&
  !isInSorter(item, outer);
/** @param {Item} item @param {number} viewArea */
export const isTooLarge = (item, viewArea) => {
  if (item.kind & (CONTROL | TEXT) || GRAPHIC.has(item.tag)) return false;
  const size = item.boxes.reduce((sum, box) => sum + area(box), 0);
  return size >= viewArea * (item.kind & CURSOR ? 0.6 : 0.4);
};

/**
 * Whether a text is a phrase of one that was found already, and so need not be tested.
 * @param {Item} item @param {Item | null} outer
 */
export const isSaidBy = (item, outer) =>
  item.kind === TEXT && outer?.kind === TEXT && !GRAPHIC.has(item.tag) && isPhrase(item, outer);
