// Eight ways to bring a tree into the page. `MODEL` is the page's own memory of which node shows
// which record; nothing of it is in the document.
"use strict";

const MODEL = new WeakMap();
const HEARD = [];
const bound = new Set();

function bind(node, v) {
  if (!v.press) return;
  if (!MODEL.has(node)) {
    node.addEventListener("click", (event) => {
      if (node.localName === "a") event.preventDefault();
      HEARD.push(MODEL.get(node).id);
    });
    bound.add(new WeakRef(node));
  }
  MODEL.set(node, v.press);
}

const SVG = new Set(["svg", "path"]);
const make = (tag) => SVG.has(tag)
  ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(`
  body { margin: 6px; font: 12px sans-serif } h1, h2, h3, h4, p { font-size: 12px; margin: 2px 0 }
  x-row { display: block } .kinds { display: flex; gap: 8px } .cols { display: flex; gap: 6px } .col { width: 142px }
  ul { list-style: none; margin: 0; padding: 0 } .k, .row { border: 1px solid #bbb; margin: 2px 0 }
  .k { display: block; padding: 3px } tr.k { display: table-row } td.k { display: table-cell }
  table { border-spacing: 0 2px } td { border: 1px solid #bbb; padding: 2px 4px } li { min-height: 20px }
  .win { height: 150px; overflow-y: scroll; position: relative; border: 1px solid #888 }
  .slot { position: absolute; left: 0; right: 4px; height: 30px; overflow: hidden } .win tr { height: 28px }
  form.lone { display: flex; gap: 8px; margin: 4px 0 } span { padding: 0 4px }
`);
document.adoptedStyleSheets = [SHEET];

function setAttrs(node, now, before = {}) {
  for (const name of Object.keys(before)) if (!(name in now)) node.removeAttribute(name);
  for (const [name, value] of Object.entries(now)) if (before[name] !== value) node.setAttribute(name, value);
}

const SHOWN = new WeakMap();

function create(v) {
  if (typeof v === "string") return document.createTextNode(v);
  const node = make(v.tag);
  setAttrs(node, v.attrs);
  if (v.shadow) fillShadow(node.attachShadow({ mode: v.closed ? "closed" : "open" }), node, v);
  node.append(...v.kids.map(create));
  bind(node, v);
  SHOWN.set(node, v);
  return node;
}

const ROOTS = new WeakMap();
function fillShadow(root, host, v) {
  ROOTS.set(host, root);
  root.adoptedStyleSheets = [SHEET];
  fillByHtml(root, v.shadow);
}

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
function html(v) {
  if (typeof v === "string") return escape(v);
  const attrs = Object.entries(v.attrs).map(([k, value]) => ` ${k}="${escape(value)}"`).join("");
  return `<${v.tag}${attrs}>${v.tag === "input" || v.tag === "img" ? "" : `${v.kids.map(html).join("")}</${v.tag}>`}`;
}
function fillByHtml(node, kids) {
  node.innerHTML = kids.map(html).join("");
  const walk = (made, v) => {
    if (typeof v === "string") return;
    bind(made, v);
    SHOWN.set(made, v);
    v.kids.forEach((kid, n) => walk(made.childNodes[n], kid));
  };
  kids.forEach((kid, n) => walk(node.childNodes[n], kid));
}

// `how`: "keyed" moves nodes by key; "keyless" writes over them by place; "lit" too, into text nodes.
function patch(node, v, how) {
  setAttrs(node, v.attrs, SHOWN.get(node).attrs);
  if (v.shadow) fillShadow(ROOTS.get(node), node, v);
  else patchKids(node, v.kids, how);
  bind(node, v);
  SHOWN.set(node, v);
}

const alike = (node, v) => typeof v === "string" ? node.nodeType === 3
  : node.nodeType === 1 && SHOWN.get(node)?.tag === v.tag;

function patchKids(parent, kids, how) {
  if (kids.length === 1 && typeof kids[0] === "string" && how !== "lit") {
    if (parent.textContent !== kids[0]) parent.textContent = kids[0];
    return;
  }
  const keyed = how === "keyed" && kids.some((kid) => kid.key !== undefined);
  const old = keyed && new Map([...parent.children].map((child) => [SHOWN.get(child).key, child]));
  kids.forEach((kid, n) => {
    const there = parent.childNodes[n];
    const node = keyed ? old.get(kid.key) : there;
    if (!node || !alike(node, kid)) {
      if (there && !keyed) there.replaceWith(create(kid));
      else parent.insertBefore(create(kid), there ?? null);
      return;
    }
    if (node !== there) parent.insertBefore(node, there ?? null);
    if (typeof kid !== "string") patch(node, kid, how);
    else if (node.data !== kid) node.data = kid;
  });
  while (parent.childNodes.length > kids.length) parent.lastChild.remove();
}

// Where the rows of a list go: a plain box, a list, or the body of a table.
const isRow = (kind) => kind === "tr" || kind === "cell" || kind.endsWith(".tr");
const withKey = (v, r) => ({ ...v, key: r.id });
const table = (attrs, rows) => h("table", attrs, h("tbody", { class: "list" }, rows));
function listOf(kind, rows, item) {
  const items = rows.map((r) => withKey(item(r), r));
  if (isRow(kind)) return table({}, items);
  return h(items[0]?.tag === "li" ? "ul" : "div", { class: "list" }, items);
}

const HEIGHT = 30, WINDOW = 5, POOL = 7;
function windowOf(kind, rows, item, column) {
  const first = Math.min(column.first, Math.max(0, rows.length - WINDOW));
  const drawn = rows.slice(first, first + POOL);
  const within = isRow(kind)
    ? h("div", { style: `padding-top: ${first * HEIGHT}px; height: ${(rows.length - first) * HEIGHT}px` },
      table({}, drawn.map(item)))
    : h("div", { style: `height: ${rows.length * HEIGHT}px` }, Array.from({ length: POOL }, (_, slot) => {
      const at = first + ((slot - first) % POOL + POOL) % POOL;
      return at < rows.length ? h("div", { class: "slot", style: `top: ${at * HEIGHT}px` }, item(rows[at]))
        : h("div", { class: "slot", style: "display: none" }, item(rows[0]));
    }));
  return h("div", { class: "win" }, within);
}

const LISTS = {
  tbody: (kind, rows, item) => isRow(kind) ? listOf(kind, rows, item)
    : table({}, rows.map((r) => h("tr", { key: r.id }, h("td", {}, item(r))))),
  shadow: (kind, rows, item) => {
    const closed = ["tr", "li", "icon", "link"].includes(kind);
    if (isRow(kind)) return { ...h("x-list"), shadow: [listOf(kind, rows, item)], closed };
    return h("div", { class: "list" }, rows.map((r) => ({ ...h("x-item"), shadow: [item(r)], closed })));
  },
  virtual: windowOf,
};

const kept = new Map();
const RENDERERS = {
  innerHTML: (root, view) => fillByHtml(root, [view]),
  tbody: (root, view) => fillByHtml(root, [view]),
  keyed: (root, view) => patchKids(root, [view], "keyed"),
  keyless: (root, view) => patchKids(root, [view], "keyless"),
  lit: (root, view) => patchKids(root, [view], "lit"),
  shadow: (root, view) => patchKids(root, [view], "keyless"),
  virtual: (root, view) => patchKids(root, [view], "lit"),
  // Made once; lists are put in order by hand, and what changed is written into them.
  nodes: (root, view) => {
    if (!root.firstChild) kept.clear();
    const put = (node, v) => {
      if (!v.attrs.class?.includes("list")) {
        setAttrs(node, v.attrs, SHOWN.get(node).attrs);
        v.kids.forEach((kid, n) => typeof kid === "string" ? (node.childNodes[n].data = kid) : put(node.childNodes[n], kid));
        bind(node, v);
        SHOWN.set(node, v);
        return;
      }
      const items = v.kids.map((kid) => {
        const at = kept.get(kid.key);
        if (at) patch(at, kid, "lit");
        else kept.set(kid.key, create(kid));
        return kept.get(kid.key);
      });
      for (const gone of [...node.children]) if (!items.includes(gone)) gone.remove();
      node.append(...items);
    };
    if (!root.firstChild) root.append(create(emptied(view)));
    put(root.firstChild, view);
  },
};
const emptied = (v) => typeof v === "string" ? v
  : { ...v, kids: v.attrs.class?.includes("list") ? [] : v.kids.map(emptied) };
