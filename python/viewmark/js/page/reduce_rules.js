// Declares the rules that drop and merge marks, in the order in which they are applied, and applies them, so that each
// control has one mark.
import { isGrip } from "./boxes.js";
import { CONTROL, CURSOR, LISTENER, TEXT } from "./candidates.js";
import { isHolder } from "./holders.js";
import { isFocusable } from "./role_facts.js";
import { dropAround, isDrawnIn, isSliver, isStrip, isWrittenIn, joinFields } from "./widget_parts.js";
import { wordsIn } from "./words_in.js";
import {
  isWhole,
  NATIVE,
  coverage,
  saysNoMore,
  isHandAround,
  arranges,
  isArranger,
  isShownIn,
  isOwnPart,
  isSameControl,
  isInHost,
  dropParts,
  withoutCaptions,
  noteHolders,
  saysTheSame,
  isPaneOf,
  isRootOf,
  isServedIn,
  sorts,
  isSorterOf,
  isTickedRow,
  isTooLarge,
} from "./duplicates.js";

/** @param {Item} item @param {Rule} rule */
const drop = (item, rule) => {
  item.dropped = true;
  item.because = rule.id;
};

/**
 * Rules for a mark inside another mark of the same control. The first rule whose test passes decides which of the two
 * is dropped.
 * @type {NestedRule[]}
 */
const NESTED = [
  {
    id: "written-as-link",
    does: "drop-inner",
    principle: "same activation",
    reason: "The tab, button or heading around it is a link to the same target, so a click on either does the same.",
    page: "one_thing",
    test: (item, outer) => isWrittenIn(item, outer),
  },
  {
    id: "part-of-its-own",
    of: "control",
    inner: "part",
    does: "keep",
    principle: "residual",
    reason: "It has another function than the control around it: a close icon, a drag handle, its own pointer cursor.",
    page: "one_mark_each",
    test: (item, outer, share) =>
      isShownIn(item, outer, share) || isGrip(item.el, item.box) || isOwnPart(item, outer, share),
  },
  {
    id: "part-of-control",
    of: "control",
    inner: "part",
    does: "drop-inner",
    principle: "children presentational (ARIA 1.2)",
    reason: "It is a caption, an icon or the padding of the control around it.",
    page: "one_mark_each",
    test: (item, outer, share) =>
      saysTheSame(item, outer) ||
      (outer.control !== undefined && item.kind === LISTENER) ||
      isWhole(outer) ||
      (!outer.isScroller && (item.kind === CURSOR || share > 0.6)),
  },
  {
    id: "stays-in-control",
    of: "control",
    inner: "part",
    does: "keep",
    principle: "residual",
    reason: "There is no evidence that it is part of the control around it.",
    page: "one_mark_each",
    test: () => true,
  },
  {
    id: "control-that-fills",
    of: "control",
    inner: "control",
    does: "drop-outer",
    principle: "residual",
    reason: "A native control fills this element, which only takes the focus or arranges others.",
    page: "one_mark_each",
    test: (item, outer, share) =>
      share > 0.8 && ((NATIVE.has(item.tag) && !NATIVE.has(outer.tag)) || arranges(outer) || isPaneOf(item, outer)),
  },
  {
    id: "control-that-is-filled",
    of: "control",
    inner: "control",
    does: "drop-inner",
    principle: "residual",
    reason: "It fills the control around it.",
    page: "one_mark_each",
    test: (item, outer, share) => share > 0.8,
  },
  {
    id: "sorter-of-head",
    inner: "control",
    does: "drop-inner",
    principle: "same activation",
    reason: "It is a button without text that sorts by the column header around it, as the header itself does.",
    page: "heads_and_labels",
    test: (item, outer) => isSorterOf(item, outer),
  },
  {
    id: "same-control",
    of: "control",
    inner: "control",
    does: "drop-either",
    principle: "same activation",
    reason: "Both have the same role and name; the mark of the focusable element is kept.",
    page: "one_mark_each",
    test: (item, outer) => isSameControl(item, outer),
    isOuter: (item, outer) => isFocusable(item.el) && !isFocusable(outer.el),
  },
  {
    id: "control-in-control",
    of: "control",
    inner: "control",
    does: "hold",
    principle: "residual",
    reason: "It is a control of its own inside of another control.",
    page: "one_mark_each",
    test: () => true,
  },
  {
    id: "wrapper-of-control",
    of: "box",
    inner: "control",
    does: "drop-outer",
    principle: "residual",
    reason: "It only wraps the control, or has the delegated listener of the elements inside.",
    page: "one_mark_each",
    test: (item, outer, share, walk) => share > 0.5 || isRootOf(item, outer, walk),
  },
  {
    id: "control-in-box",
    of: "box",
    inner: "control",
    does: "hold",
    principle: "residual",
    reason: "It is a control inside of an element that is clickable too.",
    page: "one_mark_each",
    test: () => true,
  },
  {
    id: "drawing-in-box",
    of: "box",
    inner: "part",
    does: "drop-inner",
    principle: "uniform listeners",
    reason: "It is a blank edge or the icon of the element around it.",
    page: "bare_parts",
    test: (item, outer) => isDrawnIn(item, outer),
  },
  {
    id: "hand-begins-inside",
    of: "box",
    inner: "part",
    does: "drop-either",
    principle: "distribution",
    reason: "The pointer cursor begins at the inner element, or a delegated selector matches it.",
    page: "one_mark_each",
    test: (item, outer) =>
      outer.kind === LISTENER && !sorts(item, outer) && ((item.kind & CURSOR) !== 0 || isServedIn(item, outer)),
    // If the shadow tree of a component fills its host, it is what the user sees of the component.
    isOuter: (item, outer, share) => !(isInHost(item.el, outer.el) && share > 0.9),
  },
  {
    id: "part-that-fills",
    of: "box",
    inner: "part",
    does: "drop-inner",
    principle: "residual",
    reason: "It fills the element around it, or has its pointer cursor from it.",
    page: "one_mark_each",
    test: (item, outer, share) => share > 0.6 || ((outer.kind & CURSOR) !== 0 && item.kind === CURSOR),
  },
  {
    id: "root-of-handler",
    of: "box",
    inner: "part",
    does: "drop-outer",
    principle: "distribution",
    reason: "Its listener is for the elements inside.",
    page: "one_mark_each",
    test: (item, outer, share, walk) => isRootOf(item, outer, walk),
  },
];

/** Rules for groups of marks. Each rule gets all marks at once. @type {GroupRule[]} */
const TOGETHER = [
  {
    id: "parts-of-widget",
    does: "drop",
    principle: "composite widget",
    reason: "It is a part of a widget that has the mark: an edge, a cell, a header, a slider thumb, a rating star.",
    page: "rows_and_trees",
    apply: dropParts,
  },
  {
    id: "field-in-combobox",
    does: "join",
    principle: "combobox (ARIA 1.2)",
    reason: "The box is drawn around the text field of the combobox.",
    page: "one_thing",
    apply: joinFields,
  },
  {
    id: "around-one-toggle",
    does: "drop",
    principle: "same activation",
    reason: "It contains one checkbox, radio button or switch, and no text but its name.",
    page: "own_parts",
    apply: dropAround,
  },
  {
    id: "holders",
    does: "note",
    principle: "residual",
    reason: "Record which marks contain others, for the rules below.",
    page: "one_mark_each",
    apply: noteHolders,
  },
  {
    id: "caption-of-control",
    does: "drop",
    principle: "labeled control (HTML)",
    reason: "It is the caption of a control beside it.",
    page: "heads_and_labels",
    apply: withoutCaptions,
  },
];

/**
 * Rules for a mark and the marks left inside it. The first rule whose test passes drops the outer mark.
 * @type {AloneRule[]}
 */
const ALONE = [
  {
    id: "filled-by-parts",
    does: "drop",
    principle: "residual",
    reason: "The marks inside cover it.",
    page: "one_mark_each",
    test: ({ inside }) => (inside ?? 0) > 0.7,
  },
  {
    id: "says-the-same",
    does: "drop",
    principle: "same activation",
    reason: "It has no more text than the marks inside.",
    page: "second_marks",
    test: (item) => isHandAround(item) || isTickedRow(item) || saysNoMore(item),
  },
  {
    id: "strip",
    does: "drop",
    principle: "enough to aim at",
    reason: "It is too thin to be a click target.",
    page: "quiet_parts",
    test: (item) => isStrip(item) || isSliver(item),
  },
  {
    id: "holder",
    does: "drop",
    principle: "composite widget",
    reason: "It only arranges or contains other elements, or is only for reading.",
    page: "listening_parts",
    test: (item, { viewArea }) => isArranger(item) || isHolder(item, viewArea),
  },
  {
    id: "half-a-page",
    does: "drop",
    principle: "distribution",
    reason: "A listener on half of the page is delegated: it serves the elements inside.",
    page: "one_mark_each",
    test: (item, { viewArea }) => isTooLarge(item, viewArea),
  },
];

/** All rules of this module. Explanations look them up by their id. @type {Rule[]} */
export const reduceRules = [...NESTED, ...TOGETHER, ...ALONE];
/** The rules for nested marks, by the kinds of the inner and the outer mark. @type {Record<string, NestedRule[]>} */
const NESTED_BY_KIND = {};
for (const of of /** @type {const} */ (["control", "box"]))
  for (const inner of /** @type {const} */ (["control", "part"]))
    NESTED_BY_KIND[`${inner} in ${of}`] = NESTED.filter(
      (rule) => (rule.of ?? of) === of && (rule.inner ?? inner) === inner,
    );
/** @param {Item} item */
const kindOf = ({ kind }) => (kind & CONTROL ? "control" : "part");

/**
 * Applies to a mark and the mark around it the first rule whose test passes.
 * @param {Item} item @param {Item} outer @param {WalkResult} [walk]
 */
const decide = (item, outer, walk) => {
  const share = coverage(item, outer);
  const rules = NESTED_BY_KIND[`${kindOf(item)} in ${outer.kind & CONTROL ? "control" : "box"}`];
  const rule = rules.find(({ test }) => test(item, outer, share, walk));
  if (!rule) {
    // If a box without text has several parts with listeners, such as two arrows or rating stars, the parts are the
    // targets. Their shares of the area are added up.
    if (item.kind & LISTENER && wordsIn(outer.el) === "") outer.inside = (outer.inside ?? 0) + share;
    return;
  }
  if (rule.does === "hold") {
    outer.controls = [...(outer.controls ?? []), item];
    if (!(outer.kind & CONTROL)) outer.inside = (outer.inside ?? 0) + share;
  } else if (rule.does !== "keep") {
    drop(rule.does === "drop-outer" || rule.isOuter?.(item, outer, share) === true ? outer : item, rule);
  }
};

/**
 * Applies a rule for groups, and notes the rule in the items that it dropped.
 * @param {GroupRule} rule @param {Item[]} items
 */
const runTogether = (rule, items) => {
  const left = items.filter(({ dropped }) => !dropped);
  const found = rule.apply(items) ?? items;
  const kept = new Set(found);
  for (const item of left) if (item.dropped || !kept.has(item)) item.because = rule.id;
  return found;
};

/**
 * Leaves one mark where several nested marks are one control to the user. `items` are in order, outer ones before inner
 * ones. Each has `el, tag, kind, boxes, up`, where `up` is the next item outside.
 * @param {Item[]} items @param {number} viewArea @param {WalkResult} [walk]
 */
export const withoutDuplicates = (items, viewArea, walk) => {
  // A label that is reported in place of its control has no mark of its own any more.
  const there = new Set(items);
  for (const { up } of items) if (up?.tag === "label" && !there.has(up)) up.dropped = true;
  for (const item of items) {
    if (item.kind === TEXT) continue;
    let outer = item.up;
    while (outer?.dropped || outer?.kind === TEXT) outer = outer.up;
    if (outer && !item.isOwn && !item.dropped) decide(item, outer, walk);
  }
  const left = TOGETHER.reduce((those, rule) => runTogether(rule, those), items).filter(({ dropped }) => !dropped);
  const facts = { viewArea };
  return left.filter((item) => {
    const rule = ALONE.find(({ test }) => test(item, facts));
    if (rule) drop(item, rule);
    return !rule;
  });
};
