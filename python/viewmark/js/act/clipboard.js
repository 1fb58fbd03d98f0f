// Copies and pastes with a clipboard that is not the system's: the events are ours, the contents
// go to the driver. What is secret is never copied.
{
  const { read, eachChild, isElement } = vm.dom;
  const { focused, summarizeFocused } = vm.reporting;
  const valueOf = vm.getter(HTMLInputElement.prototype, "value");
  const areaOf = vm.getter(HTMLTextAreaElement.prototype, "value");

  /** @param {Element} el */
  const selectedIn = (el) => {
    if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
      const text = el instanceof HTMLInputElement ? valueOf.call(el) : areaOf.call(el);
      const { selectionStart: start, selectionEnd: end } = el;
      // Number and email fields do not say what is selected.
      return start === null || end === null ? text : text.slice(start, end);
    }
    return getSelection()?.toString() ?? "";
  };

  const target = () => focused() ?? getSelection()?.anchorNode?.parentElement ?? read.body.call(document);

  /** @param {Element} at @param {string} type @param {DataTransfer} data */
  const fire = (at, type, data) => {
    const options = { bubbles: true, cancelable: true, composed: true, clipboardData: data };
    return !at.dispatchEvent(new ClipboardEvent(type, options));
  };

  vm.copyOut = (type, id) => {
    vm.forget();
    const el = id ? vm.nodeOf(id) : target();
    if (!el) return { status: "empty" };
    const summary = summarizeFocused(el);
    if (summary?.secret || vm.isSecret(el)) return { status: "secret", summary };
    const data = new DataTransfer();
    const isTaken = fire(el, type, data);
    const text = isTaken ? data.getData("text/plain") : selectedIn(el);
    const html = isTaken ? data.getData("text/html") : "";
    return { status: text || html ? "ok" : "empty", summary, text, html, isTaken };
  };

  vm.pasteIn = (text, html) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    if (html) data.setData("text/html", html);
    const at = target();
    return at !== null && fire(at, "paste", data);
  };

  vm.selectContents = (id) => {
    const el = vm.nodeOf(id);
    if (!el) return false;
    getSelection()?.selectAllChildren(el);
    return true;
  };

  /** @param {Element} el */
  const wordsOf = (el) => (el instanceof HTMLElement ? el.innerText : "").replace(/\s+/g, " ");

  vm.findText = (text) => {
    const wanted = text.replace(/\s+/g, " ").trim().toLowerCase();
    /** @type {Element | null} */
    let at = read.body.call(document);
    if (!at || !wordsOf(at).toLowerCase().includes(wanted)) return 0;
    for (;;) {
      /** @type {Element[]} */
      const inside = [];
      eachChild(at, read.localName.call(at), (node) => {
        if (inside.length === 0 && isElement(node)) {
          if (wordsOf(node).toLowerCase().includes(wanted)) inside.push(node);
        }
      });
      if (inside.length === 0) return vm.idOf(at);
      [at] = inside;
    }
  };
}
