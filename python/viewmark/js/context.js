// Where an element belongs: its dialog, its landmark, the heading or row that tells it from equals.
{
  const { read, attr, is, parent, rootOf } = vm.dom;

  const HEADINGS = "h1,h2,h3,h4,h5,h6,legend,caption,[role=heading]";
  const ROWS = new Set(["tr", "li", "article", "dd", "fieldset", "figure", "details"]);
  const ROW_ROLES = new Set(["row", "listitem", "article", "group", "radiogroup", "treeitem"]);
  const LANDMARKS = new Set(["nav", "header", "footer", "aside", "main", "form", "section"]);
  const LANDMARK_ROLES = new Set(
    "navigation banner contentinfo complementary main form search region toolbar menu menubar " +
      "tablist dialog alertdialog".split(" "),
  );
  LANDMARK_ROLES.delete("undefined");

  const clean = (text, limit) => text.replace(/\s+/g, " ").trim().slice(0, limit);

  /** The first words inside an element, without reading more of it than needed. */
  const words = (el, limit, without) => {
    let text = "";
    const take = (node) => {
      if (text.length > limit) return;
      const type = read.nodeType.call(node);
      if (type === 3) text += ` ${read.data.call(node)}`;
      else if (type === 1 && node !== without) {
        const tag = read.localName.call(node);
        if (tag === "script" || tag === "style" || tag === "template") return;
        for (let n = read.firstChild.call(node); n; n = read.nextSibling.call(n)) take(n);
      }
    };
    take(el);
    return clean(text, limit);
  };

  /** 2 inside a modal dialog, 1 inside another open dialog, else 0. */
  vm.dialogOf = (el) => {
    let found = 0;
    for (let at = el; at; at = parent(at)) {
      const tag = read.localName.call(at);
      if (tag === "dialog") {
        if (is(at, ":modal")) return 2;
        if (is(at, "[open]")) found = 1;
      } else if (is(at, "[role=dialog],[role=alertdialog]")) {
        if (attr(at, "aria-modal")?.trim().toLowerCase() === "true") return 2;
        found = 1;
      }
    }
    return found;
  };

  /**
   * Words that tell an element from its equals: row or card text, heading, label of the landmark;
   * innermost first, at most three. `memo` keeps what a batch of calls found per ancestor.
   */
  vm.contextOf = (el, memo) => {
    const parts = [];
    let hasHeading = false;
    let hasRow = false;
    for (let at = parent(el), depth = 0; at && depth < 24 && parts.length < 3; depth += 1) {
      let known = memo.get(at);
      if (!known) {
        known = judge(at);
        memo.set(at, known);
      }
      let said = "";
      if (known.label) said = known.label;
      else if (known.isRow && !hasRow) {
        said = words(at, 60, el);
        hasRow = said !== "";
      } else if (known.heading && !hasHeading) {
        said = known.heading;
        hasHeading = true;
      }
      if (said && !parts.includes(said)) parts.push(said);
      at = parent(at);
    }
    return parts;
  };

  const judge = (at) => {
    const tag = read.localName.call(at);
    if (tag === "body" || tag === "html") return {};
    const role = (attr(at, "role") ?? "").trim().toLowerCase();
    const label = attr(at, "aria-label");
    const isLandmark = LANDMARKS.has(tag) || LANDMARK_ROLES.has(role);
    const isRow = ROWS.has(tag) || ROW_ROLES.has(role);
    if (label?.trim()) return { label: `${role || tag}:${clean(label, 60)}` };
    let heading = "";
    if (!isRow) {
      const found = at.querySelector ? Element.prototype.querySelector.call(at, HEADINGS) : null;
      if (found) heading = words(found, 60, null);
    }
    if (!heading && isLandmark && tag !== "section") return { label: role || tag };
    return { isRow, heading };
  };

  /** Tags with their index among equals, from the top down: `body/main[1]/ul[2]/li[7]/a[1]`. */
  vm.pathOf = (el) => {
    const parts = [];
    for (let at = el; at && parts.length < 40; at = parent(at)) {
      const tag = read.localName.call(at);
      if (tag === "html") break;
      let index = 1;
      let before = Element.prototype.closest ? previous.call(at) : null;
      for (; before && index < 500; before = previous.call(before)) {
        if (read.localName.call(before) === tag) index += 1;
      }
      parts.push(`${tag}[${index}]`);
    }
    return parts.reverse().join("/");
  };
  const previous = Object.getOwnPropertyDescriptor(
    Element.prototype,
    "previousElementSibling",
  ).get;

  const MEANINGFUL_ROLES = "[role]:not([role=none],[role=presentation],[role=generic])";
  const MEANINGFUL = `h1,h2,h3,h4,h5,h6,img[alt]:not([alt=""]),p,li,td,th,dt,dd,label,legend,caption,
    figcaption,blockquote,pre,progress,meter,output,video,audio,canvas,svg,${MEANINGFUL_ROLES}`;
  /** Whether something that one cannot act on is worth a mark: it has text of its own, or a role. */
  vm.isMeaningful = (el, tag) => {
    if (tag === "body" || tag === "html") return 0;
    if (rootOf(el)) return 0;
    if (is(el, MEANINGFUL)) {
      if (tag !== "li" && tag !== "td" && tag !== "p" && tag !== "th") return 8;
    }
    for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
      if (read.nodeType.call(n) === 3 && /\S/.test(read.data.call(n))) return 8;
    }
    return 0;
  };
}
