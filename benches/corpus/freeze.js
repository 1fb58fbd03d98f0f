// The tree of a document as data, with what no markup says: values, scroll positions, style sheets made by script,
// shadow roots, pictures of canvases. `freeze.py` calls it on each document and fetches what the tree names by address.
//
// An element is `{t: tag, n: namespace, a: attributes, c: children, s: shadow root, p: properties, l: listeners}`; text is
// a string. Where a value is not of the tree itself it is an object: `{url}` of a file, `{css, base}` of style rules.

async function freeze(closedRoots, ...objects) {
  const HTML = "http://www.w3.org/1999/xhtml";
  const view = this.defaultView;
  const closed = new Map(objects.slice(0, closedRoots).map((root) => [root.host, root]));
  const heard = new Map(objects.slice(closedRoots).map((node, i) => [node, i]));
  const customs = {},
    delegated = {},
    pictures = [];
  let frames = 0,
    elements = 0;

  const rulesOf = (sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
  /** What a style element holds; rules that a script put in or took out say it better than its text. */
  const styleOf = (el) => {
    const own = el.textContent;
    if (!el.sheet) return own;
    try {
      const fresh = new view.CSSStyleSheet();
      fresh.replaceSync(own);
      return rulesOf(fresh) === rulesOf(el.sheet) ? own : rulesOf(el.sheet);
    } catch {
      return own;
    }
  };
  const linkedOf = async (link) => {
    try {
      const answer = await view.fetch(link.href);
      if (answer.ok) return await answer.text();
    } catch {}
    try {
      return rulesOf(link.sheet);
    } catch {
      return "";
    }
  };

  /** Selectors of jQuery's delegated handlers, by type of event. */
  const delegatedOf = (el) => {
    const found = {};
    const stores = [view.jQuery?._data?.(el, "events")];
    for (const key of Object.keys(el)) if (/^jQuery\d/.test(key)) stores.push(el[key]?.events);
    for (const store of stores)
      for (const [type, handlers] of Object.entries(store ?? {})) {
        const selectors = [...handlers].map((each) => each.selector).filter((each) => typeof each === "string");
        if (selectors.length) found[type] = [...new Set([...(found[type] ?? []), ...selectors])];
      }
    return Object.keys(found).length ? found : undefined;
  };

  /** Files that an element shows, by the attribute that names them; null for what is not wanted. */
  const filesOf = (el) => {
    const address = (text) => (text && !text.startsWith("#") ? { url: new URL(text, el.baseURI).href } : undefined);
    const linked = el.getAttribute("href") ?? el.getAttribute("xlink:href");
    switch (el.localName) {
      case "img":
        return { src: el.currentSrc || el.src ? { url: el.currentSrc || el.src } : undefined, srcset: null, sizes: null };
      case "source":
      case "track":
      case "audio":
      case "embed":
      case "object":
        return { src: null, srcset: null, data: null };
      case "video":
        return { src: null, poster: address(el.getAttribute("poster")), autoplay: null };
      case "input":
        return el.type === "image" ? { src: address(el.getAttribute("src")) } : {};
      case "image":
      case "use":
      case "feImage":
        return el.hasAttribute("href") ? { href: address(linked) } : { "xlink:href": address(linked) };
      case "script":
        return { src: null, type: "frozen", onload: null, onerror: null };
      case "link":
        return el.sheet ? { integrity: null, crossorigin: null } : { href: null, integrity: null };
      case "iframe":
      case "frame":
        return { src: null, srcdoc: null, sandbox: null, loading: null };
      case "meta":
        return { "http-equiv": null };
      default:
        return {};
    }
  };

  const attributesOf = (el) => {
    const files = filesOf(el),
      found = {};
    for (const { name, value } of el.attributes) {
      if (name === "onload" || name === "onerror" || name === "nonce" || files[name] === null) continue;
      if (files[name] !== undefined) found[name] = files[name];
      else if (name === "style" && value.includes("url(")) found[name] = { css: value, base: el.baseURI };
      else if (/\s|[/=>]/.test(name)) continue;
      else found[name] = value;
    }
    if (files.src && !found.src) found.src = files.src;
    if (files.type) found.type = files.type;
    return found;
  };

  const propertiesOf = (el) => {
    const found = {};
    if (el.scrollLeft || el.scrollTop) found.scroll = [el.scrollLeft, el.scrollTop];
    const attempt = (selector) => {
      try {
        return el.matches(selector);
      } catch {
        return false;
      }
    };
    switch (el.localName) {
      case "input":
        if (el.type === "checkbox" || el.type === "radio") {
          if (el.checked !== el.defaultChecked) found.checked = el.checked;
          if (el.indeterminate) found.indeterminate = true;
        } else if (el.type === "password") {
          if (el.value) found.value = "x".repeat(el.value.length);
        } else if (el.type !== "file" && el.value !== el.defaultValue) found.value = el.value;
        break;
      case "textarea":
        if (el.value !== el.defaultValue) found.value = el.value;
        break;
      case "option":
        if (el.selected !== el.defaultSelected) found.selected = el.selected;
        break;
      case "dialog":
        if (attempt(":modal")) found.modal = true;
        break;
      case "style":
      case "link":
        if (el.sheet?.disabled) found.off = true;
        break;
    }
    if (el.hasAttribute("popover") && attempt(":popover-open")) found.popover = true;
    if (el.getRootNode().activeElement === el && el !== this.body) found.focus = true;
    return found;
  };

  const canvasOf = (el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    let data;
    try {
      if (el.getContext("2d")) data = el.toDataURL();
    } catch {}
    pictures.push({ data, x: x + view.scrollX, y: y + view.scrollY, width, height });
    return pictures.length - 1;
  };

  const sheetsOf = (root) => root.adoptedStyleSheets.map((sheet) => ({ css: rulesOf(sheet), base: this.baseURI }));

  const childrenOf = async (node) => {
    const found = [];
    for (const child of node.childNodes) {
      if (child.nodeType === 1) found.push(await elementOf(child));
      else if (child.nodeType === 3 || child.nodeType === 4) found.push(child.data);
    }
    return found;
  };

  const elementOf = async (el) => {
    elements += 1;
    const made = { t: el.prefix ? el.nodeName : el.localName, a: attributesOf(el), p: propertiesOf(el) };
    if (el.namespaceURI !== HTML) made.n = el.namespaceURI;
    if (heard.has(el)) made.l = heard.get(el);
    const selectors = delegatedOf(el);
    if (selectors) made.d = selectors;
    const custom = el.localName.includes("-") && view.customElements.get(el.localName);
    if (custom) customs[el.localName] = custom.formAssociated === true;
    if (custom && !el.hasAttribute("role")) made.custom = elements;
    if (el.localName === "canvas") made.p.picture = canvasOf(el);
    if (el.localName === "iframe" || el.localName === "frame") made.frame = frames++;
    const root = el.shadowRoot ?? closed.get(el);
    if (root) {
      const { mode, delegatesFocus } = root;
      made.s = { mode, delegatesFocus, sheets: sheetsOf(root), c: await childrenOf(root) };
      if (heard.has(root)) made.s.l = heard.get(root);
    }
    if (el.localName === "link" && el.sheet) made.a.href = { css: await linkedOf(el), base: el.href };
    if (el.localName === "style") made.c = [{ css: styleOf(el), base: el.baseURI }];
    else if (!/^(script|noscript|template|iframe)$/.test(el.localName)) made.c = await childrenOf(el);
    return made;
  };

  const { name, publicId, systemId } = this.doctype ?? {};
  const tree = await elementOf(this.documentElement);
  return {
    doctype: name && [name, publicId, systemId],
    is_strict: this.compatMode === "CSS1Compat",
    url: this.URL,
    tree,
    sheets: sheetsOf(this),
    listeners: heard.get(this),
    delegated: delegatedOf(this),
    customs,
    pictures,
    elements,
    loaded: view.performance.getEntriesByType("resource").map((each) => each.name),
    dark: view.matchMedia("(prefers-color-scheme: dark)").matches,
  };
}
