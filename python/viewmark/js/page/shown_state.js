// Tells how something stands where only its style shows it: the chosen one of several tabs or pages, a day of
// another month. A word of a class and what is painted must agree; else nothing is said.
{
  const { read, attr, parent, rect } = vm.dom;
  const { computed, nextElement, previousElement, queryFirst } = vm.native;

  /** Last word of a class: that alone may be said of one; the others of several as well. */
  const ONE = new Set(["active", "current", "activated"]);
  const SOME = new Set(["selected", "select", "chosen", "checked"]);
  const NOT = new Set(["non", "not", "un", "in", "no"]);
  /** What else says how it stands by itself. */
  const ROLES = new Set("link tab button listitem menuitem generic none gridcell cell treeitem row option image".split(" "));
  const SAID = ["checked", "pressed", "selected", "current"];
  /** Steps up to the item, as many times larger that may be, neighbours that are compared, parts of each. */
  const STEPS = 4;
  const LARGER = 3;
  const BESIDE = 40;
  const COMPARED = 12;
  const PARTS = 6;

  /** @param {Element} el */
  const classesOf = (el) => (attr(el, "class") ?? "").split(/\s+/).filter(Boolean);
  /** Whether a class says that something is chosen, by its last word; "" if not. @param {string} token */
  const chosenWord = (token) => {
    // What a program adds behind two underlines tells the file: `tab_active__x1Yz`.
    const words = token.replace(/__[A-Za-z0-9]*\d[A-Za-z0-9]*$/, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[-_ ]+/);
    const last = words[words.length - 1];
    return (ONE.has(last) || SOME.has(last)) && !words.some((word) => NOT.has(word)) ? last : "";
  };
  /** The word by which an element is chosen: of a class, or a property of a component. @param {Element} el */
  const wordOf = (el) => {
    for (const token of classesOf(el)) {
      const word = chosenWord(token);
      if (word) return word;
    }
    if (!read.localName.call(el).includes("-")) return "";
    return [...ONE, ...SOME].find((name) => attr(el, name) !== null && attr(el, name) !== "false") ?? "";
  };
  /** Neighbours of its kind: of its tag, with a class in common. @param {Element} el */
  const peersOf = (el) => {
    const own = new Set(classesOf(el).filter((token) => !chosenWord(token)));
    // `ui-select` alone names a kind of field.
    if (own.size === 0 && wordOf(el) === "select") return [];
    const tag = read.localName.call(el);
    const peers = [];
    for (const step of [previousElement, nextElement]) {
      for (let at = step(el), n = 0; at && n < BESIDE; at = step(at), n += 1) {
        if (read.localName.call(at) === tag && (own.size === 0 || classesOf(at).some((token) => own.has(token)))) peers.push(at);
      }
    }
    return peers;
  };
  /** How one of several is painted, with its parts. @param {Element} el */
  const looksOf = (el) => {
    const inner = vm.dom.rootOf(el);
    const first = inner ? queryFirst(/** @type {any} */ (inner), "*") : null;
    const parts = [el, ...(first ? [first] : []), ...(vm.boxes.few(first ?? el, 4 * PARTS) ?? []).slice(0, PARTS)];
    return parts.map((part) => `${paintOf(getComputedStyle(part))}${[":before", ":after"].map((at) => pseudoOf(part, at)).join()}${attr(part, "icon") ?? ""}`).join("|");
  };
  /** @param {CSSStyleDeclaration} style */
  const paintOf = ({ backgroundColor, color, fontWeight, opacity, boxShadow, borderBottomColor, borderBottomWidth, borderLeftColor, borderLeftWidth }) =>
    [backgroundColor, color, fontWeight, opacity, boxShadow, lineOf(borderBottomWidth, borderBottomColor), lineOf(borderLeftWidth, borderLeftColor)].join();
  /** @param {string} width @param {string} colour */
  const lineOf = (width, colour) => (parseFloat(width) > 0 ? width + colour : "");
  /** @param {Element} el @param {string} at */
  const pseudoOf = (el, at) => {
    const style = getComputedStyle(el, at);
    return style.content === "none" || style.content === "normal" ? "" : style.content + style.transform + paintOf(style);
  };
  /** Whether it alone of its equals says by a class that it is chosen, and is painted otherwise than they are. @param {Element} el */
  const isChosen = (el) => {
    const { width, height } = rect(el);
    for (let at = /** @type {Element | null} */ (el), i = 0; at && i <= STEPS; at = parent(at), i += 1) {
      const size = rect(at);
      if (size.width * size.height > LARGER * width * height && vm.duplicates.textOf(at) !== vm.duplicates.textOf(el)) return false;
      const word = wordOf(at);
      if (!word) continue;
      const peers = peersOf(at);
      const plain = peers.filter((peer) => !wordOf(peer));
      const most = ONE.has(word) ? 0 : plain.length;
      if (plain.length === 0 || peers.length - plain.length > most) return false;
      const own = looksOf(at);
      return plain.slice(0, COMPARED).every((peer) => looksOf(peer) !== own);
    }
    return false;
  };

  const DAY = /^\d{1,2}$/;
  const HALF = 15;
  const OTHER =
    /(?:^|[-_ ])(?:(?:other|outside|adjacent|off|out|prev|previous|next)[-_ ]?(?:month|day)|(?:day|date|month)s?[-_ ]?(?:other|outside|off|prev|previous|next))(?![a-z])/i;
  /** @param {Element | null} el */
  const isOutside = (el) => el !== null && OTHER.test(classesOf(el).map((token) => token.replace(/([a-z])([A-Z])/g, "$1-$2")).join(" "));
  /**
   * Of a day that a calendar shows beside those of its month: whether that is the next or the one before.
   * @param {Element} el @param {string} text
   */
  const monthOf = (el, text) => {
    if (!DAY.test(text) || Number(text) < 1 || Number(text) > 31) return undefined;
    const up = parent(el);
    const isOther = isOutside(el) || isOutside(read.firstElement.call(el)) || (up !== null && vm.duplicates.textOf(up) === text && isOutside(up));
    return isOther ? (Number(text) > HALF ? "previous" : "next") : undefined;
  };

  /** Adds to a state what only its style shows. @param {Element} el @param {string} role @param {string} text @param {any} state */
  vm.putShownState = (el, role, text, state) => {
    if (!ROLES.has(role)) return;
    const month = monthOf(el, text);
    if (month) state.month = month;
    // What is open says so, and is painted as that.
    if (SAID.some((key) => state[key] !== undefined) || state.expanded === true || !isChosen(el)) return;
    state[role === "link" ? "current" : "selected"] = true;
  };
}
