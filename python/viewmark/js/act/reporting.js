// Reports the effects of an action: the element, the focus, and the containers that scrolled, with their offsets.
import { getterOf, idOf, isElement, parent, read, rect, rootOf } from "../page/dom.js";
import { safely } from "../page/faults.js";
import { nameOf } from "../page/names.js";
import { forget } from "../page/native.js";
import { toBox } from "../page/rects.js";
import { roleOf, spokenRole } from "../page/roles.js";
import { isSecret } from "../page/secrets.js";
import { textOf } from "../page/text.js";
import { isDisabled } from "../page/visibility.js";

/** @type {Readonly< Record<"left" | "top" | "width" | "height" | "viewWidth" | "viewHeight", (el: Element) => number> >} */
export const scroll = {
  left: (el) => read.scrollLeft.call(el),
  top: (el) => read.scrollTop.call(el),
  width: (el) => read.scrollWidth.call(el),
  height: (el) => read.scrollHeight.call(el),
  viewWidth: (el) => read.clientWidth.call(el),
  viewHeight: (el) => read.clientHeight.call(el),
};
const FIELDS = new Set(["input", "textarea", "select"]);
const childrenOf = getterOf(Node.prototype, "childNodes");
const OPAQUE = new Set(["iframe", "frame", "embed", "object"]);
const isContentEditable = getterOf(HTMLElement.prototype, "isContentEditable");
/** @type {(this: Element, options: ScrollToOptions) => void} */
export const scrollBy = Element.prototype.scrollBy;
/** @type {(this: Element, options: ScrollToOptions) => void} */
export const scrollTo = Element.prototype.scrollTo;

/**
 * Whether an element's content cannot be examined, so that it may contain the element that receives keys.
 * @param {Element} el @param {string} tag
 */
const isOpaque = (el, tag) => OPAQUE.has(tag) || (tag.includes("-") && !safely(() => rootOf(el), null));
const html = /** @type {HTMLElement & { editContext: unknown }} */ (HTMLElement.prototype);
/** Returns an element's EditContext, which receives text without being editable; null in browsers without that API. */
const editContextOf = "editContext" in html ? getterOf(html, "editContext") : () => null;
/** @param {Element | null} el */
export const isEditable = (el) =>
  el instanceof HTMLElement &&
  (isContentEditable.call(el) || editContextOf.call(/** @type {typeof html} */ (el)) !== null);
/** @param {Element} el */
export const isOfDocument = (el) => el === read.body.call(document) || el === read.root.call(document);
/**
 * Whether an element is a rich text field, that is, the outermost editable element.
 * @param {Element} el
 */
const isField = (el) => isEditable(el) && (isOfDocument(el) || !isEditable(parent(el)));

/** Maximum number of characters of an element's text that serve as its name if it has none. */
const OWN = 60;
/**
 * Returns a summary of an element for a result: its tag, role and name, but never its value.
 * @param {Element | null} el
 */
export const summarize = (el) => {
  if (!el) return null;
  const tag = read.localName.call(el);
  // The text of a field is its value, and the text of a whole document is too long to be a name, so neither is used.
  const text = FIELDS.has(tag) || isField(el) || tag === "body" || tag === "html" ? "" : safely(() => textOf(el), "");
  /** @type {ElementSummary} */
  const summary = {
    id: idOf(el),
    tag,
    role: safely(() => spokenRole(roleOf(el)), ""),
    // The complete text of a container is too long for a name, so it is truncated.
    name: safely(() => nameOf(el), "") || (text.length > OWN ? `${text.slice(0, OWN - 1).trimEnd()}…` : text),
  };
  if (safely(() => isDisabled(el), false)) summary.disabled = true;
  if (isOpaque(el, tag) || safely(() => isSecret(el), true)) summary.secret = true;
  return summary;
};

/** Whether timers and animation frames run; they do not run in documents with scripting disabled. */
export const hasTimers = () => !matchMedia("(scripting: none)").matches;
/** Waits for the next frame and returns whether one was drawn; gives up after 100 ms, because hidden tabs draw none. */
export const frame = () =>
  new Promise((done) => {
    const timer = setTimeout(done, 100, false);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done(true);
    });
  });

/**
 * Returns all scroll containers of a node, innermost first, with the document last.
 * @param {Element} node
 */
export const scrollersOf = (node) => {
  const root = document.scrollingElement;
  const found = [];
  for (let at = /** @type {Element | null} */ (node); at; at = parent(at)) {
    const isMore = scroll.height(at) > scroll.viewHeight(at) || scroll.width(at) > scroll.viewWidth(at);
    if (isMore && at !== root) found.push(at);
  }
  return root ? [...found, root] : found;
};

/** @param {Element} node */
export const notePositions = (node) => scrollersOf(node).map((el) => ({ el, x: scroll.left(el), y: scroll.top(el) }));

/** @param {Element | null} el */
export const nameScroller = (el) =>
  el === document.scrollingElement ? { id: 0, tag: "page", role: "", name: "" } : summarize(el);

/**
 * Returns the containers that scrolled since their offsets `before` were noted: by how much, and where they are now.
 * @param {ScrollPosition[]} before
 */
export const movedSince = (before) =>
  before
    .filter(({ el, x, y }) => scroll.left(el) !== x || scroll.top(el) !== y)
    .map(({ el, x, y }) => ({
      container: nameScroller(el),
      dx: scroll.left(el) - x,
      dy: scroll.top(el) - y,
      x: scroll.left(el),
      y: scroll.top(el),
    }));

/**
 * Scrolls the containers of a node, without animation, until a point of this viewport is in view.
 * @param {Element} node @param {number} pointX @param {number} pointY
 */
export const scrollTowards = (node, pointX, pointY) => {
  let [x, y] = [pointX, pointY];
  for (const el of scrollersOf(node)) {
    const isPage = el === document.scrollingElement;
    const [left, top, right, bottom] = isPage ? [0, 0, innerWidth, innerHeight] : toBox(rect(el));
    if (x >= left && x < right && y >= top && y < bottom) continue;
    const from = [scroll.left(el), scroll.top(el)];
    const by = { left: x - (left + right) / 2, top: y - (top + bottom) / 2 };
    scrollBy.call(el, { ...by, behavior: "instant" });
    x -= scroll.left(el) - from[0];
    y -= scroll.top(el) - from[1];
  }
};

/**
 * Returns the focused element, also inside shadow roots. Null if only the body has focus, unless the body itself is a
 * rich text field, as in the frames of editors.
 */
export const focused = () => {
  let at = document.activeElement;
  while (at) {
    const inner = rootOf(at)?.activeElement;
    if (!inner) break;
    at = inner;
  }
  if (at && !isOfDocument(at)) return at;
  const body = read.body.call(document);
  return isEditable(body) ? body : null;
};

/**
 * Whether the caret is in or next to masked text, which may be part of a rich text field that is not secret as a whole.
 */
const isAtSecret = () => {
  const { anchorNode: at = null, anchorOffset: offset = 0 } = getSelection() ?? {};
  if (!at) return false;
  const kids = isElement(at) ? childrenOf.call(at) : [];
  const nodes = [at];
  /** @param {Node} node */
  const lastOf = (node) => childrenOf.call(node)[childrenOf.call(node).length - 1];
  for (let node = /** @type {Node} */ (kids[offset - 1]); node; node = lastOf(node)) nodes.push(node);
  for (let node = /** @type {Node} */ (kids[offset]); node; node = childrenOf.call(node)[0]) nodes.push(node);
  return nodes.some((node) => {
    const el = isElement(node) ? node : parent(node);
    return el !== null && isSecret(el);
  });
};
/**
 * Returns a summary of the focused element. In a rich text field, the position of the caret decides whether it counts
 * as secret, because keys take effect there.
 * @param {Element | null} el
 */
export const summarizeFocused = (el) => {
  const summary = summarize(el);
  if (summary && isEditable(el) && safely(isAtSecret, true)) summary.secret = true;
  return summary;
};

/**
 * Returns the focused element of this frame. If a frame inside it has focus, that is the frame's owner element.
 * @returns {{ id: number; frame: boolean; summary: ElementSummary | null }}
 */
export const focus = () => {
  forget?.();
  const el = focused();
  const tag = el ? read.localName.call(el) : "";
  const isFrame = tag === "iframe" || tag === "frame";
  return { id: el ? idOf(el) : 0, frame: isFrame, summary: summarizeFocused(el) };
};
