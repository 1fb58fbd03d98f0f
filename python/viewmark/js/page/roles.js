// Computes the ARIA role of an element: from its `role` attribute, else its implicit role.
//
// Sources: WAI-ARIA 1.3 (fallback lists, presentational conflicts), ARIA in HTML, and where those
// leave room, what Chrome puts into its accessibility tree. Inside the scripts what ARIA has no word
// for bears Chrome's own ("Date", "ColorWell", "DisclosureTriangle"), which tells them apart and can
// be held to the tree; what leaves the page is `spokenRole` of it (docs/internals/names.md has the table).
import { parent, read } from "./dom.js";
import { attribute, hasAttribute, memo, queryCss, rootNode, tagOf } from "./native.js";
import { nativeRole } from "./native_roles.js";
import { hasAuthorName, hasGlobal, isFocusable } from "./role_facts.js";

/** @param {string} text */
const words = (text) => text.split(" ");
const ARIA = new Set(
  words(
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
  ),
);
/** @type {Record<string, string>} */
const SYNONYM = { img: "image", presentation: "none", directory: "list" };
/** Roles that mean nothing outside their container; alone they do not count. */
/** @type {Record<string, Set<string>>} */
const CONTAINER = {
  option: new Set(["listbox", "group"]),
  listitem: new Set(["list"]),
  treeitem: new Set(["tree", "group", "treeitem"]),
};
/** Roles that may stand between a container and its item. */
const NEUTRAL = new Set(["generic", "none"]);

/**
 * The role that the attribute gives, or "" where the element's own role counts.
 * @param {Element} el
 */
const ariaRole = (el) => {
  const value = attribute(el, "role");
  if (!value) return "";
  // Only ASCII white space parts the words (HTML, space-separated tokens).
  for (const word of value.toLowerCase().split(/[ \t\n\f\r]+/)) {
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
/** @param {Element} el @param {Set<string>} containers */
const isContained = (el, containers) => {
  for (let up = parent(el); up; up = parent(up)) {
    const role = roleOf(up);
    if (containers.has(role)) return true;
    if (!NEUTRAL.has(role) || tagOf(up) === "section") return false;
  }
  return false;
};

/** Whether a tick box is all that the component of a radio has in its shadow tree: it is drawn and chosen as one. @param {Element} el */
const isOfRadio = (el) => {
  if (tagOf(el) !== "input" || attribute(el, "type") !== "checkbox") return false;
  const root = rootNode(el);
  return (
    root instanceof ShadowRoot &&
    /-radio(?:-button)?$/.test(read.localName.call(read.host.call(root))) &&
    queryCss(root, "input").length === 1
  );
};

/** The role of an element; always a non-empty word, "generic" where it has none. @param {Element} el @returns {string} */
export const roleOf = (el) => {
  const known = memo("role");
  let role = known.get(el);
  if (role === undefined) {
    known.set(el, "generic"); // what a cycle through ancestors may see
    role = ariaRole(el) || (isOfRadio(el) ? "radio" : nativeRole(el, roleOf));
    known.set(el, role);
  }
  return role;
};
// What is reported of an element is in words of ARIA; where HTML-AAM gives an element none, that of
// the control that Windows announces (UIA), or at last the element's own name.
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
/** The public word for a role that `roleOf` gave. @param {string} role */
export const spokenRole = (role) => (Object.hasOwn(SPOKEN, role) ? SPOKEN[role] : role);

/** @param {string} word */
export const isAriaRole = (word) => ARIA.has(word);
