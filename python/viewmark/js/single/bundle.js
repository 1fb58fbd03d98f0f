// Wraps the modules of a bundle in one function that creates `vm`, with the exports of its entry and of all modules.

/** @param {{ modules: object }} [before] `vm` of the previous bundle */
function bundle(before) {
  "use strict";
  /** @type {Record<string, object>} */
  const $ = { ...before?.modules };
  FILES;
  return Object.freeze({ ...before, HANDLE, modules: $ });
}
