// Installs the guard once in every new document.

(() => {
  "use strict";
  if (globalThis.viewmarkDraw) return;
  const draw = (globalThis.viewmarkDraw = { config: null, timings: {} });
  {
    FILES;
  }
})();
