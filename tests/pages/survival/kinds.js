// Kinds of things that a person presses, each drawn from a record, as a tree that every renderer
// understands: `h(tag, attributes, children)`. `press` marks the node that hears the press, and
// holds the record; `says` is what a person would call the thing by, numbers left out.
"use strict";

const h = (tag, attrs = {}, ...kids) => {
  const { press, key, ...rest } = attrs;
  return { tag, attrs: rest, press, key, kids: kids.flat().filter((kid) => kid !== "") };
};

const ICON = "M2 2h12v12h-12z";
const ICON_ON = "M2 2h4v12h-4z M10 2h4v12h-4z";
const icon = (on) => h("svg", { width: "16", height: "16", viewBox: "0 0 16 16" },
  h("path", { d: on ? ICON_ON : ICON }));

// What options add: `counters` a number to each thing, `prices` an amount, `toggles` a state.
const price = (r) => `$${(r.n * 1.15).toFixed(2)}`;
const count = (r, o) => (o.counters ? ` (${r.n})` : o.prices ? ` ${price(r)}` : "");
const state = (r, o) => (o.toggles ? `: ${r.on ? "on" : "off"}` : "");
const ago = (r, o) => (o.counters ? h("small", {}, `${r.n} min ago`) : o.prices ? h("small", {}, price(r)) : "");
const own = (r, o) => r.words + state(r, o) + count(r, o);
const inRow = (r, o, ...thing) => h("div", { class: "row" }, ...thing, h("span", {}, r.words), ago(r, o));

const KINDS = {
  button: {
    item: (r, o) => h("div", { class: "row" }, h("button", { type: "button", press: r }, own(r, o))),
    says: (r, o) => r.words + state(r, o),
  },
  div: { item: (r, o) => h("div", { class: "k", press: r }, own(r, o)), says: (r, o) => r.words + state(r, o) },
  li: { item: (r, o) => h("li", { class: "k", press: r }, own(r, o)), says: (r, o) => r.words + state(r, o) },
  tr: {
    item: (r, o) => h("tr", { class: "k", press: r }, h("td", {}, r.words),
      h("td", {}, r.place + state(r, o)), h("td", {}, ago(r, o))),
  },
  edit: {
    item: (r, o, t) => inRow(r, o, h("button", { type: "button", press: r },
      o.toggles ? t(r.on ? "Pause" : "Play") : t("Edit"))),
  },
  icon: { item: (r, o) => inRow(r, o, h("button", { type: "button", press: r }, icon(o.toggles && r.on))) },
  field: {
    item: (r, o, t) => inRow(r, o, h("input", { size: "6", press: r,
      ...(o.toggles ? { placeholder: t(r.on ? "Pause" : "Play") } : {}) })),
  },
  link: {
    item: (r, o, t) => h("li", {}, h("a", { href: r.address, press: r },
      r.edited ? r.words : o.toggles ? t(r.on ? "Pause" : "Play") : t("Open"))),
    says: (r) => r.address,
  },
  cell: {
    item: (r, o) => h("tr", {}, h("td", {}, r.words),
      h("td", { class: "k", press: r }, o.toggles ? (r.on ? "paid" : "due") : r.place), h("td", {}, ago(r, o))),
  },
  check: { item: (r, o) => inRow(r, o, h("input", { type: "checkbox", press: r,
    ...(o.toggles && r.on ? { checked: "" } : {}) })) },
  card: {
    item: (r, o) => h("div", { class: "k card", press: r }, h("h4", {}, r.words),
      h("p", {}, r.place + state(r, o)), ago(r, o)),
  },
};

// Rows that are named by something else than plain words, around a thing that is called the same in each: `value.li`.
const DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const remove = (r) => h("button", { type: "button", press: r }, "Delete");
const NAMES = {
  value: (r) => [h("input", { size: "8", value: r.words }), remove(r)],
  rich: (r) => [h("div", { contenteditable: "" }, r.words), remove(r)],
  alt: (r) => [h("img", { src: DOT, alt: r.words, width: "16", height: "16" }), remove(r)],
  said: (r) => [h("button", { type: "button" }, r.words), remove(r)],
  sign: (r) => [h("svg", { width: "16", height: "16", viewBox: "0 0 16 16" },
    h("path", { d: `M2 2h${r.address.slice(-2)}v${r.address.slice(-3)}h-1z` })), remove(r)],
  word: (r) => [h("span", { onclick: "0" }, r.words), h("span", { press: r }, "Ann")],
};
const ROWS = {
  li: (...parts) => h("li", {}, ...parts),
  tr: (...parts) => h("tr", {}, ...parts.map((part) => h("td", {}, part))),
  div: (...parts) => h("div", { class: "row" }, ...parts),
  own: (...parts) => h("x-row", { class: "row" }, ...parts),
  grid: (...parts) => h("div", { role: "row", class: "row" }, ...parts.map((part) => h("div", { role: "gridcell" }, part))),
};
for (const [name, parts] of Object.entries(NAMES))
  for (const [row, around] of Object.entries(ROWS)) KINDS[`${name}.${row}`] = { item: (r) => around(...parts(r)) };

// Things of which there is one each; every page has them.
const FORM = {
  item: (r, o, t) => h("form", { class: "lone" },
    h("button", { type: "button", id: "submitBtn", press: r.send }, t("Send")),
    h("input", { name: "q", size: "8", placeholder: t("Name"), press: r.field }),
    h("button", { type: "button", press: r.save }, t("Save")),
    h("button", { type: "button", press: r.icon }, icon(false)),
    h("a", { href: "/help", press: r.help }, t("Help"))),
};

const GERMAN = {
  Edit: "Bearbeiten", Open: "Öffnen", Play: "Abspielen", Pause: "Anhalten", Send: "Senden", Save: "Speichern",
  Name: "Ihr Name", Help: "Hilfe", Todo: "Offen", Done: "Fertig", "Good morning": "Guten Morgen",
  "Good evening": "Guten Abend", "Today": "Heute", results: "Treffer",
};
const VERBS = [["Fix", "reparieren"], ["Mow", "mähen"], ["Call", "anrufen"], ["Oil", "ölen"], ["Test", "prüfen"],
  ["Paint", "streichen"], ["Wash", "waschen"], ["Sort", "ordnen"], ["Weld", "schweißen"], ["Bend", "biegen"]];
const NOUNS = [["pump", "Pumpe"], ["lawn", "Rasen"], ["Ann", "Anna"], ["hinge", "Angel"], ["alarm", "Alarm"],
  ["fence", "Zaun"], ["van", "Wagen"], ["bolts", "Bolzen"], ["gate", "Tor"], ["pipe", "Rohr"], ["roof", "Dach"]];
const PLACES = ["yard", "shop", "office"];

// Every record of a page has words of its own: a pair of a verb and a noun, by its number.
const record = (kind, at, number) => {
  const [verb, noun] = [VERBS[number % VERBS.length], NOUNS[(number * 7 + (number / 10 | 0)) % NOUNS.length]];
  return { id: `${kind} ${at}`, kind, english: `${verb[0]} ${noun[0]}`, german: `${noun[1]} ${verb[1]}`,
    place: PLACES[number % 3], address: `/t/${1000 + number}`, n: 3 + (number * 5) % 40, on: number % 2 === 0 };
};
