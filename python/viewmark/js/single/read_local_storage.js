// What `localStorage` of this origin holds.

function readLocalStorage() {
  try {
    return Object.keys(localStorage).map((name) => ({ name, value: localStorage[name] }));
  } catch {
    return [];
  }
}
