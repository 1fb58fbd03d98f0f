// Evaluates selectors, both generated selectors and those written by callers.
//
// - css: plain CSS; also matches in open and adopted closed shadow roots
// - role=R[name="N"]: elements with that role and exact name (before CSS text-transform; case-insensitive if there is
//   no exact match); the quotes are optional; name=/N/i matches a regular expression
// - C:has-text("T"): matches of C whose text contains T, case-insensitive
// - text=T: the innermost elements whose visible text contains T; text="T" matches exactly, text=/T/i matches a regular
//   expression
// - xpath=X, //X: matches of that path in the document or element, but not in shadow trees
// - nth=K: the K-th of the matches so far, from 0; negative numbers count from the end
// - A >> B: B inside a match of A, including its shadow tree
//
// Frames are joined by ">> internal:control=enter-frame >>"; the part for each frame is evaluated in that frame.
// Playwright's page.locator() accepts all of these selectors too (docs/selectors.md).
import { isElement, parent, rootOf } from "./dom.js";
import { isUndisplayed } from "./name_pieces.js";
import { plainName } from "./names.js";
import { contains, firstElement, matches, nodeType, queryCss, rootNode, styleOf } from "./native.js";
import { isAriaRole, roleOf, spokenRole } from "./roles.js";
import { allTrees, forest } from "./standing.js";
import { clean, textOf } from "./text.js";

const FRAME_STEP = "internal:control=enter-frame";

/** Splits a selector at ">>", except inside quotes or brackets and after a backslash. @param {string} selector */
const split = (selector) => {
  const parts = [];
  let from = 0;
  let quote = "";
  let depth = 0;
  for (let i = 0; i < selector.length; i += 1) {
    const char = selector[i];
    if (char === "\\") i += 1;
    else if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "[" || char === "(") depth += 1;
    else if (char === "]" || char === ")") depth -= 1;
    else if (char === ">" && selector[i + 1] === ">" && depth <= 0) {
      parts.push(selector.slice(from, i).trim());
      i += 1;
      from = i + 1;
    }
  }
  parts.push(selector.slice(from).trim());
  return parts;
};
/**
 * Returns the trees to search inside `scope` (a document, shadow root or element).
 * @param {Tree} scope
 */
export const treesIn = (scope) => {
  if (scope === document) return allTrees();
  const { hosts } = forest();
  const found = [scope];
  const own = isElement(scope) ? rootOf(scope) : null;
  if (own) found.push(own);
  if (isElement(scope) && firstElement(scope)) {
    for (const host of hosts.get(rootNode(scope)) ?? []) {
      if (host !== scope && contains(scope, host)) found.push(/** @type {ShadowRoot} */ (rootOf(host)));
    }
  }
  // The list grows while it is read, because each shadow tree may contain further hosts. The hosts inside an element
  // are already in it.
  for (const tree of found) {
    if (tree === scope && nodeType(scope) === 1) continue;
    for (const host of hosts.get(tree) ?? []) found.push(/** @type {ShadowRoot} */ (rootOf(host)));
  }
  return found;
};

const CHILD = /^:scope\s*>\s*/;
/**
 * Returns the elements that match ":scope > A": children of an element, and children of its shadow root.
 * @param {Tree} scope @param {string} css
 */
const childrenIn = (scope, css) => {
  const found = [...queryCss(scope, css)];
  const root = isElement(scope) ? rootOf(scope) : null;
  // In a shadow root, :scope matches nothing, so the elements without a parent element are its children.
  if (root) {
    const rest = css.replace(CHILD, "").replace(/^[^\s>+~]+/, "$&:not(* > *)");
    found.push(...queryCss(root, rest));
  }
  return found;
};
const HAS_TEXT = /^(.*?):has-text\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)(.*)$/s;
/**
 * Returns the elements inside a scope that match a CSS selector, which may contain `:has-text("T")`.
 * @param {Tree} scope @param {string} css @returns {Element[]}
 */
export const cssIn = (scope, css) => {
  const [, head, quoted, rest] = HAS_TEXT.exec(css) ?? [];
  if (quoted !== undefined) {
    const wanted = clean(unquote(quoted)).toLowerCase();
    const found = cssIn(scope, head.replace(/(^|[\s>+~])$/, "$1*")).filter((el) =>
      textOf(el).toLowerCase().includes(wanted),
    );
    if (rest.trim() === "") return found;
    if (!/^\s+[^\s>+~]/.test(rest))
      throw new SyntaxError(`after ":has-text(...)" come only descendants, not '${rest}'`);
    return [...new Set(found.flatMap((el) => cssIn(el, rest.trim())))];
  }
  if (CHILD.test(css)) return childrenIn(scope, css);
  const found = [];
  for (const tree of treesIn(scope)) for (const el of queryCss(tree, css)) found.push(el);
  return found;
};

/** @type {Record<string, string>} */
const CSS_OF_ROLE = {
  button:
    "button,summary,input[type=button],input[type=submit],input[type=reset],input[type=image]," +
    "input[type=file],input[type=color]",
  checkbox: "input[type=checkbox]",
  combobox: "select,input[list]",
  heading: "h1,h2,h3,h4,h5,h6",
  image: "img,svg",
  link: "a,area",
  listbox: "select",
  option: "option",
  radio: "input[type=radio]",
  searchbox: "input[type=search]",
  slider: "input[type=range]",
  spinbutton: "input[type=number]",
  textbox: "input,textarea",
};
const HIDDEN = "[aria-hidden=true],[aria-hidden=true] *";
/**
 * Returns the elements in all trees that may have a role, judged by their markup.
 * @param {Tree} scope @param {string} role
 */
export const likely = (scope, role) => {
  const own = CSS_OF_ROLE[role];
  const attribute = role === "image" ? "[role~=img i],[role~=image i]" : `[role~="${role}" i]`;
  const css = own ? `${own},${attribute}` : attribute;
  return cssIn(scope, own || isAriaRole(role) ? css : "*");
};
/**
 * Whether an element has that role and is exposed to assistive technology.
 * @param {Element} el @param {string} role
 */
export const hasRole = (el, role) => spokenRole(roleOf(el)) === role && !matches(el, HIDDEN) && !isUnrendered(el);
const QUOTED = `("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')\\s*(i|s)?`;
const PATTERN = "/(.+)/([imsu]*)";
const ROLE = new RegExp(`^([\\w-]+)\\s*(?:\\[\\s*name\\s*=\\s*(?:${QUOTED}|${PATTERN}|([^"'\\]/][^"'\\]]*))\\s*\\])?$`);
/** @param {string} quoted */
const unquote = (quoted) => quoted.slice(1, -1).replace(/\\(.)/g, "$1");
/**
 * Returns the elements that a selector `role=R[name="N"]` matches inside a scope. `text` is the part after `role=`.
 * @param {Tree} scope @param {string} text
 */
const roleIn = (scope, text) => {
  const parsed = ROLE.exec(text);
  if (!parsed) throw new SyntaxError(`'role=${text}' is not role=ROLE or role=ROLE[name="NAME"]`);
  const small = parsed[1].toLowerCase();
  const role = small === "img" ? "image" : small;
  const found = likely(scope, role).filter((el) => hasRole(el, role));
  if (parsed[4] !== undefined) {
    const pattern = new RegExp(parsed[4], parsed[5]);
    return found.filter((el) => pattern.test(plainName(el)));
  }
  const given = parsed[2] === undefined ? parsed[6] : unquote(parsed[2]);
  if (given === undefined) return found;
  const wanted = clean(given);
  const named = found.map((el) => plainName(el));
  const low = wanted.toLowerCase();
  if (parsed[3] === "i") return found.filter((_, n) => named[n].toLowerCase().includes(low));
  const exact = found.filter((_, n) => named[n] === wanted);
  // A name copied from a screenshot is rendered with text-transform, so case is ignored if there is no exact match.
  if (exact.length > 0 || parsed[3] === "s") return exact;
  return found.filter((_, n) => named[n].toLowerCase() === low);
};

/**
 * Returns the innermost elements inside a scope whose visible text matches. `text` is the part after `text=`.
 * @param {Tree} scope @param {string} text
 */
const textIn = (scope, text) => {
  const pattern = new RegExp(`^${PATTERN}$`, "s").exec(text);
  const expression = pattern && new RegExp(pattern[1], pattern[2]);
  const isExact = /^(["']).*\1$/s.test(text) && text.length > 1;
  const wanted = isExact ? text.slice(1, -1) : text.toLowerCase();
  /** @param {Element} el */
  const fits = (el) => {
    const shown = textOf(el);
    if (expression) return expression.test(shown);
    return isExact ? shown === wanted : shown.toLowerCase().includes(wanted);
  };
  const inside = cssIn(scope, "body *,:not(html,head,head *,body)");
  const found = (isElement(scope) ? [scope, ...inside] : inside).filter(fits);
  const outer = new Set();
  for (const el of found) for (let up = parent(el); up; up = parent(up)) outer.add(up);
  return found.filter((el) => !outer.has(el));
};

const evaluate = Document.prototype.evaluate;
/** Returns the elements that an XPath matches inside a scope. @param {Tree} scope @param {string} path */
const pathIn = (scope, path) => {
  if (scope !== document && !isElement(scope)) return []; // an XPath cannot start at a shadow root
  const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
  const result = evaluate.call(document, path, scope, null, kind, null);
  const found = [];
  for (let i = 0; i < result.snapshotLength; i += 1) {
    const node = /** @type {Node} */ (result.snapshotItem(i));
    if (isElement(node)) found.push(node);
  }
  return found;
};

/**
 * Returns the elements that one part of a selector matches inside the elements matched so far.
 * @param {Tree[]} scopes @param {string} part
 */
const step = (scopes, part) => {
  const engine = /^(css|role|text|nth|xpath)=(.*)$/s.exec(part);
  if (engine?.[1] === "nth") {
    const at = Number(engine[2]);
    if (!Number.isInteger(at)) throw new SyntaxError(`'${part}' is not nth=INTEGER`);
    return scopes.slice(at, at === -1 ? undefined : at + 1);
  }
  const kind = engine?.[1] ?? (/^\(*\.?\.?\/\//.test(part) ? "xpath" : "");
  const find = { role: roleIn, text: textIn, xpath: pathIn }[kind] ?? cssIn;
  const found = new Set();
  for (const scope of scopes) for (const el of find(scope, engine?.[2] ?? part)) found.add(el);
  return [...found];
};

/**
 * Returns all elements of this frame that match a selector, in the order of the tree. Throws SyntaxError (for CSS, a
 * DOMException) if the selector is invalid or leads into another frame.
 * @param {string} selector @returns {Element[]}
 */
export const queryAll = (selector) => {
  /** @type {Tree[]} */
  let found = [document];
  for (const part of split(selector)) {
    if (part === FRAME_STEP) throw new SyntaxError("the selector leads into a frame");
    if (!part) throw new SyntaxError(`'${selector}' has an empty part`);
    found = step(found, part);
  }
  return /** @type {Element[]} */ (found);
};

/**
 * Splits a selector into one part for each frame that it leads through. A selector without frames gives one part.
 * @param {string} selector @returns {string[]}
 */
export const splitFrames = (selector) => {
  /** @type {string[][]} */
  const frames = [[]];
  for (const part of split(selector)) {
    if (part === FRAME_STEP) frames.push([]);
    else frames[frames.length - 1].push(part);
  }
  return frames.map((parts) => parts.join(" >> "));
};

/** @param {Element} el */
export const isUnrendered = (el) => styleOf(el).visibility !== "visible" || isUndisplayed(el);
