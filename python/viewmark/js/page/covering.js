// Checks whether this document shows anything secret: runs with every picture, so it is quick.
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
 * Elements of these trees with secret content: filled fields, and text that is shown as dots.
 * @param {Root[]} trees @returns {Element[]}
 */
export const secretContent = (trees) => {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const tree of trees) {
    for (const el of queryCss(tree, FIELDS)) {
      // Also where nothing is in it yet: a field that was a password once stays secret.
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

/** Whether it is painted in view, or may be. @param {Element} el */
const isNear = (el) => {
  const { left, top, right, bottom } = rect(el);
  const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  return isInView || spreadOf(el) > 0 || reflectionsOf(el).length > 0;
};

/** Elements and texts of a shadow tree. @param {Root} tree */
const nodesIn = (tree) => {
  const walker = Document.prototype.createTreeWalker.call(document, tree, NODES);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
};
/** Elements, texts and comments that these scripts reach, as the browser's search counts them. */
export const nodeCount = () =>
  aside(() => {
    const [, ...shadows] = allTrees();
    const all = Document.prototype.evaluate.call(document, "count(//node())", document, null, XPathResult.NUMBER_TYPE);
    const inShadows = shadows.reduce((sum, tree) => sum + nodesIn(tree), 0);
    return numberOf.call(all) - (doctypeOf.call(document) ? 1 : 0) + inShadows;
  });

/** All elements that may have a shadow root which is not known. @returns {number[]} */
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

/** What `haveSecretFields` found last, and the number of the mutations until then. @type {{ trees: Root[], changes: number, answer: boolean } | null} */
let judged = null;
/**
 * Whether these trees have a secret field, filled or not: by what only mutations change, so it is asked after them alone.
 * @param {Root[]} trees
 */
const haveSecretFields = (trees) => {
  const known = judged?.trees.length === trees.length && trees.every((tree, i) => tree === judged?.trees[i]) && judged;
  if (known && isSame(known.changes)) return known.answer;
  const changes = watch(trees);
  const answer = trees.some((tree) =>
    [...queryCss(tree, FIELDS)].some(
      // Of a new password it depends on how wide it is.
      (el) => el.type !== "hidden" && ((attribute(el, "autocomplete") ?? "").includes("new-password") || isSecret(el)),
    ),
  );
  judged = { trees, changes, answer };
  return answer;
};
/**
 * Whether something secret is there, shown or not, or may become so without a record: then it can come into view
 * by a value, a style sheet or an animation alone. Where nothing is, a field must come or be changed first.
 * @param {Root[]} trees
 */
const holdsSecrets = (trees) => {
  if (haveSecretFields(trees)) return true;
  for (const tree of trees) {
    for (const el of queryCss(tree, `${FIELDS},${DOTTED}`)) if (styleOf(el).isMasked) return true;
  }
  return secretBoxes().size > 0;
};

const WATCH_LIMIT = 3000; // ms
/**
 * Whether anything secret was shown at any moment from now on: fields that come and go, or are filled and emptied
 * between the two questions around a picture. Asked after each change, of what was taken out, and where the document
 * holds secrets before each frame: whoever asks for frames makes the picture wait for one more.
 * @param {Root[]} trees
 */
const watchBetween = (trees) => {
  /** What wakes it: records alone, or every frame besides. @type {"records" | "frames" | "nothing"} */
  let source = "records";
  let wasShown = false;
  const end = performance.now() + WATCH_LIMIT;
  const seeSecrets = () => aside(() => secretContent(trees).some(isNear));
  const followFrames = () => {
    if (source !== "records" || !holdsSecrets(trees)) return;
    source = "frames";
    requestAnimationFrame(each);
  };
  /** @param {MutationRecord[]} records */
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
    // Nobody knows what is shown after the last look.
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
/** Whether what was taken out of the page is or has a filled secret field. @param {Element} el */
const holdsSecret = (el) => {
  const fields = [...(matches(el, FIELDS) ? [el] : []), ...queryCss(el, FIELDS)];
  return fields.some((field) => field.type !== "hidden" && isFilled(field) && isSecret(field));
};
/** Ends the watch that the first of two questions began. @type {(() => boolean) | null} */
let between = null;

/**
 * `secrets`: whether something secret is in view; `frames`: how many frames hang in it;
 * `nodes`: what `nodeCount` says. `isAgain`: right after a picture.
 * What else is asked in these moments comes along: the `facts` of a main document beside its
 * picture, and after one in `since` who moved since the newest look.
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
    // The compositor may show an animated element elsewhere than the layout says.
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
