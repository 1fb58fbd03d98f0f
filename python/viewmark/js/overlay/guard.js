// Listens before any script of the page, in every document: while the overlay is shown, it gets every
// event and the page gets none. Armed, the
// shortcut works as well; until then (`config` is null) every event passes.
//
// Why here and not on the overlay's own nodes: window-capture listeners run in the order of their
// registration, so only one that was there before the page's can stop an event from reaching
// them. Touch and wheel are passive: a listener that could block scrolling would cost every page
// of the tab its smooth scrolling, also while nobody draws.

const EVENTS = (
  "pointerdown pointermove pointerup pointercancel pointerover pointerout pointerenter pointerleave " +
  "pointerrawupdate gotpointercapture lostpointercapture mousedown mousemove mouseup mouseover " +
  "mouseout mouseenter mouseleave click dblclick auxclick contextmenu dragstart drag dragend dragenter " +
  "dragover dragleave drop selectstart selectionchange select keydown keyup keypress beforeinput input " +
  "textInput change compositionstart compositionupdate compositionend copy cut paste focus blur " +
  "focusin focusout"
).split(" ");
const PASSIVE = ["wheel", "touchstart", "touchmove", "touchend", "touchcancel"];

const isShortcut = (/** @type {any} */ event, /** @type {any} */ keys) =>
  event.type === "keydown" &&
  event.code === keys.code &&
  event.shiftKey === keys.shift &&
  event.altKey === keys.alt &&
  (event.ctrlKey || event.metaKey) === keys.ctrl;

/** Hex name that no page can guess; `crypto.randomUUID` does not exist on plain http pages. */
const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

const relay = (/** @type {any} */ event) => {
  // Events that the page dispatches itself are its own business, and no input of a human. (The
  // end of a composition that a change of focus forces is marked as not trusted too.)
  if (!event.isTrusted) {
    if (draw.handle !== null && event.target === draw.host.root) event.stopImmediatePropagation();
    return;
  }
  if (draw.config !== null && isShortcut(event, draw.config.shortcut)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) draw.send({ t: "toggle" });
  } else if (draw.handle !== null) {
    event.stopImmediatePropagation();
    draw.handle(event);
  } else if (performance.now() < draw.echoUntil && event.type === "selectionchange") {
    event.stopImmediatePropagation();
  }
};

Object.assign(draw, {
  /** Event handler while the overlay is shown; null otherwise. */
  handle: null,
  /** Until then a change of selection is an echo of ours: that event comes a task late. */
  echoUntil: 0,
  id: randomName(),
  /** Whether this ran before the page's scripts; only then can they receive nothing of ours. */
  early: document.documentElement === null || document.documentElement.childElementCount === 0,
  top: window === window.top,
  sequence: 0,
  randomName,
  /** @param {any} message */
  send(message) {
    const call = draw.config && /** @type {any} */ (globalThis)[draw.config.binding];
    if (typeof call !== "function") return;
    const head = { n: draw.config.nonce, d: draw.id, s: draw.sequence++ };
    call(JSON.stringify({ ...head, ...message }));
  },
  /** @param {any} restored */
  hello(restored) {
    const { early, top } = draw;
    draw.send({ t: "ready", url: location.href, title: document.title, early, top, restored });
  },
  /**
   * Settings of this arming: the binding's name, the secret, the shortcut.
   * @param {any} config
   */
  arm(config) {
    draw.config = config;
    draw.hello(false);
  },
  disarm() {
    draw.stop?.();
    draw.config = null;
  },
  /** Registering twice is nothing; `document.open` drops listeners, so the overlay calls again. */
  listen() {
    for (const name of EVENTS) addEventListener(name, relay, { capture: true });
    for (const name of PASSIVE) addEventListener(name, relay, { capture: true, passive: true });
    addEventListener("pageshow", draw.shown);
  },
  /** @param {any} event */
  shown(event) {
    // Back from the back/forward cache: no script runs again, so the server is notified here.
    if (event.persisted) draw.hello(true);
  },
  unlisten() {
    for (const name of [...EVENTS, ...PASSIVE]) removeEventListener(name, relay, { capture: true });
    removeEventListener("pageshow", draw.shown);
  },
});

draw.listen();
