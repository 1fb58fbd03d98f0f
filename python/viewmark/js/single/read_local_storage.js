// Returns the contents of `localStorage` for this origin.

function readLocalStorage() {
  try {
    return Object.keys(localStorage).map((name) => ({ name, value: localStorage[name] }));
  } catch {
    return [];
  }
}
