// Runs a caller's function, which `this` is; a function that it gives is called with the arguments.

/**
 * @this {() => unknown}
 * @param {unknown[]} args
 */
async function run(...args) {
  const value = await this();
  return typeof value === "function" ? value(...args) : value;
}
