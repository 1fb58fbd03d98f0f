// What of the page's elements lies under a rectangle.

/** @param {any} rect */
function hitsUnder(rect) {
  return globalThis.viewmarkDraw.under(rect).map((/** @type {any} */ { hit }) => hit);
}
