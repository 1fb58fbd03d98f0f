// Returns the page scripts (`vm`).

/** @param {unknown} vm */
(vm) => vm;
