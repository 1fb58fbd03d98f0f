// What failed at single elements. An error that nobody foresaw takes away the element at which it came
// up, never the whole reading; and the answer says so.

let count = 0;
let first = "";
const LONGEST = 120;

/** @param {unknown} error */
export const noteFault = (error) => {
  count += 1;
  if (!first) first = (error instanceof Error ? `${error.name}: ${error.message}` : "Error").slice(0, LONGEST);
};
/** A reading begins. */
export const beginFaults = () => {
  count = 0;
  first = "";
};

/** How many there were since. */
export const countFaults = () => count;

/**
 * Those as they are told; undefined where there were none.
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
