// Calls a function of draw mode, where draw mode is there.

/**
 * @param {string | number} name
 * @param {any[]} rest
 */
function callDraw(name, ...rest) {
  return globalThis.viewmarkDraw?.[name]?.(...rest);
}
