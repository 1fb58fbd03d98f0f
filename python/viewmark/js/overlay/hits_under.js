// Returns the page's elements under a rectangle.

/** @param {any} rect */
function hitsUnder(rect) {
  return globalThis.viewmarkDraw.under(rect).map((/** @type {any} */ { hit }) => hit);
}
