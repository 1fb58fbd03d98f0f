// Tells what is open or shut, and what opens a list, where only a class, or what is painted beside or below it, shows
// that: heads of folds, items with a list of their own, drawn fields with an arrow.
import { hasWordOf, isCalled, meaningOf, saidOf, wordsOfClass } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect } from "./dom.js";
import { byId, computed, few, nextElement, previousElement, queryFirst, rootNode } from "./native.js";
import { textContent } from "./native.js";
import { textOf } from "./text.js";
import { saidIn } from "./ticks.js";
import { FIELD_BOX, LONGEST, MANY, PARTS, SIGN } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const LISTS = "ul,ol,dl,[role=group],[role=list],[role=menu]";
const CONTROL = "a[href],button,input,select,textarea,[role],[onclick],[tabindex]";
const NOT_BODY = "script,style,template,dialog,[role=dialog],[role=alertdialog],[role=tooltip],[role=alert],label,br";
/** What comes as a whole: that it is shown says nothing of a fold in it. */
const WHOLE = "dialog,[aria-modal=true],[role=dialog],[role=alertdialog],[role=alert],[role=status],[role=tooltip]";
/** Letters that make a part more than a sign or a badge, and where a class of its head or item says how it stands. */
const SAYING = 20;
const BRIEF = 3;
/** Steps up to the head that an element is all of, neighbours that are compared, children of an item. */
const STEPS = 2;
const CHILDREN = 8;

/** The item of a head: what is around it. @param {Element} head */
const itemOf = (head) => {
  const up = parent(head);
  return up && !is(up, WHOLE) ? [up] : [];
};
/** Whether what stands behind a head may be what it folds. @param {Element} head @param {Element} body */
const isBody = (head, body) => {
  if (is(body, NOT_BODY)) return false;
  const length = textContent(body).trim().length;
  const hasItems = is(body, LISTS) && queryFirst(body, "li,[role=listitem],[role=menuitem],[role=treeitem]") !== null;
  if (length >= SAYING || hasItems || queryFirst(body, CONTROL) !== null) return true;
  return length >= BRIEF && saidOf([head, ...itemOf(head)], "expanded") !== undefined;
};
/** @param {Element} body */
const isHidden = (body) => computed(body).display === "none" || rect(body).height <= 1;
/** Whether a body is painted below its head, or floats at it. @param {Element} head @param {Element} body */
const isShown = (head, body) => {
  const style = computed(body);
  const [own, below] = [rect(head), rect(body)];
  if (below.height < 8 || below.width < 8 || style.visibility !== "visible" || +style.opacity === 0) return false;
  const isBelow = below.top >= own.bottom - Math.max(4, own.height / 2);
  const isFloating = style.position === "absolute" || style.position === "fixed";
  return isBelow || (isFloating && below.bottom > own.top && below.left < own.right && below.right > own.left);
};
/** @param {Element} one @param {Element} other */
const sharesClass = (one, other) => {
  // What the box around has as well is a class of all parts of a kit.
  const common = itemOf(other).flatMap((up) => classesOf(up));
  const own = classesOf(other).filter(
    (token) => !common.includes(token) && !["expanded", "chosen"].some((state) => meaningOf(token, state)),
  );
  return classesOf(other).length === 0 || classesOf(one).some((token) => own.includes(token));
};
/** What a head folds: the list that ends its item, or what stands behind it. @param {Element} head */
const bodyOf = (head) => {
  const last = itemOf(head).map((item) => (few(item, 200) ?? []).filter((one) => parent(one) === item))[0] ?? [];
  const list = last.length <= CHILDREN ? last.at(-1) : undefined;
  if (list && list !== head && is(list, LISTS)) return isBody(head, list) ? list : null;
  const next = nextElement(head);
  if (!next || (is(head, "li") && !is(next, LISTS))) return null;
  // What is like a head is another one.
  const tag = read.localName.call(head);
  const isLike = tag === read.localName.call(next) && (tag === "li" || tag.includes("-") || sharesClass(next, head));
  return !isLike && isBody(head, next) ? next : null;
};
/** Bodies of the heads like one, beside it or in the items beside its own. @param {Element} head @param {Element} body */
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
/** Whether a head is open, by what it folds: a class must say it, or what is painted of another one contradict it. @param {Element} head */
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

/** Longest side of a sign, px, parts that are looked at, boxes up from it. */
const OUT = 2;
/** How a part that only folds stands by a class: its own, of the part it is drawn in, of its item. @param {Element} part */
const ofToggle = (part) => {
  let el = /** @type {Element | null} */ (part);
  for (let i = 0; el && i <= OUT && wordsIn(el) === ""; el = parent(el), i += 1) {
    if (!isCalled(el, "toggle")) continue;
    const first = read.firstElement.call(el);
    const items = itemOf(el).filter((item) => queryFirst(item, LISTS) !== null);
    const said = saidOf(first ? [el, first] : [el], "expanded") ?? saidOf(items, "expanded");
    if (said !== undefined) return said;
    // Another one of its kind that says it is open contradicts one that says nothing.
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
/** What only has a target, and says no more, folds what stands right behind it. */
const TARGETS = "[data-target]:not([data-toggle],[data-bs-toggle])";
/** How something stands that says which part of the page it folds: by whether that is painted. @param {Element} el */
const ofTarget = (el) => {
  if (!is(el, `${COLLAPSES},${TARGETS}`)) return undefined;
  const named = ["data-target", "data-bs-target", "href"].map((name) => attr(el, name) ?? "").find(Boolean) ?? "";
  const body = /^#?[\w-]+$/.test(named) ? byId(rootNode(el), named.replace("#", "")) : null;
  return body && (is(el, COLLAPSES) || body === nextElement(el)) ? !isHidden(body) : undefined;
};

/** Whether something is open, as it is painted; undefined where nothing shows it. @param {Element} el @param {string} role */
export const openOfPaint = (el, role) => {
  const said = ofToggle(el) ?? ofTarget(el);
  if (said !== undefined) return said;
  const words = wordsIn(el);
  for (
    let head = /** @type {Element | null} */ (el), i = 0;
    words !== "" && head && i <= STEPS && wordsIn(head) === words;
    head = parent(head), i += 1
  ) {
    const open = isOpen(head);
    if (open !== undefined) return open;
  }
  const drawn = role === "generic" || role === "button" ? saidIn(el, "folded") : undefined;
  return typeof drawn === "boolean" ? drawn : undefined;
};

/** What says by itself what it opens, or that it does not. */
const OPENS =
  "[aria-haspopup],[aria-expanded],[aria-pressed],[role]:not([role=button],[role=generic],[role=none]),a[href]";
/** Whether a class calls a part an arrow that points down, or that of a list field. @param {string} token */
const isDownArrow = (token) => {
  const isSign = hasWordOf(token, "sign");
  const isDown = wordsOfClass(token).some((word) => meaningOf(word, "points") === "down");
  const isOfList = ["listbox", "menu"].some((kind) => hasWordOf(token, kind)) && hasWordOf(token, "toggle");
  return (isSign && isDown) || isOfList;
};
/** Whether the last thing that is drawn in a box is an arrow that points down. @param {Element} el */
const endsInArrow = (el) => {
  const frame = rect(el);
  const isRtl = computed(el).direction === "rtl";
  return (few(el, MANY) ?? []).some((part) => {
    const { left, right, width, height } = rect(part);
    if (width < 4 || Math.max(width, height) > SIGN || wordsIn(part) !== "") return false;
    // Kits that know one direction draw it where they do in that.
    const rest = isRtl ? Math.min(left - frame.left, frame.right - right) : frame.right - right;
    if (rest >= Math.min(SIGN, frame.width / 3)) return false;
    const classes = classesOf(part);
    return classes.some(isDownArrow);
  });
};
/** What the classes of a box say that is chosen from it; "" of any other. @param {Element} el */
const calledBy = (el) => ["listbox", "menu"].find((kind) => isCalled(el, kind)) ?? "";
/** What a drawn field or button opens at a press: its classes call it so, and an arrow at its end shows it; "" of any other. @param {Element} el */
export const opensOf = (el) => {
  const { width, height } = rect(el);
  if (height > FIELD_BOX || wordsIn(el) === "" || is(el, OPENS) || textOf(el).length > LONGEST) return "";
  let kind = "";
  for (
    let at = /** @type {Element | null} */ (el), i = 0;
    at && kind === "" && i <= OUT && rect(at).height <= FIELD_BOX && rect(at).width <= 1.5 * width;
    at = parent(at), i += 1
  )
    kind = calledBy(at);
  return kind !== "" && endsInArrow(el) ? kind : "";
};
