// Returns the heights of the bars that stay fixed at the top and bottom edges of the viewport, CSS px.

function bars() {
  let top = 0,
    bottom = 0;
  for (const el of document.querySelectorAll("*")) {
    const style = getComputedStyle(el),
      place = style.position;
    if (place !== "fixed" && place !== "sticky") continue;
    if (style.visibility !== "visible" || style.opacity === "0") continue;
    const box = el.getBoundingClientRect();
    if (box.width < 1 || box.height < 1 || box.bottom <= 0 || box.top >= innerHeight) continue;
    if (place === "sticky") {
      const at = (/** @type {string} */ text) => Math.abs(parseFloat(text));
      const above = Math.abs(box.top - at(style.top)) < 1 && scrollY > 0;
      const below = Math.abs(innerHeight - box.bottom - at(style.bottom)) < 1;
      if (!above && !below) continue;
    }
    if (box.height > innerHeight * 0.5) continue;
    if (box.top + box.bottom < innerHeight) top = Math.max(top, box.bottom);
    else bottom = Math.max(bottom, innerHeight - box.top);
  }
  return [top, bottom];
}
