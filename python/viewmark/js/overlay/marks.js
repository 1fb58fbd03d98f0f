// Stores the marks of this page and implements all operations on them. Each change is sent to the server immediately,
// so that nothing is stored only here.

const { anchor, history, shapes, editor, announce, FEEL } = draw;

const view = () => ({
  width: innerWidth,
  height: innerHeight,
  scroll_x: scrollX,
  scroll_y: scrollY,
  dpr: devicePixelRatio,
  url: location.href,
  title: document.title,
});
const copy = (/** @type {any} */ mark) => ({
  ...mark,
  rect: { ...mark.rect },
  view: { ...mark.view },
  points: mark.points.map((/** @type {any} */ p) => [...p]),
  elements: [...mark.elements],
  anchor: mark.anchor && { ...mark.anchor },
});
/** Returns a URL without its fragment, unless the fragment is a route of the page (#/ or #!). */
const placeOf = (/** @type {string} */ url) => (/#[/!]/.test(url) ? url : url.replace(/#.*$/s, ""));
const wordsOf = (/** @type {any} */ mark) => {
  const first = mark.elements[0];
  return first ? `on ${first.role || first.tag} ${first.name}`.trim() : "on no element";
};
const describe = (/** @type {any} */ mark) => `Mark ${draw.labelOf(mark)} ${wordsOf(mark)}`;

const look = (/** @type {any} */ mark, /** @type {any} */ only) => {
  const began = performance.now();
  const tip = mark.kind === "arrow" ? mark.points.at(-1) : null;
  const found = mark.kind === "blackout" ? [] : draw.under(mark.rect, { point: tip, only });
  mark.elements = found.map((/** @type {any} */ f) => f.hit);
  const first = found[0]?.hit.relation === "near" ? null : found[0];
  anchor.tie(mark, first?.el ?? null, first?.hit ?? null);
  draw.timings.capture = performance.now() - began;
};

const sendMark = (/** @type {any} */ mark) =>
  draw.send({ t: "mark", mark: draw.wire(mark), order: draw.marks.map((m) => m.id) });

Object.assign(draw, {
  marks: [],
  labels: {},
  count: 0,
  chosen: null,
  copy,
  isHere: (/** @type {any} */ mark) => placeOf(mark.view.url) === placeOf(location.href),
  total: () => draw.count,
  labelOf: (/** @type {any} */ mark) => draw.labels[mark.id] ?? draw.count + 1,

  /**
   * Converts a mark to the server's format, in which points are px of the document.
   * @param {any} mark
   */
  wire(mark) {
    const { id, kind, intent, text, rect, timestamp, elements } = mark;
    const points = mark.points.map((/** @type {any} */ [x, y]) => [x + mark.view.scroll_x, y + mark.view.scroll_y]);
    return { id, kind, intent, text, rect, timestamp, elements, points, view: mark.view };
  },
  /**
   * Converts a mark from the server's format, after a page load, to the format used here.
   * @param {any} record
   */
  unwire(record) {
    const { scroll_x: x, scroll_y: y } = record.view;
    const mark = {
      ...record,
      points: record.points.map((/** @type {number[]} */ p) => [p[0] - x, p[1] - y]),
      anchor: null,
    };
    anchor.retie(mark);
    return mark;
  },

  /**
   * Creates a mark from a finished shape, and opens the text box for it. A blackout needs no text.
   * @param {string} kind
   * @param {any} rect
   * @param {any} points
   */
  create(kind, rect, points, only = null) {
    const mark = {
      id: `ann_${Date.now()}_${draw.randomName().slice(0, 8)}`,
      kind,
      intent: draw.intent,
      text: "",
      rect: { ...rect },
      points,
      view: view(),
      timestamp: Date.now(),
      elements: [],
      anchor: null,
    };
    look(mark, only);
    draw.marks.push(mark);
    draw.walkTo(null);
    if (kind === "blackout") {
      draw.send({ t: "state", trigger: "shape" });
      draw.send({ t: "state", trigger: "enter" });
      draw.confirm(mark, null, true);
      draw.refresh();
    } else editor.open(mark, true);
    return mark;
  },
  /** @param {any} el */
  markElement(el) {
    const box = draw.boxOf(el);
    if (box.width > 0 && box.height > 0) draw.create("element", box, [], el);
  },

  /**
   * Completes an edit of a mark: records it for undo and sends the mark. `before` is the mark's previous state.
   * @param {any} mark
   * @param {any} before
   * @param {any} isNew
   */
  confirm(mark, before, isNew) {
    if (!draw.marks.includes(mark)) return;
    if (!isNew && before.text === mark.text && before.intent === mark.intent) {
      sendMark(mark);
      return;
    }
    history.push(mark.id, isNew ? null : before, copy(mark), { at: draw.marks.indexOf(mark) });
    if (isNew) {
      draw.count += 1;
      draw.labels[mark.id] = draw.count; // provisional; the server sends the final number, which counts all tabs
    }
    sendMark(mark);
    announce.say(`${describe(mark)} ${isNew ? "added" : "changed"}`);
  },

  /** Removes a mark. It can be restored by undo, unless `silent`. @param {any} mark */
  forget(mark, { silent = false, before = null }) {
    const at = draw.marks.indexOf(mark);
    if (at < 0) return;
    const words = describe(mark);
    draw.marks.splice(at, 1);
    if (draw.chosen === mark) draw.chosen = null;
    if (!silent) {
      history.push(mark.id, before ?? copy(mark), null, { at });
      draw.count -= 1;
      announce.say(`${words} deleted; Ctrl Z brings it back`);
    }
    draw.send({ t: "remove", id: mark.id });
    draw.refresh();
  },

  /**
   * Restores an earlier state of a mark; a state of null removes the mark.
   * @param {any} id
   * @param {any} state
   */
  put(id, state, at = -1) {
    const index = draw.marks.findIndex((m) => m.id === id);
    const wasChosen = draw.chosen?.id === id;
    if (state === null) {
      if (index >= 0) draw.marks.splice(index, 1);
      if (wasChosen) draw.chosen = null;
      if (index >= 0) draw.count -= 1;
      draw.send({ t: "remove", id });
    } else {
      const mark = copy(state);
      if (index >= 0) draw.marks[index] = mark;
      else {
        draw.marks.splice(at < 0 ? draw.marks.length : at, 0, mark);
        draw.count += 1;
      }
      if (wasChosen) draw.chosen = mark;
      sendMark(mark);
    }
    draw.refresh();
  },
  undo() {
    const step = history.undo();
    if (step) draw.put(step.id, step.mark, step.at);
    announce.say(step ? "Undone" : "Nothing to undo");
  },
  redo() {
    const step = history.redo();
    if (step) draw.put(step.id, step.mark, step.at);
    announce.say(step ? "Done again" : "Nothing to redo");
  },

  /**
   * Changes a mark's rectangle, given in the current viewport. Once the rectangle is final, `reshaped` must be called.
   * @param {any} mark
   * @param {any} rect
   */
  reshape(mark, rect) {
    const map = anchor.map(mark);
    const was = anchor.rect(mark.rect, map);
    const points = mark.points.map((/** @type {any} */ p) => anchor.point(p, map));
    const sx = was.width > 0 ? rect.width / was.width : 1;
    const sy = was.height > 0 ? rect.height / was.height : 1;
    mark.points = points.map((/** @type {any} */ [x, y]) => [(x - was.x) * sx + rect.x, (y - was.y) * sy + rect.y]);
    mark.rect = { ...rect };
    mark.view = view();
    mark.anchor = null;
    shapes.update();
  },
  /**
   * Completes a change of a mark's rectangle: records it for undo and sends the mark. A rectangle that became too small
   * is undone.
   * @param {any} mark
   * @param {any} before
   */
  reshaped(mark, before, nudge = false) {
    if (mark.rect.width < FEEL.min || mark.rect.height < FEEL.min) {
      draw.put(mark.id, before);
      return;
    }
    if (mark.kind === "element") mark.kind = "rectangle";
    look(mark, null);
    history.push(mark.id, before, copy(mark), { nudge });
    sendMark(mark);
    draw.refresh();
  },
  /**
   * Moves the selected mark by an arrow key; with `resize`, changes its size instead.
   * @param {number} dx
   * @param {number} dy
   * @param {any} resize
   */
  nudge(dx, dy, resize) {
    const mark = draw.chosen;
    const before = copy(mark);
    const rect = anchor.rect(mark.rect, anchor.map(mark));
    if (resize) {
      rect.width = Math.max(FEEL.min, rect.width + dx);
      rect.height = Math.max(FEEL.min, rect.height + dy);
    } else {
      rect.x += dx;
      rect.y += dy;
    }
    draw.reshape(mark, rect);
    draw.reshaped(mark, before, true);
  },

  /** Selects a mark and announces it to screen readers; null clears the selection. @param {any} mark */
  choose(mark) {
    draw.chosen = mark;
    if (mark) {
      shapes.focusBadge(mark);
      announce.say(`${describe(mark)}: ${mark.text}. Enter edits, Delete removes, arrows move`);
    } else draw.host.surface.focus({ preventScroll: true });
    draw.refresh();
  },
  /**
   * Selects the next mark (step 1) or the previous one (step -1), and scrolls to it if it is out of view.
   * @param {number} step
   */
  chooseNext(step) {
    const here = draw.marks.filter(draw.isHere);
    if (here.length === 0) return;
    const at = here.indexOf(draw.chosen);
    const mark = here[(at < 0 ? (step > 0 ? 0 : -1) + here.length : at + step + here.length) % here.length];
    const el = anchor.element(mark);
    if (shapes.placed.find((p) => p.mark === mark)?.off) {
      if (el) el.scrollIntoView({ block: "center", behavior: "instant" });
      shapes.update();
    }
    draw.choose(mark);
  },
  /**
   * Sets the kind of comment (bug, question, ...) for the mark that is edited or selected, and for new marks.
   * @param {string} name
   */
  setIntent(name) {
    draw.intent = name;
    if (draw.editor.mark) editor.setIntent(name);
    else if (draw.chosen) {
      const before = copy(draw.chosen);
      draw.chosen.intent = name;
      history.push(draw.chosen.id, before, copy(draw.chosen));
      sendMark(draw.chosen);
    }
    announce.say(name);
    draw.refresh();
  },
});
