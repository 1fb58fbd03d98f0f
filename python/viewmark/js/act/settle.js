// Waits until the page rests: fonts, images in view, animations that end soon, and a layout that
// stays the same. Bounded by the caller's limit.
//
// A watch that begins with an action's input, before a picture is asked for, tells afterwards
// whether that picture is still true; the frames in between count as quiet ones then.
import { runningAnimations, silentPrint } from "../page/changes.js";
import { getterOf, hit, idOf, read, rect } from "../page/dom.js";
import { queryCss } from "../page/native.js";
import { isSame, watch } from "../page/observer.js";
import { allTrees } from "../page/standing.js";
import { frame } from "./reporting.js";

/**
 * A watch for anything that happens in the document (act/settle.js).
 * @typedef {object} EventWatch
 * @property {boolean} isOver
 * @property {Root[]} trees
 * @property {string} print
 * @property {number} changes  The number of `watch`.
 * @property {PerformanceObserver} files
 * @property {() => void} end
 */
const EFFECTS = "scroll,input,change,toggle,reset,submit,invalid,fullscreenchange,hashchange,popstate".split(",");
const SIGNALS = [
  ...EFFECTS,
  ..."resize,beforeinput,load,error,focusin,focusout,keydown,keyup,wheel,drop,dragover".split(","),
  ..."pointerdown,pointerup,pointermove,pointerover,play,pause,seeked,loadeddata".split(","),
];
const PIXELS = "canvas,video,embed,object,marquee";
const LIFE = 30000; // ms after which nobody will ask any more
const paused = getterOf(HTMLMediaElement.prototype, "paused");
const complete = getterOf(HTMLImageElement.prototype, "complete");
const fonts = getterOf(Document.prototype, "fonts");
const UNSEEN = new Set(["fetch", "xmlhttprequest", "beacon", "ping", "script"]);
const QUIET_FRAMES = 3;
const LONGEST = 1000; // ms; what runs on for longer is not waited for
const RESPONSE = 100; // ms within which people expect that something happens, and pages see to it
const SMALL = 0.02; // of the viewport
const COLOR = /color|fill|stroke|shadow|outline/;

/** @param {Element} el */
const isInView = (el) => {
  const { left, top, right, bottom } = rect(el);
  return right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
};
const areFontsLoading = () => fonts.call(document).status === "loading";
/** Images in view that still load. @param {Root[]} trees */
const pendingImages = (trees) => {
  const isPending = (/** @type {Element} */ el) => el instanceof HTMLImageElement && !complete.call(el) && isInView(el);
  return trees.flatMap((tree) => [...queryCss(tree, "img")].filter(isPending));
};
/** What in view paints without a signal: its tag, or an empty text. @param {Root[]} trees */
const painter = (trees) => {
  for (const tree of trees) {
    for (const el of queryCss(tree, PIXELS)) {
      if (el instanceof HTMLMediaElement && paused.call(el)) continue;
      if (isInView(el)) return read.localName.call(el);
    }
  }
  return "";
};

/** Files that came and may be shown, such as images of style sheets. @param {any[]} entries */
const areShown = (entries) => entries.some((each) => !UNSEEN.has(each.initiatorType));
/**
 * Begins to watch. What is a signal beside mutations, files and fonts: for a picture not that
 * something animates (`still`); and for what an input does not the input itself (`effects`).
 * @param {"still" | "effects"} signals @returns {EventWatch}
 */
const begin = (signals) => {
  const trees = allTrees();
  const stop = () => mine.end();
  const how = { capture: true, passive: true };
  const files = new PerformanceObserver((list) => areShown(list.getEntries()) && stop());
  files.observe({ type: "resource" });
  const ends = [() => files.disconnect()];
  /** @param {EventTarget} target @param {string[]} names */
  const hear = (target, names) => {
    for (const name of names) target.addEventListener(name, stop, how);
    ends.push(() => names.forEach((name) => target.removeEventListener(name, stop, how)));
  };
  hear(window, signals === "still" ? SIGNALS : EFFECTS);
  if (signals !== "effects") hear(document, ["selectionchange", "visibilitychange"]);
  hear(fonts.call(document), ["loading", "loadingdone"]);
  if (visualViewport) hear(visualViewport, ["scroll", "resize"]);
  const timer = setTimeout(stop, LIFE);
  ends.push(() => clearTimeout(timer));
  /** @type {EventWatch} */
  const mine = {
    isOver: false,
    trees: [...trees],
    print: silentPrint(trees),
    changes: watch(trees),
    files,
    end() {
      mine.isOver = true;
      for (const each of ends.splice(0)) each();
    },
  };
  return mine;
};
/** Whether a watch saw something, or what has no signal changed. @param {EventWatch} watch */
const hasChanged = (watch) => {
  if (!watch.isOver && (!isSame(watch.changes) || areShown(watch.files.takeRecords()))) watch.end();
  return watch.isOver || silentPrint(watch.trees) !== watch.print;
};

const GRID = [0.1, 0.3, 0.5, 0.7, 0.9];
/** A print of the layout: what lies at 25 points and where, and the size of the document. */
const print = () => {
  const root = read.root.call(document);
  const parts = root ? [root.scrollHeight, root.scrollWidth, scrollX, scrollY] : [];
  for (const y of GRID) {
    for (const x of GRID) {
      const el = hit(innerWidth * x, innerHeight * y);
      if (!el) continue;
      const box = rect(el);
      parts.push(idOf(el), Math.round(box.left * 2), Math.round(box.top * 2), box.width);
    }
  }
  return parts.join(",");
};

/** ms until an animation is over; Infinity for those without an end. @param {Animation} animation */
const remaining = (animation) => {
  const { effect, timeline, playbackRate, currentTime } = animation;
  const end = effect?.getComputedTiming().endTime;
  if (!(timeline instanceof DocumentTimeline) || typeof end !== "number" || playbackRate === 0) return Infinity;
  const now = typeof currentTime === "number" ? currentTime : 0;
  return (playbackRate > 0 ? end - now : now) / Math.abs(playbackRate);
};
/**
 * Whether it is decoration: the colour of a pressed button that fades, a ripple in it.
 * @param {Animation} animation
 */
const isDecoration = (animation) => {
  const { effect } = animation;
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  if (!target) return true;
  const { width, height } = rect(target);
  if (width * height > SMALL * innerWidth * innerHeight) return false;
  const isFading = animation instanceof CSSTransition && COLOR.test(animation.transitionProperty);
  return isFading || (effect instanceof KeyframeEffect && effect.pseudoElement !== null);
};
/** Whether something animates that a picture should wait for. @param {Root[]} trees */
const isEnding = (trees) => runningAnimations(trees).some((each) => remaining(each) <= LONGEST && !isDecoration(each));

/** Counts the frames since the layout changed last. @param {Root[]} trees */
const samplerOf = (trees) => {
  let last = print();
  /** @type {Promise<void> | null} */
  let pending = null;
  const sample = async () => {
    await frame();
    pending = null;
    const now = print();
    const isSame = now === last && !isEnding(trees);
    sampler.quiet = isSame ? sampler.quiet + 1 : 0;
    sampler.hasMoved ||= !isSame;
    last = now;
  };
  const sampler = { quiet: 0, hasMoved: false, next: () => (pending ??= sample()) };
  return sampler;
};

/**
 * @typedef {{
 *   number: number, at: number, input: EventWatch | null, watch: EventWatch,
 *   sampler: ReturnType<typeof samplerOf>,
 * }} Effect
 */
/** @type {Effect | null} */
let effect = null;
/** What happened since before an input. @type {EventWatch | null} */
let input = null;
let number = 0;
const drop = () => {
  effect?.watch.end();
  effect?.input?.end();
  effect = null;
};

/** Begins to watch what the input to come does. */
export const watchInput = () => {
  drop();
  input?.end();
  input = begin("effects");
};

/**
 * Begins to watch, when what animates to an end has ended, at most `limit` ms later; names the
 * watch. `isAfterInput`: what `watchInput` was told of has just been sent.
 * @param {number} limit @param {boolean} isAfterInput @returns {Promise<number>}
 */
export const watchEffect = async (limit, isAfterInput) => {
  drop();
  const at = performance.now();
  while (isEnding(allTrees()) && performance.now() - at < limit) await frame();
  const watch = begin("still");
  /** @type {Effect} */
  const mine = { number: (number += 1), at, input: null, watch, sampler: samplerOf(watch.trees) };
  if (isAfterInput) mine.input = input;
  else input?.end();
  input = null;
  effect = mine;
  const sample = async () => {
    while (effect === mine && !watch.isOver && isSame(watch.changes) && mine.sampler.quiet < QUIET_FRAMES)
      await mine.sampler.next();
  };
  sample();
  return mine.number;
};

/**
 * Waits at most `limit` ms; returns what was still open then.
 * `images` still load in view; `fonts` and `layout` say whether those rest. `still`: nothing at
 * all changed since the watch of that number began, and nothing paints without a sign. After an
 * input that did nothing yet, what it does within `RESPONSE` ms is waited for.
 * @param {number} limit @param {number} [since]
 */
export const settle = async (limit, since = 0) => {
  const start = performance.now();
  const begun = effect?.number === since ? effect : null;
  if (begun) effect = null;
  const trees = begun ? begun.watch.trees : [...allTrees()];
  const sampler = begun ? begun.sampler : samplerOf(trees);
  const hasEffect = () => !begun?.input || performance.now() - begun.at >= RESPONSE || hasChanged(begun.input);
  let images = 0;
  let areFontsReady = true;
  for (;;) {
    images = pendingImages(trees).length;
    areFontsReady = !areFontsLoading();
    const isAtRest = sampler.quiet >= QUIET_FRAMES && areFontsReady && images === 0;
    if ((isAtRest && hasEffect()) || performance.now() - start >= limit) break;
    await sampler.next();
  }
  const layout = sampler.quiet >= QUIET_FRAMES;
  const settled = layout && areFontsReady && images === 0;
  // A shadow root comes without a mutation.
  const isSame = begun !== null && !hasChanged(begun.watch) && allTrees().length === trees.length;
  const still = isSame && settled && !sampler.hasMoved && !painter(trees);
  begun?.watch.end();
  begun?.input?.end();
  return { still, settled, fonts: areFontsReady, images, layout, ms: performance.now() - start };
};

/** Waits at most `limit` ms until the document is parsed; returns whether it is. @param {number} limit */
export const parsed = async (limit) => {
  const start = performance.now();
  const isLoading = () => read.readyState.call(document) === "loading";
  while (isLoading() && performance.now() - start < limit) await frame();
  return !isLoading();
};
