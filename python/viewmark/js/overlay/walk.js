// Highlights the page's element under the pointer or selected by keys, and creates shapes by keyboard alone.

const { vm, shapes, announce, colorOf, FEEL } = draw;
const { dom } = vm.modules;
/** @type {Element | null} */
let before = null; // the page's element that had focus before draw mode
let frame = 0;
/** @type {any} */
let at = null;

const hasBox = (/** @type {Element} */ el) => {
  const { width, height } = draw.boxOf(el);
  return width > 0 && height > 0;
};
const kids = (/** @type {Element} */ el) => {
  /** @type {any[]} */
  const found = [];
  dom.eachChild(el, dom.read.localName.call(el), (node) => {
    if (dom.isElement(node) && node !== draw.host.root && hasBox(node)) found.push(node);
  });
  return found;
};
const say = (/** @type {Element} */ el) => {
  vm.batch(() => {
    const role = vm.role(el) || dom.read.localName.call(el);
    announce.say(`${role} ${vm.isSecret(el) ? "" : vm.name(el) || vm.text(el)}`);
  });
};
const highlight = () => {
  if (draw.walked) shapes.showBand(draw.boxOf(draw.walked), colorOf(draw.intent), true);
};

const pending = {
  shape: /** @type {any} */ (null),
  put() {
    if (draw.tool === "element") {
      draw.walkTo(draw.firstElement());
      return;
    }
    if (draw.tool === "freehand") {
      announce.show("A pen line needs a pointer; choose another tool");
      return;
    }
    const [width, height] = FEEL.box;
    const el = before?.isConnected && before !== document.body && hasBox(before) ? before : null;
    const seen = el ? draw.boxOf(el) : null;
    const isSeen =
      seen && seen.x + seen.width > 0 && seen.y + seen.height > 0 && seen.x < innerWidth && seen.y < innerHeight;
    pending.shape = isSeen
      ? { x: seen.x - 4, y: seen.y - 4, width: seen.width + 8, height: seen.height + 8 }
      : { x: (innerWidth - width) / 2, y: (innerHeight - height) / 2, width, height };
    pending.show();
    announce.show("Arrows move, Ctrl+arrows resize, Shift for fine steps, Enter to comment, Esc drops it");
  },
  /**
   * Moves the shape that is being made with the keyboard; with `resize`, changes its size instead.
   * @param {any} dx
   * @param {any} dy
   * @param {any} resize
   */
  move(dx, dy, resize) {
    /** @type {any} */ const s = pending.shape;
    if (resize) {
      s.width = Math.max(FEEL.min, s.width + dx);
      s.height = Math.max(FEEL.min, s.height + dy);
    } else {
      s.x = Math.max(-s.width / 2, Math.min(s.x + dx, innerWidth - s.width / 2));
      s.y = Math.max(-s.height / 2, Math.min(s.y + dy, innerHeight - s.height / 2));
    }
    pending.show();
    const r = Object.fromEntries(Object.entries(s).map(([k, v]) => [k, Math.round(v)]));
    announce.say(`${r.x}, ${r.y}, ${r.width} by ${r.height}`);
  },
  show() {
    const { x, y, width, height } = pending.shape;
    if (draw.tool === "arrow") {
      shapes.showLine(
        [
          [x, y],
          [x + width, y + height],
        ],
        colorOf(draw.intent),
        true,
      );
    } else shapes.showBand(pending.shape, colorOf(draw.intent));
  },
  take() {
    const rect = pending.shape;
    pending.drop();
    const { x, y, width, height } = rect;
    draw.create(
      draw.tool,
      rect,
      draw.tool === "arrow"
        ? [
            [x, y],
            [x + width, y + height],
          ]
        : [],
    );
  },
  drop() {
    if (pending.shape === null) return false;
    pending.shape = null;
    announce.show("");
    shapes.hideBand();
    return true;
  },
};

Object.assign(draw, {
  walked: null,
  pending,
  rememberFocus() {
    before = document.activeElement;
  },
  /** Highlights an element and announces it to screen readers; null removes the highlight. @param {any} el */
  walkTo(el) {
    draw.walked = el;
    if (el === null) shapes.hideBand();
    else {
      highlight();
      say(el);
    }
  },
  highlight,
  /** Highlights the element at a point, at most once per frame. @param {any} point */
  hover(point) {
    at = point;
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (draw.host.root === null || draw.tool !== "element" || draw.editor.isOpen) return;
      const el = draw.pick(...at);
      if (el !== draw.walked) draw.walkTo(el);
    });
  },
  /**
   * Moves the highlight from an element to its parent, first child, or neighbour (`before` or `after`).
   * @param {string} way
   */
  walk(way) {
    const el = draw.walked;
    let to = null;
    if (way === "parent") {
      to = dom.parent(el);
      while (to && !hasBox(to)) to = dom.parent(to);
      if (to && dom.read.localName.call(to) === "html") to = null;
    } else if (way === "child") to = kids(el)[0] ?? null;
    else {
      const up = dom.parent(el);
      const all = up ? kids(up) : [];
      to = all[all.indexOf(el) + (way === "after" ? 1 : -1)] ?? null;
    }
    if (to === null) {
      announce.say(`No ${way === "parent" || way === "child" ? way : "neighbour"}`);
      return;
    }
    const { x, y, width, height } = draw.boxOf(to);
    if (x + width < 0 || y + height < 0 || x > innerWidth || y > innerHeight) {
      to.scrollIntoView({ block: "center", behavior: "instant" });
    }
    draw.walkTo(to);
  },
  firstElement() {
    if (before?.isConnected && before !== document.body && hasBox(before)) return before;
    return draw.pick(innerWidth / 2, innerHeight / 2) ?? document.body;
  },
});
