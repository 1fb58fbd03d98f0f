// Stores a function in a document under a symbol, which no element's id or name can shadow. The parentheses make V8
// compile its body at once instead of a second time at its first call.

// prettier-ignore
/** @type {any} */ (globalThis)[Symbol.for(KEY)] = (SOURCE);
