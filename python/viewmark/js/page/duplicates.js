// Decides whether nested elements are a single control to the user. `reduce_rules.js` contains the rules that use these
// tests.
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, roleTokens } from "./candidates.js";
import { closes } from "./class_words.js";
import { attr, holds, is, parent, read } from "./dom.js";
import { speaks } from "./holders.js";
import { resizes, answersHover } from "./hover_rules.js";
import { withoutColon } from "./letters.js";
import { isListening, isServed } from "./listeners.js";
import { addTo } from "./lists.js";
import { nameOf } from "./names.js";
import { memo, nextElement, previousElement, rootNode, styleOf, queryFirst } from "./native.js";
import { doubtOf } from "./paint.js";
import { area, meet } from "./rects.js";
import { saysSort } from "./repeated.js";
import { isAriaRole, roleOf } from "./roles.js";
import { clean, packed, textOf } from "./text.js";
import { CELLS, GRAPHIC, HEADS, LONGEST, ROWS, SIGN, INLINE, EDGE, TICKS } from "./vocabulary.js";
import { isNothing } from "./widget_parts.js";
import { wordsIn } from "./words_in.js";

// Tags of elements whose content only presents them, so that nothing inside gets a mark of its own (ARIA: children
// presentational).
const WHOLE = new Set(["button", "a", "summary", "option", "label"]);
const WHOLE_ROLES = new Set(
  ("button link tab option menuitem menuitemcheckbox menuitemradio checkbox radio " + "switch").split(" "),
);
/** @param {Item} item */
export const isWhole = (item) => WHOLE.has(item.tag) || roleTokens(item.el).some((role) => WHOLE_ROLES.has(role));

export const NATIVE = new Set(["button", "input", "select", "textarea", "a", "summary"]);

/** Returns the fraction of the outer item's area that the inner item covers. @param {Item} inner @param {Item} outer */
export const coverage = (inner, outer) => {
  let shared = 0;
  for (const box of inner.boxes) {
    for (const other of outer.boxes) shared += area(meet(box, other));
  }
  const whole = outer.boxes.reduce((sum, box) => sum + area(box), 0);
  return whole > 0 ? shared / whole : 0;
};
/** Returns the nearest ancestor of an element that is not inline. @param {Element} el */
const blockOf = (el) => {
  const known = memo("block");
  const way = [];
  let at = parent(el);
  let block = null;
  for (; at && !block; at = parent(at)) {
    block = known.get(at) ?? null;
    if (!block && INLINE.test(styleOf(at).display)) way.push(at);
    else block ??= at;
  }
  for (const one of way) known.set(one, block);
  return block;
};
/**
 * Whether an inline element is part of a line of text of the outer element.
 * @param {Item} item @param {Item} outer
 */
export const isPhrase = (item, outer) => {
  if (item.display !== "inline") return false;
  const block = blockOf(item.el);
  return block === outer.el || (outer.display === "inline" && block === blockOf(outer.el));
};
/**
 * Whether an item contains one control and no other text, so that it is only padding around that control.
 * @param {Item} item
 */
export const saysNoMore = ({ el, controls, kind, control, tag }) => {
  if (controls?.length !== 1) return false;
  const [{ el: inner, boxes, tag: innerTag }] = controls;
  if (kind & CONTROL && !control) {
    // A cell or list item may be focusable only because of the button or link in it, and a link around a button does
    // what the button does. In both cases the outer element is redundant.
    const isPressed =
      (NATIVE.has(innerTag) && innerTag !== "input" && !NATIVE.has(tag)) || (tag === "a" && innerTag === "button");
    if (!isPressed || attr(el, "aria-expanded") !== null || wordsIn(el) === "") return false;
  }
  const size = boxes.reduce((sum, box) => sum + area(box), 0);
  return size > 0 && wordsIn(el) === wordsIn(inner);
};

/**
 * Whether a box merely has a pointer cursor, while its text is all in the buttons inside it, or it only wraps a
 * combobox.
 * @param {Item} item
 */
export const isHandAround = ({ el, kind, controls, parts }) => {
  if (kind !== CURSOR || !parts || is(el, "a,label,[role]:not([role=none],[role=presentation]),[title],[aria-label]"))
    return false;
  const words = wordsIn(el);
  // Text that is not rendered, such as the text of a closed dialog, is ignored.
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

// Roles of containers that only move the focus between their items. A click on the container itself does nothing.
const ARRANGES = new Set("listbox menu menubar radiogroup tablist tabpanel toolbar tree grid treegrid".split(" "));
// A listener on such a container is for clicks on its items. A click between the items does nothing.
/** @param {Item} item */
export const arranges = ({ el, kind, tag }) =>
  (kind & CONTROL) !== 0 && !NATIVE.has(tag) && ARRANGES.has(roleTokens(el).find(isAriaRole) ?? "");
/** @param {Item} item */
export const isArranger = (item) =>
  (item.controls?.length ?? 0) > 0 &&
  (arranges(item) || (item.kind === CURSOR && ARRANGES.has(roleTokens(item.el)[0])));

/**
 * Whether a pointer cursor begins at a small part of a box that is focusable only as a container, such as a page, a
 * sheet or a list. The part is then a target of its own.
 * @param {Item} item @param {Item} outer @param {number} share
 */
export const isShownIn = (item, outer, share) =>
  item.kind === CURSOR &&
  !(outer.kind & CURSOR) &&
  !outer.control &&
  share < 0.4 &&
  outer.boxes[0][3] - outer.boxes[0][1] > SIGN &&
  isFocusOnly(outer.el, outer.tag);

/** Selector for tree items and rows that can be expanded. A small part of them with a pointer cursor expands them. */
const OPENING = ":is([role=treeitem],[role=row])[aria-expanded]";
/**
 * Whether an item is a small part without text that does something of its own in a widget, such as the remove button of
 * a tab.
 * @param {Item} item @param {Item} outer @param {number} share
 */
export const isOwnPart = (item, outer, share) =>
  ((item.kind & LISTENER) !== 0 || is(outer.el, OPENING)) &&
  (!NATIVE.has(outer.tag) || closes(item.el)) &&
  share < 0.5 &&
  wordsIn(item.el).length <= 1 &&
  wordsIn(outer.el).length > 2;

/**
 * Whether two nested items are one control to the user: they have the same role and name, or both are tabs, because
 * tabs cannot be nested.
 * @param {Item} item @param {Item} outer
 */
export const isSameControl = (item, outer) => {
  const role = roleOf(item.el);
  if (role === "generic" || role !== roleOf(outer.el)) return false;
  const name = nameOf(item.el);
  return role === "tab" || (name === nameOf(outer.el) && (name !== "" || isInHost(item.el, outer.el)));
};
/** Whether an element is in the shadow tree of another one. @param {Element} el @param {Element} host */
export const isInHost = (el, host) => {
  const root = rootNode(el);
  return root instanceof ShadowRoot && read.host.call(root) === host;
};

/**
 * Whether a row and the rows beside it all have a listener. A listener for the content of rows would be on an ancestor
 * of all rows, so these listeners are for the rows themselves.
 * @param {Item} outer
 */
const isOneOfRows = ({ el }) =>
  is(el, ROWS) &&
  wordsIn(el) !== "" &&
  [previousElement(el), nextElement(el)].every(
    (beside) =>
      beside === null || (is(beside, ROWS) && (isListening(beside) || is(beside, ":has(>th):not(:has(>td))"))),
  ) &&
  !is(el, ":only-child");
/** @param {Item} item */
const isResizer = ({ el, kind, boxes: [[left, top, right, bottom]] }) =>
  kind === LISTENER && Math.min(right - left, bottom - top) <= EDGE && resizes(el);
/**
 * Drops the parts of a target, or drops the container if its parts are the targets. This applies to resize handles,
 * cells of clickable rows, headers that do not sort, slider thumbs and rating stars.
 * @param {Item[]} items
 */
export const dropParts = (items) => {
  /** @type {Map<Item, Item[]>} */
  const cells = new Map();
  /** @type {Map<Item, Item[]>} */
  const parts = new Map();
  /** @type {Map<Element | null, Item[]>} */
  const heads = new Map();
  for (const item of items) {
    if (item.dropped || item.kind === TEXT) continue;
    let up = item.up;
    while (up?.dropped) up = up.up;
    if (isResizer(item) || isNothing(item)) item.dropped = true;
    else if (up && roleTokens(up.el)[0] === "slider" && roleTokens(item.el)[0] !== "slider") addTo(parts, up, item);
    else if (is(item.el, HEADS)) addTo(heads, parent(item.el), item);
    else if (up && item.kind === LISTENER && is(item.el, CELLS) && is(up.el, ROWS)) addTo(cells, up, item);
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
    // Focusable headers count too. If only some headers have a pointer cursor, only those can be sorted.
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
 * Drops captions with a listener next to the control that they name, because a click on such a caption activates the
 * control.
 * @param {Item[]} items
 */
export const withoutCaptions = (items) => {
  const captions = items.filter(({ kind, control, el }) => {
    if (control || kind & (CONTROL | TEXT)) return false;
    if (kind !== LISTENER) return read.localName.call(el) === "label";
    // A custom label element may wrap the control that it names, such as rating stars or a group.
    return wordsIn(el).length <= LONGEST;
  });
  if (captions.length === 0) return items;
  const gone = new Set(
    captions.filter(({ el, tag }) => {
      let up = parent(el);
      if (tag.endsWith("label")) up = up && (parent(up) ?? up);
      if (!up || wordsIn(el) === "") return false;
      const beside = items.filter((item) => item.kind & CONTROL && item.el !== up && holds(up, item.el));
      const words = withoutColon(wordsIn(el));
      // A control with the same text is not a second control that the text names. For example, a heading with the text
      // of its menu item is no caption.
      return (
        beside.length < 3 &&
        beside.some((item) => wordsIn(item.el) !== words && clean(nameOf(item.control ?? item.el)) === words)
      );
    }),
  );
  return items.filter((item) => !gone.has(item));
};

/** Counts the items inside each item, up to 2, and lists the items directly inside it. @param {Item[]} items */
export const noteHolders = (items) => {
  for (const item of items) {
    if (item.dropped || item.kind === TEXT) continue;
    // Counting ends at two, because no rule needs a larger number.
    for (let at = item.up; at && (at.marks ?? 0) < 2; at = at.up) at.marks = (at.marks ?? 0) + 1;
    let up = item.up;
    while (up?.dropped) up = up.up;
    if (up) (up.parts ??= []).push(item);
  }
};
/** @param {Item} item @param {Item} outer */
export const saysTheSame = (item, outer) =>
  !outer.isScroller && wordsIn(item.el) !== "" && wordsIn(item.el) === wordsIn(outer.el);
/**
 * Whether the outer item only listens on behalf of the inner one, which a delegated handler's selector matches.
 * @param {Item} item @param {Item} outer
 */
export const isServedIn = (item, outer) =>
  isServed(item.el) && !isServed(outer.el) && !speaks(outer.el) && wordsIn(item.el) !== "";
/**
 * Whether a box, such as a tab panel, can have focus only because of the editor inside it.
 * @param {Item} item @param {Item} outer
 */
export const isPaneOf = (item, outer) =>
  outer.kind === CONTROL &&
  !outer.control &&
  isFocusOnly(outer.el, outer.tag) &&
  is(item.el, "[contenteditable]:not([contenteditable=false]),[role=textbox]");
/**
 * Whether a control without text inside a text with a listener is not painted now, such as the sort arrow of a column
 * that is not sorted.
 * @param {Item} item @param {Item} outer @param {WalkResult} [walk]
 */
const comesLater = (item, outer, walk) =>
  wordsIn(item.el) === "" &&
  wordsIn(outer.el) !== "" &&
  outer.boxes[0][3] - outer.boxes[0][1] <= SIGN &&
  walk !== undefined &&
  walk.inkLeft > 0 &&
  doubtOf(item, walk) === 2;
/**
 * Whether the outer item is a column header that can be sorted, and has text besides that of the inner item. It then
 * keeps its mark.
 * @param {Item} item @param {Item} outer
 */
export const sorts = (item, outer) =>
  attr(outer.el, "aria-sort") !== null && wordsIn(outer.el) !== "" && wordsIn(item.el) !== wordsIn(outer.el);
/**
 * Whether the outer item has a listener only to handle the events of the control inside it.
 * @param {Item} item @param {Item} outer @param {WalkResult} [walk]
 */
export const isRootOf = (item, outer, walk) =>
  outer.kind === LISTENER &&
  !speaks(outer.el) &&
  !isOneOfRows(outer) &&
  !comesLater(item, outer, walk) &&
  !sorts(item, outer);
/**
 * Whether an item is a button without text in a column header that sorts by that column. A click on the header does the
 * same.
 * @param {Item} item @param {Item} outer
 */
export const isSorterOf = (item, outer) =>
  is(outer.el, HEADS) &&
  roleOf(item.el) === "button" &&
  attr(item.el, "aria-haspopup") === null &&
  wordsIn(item.el) === "" &&
  wordsIn(outer.el) !== "" &&
  (nameOf(item.el).includes(wordsIn(outer.el)) || is(item.el, "[tabindex='-1']:not([aria-expanded])"));
/**
 * Whether a row is selected by the checkbox in it, and nothing shows that the row itself is a target.
 * @param {Item} item
 */
export const isTickedRow = ({ el, kind, marks }) =>
  (kind === LISTENER || kind === CONTROL) &&
  (marks ?? 0) > 0 &&
  is(el, `:is(${ROWS}):not([aria-selected],[onclick])`) &&
  queryFirst(el, `:is(${TICKS}):not(:disabled,[aria-disabled=true])`) !== null &&
  !answersHover(el);
/** @param {Item} item @param {number} viewArea */
export const isTooLarge = (item, viewArea) => {
  if (item.kind & (CONTROL | TEXT) || GRAPHIC.has(item.tag)) return false;
  const size = item.boxes.reduce((sum, box) => sum + area(box), 0);
  return size >= viewArea * (item.kind & CURSOR ? 0.6 : 0.4);
};

/**
 * Whether a text is a phrase of an outer text that was already found, so that no hit test is needed.
 * @param {Item} item @param {Item | null} outer
 */
export const isSaidBy = (item, outer) =>
  item.kind === TEXT && outer?.kind === TEXT && !GRAPHIC.has(item.tag) && isPhrase(item, outer);
