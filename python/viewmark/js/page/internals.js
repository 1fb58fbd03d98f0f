// Stores the role, name and states that custom elements set by `ElementInternals`. Scripts of another world cannot read
// them, so the driver reads them from the browser's accessibility tree.
import { attribute, localName } from "./native.js";

/** @type {WeakMap<Element, Internals>} */
export const learnt = new WeakMap();
/** Defined custom elements without such data; the driver rechecks them from time to time. */
export const plain = new WeakSet();

/**
 * Returns the stored data of an element, or null.
 * @param {Element} el @returns {Internals | null}
 */
export const internalsOf = (el) => learnt.get(el) ?? null;

/**
 * Whether an element may have a role from `ElementInternals`, so that the driver should read it.
 * @param {Element} el
 */
export const mayHaveInternals = (el) => localName(el).includes("-") && attribute(el, "role") === null && !plain.has(el);
