// Where the pointer meets an element: its boxes, what clips leave of them, and points tried in them.
//
// The browser's own hit test decides, not geometry: a point counts only if the pointer would meet
// the element there. Geometry says where to try, and keeps away from edges, which the hit test of
// a script and that of an event can see differently.
{
  const { read, is, isElement, parent, holds, hit, rect, rects, contentRects, eachChild } = vm.dom;
  const { meet, isEmpty, area, toBox, clipsAll, clipsWithin, ownClip } = vm.sight;
  const { scrollTowards } = vm.telling;
  const { countsAs, isOwn, inertOf } = vm.controls;

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

  /** What can be seen of this frame: the visual viewport where the page is pinched larger. */
  const viewNow = () => {
    const { scale, offsetLeft: x, offsetTop: y, width, height } = visualViewport;
    return scale > 1 ? [x, y, x + width, y + height] : [0, 0, innerWidth, innerHeight];
  };

  const TOP_LAYER = ":modal,:popover-open,:fullscreen";

  /** What the viewport and everything around an element leave of it: its clip as a box. */
  const clipOf = (el) => {
    const way = [];
    for (let at = el; at; at = parent(at)) way.unshift(at);
    const view = viewNow();
    const [root, body] = [read.root.call(document), read.body.call(document)];
    let clips = clipsAll(view);
    let clip = view;
    for (const at of way) {
      const style = getComputedStyle(at);
      if (style.display === "contents") {
        clip = clips.flow;
        continue;
      }
      const { position } = style;
      const isPlaced = position === "fixed" || position === "absolute";
      if (isPlaced && is(at, TOP_LAYER)) clips = clipsAll(view);
      clip = position === "fixed" ? clips.fixed : isPlaced ? clips.abs : clips.flow;
      const box = toBox(rect(at));
      const own = ownClip(style, box, position);
      if (own) clip = meet(clip, own);
      if (at === el) break;
      clips = clipsWithin(at, style, box, clip, clips, at === root || at === body, own);
    }
    return clip;
  };

  const NEAR = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.8], [0.8, 0.2], [0.2, 0.8]];
  const GRID = [];
  for (let i = 0; i < 7; i += 1) {
    for (let k = 0; k < 7; k += 1) GRID.push([(i + 0.5) / 7, (k + 0.5) / 7]);
  }
  /** Points tried in the strips that covers leave. */
  const STRIPS = 100;

  /** A fraction of a length, a pixel away from its ends. */
  const between = (from, to, part) => {
    const margin = Math.min(1, (to - from) / 2);
    return Math.min(to - margin, Math.max(from + margin, from + (to - from) * part));
  };

  /** What a rectangle leaves of another: above, below, left and right of it. */
  const without = (box, [left, top, right, bottom]) =>
    [
      [box[0], box[1], box[2], Math.min(box[3], top)],
      [box[0], Math.max(box[1], bottom), box[2], box[3]],
      [box[0], Math.max(box[1], top), Math.min(box[2], left), Math.min(box[3], bottom)],
      [Math.max(box[0], right), Math.max(box[1], top), box[2], Math.min(box[3], bottom)],
    ].filter((piece) => !isEmpty(piece));

  /**
   * The first point of the visible boxes that reaches the element.
   * @param {Element} el
   * @param {Element} target what was measured: itself or its stand-in
   * @param {number[][]} boxes from `boxesOf(target)`
   * @param {number[][]} extra points to try first
   * @returns {{point: number[] | null, found?: Element, inert?: Element, over?: Element,
   *   isOut?: boolean}} the point and what the pointer meets there; without one what lies over the
   *   element, or whether it is out of sight. `inert`: a disabled control that pointers pass through
   */
  const aim = (el, target, boxes, extra) => {
    const view = viewNow();
    // The shapes of an image map lie on a picture elsewhere.
    const clip = read.localName.call(target) === "area" ? view : clipOf(target);
    const drawn = (within) => boxes.map((box) => meet(box, within)).filter((box) => !isEmpty(box));
    const seen = drawn(clip);
    const inert = inertOf(el);
    const counts = (found) => (inert ? found && holds(found, inert) : countsAs(el, found));
    let second = null;
    let over = null;
    let found = null;
    const test = (x, y) => {
      found = hit(x, y);
      if (counts(found)) {
        const got = { point: [x, y], found, inert };
        if (inert || isOwn(el, found)) return got;
        second ??= got;
      } else if (found && seen.length > 0 && !holds(found, el)) over ??= found;
      return null;
    };
    for (const [x, y] of extra) {
      const got = test(x, y);
      if (got) return got;
    }
    // Clips are computed, and not all of them can be: what they hide is tried last.
    for (const [spots, parts] of [[NEAR, seen], [GRID, seen], [GRID, drawn(view)]]) {
      if (parts.length === 0 || (parts !== seen && second)) continue;
      for (const [left, top, right, bottom] of parts) {
        for (const [fx, fy] of spots) {
          const got = test(between(left, right, fx), between(top, bottom, fy));
          if (got) return got;
        }
      }
    }
    if (second) return second;
    const pieces = [...seen];
    for (let i = 0; i < STRIPS && pieces.length > 0; i += 1) {
      pieces.sort((a, b) => area(b) - area(a));
      const piece = pieces.shift();
      const got = test((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2);
      if (got ?? second) return got ?? second;
      if (found) pieces.push(...without(piece, meet(toBox(rect(found)), clipOf(found))));
    }
    return { point: null, over, isOut: seen.length === 0 };
  };

  const middle = (box) => {
    const [left, top, right, bottom] = meet(box, viewNow());
    return [(left + right) / 2, (top + bottom) / 2];
  };

  const scrollIntoView = Element.prototype.scrollIntoView;
  /** An element to scroll to: the first with a box; null where there are only words. */
  const anchorOf = (el) => {
    if (rects(el).length > 0) return el;
    let first = null;
    eachChild(el, read.localName.call(el), (node) => {
      if (!first && isElement(node)) first = anchorOf(node);
    });
    return first;
  };

  const bringIntoView = (el, block) => {
    const anchor = anchorOf(el);
    if (anchor) {
      scrollIntoView.call(anchor, { block, inline: "nearest", behavior: "instant" });
      return;
    }
    const [[left, top, right, bottom]] = boxesOf(el);
    scrollTowards(el, (left + right) / 2, (top + bottom) / 2);
  };

  vm.points = Object.freeze({ aim, boxesOf, bringIntoView, middle, standInFor, viewNow });
}
