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

/** Maximum number of elements of one role that are checked to prove that a name is unique. */
const ROLE_LIMIT = 100;
/** If there are more trees than this, selectors that could match in any tree are not tried. */
const TREE_LIMIT = 30;
/** In documents larger than this, only the first match of a selector that is unique by construction is checked. */
const LARGE = 200;
/**
 * Maximum number of descendants of an anchor for which the shortest path from the anchor to the element is searched.
 */
const ROOMY = 500;

const compatMode = getterOf(Document.prototype, "compatMode");
// In quirks mode ids and classes are case-insensitive, so a count of exact values does not prove that one is unique.
const isLarge = () => once("large", document, () => compatMode.call(document) === "CSS1Compat" && size() > LARGE);
/**
 * Whether the CSS selector matches only this element, in its tree and in the shadow trees below.
 * @param {Element} el @param {string} css @param {Tree} scope
 */
const isOnly = (el, css, scope, isSure = false) => {
  const own = rootNode(el);
  if (isSure && own === document && isLarge() && meansChildren(el, css)) return true;
  if (queryFirst(own === scope || scope === document ? own : scope, css) !== el) {
    // In a shadow tree the scope is the host, and a selector would match the host's light children first.
    if (scope === document || queryFirst(own, css) !== el) return false;
  }
  if (isSure && isLarge()) return true;
  const trees = scope === document ? [own] : treesIn(scope);
  return trees.every((tree) => queryCss(tree, css).length === Number(tree === own));
};
/**
 * Whether a path without its final `:nth-of-type()` matches exactly those children of one parent that have the tag of
 * its last step. The result is stored for all of these children, because otherwise each of them would require a search
 * of the document.
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
/** @param {Element} el */
const ofRole = (el) => {
  const role = roleOf(el);
  if (!ROLES.has(role)) return null;
  // Only Chrome's accessibility tree gives an anchor with a handler but no URL the role link, so other engines would
  // not find it by role.
  if (role === "link" && !matches(el, LINKS)) return null;
  const name = plainName(el);
  // Other engines compare the name as written, including its invisible characters, so they would not match the cleaned
  // name.
  if (memo("altered").has(el)) return null;
  if (!name || name.length > LONGEST) return null;
  if (!isAloneWith(el, role, name, ROLE_LIMIT)) return null;
  return `role=${role}[name=${quoted(name)}]`;
};

/** @param {Node} parent */
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
 * Whether an anchor has so many descendants that searching them for every element would take too long.
 * @param {string} anchor
 */
const isRoomy = (anchor) => countIn(document, `${anchor} *`) > ROOMY;
/** @param {Element} el */
const fullPath = (el) => {
  const steps = [];
  for (let at = /** @type {Element | null} */ (el), up; at; at = up && nodeType(up) === 1 ? up : null) {
    up = read.parentNode.call(at);
    steps.unshift(stepOf(at, up ?? at));
  }
  return steps.join(" > ");
};
/**
 * Shortens a long path by removing steps, if the result still matches only this element.
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
/** @param {Element} el @param {Tree} scope @param {readonly string[]} names */
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
 * Returns the kinds of selectors for an element in its own tree: { kind, selector }, best first. The last kind always
 * exists.
 * @param {Element} el @param {Tree} scope @param {readonly string[]} names @param {boolean} isFirstOnly
 */
const inTree = (el, scope, names, isFirstOnly) => {
  /** @type {{kind: string, selector: string}[]} */
  const list = [];
  /** @param {string} kind @param {string} selector */
  const add = (kind, selector) => {
    list.push({ kind, selector });
    return isFirstOnly;
  };
  const offers = ofAttributes(el, names);
  for (const offer of offers) {
    if (isSingle(el, offer, scope) && add(offer.kind, offer.css)) return list;
  }
  if (scope === document) {
    const role = ofRole(el);
    if (role && add("role", role)) return list;
  }
  add("css", ofPath(el, scope, names));
  return list;
};

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
 * Returns the selector, which in a shadow tree is evaluated below the host. If it is not unique there, its index is
 * appended.
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
/** @param {Element} el @param {readonly string[]} names */
const best = (el, names) => {
  const known = memo("selector");
  let selector = known.get(el);
  if (selector === undefined) {
    const [prefix, scope] = prefixOf(el, names);
    selector = checked(el, prefix, scope, inTree(el, scope, names, true)[0].selector);
    known.set(el, selector);
  }
  return selector;
};

/**
 * Returns the best selector of a connected element; it matches exactly that element. `testAttributes` are tried in
 * order. They must be the same during one observation (until forget()).
 * @param {Element} el @param {readonly string[]} [testAttributes]
 */
export const selector = (el, testAttributes = TEST_ATTRIBUTES) => best(el, testAttributes);

/**
 * Returns all kinds of selectors that match exactly this element: [{ kind, selector }], best first.
 * @param {Element} el @param {readonly string[]} [testAttributes] @returns {{ kind: string; selector: string }[]}
 */
export const selectorCandidates = (el, testAttributes = TEST_ATTRIBUTES) => {
  const [prefix, scope] = prefixOf(el, testAttributes);
  return inTree(el, scope, testAttributes, false).map(({ kind, selector }) => ({
    kind,
    selector: checked(el, prefix, scope, selector),
  }));
};

/**
 * Runs `work` as one observation: caches are cleared before and afterwards.
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
