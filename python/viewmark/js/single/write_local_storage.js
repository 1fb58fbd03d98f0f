// Writes entries to `localStorage` of this origin.

/**
 * @param {{name: string, value: string}[]} rows
 */
function writeLocalStorage(rows) {
  for (const { name, value } of rows) localStorage.setItem(name, value);
}
