// Tells whether anything happened in this document since it was asked to watch, by the page's own
// signs. One sign ends a watch: a busy page pays for the first of its changes only.
{
  const { read, rect } = vm.dom;
  const { queryCss } = vm.native;
  const EFFECTS = "scroll,input,change,toggle,reset,submit,invalid,fullscreenchange,hashchange,popstate".split(",");
  const SIGNS = [
    ...EFFECTS,
    ..."resize,beforeinput,load,error,focusin,focusout,keydown,keyup,wheel,drop,dragover".split(","),
    ..."pointerdown,pointerup,pointermove,pointerover,play,pause,seeked,loadeddata".split(","),
  ];
  const PIXELS = "canvas,video,embed,object,marquee";
  const LIFE = 30000; // ms after which nobody will ask any more
  const paused = vm.getter(HTMLMediaElement.prototype, "paused");
  const complete = vm.getter(HTMLImageElement.prototype, "complete");
  const fonts = vm.getter(Document.prototype, "fonts");
  const sheets = vm.getter(Document.prototype, "styleSheets");
  const UNSEEN = new Set(["fetch", "xmlhttprequest", "beacon", "ping", "script"]);
  /** Every mutation of a tree. */
  const ALL = { subtree: true, childList: true, attributes: true, characterData: true };

  /** @param {Element} el */
  const isInView = (el) => {
    const { left, top, right, bottom } = rect(el);
    return right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  const areFontsLoading = () => fonts.call(document).status === "loading";
  /** Images in view that still load. @param {Root[]} trees */
  const pendingImages = (trees) => {
    const isPending = (/** @type {Element} */ el) =>
      el instanceof HTMLImageElement && !complete.call(el) && isInView(el);
    return trees.flatMap((tree) => [...queryCss(tree, "img")].filter(isPending));
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

  const inDocument = Document.prototype.getAnimations;
  const inShadow = ShadowRoot.prototype.getAnimations;
  /** What moves by itself: a document is asked for its own tree only. @param {Root[]} trees */
  const running = (trees) =>
    trees.flatMap((tree) =>
      (tree instanceof ShadowRoot ? inShadow.call(tree) : inDocument.call(document)).filter(
        (each) => each.playState === "running" || each.pending,
      ),
    );

  /** Files that came and may be shown, such as images of style sheets. @param {any[]} entries */
  const areShown = (entries) => entries.some((each) => !UNSEEN.has(each.initiatorType));

  /**
   * Begins to watch. What is a sign beside mutations, files and fonts: for a picture not that
   * something animates (`still`); and for what an input does not the input itself (`effects`).
   * @param {"still" | "effects"} signs @returns {RestWatch}
   */
  const begin = (signs) => {
    const trees = vm.trees.trees();
    const stop = () => mine.end();
    const observer = new MutationObserver(stop);
    for (const tree of trees) observer.observe(tree, ALL);
    const how = { capture: true, passive: true };
    const files = new PerformanceObserver((list) => areShown(list.getEntries()) && stop());
    files.observe({ type: "resource" });
    const ends = [() => observer.disconnect(), () => files.disconnect()];
    /** @param {EventTarget} target @param {string[]} names */
    const hear = (target, names) => {
      for (const name of names) target.addEventListener(name, stop, how);
      ends.push(() => names.forEach((name) => target.removeEventListener(name, stop, how)));
    };
    hear(window, signs === "still" ? SIGNS : EFFECTS);
    if (signs !== "effects") hear(document, ["selectionchange", "visibilitychange"]);
    hear(fonts.call(document), ["loading", "loadingdone"]);
    if (visualViewport) hear(visualViewport, ["scroll", "resize"]);
    const timer = setTimeout(stop, LIFE);
    ends.push(() => clearTimeout(timer));
    /** @type {RestWatch} */
    const mine = {
      isOver: false,
      trees: [...trees],
      print: print(trees),
      observer,
      files,
      end() {
        mine.isOver = true;
        for (const each of ends.splice(0)) each();
      },
    };
    return mine;
  };

  /** Whether a watch saw something, or what has no sign changed. @param {RestWatch} watch */
  const hasChanged = (watch) => {
    if (!watch.isOver && (watch.observer.takeRecords().length > 0 || areShown(watch.files.takeRecords()))) {
      watch.end();
    }
    return watch.isOver || print(watch.trees) !== watch.print;
  };

  /** What in view paints without a sign: its tag, or an empty text. @param {Root[]} trees */
  const painter = (trees) => {
    for (const tree of trees) {
      for (const el of queryCss(tree, PIXELS)) {
        if (el instanceof HTMLMediaElement && paused.call(el)) continue;
        if (isInView(el)) return read.localName.call(el);
      }
    }
    return "";
  };

  vm.rest = Object.freeze({ ALL, areFontsLoading, begin, hasChanged, painter, pendingImages, print, running });
}
