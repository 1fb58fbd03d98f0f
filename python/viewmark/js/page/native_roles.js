// Computes the implicit role of an element (HTML-AAM, SVG-AAM), including roles that depend on ancestors.
import { isElement, parent, read } from "./dom.js";
import { internalsOf } from "./internals.js";
import { isListening } from "./listeners.js";
import { attribute, closest, firstElement, hasAttribute, isContentEditable, isSvg, lastElement } from "./native.js";
import { localName, matches, nextElement, previousElement, previousSibling, queryCss, queryFirst } from "./native.js";
import { styleOf, tagOf, usedBy, words } from "./native.js";
import { hasAuthorName, hasGlobal, isFocusable, isSummaryOfDetails } from "./role_facts.js";
import { tableLooksLikeData } from "./tables.js";

/** @typedef {(el: Element) => string} RoleOf */
const BY_TAG = new Map(
  Object.entries({
    abbr: "Abbr",
    address: "group",
    article: "article",
    audio: "Audio",
    blockquote: "blockquote",
    br: "LineBreak",
    caption: "caption",
    code: "code",
    dd: "definition",
    del: "deletion",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dir: "list",
    dl: "DescriptionList",
    dt: "term",
    em: "emphasis",
    embed: "EmbeddedObject",
    fieldset: "group",
    figcaption: "Figcaption",
    figure: "figure",
    form: "form",
    frame: "Iframe",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hgroup: "group",
    hr: "separator",
    iframe: "Iframe",
    ins: "insertion",
    label: "LabelText",
    legend: "Legend",
    main: "main",
    mark: "mark",
    math: "MathMLMath",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    object: "PluginObject",
    ol: "list",
    optgroup: "group",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    ruby: "Ruby",
    s: "deletion",
    search: "search",
    strong: "strong",
    sub: "subscript",
    sup: "superscript",
    textarea: "textbox",
    time: "time",
    ul: "list",
    video: "Video",
  }),
);
/** @type {Record<string, string>} */
const INPUT = {
  button: "button",
  checkbox: "checkbox",
  color: "ColorWell",
  date: "Date",
  "datetime-local": "DateTime",
  file: "button",
  hidden: "none",
  image: "button",
  month: "DateTime",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
  time: "InputTime",
  week: "DateTime",
};
/** Tags of sections: a header or footer inside one belongs to the section, not to the page (HTML-AAM). */
const PARTS = words("article aside main nav section");
const PART_ROLES = words("article complementary main navigation region");
/**
 * Whether an element is the main landmark. An aside in it is still complementary (ARIA in HTML).
 * @param {Element} el @param {RoleOf} roleOf
 */
const isMain = (el, roleOf) => tagOf(el) === "main" || roleOf(el) === "main";
const CLICKS = "[onclick],[ondblclick],[onmousedown],[onmouseup],[oncontextmenu],[onauxclick]";

/** @param {Element} el @param {RoleOf} roleOf */
const isPart = (el, roleOf) => (hasAttribute(el, "role") ? PART_ROLES.has(roleOf(el)) : PARTS.has(tagOf(el)));
/** @param {Element} el @param {RoleOf} roleOf @param {(el: Element, roleOf: RoleOf) => boolean} [skip] */
const isInPart = (el, roleOf, skip) => {
  for (let up = parent(el); up; up = parent(up)) if (isPart(up, roleOf) && !skip?.(up, roleOf)) return true;
  return false;
};

/** @param {Element} el @param {RoleOf} roleOf */
const listItem = (el, roleOf) => {
  const up = parent(el);
  if (!up || !hasAttribute(up, "role")) return "listitem";
  const tag = tagOf(up);
  return (tag === "ul" || tag === "ol" || tag === "menu") && roleOf(up) !== "list" ? "none" : "listitem";
};

/** @param {Element} el */
const tableOf = (el) => {
  for (let up = parent(el); up; up = parent(up)) if (tagOf(up) === "table") return up;
  return null;
};
/** @param {Node | null} node */
const isHeaderCell = (node) => node !== null && isCell(node, "th");
/** @param {Node} node @param {string} tag */
const isCell = (node, tag) => isElement(node) && tagOf(node) === tag;
/** @param {Node | null} node */
const isFilledCell = (node) => node !== null && isCell(node, "td") && read.firstChild.call(node) !== null;
/**
 * Returns the role of a header cell. Without `scope`, it is a row header if the cell beside it has data, otherwise a
 * column header.
 * @param {Element} cell
 */
const headerRole = (cell) => {
  const scope = (attribute(cell, "scope") ?? "").toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  const next = read.nextSibling.call(cell);
  const previous = previousSibling(cell);
  if (!next && !previous) return "columnheader";
  if (isHeaderCell(next) && isHeaderCell(previous)) return "columnheader";
  if (isFilledCell(next) || isFilledCell(previous)) return "rowheader";
  const row = parent(cell);
  if (!row || tagOf(row) !== "tr") return "columnheader";
  const first = firstElement(row);
  const last = lastElement(row);
  for (const candidate of [first, last, first && nextElement(first), last && previousElement(last)]) {
    if (isFilledCell(candidate)) return "rowheader";
  }
  return "columnheader";
};

/**
 * Returns the role of a part of a table: row group, row or cell.
 * @param {Element} el @param {string} tag @param {RoleOf} roleOf
 */
const tablePart = (el, tag, roleOf) => {
  const table = tableOf(el);
  if (!table) return "generic";
  const role = roleOf(table);
  const layout = role === "LayoutTable";
  if (!layout && role !== "table" && role !== "grid" && role !== "treegrid") return "generic";
  if (tag === "tr") return layout ? "LayoutTableRow" : "row";
  if (tag !== "td" && tag !== "th") return layout ? "generic" : "rowgroup";
  if (layout) return "LayoutTableCell";
  if (tag === "th") return headerRole(el);
  return role === "table" ? "cell" : "gridcell";
};

/**
 * Returns the role of a table, which depends on whether Chrome takes it for a data table or a layout table.
 * @param {Element} table
 */
const tableRole = (table) => {
  if (hasAttribute(table, "role") || isContentEditable(table)) return "table";
  if (attribute(table, "summary") || attribute(table, "rules")) return "table";
  if (table.tHead || table.tFoot || table.caption) return "table";
  const rows = table.rows;
  for (let child = firstElement(table); child; child = nextElement(child)) {
    const tag = tagOf(child);
    if (tag === "colgroup" || tag === "col") return "table";
  }
  if (rows.length >= 20) return "table";
  if (rows.length === 0 || (rows.length === 1 && rows[0].cells.length === 1)) return "LayoutTable";
  return tableLooksLikeData(table) ? "table" : "LayoutTable";
};

/** Selector for content that makes an SVG a container and not a single image. */
const SVG_CONTENT =
  "text,a,foreignObject *,[tabindex],[role],[aria-label],[aria-labelledby]," + `:not(svg)>title,${CLICKS}`;
/** Whether the shape that a `use` refers to has a title or text. @param {Element} el */
const isTitled = (el) => {
  const shown = usedBy(el);
  return shown !== null && queryFirst(shown, "title,text") !== null;
};
/**
 * Whether an SVG element has a role because it has a name, ARIA attributes, focus or a listener (SVG-AAM 5.1.2).
 * @param {Element} el
 */
const isSaidPart = (el) => {
  if (hasAuthorName(el) || hasGlobal(el) || isFocusable(el)) return true;
  for (let child = firstElement(el); child; child = nextElement(child)) {
    if (tagOf(child) === "title" || tagOf(child) === "desc") return true;
  }
  return matches(el, CLICKS) || isListening(el);
};
const SHAPES = words("path rect circle ellipse line polyline polygon");
/** Returns the role of an SVG element. @param {Element} el @param {string} tag */
const svgRole = (el, tag) => {
  if (tag === "a") {
    if (hasAttribute(el, "href") || hasAttribute(el, "xlink:href")) return "link";
    return closest(el, "text") ? "generic" : "group";
  }
  if (tag === "g" || tag === "foreignObject") return isSaidPart(el) ? "group" : "generic";
  if (tag === "image") return "image";
  if (tag === "use") return "graphics-object";
  if (tag === "svg") {
    const up = parent(el);
    if (up && isSvg(up) && tagOf(up) !== "foreignObject") return "group";
    return !queryCss(el, SVG_CONTENT)[0] && ![...queryCss(el, "use")].some(isTitled) ? "image" : "SvgRoot";
  }
  return SHAPES.has(tag) && isSaidPart(el) ? "graphics-symbol" : "generic";
};

/** @param {Element} el */
const inputRole = (el) => {
  const type = el.type;
  if (type !== "color" && type !== "hidden" && el.list) return "combobox";
  return INPUT[type] ?? "textbox";
};

/** Whether an image with an empty `alt` is still part of the accessibility tree. @param {Element} img */
const isSaid = (img) => Boolean(attribute(img, "title")) || hasGlobal(img) || isFocusable(img);
/** @type {Record<string, (el: Element, roleOf: RoleOf) => string | undefined>} */
const fixed = {
  a: (el) => (hasAttribute(el, "href") || matches(el, CLICKS) ? "link" : "generic"),
  area: (el) => (hasAttribute(el, "href") ? "link" : "generic"),
  aside: (el, roleOf) => (isInPart(el, roleOf, isMain) && !hasAuthorName(el) ? "generic" : "complementary"),
  button: () => "button",
  canvas: () => "Canvas",
  footer: (el, roleOf) => (isInPart(el, roleOf) ? "sectionfooter" : "contentinfo"),
  header: (el, roleOf) => (isInPart(el, roleOf) ? "sectionheader" : "banner"),
  img: (el) => (attribute(el, "alt") === "" && !isSaid(el) ? "none" : "image"),
  input: inputRole,
  li: listItem,
  option: () => "option",
  section: (el) => (hasAuthorName(el) ? "region" : "generic"),
  select: (el) => (el.multiple || el.size > 1 ? "listbox" : "combobox"),
  summary: (el) => {
    if (!isSummaryOfDetails(el)) return "generic";
    const up = parent(el);
    const details = up && tagOf(up) === "slot" ? parent(up) : up;
    return details && attribute(details, "name") ? "DisclosureTriangleGrouped" : "DisclosureTriangle";
  },
  table: tableRole,
  tbody: (el, roleOf) => tablePart(el, "tbody", roleOf),
  td: (el, roleOf) => tablePart(el, "td", roleOf),
  tfoot: (el, roleOf) => tablePart(el, "tfoot", roleOf),
  th: (el, roleOf) => tablePart(el, "th", roleOf),
  thead: (el, roleOf) => tablePart(el, "thead", roleOf),
  tr: (el, roleOf) => tablePart(el, "tr", roleOf),
};

/** Returns the role of an element whose tag has no role. @param {Element} el */
const plainRole = (el) => {
  if (hasAttribute(el, "role")) return "generic";
  if (hasAttribute(el, "popover") || hasAttribute(el, "autofocus") || hasAttribute(el, "draggable")) return "group";
  const display = styleOf(el).display;
  if (display === "list-item") return "listitem";
  if (display === "table" || display === "inline-table") return "LayoutTable";
  return "generic";
};

/**
 * Returns the role of an element by its tag and position, when its `role` attribute gives none. `roleOf` computes the
 * roles of ancestors; it is passed in, because its module imports this one.
 * @param {Element} el
 * @param {RoleOf} roleOf  computes the roles of ancestors; passed in, because author roles are in a module above this
 *   one
 */
export const nativeRole = (el, roleOf) => {
  const tag = tagOf(el);
  if (isSvg(el)) return svgRole(el, tag);
  if (tag === "" && localName(el) === "math") return "MathMLMath";
  const internal = tag.includes("-") ? internalsOf(el)?.role : undefined;
  if (internal) return internal;
  const make = Object.hasOwn(fixed, tag) ? fixed[tag] : undefined;
  return make?.(el, roleOf) ?? BY_TAG.get(tag) ?? plainRole(el);
};
