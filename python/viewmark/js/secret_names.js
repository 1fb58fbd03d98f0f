// Names of the fields of this document whose values are secret: passwords, one-time codes, payment
// cards, text that is shown as dots. Evaluated by itself before something may be sent; only names
// leave, never values. Closed shadow trees are not looked into.
({
  names() {
    const root = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot").get;
    const attribute = (el, name) => Element.prototype.getAttribute.call(el, name);
    const TOKEN = /(^|\s)(current-password|new-password|one-time-code|cc-\S+)(\s|$)/i;
    const found = new Set();
    const look = (tree, all) => {
      for (const el of all.call(tree, "input,textarea,select")) {
        const isSecret =
          /^password$/i.test(attribute(el, "type") ?? "") ||
          TOKEN.test(attribute(el, "autocomplete") ?? "") ||
          getComputedStyle(el).webkitTextSecurity !== "none";
        // A form sends the name; scripts without forms often take the id.
        const name = attribute(el, "name") || attribute(el, "id");
        if (isSecret && name && found.size < 100) found.add(name.slice(0, 200));
      }
      for (const el of all.call(tree, "*")) {
        const inner = root.call(el);
        if (inner) look(inner, DocumentFragment.prototype.querySelectorAll);
      }
    };
    look(document, Document.prototype.querySelectorAll);
    return [...found];
  },
})
