// Blocks a press (by mouse, touch or pen) that would hit an element other than the intended one.
//
// Between the hit test and the press, a page can put another element under the pointer (a hover menu, a layout shift).
// Therefore the first trusted pointer or mouse event of a press must hit the intended element. Otherwise the whole
// press is blocked before the page receives it, and the element that was hit is reported. The result is `changed` if
// the element's text has changed by then, because lists without keys show the next entry in the element of the previous
// one. The text is checked at pointerdown and again before mousedown, because the page may re-render in its pointer
// handlers.
//
// A press can also be delivered to the wrong document: if the browser loses the route into a frame of another process,
// it sends the event to the frame's owner element in the outer document. A user's press never ends there, so such a
// press is blocked too and reported as `short`. If no listener here ran, the browser's event counts show whether the
// page stopped the event first or the event never arrived.
//
// The listeners are on the window in the capture phase of an isolated world, and are removed after LIFE ms.
import { classesOf, getterOf, hit, inward, is, nodeOf, parent, read, rootOf } from "../page/dom.js";
import { showsAnother, stillHolds, witness } from "../page/identity.js";
import { forget } from "../page/native.js";
import { isLike } from "../page/rows.js";
import { actorOf, controlOf, countsAs, hitOf } from "./controls.js";
import { focus, frame, hasTimers, summarize } from "./reporting.js";

/**
 * Lifetime of the guard, ms. A busy page may handle a press late, so the time at which the press happened is compared
 * with this limit.
 */
const LIFE = 5000;
/** Maximum time from a tap to its click events, ms. Measured: 2 to 20 ms. */
const TAP_LIMIT = 400;
const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "dblclick"];
/** Events that are listened to only once a touch has begun. Listening to them always would delay every mouse press. */
const TOUCHES = ["touchstart", "touchend", "touchcancel", "pointercancel", "mousemove", "mouseover"];
/** Events that complete a press. */
const DONE = new Set(["click", "auxclick", "contextmenu", "dblclick"]);
const path = Event.prototype.composedPath;
/**
 * @type {{el: Element | null, meant: Meant | null, isWitness: boolean, owner: Element | null, until: number,
 *   count: number, verdict: string | null, met: Element | null, down: Element | null,
 *   clicks: number, isTouch: boolean, touches: Event[], isTaken: boolean, isStray: boolean,
 *   said: ReturnType<typeof witness> | null, heard: number, saving: Event | null, classes: {el: Element, classes: readonly string[]}[]} | null}
 */
let armed = null;

/**
 * Returns the target of an event. It is read from the event itself, because a second hit test may treat edges
 * differently and the page may have changed since. A closed shadow root is reported as its host; only a hit test sees
 * inside it.
 * @param {PointerEvent} event
 */
const targetOf = (event) => {
  const [first] = path.call(event);
  if (!(first instanceof Element)) return hit(event.clientX, event.clientY);
  const isClosed = read.shadowRoot.call(first) === null && rootOf(first) !== null;
  return isClosed ? inward(first, event.clientX, event.clientY) : first;
};

const pointerdowns = () => performance.eventCounts.get("pointerdown") ?? 0;
/**
 * Returns the browser's own count of click events. It is reliable even if a listener of the page stops the events
 * before the listener here runs.
 */
const clicks = () => [...DONE].reduce((sum, name) => sum + (performance.eventCounts.get(name) ?? 0), 0);

/**
 * Whether a press on a frame element is over its content, not over its border or padding.
 * @param {Element} owner @param {PointerEvent} event
 */
const isInFrame = (owner, event) => {
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(owner);
  const { offsetX: x, offsetY: y } = event;
  return (
    x >= parseFloat(paddingLeft) &&
    y >= parseFloat(paddingTop) &&
    x < owner.clientWidth - parseFloat(paddingRight) &&
    y < owner.clientHeight - parseFloat(paddingBottom)
  );
};

/**
 * Decides whether a press may continue, from its first event: sets the verdict and the element that was hit.
 * @param {NonNullable<typeof armed>} state @param {PointerEvent} event
 */
const judge = (state, event) => {
  const found = targetOf(event);
  state.down = found;
  const isShort = state.owner !== null && found === state.owner && isInFrame(state.owner, event);
  let met = found;
  if (!state.isWitness && state.el !== null && countsAs(state.el, found)) {
    // A listener that ran earlier may have put another element at this point, which would then receive mouseup.
    met = hit(event.clientX, event.clientY);
  }
  const isMeant = state.isWitness || (state.el !== null && countsAs(state.el, met));
  state.verdict = isShort ? "short" : isMeant ? "hit" : "stopped";
  if (state.verdict === "hit" && state.el !== null && state.meant !== null) {
    forget();
    const said = nodeOf(state.meant.id);
    state.said = said && witness(said);
    if (!stillHolds(state.meant)) state.verdict = "changed";
  }
  // The control that was hit is determined now, because the page may remove it before the result is reported.
  if (state.verdict !== "hit") state.met = met ? actorOf(met) : null;
  else if (found) state.met = state.el ? hitOf(state.el, found) : controlOf(found);
};

/** Maximum number of levels from the hit element up to a sibling of the intended element. */
const NEAR = 6;
/**
 * Whether the hit element is inside a sibling that is similar to the intended element, such as the next row of a list.
 * @param {Element} el @param {Element | null} found
 */
const isNeighbour = (el, found) => {
  let at = found;
  for (let i = 0; at && i < NEAR; at = parent(at), i += 1)
    if (at !== el && parent(at) === parent(el) && isLike(at, el)) return true;
  return false;
};
/**
 * Whether the page re-rendered when the pointer went down, so that mousedown would hit a different entry of a list.
 * @param {NonNullable<typeof armed>} state @param {PointerEvent} event
 */
const isOther = ({ el, said }, event) => {
  if (el === null || said === null || !read.isConnected.call(el)) return false;
  forget();
  const found = targetOf(event);
  if (showsAnother(said)) return true;
  return found !== null && !countsAs(el, found) && isNeighbour(el, found);
};

/**
 * Updates the hit element on later events of a press, because a page that changes on mousedown can redirect the click.
 * @param {any} state @param {PointerEvent} event
 */
const follow = (state, event) => {
  if (state.isWitness) return;
  const found = targetOf(event);
  if (found && !countsAs(state.el, found)) state.met = controlOf(found);
};

/**
 * Handles a touch. The mouse events of a tap follow the touch, and go to the element that is under the finger by then.
 * Mouse events for another element are blocked.
 * @param {any} state @param {PointerEvent} event
 */
const followTouch = (state, event) => {
  const { type } = event;
  if (type.startsWith("touch")) state.touches.push(event);
  if (type === "pointercancel") state.isTaken = true; // a scroll or zoom took over the touch
  if (type === "mousedown" && !state.isWitness) {
    const found = targetOf(event);
    state.isStray = !found || !countsAs(state.el, found);
  }
  const isBlocked = state.isStray && !type.startsWith("touch") && !type.startsWith("pointer");
  if (type === "click" && !isBlocked) state.heard += 1;
  return isBlocked;
};
/**
 * Whether a node is a link with `download`. Only such downloads can be predicted from the press itself.
 * @param {EventTarget} node
 */
const isSaveLink = (node) => node instanceof Element && is(node, "a[download][href],area[download][href]");
const wasPrevented = getterOf(Event.prototype, "defaultPrevented");
/** Whether the page or a scroll used up a touch, so that no click follows. @param {any} state */
const isTaken = (state) => state.isTaken || state.touches.some((/** @type {Event} */ each) => wasPrevented.call(each));

/**
 * Handles the events of a press: judges the first one, follows the later ones, and blocks a press that must not
 * continue.
 * @param {PointerEvent} event
 */
const watch = (event) => {
  const state = armed;
  if (!state || !event.isTrusted) return;
  if (event.timeStamp > state.until) {
    disarm();
    return;
  }
  if (event.pointerType === "touch" && !state.isTouch) {
    state.isTouch = true;
    for (const name of TOUCHES)
      addEventListener(name, /** @type {EventListener} */ (watch), { capture: true, passive: false });
  }
  const isBlocked = state.verdict === "hit" && state.isTouch && followTouch(state, event);
  if (event.type === "click") state.saving = path.call(event).some(isSaveLink) ? event : null;
  if (state.verdict === null) judge(state, event);
  else if (state.verdict === "hit" && !state.isTouch && event.type === "mousedown" && isOther(state, event))
    state.verdict = "changed";
  else if (state.verdict === "hit" && !isBlocked && DONE.has(event.type)) follow(state, event);
  if (state.verdict !== "hit" || isBlocked) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
};

const disarm = () => {
  armed = null;
  for (const name of [...EVENTS, ...TOUCHES])
    removeEventListener(name, /** @type {EventListener} */ (watch), { capture: true });
};

/**
 * Number of elements, from the pressed one upwards, whose classes are compared. A component library may set the class
 * of a pressed state on any of them.
 */
const AROUND = 3;
/** Returns the classes of an element and its ancestors. @param {Element} el */
const classesAround = (el) => {
  /** @type {{el: Element, classes: readonly string[]}[]} */
  const found = [];
  for (
    let at = /** @type {Element | null} */ (el);
    at && found.length < AROUND && !is(at, "body,html");
    at = parent(at)
  )
    found.push({ el: at, classes: classesOf(at) });
  return found;
};
/**
 * Returns the classes that were added (prefix +) and removed (prefix -) since the press.
 * @param {{el: Element, classes: readonly string[]}[]} before
 */
const newClasses = (before) => {
  /** @type {Set<string>} */
  const found = new Set();
  for (const { el, classes } of before) {
    if (!read.isConnected.call(el)) continue;
    const [now, then] = [new Set(classesOf(el)), new Set(classes)];
    for (const one of now) if (!then.has(one)) found.add(`+${one}`);
    for (const one of then) if (!now.has(one)) found.add(`-${one}`);
  }
  // A class that moved from one element to another does not show that the press had an effect.
  const left = [...found].filter((one) => !found.has((one[0] === "+" ? "-" : "+") + one.slice(1)));
  return left.slice(0, CLASSES).map((one) => one.slice(0, LONGEST));
};
/** Limits of the reported classes: `CLASSES` is their maximum number, `LONGEST` the maximum length of one. */
const CLASSES = 6;
const LONGEST = 100;

/** Starts listening for a press, with the members of `state` as settings. @param {any} state */
const start = (state) => {
  const until = performance.now() + LIFE;
  const before = { count: pointerdowns(), clicks: clicks() };
  const finger = { isTouch: false, touches: [], isTaken: false, isStray: false, heard: 0, saving: null };
  armed = {
    classes: state.el ? classesAround(state.el) : [],
    verdict: null,
    met: null,
    down: null,
    said: null,
    until,
    ...before,
    ...finger,
    ...state,
  };
  for (const name of EVENTS)
    addEventListener(name, /** @type {EventListener} */ (watch), { capture: true, passive: false });
};

/**
 * The element that the current sequence of presses is for, and the text that it must have.
 * @type {{id: number, meant: Meant} | null}
 */
let asked = null;
/** @param {number} id */
const ownerOf = (id) => (id ? nodeOf(id) : null);

/**
 * Starts watching a press without blocking it, to record its target. Only a press that ends on the frame element
 * `owner` instead of in its document is blocked.
 * @param {number} [owner]
 */
export const witnessPress = (owner = 0) => {
  disarm();
  start({ el: null, meant: null, isWitness: true, owner: ownerOf(owner) });
};

/**
 * Lets the next press through only if it hits the element `id` while that element's text is `meant`. An id of 0 lets no
 * press in this frame through. Without `meant`, the text expected by the previous press on the element applies.
 * @param {number} id @param {number} [owner] @param {Meant | null} [meant]
 */
export const arm = (id, owner = 0, meant) => {
  disarm();
  if (meant !== undefined) asked = meant && { id, meant };
  const el = id ? nodeOf(id) : null;
  if (id && !el) return false;
  start({ el, meant: asked?.id === id ? asked.meant : null, isWitness: false, owner: ownerOf(owner) });
  return true;
};

/** Elements that contain other documents; presses on their content cannot be observed here. */
const GUESTS = "embed,object,iframe,frame,fencedframe";

/**
 * Returns the result of a press at a point, and the focus after it. Waits for one frame and for the timers due by then,
 * because pages often navigate in a `setTimeout`. After a tap, also waits for `awaited` clicks, because the browser
 * sends them only after the touch has ended.
 * @param {number} x @param {number} y @param {number} [awaited]
 */
export const afterPress = async (x, y, awaited = 0) => {
  const end = performance.now() + (awaited ? TAP_LIMIT : 0);
  const isAwaited = () => armed !== null && !isTaken(armed) && clicks() - armed.clicks < awaited;
  if (hasTimers()) {
    while (performance.now() < end && isAwaited()) await frame();
    await frame();
    await new Promise((done) => setTimeout(done, 0));
  }
  const outcome = disarmGuard();
  const there = outcome.verdict === "none" ? hit(x, y) : null;
  if (there && is(there, GUESTS)) outcome.verdict = "unheard";
  return { ...outcome, focus: focus() };
};

/** @returns {{ verdict: string; met: ElementSummary | null }} */
export const guardMet = () => {
  if (!armed) return { verdict: "unheard", met: null };
  return { verdict: armed.verdict ?? "none", met: summarize(armed.met) };
};

/**
 * Returns the result of the press: `hit`, `stopped` (with the element hit), `changed`, `short`, `unheard` (the event
 * arrived, but no listener here ran, or the guard was disarmed) or `none` (the event did not arrive in this frame).
 * `isReplaced`: the page removed the pressed element before the press ended, so no click followed. `isClickless`: no
 * click followed, for any reason. `isSaving`: the press was on a download link.
 * @returns {{ verdict: string; met: ElementSummary | null; isReplaced?: boolean; isClickless?: boolean; isSaving?: boolean; restyled?: string[] }}
 */
export const disarmGuard = () => {
  const state = armed;
  disarm();
  if (!state) return { verdict: "unheard", met: null };
  const silent = pointerdowns() > state.count ? "unheard" : "none";
  const isGone = state.down !== null && !read.isConnected.call(state.down);
  const isGuest = state.down !== null && is(state.down, GUESTS);
  const isNone = state.isStray ? state.heard === 0 : clicks() === state.clicks;
  const isClickless = state.verdict === "hit" && !isGuest && !isTaken(state) && isNone;
  return {
    verdict: state.verdict ?? silent,
    met: summarize(state.met),
    isReplaced: isClickless && isGone,
    isClickless,
    restyled: newClasses(state.classes),
    isSaving: state.saving !== null && !wasPrevented.call(state.saving),
  };
};
