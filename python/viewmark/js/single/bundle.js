// The modules of a bundle, as one function that makes `vm`: what its entry names, and the exports of all modules.

/**
 * @param {{ modules: object }} [before] `vm` of the bundle before
 */
function bundle(before) {
  "use strict";
  /** @type {Record<string, object>} */
  const $ = { ...before?.modules };
  FILES;
  return Object.freeze({ ...before, HANDLE, modules: $ });
}
