// Leaves a function in a document, under a symbol that no element's name can take. In parentheses V8 compiles
// its body at once, not a second time when it is called.

// prettier-ignore
/** @type {any} */ (globalThis)[Symbol.for(KEY)] = (SOURCE);
