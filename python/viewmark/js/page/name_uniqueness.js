// Checks whether an element is the only one with its role and name, without computing the names of all others.
//
// Computing a name takes 20 to 50 us (styles, generated content, hidden parts), and a page may have a hundred links.
// But a name from contents includes all text directly in the element, so an element that shows a word outside of the
// name in question cannot have that name; only the remaining elements are named.
import { read, rootOf } from "./dom.js";
import { labelsOf } from "./labels.js";
import { plainName } from "./names.js";
import { attribute, countOf, isHtml, matches, memo, nodeType, queryCss, styleOf, words } from "./native.js";
import { hasRole, isUnrendered, likely } from "./query.js";
import { clean } from "./text.js";
import { NAME_LIMIT } from "./vocabulary.js";

/** Roles that are named from contents, of those used in selectors. */
const FROM_CONTENTS = words(
  "button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem",
);
const TAGS = words("a button summary div span li td th p b i strong em small h1 h2 h3 h4");
/** Tags without a role of their own, whose content belongs to the name around them. */
const PLAIN = words("div span b i strong em small p label");
const LABELABLE = words("button input select textarea");
/** Markup that may replace or hide the contents. */
const OVERRIDES = "[title],[aria-label],[aria-labelledby],[aria-labeledby],[aria-hidden],[contenteditable]";
const INNER_OVERRIDES = `[role],[tabindex],${OVERRIDES}`;
const DEEPEST = 4;
/** Maximum number of nodes before a text; after more of them it may be beyond the end of a name (100 nodes). */
const BEFORE_LIMIT = 20;

// A lone surrogate may combine with its neighbour into one character.
/** @param {string} text */
const whole = (text) => (text.includes("\ufffd") ? "" : text);

/**
 * The first text in an element that is certainly part of the name; "" if there is none.
 * @param {Element} el @param {number} depth @returns {string}
 */
const textIn = (el, depth) => {
  if (rootOf(el)) return "";
  const style = styleOf(el);
  if (style.isMasked || style.live.contentVisibility === "hidden") return "";
  if (depth > 0 && isUnrendered(el)) return "";
  for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
    const type = nodeType(n);
    if (type === 3) {
      const text = clean(read.data.call(n));
      if (text) return whole(text);
    } else if (type === 1) {
      const found = depth < DEEPEST ? textInside(n, depth + 1) : "";
      if (found) return found;
      if (queryCss(n, "*").length > BEFORE_LIMIT) return "";
    }
  }
  return "";
};
/** @param {Element} el @param {number} depth @returns {string} */
const textInside = (el, depth) => {
  if (!isHtml(el) || !PLAIN.has(read.localName.call(el))) return "";
  return matches(el, INNER_OVERRIDES) ? "" : textIn(el, depth);
};

/**
 * A text that is certainly part of the name of an element with that role; "" if there is none.
 * @param {Element} el @param {string} role
 */
const sureText = (el, role) => {
  const label = attribute(el, "aria-label");
  if (matches(el, "[aria-labelledby],[aria-labeledby]")) return "";
  if (label?.trim()) return whole(clean(label.slice(0, NAME_LIMIT)));
  if (!isHtml(el) || matches(el, OVERRIDES)) return "";
  const tag = read.localName.call(el);
  const labels = LABELABLE.has(tag) ? labelsOf(el) : [];
  if (labels.length > 0) return textInside(labels[0], 1);
  return FROM_CONTENTS.has(role) && TAGS.has(tag) ? textIn(el, 0) : "";
};

/** @type {Record<string, string>} */
const TAG_OF = { button: "button", link: "a", textbox: "input", option: "option" };
/**
 * Whether more than `limit` elements have the role by their tag alone, which is counted quickly.
 * @param {string} role @param {number} limit
 */
const isCommon = (role, limit) => role in TAG_OF && countOf(TAG_OF[role]) > limit;

/**
 * The elements that may have a role, each with a text that is certainly in its name; null if they are too many.
 * @param {string} role @param {number} limit
 */
const rivals = (role, limit) => {
  const known = memo("rivals");
  let byRole = known.get(document);
  if (!byRole) known.set(document, (byRole = new Map()));
  let found = byRole.get(role);
  if (found === undefined) {
    const elements = isCommon(role, limit) ? null : likely(document, role);
    found = !elements || elements.length > limit ? null : { elements, texts: elements.map((el) => sureText(el, role)) };
    byRole.set(role, found);
  }
  return found;
};

/**
 * Whether no other element in this document has that role and name (as written, `plainName`), and `el` can be found by
 * them; false also if more than `limit` elements may have the role.
 * @param {Element} el @param {string} role @param {string} name @param {number} limit
 */
export const isAloneWith = (el, role, name, limit) => {
  const found = rivals(role, limit);
  if (!found || !hasRole(el, role)) return false;
  const { elements, texts } = found;
  let isFound = false;
  for (let i = 0; i < elements.length; i += 1) {
    const other = elements[i];
    if (other === el) isFound = true;
    else if (name.includes(texts[i]) && hasRole(other, role) && plainName(other) === name) {
      return false;
    }
  }
  return isFound;
};
