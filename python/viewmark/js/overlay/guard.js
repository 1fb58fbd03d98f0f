// Listens before any script of the page, in every document. While the overlay is shown, it gets every event and the
// page gets none. Otherwise it only handles the shortcut, if it is armed; unarmed (`config` is null) it ignores all
// events.
//
// It cannot listen on the overlay's own nodes: capture listeners on the window run in the order of their registration,
// so only one that was registered before the page's can stop an event from reaching them. Touch and wheel listeners are
// passive: one that could block scrolling would make scrolling slower in every page of the tab, even while nobody
// draws.

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

/** Hex name that a page cannot guess; `crypto.randomUUID` does not exist on plain http pages. */
const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

const relay = (/** @type {any} */ event) => {
  // Events that the page dispatches itself are not input by a human, so they pass. (The end of a composition that a
  // focus change forces is not trusted either.)
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
  /** Event handler of the overlay while it is shown; null otherwise. */
  handle: null,
  /** Until this time a selectionchange event is caused by the overlay itself; the event arrives a task late. */
  echoUntil: 0,
  id: randomName(),
  /** Whether this ran before the page's scripts; only then can they receive none of the overlay's events. */
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
  /** Registering twice has no effect. `document.open` removes listeners, so the overlay calls this again. */
  listen() {
    for (const name of EVENTS) addEventListener(name, relay, { capture: true });
    for (const name of PASSIVE) addEventListener(name, relay, { capture: true, passive: true });
    addEventListener("pageshow", draw.shown);
  },
  /** @param {any} event */
  shown(event) {
    // Restored from the back/forward cache: no script runs again, so the server is notified here.
    if (event.persisted) draw.hello(true);
  },
  unlisten() {
    for (const name of [...EVENTS, ...PASSIVE]) removeEventListener(name, relay, { capture: true });
    removeEventListener("pageshow", draw.shown);
  },
});

draw.listen();
