// Collects errors that occur while single elements are processed. An unexpected error loses only that element, never
// the whole observation, and is reported in the result.

let count = 0;
let first = "";
const LONGEST = 120;

/** @param {unknown} error */
export const noteFault = (error) => {
  count += 1;
  if (!first) first = (error instanceof Error ? `${error.name}: ${error.message}` : "Error").slice(0, LONGEST);
};
/** Resets the errors at the start of an observation. */
export const beginFaults = () => {
  count = 0;
  first = "";
};

/** Returns the number of errors since the start. */
export const countFaults = () => count;

/**
 * Returns the number of errors and the first one; undefined if there were none.
 * @returns {{ count: number; first: string } | undefined}
 */
export const faultsSoFar = () => (count > 0 ? { count, first } : undefined);

/**
 * Returns the result of a function, or `fallback` if the result is null or the function throws. Errors are counted.
 * @template T, F @param {() => T} fn @param {F} fallback @returns {NonNullable<T> | F}
 */
export const safely = (fn, fallback) => {
  try {
    return fn() ?? fallback;
  } catch (error) {
    noteFault(error);
    return fallback;
  }
};
