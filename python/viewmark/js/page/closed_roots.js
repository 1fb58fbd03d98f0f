// Stores closed shadow roots, which scripts cannot find and which are therefore passed in from outside the page.
// Storing one invalidates the cached data of the document.
import { endRevision } from "./changes.js";
import { learnRoot, read, rootOf } from "./dom.js";
import { rootNode } from "./native.js";
import { drop } from "./standing.js";

const endKnown = () => {
  endRevision();
  drop();
};
/**
 * Stores closed shadow roots. The arguments are pairs: a host, then its root.
 * @param {...(Element | ShadowRoot)} pairs
 */
export const adopt = (...pairs) => {
  for (let i = 0; i + 1 < pairs.length; i += 2)
    learnRoot(/** @type {Element} */ (pairs[i]), /** @type {ShadowRoot} */ (pairs[i + 1]));
  endKnown();
};

/**
 * Stores the closed shadow roots around a node. Scripts cannot enter a closed root from outside, but from a node inside
 * it `getRootNode` returns the root.
 * @param {Node} node
 */
export const adoptAround = (node) => {
  for (let root = rootNode(node); root instanceof ShadowRoot;) {
    const host = read.host.call(root);
    if (!rootOf(host)) {
      learnRoot(host, root);
      endKnown();
    }
    root = rootNode(host);
  }
};
