// Leaves one mark of several elements that are the same thing to a person.
{
  const { read, attr, is, parent, holds } = vm.dom;
  const { area, meet } = vm.sight;
  const { TEXT, CONTROL, LISTENER, CURSOR, roleTokens } = vm.kinds;
  const { packed } = vm.strings;

  // What these hold is presentation: their content is part of them (ARIA, children presentational).
  const WHOLE = new Set(["button", "a", "summary", "option", "label"]);
  const WHOLE_ROLES = new Set(
    ("button link tab option menuitem menuitemcheckbox menuitemradio checkbox radio " + "switch").split(" "),
  );
  /** @param {Item} item */
  const isWhole = (item) => WHOLE.has(item.tag) || roleTokens(item.el).some((role) => WHOLE_ROLES.has(role));

  const NATIVE = new Set(["button", "input", "select", "textarea", "a", "summary"]);
  const GRAPHIC = new Set(["canvas", "svg", "img", "video", "embed", "object"]);

  /** Whether an empty box lies on a drawing beside it and takes what is pressed there. @param {Element} el */
  const isGlass = (el) => {
    const [before, after] = [vm.native.previousElement(el), vm.native.nextElement(el)];
    const drawing = [before, after].find((one) => one !== null && read.localName.call(one) === "canvas");
    if (!drawing || vm.text(el) !== "") return false;
    const box = vm.sight.toBox(vm.dom.rect(el));
    return area(meet(vm.sight.toBox(vm.dom.rect(drawing)), box)) >= GLASS * area(box);
  };
  /** Share of such a box that lies on the drawing. */
  const GLASS = 0.8;

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
      // The title of a drawing, which short words may be, is for those who hear.
      if (text !== "" && text.length <= 100 && !isShadowed && vm.native.queryFirst(el, "svg > title"))
        text = vm.text(el);
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
  const saysNoMore = ({ el, controls, kind, control, tag }) => {
    if (controls?.length !== 1) return false;
    const [{ el: inner, boxes, tag: innerTag }] = controls;
    if (kind & CONTROL && !control) {
      // A cell or an item that takes the focus for the button or link in it.
      // A link around a button does what that does.
      const isPressed =
        (NATIVE.has(innerTag) && innerTag !== "input" && !NATIVE.has(tag)) || (tag === "a" && innerTag === "button");
      if (!isPressed || attr(el, "aria-expanded") !== null || textOf(el) === "") return false;
    }
    const size = boxes.reduce((sum, box) => sum + area(box), 0);
    return size > 0 && textOf(el) === textOf(inner);
  };

  const PRESSED = "a[href],button";
  const MOST_PRESSED = 100;
  /** Whether all words of a box are those of links, buttons and what listens in it, be they in view or not. @param {Element} el @param {Item[]} parts */
  const isHandOfParts = (el, parts) => {
    const pressed = vm.native.queryCss(el, PRESSED);
    if (pressed.length > MOST_PRESSED || !parts.some(({ kind }) => kind & LISTENER)) return false;
    let rest = packed(textOf(el));
    for (const one of new Set([...parts.map((part) => part.el), ...pressed]))
      rest = rest.replace(packed(textOf(one)), "");
    return rest === "";
  };
  /** Whether what listens in a box that only has the hand is all that is painted in it: an entry of a menu. @param {Item} item @param {Item} outer */
  const isHeardInHand = (item, outer) =>
    outer.kind === CURSOR &&
    (item.kind & LISTENER) !== 0 &&
    !outer.control &&
    !is(outer.el, "[role],[title],[aria-label],[draggable=true]") &&
    textOf(item.el) !== "" &&
    vm.text(item.el) === vm.text(outer.el);
  const FIELD = { high: 80, share: 0.6 };
  /** Whether a box is drawn around one field that one does not write into, and whose list it opens as well. @param {Element} el @param {Element} field */
  const isFrameOfList = (el, field) =>
    is(field, "input[readonly][role=combobox]") &&
    vm.dom.rect(el).height <= FIELD.high &&
    vm.dom.rect(field).width >= FIELD.share * vm.dom.rect(el).width;
  /** Whether a box holds a tick box and its label, and nothing else. @param {Element} el @param {Element} tick */
  const isTickWithLabel = (el, tick) =>
    is(tick, "input[type=checkbox],input[type=radio]") &&
    vm.nameSources.labelsOf(tick).some((label) => holds(el, label) && textOf(label) === textOf(el));
  /**
   * Whether a box that only has the hand says no more than the buttons in it, or is drawn around one field that opens.
   * @param {Item} item
   */
  const isHandAround = ({ el, kind, controls, parts }) => {
    if (kind !== CURSOR || !parts || is(el, "a,label,[role]:not([role=none],[role=presentation]),[title],[aria-label]"))
      return false;
    const words = textOf(el);
    // What is not shown in it says nothing: a dialog that waits.
    if (parts.length > 1)
      return (
        [textOf, vm.text].some((says) => packed(says(el)) === packed(parts.map((inner) => says(inner.el)).join(""))) ||
        isHandOfParts(el, parts)
      );
    if (controls?.length !== 1) return false;
    const [inner] = controls;
    if (isTickWithLabel(el, inner.control ?? inner.el) || isFrameOfList(el, inner.el)) return true;
    return (
      vm.role(inner.control ?? inner.el) === "combobox" &&
      words.endsWith(textOf(inner.el)) &&
      vm.name(inner.el).includes(words.slice(0, words.length - textOf(inner.el).length).trim())
    );
  };

  // What arranges other targets and takes the focus on their behalf: pressing it does nothing.
  const ARRANGES = new Set("listbox menu menubar radiogroup tablist tabpanel toolbar tree grid treegrid".split(" "));
  // A listener of its own serves its items: a press between them does nothing either.
  /** @param {Item} item */
  const arranges = ({ el, kind, tag }) =>
    (kind & CONTROL) !== 0 && !NATIVE.has(tag) && ARRANGES.has(roleTokens(el).find(vm.isAriaRole) ?? "");
  /** @param {Item} item */
  const isArranger = (item) =>
    (item.controls?.length ?? 0) > 0 &&
    (arranges(item) || (item.kind === CURSOR && ARRANGES.has(roleTokens(item.el)[0])));

  /**
   * Whether one is pressed in a list that only takes the focus for its items, be it the only one there.
   * @param {Item} item @param {Item} outer
   */
  const isItemOf = (item, outer) =>
    !outer.control &&
    vm.kinds.isFocusOnly(outer.el, outer.tag) &&
    vm.role(outer.el) === "list" &&
    [item.el, parent(item.el)].some((el) => el && vm.role(el) === "listitem");

  /**
   * Whether the hand begins at a part of a box that only takes the focus for what is in it: a page, a sheet, a list.
   * @param {Item} item @param {Item} outer @param {number} share
   */
  const isShownIn = (item, outer, share) =>
    item.kind === CURSOR &&
    !(outer.kind & CURSOR) &&
    !outer.control &&
    share < 0.4 &&
    outer.boxes[0][3] - outer.boxes[0][1] > CHIP &&
    vm.kinds.isFocusOnly(outer.el, outer.tag);

  /**
   * A small wordless part of a widget with a listener of its own: the cross of a chip or tab.
   * @param {Item} item @param {Item} outer @param {number} share
   */
  const isOwnPart = (item, outer, share) =>
    ((item.kind & LISTENER) !== 0 || opens(outer.el)) &&
    (!NATIVE.has(outer.tag) || vm.widgetParts.isCloser(item)) &&
    !isDrawingOf(item.el, outer.el) &&
    !vm.innerParts.isDrawnTick(item.el, outer.control) &&
    !isWordOf(item, outer) &&
    share < 0.5 &&
    textOf(item.el).length <= 1 &&
    textOf(outer.el).length > 2;

  /** Whether a part is what a component draws of the control that it is: the track of a switch. @param {Element} el @param {Element} outer */
  const isDrawingOf = (el, outer) => vm.widgetParts.isToggle(outer) && (isInHost(el, outer) || !is(el, SAYING));
  const SAYING = "[role],[title],[aria-label],[onclick]";

  /** An item with more inside: the small part with a hand opens it. @param {Element} el */
  const opens = (el) =>
    attr(el, "aria-expanded") !== null && roleTokens(el).some((role) => role === "treeitem" || role === "row");
  /** Whether words that listen stand in the row of an item of a tree: its key, its name. @param {Item} item @param {Item} outer */
  const isWordOf = (item, outer) =>
    roleTokens(outer.el).includes("treeitem") && WORD.test(textOf(item.el)) && coverage(outer, item) > 0.9;
  /** A letter that is no cross. */
  const WORD = /[^\P{L}x]|\p{N}|../iu;

  /**
   * Whether both are one control to a person: the same role and name, written on a box and in it.
   * @param {Item} item @param {Item} outer
   */
  const isSameControl = (item, outer) => {
    const role = vm.role(item.el);
    if (role === "generic" || role !== vm.role(outer.el)) return false;
    const name = vm.name(item.el);
    if (name === vm.name(outer.el)) return name !== "" || isInHost(item.el, outer.el);
    // A tab around a tab and the cross beside it: a tab holds no other one.
    return role === "tab";
  };
  const HEAD_ROLES = new Set(["tab", "button", "option", "menuitem"]);
  /** Whether a link to nowhere says all that a head with a role does, which is pressed as a whole: old folds and tabs. @param {Item} item @param {Item} outer */
  const isLinkOfHead = (item, outer) =>
    is(item.el, "a[href^='#'],a:not([href])") &&
    roleTokens(outer.el).some((role) => HEAD_ROLES.has(role)) &&
    textOf(item.el) !== "" &&
    textOf(item.el) === textOf(outer.el);
  /** Whether an element stands in the shadow tree of another one. @param {Element} el @param {Element} host */
  const isInHost = (el, host) => {
    const root = vm.native.rootNode(el);
    return root instanceof ShadowRoot && read.host.call(root) === host;
  };

  /** Whether a head of a column says that it sorts, and what is in it is a field or has no words. @param {Item} item @param {Item} outer */
  const isInSorter = (item, outer) =>
    attr(outer.el, "aria-sort") !== null &&
    is(outer.el, HEADS) &&
    textOf(outer.el) !== "" &&
    textOf(item.el) !== textOf(outer.el);
  /** Whether a button without words sorts by the head around it, whose press does that as well. @param {Item} item @param {Item} outer */
  const isSorterOf = (item, outer) => {
    if (!is(outer.el, HEADS) || vm.role(item.el) !== "button" || attr(item.el, "aria-haspopup") !== null) return false;
    const words = textOf(outer.el);
    if (textOf(item.el) !== "" || words === "") return false;
    // Left to the pointer, since keys sort at the head.
    if (attr(item.el, "tabindex") === "-1" && vm.roles.isFocusable(outer.el) && attr(item.el, "aria-expanded") === null)
      return true;
    const name = vm.name(item.el);
    // Only of the column that is sorted by some say so.
    return (
      (attr(outer.el, "aria-sort") !== null && name.endsWith(words)) || (name.startsWith(words) && outer.kind !== 0)
    );
  };

  /**
   * Whether nothing of a control in words that listen is painted now: the arrow of a head that is not sorted by.
   * @param {Item} item @param {Item} outer @param {WalkResult} [walk]
   */
  const comesLater = (item, outer, walk) =>
    textOf(item.el) === "" &&
    textOf(outer.el) !== "" &&
    outer.boxes[0][3] - outer.boxes[0][1] <= CHIP &&
    walk !== undefined &&
    walk.inkLeft > 0 &&
    vm.doubtOf(item, walk) === 2;

  /** Whether what listens around it only holds what it serves by a selector. @param {Item} item @param {Item} outer */
  const isServedIn = (item, outer) =>
    vm.listeners.isServed(item.el) && !vm.listeners.isServed(outer.el) && !vm.holders.speaks(outer.el) && textOf(item.el) !== "";
  /** Whether a box only takes the focus for the editor in it: the pane of a tab. @param {Item} item @param {Item} outer */
  const isPaneOf = (item, outer) =>
    outer.kind === CONTROL &&
    !outer.control &&
    vm.kinds.isFocusOnly(outer.el, outer.tag) &&
    is(item.el, "[contenteditable]:not([contenteditable=false]),[role=textbox]");

  /** Whether a box that says no more than a part of it only lets that be dragged. @param {Item} item @param {Item} outer */
  const isDraggedBy = (item, outer) =>
    outer.kind === CURSOR &&
    is(outer.el, "[draggable=true]") &&
    textOf(item.el) !== "" &&
    textOf(item.el) === textOf(outer.el);

  /**
   * Leaves one mark of several nested ones that are the same thing to a person.
   * `items` come outer before inner; each has `el, tag, kind, boxes, up` (the next item outside).
   * @param {Item[]} items @param {number} viewArea @param {WalkResult} [walk]
   */
  const withoutDuplicates = (items, viewArea, walk) => {
    vm.handles.noteCards(items);
    const marked = new Set(items.map(({ el }) => el));
    // A label that stands for its control has no mark of its own any more.
    const there = new Set(items);
    for (const { up } of items) if (up?.tag === "label" && !there.has(up)) up.dropped = true;
    for (const item of items) {
      if (item.kind === TEXT) continue;
      // What is in a part that another mark tells of is a part of that as well.
      if (item.up?.isSorter) item.dropped = item.isSorter = true;
      else if (vm.handles.isKeptBeside(item, marked)) item.dropped = true;
      else if (vm.widgetParts.isShownValue(item) || vm.ownParts.isSeparator(item) || vm.bareParts.isBare(item))
        item.dropped = true;
      let outer = item.up;
      while (outer?.dropped || outer?.kind === TEXT) outer = outer.up;
      if (!outer || item.isOwn || item.dropped) continue;
      const share = coverage(item, outer);
      const isInnerControl = (item.kind & CONTROL) !== 0;
      if (vm.ownParts.dropFold(item)) continue;
      if (vm.ownParts.isOfSelect(item)) item.dropped = true;
      else if (outer.kind & CONTROL) {
        if (
          vm.widgetParts.isLabelIn(item, outer) ||
          vm.ownParts.isTickOf(item, outer) ||
          vm.innerParts.isPartOf(item, outer) ||
          vm.bareParts.isInLabel(item, outer)
        ) {
          item.dropped = true;
        } else if (!isInnerControl) {
          if (vm.widgetParts.isInEditor(item, outer, share) || vm.widgetParts.isSignIn(item, outer)) continue;
          if (isItemOf(item, outer)) {
            outer.dropped = true;
            continue;
          }
          if (isShownIn(item, outer, share) || vm.boxes.isGrip(item.el, item.box) || vm.holders.isHeadPane(outer))
            continue;
          if (isOwnPart(item, outer, share) || vm.widgetParts.isChipCross(item, outer)) continue;
          const words = textOf(item.el);
          if (!outer.isScroller && words !== "" && words === textOf(outer.el)) item.dropped = true;
          // The gutter of an editor, the padding of a label: parts of what stands for the control.
          if (outer.control && item.kind === LISTENER) item.dropped = true;
          // An icon or caption inside a button is the button; a handler elsewhere is its own.
          // What scrolls is nothing to press itself.
          if (isWordOf(item, outer)) item.dropped = true;
          if (isWhole(outer) || (!outer.isScroller && (item.kind === CURSOR || share > 0.6))) item.dropped = true;
        } else if (vm.handles.isFocusOf(item, outer)) {
          item.dropped = true;
        } else if (share > 0.8) {
          const inner =
            (NATIVE.has(item.tag) && !NATIVE.has(outer.tag) && !vm.ownParts.isDrawingOf(item, outer)) ||
            arranges(outer) ||
            vm.ownParts.isStopFor(item, outer) ||
            isPaneOf(item, outer);
          (inner ? outer : item).dropped = true;
        } else if (isSorterOf(item, outer)) {
          item.dropped = true;
        } else if (vm.widgetParts.isFieldAlone(item, outer, share)) {
          outer.dropped = true;
        } else if (isLinkOfHead(item, outer)) {
          item.dropped = true;
        } else if (isSameControl(item, outer)) {
          const isInner = vm.roles.isFocusable(item.el) && !vm.roles.isFocusable(outer.el);
          (isInner ? outer : item).dropped = true;
        } else outer.controls = [...(outer.controls ?? []), item];
      } else if (isInnerControl) {
        // The wrapper of a control, or the root of a delegated handler, is not a second target.
        const isFar =
          outer.kind === LISTENER &&
          !vm.holders.speaks(outer.el) &&
          !isOneOfRows(outer) &&
          !comesLater(item, outer, walk) &&
          !isInSorter(item, outer);
        if (isSorterOf(item, outer) || vm.widgetParts.isArrowIn(item, outer) || vm.widgetParts.isInHeading(item, outer))
          item.dropped = item.isSorter = true;
        else if (share > 0.5 || isFar || vm.widgetParts.isTabIn(item, outer)) outer.dropped = true;
        else {
          outer.inside = (outer.inside ?? 0) + share;
          outer.controls = [...(outer.controls ?? []), item];
        }
      } else if (
        vm.bareParts.isBlankIn(item, outer) ||
        vm.bareParts.isDotOf(item, outer) ||
        vm.bareParts.isDrawingIn(item, outer) ||
        vm.innerParts.isSignOf(item, outer) ||
        vm.bareParts.isWordsIn(item, outer)
      ) {
        item.dropped = true;
      } else if (vm.innerParts.isHeadOf(item, outer)) {
        outer.dropped = true;
      } else if (isInSorter(item, outer) || vm.widgetParts.isOpenerIn(item, outer)) {
        // A menu or filter in a head that sorts, what opens a row: both are pressed.
      } else if (
        (outer.kind === LISTENER && (item.kind & CURSOR || isServedIn(item, outer))) ||
        isHeadOf(item, outer)
      ) {
        // The hand cursor begins inside, or a selector names it: that is what the outer handler waits for. What a component draws of itself is the component.
        const isDrawn = isInHost(item.el, outer.el) && share > 0.9;
        (isDrawn ? item : outer).dropped = true;
      } else if (opens(outer.el) && isOwnPart(item, outer, share)) {
        // The same of a row that says that it opens.
      } else if (isHeardInHand(item, outer)) {
        outer.dropped = true;
      } else if (
        share > 0.6 ||
        (outer.kind & CURSOR && item.kind === CURSOR) ||
        (share > 0.3 && isDraggedBy(item, outer))
      ) {
        item.dropped = true;
      } else if (outer.kind === LISTENER && !vm.holders.speaks(outer.el)) {
        (vm.widgetParts.isCaptionIn(item, outer) ? item : outer).dropped = true;
      } else if (item.kind & LISTENER && textOf(outer.el) === "") {
        // Two arrows in one box, the stars of a rating: those are pressed.
        outer.inside = (outer.inside ?? 0) + share;
      }
    }
    dropParts(items);
    vm.widgetParts.joinSwitches(items);
    vm.bareParts.joinTicks(items);
    vm.bareParts.joinRails(items);
    vm.widgetParts.joinFields(items);
    vm.widgetParts.joinFrames(items);
    vm.widgetParts.dropDoubles(items);
    vm.ownParts.dropNamers(items);
    vm.ownParts.dropAround(items);
    noteHolders(items);
    const left = new Set(items.flatMap(({ el, control, dropped }) => (dropped ? [] : [control ?? el])));
    return withoutCaptions(items).filter((item) => {
      if (item.isCard) return true;
      if (
        item.dropped ||
        (item.inside ?? 0) > 0.7 ||
        vm.handles.isGroupOf(item) ||
        vm.roving.isKeyStop(item) ||
        vm.roving.isTickedByWords(item, left) ||
        vm.secondMarks.isLabelOf(item, left)
      )
        return false;
      if (isHandAround(item) || vm.ownParts.isAround(item) || vm.innerParts.isAroundFold(item)) return false;
      if (
        vm.widgetParts.isStrip(item) ||
        vm.widgetParts.isSliver(item) ||
        saysNoMore(item) ||
        isArranger(item) ||
        vm.widgetParts.isRail(item) ||
        vm.holders.isHolder(item, viewArea) ||
        vm.bareParts.isPage(item) ||
        vm.bareParts.isVeil(item) ||
        vm.bareParts.isAroundRadios(item)
      )
        return false;
      if (item.kind & (CONTROL | TEXT) || GRAPHIC.has(item.tag) || isGlass(item.el)) return true;
      // A listener on half the page is where handlers are delegated to.
      const size = item.boxes.reduce((sum, box) => sum + area(box), 0);
      return size < viewArea * (item.kind & CURSOR ? 0.6 : 0.4);
    });
  };

  const ROWS = "tr,[role=row]";
  const CELLS = "td,[role=cell],[role=gridcell]";
  const HEADS = "th,[role=columnheader]";
  /** Whether a row listens itself, as those beside it do: what serves what is in rows listens once, above them. @param {Item} outer */
  const isOneOfRows = ({ el }) =>
    is(el, ROWS) &&
    textOf(el) !== "" &&
    [vm.native.previousElement(el), vm.native.nextElement(el)].every(
      (beside) =>
        beside === null ||
        (is(beside, ROWS) && (vm.kinds.isListening(beside) || is(beside, ":has(>th):not(:has(>td))"))),
    ) &&
    !is(el, ":only-child");
  /** Whether a head listens in a row that has only the hand, which style sheets give to all rows. @param {Item} item @param {Item} outer */
  const isHeadOf = (item, outer) =>
    outer.kind === CURSOR && (item.kind & LISTENER) !== 0 && is(item.el, HEADS) && is(outer.el, ROWS);
  /** A strip that changes sizes when it is dragged, px. */
  const STRIP = 12;
  /** @param {Item} item */
  const isResizer = ({ el, kind, boxes: [[left, top, right, bottom]] }) =>
    kind === LISTENER && Math.min(right - left, bottom - top) <= STRIP && vm.resizes(el);
  /**
   * Drops what is a part of another target, or that target where its parts are what one presses: edges
   * that are dragged, cells of a row that is pressed, heads beside those that sort, knobs, stars.
   * @param {Item[]} items
   */
  const dropParts = (items) => {
    /** @type {Map<Item, Item[]>} */
    const cells = new Map();
    /** @type {Map<Item, Item[]>} */
    const parts = new Map();
    /** @type {Map<Item, Item[]>} */
    const knobs = new Map();
    /** @type {Map<Element | null, Item[]>} */
    const heads = new Map();
    /** @param {Map<any, Item[]>} map @param {any} key @param {Item} item */
    const put = (map, key, item) => {
      const there = map.get(key);
      if (there) there.push(item);
      else map.set(key, [item]);
    };
    for (const item of items) {
      if (item.dropped || item.kind === TEXT) continue;
      let up = item.up;
      while (up?.dropped) up = up.up;
      if (isResizer(item) || vm.widgetParts.isNothing(item)) item.dropped = true;
      else if (up && !(item.kind & CONTROL) && roleTokens(up.el)[0] === "slider") put(parts, up, item);
      else if (up && vm.widgetParts.isKnob(item, up)) put(knobs, up, item);
      else if (is(item.el, HEADS)) put(heads, parent(item.el), item);
      else if (up && item.kind === LISTENER && is(item.el, CELLS) && is(up.el, ROWS)) put(cells, up, item);
    }
    for (const [row, inside] of cells) {
      const isByCell =
        inside.length > 1 && attr(inside[0].el, "tabindex") !== null && attr(row.el, "tabindex") === null;
      if (isByCell) row.dropped = true;
      else if (row.kind & (CONTROL | CURSOR)) for (const item of inside) item.dropped = true;
    }
    for (const [slider, inside] of parts) {
      if (inside.length > 2) slider.dropped = true;
      else for (const item of inside) item.dropped = true;
    }
    // One, or the two ends of a range; more are marks on a scale.
    for (const [track, on] of knobs) if (on.length <= 2) track.dropped = true;
    for (const all of heads.values()) {
      if (!all.some(({ kind }) => kind & (CONTROL | CURSOR))) continue;
      const isByHand = all.some(({ el, kind }) => kind & CURSOR && attr(el, "aria-sort") !== null);
      // Also one that takes the focus as the others do: the hand over those says which of them sort.
      for (const item of all) {
        const isBare =
          isByHand &&
          (item.kind & LISTENER) !== 0 &&
          !(item.kind & CURSOR) &&
          !item.control &&
          attr(item.el, "aria-sort") === null;
        if ((item.kind === LISTENER || isBare) && !vm.saysSort(item.el, isByHand)) item.dropped = true;
      }
    }
  };

  /** @param {Element | null} el @param {Item[]} items */
  const holdsControl = (el, items) =>
    el !== null && items.some((item) => item.kind & CONTROL && item.el !== el && holds(el, item.el));
  /** A caption of more characters is a text. */
  const LONGEST = 40;
  /**
   * Leaves out captions that listen, beside the control that they name: a press on it is one on that.
   * @param {Item[]} items
   */
  const withoutCaptions = (items) => {
    const captions = items.filter(({ kind, control, el }) => {
      if (control || kind & (CONTROL | TEXT)) return false;
      // What is drawn as a tick box in it has no other control.
      if (read.localName.call(el) === "label" && vm.drawnState.isDrawnTick(el)) return false;
      if (kind !== LISTENER) return read.localName.call(el) === "label";
      // The label of a component around what it names: stars, a group.
      return textOf(el).length <= LONGEST || (read.localName.call(el).endsWith("-label") && holdsControl(el, items));
    });
    if (captions.length === 0) return items;
    const gone = new Set(
      captions.filter(({ el, tag }) => {
        let up = parent(el);
        if (tag.endsWith("label")) up = up && (parent(up) ?? up);
        if (!up || textOf(el) === "") return false;
        const beside = items.filter((item) => item.kind & CONTROL && item.el !== up && holds(up, item.el));
        if (tag.endsWith("label") && holdsControl(parent(el), items)) return true;
        const words = textOf(el).replace(/\s*[:*]$/, "");
        // What shows the same words itself needs no caption: a page that is called as its menu.
        return (
          beside.length < 3 &&
          beside.some(
            (item) => textOf(item.el) !== words && vm.strings.clean(vm.name(item.control ?? item.el)) === words,
          )
        );
      }),
    );
    return items.filter((item) => !gone.has(item));
  };

  /** Notes which items have another mark inside. @param {Item[]} items */
  const noteHolders = (items) => {
    for (const item of items) {
      if (item.dropped || item.kind === TEXT) continue;
      // Of more than two nobody asks how many.
      for (let at = item.up; at && (at.marks ?? 0) < 2; at = at.up) at.marks = (at.marks ?? 0) + 1;
      let up = item.up;
      while (up?.dropped) up = up.up;
      if (up) (up.parts ??= []).push(item);
    }
  };
  /** A small box that takes the focus may be one control with its cross, px. */
  const CHIP = 48;
  /**
   * Whether a text is a phrase of one that was found already, and so need not be tested.
   * @param {Item} item @param {Item} outer
   */
  const isSaidBy = (item, outer) =>
    item.kind === TEXT && outer?.kind === TEXT && !GRAPHIC.has(item.tag) && isPhrase(item, outer);

  vm.duplicates = Object.freeze({ isPhrase, isSaidBy, isWhole, textOf, withoutDuplicates });
}
