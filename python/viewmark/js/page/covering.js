// Checks whether this document shows secret content. It runs with every screenshot, so it must be fast.
import { shiftsSince } from "./describe.js";
import { documentFacts } from "./document_facts.js";
import { idOf, isElement, rect, rects, rootOf } from "./dom.js";
import { aside, attribute, matches, queryCss, styleOf, textContent } from "./native.js";
import { hearMutations, isSame, watch } from "./observer.js";
import { reflectionsOf, spreadOf } from "./painted_elsewhere.js";
import { secretBoxes } from "./secret_copies.js";
import { isFilled, isSecret } from "./secrets.js";
import { allTrees, mayHost } from "./standing.js";
import { runningTransition, transitionEnd } from "./view_transitions.js";

const FIELDS = "input,textarea,select";
const DOTTED = "[contenteditable],[role=textbox],[style*=text-security]";
const FRAMES = "iframe,frame";
const MOST_HOSTS = 20_000;
const NODES = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT;
const { get: numberOf } = /** @type {any} */ (Object.getOwnPropertyDescriptor(XPathResult.prototype, "numberValue"));
const { get: doctypeOf } = /** @type {any} */ (Object.getOwnPropertyDescriptor(Document.prototype, "doctype"));

/** @param {Element} el */
const isLaidOut = (el) => styleOf(el).visibility === "visible" && rects(el).length > 0;

/**
 * Returns the elements in these trees that have secret content: filled fields, and text that is displayed as dots.
 * @param {Root[]} trees @returns {Element[]}
 */
export const secretContent = (trees) => {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const tree of trees) {
    for (const el of queryCss(tree, FIELDS)) {
      // A password field is noted even while it is empty, because it stays secret if the page changes its type later.
      if (el.type === "password") isSecret(el);
      if (isFilled(el) && isSecret(el) && isLaidOut(el)) found.add(el);
    }
    for (const el of queryCss(tree, DOTTED)) {
      if (matches(el, FIELDS)) continue;
      if (styleOf(el).isMasked && textContent(el) !== "" && isLaidOut(el)) found.add(el);
    }
  }
  for (const el of secretBoxes()) if (!matches(el, DOTTED) && isLaidOut(el)) found.add(el);
  return [...found];
};

/**
 * Whether an element may be painted in the viewport, directly or by its shadow, filter or reflection.
 * @param {Element} el
 */
const isNear = (el) => {
  const { left, top, right, bottom } = rect(el);
  const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return isInView || spreadOf(el) > 0 || reflectionsOf(el).length > 0;
};

/** Counts the elements and texts of a shadow tree. @param {Root} tree */
const nodesIn = (tree) => {
  const walker = Document.prototype.createTreeWalker.call(document, tree, NODES);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
};
/**
 * Returns the number of elements, texts and comments that these scripts can reach, counted as the browser's DOM search
 * does.
 */
export const nodeCount = () =>
  aside(() => {
    const [, ...shadows] = allTrees();
    const all = Document.prototype.evaluate.call(document, "count(//node())", document, null, XPathResult.NUMBER_TYPE);
    const inShadows = shadows.reduce((sum, tree) => sum + nodesIn(tree), 0);
    return numberOf.call(all) - (doctypeOf.call(document) ? 1 : 0) + inShadows;
  });

/**
 * Returns the ids of the elements that may have a closed shadow root which is not known yet.
 * @returns {number[]}
 */
export const possibleHosts = () => {
  /** @type {number[]} */
  const hosts = [];
  for (const tree of aside(() => allTrees())) {
    for (const el of queryCss(tree, "*")) {
      if (mayHost(el) && !rootOf(el) && hosts.length < MOST_HOSTS) hosts.push(idOf(el));
    }
  }
  return hosts;
};

/**
 * The last result of `haveSecretFields`, and the mutation counter when it was computed.
 * @type {{ trees: Root[], changes: number, answer: boolean } | null}
 */
let judged = null;
/**
 * Whether these trees have a secret field, filled or not. Only a mutation can change this, so the result is kept until
 * the next one.
 * @param {Root[]} trees
 */
const haveSecretFields = (trees) => {
  const known = judged?.trees.length === trees.length && trees.every((tree, i) => tree === judged?.trees[i]) && judged;
  if (known && isSame(known.changes)) return known.answer;
  const changes = watch(trees);
  const answer = trees.some((tree) =>
    [...queryCss(tree, FIELDS)].some(
      // The width of a `new-password` field affects whether the field is secret, and may change without a mutation.
      (el) => el.type !== "hidden" && ((attribute(el, "autocomplete") ?? "").includes("new-password") || isSecret(el)),
    ),
  );
  judged = { trees, changes, answer };
  return answer;
};
/**
 * Whether these trees contain secret content, or fields whose content can appear without a mutation record, by a value,
 * a style sheet or an animation. If not, secret content can appear only after a mutation.
 * @param {Root[]} trees
 */
const holdsSecrets = (trees) => {
  if (haveSecretFields(trees)) return true;
  for (const tree of trees) {
    for (const el of queryCss(tree, `${FIELDS},${DOTTED}`)) if (styleOf(el).isMasked) return true;
  }
  return secretBoxes().size > 0;
};

const WATCH_LIMIT = 3000; // ms; secrets count as shown if the second check comes later than this
/**
 * Starts watching whether secret content is shown at any moment between the two checks around a screenshot, for example
 * in fields that are added and removed, or filled and emptied. The trees are checked after each mutation and, if the
 * document contains secrets, before each frame. Frames are requested only then, because each request delays the
 * screenshot by one.
 * @param {Root[]} trees
 */
const watchBetween = (trees) => {
  /**
   * What triggers a check: only mutation records, also every frame, or nothing once the watch has ended.
   * @type {"records" | "frames" | "nothing"}
   */
  let source = "records";
  let wasShown = false;
  const end = performance.now() + WATCH_LIMIT;
  const seeSecrets = () => aside(() => secretContent(trees).some(isNear));
  const followFrames = () => {
    if (source !== "records" || !holdsSecrets(trees)) return;
    source = "frames";
    requestAnimationFrame(each);
  };
  /**
   * Handles mutation records: notes whether secret content was removed or is shown now.
   * @param {MutationRecord[]} records
   */
  const judge = (records) => {
    for (const { removedNodes } of records) {
      for (const node of removedNodes) wasShown ||= isElement(node) && holdsSecret(node);
    }
    aside(followFrames);
    wasShown ||= source === "frames" && seeSecrets();
  };
  const needs = { childList: true, subtree: true, attributes: true, characterData: true };
  const stop = hearMutations({ trees: new Set(trees), needs, hear: judge });
  const each = () => {
    // After a timeout, what the page showed meanwhile is unknown, so secret content counts as shown.
    wasShown ||= performance.now() > end || (source === "frames" && seeSecrets());
    if (source === "nothing" || wasShown) return void stop();
    requestAnimationFrame(each);
  };
  followFrames();
  return () => {
    stop();
    source = "nothing";
    return wasShown || performance.now() > end;
  };
};
/** Whether a removed element is a filled secret field or contains one. @param {Element} el */
const holdsSecret = (el) => {
  const fields = [...(matches(el, FIELDS) ? [el] : []), ...queryCss(el, FIELDS)];
  return fields.some((field) => field.type !== "hidden" && isFilled(field) && isSecret(field));
};
/**
 * Ends the watch that the first of the two checks around a screenshot began, and returns whether secrets were shown.
 * Null if no watch is running.
 * @type {(() => boolean) | null}
 */
let between = null;

/**
 * Runs one of the two checks around a screenshot; `isAgain` marks the second. Result: `secrets`, whether secret content
 * is in view; `frames`, the number of frame elements; `nodes`, the result of `nodeCount`. The first check of a main
 * document adds its `facts`. The second adds `since`: the elements that moved since the newest observation.
 * @param {boolean} isAgain @param {boolean} [isMain]
 * @returns {Promise<{ secrets: boolean; frames: number; nodes?: number; facts?: object; since?: object }>}
 */
export const showsSecrets = async (isAgain, isMain) => {
  const wait = isAgain ? null : transitionEnd();
  if (wait) await wait;
  return aside(() => {
    const trees = allTrees();
    const wasShown = between !== null && between();
    between = isAgain ? null : watchBetween(trees);
    const content = secretContent(trees);
    // The compositor may show an animated element somewhere other than its layout box.
    const isAnimated = content.length > 0 && Document.prototype.getAnimations.call(document).length > 0;
    return {
      secrets: isAnimated || content.some(isNear) || (isAgain && wasShown),
      frames: trees.reduce((sum, tree) => sum + queryCss(tree, FRAMES).length, 0),
      nodes: nodeCount(),
      facts: isMain && !isAgain ? documentFacts() : undefined,
      since: isAgain ? shiftsSince() : undefined,
      isTransitioning: !isAgain && runningTransition() !== null,
    };
  });
};
