// Repairs animations that began while the inspector held the clock (`Animation.setPlaybackRate`).
//
// One that goes to the compositor at a rate r gets the start time t/r: minutes to hours ahead, and
// it would stand still until then (Chromium 156: 64 s at 0.001 after 64 ms of the page's life).
import { runningAnimations } from "../page/changes.js";
import { rect } from "../page/dom.js";
import { forget, queryCss, turned } from "../page/native.js";
import { allTrees } from "../page/standing.js";
import { frame } from "./reporting.js";

const SOON = 1; // ms
let scheduled = new WeakSet();
let holds = 0; // that have begun
let repairs = 0; // that go on

/** Animations of the document's clock. */
const running = () => runningAnimations(allTrees()).filter((each) => each.timeline === document.timeline);

/** Animations that begin later than now. */
const ahead = () => {
  forget();
  const now = Number(document.timeline.currentTime);
  return running().filter((each) => Number(each.startTime) > now + SOON);
};

/**
 * Before the clock is held: animations that the page itself delays stay delayed. Returns the number of running ones; a
 * `<marquee>` is one that the browser does not list.
 */
export const beforeStill = () => {
  holds += 1;
  // Animations that a repair has yet to start were not delayed by the page.
  if (repairs === 0) scheduled = new WeakSet(ahead());
  else forget();
  return running().length + queryCss(document, "marquee").length;
};

/** Where that lies which moves without an end, as a sign that something loads: CSS px of the view. @returns {Box[]} */
export const turning = () => {
  forget();
  return running().flatMap((each) => {
    const target = turned(each);
    const { x, y, width, height } = target ? rect(target) : new DOMRect();
    const [left, top, half] = [x + width / 2, y + height / 2, Math.hypot(width, height) / 2];
    return half > 0 ? [[left - half, top - half, left + half, top + half]] : [];
  });
};

/**
 * After the clock runs again: starts the animations that were due meanwhile, and returns their number.
 * @returns {Promise<number>}
 */
export const afterStill = async () => {
  const mine = holds;
  let begun = 0;
  repairs += 1;
  for (let turn = 0; turn < 3 && mine === holds; turn += 1) {
    for (const each of ahead()) {
      if (scheduled.has(each)) continue;
      each.startTime = document.timeline.currentTime;
      begun += 1;
    }
    await frame(); // those that were handed over in the last moment
  }
  repairs -= 1;
  return begun;
};
