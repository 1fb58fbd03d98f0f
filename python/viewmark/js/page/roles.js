// Computes the ARIA role of an element: from its `role` attribute, or else its implicit role.
//
// The sources are WAI-ARIA 1.3 (fallback roles, presentational conflicts), ARIA in HTML and, where these leave room,
// Chrome's accessibility tree. Inside these scripts, roles that do not exist in ARIA have Chrome's names ("Date",
// "ColorWell", "DisclosureTriangle"), which distinguishes them and allows a comparison with the tree. `spokenRole` maps
// them for reports (docs/internals/names.md has the table).
import { parent, read } from "./dom.js";
import { ASCII_SPACES } from "./letters.js";
import { attribute, hasAttribute, memo, queryCss, rootNode, tagOf, words } from "./native.js";
import { nativeRole } from "./native_roles.js";
import { hasAuthorName, hasGlobal, isFocusable } from "./role_facts.js";

const ARIA = words(
  "alert alertdialog application article banner blockquote button caption cell checkbox code " +
    "columnheader combobox comment complementary contentinfo definition deletion dialog " +
    "directory document emphasis feed figure form graphics-document graphics-object " +
    "graphics-symbol grid gridcell group heading image img insertion link list listbox " +
    "listitem log main mark marquee math menu menubar menuitem menuitemcheckbox " +
    "menuitemradio meter navigation none note option paragraph presentation progressbar " +
    "radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter " +
    "sectionheader separator slider spinbutton status strong subscript suggestion " +
    "superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip " +
    "tree treegrid treeitem generic doc-abstract doc-acknowledgments doc-afterword " +
    "doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter " +
    "doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote " +
    "doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword " +
    "doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice " +
    "doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface " +
    "doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc",
);
/** @type {Record<string, string>} */
const SYNONYM = { img: "image", presentation: "none", directory: "list" };
/** Roles that are valid only inside their container. */
/** @type {Record<string, Set<string>>} */
const CONTAINER = {
  option: new Set(["listbox", "group"]),
  listitem: new Set(["list"]),
  treeitem: new Set(["tree", "group", "treeitem"]),
};
/** Roles that may come between a container and the items that belong to it. */
const NEUTRAL = new Set(["generic", "none"]);

/**
 * Returns the role that the `role` attribute gives; "" if it gives none, so that the implicit role applies.
 * @param {Element} el
 */
const ariaRole = (el) => {
  const value = attribute(el, "role");
  if (!value) return "";
  // HTML separates the values of such a list only by ASCII white space.
  for (const word of value.toLowerCase().split(ASCII_SPACES)) {
    if (!ARIA.has(word)) continue;
    const role = SYNONYM[word] ?? word;
    if ((role === "form" || role === "region") && !hasAuthorName(el)) {
      if (!hasAttribute(el, "aria-roledescription")) continue;
    }
    if (role === "none") {
      const tag = tagOf(el);
      if (tag === "iframe" || tag === "frame") return "IframePresentational";
      if (isFocusable(el) || hasGlobal(el)) return "";
    }
    if (role === "combobox" && tagOf(el) === "select") return "";
    if (Object.hasOwn(CONTAINER, role) && !isContained(el, CONTAINER[role])) continue;
    return role;
  }
  return "";
};
/**
 * Whether an element is inside a container that its role requires, with nothing but neutral roles in between.
 * @param {Element} el @param {Set<string>} containers
 */
const isContained = (el, containers) => {
  for (let up = parent(el); up; up = parent(up)) {
    const role = roleOf(up);
    if (containers.has(role)) return true;
    if (!NEUTRAL.has(role) || tagOf(up) === "section") return false;
  }
  return false;
};

/**
 * Whether a checkbox is the only input in the shadow tree of a radio component. It then has the role radio.
 * @param {Element} el
 */
const isOfRadio = (el) => {
  if (tagOf(el) !== "input" || attribute(el, "type") !== "checkbox") return false;
  const root = rootNode(el);
  return (
    root instanceof ShadowRoot &&
    /-radio(?:-button)?$/.test(read.localName.call(read.host.call(root))) &&
    queryCss(root, "input").length === 1
  );
};

/** Returns the role of an element; "generic" if it has none, never empty. @param {Element} el @returns {string} */
export const roleOf = (el) => {
  const known = memo("role");
  let role = known.get(el);
  if (role === undefined) {
    known.set(el, "generic"); // returned if the role of an ancestor depends on this one
    role = ariaRole(el) || (isOfRadio(el) ? "radio" : nativeRole(el, roleOf));
    known.set(el, role);
  }
  return role;
};
// Reported roles are ARIA terms. If HTML-AAM maps an element to no role, the UIA control type is reported, or else the
// name of the element.
/** @type {Record<string, string>} */
const SPOKEN = {
  Abbr: "abbr",
  Audio: "audio",
  Canvas: "canvas",
  ColorWell: "button",
  Date: "textbox",
  DateTime: "textbox",
  DescriptionList: "list",
  DisclosureTriangle: "button",
  DisclosureTriangleGrouped: "button",
  EmbeddedObject: "embed",
  Figcaption: "caption",
  Iframe: "iframe",
  IframePresentational: "none",
  InputTime: "textbox",
  LabelText: "label",
  LayoutTable: "none",
  LayoutTableCell: "none",
  LayoutTableRow: "none",
  Legend: "legend",
  LineBreak: "none",
  MathMLMath: "math",
  PluginObject: "object",
  Ruby: "ruby",
  SvgRoot: "graphics-document",
  Video: "video",
};
/** Returns the term that is reported for a role. @param {string} role */
export const spokenRole = (role) => (Object.hasOwn(SPOKEN, role) ? SPOKEN[role] : role);

/** @param {string} word */
export const isAriaRole = (word) => ARIA.has(word);
