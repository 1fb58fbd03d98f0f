// Removes the guard from a document in which it must not remain.

function removeGuard() {
  const draw = globalThis.viewmarkDraw;
  if (!draw) return;
  draw.disarm();
  draw.unlisten();
  delete globalThis.viewmarkDraw;
}
