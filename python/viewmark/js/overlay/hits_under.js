// What of the page's elements lies under a rectangle.

function hitsUnder(rect) { return globalThis.viewmarkDraw.under(rect).map(({ hit }) => hit); }
