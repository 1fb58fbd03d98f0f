// The other files, as a function that makes a `vm` with everything.

/**
 * @param {object & { __proto__: object }} looks
 */
function bundleOfAll(looks) {
  "use strict";
  const vm = { ...looks.__proto__ };
  FILES;
  return Object.freeze(vm);
}
