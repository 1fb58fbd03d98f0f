// Calls a function of draw mode, if draw mode is present in this document.

/**
 * @param {string | number} name
 * @param {any[]} rest
 */
function callDraw(name, ...rest) {
  return globalThis.viewmarkDraw?.[name]?.(...rest);
}
