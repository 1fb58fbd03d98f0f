// Finds the boxes that must not be in a picture: of secret content, and of elements matched by
// selectors. Evaluated by itself when there is any; `vm` is the page scripts' object.
({
  /**
   * `{invalid}` for the first selector that is none; else boxes of everything that they mean in
   * this frame, and its frames. A selector that leads through frames counts by its last part, in every frame: rather too much is hidden.
   *
   * `secrets`: boxes of what holds something secret too, and in `secrets` how many those are.
   *
   * `watch`: true: look again before each frame that is drawn, until a call without it; that one
   * reports in `changed` whether anything moved, came or went meanwhile.
   * @param {Vm} vm @param {string[]} selectors @param {Element[]} secrets @param {any} watch
   */
  boxes(vm, selectors, secrets, watch) {
    const { rootOf, isElement, eachChild, contentRects, parent, rect, rects, read, hit, holds } = vm.modules.dom;
    const { isEmpty, meet } = vm.modules.rects;
    const MOST_NODES = 20000;
    const WATCH_LIMIT = 15000;
    const FRAMES = "iframe,frame,object,embed,fencedframe";
    const key = Symbol.for("viewmark.mask");

    /** What CSS or scripts animate now: the compositor shows it elsewhere than the layout says. */
    const animated = () => {
      const targets = new Set();
      for (const each of Document.prototype.getAnimations.call(document)) {
        if (each.playState !== "running" || !(each.effect instanceof KeyframeEffect)) continue;
        if (each.effect.target) targets.add(each.effect.target);
      }
      return targets;
    };
    /** Whether something in it may lie outside what clips it. @param {Element} el */
    const isLoose = (el) => {
      /** @type {Node[]} */
      const rest = [el];
      while (rest.length > 0) {
        const node = rest.pop();
        if (!node || !isElement(node)) continue;
        if (node !== el && /absolute|fixed/.test(getComputedStyle(node).position)) return true;
        eachChild(node, read.localName.call(node), (child) => rest.push(child));
      }
      return false;
    };
    /**
     * The box that an animated element cannot leave: of an ancestor that clips it, or the view.
     * @param {Element} el @param {any} moving @param {Box} view
     */
    const pen = (el, moving, view) => {
      if (isLoose(el)) return view;
      let isAbsolute = false;
      /** @type {Element | null} */
      let top = el;
      for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) if (moving.has(at)) top = at;
      for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
        const { position, overflowX, overflowY } = getComputedStyle(at);
        if (top === null && overflowX !== "visible" && overflowY !== "visible") {
          if (!isAbsolute || position !== "static") {
            const { left, right, top: upper, bottom } = rect(at);
            return [left, upper, right, bottom];
          }
        }
        if (position === "fixed") return view;
        if (position === "absolute") isAbsolute = true;
        else if (position !== "static") isAbsolute = false;
        if (at === top) top = null;
      }
      return view;
    };

    /**
     * What of a box is inside all that clips the element.
     * @param {Element} el @param {Box} box @param {Box} view
     */
    const clipped = (el, box, view) => {
      let seen = meet(box, view);
      let { position } = getComputedStyle(el);
      for (let at = parent(el); at && position !== "fixed"; at = parent(at)) {
        const style = getComputedStyle(at);
        const clips = style.overflowX !== "visible" && style.overflowY !== "visible";
        if (position === "absolute" && style.position === "static") continue;
        if (clips && !/^(html|body)$/.test(read.localName.call(at))) {
          const { left, top, right, bottom } = rect(at);
          seen = meet(seen, [left, top, right, bottom]);
        }
        position = style.position;
      }
      return seen;
    };
    /** @param {Element} el */
    const isClear = (el) => {
      for (let at = /** @type {Element | null} */ (el); at; at = parent(at))
        if (getComputedStyle(at).opacity === "0") return true;
      return false;
    };
    /** @param {CSSStyleDeclaration} style */
    const isOpaque = (style) =>
      /^rgb\(/.test(style.backgroundColor) &&
      style.opacity === "1" &&
      style.filter === "none" &&
      style.maskImage === "none" &&
      style.clipPath === "none" &&
      style.mixBlendMode === "normal";
    /**
     * Whether one opaque box lies over all of it; corners are tried, for boxes may be round.
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
      for (let at = hits[0]; at && !holds(at, el); at = parent(at)) {
        const style = getComputedStyle(at);
        if (style.opacity !== "1" || style.filter !== "none" || style.clipPath !== "none") return false;
        const box = rect(at);
        const isOver = box.left <= left && box.top <= top && box.right >= right && box.bottom >= bottom;
        if (isOver && isOpaque(style) && hits.every((found) => holds(at, found))) {
          // What lies around it must not let through what is beneath either.
          for (let up = parent(at); up && !holds(up, el); up = parent(up)) {
            if (getComputedStyle(up).opacity !== "1") return false;
          }
          return true;
        }
      }
      return false;
    };

    /** Where an element is seen once more, in the reflection of what holds it. @param {Element} el */
    const reflections = (el) => {
      const found = [];
      for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
        const style = /** @type {any} */ (getComputedStyle(at)).webkitBoxReflect;
        if (!style || style === "none") continue;
        const { left, top, right, bottom } = rect(at);
        const way = /^(above|below|left|right)\s+(-?[\d.]+)px/.exec(style);
        const gap = way ? Number(way[2]) : 0;
        const [width, height] = [right - left, bottom - top];
        if (way?.[1] === "above") found.push([left, top - gap - height, right, top - gap]);
        else if (way?.[1] === "left") found.push([left - gap - width, top, left - gap, bottom]);
        else if (way?.[1] === "right") found.push([right + gap, top, right + gap + width, bottom]);
        else found.push([left, bottom + gap, right, bottom + gap + height]);
      }
      return found;
    };

    const look = () => {
      const moving = animated();
      /** @param {Element} el */
      const isMoving = (el) => {
        for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) if (moving.has(at)) return true;
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
      const view = [0, 0, innerWidth, innerHeight];
      const boxes = [];
      /** @param {any} one */
      const add = ({ left, top, right, bottom }) => {
        const isSeen = right > 0 && bottom > 0 && left < view[2] && top < view[3];
        if (isSeen && right > left && bottom > top) boxes.push([left, top, right, bottom]);
      };
      const done = new Set();
      let found = 0;
      for (const el of secrets ? vm.secretContent(vm.modules.standing.allTrees()) : []) {
        const before = boxes.length;
        if (isMoving(el)) boxes.push(pen(el, moving, view));
        else if (isClear(el)) continue;
        else {
          for (const { left, top, right, bottom } of rects(el)) {
            const seen = clipped(el, [left, top, right, bottom], view);
            if (isEmpty(seen)) continue;
            if (moving.size === 0 && isBuried(el, seen)) continue;
            boxes.push(seen);
          }
          // Outside of fields, text may reach beyond its box.
          if (boxes.length > before && !/^(input|textarea|select)$/.test(read.localName.call(el))) {
            rest.push(el);
          }
        }
        for (const box of reflections(el)) {
          const seen = meet(box, view);
          if (!isEmpty(seen)) boxes.push(seen);
        }
        if (boxes.length > before) found += 1;
      }
      for (const el of moving.size > 0 ? rest : []) {
        if (!isMoving(el)) continue;
        boxes.push(pen(el, moving, view));
        done.add(el);
      }
      while (rest.length > 0) {
        const node = rest.pop();
        if (!node || done.has(node)) continue;
        done.add(node);
        // So large an element can only be most of the page.
        if (done.size > MOST_NODES) return { boxes: [view], frames: [], view, secrets: found };
        if (!isElement(node)) {
          // Text may reach beyond its element's box.
          if (read.nodeType.call(node) === 3) for (const box of contentRects(node)) add(box);
          continue;
        }
        if (moving.has(node)) {
          boxes.push(pen(node, moving, view));
          continue;
        }
        for (const box of rects(node)) add(box);
        eachChild(node, read.localName.call(node), (child) => rest.push(child));
      }
      /** @type {{id: number, visible: Box, pen: Box | null}[]} */
      const frames = [];
      for (const tree of vm.modules.standing.allTrees()) {
        for (const el of vm.modules.native.queryCss(tree, FRAMES)) {
          const { left, top, right, bottom } = rect(el);
          const visible = [Math.max(left, 0), Math.max(top, 0), Math.min(right, view[2]), Math.min(bottom, view[3])];
          if (visible[2] > visible[0] && visible[3] > visible[1]) {
            const inside = moving.size > 0 && isMoving(el) ? pen(el, moving, view) : null;
            frames.push({ id: vm.idOf(el), visible, pen: inside });
          }
        }
      }
      return { boxes, frames, view, secrets: found };
    };

    const now = vm.aside(look);
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
