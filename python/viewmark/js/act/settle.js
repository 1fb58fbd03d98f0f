// Waits until the page rests: fonts, images in view, and a layout that stays the same.
//
// Frames are sampled, and mutations are heard of. Bounded by the caller's limit.
{
  const { read, rect, hit } = vm.dom;
  const { frame } = vm.reporting;
  const complete = vm.getter(HTMLImageElement.prototype, "complete");
  const fonts = vm.getter(Document.prototype, "fonts");
  const QUIET_FRAMES = 3;
  const ALL = { subtree: true, childList: true, attributes: true, characterData: true };
  const PIXELS = "canvas,video,embed,object,marquee";

  const GRID = [0.1, 0.3, 0.5, 0.7, 0.9];
  /** A print of the layout: what lies at 25 points and where, and the size of the document. */
  const print = () => {
    const root = read.root.call(document);
    const parts = root ? [root.scrollHeight, root.scrollWidth, scrollX, scrollY] : [];
    for (const y of GRID) {
      for (const x of GRID) {
        const el = hit(innerWidth * x, innerHeight * y);
        if (!el) continue;
        const box = rect(el);
        parts.push(vm.idOf(el), Math.round(box.left * 2), Math.round(box.top * 2), box.width);
      }
    }
    return parts.join(",");
  };

  /** @param {Element} img */
  const isPending = (img) => {
    if (!(img instanceof HTMLImageElement) || complete.call(img)) return false;
    const box = rect(img);
    return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  };

  /** Whether something moves by itself, or paints without a sign. */
  const moves = () =>
    vm.native.queryCss(document, PIXELS).length > 0 ||
    Document.prototype.getAnimations
      .call(document)
      .some((each) => each.playState === "running" || each.pending);

  /**
   * Waits at most `limit` ms; returns what was still open then.
   * `images` still load in view; `fonts` and `layout` say whether those rest. `still`: nothing at
   * all changed since it was asked, so a picture taken meanwhile shows what there is now.
   */
  vm.settle = async (limit) => {
    const start = performance.now();
    const images = () => [...vm.native.queryCss(document, "img")].filter(isPending).length;
    const areFontsLoading = () => fonts.call(document).status === "loading";
    let still = !areFontsLoading() && images() === 0;
    const observer = new MutationObserver(() => (still = false));
    for (const tree of vm.trees.trees()) observer.observe(tree, ALL);
    let last = print();
    let quiet = 0;
    let open = 0;
    let isLoadingFonts = false;
    do {
      await frame();
      const now = print();
      still &&= now === last;
      quiet = now === last ? quiet + 1 : 0;
      last = now;
      open = images();
      isLoadingFonts = areFontsLoading();
      if (quiet >= QUIET_FRAMES && open === 0 && !isLoadingFonts) break;
    } while (performance.now() - start < limit);
    const layout = quiet >= QUIET_FRAMES;
    still &&= layout && observer.takeRecords().length === 0 && !moves();
    observer.disconnect();
    return {
      still,
      settled: layout && open === 0 && !isLoadingFonts,
      fonts: !isLoadingFonts,
      images: open,
      layout,
      ms: performance.now() - start,
    };
  };

  /** Waits at most `limit` ms until the document is parsed; returns whether it is. */
  vm.parsed = async (limit) => {
    const start = performance.now();
    const isLoading = () => read.readyState.call(document) === "loading";
    while (isLoading() && performance.now() - start < limit) await frame();
    return !isLoading();
  };
}
