// Reads the kind and state of a control, before it is set and after every action.
{
  const { read, is, eachChild, isElement } = vm.dom;
  const { isDisabled } = vm.sight;
  const { summarize } = vm.reporting;
  const typeOf = vm.getter(HTMLInputElement.prototype, "type");
  const filesOf = vm.getter(HTMLInputElement.prototype, "files");

  const RADIOS = "[role=radio],[role=menuitemradio]";
  // Options and items of trees can be checked where they say whether they are.
  const TOGGLES =
    `[role=checkbox],[role=switch],[role=menuitemcheckbox],${RADIOS},` +
    "[role=option][aria-checked],[role=treeitem][aria-checked]";

  /**
   * `checkbox`, `radio`, `select`, `file`, another type of input, or "" for what is not a control.
   * @param {Element} el
   */
  const kindOf = (el) => {
    if (el instanceof HTMLSelectElement) return "select";
    const type = el instanceof HTMLInputElement ? typeOf.call(el) : "";
    if (type === "checkbox" || type === "radio" || type === "file") return type;
    if (is(el, TOGGLES)) return is(el, RADIOS) ? "radio" : "checkbox";
    return type;
  };

  /** @param {Element} el @param {Element[]} found */
  const controlsIn = (el, found) => {
    eachChild(el, read.localName.call(el), (node) => {
      if (found.length > 1 || !isElement(node)) return;
      if (kindOf(node) !== "" || is(node, "textarea")) found.push(node);
      else controlsIn(node, found);
    });
    return found;
  };

  /**
   * The control that is meant by an element: itself, that of a label, or the only one inside.
   * @param {Element} el
   */
  const controlMeant = (el) => {
    if (kindOf(el) !== "") return el;
    const labelled = el instanceof HTMLLabelElement ? read.labelControl.call(el) : null;
    if (labelled) return labelled;
    const inside = controlsIn(el, []);
    return inside.length === 1 ? inside[0] : el;
  };

  /**
   * By its own role where it says that it is checked: an option alone is none to ARIA.
   * @param {Element} el
   */
  const stateOf = (el) => {
    const own = is(el, TOGGLES) ? vm.kinds.roleTokens(el).find(vm.isAriaRole) : undefined;
    return vm.state(el, own ?? vm.role(el));
  };

  vm.control = (id) => {
    vm.forget();
    const el = vm.nodeOf(id);
    if (!el) return null;
    const control = controlMeant(el);
    return {
      summary: summarize(control),
      kind: kindOf(control),
      disabled: isDisabled(control),
      multiple: control.multiple === true,
      folder: control instanceof HTMLInputElement && control.webkitdirectory,
      state: stateOf(control),
    };
  };

  vm.stateOf = (id) => {
    vm.forget();
    const el = vm.nodeOf(id);
    return el ? stateOf(el) : null;
  };

  vm.filesOf = (id) => {
    const el = vm.nodeOf(id);
    if (!(el instanceof HTMLInputElement)) return null;
    return Array.from(filesOf.call(el) ?? [], (file) => ({ name: file.name, size: file.size }));
  };
}
