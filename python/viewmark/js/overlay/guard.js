// Listens in every document, before any script of the page. While the overlay is shown, the overlay receives every
// event and the page receives none. Otherwise the guard only handles the shortcut, if it is armed. If it is not armed
// (`config` is null), it ignores all events.
//
// The guard cannot listen on the overlay's own nodes: capture listeners on the window run in order of registration, so
// only a listener that was registered before the page's listeners can stop an event from reaching them. Touch and wheel
// listeners are passive, because listeners that can block scrolling would slow down scrolling in every page of the tab,
// even when nobody draws.

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

/** Returns a random name that a page cannot guess. `crypto.randomUUID` is not available on plain http pages. */
const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");

const relay = (/** @type {any} */ event) => {
  // Events that the page dispatches itself are not user input, so the page gets them. (A compositionend event that a
  // change of focus forces is not trusted either.)
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
  /** The overlay's event handler while the overlay is shown; otherwise null. */
  handle: null,
  /**
   * Until this time, selectionchange events are caused by the overlay itself. They arrive one task after their cause.
   */
  echoUntil: 0,
  id: randomName(),
  /**
   * Whether the guard was installed before the page's scripts. Only then can it keep every event of the overlay from
   * the page.
   */
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
   * Switches the guard on with settings: the name of the binding that reports events, the nonce, and the shortcut.
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
  /**
   * Registers the listeners. A second call has no effect, unless `document.open` has removed the listeners; the overlay
   * calls this again in that case.
   */
  listen() {
    for (const name of EVENTS) addEventListener(name, relay, { capture: true });
    for (const name of PASSIVE) addEventListener(name, relay, { capture: true, passive: true });
    addEventListener("pageshow", draw.shown);
  },
  /** @param {any} event */
  shown(event) {
    // A page restored from the back/forward cache runs no script again, so the server is told here.
    if (event.persisted) draw.hello(true);
  },
  unlisten() {
    for (const name of [...EVENTS, ...PASSIVE]) removeEventListener(name, relay, { capture: true });
    removeEventListener("pageshow", draw.shown);
  },
});

draw.listen();
