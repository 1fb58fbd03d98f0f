// Forgets what a page kept for its tab, before the tab shows another page.

try {
  sessionStorage.clear();
} catch {}
try {
  window.name = "";
} catch {}
