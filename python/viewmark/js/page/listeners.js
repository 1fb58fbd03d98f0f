// Which nodes have a pointer listener: the driver found one, or one around them serves them by a selector.

/** @type {WeakSet<Node>} */
export const listening = new WeakSet();
/** What delegated handlers serve now. @type {WeakSet<Element>} */
let served = new WeakSet();

/** @param {Node} el */
export const isServed = (el) => served.has(/** @type {Element} */ (el));
/** @param {Node} el */
export const isListening = (el) => listening.has(el) || isServed(el);
/** Takes what delegated handlers serve from now on; it may still grow. @param {WeakSet<Element>} found */
export const noteServed = (found) => {
  served = found;
};
