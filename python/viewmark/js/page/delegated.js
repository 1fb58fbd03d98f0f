// Knows the elements for which a listener around them works by a selector: the delegated handlers of jQuery. One of
// these is `$(".board").on("click", ".note", edit)`: the board listens, and the notes are what is pressed. The selectors
// come from the page (`single/delegated_selectors`) and only say what may be a target; what lies in nothing that listens
// is none, nor what a handler serves for other reasons: whole parts of the page, forms, boxes around buttons.
{
  const { is, parent, rect } = vm.dom;
  const { queryCss, queryFirst } = vm.native;

  /** A selector that more elements match says nothing of any of them. */
  const MOST = 500;
  /** Elements that are judged in one look. */
  const MOST_JUDGED = 2000;
  const MOST_SELECTORS = 100;
  const LONGEST = 200;
  /** Of the view: what takes more is a part of the page. */
  const LARGE = 0.5;
  const ROOTS = "html,body";
  const NEVER =
    `${ROOTS},form,fieldset,dialog,ul,ol,dl,menu,nav,main,table,thead,tbody,tfoot,` +
    "[role=dialog],[role=alertdialog],[role=menu],[role=menubar],[role=listbox],[role=navigation],[role=toolbar]";
  const HOLDS =
    "button,select,textarea,input:not([type=checkbox i]):not([type=radio i]):not([type=hidden i])," +
    "[role=button],[role=textbox],[role=combobox],[contenteditable]:not([contenteditable=false i])";
  const ROW = "tr";

  /** @type {string[]} */
  let selectors = [];
  /** What they match now. @type {WeakSet<Element>} */
  let found = new WeakSet();
  const nowhere = document.createDocumentFragment();

  /** Whether the browser knows such a selector; a comment could swallow those after it. @param {string} selector */
  const isCss = (selector) => {
    if (selector === "" || selector.length > LONGEST || selector.includes("/*")) return false;
    try {
      queryFirst(/** @type {any} */ (nowhere), selector);
      return true;
    } catch {
      return false; // `:visible` and others that only jQuery knows
    }
  };

  /** What the selectors match, of few elements each. */
  const matched = () => {
    const all = queryCss(document, selectors.join());
    /** @param {NodeListOf<Element>} those */
    const isFew = (those) => those.length <= MOST && ![...those].slice(0, 4).some((el) => is(el, ROOTS));
    if (isFew(all)) return all;
    const few = selectors.filter((selector) => isFew(queryCss(document, selector)));
    return few.length > 0 ? queryCss(document, few.join()) : [];
  };

  /** Whether a listener stands around it. @param {Element} el */
  const isHeard = (el) => {
    if (vm.kinds.isListening(document)) return true;
    for (let at = parent(el); at; at = parent(at)) if (vm.kinds.isListening(at)) return true;
    return false;
  };

  /** @param {Element} el @param {number} most */
  const isTarget = (el, most) => {
    if (is(el, NEVER) || (!is(el, ROW) && queryFirst(el, HOLDS))) return false;
    const { width, height } = rect(el);
    return width * height <= most && isHeard(el);
  };

  vm.delegated = Object.freeze({
    has: (/** @type {Node} */ el) => found.has(/** @type {Element} */ (el)),
    /** Finds what is served now; once in a look, before anything asks. */
    look() {
      found = new WeakSet();
      if (selectors.length === 0) return;
      const targets = [];
      const most = LARGE * innerWidth * innerHeight;
      let judged = 0;
      for (const el of matched()) {
        if ((judged += 1) > MOST_JUDGED) break;
        if (isTarget(el, most)) targets.push(el);
      }
      found = new WeakSet(targets);
    },
  });
  /** Takes the selectors of delegated handlers, in place of those before; what is no selector is left out. */
  vm.delegate = (texts) => {
    vm.changes.end();
    selectors = texts.slice(0, MOST_SELECTORS).filter(isCss);
  };
}
