// Handles pointer input: what a press does, and the shapes in progress.
//
// The events come from the guard's window listeners. A move event only records the pointer position; the shape is drawn
// from that position in the next frame, without reading layout.

const { FEEL, host, shapes, editor, toolbar, colorOf } = draw;
/** @type {any} */
let gesture = null; // the gesture that the pressed pointer is making
let frame = 0;
/** @type {any} */
let pressed = null; // the overlay's node under the last press, which the following click belongs to
let lastClick = { when: -1, id: "" };
let hasPen = false;
const touches = new Map();

const frameBetween = (/** @type {any[]} */ a, /** @type {any[]} */ b) => ({
  x: Math.min(a[0], b[0]),
  y: Math.min(a[1], b[1]),
  width: Math.abs(a[0] - b[0]),
  height: Math.abs(a[1] - b[1]),
});
const boundsOf = (/** @type {any[]} */ points) => {
  const xs = points.map((/** @type {any[]} */ p) => p[0]);
  const ys = points.map((/** @type {any[]} */ p) => p[1]);
  const x = Math.min(...xs);
  /** @type {any} */ const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};
const clampInto = (/** @type {any} */ [x, y]) => [
  Math.max(0, Math.min(x, innerWidth)),
  Math.max(0, Math.min(y, innerHeight)),
];

/** Reduces the points of a line, so that the line deviates by at most 1 px (Ramer, Douglas and Peucker). */
const simplify = (/** @type {any[]} */ points) => {
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const work = [[0, points.length - 1]];
  while (work.length > 0) {
    const [from, to] = work.pop() ?? [0, 0];
    const [ax, ay] = points[from];
    const [bx, by] = points[to];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    let far = 0;
    let at = -1;
    for (let i = from + 1; i < to; i += 1) {
      const [x, y] = points[i];
      const off = Math.abs((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length;
      if (off > far) [far, at] = [off, i];
    }
    if (far > 1) {
      keep[at] = 1;
      work.push([from, at], [at, to]);
    }
  }
  return points.filter((/** @type {any} */ _, /** @type {number} */ i) => keep[i] === 1).slice(0, 2000);
};

const markAt = (/** @type {any} */ x, /** @type {any} */ y) => {
  const at =
    shapes.placed?.filter(
      ({ rect, off }) =>
        !off && x >= rect.x - 4 && y >= rect.y - 4 && x <= rect.x + rect.width + 4 && y <= rect.y + rect.height + 4,
    ) ?? [];
  at.sort((a, b) => a.rect.width * a.rect.height - b.rect.width * b.rect.height);
  return at[0]?.mark ?? null;
};

const paint = () => {
  frame = 0;
  if (gesture === null || !gesture.moved) return;
  const { kind, from, to } = gesture;
  const color = colorOf(draw.intent);
  if (kind === "rectangle" || kind === "blackout") {
    shapes.showBand(frameBetween(from, to), kind === "blackout" ? "#000" : color);
  } else if (kind === "arrow") shapes.showLine([from, to], color, true);
  else if (kind === "freehand") shapes.showLine(gesture.points, color, false);
  else if (kind === "move" || kind === "resize") draw.reshape(gesture.mark, gesture.shape(to));
};
const later = () => {
  if (frame === 0) frame = requestAnimationFrame(paint);
};

const begin = (/** @type {any} */ event, /** @type {any[]} */ at) => {
  const coarse = event.pointerType !== "mouse";
  const grip = draw.chosen ? shapes.gripAt(...at, coarse) : null;
  const base = { id: event.pointerId, from: at, to: at, moved: false, coarse };
  if (grip) {
    const { mark, rect } = shapes.placed.find((p) => p.mark === draw.chosen);
    const before = draw.copy(mark);
    const shape = (/** @type {any} */ [x, y]) => {
      const left = grip.fx === 0 ? x : rect.x;
      const right = grip.fx === 1 ? x : rect.x + rect.width;
      const top = grip.fy === 0 ? y : rect.y;
      const bottom = grip.fy === 1 ? y : rect.y + rect.height;
      return frameBetween([left, top], [right, bottom]);
    };
    gesture = { ...base, kind: "resize", mark, before, shape };
    return;
  }
  const one = draw.chosen && shapes.placed.find((p) => p.mark === draw.chosen && !p.off);
  if (one && markAt(at[0], at[1]) === draw.chosen) {
    const { mark, rect } = one;
    const shape = (/** @type {any} */ [x, y]) => ({ ...rect, x: rect.x + x - at[0], y: rect.y + y - at[1] });
    gesture = { ...base, kind: "move", mark, before: draw.copy(mark), shape };
    return;
  }
  gesture = { ...base, kind: draw.tool, points: [at] };
};

const end = (/** @type {number[]} */ at) => {
  const { kind, from, mark, before, points, moved, shape } = gesture;
  gesture = null;
  shapes.hideBand();
  if (kind === "move" || kind === "resize") {
    if (!moved) return click(at);
    draw.reshape(mark, shape(at));
    return draw.reshaped(mark, before);
  }
  const rect = frameBetween(from, at);
  if (kind === "element") {
    const el = draw.pick(...at);
    if (el && Math.hypot(rect.width, rect.height) < 24) draw.markElement(el);
    return undefined;
  }
  const isBox = kind === "rectangle" || kind === "blackout";
  const tooSmall = isBox
    ? rect.width < FEEL.min || rect.height < FEEL.min
    : Math.max(...Object.values(boundsOf([...points, at])).slice(2)) < FEEL.min;
  if (!moved || tooSmall) return click(at);
  if (isBox) return draw.create(kind, rect, []);
  const line = kind === "arrow" ? [from, at] : simplify([...points, at]);
  return draw.create(kind, boundsOf(line), line);
};

/**
 * Handles a press that drew nothing: selects the mark under it or, if there is none, clears the selection. A double
 * click opens the mark's text.
 */
const click = (/** @type {any} */ at) => {
  const mark = markAt(at[0], at[1]);
  const now = performance.now();
  const isDouble = mark !== null && lastClick.id === mark.id && now - lastClick.when < FEEL.doubleClick;
  lastClick = { when: now, id: mark?.id ?? "" };
  draw.choose(mark);
  if (isDouble) editor.open(mark, false);
};

/**
 * Scrolls the page when two fingers move or, once a pen has been used, when any finger moves. Returns whether it did.
 */
const scrollByTouch = (/** @type {any} */ event, /** @type {any[]} */ at) => {
  const before = touches.get(event.pointerId);
  touches.set(event.pointerId, at);
  if (!before || (touches.size < 2 && !hasPen)) return false;
  const share = hasPen ? 1 : touches.size;
  draw.scrollAt(at, (before[0] - at[0]) / share, (before[1] - at[1]) / share);
  return true;
};

const isOurs = (/** @type {any} */ node) => node !== null && (toolbar.has(node) || editor.box.contains(node));

draw.pointer = {
  get busy() {
    return gesture !== null;
  },
  cancel() {
    if (gesture === null) return false;
    const { kind, mark, before, moved } = gesture;
    gesture = null;
    shapes.hideBand();
    if (moved && (kind === "move" || kind === "resize")) draw.put(mark.id, before);
    return true;
  },

  down(event) {
    const at = [event.clientX, event.clientY];
    if (event.pointerType === "pen") hasPen = true;
    if (event.pointerType === "touch") {
      touches.set(event.pointerId, at);
      if (touches.size > 1) draw.pointer.cancel();
      if (touches.size > 1 || hasPen) return;
    }
    if (event.button !== 0 || !event.isPrimary) return;
    pressed = host.at(...at);
    if (isOurs(pressed)) return;
    const badge = pressed?.closest(".badge");
    if (editor.isOpen) editor.close("blur");
    if (badge) return;
    host.surface.focus({ preventScroll: true });
    try {
      host.surface.setPointerCapture(event.pointerId);
    } catch {
      // Capturing a pointer throws if the pointer no longer exists. The gesture then ends with its pointerup event as
      // usual.
    }
    begin(event, at);
  },

  move(event) {
    const at = [event.clientX, event.clientY];
    if (event.pointerType === "touch" && scrollByTouch(event, at)) return;
    if (gesture === null) {
      if (draw.tool === "element" && event.isPrimary) draw.hover(at);
      return;
    }
    if (event.pointerId !== gesture.id) return;
    if (gesture.kind === "freehand") {
      const all = event.getCoalescedEvents?.() ?? [];
      for (const e of all.length > 0 ? all : [event]) gesture.points.push([e.clientX, e.clientY]);
    }
    gesture.to = at;
    const far = Math.hypot(at[0] - gesture.from[0], at[1] - gesture.from[1]);
    gesture.moved ||= far >= (gesture.coarse ? 6 : 3);
    later();
  },

  up(event) {
    touches.delete(event.pointerId);
    if (gesture !== null && event.pointerId === gesture.id) end(clampInto([event.clientX, event.clientY]));
  },

  /** Activates the button of the overlay that was clicked, or that has focus if the click came from the keyboard. */
  click(event) {
    const byKey = event.detail === 0 && event.clientX === 0 && event.clientY === 0;
    const node = byKey ? host.shadow.activeElement : (pressed ?? host.at(event.clientX, event.clientY));
    pressed = null;
    const act = toolbar.actOf(node);
    if (act === "settle") {
      const { mark } = editor;
      editor.close("blur"); // keeps an unfinished reply first
      return mark && draw.thread.turn(mark);
    }
    if (act) {
      if (editor.isOpen && !act.startsWith("intent:")) editor.close("blur");
      return toolbar.act(act);
    }
    const id = node?.closest?.(".badge")?.dataset.id;
    const mark = id && draw.marks.find((m) => m.id === id);
    if (!mark) return undefined;
    const again = draw.chosen === mark;
    draw.choose(mark);
    if (again) editor.open(mark, false);
    return undefined;
  },
  reset() {
    cancelAnimationFrame(frame);
    frame = 0;
    gesture = pressed = null;
    hasPen = false;
    touches.clear();
  },
  boundsOf,
};
