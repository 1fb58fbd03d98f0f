// Calls one function of a file that is an object of functions.

/**
 * @param {unknown[]} rest
 */
function standalone(...rest) {
  return OBJECT.METHOD(...rest);
}
