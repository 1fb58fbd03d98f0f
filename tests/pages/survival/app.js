// The application: its state, how it changes, and what the judge may ask.
//
//   index.html?kinds=button,div&by=lit&with=counters
"use strict";

const asked = new URLSearchParams(location.search);
const by = asked.get("by");
const kinds = asked.get("kinds").split(",");
const options = Object.fromEntries((asked.get("with") ?? "").split(",").map((name) => [name, true]));
const root = document.getElementById("root");
const EACH = by === "virtual" ? 24 : 10;

let numbers = 0;
function begin() {
  const lists = Object.fromEntries(kinds.map((kind) => {
    const all = Array.from({ length: (by === "virtual" ? 1 : 2) * EACH + 2 }, (_, at) => record(kind, at, numbers++));
    // Far down a long list: words of a row above, and a number that tells them apart.
    if (by === "virtual") all.slice(12, 20).forEach((r, at) => Object.assign(r, { english: `${all[at].english} ${at + 12}`,
      german: `${all[at].german} ${at + 12}` }));
    if (options.twins) Object.assign(all[6], { english: all[2].english, german: all[2].german,
      address: all[2].address, place: all[2].place, n: all[2].n, on: all[2].on });
    const split = (rows) => [rows.slice(0, EACH * 0.6), rows.slice(EACH * 0.6)]
      .map((each) => ({ rows: each, first: 0 }));
    return [kind, { columns: split(all.slice(0, EACH)), other: split(all.slice(EACH, -2)), spare: all.slice(-2) }];
  }));
  const lone = Object.fromEntries(["send", "field", "save", "icon", "help"].map((name) => [name, { id: `form ${name}`, kind: "form" }]));
  return { lists, lone, heading: "Good morning", today: "Todo", german: false, minute: 40, less: 0 };
}
const memory = `state of ${location.search}`;
const STATE = JSON.parse(sessionStorage.getItem(memory) ?? "null") ?? begin();
const save = () => sessionStorage.setItem(memory, JSON.stringify(STATE));

const t = (word) => STATE.german ? GERMAN[word] ?? word : word;
const shown = (r) => ({ ...r, words: r.edited ?? (STATE.german ? r.german : r.english) });

const results = ([a, b]) => options.results ? `, ${a.rows.length + b.rows.length - STATE.less} ${t("results")}` : "";

function view() {
  const section = (kind) => {
    const rows = STATE.lists[kind].columns;
    const item = (r) => KINDS[kind].item(shown(r), options, t);
    return h("section", {}, h("h2", {}, t("Today") + results(rows)),
      h("div", { class: "cols" }, rows.map((column, n) => h("div", { class: "col" },
        h("h3", {}, t(n ? "Done" : STATE.today)), (LISTS[by] ?? listOf)(kind, column.rows, item, column)))));
  };
  return h("div", {}, h("h1", {}, t(STATE.heading) + (options.counters ? `, 12:${STATE.minute}` : "")), FORM.item(STATE.lone, options, t),
    h("div", { class: "kinds" }, kinds.map(section)));
}

// Scrolls nothing by itself but what the state says; a person's scrolling changes the state.
function draw() {
  RENDERERS[by](root, view());
  if (by === "virtual") windows().forEach(([box, column]) => {
    const at = Math.min(column.first, Math.max(0, column.rows.length - WINDOW)) * HEIGHT;
    if (Math.floor(box.scrollTop / HEIGHT) !== column.first) box.scrollTop = at;
    box.onscroll = () => {
      const first = Math.floor(box.scrollTop / HEIGHT);
      if (first !== column.first) { column.first = first; draw(); }
    };
  });
}
const windows = () => [...document.querySelectorAll(".win")]
  .map((box, n) => [box, STATE.lists[kinds[n >> 1]].columns[n & 1]]);

const each = (change) => kinds.forEach((kind) => change(STATE.lists[kind]));
const columns = (change) => each((list) => list.columns.forEach(change));
const name = (r) => (STATE.german ? r.german : r.english) + r.address;
const sorted = (column) => column.rows.sort((a, b) => name(a) < name(b) ? -1 : 1);
const pages = () => each((list) => ([list.columns, list.other] = [list.other, list.columns]));

const CHANGES = {
  "drawn anew": () => root.replaceChildren(),
  sort: () => columns(sorted),
  reverse: () => columns((column) => column.rows.reverse()),
  "insert at top": () => each((list) => list.columns[0].rows.unshift(list.spare[0])),
  "delete one": () => each((list) => list.columns[0].rows.splice(1, 1)),
  move: () => each((list) => list.columns[1].rows.unshift(...list.columns[0].rows.splice(2, 1))),
  filter: () => columns((column) => (column.rows = column.rows.filter((_, at) => at % 2))),
  "page 2": () => by === "virtual" ? columns((column) => (column.first = column.rows.length - WINDOW)) : pages(),
  "page 2 and back": () => { CHANGES["page 2"](); draw(); by === "virtual" ? columns((column) => (column.first = 0)) : pages(); },
  "one replaced": () => each((list) => list.columns[0].rows.splice(2, 1, list.spare[1])),
  "words edited": () => each((list) => (list.columns[0].rows[2].edited = "Ring the bell")),
  counters: () => { columns((column) => column.rows.forEach((r) => (r.n += 1 + r.n % 3))); STATE.minute += 1; },
  prices: () => columns((column) => column.rows.forEach((r, at) => (r.n += at % 3))),
  toggle: () => columns((column) => (column.rows[1].on = !column.rows[1].on)),
  reload: () => {},
  "reload, one less": () => CHANGES["delete one"](),
  "reload, sorted": () => CHANGES.sort(),
  heading: () => { STATE.heading = "Good evening"; STATE.today = "Open today"; STATE.less = 3; },
  language: () => (STATE.german = true),
  "sort, twins": () => CHANGES.sort(),
  "delete a twin": () => each((list) => (list.columns.forEach((column) => (column.rows = column.rows.filter((r) => !r.id.endsWith(" 6")))))),
};

/** The same when a press begins: after it was asked what it meets, and before the button goes down. */
for (const what of ["sort", "reverse", "drawn anew"]) CHANGES[`${what} under the pointer`] = () =>
  root.addEventListener("pointerdown", () => { CHANGES[what](); draw(); }, { once: true });

/** Change the state by name and draw, as the page's own scripts would. */
function change(what) {
  CHANGES[what]();
  draw();
  save();
}

/** What is in view: id, what it says, where it is, and whether a window cuts most of it off. */
function things() {
  const found = [];
  for (const weak of bound) {
    const node = weak.deref();
    if (!node?.isConnected || !node.checkVisibility()) continue;
    const r = MODEL.get(node);
    let { left, top, right, bottom } = node.getBoundingClientRect();
    const whole = (right - left) * (bottom - top);
    const win = node.closest(".win")?.getBoundingClientRect();
    if (win) [top, bottom] = [Math.max(top, win.top), Math.min(bottom, win.bottom)];
    if (!whole || bottom <= top) continue;
    const cut = (right - left) * (bottom - top) < whole / 2;
    const says = r.kind === "form" ? r.id : (KINDS[r.kind].says ?? ((x) => x.words))(shown(r), options);
    found.push({ id: r.id, kind: r.kind, says, box: [left, top, right, bottom], cut });
  }
  return found;
}

/** Who heard presses since it was asked last. */
const heard = () => HEARD.splice(0);

addEventListener("submit", (event) => event.preventDefault());
draw();
save();
