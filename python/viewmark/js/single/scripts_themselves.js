// The page scripts.

/** @param {unknown} vm */
(vm) => vm;
