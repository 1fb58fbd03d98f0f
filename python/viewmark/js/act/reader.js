// Returns the readable content of a page as a stream of events: text in order, structure, controls. Hidden text is
// omitted: not rendered, transparent, one pixel in size, clipped, or left of the page. Text that scrolling would reveal
// is included, however far away it is.
import { mayHoldField, ownsCursor, seenBoxes } from "../page/boxes.js";
import { CONTROL, evidence } from "../page/candidates.js";
import { beginRevision, holdRevision, isStill, scrolled } from "../page/changes.js";
import { guessOf, paintedState } from "../page/describe.js";
import { attr, contentRects, eachChild, getterOf, hit, holds, idOf, is, isElement, nodeOf } from "../page/dom.js";
import { parent, read, rect } from "../page/dom.js";
import { withBranchParts } from "../page/branch_parts.js";
import { withoutDuplicates } from "../page/reduce_rules.js";
import { insideOf, servesRows, withRepeated } from "../page/repeated.js";
import { isTextControl } from "../page/element_kinds.js";
import { beginFaults, faultsSoFar, safely } from "../page/faults.js";
import { hint } from "../page/hints.js";
import { nameOf } from "../page/names.js";
import { closest, forget, isUnpainted, queryCss, size, styleOf, words } from "../page/native.js";
import { learnt, mayHaveInternals } from "../page/internals.js";
import { isEmpty, meet, toBox } from "../page/rects.js";
import { roleOf, spokenRole } from "../page/roles.js";
import { allTrees } from "../page/standing.js";
import { href, stateOf } from "../page/state.js";
import { clean, textOf, transform } from "../page/text.js";
import { elements } from "../page/top_layer.js";
import { clipsWithin, ownClip } from "../page/visibility.js";
import { clipFor, isClearStyle } from "../page/walk.js";
import { rowCounts, rowsInWords, seenOrder } from "./seen_order.js";

/**
 * Options for reading a frame, or one element of it.
 * @typedef {object} ReadOptions
 * @property {number} [root]
 * @property {boolean} [where]  Whether texts include the id of their element.
 * @property {number} [patience]  ms
 * @property {number} [most]  In a document with more elements, only the viewport is read.
 * @property {boolean} [keep]  As in `FindOptions`.
 * @property {number} [again]
 */
const SKIP = words("head script style link meta title base template noscript source track param datalist");
const FIELDS = words("input select textarea");
const LEAVES = words("input select textarea img video audio canvas object embed progress meter");
const FRAMES = words("iframe frame");
const FORMATS = words("strong b em i s del code kbd samp pre blockquote hr p");
const PLAIN = words("div span slot svg g path font center");
const ROLES = words(
  "alert alertdialog application article banner blockquote caption cell columnheader complementary contentinfo " +
    "definition dialog document feed figure form grid gridcell group heading list listbox listitem log main " +
    "menu menubar navigation radiogroup region row rowgroup rowheader search status table tablist tabpanel " +
    "term timer toolbar tooltip tree treegrid",
);
/** Maps the politeness of a live region to the layer that is reported for it. */
const LIVE = /** @type {Record<string, string>} */ ({ polite: "live", assertive: "live" });
/** Roles whose name is their own content. The content is returned anyway, so the name is left out. */
const UNNAMED = words("cell columnheader definition gridcell heading list listitem row rowgroup rowheader term");
/** Limits of one result; further content is reported as omitted. */
const MOST = 200000;
const CHARACTERS = 2000000;
const PATIENCE = 4000;
const CLOCK = 64;
const URL_LIMIT = 2000;
const FAR = 1e9;
const EVERYWHERE = [-FAR, -FAR, FAR, FAR];
/**
 * Replaces the hit tests of an observation. Hit tests work only in the viewport, so here every element counts as
 * reachable.
 */
const UNTESTED = /** @type {WalkResult} */ (
  /** @type {unknown} */ ({
    view: EVERYWHERE,
    isWhole: true,
    hits: {
      isSpent: true,
      guess: (/** @type {Element} */ _, /** @type {Box} */ box) => ({ points: [box.slice(0, 2)], share: 1 }),
    },
  })
);

const MESSAGES = "[role=alert],[role=status],[role=log],[role=alertdialog],[role=dialog],[aria-live]";

/** @param {string} overflow */
const scrolls = (overflow) => overflow.includes("auto") || overflow.includes("scroll");

/** Whether the text of an element is painted visibly. @param {Element} el @param {CSSStyleDeclaration} style */
const isInked = (el, style) => {
  if (parseFloat(style.fontSize) < 1) return false;
  if (!isUnpainted(style.webkitTextFillColor)) return true;
  if (style.textShadow !== "none" || parseFloat(style.webkitTextStrokeWidth) > 0) return true;
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < 5; at = parent(at), i += 1) {
    if (getComputedStyle(at).backgroundClip.includes("text")) return true;
  }
  return false;
};

/** @param {string} text @param {boolean} isPre */
const cleanPiece = (text, isPre) => {
  if (isPre) return text.replace(/\S+/g, clean);
  const core = clean(text);
  if (!core) return /\s/.test(text) ? " " : "";
  return (/^\s/.test(text) ? " " : "") + core + (/\s$/.test(text) ? " " : "");
};

/**
 * @typedef {{ k: string, el: Element, words?: string, layer?: string, isPlain?: boolean }} Opened an element that opens;
 *   `words` of "rows"; `isPlain`: it is reported only if it is a control
 * @typedef {number | string | [string, Element] | { close: Opened } | Opened} Event
 * @typedef {Pick<Item, "el"> & Partial<Item>} Candidate
 * @typedef {{ el: Element, tag: string } | null} Around
 * @typedef {{ el: Element, clips: ClipBoxes, cursor: string, up: Item | null, above: Around, isFaded: boolean }} ElementStep
 * @typedef {{ el: Element, tag: string, style: CSSStyleDeclaration, box: Box, clip: Box }} Parent
 * @typedef {{ el?: undefined, node: Text, around: Parent, isPre: boolean }} TextStep
 * @typedef {{ isGap: true } | { close: Opened } | { note: Opened }} Mark
 */

class Reader {
  /** Prepares reading with the given options. @param {ReadOptions} options */
  constructor(options) {
    this.options = options;
    /** @type {Event[]} */
    this.events = [];
    /** @type {Item[]} */
    this.items = [];
    /** @type {Item[]} */
    this.labels = [];
    /** @type {Set<Element>} */
    this.unseen = new Set();
    /** The elements that are reported as controls. @type {Map<Element, Candidate>} */
    this.kept = new Map();
    /** Whether a control may contain rows that are controls too. @type {Map<Item, boolean>} */
    this.lists = new Map();
    this.left = CHARACTERS;
    this.isCut = false;
    this.isLate = false;
    this.until = performance.now() + (options.patience ?? PATIENCE);
    /** @type {(ElementStep | TextStep | Mark)[]} */
    this.stack = [];
    /** @type {Element[]} */
    this.scrollers = [];
    /** Custom elements whose internals no page script can read. @type {Element[]} */
    this.unasked = [];
    /** Visited elements. Only the viewport of a large page is read, unless more is requested. */
    this.visited = new WeakSet();
    this.isPruning = true;
    this.isNear = size() > (options.most ?? Infinity);
  }

  /** Reads an element and all of its content. @param {Element} root */
  run(root) {
    const view = [0, 0, innerWidth, innerHeight];
    const whole = read.root.call(document);
    const isRtl = getComputedStyle(whole ?? root).direction === "rtl";
    const right = isRtl ? innerWidth - scrollX : FAR;
    const page = [isRtl ? -FAR : -scrollX, -scrollY, right, FAR];
    const isPart = root !== whole;
    const start = isPart ? EVERYWHERE : this.isNear ? view : page;
    const clips = { flow: start, abs: start, fixed: isPart ? EVERYWHERE : view, isUniform: false };
    const above = parent(root);
    const cursor = above ? getComputedStyle(above).cursor : "auto";
    this.stack.push({ el: root, clips, cursor, up: null, above: null, isFaded: false });
    this.walk();
    if (this.isNear) {
      // The viewport has been read. Dialogs and messages are read too, wherever they are, so pruning ends here.
      this.isPruning = false;
      const everywhere = { flow: page, abs: page, fixed: view, isUniform: false };
      for (const el of [...elements(), ...queryCss(document, MESSAGES)]) {
        if (this.visited.has(el)) continue;
        this.stack.push({ el, clips: everywhere, cursor, up: null, above: null, isFaded: false });
        this.walk();
      }
    }
    this.promote();
    return this;
  }

  walk() {
    let visits = 0;
    for (let next = this.stack.pop(); next; next = this.stack.pop()) {
      visits += 1;
      const isLate = visits % CLOCK === 0 && performance.now() > this.until;
      if (isLate || this.events.length >= MOST || this.left <= 0) {
        this.isCut = true;
        this.stack.push(next);
        break;
      }
      this.step(next);
    }
    for (const next of this.stack.splice(0).reverse()) if ("close" in next) this.events.push({ close: next.close });
  }

  /** @param {ElementStep | TextStep | Mark} next */
  step(next) {
    if ("close" in next) this.events.push({ close: next.close });
    else if ("isGap" in next) this.gap();
    else if ("note" in next) this.events.push(1, next.note, { close: next.note }, 1);
    else if (next.el) safely(() => this.element(next), null);
    else safely(() => this.text(next), null);
  }

  gap() {
    if (this.events.at(-1) !== 1) this.events.push(1);
  }

  /** Reads one element and puts its children on the stack. @param {ElementStep} step */
  element({ el, clips, cursor: cursorAbove, up, above, isFaded }) {
    const tag = read.localName.call(el);
    if (SKIP.has(tag)) return;
    if (tag === "br") {
      this.events.push(2);
      return;
    }
    if (this.isNear && this.isFar(el, tag)) return;
    if (mayHaveInternals(el) && !learnt.has(el) && is(el, ":defined")) this.unasked.push(el);
    const style = getComputedStyle(el);
    const { display, position, overflow } = style;
    const isFolded = above?.tag === "details" && tag !== "summary" && attr(above.el, "open") === null;
    if (display === "none" || isFolded) return;
    const isClear = isFaded || isClearStyle(style);
    // A transparent field may be the real one under a drawn one; other content of a transparent element is invisible.
    const isPassed = isClear && !FIELDS.has(tag);
    if (isPassed ? tag !== "slot" && !mayHoldField(el) : isFaded && !isTextControl(el)) return;
    const box = toBox(rect(el));
    const isRoot = tag === "body" || tag === "html";
    const isTop = position === "fixed" && is(el, ":modal,:popover-open,:fullscreen");
    const own = ownClip(style, box, position, el);
    let clip = isTop ? EVERYWHERE : clipFor(clips, position);
    if (own) clip = meet(clip, own);
    const isShown = style.visibility === "visible";
    const isIn = !isEmpty(meet(box, clip));
    const gap = !/^(inline|contents|ruby)/.test(display);
    if (gap) this.gap();
    const item =
      isShown && !isPassed ? this.judge({ el, tag, box, clip, isClear, isFaded, up }, style, cursorAbove) : null;
    const layer = LIVE[attr(el, "aria-live") ?? ""] ?? (position === "fixed" && !isRoot ? "over" : "");
    const event = isPassed ? null : this.open(el, tag, isShown, isIn, item, layer, up);
    if (event) this.events.push(event);
    const isLeaf = LEAVES.has(tag) || FRAMES.has(tag) || style.contentVisibility === "hidden";
    if (isLeaf) {
      if (event) this.events.push({ close: event });
      if (gap) this.gap();
      return;
    }
    /** @type {ClipBoxes} */
    let inner = { flow: EVERYWHERE, abs: EVERYWHERE, fixed: clips.fixed, isUniform: false };
    if (scrolls(overflow) && isIn && !isRoot) this.scrollers.push(el);
    if (this.isNear || !(scrolls(overflow) && isIn && !isRoot)) {
      inner = clipsWithin(el, style, box, clip, isTop ? inner : clips, isRoot, own);
    }
    if (gap) this.stack.push({ isGap: true });
    if (event) this.stack.push({ close: event });
    const isClosed = tag === "details" && attr(el, "open") === null;
    const isMuted = isPassed || !isShown || isClosed || !isInked(el, style) || styleOf(el).isMasked;
    const around = { el, tag, style, box, clip: inner.flow };
    const isPre = /^(pre|break-spaces)/.test(style.whiteSpace);
    const isPreLine = style.whiteSpace === "pre-line";
    /** @type {(ElementStep | TextStep)[]} */
    const kids = [];
    eachChild(el, tag, (node) => {
      if (isElement(node)) {
        kids.push({
          el: node,
          clips: inner,
          cursor: style.cursor,
          up: item ?? up,
          above: { el, tag },
          isFaded: isPassed,
        });
      } else if (!isMuted && read.nodeType.call(node) === 3) {
        kids.push({ node, around, isPre: isPre || isPreLine });
      }
    });
    const missing = safely(() => rowsInWords(el, kids), "");
    if (missing) this.stack.push({ note: { k: "rows", el, words: missing } });
    const seen = safely(() => seenOrder(kids, el, tag, style), kids);
    for (let i = seen.length - 1; i >= 0; i -= 1) this.stack.push(seen[i]);
  }

  /**
   * Whether no part of an element is in the viewport. Descendants outside the element's box are ignored.
   * @param {Element} el @param {string} tag
   */
  isFar(el, tag) {
    if (!this.isPruning) return this.visited.has(el) || !this.visited.add(el);
    const { left, top, right, bottom } = rect(el);
    if (right <= left || bottom <= top || tag === "body" || tag === "html") return !this.visited.add(el);
    return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight || !this.visited.add(el);
  }

  /** Adds a text to the result, unless it is hidden. @param {TextStep} step */
  text({ node, around, isPre }) {
    const raw = read.data.call(node).slice(0, this.left + 1);
    const shown = cleanPiece(transform(raw, around.style.textTransform), isPre);
    if (!shown) return;
    if (shown !== " " && !this.isSeen(node, around)) return;
    if (shown === " " && typeof this.events.at(-1) === "number") return;
    this.left -= shown.length;
    this.events.push(this.options.where ? [shown, around.el] : shown);
  }

  /** @param {Text} node @param {Parent} around */
  isSeen(node, { style, box, clip }) {
    const isMoved = parseFloat(style.textIndent) < -200;
    if (!isMoved && !isEmpty(meet(box, clip))) return true;
    for (const line of contentRects(node)) if (!isEmpty(meet(toBox(line), clip))) return true;
    return false;
  }

  /**
   * Determines whether an element is a control, by the rules of `find`, but without hit tests outside the viewport.
   * @param {Pick<Item, "el" | "tag" | "box" | "isClear" | "isFaded" | "up"> & { clip: Box }} about
   * @param {CSSStyleDeclaration} style @param {string} cursorAbove
   */
  judge(about, style, cursorAbove) {
    const { el, tag, box, clip, isClear, isFaded } = about;
    const { display, cursor } = style;
    const kind = evidence(el, tag, ownsCursor(el, tag, box, cursor, cursorAbove));
    if (kind === 0 && tag !== "label") return null;
    const boxes = seenBoxes(el, tag, box, clip, display);
    const isHidden = boxes.length === 0 || (isClear && !this.meets(el, boxes[0]));
    if (isHidden) {
      if (!isFaded && FIELDS.has(tag) && kind & CONTROL) this.unseen.add(el);
      return null;
    }
    const item = { ...about, kind, boxes, display, place: this.items.length };
    if (tag === "label") this.labels.push(item);
    if (kind === 0) return null;
    this.items.push(item);
    return item;
  }

  /**
   * Whether a transparent control lies over its visible replacement, as far as this can be determined here.
   * @param {Element} el @param {Box} box
   */
  meets(el, box) {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const found = hit(x, y);
    return found ? holds(el, found) : box[2] - box[0] >= 8 && box[3] - box[1] >= 8;
  }

  /** Reports labels in place of the invisible controls that they label; the remaining labels are plain text. */
  promote() {
    const stand = new Set();
    const replaced = new Set();
    for (const item of this.labels) {
      const control = read.labelControl.call(/** @type {HTMLLabelElement} */ (item.el));
      if (!control || !this.unseen.has(control) || replaced.has(control) || isTwin(control)) continue;
      Object.assign(item, { kind: CONTROL, control });
      stand.add(item);
      replaced.add(control);
    }
    /** @param {Item} item */
    const drop = (item) => item.tag === "label" && !stand.has(item) && !(item.kind & CONTROL);
    const listed = this.items.filter((item) => !drop(item));
    const byEl = new Set(listed);
    const all = [...[...stand].filter((item) => !byEl.has(item)), ...listed];
    const distributed = withBranchParts(UNTESTED, withRepeated(UNTESTED, all));
    this.kept = new Map(withoutDuplicates(distributed, innerWidth * innerHeight).map((i) => [i.el, i]));
    for (const el of this.unseen) if (!replaced.has(el) && !isTwin(el)) this.kept.set(el, { el });
  }

  /**
   * Returns the opening event of an element that may be reported; `records` decides again when all elements are known.
   * @param {Element} el @param {string} tag @param {boolean} isShown @param {boolean} isIn @param {Item | null} item
   * @param {string} layer @param {Item | null} up
   */
  open(el, tag, isShown, isIn, item, layer, up) {
    const isControl = item !== null || tag === "label" || this.unseen.has(el);
    const written = attr(el, "role");
    const isNamed = isLabelled(el);
    const isSpecial = FORMATS.has(tag) || LEAVES.has(tag) || FRAMES.has(tag) || tag === "svg";
    if (!isControl && !isSpecial && !layer && written === null && !isNamed && PLAIN.has(tag)) {
      return isShown && up !== null && this.servesRows(up) ? { k: tag, el, isPlain: true } : null;
    }
    if (!isShown || (!isIn && LEAVES.has(tag) && !isControl)) return null;
    if (FRAMES.has(tag)) {
      const { width, height } = rect(el);
      return isIn && width > 2 && height > 2 ? { k: "frame", el } : null;
    }
    return { k: tag, el, layer };
  }

  /** Whether a control may contain rows that are controls; decided once all elements are known. @param {Item} item */
  servesRows(item) {
    const known = this.lists.get(item);
    if (known !== undefined) return known;
    const serves = servesRows(item) && insideOf(item.el) !== null;
    this.lists.set(item, serves);
    return serves;
  }

  /**
   * Returns the name of the element that a label, legend or caption names, if that element is returned too; otherwise
   * "".
   * @param {string} tag @param {Element} el
   */
  namedBy(tag, el) {
    if (tag === "label") {
      const control = read.labelControl.call(/** @type {HTMLLabelElement} */ (el));
      return control && this.kept.has(control) ? safely(() => nameOf(control), "") : "";
    }
    const whole = Object.hasOwn(NAMES, tag) ? closest(el, NAMES[tag]) : null;
    return whole && ROLES.has(safely(() => roleOf(whole), "")) ? safely(() => nameOf(whole), "") : "";
  }

  /** Returns the collected events as plain data. */
  records() {
    const dead = new Set();
    const out = [];
    let count = 0;
    for (const event of this.events) {
      if (typeof event !== "object") out.push(event);
      else if (Array.isArray(event)) out.push([event[0], idOf(event[1])]);
      else if ("close" in event) {
        if (!dead.has(event.close)) out.push(0);
      } else {
        count += 1;
        if (count % CLOCK === 0 && performance.now() > this.until) this.isLate = true;
        const record = this.record(event);
        if (record) out.push(record);
        else dead.add(event);
      }
    }
    return out;
  }

  /** Returns the record of an element that opens; null if it is not reported. @param {Opened} event */
  record({ k: tag, el, layer, words: rows, isPlain }) {
    if (tag === "rows") return { k: tag, n: rows };
    const item = this.kept.get(el);
    if (!item && (isPlain || this.unseen.has(el))) return null;
    const control = item?.control ?? el;
    const role = safely(() => roleOf(control), "");
    /** @type {Record<string, unknown>} */
    const record = { k: tag };
    if (this.options.where || tag === "frame") record.at = idOf(el);
    const named = item || this.options.where ? "" : this.namedBy(tag, el);
    if (named) return { k: "label-of", n: named };
    const isField = FIELDS.has(tag) || LEAVES.has(tag);
    const isStructure = ROLES.has(role);
    if (!item && !isField && !isStructure && !FORMATS.has(tag) && tag !== "frame") {
      if (tag !== "svg" && role !== "image" && role !== "img" && !layer) return null;
    }
    if (layer) record.v = layer;
    if (item) {
      record.id = idOf(el);
      if (item.control) record.c = idOf(item.control);
    }
    if (item || isStructure || isField || tag === "svg") record.r = spokenRole(role);
    if (this.isLate) return record;
    const hasName = item || isField || tag === "svg" || tag === "frame" || role === "image";
    if (hasName || (isStructure && (!UNNAMED.has(role) || isLabelled(el)))) {
      const name = safely(() => nameOf(control), "");
      if (name) record.n = name;
    }
    if (!item && !record.n && (isField || tag === "svg") && !isMeaningful(tag)) return null;
    if (item) record.h = safely(() => hint(control, role), "clickable");
    if (item || FIELDS.has(tag) || isStructure) {
      const text = item ? safely(() => textOf(el), "") : "";
      const state = item ? paintedState(el, control, role, text) : safely(() => stateOf(control, role), null);
      if (state && Object.keys(state).length > 0) record.s = state;
      const guess = item && state ? guessOf(el, control, role, String(record.n ?? ""), text, state) : "";
      if (guess) record.g = guess;
    }
    if (role === "heading") record.l = levelOf(el, tag);
    if (tag === "ol") record.o = Number(attr(el, "start")) || 1;
    if (el instanceof HTMLAnchorElement && attr(el, "href") !== null) {
      record.u = safely(() => href.call(el), "").slice(0, URL_LIMIT);
    }
    return record;
  }
}

/** For each caption element, the element that it names. */
const NAMES = /** @type {Record<string, string>} */ ({ legend: "fieldset", caption: "table" });
/**
 * Whether the author named an element explicitly. Such a name is more precise than one computed from the content.
 * @param {Element} el
 */
const isLabelled = (el) => attr(el, "aria-label") !== null || attr(el, "aria-labelledby") !== null;
const WIDGETS = "combobox listbox checkbox radio switch slider spinbutton".split(" ").map((role) => `[role=${role}]`);
const WIDGET = [...WIDGETS, "[aria-haspopup=listbox]"].join();
/** Whether a hidden control only stores the value of an adjacent widget. @param {Element} el */
const isTwin = (el) => {
  if (attr(el, "aria-hidden") !== "true" && !(Number(attr(el, "tabindex")) < 0)) return false;
  const beside = [el.previousElementSibling, el.nextElementSibling];
  /** @param {Element | null} at */
  const holdsWidget = (at) => at && (is(at, WIDGET) || Element.prototype.querySelector.call(at, WIDGET) !== null);
  return beside.some(holdsWidget);
};
const contentType = getterOf(Document.prototype, "contentType");
/** @param {string} tag */
const isMeaningful = (tag) => tag !== "img" && tag !== "svg";
/** @param {Element} el @param {string} tag */
const levelOf = (el, tag) => {
  const level = Number(attr(el, "aria-level")) || Number(/^h([1-6])$/.exec(tag)?.[1]) || 2;
  return Math.min(9, Math.max(1, Math.round(level)));
};

/**
 * Returns the readable content of this frame, or of one element (`root`), as events in document order. An event is a
 * text; 0: the element closes; 1: another block begins; 2: a line break; or a record of an element that opens.
 *
 * Fields of a record:
 * - `k`: the tag, "frame", "rows" (a list with unrendered rows; `n` states how many) or "label-of" (a label of the
 *   element named `n`);
 * - `r` role, `n` name, `g` a guess of the name, `s` state, `h` hint, `u` URL;
 * - `id` of a control or of its stand-in, such as its label; then `c` is the id of the control itself;
 * - `l`: level of a heading; `o`: first number of a list; `v`: "live" (a live region) or "over" (fixed above the page).
 *
 * With `where`, texts are [text, id of their element], and all records have the element's id as `at`. `most`, `keep`,
 * `again`: see `ReadOptions`.
 * @param {ReadOptions} options
 */
export const readable = (options) => {
  const started = performance.now();
  forget();
  beginFaults();
  if (options.again && isStill(options.again)) return { still: true, ms: performance.now() - started };
  const root = options.root ? nodeOf(options.root) : read.root.call(document);
  if (!root) return { gone: true, events: [], ms: performance.now() - started };
  const reader = new Reader(options).run(root);
  const events = reader.records();
  const isCut = reader.isCut || reader.isLate;
  const roots = /** @type {ShadowRoot[]} */ (allTrees().slice(1));
  const { scrollers, items } = reader;
  const begun = options.keep && !isCut ? beginRevision({ roots, scrollers, items }) : 0;
  return {
    events,
    cut: isCut,
    near: reader.isNear || undefined,
    scroll: [scrollX, scrollY],
    scrolled: scrolled(scrollers),
    rows: options.most ? safely(rowCounts, []) : undefined,
    pdf: contentType.call(document) === "application/pdf",
    // The title is included only for a whole page, because a changed title changes the result even if no text changed.
    title: options.root ? undefined : read.title.call(document),
    faults: faultsSoFar(),
    internals: reader.unasked.length ? reader.unasked.map(idOf) : undefined,
    // The last two members describe the call, not the page.
    ms: performance.now() - started,
    revision: begun ? holdRevision(begun) : undefined,
  };
};
