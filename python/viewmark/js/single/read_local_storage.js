// Contents of `localStorage` of this origin.

function readLocalStorage() {
  try {
    return Object.keys(localStorage).map((name) => ({ name, value: localStorage[name] }));
  } catch {
    return [];
  }
}
