// Arms the guard. A script for new documents receives no arguments, so the settings are inlined.

(() => {
  "use strict";
  const draw = globalThis.viewmarkDraw;
  if (!draw) return;
  draw.arm(CONFIG);
})();
