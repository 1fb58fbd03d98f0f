// What state a control is in: checked, expanded, its value unless that is secret.
{
  const { ariaToken, attribute, hasAttribute, matches, memo, byId, rootNode, tagOf } = vm.native;
  const { dom } = vm;
  const { line, TEXT_LIMIT } = vm.strings;

  /** @param {string} text */
  const words = (text) => new Set(text.split(" "));
  const CHECKED = words("checkbox radio switch menuitemcheckbox menuitemradio option treeitem");
  const RANGES = words("slider spinbutton progressbar meter scrollbar separator");
  const UNVALUED = words("button submit reset image checkbox radio file hidden");
  /** Types whose value has a form of its own: 2026-11-22, 14:30, #rrggbb. */
  const FORMATTED = words("date datetime-local month week time color");
  /** Most options that a select reports; `optionCount` tells how many there are. */
  const OPTION_LIMIT = 12;

  /** @param {string} token */
  const triState = (token) => (token === "mixed" ? "mixed" : token === "true");
  /** @param {Element} el @param {string} role @param {string} tag */
  const checked = (el, role, tag) => {
    if (tag === "input" && (el.type === "checkbox" || el.type === "radio")) {
      return el.type === "checkbox" && el.indeterminate ? "mixed" : el.checked;
    }
    if (!CHECKED.has(role)) return undefined;
    const token = ariaToken(el, "aria-checked");
    if (token) return triState(token);
    return role === "option" || role === "treeitem" ? undefined : false;
  };
  /** @param {Element} summary */
  const detailsOf = (summary) => {
    let up = dom.parent(summary);
    if (up && tagOf(up) === "slot") up = dom.parent(up);
    return up;
  };
  /** @param {Element} el @param {string} role @param {string} tag */
  const expanded = (el, role, tag) => {
    const details = role.startsWith("DisclosureTriangle") ? detailsOf(el) : null;
    if (details) return hasAttribute(details, "open");
    const token = ariaToken(el, "aria-expanded");
    if (token === "true" || token === "false") return token === "true";
    if (tag === "details") return hasAttribute(el, "open");
    const popover = attribute(el, "popovertarget");
    const target = popover && (tag === "button" || tag === "input") && byId(rootNode(el), popover);
    return target && hasAttribute(target, "popover") ? matches(target, ":popover-open") : undefined;
  };
  /** @param {Element} el @param {string} tag */
  const selected = (el, tag) => {
    if (tag === "option") return el.selected;
    const token = ariaToken(el, "aria-selected");
    return token === "true" || token === "false" ? token === "true" : undefined;
  };
  /**
   * Disabled by itself, by a fieldset, or by an ancestor with aria-disabled.
   * @param {Element} el
   */
  const isDisabled = (el) => {
    if (matches(el, ":disabled")) return true;
    const own = ariaToken(el, "aria-disabled");
    if (own === "true") return true;
    return own !== "false" && isUnderDisabled(el) && vm.roles.isFocusable(el);
  };
  /**
   * Whether an ancestor has aria-disabled; remembered, for ancestors are shared.
   * @param {Element} el
   */
  const isUnderDisabled = (el) => {
    const known = memo("underDisabled");
    const way = [];
    let answer = false;
    for (let at = /** @type {Element | null} */ (el); at; at = dom.parent(at)) {
      const before = known.get(at);
      if (before !== undefined) {
        answer = before;
        break;
      }
      way.push(at);
    }
    // From the top down: an element is under what its parent is, or is under.
    for (let i = way.length - 1; i >= 0; i -= 1) {
      const up = way[i + 1];
      if (up && ariaToken(up, "aria-disabled") === "true") answer = true;
      known.set(way[i], answer);
    }
    return answer;
  };

  /** @param {Element} el */
  const rangeValue = (el) => attribute(el, "aria-valuetext") ?? attribute(el, "aria-valuenow");
  /** @param {Element} el @param {string} role @param {string} tag */
  const value = (el, role, tag) => {
    if (tag === "select") return [...el.selectedOptions].map((option) => option.label).join(", ");
    if (tag === "textarea") return el.value;
    if (tag === "input") return UNVALUED.has(el.type) ? undefined : el.value;
    if (tag === "progress") return hasAttribute(el, "value") ? String(el.value) : undefined;
    if (tag === "meter") return String(el.value);
    if (vm.nameSources.isTextField(el, role)) return vm.text(el);
    if (RANGES.has(role)) return rangeValue(el) ?? undefined;
    if (role !== "combobox") return undefined;
    const field = vm.native.queryCss(el, "input,textarea")[0];
    if (field) return vm.isSecret(field) ? undefined : field.value;
    return vm.text(el);
  };
  /** @param {Element} el */
  const options = (el) => {
    const labels = [];
    for (const option of el.options) {
      if (labels.length === OPTION_LIMIT) break;
      labels.push(line(option.label, TEXT_LIMIT));
    }
    return labels;
  };
  /**
   * The state of an element as a flat record; a key that does not apply is absent. `checked` and
   * `pressed` are true, false or "mixed"; `value` is cut at 100 characters; a secret field has
   * `valueState` ("filled" or "empty") instead and neither value nor length.
   */
  vm.state = (el, role) => {
    const tag = tagOf(el);
    /** @type {State & Record<string, any>} */
    const state = {};
    /** @param {string} key @param {any} is */
    const put = (key, is) => {
      if (is !== undefined && is !== null) state[key] = is;
    };
    put("checked", checked(el, role, tag));
    if (tag === "input" && FORMATTED.has(el.type)) state.type = el.type;
    put("expanded", expanded(el, role, tag));
    put("selected", selected(el, tag));
    const pressed = ariaToken(el, "aria-pressed");
    if (role === "button" && pressed) put("pressed", triState(pressed));
    if (el.required === true || ariaToken(el, "aria-required") === "true") state.required = true;
    if (isReadonly(el, role, tag)) state.readonly = true;
    if (isDisabled(el)) state.disabled = true;
    if (vm.isSecret(el)) {
      state.valueState = vm.isFilled(el) ? "filled" : "empty";
      return state;
    }
    const text = value(el, role, tag);
    if (text !== undefined) state.value = line(text, TEXT_LIMIT);
    if (tag === "select") {
      state.options = options(el);
      state.optionCount = el.options.length;
      if (el.multiple) state.multiple = true;
    }
    return state;
  };
  /** @param {Element} el @param {string} role @param {string} tag */
  const isReadonly = (el, role, tag) =>
    ((tag === "textarea" || (tag === "input" && vm.nameSources.isTyped(el, tag))) && el.readOnly) ||
    ariaToken(el, "aria-readonly") === "true";
}
