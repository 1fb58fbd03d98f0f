// Which fields hold something that must not leave the page: its value is never read from here on.
{
  const { attribute, styleOf, tagOf } = vm.native;
  /** Fields that were once passwords stay secret when a "show password" button retypes them. */
  const seen = new WeakSet();
  const SECRET_TOKEN = /^(current-password|new-password|one-time-code|cc-.+)$/;

  /**
   * Whether the element's value is secret: password, one-time code, payment card, hidden field, or
   * text that the page itself shows as dots (text-security).
   */
  vm.isSecret = (el) => {
    const tag = tagOf(el);
    if (tag !== "input" && tag !== "textarea" && tag !== "select") return styleOf(el).isMasked;
    if (seen.has(el)) return true;
    if (tag === "input" && el.type === "hidden") return true;
    const isPassword = tag === "input" && el.type === "password";
    const tokens = (attribute(el, "autocomplete") ?? "").toLowerCase().split(/\s+/);
    if (isPassword || tokens.some((token) => SECRET_TOKEN.test(token))) {
      seen.add(el);
      return true;
    }
    return tag !== "select" && styleOf(el).isMasked;
  };
}
