// Builds a selector that finds its element again: test id, id, aria-label, role and name, or CSS path.
//
// The first kind that is unique is used, and every selector is evaluated before it is returned. The selector of an
// element in a shadow tree is "host >> inner". docs/selectors.md describes the notation.
import { getterOf, read } from "./dom.js";
import { isAloneWith } from "./name_uniqueness.js";
import { plainName } from "./names.js";
import { countIn, forget, matches, memo, namespace, nodeType, once, queryCss, queryFirst, rootNode } from "./native.js";
import { size, tagOf } from "./native.js";
import { cssIn, treesIn } from "./query.js";
import { roleOf } from "./roles.js";
import { TEST_ATTRIBUTES, ofAttributes, ofMarkup, quoted } from "./selector_parts.js";
import { allTrees, tally } from "./standing.js";
import { LONGEST, NAME_LIMIT } from "./vocabulary.js";

/** Maximum number of elements with the same role that are checked to prove that a name is unique. */
const ROLE_LIMIT = 100;
/** Number of trees above which selectors that could match in any of them are not tried. */
const TREE_LIMIT = 30;
/**
 * Number of elements above which only the first match is checked, if the selector must be unique by the way it was
 * built.
 */
const LARGE = 200;
/** Number of descendants of an anchor above which no shorter path from the anchor to the element is searched. */
const ROOMY = 500;

const compatMode = getterOf(Document.prototype, "compatMode");
// In quirks mode, ids and classes are compared without case. A count of exact values then does not prove that one is
// unique, so no document counts as large.
const isLarge = () => once("large", document, () => compatMode.call(document) === "CSS1Compat" && size() > LARGE);
/**
 * Whether a CSS selector matches only this element, in its own tree and in the shadow trees below. `isSure` means that
 * the selector must be unique by the way it was built.
 * @param {Element} el @param {string} css @param {Tree} scope
 */
const isOnly = (el, css, scope, isSure = false) => {
  const own = rootNode(el);
  if (isSure && own === document && isLarge() && meansChildren(el, css)) return true;
  if (queryFirst(own === scope || scope === document ? own : scope, css) !== el) {
    // In a shadow tree, the search begins at the host, where the selector would match children outside the shadow tree
    // first.
    if (scope === document || queryFirst(own, css) !== el) return false;
  }
  if (isSure && isLarge()) return true;
  const trees = scope === document ? [own] : treesIn(scope);
  return trees.every((tree) => queryCss(tree, css).length === Number(tree === own));
};
/**
 * Whether a path without its last `:nth-of-type()` matches exactly the children of one parent that have the last tag of
 * the path. The result is stored for all of these children, because otherwise each would need a search of the document.
 * @param {Element} el @param {string} css
 */
const meansChildren = (el, css) => {
  const end = css.lastIndexOf(":nth-of-type(");
  const parent = read.parentNode.call(el);
  if (end < 0 || css.includes(" ", end) || !parent) return false;
  return once(`children ${css.slice(0, end)}`, parent, () => {
    const found = [...queryCss(document, css.slice(0, end))].map(
      (one) => read.parentNode.call(one) === parent && namespace(one) === namespace(el),
    );
    const all = ordinals(parent).totals.get(read.localName.call(el));
    return found.length === all && !found.includes(false);
  });
};
/** @param {Element} el @param {string} css @param {Tree} scope */
const isOnlyEverywhere = (el, css, scope) => {
  if (scope !== document) return isOnly(el, css, scope);
  const trees = allTrees();
  if (trees.length > TREE_LIMIT || !isOnly(el, css, document)) return false;
  return trees.every((tree) => tree === rootNode(el) || queryFirst(tree, css) === null);
};
/**
 * @param {Element} el @param {{css: string, attribute: string, value: string}} offer
 * @param {Tree} scope
 */
const isSingle = (el, { css, attribute, value }, scope) =>
  scope === document ? tally(attribute, value) === 1 && isOnly(el, css, document, true) : isOnly(el, css, scope);

const ROLES = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option " +
    "radio searchbox slider spinbutton switch tab textbox treeitem"
  ).split(" "),
);
const LINKS = "[href],[role],[*|href]";
/**
 * Returns the selector with the role and name of an element; null if they are not unique or other tools would compute
 * them differently.
 * @param {Element} el
 */
const ofRole = (el) => {
  const role = roleOf(el);
  if (!ROLES.has(role)) return null;
  // An anchor with a handler but no URL has the role link only in Chrome's accessibility tree. Other tools would not
  // find it by that role.
  if (role === "link" && !matches(el, LINKS)) return null;
  const name = plainName(el);
  // Other tools compare the name as written, with its invisible characters, so they would not find the cleaned name.
  if (memo("altered").has(el)) return null;
  if (!name || name.length > LONGEST) return null;
  if (!isAloneWith(el, role, name, ROLE_LIMIT)) return null;
  return `role=${role}[name=${quoted(name)}]`;
};

/** Returns for each child of a parent its position among the children with the same tag. @param {Node} parent */
const ordinals = (parent) => {
  const known = memo("ordinals");
  let at = known.get(parent);
  if (!at) {
    at = new Map();
    const seen = new Map();
    for (let n = read.firstChild.call(parent); n; n = read.nextSibling.call(n)) {
      if (nodeType(n) !== 1) continue;
      const tag = read.localName.call(n);
      seen.set(tag, (seen.get(tag) ?? 0) + 1);
      at.set(n, seen.get(tag));
    }
    at.totals = seen;
    known.set(parent, at);
  }
  return at;
};
/** @param {Element} el @param {Node} parent */
const stepOf = (el, parent) => {
  const tag = read.localName.call(el);
  const at = ordinals(parent);
  const step = CSS.escape(tag);
  return at.totals.get(tag) > 1 ? `${step}:nth-of-type(${at.get(el)})` : step;
};

/**
 * Whether an anchor has so many descendants that searching them for every element takes too long.
 * @param {string} anchor
 */
const isRoomy = (anchor) => countIn(document, `${anchor} *`) > ROOMY;
/** Returns the path of tags from the root of the tree to an element. @param {Element} el */
const fullPath = (el) => {
  const steps = [];
  for (let at = /** @type {Element | null} */ (el), up; at; at = up && nodeType(up) === 1 ? up : null) {
    up = read.parentNode.call(at);
    steps.unshift(stepOf(at, up ?? at));
  }
  return steps.join(" > ");
};
/**
 * Returns a long path without some of its steps, if it still matches only this element.
 * @param {Element} el @param {string} path @param {string[]} steps @param {Tree} scope
 */
const shortened = (el, path, steps, scope) => {
  if (path.length <= NAME_LIMIT || scope !== document) return path;
  for (const near of [1, 3, 6]) {
    const head = steps.slice(0, -near).filter((step, i) => i === 0 || step.includes(":"));
    const css = [...head, steps.slice(-near).join(" > ")].join(" ");
    if (css.length < path.length && isOnly(el, css, scope)) return css;
  }
  return path;
};
/**
 * Returns a CSS path for an element: its own markup if that is unique, otherwise the steps from an ancestor that is.
 * @param {Element} el @param {Tree} scope @param {readonly string[]} names
 */
const ofPath = (el, scope, names) => {
  const tag = CSS.escape(read.localName.call(el));
  const marks = ofMarkup(el, tag);
  for (const { css, count } of marks) {
    if (scope === document && count) {
      if (count() === 1 && isOnly(el, css, document, true)) return css;
    } else if (isOnlyEverywhere(el, css, scope)) return css;
  }
  const steps = [];
  let anchor = "";
  for (let at = el; ;) {
    const parent = read.parentNode.call(at);
    if (!parent || nodeType(parent) === 9) {
      steps.unshift(stepOf(at, parent ?? at));
      break;
    }
    steps.unshift(stepOf(at, parent));
    if (nodeType(parent) === 11) break;
    if (tagOf(parent) === "body") {
      steps.unshift("body");
      break;
    }
    const found = ofAttributes(parent, names).find((o) => isSingle(parent, o, scope));
    if (found) {
      anchor = found.css;
      break;
    }
    at = parent;
  }
  if (anchor) {
    const tails = [...ofAttributes(el, names), ...marks].map(({ css }) => css);
    for (let k = 1; k <= 2 && k < steps.length; k += 1) tails.push(steps.slice(-k).join(" > "));
    for (const tail of isRoomy(anchor) ? [] : tails) {
      if (isOnly(el, `${anchor} ${tail}`, scope)) return `${anchor} ${tail}`;
    }
    const css = `${anchor} > ${steps.join(" > ")}`;
    return isOnly(el, css, scope, true) ? shortened(el, css, [anchor, ...steps], scope) : fullPath(el);
  }
  const path = steps.join(" > ");
  if (isOnly(el, path, scope, true)) return shortened(el, path, steps, scope);
  return scope === document ? fullPath(el) : `:scope > ${path}`;
};

/**
 * Returns the selector of an element in its tree: by the first attribute that is unique there, by role and name, or by
 * the path from an ancestor.
 * @param {Element} el @param {Tree} scope @param {readonly string[]} names
 */
const inTree = (el, scope, names) =>
  ofAttributes(el, names).find((offer) => isSingle(el, offer, scope))?.css ??
  ((scope === document && ofRole(el)) || ofPath(el, scope, names));

/**
 * @param {Element} el @param {readonly string[]} names
 * @returns {[string, Document | Element]}
 */
const prefixOf = (el, names) => {
  const root = rootNode(el);
  if (!(root instanceof ShadowRoot)) return ["", document];
  const host = read.host.call(root);
  return [`${best(host, names)} >> `, host];
};
/**
 * Returns a selector that was checked. In a shadow tree it begins with the selector of the host; if it is not unique
 * there, its index is added.
 * @param {Element} el @param {string} prefix @param {Tree} scope @param {string} selector
 */
const checked = (el, prefix, scope, selector) => {
  if (!prefix) return selector;
  const found = cssIn(scope, selector);
  if (found.length === 1 && found[0] === el) return prefix + selector;
  const at = found.indexOf(el);
  if (at >= 0) return `${prefix}${selector} >> nth=${at}`;
  return `${prefix}* >> nth=${cssIn(scope, "*").indexOf(el)}`;
};
/**
 * Returns the best selector of an element, computed once per observation.
 * @param {Element} el @param {readonly string[]} names
 */
const best = (el, names) => {
  const known = memo("selector");
  let selector = known.get(el);
  if (selector === undefined) {
    const [prefix, scope] = prefixOf(el, names);
    selector = checked(el, prefix, scope, inTree(el, scope, names));
    known.set(el, selector);
  }
  return selector;
};

/**
 * Returns the best selector of an element in the page, which matches exactly this element. `testAttributes` are tried
 * in their order, and must stay the same during an observation.
 * @param {Element} el @param {readonly string[]} [testAttributes]
 */
export const selector = (el, testAttributes = TEST_ATTRIBUTES) => best(el, testAttributes);

/**
 * Runs `work` as one observation: all caches are emptied before and after it.
 * @type {<T>(work: () => T) => T}
 */
export const batch = (work) => {
  forget();
  try {
    return work();
  } finally {
    forget();
  }
};
