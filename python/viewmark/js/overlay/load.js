// Loads the overlay into a document that has the guard installed.

/**
 * Adds the overlay's functions to a document, once. `vm` contains the functions of the page scripts.
 * @param {any} vm
 */
function loadOverlay(vm) {
  "use strict";
  const draw = globalThis.viewmarkDraw;
  if (draw.start) return;
  draw.vm = vm;
  FILES;
}
