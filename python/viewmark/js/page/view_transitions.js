// View transitions (CSS View Transitions): while one runs, pictures of the page are shown, and each hit test meets the root.

const transition = Object.getOwnPropertyDescriptor(Document.prototype, "activeViewTransition")?.get;

/** The one that runs, if one does. */
export const runningTransition = () => transition?.call(document) ?? null;
/** The end of the view transition that runs, or of the patience with it; null if none does. */
export const transitionEnd = () => {
  const running = runningTransition();
  if (!running) return null;
  const end = running.finished.catch(() => {});
  return Promise.race([end, new Promise((done) => setTimeout(done, 1500))]);
};
