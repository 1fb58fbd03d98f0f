// Returns the hidden height of the largest scroll container, CSS px; 0 if the page itself scrolls.

function innerScroll() {
  const page = document.scrollingElement;
  if (page && page.scrollHeight > innerHeight + 1) return 0;
  let most = 0;
  for (const el of document.querySelectorAll("*")) {
    const rest = el.scrollHeight - el.clientHeight;
    if (rest <= most || el.clientWidth * el.clientHeight < (innerWidth * innerHeight) / 4) continue;
    if (/auto|scroll/.test(getComputedStyle(el).overflowY)) most = rest;
  }
  return most;
}
