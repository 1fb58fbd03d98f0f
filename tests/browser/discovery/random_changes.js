// Changes a page at random: window.start(seed), then window.step() as often as wanted.
(() => {
  const NAMES = ("id aria-label aria-labelledby aria-owns aria-hidden name placeholder title alt for href role" +
    " popover data-testid data-qa data-x class hidden slot tabindex lang aria-describedby").split(" ");
  const VALUES = ["", "a", "b", "#a", "#b", "far", "words", "field", "save", "menu", "button", "dialog", "off",
    "pale", "up", "out", "s", "row", "0", "true", "auto"];
  const HTML = ["<button>New</button>", "<a href='#a'>Link</a>", "<div><a href='#new' id=b>Deep</a><p>p</p></div>",
    "<label for=field>Other</label>", "<input aria-label=a>", "<article data-testid=save>Card</article>",
    "<span role=link tabindex=0>span</span>", "<div role=dialog><button>x</button></div>"];
  let seed = 0;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  const any = (list) => list[random(list.length)];
  const detached = [];
  const trees = () => {
    const found = [document.body];
    for (const root of found) {
      for (const el of root.querySelectorAll("*")) if (el.shadowRoot) found.push(el.shadowRoot);
    }
    return found;
  };
  const near = () => {
    const tree = any(trees());
    const all = [...tree.querySelectorAll("*")].filter((el) => el.id !== "frame");
    // Mostly what stands first, so that it is seen.
    return all.length === 0 ? document.body : all[random(random(2) ? Math.min(60, all.length) : all.length)];
  };
  const put = (node, there) => {
    if (node && !node.contains(there) && node !== document.body && !node.contains(document.getElementById("frame"))) {
      there.parentNode.insertBefore(node, random(2) ? there : there.nextSibling);
    }
  };
  const acts = {
    attribute: () => near().setAttribute(any(NAMES), any(VALUES)),
    gone: () => { const el = near(); const all = el.getAttributeNames(); if (all.length) el.removeAttribute(any(all)); },
    again: () => { const el = near(); const n = any(NAMES); for (const v of ["a", "b", "a"]) el.setAttribute(n, v); },
    text: () => { const el = near(); if (el.firstChild?.nodeType === 3) el.firstChild.data = any(VALUES); },
    words: () => { const el = near(); if (el.children.length === 0) el.textContent = any(VALUES); },
    insert: () => near().insertAdjacentHTML(any(["beforebegin", "afterend"]), any(HTML)),
    inner: () => { const el = near(); if (el.children.length < 4 && el !== document.body) el.innerHTML = any(HTML); },
    clone: () => put(near().cloneNode(true), near()),
    move: () => put(near(), near()),
    remove: () => { const el = near(); if (el.querySelectorAll("*").length < 30) { el.remove(); detached.push(el); } },
    changeAway: () => { const el = any(detached); el?.setAttribute(any(NAMES), any(VALUES)); },
    outOfAway: () => { const el = any(detached)?.firstElementChild; if (el) put(el, near()); },
    dropOfAway: () => any(detached)?.firstElementChild?.remove(),
    back: () => { if (detached.length) put(detached.splice(random(detached.length), 1)[0], near()); },
    shadow: () => {
      const el = near();
      try { el.attachShadow({ mode: "open" }).innerHTML = `<slot></slot>${any(HTML)}`; } catch {}
    },
    swap: () => {
      const hosts = [...document.querySelectorAll("*")].filter((el) => el.shadowRoot);
      if (hosts.length > 1) put(any(hosts), any(hosts));
    },
    rule: () => { const s = sheet.sheet; s.insertRule(any(["h2 {display:none}", "b::after {content:'!'}", "a {text-transform:uppercase}"])); },
    unrule: () => { if (sheet.sheet.cssRules.length > 5) sheet.sheet.deleteRule(0); },
    value: () => { const el = document.querySelector("input"); if (el) el.value = any(VALUES); },
    dialog: () => {
      const el = document.querySelector("dialog");
      if (el?.isConnected) el.open ? el.close() : random(2) ? el.show() : el.showModal();
    },
    popover: () => { try { document.querySelector("[popover]")?.togglePopover(); } catch {} },
    details: () => { const el = document.querySelector("details"); if (el) el.open = !el.open; },
    focus: () => { const el = near(); if (el.focus) el.focus(); },
    scroll: () => scrollTo(0, random(120)),
    abroad: () => {
      const body = document.getElementById("frame")?.contentDocument?.body;
      const el = near();
      if (body && el.querySelectorAll("*").length < 10) { body.append(el); detached.push(el); }
    },
    late: () => {
      if (customElements.get("my-late")) return;
      customElements.define("my-late", class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<button>Up</button><slot></slot>"; }
      });
    },
    many: () => { const el = near(); for (let i = 0; i < 600; i += 1) { el.setAttribute("title", i); el.setAttribute("id", `i${i}`); } },
    crowd: () => {
      const box = document.createElement("div");
      for (let i = 0; i < 700; i += 1) box.append(Object.assign(document.createElement("a"), { href: "#a" }));
      put(box, near());
      detached.push(box);
    },
    uncrowd: () => { for (const el of detached) if (el.children.length > 100) el.remove(); },
  };
  const RARE = ["many", "crowd", "late", "shadow", "abroad"];
  window.start = (from) => { seed = from; };
  window.step = async () => {
    const done = [];
    for (let left = 1 + random(6); left > 0; left -= 1) {
      const name = random(8) === 0 ? any(RARE) : any(Object.keys(acts).filter((each) => !RARE.includes(each)));
      done.push(name);
      try { acts[name](); } catch (error) { done.push(String(error)); }
      // Watchers hear of it before the next, or of both together.
      if (random(2)) await null;
    }
    return done.join();
  };
})();
