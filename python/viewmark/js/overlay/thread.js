// Shows the messages of agent and user about a mark, and the mark's status. The server stores the messages; here they
// are displayed as text, never as markup. The overlay cannot write as the agent, because the server records all
// messages from the overlay as the user's.

const { make, announce } = draw;
/** @type {Record<string, any>} */ const STATUS = { seen: "Seen", in_progress: "In progress", resolved: "Resolved" };
/** @type {Record<string, any>} */ const NAMES = { agent: "Agent", human: "You" };
const EMPTY = { status: "open", thread: [] };

const log = make("div", { className: "thread", attrs: { role: "log", "aria-label": "Answers" } });
const settle = make("button", { type: "button", className: "settle", attrs: { "data-act": "settle" } });

const line = (/** @type {string} */ author, /** @type {any} */ text, /** @type {string | number | null} */ status) =>
  make(
    "div",
    { className: "entry", dir: "auto", attrs: { "data-author": author } },
    make("b", { textContent: status ? `${NAMES[author]} · ${STATUS[status] ?? "Reopened"}` : NAMES[author] }),
    make("div", { textContent: text }),
  );

draw.thread = {
  log,
  settle,
  /** The replies and the status of each mark, as sent by the server, by the mark's id. */
  all: {},

  of: (/** @type {any} */ mark) => draw.thread.all[mark.id] ?? EMPTY,
  entries: (/** @type {any} */ mark) => draw.thread.of(mark).thread ?? [],
  has: (/** @type {any} */ mark) => draw.thread.entries(mark).length > 0,
  statusOf: (/** @type {any} */ mark) => STATUS[draw.thread.of(mark).status] ?? "",

  /**
   * Takes over the state of some marks' conversations from the server, and announces new replies of the agent.
   * @param {any} threads
   */
  take(threads) {
    for (const [id, now] of Object.entries(threads)) {
      const before = draw.thread.all[id]?.thread?.length ?? 0;
      draw.thread.all[id] = now;
      const last = now.thread?.at(-1);
      const mark = draw.marks.find((m) => m.id === id);
      if (mark && last?.author === "agent" && now.thread.length > before) {
        const status = STATUS[last.status];
        announce.show(`Agent on mark ${draw.labelOf(mark)}${status ? ` (${status.toLowerCase()})` : ""}: ${last.text}`);
      }
    }
    if (draw.editor.mark) draw.thread.show(draw.editor.mark);
  },

  /**
   * Displays the conversation about a mark in the text box.
   * @param {any} mark
   */
  show(mark) {
    const entries = draw.thread.entries(mark);
    const own = mark.text ? [line("human", mark.text, null)] : [];
    log.replaceChildren(
      ...(entries.length ? own : []),
      ...entries.map((/** @type {any} */ e) => line(e.author, e.text, e.status)),
    );
    log.scrollTop = log.scrollHeight;
    settle.textContent = draw.thread.of(mark).status === "resolved" ? "Reopen" : "Resolve";
    settle.style.display = entries.length ? "" : "none";
  },

  /**
   * Adds the user's reply to a mark. It is displayed at once, and again when the server sends it back.
   * @param {any} mark
   * @param {any} text
   */
  reply(mark, text) {
    draw.thread.add(mark, { author: "human", text });
    draw.send({ t: "reply", id: mark.id, text });
    announce.say(`Answer to mark ${draw.labelOf(mark)} sent`);
  },
  /**
   * Resolves a mark; a mark that is already resolved is reopened.
   * @param {any} mark
   */
  turn(mark) {
    const isResolved = draw.thread.of(mark).status === "resolved";
    const status = isResolved ? "open" : "resolved";
    draw.thread.add(mark, { author: "human", text: "", status });
    draw.send({ t: isResolved ? "reopen" : "resolve", id: mark.id });
    announce.say(`Mark ${draw.labelOf(mark)} ${isResolved ? "reopened" : "resolved"}`);
    draw.refresh();
  },
  /**
   * @param {any} mark
   * @param {any} entry
   */
  add(mark, entry) {
    const { status, thread } = draw.thread.of(mark);
    const next = entry.status ?? (status === "resolved" ? "open" : status);
    draw.thread.all[mark.id] = { status: next, thread: [...(thread ?? []), entry] };
  },

  /**
   * Fills the plate next to a mark with the mark's text, its status, and the last reply.
   * @param {any} pill
   * @param {any} mark
   */
  fill(pill, mark) {
    const status = draw.thread.statusOf(mark);
    const last = draw.thread.entries(mark).findLast((/** @type {any} */ e) => e.text);
    const parts = [make("div", { className: "own", textContent: mark.text })];
    if (status) parts.unshift(make("b", { className: "state", textContent: status }));
    if (last)
      parts.push(make("div", { className: "last", dir: "auto", textContent: `${NAMES[last.author]}: ${last.text}` }));
    pill.replaceChildren(...parts);
  },
  resolved: () => draw.marks.filter((m) => draw.thread.of(m).status === "resolved").length,
};
