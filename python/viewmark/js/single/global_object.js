// The global object of this world.

globalThis;
