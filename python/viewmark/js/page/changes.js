// Detects whether this document changed, using one mutation observer for all its trees and one number, the revision.
//
// Cached values of a document are stored as (revision, value). The revision remains the same while three signals agree
// that nothing changed; any doubt starts a new revision:
//
// - Mutation records: no tree had a mutation. The first mutation ends the observation, so a busy page pays only once.
// - State that changes without a record: scroll offsets, field values and checkedness, focus, style sheets, running
//   animations, facts of the document, and the boxes of the marked elements.
// - The browser's counts of style recalculations and layouts, which the driver compares (`browser/freshness.py`):
//   rules, fonts, images, media queries, closed trees. Pending recalculations are counted once layout is forced, which
//   `isStill` does.
import { documentFacts } from "./document_facts.js";
import { attr, idOf, is, read, rect, viewport } from "./dom.js";
import { safely } from "./faults.js";
import { activeIn, queryCss, queryFirst, tagged } from "./native.js";
import { isSame, watch } from "./observer.js";
import { roleOf } from "./roles.js";
import { isFilled, isSecret } from "./secrets.js";
import { allTrees } from "./standing.js";
import { rulesOf, sheetsOf } from "./style_sheets.js";

const FIELDS = "input,select,textarea,meter,progress";
/**
 * Maximum numbers of fields, scroll containers, trees and boxes that are checked for changes. Above them, checking
 * takes too long, and no revision is kept.
 */
const MOST = { fields: 400, scrollers: 200, trees: 400, boxes: 64 };
// Selector for elements that move without an animation that scripts can see, or embed a document that may come and go.
const RESTLESS = "marquee,animate,animateMotion,animateTransform,set,embed,object,fencedframe,portal";
const BOTH = `${FIELDS},${RESTLESS}`;
const TAGS = BOTH.split(",");
const AREAS = 20;
/**
 * Returns the state of style sheets and the window that can change without a mutation record.
 * @param {Root[]} trees
 */
export const silentPrint = (trees) => {
  const parts = [scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio];
  for (const sheet of trees.flatMap(sheetsOf)) parts.push(rulesOf(sheet), sheet.disabled ? 1 : 0);
  return parts.join();
};
const inDocument = Document.prototype.getAnimations;
const inShadow = ShadowRoot.prototype.getAnimations;
/**
 * Returns the animations that are running in these trees. A document's own list does not include those of shadow trees.
 * @param {Root[]} trees
 */
export const runningAnimations = (trees) =>
  trees.flatMap((tree) =>
    (tree instanceof ShadowRoot ? inShadow.call(tree) : inDocument.call(document)).filter(
      (each) => each.playState === "running" || each.pending,
    ),
  );
/**
 * Returns where areas are scrolled to, each as [id, role, name, left, top].
 * @param {Element[]} scrollers @returns {[number, string, string, number, number][]}
 */
export const scrolled = (scrollers) =>
  scrollers
    .slice(0, AREAS)
    .map((el) => /** @type {const} */ ([el, Math.round(read.scrollLeft.call(el)), Math.round(read.scrollTop.call(el))]))
    .map(([el, left, top]) => [idOf(el), safely(() => roleOf(el), ""), attr(el, "aria-label") ?? "", left, top]);
/** Returns the state of a field that can change without a mutation record. @param {any} el */
const fieldSignals = (el) => {
  // A result only tells whether a secret field is filled, so only that is stored, and not the value.
  const value = isSecret(el) ? isFilled(el) : el.value;
  const own = [value, el.type, el.checked, el.indeterminate, el.disabled, el.readOnly, el.files?.length];
  const isWrong = is(el, ":user-invalid");
  own.push(isWrong, isWrong ? el.validationMessage : "");
  if (el.options)
    own.push(el.selectedIndex, el.options.length, ...Array.from(el.selectedOptions, (each) => each.index));
  return own;
};
/**
 * Returns the state that can change without a mutation record, as a list that is compared item by item.
 * @param {Root[]} trees @param {Element[]} fields @param {Element[]} scrollers
 */
const silent = (trees, fields, scrollers) => {
  /** @type {any[]} */
  const signals = [silentPrint(trees), JSON.stringify(documentFacts()), document.hasFocus(), window.length];
  const { offsetLeft, offsetTop, width, height } = viewport();
  signals.push(offsetLeft, offsetTop, width, height);
  for (const el of scrollers) signals.push(read.scrollTop.call(el), read.scrollLeft.call(el));
  for (const tree of trees) signals.push(activeIn(tree));
  for (const el of fields) signals.push(...fieldSignals(el));
  return signals;
};

/**
 * The state of the document when the revision began.
 * @typedef {{
 *   changes: number, trees: Root[], signals: any[], fields: Element[], scrollers: Element[],
 *   boxes: [Element, Box][], all: Root[] | null,
 * }} State
 */
/** @type {State | null} */
let state = null;
let revision = 0;
export const endRevision = () => {
  state = null;
};
/**
 * Whether no mutation occurred and no box moved since the revision began. Other signals of a change are compared
 * separately.
 * @param {State} was
 */
const isUnmoved = (was) =>
  isSame(was.changes) &&
  was.boxes.every(([el, box]) => {
    const now = rect(el);
    return now.left === box[0] && now.top === box[1] && now.right === box[2] && now.bottom === box[3];
  });
/** @param {any[]} one @param {any[]} other */
const areEqual = (one, other) => one.length === other.length && one.every((signal, i) => signal === other[i]);

/**
 * Starts a revision for the current state of the document, or continues the previous one if nothing has changed.
 * Returns its number; 0 if no revision is kept.
 * @param {Pick<WalkResult, "roots" | "scrollers"> & { items: { el: Element, box: Box }[] }} walk
 */
export const beginRevision = (walk) => {
  const trees = [document, ...walk.roots];
  const { scrollers } = walk;
  const fields = trees.flatMap((tree) => [...(tree === document ? TAGS.flatMap(tagged) : queryCss(tree, BOTH))]);
  const isMuch = trees.length > MOST.trees || scrollers.length > MOST.scrollers || fields.length > MOST.fields;
  if (isMuch || fields.some((el) => is(el, RESTLESS))) {
    endRevision();
    return 0;
  }
  const signals = silent(trees, fields, scrollers);
  if (state && isUnmoved(state) && areEqual(silent(state.trees, state.fields, state.scrollers), state.signals)) {
    extend(state, trees, fields, scrollers);
    return revision;
  }
  const boxes = walk.items.slice(0, MOST.boxes).map(({ el, box }) => /** @type {[Element, Box]} */ ([el, box]));
  state = { changes: watch(trees), trees, signals, fields, scrollers, boxes, all: null };
  return (revision += 1);
};

/**
 * Adds to a revision the trees, fields and scroll containers that another result of the same revision depends on.
 * @param {State} mine @param {Root[]} trees @param {Element[]} fields @param {Element[]} scrollers
 */
const extend = (mine, trees, fields, scrollers) => {
  const size = mine.trees.length + mine.fields.length + mine.scrollers.length;
  mine.trees = [...new Set([...mine.trees, ...trees])];
  mine.fields = [...new Set([...mine.fields, ...fields])];
  mine.scrollers = [...new Set([...mine.scrollers, ...scrollers])];
  if (mine.trees.length + mine.fields.length + mine.scrollers.length === size) return;
  watch(mine.trees);
  mine.signals = silent(mine.trees, mine.fields, mine.scrollers);
};

/**
 * Confirms a revision once the texts of an observation have been read. Returns undefined if the document has changed
 * meanwhile.
 * @param {number} begun
 */
export const holdRevision = (begun) => {
  const mine = state;
  if (!mine || revision !== begun) return undefined;
  const all = allTrees();
  const known = new Set(mine.trees);
  const others = all.filter((tree) => !known.has(tree));
  const isRestless = all.length > MOST.trees || others.some((tree) => queryFirst(tree, RESTLESS) !== null);
  if (isRestless || !isSame(mine.changes)) {
    endRevision();
    return undefined;
  }
  watch(all);
  mine.all = [...all];
  return revision;
};

/** Whether the given revision is still valid, as far as scripts can determine. @param {number} before */
export const isStill = (before) => {
  const mine = state;
  if (!mine || !mine.all || revision !== before) return false;
  // Reading a box forces pending recalculations of style and layout, so that the browser counts them.
  const root = read.root.call(document);
  if (root) rect(root);
  const isQuiet = isUnmoved(mine) && runningAnimations(mine.all).length === 0;
  if (isQuiet && areEqual(silent(mine.trees, mine.fields, mine.scrollers), mine.signals)) return true;
  endRevision();
  return false;
};
