// Fields: which one takes a text, what keeps it from doing so, and whether it has it afterwards.
//
// Typing itself is done by the driver with trusted input. Two things no input can do are done here
// and fire the events that the control itself would: choosing options of a native select (its list
// is drawn by the browser, outside the page), and the value of date, time, colour and range
// controls (what their keys do depends on the locale).
{
  const { read, is, parent, holds, eachChild, isElement } = vm.dom;
  const { isDisabled } = vm.sight;
  const { say, sayFocused, safely, focused } = vm.telling;

  const getter = (proto, name) => Object.getOwnPropertyDescriptor(proto, name).get;
  const setter = (proto, name) => Object.getOwnPropertyDescriptor(proto, name).set;
  const focusElement = HTMLElement.prototype.focus;
  const typeOf = getter(HTMLInputElement.prototype, "type");
  const inputValue = getter(HTMLInputElement.prototype, "value");
  const setInput = setter(HTMLInputElement.prototype, "value");
  const areaValue = getter(HTMLTextAreaElement.prototype, "value");
  const selectInput = HTMLInputElement.prototype.select;
  const selectArea = HTMLTextAreaElement.prototype.select;
  const editableNow = getter(HTMLElement.prototype, "isContentEditable");
  const textOf = getter(Node.prototype, "textContent");

  const TEXTUAL = new Set("text search url tel email password number".split(" "));
  const PICKED = new Set("date time datetime-local month week color range".split(" "));
  // A press on these does something else; they are refused before it.
  const OTHER =
    "a[href],area[href],button,select,option,summary,img,video,audio,canvas[role=img]," +
    "[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab]," +
    "[role=menuitem],[role=slider],[role=option]";

  /** `text`, `picked` (value by script), or why not: `disabled`, `readonly`, `kind`; "" unknown. */
  const kindOf = (el) => {
    const isInput = el instanceof HTMLInputElement;
    const isArea = el instanceof HTMLTextAreaElement;
    if (isInput || isArea) {
      if (isDisabled(el)) return "disabled";
      if (is(el, ":read-only")) {
        const type = isInput ? typeOf.call(el) : "text";
        if (isArea || TEXTUAL.has(type)) return "readonly";
      }
      if (isArea) return "text";
      const type = typeOf.call(el);
      if (TEXTUAL.has(type)) return "text";
      return PICKED.has(type) ? "picked" : "kind";
    }
    if (el instanceof HTMLElement && editableNow.call(el)) {
      return isDisabled(el) ? "disabled" : "text";
    }
    return is(el, OTHER) ? "kind" : "";
  };
  const takes = (el) => {
    const kind = kindOf(el);
    return kind === "text" || kind === "picked";
  };

  const within = (el, found) => {
    eachChild(el, read.localName.call(el), (node) => {
      if (found.length > 1 || !isElement(node)) return;
      if (takes(node)) found.push(node);
      else within(node, found);
    });
    return found;
  };

  /** The outermost editable element around a node: the field of rich text. */
  const hostOf = (el) => {
    let host = el;
    for (let up = parent(el); up; up = parent(up)) {
      if (up instanceof HTMLElement && editableNow.call(up)) host = up;
      else break;
    }
    return host;
  };

  /**
   * The field that typing at an element is meant for: itself, the control of a label, or the only
   * field inside. `kind` is that of `kindOf`; "" leaves it to what gets the focus from a press.
   */
  vm.field = (id) => {
    vm.forget?.();
    const el = vm.nodeOf(id);
    if (!el) return { status: "gone" };
    let field = el;
    let kind = kindOf(el);
    if (kind === "" || (kind === "kind" && el instanceof HTMLLabelElement)) {
      const control = el instanceof HTMLLabelElement ? read.labelControl.call(el) : null;
      const inside = control ? [control] : within(el, []);
      if (inside.length === 1) {
        [field] = inside;
        kind = kindOf(field);
      }
    }
    if (kind === "text" && !(field instanceof HTMLInputElement)) field = hostOf(field);
    return {
      status: "ok",
      id: vm.idOf(field),
      kind,
      said: say(field),
      type: field instanceof HTMLInputElement ? typeOf.call(field) : "",
      focused: focused() === field,
    };
  };

  /** Gives a field the focus without a press, where a press did not. */
  vm.focusField = (id) => {
    const el = vm.nodeOf(id);
    if (el instanceof HTMLElement) focusElement.call(el, { preventScroll: true });
    return focused() === el;
  };

  /**
   * Makes the focused field ready for text. `place`: `all` selects what is there, `end` puts the
   * caret behind it, `keep` leaves it where the press put it.
   */
  vm.ready = (place) => {
    vm.forget?.();
    const el = focused();
    if (!el) return { kind: "none", said: null, id: 0 };
    const kind = kindOf(el);
    if (kind === "text" && place !== "keep") {
      const isInput = el instanceof HTMLInputElement;
      if (isInput || el instanceof HTMLTextAreaElement) {
        const length = isInput ? inputValue.call(el).length : areaValue.call(el).length;
        if (place === "all") (isInput ? selectInput : selectArea).call(el);
        // Number and email fields have no caret that a script can set; select, then collapse.
        else safely(() => el.setSelectionRange(length, length), null);
      } else {
        const selection = getSelection();
        selection?.selectAllChildren(hostOf(el));
        if (place === "end") selection?.collapseToEnd();
      }
    }
    return { kind, said: sayFocused(el), id: vm.idOf(el) };
  };

  const contentOf = (el) => {
    if (el instanceof HTMLInputElement) return inputValue.call(el);
    if (el instanceof HTMLTextAreaElement) return areaValue.call(el);
    if (!(el instanceof HTMLElement)) return textOf.call(el) ?? "";
    return el.innerText;
  };
  const flat = (text) => text.replace(/\s+/g, " ").trim();

  /** Whether the field shows the text now; the text itself is never part of an answer. */
  vm.holdsText = (id, text, whole) => {
    const el = vm.nodeOf(id);
    if (!el) return { accepted: null, length: null };
    const now = flat(contentOf(el));
    const wanted = flat(text);
    return {
      accepted: whole ? now === wanted : now.includes(wanted),
      length: vm.isSecret(el) ? null : contentOf(el).length,
    };
  };

  const fire = (el, ...names) => {
    for (const name of names) el.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
  };

  /** Sets a date, time, colour or range control; false if it does not take that value. */
  vm.setPicked = (id, text) => {
    const el = vm.nodeOf(id);
    if (!(el instanceof HTMLInputElement)) return false;
    const before = inputValue.call(el);
    focusElement.call(el, { preventScroll: true });
    setInput.call(el, text);
    const now = inputValue.call(el);
    if (text !== "" && (now === "" || (typeOf.call(el) === "color" && now !== text.toLowerCase()))) {
      setInput.call(el, before);
      return false;
    }
    if (now !== before) fire(el, "input", "change");
    return true;
  };

  /**
   * Chooses options of a native select.
   * @param {number} id
   * @param {{value?: string, label?: string, index?: number}[]} wanted
   */
  vm.choose = (id, wanted) => {
    vm.forget?.();
    let el = vm.nodeOf(id);
    if (!el) return { status: "gone" };
    if (el instanceof HTMLLabelElement) el = read.labelControl.call(el) ?? el;
    if (!(el instanceof HTMLSelectElement)) {
      const near = listOf(el);
      if (!near) return { status: "kind", said: say(el) };
      el = near;
    }
    if (isDisabled(el)) return { status: "disabled", said: say(el) };
    const options = Array.from(el.options);
    const labelOf = (o) => flat(o.label || o.text);
    const known = options.slice(0, 50).map((o) => ({ value: o.value, label: labelOf(o) }));
    const told = vm.isSecret(el) ? [] : known;
    const chosen = [];
    for (const want of wanted) {
      const at = options.findIndex(
        (o, i) =>
          (want.value === undefined || o.value === want.value) &&
          (want.label === undefined || labelOf(o) === flat(want.label)) &&
          (want.index === undefined || i === want.index),
      );
      if (at < 0) return { status: "unknown", said: say(el), options: told };
      const group = options[at].parentElement;
      const isOff = options[at].disabled || (group instanceof HTMLOptGroupElement && group.disabled);
      if (isOff) return { status: "off", said: say(el), options: told };
      chosen.push(options[at]);
    }
    if (chosen.length > 1 && !el.multiple) return { status: "single", said: say(el), options: told };
    focusElement.call(el, { preventScroll: true });
    const before = options.map((o) => o.selected).join();
    for (const option of options) {
      const isWanted = chosen.includes(option);
      if (option.selected !== isWanted) option.selected = isWanted;
    }
    if (options.map((o) => o.selected).join() !== before) fire(el, "input", "change");
    const now = Array.from(el.selectedOptions);
    return {
      status: "ok",
      said: say(el),
      selected: vm.isSecret(el) ? [] : now.map((o) => ({ value: o.value, label: labelOf(o) })),
      held: chosen.every((o) => now.includes(o)) && now.length === chosen.length,
    };
  };

  /** An option's own list, or the only select inside an element. */
  const listOf = (el) => {
    for (let up = el; up; up = parent(up)) if (up instanceof HTMLSelectElement) return up;
    const inside = el.querySelectorAll?.("select") ?? [];
    return inside.length === 1 && holds(el, inside[0]) ? inside[0] : null;
  };
}
