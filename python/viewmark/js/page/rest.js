// Tells whether anything happened in this document since it was asked to watch, by the page's own
// signs. One sign ends a watch: a busy page pays for the first of its changes only.
{
  const { read, rect } = vm.dom;
  const { queryCss, queryFirst } = vm.native;
  const EFFECTS = "scroll,input,change,toggle,reset,submit,invalid,fullscreenchange,hashchange,popstate".split(",");
  const SIGNS = [
    ...EFFECTS,
    ..."resize,beforeinput,load,error,focusin,focusout,keydown,keyup,wheel,drop,dragover".split(","),
    ..."pointerdown,pointerup,pointermove,pointerover,play,pause,seeked,loadeddata".split(","),
  ];
  const MOTION = "animationstart,animationend,transitionrun,transitionend".split(",");
  const PIXELS = "canvas,video,embed,object,marquee";
  const LIFE = 30000; // ms after which nobody will ask any more
  const paused = vm.getter(HTMLMediaElement.prototype, "paused");
  const complete = vm.getter(HTMLImageElement.prototype, "complete");
  const fonts = vm.getter(Document.prototype, "fonts");
  const sheets = vm.getter(Document.prototype, "styleSheets");
  const scrollTop = vm.getter(Element.prototype, "scrollTop");
  const scrollLeft = vm.getter(Element.prototype, "scrollLeft");
  const scrollWidth = vm.getter(Element.prototype, "scrollWidth");
  const scrollHeight = vm.getter(Element.prototype, "scrollHeight");
  const MOST = 5000; // elements that are asked whether they scroll
  // Changes what is painted and nothing that can be read: by its own clock, by `setStdDeviation`.
  const UNREADABLE = "animate,animateMotion,animateTransform,set,filter";
  // What scripts set in these (`baseVal`) is painted elsewhere, and written into markup once that is read.
  const RESOURCES = "linearGradient,radialGradient,pattern,clipPath,mask,marker";
  const MOST_PAINT = 20_000; // characters of those that are compared
  const GIF = 'img[src*=".gif" i],img[src^="data:image/gif" i]';
  const outerHtml = vm.getter(Element.prototype, "outerHTML");
  const SOON = { timeout: 100 };
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

  /**
   * What only paint shows: null where nothing tells whether it changed. @param {Root[]} trees
   */
  const paint = (trees) => {
    const { highlights } = CSS;
    if (highlights && highlights.size > 0) return null;
    let text = "";
    for (const tree of trees) {
      if (queryFirst(tree, UNREADABLE)) return null;
      for (const el of queryCss(tree, GIF)) if (isInView(el)) return null;
      for (const el of queryCss(tree, RESOURCES)) {
        text += outerHtml.call(el);
        if (text.length > MOST_PAINT) return null;
      }
    }
    return text;
  };

  /**
   * What scrolls, and how far: its event comes with the next frame. Null: too many to be asked.
   * @param {Root[]} trees
   */
  const scrolled = (trees) => {
    /** @type {[Element, number, number][]} */
    const found = [];
    let left = MOST;
    for (const tree of trees) {
      for (const el of queryCss(tree, "*")) {
        if ((left -= 1) < 0) return null;
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
   * Begins to watch. What is a sign beside mutations, files and fonts: for looks that are kept
   * `everything`, and scrollers are asked how far they are, since nobody waits for the frame in
   * which their event comes; for a picture not that something animates (`still`); and for what an
   * input does not the input itself (`effects`).
   * @param {"everything" | "still" | "effects"} signs @returns {RestWatch}
   */
  const begin = (signs) => {
    const isForLooks = signs === "everything";
    const trees = vm.trees.trees();
    const stop = () => mine.end();
    const observer = new MutationObserver(stop);
    for (const tree of trees) observer.observe(tree, ALL);
    const how = { capture: true, passive: true };
    const files = new PerformanceObserver((list) => areShown(list.getEntries()) && stop());
    files.observe({ type: "resource" });
    const ends = [() => observer.disconnect(), () => files.disconnect()];
    if (isForLooks) {
      const note = () => {
        mine.scrolled = scrolled(mine.trees);
        mine.isLarge = mine.scrolled === null;
      };
      const idle = requestIdleCallback(note, SOON);
      ends.push(() => cancelIdleCallback(idle));
    }
    /** @param {EventTarget} target @param {string[]} names */
    const hear = (target, names) => {
      for (const name of names) target.addEventListener(name, stop, how);
      ends.push(() => names.forEach((name) => target.removeEventListener(name, stop, how)));
    };
    hear(window, isForLooks ? [...SIGNS, ...MOTION] : signs === "still" ? SIGNS : EFFECTS);
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
      scrolled: isForLooks ? null : [],
      isLarge: false,
      paint: isForLooks ? paint(trees) : null,
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
    return (
      watch.isOver ||
      print(watch.trees) !== watch.print ||
      (watch.scrolled ?? []).some(([el, x, y]) => scrollLeft.call(el) !== x || scrollTop.call(el) !== y)
    );
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

  /** The watch of looks that are kept. @type {RestWatch | null} */
  let watch = null;
  vm.watchRest = () => {
    watch?.end();
    watch = begin("everything");
    return true;
  };

  vm.atRest = () => {
    if (!watch || hasChanged(watch)) return "changed";
    const { trees } = watch;
    if (read.readyState.call(document) !== "complete") return "loading";
    if (areFontsLoading()) return "fonts";
    if (running(trees).length > 0) return "animation";
    const tag = painter(trees);
    if (tag) return tag;
    if (watch.isLarge || watch.paint === null) return "paint";
    const painted = paint(trees);
    if (painted === null) return "paint";
    if (painted !== watch.paint) return "changed";
    if (pendingImages(trees).length > 0) return "image";
    return watch.scrolled ? "" : "unready";
  };
}
