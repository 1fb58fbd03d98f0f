// Waits for one copy or paste event in a blank document, and stores its contents as a promise on the window.

/**
 * @param {'copy' | 'paste'} name
 * @param {Record<string, string>} given  texts by MIME type to copy
 * @param {number} most  characters of each text that are read
 */
function clipboardEvent(name, given, most) {
  window.clipboardContents = new Promise((done) => {
    addEventListener(
      name,
      (event) => {
        event.preventDefault();
        const data = /** @type {ClipboardEvent} */ (event).clipboardData;
        if (!data) return;
        for (const [type, text] of Object.entries(given)) data.setData(type, text);
        const cut = (/** @type {string} */ type) => data.getData(type).slice(0, most);
        done({ types: [...data.types], text: cut("text/plain"), html: cut("text/html") });
      },
      { once: true },
    );
    document.body.contentEditable = "true";
    document.body.focus();
  });
}
