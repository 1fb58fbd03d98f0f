// Calls a function of draw mode, where draw mode is there.

function callDraw(name, ...rest) { return globalThis.viewmarkDraw?.[name]?.(...rest); }
