// Waits until the page is at rest: nothing changes, fonts and visible images are loaded, animations that end have
// ended, and the document is loaded. The caller's timeout limits the wait.
import { runningAnimations } from "../page/changes.js";
import { getterOf, parent, read, rect } from "../page/dom.js";
import { computed, forget, queryCss, queryFirst } from "../page/native.js";
import { hearMutations } from "../page/observer.js";
import { allTrees } from "../page/standing.js";
import { frame, hasTimers } from "./reporting.js";

const elementFromPoint = Document.prototype.elementFromPoint;
/** @param {number} x @param {number} y */
const elementAt = (x, y) => elementFromPoint.call(document, x, y);
const complete = getterOf(HTMLImageElement.prototype, "complete");
const fonts = getterOf(Document.prototype, "fonts");
const QUIET = { frames: 2, ms: 60 };
const LONGEST = 1000; // ms; longer animations are not waited for
const BRIEF = 5000; // ms; longer animations are not reported
const LOADING = 5000; // ms after the start of a document during which its loading is waited for
const SMALL = 0.02; // maximum size of a small element, as a share of the viewport
const OFTEN = 5; // number of changes in one wait above which a target counts as restless
/**
 * Time until a popup opens, ms. Menus wait to see whether the pointer stays, and maps on a canvas wait for a second
 * press.
 */
const OPENING = 400;
const OPENER = "canvas:hover,[aria-haspopup]:hover:not([aria-haspopup=false],[aria-expanded=true])";
const VEILED = 300; // ms until content that has its place must start to be painted, as in a fade-in
const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9]; // sample points, as shares of the viewport
const COLOR = /color|fill|stroke|shadow|outline/;
/** Elements that kept changing during a whole wait, such as tickers. Later calls do not wait for them. */
const restless = new WeakSet();

/** @param {Element} el */
const isInView = (el) => {
  const { left, top, right, bottom } = rect(el);
  return right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
};
/** Returns the images in view that are still loading. @param {Root[]} trees */
const pendingImages = (trees) =>
  trees
    .flatMap((tree) => [...queryCss(tree, "img")])
    .filter((el) => el instanceof HTMLImageElement && !complete.call(el) && !restless.has(el) && isInView(el));

/** Returns the time until an animation ends, ms; Infinity for endless ones. @param {Animation} animation */
const remaining = (animation) => {
  const { effect, timeline, playbackRate, currentTime } = animation;
  const end = effect?.getComputedTiming().endTime;
  if (!(timeline instanceof DocumentTimeline) || typeof end !== "number" || playbackRate === 0) return Infinity;
  const now = typeof currentTime === "number" ? currentTime : 0;
  return (playbackRate > 0 ? end - now : now) / Math.abs(playbackRate);
};
/** @param {Element} el */
const isSmall = (el) => rect(el).width * rect(el).height <= SMALL * innerWidth * innerHeight;
/**
 * Whether an animation only decorates, such as the fading colour of a pressed button or a ripple. It is not waited for.
 * @param {Animation} animation
 */
const isDecoration = (animation) => {
  const { effect } = animation;
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  if (!target) return true;
  if (!isSmall(target)) return false;
  const isFading = animation instanceof CSSTransition && COLOR.test(animation.transitionProperty);
  return isFading || (effect instanceof KeyframeEffect && effect.pseudoElement !== null);
};

/**
 * Returns the boxes of large elements in view that are fully transparent, such as content that has not faded in yet.
 */
const veiledBoxes = () => {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const x of ACROSS)
    for (const y of ACROSS)
      for (let up = elementAt(x * innerWidth, y * innerHeight); up; up = parent(up))
        if (computed(up).opacity === "0" && !isSmall(up) && !restless.has(up)) found.add(up);
  return [...found];
};

/**
 * Starts observing changes in trees. The result tells when the last change was, and which targets change often.
 * @param {Root[]} trees
 */
const changeMeter = (trees) => {
  /** @type {Map<EventTarget, number>} */
  const counts = new Map();
  const note = (/** @type {EventTarget} */ target) => {
    if (restless.has(target)) return;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    meter.changed = performance.now();
    meter.frames = 0;
  };
  const hear = (/** @type {MutationRecord[]} */ records) => records.forEach((each) => note(each.target));
  const onScroll = (/** @type {Event} */ event) => note(event.target ?? window);
  const unhear = hearMutations({
    trees: new Set(trees),
    needs: { subtree: true, childList: true, attributes: true, characterData: true },
    hear,
  });
  addEventListener("scroll", onScroll, { capture: true, passive: true });
  const meter = {
    changed: performance.now(),
    frames: 0,
    isUntouched: () => counts.size === 0,
    isQuiet: () => meter.frames >= QUIET.frames && performance.now() - meter.changed >= QUIET.ms,
    often: () => [...counts.keys()].filter((target) => (counts.get(target) ?? 0) >= OFTEN),
    end: () => {
      unhear();
      removeEventListener("scroll", onScroll, { capture: true });
    },
  };
  return meter;
};

/**
 * Waits until the document is at rest, but for at most `limit` ms, and returns what was still going on then. Waits for
 * at least `response` ms, in which the page may begin to react to an action, and for up to `opening` ms for its first
 * change.
 * @param {number} limit @param {number} [response] @param {number} [opening]
 */
export const settle = async (limit, response = 0, opening = 0) => {
  forget();
  const start = performance.now();
  const trees = [...allTrees()];
  const meter = changeMeter(trees);
  /** @type {Element[]} */
  let waited = [];
  for (;;) {
    // Work that waits for an animation frame is done only when a frame is drawn. Hidden tabs draw none, so for them
    // every wait counts as one.
    if (!hasTimers() || (await frame()) || read.visibility.call(document) === "hidden") meter.frames += 1;
    const images = pendingImages(trees);
    const going = runningAnimations(trees)
      .filter((each) => !isDecoration(each))
      .map(remaining);
    const isLoading = read.readyState.call(document) !== "complete" && performance.now() < LOADING;
    const state = {
      fonts: fonts.call(document).status !== "loading",
      images: images.length,
      layout: meter.isQuiet() || !hasTimers(),
      transitions: going.filter((ms) => ms <= BRIEF).length,
      loaded: !isLoading,
      scripted: document.scripts.length > 0,
    };
    const ms = performance.now() - start;
    const hasOpener = () => response > 0 && ms < OPENING && trees.some((tree) => queryFirst(tree, OPENER));
    const isOpening = meter.isUntouched() && (ms < opening || hasOpener());
    const isAtRest =
      state.fonts &&
      state.layout &&
      !isLoading &&
      !isOpening &&
      !state.images &&
      !going.some((left) => left <= LONGEST);
    if (!hasTimers() || (isAtRest && ms >= response) || ms >= limit) {
      const veiled = isAtRest && hasTimers() && ms < Math.min(limit, response + VEILED) ? veiledBoxes() : [];
      if (veiled.length > 0) {
        waited = veiled;
        continue;
      }
      for (const each of waited) if (computed(each).opacity === "0") restless.add(each);
      if (ms >= LONGEST) for (const each of [...images, ...meter.often()]) restless.add(each);
      meter.end();
      return { ...state, settled: isAtRest, ms };
    }
  }
};

/**
 * Waits until the document is parsed, but for at most `limit` ms. Returns whether it is parsed.
 * @param {number} limit
 */
export const parsed = async (limit) => {
  const start = performance.now();
  const isLoading = () => read.readyState.call(document) === "loading";
  while (isLoading() && performance.now() - start < limit) await frame();
  return !isLoading();
};
