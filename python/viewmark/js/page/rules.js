// Lists the stages of finding controls, in order, each with its effect and reason. Observations run this list, and
// explanations name the stages that affected an element. The rules of the stage `reduce` are listed in
// `reduce_rules.js`.
import { withBranchParts } from "./branch_parts.js";
import { CONTROL, CURSOR, LISTENER } from "./candidates.js";
import { reduceRules, withoutDuplicates } from "./reduce_rules.js";
import { withoutIdle } from "./idle_parts.js";
import { withLabelTargets } from "./label_targets.js";
import { withoutLattices } from "./lattices.js";
import { addTo } from "./lists.js";
import { cutByCover, growToHosts, noteUnsure } from "./painted.js";
import { area } from "./rects.js";
import { withoutCells } from "./regions.js";
import { withRepeated } from "./repeated.js";
import { withoutRepeats } from "./text_repeats.js";

/** @param {Item[]} items @param {{ walk: WalkResult }} context */
const withoutRims = (items, { walk }) => {
  items.forEach(cutByCover);
  for (const item of items)
    if (item.isRim && walk.options.includeOccluded) Object.assign(item, { isOccluded: true, share: 0 });
  return items.filter((item) => !item.isRim || item.isOccluded);
};

/** @param {{ walk: WalkResult, options: FindOptions }} context */
const isInteractive = ({ options }) => options.target === "interactive";
/** @param {{ walk: WalkResult, options: FindOptions }} context */
const isWhole = ({ options }) => options.target !== "custom";

/** @type {StageRule[]} */
export const STAGES = [
  {
    id: "idle-listeners",
    stage: "see",
    does: "drop",
    principle: "uniform listeners",
    reason: "All elements of its kind have this listener, and nothing else suggests that a click does something.",
    page: "idle_parts",
    when: isWhole,
    apply: (found) => withoutIdle(found),
  },
  {
    id: "stand-ins",
    stage: "distribute",
    does: "add",
    principle: "labeled control (HTML)",
    reason: "It is the visible replacement of an invisible control.",
    page: "drawn_for_a_thing",
    when: isWhole,
    apply: (found, { walk }) => withLabelTargets(walk, found),
  },
  {
    id: "repeated-items",
    stage: "distribute",
    does: "add",
    principle: "distribution",
    reason: "It is one of several similar elements inside of an element with a listener.",
    page: "rows_and_trees",
    when: isWhole,
    apply: (found, { walk }) => withRepeated(walk, found),
  },
  {
    id: "parts-of-branch",
    stage: "distribute",
    does: "add",
    principle: "distribution",
    reason: "It expands or checks a tree branch, according to the last word of its class.",
    page: "rows_and_trees",
    when: isWhole,
    apply: (found, { walk }) => withBranchParts(walk, found),
  },
  {
    id: "one-thing",
    stage: "reduce",
    does: "drop",
    principle: "residual",
    reason: "Another mark is for the same control.",
    page: "one_mark_each",
    when: isWhole,
    apply: (found, { walk }) => withoutDuplicates(found, area(walk.view), walk),
  },
  {
    id: "not-painted",
    stage: "reduce",
    does: "note",
    principle: "painted",
    reason: "Nothing of it is painted until the pointer is over it.",
    page: "quiet_parts",
    when: ({ walk, options }) => isWhole({ walk, options }) && walk.inkLeft > 0,
    apply: (found, { walk, options }) => noteUnsure(found, walk, options.pictured === true),
  },
  {
    id: "rim-of-covered",
    stage: "reduce",
    does: "drop",
    principle: "enough to aim at",
    reason: "Another element covers all of it but its rim.",
    page: "one_mark_each",
    when: isWhole,
    apply: withoutRims,
  },
  {
    id: "drawn-by-host",
    stage: "join",
    does: "join",
    principle: "one control, several boxes",
    reason: "Its component paints it larger.",
    page: "one_mark_each",
    when: isWhole,
    apply: (found) => growToHosts(found),
  },
  {
    id: "cells-of-grid",
    stage: "budget",
    does: "drop",
    principle: "budget",
    reason: "Its grid has one mark, and names its cells by row and column.",
    page: "rows_and_trees",
    when: isInteractive,
    apply: (found) => withoutCells(found),
  },
  {
    id: "cells-of-lattice",
    stage: "budget",
    does: "drop",
    principle: "budget",
    reason: "Its lattice has one mark, and names its cells by row and column.",
    page: "rows_and_trees",
    when: isInteractive,
    apply: (found) => withoutLattices(found),
  },
  {
    id: "words-said-twice",
    stage: "budget",
    does: "drop",
    principle: "budget",
    reason: "Another mark has the same text.",
    page: "items_with_words",
    when: ({ options }) => options.target === "all_visible",
    apply: (found, { walk }) => withoutRepeats(found, area(walk.view)),
  },
];

/**
 * What was decided about each element in an observation; it is recorded only on request.
 * @typedef {Map<Element, string[]>} Story
 */

const EVIDENCE = /** @type {[number, string][]} */ ([
  [CONTROL, "is a control"],
  [LISTENER, "has a listener"],
  [CURSOR, "has a pointer cursor"],
]);
/**
 * Records for every candidate the evidence found for it, and whether the hit tests reached it.
 * @param {Story} story @param {WalkResult} walk @param {Item[]} found
 */
export const tellSeen = (story, walk, found) => {
  const seen = new Set(found);
  for (const item of walk.items) {
    const evidence = EVIDENCE.flatMap(([kind, words]) => (item.kind & kind ? [words] : []));
    addTo(story, item.el, `collect: ${evidence.join(", ") || "has text"}`);
    if (!seen.has(item)) addTo(story, item.el, "see: drop: covered, or the hit test misses it");
  }
};
/**
 * Records which elements a stage dropped, added or merged.
 * @param {Story} story @param {StageRule} rule @param {Item[]} before @param {Item[]} after
 */
export const tellStage = (story, rule, before, after) => {
  const [was, is] = [new Set(before), new Set(after)];
  const by = new Map(reduceRules.map((each) => [each.id, each]));
  for (const item of before) {
    if (is.has(item)) continue;
    const { id, does, reason } = by.get(item.because ?? "") ?? rule;
    addTo(story, item.el, `${rule.stage}: ${does}: ${reason} [${id}]`);
  }
  for (const item of after)
    if (!was.has(item)) addTo(story, item.el, `${rule.stage}: ${rule.does}: ${rule.reason} [${rule.id}]`);
};
