// Stores which nodes have a pointer listener (found by the browser's debugger interface), and which ones a delegated
// handler serves.

/** @type {WeakSet<Node>} */
export const listening = new WeakSet();
/** The elements that delegated handlers currently match. @type {WeakSet<Element>} */
let served = new WeakSet();

/** @param {Node} el */
export const isServed = (el) => served.has(/** @type {Element} */ (el));
/** @param {Node} el */
export const isListening = (el) => listening.has(el) || isServed(el);
/**
 * Sets the elements that delegated handlers match now. More may be added to the set later.
 * @param {WeakSet<Element>} found
 */
export const noteServed = (found) => {
  served = found;
};
