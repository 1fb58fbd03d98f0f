// Decides which elements get a mark, and which one of several nested elements.
//
// Three kinds of evidence, strongest first: CONTROL (a native control, a widget role, focusable or
// editable), LISTENER (an `onclick` attribute, or a pointer listener that the driver found by CDP:
// an isolated world sees no listeners), CURSOR (the element where `cursor: pointer` begins, which
// is how delegated handlers show themselves).
{
  const { read, attr, is, parent } = vm.dom;
  const { area, meet } = vm.sight;

  const WIDGET_ROLES =
    "button checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio " +
    "scrollbar searchbox slider spinbutton switch tab textbox treeitem";
  const widgetRoles = new Set(WIDGET_ROLES.split(" "));
  // A grid cell is a place to act in only if it can take focus; its role alone says nothing.
  widgetRoles.delete("gridcell");

  const CONTROLS =
    "a[href],area[href],button,input,select,textarea,summary,option,[role],[contenteditable]," +
    "[tabindex],video[controls],audio[controls],details,a[*|href]";
  const HANDLERS =
    "[onclick],[ondblclick],[onmousedown],[onmouseup],[onpointerdown],[onpointerup]," +
    "[ontouchstart],[ontouchend]";
  const DRAGGED = '[draggable="true" i]';
  const MAYBE = `${CONTROLS},${HANDLERS},${DRAGGED}`;

  const TEXT = 8;
  const CONTROL = 4;
  const LISTENER = 2;
  const CURSOR = 1;

  const listening = new WeakSet();

  /** @param {string | null} value */
  const isEditable = (value) =>
    value !== null && /^(|true|plaintext-only)$/i.test(value.trim());

  /** @param {Element} el */
  const isEditingHost = (el) => {
    if (!isEditable(attr(el, "contenteditable"))) return false;
    const up = parent(el);
    return !up || !(up instanceof HTMLElement) || !up.isContentEditable;
  };

  /** @param {Element} el */
  const roleTokens = (el) => (attr(el, "role") ?? "").toLowerCase().split(/\s+/);

  /** The first role that is one counts; an unknown word before it is skipped. @param {Element} el */
  const isWidget = (el) => widgetRoles.has(roleTokens(el).find(vm.isAriaRole) ?? "");

  /** @param {Element} el @param {string} tag */
  const isControl = (el, tag) => {
    switch (tag) {
      case "button":
      case "option":
      case "select":
      case "textarea":
        return true;
      case "input":
        return attr(el, "type")?.toLowerCase() !== "hidden";
      case "a":
      case "area":
        if (attr(el, "href") !== null || attr(el, "xlink:href") !== null) return true;
        break;
      case "video":
      case "audio":
        if (attr(el, "controls") !== null) return true;
        break;
      case "summary": {
        const up = read.parentNode.call(el);
        if (up instanceof HTMLDetailsElement) {
          for (let n = read.firstChild.call(up); n; n = read.nextSibling.call(n)) {
            if (vm.dom.isElement(n) && read.localName.call(n) === "summary") return n === el;
          }
        }
        break;
      }
      case "details":
        return !hasSummary(el);
      default:
    }
    if (isWidget(el)) return true;
    const tabIndex = attr(el, "tabindex");
    if (tabIndex !== null && parseInt(tabIndex, 10) >= 0) return true;
    return isEditingHost(el);
  };
  /** @param {Element} el */
  const hasSummary = (el) => {
    for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
      if (vm.dom.isElement(n) && read.localName.call(n) === "summary") return true;
    }
    return false;
  };

  /**
   * The evidence that one can act on an element, or 0. `owns`: the hand cursor begins here.
   * @param {Element} el @param {string} tag @param {boolean} owns
   */
  const evidence = (el, tag, owns) => {
    let found = owns ? CURSOR : 0;
    if (listening.has(el)) found |= LISTENER;
    if (is(el, MAYBE)) {
      if (isControl(el, tag)) found |= CONTROL;
      if (is(el, HANDLERS)) found |= LISTENER;
      // Written to be taken hold of: a target in itself, like what shows the hand.
      if (found === 0 && is(el, DRAGGED)) found = CURSOR;
    }
    return found;
  };

  // What these hold is presentation: their content is part of them (ARIA, children presentational).
  const WHOLE = new Set(["button", "a", "summary", "option", "label"]);
  const WHOLE_ROLES = new Set(
    ("button link tab option menuitem menuitemcheckbox menuitemradio checkbox radio " +
      "switch").split(" "),
  );
  /** @param {Item} item */
  const isWhole = (item) =>
    WHOLE.has(item.tag) || roleTokens(item.el).some((role) => WHOLE_ROLES.has(role));

  const NATIVE = new Set(["button", "input", "select", "textarea", "a", "summary"]);
  const GRAPHIC = new Set(["canvas", "svg", "img", "video", "embed", "object"]);

  /** @param {Item} inner @param {Item} outer */
  const coverage = (inner, outer) => {
    let shared = 0;
    for (const box of inner.boxes) {
      for (const other of outer.boxes) shared += area(meet(box, other));
    }
    const whole = outer.boxes.reduce((sum, box) => sum + area(box), 0);
    return whole > 0 ? shared / whole : 0;
  };

  /**
   * The words inside an element; remembered for one look, since an outer one is asked by many.
   * @param {Element} el
   */
  const textOf = (el) => {
    const known = vm.native.memo("words");
    let text = known.get(el);
    if (text === undefined) {
      // Of what has a shadow tree, or stands in one, only the flat tree tells.
      const isShadowed = vm.dom.rootOf(el) !== null || vm.native.rootNode(el) instanceof ShadowRoot;
      text = isShadowed ? vm.text(el) : vm.native.textContent(el).replace(/\s+/g, " ").trim();
      known.set(el, text);
    }
    return text;
  };
  /** The nearest box around an element that is not a part of a line. @param {Element} el */
  const blockOf = (el) => {
    const known = vm.native.memo("block");
    const way = [];
    let at = parent(el);
    let block = null;
    for (; at && !block; at = parent(at)) {
      block = known.get(at) ?? null;
      if (!block && /^(inline|contents|ruby)/.test(vm.native.styleOf(at).display)) way.push(at);
      else block ??= at;
    }
    for (const one of way) known.set(one, block);
    return block;
  };
  /**
   * Whether an inline box is a phrase of the sentence that stands in the outer one.
   * @param {Item} item @param {Item} outer
   */
  const isPhrase = (item, outer) => {
    if (item.display !== "inline") return false;
    const block = blockOf(item.el);
    return block === outer.el || (outer.display === "inline" && block === blockOf(outer.el));
  };
  /**
   * Whether a wrapper holds one control and no word besides: the padding of that control.
   * @param {Item} item
   */
  const saysNoMore = ({ el, controls, kind, control }) => {
    if ((kind & CONTROL && !control) || controls?.length !== 1) return false;
    const [{ el: inner, boxes }] = controls;
    const size = boxes.reduce((sum, box) => sum + area(box), 0);
    return size > 0 && textOf(el) === textOf(inner);
  };

  // What arranges other targets and takes the focus on their behalf: pressing it does nothing.
  const ARRANGES = new Set(
    "menu menubar radiogroup tablist tabpanel toolbar tree grid treegrid".split(" "),
  );
  // A listener of its own serves its items: a press between them does nothing either.
  /** @param {Item} item */
  const arranges = ({ el, kind, tag }) =>
    (kind & CONTROL) !== 0 && !NATIVE.has(tag) && ARRANGES.has(roleTokens(el).find(vm.isAriaRole) ?? "");
  /** @param {Item} item */
  const isArranger = (item) => (item.controls?.length ?? 0) > 0 && arranges(item);

  /**
   * A small wordless part of a widget with a listener of its own: the cross of a chip or tab.
   * @param {Item} item @param {Item} outer @param {number} share
   */
  const isOwnPart = (item, outer, share) =>
    (item.kind & LISTENER) !== 0 &&
    !NATIVE.has(outer.tag) &&
    share < 0.4 &&
    textOf(item.el).length <= 1 &&
    textOf(outer.el).length > 2;

  /**
   * Whether both are one control to a person: the same role and name, written on a box and in it.
   * @param {Item} item @param {Item} outer
   */
  const isSameControl = (item, outer) => {
    const role = vm.role(item.el);
    if (role === "generic" || role !== vm.role(outer.el)) return false;
    const name = vm.name(item.el);
    return name !== "" && name === vm.name(outer.el);
  };

  /**
   * Whether words stand right in it: the root of a delegated handler only holds other boxes.
   * @param {Element} el
   */
  const speaks = (el) => {
    for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
      if (read.nodeType.call(n) === 3 && /\S/.test(read.data.call(n))) return true;
    }
    return false;
  };

  /**
   * Leaves one mark of several nested ones that are the same thing to a person.
   * `items` come outer before inner; each has `el, tag, kind, boxes, up` (the next item outside).
   * @param {Item[]} items @param {number} viewArea
   */
  const withoutDuplicates = (items, viewArea) => {
    for (const item of items) {
      if (item.kind === TEXT) continue;
      let outer = item.up;
      while (outer?.dropped || outer?.kind === TEXT) outer = outer.up;
      if (!outer) continue;
      const share = coverage(item, outer);
      const isInnerControl = (item.kind & CONTROL) !== 0;
      if (outer.kind & CONTROL) {
        if (!isInnerControl) {
          if (isOwnPart(item, outer, share)) continue;
          // An icon or caption inside a button is the button; a handler elsewhere is its own.
          if (isWhole(outer) || item.kind === CURSOR || share > 0.6) item.dropped = true;
        } else if (share > 0.8) {
          const inner = (NATIVE.has(item.tag) && !NATIVE.has(outer.tag)) || arranges(outer);
          (inner ? outer : item).dropped = true;
        } else if (share > 0.3 && isSameControl(item, outer)) {
          const isInner = vm.roles.isFocusable(item.el) && !vm.roles.isFocusable(outer.el);
          (isInner ? outer : item).dropped = true;
        } else outer.controls = [...(outer.controls ?? []), item];
      } else if (isInnerControl) {
        // The wrapper of a control, or the root of a delegated handler, is not a second target.
        if (share > 0.5 || (outer.kind === LISTENER && !speaks(outer.el))) outer.dropped = true;
        else {
          outer.inside = (outer.inside ?? 0) + share;
          outer.controls = [...(outer.controls ?? []), item];
        }
      } else if (outer.kind === LISTENER && item.kind & CURSOR) {
        // The hand cursor begins inside: that is what the outer handler waits for.
        outer.dropped = true;
      } else if (share > 0.6 || (outer.kind & CURSOR && item.kind === CURSOR)) {
        item.dropped = true;
      } else if (outer.kind === LISTENER && !speaks(outer.el)) {
        outer.dropped = true;
      }
    }
    return items.filter((item) => {
      if (item.dropped || (item.inside ?? 0) > 0.7) return false;
      if (saysNoMore(item) || isArranger(item)) return false;
      if (item.kind & (CONTROL | TEXT) || GRAPHIC.has(item.tag)) return true;
      // A listener on half the page is where handlers are delegated to.
      const size = item.boxes.reduce((sum, box) => sum + area(box), 0);
      return size < viewArea * (item.kind & CURSOR ? 0.6 : 0.4);
    });
  };

  /** Of the view: larger text boxes that hold other marks only arrange those. */
  const MOST_OF_VIEW = 0.4;
  /**
   * Leaves out text that another mark shows already: those of a control, the phrases of a
   * sentence, a box around or inside one with the same text; and boxes of most of the view.
   * @param {Item[]} items @param {number} viewArea
   */
  const withoutRepeats = (items, viewArea) => {
    const kept = new Set(items);
    /** @param {Item} item */
    const around = (item) => {
      let outer = item.up;
      while (outer && !kept.has(outer)) outer = outer.up;
      return outer;
    };
    for (const item of items) {
      const outer = item.kind === TEXT ? around(item) : null;
      if (!outer) continue;
      const isPicture = GRAPHIC.has(item.tag);
      const isRepeat =
        (outer.kind !== TEXT && isWhole(outer)) ||
        (!isPicture && (isPhrase(item, outer) || textOf(item.el) === textOf(outer.el)));
      if (isRepeat) kept.delete(item);
    }
    // What is left around others: a heading that is all link, a box that begins with its part.
    for (const item of items) {
      if (!kept.has(item)) continue;
      const outer = around(item);
      if (!outer || outer.kind !== TEXT || GRAPHIC.has(outer.tag)) continue;
      const isLarge = outer.boxes.reduce((sum, box) => sum + area(box), 0) > MOST_OF_VIEW * viewArea;
      if (isLarge || (vm.text(item.el) !== "" && vm.text(item.el) === vm.text(outer.el))) {
        kept.delete(outer);
      }
    }
    return items.filter((item) => kept.has(item));
  };

  /**
   * Whether a text is a phrase of one that was found already, and so need not be tested.
   * @param {Item} item @param {Item} outer
   */
  const isSaidBy = (item, outer) =>
    item.kind === TEXT && outer?.kind === TEXT && !GRAPHIC.has(item.tag) && isPhrase(item, outer);

  vm.kinds = Object.freeze({
    isSaidBy,
    TEXT,
    CONTROL,
    LISTENER,
    CURSOR,
    evidence,
    isWidget,
    withoutDuplicates,
    withoutRepeats,
  });
  /** Takes nodes with a pointer listener (the driver finds them by CDP); gives their numbers. */
  vm.listen = (...found) =>
    found.map((node) => {
      if (!node || !vm.dom.isElement(node)) return 0;
      listening.add(node);
      vm.adoptAround(node);
      return vm.idOf(node);
    });
  /** Those whose listeners were removed. */
  vm.unlisten = (ids) => {
    for (const id of ids) {
      const node = vm.nodeOf(id);
      if (node) listening.delete(node);
    }
  };
}
