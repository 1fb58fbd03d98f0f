// Swallows a press that would land on another element than meant.
//
// Between the hit test and the press a page can still put something else under the pointer (a hover
// menu, a layout shift). So while a press is under way
// the first trusted pointer or mouse event must land where it was meant; if it does not, the whole
// press is swallowed before the page sees it, and the driver reports what came in between. It is
// `changed` where the element says other words by then (lists without keys write the next record into
// the node of the last one): its words are asked once more, and again before the mouse button is told: a page that
// draws anew when it hears the pointer would be pressed elsewhere.
//
// A press can also come too short: the browser loses the way into a frame of another process and
// gives the press to the frame's element in the document around. A person's press never does that,
// so it is swallowed too, and reported as `short`. What no listener heard, because the page stopped it
// first, or because it never came, is distinguished by the browser's own count of events.
//
// Listens on the window in the capture phase of our own world; takes itself away after LIFE ms.
import { classesOf, getterOf, hit, inward, is, nodeOf, parent, read, rootOf } from "../page/dom.js";
import { showsAnother, stillHolds, witness } from "../page/identity.js";
import { forget } from "../page/native.js";
import { isLike } from "../page/rows.js";
import { actorOf, controlOf, countsAs, hitOf } from "./controls.js";
import { focus, frame, hasTimers, summarize } from "./reporting.js";

/** ms; a press that a busy page handles later counts by when it was made. */
const LIFE = 5000;
/** ms after a tap in which its clicks arrive; it takes 2 to 20. */
const TAP_LIMIT = 400;
const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "dblclick"];
/** Listened to only once a finger is down: they would delay every press of a mouse. */
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
 * The target of an event, from the event itself: a second hit test may treat edges differently, and the page may have
 * changed since. A closed root is reported as its host; only a hit test sees below it.
 * @param {PointerEvent} event
 */
const targetOf = (event) => {
  const [first] = path.call(event);
  if (!(first instanceof Element)) return hit(event.clientX, event.clientY);
  const isClosed = read.shadowRoot.call(first) === null && rootOf(first) !== null;
  return isClosed ? inward(first, event.clientX, event.clientY) : first;
};

const pointerdowns = () => performance.eventCounts.get("pointerdown") ?? 0;
/** As the browser counts them: a listener of the page can keep them from ours. */
const clicks = () => [...DONE].reduce((sum, name) => sum + (performance.eventCounts.get(name) ?? 0), 0);

/**
 * Whether a press on a frame's element is over its content, not on border or padding.
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

/** @param {NonNullable<typeof armed>} state @param {PointerEvent} event */
const judge = (state, event) => {
  const found = targetOf(event);
  state.down = found;
  const isShort = state.owner !== null && found === state.owner && isInFrame(state.owner, event);
  let met = found;
  if (!state.isWitness && state.el !== null && countsAs(state.el, found)) {
    // A listener ahead of this one can have put something else there, for the release to meet.
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
  // Named now: the page may take it away before it is reported.
  if (state.verdict !== "hit") state.met = met ? actorOf(met) : null;
  else if (found) state.met = state.el ? hitOf(state.el, found) : controlOf(found);
};

/** Ancestors of the hit element that may be a neighbour of the target. */
const NEAR = 6;
/** Whether one meets a neighbour of an element that is like it. @param {Element} el @param {Element | null} found */
const isNeighbour = (el, found) => {
  let at = found;
  for (let i = 0; at && i < NEAR; at = parent(at), i += 1)
    if (at !== el && parent(at) === parent(el) && isLike(at, el)) return true;
  return false;
};
/**
 * Whether the page rendered again on the pointer event, so that the button would go down on another record.
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
 * A page that changes on mousedown can redirect the click.
 * @param {any} state @param {PointerEvent} event
 */
const follow = (state, event) => {
  if (state.isWitness) return;
  const found = targetOf(event);
  if (found && !countsAs(state.el, found)) state.met = controlOf(found);
};

/**
 * A finger: the mouse events of a tap follow it, and go to the element that is there by then. Those for another element
 * are stopped.
 * @param {any} state @param {PointerEvent} event
 */
const followTouch = (state, event) => {
  const { type } = event;
  if (type.startsWith("touch")) state.touches.push(event);
  if (type === "pointercancel") state.isTaken = true; // for a scroll or a zoom
  if (type === "mousedown" && !state.isWitness) {
    const found = targetOf(event);
    state.isStray = !found || !countsAs(state.el, found);
  }
  const isBlocked = state.isStray && !type.startsWith("touch") && !type.startsWith("pointer");
  if (type === "click" && !isBlocked) state.heard += 1;
  return isBlocked;
};
/** Whether it is a download link (HTML 4.6.3): no other download is announced by a press. @param {EventTarget} node */
const isSaveLink = (node) => node instanceof Element && is(node, "a[download][href],area[download][href]");
const wasPrevented = getterOf(Event.prototype, "defaultPrevented");
/** Whether the page, or a scroll, consumed a touch: no click follows. @param {any} state */
const isTaken = (state) => state.isTaken || state.touches.some((/** @type {Event} */ each) => wasPrevented.call(each));

/** @param {PointerEvent} event */
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

/** Ancestors of the pressed element on which a component library may set state classes, itself among them. */
const AROUND = 3;
/** Classes of an element and its ancestors. @param {Element} el */
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
/** Added and removed classes, with a sign. @param {{el: Element, classes: readonly string[]}[]} before */
const newClasses = (before) => {
  const found = new Set();
  for (const { el, classes } of before) {
    if (!read.isConnected.call(el)) continue;
    const [now, then] = [new Set(classesOf(el)), new Set(classes)];
    for (const one of now) if (!then.has(one)) found.add(`+${one}`);
    for (const one of then) if (!now.has(one)) found.add(`-${one}`);
  }
  return [...found].slice(0, CLASSES).map((one) => one.slice(0, LONGEST));
};
/** Reported classes, and letters of one. */
const CLASSES = 6;
const LONGEST = 100;

/** @param {any} state */
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

/** Expected words of the element under the current press. @type {{id: number, meant: Meant} | null} */
let asked = null;
/** @param {number} id */
const ownerOf = (id) => (id ? nodeOf(id) : null);

/**
 * Lets every press through and records its target; not one for the frame of `owner`.
 * @param {number} [owner]
 */
export const witnessPress = (owner = 0) => {
  disarm();
  start({ el: null, meant: null, isWitness: true, owner: ownerOf(owner) });
};

/**
 * Lets the next press through only to that element; 0: to nothing in this frame. `meant`: and only while its words are
 * those of the last check; without it, as for the press before on it.
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

/** Elements with foreign documents; nobody sees presses on them. */
const GUESTS = "embed,object,iframe,frame,fencedframe";

/**
 * What became of a press at a point, and what has the focus: one frame later, and after the
 * timers that were due by then, for a page that navigates does so in a `setTimeout` as often as
 * at once. `awaited`: of taps so many clicks are waited for, as they come after the finger is gone.
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
 * Result of the press: `hit`, `stopped` (with the element hit), `changed`, `short`, `unheard` (it arrived, but no
 * listener ran, or the guard was down) or `none` (it did not arrive here). `isReplaced`: the page removed its first
 * element before it ended, so no click followed. `isClickless`: none followed, for whatever reason. `isSaving`: it was
 * on a download link.
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
