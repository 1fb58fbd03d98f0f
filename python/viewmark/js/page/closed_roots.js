// Takes the closed shadow roots that the driver resolves into this world: what was known of the document ends.
{
  const { read, rootOf } = vm.dom;
  const { rootNode } = vm.native;

  const endKnown = () => {
    vm.changes.end();
    vm.standing.drop();
  };
  /** Takes pairs (host, closed shadow root). */
  vm.adopt = (...pairs) => {
    for (let i = 0; i + 1 < pairs.length; i += 2)
      vm.learnRoot(/** @type {Element} */ (pairs[i]), /** @type {ShadowRoot} */ (pairs[i + 1]));
    endKnown();
  };
  /** Learns the closed roots around a node of the driver's: from inside they are open. */
  vm.adoptAround = (node) => {
    for (let root = rootNode(node); root instanceof ShadowRoot;) {
      const host = read.host.call(root);
      if (!rootOf(host)) {
        vm.learnRoot(host, root);
        endKnown();
      }
      root = rootNode(host);
    }
  };
}
