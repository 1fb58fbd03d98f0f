// Creates the overlay's host: a modal dialog in a closed shadow root, which is kept on top of the page.
//
// If several modal dialogs are open, only the last one opened receives input. So whatever the page puts on top later (a
// dialog, a popover, a fullscreen element) is detected, and the overlay is shown again. Showing a modal dialog closes
// the page's open popovers unless the dialog is inside them. In that case the overlay is mounted inside the popover, so
// that the user can draw on an open menu.

const { FEEL } = draw;
const SVG = "http://www.w3.org/2000/svg";
/**
 * The page's open popovers, in the order in which they were seen to open.
 * @type {any[]}
 */
const opened = [];

const make = (/** @type {string} */ tag, /** @type {any} */ props = {}, /** @type {any[]} */ ...children) => {
  const { attrs = {}, vars = {}, ...rest } = props;
  const el = document.createElement(tag);
  Object.assign(el, rest);
  for (const [name, value] of Object.entries(attrs)) el.setAttribute(name, value);
  for (const [name, value] of Object.entries(vars)) el.style.setProperty(name, value);
  el.append(...children);
  return el;
};
const makeSvg = (/** @type {any} */ tag, attrs = {}, /** @type {any[]} */ ...children) => {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) el.setAttribute(name, value);
  el.append(...children);
  return el;
};

const onToggle = (/** @type {any} */ event) => {
  const el = event.target;
  if (!(el instanceof HTMLElement) || !el.popover) return;
  const at = opened.indexOf(el);
  if (at >= 0) opened.splice(at, 1);
  if (event.newState === "open") opened.push(el);
};

const mountPoint = () => {
  const open = [...document.querySelectorAll("[popover]:popover-open")].filter(
    (el) => el.popover === "auto" && !el.contains(host.root),
  );
  const inside = host.root?.parentElement?.closest?.("[popover]:popover-open") ?? null;
  const last = open.sort((a, b) => opened.indexOf(a) - opened.indexOf(b)).at(-1);
  return last ?? inside ?? document.documentElement ?? document;
};

/**
 * The parts of the overlay in the page; null while it is not shown.
 * @type {Record<string, any>}
 */
const host = {
  root: null,
  shadow: null,
  dialog: null,
  surface: null,
  beat: 0,

  /**
   * Adds the overlay to the page, shows it, and moves the focus into it. `parts` are the nodes inside its dialog.
   * @param {any} parts
   */
  mount(parts) {
    host.root = make("div", { lang: "en", dir: "ltr", translate: false });
    host.shadow = host.root.attachShadow({ mode: "closed" });
    host.shadow.adoptedStyleSheets = [draw.sheet()];
    host.surface = make("div", {
      className: "surface",
      tabIndex: 0,
      attrs: {
        role: "application",
        "aria-label": "Page. Drag to mark; press R for a rectangle, Enter to comment on it",
      },
    });
    host.dialog = make("dialog", { attrs: { "aria-label": "Draw mode" } }, host.surface, ...parts);
    host.dialog.addEventListener("cancel", (/** @type {any} */ event) => event.preventDefault());
    host.shadow.append(host.dialog);
    document.addEventListener("toggle", onToggle, true);
    document.addEventListener("fullscreenchange", host.check);
    host.put();
    host.surface.focus({ preventScroll: true });
    host.beat = setInterval(host.check, FEEL.beat);
  },

  put() {
    const place = mountPoint();
    if (host.root.parentNode !== place) place.append(host.root);
    if (host.dialog.open) host.dialog.close();
    // The `zoom` of the page's root scales the overlay too, so it is undone here. At 150 %, the toolbar would be off
    // screen.
    const zoom = host.root.currentCSSZoom ?? 1;
    host.dialog.style.zoom = String(1 / zoom);
    host.dialog.showModal();
  },

  /** Whether a click would hit the overlay's dialog. */
  onTop() {
    if (!host.root.isConnected || !host.dialog.open) return false;
    return document.elementFromPoint(innerWidth / 2, innerHeight / 2) === host.root;
  },

  check() {
    if (host.root === null || host.suspended) return;
    if (!host.onTop()) host.raise();
    // A frame of another process can take the focus without an event in this document, so the focus is checked here
    // too.
    if (document.activeElement !== host.root) host.surface.focus({ preventScroll: true });
    draw.onBeat();
  },

  raise() {
    const within = host.shadow.activeElement;
    const range =
      within?.tagName === "TEXTAREA" ? [within.selectionStart, within.selectionEnd, within.selectionDirection] : null;
    draw.listen(); // document.open() may have removed the listeners
    host.put();
    (within ?? host.surface).focus({ preventScroll: true });
    if (range) within.setSelectionRange(...range);
  },

  /**
   * Calls `look` and returns its result. During the call, hit tests find the page's own nodes; nothing is painted.
   * @param {any} look
   */
  aside(look) {
    const within = host.shadow.activeElement;
    host.dialog.close();
    try {
      return look();
    } finally {
      host.dialog.showModal();
      within?.focus({ preventScroll: true });
    }
  },

  /** @param {any} on */
  veil(on) {
    host.dialog?.toggleAttribute("data-veiled", on);
  },

  /**
   * Returns the overlay's node at a point of the viewport; null if only the drawing surface is there.
   * @param {any} x
   * @param {any} y
   */
  at(x, y) {
    const el = host.shadow.elementFromPoint(x, y);
    return el === null || el === host.surface || el === host.dialog ? null : el;
  },

  unmount() {
    clearInterval(host.beat);
    document.removeEventListener("toggle", onToggle, true);
    document.removeEventListener("fullscreenchange", host.check);
    if (host.dialog?.open) host.dialog.close();
    host.root?.remove();
    host.root = host.shadow = host.dialog = host.surface = null;
    opened.length = 0;
  },
};

Object.assign(draw, { host, make, makeSvg });
