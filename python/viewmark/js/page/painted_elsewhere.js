// Computes where an element is painted outside its box, by its own shadows, filters and reflections or by those of its
// ancestors.
import { parent, read, rect } from "./dom.js";
import { has as isInTopLayer } from "./top_layer.js";

/** Yields an element and its ancestors. @param {Element} el @returns {Generator<Element>} */
export function* upFrom(el) {
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) yield at;
}
/** Yields an element and the ancestors whose painting includes it, up to the top layer. @param {Element} el */
export function* paintedIn(el) {
  for (const at of upFrom(el)) {
    yield at;
    if (isInTopLayer(at)) return;
  }
}
/** @param {string} value */
const lengthsIn = (value) => (value.match(/-?[\d.]+(?=px)/g) ?? []).reduce((sum, px) => sum + Math.abs(Number(px)), 0);
/**
 * Returns how far an element is painted beyond its box by text shadows and filters, px; Infinity if that is unknown.
 * @param {Element} el
 */
export const spreadOf = (el) => {
  let far = lengthsIn(getComputedStyle(el).textShadow);
  for (const at of paintedIn(el)) {
    const { filter } = getComputedStyle(at);
    if (filter === "none") continue;
    const width = at instanceof HTMLElement ? read.offsetWidth.call(at) : 0;
    const scale = width > 0 ? Math.max(1, (rect(at).right - rect(at).left) / width) : 1;
    far += filter.includes("url(") ? Infinity : 3 * scale * lengthsIn(filter);
  }
  return far;
};
/**
 * Returns the boxes in which reflections, of the element or of its ancestors, paint the element again.
 * @param {Element} el @returns {Box[]}
 */
export const reflectionsOf = (el) => {
  const found = [];
  for (const at of paintedIn(el)) {
    const style = /** @type {any} */ (getComputedStyle(at)).webkitBoxReflect;
    if (!style || style === "none") continue;
    const { left, top, right, bottom } = rect(at);
    if (style.startsWith("above")) found.push([left, 0, right, top]);
    else if (style.startsWith("left")) found.push([0, top, left, bottom]);
    else if (style.startsWith("right")) found.push([right, top, innerWidth, bottom]);
    else found.push([left, bottom, right, innerHeight]);
  }
  return found;
};
