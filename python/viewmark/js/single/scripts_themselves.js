// Returns the object of the page scripts (`vm`), so that CDP reports the id of that object.

/** @param {unknown} vm */
(vm) => vm;
