// The text box for the comment on one mark, and for the comment on the whole page.
//
// Closing the box in any way (Enter, Esc, a click elsewhere) keeps the text. Text is lost only by emptying the box, and
// undo restores even that text.

const { make, FEEL, INTENTS, colorOf } = draw;
const area = make("textarea", { dir: "auto", rows: 3, maxLength: 10000, spellcheck: true });
const hint = make("div", { className: "hint" });
const { thread } = draw;
const foot = make("div", { className: "foot" }, hint, thread.settle);
const box = make("div", { className: "editor", attrs: { role: "group" } }, thread.log, area, foot);
let timer = 0;

const editor = {
  box,
  area,
  mark: /** @type {any} */ (null),
  isOverall: false,
  before: /** @type {any} */ (null),
  isNew: false,
  /**
   * Whether the mark already has replies. If so, the box is for another reply, and the mark's own text stays as it is.
   */
  isReply: false,

  get isOpen() {
    return editor.mark !== null || editor.isOverall;
  },

  /**
   * Opens the text box for a mark: for its comment or, if the mark already has replies, for another reply.
   * @param {any} mark
   * @param {boolean} isNew
   */
  open(mark, isNew) {
    editor.mark = mark;
    editor.isNew = isNew;
    editor.before = isNew ? null : draw.copy(mark);
    editor.isReply = thread.has(mark);
    thread.show(mark);
    area.maxLength = editor.isReply ? 2000 : 10000;
    area.value = editor.isReply ? "" : mark.text;
    area.placeholder = editor.isReply ? "Answer …" : `What about this? (${mark.intent})`;
    area.setAttribute("aria-label", `${editor.isReply ? "Answer to" : "Comment of"} mark ${draw.labelOf(mark)}`);
    hint.textContent = editor.isReply
      ? "Enter\u00a0sends\u00a0it · Shift+Enter\u00a0new\u00a0line"
      : "Enter\u00a0keeps\u00a0it · Shift+Enter\u00a0new\u00a0line · Alt+1\u00a0to\u00a04\u00a0kind";
    box.style.setProperty("--c", colorOf(mark.intent));
    editor.show();
    draw.send({ t: "state", trigger: isNew ? "shape" : "edit" });
    if (isNew) draw.send({ t: "draft", mark: draw.wire(mark) });
  },

  openOverall() {
    editor.isOverall = true;
    editor.isReply = false;
    thread.log.replaceChildren();
    thread.settle.style.display = "none";
    area.maxLength = 10000;
    area.value = draw.overall;
    area.placeholder = "A comment on the whole page";
    area.setAttribute("aria-label", "Overall comment");
    hint.textContent = "Enter keeps it · Shift+Enter new line";
    box.style.setProperty("--c", INTENTS[0].color);
    editor.show();
  },

  show() {
    box.toggleAttribute("data-on", true);
    draw.shapes.update();
    editor.place();
    area.focus({ preventScroll: true });
    area.setSelectionRange(area.value.length, area.value.length);
  },

  /** Places the box next to the shape, inside the part of the page that is visible. */
  place() {
    if (!editor.isOpen) return;
    /** @type {any} */ const view = visualViewport;
    const { width, height } = box.getBoundingClientRect();
    let x = view.offsetLeft + (view.width - width) / 2;
    let y = view.offsetTop + view.height - height - 120;
    if (editor.mark) {
      const rect = draw.anchor.rect(editor.mark.rect, draw.anchor.map(editor.mark));
      x = rect.x;
      const bottom = view.offsetTop + view.height - 8;
      y = rect.y + rect.height + 8;
      if (y + height > bottom) y = rect.y - height - 8;
    }
    x = Math.max(view.offsetLeft + 8, Math.min(x, view.offsetLeft + view.width - width - 8));
    y = Math.max(view.offsetTop + 8, Math.min(y, view.offsetTop + view.height - height - 8));
    box.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px)`;
  },

  /**
   * Notes a change of the text. The text is sent to the server after a short delay, so that a crash loses little of it.
   */
  changed() {
    if (editor.mark && !editor.isReply) editor.mark.text = area.value;
    if (timer === 0) timer = setTimeout(editor.report, FEEL.draft);
  },
  report() {
    clearTimeout(timer);
    timer = 0;
    if (editor.isReply) draw.send({ t: "act", key: true });
    else if (editor.mark) draw.send({ t: "draft", mark: draw.wire(editor.mark), key: true });
    else if (editor.isOverall) draw.send({ t: "overall", text: area.value, key: true });
  },

  /** Sets the kind of comment (bug, question, ...) of the mark that is being edited. @param {any} name */
  setIntent(name) {
    if (editor.mark === null) return;
    editor.mark.intent = name;
    if (!editor.isReply) area.placeholder = `What about this? (${name})`;
    box.style.setProperty("--c", colorOf(name));
    draw.shapes.update();
    editor.changed();
  },

  /**
   * Closes the box and keeps its text. `by` is "enter" or "blur".
   * @param {string} by
   */
  close(by) {
    if (!editor.isOpen) return;
    clearTimeout(timer);
    timer = 0;
    const { mark, before, isNew } = editor;
    const text = area.value.trim();
    editor.mark = null;
    const { isReply } = editor;
    editor.isReply = false;
    const wasOverall = editor.isOverall;
    editor.isOverall = false;
    box.toggleAttribute("data-on", false);
    if (wasOverall) {
      draw.overall = text;
      draw.send({ t: "overall", text });
      draw.announce.say(text ? "Overall comment kept" : "No overall comment");
    } else if (isReply) {
      draw.send({ t: "state", trigger: by === "enter" ? "enter" : "blur_text" });
      if (before.intent !== mark.intent) draw.confirm(mark, before, false);
      if (text) thread.reply(mark, text);
    } else if (text || mark.kind === "blackout") {
      mark.text = text;
      draw.send({ t: "state", trigger: by === "enter" ? "enter" : "blur_text" });
      draw.confirm(mark, before, isNew);
    } else {
      draw.send({ t: "state", trigger: "blur_empty" });
      // The text was emptied, which removes the mark. Undo restores the mark with its previous text.
      draw.forget(mark, { silent: isNew, before });
    }
    draw.host.surface.focus({ preventScroll: true });
    draw.refresh();
  },

  clear() {
    clearTimeout(timer);
    timer = 0;
    editor.mark = editor.before = null;
    editor.isOverall = editor.isReply = false;
    area.value = "";
    box.toggleAttribute("data-on", false);
  },
};
draw.editor = editor;
