// Keeps role, name and states that custom elements set in `ElementInternals`, which no script of
// another world can read. The driver asks the browser's accessibility tree and hands them in.
{
  const { attribute, localName, matches } = vm.native;

  /** @type {WeakMap<Element, Internals>} */
  const learnt = new WeakMap();
  /** Defined elements that keep nothing; the driver asks about them again by itself. */
  const plain = new WeakSet();

  /** What was handed in for an element; null where that is nothing. */
  vm.internalsOf = (el) => learnt.get(el) ?? null;
  /** Whether an element may keep a role to itself, so that the driver should ask. */
  vm.mayHaveInternals = (el) => localName(el).includes("-") && attribute(el, "role") === null && !plain.has(el);

  /**
   * Takes what the accessibility tree reports of elements, by their numbers, and describes them anew;
   * `control` is as in `vm.describe`.
   */
  vm.learnInternals = (entries) => {
    for (const { id, control, internals } of entries) {
      const el = vm.nodeOf(control || id);
      if (!el) continue;
      learnt.delete(el);
      if (!internals && matches(el, ":defined")) plain.add(el);
      // The tree puts what is typed into names; ours leave secrets out.
      else if (internals) {
        // What was plain is in the answer of before, which holds no longer.
        if (plain.delete(el)) vm.changes.end();
        learnt.set(el, vm.hasSecretName(el) ? { ...internals, name: "" } : internals);
      }
      vm.forget();
    }
    return vm.describe(...entries.flatMap(({ id, control }) => [id, control]));
  };
}
