// Runs a function with the page scripts, which are made once in a document of what `leave` left there; so all who ask
// have the same numbers of nodes. Answers with the key of what was not left.

/**
 * @param {string | null} name  a function that the scripts have to have; null: all of them
 * @param {unknown[]} rest
 */
function withScripts(name, ...rest) {
  SENT;
  const world = /** @type {any} */ (globalThis);
  const run = FUNCTION;
  const looks = (world[Symbol.for(`${LOOKS}.made`)] ??= world[Symbol.for(LOOKS)]?.());
  if (!looks) return LOOKS;
  if (name !== null && name in looks) return run(looks, ...rest);
  const all = (world[Symbol.for(`${REST}.made`)] ??= world[Symbol.for(REST)]?.(looks));
  return all ? run(all, ...rest) : REST;
}
