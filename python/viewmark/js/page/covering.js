// Checks whether this document shows anything secret: runs with every picture, so it is quick.
{
  const { read, isElement, rootOf, rect, rects } = vm.dom;
  const { idOf } = vm;
  const { matches, queryCss, styleOf, textContent } = vm.native;
  const FIELDS = "input,textarea,select";
  const DOTTED = "[contenteditable],[role=textbox],[style*=text-security]";
  const FRAMES = "iframe,frame";
  const HOST = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  const MOST_SUSPECTS = 256;

  /** @param {Element} el */
  const isLaidOut = (el) => styleOf(el).visibility === "visible" && rects(el).length > 0;

  /** Elements of these trees with secret content: filled fields, and text that is shown as dots. */
  vm.secretContent = (trees) => {
    const found = [];
    for (const tree of trees) {
      for (const el of queryCss(tree, FIELDS)) {
        // Also where nothing is in it yet: a field that was a password once stays secret.
        if (el.type === "password") vm.isSecret(el);
        if (vm.isFilled(el) && vm.isSecret(el) && isLaidOut(el)) found.push(el);
      }
      for (const el of queryCss(tree, DOTTED)) {
        if (matches(el, FIELDS)) continue;
        if (styleOf(el).isMasked && textContent(el) !== "" && isLaidOut(el)) found.push(el);
      }
    }
    for (const el of vm.secretBoxes()) if (!matches(el, DOTTED) && isLaidOut(el)) found.push(el);
    return found;
  };

  /** Hosts that were looked behind, or are about to be. */
  const looked = new WeakSet();
  /** Those of them that had no definition then, and so no shadow yet. */
  const undefinedYet = new WeakSet();
  let wasSurveyed = false;
  /**
   * Custom elements, empty boxes, and once also boxes whose own children are not shown.
   * @param {Element} el
   */
  const mayHide = (el) => {
    const tag = read.localName.call(el);
    if (tag.includes("-")) return true;
    if (!HOST.test(tag)) return false;
    const first = read.firstChild.call(el);
    if (!first) return true;
    return !wasSurveyed && isElement(first) && rects(first).length === 0;
  };
  /** @param {Element} el */
  const isNews = (el) =>
    !looked.has(el) || (undefinedYet.has(el) && matches(el, ":defined") && undefinedYet.delete(el));
  /** All trees of this document, and hosts that may have a closed shadow root. */
  const survey = () => {
    /** @type {Root[]} */
    const trees = [document];
    const suspects = [];
    for (const tree of trees) {
      const walker = Document.prototype.createTreeWalker.call(document, tree, 1);
      for (let next = walker.nextNode(); next; next = walker.nextNode()) {
        const node = /** @type {Element} */ (next);
        const root = rootOf(node);
        if (root) trees.push(root);
        else if (suspects.length < MOST_SUSPECTS && isNews(node) && mayHide(node)) {
          looked.add(node);
          if (!matches(node, ":defined")) undefinedYet.add(node);
          suspects.push(idOf(node));
        }
      }
    }
    wasSurveyed ||= suspects.length < MOST_SUSPECTS;
    return { trees, suspects };
  };
  /** Hosts that may have a closed shadow root and were not looked behind yet. */
  vm.newSuspects = () => vm.aside(() => survey().suspects);

  /** @param {Element} el */
  const isNear = (el) => {
    const { left, top, right, bottom } = rect(el);
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };

  /** @type {{trees: Root[], suspects: number[]} | null} */
  let known = null;
  /**
   * `secrets`: whether something secret is in view; `frames`: how many frames hang in it;
   * `suspects`: hosts to look behind. `isAgain`: right after a picture, with the trees of before.
   * What else is asked in these moments comes along: the `facts` of a main document beside its
   * picture, and after one in `since` who moved since the newest look.
   */
  vm.showsSecrets = (isAgain, isMain) =>
    vm.aside(() => {
      const { trees, suspects } = isAgain && known ? known : survey();
      known = isAgain ? null : { trees, suspects: [] };
      const content = vm.secretContent(trees);
      // The compositor may show an animated element elsewhere than the layout says.
      const isAnimated =
        content.length > 0 && Document.prototype.getAnimations.call(document).length > 0;
      return {
        secrets: isAnimated || content.some(isNear),
        frames: trees.reduce((sum, tree) => sum + queryCss(tree, FRAMES).length, 0),
        suspects,
        facts: isMain && !isAgain ? vm.facts() : undefined,
        since: isAgain ? vm.shiftsSince() : undefined,
      };
    });
}
