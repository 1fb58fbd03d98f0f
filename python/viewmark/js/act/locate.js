// Finds the point to press to hit an element: scrolled into view, at rest, and hit-tested. The browser's own hit test
// decides, not geometry: a point counts only if the pointer would hit the element there. Coordinates are CSS px of this
// frame's viewport; the driver maps them outward and calls `opens` in every frame around. Nothing here dispatches an
// event.
import { hit, idOf, nodeOf, read, rects, viewport } from "../page/dom.js";
import { saysStill } from "../page/identity.js";
import { forget } from "../page/native.js";
import { queryAll } from "../page/query.js";
import { allTrees } from "../page/standing.js";
import { clean } from "../page/text.js";
import { transitionEnd } from "../page/view_transitions.js";
import { viewNow } from "../page/visibility.js";
import { actorOf, controlOf, hitOf, passes } from "./controls.js";
import { arm, witnessPress } from "./guard.js";
import { aim, boxesOf, bringIntoView, middle, standInFor } from "./points.js";
import { frame, hasTimers, movedSince, notePositions, summarize } from "./reporting.js";

const isVisible = Element.prototype.checkVisibility;

/** Where the visual viewport begins; input counts from there. */
const pinchNow = () => {
  const { scale, offsetLeft, offsetTop } = viewport();
  return scale > 1 && window === top ? [offsetLeft, offsetTop] : [0, 0];
};

/**
 * An element without a box of its own is as visible as the content that was measured.
 * @param {Element} el
 */
const isShown = (el) => rects(el).length === 0 || isVisible.call(el, { visibilityProperty: true });

// Centre keeps clear of sticky headers and footers; the others serve where it does not.
/** @type {ScrollLogicalPosition[]} */
const BLOCKS = ["center", "end", "start"];

/** @param {Box[]} boxes @param {Box[] | null} before */
const isAt = (boxes, before) =>
  before !== null &&
  boxes.length === before.length &&
  boxes.every((box, i) => box.every((v, k) => Math.abs(v - before[i][k]) < 0.05));

/** Boxes as `locate` last measured them, so that the next call knows whether they moved. */
const measured = new WeakMap();

/** As much of the time between two frames counts for the page; above it, it was busy (ms). */
const SLOW = 100;
/** Waits for a frame without success after which a tab counts as one that draws none. */
const UNDRAWN = 3;

/** Time as the page lives it: a page that is busy for a second has had one frame, not sixty. */
const makeClock = () => {
  const began = performance.now();
  let last = began;
  let undrawn = 0;
  const clock = { spent: 0, frames: 0, isDrawn: true, wall: () => performance.now() - began, next };
  async function next() {
    const isNew = await frame();
    const now = performance.now();
    clock.spent += Math.min(now - last, SLOW);
    last = now;
    clock.frames += Number(isNew);
    undrawn = isNew ? 0 : undrawn + 1;
    const isHidden = read.visibility.call(document) === "hidden";
    clock.isDrawn = isNew || isHidden || undrawn >= UNDRAWN;
  }
  return clock;
};

/**
 * Finds where to press an element.
 * @param {number} id the element's number in this world
 * @param {{limit: number, wall: number, patience: number, extra?: number[][], any?: boolean,
 *   whole?: boolean, quick?: boolean, again?: boolean, arm?: boolean, meant?: Meant}} options
 *   `limit`: ms of the page's own time that it may take to come to rest; `wall`: ms of real time;
 *   `patience`: ms that a cover may take to go;
 *   `extra`: points to try first; `any`: a box is enough, who gets the pointer does not matter;
 *   `whole`: more of it comes into view, if it is cut off there; `quick`: return the first point without waiting for rest; `again`: go on from such a point,
 *   with the pointer on it by now; `arm`: put the guard up in the same step; `meant`: what it said
 * @returns status `ok`, `gone`, `changed` (it says something else), `hidden`, `covered`, `inside` (only a control in it can be reached), `through` (pointers pass through it),
 *   `moving` or `busy`, with the point, what was met there, and what the page took for it
 */
export const locate = async (id, options) => {
  const wait = transitionEnd();
  if (wait) await wait;
  const el = nodeOf(id);
  if (!el) return { status: "gone" };
  forget?.();
  const clock = makeClock();
  const positions = notePositions(el);
  const tries = [...BLOCKS];
  let last = null;
  let moves = 0;
  let isCut = options.whole === true;
  if (options.again) {
    last = measured.get(el) ?? null;
    await clock.next();
  }
  for (;;) {
    if (!read.isConnected.call(el)) return { status: "gone" };
    const target = standInFor(el);
    const boxes = boxesOf(target);
    const shown = boxes.length > 0 && isShown(target);
    let aimed = shown ? aim(el, target, boxes, options.extra ?? []) : { point: null };
    if (isCut && shown && !aimed.isOut) {
      // Of what is out of sight the centre comes; of this, what is missing.
      isCut = false;
      bringIntoView(target, "nearest");
      last = boxesOf(target);
      if (!isAt(last, boxes)) continue;
    }
    if (options.any && shown && !aimed.isOut) aimed = { point: middle(boxes[0]), found: el };
    const isSame = isAt(boxes, last);
    const isResting = isSame && clock.isDrawn;
    if (last !== null && !isSame) moves += 1;
    /** @param {string} status */
    const answer = (status) => report(status, el, aimed, positions, clock, moves);
    if (aimed.point && (isResting || options.quick)) {
      if (!isMeant(options.meant)) return { status: "changed" };
      measured.set(el, boxes);
      if (options.arm && !aimed.inert) arm(id, 0, options.meant ?? null);
      return answer("ok");
    }
    let scrolled = false;
    if (isResting) {
      const block = shown ? tries.shift() : undefined;
      if (block) {
        bringIntoView(target, block);
        last = boxesOf(target);
        if (!isAt(last, boxes)) continue;
      }
      if ((tries.length === 0 || !shown) && clock.spent > options.patience) {
        return answer(whyNot(el, shown, aimed));
      }
    } else {
      const block = shown && aimed.isOut ? tries.shift() : undefined;
      if (block) bringIntoView(target, block);
      scrolled = block !== undefined;
    }
    if (clock.spent > options.limit) return answer(moves > 0 ? "moving" : "busy");
    if (clock.wall() > options.wall) return answer(moves > 1 ? "moving" : "busy");
    last = scrolled ? boxesOf(target) : boxes;
    await clock.next();
  }
};

/** @param {Element} el @param {boolean} shown @param {Aimed} aimed */
const whyNot = (el, shown, aimed) => {
  if (!shown || aimed.isOut) return "hidden";
  if (aimed.over) return aimed.isInside ? "inside" : "covered";
  return passes(el) ? "through" : "hidden";
};

/**
 * @param {string} status @param {Element} el @param {Aimed} aimed
 * @param {ScrollPosition[]} positions @param {any} clock @param {number} moves
 */
const report = (status, el, aimed, positions, clock, moves) => ({
  status,
  id: idOf(el),
  point: aimed.point ?? null,
  pinch: pinchNow(),
  target: summarize(el),
  hit: aimed.found ? summarize(aimed.inert ?? hitOf(el, aimed.found)) : null,
  inert: Boolean(aimed.inert),
  over:
    aimed.over && status === "inside"
      ? summarize(aimed.over)
      : aimed.over && status === "covered"
        ? summarize(actorOf(aimed.over))
        : null,
  scrolled: movedSince(positions),
  took: { spent: clock.spent, wall: clock.wall(), frames: clock.frames, moves },
});

/**
 * Position of an element that is transparent now, or ignores pointers, as controls do that fade in on hover; null for
 * others.
 * @param {number} id
 */
export const fadedAt = (id) => {
  const el = nodeOf(id);
  const target = el && standInFor(el);
  const [box] = target ? boxesOf(target) : [];
  const isFaded = target && (passes(target) || !isVisible.call(target, { opacityProperty: true }));
  return box && isFaded ? middle(box) : null;
};

/**
 * Whether a press at a point of this frame continues into the frame that element `id` owns; if not, the element that
 * would be hit instead.
 * @param {number} id @param {number} x @param {number} y
 */
export const opens = (id, x, y) => {
  const owner = nodeOf(id);
  const found = hit(x, y);
  const [left, top, right, bottom] = viewNow();
  const isOut = x < left || y < top || x >= right || y >= bottom;
  if (owner && found === owner && !isOut) return { opens: true, pinch: pinchNow() };
  return { opens: false, isOut, over: found ? summarize(actorOf(found)) : null };
};

/**
 * The element under the pointer at a point: the control, and whether it is a frame. A point of the main frame counts
 * from the visual viewport, as input does; `at` is the same in layout px.
 * @param {number} pointX @param {number} pointY @param {boolean} witness
 */
export const hitAt = (pointX, pointY, witness) => {
  forget?.();
  const [left, top] = pinchNow();
  const [x, y] = [pointX + left, pointY + top];
  const found = hit(x, y);
  const tag = found ? read.localName.call(found) : "";
  const isFrame = tag === "iframe" || tag === "frame" || tag === "fencedframe";
  if (witness) witnessPress(found && isFrame ? idOf(found) : 0);
  if (!found) return { id: 0, frame: false, hit: null, at: [x, y] };
  return { id: idOf(found), frame: isFrame, hit: summarize(controlOf(found)), at: [x, y] };
};

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
/**
 * Matches of a selector in this frame; candidates with a box first, for one of several.
 * @param {string} selector
 */
export const pick = (selector) => {
  forget?.();
  let found;
  try {
    found = queryAll(selector);
  } catch (error) {
    return { invalid: messageOf(error) };
  }
  // A hidden twin (a menu for small screens) is not the visible target of a selector.
  const drawn = found.length > 1 ? found.filter((el) => boxesOf(el).length > 0) : found;
  const meant = drawn.length === 1 ? drawn : found;
  return {
    ids: meant.length === 1 ? [idOf(meant[0])] : [],
    total: found.length,
    candidates: meant.length === 1 ? [] : meant.slice(0, 8).map(summarize),
  };
};

/**
 * How many elements a selector means, and how many of them show: [all, visible].
 * @param {string} selector @returns {{ counts: number[] } | { invalid: string }}
 */
export const countMatches = (selector) => {
  forget?.();
  try {
    const found = queryAll(selector);
    return { counts: [found.length, found.filter(isDrawn).length] };
  } catch (error) {
    return { invalid: messageOf(error) };
  }
};

/** @param {Element} el */
const isDrawn = (el) => boxesOf(el).length > 0 && isShown(el);

/**
 * Whether the words can be read in this frame, in shadow roots too; case does not matter.
 * @param {string} text
 */
export const showsText = (text) => {
  forget?.();
  const wanted = clean(text).toLowerCase();
  /** @param {string} words */
  const has = (words) => clean(words).toLowerCase().includes(wanted);
  if (has(read.root.call(document)?.innerText ?? "")) return true;
  const roots = allTrees().slice(1);
  return roots.some((root) => {
    for (let n = read.firstChild.call(root); n; n = read.nextSibling.call(n)) {
      if (n instanceof HTMLElement && has(n.innerText)) return true;
    }
    return false;
  });
};

/** @param {Meant | null | undefined} meant */
const isMeant = (meant) => {
  if (!meant) return true;
  forget();
  return saysStill(meant);
};
/**
 * After the page handled an event: a removed element cannot be asked.
 * @param {Meant | null | undefined} meant
 */
export const saysOther = (meant) => Boolean(meant && nodeOf(meant.id)) && !isMeant(meant);

/**
 * Whether a node is in the page; `changed` where its words differ from the expected ones.
 * @param {number} id @param {Meant} [meant] @returns {boolean | "changed"}
 */
export const isAlive = (id, meant) => {
  if (nodeOf(id) === null) return false;
  return isMeant(meant) || "changed";
};

export const nextFrame = () => (hasTimers() ? frame().then(() => true) : true);
