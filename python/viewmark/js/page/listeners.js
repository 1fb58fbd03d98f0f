// Stores which nodes have a pointer listener, as reported by the driver, or are served by a delegated handler.

/** @type {WeakSet<Node>} */
export const listening = new WeakSet();
/** The elements that delegated handlers currently match. @type {WeakSet<Element>} */
let served = new WeakSet();

/** @param {Node} el */
export const isServed = (el) => served.has(/** @type {Element} */ (el));
/** @param {Node} el */
export const isListening = (el) => listening.has(el) || isServed(el);
/**
 * Sets the elements that delegated handlers match; the set may still grow afterwards.
 * @param {WeakSet<Element>} found
 */
export const noteServed = (found) => {
  served = found;
};
