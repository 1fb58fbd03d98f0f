// Returns the page as a tree of nodes, each with the fraction of it that is visible now. `visibleRatio` is the part of
// a node's box that remains after clipping by its ancestors and the viewport, as in IntersectionObserver. `inViewport`
// is true if that ratio exceeds one half, and for nodes that cover more than half of the viewport.
import { LISTS, gestureOf } from "../page/boxes.js";
import { CONTROL, evidence } from "../page/candidates.js";
import { attr, contentRects, eachChild, idOf, isElement, read, rect, rects, rootOf } from "../page/dom.js";
import { withoutDuplicates } from "../page/reduce_rules.js";
import { beginFaults, faultsSoFar, noteFault, safely } from "../page/faults.js";
import { hint } from "../page/hints.js";
import { nameOf } from "../page/names.js";
import { forget } from "../page/native.js";
import { area, isEmpty, meet, toBox } from "../page/rects.js";
import { roleOf, spokenRole } from "../page/roles.js";
import { isInSecretBox } from "../page/secret_copies.js";
import { stateOf } from "../page/state.js";
import { clean as cleanText } from "../page/text.js";
import { clipsWithin, ownClip, paddingBox } from "../page/visibility.js";
import { SKIP } from "../page/walk.js";

/**
 * A node in the tree representation of the page (`domView`).
 * @typedef {object} ViewNode
 * @property {Element} el
 * @property {string} tag
 * @property {ViewNode | null} up
 * @property {number} ratio
 * @property {boolean} isIn
 * @property {boolean} [isHidden]
 * @property {Box} box
 * @property {string} text
 * @property {ViewNode[]} kids
 * @property {boolean} keep
 * @property {boolean} [isDropped]
 * @property {ViewRecord} [summary]
 * @property {boolean} [isWords]  Text between elements, as a child at its position.
 * @property {number} [size]  Number of elements among `kids`.
 * @property {string} [cursor]
 * @property {Item | null} [item]  The nearest actionable element: this node or an ancestor.
 */
/**
 * The reported record of such a node.
 * @typedef {object} ViewRecord
 * @property {string} tag
 * @property {string} [role]
 * @property {string} [name]
 * @property {string} [text]
 * @property {string} [id]
 * @property {State} [state]
 * @property {"open" | "closed"} [shadow]
 * @property {true} [hidden]
 * @property {number} [node]  Id of the element, if it is actionable.
 * @property {Hint} [hint]
 * @property {boolean} [inViewport]
 * @property {number} [visibleRatio]
 * @property {number} [depth]
 * @property {number} [omitted]
 * @property {number} [frame]
 */
const LEAF = new Set(["iframe", "frame", "select", "textarea", "svg", "video", "audio", "object"]);
// Maximum number of visited nodes, far above the number of nodes that a result can contain.
const MOST = 200000;
const TEXT = 100;
/** Tag of a node that is text between elements; the same name as `nodeName` gives to text nodes. */
const WORDS = "#text";
/** @param {string | undefined} cursor */
const isHand = (cursor) => cursor !== undefined && gestureOf(cursor) === "press";
// Maximum recursion depth. Deeper nodes are queued and visited later, so that the call stack does not overflow.
const DEEPEST = 300;
// Time limit for building a tree, ms; the remaining nodes are reported as omitted.
const PATIENCE = 4000;
const CLOCK = 64;
// Number of characters that one node takes as JSON, without its strings. Measured on real pages.
const NODE_COST = 70;

/** @param {Box} box @param {Box} clip */
const touches = (box, clip) => box[0] <= clip[2] && box[2] >= clip[0] && box[1] <= clip[3] && box[3] >= clip[1];

/**
 * Returns the fraction of an element's box inside a clip, from 0 to 1.
 * @param {Element} el @param {Rect} size @param {Box} box @param {Box} clip
 */
const ratioOf = (el, size, box, clip) => {
  const whole = size.width * size.height;
  if (whole > 0) {
    const seen = meet(box, clip);
    const share = (Math.max(0, seen[2] - seen[0]) * Math.max(0, seen[3] - seen[1])) / whole;
    return Math.min(1, share);
  }
  return rects(el).length > 0 && touches(box, clip) ? 1 : 0;
};

/**
 * Returns the boxes that clip an element's children. `contain: paint` is included; unlike `overflow`, it clips fixed
 * children too.
 * @param {Element} el @param {CSSStyleDeclaration} style @param {Box} box @param {Box} clip
 * @param {ClipBoxes} clips @param {boolean} isRoot
 */
const clipsFor = (el, style, box, clip, clips, isRoot) => {
  const inner = clipsWithin(el, style, box, clip, clips, isRoot);
  if (!/paint|strict|content/.test(style.contain)) return inner;
  const padding = paddingBox(el, box);
  const { flow, abs, fixed } = inner;
  return { flow: meet(flow, padding), abs: meet(abs, padding), fixed: meet(fixed, padding) };
};

/**
 * Whether an element is hidden inside a closed `details`, which hides every child except its first summary.
 * @param {ViewNode | null} up @param {string} tag
 */
const isFolded = (up, tag) =>
  up?.tag === "details" &&
  attr(up.el, "open") === null &&
  (tag !== "summary" || up.kids.some((kid) => kid.tag === "summary"));

/** @param {string} text @param {number} [limit] */
const clean = (text, limit = TEXT) => {
  const line = cleanText(text);
  return line.length > limit ? `${line.slice(0, limit)}\u2026` : line;
};

class View {
  /** Prepares the traversal: `clip`, `page`, `patience` and `text` are those of `domView`. @param {any} options */
  constructor(options) {
    const page = document.scrollingElement ?? read.root.call(document);
    const view = [0, 0, page?.clientWidth || innerWidth, page?.clientHeight || innerHeight];
    this.view = options.clip ? meet(view, options.clip) : view;
    this.half = area(options.page ?? view) / 2;
    /** @type {ViewNode[]} */
    this.nodes = [];
    this.hidden = 0;
    this.cut = false;
    this.depth = 0;
    /** @type {[Element, ViewNode | null, ClipBoxes][]} */
    this.deeper = [];
    this.until = performance.now() + (options.patience ?? PATIENCE);
    /** @type {Item[]} */
    this.items = [];
    this.longest = options.text ?? TEXT;
  }

  run() {
    const root = read.root.call(document);
    const start = { flow: this.view, abs: this.view, fixed: this.view };
    if (root) this.visit(root, null, start);
    for (let i = 0; i < this.deeper.length; i += 1) {
      this.depth = 0;
      this.visit(...this.deeper[i]);
    }
    this.targets = new Set(withoutDuplicates(this.items, this.half * 2).map((item) => item.el));
    return this;
  }

  isLate() {
    return performance.now() > this.until;
  }

  /**
   * Visits an element and its descendants; an error in one element does not stop the traversal.
   * @param {Element} el @param {ViewNode | null} up @param {ClipBoxes} clips
   */
  visit(el, up, clips) {
    const { depth } = this;
    try {
      this.enter(el, up, clips);
    } catch (error) {
      noteFault(error);
      this.depth = depth;
    }
  }

  /**
   * Adds a node for an element, unless the element is hidden, and visits its children. Stops when a limit is reached.
   * @param {Element} el @param {ViewNode | null} up @param {ClipBoxes} clips
   */
  enter(el, up, clips) {
    const tag = read.localName.call(el);
    if (SKIP.has(tag) || this.cut) return;
    if (this.depth > DEEPEST) {
      this.deeper.push([el, up, clips]);
      return;
    }
    const count = this.nodes.length;
    if (count >= MOST || (count % CLOCK === 0 && this.isLate())) {
      this.cut = true;
      return;
    }
    const style = getComputedStyle(el);
    const display = style.display;
    if (display === "none" || isFolded(up, tag)) {
      this.hidden += 1;
      return;
    }
    const position = style.position;
    const outer = position === "fixed" ? clips.fixed : position === "absolute" ? clips.abs : clips.flow;
    const size = rect(el);
    const box = toBox(size);
    const own = ownClip(style, box);
    const clip = own ? meet(outer, own) : outer;
    const ratio = ratioOf(el, size, box, clip);
    const seen = isEmpty(meet(box, clip)) ? 0 : area(meet(box, clip));
    const isIn = ratio > 0.5 || (seen > this.half && seen > 0);
    /** @type {ViewNode} */
    const node = { el, tag, up, ratio, isIn, box, text: "", kids: [], keep: false };
    if (style.visibility !== "visible" || style.opacity === "0") node.isHidden = true;
    this.nodes.push(node);
    up?.kids.push(node);
    const isRoot = tag === "body" || tag === "html";
    node.cursor = style.cursor;
    this.judge(node, style, !isRoot && isHand(style.cursor) && !isHand(up?.cursor));
    if (LEAF.has(tag) || style.contentVisibility === "hidden") return;
    const inner = clipsFor(el, style, box, outer, clips, isRoot);
    const isMasked = style.webkitTextSecurity !== "none" || isInSecretBox(el);
    this.depth += 1;
    eachChild(el, tag, (child) => {
      if (isElement(child)) this.visit(child, node, inner);
      else if (!isMasked && read.nodeType.call(child) === 3) this.words(node, read.data.call(child));
    });
    this.depth -= 1;
    const elements = node.kids.filter((kid) => !kid.isWords);
    node.size = elements.length;
    for (const kid of node.kids) if (kid.isWords) kid.text = clean(kid.text, this.longest);
    if (elements.length > 0) {
      node.kids = node.kids.filter((kid) => !kid.isWords || kid.text !== "");
    } else {
      node.text = node.kids[0]?.text ?? "";
      node.kids = elements;
    }
  }

  /**
   * Adds text as a child node, so that the text keeps its position among sibling elements.
   * @param {ViewNode} up @param {string} data
   */
  words(up, data) {
    const last = up.kids.at(-1);
    if (last?.isWords) last.text += data;
    else {
      const { el, ratio, isIn, box } = up;
      up.kids.push({ el, tag: WORDS, up, ratio, isIn, box, text: data, kids: [], keep: false, isWords: true });
    }
  }

  /**
   * Determines whether a node is a control, by the rules of `find` except that no hit tests are made.
   * @param {ViewNode} node @param {CSSStyleDeclaration} style @param {boolean} owns
   */
  judge(node, style, owns) {
    const { el, tag, box, up } = node;
    node.item = up?.item ?? null;
    const kind = style.visibility === "visible" ? evidence(el, tag, owns && !LISTS.has(tag)) : 0;
    // A transparent field may be the real control under a drawn one, so it is examined; other transparent nodes are
    // not.
    if (kind === 0 || (node.isHidden && !(kind & CONTROL))) return;
    const boxes = area(box) >= 4 ? [box] : Array.from(contentRects(el), toBox);
    if (!boxes.some((each) => area(each) >= 4)) return;
    const place = this.items.length;
    const item = { el, tag, kind, boxes, box, display: style.display, up: node.item, place };
    node.item = item;
    this.items.push(item);
  }
}

/** @param {string} tag */
const isFrame = (tag) => tag === "iframe" || tag === "frame";

/**
 * Whether a node is a wrapper that says nothing: it has one child, no text, no name, and no role of its own.
 * @param {ViewNode} node
 */
const isWrapper = (node) =>
  node.kids.length === 1 &&
  node.text === "" &&
  (node.tag === "div" || node.tag === "span" || node.tag === "slot") &&
  attr(node.el, "role") === null &&
  attr(node.el, "aria-label") === null &&
  attr(node.el, "id") === null;

/**
 * Returns the record that is reported for a node. `isTarget` means that the node is a control.
 * @param {ViewNode} node @param {boolean} isTarget
 */
const record = (node, isTarget) => {
  const { el, tag } = node;
  /** @type {ViewRecord} */
  const summary = { tag };
  const role = safely(() => roleOf(el), "generic");
  if (role !== "generic") summary.role = spokenRole(role);
  const isControl = LEAF.has(tag) || tag === "input" || (role !== "generic" && (node.size ?? 0) < 8);
  const name = isControl ? safely(() => nameOf(el), "") : "";
  if (name && name !== node.text) summary.name = clean(name);
  if (node.text) summary.text = node.text;
  const domId = attr(el, "id");
  if (domId) summary.id = clean(domId);
  const state = safely(() => stateOf(el, role), null);
  if (state && Object.keys(state).length > 0) summary.state = state;
  if (rootOf(el)) summary.shadow = read.shadowRoot.call(el) ? "open" : "closed";
  if (node.isHidden) summary.hidden = true;
  if (isTarget) {
    summary.node = idOf(el);
    summary.hint = safely(() => hint(el, role), "clickable");
  }
  summary.inViewport = node.isIn;
  summary.visibleRatio = Math.round(node.ratio * 1000) / 1000;
  return summary;
};

/** @param {ViewRecord} summary */
const costOf = (summary) => {
  let cost = NODE_COST;
  const { role, name, text, id } = summary;
  for (const words of [role, name, text, id]) cost += words?.length ?? 0;
  return summary.state ? cost + JSON.stringify(summary.state).length : cost;
};
/** @param {ViewNode} node */
const costOfWords = (node) => {
  let cost = 0;
  for (const kid of node.kids) if (kid.isWords) cost += kid.text.length + NODE_COST / 2;
  return cost;
};

/**
 * Returns the tree of this frame. If the limits do not allow all nodes, the nodes in the viewport and their ancestors
 * are taken first.
 * @param {{nodes: number, characters: number, compact: boolean, clip?: number[],
 *   page?: number[], patience?: number, text?: number}} options `clip`: the part of this frame that the page shows;
 *   `page`: the page's viewport; `text`: maximum characters of one text
 * @returns `nodes` in document order, each with its `depth` among the returned ones. It is a flat list because pages
 *   can be nested deeper than a JSON parser allows.
 */
export const domView = (options) => {
  forget?.();
  beginFaults();
  const view = new View(options).run();
  let { nodes: left, characters } = options;
  let taken = 0;
  /**
   * Adds a node and its missing ancestors to the result. Returns false once the limits or the time are used up.
   * @param {ViewNode} node
   */
  const take = (node) => {
    const path = [];
    for (let at = /** @type {ViewNode | null} */ (node); at && !at.keep; at = at.up) path.push(at);
    for (const at of path.reverse()) {
      at.isDropped = options.compact && isWrapper(at) && !view.targets?.has(at.el);
      if (!at.isDropped) {
        taken += 1;
        if (taken % CLOCK === 0 && view.isLate()) {
          view.cut = true;
          return false;
        }
        at.summary = record(at, view.targets?.has(at.el) === true);
        const cost = costOf(at.summary) + costOfWords(at);
        if (left <= 0 || characters < cost) return false;
        left -= 1;
        characters -= cost;
      }
      at.keep = true;
    }
    return true;
  };
  for (const wantsSeen of [true, false]) {
    for (const node of view.nodes) {
      if (node.keep || (wantsSeen && (!node.isIn || node.isHidden))) continue;
      if (!take(node)) break;
    }
  }
  const { nodes, frames } = listed(view.nodes[0]);
  return {
    nodes,
    frames,
    total: view.nodes.length,
    kept: nodes.filter((node) => node.tag !== WORDS).length,
    omitted: view.nodes.filter((node) => !node.keep).length,
    notRendered: view.hidden,
    cut: view.cut,
    faults: faultsSoFar(),
    left,
    characters,
  };
};

/**
 * Returns the nodes of the result below a node, in document order. Each states how many of its children were left out.
 * @param {ViewNode} root
 */
const listed = (root) => {
  const nodes = [];
  const frames = [];
  /** @type {[ViewNode, ViewRecord | null, number][]} */
  const open = root ? [[root, null, 0]] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, above, depth] = next;
    let [outer, below] = [above, depth];
    if (node.isWords) {
      if (node.up?.keep) nodes.push({ tag: WORDS, text: node.text, depth });
    } else if (!node.keep) {
      if (outer) outer.omitted = (outer.omitted ?? 0) + 1;
    } else if (!node.isDropped) {
      outer = { tag: node.tag, ...node.summary, depth };
      below = depth + 1;
      nodes.push(outer);
      if (isFrame(node.tag)) {
        outer.frame = frames.length;
        frames.push({ id: idOf(node.el), inViewport: node.isIn, visibleRatio: node.ratio });
      }
    }
    for (let i = node.kids.length - 1; i >= 0; i -= 1) open.push([node.kids[i], outer, below]);
  }
  return { nodes, frames };
};

/**
 * Returns the visible ratio of every rendered node as [id, ratio, whether it is in the viewport], without a limit. It
 * is for tests that compare the ratios with those of IntersectionObserver.
 * @param {object} [options] @returns {[number, number, boolean][]}
 */
export const visibleRatios = (options) =>
  new View(options ?? {}).run().nodes.map((node) => [idOf(node.el), node.ratio, node.isIn]);
