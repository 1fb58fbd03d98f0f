// Runs a caller's script (`this`); if it evaluates to a function, calls that function with the arguments.

/**
 * @this {() => unknown}
 * @param {unknown[]} args
 */
async function run(...args) {
  const value = await this();
  return typeof value === "function" ? value(...args) : value;
}
