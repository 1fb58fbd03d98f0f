// Runs a function with the page scripts. The scripts are created once per document from the functions that `leave`
// stored there, so that all callers share the same node ids. If one of those functions is missing, returns its key.

/**
 * @param {string | null} name  the function that the scripts must have; null: all of them
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
