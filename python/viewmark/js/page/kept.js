// Tells whether the answer of the look before is still that of now, without walking the page again.
//
// Three witnesses must agree, and any doubt means a whole walk:
// - records: no tree had a mutation since (the first one ends the watch, so a busy page pays once);
// - what scripts change without a record: offsets of scrollers, values and ticks of fields, the focus, style
//   sheets, running animations, the facts of the document; and the boxes of what was found;
// - the browser's own counts of style recalculations and layouts, which the driver compares
//   (`discovery/kept.py`): rules, fonts, images, media queries, closed trees. What is dirty is counted as
//   soon as layout is forced, which `isStill` does.
{
  const { read, rect } = vm.dom;
  const { queryCss, queryFirst, activeIn } = vm.native;

  const FIELDS = "input,select,textarea,meter,progress";
  /** With more of them than this nothing is kept. */
  const MOST = { fields: 400, scrollers: 200, trees: 400, boxes: 64 };
  // Moves by itself without an animation that scripts are told of, or holds a document that comes and goes.
  const RESTLESS = "marquee,animate,animateMotion,animateTransform,set,embed,object,fencedframe,portal";
  const BOTH = `${FIELDS},${RESTLESS}`;
  const TAGS = BOTH.split(",");
  const scrollTop = vm.getter(Element.prototype, "scrollTop");
  const scrollLeft = vm.getter(Element.prototype, "scrollLeft");

  /** @param {any} el */
  const fieldSigns = (el) => {
    // Of a secret only this can be in an answer, and nothing else is kept.
    const value = vm.isSecret(el) ? vm.isFilled(el) : el.value;
    const own = [value, el.type, el.checked, el.indeterminate, el.disabled, el.readOnly, el.files?.length];
    const isWrong = vm.dom.is(el, ":user-invalid");
    own.push(isWrong, isWrong ? el.validationMessage : "");
    if (el.options) own.push(el.selectedIndex, el.options.length, ...Array.from(el.selectedOptions, (each) => each.index));
    return own;
  };

  /**
   * What changes without a record, as a list that is compared item by item.
   * @param {Root[]} trees @param {Element[]} fields @param {Element[]} scrollers
   */
  const silent = (trees, fields, scrollers) => {
    /** @type {any[]} */
    const signs = [vm.rest.print(trees), JSON.stringify(vm.facts()), document.hasFocus(), window.length];
    const { offsetLeft, offsetTop, width, height } = vm.dom.viewport();
    signs.push(offsetLeft, offsetTop, width, height);
    for (const el of scrollers) signs.push(scrollTop.call(el), scrollLeft.call(el));
    for (const tree of trees) signs.push(activeIn(tree));
    for (const el of fields) signs.push(...fieldSigns(el));
    return signs;
  };

  /**
   * @typedef {{
   *   number: number, observer: MutationObserver, trees: Root[], signs: any[],
   *   fields: Element[], scrollers: Element[], boxes: [Element, Box][], all: Root[] | null,
   * }} Kept
   */
  /** @type {Kept | null} */
  let kept = null;
  let number = 0;

  const drop = () => {
    kept?.observer.disconnect();
    kept = null;
  };

  /** Begins to watch, when the boxes of a look are measured; 0: not to be kept. @param {WalkResult} walk */
  const begin = (walk) => {
    drop();
    const trees = [document, ...walk.roots];
    const { scrollers } = walk;
    const fields = trees.flatMap((tree) => [...(tree === document ? TAGS.flatMap(vm.native.tagged) : queryCss(tree, BOTH))]);
    if (fields.some((el) => vm.dom.is(el, RESTLESS))) return 0;
    if (trees.length > MOST.trees || scrollers.length > MOST.scrollers || fields.length > MOST.fields) return 0;
    const signs = silent(trees, fields, scrollers);
    const boxes = walk.items.slice(0, MOST.boxes).map(({ el, box }) => /** @type {[Element, Box]} */ ([el, box]));
    const observer = new MutationObserver(drop);
    for (const tree of trees) observer.observe(tree, vm.rest.ALL);
    number += 1;
    kept = { number, observer, trees, signs, fields, scrollers, boxes, all: null };
    return number;
  };

  /**
   * Keeps the look that was begun, once its words are there: its number, or undefined if it is not kept.
   * @param {number} begun
   */
  const finish = (begun) => {
    const mine = kept;
    if (!mine || mine.number !== begun) return undefined;
    const all = vm.trees.trees();
    const known = new Set(mine.trees);
    const others = all.filter((tree) => !known.has(tree));
    const isRestless = all.length > MOST.trees || others.some((tree) => queryFirst(tree, RESTLESS) !== null);
    if (isRestless || mine.observer.takeRecords().length > 0) {
      drop();
      return undefined;
    }
    for (const tree of others) mine.observer.observe(tree, vm.rest.ALL);
    mine.all = [...all];
    return mine.number;
  };

  /** Whether nothing happened since the look of that number, as far as scripts can tell. @param {number} before */
  const isStill = (before) => {
    const mine = kept;
    if (!mine || !mine.all || mine.number !== before) return false;
    // Forces what is dirty to be computed, which the browser counts.
    const root = read.root.call(document);
    if (root) rect(root);
    const isSame =
      mine.observer.takeRecords().length === 0 &&
      mine.boxes.every(([el, was]) => {
        const now = rect(el);
        return now.left === was[0] && now.top === was[1] && now.right === was[2] && now.bottom === was[3];
      }) &&
      vm.rest.running(mine.all).length === 0;
    const signs = isSame ? silent(mine.trees, mine.fields, mine.scrollers) : null;
    if (signs && signs.length === mine.signs.length && signs.every((sign, i) => sign === mine.signs[i])) return true;
    drop();
    return false;
  };

  vm.kept = Object.freeze({ begin, drop, finish, isStill });
}
