// Reads the kind and the state of a control. The state is read before a control is set, and after every action.
import { roleTokens } from "../page/candidates.js";
import { attr, eachChild, getterOf, is, isElement, nodeOf, read, rememberedNode } from "../page/dom.js";
import { internalsOf } from "../page/internals.js";
import { forget } from "../page/native.js";
import { isAriaRole, roleOf } from "../page/roles.js";
import { stateOf as stateOfElement } from "../page/state.js";
import { isDisabled } from "../page/visibility.js";
import { labelledControl } from "./controls.js";
import { isEditable, summarize } from "./reporting.js";

const typeOf = getterOf(HTMLInputElement.prototype, "type");
const filesOf = getterOf(HTMLInputElement.prototype, "files");

const RADIOS = "[role=radio],[role=menuitemradio]";
// Selector for elements that can be checked. Options and tree items count only if they have `aria-checked`.
const TOGGLES =
  `[role=checkbox],[role=switch],[role=menuitemcheckbox],${RADIOS},` +
  "[role=option][aria-checked],[role=treeitem][aria-checked]";

/**
 * Returns the kind of a control: `checkbox`, `radio`, `select`, `file`, or another input type; "" for other elements.
 * @param {Element} el
 */
const kindOf = (el) => {
  if (el instanceof HTMLSelectElement) return "select";
  const type = el instanceof HTMLInputElement ? typeOf.call(el) : "";
  if (type === "checkbox" || type === "radio" || type === "file") return type;
  if (is(el, TOGGLES)) return is(el, RADIOS) ? "radio" : "checkbox";
  const internal = internalsOf(el);
  if (internal?.state.checked !== undefined) return internal.role?.endsWith("radio") ? "radio" : "checkbox";
  return type;
};

/**
 * Returns the file field with an id. It need not be in the document, because pages open a file chooser from a detached
 * field.
 * @param {number} id
 */
const fileFieldOf = (id) => {
  const el = rememberedNode(id);
  return el instanceof HTMLInputElement && typeOf.call(el) === "file" ? el : nodeOf(id);
};

/**
 * Adds the controls inside an element to `found`, and stops once there are two.
 * @param {Element} el @param {Element[]} found
 */
const controlsIn = (el, found) => {
  eachChild(el, read.localName.call(el), (node) => {
    if (found.length > 1 || !isElement(node)) return;
    if (kindOf(node) !== "" || is(node, "textarea")) found.push(node);
    else controlsIn(node, found);
  });
  return found;
};

/**
 * Returns the control that an element represents: the element itself, the control it labels, or the only control
 * inside.
 * @param {Element} el
 */
const controlMeant = (el) => {
  if (kindOf(el) !== "") return el;
  const inside = el instanceof HTMLLabelElement ? [] : controlsIn(el, []);
  return inside.length === 1 ? inside[0] : (labelledControl(el) ?? el);
};

/**
 * Returns the state of an element. If the element's own role can be checked, the state is computed for that role,
 * because ARIA defines no state for an option outside a listbox.
 * @param {Element} el
 */
const stateOf = (el) => {
  const own = is(el, TOGGLES) ? roleTokens(el).find(isAriaRole) : undefined;
  return stateOfElement(el, own ?? roleOf(el));
};

/**
 * Returns the value of a slider or spin button that contains no text field, so that only keys can change it. Undefined
 * for other elements.
 * @param {Element} el
 */
const numberOf = (el) => {
  const isMoved = /^(slider|spinbutton)$/.test(roleOf(el)) && !isEditable(el) && !is(el, "input");
  const now = isMoved ? parseFloat(attr(el, "aria-valuenow") ?? "") : NaN;
  return Number.isFinite(now) ? now : undefined;
};

/**
 * Returns the kind and state of a control; null if it is gone. With `isLoose`, the id may belong to a file field that a
 * click opened although the field is not in the document.
 * @param {number} id @param {boolean} [isLoose] @returns {object | null}
 */
export const control = (id, isLoose) => {
  forget();
  const el = isLoose ? fileFieldOf(id) : nodeOf(id);
  if (!el) return null;
  const control = controlMeant(el);
  return {
    summary: summarize(control),
    kind: kindOf(control),
    disabled: isDisabled(control),
    multiple: control.multiple === true,
    folder: control instanceof HTMLInputElement && control.webkitdirectory,
    number: numberOf(control),
    state: stateOf(control),
  };
};

/** @param {number} id @returns {State | null} */
export const stateOfNode = (id) => {
  forget();
  const el = nodeOf(id);
  return el ? stateOf(el) : null;
};

/** @param {number} id @returns {{ name: string; size: number }[] | null} */
export const filesOfNode = (id) => {
  const el = fileFieldOf(id);
  if (!(el instanceof HTMLInputElement)) return null;
  return Array.from(filesOf.call(el) ?? [], (file) => ({ name: file.name, size: file.size }));
};
