// Collects the selectors of jQuery's delegated handlers in this document, as one text separated by NUL. Each selector
// is prefixed by the tag and id of the listening element (`#document`, `tbody`, `div#board`) and a space. The script
// runs in the page's main world, where the page can forge everything, so it returns only a text of limited length.
// jQuery 2 stores its handlers where only `jQuery._data` finds them; other versions store them on the elements, under a
// random property name.

(() => {
  const MOST_ELEMENTS = 5000,
    MOST_SELECTORS = 100,
    LONGEST = 200,
    MOST_MS = 20;
  const page = /** @type {Record<string, any>} */ (/** @type {unknown} */ (window));
  const types = TYPES;
  /** @type {Record<string, boolean>} */
  const known = /** @type {any} */ ({ __proto__: null });
  let text = "",
    count = 0;
  /** Returns the prefix of an element for its selectors. @param {any} el */
  const ownerOf = (el) =>
    el === document ? "#document" : el.localName + (/^[\w-]{1,60}$/.test(el.id) ? `#${el.id}` : "");
  /** Collects the handlers of one element, given its handlers by event type. @param {any} el @param {any} events */
  const take = (el, events) => {
    for (const type of types) {
      const handlers = events?.[type];
      const length = handlers?.length;
      for (let i = 0; i < length && i < MOST_SELECTORS; i += 1) {
        const selector = handlers[i]?.selector;
        if (typeof selector !== "string" || selector.length === 0 || selector.length > LONGEST) continue;
        const entry = `${ownerOf(el)} ${selector}`;
        if (known[entry]) continue;
        known[entry] = true;
        if (count >= MOST_SELECTORS) return;
        text += count === 0 ? entry : `\0${entry}`;
        count += 1;
      }
    }
  };
  const until = performance.now() + MOST_MS;
  const library = page.jQuery;
  const all = document.getElementsByTagName("*");
  for (let i = -1; i < MOST_ELEMENTS && count < MOST_SELECTORS; i += 1) {
    if (i % 64 === 0 && performance.now() > until) break;
    const el = /** @type {any} */ (i < 0 ? document : all[i]);
    if (!el) break;
    try {
      if (library?._data) take(el, library._data(el, "events"));
      for (const name of Object.keys(el)) if (/^jQuery\d/.test(name)) take(el, el[name]?.events);
    } catch {
      continue; // treated as one without handlers
    }
  }
  return text;
})();
