// Moves the edge between two pictures that lie over one another. Without it the first is shown by half.
{
  const share = /** @type {HTMLInputElement} */ (document.getElementById("share"));
  const pair = /** @type {HTMLElement} */ (document.querySelector(".pair"));
  const show = () => pair.style.setProperty("--share", `${share.value}%`);
  share.addEventListener("input", show);
  show();
}
