// Guesses words for what has neither name nor text: from its icon, its tooltip, its place on the page.
// Names stay what assistive technology announces; a guess is told beside them, as one.
{
  const { read, attr, is, parent, rect, rootOf } = vm.dom;
  const { few } = vm.boxes;
  const { computed, queryFirst, previousElement } = vm.native;

  const LONGEST = 60;
  /** Elements inside that are looked at for an icon. */
  const PARTS = 12;
  const TOOLTIPS = [
    "title",
    "data-tooltip", "data-tip", "data-title", "data-original-title", "data-bs-original-title",
    "data-tooltip-content", "data-hint", "data-content-tooltip", "data-label",
  ];
  const SAYING = [...TOOLTIPS, "data-action", "data-command", "data-cmd", "data-direction"];
  const ICON_NAMES = ["data-icon", "data-lucide", "data-feather", "icon", "icon-name", "data-icon-name", "svgicon"];
  // `fa-trash`, `icon-gear`, `mdi-close`, `bi-x`, `anticon-left`, `codicon-add`, `lucide-pencil`, `ti-home` ...
  const ICON_CLASS =
    /^(?:(?:[a-z]{1,6}-)?icon|fa|fas|far|bi|mdi|ri|ti|pi|la|uil|eva|glyphicon|icon|icons|ico|codicon|octicon|anticon|lucide|feather|tabler-icon|ph|material-symbols|jp-icon|oi|uk-icon|el-icon|van-icon|iconfont|icn|svg-icon)[-_]{1,2}([a-z][a-z0-9_-]{1,40})$/i;
  const ICON_ID = /(?:^|[-_])icon[-_]([a-z][a-z_-]{2,20})$/i;
  const ICON_LAST = /^([a-z][a-z0-9]{2,20}(?:[-_][a-z0-9]{2,20})?)[-_](?:icon|ico)$/i;
  // Two words that begin or end so name a part of a framework, not what it is for: `select-expand-icon`.
  const PART = "select|input|field|form|tree|node|item|element|cell|row|list|grid|tab|widget|component";
  const PARTS_NAME = new RegExp(`^(?:(?:${PART}) .+|.+ (?:${PART}))$`);
  // Words that say how an icon looks, not what it does.
  const LOOKS =
    /^(?:fw|lg|sm|xs|xl|\d+x|md|spin|pulse|solid|regular|light|thin|brands|small|large|medium|default|primary|secondary|base|only|button|btn|wrapper|container|root|inline|svg|icon|font|size|color|left-icon|right-icon|holder|set|box|wrap|inner|outer)$/i;

  /** `arrowLeft`, `arrow-left`, `arrow_left` as words. @param {string} token */
  const spaced = (token) =>
    token
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replace(/[-_.]+/g, " ")
      .replace(/\bdrag(?=horizontal|vertical)/gi, "drag ")
      .replace(/\b(?:\d+x\d+|icon|svg|outlined?|rounded|fill(?:ed)?|regular|solid|\d{1,2}px)\b/gi, " ")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
  /** A token somebody wrote, not one that a program made. @param {string} token */
  const isWord = (token) => /[a-z]{2}/i.test(token) && !/\d{3}|[0-9a-f]{8}|^:/i.test(token);

  // What a part does, last in a class: `van-stepper__minus`, `swiper-button-next`, `CloseButton-root`, `prev-month`.
  const NEUTRAL = "button|btn|icon|ico|root|control|trigger|link|item|arrow|handle|el";
  const DONE =
    "minus|plus|increase|decrease|increment|decrement|prev|previous|next|close|remove|delete|clear|add|expand|collapse|" +
    "search|send|submit|edit|play|pause|mute|fullscreen|zoom in|zoom out|undo|redo|reset|refresh|reload|upload|download|" +
    "copy|settings|logout|login|bold|italic|print|share|favorite|like|expander";
  const DOES = new RegExp(
    `(?:^| )((?:${DONE})|(?:prev|previous|next|last|first) (?:month|year|day|week|page|slide|step|track|image))(?: (?:${NEUTRAL}))*$`,
  );
  /** @param {Element} el */
  const ofAct = (el) => {
    for (const token of `${attr(el, "class") ?? ""} ${attr(el, "part") ?? ""}`.split(/\s+/)) {
      const words = parted(token);
      const found = isWord(token) && !PARTS_NAME.test(words) ? DOES.exec(words) : null;
      if (found) return found[1];
    }
    return "";
  };
  /** As words, none left out. @param {string} token */
  const parted = (token) => token.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[-_.]+/g, " ").trim().toLowerCase();
  /** Words of a class that say how an icon is drawn beside its own word, where a kit calls all of them `icon`. */
  const DRAWN =
    /^(?:ui|icons?|left|right|floated|aligned|fitted|link|loading|disabled|active|selected|circular|bordered|inverted|corner|mini|tiny|big|huge|massive|red|orange|yellow|olive|green|teal|blue|violet|purple|pink|brown|grey|black|white)$/;
  /** `<i class="trash icon">`: the words beside `icon`. @param {Element} el */
  const ofWords = (el) => {
    const tokens = (attr(el, "class") ?? "").split(/\s+/);
    if (read.localName.call(el) !== "i" || !tokens.includes("icon")) return "";
    const own = tokens.filter((token) => /^[a-z]{2,20}$/.test(token) && !LOOKS.test(token));
    const word = own.filter((token) => !DRAWN.test(token));
    const side = own.find((token) => token === "left" || token === "right");
    return word.length > 0 && side && !own.includes("floated") ? `${side} ${word.join(" ")}` : word.join(" ");
  };
  /** @param {Element} el */
  const ofClass = (el) => {
    const said = ofWords(el);
    if (said) return said;
    for (const token of (attr(el, "class") ?? "").split(/\s+/)) {
      const found = ICON_CLASS.exec(token) ?? ICON_LAST.exec(token);
      // A word behind two underlines is a part of what stands before them.
      if (!found || LOOKS.test(found[1]) || !isWord(found[1]) || found[1].includes("__")) continue;
      const words = spaced(found[1]);
      if (!PARTS_NAME.test(words) && !isOfKit(token)) return words;
    }
    return "";
  };
  /** So many different classes with one beginning are those of a kit: `jstree-icon`, `jstree-node`, `jstree-anchor`. */
  const KIT = 6;
  /** Whether a class only says which kit drew the icon. @param {string} token */
  const isOfKit = (token) => {
    const [begin] = /^[a-z]+[-_]/i.exec(token) ?? [];
    if (!begin || ICON_CLASS.test(token)) return false;
    const known = vm.native.memo("kits");
    let kits = known.get(document);
    if (!kits) known.set(document, (kits = new Map()));
    let answer = kits.get(begin);
    if (answer === undefined) {
      const names = new Set();
      for (const el of vm.native.queryCss(document, `[class^="${begin}"],[class*=" ${begin}"]`)) {
        for (const name of (attr(el, "class") ?? "").split(/\s+/)) if (name.startsWith(begin)) names.add(name);
        if (names.size >= KIT) break;
      }
      kits.set(begin, (answer = names.size >= KIT));
    }
    return answer;
  };
  /** The file name of a picture, or the symbol it uses. @param {string | null} address */
  const ofAddress = (address) => {
    if (!address || /^(?:data|blob):/i.test(address)) return "";
    const last = address.split(/[?]/)[0].split(/[/#]/).pop() ?? "";
    const word = last.replace(/\.(?:svg|png|gif|jpe?g|webp|avif|ico)$/i, "");
    return isWord(word) ? spaced(word.replace(/^icons?[-_]/i, "")) : "";
  };
  /** @param {Element} el */
  const ofIcon = (el) => {
    for (const name of ICON_NAMES) {
      const value = attr(el, name);
      if (value && isWord(value)) return spaced(value.replace(/^.*:/, ""));
    }
    const tag = read.localName.call(el);
    if (tag.endsWith("-icon") && isWord(attr(el, "name") ?? "")) return spaced(attr(el, "name") ?? "");
    if (tag === "img") return ofAddress(attr(el, "src"));
    if (tag === "use") return ofAddress(attr(el, "href") ?? attr(el, "xlink:href"));
    const test = attr(el, "data-testid") ?? "";
    if (tag === "svg" && /Icon$/.test(test)) return spaced(test);
    const named = vm.native.isSvg(el) ? ICON_ID.exec(attr(el, "id") ?? "") : null;
    return ofClass(el) || (named && isWord(named[1]) ? spaced(named[1]) : "");
  };

  /** @param {Element} el */
  const tooltipOf = (el, names = SAYING) => {
    for (const name of names) {
      const value = attr(el, name)?.trim();
      if (value && value.length <= LONGEST && /\p{L}/u.test(value)) return value;
    }
    return "";
  };

  /** The words of a label around it, also one around the element whose shadow tree it is in; not of a branch above its item. @param {Element} el */
  const labelAround = (el) => {
    let at = parent(el);
    for (let i = 0; at && i < 6 && !is(at, ITEM); at = parent(at), i += 1) {
      if (read.localName.call(at) === "label") return vm.text(at);
    }
    return "";
  };
  const ITEM = "[role=treeitem]";
  /** The name of a small group of fields that is written as one: the two ends of a time. @param {Element} el */
  const groupName = (el) => {
    const group = vm.native.closest(el, "[role=group][aria-labelledby],[role=group][aria-label]");
    return group && vm.native.queryCss(group, FIELD).length <= GROUPED ? vm.name(group) : "";
  };
  const GROUPED = 3;
  const PLAIN =
    /^(?:input|button|btn|field|checkbox|radio|select|control|controls|root|main|content|container|wrapper|slider|thumb|track|app|text|toggle|trigger)$/i;
  /** Whether somebody named this very element so; in a shadow tree all of a kind are called the same. @param {Element} el @param {string} id */
  const isWritten = (el, id) =>
    /[a-z]{3}/i.test(id) &&
    id.length <= 30 &&
    isWord(id) &&
    !PLAIN.test(id) &&
    !(vm.native.rootNode(el) instanceof ShadowRoot);

  const CELL = "td,th,tr,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader],[role=row]";
  /** Whether a cell holds one of several things of a row of data, not a field beside its caption. @param {Element} cell */
  const isOfData = (cell) => {
    const row = vm.native.closest(cell, "tr,[role=row]");
    const all = row ? vm.native.queryCss(row, CELL) : [];
    return all.length > 2 || is(cell, "[role]");
  };
  /** Whether a tick box chooses a row of data: all of them have a name in common, which a program made. @param {Element} el */
  const isOfRow = (el) => {
    const cell = is(el, "[type=checkbox],[type=radio]") ? vm.native.closest(el, CELL) : null;
    return cell !== null && isOfData(cell);
  };
  /**
   * The words right before something, on its line or above it. What stands in the next cell of a row of data is a value
   * of its own: `open` is no name of the tick box beside it; what is painted in a field is its value.
   * @param {Element} el @param {Element} shown what a person sees of it
   */
  const before = (el, shown) => {
    const UP = is(el, "[role=slider]") ? 6 : 4;
    const mine = rect(shown);
    let at = /** @type {Element | null} */ (shown);
    for (let i = 0; at && i < UP; i += 1) {
      if (is(at, ITEM) || (is(at, CELL) && isOfData(at))) return "";
      const text = textBefore(at);
      if (text) return text;
      let above = previousElement(at);
      // A sign that shows only when something is wrong.
      while (above && (rect(above).height <= 1 || isArrow(above))) above = previousElement(above);
      if (above && !is(above, CONTROL) && !queryFirst(above, CONTROL) && !isPressed(above)) {
        const place = rect(above);
        const isNear = mine.top - place.bottom < 40 && place.bottom <= mine.bottom + 20;
        const words = isNear ? vm.text(above) : "";
        if (words) return words.length <= LONGEST ? words : "";
      } else if (above) return "";
      at = parent(at);
    }
    return "";
  };
  /** Whether words are those of things to press: buttons of a kit, chips. @param {Element} above */
  const isPressed = (above) =>
    [above, ...(few(above, 4 * PARTS) ?? [])].some((el) => vm.kinds.isListening(el) || read.localName.call(el).includes("-"));
  /** Whether a part of a field only opens its list, drawn as a field that one does not write into. @param {Element} el */
  const isArrow = (el) => queryFirst(el, "input[readonly][tabindex='-1']") !== null;
  const CONTROL = "input,select,textarea,button,a[href],[role=textbox],[role=combobox],[role=button]";
  /** @param {Element} el */
  const textBefore = (el) => {
    const node = vm.native.previousSibling(el);
    if (!node || !vm.dom.isText(node)) return "";
    return vm.strings.line(read.data.call(node), LONGEST);
  };

  /** The head of the column that something stands in. @param {Element} el */
  const columnOf = (el) => {
    const cell = vm.native.closest(el, "td,th");
    const table = cell && vm.native.closest(cell, "table");
    const row = table && queryFirst(table, "tr");
    if (!cell || !row || vm.native.closest(cell, "tr") === row) return "";
    let n = 0;
    for (let at = previousElement(cell); at; at = previousElement(at)) n += 1;
    let head = read.firstElement.call(row);
    for (; head && n > 0; n -= 1) head = vm.native.nextElement(head);
    return head && read.localName.call(head) === "th" ? vm.text(head) : "";
  };

  /** As much larger than its shape a group with its words may be. */
  const LARGER = 3;
  /** What is drawn on a part of a drawing. @param {Element} el */
  const ofDrawing = (el) => {
    const group = vm.native.isSvg(el) ? parent(el) : null;
    if (!group || read.localName.call(group) !== "g") return "";
    // The words of a whole drawing are not those of a shape in it.
    const [own, around] = [rect(el), rect(group)];
    return around.width * around.height > LARGER * own.width * own.height ? "" : vm.text(group);
  };

  const FIELD =
    "input,select,textarea,[role=textbox],[role=combobox],[role=searchbox],[role=spinbutton],[role=slider],[contenteditable]";
  /**
   * Words that may say what a nameless element is for, from the surest to the boldest; "" if there
   * are none: ids, and the names that frameworks give their parts, would only mislead.
   */
  vm.labelHint = (el, description, shown = el) => {
    const words = guess(el, description, shown);
    // Numbers of lines, or of another field, say nothing.
    return /\p{L}/u.test(words) ? vm.strings.line(words, LONGEST) : "";
  };
  /** @param {Element} el @param {string} description @param {Element} shown */
  const guess = (el, description, shown) => {
    const own = tooltipOf(el) || (description.length <= LONGEST ? description : "");
    const tooltip = own || ofHost(el) || ofTick(el);
    if (tooltip) return tooltip;
    if (is(el, FIELD)) {
      const field = attr(el, "name") ?? "";
      const words = vm.roving.labelInItem(el) || labelAround(el) || groupName(el) || columnOf(el) || before(el, shown) || ofWrapper(el) || paintedAt(el, shown);
      if (words === "" && is(el, "[type=checkbox]") && vm.native.closest(el, "th,thead,[role=columnheader]")) return "all rows";
      return words || (isWritten(el, field) && !OF_KIT.test(spaced(field)) && !isOfRow(el) ? spaced(field) : "");
    }
    const opened = vm.roving.openedBy(el);
    const drawn = (opened && vm.roving.ownWords(opened)) || ofWrapper(el) || ofDrawing(el) || ofColour(el);
    if (drawn) return drawn;
    const parts = few(rootOf(el) ? (queryFirst(/** @type {any} */ (rootOf(el)), "*") ?? el) : el, PARTS) ?? [];
    for (const part of parts) {
      const found = tooltipOf(part) || ofPicture(part) || ofIcon(part);
      if (found) return found;
    }
    return ofIcon(el) || ofAct(el) || ofPlace(el);
  };
  /** What a name begins with that only says that a field is one: `inputCheckboxesCall`. */
  const OF_KIT = /^(?:input|field|element|el|ctl|control|checkbox|chk|txt) /;
  /** Steps up from a field, highest box around both, parts of it, and how far words stand from the field, px. */
  const AROUND = 3;
  const HIGH = 80;
  const NEAR_PARTS = 24;
  const APART = 24;
  /**
   * The words that are painted left of a field on its line, right above it or in it, wherever they are written: kits put
   * them behind the field. Those of what can be pressed are its own, those in a drawn field its value.
   * @param {Element} el @param {Element} shown
   */
  const paintedAt = (el, shown) => {
    const mine = rect(shown);
    const item = vm.native.closest(el, ITEM);
    let best = "";
    let nearest = APART;
    for (let at = parent(shown), i = 0; at && i < AROUND && rect(at).height <= HIGH && best === ""; at = parent(at), i += 1) {
      // What stands in another cell is a value; beside another field they may be that one's.
      if (is(at, CELL) || vm.native.queryCss(at, FIELD).length > 1 || (item && at !== item && vm.dom.holds(at, item))) break;
      for (const part of few(at, NEAR_PARTS) ?? []) {
        if (vm.dom.holds(part, el) || vm.dom.holds(shown, part) || isInPressed(part, at)) continue;
        if (read.firstElement.call(part) !== null || computed(part).visibility !== "visible") continue;
        const far = distance(rect(part), mine);
        const words = far < nearest ? vm.text(part) : "";
        if (!/\p{L}/u.test(words) || words.length > LONGEST) continue;
        nearest = far;
        best = words.replace(/\s*:$/, "");
      }
    }
    return best;
  };
  /** Whether words stand in what is pressed: a button, also one of a kit. @param {Element} part @param {Element} top */
  const isInPressed = (part, top) => {
    for (let at = /** @type {Element | null} */ (part); at && at !== top; at = parent(at)) {
      if (is(at, CONTROL) || vm.kinds.isListening(at) || read.localName.call(at).includes("-")) return true;
    }
    return false;
  };
  /** How far words end before a field or above it; too far where they stand elsewhere. @param {DOMRect} words @param {DOMRect} field */
  const distance = (words, field) => {
    if (words.width < 4 || words.height < 4) return APART;
    const middle = words.top + words.height / 2;
    if (middle > field.top && middle < field.bottom) {
      if (words.left >= field.right) return APART;
      return words.right <= field.left + APART || (words.left >= field.left && words.right <= field.right) ? Math.max(0, field.left - words.right) : APART;
    }
    return words.bottom <= field.top + 4 && Math.abs(words.left - field.left) < APART ? Math.max(0, field.top - words.bottom) : APART;
  };
  const TICKS = /(?:^|[-_a-z])(checkbox|radio|switch)$/i;
  /** What is ticked says so by the last word of its class, and its icon only how it stands: `square`, `check`. @param {Element} el */
  const ofTick = (el) => {
    if (vm.role(el) !== "generic" || vm.text(el) !== "") return "";
    for (const token of (attr(el, "class") ?? "").split(/\s+/)) {
      const found = TICKS.exec(token);
      if (found) return found[1].toLowerCase();
    }
    return "";
  };
  /** The words of a drawing that only those hear who do not see it, and nobody where it is hidden from them. @param {Element} el */
  const ofPicture = (el) => (is(el, "svg,img,i,[role=img]") ? (attr(el, "aria-label") ?? "").trim() : "");
  /** The tooltip of a small box that says nothing else and holds no other control. @param {Element} el */
  const ofWrapper = (el) => {
    let at = parent(el);
    for (let i = 0; at && i < WRAPPED && rect(at).height <= ROW; at = parent(at), i += 1) {
      if (vm.native.queryCss(at, is(el, FIELD) ? FIELD : CONTROL).length > 1 || vm.text(at) !== vm.text(el)) return "";
      const words = tooltipOf(at, TOOLTIPS);
      if (words) return words;
    }
    return "";
  };
  const WRAPPED = 2;
  /** What a component says of the field or button that is all it has. @param {Element} el */
  const ofHost = (el) => {
    const inside = is(el, FIELD) ? FIELD : `${FIELD},button`;
    let root = vm.native.rootNode(el);
    for (let i = 0; i < HOSTS && root instanceof ShadowRoot; i += 1) {
      if (vm.native.queryCss(root, inside).length > 1) return "";
      const host = read.host.call(root);
      const words = (attr(host, "aria-label") ?? "") || (attr(host, "label") ?? "") || tooltipOf(host);
      if (words) return words;
      root = vm.native.rootNode(host);
    }
    return "";
  };
  /** Components in each other that are looked at. */
  const HOSTS = 3;
  /** Longest side of what only shows a colour, px. */
  const SWATCH = 48;
  /** The colour something is filled with; "" if it is none of a palette. @param {Element} el */
  const ofColour = (el) => {
    const { width, height } = rect(el);
    if (width > SWATCH || height > SWATCH || is(el, "[role=switch],[role=slider]") || vm.text(el) !== "") return "";
    for (const part of [el, read.firstElement.call(el)]) {
      const own = part && fillOf(part);
      if (!part || !own) continue;
      // One colour alone is how a button looks, two are on and off; beside more it is what it means.
      let branch = el;
      for (let up = parent(el), i = 0; up && i < 2; branch = up, up = parent(up), i += 1) {
        const fills = new Set([own]);
        for (const step of [previousElement, vm.native.nextElement]) {
          for (let at = step(branch), n = 0; at && n < BESIDE; at = step(at), n += 1) fills.add(fillLike(at, el, part));
        }
        fills.delete("");
        if (fills.size > 2) return `colour ${own}`;
      }
    }
    return "";
  };
  /** Neighbours on each side that are compared. */
  const BESIDE = 3;
  /** Of the like part of a neighbour. @param {Element} beside @param {Element} el @param {Element} part */
  const fillLike = (beside, el, part) => {
    const tag = read.localName.call(el);
    const one = read.localName.call(beside) === tag ? beside : queryFirst(beside, tag);
    const there = one && part !== el ? read.firstElement.call(one) : one;
    return there ? fillOf(there) : "";
  };
  /** `#rrggbb` of a background, "" of none. @param {Element} el */
  const fillOf = (el) => {
    const { backgroundColor, backgroundImage } = computed(el);
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(backgroundColor);
    if (!found || Number(found[4] ?? 1) < 0.05 || /url/.test(backgroundImage)) return "";
    return `#${found.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  };
  const OPENS = "[role=treeitem][aria-expanded]";
  /** What opens the item of a tree beside it; an edge that is dragged. @param {Element} el */
  const ofPlace = (el) => {
    const up = parent(el);
    if (vm.resizes(el)) return `resize ${up ? vm.ownWords(up, BRIEF) : ""}`.trim();
    const isPart = up !== null && rect(up).height <= ROW && !is(el, "[role=treeitem]");
    return isPart && (queryFirst(up, OPENS) || is(up, OPENS)) ? "toggle" : "";
  };
  /** Characters of what a handle belongs to. */
  const BRIEF = 24;
  /** Highest row of a tree, px. */
  const ROW = 48;
}
