// Calls a function of `vm` by name, with live nodes as arguments.

/**
 * @param {Record<string, (...args: any[]) => unknown>} vm
 * @param {string} name
 * @param {unknown[]} nodes
 */
function callWithNodes(vm, name, ...nodes) {
  return vm[name](...nodes);
}
