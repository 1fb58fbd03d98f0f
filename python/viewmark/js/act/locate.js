// Finds the point to press in order to hit an element, after the element has been scrolled into view and has come to
// rest.
//
// The browser's own hit test decides, not geometry: a point is used only if the pointer would hit the element there.
// Coordinates are CSS px of this frame's viewport. The caller converts them for each outer frame, and calls `opens`
// there to check that a press would reach this frame. Nothing here dispatches an event.
import { hit, idOf, nodeOf, read, rects, viewport } from "../page/dom.js";
import { saysStill } from "../page/identity.js";
import { checkVisibility, forget } from "../page/native.js";
import { queryAll } from "../page/query.js";
import { transitionEnd } from "../page/view_transitions.js";
import { viewNow } from "../page/visibility.js";
import { actorOf, controlOf, hitOf, passes } from "./controls.js";
import { isRendered } from "./find_text.js";
import { arm, witnessPress } from "./guard.js";
import { aim, boxesOf, bringIntoView, middle, standInFor } from "./points.js";
import { frame, hasTimers, movedSince, notePositions, summarize } from "./reporting.js";

/** Returns the offset of the zoomed (visual) viewport in the layout viewport, because input coordinates start there. */
const pinchNow = () => {
  const { scale, offsetLeft, offsetTop } = viewport();
  return scale > 1 && window === top ? [offsetLeft, offsetTop] : [0, 0];
};

/**
 * Whether an element is visible. An element without a box counts as visible, because its content is measured instead.
 * @param {Element} el
 */
const isShown = (el) => rects(el).length === 0 || checkVisibility(el, { visibilityProperty: true });

// Alignments for scrolling an element into view, in the order in which they are tried. Centring comes first because it
// keeps the element clear of sticky headers and footers.
/** @type {ScrollLogicalPosition[]} */
const BLOCKS = ["center", "end", "start"];

/** @param {Box[]} boxes @param {Box[] | null} before */
const isAt = (boxes, before) =>
  before !== null &&
  boxes.length === before.length &&
  boxes.every((box, i) => box.every((v, k) => Math.abs(v - before[i][k]) < 0.05));

/**
 * The boxes of each element when it was last measured, by which the next call detects whether the element has moved.
 */
const measured = new WeakMap();

/**
 * Maximum time that the interval between two frames counts, ms. In a longer interval the page was busy and drew
 * nothing.
 */
const SLOW = 100;
/** Number of waits in which no frame was drawn, after which the tab is assumed to be hidden. */
const UNDRAWN = 3;

/**
 * Creates a clock of page time, in which a frame counts for at most SLOW ms. A page that was busy for a second has
 * drawn only one frame in it, and has had no time to move anything.
 */
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
 * Finds the point at which to press an element.
 * @param {number} id the element's id in this world
 * @param {{limit: number, wall: number, patience: number, extra?: number[][], any?: boolean,
 *   whole?: boolean, quick?: boolean, again?: boolean, arm?: boolean, meant?: Meant}} options
 *   `limit`: maximum page time until the element must be at rest, ms; `wall`: maximum real time, ms;
 *   `patience`: how long to wait for a covering element to go away, ms; `extra`: points to try first;
 *   `any`: any point of the element's box is accepted, regardless of which element receives the pointer there;
 *   `whole`: scrolls the clipped part of the element into view too;
 *   `quick`: returns the first point without waiting for rest;
 *   `again`: continues from such a point, with the pointer already there; `arm`: arms the guard in the same step;
 *   `meant`: expected text of the element
 * @returns status `ok`, `gone`, `changed` (the element has different text), `hidden`, `covered`, `inside` (only a
 *   nested control can be reached), `through` (the element ignores pointers), `moving` or `busy`; also the point, the
 *   element hit there, and the page time taken
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
      // An element out of view is centred. A partly clipped element is scrolled only far enough to show the missing
      // part.
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
 * Returns the result of `locate`: its status, the point, the element hit there, what scrolled, and the time taken.
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
 * Returns the middle of an element that is transparent or ignores pointers at the moment, such as a control that fades
 * in on hover. Null for other elements.
 * @param {number} id
 */
export const fadedAt = (id) => {
  const el = nodeOf(id);
  const target = el && standInFor(el);
  const [box] = target ? boxesOf(target) : [];
  const isFaded = target && (passes(target) || !checkVisibility(target, { opacityProperty: true }));
  return box && isFaded ? middle(box) : null;
};

/**
 * Whether a press at a point of this frame continues into the frame that the element `id` displays. If it does not, the
 * result also has the element that would be hit instead.
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
 * Returns the control under the pointer at a point, and whether it is a frame. In the main frame, the point is relative
 * to the visual (zoomed) viewport, as input is; `at` in the result is the same point in layout px.
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
 * Returns the ids of the elements that match a selector in this frame. If several match but only one of them has a box,
 * that one is returned.
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
  // A match without a box is a hidden duplicate, such as a menu for small screens, so it is not the intended element.
  const drawn = found.length > 1 ? found.filter((el) => boxesOf(el).length > 0) : found;
  const meant = drawn.length === 1 ? drawn : found;
  return {
    ids: meant.length === 1 ? [idOf(meant[0])] : [],
    total: found.length,
    candidates: meant.length === 1 ? [] : meant.slice(0, 8).map(summarize),
  };
};

/**
 * Returns the number of matches of a selector, and how many of them are visible: [all, visible].
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

/** @param {Meant | null | undefined} meant */
const isMeant = (meant) => {
  if (!meant) return true;
  forget();
  return saysStill(meant);
};
/**
 * Whether an element's text differs from the expected text `meant` after the page handled an event. False if the
 * element was removed.
 * @param {Meant | null | undefined} meant
 */
export const saysOther = (meant) => Boolean(meant && nodeOf(meant.id)) && !isMeant(meant);

/**
 * Whether an element is in the page; "changed" if it is, but its text is not the expected one.
 * @param {number} id @param {Meant} [meant] @returns {boolean | "changed"}
 */
export const isAlive = (id, meant) => {
  if (nodeOf(id) === null) return false;
  return isMeant(meant) || "changed";
};

/** Returns those ids whose element is in the page and rendered. @param {number[]} ids */
export const stillRendered = (ids) => ids.filter((id) => isRendered(nodeOf(id)));

export const nextFrame = () => (hasTimers() ? frame().then(() => true) : true);
