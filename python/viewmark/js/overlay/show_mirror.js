// Shows a frame of the page in the window of draw mode.

function showMirror(data, width, height) {
  return globalThis.viewmarkMirror.show(data, width, height);
}
