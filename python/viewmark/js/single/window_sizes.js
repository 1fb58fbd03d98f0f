// Returns the screen area available for windows, the size of the window, and the size of its page area, CSS px.

function windowSizes() {
  const { availLeft, availTop } = /** @type {any} */ (screen);
  return [availLeft, availTop, screen.availWidth, screen.availHeight, outerWidth, outerHeight, innerWidth, innerHeight];
}
