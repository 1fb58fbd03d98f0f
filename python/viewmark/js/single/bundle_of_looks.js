// What a look at the page needs, as one function: makes `vm`.

function bundleOfLooks() {
  "use strict";
  const vm = {},
    secretRules = RULES;
  FILES;
  return Object.freeze(vm);
}
