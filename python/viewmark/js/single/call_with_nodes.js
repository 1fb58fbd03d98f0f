// The same with live nodes, or with what stands for them.

/**
 * @param {Record<string, (...args: any[]) => unknown>} vm
 * @param {string} name
 * @param {unknown[]} nodes
 */
function callWithNodes(vm, name, ...nodes) {
  return vm[name](...nodes);
}
