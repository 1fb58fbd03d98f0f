// Tells of parts that are nothing to press by themselves: blank edges of a card, the words of a tab, the line and the
// bubble of a slider, the line between two tools, a page of a carousel, the value between two steps.
{
  const { attr, is, parent, rect } = vm.dom;
  const { CONTROL, LISTENER, CURSOR, roleTokens } = vm.kinds;
  const { computed, queryFirst, nextElement, previousElement } = vm.native;

  const SAYING = "[role],[title],[aria-label],[tabindex],[onclick],[draggable=true]";
  /** Highest tab, and highest box of a slider, px. */
  const TAB = 48;
  const SLIDER = 96;
  /** @param {Element} el */
  const textOf = (el) => vm.duplicates.textOf(el);

  /** @param {Element} el */
  const isThin = (el) => Math.min(rect(el).width, rect(el).height) <= EDGE;
  /** Of an edge, px. */
  const EDGE = 12;
  /** Whether a part that listens shows nothing at all in something with words that listens: an edge that the pointer brings. @param {Item} item @param {Item} outer */
  const isBlankIn = (item, outer) =>
    item.kind === LISTENER && !item.control && (outer.kind & LISTENER) !== 0 && isThin(item.el) && textOf(item.el) === "" && !is(item.el, SAYING) && textOf(outer.el) !== "" && vm.paintsNothing(item);

  /** Whether a part is all the words of a tab or button around it, which listens and has the hand. @param {Item} item @param {Item} outer */
  const isWordsIn = ({ el, kind, control }, outer) =>
    !control && !(kind & CONTROL) && (outer.kind & LISTENER) !== 0 && (outer.kind & CURSOR) !== 0 && !is(el, SAYING) && rect(outer.el).height <= TAB && rect(el).height <= rect(outer.el).height && textOf(el) !== "" && textOf(el) === textOf(outer.el);

  /** Whether a part of a label only takes the focus for it: a press on the label does the same. @param {Item} item @param {Item} outer */
  const isInLabel = ({ el, tag, control }, outer) => !control && is(outer.el, "label[for]") && vm.kinds.isFocusOnly(el, tag) && !vm.kinds.isListening(el) && attr(el, "role") === null;

  /** Parts of a slider that are looked at, and boxes up to what holds them. */
  const PARTS = 150;
  const STEPS = 2;
  /** Sides of a handle and of a line, px; how much longer than thick the line is; distance and letters of a bubble. */
  const HANDLE = 40;
  const THICK = 24;
  const LONG = 6;
  const ABOVE = 40;
  const WORDS = 12;
  /** @param {Element} el */
  const isLine = (el) => {
    const { width, height } = rect(el);
    return textOf(el) === "" && Math.min(width, height) <= THICK && Math.max(width, height) >= LONG * Math.min(width, height);
  };
  /** @param {Element} el */
  const isHandle = (el) => {
    const { width, height } = rect(el);
    return textOf(el) === "" && Math.max(width, height) <= HANDLE && Math.min(width, height) > 2 && Math.max(width, height) <= 3 * Math.min(width, height);
  };
  /** Whether a handle lies on a line. @param {Element} handle @param {Element} line */
  const liesOn = (handle, line) => {
    const [one, other] = [rect(handle), rect(line)];
    const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
    const [along, across] = other.width >= other.height ? [THICK, 0] : [0, THICK];
    return x >= other.left - along && x <= other.right + along && y >= other.top - across && y <= other.bottom + across;
  };
  /** @param {Element} el */
  const isTaken = (el) => vm.kinds.isListening(el) || attr(el, "tabindex") === "0";
  /** The handles of a slider that is drawn by parts which listen, of which one is a line; none for anything else. @param {Element} el */
  const handlesAround = (el) => {
    for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= SLIDER; at = parent(at), i += 1) {
      const parts = vm.boxes.few(at, PARTS) ?? [];
      const line = parts.find((part) => isTaken(part) && isLine(part));
      const handles = line ? parts.filter((part) => vm.kinds.isListening(part) && isHandle(part) && liesOn(part, line)) : [];
      if (handles.length > 0 && handles.length <= 2 && !queryFirst(at, "button,a[href],select,textarea")) return handles;
    }
    return [];
  };
  /** How far one lies above or below another, px; less than 0 where they meet. @param {Rect} one @param {Rect} other */
  const between = (one, other) => Math.max(other.top - one.bottom, one.top - other.bottom);
  /** Whether a part of such a slider is its line, or the bubble with the value of a handle: the handle is what is taken hold of. @param {Item} item */
  const isOfSlider = ({ el, kind, control }) => {
    if (control || kind & CURSOR || !isTaken(el) || is(el, "[role],[aria-label],[title],[onclick]")) return false;
    const words = textOf(el);
    if (words.length > WORDS || (words === "" && !isLine(el))) return false;
    const handles = handlesAround(el);
    if (words === "") return handles.length > 0 && !handles.includes(el);
    const box = rect(el);
    return handles.some((handle) => {
      const its = rect(handle);
      return Math.abs(box.left + box.right - its.left - its.right) <= 2 * HANDLE && between(box, its) >= -1 && between(box, its) <= ABOVE;
    });
  };

  /** Whether an item that only has the hand of its bar holds one line, between two tools. @param {Item} item */
  const isBetweenTools = ({ el, tag, kind, control }) => {
    if (control || kind !== CURSOR || textOf(el) !== "" || is(el, SAYING) || computed(el).backgroundImage !== "none" || !vm.native.isUnpainted(computed(el).backgroundColor)) return false;
    const inside = vm.boxes.few(el, 4) ?? [];
    const isDrawn = inside.length > 0 && inside.every((part) => Math.min(rect(part).width, rect(part).height) <= 2 && !is(part, "img,svg,canvas,input"));
    return isDrawn && [previousElement(el), nextElement(el)].every((one) => one !== null && vm.dom.read.localName.call(one) === tag);
  };

  /** Whether a page of a carousel or of tabs listens without a hand: for swipes, or for the focus. @param {Item} item */
  const isPage = ({ el, kind, control }) => !control && !(kind & CURSOR) && (roleTokens(el)[0] === "tabpanel" || (attr(el, "aria-roledescription") ?? "").toLowerCase() === "slide");

  /** Whether a number with the hand stands between two buttons, whose value it is. @param {Item} item */
  const isValueBetween = ({ el, kind, control }) =>
    !control && kind === CURSOR && /^\d{1,4}$/.test(textOf(el)) && !is(el, SAYING) && [previousElement(el), nextElement(el)].every((one) => one !== null && is(one, "button,[role=button]") && !/[\p{L}\p{N}]/u.test(textOf(one)));

  /** @param {Item} item */
  const isBare = (item) => isOfSlider(item) || isBetweenTools(item) || isValueBetween(item);
  vm.bareParts = Object.freeze({ isBlankIn, isWordsIn, isInLabel, isBare, isPage });
}
