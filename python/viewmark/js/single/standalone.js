// Calls one function of a script file that consists of an object of functions.

/**
 * @param {unknown[]} rest
 */
function standalone(...rest) {
  return OBJECT.METHOD(...rest);
}
