// Tells whether anything happened in this document since it was asked to watch, by the page's own
// signs. One sign ends the watch: a busy page pays for the first of its changes only.
{
  const { read, rect } = vm.dom;
  const { queryCss } = vm.native;
  const SIGNS = [
    ..."scroll,resize,input,change,beforeinput,load,error,toggle,reset,submit,invalid".split(","),
    ..."focusin,focusout,pointerdown,pointerup,pointermove,pointerover,keydown,keyup,wheel".split(","),
    ..."animationstart,animationend,transitionrun,transitionend,play,pause,seeked".split(","),
    ..."loadeddata,fullscreenchange,hashchange,popstate,selectionchange,drop,dragover".split(","),
  ];
  const PIXELS = "canvas,video,embed,object,marquee";
  const LIFE = 30000; // ms after which nobody will ask any more
  const paused = vm.getter(HTMLMediaElement.prototype, "paused");
  const complete = vm.getter(HTMLImageElement.prototype, "complete");
  const fonts = vm.getter(Document.prototype, "fonts");
  const sheets = vm.getter(Document.prototype, "styleSheets");
  const ready = vm.getter(Document.prototype, "readyState");
  const scrollTop = vm.getter(Element.prototype, "scrollTop");
  const scrollLeft = vm.getter(Element.prototype, "scrollLeft");
  const scrollWidth = vm.getter(Element.prototype, "scrollWidth");
  const scrollHeight = vm.getter(Element.prototype, "scrollHeight");
  const MOST = 5000; // elements that are asked whether they scroll
  const SOON = { timeout: 100 };
  const UNSEEN = new Set(["fetch", "xmlhttprequest", "beacon", "ping", "script"]);

  /** @param {Element} el */
  const isInView = (el) => {
    const { left, top, right, bottom } = rect(el);
    return right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  /** What changes without a sign of its own. @param {Root[]} trees */
  const print = (trees) => {
    const parts = [scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio];
    for (const tree of trees) {
      const list = tree === document ? sheets.call(document) : /** @type {any} */ (tree).styleSheets;
      for (const sheet of [...list, ...tree.adoptedStyleSheets]) {
        let rules = -1;
        try {
          rules = sheet.cssRules.length;
        } catch {
          // A sheet of another origin: its rules are not to be read, nor changed by scripts.
        }
        parts.push(rules, sheet.disabled ? 1 : 0);
      }
    }
    return parts.join();
  };

  vm.silentSigns = print;
  const inDocument = Document.prototype.getAnimations;
  const inShadow = ShadowRoot.prototype.getAnimations;
  /** Whether something moves by itself: a document is asked for its own tree only. */
  vm.isAnimating = (trees) =>
    trees.some((tree) =>
      (tree instanceof ShadowRoot ? inShadow.call(tree) : inDocument.call(document)).some(
        (each) => each.playState === "running" || each.pending,
      ),
    );

  /** What scrolls, and how far: its event comes with the next frame. @param {Root[]} trees */
  const scrolled = (trees) => {
    /** @type {[Element, number, number][]} */
    const found = [];
    let left = MOST;
    for (const tree of trees) {
      for (const el of queryCss(tree, "*")) {
        if ((left -= 1) < 0) return found;
        const scrolls =
          scrollHeight.call(el) > read.clientHeight.call(el) ||
          scrollWidth.call(el) > read.clientWidth.call(el);
        if (scrolls) found.push([el, scrollLeft.call(el), scrollTop.call(el)]);
      }
    }
    return found;
  };
  /** Files that came and may be shown, such as images of style sheets. @param {any[]} entries */
  const areShown = (entries) => entries.some((each) => !UNSEEN.has(each.initiatorType));

  /**
   * @type {{trees: Root[], print: string, observer: MutationObserver, files: PerformanceObserver,
   *   scrolled: [Element, number, number][] | null, end: () => void} | null}
   */
  let watch = null;

  vm.watchRest = () => {
    watch?.end();
    const trees = vm.trees.trees();
    const stop = () => watch?.end();
    const observer = new MutationObserver(stop);
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const tree of trees) observer.observe(tree, all);
    const how = { capture: true, passive: true };
    const files = new PerformanceObserver((list) => areShown(list.getEntries()) && stop());
    files.observe({ type: "resource" });
    const idle = requestIdleCallback(() => (mine.scrolled = scrolled(mine.trees)), SOON);
    const ends = [
      () => observer.disconnect(),
      () => files.disconnect(),
      () => cancelIdleCallback(idle),
    ];
    /** @param {EventTarget} target @param {string[]} names */
    const hear = (target, names) => {
      for (const name of names) target.addEventListener(name, stop, how);
      ends.push(() => names.forEach((name) => target.removeEventListener(name, stop, how)));
    };
    hear(window, SIGNS);
    hear(document, ["selectionchange", "visibilitychange"]);
    hear(fonts.call(document), ["loading", "loadingdone"]);
    if (visualViewport) hear(visualViewport, ["scroll", "resize"]);
    const timer = setTimeout(stop, LIFE);
    ends.push(() => clearTimeout(timer));
    /** @type {NonNullable<typeof watch>} */
    const mine = {
      trees: [...trees],
      print: print(trees),
      observer,
      files,
      scrolled: null,
      end() {
        if (watch === mine) watch = null;
        for (const each of ends) each();
      },
    };
    watch = mine;
    return true;
  };

  vm.atRest = () => {
    if (!watch || watch.observer.takeRecords().length > 0 || areShown(watch.files.takeRecords())) {
      watch?.end();
      return "changed";
    }
    const { trees } = watch;
    if (print(trees) !== watch.print) return "changed";
    for (const [el, x, y] of watch.scrolled ?? []) {
      if (scrollLeft.call(el) !== x || scrollTop.call(el) !== y) return "changed";
    }
    if (ready.call(document) !== "complete") return "loading";
    if (fonts.call(document).status === "loading") return "fonts";
    if (vm.isAnimating(trees)) return "animation";
    for (const tree of trees) {
      for (const el of queryCss(tree, PIXELS)) {
        if (el instanceof HTMLMediaElement && paused.call(el)) continue;
        if (isInView(el)) return read.localName.call(el);
      }
      for (const el of queryCss(tree, "img")) {
        if (el instanceof HTMLImageElement && !complete.call(el) && isInView(el)) return "image";
      }
    }
    return watch.scrolled ? "" : "unready";
  };
}
