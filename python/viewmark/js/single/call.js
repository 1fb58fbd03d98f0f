// Calls a function of the page scripts.

/**
 * @param {Record<string, (...args: any[]) => unknown>} vm
 * @param {string} name
 * @param {unknown[]} args
 */
function call(vm, name, args) {
  return vm[name](...args);
}
