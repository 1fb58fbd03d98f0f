// Infers which of several tabs, pages or days is selected, and which controls are disabled, if no attribute says so. A
// class must say it, and the element must also be painted differently from its siblings; otherwise no state is
// reported.
import { hasWordOf, isWordOf, lastWordOfClass, meaningOf, saidOf, wordsOfClass } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect, rootOf } from "./dom.js";
import { closest, computed, few, nextElement, previousElement, queryCss, queryFirst, othersIn } from "./native.js";
import { rootNode } from "./native.js";
import { MANY, PARTS, STEPS, NEAR } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const LARGER = 3;
const PRESSED =
  "a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=tab],[role=link],[onclick]";

/**
 * Returns how a class name marks an element as selected: as the only one (`alone`), as one of possibly several
 * (`some`), or not at all (undefined).
 * @param {string} token
 */
const choiceOf = (token) => {
  const words = wordsOfClass(token);
  // The class says that a checkbox inside the element is checked, which does not mean that the element is selected.
  if (isWordOf(words.at(-2) ?? "", "tick")) return undefined;
  // Matches names such as `activeTab` and `selected-item`.
  if (words.length === 2 && isWordOf(lastWordOfClass(token), "item") && meaningOf(words[0], "chosen")) return "alone";
  if (token === "on") return "some";
  return meaningOf(token, "chosen");
};
const FALSE = new Set("false no 0 off none null undefined".split(" "));
/** Whether an attribute is present and not false. @param {Element} el @param {string} name */
const isSet = (el, name) => {
  const value = attr(el, name);
  return value !== null && !FALSE.has(value);
};
/**
 * Returns how a class, or an attribute of a custom element, marks an element as selected: `alone`, `some` or undefined.
 * @param {Element} el
 */
const saysChosen = (el) => {
  // A tab panel shows the selected content but is not a choice itself.
  if (classesOf(el).some((token) => hasWordOf(token, "panel"))) return undefined;
  const said = classesOf(el).map(choiceOf).find(Boolean);
  if (said) return said;
  return Element.prototype.getAttributeNames
    .call(el)
    .filter((name) => (read.localName.call(el).includes("-") || name.startsWith("data-")) && isSet(el, name))
    .map((name) => choiceOf(name === "data-state" ? (attr(el, name) ?? "") : name))
    .find(Boolean);
};

/** Returns the siblings before and after an element. @param {Element} el */
const besides = (el) => {
  const found = [];
  for (const step of [previousElement, nextElement]) {
    for (let at = step(el), n = 0; at && n < MANY; at = step(at), n += 1) found.push(at);
  }
  return found;
};
/** Returns the siblings of the same kind: those with the same tag and a class in common. @param {Element} el */
const peersOf = (el) => {
  const own = new Set(classesOf(el).filter((token) => !choiceOf(token) && !isWordOf(lastWordOfClass(token), "place")));
  const tag = read.localName.call(el);
  /** @param {Element | null} other */
  const isPeer = (other) =>
    other !== null &&
    read.localName.call(other) === tag &&
    (own.size === 0 || classesOf(other).some((token) => own.has(token)));
  const peers = besides(el).filter(isPeer);
  // Each link of a navigation may be in an item of its own, so similar links in the sibling items count as siblings
  // too.
  const kind = own.size > 0 ? [...own].map((token) => `${tag}.${CSS.escape(token)}`).join() : tag;
  let at = parent(el);
  for (let i = 0; at && peers.length === 0 && i < NEAR && wordsIn(at) === wordsIn(el); at = parent(at), i += 1) {
    const item = read.localName.call(at);
    for (const one of besides(at).filter((other) => read.localName.call(other) === item)) {
      const peer = queryFirst(one, kind);
      if (peer) peers.push(peer);
    }
  }
  if (peers.length > 0 || own.size === 0) return peers;
  return besides(el).filter((other) =>
    classesOf(other).some((token) => own.has(token) && isWordOf(lastWordOfClass(token), "item")),
  );
};

/** @param {string} width @param {string} colour */
const lineOf = (width, colour) => (parseFloat(width) > 0 ? width + colour : "");
/**
 * Returns the style properties in which a selected element may differ from its siblings, as one text.
 * @param {CSSStyleDeclaration} style
 */
const paintOf = (style) =>
  [
    style.backgroundColor,
    style.color,
    style.fontWeight,
    style.opacity,
    style.boxShadow,
    lineOf(style.borderBottomWidth, style.borderBottomColor),
    lineOf(style.borderLeftWidth, style.borderLeftColor),
    style.outlineStyle === "none" ? "" : lineOf(style.outlineWidth, style.outlineColor),
  ].join();
/** @param {Element} el @param {string} at */
const pseudoOf = (el, at) => {
  const style = computed(el, at);
  return style.content === "none" || style.content === "normal" ? "" : style.content + style.transform + paintOf(style);
};
/**
 * Returns how an element and its first parts are painted, as one text that is compared with that of its siblings.
 * @param {Element} el
 */
export const looksOf = (el) => {
  const inner = rootOf(el);
  const first = inner ? queryFirst(/** @type {any} */ (inner), "*") : null;
  const parts = [el, ...(first ? [first] : []), ...(few(first ?? el, 4 * PARTS) ?? []).slice(0, PARTS)];
  return parts
    .map(
      (part) => paintOf(computed(part)) + pseudoOf(part, "::before") + pseudoOf(part, "::after") + attr(part, "icon"),
    )
    .join("|");
};
/**
 * Returns further signs of selection, as one text: whether an element has a pointer cursor, and which of its first
 * parts without text take up space, such as the checkmark of a selected option.
 * @param {Element} el
 */
const signsOf = (el) => {
  const signs = (few(el, 4 * PARTS) ?? []).slice(0, PARTS).filter((part) => wordsIn(part) === "");
  return [computed(el).cursor === "pointer", ...signs.map((part) => rect(part).width > 1)].join();
};
/** Whether a selected element is painted differently from its unselected siblings. @param {Element} el */
const isMarkedOut = (el) => {
  const peers = peersOf(el);
  const plain = peers.filter((peer) => !saysChosen(peer));
  const most = saysChosen(el) === "alone" ? 0 : plain.length;
  if (plain.length === 0 || peers.length - plain.length > most) return false;
  const own = looksOf(el) + signsOf(el);
  return plain.slice(0, PARTS).every((peer) => looksOf(peer) + signsOf(peer) !== own);
};
/**
 * Returns the component of an element, if the element is the only interactive part of it; otherwise the element.
 * @param {Element} el
 */
const hostOf = (el) => {
  const root = rootNode(el);
  return root instanceof ShadowRoot && queryCss(root, PRESSED).length <= 1 ? read.host.call(root) : el;
};
/** Whether an element shows text that is not clipped to a pixel for screen readers. @param {Element} el */
const isSeen = (el) => rect(el).width > 1 && rect(el).height > 1 && wordsIn(el) !== "";
/**
 * Whether an element is selected, judged by a class of the element, its only child, its list item or its component.
 * @param {Element} el
 */
export const isChosen = (el) => {
  const { width, height } = rect(el);
  const words = wordsIn(el);
  const host = hostOf(el);
  const inner = read.firstElement.call(el);
  if (inner && nextElement(inner) === null && wordsIn(inner) === words && saysChosen(inner)) return isMarkedOut(inner);
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i <= STEPS; at = parent(at), i += 1) {
    const size = rect(at);
    if (size.width * size.height > LARGER * width * height && wordsIn(at) !== words) break;
    // A part without text in a selected item, such as its close button, is not itself selected.
    if (at !== el && words === "" && wordsIn(at) !== "") return false;
    // If the element is all that its component contains, the elements to compare it with are in the other components.
    if (saysChosen(at) && (host === el || peersOf(at).length > 0)) return isMarkedOut(at);
    // An element with siblings of the same kind is one of the choices. Its ancestors contain all of the choices, so the
    // search ends here.
    const tag = read.localName.call(at);
    if (besides(at).some((one) => read.localName.call(one) === tag && isSeen(one))) break;
  }
  if (host === el || (words === "" && wordsIn(host) !== "")) return false;
  return saysChosen(host) !== undefined && isMarkedOut(host);
};

/** Opacity below which an element is painted as disabled. */
const DIM = 0.7;
const SAYS_DISABLED = "[class*=disabled i],[data-interactive=false]";
const CHOICES = "li,[role=option],[role=menuitem],[role=tab]";
/** @param {Element | null} el */
const saysDisabled = (el) =>
  el !== null && (saidOf([el], "disabled") !== undefined || attr(el, "data-interactive") === "false");
/** Whether text is medium grey or nearly transparent. @param {string} colour */
const isPale = (colour) => {
  const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return alpha < 0.4 || (Math.max(red, green, blue) - Math.min(red, green, blue) < 12 && red > 90 && red < 200);
};
/**
 * Whether an element is disabled, judged by a class of its own or of a wrapper with nothing else in it. In addition,
 * the element must be painted dim or pale, have a `not-allowed` cursor, or be one of several choices of which others
 * lack the class.
 * @param {Element} el
 */
export const isBarred = (el) => {
  if (read.localName.call(el).includes("-") && isSet(el, "disabled")) return true;
  // Most elements have no class for the disabled state, nor has any ancestor. This single lookup rules them out.
  if (is(el, "input,select,textarea") || closest(el, SAYS_DISABLED) === null) return false;
  const words = wordsIn(el);
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < STEPS; at = parent(at), i += 1) {
    if (at !== el && (wordsIn(at) !== words || othersIn(at, el, PRESSED).length > 0)) return false;
    if (!saysDisabled(at)) continue;
    const tag = read.localName.call(at);
    const beside = [previousElement(at), nextElement(at)].filter((one) => one && read.localName.call(one) === tag);
    if (is(at, CHOICES) && beside.some((one) => !saysDisabled(one))) return true;
    const { cursor, color } = computed(el);
    if (cursor === "pointer") return false;
    return cursor === "not-allowed" || +computed(at).opacity < DIM || isPale(color) || is(at, "[data-interactive]");
  }
  return false;
};
