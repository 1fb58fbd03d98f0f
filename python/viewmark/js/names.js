// The accessible name of an element: accname 1.2 as Chrome computes it.
//
// The order is the standard's: value of an embedded control (2C), aria-labelledby (2B), aria-label
// (2D), the element's own markup (2E, name_sources.js), its contents (2F), tooltip (2I). Where the
// standard leaves room (spaces between pieces, which roles pass their contents on), Chrome decides,
// because its accessibility tree is what assistive technology gets; docs/names.md has the measured
// agreement and every known difference. Secret values are never part of a name.
{
  const { activeIn, attribute, byId, computed, hasAttribute, isHtml, isSvg } = vm.native;
  const { labelledByElements, localName, memo, rootNode, styleOf, tagOf } = vm.native;
  const { dom } = vm;
  const { clean, cut, transform, NAME_LIMIT } = vm.strings;

  const words = (text) => new Set(text.split(" "));
  /** Roles that are named by their contents, and pass them on. */
  const FROM_CONTENTS = words(
    "button cell checkbox columnheader doc-backlink doc-biblioref doc-noteref " +
      "doc-glossref DisclosureTriangle DisclosureTriangleGrouped gridcell heading " +
      "LayoutTableCell LineBreak link option math menuitem menuitemcheckbox menuitemradio radio " +
      "rowheader switch tab term treeitem tooltip",
  );
  /** Roles that pass their contents on to what is above them, but have no name of them. */
  const PASS_ON = words(
    "generic Abbr Canvas caption code deletion insertion definition DescriptionList emphasis " +
      "Figcaption LabelText LayoutTable LayoutTableRow Legend list listitem mark none paragraph " +
      "region Ruby strong subscript superscript time contentinfo sectionfooter suggestion",
  );
  /** Roles that cannot be named; a tooltip is their description (ARIA 1.3, 5.2.8.6). */
  const NAMELESS = words(
    "caption code deletion insertion definition emphasis generic mark none paragraph strong " +
      "subscript suggestion superscript term time",
  );
  const LEAVES = words("hr img input meter progress textarea select iframe embed video audio wbr");
  const CONTROLS = words("button input select textarea fieldset output object");
  const CONTROL_ROLES = words(
    "button checkbox combobox listbox menuitem menuitemcheckbox menuitemradio radio scrollbar " +
      "searchbox slider spinbutton switch tab textbox",
  );
  /** Where a piece of a name came from, if a space must part it from its neighbours. */
  const PARTED = words("attribute caption css placeholder related title value");
  const MAX_VISITED = 100;
  const NONE = Object.freeze({ text: "", from: "" });

  /** Whether neither the element nor anything above it is displayed; inherited, so remembered. */
  const isUndisplayed = (el) => {
    const known = memo("undisplayed");
    let answer = known.get(el);
    if (answer === undefined) {
      const up = dom.parent(el);
      answer = styleOf(el).display === "none" || (up !== null && isUndisplayed(up));
      known.set(el, answer);
    }
    return answer;
  };
  const isHiddenByStyle = (el) => styleOf(el).visibility !== "visible" || isUndisplayed(el);
  const isAriaHidden = (el) => {
    for (let at = el; at; at = dom.parent(at)) {
      if (attribute(at, "aria-hidden") === "true") return true;
    }
    return false;
  };
  const isHidden = (el, root) => {
    const tag = tagOf(el);
    if (tag === "noscript") return true;
    if (isSvg(el) && (tag === "title" || tag === "desc")) return false;
    if (root && (isHiddenByStyle(root) || isAriaHidden(root))) return false;
    if (attribute(el, "aria-hidden") === "true") return true;
    return tag !== "area" && isHiddenByStyle(el);
  };

  const rendered = (node, ctx) => {
    const text = dom.read.data.call(node);
    const up = dom.parent(node);
    if (!up || ctx.plain || isUndisplayed(up)) return text.replace(/[ \t\n\f\r]+/g, " ");
    return transform(text.replace(/[ \t\n\f\r]+/g, " "), styleOf(up).transform);
  };

  const STRING = /"((?:[^"\\]|\\.)*)"|attr\(\s*([-\w]+)[^)]*\)|\b(open|close)-quote\b|(\s\/\s)/g;
  const unescape = (text) =>
    text.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex, char) =>
      hex ? String.fromCodePoint(Number.parseInt(hex, 16) || 0xfffd) : char,
    );
  const quoteOf = (el, side) => {
    let depth = 0;
    for (let up = dom.parent(el); up; up = dom.parent(up)) if (tagOf(up) === "q") depth += 1;
    return (side === "open" ? "“‘" : "”’")[Math.min(depth, 1)];
  };
  /** What ::before or ::after shows in words; a text after "/" stands for the rest (css-content). */
  const generated = (el, pseudo, ctx) => {
    if (isUndisplayed(el)) return null;
    const style = computed(el, pseudo);
    const { content } = style;
    if (content === "none" || content === "normal" || content === "") return null;
    if (style.display === "none" || style.visibility !== "visible") return null;
    let text = "";
    let from = "contents";
    for (const [, string, name, quote, slash] of content.matchAll(STRING)) {
      if (slash) [text, from] = ["", "css"];
      else if (name) text += attribute(el, name) ?? "";
      else if (quote) text += quoteOf(el, quote);
      else text += unescape(string);
    }
    text = ctx.plain || from === "css" ? text : transform(text, style.textTransform);
    return { text, from, display: style.display, isControl: false, node: null };
  };

  const isWhite = (text) => !/[^ \t\n\f\r]/.test(dom.read.data.call(text));
  const isSummary = (node) => dom.isElement(node) && tagOf(node) === "summary";
  // Plain inlines are not in the accessibility tree; what they hold belongs to their parent.
  const UNPLAIN =
    "[title],[tabindex],[role],[lang],[contenteditable],[popover],[draggable],[autofocus]," +
    "[aria-label],[aria-labelledby],[aria-describedby],[aria-live],[aria-owns],[onclick]";
  const isPlain = (el) =>
    styleOf(el).display === "inline" &&
    !REPLACED.has(localName(el)) &&
    vm.role(el) === "generic" &&
    tagOf(el) !== "slot" &&
    !vm.native.matches(el, UNPLAIN) &&
    !localName(el).includes("-");

  /** The children as the accessibility tree has them: pseudo elements in, plain inlines dissolved. */
  const pieces = (el, root, ctx) => {
    const list = [];
    const isLine = styleOf(el).display === "inline";
    // White space beside a block or at the edge of one is not rendered, so it is no piece.
    const isBlank = (piece) => piece.display === "text" && isWhite(piece.node);
    const push = (piece) => {
      const last = list[list.length - 1];
      if (isBlank(piece) && !isLine && (!last || !isInline(last, false))) return;
      if (last && isBlank(last) && !isLine && !isInline(piece, false)) list.pop();
      list.push(piece);
    };
    const add = (parent) => {
      const before = generated(parent, "::before", ctx);
      if (before) push(before);
      const tag = tagOf(parent);
      const isClosed = tag === "details" && !hasAttribute(parent, "open");
      dom.eachChild(parent, tag, (node) => {
        if (isClosed && !isSummary(node)) return;
        const type = dom.read.nodeType.call(node);
        if (type === 3) push({ node, text: null, display: "text", isControl: false });
        else if (type === 1 && !isHidden(node, root)) {
          if (isPlain(node)) add(node);
          else if (tagOf(node) !== "img" || vm.role(node) !== "none") push(elementPiece(node));
        }
      });
      const after = generated(parent, "::after", ctx);
      if (after) push(after);
    };
    add(el);
    if (!isLine && list.length > 0 && isBlank(list[list.length - 1])) list.pop();
    const owns = attribute(el, "aria-owns");
    if (owns) {
      for (const id of owns.split(/\s+/)) {
        const owned = id ? byId(rootNode(el), id) : null;
        if (owned && !dom.holds(owned, el)) push(elementPiece(owned));
      }
    }
    return list;
  };
  const elementPiece = (node) => ({
    node,
    text: null,
    display: styleOf(node).display,
    isControl: CONTROLS.has(tagOf(node)) || CONTROL_ROLES.has(vm.role(node)),
  });

  const REPLACED = words("img svg video audio canvas iframe object embed input textarea select wbr");
  /** Whether a piece flows in the line of its neighbours, so that no space parts them by itself. */
  const isInline = (piece, inFlex) => {
    const { display } = piece;
    if (inFlex) return false;
    if (display === "text") return true;
    if (display !== "inline" && display !== "ruby" && display !== "ruby-text") return false;
    return piece.node === null || !REPLACED.has(localName(piece.node));
  };
  const holdsBlock = (node) => {
    if (!node || dom.read.nodeType.call(node) !== 1) return false;
    for (const pseudo of ["::before", "::after"]) {
      const { content, display } = computed(node, pseudo);
      if (content !== "none" && content !== "normal" && !display.startsWith("inline")) return true;
    }
    for (const child of vm.native.queryCss(node, "*")) {
      const { display, live } = styleOf(child);
      if (display === "contents" || /^(inline|ruby)/.test(display) || isUndisplayed(child)) continue;
      if (live.float === "none" && !/absolute|fixed/.test(live.position)) return true;
    }
    return false;
  };
  const needsSpace = (before, after, ctx) =>
    !isInline(before, ctx.inFlex) ||
    !isInline(after, ctx.inFlex) ||
    PARTED.has(ctx.lastFrom) ||
    PARTED.has(after.from) ||
    before.isControl ||
    after.isControl ||
    holdsBlock(before.node);

  /** Whether loose text in the element stands in a box of its own, or in none at all. */
  const isApart = (el) => /flex|grid/.test(styleOf(el).display) || isUndisplayed(el);
  const isSpace = (char) => /[ \t\n\f\r]/.test(char);
  const fromDescendants = (el, root, visited, ctx, isNested) => {
    if (LEAVES.has(tagOf(el)) || styleOf(el).live.contentVisibility === "hidden") return "";
    const inner = { ...ctx, lastFrom: "", inFlex: isApart(el) };
    let text = "";
    let previous = null;
    for (const piece of pieces(el, root, ctx)) {
      if (visited.size > MAX_VISITED) break;
      const { node } = piece;
      if (node && dom.isElement(node)) {
        if (!root && visited.has(node)) continue;
        if (vm.role(node) === "none" && !isNested) {
          piece.text = fromDescendants(node, root, visited, ctx, true);
          piece.from = "";
        }
      }
      if (piece.text === null) Object.assign(piece, alternative(node, true, root, visited, ctx));
      const needs =
        piece.text && previous && text && !isSpace(text[text.length - 1]) && !isSpace(piece.text[0]);
      if (needs && needsSpace(previous, piece, inner)) text += " ";
      text += piece.text;
      previous = piece;
      if (piece.text) inner.lastFrom = piece.from;
    }
    return text;
  };

  /** The text of referenced elements (labels, aria-labelledby), or null if there is none of them. */
  const fromElements = (elements, isLabelledBy, visited, ctx) => {
    let text = "";
    for (const el of elements) {
      const root = isLabelledBy ? el : null;
      const part = root || !visited.has(el) ? alternative(el, true, root, visited, ctx).text : "";
      visited.add(el);
      if (part) text += (text ? " " : "") + part;
    }
    return elements.length > 0 ? text : null;
  };

  /** Whether its layout is skipped: in a closed details element or under content-visibility. */
  const isLocked = (el) => {
    for (let at = el, up = dom.parent(el); up; at = up, up = dom.parent(up)) {
      if (tagOf(up) === "details" && !hasAttribute(up, "open") && !isSummary(at)) return true;
      if (styleOf(up).live.contentVisibility === "hidden") return true;
    }
    return false;
  };
  const labelledBy = (el) => {
    const ids = attribute(el, "aria-labelledby") ?? attribute(el, "aria-labeledby");
    const elements = [];
    if (ids) {
      const root = rootNode(el);
      for (const id of ids.trim().split(/\s+/)) {
        const found = id ? byId(root, id) : null;
        if (found && !isLocked(found)) elements.push(found);
      }
      return elements;
    }
    // Element reflection (el.ariaLabelledByElements = [...]) reaches into outer trees.
    if (ids === "" && isHtml(el)) return [...(labelledByElements(el) ?? [])];
    return elements;
  };

  const isFocused = (el) => activeIn(rootNode(el)) === el;
  const takesContents = (el, recursive, root) => {
    const role = vm.role(el);
    if (tagOf(el) === "select") return false;
    if (vm.nameSources.isTextField(el, role)) return root === el;
    if (root || FROM_CONTENTS.has(role)) return true;
    if (role === "row") return isGridRow(el);
    if (!PASS_ON.has(role)) return false;
    const tag = tagOf(el);
    if (tag === "body" || tag === "html") return false;
    return recursive || (isFocused(el) && !hasAttribute(el, "aria-activedescendant"));
  };
  const isGridRow = (el) => {
    for (let up = dom.parent(el); up; up = dom.parent(up)) {
      const role = vm.role(up);
      if (role === "grid" || role === "treegrid") return true;
      if (!["generic", "none", "group", "rowgroup"].includes(role)) return false;
    }
    return false;
  };

  const alternative = (node, recursive, root, visited, ctx) => {
    if (dom.read.nodeType.call(node) === 3) {
      visited.add(node);
      return { text: rendered(node, ctx), from: "contents" };
    }
    const el = node;
    const tag = tagOf(el);
    if (tag === "br") return { text: "\n", from: "contents" };
    const isFirst = !visited.has(el);
    if (recursive && isFirst) {
      const value = vm.nameSources.value(el, visited, ctx);
      if (value !== null) return { text: value, from: "value" };
    }
    visited.add(el);
    if (tag !== "slot") {
      if (isHidden(el, root)) return NONE;
      if (!root && isFirst) {
        const text = fromElements(labelledBy(el), true, visited, ctx) ?? "";
        if (text.trim()) return { text, from: "related" };
      }
      const label = attribute(el, "aria-label");
      if (label && label.trim()) return { text: label, from: "attribute" };
    }
    const own = vm.nameSources.own(el, visited, ctx);
    if (own?.text) {
      const isFile = recursive && tag === "input" && el.type === "file";
      return isFile ? { ...own, text: `${own.text}: ${vm.nameSources.chosenFile(el)}` } : own;
    }
    if (takesContents(el, recursive, root)) {
      const text = fromDescendants(el, root, visited, ctx, false);
      if (text) return { text, from: "contents" };
    }
    if (!own?.isFinal && (root || !isNameless(el))) {
      const text = vm.nameSources.tooltip(el);
      if (text) return { text, from: "title" };
    }
    return NONE;
  };
  const isNameless = (el) => {
    const isReached = vm.roles.isFocusable(el) && styleOf(el).display !== "contents";
    if (isReached || localName(el).includes("-")) return false;
    return NAMELESS.has(vm.role(el));
  };

  const wholeName = (el, ctx) => alternative(el, false, null, new Set(), ctx).text;
  /**
   * The accessible name: one line of visible characters, at most 200 of them (a cut ends in "…");
   * "" where the element has none.
   */
  vm.name = (el) => {
    const known = memo("name");
    let name = known.get(el);
    if (name === undefined) {
      known.set(el, ""); // what a role that asks for the name sees meanwhile
      name = cut(clean(wholeName(el, { plain: false })), NAME_LIMIT);
      known.set(el, name);
    }
    return name;
  };
  /** The name before CSS text-transform: what stands in the markup, and what selectors compare. */
  vm.plainName = (el) => {
    const known = memo("plainName");
    let name = known.get(el);
    if (name === undefined) known.set(el, (name = clean(wholeName(el, { plain: true }))));
    return name;
  };
  vm.naming = Object.freeze({ alternative, fromDescendants, fromElements, isUndisplayed });
}
