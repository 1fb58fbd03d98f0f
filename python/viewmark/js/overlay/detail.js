// Reads what an agent must know about one element in order to change it: text, attributes, styles and rectangle.
//
// Python code calls this function with the page scripts, the element's id, and its selector in case the id belongs to a
// document that has been replaced. For a field that contains secrets, only basic facts such as tag and selector are
// returned.

(/** @type {any} */ vm, /** @type {any} */ key, /** @type {any} */ selector, /** @type {string} */ print) =>
  vm.batch(() => {
    const STYLES = (
      "display position color background-color background-image opacity font-family font-size font-weight " +
      "line-height letter-spacing text-align text-decoration-line text-transform white-space width height " +
      "min-width max-width margin padding border border-radius outline box-shadow overflow z-index " +
      "flex-direction justify-content align-items gap grid-template-columns transform cursor visibility"
    ).split(" ");
    const ALWAYS = new Set("display color background-color font-size font-weight padding border-radius".split(" "));
    const { dom } = vm.modules;
    const printOf = (/** @type {any} */ el) => {
      const tag = dom.read.localName.call(el);
      return vm.isSecret(el) ? `${tag}|secret` : `${tag}|${vm.role(el)}|${vm.name(el)}|${vm.text(el)}`;
    };
    let el = key ? vm.nodeOf(Number(key)) : null;
    let isSure = el !== null;
    if (el === null && selector) {
      try {
        const found = vm.queryAll(selector);
        el = found.find((/** @type {any} */ e) => printOf(e) === print) ?? (found.length === 1 ? found[0] : null);
      } catch {
        el = null;
      }
    }
    if (el === null) return null;
    isSure = (isSure || printOf(el) === print) && (!print || printOf(el) === print);
    const tag = dom.read.localName.call(el);
    const { left, top, width, height } = dom.rect(el);
    const base = {
      tag,
      selector: vm.selector(el) ?? selector,
      bounding_rect: { x: left, y: top, width, height },
      changed: !isSure,
      private: vm.isSecret(el),
    };
    if (base.private) return base;
    const style = getComputedStyle(el);
    // A property is left out if its value is the one of the root element or a common default.
    const plain = getComputedStyle(document.documentElement);
    /** @type {Record<string, any>} */ const styles = {};
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      const isDull =
        ["none", "normal", "auto", "static", "0px", "visible", "start"].includes(value) ||
        value === plain.getPropertyValue(name);
      if (value && (ALWAYS.has(name) || !isDull)) styles[name] = value.slice(0, 200);
    }
    const parent = dom.parent(el);
    /** @type {Record<string, any>} */ const attributes = {};
    for (const name of "href src alt type placeholder title for name aria-label aria-expanded disabled".split(" ")) {
      const value = dom.attr(el, name);
      if (value !== null) attributes[name] = value.replace(/^(\w+:\/\/)[^/@]*@/, "$1").slice(0, 200);
    }
    return {
      ...base,
      role: vm.spokenRole(vm.role(el)) ?? "",
      name: vm.name(el) ?? "",
      text_content: vm.text(el) ?? "",
      classes: [...el.classList].slice(0, 30),
      id: dom.attr(el, "id") ?? "",
      attributes,
      computed_styles: styles,
      parent_selector: parent ? (vm.selector(parent) ?? "") : "",
      children: el.childElementCount,
    };
  });
