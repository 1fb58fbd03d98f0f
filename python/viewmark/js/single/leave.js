// Stores a function in a document under a symbol, which no element's id or name can shadow. The parentheses make V8
// compile the function's body immediately, instead of parsing it again at its first call.

// prettier-ignore
/** @type {any} */ (globalThis)[Symbol.for(KEY)] = (SOURCE);
