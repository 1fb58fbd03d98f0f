// What really differs between two moments of a document, by element and property: what a comparison of
// looks is held against. It shares nothing with viewmark. `remember` first, then `plant`, then `judge`.
globalThis.plantTruth ??= (() => {
  const FIELDS = {
    color: ["color"],
    background: ["backgroundColor", "backgroundImage"],
    font: ["fontFamily", "fontSize", "fontWeight", "fontStyle", "textDecorationLine"],
    border: ["borderTop", "borderRight", "borderBottom", "borderLeft", "borderRadius", "boxShadow", "outline"],
    opacity: ["opacity", "visibility", "filter"],
  };
  let before = new Map();
  let paths = new Map();

  const above = (el) => {
    if (el.assignedSlot) return el.assignedSlot;
    return el.parentElement ?? (el.getRootNode() instanceof ShadowRoot ? el.getRootNode().host : null);
  };
  const everything = (root, into = []) => {
    for (const el of root.querySelectorAll("*")) {
      into.push(el);
      if (el.shadowRoot) everything(el.shadowRoot, into);
    }
    return into;
  };
  const steps = new Map();
  const stepOf = (el) => {
    let index = 1;
    for (let at = el.previousElementSibling; at; at = at.previousElementSibling) if (at.localName === el.localName) index += 1;
    return `${el.localName}[${index}]`;
  };
  const pathOf = (el) => {
    const found = steps.get(el);
    if (found !== undefined) return found;
    const up = above(el);
    const path = !up || el.localName === "html" ? "" : [pathOf(up), stepOf(el)].filter(Boolean).join("/");
    steps.set(el, path);
    return path;
  };
  const stateOf = (el) => {
    const attributes = [...el.attributes].filter(({ name }) => name !== "style").map(({ name, value }) => `${name}=${value}`);
    return [...attributes, el.checked, el.value, el.disabled, el.open, el.selectedIndex, el.matches(":disabled")].join("|");
  };
  const wordsOf = (el) => [...el.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join(" ") +
    (el.value ?? "") + (el.placeholder ?? "") + (el.getAttribute("aria-label") ?? "") + (el.getAttribute("title") ?? "") + (el.alt ?? "") +
    [...(el.labels ?? [])].map((label) => label.textContent).join(" ") + getComputedStyle(el).textTransform;
  const hitOf = (el, rect) => {
    const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return "out";
    let met = document.elementFromPoint(x, y);
    while (met?.shadowRoot) {
      const inner = met.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === met) break;
      met = inner;
    }
    for (let at = met; at; at = above(at)) if (at === el) return "free";
    return met && el.getRootNode().contains(met) && met.contains(el) ? "free" : "covered";
  };
  const read = (el) => {
    const rect = el.getBoundingClientRect();
    const style = getComputedStyle(el);
    const one = { rect: [rect.x + scrollX, rect.y + scrollY, rect.width, rect.height], state: stateOf(el), words: wordsOf(el) };
    for (const [kind, names] of Object.entries(FIELDS)) {
      one[kind] = names.map((name) => style[name]).join("|") + ["::before", "::after"].map((part) => {
        const drawn = getComputedStyle(el, part);
        return drawn.content === "none" ? "" : names.map((name) => drawn[name]).join("|");
      }).join("|");
    }
    one.shown = rect.width > 0 && rect.height > 0 && style.opacity !== "0" && el.checkVisibility({ visibilityProperty: true });
    one.order = [...el.children].map((child) => child);
    one.hit = one.shown ? hitOf(el, rect) : "out";
    return one;
  };
  const look = () => {
    steps.clear();
    const all = new Map();
    const where = new Map();
    for (const el of everything(document)) {
      all.set(el, read(el));
      where.set(pathOf(el), el);
    }
    return [all, where];
  };
  const remember = () => {
    [before, paths] = look();
  };
  const family = (el) => {
    const found = [el, ...everything(el)];
    if (el.shadowRoot) found.push(...everything(el.shadowRoot));
    // The one control of a custom element is drawn as large as that element.
    if (el.getRootNode() instanceof ShadowRoot) found.push(el.getRootNode().host);
    return found;
  };
  const judge = (told) => {
    const [now, where] = look();
    const differs = (el, key) => {
      const [a, b] = [before.get(el), now.get(el)];
      return !a || !b || a[key] !== b[key];
    };
    const went = (el, from, to) => {
      const [a, b] = [before.get(el), now.get(el)];
      return !a || !b || [0, 1, 2, 3].slice(from, to).some((i) => Math.abs(a.rect[i] - b.rect[i]) >= 0.5);
    };
    const anyTouches = (el, keys) => {
      const boxes = [before.get(el)?.rect, now.get(el)?.rect].filter(Boolean);
      return [...new Set([...before.keys(), ...now.keys()])].some((other) => keys.some((key) => differs(other, key)) &&
        [before.get(other)?.rect, now.get(other)?.rect].some((r) => r && boxes.some((b) =>
          r[0] < b[0] + b[2] && b[0] < r[0] + r[2] && r[1] < b[1] + b[3] && b[1] < r[1] + r[3])));
    };
    // A line or a sign without words that something else moves there, like the mark below a tab.
    const isCrossed = (el) => {
      const boxes = [before.get(el)?.rect, now.get(el)?.rect].filter(Boolean);
      return [...now.keys()].some((other) => before.has(other) && other.childNodes.length === 0 && went(other, 0, 4) &&
        !now.get(other).background.startsWith("rgba(0, 0, 0, 0)|none") &&
        [before.get(other).rect, now.get(other).rect].some((r) => boxes.some((b) =>
          r[0] < b[0] + b[2] && b[0] < r[0] + r[2] && r[1] < b[1] + b[3] && b[1] < r[1] + r[3])));
    };
    // The frame of a field is what is around it alone.
    const framed = (el) => {
      const up = above(el);
      const isAlone = el.matches("input,textarea,select") && up && up.querySelectorAll("input,textarea,select,button,a").length === 1;
      return isAlone && up.textContent.trim() === "" ? [el, up] : [el];
    };
    const swapped = (up) => {
      const [a, b] = [before.get(up)?.order ?? [], [...up.children]];
      return a.filter((el) => b.includes(el)).some((el, i) => el !== b.filter((x) => a.includes(x))[i]);
    };
    return told.map(({ kind, detail, old, path }) => {
      const was = paths.get(old);
      const is = where.get(path);
      if (kind === "gone") return !was || !was.isConnected || !now.get(was)?.shown || went(was, 0, 4) || was.localName === "area";
      if (kind === "new") return !is || !before.get(is)?.shown || went(is, 0, 4) || before.get(is).hit !== now.get(is).hit;
      if (kind === "undecidable") return false;
      if (!is) return kind === "pixels" ? "nothing's" : false;
      if (was && was !== is && kind !== "order") return false;
      const those = family(is);
      switch (kind) {
        case "text": case "name": case "value": return those.some((el) => swapped(el) || differs(el, "words") || differs(el, "state") || differs(el, "shown")) || (kind !== "text" && anyTouches(is, ["words"]));
        case "state": case "role": case "address": return those.some((el) => differs(el, "state")) || anyTouches(is, ["state"]);
        case "place": return [...those, ...framed(is)].some((el) => went(el, 0, 2) || went(el, 0, 4));
        case "size": return [...those, ...framed(is)].some((el) => went(el, 2, 4));
        case "covered": return those.some((el) => differs(el, "hit")) || anyTouches(is, ["hit"]);
        case "order": return swapped(is.parentElement ?? is.getRootNode());
        case "background": return anyTouches(is, ["background"]);
        case "contrast": return those.some((el) => differs(el, "color") || differs(el, "font")) || anyTouches(is, ["background"]);
        case "pixels": return anyTouches(is, ["color", "background", "font", "border", "opacity", "words", "state"]) || those.some((el) => went(el, 0, 4)) || isCrossed(is) ? "seen" : false;
        case "font": return those.some((el) => differs(el, "font") || differs(el, "border"));
        default: return those.some((el) => differs(el, kind));
      }
    });
  };
  // Until nothing moves: what a change sets off by CSS, and what the page still builds.
  const settle = async () => {
    const limit = performance.now() + 4000;
    let last = "";
    for (let still = 0; still < 5 && performance.now() < limit; ) {
      await new Promise((done) => setTimeout(done, 80));
      const running = document.getAnimations().some((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
      const now = everything(document).map((el) => { const r = el.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(); }).join();
      still = !running && now === last ? still + 1 : 0;
      last = now;
    }
  };
  return { remember, judge, settle, at: (path) => paths.get(path) ?? null };
})();
