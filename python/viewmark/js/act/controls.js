// Decides what a press on an element may hit: itself, its label, or the control whose caption it is.
{
  const { read, is, parent, holds } = vm.dom;
  const { isDisabled } = vm.sight;

  /** Controls of which every part does the same: a press on the caption is a press on them. */
  const CAPTIONED =
    "a[href],area[href],button,summary,option,[role=button],[role=link],[role=checkbox]," +
    "[role=radio],[role=switch],[role=tab],[role=menuitem],[role=menuitemcheckbox]," +
    "[role=menuitemradio],[role=option],[role=treeitem]";
  const ACTORS =
    CAPTIONED +
    ",input,select,textarea,label,[onclick],[tabindex],[contenteditable],[role=slider]," +
    "[role=combobox],[role=textbox],[role=searchbox]";

  /**
   * The control that a node belongs to: the nearest thing that one would call clickable.
   * @param {Element} node
   */
  const actorOf = (node) => {
    for (let at = /** @type {Element | null} */ (node); at; at = parent(at)) if (is(at, ACTORS)) return at;
    return node;
  };

  /** A press on a label is one on what it labels. @param {Element} el */
  const driven = (el) =>
    (el instanceof HTMLLabelElement ? read.labelControl.call(el) : null) ?? el;

  /** @param {Element} node @param {Element} control */
  const isLabelOf = (node, control) => {
    for (let at = /** @type {Element | null} */ (node); at; at = parent(at)) {
      if (at instanceof HTMLLabelElement && read.labelControl.call(at) === control) return true;
    }
    return false;
  };

  /** @param {Element} el */
  const passes = (el) => getComputedStyle(el).pointerEvents === "none";

  /**
   * The control that gets a press on its caption or icon: the button or link around the element;
   * whatever control it is where pointers pass through the element. Null if there is none.
   * @param {Element} el
   */
  const controlAround = (el) => {
    let at = /** @type {Element | null} */ (el);
    while (at && passes(at)) at = parent(at);
    if (!at) return null;
    const control = actorOf(at);
    if (at === el) return control !== el && is(control, CAPTIONED) ? control : null;
    return is(control, ACTORS) && control !== read.root.call(document) ? control : null;
  };

  /**
   * Whether a press that meets `found` is a press on `el`.
   * @param {Element} el @param {Element} found
   */
  const countsAs = (el, found) => {
    if (!found) return false;
    if (holds(el, found) || isLabelOf(found, el)) return true;
    const control = controlAround(el);
    return control !== null && actorOf(found) === control;
  };

  /**
   * Whether a press that meets `found` does what is meant for `el` and nothing that a control inside
   * of `el` does, such as the button in a card that can be clicked as a whole.
   * @param {Element} el @param {Element} found
   */
  const isOwn = (el, found) => {
    if (isLabelOf(found, el)) return true;
    if (!holds(el, found)) return false;
    if (!is(el, ACTORS) || el instanceof HTMLLabelElement) return true;
    return actorOf(found) === el;
  };

  /**
   * The control that a press on `el` went to when it met `found`.
   * @param {Element} el @param {Element} found
   */
  const hitOf = (el, found) => {
    for (let at = /** @type {Element | null} */ (found); at && at !== el; at = parent(at)) if (is(at, ACTORS)) return driven(at);
    if (!holds(el, found)) return found;
    const control = actorOf(el);
    return is(control, `${CAPTIONED},label`) ? driven(control) : el;
  };

  /**
   * The disabled control that an element is or belongs to, if pointers pass through that.
   * @param {Element} el
   */
  const inertOf = (el) => {
    const control = actorOf(el);
    return is(control, ACTORS) && isDisabled(control) && passes(control) ? control : null;
  };

  vm.controls = Object.freeze({
    actorOf,
    controlOf: (node) => driven(actorOf(node)),
    countsAs,
    hitOf,
    inertOf,
    isOwn,
    passes,
  });
}
