// Finds the elements that a shape refers to, by geometry in the flat tree, best match first.
//
// The modal dialog of the overlay makes the rest of the page inert, so a hit test finds only the overlay. Therefore,
// covered elements are detected once per shape, while the dialog is closed briefly and nothing is painted. Hit tests
// only lower the rank of covered elements; they never select one.

const { vm } = draw;
const { dom } = vm.modules;

const SKIP = new Set([
  "script",
  "style",
  "head",
  "template",
  "noscript",
  "link",
  "meta",
  "title",
  "br",
  "wbr",
  "source",
  "track",
]);
const INTERACTIVE =
  "a[href],button,input,select,textarea,summary,label,[role=button],[role=link],[role=tab]," +
  "[role=menuitem],[role=checkbox],[role=radio],[role=switch],[role=option],[role=slider]," +
  '[role=textbox],[role=combobox],[contenteditable=""],[contenteditable=true],[onclick]';
const SAMPLES = 5; // number of sample points in each direction
const KEPT = 5;
const SAME_BOX = 1.5; // px; boxes whose edges differ by less are the same box

const overlap = (/** @type {any} */ a, /** @type {any} */ b) => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
};
const areaOf = (/** @type {any} */ r) => r.width * r.height;
const near = (/** @type {any} */ a, /** @type {any} */ b) =>
  Math.abs(a.x - b.x) <= SAME_BOX &&
  Math.abs(a.y - b.y) <= SAME_BOX &&
  Math.abs(a.x + a.width - b.x - b.width) <= SAME_BOX &&
  Math.abs(a.y + a.height - b.y - b.height) <= SAME_BOX;
const boxOf = (/** @type {Element} */ el) => {
  const { left, top, width, height } = dom.rect(el);
  return { x: left, y: top, width, height };
};
const isShown = (/** @type {any} */ el) =>
  el.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

/** Calls `visit(el, depth, tag)` for every element of the flat tree, parents first. */
const eachElement = (/** @type {any} */ visit) => {
  const go = (/** @type {Element} */ el, /** @type {number} */ depth) => {
    const tag = dom.read.localName.call(el);
    if (SKIP.has(tag) || el === draw.host.root) return;
    visit(el, depth, tag);
    dom.eachChild(el, tag, (node) => {
      if (dom.isElement(node)) go(node, depth + 1);
    });
  };
  const root = dom.read.root.call(document);
  if (root) go(root, 0);
};

/** Returns the elements at points spread over a rectangle, as [x, y, element], ignoring the overlay. */
const sample = (/** @type {any} */ rect) => {
  /** @type {any[]} */
  const points = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    for (let k = 0; k < SAMPLES; k += 1) {
      const x = rect.x + (rect.width * (i + 0.5)) / SAMPLES;
      const y = rect.y + (rect.height * (k + 0.5)) / SAMPLES;
      if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) points.push([x, y]);
    }
  }
  const look = () => points.map(([x, y]) => [x, y, dom.hit(x, y)]);
  return draw.host.root ? draw.host.aside(look) : look();
};

/**
 * Returns the fraction of an element that is not covered, from the sample points inside it; 1 if no point is inside it.
 */
const openShare = (/** @type {any} */ el, /** @type {any} */ box, /** @type {any} */ seen) => {
  let asked = 0;
  let open = 0;
  for (const [x, y, top] of seen) {
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    asked += 1;
    if (top === null || dom.holds(el, top) || dom.holds(top, el)) open += 1;
  }
  return asked === 0 ? 1 : open / asked;
};

/**
 * Whether something overlaps one of the three most likely elements without being its ancestor or descendant. Normally
 * nothing does. Then the hit tests can be skipped, which would make the browser recalculate the styles of the whole
 * page.
 */
const isLayered = (/** @type {any[]} */ shown, /** @type {any} */ rect) => {
  const likely = [...shown].sort((a, b) => b.score - a.score).slice(0, 3);
  return likely.some(({ el, box }) => {
    const x = Math.max(box.x, rect.x) + 1;
    const y = Math.max(box.y, rect.y) + 1;
    const width = Math.min(box.x + box.width, rect.x + rect.width) - 1 - x;
    const height = Math.min(box.y + box.height, rect.y + rect.height) - 1 - y;
    const part = { x, y, width: Math.max(width, 0.5), height: Math.max(height, 0.5) };
    return shown.some(
      (/** @type {any} */ o) => overlap(o.box, part) > 0 && !dom.holds(o.el, el) && !dom.holds(el, o.el),
    );
  });
};

const relationOf = (/** @type {any} */ box, /** @type {any} */ rect, /** @type {number} */ coverage) => {
  if (overlap(box, rect) === 0) return "near";
  const marked = overlap(box, rect) / areaOf(rect);
  if (coverage >= 0.85 && marked >= 0.85) return "exact";
  if (coverage >= 0.75) return "inside";
  return marked >= 0.95 ? "contains" : "partial";
};

const rank = (/** @type {any} */ rect, /** @type {number[] | null} */ point) => {
  /** @type {any[]} */
  const found = [];
  /** @type {any} */
  let nearest = null;
  eachElement((/** @type {any} */ el, /** @type {any} */ depth, /** @type {string} */ tag) => {
    if (tag === "html") return;
    const box = boxOf(el);
    const common = overlap(box, rect);
    if (common === 0) {
      if (areaOf(box) === 0 || tag === "body") return;
      const dx = Math.max(box.x - rect.x - rect.width, rect.x - box.x - box.width, 0);
      const dy = Math.max(box.y - rect.y - rect.height, rect.y - box.y - box.height, 0);
      const far = Math.hypot(dx, dy);
      if (far < 200 && (nearest === null || far < nearest.far) && isShown(el)) {
        nearest = { el, box, depth, tag, far, coverage: 0, score: 0 };
      }
      return;
    }
    found.push({ el, box, depth, tag, common });
  });
  const shown = found.filter(({ el }) => isShown(el));
  const size = areaOf(rect) || 1;
  for (const item of shown) {
    item.coverage = Math.min(item.common / areaOf(item.box), 1);
    item.interactive = dom.is(item.el, INTERACTIVE);
    const same = item.common / (areaOf(item.box) + size - item.common);
    item.score = same + (item.coverage >= 0.75 ? 0.35 : 0);
    if (item.interactive) item.score += 0.25 * Math.min(1, item.coverage + 0.2);
    if (vm.isMeaningful(item.el, item.tag)) item.score += 0.06;
    if (item.tag === "body") item.score -= 0.2;
    if (point) {
      // An arrow refers to the smallest element at its tip.
      const { x, y, width, height } = item.box;
      const on = point[0] >= x && point[1] >= y && point[0] <= x + width && point[1] <= y + height;
      item.score = on ? 1 / (1 + Math.sqrt(width * height) / 100) + (item.interactive ? 0.3 : 0) : -1;
    }
  }
  if (isLayered(shown, rect)) {
    const seen = sample(rect);
    for (const item of shown) item.score *= 0.15 + 0.85 * openShare(item.el, item.box, seen);
  }
  // Of a wrapper and a child with the same box, only one is kept: the interactive one or, if neither is, the better
  // match.
  /** @type {any[]} */
  const kept = [];
  for (const item of shown.sort((a, b) => b.score - a.score || b.depth - a.depth)) {
    const twin = kept.find((k) => near(k.box, item.box) && (dom.holds(k.el, item.el) || dom.holds(item.el, k.el)));
    if (twin) {
      const better = item.interactive !== twin.interactive ? item.interactive : false;
      if (better) kept[kept.indexOf(twin)] = item;
      continue;
    }
    if (item.score > 0.02) kept.push(item);
    if (kept.length >= 4 * KEPT) break;
  }
  const best = kept.sort((a, b) => b.score - a.score).slice(0, KEPT);
  return best.length > 0 || nearest === null ? best : [nearest];
};

const summaryOf = (/** @type {Element} */ el, /** @type {any} */ tag, /** @type {boolean} */ isPrivate) => {
  if (isPrivate) return tag;
  const classes = [...el.classList]
    .slice(0, 3)
    .map((c) => `.${c}`)
    .join("");
  const said = vm.text(el) || vm.name(el);
  return `${tag}${classes}${said ? ` '${said.slice(0, 60)}'` : ""}`;
};

/** Returns a text that identifies an element by what a reader sees of it, and stays the same while that does. */
const printOf = (/** @type {Element} */ el, /** @type {string} */ tag) =>
  vm.isSecret(el) ? `${tag}|secret` : `${tag}|${vm.role(el)}|${vm.name(el)}|${vm.text(el)}`;

const wire = (/** @type {any} */ item, /** @type {any} */ rect) => {
  const { el, tag, box, coverage } = item;
  const isPrivate = vm.isSecret(el);
  return {
    key: String(vm.idOf(el)),
    selector: vm.selector(el) ?? "",
    tag,
    role: vm.spokenRole(vm.role(el)) ?? "",
    name: isPrivate ? "" : (vm.name(el) ?? ""),
    summary: summaryOf(el, tag, isPrivate),
    bounds: box,
    coverage,
    relation: relationOf(box, rect, coverage),
    interactive: item.interactive === true,
    private: isPrivate,
    print: printOf(el, tag),
  };
};

Object.assign(draw, {
  eachElement,
  boxOf,
  printOf: (/** @type {Element} */ el) => vm.batch(() => printOf(el, dom.read.localName.call(el))),
  /**
   * Returns the elements that a shape refers to, best match first and at most five, as `[{el, hit}]`.
   * @param {any} rect
   */
  under(rect, { point = null, only = null } = {}) {
    return vm.batch(() => {
      const all = rank(rect, point);
      if (only) {
        const own = all.find((i) => i.el === only) ?? {
          el: only,
          tag: dom.read.localName.call(only),
          box: boxOf(only),
          coverage: 1,
          interactive: dom.is(only, INTERACTIVE),
        };
        all.splice(0, all.length, own, ...all.filter((i) => i.el !== only).slice(0, KEPT - 1));
      }
      return all.map((item) => ({ el: item.el, hit: wire(item, rect) }));
    });
  },
  /**
   * Returns the smallest visible element at a point, by geometry.
   * @param {number} x
   * @param {number} y
   */
  pick(x, y) {
    /** @type {any} */
    let best = null;
    eachElement((/** @type {any} */ el, /** @type {any} */ depth, /** @type {string} */ tag) => {
      if (tag === "html" || tag === "body") return;
      const box = boxOf(el);
      if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) return;
      const size = areaOf(box);
      if (size === 0 || !isShown(el)) return;
      if (best === null || size < best.size || (size === best.size && dom.holds(best.el, el))) {
        best = { el, size };
      }
    });
    return best?.el ?? null;
  },
});
