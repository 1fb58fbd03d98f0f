// Determines which elements get a mark, based on three kinds of evidence.
//
// The kinds of evidence, strongest first:
//
// - CONTROL: a native control, a widget role, or a focusable or editable element.
// - LISTENER: an `onclick` attribute, a pointer listener that the driver found over CDP (an isolated world cannot see
//   listeners), or a delegated handler whose selector matches.
// - CURSOR: the outermost element with `cursor: pointer`, which is the visible sign of delegated handlers.
import { endRevision } from "./changes.js";
import { adoptAround } from "./closed_roots.js";
import { attr, idOf, is, isElement, nodeOf, parent, read } from "./dom.js";
import { isFrame } from "./element_kinds.js";
import { pointsOnHover } from "./hover_rules.js";
import { hasWord, tokensOf } from "./letters.js";
import { isListening, listening } from "./listeners.js";
import { isAriaRole, roleOf } from "./roles.js";
import { textOf } from "./text.js";

const WIDGET_ROLES =
  "button checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio " +
  "scrollbar searchbox slider spinbutton switch tab textbox treeitem";
const widgetRoles = new Set(WIDGET_ROLES.split(" "));
// A grid cell becomes a target only if it is focusable, so its role is not in the list of widget roles.
widgetRoles.delete("gridcell");

const CONTROLS =
  "a[href],area[href],button,input,select,textarea,summary,option,[role],[contenteditable]," +
  "[tabindex],video[controls],audio[controls],details,a[*|href]";
const HANDLERS =
  "[onclick],[ondblclick],[onmousedown],[onmouseup],[onpointerdown],[onpointerup]," + "[ontouchstart],[ontouchend]";
/** Selector for elements with a handler attribute that is not empty. */
const FILLED = HANDLERS.split(",")
  .map((one) => `${one}:not(${one.slice(0, -1)}=""])`)
  .join(",");
const EMPTY = HANDLERS.split(",")
  .map((one) => `${one.slice(0, -1)}=""]`)
  .join(",");
const DRAGGED = '[draggable="true" i]';
const MAYBE = `${CONTROLS},${HANDLERS},${DRAGGED}`;

const BUTTONS = "a.btn:not([href]),a.button:not([href])";
/** Selector for anchors without an address that expand the element beside them, recognized by their class. */
const FOLDERS = "a:not([href]):is([class*=toggler i],[class*=expander i])";
const NAMED = ["-button", "-fab"];

export const TEXT = 8;
export const CONTROL = 4;
export const LISTENER = 2;
export const CURSOR = 1;

/** @param {string | null} value */
const isEditable = (value) => value !== null && /^(|true|plaintext-only)$/i.test(value.trim());

/** @param {Element} el */
const isEditingHost = (el) => {
  if (!isEditable(attr(el, "contenteditable"))) return false;
  const up = parent(el);
  return !up || !(up instanceof HTMLElement) || !up.isContentEditable;
};

/** @param {Element} el */
export const roleTokens = (el) => tokensOf(attr(el, "role")?.toLowerCase());

/**
 * Whether the role of an element is a widget role. If the attribute lists several roles, the first valid one counts.
 * @param {Element} el
 */
export const isWidget = (el) => widgetRoles.has(roleTokens(el).find(isAriaRole) ?? "");

/**
 * Whether an element is a control by its tag, its role, or because it can be edited or have focus.
 * @param {Element} el @param {string} tag
 */
const isControl = (el, tag) => {
  switch (tag) {
    case "button":
    case "option":
    case "select":
    case "textarea":
      return true;
    case "input":
      return attr(el, "type")?.toLowerCase() !== "hidden";
    case "a":
    case "area":
      if (attr(el, "href") !== null || attr(el, "xlink:href") !== null) return true;
      break;
    case "video":
    case "audio":
      if (attr(el, "controls") !== null) return true;
      break;
    case "summary": {
      const up = read.parentNode.call(el);
      if (up instanceof HTMLDetailsElement) {
        for (let n = read.firstChild.call(up); n; n = read.nextSibling.call(n)) {
          if (isElement(n) && read.localName.call(n) === "summary") return n === el;
        }
      }
      break;
    }
    case "details":
      return !hasSummary(el);
    default:
  }
  if (isWidget(el)) return true;
  return isFocused(el) || isEditingHost(el);
};
/** @param {Element} el */
const isFocused = (el) => {
  const tabIndex = attr(el, "tabindex");
  return tabIndex !== null && parseInt(tabIndex, 10) >= 0;
};
// Roles of containers that pass focus on to their parts.
const HOLDERS = new Set(
  (
    "application article banner complementary contentinfo document feed figure form grid group " +
    "list listbox log main menu menubar navigation none note presentation radiogroup region " +
    "row rowgroup search status table tablist tabpanel toolbar tree treegrid alert dialog"
  ).split(" "),
);
/**
 * Whether only `tabindex` makes an element a control, because it has no widget role and is no field.
 * @param {Element} el @param {string} tag
 */
export const isFocusOnly = (el, tag) => {
  if (attr(el, "tabindex") === null || NATIVE.has(tag) || isEditingHost(el)) return false;
  const role = roleTokens(el).find(isAriaRole) ?? "generic";
  return role === "generic" || HOLDERS.has(role);
};
const NATIVE = new Set("a area button input option select textarea summary video audio".split(" "));

/** @param {Element} el */
const hasSummary = (el) => {
  for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
    if (isElement(n) && read.localName.call(n) === "summary") return true;
  }
  return false;
};

/**
 * Returns the evidence that an element is interactive, as a sum of the constants above; 0 if there is none. `owns`
 * states that the pointer cursor begins at this element.
 * @param {Element} el @param {string} tag @param {boolean} owns
 */
export const evidence = (el, tag, owns) => {
  // An embedded document receives pointer events itself, so listeners on its element do not make the element a target.
  const isDeaf = (tag === "object" || tag === "embed") && isFrame(el, tag);
  let found = owns && !isDeaf ? CURSOR : 0;
  if (isListening(el) && !isDeaf) found |= LISTENER;
  if (is(el, MAYBE)) {
    if (isControl(el, tag)) found |= CONTROL;
    if (!isDeaf && is(el, FILLED)) found |= LISTENER;
    // An element that is declared draggable is a target, like an element with a pointer cursor.
    if (found === 0 && is(el, DRAGGED)) found = CURSOR;
  }
  // An anchor without href that is styled as a button is assumed to have a delegated handler.
  if (!(found & (CONTROL | LISTENER)) && tag === "a" && is(el, BUTTONS)) found = LISTENER | CURSOR;
  if (
    !(found & (CONTROL | LISTENER)) &&
    tag === "a" &&
    is(el, FOLDERS) &&
    !hasWord(textOf(el)) &&
    getComputedStyle(el).cursor === "pointer"
  )
    found = LISTENER | CURSOR;
  // Some elements, such as seats in a plan or table rows, get a pointer cursor only on hover. They are targets too.
  if (found === 0 && !isDeaf && pointsOnHover(el)) found = CURSOR;
  // A custom element whose tag ends in "button" or "fab" is a button, even if its listener is on an ancestor.
  if (found === 0 && NAMED.some((end) => tag.endsWith(end)) && is(el, ":defined")) found = CURSOR;
  return found;
};
/**
 * Records nodes that have a pointer listener. Scripts cannot see listeners, so the nodes come from the browser's
 * debugger interface (CDP). Returns the ids of the nodes, negated for a node whose handler is an empty function.
 * @param {...Node} found @returns {number[]}
 */
export const listen = (...found) => {
  endRevision();
  return found.map((node) => {
    if (node === document) listening.add(node); // for jQuery's delegated handlers on the document
    if (!node || !isElement(node)) return 0;
    listening.add(node);
    adoptAround(node);
    // An empty handler does nothing. The negative id tells the caller to check whether the node has another listener.
    return is(node, EMPTY) ? -idOf(node) : idOf(node);
  });
};

/** Forgets listeners that the page has removed. @param {number[]} ids */
export const unlisten = (ids) => {
  endRevision();
  for (const id of ids) {
    const node = nodeOf(id);
    if (node) listening.delete(node);
  }
};

const TOGGLES = new Set("checkbox menuitemcheckbox menuitemradio radio slider switch".split(" "));
/** Whether an element is on or off, or has a value, as a whole, as a checkbox or slider is. @param {Element} el */
export const isToggle = (el) => TOGGLES.has(roleOf(el));
