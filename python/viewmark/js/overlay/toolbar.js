// The toolbar: tools, intents, undo and redo, count, the comment on the whole page, Discard and Done.

const { make, TOOLS, INTENTS, announce } = draw;
const button = (
  /** @type {string} */ act,
  /** @type {string} */ text,
  /** @type {string} */ title,
  /** @type {any} */ more = {},
) =>
  make("button", {
    type: "button",
    textContent: text,
    title,
    tabIndex: -1,
    ...more,
    attrs: { "data-act": act, ...(more.attrs ?? {}) },
  });

const tools = TOOLS.map((t) =>
  button(`tool:${t.name}`, t.title, `${t.title} (${t.key.toUpperCase()})`, {
    attrs: { role: "radio", "aria-checked": "false" },
  }),
);
const intents = INTENTS.map((i) => {
  const el = button(`intent:${i.name}`, "", `${i.title} (${i.key})`, {
    attrs: { role: "radio", "aria-checked": "false" },
  });
  el.append(make("span", { className: "dot", vars: { "--c": i.color } }), i.title);
  el.style.setProperty("--c", i.color);
  return el;
});
const undo = button("undo", "Undo", "Undo (Ctrl+Z)");
const redo = button("redo", "Redo", "Redo (Ctrl+Shift+Z)");
const overall = button("overall", "Note", "Comment on the whole page (O)");
const flip = button("flip", "⇅", "Move this bar", { attrs: { "aria-label": "Move this bar" } });
const discard = button("discard", "Discard", "Throw all marks away");
const done = button("done", "Done", "Finish (Ctrl+Enter)", { className: "done" });
const count = make("span", { className: "count", attrs: { "aria-live": "off" } });
const prompt = make("div", { className: "prompt", dir: "auto" });
const group = (/** @type {string} */ label, /** @type {string} */ role, /** @type {any[]} */ ...children) =>
  make("div", { className: "group", attrs: { role, "aria-label": label } }, ...children);
const bar = make(
  "div",
  { className: "bar", attrs: { role: "toolbar", "aria-label": "Draw mode" } },
  prompt,
  group("Tool", "radiogroup", ...tools),
  group("Kind of mark", "radiogroup", ...intents),
  group("History", "group", undo, redo),
  count,
  group("Finish", "group", overall, flip, discard, done),
  announce.notice,
);
const buttons = [...tools, ...intents, undo, redo, overall, flip, discard, done];
done.tabIndex = 0;
let isSure = false;

draw.toolbar = {
  bar,
  refresh() {
    for (const [i, el] of tools.entries()) el.setAttribute("aria-checked", String(TOOLS[i].name === draw.tool));
    const intent = draw.editor.mark?.intent ?? draw.chosen?.intent ?? draw.intent;
    for (const [i, el] of intents.entries()) el.setAttribute("aria-checked", String(INTENTS[i].name === intent));
    undo.disabled = !draw.history.canUndo;
    redo.disabled = !draw.history.canRedo;
    const n = draw.total();
    const resolved = draw.thread.resolved();
    count.textContent = `${n} mark${n === 1 ? "" : "s"}${resolved ? `, ${resolved} resolved` : ""}`;
    if (!isSure) discard.textContent = "Discard";
    isSure = false;
  },
  /**
   * Shows a prompt in the toolbar. `visible` is given if the page is larger than its window; the toolbar then moves to
   * the top of the visible part.
   */
  setUp(words, /** @type {number[] | null | undefined} */ visible) {
    prompt.textContent = words;
    prompt.style.display = words ? "" : "none";
    bar.toggleAttribute("data-top", Boolean(visible));
    bar.style.right = visible ? `${Math.max(0, innerWidth - visible[0])}px` : "";
  },
  /**
   * Moves the focus to another button of the toolbar. The whole toolbar is one tab stop, inside which arrow keys move
   * (roving tabindex, ARIA toolbar pattern).
   */
  walk(step) {
    const usable = buttons.filter((b) => !b.disabled);
    const at = usable.indexOf(draw.host.shadow.activeElement);
    const next = usable[(at + step + usable.length) % usable.length];
    for (const b of buttons) b.tabIndex = b === next ? 0 : -1;
    next.focus({ preventScroll: true });
  },
  has: (el) => el !== null && bar.contains(el),
  actOf: (el) => el?.closest?.("[data-act]:not([disabled])")?.dataset.act ?? null,
  act(name) {
    const [what, value] = name.split(":");
    if (what === "discard" && draw.total() > 0 && !isSure) {
      discard.textContent = `Discard ${draw.total()}?`;
      announce.say("Press Discard again to throw all marks away");
      isSure = true;
      return;
    }
    /** @type {Record<string, () => void>} */ ({
      tool: () => draw.setTool(value),
      intent: () => draw.setIntent(value),
      undo: draw.undo,
      redo: draw.redo,
      overall: () => draw.editor.openOverall(),
      flip: () => bar.toggleAttribute("data-top"),
      discard: () => draw.finish("cancel"),
      done: () => draw.finish("done"),
    })[what]?.();
  },
  clear() {
    isSure = false;
  },
};
