// The history for undo and redo. Each step stores one mark before and after a change, including its shape and text.

const { FEEL } = draw;
/** @type {any[]} */
const past = [];
/** @type {any[]} */
const future = [];
const LIMIT = 500;

draw.history = {
  /** Adds a step to the history. `before` is null if the mark was created, `after` if it was removed. */
  push(id, before, after, { at = -1, nudge = false } = {}) {
    const last = past.at(-1);
    const now = performance.now();
    future.length = 0;
    if (nudge && last?.nudge && last.id === id && now - last.when < FEEL.coalesce) {
      last.after = after;
      last.when = now;
      return;
    }
    past.push({ id, before, after, at, nudge, when: now });
    if (past.length > LIMIT) past.shift();
  },
  /** @returns {any} */
  undo() {
    const step = past.pop();
    if (step) future.push(step);
    return step ? { id: step.id, mark: step.before, at: step.at } : null;
  },
  /** @returns {any} */
  redo() {
    const step = future.pop();
    if (step) past.push(step);
    return step ? { id: step.id, mark: step.after, at: step.at } : null;
  },
  get canUndo() {
    return past.length > 0;
  },
  get canRedo() {
    return future.length > 0;
  },
  clear() {
    past.length = future.length = 0;
  },
};
