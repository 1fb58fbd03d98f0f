// The search of a gallery: shows the cards that hold every word.

const box = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const count = /** @type {HTMLElement} */ (document.getElementById("count"));
const cards = [...document.querySelectorAll("article")];
const words = cards.map((card) => (card.textContent ?? "").toLowerCase());

function search() {
  const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  cards.forEach((card, n) => {
    card.hidden = !wanted.every((word) => words[n].includes(word));
    shown += card.hidden ? 0 : 1;
  });
  count.textContent = `${shown} of ${cards.length} shown`;
}
box.addEventListener("input", search);
search();
