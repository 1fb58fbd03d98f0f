// What failed at single elements. An error that nobody foresaw takes away the element at which it came
// up, never the whole reading; and the answer says so.
{
  let count = 0;
  let first = "";
  const LONGEST = 120;

  /** @param {unknown} error */
  const note = (error) => {
    count += 1;
    if (!first) first = (error instanceof Error ? `${error.name}: ${error.message}` : "Error").slice(0, LONGEST);
  };

  vm.faults = Object.freeze({
    /** A reading begins. */
    begin: () => {
      count = 0;
      first = "";
    },
    note,
    /** How many there were since. */
    count: () => count,
    /** Those as they are told; undefined where there were none. */
    told: () => (count > 0 ? { count, first } : undefined),
    /** @template T, F @param {() => T} fn @param {F} fallback @returns {NonNullable<T> | F} */
    safely: (fn, fallback) => {
      try {
        return fn() ?? fallback;
      } catch (error) {
        note(error);
        return fallback;
      }
    },
  });
}
