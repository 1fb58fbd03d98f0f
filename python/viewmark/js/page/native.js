// Reads DOM properties past form fields that shadow them by name.
//
// A form with a field named "tagName" or "children" answers with that field when it is asked for
// the property (named access wins on forms and documents, also in an isolated world). So every
// read goes through the getter of the prototype, fetched once when this file is evaluated.

{
  /**
   * @template {object} T @template {keyof T} K
   * @param {T} proto @param {K} name
   * @returns {(object: T) => T[K]}
   */
  const getter = (proto, name) => {
    const get = vm.getter(proto, name);
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

  const nodeType = getter(Node.prototype, "nodeType");
  const parentNode = getter(Node.prototype, "parentNode");
  // Null of a document only, which is never asked.
  const textContent = /** @type {(node: Node) => string} */ (getter(Node.prototype, "textContent"));
  const isConnected = getter(Node.prototype, "isConnected");
  const ownerDocument = getter(Node.prototype, "ownerDocument");
  const rootNode = method(Node.prototype, "getRootNode");
  const contains = method(Node.prototype, "contains");
  const data = getter(CharacterData.prototype, "data");
  const localName = getter(Element.prototype, "localName");
  const namespace = getter(Element.prototype, "namespaceURI");
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const parentElement = getter(Node.prototype, "parentElement");
  const firstElement = getter(Element.prototype, "firstElementChild");
  const nextElement = getter(Element.prototype, "nextElementSibling");
  const lastElement = getter(Element.prototype, "lastElementChild");
  const previousSibling = getter(Node.prototype, "previousSibling");
  const previousElement = getter(Element.prototype, "previousElementSibling");
  const attribute = method(Element.prototype, "getAttribute");
  const hasAttribute = method(Element.prototype, "hasAttribute");
  const attributeNames = method(Element.prototype, "getAttributeNames");
  const checkVisibility = method(Element.prototype, "checkVisibility");
  const matches = method(Element.prototype, "matches");
  const closest = method(Element.prototype, "closest");
  const labelledByElements = getter(Element.prototype, "ariaLabelledByElements");
  const innerText = getter(HTMLElement.prototype, "innerText");
  const isContentEditable = getter(HTMLElement.prototype, "isContentEditable");

  const compare = Node.prototype.compareDocumentPosition;
  /** Whether a node stands before another one in the document, or around it. @param {Node} one @param {Node} other */
  const precedes = (one, other) => (compare.call(one, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

  const SVG = "http://www.w3.org/2000/svg";
  const HTML = "http://www.w3.org/1999/xhtml";

  /**
   * Where the query functions of a document, shadow root or element come from.
   * @param {Tree} root
   */
  const parentNodeOf = (root) => {
    const kind = nodeType(root);
    if (kind === 9) return Document.prototype;
    return kind === 11 ? DocumentFragment.prototype : Element.prototype;
  };
  const byTag = Document.prototype.getElementsByTagName;
  /** Elements of the document by tag: the browser lists them once, and again only after one came or went. @param {string} tag */
  const tagged = (tag) => Array.from(byTag.call(document, tag));
  /** How many of that tag it has. @param {string} tag */
  const countOf = (tag) => byTag.call(document, tag).length;
  /** How many elements the document has; kept by the browser in the same way. */
  const size = () => byTag.call(document, "*").length;
  /** Both past any named field. @param {Tree} root @param {string} selector */
  const queryCss = (root, selector) => parentNodeOf(root).querySelectorAll.call(root, selector);
  /** @param {Tree} root @param {string} selector */
  const queryFirst = (root, selector) => parentNodeOf(root).querySelector.call(root, selector);
  /**
   * The element with that id in the same tree (document or shadow root), or null.
   * @param {Tree} root @param {string} id
   */
  const byId = (root, id) => {
    const kind = nodeType(root);
    if (kind === 9) return Document.prototype.getElementById.call(/** @type {any} */ (root), id);
    if (kind === 11) return DocumentFragment.prototype.getElementById.call(/** @type {any} */ (root), id);
    return null;
  };
  const activeInDocument = getter(Document.prototype, "activeElement");
  const activeInShadow = getter(ShadowRoot.prototype, "activeElement");
  /** The focused element of a document or shadow root. @param {Tree} root */
  const activeIn = (root) => {
    const kind = nodeType(root);
    if (kind === 9) return activeInDocument(/** @type {Document} */ (root));
    return root instanceof ShadowRoot ? activeInShadow(root) : null;
  };
  /** @param {Element} el */
  const isHtml = (el) => namespace(el) === HTML;
  /** @param {Element} el */
  const isSvg = (el) => namespace(el) === SVG;
  /** Lower-case tag of an HTML or SVG element; "" for any other namespace. @param {Element} el */
  const tagOf = (el) => (isHtml(el) || isSvg(el) ? localName(el) : "");
  /**
   * An ARIA attribute; "" and "undefined" mean absent, as in Chrome for tokens.
   * @param {Element} el @param {string} name
   */
  const ariaToken = (el, name) => {
    const value = (attribute(el, name) ?? "").trim().toLowerCase();
    return value === "undefined" ? "" : value;
  };

  /** What one look at the page may remember; thrown away by vm.forget(). */
  let memory = new Map();
  /** A WeakMap under that name which lives until the next vm.forget(). @param {string} name */
  const memo = (name) => {
    let map = memory.get(name);
    if (!map) memory.set(name, (map = new WeakMap()));
    return map;
  };

  /**
   * What is made of a node under that name, once in a look.
   * @template T @param {string} name @param {Node} node @param {() => T} make @returns {T}
   */
  const once = (name, node, make) => {
    const known = memo(name);
    if (!known.has(node)) known.set(node, make());
    return known.get(node);
  };
  /**
   * How many such elements a box holds: asked once for all of a look that stand in it.
   * @param {Tree} box @param {string} selector
   */
  const countIn = (box, selector) => once(`count ${selector}`, box, () => queryCss(box, selector).length);
  /** Whether an element shows a secret as text; until the test is given, all do. @type {(el: Element) => boolean} */
  let isCovered = () => true;
  /** Takes that test, which asks for styles itself (`secret_copies`). */
  vm.coverSecrets = (test) => {
    isCovered = test;
  };

  const computed = getComputedStyle;
  const walkerOf = Document.prototype.createTreeWalker;
  /**
   * The few computed values that names and roles need, read once per element and look.
   * @param {Element} el
   */
  const styleOf = (el) => {
    const known = memo("style");
    let style = known.get(el);
    if (!style) {
      const now = computed(el);
      style = {
        display: now.display,
        visibility: now.visibility,
        transform: now.textTransform,
        isMasked: now.webkitTextSecurity !== "none" || isCovered(el),
        live: now,
      };
      known.set(el, style);
    }
    return style;
  };
  /** What a text says to one who sees the page: nothing where dots or a cover take its place. @param {Text} node */
  const seenData = (node) => {
    const by = vm.dom.parent(node);
    return by && styleOf(by).isMasked ? "" : data(node);
  };
  /** All texts in an element without what is masked: what may be told of its `textContent`. @param {Element} el */
  const seenText = (el) => {
    const walker = walkerOf.call(document, el, NodeFilter.SHOW_TEXT);
    let text = "";
    while (walker.nextNode()) text += seenData(/** @type {Text} */ (walker.currentNode));
    return text;
  };
  /** @param {string} text */
  const words = (text) => new Set(text.split(" "));
  const CLEAR = /^(?:none|transparent|rgba\(.*, 0\))$/;
  /** Whether a computed colour or paint of a drawing paints nothing. @param {string} colour */
  const isUnpainted = (colour) => CLEAR.test(colour);

  vm.native = Object.freeze({
    activeIn,
    ariaToken,
    attribute,
    attributeNames,
    byId,
    checkVisibility,
    closest,
    computed,
    countIn,
    contains,
    countOf,
    data,
    firstElement,
    hasAttribute,
    innerText,
    isConnected,
    isContentEditable,
    isHtml,
    isSvg,
    isUnpainted,
    labelledByElements,
    lastElement,
    localName,
    matches,
    memo,
    once,
    namespace,
    nextElement,
    nodeType,
    ownerDocument,
    parentElement,
    parentNode,
    precedes,
    previousElement,
    previousSibling,
    queryCss,
    queryFirst,
    rootNode,
    seenData,
    seenText,
    shadowRoot,
    size,
    styleOf,
    tagOf,
    tagged,
    words,
    textContent,
  });
  /** A look of its own, for which nothing is remembered and after which everything still is. */
  vm.aside = (look) => {
    const kept = memory;
    memory = new Map();
    try {
      return look();
    } finally {
      memory = kept;
    }
  };
  /** Ends a look: whatever was remembered of styles, roles, names and selectors is dropped. */
  vm.forget = () => {
    memory = new Map();
  };
}
