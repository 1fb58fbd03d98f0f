// The other files, as a function that makes a `vm` with everything.

/**
 * @param {object} looks
 */
function bundleOfAll(looks) {
  "use strict";
  const vm = { ...looks };
  FILES;
  return Object.freeze(vm);
}
