// Reads the DOM: fast getters, the flat tree, closed shadow roots, and node ids.
//
// All properties are read through the getters of their prototypes, because a form with a field named "firstChild"
// returns that field for the property. This module contains the getters of the hot path, which are called about ten
// thousand times per observation; `native` contains the others.
import { tokensOf } from "./letters.js";

/**
 * Getters of the hot path.
 * @typedef {object} DomRead
 * @property {(this: Node) => number} nodeType
 * @property {(this: Node) => Child | null} firstChild
 * @property {(this: Node) => Child | null} nextSibling
 * @property {(this: Node) => Element | null} parentNode
 * @property {(this: Node) => boolean} isConnected
 * @property {(this: Element) => string} localName
 * @property {(this: Element) => Element | null} firstElement
 * @property {(this: Element) => ShadowRoot | null} shadowRoot
 * @property {(this: Element) => HTMLSlotElement | null} assignedSlot
 * @property {(this: Node) => Element | null} parentElement
 * @property {(this: Text) => HTMLSlotElement | null} textSlot
 * @property {(this: ShadowRoot) => Element} host
 * @property {(this: CharacterData) => string} data
 * @property {(this: Element) => number} clientLeft
 * @property {(this: Element) => number} clientTop
 * @property {(this: Element) => number} clientWidth
 * @property {(this: Element) => number} clientHeight
 * @property {(this: Element) => number} scrollHeight
 * @property {(this: Element) => number} scrollLeft
 * @property {(this: Element) => number} scrollTop
 * @property {(this: Element) => number} scrollWidth
 * @property {(this: HTMLElement) => number} offsetWidth
 * @property {(this: HTMLLabelElement) => HTMLElement | null} labelControl
 * @property {(this: Document) => HTMLElement | null} body
 * @property {(this: Document) => HTMLElement | null} root
 * @property {(this: Document) => string} readyState
 * @property {(this: Document) => string} title
 * @property {(this: Document) => string} visibility
 */
/** @template {object} T @template {keyof T} K @param {T} proto @param {K} name @returns {(this: T) => T[K]} */
export const getterOf = (proto, name) => /** @type {any} */ (Object.getOwnPropertyDescriptor(proto, name)).get;
/** @type {DomRead} */
export const read = Object.freeze({
  nodeType: getterOf(Node.prototype, "nodeType"),
  firstChild: /** @type {any} */ (getterOf(Node.prototype, "firstChild")),
  nextSibling: /** @type {any} */ (getterOf(Node.prototype, "nextSibling")),
  parentNode: /** @type {any} */ (getterOf(Node.prototype, "parentNode")),
  isConnected: getterOf(Node.prototype, "isConnected"),
  localName: getterOf(Element.prototype, "localName"),
  firstElement: getterOf(Element.prototype, "firstElementChild"),
  shadowRoot: getterOf(Element.prototype, "shadowRoot"),
  assignedSlot: getterOf(Element.prototype, "assignedSlot"),
  parentElement: getterOf(Node.prototype, "parentElement"),
  textSlot: getterOf(Text.prototype, "assignedSlot"),
  host: getterOf(ShadowRoot.prototype, "host"),
  data: getterOf(CharacterData.prototype, "data"),
  clientLeft: getterOf(Element.prototype, "clientLeft"),
  clientTop: getterOf(Element.prototype, "clientTop"),
  clientWidth: getterOf(Element.prototype, "clientWidth"),
  clientHeight: getterOf(Element.prototype, "clientHeight"),
  offsetWidth: getterOf(HTMLElement.prototype, "offsetWidth"),
  scrollHeight: getterOf(Element.prototype, "scrollHeight"),
  scrollLeft: getterOf(Element.prototype, "scrollLeft"),
  scrollTop: getterOf(Element.prototype, "scrollTop"),
  scrollWidth: getterOf(Element.prototype, "scrollWidth"),
  labelControl: getterOf(HTMLLabelElement.prototype, "control"),
  body: getterOf(Document.prototype, "body"),
  root: getterOf(Document.prototype, "documentElement"),
  readyState: getterOf(Document.prototype, "readyState"),
  title: getterOf(Document.prototype, "title"),
  visibility: getterOf(Document.prototype, "visibilityState"),
});
const { getBoundingClientRect, getClientRects, matches, getAttribute } = Element.prototype;
const { getRootNode } = Node.prototype;
const assignedNodes = HTMLSlotElement.prototype.assignedNodes;
const pointInDocument = Document.prototype.elementFromPoint;
const pointInShadow = ShadowRoot.prototype.elementFromPoint;
const pointsInShadow = ShadowRoot.prototype.elementsFromPoint;
const rangeRects = Range.prototype.getClientRects;
const selectContents = Range.prototype.selectNodeContents;
const makeRange = Document.prototype.createRange;

/** Closed shadow roots, by host. Scripts cannot find them, so they are passed in from outside the page. */
const closedRoots = new WeakMap();
/** The slots in closed shadow roots, by the node that each slot shows. For these nodes, `assignedSlot` is null. */
const closedSlots = new WeakMap();
let anyClosed = false;

/** @param {Node} node @returns {node is Element} */
export const isElement = (node) => read.nodeType.call(node) === 1;
/** @param {Node} node @returns {node is Text} */
export const isText = (node) => read.nodeType.call(node) === 3;
/** @param {Element} el @param {string} name */
export const attr = (el, name) => getAttribute.call(el, name);
/** Returns the class tokens of an element. @param {Element} el */
export const classesOf = (el) => tokensOf(attr(el, "class"));
/** @param {Element} el @param {string} selector */
export const is = (el, selector) => matches.call(el, selector);
/** @param {Element} el */
export const rootOf = (el) => read.shadowRoot.call(el) ?? closedRoots.get(el) ?? null;

/**
 * Returns the slot of an open root to which a node is assigned. Elements and texts need different getters.
 * @param {Node} node
 */
const slotOf = (node) => {
  if (isElement(node)) return read.assignedSlot.call(node);
  return isText(node) ? read.textSlot.call(node) : null;
};

/**
 * Returns the parent in the flat tree: the assigned slot, the parent, or the host.
 * @param {Node} node
 */
export const parent = (node) => {
  // Only a child of a shadow host can be slotted. Any other node is handled by these two reads, which are fast.
  const above = read.parentElement.call(node);
  if (above && !rootOf(above)) return above;
  const slot = slotOf(node);
  if (slot) return slot;
  const hidden = closedSlots.get(node);
  if (hidden && read.isConnected.call(hidden)) return hidden;
  const up = read.parentNode.call(node);
  if (!up) return null;
  const type = read.nodeType.call(up);
  if (type === 11) return up instanceof ShadowRoot ? read.host.call(up) : null;
  return type === 1 ? up : null;
};

/**
 * Whether `el` is the node itself or one of its ancestors in the flat tree.
 * @param {Element} el @param {Node | null} node
 */
export const holds = (el, node) => {
  for (let at = node; at; at = parent(at)) if (at === el) return true;
  return false;
};

/**
 * Whether an element is in the set or inside an element of the set.
 * @param {Set<Element>} some @param {Element} el
 */
export const holdsAny = (some, el) => {
  if (some.size === 0) return false;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) if (some.has(at)) return true;
  return false;
};

/**
 * Returns the nearest element that matches a selector, among the element and its ancestors in the flat tree. Null if
 * none of the first `steps` matches.
 * @param {Element} el @param {string} selector @param {number} [steps]
 */
export const nearest = (el, selector, steps = 12) => {
  let at = /** @type {Element | null} */ (el);
  for (let i = 0; at && i < steps; at = parent(at), i += 1) if (is(at, selector)) return at;
  return null;
};

/**
 * Calls `visit` for each child of an element in the flat tree, in order.
 * @param {Element} el @param {string} tag @param {(node: Child) => void} visit
 */
export const eachChild = (el, tag, visit) => {
  if (tag === "slot" && el instanceof HTMLSlotElement) {
    const shown = assignedNodes.call(el);
    if (shown.length > 0) {
      const closed = anyClosed && slotOf(shown[0]) === null;
      for (const node of /** @type {Child[]} */ (shown)) {
        if (closed) closedSlots.set(node, el);
        visit(node);
      }
      return;
    }
  }
  const root = rootOf(el);
  // The summary is rendered first, wherever it is in the markup of `details`.
  const first = tag === "details" && !root ? summaryOf(el) : null;
  if (first) visit(first);
  for (let n = read.firstChild.call(root ?? el); n; n = read.nextSibling.call(n)) {
    if (n !== first) visit(n);
  }
};
/** @param {Element} details */
const summaryOf = (details) => {
  for (let n = read.firstChild.call(details); n; n = read.nextSibling.call(n)) {
    if (isElement(n) && read.localName.call(n) === "summary") return n;
  }
  return null;
};

/**
 * Returns the innermost element at a point. `el` is the element that the document reports there; the search continues
 * inside its shadow trees.
 * @param {Element} el @param {number} x @param {number} y
 */
export const inward = (el, x, y) => {
  for (let found = el; ;) {
    const root = rootOf(found);
    if (!root) return found;
    let inner = pointInShadow.call(root, x, y);
    if (!inner) return found;
    if (inner === found || getRootNode.call(inner) !== root) {
      // For slotted text, the hit test returns the host, although the text is rendered in an element of the shadow
      // tree.
      [inner] = pointsInShadow.call(root, x, y);
      if (!inner || getRootNode.call(inner) !== root) return found;
    }
    found = inner;
  }
};

/**
 * Returns the innermost element that receives pointer events at a point; null outside the viewport.
 * @param {number} x @param {number} y
 */
export const hit = (x, y) => {
  const found = pointInDocument.call(document, x, y);
  return found ? inward(found, x, y) : null;
};

const range = makeRange.call(document);
/**
 * Returns the line boxes of the content of a node, including elements without a box of their own.
 * @param {Node} node
 */
export const contentRects = (node) => {
  selectContents.call(range, node);
  return rangeRects.call(range);
};

const ids = new WeakMap();
const nodes = new Map();
let lastId = 0;
let sweepAt = 4096;
/**
 * Returns the id of a node in this world, which remains the same for the lifetime of the node.
 * @param {Node} node
 */
export const idOf = (node) => {
  const known = ids.get(node);
  if (known) return known;
  lastId += 1;
  ids.set(node, lastId);
  nodes.set(lastId, new WeakRef(node));
  if (nodes.size >= sweepAt) {
    for (const [id, ref] of nodes) if (!ref.deref()) nodes.delete(id);
    sweepAt = Math.max(4096, nodes.size * 2);
  }
  return lastId;
};
/** @returns {Pick<VisualViewport, "scale" | "offsetLeft" | "offsetTop" | "width" | "height">} */
export const viewport = () =>
  visualViewport ?? { scale: 1, offsetLeft: 0, offsetTop: 0, width: innerWidth, height: innerHeight };

/** @param {Element} el */
export const rect = (el) => getBoundingClientRect.call(el);

/** @param {Element} el */
export const rects = (el) => getClientRects.call(el);

/** Returns the node with that id, even if it is not connected. @param {number} id */
export const rememberedNode = (id) => nodes.get(id)?.deref();

/**
 * Returns the node with an id; null if it is not in the document.
 * @param {number} id @returns {Element | null}
 */
export const nodeOf = (id) => {
  const node = rememberedNode(id);
  return node && read.isConnected.call(node) ? node : null;
};

/**
 * Records a closed shadow root and its host, so that later reads of the tree enter it.
 * @param {Element} host @param {ShadowRoot} root
 */
export const learnRoot = (host, root) => {
  closedRoots.set(host, root);
  anyClosed = true;
};
