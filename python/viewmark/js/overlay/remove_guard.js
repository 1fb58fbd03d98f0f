// Takes the guard out of a document that is not ours to keep it in.

function removeGuard() {
  const draw = globalThis.viewmarkDraw;
  if (!draw) return;
  draw.disarm();
  draw.unlisten();
  delete globalThis.viewmarkDraw;
}
