// Determines which elements a press (by mouse, touch or pen) may hit: the target, its label, or the control that the
// target captions.
import { gestureOf } from "../page/boxes.js";
import { classesOf, holds, is, parent, read, rect, rootOf } from "../page/dom.js";
import { isListening } from "../page/listeners.js";
import { closest, queryFirst } from "../page/native.js";
import { isDisabled } from "../page/visibility.js";
import { wordsIn } from "../page/words_in.js";

/** Selector for controls that are also activated by pressing a caption inside them. */
const CAPTIONED =
  "a[href],area[href],button,summary,option,[role=button],[role=link],[role=checkbox]," +
  "[role=radio],[role=switch],[role=tab],[role=menuitem],[role=menuitemcheckbox]," +
  "[role=menuitemradio],[role=option],[role=treeitem]";
const ACTORS =
  CAPTIONED +
  ",input,select,textarea,label,[onclick],[tabindex],[contenteditable],[role=slider]," +
  "[role=combobox],[role=textbox],[role=searchbox]";

/**
 * Returns the control that a node belongs to: its nearest clickable ancestor, or the node itself.
 * @param {Element} node
 */
export const actorOf = (node) => {
  for (let at = /** @type {Element | null} */ (node); at; at = parent(at)) if (is(at, ACTORS)) return at;
  return node;
};

/**
 * Returns the control that a label activates when pressed. An element that is not a label is returned unchanged.
 * @param {Element} el
 */
const driven = (el) => (el instanceof HTMLLabelElement ? read.labelControl.call(el) : null) ?? el;

/**
 * Elements with their own activation behaviour inside a label. Pressing one does not activate the label's control
 * (HTML, "the label element").
 */
const OWN_DEEDS = "a[href],area[href],button,input,select,textarea,[role=link]";
/**
 * Returns the control activated by a press on a node inside a label. Null if there is no label, or if the node has its
 * own activation behaviour.
 * @param {Element} node
 */
export const labelledControl = (node) => {
  for (let at = /** @type {Element | null} */ (node); at; at = parent(at)) {
    if (at instanceof HTMLLabelElement) return read.labelControl.call(at);
    if (is(at, OWN_DEEDS)) return null;
  }
  return null;
};
/** @param {Element} node @param {Element} control */
const isLabelOf = (node, control) => labelledControl(node) === control;

/** @param {Element} el */
export const passes = (el) => getComputedStyle(el).pointerEvents === "none";

/**
 * Returns the control that a press on a caption or icon activates: the button or link around it. If pointer events pass
 * through the element, it is whichever control receives them. Null if there is none.
 * @param {Element} el
 */
const controlAround = (el) => {
  let at = /** @type {Element | null} */ (el);
  while (at && passes(at)) at = parent(at);
  if (!at) return null;
  const control = actorOf(at);
  if (at === el) return control !== el && is(control, CAPTIONED) ? control : null;
  if (rootOf(at) && sizeOf(el) > SHARE * sizeOf(at)) return at; // a component's host receives the press for the control inside
  return is(control, ACTORS) && control !== read.root.call(document) ? control : null;
};

/**
 * Whether a press that lands on `found` has the effect of a press on `el`.
 * @param {Element} el @param {Element | null} found
 */
export const countsAs = (el, found) => {
  if (!found) return false;
  if (holds(el, found) || isLabelOf(found, el)) return true;
  const control = controlAround(el);
  return control !== null && (found === control || actorOf(found) === control);
};

/**
 * Maximum size of a nested element, as a fraction of the size of the control around it, to count as a separate control.
 */
const SHARE = 0.5;
/** Maximum width and height of an icon with its own action, such as a checkbox, arrow or close button, px. */
const SIGN = 40;
const TICKS = "input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch]";
/**
 * Class names of icons with their own action. Their event listener is often on an ancestor, so it cannot be detected on
 * the icon.
 */
const SIGN_CLASS =
  /(?:^|[-_])(?:check(?:box)?\d?|tick(?:box)?|hit|expander|toggler?|switcher|twist(?:y|ie)|disclosure)(?:[-_]|$)/;
const CELLS = "td,th,[role=cell],[role=gridcell]";
/** Maximum number of levels from the pressed element up to the icon that contains it. */
const STEPS = 8;

/** @param {Element} el */
const sizeOf = (el) => {
  const { width, height } = rect(el);
  return width * height;
};
/** @param {Element} el */
const hasHand = (el) => gestureOf(getComputedStyle(el).cursor) === "press";
/** @param {Element} el */
const isCarried = (el) => is(el, "[draggable=true]") || gestureOf(getComputedStyle(el).cursor) === "drag";
/**
 * Whether an element reacts to presses itself. It does if it is a control, has an event listener, or shows a cursor for
 * pressing or dragging.
 * @param {Element} el
 */
const isPressed = (el) => is(el, ACTORS) || isListening(el) || hasHand(el) || isCarried(el);
/** Whether an icon shows no text. The letters of an icon font's ligature do not count. @param {Element} el */
const isWordless = (el) => {
  if (wordsIn(el) === "") return true;
  const first = read.firstElement.call(el);
  return (
    is(el, TICKS) ||
    queryFirst(el, TICKS) !== null ||
    (first !== null && is(first, "[aria-hidden=true]") && wordsIn(first) === wordsIn(el))
  );
};
/**
 * Whether a node in a control is an icon with its own action, such as a checkbox, an arrow or a close button.
 * @param {Element} at @param {Element} el
 */
const isSign = (at, el) => {
  const { width, height } = rect(at);
  if (width < 1 || width > SIGN || height > SIGN || !isWordless(at)) return false;
  if (isListening(at) || queryFirst(at, TICKS) !== null) return true;
  return classesOf(at).some((name) => SIGN_CLASS.test(name)) || (hasHand(at) && !hasHand(el));
};
/**
 * Whether a part of a control reacts to presses separately, although neither its role nor its tag says so. `at` is the
 * part, `el` the control.
 * @param {Element} at @param {Element} el
 */
const isApart = (at, el) => {
  if (is(at, CELLS) || sizeOf(at) > SHARE * sizeOf(el)) return false;
  if (isSign(at, el)) return true;
  if (!isListening(at) || !(isListening(el) || hasHand(el)) || !hasHand(at)) return false;
  const words = wordsIn(at);
  return words !== "" && words !== wordsIn(el);
};
/**
 * Returns the nested control that a press on `found`, inside `el`, activates. Null if the press activates `el` itself.
 * @param {Element} el @param {Element} found
 */
const innerOf = (el, found) => {
  if (!holds(el, found) || !isPressed(el)) return null;
  if (el instanceof HTMLLabelElement) {
    const inner = closest(found, OWN_DEEDS);
    return inner && holds(el, inner) && inner !== driven(el) ? inner : null;
  }
  let steps = 0;
  for (let at = /** @type {Element | null} */ (found); at && at !== el; at = parent(at), steps += 1) {
    if (at instanceof HTMLLabelElement && read.labelControl.call(at) === el) return null;
    if (is(at, ACTORS) || (steps < STEPS && isApart(at, el))) return at;
  }
  return null;
};

/**
 * Whether a press on `found` activates `el`, and not a control nested in it, such as a button in a clickable card.
 * @param {Element} el @param {Element} found
 */
export const isOwn = (el, found) => isLabelOf(found, el) || (holds(el, found) && innerOf(el, found) === null);

/**
 * Returns the checkbox or switch inside an icon; if there is none, the icon itself.
 * @param {Element} sign
 */
const tickOf = (sign) => queryFirst(sign, TICKS) ?? sign;
/**
 * Returns the control that is really activated when a press meant for `el` lands on `found`.
 * @param {Element} el @param {Element} found
 */
export const hitOf = (el, found) => {
  for (let at = /** @type {Element | null} */ (found); at && at !== el; at = parent(at))
    if (is(at, ACTORS)) return driven(at);
  if (!holds(el, found)) return passes(el) && controlAround(el) === found ? el : found;
  const inner = innerOf(el, found);
  if (inner) return tickOf(inner);
  const control = actorOf(el);
  return is(control, `${CAPTIONED},label`) ? driven(control) : el;
};
/**
 * Returns the small nested control that a press meant for `el` would activate instead; null if there is none. It is
 * called when only this nested control can be reached. A nested control that fills most of `el` does not count, because
 * pressing it is what the user would do.
 * @param {Element} el @param {Element} found
 */
export const onlyInner = (el, found) => {
  const inner = innerOf(el, found);
  return inner && sizeOf(inner) <= SHARE * sizeOf(el) ? tickOf(inner) : null;
};

/**
 * Returns the disabled control that an element is or is part of, if pointer events pass through it (`pointer-events:
 * none`). Otherwise null.
 * @param {Element} el
 */
export const inertOf = (el) => {
  const control = actorOf(el);
  return is(control, ACTORS) && isDisabled(control) && passes(control) ? control : null;
};
/** @param {Element} node @returns {Element} */
export const controlOf = (node) => driven(actorOf(node));
