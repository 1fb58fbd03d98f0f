// What a control is and in which state: asked before it is set and after every action.
{
  const { read, is, eachChild, isElement } = vm.dom;
  const { isDisabled } = vm.sight;
  const { say } = vm.telling;
  const typeOf = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "type").get;

  const TOGGLES = "[role=checkbox],[role=switch],[role=radio],[role=menuitemcheckbox],[role=menuitemradio]";
  const RADIOS = "[role=radio],[role=menuitemradio]";

  /** `checkbox`, `radio`, `select`, `file`, another type of input, or "" for what is no control. */
  const kindOf = (el) => {
    if (el instanceof HTMLSelectElement) return "select";
    const type = el instanceof HTMLInputElement ? typeOf.call(el) : "";
    if (type === "checkbox" || type === "radio" || type === "file") return type;
    if (is(el, TOGGLES)) return is(el, RADIOS) ? "radio" : "checkbox";
    return type;
  };

  const controlsIn = (el, found) => {
    eachChild(el, read.localName.call(el), (node) => {
      if (found.length > 1 || !isElement(node)) return;
      if (kindOf(node) !== "" || node instanceof HTMLTextAreaElement) found.push(node);
      else controlsIn(node, found);
    });
    return found;
  };

  /** The control that is meant by an element: itself, that of a label, or the only one inside. */
  const controlOf = (el) => {
    if (kindOf(el) !== "") return el;
    const labelled = el instanceof HTMLLabelElement ? read.labelControl.call(el) : null;
    if (labelled) return labelled;
    const inside = controlsIn(el, []);
    return inside.length === 1 ? inside[0] : el;
  };

  /** The control that an element means, what it is, and its state. */
  vm.control = (id) => {
    vm.forget?.();
    const el = vm.nodeOf(id);
    if (!el) return null;
    const control = controlOf(el);
    return {
      said: say(control),
      kind: kindOf(control),
      disabled: isDisabled(control),
      multiple: control.multiple === true,
      folder: control.webkitdirectory === true,
      state: vm.state(control, vm.role(control)),
    };
  };

  /** The state of an element as a look would tell it; null once it is gone. */
  vm.stateOf = (id) => {
    vm.forget?.();
    const el = vm.nodeOf(id);
    return el ? vm.state(el, vm.role(el)) : null;
  };
}
