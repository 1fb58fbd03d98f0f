// View transitions (CSS View Transitions): during one, snapshots of the page are shown and all hit tests return the
// root.

const transition = Object.getOwnPropertyDescriptor(Document.prototype, "activeViewTransition")?.get;

/** The active view transition, if there is one. */
export const runningTransition = () => transition?.call(document) ?? null;
/** Resolves at the end of the active view transition or at a time limit; null if there is none. */
export const transitionEnd = () => {
  const running = runningTransition();
  if (!running) return null;
  const end = running.finished.catch(() => {});
  return Promise.race([end, new Promise((done) => setTimeout(done, 1500))]);
};
