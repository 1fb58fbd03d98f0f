// Keeps data between observations that takes long to collect in a large document: its shadow trees and an index of
// attribute values. Mutation records report what is added; anything else that may have changed is checked again before
// use.
import { isElement, read, rootOf } from "./dom.js";
import { attribute, localName, memo, queryCss, rootNode, size, tagOf } from "./native.js";
import { flush, hearMutations } from "./observer.js";

/** The attributes in the index: those used in selectors, and some rare ones that are looked up for all elements. */
const NAMES = (
  "id aria-label aria-owns name placeholder title alt for href role popover " +
  "data-testid data-test-id data-test data-qa data-cy data-automation-id"
).split(" ");
const COUNTED = new Set(NAMES);
const NEEDS = { subtree: true, childList: true, attributes: true, attributeFilter: NAMES };
/**
 * Number of elements above which the data is kept. A smaller document is read again in less time than its mutations
 * take to observe.
 */
const LARGE = 500;
/** Limits above which all data is collected again instead of being updated. */
const MOST = { records: 1000, scanned: 2000, trees: 400, noted: 20_000 };
const LIFE = 60_000; // ms without an observation, after which a changed document is no longer observed
/** Tags, besides those of custom elements, that can have a shadow root (DOM, attachShadow). */
const HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);
/** @param {Element} el */
export const mayHost = (el) => {
  const tag = localName(el);
  return HOSTS.has(tag) || tag.includes("-");
};

/**
 * The elements with each value of one attribute. Most values belong to a single element.
 * @typedef {Map<string | null, Element | Element[]>} Values
 */

/** @param {Values} values @param {string | null} value @param {Element} el */
const put = (values, value, el) => {
  const before = values.get(value);
  if (before === undefined) values.set(value, el);
  else if (Array.isArray(before)) before.push(el);
  else if (before !== el) values.set(value, [before, el]);
};

class Standing {
  constructor() {
    /** @type {Root[]} The document, followed by the shadow trees, each after the tree of its host. */
    this.trees = [document];
    /** @type {Map<Tree, Element[]>} */
    this.hosts = new Map();
    /** @type {Set<Element>} Elements without a shadow root that may get one later; `attachShadow` causes no record. */
    this.open = new Set();
    /** @type {Map<string, Values>} */
    this.byName = new Map();
    /** @type {MutationRecord[]} */
    this.records = [];
    this.noted = 0;
    this.timer = 0;
    this.root = read.root.call(document);
    this.isWatched = size() > LARGE;
    for (const tree of this.trees) this.collect(tree);
    if (this.trees.length > MOST.trees) this.isWatched = false;
    this.known = new Set(this.trees);
    /** Receives the records of added nodes and of changes of the indexed attributes. */
    this.listener = {
      trees: this.known,
      needs: NEEDS,
      hear: (/** @type {MutationRecord[]} */ each) => this.take(each),
    };
    this.stop = this.isWatched ? hearMutations(this.listener) : () => {};
  }

  /**
   * Collects the hosts in a tree, with their shadow trees, and the elements that may become hosts.
   * @param {Root} tree
   */
  collect(tree) {
    const hosts = [];
    const walker = Document.prototype.createTreeWalker.call(document, tree, 1);
    for (let next = walker.nextNode(); next; next = walker.nextNode()) {
      const node = /** @type {Element} */ (next);
      const root = rootOf(node);
      if (root) {
        this.trees.push(root);
        hosts.push(node);
      } else if (this.isWatched && mayHost(node)) this.open.add(node);
    }
    if (hosts.length > 0) this.hosts.set(tree, hosts);
  }

  /**
   * Stores mutation records. It runs for every change of the page, so it does no more; the records are processed before
   * the next observation.
   * @param {MutationRecord[]} records
   */
  take(records) {
    for (const record of records) {
      const { type, attributeName } = record;
      if (type === "childList" || (type === "attributes" && COUNTED.has(attributeName ?? "")))
        this.records.push(record);
    }
    if (this.records.length === 0) return;
    if (this.records.length > MOST.records) this.end();
    // Without a use for a while, the observation ends, so that removed nodes do not stay in memory for long.
    else if (this.timer === 0) this.timer = setTimeout(() => this.end(), LIFE);
  }

  end() {
    this.stop();
    clearTimeout(this.timer);
    if (standing === this) standing = null;
  }

  /** Processes the recorded changes. Returns false if everything must be collected again. */
  refresh() {
    if (!this.isWatched || read.root.call(document) !== this.root) return false;
    flush();
    const records = this.records;
    this.records = [];
    clearTimeout(this.timer);
    this.timer = 0;
    return this.noted <= MOST.noted && this.takeOver(records);
  }

  /**
   * Updates the data from mutation records. Returns false if there are too many, or if a shadow host was added.
   * @param {MutationRecord[]} records
   */
  takeOver(records) {
    if (records.length > MOST.records) return false;
    /** @type {Set<Element>} */
    const come = new Set();
    let scanned = 0;
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      if (type === "attributes") {
        this.note(/** @type {Element} */ (target), attributeName ?? "");
        continue;
      }
      for (const node of removedNodes) {
        if (!isElement(node) || read.isConnected.call(node)) continue;
        for (const el of [node, ...queryCss(node, "*")]) this.open.delete(el);
      }
      for (const node of addedNodes) {
        if (!isElement(node) || !read.isConnected.call(node)) continue;
        for (const el of [node, ...queryCss(node, "*")]) come.add(el);
        scanned += 1;
        if (come.size > MOST.scanned || scanned > MOST.records) return false;
      }
    }
    for (const el of come) {
      if (rootOf(el)) return false;
      if (mayHost(el)) this.open.add(el);
      for (const name of this.byName.keys()) this.note(el, name);
    }
    return true;
  }

  /**
   * Whether the shadow hosts are still the same: none was removed, and no other element became a host. Mutation records
   * report only elements that are added.
   */
  areHostsSame() {
    for (const el of this.open) if (read.shadowRoot.call(el) !== null) return false;
    for (const [tree, hosts] of this.hosts) {
      for (const host of hosts) if (rootNode(host) !== tree) return false;
    }
    return true;
  }

  /** Adds an element to the index of an attribute, under its present value. @param {Element} el @param {string} name */
  note(el, name) {
    const values = this.byName.get(name);
    const value = values ? attribute(el, name) : null;
    if (!values || value === null) return;
    this.noted += 1;
    put(values, value, el);
  }

  /** Returns the index of one attribute: the elements with each value. @param {string} name */
  valuesOf(name) {
    // An attribute that is not observed is indexed again in each observation.
    const known = COUNTED.has(name) ? this.byName : (memo("uncounted").get(document) ?? new Map());
    let values = known.get(name);
    if (!values) {
      if (known !== this.byName) memo("uncounted").set(document, known);
      known.set(name, (values = new Map()));
      for (const tree of this.trees) for (const el of queryCss(tree, `[${name}]`)) put(values, attribute(el, name), el);
    }
    return values;
  }

  /**
   * Returns the elements that have a value now. An element in the index may have been removed or changed since, so each
   * one is checked.
   * @param {string} name @param {string} value @returns {Element[]}
   */
  holders(name, value) {
    const values = this.valuesOf(name);
    const found = values.get(value);
    if (found === undefined) return [];
    /** @param {Element} el */
    const holds = (el) => attribute(el, name) === value && this.known.has(/** @type {Root} */ (rootNode(el)));
    if (!Array.isArray(found)) return holds(found) ? [found] : [];
    // An element whose value changed and changed back is in the index twice.
    const now = [...new Set(found)].filter(holds);
    values.set(value, now);
    return now;
  }

  /** Returns the values of an attribute, including values that no element has any more. @param {string} name */
  seen(name) {
    return /** @type {string[]} */ ([...this.valuesOf(name).keys()]);
  }
}

/** @type {Standing | null} */
let standing = null;
const anew = () => {
  standing?.end();
  const found = new Standing();
  standing = found.isWatched ? found : null;
  return found;
};
/**
 * Returns the data for this observation. Its shadow trees may be out of date, which is enough for looking up
 * attributes.
 * @returns {Standing}
 */
const inLight = () => {
  const known = memo("standing");
  let found = known.get(document);
  if (!found) known.set(document, (found = standing?.refresh() ? standing : anew()));
  return found;
};
/** Returns the data for this observation, with its shadow trees up to date. @returns {Standing} */
const now = () => {
  const known = memo("standingTrees");
  let found = known.get(document);
  if (!found) {
    found = inLight();
    if (!found.areHostsSame()) memo("standing").set(document, (found = anew()));
    known.set(document, found);
  }
  return found;
};

/**
 * Returns the elements with a value of an attribute. The result is cached during an observation.
 * @param {string} name @param {string} value
 */
const holders = (name, value) => {
  const known = memo("holders");
  let byName = known.get(document);
  if (!byName) known.set(document, (byName = new Map()));
  let byValue = byName.get(name);
  if (!byValue) byName.set(name, (byValue = new Map()));
  let found = byValue.get(value);
  if (!found) byValue.set(value, (found = now().holders(name, value)));
  return found;
};
/** @param {string} name @param {string} value */
export const tally = (name, value) => holders(name, value).length;
/**
 * Returns the number of elements with a tag and a value of an attribute.
 * @param {string} name @param {string} value @param {string} tag
 */
export const tallyOf = (name, value, tag) => {
  const found = holders(name, value);
  if (found.length === 1) return tagOf(found[0]) === tag ? 1 : 0;
  const known = memo("tally");
  let byTag = known.get(found);
  if (!byTag) {
    known.set(found, (byTag = new Map()));
    for (const el of found) byTag.set(tagOf(el), (byTag.get(tagOf(el)) ?? 0) + 1);
  }
  return byTag.get(tag) ?? 0;
};
export const drop = () => standing?.end();

/**
 * Returns the trees of this document, and the hosts in each tree.
 * @returns {{ trees: Root[]; hosts: Map<Tree, Element[]> }}
 */
export const forest = () => now();

/** Whether the data is kept between observations, because the document is large. */
export const watchesTrees = () => inLight().isWatched;

/**
 * Returns the elements that have an attribute with one of the values, or with any value, except those in shadow trees.
 * @param {string} name @param {string[]} [values] @returns {Element[]}
 */
export const inDocument = (name, values = inLight().seen(name)) =>
  values.flatMap((value) =>
    inLight()
      .holders(name, value)
      .filter((/** @type {Element} */ el) => rootNode(el) === document),
  );

/** Returns all trees of this document: the document, followed by the shadow trees, each after the tree of its host. */
export const allTrees = () => forest().trees;
