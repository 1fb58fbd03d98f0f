// Displays images of a headless page in a separate window, and reports the user's input in that window. See
// `drawmode/window.py`.

({
  /**
   * Creates the canvas and registers the listeners. `binding` is the name of the function to which input is reported.
   * @param {string | number} binding
   * @param {string} title
   */
  start(binding, title) {
    const send = (/** @type {any} */ message) => /** @type {any} */ (globalThis)[binding](JSON.stringify(message));
    const canvas = document.createElement("canvas");
    const area = document.createElement("textarea"); // receives text from input methods and the clipboard
    area.setAttribute("aria-label", title);
    area.style.cssText = "position:fixed;left:0;top:0;width:1px;height:1px;opacity:0;border:0";
    canvas.style.cssText = "display:block;max-width:100vw;max-height:100vh;margin:0 auto";
    document.body.style.cssText = "margin:0;background:#30343b;overflow:hidden";
    document.title = title;
    document.body.append(canvas, area);
    area.focus();
    /** @type {any} */ const paper = canvas.getContext("2d");
    const size = { width: 1, height: 1 };
    let newest = 0;

    const modifiers = (/** @type {any} */ e) =>
      (e.altKey ? 1 : 0) | (e.ctrlKey ? 2 : 0) | (e.metaKey ? 4 : 0) | (e.shiftKey ? 8 : 0);
    const at = (/** @type {any} */ e) => {
      const box = canvas.getBoundingClientRect();
      const within = (/** @type {number} */ value, /** @type {number} */ full) =>
        Math.max(0, Math.min(value, full - 1));
      return {
        x: within(((e.clientX - box.x) / box.width) * size.width, size.width),
        y: within(((e.clientY - box.y) / box.height) * size.height, size.height),
        modifiers: modifiers(e),
      };
    };
    const BUTTONS = ["left", "middle", "right", "back", "forward"];
    const mouse = (/** @type {string} */ type) => (/** @type {any} */ e) => {
      e.preventDefault();
      area.focus({ preventScroll: true });
      const held = [1, 4, 2, 8, 16].findIndex((bit) => e.buttons & bit);
      const button = type === "mouseMoved" ? (BUTTONS[held] ?? "none") : BUTTONS[e.button];
      send({ kind: "mouse", type, ...at(e), button, buttons: e.buttons, clickCount: e.detail || 1 });
    };
    addEventListener("mousedown", mouse("mousePressed"));
    addEventListener("mouseup", mouse("mouseReleased"));
    addEventListener("mousemove", mouse("mouseMoved"));
    addEventListener("contextmenu", (e) => e.preventDefault());
    addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        send({ kind: "wheel", ...at(e), deltaX: e.deltaX, deltaY: e.deltaY });
      },
      { passive: false },
    );

    const key = (/** @type {string} */ type) => (/** @type {any} */ e) => {
      if (e.isComposing || e.keyCode === 229) return;
      const command = e.ctrlKey || e.metaKey;
      // Keys that the window itself needs keep their function: closing, reloading, full screen, pasting.
      if (/^F\d+$/.test(e.key) || (command && /^[vwtnrq]$/i.test(e.key) && !e.shiftKey)) return;
      e.preventDefault();
      const text = command || e.altKey ? "" : e.key === "Enter" ? "\r" : e.key.length === 1 ? e.key : "";
      send({
        kind: "key",
        type: type === "keyUp" ? type : text ? "keyDown" : "rawKeyDown",
        text: type === "keyUp" ? "" : text,
        key: e.key,
        code: e.code,
        keyCode: e.keyCode,
        modifiers: modifiers(e),
        location: e.location,
        autoRepeat: e.repeat,
      });
    };
    addEventListener("keydown", key("keyDown"));
    addEventListener("keyup", key("keyUp"));
    // Reports text that arrives without key events, from input methods, dictation or an emoji picker.
    const words = () => {
      const text = area.value;
      area.value = "";
      if (text) send({ kind: "text", text });
    };
    addEventListener("compositionend", words);
    addEventListener("input", (e) => e.isComposing || words());
    addEventListener("paste", (e) => {
      e.preventDefault();
      const text = (e.clipboardData?.getData("text/plain") ?? "").slice(0, 10000);
      if (text) send({ kind: "text", text });
    });

    globalThis.viewmarkMirror = {
      /**
       * Displays an image of the page; `data` is the JPEG in base64. If a later image is ready first, this one is
       * dropped.
       * @param {any} data
       * @param {any} width
       * @param {any} height
       */
      async show(data, width, height) {
        const mine = ++newest;
        const image = new Image();
        image.src = `data:image/jpeg;base64,${data}`;
        await image.decode();
        if (mine !== newest) return; // a later image is already displayed
        Object.assign(size, { width, height });
        if (canvas.width !== image.width || canvas.height !== image.height) {
          canvas.width = image.width;
          canvas.height = image.height;
        }
        paper.drawImage(image, 0, 0);
      },
    };
  },
});
