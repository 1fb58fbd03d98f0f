// The screen's part for windows, what the window takes of it, and what it leaves for the page, CSS px.

function windowSizes() {
  const { availLeft, availTop } = /** @type {any} */ (screen);
  return [availLeft, availTop, screen.availWidth, screen.availHeight, outerWidth, outerHeight, innerWidth, innerHeight];
}
