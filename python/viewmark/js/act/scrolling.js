// Scrolls the container that a wheel would scroll, waits until the container is at rest, and reports its position.
import { hit, nodeOf, read } from "../page/dom.js";
import { forget } from "../page/native.js";
import { frame, movedSince, nameScroller, notePositions, scroll, scrollBy, scrollTo } from "./reporting.js";
import { scrollTowards, scrollersOf } from "./reporting.js";

const FRAMES = 30;

/**
 * Whether a user can scroll an element in a direction. With `overflow: hidden`, only scripts can.
 * @param {Element} el @param {boolean} horizontal
 */
const isScrollable = (el, horizontal) => {
  const style = getComputedStyle(el);
  const overflow = horizontal ? style.overflowX : style.overflowY;
  if (el !== document.scrollingElement) return overflow === "auto" || overflow === "scroll";
  // The page is scrollable unless the html or body element prevents it; for both, `overflow: visible` permits
  // scrolling.
  const body = read.body.call(document);
  const own = (body ? [el, body] : [el]).map((each) => getComputedStyle(each));
  return !own.some((s) => /hidden|clip/.test(horizontal ? s.overflowX : s.overflowY));
};

/**
 * Whether a user can scroll an element any further in the direction of `dx` and `dy`.
 * @param {Element} el @param {number} dx @param {number} dy
 */
const room = (el, dx, dy) => {
  const right = scroll.width(el) - scroll.viewWidth(el) - scroll.left(el);
  const below = scroll.height(el) - scroll.viewHeight(el) - scroll.top(el);
  const x = dx > 0 ? right : dx < 0 ? scroll.left(el) : 0;
  const y = dy > 0 ? below : dy < 0 ? scroll.top(el) : 0;
  return (Math.abs(x) >= 1 && isScrollable(el, true)) || (Math.abs(y) >= 1 && isScrollable(el, false));
};

/** @param {Element} el */
const limits = (el) => ({
  x: scroll.left(el),
  y: scroll.top(el),
  maxX: Math.max(0, scroll.width(el) - scroll.viewWidth(el)),
  maxY: Math.max(0, scroll.height(el) - scroll.viewHeight(el)),
});

/**
 * Waits until the containers no longer move (scroll snapping, lazy layout, animations of the page).
 * @param {ScrollPosition[]} positions
 */
const rest = async (positions) => {
  const read = () => positions.map(({ el }) => `${scroll.left(el)},${scroll.top(el)}`).join();
  let before = read();
  let still = 0;
  for (let i = 0; i < FRAMES && still < 2; i += 1) {
    await frame();
    const now = read();
    still = now === before ? still + 1 : 0;
    before = now;
  }
  return still >= 2;
};

/**
 * Returns the result of a scroll: what moved, which container was scrolled, and how far it can be scrolled.
 * @param {Element | null} container @param {boolean} rested @param {ScrollPosition[]} positions
 */
const answer = (container, rested, positions) => ({
  status: "ok",
  rested,
  moved: movedSince(positions),
  container: container ? nameScroller(container) : null,
  limits: container ? limits(container) : null,
});

/**
 * Returns the element where a scroll starts: the element `id`, the element at a point (id 0), or the page (id -1).
 * @param {number} id @param {number} x @param {number} y
 */
const startOf = (id, x, y) => {
  if (id > 0) return nodeOf(id);
  return (id === 0 ? hit(x, y) : null) ?? read.root.call(document);
};

/**
 * Scrolls by an amount as a wheel at that position would. The innermost container that can still scroll in that
 * direction moves, unless a container inside it prevents that (`overscroll-behavior`). The status is `none` if no
 * container can scroll in that direction.
 * @param {number} id @param {number} x @param {number} y @param {number} dx @param {number} dy
 * @param {number} [share]
 */
export const scrollAmount = async (id, x, y, dx, dy, share = 0) => {
  forget?.();
  const start = startOf(id, x, y);
  if (!start) return { status: "gone" };
  const positions = notePositions(start);
  for (const { el } of positions) {
    if (room(el, dx, dy)) {
      // In a low container, the amount is reduced to a fraction of the container's height, so that no content is
      // skipped.
      const most = share ? share * el.clientHeight : Math.abs(dy);
      scrollBy.call(el, { left: dx, top: Math.sign(dy) * Math.min(Math.abs(dy), most), behavior: "instant" });
      return answer(el, await rest(positions), positions);
    }
    const style = getComputedStyle(el);
    const keeps = dy ? style.overscrollBehaviorY : style.overscrollBehaviorX;
    const isOwn = isScrollable(el, !dy) && el !== document.scrollingElement;
    if (isOwn && keeps !== "auto") break;
  }
  return { ...answer(positions[0]?.el ?? null, true, positions), status: "none" };
};

/**
 * Scrolls the page, or the container of an element, to an offset.
 * @param {number} id @param {number | null} x @param {number | null} y
 */
export const scrollOffset = async (id, x, y) => {
  forget?.();
  const start = id ? nodeOf(id) : document.scrollingElement;
  if (!start) return { status: "gone" };
  const positions = notePositions(start);
  const own = scrollersOf(start);
  const el = own.find((each) => isScrollable(each, false) || isScrollable(each, true)) ?? document.scrollingElement;
  if (!el) return { status: "none", moved: [], container: null, limits: null, rested: true };
  /** @type {ScrollToOptions} */
  const to = { left: x ?? scroll.left(el), top: y ?? scroll.top(el), behavior: "instant" };
  scrollTo.call(el, to);
  return answer(el, await rest(positions), positions);
};

/**
 * The offsets of the containers around a point before a wheel event. They are compared afterwards, because the page
 * decides what the event scrolls.
 */
/** @type {ScrollPosition[]} */
let noted = [];
/** @param {number} id @param {number} x @param {number} y */
export const scrollBefore = (id, x, y) => {
  forget?.();
  const start = startOf(id, x, y);
  noted = start ? notePositions(start) : [];
};

export const scrollAfter = async () => {
  const rested = await rest(noted);
  const report = answer(noted[0]?.el ?? null, rested, noted);
  noted = [];
  return report;
};

/**
 * Scrolls the containers of an element until a point of this viewport is in view.
 * @param {number} id @param {number} x @param {number} y
 */
export const reveal = async (id, x, y) => {
  const owner = nodeOf(id);
  if (!owner) return { status: "gone", moved: [] };
  const positions = notePositions(owner);
  scrollTowards(owner, x, y);
  // The browser routes input into a frame of another process by the last drawn frame, so two frames are awaited.
  await frame();
  await frame();
  return { status: "ok", moved: movedSince(positions) };
};
