// Loads the overlay into a document that has the guard installed.

/** @param {any} vm */
function loadOverlay(vm) {
  "use strict";
  const draw = globalThis.viewmarkDraw;
  if (draw.start) return;
  draw.vm = vm;
  FILES;
}
