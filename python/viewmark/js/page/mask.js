// Finds the boxes that must be masked in a screenshot: secret content, and elements matched by selectors. This file is
// evaluated only if there are any. `vm` is the object of the page scripts.
({
  /**
   * Returns the boxes to mask in this frame, or `{invalid}` with the first invalid selector. The result also contains
   * the frames inside this one. The last part of a selector that leads into frames is applied in every frame, so that
   * rather too much is masked. `secrets`: elements with secret content, whose boxes are added; the result contains
   * their number. `watch`: if true, the boxes are computed again before each frame, until a call without `watch`. That
   * call reports as `changed` whether any box moved, appeared or disappeared in between.
   * @param {Vm} vm @param {string[]} selectors @param {Element[]} secrets @param {any} watch
   */
  async boxes(vm, selectors, secrets, watch) {
    const wait = watch ? vm.modules.view_transitions.transitionEnd() : null;
    if (wait) await wait;
    const { isElement, eachChild, contentRects, rect, rects, read, hit, holds, viewport } = vm.modules.dom;
    const { isEmpty, meet, toBox } = vm.modules.rects;
    const { allTrees: trees } = vm.modules.standing;
    const { visibility, vocabulary } = vm.modules;
    const { clipAround, ownClip } = visibility;
    const { FIELD_TAGS, OUT_OF_FLOW } = vocabulary;
    const { paintedIn, reflectionsOf, spreadOf, upFrom } = vm.modules.painted_elsewhere;
    const MOST_NODES = 20000;
    const WATCH_LIMIT = 15000;
    const FRAMES = "iframe,frame,object,embed,fencedframe";
    const key = Symbol.for("viewmark.mask");

    /** Returns the elements that are animated now. The browser may show them away from their layout boxes. */
    const animated = () => {
      const targets = new Set();
      for (const each of Document.prototype.getAnimations.call(document)) {
        if (each.playState !== "running" || !(each.effect instanceof KeyframeEffect)) continue;
        if (each.effect.target) targets.add(each.effect.target);
      }
      return targets;
    };
    const view = [0, 0, innerWidth, innerHeight];
    /**
     * Yields an element, its descendants and their text nodes. `isLeaf` tells whose descendants are skipped.
     * @param {Element} el @param {(el: Element) => boolean} [isLeaf] @returns {Generator<Node>}
     */
    function* nodesIn(el, isLeaf = () => false) {
      /** @type {Node[]} */
      const rest = [el];
      for (let node = rest.pop(); node; node = rest.pop()) {
        yield node;
        if (isElement(node) && !isLeaf(node)) eachChild(node, read.localName.call(node), (child) => rest.push(child));
      }
    }
    /**
     * Returns a box that an animated element cannot leave: the clip around its outermost moving ancestor or, if there
     * is none, the viewport.
     * @param {Element} el @param {Set<any>} moving
     */
    const pen = (el, moving) => {
      const way = [...upFrom(el)];
      const end = Math.max(
        0,
        way.findLastIndex((at) => moving.has(at)),
      );
      const top = way[end];
      if (
        way.slice(0, end).some((at) => OUT_OF_FLOW.has(getComputedStyle(at).position)) ||
        ownClip(getComputedStyle(top), view, undefined, top)
      )
        return view;
      for (const node of nodesIn(el))
        if (node !== el && isElement(node) && OUT_OF_FLOW.has(getComputedStyle(node).position)) return view;
      return clipAround(top);
    };

    /** @param {Element} el */
    const isClear = (el) => [...paintedIn(el)].some((at) => getComputedStyle(at).opacity === "0");
    /**
     * Whether an element is painted as it is, without opacity, filter, mask, clip or blending.
     * @param {any} style
     */
    const isPlain = (style) =>
      style.opacity === "1" &&
      style.mixBlendMode === "normal" &&
      [style.filter, style.maskImage, style.clipPath, style.webkitMaskBoxImageSource].every(
        (value) => value === "none",
      );
    /**
     * Whether one opaque element covers the whole box, so that nothing of it needs masking. Its corners are tested too,
     * because the covering element may have rounded ones.
     * @param {Element} el @param {Box} box
     */
    const isBuried = (el, [left, top, right, bottom]) => {
      const spots = [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ].map(([x, y]) => [Math.min(Math.max(x, 0.5), innerWidth - 0.5), Math.min(Math.max(y, 0.5), innerHeight - 0.5)]);
      const hits = [...spots, [(left + right) / 2, (top + bottom) / 2]].map(([x, y]) => hit(x, y));
      if (hits.some((found) => !found || holds(el, found) || holds(found, el))) return false;
      let covered = false;
      for (const at of hits[0] ? upFrom(hits[0]) : []) {
        if (holds(at, el)) break;
        // An ancestor of the covering element may make it transparent, so every ancestor is checked.
        const style = getComputedStyle(at);
        if (!isPlain(style)) return false;
        const box = rect(at);
        const isOver = box.left <= left && box.top <= top && box.right >= right && box.bottom >= bottom;
        const isOpaque = /^rgb\(/.test(style.backgroundColor) && style.backgroundClip === "border-box";
        covered ||= isOver && isOpaque && hits.every((found) => found && holds(at, found));
      }
      return covered;
    };

    /**
     * Returns the area in which an element's generated text may be painted: the whole viewport if the text is
     * positioned or is a marker, otherwise the element's block. Null if there is none.
     * @param {Element} el @returns {Box | null}
     */
    const generatedIn = (el) => {
      const drawn = vm.modules.secret_copies.generatedOf(el);
      if (drawn.some((which) => which.endsWith("marker") || OUT_OF_FLOW.has(getComputedStyle(el, which).position)))
        return view;
      if (drawn.length === 0) return null;
      for (const at of upFrom(el)) {
        const { display } = getComputedStyle(at);
        if (display !== "inline" && display !== "contents") return toBox(rect(at));
      }
      return view;
    };

    /** @param {Box} box @param {number} by */
    const grown = ([left, top, right, bottom], by) => [left - by, top - by, right + by, bottom + by];
    /**
     * Adds the boxes of an element's texts, each extended by `far` px on all sides.
     * @param {Element} el @param {number} far @param {(box: Box) => void} add
     */
    const addTexts = (el, far, add) => {
      for (const node of nodesIn(el)) {
        if (read.nodeType.call(node) !== 3) continue;
        const by = read.parentElement.call(node) ?? el;
        const clip = far > 0 ? view : clipAround(by, true, view);
        for (const box of contentRects(node)) add(meet(grown(toBox(box), far), clip));
      }
    };

    const look = () => {
      const moving = animated();
      /** @param {Element} el */
      const isMoving = (el) => {
        for (const at of upFrom(el)) if (moving.has(at)) return true;
        return false;
      };
      const rest = [];
      for (const selector of selectors) {
        try {
          rest.push(...vm.queryAll(vm.splitFrames(selector).at(-1) ?? ""));
        } catch {
          return { invalid: selector };
        }
      }
      /** @type {Box[]} */
      const boxes = [];
      /** @param {Box} box */
      const add = (box) => {
        const seen = meet(box, view);
        if (seen[2] > seen[0] && seen[3] > seen[1]) boxes.push(seen);
      };
      let found = 0;
      for (const el of secrets ? vm.secretContent(trees()) : []) {
        const before = boxes.length;
        const far = spreadOf(el);
        if (isMoving(el)) boxes.push(pen(el, moving));
        else if (isClear(el)) continue;
        else if (far === Infinity) boxes.push(view);
        else {
          const field = FIELD_TAGS.has(read.localName.call(el));
          const drawn = field ? null : generatedIn(el);
          if (drawn) add(drawn);
          const clip = far > 0 ? view : clipAround(el, false, view);
          const seen = Array.from(rects(el), (each) => meet(grown(toBox(each), far), clip)).filter(
            (box) => !isEmpty(box),
          );
          const shown = moving.size === 0 ? seen.filter((box) => !isBuried(el, box)) : seen;
          shown.forEach(add);
          // In an element that is not a field, text may extend beyond the box.
          if (!field && (shown.length > 0 || seen.length === 0)) addTexts(el, far, add);
        }
        reflectionsOf(el).forEach(add);
        if (boxes.length > before) found += 1;
      }
      let count = 0;
      for (const el of rest) {
        for (const node of nodesIn(el, isMoving)) {
          count += 1;
          // An element with so many nodes probably covers most of the page, so the whole viewport is masked.
          if (count > MOST_NODES) return { boxes: [view], frames: [], view, secrets: found };
          // Text may overflow its element, so text nodes are measured separately.
          if (!isElement(node))
            for (const box of read.nodeType.call(node) === 3 ? contentRects(node) : []) add(toBox(box));
          else if (isMoving(node)) boxes.push(pen(node, moving));
          else for (const box of rects(node)) add(toBox(box));
        }
      }
      /** @type {{id: number, visible: Box, pen: Box | null}[]} */
      const frames = [];
      for (const tree of trees()) {
        for (const el of vm.modules.native.queryCss(tree, FRAMES)) {
          const { left, top, right, bottom } = rect(el);
          const visible = [Math.max(left, 0), Math.max(top, 0), Math.min(right, view[2]), Math.min(bottom, view[3])];
          if (visible[2] > visible[0] && visible[3] > visible[1]) {
            const elsewhere = spreadOf(el) > 0 || reflectionsOf(el).length > 0 ? view : null;
            const inside = moving.size > 0 && isMoving(el) ? pen(el, moving) : elsewhere;
            frames.push({ id: vm.idOf(el), visible, pen: inside });
          }
        }
      }
      const { scale, width, offsetLeft, offsetTop } = viewport();
      // A page wider than its screen is zoomed out, and its boxes are in that scale. Up to 3 % may be due to a scroll
      // bar.
      const shown = innerWidth / width;
      const pinch = Math.abs(shown / scale - 1) < 0.03 ? scale : shown;
      return { boxes, frames, view, secrets: found, pinch: [pinch, offsetLeft, offsetTop] };
    };

    const now = { ...vm.aside(look), isTransitioning: vm.modules.view_transitions.runningTransition() !== null };
    if (now.invalid) return now;
    const world = /** @type {any} */ (globalThis);
    const before = world[key];
    if (!watch) {
      delete world[key];
      const isKnown = before && !before.changed && performance.now() <= before.until;
      return { ...now, changed: !isKnown || before.print !== print(now) };
    }
    const watched = { print: print(now), changed: false, until: performance.now() + WATCH_LIMIT };
    world[key] = watched;
    const again = () => {
      if (world[key] !== watched || performance.now() > watched.until) return;
      watched.changed ||= print(vm.aside(look)) !== watched.print;
      if (!watched.changed) requestAnimationFrame(again);
    };
    requestAnimationFrame(again);
    return now;

    /** @param {any} one */
    function print({ boxes, frames }) {
      const sides = [...boxes, ...frames.map((/** @type {any} */ frame) => frame.pen ?? frame.visible)].flat();
      return sides.map((side) => Math.round(side)).join();
    }
  },
});
