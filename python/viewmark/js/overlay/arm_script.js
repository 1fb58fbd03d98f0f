// Arms the guard. A new document's script takes no arguments, so the settings are part of it.

(() => {
  "use strict";
  const draw = globalThis.viewmarkDraw;
  if (!draw) return;
  draw.arm(CONFIG);
})();
