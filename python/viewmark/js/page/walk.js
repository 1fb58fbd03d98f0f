// Walks the page once and collects every candidate with its visible boxes, as well as frames, labels and the boxes of
// text.
//
// Layout is forced once, by the first rectangle; the walk changes nothing. Most of the time is spent on
// getBoundingClientRect (5 us) and hit tests (15 to 30 us per point), so a page with more than EXACT_BELOW elements is
// pruned: subtrees whose own box is outside the viewport are skipped, and long lists are sampled. Afterwards, a grid of
// hit tests finds content that was skipped although it is visible (fixed or overflowing children of boxes outside the
// viewport).
import { cursorInside, gestureOf, isFocusableScroller, mayHoldField, ownsCursor, seenBoxes } from "./boxes.js";
import { CONTROL, evidence } from "./candidates.js";
import { isMeaningful } from "./context.js";
import { contentRects, eachChild, is, isElement, isText, parent, read, rect, rootOf, viewport } from "./dom.js";
import { isEditor, isFrame, isTextControl } from "./element_kinds.js";
import { noteFault } from "./faults.js";
import { hits } from "./hits.js";
import { hasInk } from "./letters.js";
import { few, queryCss, size } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { elements, has } from "./top_layer.js";
import { clipsAll, clipsWithin, containsPaint, ownClip } from "./visibility.js";
import { MANY, EDGE } from "./vocabulary.js";

/**
 * @typedef {object} FindOptions
 * @property {string} target
 * @property {string | null} [selector]
 * @property {number} [within]  Restricts the result to the inside of the element with that id; -1 returns only frames.
 * @property {string | null} [exclude]  Selector of elements to leave out, together with their content.
 * @property {boolean} [includeOccluded]
 * @property {number} [ink]
 * @property {Box} [clip]
 * @property {number} [cap]
 * @property {number} [describeUpTo]
 * @property {number} [obstacles]
 * @property {boolean} [pictured]  Whether a screenshot decides what is painted.
 * @property {number} [patience]
 * @property {boolean} [nodes]  Whether to count the nodes that the scripts reach.
 * @property {boolean} [keep]  Whether the result may be kept, so that it includes its revision.
 * @property {number} [again]  The revision of a known result; if it is still valid, only that is reported.
 * @property {number} [look]  The driver's number of this observation, not 0; `shiftsSince` returns it with the moves.
 */
/** @typedef {FindOptions & { wanted: Set<Element> | null; until: number }} WalkOptions */
const EXACT_BELOW = 2500;
// Maximum depth of one recursion. A level takes up to six calls, and the stack has room for about five thousand frames
// of code that is not yet compiled. Deeper elements are visited afterwards, starting from an empty stack.
const DEEPEST = 300;
/** Number of visits from one check of the time limit to the next. */
const CLOCK = 128;
const LONG_LIST = 64;
/** Maximum number of elements in a subtree for which the boxes of all of them are read. */
const SMALL = 40;
const GRID = 64;
export const SKIP = new Set(
  "head script style link meta title base template noscript source track param br wbr".split(" "),
);
const FORM_CONTROLS = new Set(["input", "select", "textarea"]);
/** Types of inputs that show no text. */
const DRAWN = new Set("checkbox radio range color image hidden".split(" "));
/** Width of the area in which the beginning of a field's text is expected, CSS px. */
const WORDS = 120;
const NO_CHILDREN = new Set("iframe frame select textarea video audio".split(" "));
const FRAMES = new Set("iframe frame object embed".split(" "));
/** A selector for open customizable selects, whose drop-down shows the options as boxes of the page. */
const OPEN_SELECT = CSS.supports("selector(:open)") ? "select:open" : ":not(*)";

/** Whether `visibility` begins to hide content at this element, and not at an ancestor. @param {Element} el */
const isHiddenFirst = (el) => {
  const up = parent(el);
  return up !== null && getComputedStyle(up).visibility === "visible";
};

/** Whether an element is invisible because of its own opacity. @param {CSSStyleDeclaration} style */
export const isClearStyle = (style) => +style.opacity < 0.03;
/**
 * Returns the clip that applies to an element, given its position.
 * @param {ClipBoxes} clips @param {string} position
 */
export const clipFor = (clips, position) =>
  position === "fixed" ? clips.fixed : position === "absolute" ? clips.abs : clips.flow;
/**
 * Returns a side of the viewport without the scroll bar. If the visible side is smaller by more than a scroll bar, the
 * page is wider than the screen of a phone, and the whole side is returned.
 * @param {number} side @param {number} shown @param {number} [bar] px
 */
const withoutBar = (side, shown, bar = 40) => (shown > side - bar ? Math.min(side, shown) : side);

class Walk {
  /** Prepares the visit of a page. @param {any} options */
  constructor(options) {
    this.options = options;
    const pinched = viewport();
    const { scale } = pinched;
    const width = withoutBar(innerWidth, pinched.width * scale);
    const height = withoutBar(innerHeight, pinched.height * scale);
    this.view = meet([0, 0, width, height], options.clip ?? [0, 0, width, height]);
    this.isPruning = size() > EXACT_BELOW;
    this.depth = 0;
    /** @type {Item[]} */
    this.items = [];
    /** @type {WalkResult["labels"]} */
    this.labels = [];
    /** @type {WalkResult["unseen"]} */
    this.unseen = new Map();
    /** @type {WalkResult["overlaid"]} */
    this.overlaid = [];
    /** @type {Element[]} */
    this.clear = [];
    /** @type {WalkResult["frames"]} */
    this.frames = [];
    /** @type {number[]} */
    this.ink = [];
    /** Which boxes in `ink` are those of images, by index. @type {Set<number>} */
    this.icons = new Set();
    this.inkLeft = options.ink ?? 0;
    /** @type {ShadowRoot[]} */
    this.roots = [];
    /** @type {Element[]} */
    this.scrollers = [];
    this.seen = this.isPruning ? new WeakSet() : null;
    this.wanted = options.wanted ?? null;
    this.hits = hits(innerHeight);
    this.disabled = new Map();
    /** @type {[Element, ClipBoxes, string, Item | null, boolean][]} */
    this.deeper = [];
    this.visits = 0;
    this.until = options.until ?? Infinity;
    this.hits.until = this.until;
    this.hits.isPatient = options.includeOccluded === true;
    /** Whether the time limit was reached before the whole page was visited. */
    this.isCut = false;
  }

  run() {
    const root = read.root.call(document);
    const start = clipsAll(this.view);
    if (root && !isEmpty(this.view)) {
      this.visit(root, start, "auto", null, false);
      this.goDeeper();
      if (this.isPruning) this.topUp(start);
      this.goDeeper();
      this.hits.restart();
    }
    return this;
  }

  /** Visits the elements that are nested deeper than one recursion; outer elements still come before inner ones. */
  goDeeper() {
    for (let i = 0; i < this.deeper.length; i += 1) {
      this.depth = 0;
      this.visit(...this.deeper[i]);
    }
    this.deeper = [];
  }

  /**
   * Visits elements that pruning skipped although they are visible: the top layer, and any element hit by a grid of
   * test points.
   * @param {ClipBoxes} start
   */
  topUp(start) {
    /** @param {Element} el */
    const isInView = (el) => !isEmpty(meet(toBox(rect(el)), this.view));
    /** Visits a skipped element and its content. @param {Element} el */
    const again = (el) => {
      // Starts at the outermost skipped ancestor in view: a whole bar, for example, and not one word in it.
      let top = el;
      for (let up = parent(el); up && !this.seen?.has(up); up = parent(up)) {
        if (isInView(up)) top = up;
      }
      const above = parent(top);
      this.visit(top, start, above ? getComputedStyle(above).cursor : "auto", null, false);
    };
    for (const el of elements()) again(el);
    const [left, top, right, bottom] = this.view;
    /** @param {number} x @param {number} y */
    const test = (x, y) => {
      if (this.isCut || this.hits.isSpent) return;
      const found = this.hits.at(x, y);
      if (found && !this.seen?.has(found)) again(found);
    };
    for (let y = top + GRID / 2; y < bottom; y += GRID) {
      for (let x = left + GRID / 2; x < right; x += GRID) test(x, y);
    }
    // Bars and buttons that do not scroll with the page are usually at its edges.
    for (let x = left + EDGE; x < right; x += 4 * EDGE) {
      test(x, top + EDGE);
      test(x, bottom - EDGE);
    }
    for (let y = top + EDGE; y < bottom; y += 4 * EDGE) {
      test(left + EDGE, y);
      test(right - EDGE, y);
    }
  }

  /**
   * Visits an element and its content; returns whether it has a box.
   * @param {Element} el @param {ClipBoxes} clips @param {string} cursorAbove
   * @param {Item | null} up @param {boolean} isFaded
   */
  visit(el, clips, cursorAbove, up, isFaded) {
    const { depth } = this;
    try {
      return this.enter(el, clips, cursorAbove, up, isFaded);
    } catch (error) {
      noteFault(error);
      this.depth = depth;
      return true;
    }
  }

  /**
   * @param {Element} el @param {ClipBoxes} clips @param {string} cursorAbove
   * @param {Item | null} up @param {boolean} isFaded
   */
  enter(el, clips, cursorAbove, up, isFaded) {
    const tag = read.localName.call(el);
    if (SKIP.has(tag) || this.isCut) return false;
    if (this.depth > DEEPEST) {
      this.deeper.push([el, clips, cursorAbove, up, isFaded]);
      return true;
    }
    this.visits += 1;
    if (this.visits % CLOCK === 0 && performance.now() > this.until) this.isCut = true;
    const size = rect(el);
    this.hits.count(el, size);
    const box = toBox(size);
    const hasBox = size.width > 0 || size.height > 0;
    const isOut =
      hasBox && (box[2] <= this.view[0] || box[3] <= this.view[1] || box[0] >= this.view[2] || box[1] >= this.view[3]);
    if (isOut && (this.isPruning || !this.mayReachIn(el, size))) return true;
    this.seen?.add(el);
    this.look(el, tag, size, box, hasBox, isOut, clips, cursorAbove, up, isFaded);
    return hasBox;
  }

  /**
   * @param {Element} el @param {string} tag @param {Rect} size @param {Box} box
   * @param {boolean} hasBox @param {boolean} isOut @param {ClipBoxes} clips
   * @param {string} cursorAbove @param {Item | null} up @param {boolean} isFaded
   */
  look(el, tag, size, box, hasBox, isOut, clips, cursorAbove, up, isFaded) {
    const style = getComputedStyle(el);
    const overflow = style.overflow;
    if (overflow !== "visible") this.scrollers.push(el);
    const isRoot = tag === "body" || tag === "html";
    if (isOut && !isRoot && overflow === "visible") {
      this.passThrough(el, tag, style, clips, up, isFaded);
      return;
    }
    const display = style.display;
    if (tag === "area") this.judge(el, tag, { box, clip: clips.flow, display, up });
    if (display === "none") return;
    const position = style.position;
    let clip = clipFor(clips, position);
    let within = clips;
    if ((position === "fixed" || position === "absolute") && has(el)) {
      clip = this.view;
      within = clipsAll(clip);
      isFaded = false;
    }
    const isClear = isFaded || isClearStyle(style);
    // Custom controls often consist of a transparent form control on top of a painted element, so these are kept.
    if (isClear && !FORM_CONTROLS.has(tag)) {
      // Whole fields may be built in the same way: a transparent box that contains the actual field, on top of a
      // painted one.
      if (!isOut && !isFaded && this.clear.length < MANY) this.clear.push(el);
      if (tag !== "slot" && !mayHoldField(el)) return;
      const inner = clipsWithin(el, style, box, clip, within, isRoot);
      this.inside(el, tag, inner, style.cursor, up, false, true);
      return;
    }
    if (isFaded && !isTextControl(el)) return;
    const isShown = style.visibility === "visible";
    if (!isShown && hasBox && !isOut && this.clear.length < MANY && isHiddenFirst(el)) this.clear.push(el);
    const cursor = style.cursor;
    const own = ownClip(style, box, position, el);
    let outer = up;
    if (isShown && !isOut) {
      if (own) clip = meet(clip, own);
      const owns = ownsCursor(el, tag, box, cursor, cursorAbove);
      const isSeen = hasBox && !isEmpty(meet(box, clip));
      const isScroller = isSeen && !isRoot && isFocusableScroller(el, overflow);
      const about = { box, clip, owns, display, isClear, isFaded, isSeen, isScroller, up };
      const item = this.judge(el, tag, about);
      if (item) outer = item;
      if (el instanceof HTMLLabelElement) this.labels.push({ el, box, clip, display, up, place: this.visits });
      if (isSeen && FRAMES.has(tag) && isFrame(el, tag)) this.frames.push({ el, box, clip, place: this.visits });
    }
    const { contentVisibility } = style;
    if (contentVisibility === "hidden") return;
    if (isShown && !isOut && !isClear && this.inkLeft > 0 && FORM_CONTROLS.has(tag)) {
      this.field(el, tag, style, box, clip);
    }
    if (NO_CHILDREN.has(tag)) {
      if (tag !== "select" || !is(el, OPEN_SELECT)) return;
      within = clipsAll(this.view);
      clip = this.view;
    }
    if (isOut && contentVisibility === "auto") return;
    const inner = clipsWithin(el, style, box, clip, within, isRoot, own, { display, overflow, contentVisibility });
    if (isEmpty(inner.flow) && isEmpty(inner.abs) && isEmpty(inner.fixed)) {
      if (size.width <= 2 && size.height <= 2) this.findUnseen(el);
      return;
    }
    const takesInk = isShown && this.inkLeft > 0 && !isOut && !isEmpty(inner.flow);
    this.inside(el, tag, inner, cursorInside(tag, cursor, cursorAbove), outer, takesInk);
    if (takesInk && (tag === "img" || tag === "svg" || tag === "canvas")) {
      const seen = meet(box, clip);
      // Icons count as text that badges must not cover, but photographs do not, because a badge may cover a photograph.
      if (!isEmpty(seen) && seen[2] - seen[0] <= 64 && seen[3] - seen[1] <= 64) {
        this.icons.add(this.ink.length);
        this.mark(seen);
      }
    }
  }

  /**
   * Visits the children of an element. It calls few functions per level, because pages can be nested a thousand levels
   * deep and the call stack is limited.
   * @param {Element} el @param {string} tag @param {ClipBoxes} clips @param {string} cursor
   * @param {Item | null} up @param {boolean} takesInk
   */
  inside(el, tag, clips, cursor, up, takesInk, isFaded = false) {
    this.depth += 1;
    const root = rootOf(el);
    if (root) this.roots.push(root);
    if (this.isPruning || tag === "slot") {
      this.children(el, tag, (node) => {
        if (!isElement(node)) {
          if (takesInk) this.text(node, clips.flow);
        } else this.visit(node, clips, cursor, up, isFaded);
      });
    } else if (tag === "details" && !is(el, "[open]")) {
      // Only the summary of a closed `details` is visited: its other content has a layout but is not painted.
      this.children(el, tag, (node) => {
        if (isElement(node) && read.localName.call(node) === "summary") this.visit(node, clips, cursor, up, isFaded);
      });
    } else {
      let node = read.firstChild.call(root ?? el);
      for (; node; node = read.nextSibling.call(node)) {
        if (!isElement(node)) {
          if (takesInk) this.text(node, clips.flow);
        } else this.visit(node, clips, cursor, up, isFaded);
      }
    }
    this.depth -= 1;
  }

  /**
   * Whether an element inside an element out of view may be in view. In small subtrees the boxes are read, which costs
   * less than the styles that a full visit needs.
   * @param {Element} el @param {Rect} size
   */
  mayReachIn(el, size) {
    if (!read.firstElement.call(el)) return rootOf(el) !== null;
    // A box of at most 2 px may hide controls from sight only, so its content is visited, where its styles are read.
    if (rootOf(el) || (size.width <= 2 && size.height <= 2)) return true;
    const inside = few(el, SMALL);
    if (!inside) return true;
    for (const one of inside) {
      const tag = read.localName.call(one);
      if (tag === "slot" || tag === "area" || rootOf(one)) return true;
      const r = rect(one);
      if (r.width > 0 || r.height > 0) {
        const [left, top, right, bottom] = this.view;
        if (r.top < bottom && r.bottom > top && r.left < right && r.right > left) return true;
      } else if (!SKIP.has(tag) && getComputedStyle(one).display === "contents") return true;
    }
    return false;
  }

  /**
   * Visits an element out of view that clips nothing: only content that overflows it can be visible.
   * @param {Element} el @param {string} tag @param {CSSStyleDeclaration} style
   * @param {ClipBoxes} clips @param {Item | null} up @param {boolean} isFaded
   */
  passThrough(el, tag, style, clips, up, isFaded) {
    if (isFaded || isClearStyle(style) || style.clipPath !== "none") return;
    if (NO_CHILDREN.has(tag) || containsPaint(style)) return;
    const { position } = style;
    const clip = clipFor(clips, position);
    const inner = position === "static" ? clips : { flow: clip, abs: clip, fixed: clips.fixed };
    // A drag cursor is passed on because a draggable box may begin out of view; any other cursor counts as beginning at
    // the parts in view.
    this.inside(el, tag, inner, gestureOf(style.cursor) === "drag" ? style.cursor : "auto", up, false, false);
  }

  /**
   * Visits the children of an element. If the page is pruned, visits only those children of a long list that are near
   * the viewport.
   * @param {Element} el @param {string} tag @param {(node: Node) => void} visit
   */
  children(el, tag, visit) {
    if (!this.isPruning) {
      eachChild(el, tag, visit);
      return;
    }
    /** @type {Child[]} */
    const nodes = [];
    eachChild(el, tag, (node) => nodes.push(node));
    if (nodes.length <= LONG_LIST) {
      for (const node of nodes) visit(node);
      return;
    }
    // Child blocks are assumed to be in order from top to bottom: if two samples are on the same side of the viewport,
    // all children between them are too.
    /** @param {Child} node */
    const side = (node) => {
      if (!isElement(node)) return 0;
      const r = rect(node);
      if (r.width === 0 && r.height === 0) return 0;
      return r.bottom <= this.view[1] ? -1 : r.top >= this.view[3] ? 1 : 0;
    };
    let before = 0;
    let sideBefore = 0;
    for (let i = 0; i < nodes.length; i += 16) {
      const now = side(nodes[i]);
      if (i === 0 || now === 0 || now !== sideBefore) {
        for (let k = before; k < i; k += 1) visit(nodes[k]);
      }
      before = i;
      sideBefore = now;
    }
    for (let k = before; k < nodes.length; k += 1) visit(nodes[k]);
  }

  /** Adds the boxes of a text node to `ink`. @param {Node} node @param {Box} clip */
  text(node, clip) {
    if (!isText(node) || !hasInk(read.data.call(node))) return;
    for (const line of contentRects(node)) {
      const box = meet(toBox(line), clip);
      if (!isEmpty(box)) this.mark(box);
      if (this.inkLeft <= 0) return;
    }
  }

  /**
   * Adds the box in which the text of a field begins. The length of the text is not used, because that of a password is
   * a secret and the beginning matters most.
   * @param {Element} el @param {string} tag @param {CSSStyleDeclaration} style @param {Box} box
   * @param {Box} clip
   */
  field(el, tag, style, box, clip) {
    if (tag === "input" && DRAWN.has(el.type)) return;
    let [left, top, right, bottom] = box;
    if (style.direction === "rtl") left = Math.max(left, right - WORDS);
    else right = Math.min(right, left + WORDS);
    if (tag === "input" || (tag === "select" && el.size < 2 && !el.multiple)) {
      const line = Math.min(bottom - top, 1.25 * parseFloat(style.fontSize));
      top = (top + bottom - line) / 2;
      bottom = top + line;
    }
    const seen = meet([left, top, right, bottom], clip);
    if (!isEmpty(seen)) this.mark(seen);
  }

  /** @param {Box} box */
  mark(box) {
    this.inkLeft -= 1;
    this.ink.push(box[0], box[1], box[2] - box[0], box[3] - box[1]);
  }

  /** @param {Element} el @param {string} tag @param {any} about */
  judge(el, tag, { box, clip, owns, display, isClear, isFaded, isSeen, isScroller, up }) {
    const target = this.options.target;
    let kind = 0;
    if (target === "custom") kind = this.wanted.has(el) ? CONTROL : 0;
    else {
      kind = evidence(el, tag, owns);
      if (kind === 0 && isScroller) kind = CONTROL;
      else isScroller = false;
      if (kind === 0 && target === "all_visible" && isSeen) kind = isMeaningful(el, tag);
    }
    if (kind === 0) return null;
    const boxes = seenBoxes(el, tag, box, clip, display);
    if (boxes.length === 0) {
      if (!isFaded && kind & CONTROL && (FORM_CONTROLS.has(tag) || isEditor(el))) {
        this.unseen.set(el, this.visits);
      }
      return null;
    }
    const place = this.visits;
    const item = { el, tag, kind, boxes, box, clip, display, isClear, isFaded, isScroller, up, place };
    this.items.push(item);
    return item;
  }

  /**
   * Finds the controls in a box of one or two pixels. Such a box hides a native control visually but keeps it
   * accessible by keyboard; other elements are painted in its place.
   * @param {Element} el
   */
  findUnseen(el) {
    for (const found of queryCss(el, "input:not([type=hidden]),select,textarea,[role=textbox]")) {
      this.unseen.set(found, this.visits);
    }
  }
}

/**
 * Walks the frame; the result has `items`, `labels`, `unseen`, `frames`, `ink`.
 * @param {WalkOptions} options @returns {WalkResult}
 */
export const walkPage = (options) => new Walk(options).run();
