// Stores the role, name and states that custom elements set by `ElementInternals`. Page scripts cannot read them, so
// they come from the browser's accessibility tree.
import { attribute, localName } from "./native.js";

/** @type {WeakMap<Element, Internals>} */
export const learnt = new WeakMap();
/** Custom elements that have no such data. They are checked again from time to time. */
export const plain = new WeakSet();

/**
 * Returns the stored data of an element, or null.
 * @param {Element} el @returns {Internals | null}
 */
export const internalsOf = (el) => learnt.get(el) ?? null;

/**
 * Whether an element may have a role from `ElementInternals`, so that the accessibility tree should be asked for it.
 * @param {Element} el
 */
export const mayHaveInternals = (el) => localName(el).includes("-") && attribute(el, "role") === null && !plain.has(el);
