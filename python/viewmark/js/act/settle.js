// Waits until the page rests: fonts, images in view, animations that end soon, and a layout that
// stays the same. Bounded by the caller's limit.
//
// A watch that begins with an action's input, before a picture is asked for, tells afterwards
// whether that picture is still true; the frames in between count as quiet ones then.
{
  const { read, rect, hit } = vm.dom;
  const { frame } = vm.reporting;
  const { areFontsLoading, begin, hasChanged, painter, pendingImages, running } = vm.rest;
  const QUIET_FRAMES = 3;
  const LONGEST = 1000; // ms; what runs on for longer is not waited for
  const RESPONSE = 100; // ms within which people expect that something happens, and pages see to it
  const SMALL = 0.02; // of the viewport
  const COLOR = /color|fill|stroke|shadow|outline/;

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

  /** ms until an animation is over; Infinity for those without an end. @param {Animation} animation */
  const remaining = (animation) => {
    const { effect, timeline, playbackRate, currentTime } = animation;
    const end = effect?.getComputedTiming().endTime;
    if (!(timeline instanceof DocumentTimeline) || typeof end !== "number" || playbackRate === 0) return Infinity;
    const now = typeof currentTime === "number" ? currentTime : 0;
    return (playbackRate > 0 ? end - now : now) / Math.abs(playbackRate);
  };
  /**
   * Whether it is decoration: the colour of a pressed button that fades, a ripple in it.
   * @param {Animation} animation
   */
  const isDecoration = (animation) => {
    const { effect } = animation;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    if (!target) return true;
    const { width, height } = rect(target);
    if (width * height > SMALL * innerWidth * innerHeight) return false;
    const isFading = animation instanceof CSSTransition && COLOR.test(animation.transitionProperty);
    return isFading || (effect instanceof KeyframeEffect && effect.pseudoElement !== null);
  };
  /** Whether something animates that a picture should wait for. @param {Root[]} trees */
  const isEnding = (trees) =>
    running(trees).some((each) => remaining(each) <= LONGEST && !isDecoration(each));

  /** Counts the frames since the layout changed last. @param {Root[]} trees */
  const samplerOf = (trees) => {
    let last = print();
    /** @type {Promise<void> | null} */
    let pending = null;
    const sample = async () => {
      await frame();
      pending = null;
      const now = print();
      const isSame = now === last && !isEnding(trees);
      sampler.quiet = isSame ? sampler.quiet + 1 : 0;
      sampler.hasMoved ||= !isSame;
      last = now;
    };
    const sampler = { quiet: 0, hasMoved: false, next: () => (pending ??= sample()) };
    return sampler;
  };

  /**
   * @typedef {{
   *   number: number, at: number, input: RestWatch | null, watch: RestWatch,
   *   sampler: ReturnType<typeof samplerOf>,
   * }} Effect
   */
  /** @type {Effect | null} */
  let effect = null;
  /** What happened since before an input. @type {RestWatch | null} */
  let input = null;
  let number = 0;
  const drop = () => {
    effect?.watch.end();
    effect?.input?.end();
    effect = null;
  };

  /** Begins to watch what the input to come does. */
  vm.watchInput = () => {
    drop();
    input?.end();
    input = begin("effects");
  };

  /**
   * Begins to watch, when what animates to an end has ended, at most `limit` ms later; names the
   * watch. `isAfterInput`: what `watchInput` was told of has just been sent.
   */
  vm.watchEffect = async (limit, isAfterInput) => {
    drop();
    const at = performance.now();
    while (isEnding(vm.trees.trees()) && performance.now() - at < limit) await frame();
    const watch = begin("still");
    /** @type {Effect} */
    const mine = { number: (number += 1), at, input: null, watch, sampler: samplerOf(watch.trees) };
    if (isAfterInput) mine.input = input;
    else input?.end();
    input = null;
    effect = mine;
    const sample = async () => {
      while (effect === mine && !watch.isOver && mine.sampler.quiet < QUIET_FRAMES) await mine.sampler.next();
    };
    sample();
    return mine.number;
  };

  /**
   * Waits at most `limit` ms; returns what was still open then.
   * `images` still load in view; `fonts` and `layout` say whether those rest. `still`: nothing at
   * all changed since the watch of that number began, and nothing paints without a sign. After an
   * input that did nothing yet, what it does within `RESPONSE` ms is waited for.
   */
  vm.settle = async (limit, since = 0) => {
    const start = performance.now();
    const begun = effect?.number === since ? effect : null;
    if (begun) effect = null;
    const trees = begun ? begun.watch.trees : [...vm.trees.trees()];
    const sampler = begun ? begun.sampler : samplerOf(trees);
    const hasEffect = () => !begun?.input || performance.now() - begun.at >= RESPONSE || hasChanged(begun.input);
    let images = 0;
    let areFontsReady = true;
    for (;;) {
      images = pendingImages(trees).length;
      areFontsReady = !areFontsLoading();
      const isAtRest = sampler.quiet >= QUIET_FRAMES && areFontsReady && images === 0;
      if ((isAtRest && hasEffect()) || performance.now() - start >= limit) break;
      await sampler.next();
    }
    const layout = sampler.quiet >= QUIET_FRAMES;
    const settled = layout && areFontsReady && images === 0;
    // A shadow root comes without a mutation.
    const isSame = begun !== null && !hasChanged(begun.watch) && vm.trees.trees().length === trees.length;
    const still = isSame && settled && !sampler.hasMoved && !painter(trees);
    begun?.watch.end();
    begun?.input?.end();
    return { still, settled, fonts: areFontsReady, images, layout, ms: performance.now() - start };
  };

  /** Waits at most `limit` ms until the document is parsed; returns whether it is. */
  vm.parsed = async (limit) => {
    const start = performance.now();
    const isLoading = () => read.readyState.call(document) === "loading";
    while (isLoading() && performance.now() - start < limit) await frame();
    return !isLoading();
  };
}
