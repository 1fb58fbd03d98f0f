// Repairs animations that started while the clock of animations was slowed down (`Animation.setPlaybackRate`).
//
// A compositor animation that starts at playback rate r gets the start time t/r, which is minutes to hours in the
// future, and would not move until then (Chromium 156: 64 s at rate 0.001 in a page 64 ms old).
import { runningAnimations } from "../page/changes.js";
import { rect } from "../page/dom.js";
import { forget, queryCss, turned } from "../page/native.js";
import { allTrees } from "../page/standing.js";
import { frame } from "./reporting.js";

const SOON = 1; // ms; start times later than this are in the future
let scheduled = new WeakSet();
let holds = 0; // how often the clock has been slowed down so far
let repairs = 0; // number of repairs in progress

/** Returns the running animations on the document timeline. */
const running = () => runningAnimations(allTrees()).filter((each) => each.timeline === document.timeline);

/** Returns the animations whose start time is in the future. */
const ahead = () => {
  forget();
  const now = Number(document.timeline.currentTime);
  return running().filter((each) => Number(each.startTime) > now + SOON);
};

/**
 * Records the animations that the page itself delays, before the clock is slowed down. Returns the number of running
 * animations, including `<marquee>` elements, which the browser does not list as animations.
 */
export const beforeStill = () => {
  holds += 1;
  // During a repair, some delayed animations are not the page's doing and are about to be started, so none are
  // recorded.
  if (repairs === 0) scheduled = new WeakSet(ahead());
  else forget();
  return running().length + queryCss(document, "marquee").length;
};

/**
 * Returns the boxes of endlessly rotating elements, such as loading indicators, in CSS px of the viewport.
 * @returns {Box[]}
 */
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
 * Starts the animations that would have started while the clock was slowed down, and returns their number. It must be
 * called after the clock runs at normal speed again.
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
    await frame(); // more animations may have been started in this frame
  }
  repairs -= 1;
  return begun;
};
