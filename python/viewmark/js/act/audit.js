// Measures accessibility and layout problems on the live document: clipped text, content outside every scroll range,
// controls whose tab order differs from their visual order, accessible names that lack visible words, and invisible
// focus. Each finding is a measured fact; `comparison/audit_page.py` decides which of them are problems.
import { attr, contentRects, eachChild, holds, is, isElement, isText, nodeOf, parent, rect } from "../page/dom.js";
import { safely } from "../page/faults.js";
import { isTextField } from "../page/name_sources.js";
import { nameOf } from "../page/names.js";
import { forget } from "../page/native.js";
import { roleOf, spokenRole } from "../page/roles.js";
import { textUpTo } from "../page/text.js";
import { overMiddle } from "./styles.js";

const PATIENCE = 3000;
/** Minimum extent of clipping that is reported, for text and for controls, CSS px. */
const LOST = 4;
/** Minimum clipped fraction of a line's height. Smaller amounts may be empty space reserved for accents. */
const LINE = 0.3;
/** Maximum width or height of boxes that hide text visually but not from screen readers, CSS px. */
const HIDING = 3;
/** Maximum number of text nodes examined per element. */
const TEXTS = 60;
/** Maximum number of levels between a control and the common ancestor of two controls in one group. */
const GROUP = 3;
const FIELDS = "input,select,textarea,option,[contenteditable]";
const FLOATING =
  "dialog,[popover],[aria-modal=true],[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[role=tooltip],[role=alert],[role=status]";
const CLIPS = new Set(["hidden", "clip"]);
const SCROLLS = new Set(["auto", "scroll"]);
const WORD = /[\p{L}]{2,}/gu;
/**
 * Properties of an icon drawn by a ligature: `letters`: minimum number of letters that the icon font replaces by one
 * glyph; `width`: maximum width of that glyph, em.
 */
const SIGN = { letters: 3, width: 1.4 };

/**
 * Whether an element or one of its ancestors below `top` passes a test.
 * @param {Element} el @param {(at: Element) => boolean} test @param {Element | null} [top]
 */
const isSomeAround = (el, test, top = null) => {
  for (let at = /** @type {Element | null} */ (el); at && at !== top; at = parent(at)) if (test(at)) return true;
  return false;
};

/**
 * Returns the part of a box that remains after its ancestors have clipped it. Null if no content is lost, because the
 * whole box is visible, can be scrolled into view, fades out, ends in an ellipsis, or is hidden on purpose.
 * @param {Element} from @param {[number, number, number, number]} box
 */
const cutOf = (from, box) => {
  let [left, top, right, bottom] = box;
  let isFreeX = false;
  let isFreeY = false;
  let position = "static";
  let by = /** @type {Element | null} */ (null);
  for (let at = /** @type {Element | null} */ (from); at && !is(at, "html,body"); at = parent(at)) {
    const style = getComputedStyle(at);
    const isHolder = style.position !== "static" || style.transform !== "none";
    if (position === "fixed" && style.transform === "none") {
      if (style.position === "fixed") position = "fixed";
      continue;
    }
    if (position !== "absolute" || isHolder) {
      if (style.display === "inline" || style.display === "contents") {
        if (isHolder) position = style.position;
        continue;
      }
      const edge = rect(at);
      const clipsX = CLIPS.has(style.overflowX);
      const clipsY = CLIPS.has(style.overflowY);
      if ((clipsX || clipsY) && (edge.width <= HIDING || edge.height <= HIDING)) return null;
      if (style.maskImage !== "none" || style.clipPath !== "none" || style.clip !== "auto") return null;
      if (SCROLLS.has(style.overflowX)) isFreeX = true;
      if (SCROLLS.has(style.overflowY)) isFreeY = true;
      const ends = style.textOverflow !== "clip" || style.webkitLineClamp !== "none";
      if (clipsX && !isFreeX) {
        if (ends && (left < edge.left || right > edge.right)) return null;
        if (edge.left > left || edge.right < right) by = at;
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
      }
      if (clipsY && !isFreeY) {
        if (ends && bottom > edge.bottom) return null;
        if (edge.top > top || edge.bottom < bottom) by = at;
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      if (right - left <= 1 || bottom - top <= 1) return null;
    }
    if (isHolder) position = style.position;
  }
  return by ? [left, top, right, bottom] : null;
};

/**
 * Returns the text nodes inside an element, except those inside other elements of the set `listed`.
 * @param {Element} el @param {Set<Element>} listed
 */
const textsOf = (el, listed) => {
  /** @type {Text[]} */
  const found = [];
  /** Adds the text nodes of an element and of its descendants to the result. @param {Element} at */
  const visit = (at) => {
    eachChild(at, at.localName, (node) => {
      if (found.length >= TEXTS) return;
      if (isText(node)) {
        if (node.data.trim() !== "") found.push(node);
      } else if (isElement(node) && !listed.has(node) && !is(node, "script,style,template,svg,noscript")) visit(node);
    });
  };
  visit(el);
  return found;
};

/**
 * Returns the line of text that is clipped most, as [clipped px, clipped side, text of the line].
 * @param {Text[]} texts
 */
const clippedWords = (texts) => {
  /** @type {[number, string, string] | null} */
  let worst = null;
  for (const node of texts) {
    const up = parent(node);
    if (!up || getComputedStyle(up).visibility !== "visible") continue;
    for (const line of contentRects(node)) {
      if (line.width < 2 || line.height < 2) continue;
      const shown = cutOf(up, [line.left, line.top, line.right, line.bottom]);
      if (!shown) continue;
      const sides = /** @type {[number, string][]} */ ([
        [shown[0] - line.left, "left"],
        [line.right - shown[2], "right"],
      ]).filter(([px]) => px > LOST);
      const high = Math.max(shown[1] - line.top, line.bottom - shown[3]);
      if (high > LINE * line.height) sides.push([high, shown[1] > line.top ? "top" : "bottom"]);
      for (const [px, side] of sides) if (!worst || px > worst[0]) worst = [px, side, node.data.trim().slice(0, 60)];
    }
  }
  return worst;
};

/**
 * Whether an ancestor scrolls, clips or moves the part of an element that extends beyond the viewport. Such a part is
 * not reported, because it can be reached or was hidden on purpose.
 * @param {Element} el @param {number} width
 */
const isHeld = (el, width) => {
  for (let at = /** @type {Element | null} */ (el); at && !is(at, "html,body"); at = parent(at)) {
    const style = getComputedStyle(at);
    if (at !== el && style.overflowX !== "visible" && rect(at).right <= width + 1 && rect(at).left >= -1) return true;
    // A transform or an animation may move the content into the viewport; invisible content needs no report.
    if (style.transform !== "none" || style.animationName !== "none" || style.visibility !== "visible") return true;
  }
  return false;
};
/**
 * Returns how far an element extends beyond the scrollable area, or beyond the width of the viewport.
 * @param {Element} el @param {Text[]} texts
 */
const outside = (el, texts) => {
  const root = document.documentElement;
  if (getComputedStyle(root).direction === "rtl") return null;
  const width = root.clientWidth;
  const boxes =
    texts.length > 0 && !is(el, "button,a,[role=button]")
      ? texts.flatMap((node) => [...contentRects(node)])
      : [rect(el)];
  let right = -Infinity;
  let left = Infinity;
  for (const box of boxes) {
    if (box.width < 2 || box.height < 2) continue;
    right = Math.max(right, box.right);
    left = Math.min(left, box.left);
  }
  const over = right - width;
  const under = -(left + window.scrollX);
  if (!(over > 2 * LOST && left < width) && !(under > 2 * LOST && right > 0)) return null;
  if (isHeld(el, width)) return null;
  const body = document.body;
  const hides = [root, ...(body ? [body] : [])].some((at) => CLIPS.has(getComputedStyle(at).overflowX));
  if (under > 2 * LOST) return [under, "left", false];
  const isFixed = safely(() => isSomeAround(el, (at) => getComputedStyle(at).position === "fixed"), false);
  return [over, "right", !hides && !isFixed];
};

/**
 * Whether a box hides its contents visually but leaves them to screen readers, as a "visually hidden" class does.
 * @param {Element} at
 */
const isHiding = (at) => {
  const edge = rect(at);
  const style = getComputedStyle(at);
  return (
    (CLIPS.has(style.overflowX) && (edge.width <= HIDING || edge.height <= HIDING)) || style.clipPath === "inset(50%)"
  );
};

/** Returns the visible text of an element, without icon font glyphs and keyboard shortcuts. @param {Element} el */
const shownWords = (el) => {
  if (is(el, "input"))
    return is(el, "[type=submit],[type=button],[type=reset]") ? textUpTo(el, 200) || attr(el, "value") || "" : "";
  const parts = [];
  for (const node of textsOf(el, new Set())) {
    const up = parent(node);
    if (!up) continue;
    const style = getComputedStyle(up);
    if (style.visibility !== "visible" || Number(style.opacity) < 0.1 || parseFloat(style.fontSize) < 4) continue;
    if (safely(() => isSomeAround(up, (at) => is(at, "kbd"), el), false)) continue;
    const boxes = [...contentRects(node)].filter((box) => box.width > HIDING && box.height > HIDING);
    const last = boxes[0];
    if (!last) continue;
    const text = node.data.trim();
    if (
      text.length >= SIGN.letters &&
      boxes.length === 1 &&
      last.width <= SIGN.width * parseFloat(style.fontSize) &&
      !/\s/.test(text)
    )
      continue;
    if (!isSomeAround(up, isHiding, el)) parts.push(text);
  }
  return parts.join(" ").slice(0, 200);
};
const NAMED = new Set(
  "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option".split(" "),
);
/**
 * Returns the first visible word that the accessible name lacks, as [word, visible text, name]; null if it lacks none.
 * @param {Element} el
 */
const missingWord = (el) => {
  if (!NAMED.has(spokenRole(roleOf(el)))) return null;
  const isNamed = attr(el, "aria-label") || attr(el, "aria-labelledby");
  if (!isNamed) return null;
  const name = nameOf(el).toLowerCase().normalize("NFKC");
  if (name === "" || name.endsWith("…")) return null;
  const shown = shownWords(el);
  const flat = name.replace(/[^\p{L}\p{N}]+/gu, "");
  for (const word of shown.toLowerCase().normalize("NFKC").match(WORD) ?? []) {
    if (!flat.includes(word)) return [word, shown, nameOf(el)];
  }
  return null;
};

/**
 * Whether an element is not covered, or is covered only in passing: by something temporary such as a dialog, or by
 * something that stays in place while the page scrolls.
 * @param {Element} el
 */
const isCoveredInPassing = (el) => {
  const met = overMiddle(el);
  if (!met || getComputedStyle(el).pointerEvents === "none") return true;
  for (const label of /** @type {any} */ (el).labels ?? []) if (holds(label, met)) return true;
  for (let at = /** @type {Element | null} */ (met); at && !holds(at, el); at = parent(at)) {
    const style = getComputedStyle(at);
    if (is(at, FLOATING) || style.position === "fixed" || style.position === "sticky") return true;
  }
  return false;
};

/**
 * Returns the controls of one group that are above or to the left of a control that the Tab key reaches earlier.
 * @param {{el: Element, at: number}[]} controls
 */
const misplaced = (controls) => {
  /** @param {Element} el */
  const tabOf = (el) => /** @type {any} */ (el).tabIndex;
  const order = controls
    .filter(({ el }) => tabOf(el) >= 0 && !is(el, "[type=radio],[role=radio]"))
    .sort((a, b) => {
      const [x, y] = [tabOf(a.el) || Infinity, tabOf(b.el) || Infinity];
      if (x !== y) return x - y;
      return a.el.compareDocumentPosition(b.el) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    });
  /** @type {Map<number, [number, string]>} */
  const found = new Map();
  for (let i = 1; i < order.length; i += 1) {
    const [one, next] = [order[i - 1], order[i]];
    if (holds(one.el, next.el) || holds(next.el, one.el)) continue;
    let common = /** @type {Element | null} */ (one.el);
    let isFree = false;
    let isBackwards = false;
    let levels = 0;
    for (const from of [one.el, next.el]) {
      let steps = 0;
      for (common = from; common && !(holds(common, one.el) && holds(common, next.el)); common = parent(common)) {
        const style = getComputedStyle(common);
        if (style.position === "absolute" || style.position === "fixed" || style.position === "sticky") isFree = true;
        steps += 1;
      }
      levels = Math.max(levels, steps);
    }
    if (!common || isFree || levels > GROUP) continue;
    if (getComputedStyle(common).direction === "rtl") isBackwards = true;
    const [a, b] = [rect(one.el), rect(next.el)];
    if (a.width < 1 || b.width < 1) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const isAbove = b.bottom <= a.top + 1 && wide >= 0.5 * Math.min(a.width, b.width);
    const isBeside = isBackwards ? b.left >= a.right - 1 : b.right <= a.left + 1;
    if (isAbove) found.set(next.at, [one.at, "above"]);
    else if (isBeside && high >= 0.5 * Math.min(a.height, b.height))
      found.set(next.at, [one.at, isBackwards ? "right of" : "left of"]);
  }
  return found;
};

/**
 * Measures elements for the audit. The arguments are pairs: an element's id, then 1 for a control or 0 for any other
 * element. The result has one object per pair, or null for a removed element.
 * @param {...number} pairs @returns {(object | null)[]}
 */
export const auditFacts = (...pairs) => {
  const until = performance.now() + PATIENCE;
  forget();
  /** @type {(Element | null)[]} */
  const elements = [];
  for (let i = 0; i < pairs.length; i += 2) elements.push(nodeOf(pairs[i]));
  const listed = new Set(/** @type {Element[]} */ (elements.filter(Boolean)));
  const controls = elements.flatMap((el, at) => (el && pairs[2 * at + 1] ? [{ el, at }] : []));
  const order = safely(() => misplaced(controls), new Map());
  return elements.map((el, at) => {
    if (!el || performance.now() > until) return null;
    const isControl = pairs[2 * at + 1] === 1;
    const texts = is(el, FIELDS) ? [] : safely(() => textsOf(el, listed), []);
    const isSpoken = isControl || texts.length > 0;
    return {
      clipped: safely(() => clippedWords(texts), null),
      outside: isSpoken ? safely(() => outside(el, texts), null) : null,
      missing: safely(() => missingWord(el), null),
      order: order.get(at) ?? null,
      passing: isControl && safely(() => isCoveredInPassing(el), true),
      stops: isControl && /** @type {any} */ (el).tabIndex >= 0 && !isTextField(el, roleOf(el)),
    };
  });
};

/** The element that had focus before the audit moved the focus for the first time. @type {Element | null} */
let before = null;
/** Finishes running CSS transitions, so that a screenshot shows their final state. */
const endTransitions = () => {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
};
/**
 * Focuses an element as the Tab key would; returns whether it has focus now. An id of 0 restores the previous focus.
 * @param {number} id
 */
export const focusForAudit = (id) => {
  const active = /** @type {any} */ (document.activeElement);
  before ??= active;
  const el = /** @type {any} */ (id === 0 ? null : nodeOf(id));
  if (el) el.focus({ preventScroll: true, focusVisible: true });
  else {
    active?.blur();
    if (id === 0) {
      if (before && before !== document.body) /** @type {any} */ (before).focus({ preventScroll: true });
      before = null;
    }
  }
  endTransitions();
  return !el || is(el, ":focus-visible");
};
