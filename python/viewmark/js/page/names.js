// Computes the accessible name of an element: accname 1.2 as implemented by Chrome.
//
// The order is that of the standard: value of an embedded control (2C), aria-labelledby (2B), aria-label (2D), the
// element's own markup (2E, name_sources.js), its contents (2F), tooltip (2I). Where the standard leaves room (spaces
// between pieces, roles that pass on their contents), Chrome's behaviour is followed, because its accessibility tree is
// what assistive technology receives. docs/internals/names.md contains the measured agreement and every known
// difference. Secret values are never part of a name.
import { isElement, isText, parent, read, rootOf } from "./dom.js";
import { labelsOf } from "./labels.js";
import { tokensOf, isWhite } from "./letters.js";
import { isApart, isHidden, isLocked, isUndisplayed, needsSpace, pieces, rendered } from "./name_pieces.js";
import { chosenFile, controlValue, isTextField, ownName, tooltip } from "./name_sources.js";
import { activeIn, attribute, byId, closest, generatedIn, hasAttribute, isHtml, isSvg } from "./native.js";
import { labelledByElements } from "./native.js";
import { localName, matches, memo, rootNode, styleOf, tagOf, usedBy, words } from "./native.js";
import { isFocusable } from "./role_facts.js";
import { roleOf } from "./roles.js";
import { clean, hasInvisible, nameLine } from "./text.js";
import { NAME_LIMIT } from "./vocabulary.js";

/** Roles that are named from their content, and that add their content to the name around them. */
const FROM_CONTENTS = words(
  "button cell checkbox columnheader doc-backlink doc-biblioref doc-noteref " +
    "doc-glossref DisclosureTriangle DisclosureTriangleGrouped gridcell heading " +
    "LayoutTableCell LineBreak link option math menuitem menuitemcheckbox menuitemradio radio " +
    "rowheader switch tab term treeitem tooltip",
);
/** Roles that add their content to the name around them, but are not named from it themselves. */
const PASS_ON = words(
  "generic Abbr Canvas caption code deletion insertion definition DescriptionList emphasis " +
    "Figcaption LabelText LayoutTable LayoutTableRow Legend list listitem mark none paragraph " +
    "region Ruby strong subscript superscript time contentinfo sectionfooter suggestion",
);
/** Roles that cannot have a name. A tooltip becomes their description instead (ARIA 1.3, 5.2.8.6). */
const NAMELESS = words(
  "caption code deletion insertion definition emphasis generic mark none paragraph strong " +
    "subscript suggestion superscript term time",
);
const LEAVES = words("hr img input meter progress textarea select iframe embed video audio wbr");
const MAX_VISITED = 100;
/** Maximum number of characters of a name that selectors compare. */
const PLAIN_LIMIT = 2000;
const NONE = Object.freeze({ text: "", from: "" });

/**
 * Returns the name of an element from its content, piece by piece (accname 2F).
 * @param {Element} el @param {Element | null} root @param {Visited} visited
 * @param {NameContext} ctx @param {boolean} isNested
 */
const fromDescendants = (el, root, visited, ctx, isNested) => {
  if (LEAVES.has(tagOf(el)) || styleOf(el).live.contentVisibility === "hidden") return "";
  const inner = { ...ctx, lastFrom: "", inFlex: isApart(el) };
  let text = "";
  /** @type {Piece | null} */
  let previous = null;
  for (const piece of pieces(el, root, ctx)) {
    if (visited.size > MAX_VISITED) break;
    const { node } = piece;
    if (node && isElement(node)) {
      // The open list inside a combobox is skipped, because it contains options and not the name.
      if (!root && (visited.has(node) || (roleOf(node) === "listbox" && closest(node, "[role=combobox]")))) {
        previous = piece; // keeps its neighbours apart
        continue;
      }
      if (roleOf(node) === "none" && !isNested) {
        piece.text = fromDescendants(node, root, visited, ctx, true);
        piece.from = "";
      }
    }
    if (piece.text === null && node) Object.assign(piece, alternative(node, true, root, visited, ctx));
    if (
      piece.text &&
      previous &&
      text &&
      !isWhite(text[text.length - 1]) &&
      !isWhite(piece.text[0]) &&
      needsSpace(previous, piece, inner)
    ) {
      text += " ";
    }
    text += piece.text;
    previous = piece;
    if (piece.text) inner.lastFrom = piece.from ?? "";
  }
  return text;
};

/**
 * Returns the text of the elements that name another one (labels, aria-labelledby); null if there are none.
 * @param {Element[]} elements @param {boolean} isLabelledBy @param {Visited} visited
 * @param {NameContext} ctx
 */
const fromElements = (elements, isLabelledBy, visited, ctx) => {
  let text = "";
  for (const el of elements) {
    const root = isLabelledBy ? el : null;
    // A hidden label counts too, and so does what is hidden inside it (accname 2A).
    const inside = root || !isHidden(el, null) ? ctx : { ...ctx, unhidden: el };
    const part = root || !visited.has(el) ? alternative(el, true, root, visited, inside).text : "";
    visited.add(el);
    if (part) text += (text ? " " : "") + part;
  }
  return elements.length > 0 ? text : null;
};

/** Returns the elements that `aria-labelledby` refers to. @param {Element} el */
const labelledBy = (el) => {
  const ids = attribute(el, "aria-labelledby") ?? attribute(el, "aria-labeledby");
  /** @type {Element[]} */
  const elements = [];
  if (ids) {
    const root = rootNode(el);
    for (const id of tokensOf(ids)) {
      const found = id ? byId(root, id) : null;
      if (found && !isLocked(found)) elements.push(found);
    }
    return elements;
  }
  // Element reflection (el.ariaLabelledByElements = [...]) can refer to elements in outer trees.
  if (ids === "" && isHtml(el)) return [...(labelledByElements(el) ?? [])];
  return elements;
};

/** @param {Element} el */
const isFocused = (el) => activeIn(rootNode(el)) === el;
/**
 * Whether the name of an element is taken from its content.
 * @param {Element} el @param {boolean} recursive @param {Element | null} root
 */
const takesContents = (el, recursive, root) => {
  const role = roleOf(el);
  if (tagOf(el) === "select") return false;
  if (isTextField(el, role)) return root === el;
  if (root || FROM_CONTENTS.has(role)) return true;
  if (role === "row") return isGridRow(el);
  if (isSvg(el) && recursive) return true;
  const tag = tagOf(el);
  if (recursive && (tag === "details" || tag === "address")) return true;
  if (!PASS_ON.has(role)) return false;
  if (tag === "body" || tag === "html") return false;
  return recursive || (isFocused(el) && !hasAttribute(el, "aria-activedescendant"));
};
/** Whether a row belongs to a grid or tree grid, and not to a plain table. @param {Element} el */
const isGridRow = (el) => {
  for (let up = parent(el); up; up = parent(up)) {
    const role = roleOf(up);
    if (role === "grid" || role === "treegrid") return true;
    if (!["generic", "none", "group", "rowgroup"].includes(role)) return false;
  }
  return false;
};

/**
 * Returns the text that a node contributes to a name, and where the text comes from (accname 2A to 2I).
 * @param {Node} node @param {boolean} recursive @param {Element | null} root
 * @param {Visited} visited @param {NameContext} ctx @returns {Named}
 */
export const alternative = (node, recursive, root, visited, ctx) => {
  if (isText(node)) {
    visited.add(node);
    return { text: rendered(node, ctx), from: "contents" };
  }
  const el = /** @type {Element} */ (node);
  const tag = tagOf(el);
  if (tag === "br") return { text: "\n", from: "contents" };
  const isFirst = !visited.has(el);
  if (recursive && isFirst) {
    const value = controlValue(el, visited, ctx);
    if (value !== null) return { text: value, from: "value" };
  }
  visited.add(el);
  if (tag !== "slot") {
    if (isHidden(el, root ?? ctx.unhidden ?? null)) return NONE;
    if (!root && isFirst) {
      const text = fromElements(labelledBy(el), true, visited, ctx) ?? "";
      if (text.trim()) return { text, from: "related" };
    }
    const label = attribute(el, "aria-label");
    if (label && label.trim()) return { text: label, from: "attribute" };
  }
  const own = ownName(el, visited, ctx);
  if (own?.text) {
    const isFile = recursive && tag === "input" && el.type === "file";
    return isFile ? { ...own, text: `${own.text}: ${chosenFile(el)}` } : own;
  }
  const shown = tag === "use" && isSvg(el) ? usedBy(el) : null;
  if (shown) return alternative(shown, recursive, root, visited, ctx);
  if (takesContents(el, recursive, root)) {
    const text = fromDescendants(el, root, visited, ctx, false);
    if (text) return { text, from: "contents" };
  }
  if (!own?.isFinal && (root || !isNameless(el))) {
    const text = tooltip(el);
    if (text) return { text, from: "title" };
  }
  return NONE;
};
/** @param {Element} el */
const isNameless = (el) => {
  if ((isFocusable(el) && styleOf(el).display !== "contents") || localName(el).includes("-")) return false;
  return NAMELESS.has(roleOf(el));
};

const SIMPLE = words("button link");
/** Selector for attributes that may replace the text of an element in its name. */
const UNUSUAL =
  "[aria-label],[aria-labelledby],[aria-labeledby],[aria-hidden],[aria-owns],[inert],[title],[contenteditable]";
/**
 * Returns the name of a button or link that contains nothing but one text node, the most frequent case. The result is
 * the same as that of the full computation, in a third of the time. Null for all other elements.
 * @param {Element} el @param {NameContext} ctx
 */
const simpleName = (el, ctx) => {
  const tag = tagOf(el);
  if ((tag !== "button" && tag !== "a") || !isHtml(el)) return null;
  const node = read.firstChild.call(el);
  if (!node || !isText(node) || read.nextSibling.call(node) || rootOf(el)) return null;
  if (isWhite(read.data.call(node)) || matches(el, UNUSUAL) || !SIMPLE.has(roleOf(el))) return null;
  const style = styleOf(el);
  if (style.visibility !== "visible" || style.isMasked || style.live.contentVisibility === "hidden") return null;
  if (isUndisplayed(el) || labelsOf(el).length > 0) return null;
  return generatedIn(el).length > 0 ? null : rendered(node, ctx);
};

/** @param {Element} el @param {NameContext} ctx */
const wholeName = (el, ctx) => simpleName(el, ctx) ?? alternative(el, false, null, new Set(), ctx).text;
/**
 * Returns the accessible name: one line of at most 200 visible characters (a truncated name ends with "…"); "" if there
 * is none.
 */
export const nameOf = (/** @type {Element} */ el) => {
  const known = memo("name");
  let name = known.get(el);
  if (name === undefined) {
    known.set(el, ""); // in case the role computation asks for the name again
    const found = { isTransformed: false };
    const whole = wholeName(el, contextFor(false, found));
    name = nameLine(whole, NAME_LIMIT);
    known.set(el, name);
    if (!found.isTransformed) memo("plainWhole").set(el, whole);
  }
  return name;
};
/**
 * Returns the text of an element that another one refers to by id, as by `aria-describedby`.
 * @param {Element} el
 */
export const textOfReference = (el) => {
  return isLocked(el) ? "" : alternative(el, true, el, new Set(), contextFor(false)).text;
};

/** Whether the name would contain a secret if secret values were not omitted. */
export const hasSecretName = (/** @type {Element} */ el) => {
  const found = { isTransformed: false, isSecret: false };
  wholeName(el, contextFor(false, found));
  return found.isSecret;
};
/**
 * The functions of this module that `name_sources.js` needs. They are passed to it, because two modules must not import
 * each other.
 * @type {Naming}
 */
const NAMING = { alternative, fromDescendants, fromElements, hasSecretName, nameOf };
/** @param {boolean} plain @param {NameContext["found"]} [found] @returns {NameContext} */
export const contextFor = (plain, found = { isTransformed: false }) => ({ plain, found, naming: NAMING });
/**
 * Returns the name of an element as written in the markup, before CSS text-transform. Selectors compare this name.
 * @param {Element} el
 */
export const plainName = (el) => {
  const known = memo("plainName");
  let name = known.get(el);
  if (name === undefined) {
    // If no text-transform applies, the reported name is also the name in the markup.
    const ready = memo("plainWhole").get(el);
    const whole = (ready ?? wholeName(el, contextFor(true))).slice(0, PLAIN_LIMIT);
    name = clean(whole);
    known.set(el, name);
    if (hasInvisible(whole)) memo("altered").set(el, true);
  }
  return name;
};
