// Reads DOM properties that form fields may shadow by their names.
//
// A form with a field named "tagName" or "children" returns that field for the property: named access takes precedence
// on forms and documents, even in an isolated world. All properties are therefore read by the getters of their
// prototypes, which are fetched once when this file is evaluated.
import { getterOf, holds, parent, read } from "./dom.js";

/**
 * @template {object} T @template {keyof T} K
 * @param {T} proto @param {K} name
 * @returns {(object: T) => T[K]}
 */
const getter = (proto, name) => {
  const get = getterOf(proto, name);
  return (object) => get.call(object);
};
/**
 * @template {object} T @template {keyof T} K
 * @param {T} proto @param {K} name
 * @returns {(object: T, argument?: any) => any}
 */
const method = (proto, name) => {
  const fn = /** @type {any} */ (proto[name]);
  return (object, argument) => fn.call(object, argument);
};

/** @type {(node: Node) => number} */
export const nodeType = getter(Node.prototype, "nodeType");
/** @type {(node: Node) => ParentNode | null} */
export const parentNode = getter(Node.prototype, "parentNode");
// `textContent` is null only for documents, which are never passed.
/** @type {(node: Node) => string} */
export const textContent = /** @type {(node: Node) => string} */ (getter(Node.prototype, "textContent"));
/** @type {(node: Node) => boolean} */
export const isConnected = getter(Node.prototype, "isConnected");
/** @type {(node: Node) => Tree} */
export const rootNode = method(Node.prototype, "getRootNode");
/** @type {(node: Node, other: Node) => boolean} */
export const contains = method(Node.prototype, "contains");
const data = getter(CharacterData.prototype, "data");
/** @type {(el: Element) => string} */
export const localName = getter(Element.prototype, "localName");
/** @type {(el: Element) => string | null} */
export const namespace = getter(Element.prototype, "namespaceURI");
/** @type {(node: Node) => Element | null} */
export const parentElement = getter(Node.prototype, "parentElement");
/** @type {(el: Element) => Element | null} */
export const firstElement = getter(Element.prototype, "firstElementChild");
/** @type {(el: Element) => Element | null} */
export const nextElement = getter(Element.prototype, "nextElementSibling");
/** @type {(el: Element) => Element | null} */
export const lastElement = getter(Element.prototype, "lastElementChild");
/** @type {(node: Node) => ChildNode | null} */
export const previousSibling = getter(Node.prototype, "previousSibling");
/** @type {(el: Element) => Element | null} */
export const previousElement = getter(Element.prototype, "previousElementSibling");
/** @type {(el: Element, name: string) => string | null} */
export const attribute = method(Element.prototype, "getAttribute");
/** @type {(el: Element, name: string) => boolean} */
export const hasAttribute = method(Element.prototype, "hasAttribute");
/** @type {(el: Element, options?: CheckVisibilityOptions) => boolean} */
export const checkVisibility = method(Element.prototype, "checkVisibility");
/** @type {(el: Element, selector: string) => boolean} */
export const matches = method(Element.prototype, "matches");
/** @type {(el: Element, selector: string) => Element | null} */
export const closest = method(Element.prototype, "closest");
/** @type {(el: Element) => readonly Element[] | null} */
export const labelledByElements = getter(Element.prototype, "ariaLabelledByElements");
/** @type {(el: Element) => string} */
export const innerText = getter(/** @type {any} */ (HTMLElement.prototype), "innerText");
/** @type {(el: Element) => boolean} */
export const isContentEditable = getter(/** @type {any} */ (HTMLElement.prototype), "isContentEditable");

const compare = Node.prototype.compareDocumentPosition;
/** Whether a node precedes another node in the document or contains it. @param {Node} one @param {Node} other */
export const precedes = (one, other) => (compare.call(one, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

/**
 * Returns the prototype that has the query functions for a document, shadow root or element.
 * @param {Tree} root
 */
const parentNodeOf = (root) => {
  const kind = nodeType(root);
  if (kind === 9) return Document.prototype;
  return kind === 11 ? DocumentFragment.prototype : Element.prototype;
};
const byTag = Document.prototype.getElementsByTagName;
/**
 * Returns the elements of the document with a tag. The browser caches the list until an element is added or removed.
 * @param {string} tag
 */
export const tagged = (tag) => Array.from(byTag.call(document, tag));
/** Returns the number of elements with that tag. @param {string} tag */
export const countOf = (tag) => byTag.call(document, tag).length;
/** Returns the number of elements in the document, which the browser caches. */
export const size = () => byTag.call(document, "*").length;
/** `querySelectorAll`, even if a form field shadows that property. @param {Tree} root @param {string} selector */
export const queryCss = (root, selector) => parentNodeOf(root).querySelectorAll.call(root, selector);
/** @param {Tree} root @param {string} selector */
export const queryFirst = (root, selector) => parentNodeOf(root).querySelector.call(root, selector);
/**
 * Returns the element with that id in the same tree (document or shadow root), or null.
 * @param {Tree} root @param {string} id
 */
export const byId = (root, id) => {
  const kind = nodeType(root);
  if (kind === 9) return Document.prototype.getElementById.call(/** @type {any} */ (root), id);
  if (kind === 11) return DocumentFragment.prototype.getElementById.call(/** @type {any} */ (root), id);
  return null;
};
const activeInDocument = getter(Document.prototype, "activeElement");
const activeInShadow = getter(ShadowRoot.prototype, "activeElement");
/** Returns the focused element of a document or shadow root. @param {Tree} root */
export const activeIn = (root) => {
  const kind = nodeType(root);
  if (kind === 9) return activeInDocument(/** @type {Document} */ (root));
  return root instanceof ShadowRoot ? activeInShadow(root) : null;
};
/** @param {Element} el */
export const isHtml = (el) => namespace(el) === HTML;
/** @param {Element} el */
export const isSvg = (el) => namespace(el) === SVG;
/** Lower-case tag of an HTML or SVG element; "" for any other namespace. @param {Element} el */
export const tagOf = (el) => (isHtml(el) || isSvg(el) ? localName(el) : "");
/**
 * Returns an ARIA attribute; "" and "undefined" mean absent, as in Chrome for tokens.
 * @param {Element} el @param {string} name
 */
export const ariaToken = (el, name) => {
  const value = (attribute(el, name) ?? "").trim().toLowerCase();
  return value === "undefined" ? "" : value;
};

/** The caches of the current observation, by name. They are emptied at its end. */
let memory = new Map();
/** Returns the cache with a name, which lasts until the caches are emptied. @param {string} name */
export const memo = (name) => {
  let map = memory.get(name);
  if (!map) memory.set(name, (map = new WeakMap()));
  return map;
};

/**
 * Returns a value for a node, computed by `make` at most once per observation. `name` identifies the kind of value.
 * @template T @param {string} name @param {Node} node @param {() => T} make @returns {T}
 */
export const once = (name, node, make) => {
  const known = memo(name);
  if (!known.has(node)) known.set(node, make());
  return known.get(node);
};
/**
 * Returns the number of elements in a box that match a selector, computed at most once per observation.
 * @param {Tree} box @param {string} selector
 */
export const countIn = (box, selector) => once(`count ${selector}`, box, () => queryCss(box, selector).length);
/**
 * The test of whether an element shows a secret as text. Until the real test is set, every element counts as showing
 * one, so that no secret is read by accident.
 * @type {(el: Element) => boolean}
 */
let coveredAsSecret = () => true;
/** Sets the test of whether an element shows a secret as text. @param {(el: Element) => boolean} test */
export const coverSecrets = (test) => {
  coveredAsSecret = test;
};

export const computed = getComputedStyle;
export const walkerOf = Document.prototype.createTreeWalker;
/**
 * Returns the style values that names and roles depend on, read at most once per element and observation.
 * @param {Element} el
 */
export const styleOf = (el) => {
  const known = memo("style");
  let style = known.get(el);
  if (!style) {
    const now = computed(el);
    style = {
      display: now.display,
      visibility: now.visibility,
      transform: now.textTransform,
      /** This is a getter, because which elements repeat a secret is known only after all fields have been checked. */
      get isMasked() {
        return now.webkitTextSecurity !== "none" || coveredAsSecret(el);
      },
      live: now,
    };
    known.set(el, style);
  }
  return style;
};
/**
 * Returns the text of a text node; "" if it is displayed as dots or repeats a secret.
 * @param {Text} node
 */
export const seenData = (node) => {
  const by = parent(node);
  return by && styleOf(by).isMasked ? "" : data(node);
};
/**
 * Returns the text content of an element without text that is displayed as dots or repeats a secret.
 * @param {Element} el
 */
export const seenText = (el) => {
  const walker = walkerOf.call(document, el, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) text += seenData(/** @type {Text} */ (walker.currentNode));
  return text;
};
/** Returns the content that style sheets generate before and after the content of an element. @param {Element} el */
export const generatedIn = (el) =>
  ["::before", "::after"].map((at) => computed(el, at).content).filter((text) => text !== "none" && text !== "normal");
/** @param {string} text */
export const words = (text) => new Set(text.split(" "));
const CLEAR = /^(?:none|transparent|rgba\(.*, 0\))$/;
/** Whether a computed colour or SVG paint is transparent or `none`. @param {string} colour */
export const isUnpainted = (colour) => CLEAR.test(colour);
/**
 * Runs a function with empty caches, and brings back the current caches afterwards.
 * @type {<T>(look: () => T) => T}
 */
export const aside = (look) => {
  const kept = memory;
  memory = new Map();
  try {
    return look();
  } finally {
    memory = kept;
  }
};

/** Clears all caches of styles, roles, names and selectors. */
export const forget = () => {
  memory = new Map();
};

/** Returns the element that an SVG `use` refers to. @param {Element} el */
export const usedBy = (el) => {
  const address = attribute(el, "href") ?? attribute(el, "xlink:href") ?? "";
  return address.startsWith("#") ? byId(rootNode(el), address.slice(1)) : null;
};

/**
 * Returns all descendants of an element; null if there are more than `most`, which ends the search.
 * @param {Element} el @param {number} most
 */
export const few = (el, most) => {
  const found = [];
  for (let at = read.firstElement.call(el); at;) {
    if (found.length === most) return null;
    found.push(at);
    let next = read.firstElement.call(at);
    let up = /** @type {Element | null} */ (at);
    for (; !next && up && up !== el; up = read.parentElement.call(up)) next = nextElement(up);
    at = next;
  }
  return found;
};

/**
 * Returns the elements in a box that match a selector, except for `el`, its ancestors and its descendants.
 * @param {Element} box @param {Element} el @param {string} selector
 */
export const othersIn = (box, el, selector) =>
  [...queryCss(box, selector)].filter((one) => one !== el && !holds(one, el) && !holds(el, one));

/**
 * Returns the element that an endless animation moves; null for an animation that ends.
 * @param {Animation} animation
 */
export const turned = ({ effect }) =>
  effect instanceof KeyframeEffect && effect.getComputedTiming().endTime === Infinity ? effect.target : null;
