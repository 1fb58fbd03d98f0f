// Says whether this document changed: one observer of all its trees, and one number, the revision.
//
// What is remembered of a document is kept as (revision, value). The revision stays while three signals agree
// that nothing happened, and any doubt makes a new one:
// - records: no tree had a mutation (the first one ends the watch, so a busy page pays once);
// - what scripts change without a record: offsets of scrollers, values and ticks of fields, the focus, style
//   sheets, running animations, the facts of the document; and the boxes of what was found;
// - the browser's own counts of style recalculations and layouts, which the driver compares
//   (`browser/freshness.py`): rules, fonts, images, media queries, closed trees. What is dirty is counted as
//   soon as layout is forced, which `isStill` does.
{
  const { read, rect } = vm.dom;
  const { queryCss, queryFirst, activeIn } = vm.native;

  /** Every mutation of a tree. */
  const ALL = { subtree: true, childList: true, attributes: true, characterData: true };
  const FIELDS = "input,select,textarea,meter,progress";
  /** With more of them than this no revision is held. */
  const MOST = { fields: 400, scrollers: 200, trees: 400, boxes: 64 };
  // Moves by itself without an animation that scripts are told of, or holds a document that comes and goes.
  const RESTLESS = "marquee,animate,animateMotion,animateTransform,set,embed,object,fencedframe,portal";
  const BOTH = `${FIELDS},${RESTLESS}`;
  const TAGS = BOTH.split(",");
  const AREAS = 20;
  const sheets = vm.getter(Document.prototype, "styleSheets");

  /** @typedef {{ trees: Set<Root>, needs: MutationObserverInit, hear(records: MutationRecord[]): void }} Listener */
  /** @type {Set<Listener>} */
  const listeners = new Set();
  const observer = new MutationObserver((records) => deliver(records));
  /** @param {MutationRecord[]} records */
  const deliver = (records) => {
    if (records.length > 0) for (const each of [...listeners]) each.hear(records);
  };
  const flush = () => deliver(observer.takeRecords());
  /** Observes of each tree what its listeners need. */
  const observe = () => {
    observer.disconnect();
    /** @type {Map<Root, MutationObserverInit>} */
    const needs = new Map();
    for (const listener of listeners) {
      for (const tree of listener.trees) {
        const { attributeFilter: filter, ...before } = needs.get(tree) ?? {};
        const { attributeFilter: more, ...others } = listener.needs;
        const isFiltered = (filter || !before.attributes) && (more || !others.attributes);
        const names = isFiltered && (filter || more) ? { attributeFilter: [...(filter ?? []), ...(more ?? [])] } : {};
        needs.set(tree, { ...before, ...others, ...names });
      }
    }
    for (const [tree, init] of needs) observer.observe(tree, init);
  };
  /** Hears records of those trees, among others, until the function it returns is called. @param {Listener} listener */
  const listen = (listener) => {
    flush();
    listeners.add(listener);
    observe();
    return () => {
      flush();
      if (listeners.delete(listener)) observe();
    };
  };

  /** How often a watched tree was seen to change. */
  let changes = 0;
  /** Waits for the next mutation of any kind. @type {Listener} */
  const first = {
    trees: new Set(),
    needs: ALL,
    hear() {
      changes += 1;
      first.trees.clear();
      listeners.delete(first);
      observe();
    },
  };
  /** Begins to watch those trees; the number that `isSame` takes. @param {Root[]} trees */
  const watch = (trees) => {
    flush();
    if (!listeners.has(first) || trees.some((tree) => !first.trees.has(tree))) {
      for (const tree of trees) first.trees.add(tree);
      listeners.add(first);
      observe();
    }
    return changes;
  };
  /** Whether no tree that was watched had a mutation since. @param {number} before */
  const isSame = (before) => {
    flush();
    return changes === before;
  };

  /** The style sheets of a tree. @param {Root} tree @returns {CSSStyleSheet[]} */
  const sheetsOf = (tree) => [
    ...(tree === document ? sheets.call(document) : /** @type {any} */ (tree).styleSheets),
    ...tree.adoptedStyleSheets,
  ];
  /** How many rules a sheet has; -1 of one of another origin: scripts neither read nor change those. @param {CSSStyleSheet} sheet */
  const rulesOf = (sheet) => {
    try {
      return sheet.cssRules.length;
    } catch {
      return -1;
    }
  };
  /** How many rules each of them has; what was read of them holds while this is the same. @param {CSSStyleSheet[]} all */
  const countRules = (all) => all.map(rulesOf).join();
  /**
   * Visits the style rules, also those in `@media` and layers, up to so many rules of any kind.
   * @param {CSSStyleSheet[]} all @param {number} most @param {(rule: CSSStyleRule) => void} visit
   */
  const eachStyleRule = (all, most, visit) => {
    let left = most;
    /** @param {CSSRuleList} rules */
    const take = (rules) => {
      for (const rule of rules) {
        if ((left -= 1) < 0) return;
        if (rule instanceof CSSGroupingRule) take(rule.cssRules);
        if (rule instanceof CSSStyleRule) visit(rule);
      }
    };
    for (const sheet of all) if (rulesOf(sheet) > 0) take(sheet.cssRules);
  };
  /** What style sheets and windows change without a record. @param {Root[]} trees */
  const print = (trees) => {
    const parts = [scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio];
    for (const sheet of trees.flatMap(sheetsOf)) parts.push(rulesOf(sheet), sheet.disabled ? 1 : 0);
    return parts.join();
  };
  const inDocument = Document.prototype.getAnimations;
  const inShadow = ShadowRoot.prototype.getAnimations;
  /** What moves by itself: a document is asked for its own tree only. @param {Root[]} trees */
  const running = (trees) =>
    trees.flatMap((tree) =>
      (tree instanceof ShadowRoot ? inShadow.call(tree) : inDocument.call(document)).filter(
        (each) => each.playState === "running" || each.pending,
      ),
    );
  /**
   * How far areas are scrolled: number, role, name, offsets.
   * @param {Element[]} scrollers @returns {[number, string, string, number, number][]}
   */
  const scrolled = (scrollers) =>
    scrollers
      .slice(0, AREAS)
      .map(
        (el) => /** @type {const} */ ([el, Math.round(read.scrollLeft.call(el)), Math.round(read.scrollTop.call(el))]),
      )
      .map(([el, left, top]) => [
        vm.idOf(el),
        vm.faults.safely(() => vm.role(el), ""),
        vm.dom.attr(el, "aria-label") ?? "",
        left,
        top,
      ]);
  /** @param {any} el */
  const fieldSignals = (el) => {
    // Of a secret only this can be in an answer, and nothing else is kept.
    const value = vm.isSecret(el) ? vm.isFilled(el) : el.value;
    const own = [value, el.type, el.checked, el.indeterminate, el.disabled, el.readOnly, el.files?.length];
    const isWrong = vm.dom.is(el, ":user-invalid");
    own.push(isWrong, isWrong ? el.validationMessage : "");
    if (el.options)
      own.push(el.selectedIndex, el.options.length, ...Array.from(el.selectedOptions, (each) => each.index));
    return own;
  };
  /**
   * What changes without a record, as a list that is compared item by item.
   * @param {Root[]} trees @param {Element[]} fields @param {Element[]} scrollers
   */
  const silent = (trees, fields, scrollers) => {
    /** @type {any[]} */
    const signals = [print(trees), JSON.stringify(vm.facts()), document.hasFocus(), window.length];
    const { offsetLeft, offsetTop, width, height } = vm.dom.viewport();
    signals.push(offsetLeft, offsetTop, width, height);
    for (const el of scrollers) signals.push(read.scrollTop.call(el), read.scrollLeft.call(el));
    for (const tree of trees) signals.push(activeIn(tree));
    for (const el of fields) signals.push(...fieldSignals(el));
    return signals;
  };

  /**
   * How the document was when the revision began.
   * @typedef {{
   *   changes: number, trees: Root[], signals: any[], fields: Element[], scrollers: Element[],
   *   boxes: [Element, Box][], all: Root[] | null,
   * }} State
   */
  /** @type {State | null} */
  let state = null;
  let revision = 0;
  const end = () => {
    state = null;
  };
  /** Whether a document is as it was, but for what is not in its list of signals. @param {State} was */
  const isUnmoved = (was) =>
    isSame(was.changes) &&
    was.boxes.every(([el, box]) => {
      const now = rect(el);
      return now.left === box[0] && now.top === box[1] && now.right === box[2] && now.bottom === box[3];
    });
  /** @param {any[]} one @param {any[]} other */
  const areEqual = (one, other) => one.length === other.length && one.every((signal, i) => signal === other[i]);

  /**
   * The revision of this moment, when boxes were measured; 0: none is held.
   * @param {Pick<WalkResult, "roots" | "scrollers"> & { items: { el: Element, box: Box }[] }} walk
   */
  const begin = (walk) => {
    const trees = [document, ...walk.roots];
    const { scrollers } = walk;
    const fields = trees.flatMap((tree) => [
      ...(tree === document ? TAGS.flatMap(vm.native.tagged) : queryCss(tree, BOTH)),
    ]);
    const isMuch = trees.length > MOST.trees || scrollers.length > MOST.scrollers || fields.length > MOST.fields;
    if (isMuch || fields.some((el) => vm.dom.is(el, RESTLESS))) {
      end();
      return 0;
    }
    const signals = silent(trees, fields, scrollers);
    if (state && isUnmoved(state) && areEqual(silent(state.trees, state.fields, state.scrollers), state.signals)) {
      extend(state, trees, fields, scrollers);
      return revision;
    }
    const boxes = walk.items.slice(0, MOST.boxes).map(({ el, box }) => /** @type {[Element, Box]} */ ([el, box]));
    state = { changes: watch(trees), trees, signals, fields, scrollers, boxes, all: null };
    return (revision += 1);
  };

  /**
   * Takes in what another answer of the same revision depends on.
   * @param {State} mine @param {Root[]} trees @param {Element[]} fields @param {Element[]} scrollers
   */
  const extend = (mine, trees, fields, scrollers) => {
    const size = mine.trees.length + mine.fields.length + mine.scrollers.length;
    mine.trees = [...new Set([...mine.trees, ...trees])];
    mine.fields = [...new Set([...mine.fields, ...fields])];
    mine.scrollers = [...new Set([...mine.scrollers, ...scrollers])];
    if (mine.trees.length + mine.fields.length + mine.scrollers.length === size) return;
    watch(mine.trees);
    mine.signals = silent(mine.trees, mine.fields, mine.scrollers);
  };

  /** Holds the revision, once the words of a look are there; undefined if something changed. @param {number} begun */
  const finish = (begun) => {
    const mine = state;
    if (!mine || revision !== begun) return undefined;
    const all = vm.trees.trees();
    const known = new Set(mine.trees);
    const others = all.filter((tree) => !known.has(tree));
    const isRestless = all.length > MOST.trees || others.some((tree) => queryFirst(tree, RESTLESS) !== null);
    if (isRestless || !isSame(mine.changes)) {
      end();
      return undefined;
    }
    watch(all);
    mine.all = [...all];
    return revision;
  };

  /** Whether that revision is still the document's, as far as scripts can tell. @param {number} before */
  const isStill = (before) => {
    const mine = state;
    if (!mine || !mine.all || revision !== before) return false;
    // Forces what is dirty to be computed, which the browser counts.
    const root = read.root.call(document);
    if (root) rect(root);
    const isQuiet = isUnmoved(mine) && running(mine.all).length === 0;
    if (isQuiet && areEqual(silent(mine.trees, mine.fields, mine.scrollers), mine.signals)) return true;
    end();
    return false;
  };

  vm.changes = Object.freeze({
    begin,
    countRules,
    eachStyleRule,
    end,
    finish,
    flush,
    isSame,
    isStill,
    listen,
    print,
    running,
    scrolled,
    sheetsOf,
    watch,
  });
}
