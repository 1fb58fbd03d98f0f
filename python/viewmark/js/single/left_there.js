// What `leave` left.

/** @type {any} */ (globalThis)[Symbol.for(KEY)];
