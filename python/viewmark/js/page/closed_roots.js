// Stores closed shadow roots that the driver resolves into this world. Storing one invalidates the document's cached
// data.
import { endRevision } from "./changes.js";
import { learnRoot, read, rootOf } from "./dom.js";
import { rootNode } from "./native.js";
import { drop } from "./standing.js";

const endKnown = () => {
  endRevision();
  drop();
};
/** Stores pairs (host, closed shadow root). @param {...(Element | ShadowRoot)} pairs */
export const adopt = (...pairs) => {
  for (let i = 0; i + 1 < pairs.length; i += 2)
    learnRoot(/** @type {Element} */ (pairs[i]), /** @type {ShadowRoot} */ (pairs[i + 1]));
  endKnown();
};

/**
 * Stores the closed shadow roots around a node that the driver provides. For a node inside, `getRootNode` returns even
 * a closed root.
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
