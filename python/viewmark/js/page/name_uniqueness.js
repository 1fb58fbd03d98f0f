// Checks whether an element is the only one with its role and name, without computing the names of all other elements.
//
// Computing a name takes 20 to 50 us (styles, generated content, hidden parts), and a page may have a hundred links.
// But a name from contents includes all text directly in the element. An element with a text that is not part of the
// name in question therefore cannot have that name, and only the remaining elements need to be named.
import { read, rootOf } from "./dom.js";
import { labelsOf } from "./labels.js";
import { plainName } from "./names.js";
import { attribute, countOf, isHtml, matches, memo, nodeType, queryCss, styleOf, words } from "./native.js";
import { hasRole, isUnrendered, likely } from "./query.js";
import { clean } from "./text.js";
import { NAME_LIMIT } from "./vocabulary.js";

/** The roles in selectors whose name comes from their content. */
const FROM_CONTENTS = words(
  "button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem",
);
const TAGS = words("a button summary div span li td th p b i strong em small h1 h2 h3 h4");
/** Tags of elements without a role. Their text is part of the name of the element around them. */
const PLAIN = words("div span b i strong em small p label");
const LABELABLE = words("button input select textarea");
/** Selector for attributes that may replace or hide the text of an element in its name. */
const OVERRIDES = "[title],[aria-label],[aria-labelledby],[aria-labeledby],[aria-hidden],[contenteditable]";
const INNER_OVERRIDES = `[role],[tabindex],${OVERRIDES}`;
const DEEPEST = 4;
/** Maximum number of nodes before a text. After more nodes, the text may be beyond the end of the name (100 nodes). */
const BEFORE_LIMIT = 20;

// A lone surrogate may form a character with an adjacent one, so a text that contains one is not compared.
/** @param {string} text */
const whole = (text) => (text.includes("\ufffd") ? "" : text);

/**
 * Returns the first text in an element that is surely part of its name; "" if there is none.
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
 * Returns a text that is surely part of the name of an element with a role; "" if there is none.
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
 * Whether more than `limit` elements have a tag with this role. Counting tags is fast.
 * @param {string} role @param {number} limit
 */
const isCommon = (role, limit) => role in TAG_OF && countOf(TAG_OF[role]) > limit;

/**
 * Returns all elements that may have a role, each with a text that is surely in its name; null if there are more than
 * `limit`.
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
 * Whether an element has a role and is the only one in the document with this role and name. The name is compared as
 * written in the markup. The result is false, too, if more than `limit` elements may have the role.
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
