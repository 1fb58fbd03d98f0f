// Returns the global object of this world.

globalThis;
