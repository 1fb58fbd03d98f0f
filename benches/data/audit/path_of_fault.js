// Where the planted fault stands, as checkpoints write paths; "" on a page without one.
(() => {
  const parts = [];
  for (let at = document.querySelector("#s"); at && at !== document.documentElement; at = at.parentElement) {
    let index = 1;
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) index += before.localName === at.localName;
    parts.unshift(`${at.localName}[${index}]`);
  }
  return parts.join("/");
})()
