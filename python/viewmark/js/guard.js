// The last line of defence of a press: between the hit test and the press a page can still put
// something else under the pointer (a hover menu, a layout shift). So while a press is under way
// the first trusted pointer or mouse event must land where it was meant; if it does not, the whole
// press is swallowed before the page sees it, and the driver reports what came in between.
//
// Listens on the window in the capture phase of our own world; takes itself away after LIFE ms.
{
  const { hit } = vm.dom;
  const { say, frame } = vm.telling;
  const { actorOf, countsAs } = vm.acts;

  const LIFE = 5000;
  const EVENTS = [
    "pointerdown",
    "mousedown",
    "pointerup",
    "mouseup",
    "click",
    "auxclick",
    "contextmenu",
    "dblclick",
  ];
  const path = Event.prototype.composedPath;
  let armed = null;

  /** The innermost element of an event; through closed roots only the hit test sees. */
  const targetOf = (event) => {
    const [first] = path.call(event);
    return hit(event.clientX, event.clientY) ?? (first instanceof Element ? first : null);
  };

  const watch = (event) => {
    const state = armed;
    if (!state || !event.isTrusted) return;
    if (performance.now() > state.until) {
      disarm();
      return;
    }
    if (state.verdict === null) {
      const found = targetOf(event);
      const isMeant = state.isWitness || (state.el !== null && countsAs(state.el, found));
      state.verdict = isMeant ? "hit" : "stopped";
      state.met = found;
    }
    if (state.verdict === "stopped") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };

  const disarm = () => {
    armed = null;
    for (const name of EVENTS) removeEventListener(name, watch, { capture: true });
  };

  const start = (state) => {
    armed = { verdict: null, met: null, until: performance.now() + LIFE, ...state };
    for (const name of EVENTS) addEventListener(name, watch, { capture: true, passive: false });
  };

  /** Lets every press through and notes what it met. */
  vm.witness = () => {
    disarm();
    start({ el: null, isWitness: true });
  };

  /** Lets the next press through only to that element; 0: to nothing in this frame. */
  vm.arm = (id) => {
    disarm();
    const el = id ? vm.nodeOf(id) : null;
    if (id && !el) return false;
    start({ el, isWitness: false });
    return true;
  };

  /**
   * What became of a press, and what has the focus: one frame later, and after the timers that
   * were due by then, for a page that navigates does so in a `setTimeout` as often as at once.
   */
  vm.afterPress = async () => {
    await frame();
    await new Promise((done) => setTimeout(done, 0));
    return { ...vm.disarm(), focus: vm.focus() };
  };

  /** What became of the press: `hit`, `stopped` (with what was met) or `none` seen here. */
  vm.disarm = () => {
    const state = armed;
    disarm();
    if (!state?.verdict) return { verdict: "none", met: null };
    return { verdict: state.verdict, met: state.met ? say(actorOf(state.met)) : null };
  };
}
