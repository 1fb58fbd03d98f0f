// Shows a frame of the page in the window of draw mode.

/**
 * @param {any} data
 * @param {any} width
 * @param {any} height
 */
function showMirror(data, width, height) {
  return globalThis.viewmarkMirror.show(data, width, height);
}
