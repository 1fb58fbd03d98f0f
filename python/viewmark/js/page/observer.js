// The only mutation observer of the document. It passes the mutation records of the observed trees to all listeners and
// counts changes.

/** Options for observing every kind of mutation in a tree. */
const ALL = { subtree: true, childList: true, attributes: true, characterData: true };

/** @typedef {{ trees: Set<Root>, needs: MutationObserverInit, hear(records: MutationRecord[]): void }} Listener */
/** @type {Set<Listener>} */
const listeners = new Set();
const observer = new MutationObserver((records) => deliver(records));
/** @param {MutationRecord[]} records */
const deliver = (records) => {
  if (records.length > 0) for (const each of [...listeners]) each.hear(records);
};
export const flush = () => deliver(observer.takeRecords());
/** Observes each tree with the options that its listeners need. */
const observe = () => {
  observer.disconnect();
  /** @type {Map<Root, MutationObserverInit>} */
  const needs = new Map();
  for (const listener of listeners) {
    for (const tree of listener.trees) {
      const { attributeFilter: filter, ...before } = needs.get(tree) ?? {};
      const { attributeFilter: more, ...others } = listener.needs;
      const isFiltered = (filter || !before.attributes) && (more || !others.attributes);
      const names = isFiltered && (filter || more) ? { attributeFilter: [...(filter ?? []), ...(more ?? [])] } : {};
      needs.set(tree, { ...before, ...others, ...names });
    }
  }
  for (const [tree, init] of needs) observer.observe(tree, init);
};
/**
 * Delivers the mutation records of the listener's trees until the returned function is called. All listeners share one
 * observer, so each one also gets records of the trees of the others.
 * @param {Listener} listener
 */
export const hearMutations = (listener) => {
  flush();
  listeners.add(listener);
  observe();
  return () => {
    flush();
    if (listeners.delete(listener)) observe();
  };
};

/** The number of changes that were detected in the watched trees. */
let changes = 0;
/**
 * Counts the next mutation of any kind and then stops observing, so that on a busy page only one record is handled.
 * @type {Listener}
 */
const first = {
  trees: new Set(),
  needs: ALL,
  hear() {
    changes += 1;
    first.trees.clear();
    listeners.delete(first);
    observe();
  },
};
/**
 * Starts watching these trees. Returns a number by which a later call can tell whether they have changed.
 * @param {Root[]} trees
 */
export const watch = (trees) => {
  flush();
  if (!listeners.has(first) || trees.some((tree) => !first.trees.has(tree))) {
    for (const tree of trees) first.trees.add(tree);
    listeners.add(first);
    observe();
  }
  return changes;
};
/** Whether no watched tree has changed since `watch` returned the number `before`. @param {number} before */
export const isSame = (before) => {
  flush();
  return changes === before;
};
