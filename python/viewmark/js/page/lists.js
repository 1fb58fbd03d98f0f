// Collects values into lists by key.

/** Adds a value to the list of a key. @type {<K, V>(lists: Map<K, V[]>, key: K, value: V) => void} */
export const addTo = (lists, key, value) => {
  const there = lists.get(key);
  if (there) there.push(value);
  else lists.set(key, [value]);
};
