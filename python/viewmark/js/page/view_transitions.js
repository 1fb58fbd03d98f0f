// Detects view transitions (CSS View Transitions). While one is active, the browser shows snapshots of the page, and
// all hit tests return the root.

const transition = Object.getOwnPropertyDescriptor(Document.prototype, "activeViewTransition")?.get;

/** Returns the active view transition, if there is one. */
export const runningTransition = () => transition?.call(document) ?? null;
/** Returns a promise for the end of the active view transition, or of a time limit; null if there is no transition. */
export const transitionEnd = () => {
  const running = runningTransition();
  if (!running) return null;
  const end = running.finished.catch(() => {});
  return Promise.race([end, new Promise((done) => setTimeout(done, 1500))]);
};
