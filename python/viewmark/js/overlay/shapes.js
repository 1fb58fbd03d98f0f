// Builds the DOM nodes of marks: vector shapes (sharp at any device scale), a numbered badge, and the text.

const { make, makeSvg, colorOf, anchor, FEEL } = draw;
const GAP = 4;
const svg = makeSvg("svg", { class: "marks", "aria-hidden": "true" });
const live = makeSvg("svg", { class: "live", "aria-hidden": "true" });
const band = make("div", { className: "band" });
const layer = make("div", { attrs: { role: "list", "aria-label": "Marks" } });
/** The DOM nodes of each mark, by the mark's id. */
const nodes = new Map();
/** @type {any[]} */
let grips = [];

const arrowTip = (/** @type {any[]} */ points) => {
  const [x, y] = points.at(-1);
  const [fx, fy] = points.at(-2) ?? [x - 1, y];
  const angle = Math.atan2(y - fy, x - fx);
  const side = (/** @type {number} */ turn) => [x - 14 * Math.cos(angle + turn), y - 14 * Math.sin(angle + turn)];
  return [[x, y], side(0.45), side(-0.45)].map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ");
};
const pathOf = (/** @type {any[]} */ points) =>
  points.map(([x, y], /** @type {number} */ i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
const frameOf = (/** @type {any} */ { x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`;

const build = (/** @type {any} */ mark) => {
  /** @type {Record<string, any>} */
  const parts = { g: makeSvg("g") };
  if (mark.kind === "blackout") {
    parts.black = makeSvg("path", { class: "black" });
    parts.g.append(parts.black);
  } else {
    parts.area = makeSvg("path", { class: "area" });
    parts.halo = makeSvg("path", { class: "halo" });
    parts.line = makeSvg("path", { class: "line" });
    parts.g.append(parts.area, parts.halo, parts.line);
    if (mark.kind === "arrow") {
      parts.tip = makeSvg("polygon", { class: "tip" });
      parts.g.append(parts.tip);
    }
  }
  parts.badge = make("button", { className: "badge", type: "button" });
  parts.item = make("div", { attrs: { role: "listitem" } }, parts.badge);
  parts.pill = make("div", { className: "pill", dir: "auto", attrs: { "aria-hidden": "true" } });
  svg.append(parts.g);
  layer.append(parts.item, parts.pill);
  nodes.set(mark.id, parts);
  return parts;
};

const drop = (/** @type {any} */ id) => {
  const parts = nodes.get(id);
  parts?.g.remove();
  parts?.item.remove();
  parts?.pill.remove();
  nodes.delete(id);
};

const meets = (/** @type {any} */ a, /** @type {any} */ b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns a position next to a shape for a plate with text: on screen and, if possible, without overlapping others. */
const settle = (/** @type {any} */ rect, /** @type {any} */ size, /** @type {any[]} */ taken) => {
  const { width, height } = size;
  const clamp = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(GAP, Math.min(v, most - GAP));
  const tries = [
    [rect.x, rect.y + rect.height + GAP],
    [rect.x, rect.y - height - GAP],
    [rect.x + rect.width + GAP, rect.y],
    [rect.x - width - GAP, rect.y],
    [rect.x + rect.width - width, rect.y + rect.height + GAP],
    [rect.x + 28, rect.y + rect.height - height - GAP],
  ].map(([x, y]) => ({ x: clamp(x, innerWidth - width), y: clamp(y, innerHeight - height), width, height }));
  return (
    tries.find((t) => !meets(t, rect) && !taken.some((/** @type {any} */ k) => meets(t, k))) ??
    tries.find((t) => !taken.some((/** @type {any} */ k) => meets(t, k))) ??
    tries[0]
  );
};

const move = (/** @type {any} */ el, /** @type {number} */ x, /** @type {number} */ y) => {
  el.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
};

const shape = (/** @type {any} */ mark, /** @type {any} */ parts, /** @type {any} */ map) => {
  const rect = anchor.rect(mark.rect, map);
  const isLine = mark.kind === "arrow" || mark.kind === "freehand";
  const points = isLine ? mark.points.map((/** @type {any} */ p) => anchor.point(p, map)) : [];
  const d = isLine ? pathOf(points) : frameOf(rect);
  if (parts.d !== d) {
    parts.d = d;
    parts.black?.setAttribute("d", d);
    parts.line?.setAttribute("d", d);
    parts.halo?.setAttribute("d", d);
    if (!isLine) parts.area?.setAttribute("d", d);
    parts.tip?.setAttribute("points", arrowTip(points));
  }
  parts.g.toggleAttribute("data-lost", map.lost);
  // The number and text of an arrow or line are at its start, so that they do not hide what it points to.
  const [x, y] = isLine ? points[0] : [rect.x, rect.y];
  const spot = mark.kind === "arrow" ? { x: x - 8, y: y - 8, width: 16, height: 16 } : rect;
  return { rect, corner: [x, y], spot };
};

draw.shapes = {
  svg,
  live,
  band,
  layer,
  /** What the last update drew: `[{mark, map, rect, off}]`. `off` means that the mark is out of view. */
  placed: [],

  /** Updates all nodes to match the marks and the page. All layout is read before anything is written. */
  update() {
    const shown = draw.marks.filter(draw.isHere);
    const ids = new Set(shown.map((m) => m.id));
    for (const id of nodes.keys()) if (!ids.has(id)) drop(id);
    /** @type {any[]} a loop below adds the position to each */
    const placed = shown.map((mark) => ({ mark, map: anchor.map(mark), parts: nodes.get(mark.id) ?? build(mark) }));
    for (const one of placed) {
      const { mark, parts } = one;
      const label = String(draw.labelOf(mark));
      const color = colorOf(mark.intent);
      if (parts.color !== color) {
        parts.color = color;
        for (const el of [parts.g, parts.badge, parts.pill]) el.style.setProperty("--c", color);
      }
      if (parts.badge.textContent !== label) parts.badge.textContent = label;
      parts.badge.setAttribute(
        "aria-label",
        `Mark ${label}, ${mark.kind}, ${mark.intent}: ${mark.text || "no words yet"}` +
          (draw.thread.statusOf(mark) ? ` (${draw.thread.statusOf(mark).toLowerCase()})` : ""),
      );
      parts.badge.dataset.id = mark.id;
      const isOpen = draw.editor?.mark === mark;
      const thread = draw.thread.of(mark);
      const words = JSON.stringify([mark.text, thread.status, thread.thread?.length]);
      if (parts.words !== words) {
        parts.words = words;
        draw.thread.fill(parts.pill, mark);
        parts.size = null;
      }
      parts.pill.style.display = mark.text && !isOpen ? "" : "none";
      parts.g.toggleAttribute("data-chosen", draw.chosen === mark);
      const isResolved = draw.thread.of(mark).status === "resolved";
      for (const el of [parts.g, parts.badge, parts.pill]) el.toggleAttribute("data-resolved", isResolved);
    }
    for (const { mark, parts } of placed) {
      if (mark.text && !parts.size && parts.pill.style.display === "") {
        const { width, height } = parts.pill.getBoundingClientRect();
        parts.size = { width, height };
      }
    }
    /** @type {any[]} */
    const taken = [];
    for (const one of placed) {
      const { parts, mark, map } = one;
      Object.assign(one, shape(mark, parts, map));
      const box = { x: one.corner[0] - 12, y: one.corner[1] - 12, width: 24, height: 24 };
      box.x = Math.max(2, Math.min(box.x, innerWidth - 26));
      box.y = Math.max(2, Math.min(box.y, innerHeight - 26));
      one.off =
        one.rect.x + one.rect.width < 0 ||
        one.rect.y + one.rect.height < 0 ||
        one.rect.x > innerWidth ||
        one.rect.y > innerHeight;
      while (!one.off && taken.some((t) => meets(t, box)) && box.x < innerWidth - 52) box.x += 26;
      parts.item.style.display = one.off ? "none" : "";
      if (one.off) parts.pill.style.display = "none";
      else {
        move(parts.badge, box.x, box.y);
        taken.push(box);
      }
    }
    for (const { parts, mark, spot, off } of placed) {
      if (off || !parts.size || parts.pill.style.display !== "") continue;
      const place = settle(spot, parts.size, taken);
      move(parts.pill, place.x, place.y);
      taken.push(place);
      parts.pill.dataset.id = mark.id;
    }
    draw.shapes.placed = placed;
    draw.shapes.grip(placed.find((p) => p.mark === draw.chosen && !p.off));
    return placed;
  },

  /** Shows handles for resizing around the selected mark; none for a line or an arrow. */
  grip(one) {
    const wanted =
      one && draw.editor?.mark !== one.mark && one.mark.kind !== "freehand" && one.mark.kind !== "arrow" ? one : null;
    if (!wanted) {
      for (const g of grips) g.el.remove();
      grips = [];
      return;
    }
    const spots = [
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 0.5],
      [1, 1],
      [0.5, 1],
      [0, 1],
      [0, 0.5],
    ];
    if (grips.length === 0) {
      grips = spots.map(([fx, fy]) => ({ fx, fy, el: make("div", { className: "grip" }) }));
      layer.append(...grips.map((g) => g.el));
    }
    for (const g of grips) {
      g.el.style.setProperty("--c", colorOf(one.mark.intent));
      g.x = one.rect.x + g.fx * one.rect.width;
      g.y = one.rect.y + g.fy * one.rect.height;
      move(g.el, g.x, g.y);
    }
  },
  gripAt(x, y, coarse) {
    const reach = coarse ? FEEL.handleCoarse : FEEL.handle;
    const all = grips.map((g) => ({ g, far: Math.hypot(g.x - x, g.y - y) }));
    return all.filter((a) => a.far <= reach).sort((a, b) => a.far - b.far)[0]?.g ?? null;
  },

  /** Draws the shape in progress. It reads no layout, so that drawing stays fast. */
  showBand({ x, y, width, height }, color, solid = false) {
    const { style } = band;
    style.setProperty("--c", color);
    style.transform = `translate(${x}px,${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    band.toggleAttribute("data-on", true);
    band.toggleAttribute("data-solid", solid);
  },
  showLine(points, color, isArrow) {
    if (live.childElementCount === 0) {
      live.append(
        makeSvg("path", { class: "halo" }),
        makeSvg("path", { class: "line" }),
        makeSvg("polygon", { class: "tip" }),
      );
    }
    live.style.setProperty("--c", color);
    const d = pathOf(points);
    live.children[0].setAttribute("d", d);
    live.children[1].setAttribute("d", d);
    live.children[2].setAttribute("points", isArrow && points.length > 1 ? arrowTip(points) : "");
  },
  hideBand() {
    band.toggleAttribute("data-on", false);
    live.replaceChildren();
  },
  focusBadge: (mark) => nodes.get(mark.id)?.badge.focus({ preventScroll: true }),
  clear() {
    for (const id of [...nodes.keys()]) drop(id);
    for (const g of grips) g.el.remove();
    grips = [];
    draw.shapes.placed = [];
    draw.shapes.hideBand();
  },
};
