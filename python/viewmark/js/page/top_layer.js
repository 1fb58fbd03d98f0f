// The elements of the document's top layer (CSS Positioned Layout 4, section 3): drawn over all others, whatever clips
// their parents.
{
  const { countOf, matches, queryCss } = vm.native;
  const SELECTOR = ":modal,:popover-open,:fullscreen";
  const fullscreen = vm.getter(Document.prototype, "fullscreenElement");
  /** Whether it is worth trying the selector on every element. */
  const mayHaveSome = () =>
    countOf("dialog") > 0 || fullscreen.call(document) !== null || vm.standing.inDocument("popover").length > 0;

  vm.topLayer = Object.freeze({
    /** Those outside of shadow trees. @returns {Iterable<Element>} */
    elements: () => (mayHaveSome() ? queryCss(document, SELECTOR) : []),
    /** @param {Element} el */
    has: (el) => matches(el, SELECTOR),
  });
}
