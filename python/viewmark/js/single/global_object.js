// Returns the global object of the JavaScript world in which this script runs.

globalThis;
