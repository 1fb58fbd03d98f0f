// Finds the parts of lists that pages build themselves (ARIA comboboxes and what is like them): what
// opens them, their options, and what they hold.
{
  const { attr, is, rect, holds, parent } = vm.dom;
  const { summarize } = vm.reporting;

  const COMBO = "[role=combobox],[aria-haspopup=listbox]";
  const LIST = "[role=listbox],[role=tree],[role=menu]";
  /** Options of kits that draw others than those with a role. */
  const DRAWN = "[class*=option],[class*=Option],[class*=item],[class*=Item]";
  /** Elements around a control in which its value stands, and options that are listed. */
  const AROUND = 3;
  const MOST = 200;
  const NARROW = 24;

  /** @param {string} text */
  const flat = (text) => text.replace(/\s+/g, " ").trim();
  /** @param {Element} el @param {string} css @returns {Element[]} */
  const all = (el, css) => Array.from(Element.prototype.querySelectorAll.call(el, css));

  /** Whether something has room on the page, as have those around it. @param {Element} el */
  const isShown = (el) => {
    const box = rect(el);
    if (box.width < 2 || box.height < 2) return false;
    let up = parent(el);
    for (let i = 0; up && i < 4; up = parent(up), i += 1) {
      const { overflow, display } = getComputedStyle(up);
      const around = rect(up);
      if (display !== "contents" && overflow !== "visible" && (around.width < 2 || around.height < 2)) return false;
    }
    return Element.prototype.checkVisibility.call(el, { visibilityProperty: true });
  };

  /** The combobox that an element is, labels, holds or stands in. @param {Element} el */
  const comboOf = (el) => {
    if (el instanceof HTMLSelectElement) return null;
    if (el instanceof HTMLLabelElement) {
      const control = vm.dom.read.labelControl.call(el);
      if (control && is(control, COMBO)) return control;
    }
    if (is(el, COMBO)) return el;
    const inside = all(el, COMBO);
    if (inside.length === 1) return inside[0];
    const above = Element.prototype.closest.call(el, COMBO);
    return above && !(el instanceof HTMLInputElement) ? above : null;
  };

  /** Whether any text may stand in it: a field with suggestions. @param {Element} el */
  const isFree = (el) => {
    if (!(el instanceof HTMLInputElement) || el.readOnly) return false;
    return rect(el).width > NARROW && Number(getComputedStyle(el).opacity) > 0.03;
  };

  /** Whether what is typed is looked for elsewhere, so that suggestions are no values. @param {Element} el */
  const isSearch = (el) => {
    const isField = is(el, "[type=search],[enterkeyhint=search]");
    return isField || Element.prototype.closest.call(el, "[role=search],search") !== null;
  };

  /** The list that belongs to a combobox; null while it is closed. @param {Element} combo */
  const listOf = (combo) => {
    const root = /** @type {Document | ShadowRoot} */ (combo.getRootNode());
    const owners = [combo, ...all(combo, "[aria-controls],[aria-owns]"), parent(combo)];
    for (const owner of owners) {
      const ids = owner ? `${attr(owner, "aria-controls") ?? ""} ${attr(owner, "aria-owns") ?? ""}` : "";
      for (const id of ids.split(/\s+/).filter(Boolean)) {
        const found = root.getElementById(id);
        if (found) return found;
      }
    }
    const lists = all(document.documentElement, LIST).filter(isShown);
    return lists.length === 1 ? lists[0] : null;
  };

  /** The options that can be seen, each once. @param {Element | null} list */
  const optionsOf = (list) => {
    if (!list) return [];
    const spoken = all(list, "[role=option],[role=treeitem],[role=menuitemradio]").filter(isShown);
    if (spoken.length > 0) return spoken;
    for (let at = /** @type {Element | null} */ (list), i = 0; at && i <= AROUND; at = parent(at), i += 1) {
      if (at === document.body) break;
      const drawn = all(at, DRAWN).filter((el) => isShown(el) && flat(labelOf(el)) !== "");
      const whole = drawn.filter((el) => !drawn.some((other) => other !== el && holds(other, el) && labelOf(other) === labelOf(el)));
      const single = whole.filter((el) => !whole.some((other) => other !== el && holds(el, other)));
      if (single.length > 0) return single;
    }
    return [];
  };

  /** @param {Element} el */
  const labelOf = (el) => flat((el instanceof HTMLElement ? el.innerText : el.textContent) || attr(el, "aria-label") || "");

  /** @param {Element} el */
  const isOff = (el) => attr(el, "aria-disabled") === "true" || is(el, ":disabled") || /(^|[-_ ])disabled( |$)/.test(attr(el, "class") ?? "");

  const OTHERS = `${COMBO},label,input:not([type=hidden]):not([aria-hidden=true]),select:not([aria-hidden=true])`;
  /**
   * The lines that a combobox shows: its own, and of what stands around it without other fields.
   * @param {Element} combo @param {Element | null} list
   */
  const shownBy = (combo, list) => {
    const texts = combo instanceof HTMLInputElement ? [combo.value] : [];
    let at = /** @type {Element | null} */ (combo);
    for (let i = 0; at && i <= AROUND; at = parent(at), i += 1) {
      if (list && holds(at, list)) break;
      if (all(at, OTHERS).some((el) => el !== combo && !holds(combo, el))) break;
      const text = at instanceof HTMLElement ? at.innerText : "";
      texts.push(flat(text), ...text.split("\n").map(flat));
    }
    return [...new Set(texts)].filter(Boolean).slice(0, 20);
  };

  /** A field in which one types to find options. @param {Element} combo @param {Element | null} list */
  const searchOf = (combo, list) => {
    const active = document.activeElement;
    const isText = (/** @type {Element | null | undefined} */ el) => el instanceof HTMLInputElement && !el.readOnly && el.type !== "checkbox" && isShown(el);
    if (active instanceof HTMLInputElement && isText(active)) return active;
    for (let at = list, i = 0; at && at !== document.body && i < AROUND; at = parent(at), i += 1) {
      const found = all(at, "input").find(isText);
      if (found) return found;
    }
    return isText(combo) ? combo : null;
  };

  /**
   * The combobox that an element is, labels or holds; null if it is none.
   * @param {number} id
   */
  vm.comboAt = (id) => {
    const el = vm.nodeOf(id);
    const combo = el && comboOf(el);
    if (!combo) return null;
    // What is too narrow to be pressed has a box around it that is.
    let press = combo;
    for (let up = parent(combo), i = 0; up && i < AROUND && rect(press).width < NARROW; up = parent(up), i += 1) press = up;
    // The value that is shown may lie over the field: what holds both is pressed.
    const { left, top, width, height } = rect(press);
    const found = vm.dom.hit(left + width / 2, top + height / 2);
    for (let up = parent(press), i = 0; found && up && i < AROUND && !holds(press, found); up = parent(up), i += 1) {
      if (holds(up, found)) press = up;
    }
    const off = isOff(combo) || attr(combo, "aria-readonly") === "true";
    return { id: vm.idOf(combo), press: vm.idOf(press), free: isFree(combo), finds: isSearch(combo), off, secret: vm.isSecret(combo), summary: summarize(combo) };
  };

  /**
   * What a combobox shows and, if it is open, its options: [number, label, value, selected, disabled].
   * @param {number} id
   */
  vm.comboState = (id) => {
    const combo = vm.nodeOf(id);
    if (!combo) return null;
    const list = listOf(combo);
    const isOpen = list !== null && (isShown(list) || optionsOf(list).length > 0);
    const options = isOpen ? optionsOf(list).slice(0, MOST) : [];
    const field = isOpen ? searchOf(combo, list) : null;
    return {
      open: isOpen && attr(combo, "aria-expanded") !== "false",
      shown: shownBy(combo, isOpen ? list : null),
      search: field ? vm.idOf(field) : 0,
      options: options.map((el) => [
        vm.idOf(el),
        labelOf(el),
        attr(el, "data-value") ?? "",
        attr(el, "aria-selected") === "true" || attr(el, "aria-checked") === "true",
        isOff(el),
      ]),
    };
  };

  /**
   * Brings other options of a list that is built as one scrolls: the first ones, then the next ones
   * each time; whether there is anything to scroll.
   * @param {number} id @param {boolean} isFirst
   */
  vm.comboMore = (id, isFirst) => {
    const [first] = (() => {
      const combo = vm.nodeOf(id);
      return combo ? optionsOf(listOf(combo)) : [];
    })();
    for (let at = first ? parent(first) : null, i = 0; at && i < 6; at = parent(at), i += 1) {
      if (at.scrollHeight > at.clientHeight + 2 && /auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) {
        const before = at.scrollTop;
        if (isFirst) {
          at.scrollTop = 0;
          return true;
        }
        at.scrollTop = before + at.clientHeight * 0.8;
        return at.scrollTop !== before;
      }
    }
    return false;
  };
}
