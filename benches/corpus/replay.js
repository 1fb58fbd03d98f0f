// Builds a document from the data that `freeze.js` took of one. Listeners do nothing, but there are as many as there were,
// at as many different places of a script: `handlers` has one function for each place, on a line of its own.

function replay(data, handlers) {
  const HTML = "http://www.w3.org/1999/xhtml";
  const HOME = `${location.origin}/-frozen-/`;
  const atLoad = [],
    served = new WeakMap();
  /** Addresses of this corpus are `frozen:NAME`, those of the page's own server begin with `live:`. */
  const address = (text) => text.replaceAll("frozen:", HOME).replaceAll(/live:\/\/?/g, `${location.origin}/`);

  for (const [name, formAssociated] of Object.entries(data.customs))
    customElements.define(name, class extends HTMLElement { static formAssociated = formAssociated; });

  const listen = (node, number, selectors) => {
    for (const [type, place, capture, passive, once] of data.heard[number] ?? [])
      if (!(node.nodeType === 1 && node.hasAttribute(`on${type}`)))
        node.addEventListener(type, handlers[place], { capture, passive, once });
    if (!selectors) return;
    window.jQuery ??= { _data: (el) => served.get(el) };
    const asObjects = ([type, all]) => [type, all.map((selector) => ({ selector }))];
    served.set(node, Object.fromEntries(Object.entries(selectors).map(asObjects)));
  };
  const adopt = (root, sheets) => {
    root.adoptedStyleSheets = sheets.map((name) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(address(data.texts[name]));
      return sheet;
    });
  };
  const fill = (parent, children) => {
    for (const child of children ?? []) {
      if (typeof child === "string") parent.append(child);
      else if (child.text) parent.append(address(data.texts[child.text]));
      else parent.append(elementOf(child));
    }
  };
  const paint = (canvas, name) => {
    const image = new Image();
    image.onload = () => canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.src = HOME + name;
    atLoad.push(() => image.decode().catch(() => {}));
  };
  const apply = (el, properties) => {
    const { scroll, modal, popover, focus, off, picture, ...plain } = properties;
    Object.assign(el, plain);
    if (off) atLoad.push(() => (el.sheet.disabled = true));
    if (picture) paint(el, picture);
    if (popover) atLoad.push(() => el.showPopover());
    if (modal) atLoad.push(() => (el.close(), el.showModal()));
    if (scroll) atLoad.push(() => el.scrollTo({ left: scroll[0], top: scroll[1], behavior: "instant" }));
    if (focus) atLoad.push(() => el.focus({ preventScroll: true }));
  };
  const elementOf = (made) => {
    const el = document.createElementNS(made.n ?? HTML, made.t);
    for (const [name, value] of Object.entries(made.a ?? {})) {
      if (name === "xlink:href") el.setAttributeNS("http://www.w3.org/1999/xlink", name, address(value));
      else el.setAttribute(name, address(value));
    }
    if (made.s) {
      const { mode, delegatesFocus, sheets, c, l } = made.s;
      const root = el.attachShadow({ mode, delegatesFocus });
      adopt(root, sheets);
      fill(root, c);
      listen(root, l);
    }
    if (made.frame) el.src = HOME + made.frame;
    fill(el, made.c);
    if (made.internals) Object.assign(el.attachInternals(), made.internals);
    apply(el, made.p ?? {});
    listen(el, made.l, made.d);
    return el;
  };

  document.replaceChild(elementOf(data.tree), document.documentElement);
  adopt(document, data.sheets);
  listen(document, data.listeners, data.delegated);
  listen(window, data.window);
  const settle = async () => {
    await document.fonts.ready;
    for (const each of atLoad) await each();
    for (const each of document.getAnimations()) if (each.effect?.getTiming().iterations !== Infinity) each.finish();
    window.isReplayed = true;
  };
  window.addEventListener("load", settle, { once: true });
}
