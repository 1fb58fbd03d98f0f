// Keeps annotations attached to the elements they were drawn on. Each annotation stores its first element and its
// position relative to that element's box, which determine its current position and the element's state.

const { vm } = draw;
const { dom } = vm.modules;
const MOVED = 1.5; // px in the document; a smaller move is a rounding error

const scrolled = (/** @type {any} */ box) => ({ ...box, x: box.x + scrollX, y: box.y + scrollY });
const isThere = (/** @type {any} */ el) => dom.read.isConnected.call(el) && dom.rects(el).length > 0;

/** Finds the element of an annotation again after the page re-rendered it or was reloaded. */
const search = (/** @type {any} */ anchor) => {
  if (!anchor.selector) return null;
  try {
    const found = vm.queryAll(anchor.selector);
    const el = found.length === 1 ? found[0] : found.find((e) => draw.printOf(e) === anchor.print);
    return el && dom.read.localName.call(el) === anchor.tag && isThere(el) ? el : null;
  } catch {
    return null; // this page's parser does not accept the selector
  }
};

draw.anchor = {
  /** Attaches a mark to the first element under it; to none (null) for a blackout or an empty area. */
  tie(mark, el, hit) {
    mark.anchor =
      el === null
        ? null
        : {
            el,
            selector: hit.selector,
            tag: hit.tag,
            print: hit.print,
            box: hit.bounds, // the element's box when the mark was drawn
            grows: hit.relation === "exact" || hit.relation === "inside",
            page: scrolled(hit.bounds),
          };
  },

  /** Reattaches a mark that the server returned after a page load. */
  retie(mark) {
    const hit = mark.elements[0];
    if (!hit) {
      mark.anchor = null;
      return;
    }
    const { view } = mark;
    const page = { ...hit.bounds, x: hit.bounds.x + view.scroll_x, y: hit.bounds.y + view.scroll_y };
    mark.anchor = {
      el: null,
      selector: hit.selector,
      tag: hit.tag,
      print: hit.print ?? "",
      box: hit.bounds,
      grows: hit.relation === "exact" || hit.relation === "inside",
      page,
    };
  },

  /** Returns the mark's current element; searches for it again if it left the document. */
  element(mark) {
    const { anchor } = mark;
    if (!anchor) return null;
    if (anchor.el && isThere(anchor.el)) return anchor.el;
    const el = search(anchor);
    if (el) anchor.el = el;
    return el;
  },

  /**
   * Returns how to convert the mark's own coordinates to the current viewport: (x - ox) * sx + dx, and the same for y.
   * `lost` means that the mark's element no longer exists.
   */
  map(mark) {
    const el = draw.anchor.element(mark);
    if (el === null) {
      const { scroll_x: x, scroll_y: y } = mark.view;
      return { dx: x - scrollX, dy: y - scrollY, sx: 1, sy: 1, ox: 0, oy: 0, lost: mark.anchor !== null };
    }
    const now = draw.boxOf(el);
    const was = mark.anchor.box;
    // A mark that outlines a region of a large element keeps its size. A mark of a whole element scales with the
    // element.
    const grows = mark.anchor.grows;
    const sx = grows && was.width > 0 ? now.width / was.width : 1;
    const sy = grows && was.height > 0 ? now.height / was.height : 1;
    return { dx: now.x, dy: now.y, sx, sy, ox: was.x, oy: was.y, lost: false };
  },

  /** Returns where a point of the mark is now; the point is given in the viewport in which the mark was drawn. */
  point([x, y], { dx, dy, sx, sy, ox, oy }) {
    return [(x - ox) * sx + dx, (y - oy) * sy + dy];
  },
  rect(r, map) {
    const [x, y] = draw.anchor.point([r.x, r.y], map);
    return { x, y, width: r.width * map.sx, height: r.height * map.sy };
  },

  /**
   * Returns what became of the mark's element (`same`, `moved`, `changed` or `gone`), and the mark's current rectangle.
   */
  state(mark) {
    const map = draw.anchor.map(mark);
    const rect = draw.anchor.rect(mark.rect, map);
    if (mark.anchor === null) return { state: "same", rect };
    const el = draw.anchor.element(mark);
    if (el === null) return { state: "gone", rect: null };
    if (draw.printOf(el) !== mark.anchor.print) return { state: "changed", rect };
    const now = scrolled(draw.boxOf(el));
    const was = mark.anchor.page;
    const moved = ["x", "y", "width", "height"].some((k) => Math.abs(now[k] - was[k]) > MOVED);
    return { state: moved ? "moved" : "same", rect };
  },
};
