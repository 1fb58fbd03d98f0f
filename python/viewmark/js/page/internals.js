// Keeps role, name and states that custom elements set in `ElementInternals`, which no script of
// another world can read. The driver asks the browser's accessibility tree and hands them in.
import { attribute, localName } from "./native.js";

/** @type {WeakMap<Element, Internals>} */
export const learnt = new WeakMap();
/** Defined elements that keep nothing; the driver asks about them again by itself. */
export const plain = new WeakSet();

/**
 * What was handed in for an element; null where that is nothing.
 * @param {Element} el @returns {Internals | null}
 */
export const internalsOf = (el) => learnt.get(el) ?? null;

/** Whether an element may keep a role to itself, so that the driver should ask. @param {Element} el */
export const mayHaveInternals = (el) => localName(el).includes("-") && attribute(el, "role") === null && !plain.has(el);
