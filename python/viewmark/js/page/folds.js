// Infers whether a control is expanded or collapsed, and what it opens, from classes and from the boxes next to or
// below it. This covers disclosure triggers, items with a list of their own, and custom selects with an arrow.
import { hasWordOf, isCalled, meaningOf, saidOf, wordsOfClass } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect } from "./dom.js";
import { byId, computed, few, nextElement, previousElement, queryFirst, rootNode } from "./native.js";
import { textContent } from "./native.js";
import { textOf } from "./text.js";
import { saidIn } from "./ticks.js";
import { FIELD_BOX, LONGEST, MANY, PARTS, SIGN, OUT_OF_FLOW, NEAR } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const LISTS = "ul,ol,dl,[role=group],[role=list],[role=menu]";
const CONTROL = "a[href],button,input,select,textarea,[role],[onclick],[tabindex]";
const NOT_BODY = "script,style,template,dialog,[role=dialog],[role=alertdialog],[role=tooltip],[role=alert],label,br";
/** Selector for containers that open as a whole. Whether they are visible says nothing about a trigger inside them. */
const WHOLE = "dialog,[aria-modal=true],[role=dialog],[role=alertdialog],[role=alert],[role=status],[role=tooltip]";
/** Minimum number of letters of the content that a trigger expands. Fewer letters are an icon or a badge. */
const SAYING = 20;
/** The same minimum if a class of the trigger or its item names the state. */
const BRIEF = 3;
/** Maximum number of children of an item. */
const CHILDREN = 8;

/** Returns the item that contains a trigger: its parent. @param {Element} head */
const itemOf = (head) => {
  const up = parent(head);
  return up && !is(up, WHOLE) ? [up] : [];
};
/**
 * Whether the element after a trigger may be the content that the trigger expands.
 * @param {Element} head @param {Element} body
 */
const isBody = (head, body) => {
  if (is(body, NOT_BODY)) return false;
  const length = textContent(body).trim().length;
  const hasItems = is(body, LISTS) && queryFirst(body, "li,[role=listitem],[role=menuitem],[role=treeitem]") !== null;
  if (length >= SAYING || hasItems || queryFirst(body, CONTROL) !== null) return true;
  return length >= BRIEF && saidOf([head, ...itemOf(head)], "expanded") !== undefined;
};
/** @param {Element} body */
const isHidden = (body) => computed(body).display === "none" || rect(body).height <= 1;
/**
 * Whether content is shown: it is painted below its trigger, or floats beside it.
 * @param {Element} head @param {Element} body
 */
const isShown = (head, body) => {
  const style = computed(body);
  const [own, below] = [rect(head), rect(body)];
  if (below.height < 8 || below.width < 8 || style.visibility !== "visible" || +style.opacity === 0) return false;
  const isBelow = below.top >= own.bottom - Math.max(4, own.height / 2);
  const isFloating = OUT_OF_FLOW.has(style.position);
  return isBelow || (isFloating && below.bottom > own.top && below.left < own.right && below.right > own.left);
};
/**
 * Whether two elements have a class in common that is neither a state nor a class of their container.
 * @param {Element} one @param {Element} other
 */
const sharesClass = (one, other) => {
  // A class that the container has too comes from the library, so it does not show that two elements belong together.
  const common = itemOf(other).flatMap((up) => classesOf(up));
  const own = classesOf(other).filter(
    (token) => !common.includes(token) && !["expanded", "chosen"].some((state) => meaningOf(token, state)),
  );
  return classesOf(other).length === 0 || classesOf(one).some((token) => own.includes(token));
};
/**
 * Returns the content that a trigger expands: the list at the end of its item, or the next sibling; null if there is
 * none.
 * @param {Element} head
 */
const bodyOf = (head) => {
  const last = itemOf(head).map((item) => (few(item, 200) ?? []).filter((one) => parent(one) === item))[0] ?? [];
  const list = last.length <= CHILDREN ? last.at(-1) : undefined;
  if (list && list !== head && is(list, LISTS)) return isBody(head, list) ? list : null;
  const next = nextElement(head);
  if (!next || (is(head, "li") && !is(next, LISTS))) return null;
  // A sibling that resembles the trigger is another trigger.
  const tag = read.localName.call(head);
  const isLike = tag === read.localName.call(next) && (tag === "li" || tag.includes("-") || sharesClass(next, head));
  return !isLike && isBody(head, next) ? next : null;
};
/**
 * Returns the content of similar triggers, which are among the siblings of the trigger or in the siblings of its item.
 * @param {Element} head @param {Element} body
 */
const bodiesBeside = (head, body) => {
  /** @type {{ head: Element, body: Element }[]} */
  const found = [];
  const tag = read.localName.call(head);
  const [item] = itemOf(head);
  for (const step of [previousElement, nextElement]) {
    for (const [from, isItem] of /** @type {[Element | undefined, boolean][]} */ ([
      [head, false],
      [item, true],
    ])) {
      for (let at = from ? step(from) : null, i = 0; at && i < PARTS; at = step(at), i += 1) {
        const other = isItem ? read.firstElement.call(at) : at;
        if (!other || other === body || read.localName.call(other) !== tag || !sharesClass(other, head)) continue;
        const its = bodyOf(other);
        if (its && its !== head) found.push({ head: other, body: its });
      }
    }
  }
  return found;
};
/**
 * Returns whether a trigger is expanded, judged by whether its content is visible. A class must confirm it, or the
 * content of a similar trigger must be in the other state. Otherwise undefined.
 * @param {Element} head
 */
const isOpen = (head) => {
  const body = bodyOf(head);
  if (!body) return undefined;
  const said = saidOf([head, ...itemOf(head), body], "expanded");
  if (isHidden(body)) {
    if (said !== undefined) return said === false ? false : undefined;
    const isFold = is(body, LISTS) && isCalled(head, "toggle");
    return isFold || bodiesBeside(head, body).some((other) => isShown(other.head, other.body)) ? false : undefined;
  }
  if (said !== undefined || !isShown(head, body)) return said === true && isShown(head, body) ? true : undefined;
  return bodiesBeside(head, body).some((other) => isHidden(other.body)) ? true : undefined;
};

/**
 * Returns whether a toggle is expanded, judged by a class of the toggle, of the element around it, or of its item;
 * undefined if none says so.
 * @param {Element} part
 */
const ofToggle = (part) => {
  let el = /** @type {Element | null} */ (part);
  for (let i = 0; el && i < NEAR && wordsIn(el) === ""; el = parent(el), i += 1) {
    if (!isCalled(el, "toggle")) continue;
    const first = read.firstElement.call(el);
    const items = itemOf(el).filter((item) => queryFirst(item, LISTS) !== null);
    const said = saidOf(first ? [el, first] : [el], "expanded") ?? saidOf(items, "expanded");
    if (said !== undefined) return said;
    // If some toggle of the same kind has a class for the expanded state, a toggle without that class is collapsed.
    const kind = classesOf(el).find((token) => hasWordOf(token, "toggle"));
    const isDrawn = first ? rect(first).width >= 4 : computed(el, "::before").content !== "none";
    const kin = isDrawn && kind ? queryFirst(rootNode(el), openOf(kind)) : null;
    if (kin) return false;
  }
  return undefined;
};
/** @param {string} kind */
const openOf = (kind) =>
  ["-open", "--open", "_open", ".open", ".expanded"].map((end) => `.${CSS.escape(kind)}${end}`).join();
const COLLAPSES = "[data-toggle=collapse],[data-bs-toggle=collapse]";
/** Selector for elements that have `data-target` and no `data-toggle`. They expand their next sibling. */
const TARGETS = "[data-target]:not([data-toggle],[data-bs-toggle])";
/**
 * Returns whether the content that an attribute of an element names is visible; undefined if no attribute names any.
 * @param {Element} el
 */
const ofTarget = (el) => {
  if (!is(el, `${COLLAPSES},${TARGETS}`)) return undefined;
  const named = ["data-target", "data-bs-target", "href"].map((name) => attr(el, name) ?? "").find(Boolean) ?? "";
  const body = /^#?[\w-]+$/.test(named) ? byId(rootNode(el), named.replace("#", "")) : null;
  return body && (is(el, COLLAPSES) || body === nextElement(el)) ? !isHidden(body) : undefined;
};

/**
 * Returns whether an element is expanded, judged by its painted boxes; undefined if nothing shows it.
 * @param {Element} el @param {string} role
 */
export const openOfPaint = (el, role) => {
  const said = ofToggle(el) ?? ofTarget(el);
  if (said !== undefined) return said;
  const words = wordsIn(el);
  for (
    let head = /** @type {Element | null} */ (el), i = 0;
    words !== "" && head && i < NEAR && wordsIn(head) === words;
    head = parent(head), i += 1
  ) {
    const open = isOpen(head);
    if (open !== undefined) return open;
  }
  const drawn = role === "generic" || role === "button" ? saidIn(el, "folded") : undefined;
  return typeof drawn === "boolean" ? drawn : undefined;
};

/** Selector for elements whose markup already states what they open, or that they open nothing. */
const OPENS =
  "[aria-haspopup],[aria-expanded],[aria-pressed],[role]:not([role=button],[role=generic],[role=none]),a[href]";
/** Whether a class marks a part as a down arrow or the toggle of a list. @param {string} token */
const isDownArrow = (token) => {
  const isDown = wordsOfClass(token).some((word) => meaningOf(word, "points") === "down");
  const isOfList = ["listbox", "menu"].some((kind) => hasWordOf(token, kind)) && hasWordOf(token, "toggle");
  return (hasWordOf(token, "sign") && isDown) || isOfList;
};
/** Whether the last part painted in a box is a down arrow. @param {Element} el */
const endsInArrow = (el) => {
  const frame = rect(el);
  const isRtl = computed(el).direction === "rtl";
  return (few(el, MANY) ?? []).some((part) => {
    const { left, right, width, height } = rect(part);
    if (width < 4 || Math.max(width, height) > SIGN || wordsIn(part) !== "") return false;
    // A library without support for right-to-left text draws the arrow on the right in every page.
    const rest = isRtl ? Math.min(left - frame.left, frame.right - right) : frame.right - right;
    if (rest >= Math.min(SIGN, frame.width / 3)) return false;
    const classes = classesOf(part);
    return classes.some(isDownArrow);
  });
};
/**
 * Returns the kind of popup that the classes of an element name (`listbox` or `menu`); "" if they name none.
 * @param {Element} el
 */
const calledBy = (el) => ["listbox", "menu"].find((kind) => isCalled(el, kind)) ?? "";
/**
 * Returns the popup that a custom field or button opens, judged by its classes and an arrow at its end; "" if none.
 * @param {Element} el
 */
export const opensOf = (el) => {
  const { width, height } = rect(el);
  if (height > FIELD_BOX || wordsIn(el) === "" || is(el, OPENS) || textOf(el).length > LONGEST) return "";
  let kind = "";
  for (
    let at = /** @type {Element | null} */ (el), i = 0;
    at && kind === "" && i < NEAR && rect(at).height <= FIELD_BOX && rect(at).width <= 1.5 * width;
    at = parent(at), i += 1
  )
    kind = calledBy(at);
  return kind !== "" && endsInArrow(el) ? kind : "";
};
