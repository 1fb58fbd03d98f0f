// Starts and stops draw mode in one page, and handles the server's requests.

const { vm, host, shapes, editor, toolbar, announce, history, anchor, pointer, keyboard, FEEL } = draw;
let lastSign = -1e9;
let frame = 0;
let waiting = 0;
let lastUrl = "";

const later = () => {
  if (frame === 0) {
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (host.root === null) return;
      shapes.update();
      draw.highlight();
      editor.place();
    });
  }
};

const canScroll = (/** @type {Element} */ el, /** @type {any} */ dx, /** @type {any} */ dy) => {
  const has = (
    /** @type {number} */ at,
    /** @type {any} */ size,
    /** @type {number} */ full,
    /** @type {number} */ step,
  ) => (step < 0 ? at > 0 : step > 0 && at + size < full - 1);
  return (
    has(el.scrollLeft, el.clientWidth, el.scrollWidth, dx) || has(el.scrollTop, el.clientHeight, el.scrollHeight, dy)
  );
};
/** Returns the innermost element at a point that can be scrolled in the given direction, ignoring the overlay. */
const scroller = (/** @type {any} */ [x, y], /** @type {any} */ dx, /** @type {any} */ dy) => {
  let found = null;
  draw.eachElement((/** @type {Element} */ el) => {
    if (el.scrollHeight <= el.clientHeight + 1 && el.scrollWidth <= el.clientWidth + 1) return;
    const box = draw.boxOf(el);
    if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) return;
    const { overflowX, overflowY } = getComputedStyle(el);
    if (!/auto|scroll/.test(dy ? overflowY : overflowX) || !canScroll(el, dx, dy)) return;
    found = el;
  });
  const root = document.scrollingElement;
  return found ?? (root && canScroll(root, dx, dy) ? root : null);
};

const handle = (/** @type {any} */ event) => {
  const { type } = event;
  const isInBox = host.shadow.activeElement === editor.area;
  if (draw.isLeaving) {
    if (type.startsWith("key") || type === "beforeinput") event.preventDefault();
    return;
  }
  switch (type) {
    case "pointerdown":
      draw.sign();
      pointer.down(event);
      break;
    case "pointermove":
      pointer.move(event);
      break;
    case "pointerup":
      draw.sign();
      pointer.up(event);
      break;
    case "pointercancel":
      pointer.cancel();
      pointer.up(event);
      break;
    case "mousedown": {
      // A press must not move the focus, so that the keys keep working. Only the text box may receive the focus.
      const node = host.at(event.clientX, event.clientY);
      if (!(node && editor.box.contains(node))) event.preventDefault();
      break;
    }
    case "click":
      pointer.click(event);
      break;
    case "keydown":
      draw.sign();
      keyboard.down(event);
      break;
    case "input":
    case "compositionend":
      if (isInBox) {
        draw.sign();
        editor.changed();
      }
      break;
    case "contextmenu":
    case "dragstart":
    case "dragover":
    case "drop":
      if (!isInBox) event.preventDefault();
      break;
    case "wheel":
      draw.wheel(event);
      break;
    case "focusin":
      if (event.target !== host.root) queueMicrotask(host.check);
      break;
    default:
  }
};

Object.assign(draw, {
  tool: "rectangle",
  intent: "change",
  overall: "",
  isLeaving: false,

  /**
   * Shows the overlay, with the marks that the session already has for this page.
   * @param {any} config
   * @returns {Promise<any>}
   */
  async start(config) {
    await draw.hasBody();
    const began = performance.now();
    if (host.root !== null) {
      draw.sync(config);
      return { ms: 0, early: draw.early, already: true };
    }
    draw.rememberFocus();
    draw.marks = (config.marks ?? []).map(draw.unwire);
    draw.overall = config.overall ?? "";
    draw.labels = config.labels ?? {};
    draw.count = config.count ?? 0;
    draw.thread.all = config.threads ?? {};
    draw.chosen = draw.walked = null;
    draw.isLeaving = false;
    lastUrl = location.href;
    history.clear();
    toolbar.setUp(config.prompt ?? "", config.visible);
    draw.handle = handle;
    host.mount([shapes.svg, shapes.live, shapes.band, shapes.layer, editor.box, toolbar.bar, announce.polite]);
    addEventListener("scroll", later, { capture: true, passive: true });
    addEventListener("resize", later);
    visualViewport?.addEventListener("resize", later);
    draw.refresh();
    announce.show(draw.early ? "" : "This page was open before: it may see your keys");
    announce.say(`Draw mode. ${config.prompt ?? ""} Drag to mark, or press Enter for a box. Esc finishes.`);
    draw.timings.start = performance.now() - began;
    // Until the overlay has been painted, the browser sends a press over a frame of another process to that frame.
    await draw.painted();
    return { ms: draw.timings.start, early: draw.early, already: false };
  },

  /** Waits for the body. A document that has just begun to load has no element to which nodes can be added. */
  hasBody() {
    if (document.body) return undefined;
    return new Promise((/** @type {(value?: any) => void} */ done) => {
      const look = () => {
        if (!document.body && document.readyState === "loading") return;
        observer.disconnect();
        document.removeEventListener("readystatechange", look);
        done();
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
      document.addEventListener("readystatechange", look);
    });
  },

  /** Removes the overlay: its nodes, listeners and timers. The guard remains, so that the shortcut still works. */
  stop() {
    clearTimeout(waiting);
    cancelAnimationFrame(frame);
    frame = 0;
    removeEventListener("scroll", later, { capture: true });
    removeEventListener("resize", later);
    visualViewport?.removeEventListener("resize", later);
    const wasThere = host.root !== null;
    pointer.reset();
    editor.clear();
    shapes.clear();
    toolbar.clear();
    announce.notice.textContent = announce.polite.textContent = "";
    host.unmount(); // restores the page's focus while the page still receives no events
    draw.handle = null;
    if (wasThere) draw.echoUntil = performance.now() + 100;
    draw.marks = [];
    draw.tool = "rectangle";
    draw.intent = "change";
    draw.chosen = draw.walked = draw.pending.shape = null;
    history.clear();
    return wasThere;
  },

  /** Takes over the count and the labels of the server, which include the marks of other tabs. */
  sync(/** @type {any} */ { labels, count, overall, threads }) {
    if (labels) draw.labels = labels;
    if (count !== undefined) draw.count = count;
    if (overall !== undefined && !editor.isOverall) draw.overall = overall;
    if (threads && host.root !== null) draw.thread.take(threads);
    if (host.root !== null) draw.refresh();
  },

  refresh() {
    shapes.update();
    toolbar.refresh();
  },

  /** Selects a drawing tool, and ends what the previous tool had begun. @param {string} name */
  setTool(name) {
    draw.pending.drop();
    if (name !== "element") draw.walkTo(null);
    draw.tool = name;
    draw.chosen = null;
    host.surface.dataset.tool = name;
    announce.say(name);
    draw.refresh();
  },

  /** Reports that the user is active, at most once every `FEEL.sign` ms. */
  sign() {
    const now = performance.now();
    if (now - lastSign < FEEL.sign) return;
    lastSign = now;
    draw.send({ t: "act" });
  },

  /**
   * @param {any} at
   * @param {any} dx
   * @param {any} dy
   */
  scrollAt(at, dx, dy) {
    scroller(at, dx, dy)?.scrollBy({ left: dx, top: dy, behavior: "instant" });
    later();
  },
  /**
   * Handles a wheel event. While the text box is open, and for zooming with Ctrl, nothing is scrolled here.
   * @param {any} event
   */
  wheel(event) {
    const root = document.scrollingElement;
    const { deltaX, deltaY } = event;
    if (event.ctrlKey || editor.isOpen) return;
    // The browser scrolls the window itself. It cannot scroll a container, because the overlay's dialog covers it.
    if (root && canScroll(root, deltaX, deltaY)) return;
    draw.scrollAt([event.clientX, event.clientY], deltaX, deltaY);
  },

  onBeat() {
    if (lastUrl !== location.href) {
      lastUrl = location.href;
      draw.send({ t: "url", url: location.href, title: document.title });
    }
    later();
  },

  /** Ends draw mode: `how` is "done" to send the marks, any other value to discard them. @param {string} how */
  finish(how) {
    if (draw.isLeaving) return;
    editor.close("blur");
    draw.pending.drop();
    draw.isLeaving = true;
    announce.show(how === "done" ? "Sending …" : "Discarding …");
    draw.send({ t: how });
    // If no server answers, the overlay closes by itself, so that it does not block the user.
    waiting = setTimeout(draw.stop, 10000);
  },

  /** Returns, for each mark of this document, its current position and what became of its element. */
  anchors() {
    return draw.marks.filter(draw.isHere).map((mark) => {
      const el = anchor.element(mark);
      return { id: mark.id, key: el ? String(vm.idOf(el)) : "", ...anchor.state(mark) };
    });
  },
  /** @param {any} on */
  veil(on) {
    host.veil(on);
    return draw.painted();
  },
  painted() {
    // A callback runs before its frame is drawn, but the browser routes input by the frames that were displayed. After
    // only two callbacks, presses over a frame of another process were still lost, so four are awaited.
    const after = (/** @type {number} */ frames, /** @type {any} */ done) =>
      frames === 0 ? done() : requestAnimationFrame(() => after(frames - 1, done));
    return new Promise((done) => {
      after(4, done);
      setTimeout(done, 300); // a hidden tab draws no frames
    });
  },
});
