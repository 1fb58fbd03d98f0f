// The screen area for windows, the size of the window, and the size it leaves for the page, CSS px.

function windowSizes() {
  const { availLeft, availTop } = /** @type {any} */ (screen);
  return [availLeft, availTop, screen.availWidth, screen.availHeight, outerWidth, outerHeight, innerWidth, innerHeight];
}
