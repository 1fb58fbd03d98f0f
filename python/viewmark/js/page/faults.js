// Collects errors at single elements. An unexpected error loses only the element where it occurred, never the whole
// observation, and is reported in the result.

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
 * Returns the errors as reported; undefined if there were none.
 * @returns {{ count: number; first: string } | undefined}
 */
export const faultsSoFar = () => (count > 0 ? { count, first } : undefined);

/** @template T, F @param {() => T} fn @param {F} fallback @returns {NonNullable<T> | F} */
export const safely = (fn, fallback) => {
  try {
    return fn() ?? fallback;
  } catch (error) {
    noteFault(error);
    return fallback;
  }
};
