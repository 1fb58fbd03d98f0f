// Where to press to hit an element: its live box, brought into view, at rest, and hit-tested.
//
// The browser's own hit test decides, not geometry: a point counts only if the pointer would meet
// the element there. Coordinates are CSS px of this frame's viewport; the driver maps them outward
// and asks `vm.opens` in every frame around. Nothing here dispatches an event.
{
  const { read, is, isElement, parent, holds, hit, rect, rects, contentRects, eachChild } = vm.dom;
  const { meet, isEmpty, area, toBox } = vm.sight;
  const { say, frame, notePositions, movedSince } = vm.telling;
  const scrollIntoView = Element.prototype.scrollIntoView;
  const isVisible = Element.prototype.checkVisibility;

  const ACTORS =
    "a[href],area[href],button,input,select,textarea,summary,label,option,[onclick],[tabindex]," +
    "[contenteditable],[role=button],[role=link],[role=checkbox],[role=radio],[role=switch]," +
    "[role=tab],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option]," +
    "[role=treeitem],[role=slider],[role=combobox],[role=textbox],[role=searchbox]";

  /** The control that a node belongs to: the nearest thing that one would call clickable. */
  const actorOf = (node) => {
    for (let at = node; at; at = parent(at)) if (is(at, ACTORS)) return at;
    return node;
  };

  const isLabelOf = (node, control) => {
    for (let at = node; at; at = parent(at)) {
      if (at instanceof HTMLLabelElement && read.labelControl.call(at) === control) return true;
    }
    return false;
  };

  /** Whether a press that meets `found` is a press on `el`. */
  const countsAs = (el, found) => {
    if (!found) return false;
    if (holds(el, found) || isLabelOf(found, el)) return true;
    // Pointers pass through an icon or caption to the control around it, which is what was meant.
    return holds(found, el) && found !== read.root.call(document) && actorOf(el) === found;
  };

  const boxesOf = (el) => {
    if (read.localName.call(el) === "area" && vm.areaBoxes) return vm.areaBoxes(el);
    const own = Array.from(rects(el), toBox).filter((box) => !isEmpty(box));
    // `display: contents` and boxes that their content overflows.
    const found =
      own.length > 0 ? own : Array.from(contentRects(el), toBox).filter((box) => !isEmpty(box));
    return found.sort((a, b) => area(b) - area(a)).slice(0, 8);
  };

  /** What to measure: a control that is drawn as nothing is pressed through its label. */
  const standInFor = (el) => {
    if (!(el instanceof HTMLInputElement) || area(toBox(rect(el))) >= 4) return el;
    const labels = el.labels ?? [];
    for (const label of labels) if (area(toBox(rect(label))) >= 4) return label;
    return el;
  };

  const NEAR = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.8], [0.8, 0.2], [0.2, 0.8]];
  const GRID = [];
  for (let i = 0; i < 7; i += 1) {
    for (let k = 0; k < 7; k += 1) GRID.push([(i + 0.5) / 7, (k + 0.5) / 7]);
  }

  /** What can be seen of this frame: the visual viewport where the page is pinched larger. */
  const viewNow = () => {
    const { scale, offsetLeft: x, offsetTop: y, width, height } = visualViewport;
    return scale > 1 ? [x, y, x + width, y + height] : [0, 0, innerWidth, innerHeight];
  };
  /** Where the visual viewport begins; input counts from there. */
  const pinchNow = () => {
    const { scale, offsetLeft, offsetTop } = visualViewport;
    return scale > 1 && window === top ? [offsetLeft, offsetTop] : [0, 0];
  };

  /** The first point of the visible boxes that reaches the element, else what lies over them. */
  const aim = (el, boxes, extra) => {
    const view = viewNow();
    const seen = boxes.map((box) => meet(box, view)).filter((box) => !isEmpty(box));
    let over = null;
    const test = (x, y) => {
      const found = hit(x, y);
      if (countsAs(el, found)) return { point: [x, y], found };
      if (found && !holds(found, el)) over ??= found;
      return null;
    };
    for (const [x, y] of extra) {
      const got = test(x, y);
      if (got) return got;
    }
    for (const spots of [NEAR, GRID]) {
      for (const [left, top, right, bottom] of seen) {
        for (const [fx, fy] of spots) {
          const got = test(left + (right - left) * fx, top + (bottom - top) * fy);
          if (got) return got;
        }
      }
    }
    return { point: null, over, isOut: seen.length === 0 };
  };

  const anchorOf = (el) => {
    if (rects(el).length > 0) return el;
    let first = null;
    eachChild(el, read.localName.call(el), (node) => {
      if (!first && isElement(node)) first = anchorOf(node);
    });
    return first ?? el;
  };

  const bringIntoView = (el, block) =>
    scrollIntoView.call(anchorOf(el), { block, inline: "nearest", behavior: "instant" });

  /** An element without a box of its own is as visible as the content that was measured. */
  const isShown = (el) =>
    rects(el).length === 0 || isVisible.call(el, { visibilityProperty: true });

  // Centre keeps clear of sticky headers and footers; the others serve where it does not.
  const BLOCKS = ["center", "end", "start"];

  const isAt = (boxes, before) =>
    before !== null &&
    boxes.length === before.length &&
    boxes.every((box, i) => box.every((v, k) => Math.abs(v - before[i][k]) < 0.05));

  /** Boxes as `locate` last measured them, so that the next call knows whether they moved. */
  const measured = new WeakMap();

  /**
   * Finds where to press an element.
   * @param {number} id the element's number in this world
   * @param {{limit: number, patience: number, extra?: number[][], any?: boolean, quick?: boolean,
   *   again?: boolean, arm?: boolean}} options
   *   `limit`: ms that it may take to come to rest; `patience`: ms that a cover may take to go;
   *   `extra`: points to try first; `any`: a box is enough, who gets the pointer does not matter;
   *   `quick`: return the first point without waiting for rest; `again`: go on from such a point,
   *   with the pointer on it by now; `arm`: put the guard up in the same step
   * @returns status `ok`, `gone`, `hidden`, `covered`, `through` (pointers pass through it) or
   *   `moving`, with the point and what was met
   */
  vm.locate = async (id, options) => {
    const el = vm.nodeOf(id);
    if (!el) return { status: "gone" };
    vm.forget?.();
    const began = performance.now();
    const positions = notePositions(el);
    const tries = [...BLOCKS];
    let last = null;
    if (options.again) {
      last = measured.get(el) ?? null;
      await frame();
    }
    for (;;) {
      if (!read.isConnected.call(el)) return { status: "gone" };
      const target = standInFor(el);
      const boxes = boxesOf(target);
      const shown = boxes.length > 0 && isShown(target);
      let aimed = shown ? aim(el, boxes, options.extra ?? []) : { point: null };
      if (options.any && shown && !aimed.isOut) aimed = { point: middle(boxes[0]), found: el };
      const isResting = isAt(boxes, last);
      const spent = performance.now() - began;
      if (aimed.point && (isResting || options.quick)) {
        measured.set(el, boxes);
        if (options.arm) vm.arm(id);
        return report("ok", el, aimed, positions);
      }
      if (isResting) {
        if (shown && tries.length > 0) {
          bringIntoView(target, tries.shift());
          last = boxesOf(target);
          if (!isAt(last, boxes)) continue;
        }
        if ((tries.length === 0 || !shown) && spent > options.patience) {
          return report(whyNot(el, shown, aimed), el, aimed, positions);
        }
      } else if (shown && aimed.isOut && tries.length > 0) {
        bringIntoView(target, tries.shift());
      }
      if (spent > options.limit) return report("moving", el, aimed, positions);
      last = boxesOf(target);
      await frame();
    }
  };

  const whyNot = (el, shown, aimed) => {
    if (!shown || aimed.isOut) return "hidden";
    if (aimed.over) return "covered";
    return getComputedStyle(el).pointerEvents === "none" ? "through" : "hidden";
  };

  const middle = (box) => {
    const [left, top, right, bottom] = meet(box, viewNow());
    return [(left + right) / 2, (top + bottom) / 2];
  };

  const report = (status, el, aimed, positions) => ({
    status,
    id: vm.idOf(el),
    point: aimed.point ?? null,
    pinch: pinchNow(),
    target: say(el),
    met: aimed.found && !holds(el, aimed.found) ? say(aimed.found) : null,
    over: status === "covered" ? say(actorOf(aimed.over)) : null,
    scrolled: movedSince(positions),
  });

  /**
   * Whether a point of this frame opens into the frame that element `id` owns, so that a press
   * there goes on into it; if not, what the press would meet instead.
   */
  vm.opens = (id, x, y) => {
    const owner = vm.nodeOf(id);
    const found = hit(x, y);
    const [left, top, right, bottom] = viewNow();
    const isOut = x < left || y < top || x >= right || y >= bottom;
    if (owner && found === owner && !isOut) return { opens: true, pinch: pinchNow() };
    return { opens: false, isOut, over: found ? say(actorOf(found)) : null };
  };

  /**
   * What the pointer would meet at a point: the control, and whether it is a frame. The point of
   * the main frame counts from the visual viewport, as input does; `at` is it in layout px.
   */
  vm.hitAt = (pointX, pointY, witness) => {
    vm.forget?.();
    const [left, top] = pinchNow();
    const [x, y] = [pointX + left, pointY + top];
    const found = hit(x, y);
    const tag = found ? read.localName.call(found) : "";
    const isFrame = tag === "iframe" || tag === "frame" || tag === "fencedframe";
    if (witness) vm.witness(isFrame ? vm.idOf(found) : 0);
    if (!found) return { id: 0, frame: false, hit: null, at: [x, y] };
    return { id: vm.idOf(found), frame: isFrame, hit: say(actorOf(found)), at: [x, y] };
  };

  /** What a selector means in this frame; candidates with a box first, for one of several. */
  vm.pick = (selector) => {
    vm.forget?.();
    let found;
    try {
      found = vm.queryAll(selector);
    } catch (error) {
      return { invalid: String(error?.message ?? error) };
    }
    // A hidden twin (a menu for small screens) is not what a selector means on the screen.
    const drawn = found.length > 1 ? found.filter((el) => boxesOf(el).length > 0) : found;
    const meant = drawn.length === 1 ? drawn : found;
    return {
      ids: meant.length === 1 ? [vm.idOf(meant[0])] : [],
      total: found.length,
      candidates: meant.length === 1 ? [] : meant.slice(0, 8).map(say),
    };
  };

  /** How many elements a selector means, and how many of them show: [all, visible]. */
  vm.countOf = (selector) => {
    vm.forget?.();
    try {
      const found = vm.queryAll(selector);
      return { counts: [found.length, found.filter(isDrawn).length] };
    } catch (error) {
      return { invalid: String(error?.message ?? error) };
    }
  };
  const isDrawn = (el) => boxesOf(el).length > 0 && isShown(el);

  /** Whether the words can be read in this frame, in shadow roots too; case does not matter. */
  vm.showsText = (text) => {
    vm.forget?.();
    const wanted = text.replace(/\s+/g, " ").trim().toLowerCase();
    const has = (words) => words.replace(/\s+/g, " ").toLowerCase().includes(wanted);
    if (has(read.root.call(document)?.innerText ?? "")) return true;
    const roots = vm.trees.trees().slice(1);
    return roots.some((root) => {
      for (let n = read.firstChild.call(root); n; n = read.nextSibling.call(n)) {
        if (n instanceof HTMLElement && has(n.innerText)) return true;
      }
      return false;
    });
  };

  vm.isAlive = (id) => vm.nodeOf(id) !== null;
  vm.nextFrame = () => frame().then(() => true);

  vm.acts = Object.freeze({ actorOf, countsAs, boxesOf });
}
