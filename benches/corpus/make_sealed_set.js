/** What may be listed of a page, and boxes by selectors, for `make_sealed_set.py`. */
(() => {
  const SELECTOR =
    "a[href],button,input:not([type=hidden]),select,textarea,summary,label,[role=button],[role=link]," +
    "[role=tab],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=option]," +
    "[role=checkbox],[role=radio],[role=switch],[role=slider],[role=spinbutton],[role=combobox]," +
    "[role=textbox],[role=treeitem],[role=searchbox],[contenteditable=true],[contenteditable=''],[tabindex]," +
    "canvas,video,audio,[onclick],[draggable=true]";
  const all = (root, found = []) => {
    for (const el of root.querySelectorAll("*")) {
      found.push(el);
      if (el.shadowRoot) all(el.shadowRoot, found);
    }
    return found;
  };
  const parent = (el) => el.parentElement || el.getRootNode().host;
  const clip = (r) => {
    const left = Math.max(0, r.x);
    const top = Math.max(0, r.y);
    const right = Math.min(innerWidth, r.right);
    const bottom = Math.min(innerHeight, r.bottom);
    return [left, top, right - left, bottom - top].map((v) => Math.round(v * 10) / 10);
  };
  const nameOf = (el) => {
    const label = el.labels?.[0]?.innerText ?? "";
    const own =
      el.getAttribute("aria-label") || el.innerText || el.value || el.placeholder || el.title || el.alt ||
      el.getAttribute("name") || el.id || el.textContent || "";
    const isField = /^(input|select|textarea)$/.test(el.localName);
    return (isField && label ? label : String(own)).trim().replace(/\s+/g, " ").slice(0, 50);
  };
  const holds = (outer, inner) => {
    for (let el = inner; el; el = parent(el)) if (el === outer) return true;
    return false;
  };
  const hit = (x, y) => {
    let el = document.elementFromPoint(x, y);
    for (;;) {
      const inner = el?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner === el) return el;
      el = inner;
    }
  };
  const repeats = (label) => {
    const box = label.control.getBoundingClientRect();
    const style = getComputedStyle(label.control);
    return box.width > 8 && box.height > 8 && style.opacity !== "0" && style.visibility !== "hidden";
  };
  return {
    candidates(extra, labels) {
      const found = [];
      for (const el of all(document)) {
        const box = clip(el.getBoundingClientRect());
        const style = getComputedStyle(el);
        if (box[2] < 3 || box[3] < 3 || style.visibility === "hidden" || style.display === "none") continue;
        if (el === document.body || el === document.documentElement) continue;
        const isNative = el.matches(SELECTOR);
        const around = parent(el);
        const isPointed =
          style.cursor === "pointer" && (!around || getComputedStyle(around).cursor !== "pointer");
        if (!isNative && !isPointed && !(extra && el.matches(extra))) continue;
        if (!labels && el.localName === "label" && el.control && repeats(el)) continue;
        const top = hit(box[0] + box[2] / 2, box[1] + box[3] / 2);
        const isSeen = !top || holds(el, top) || holds(top, el) || top.closest("label")?.control === el;
        const role = el.getAttribute("role");
        const type = el.localName === "input" ? `:${el.type}` : "";
        const flags = [
          (el.disabled || el.getAttribute("aria-disabled") === "true") && "disabled",
          !isSeen && "covered",
          isPointed && !isNative && "pointer",
          style.opacity === "0" && "unseen",
        ];
        found.push({
          tag: el.localName + type + (role ? `[${role}]` : ""),
          name: nameOf(el),
          box,
          flags: flags.filter(Boolean).join(","),
        });
      }
      return found;
    },
    boxes(css, isText) {
      const found = css.startsWith(">>>")
        ? all(document).filter((el) => el.matches(css.slice(3)))
        : [...document.querySelectorAll(css)];
      return found
        .map((el) => {
          const range = document.createRange();
          range.selectNodeContents(el);
          return { name: nameOf(el), box: clip((isText ? range : el).getBoundingClientRect()) };
        })
        .filter((each) => each.box[2] > 2 && each.box[3] > 2);
    },
  };
})()
