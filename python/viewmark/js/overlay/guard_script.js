// The guard, in every new document once.

(() => {
  "use strict";
  if (globalThis.viewmarkDraw) return;
  const draw = (globalThis.viewmarkDraw = { config: null, timings: {} });
  {
    FILES;
  }
})();
