// Repairs animations that began while the inspector held the clock (`Animation.setPlaybackRate`).
//
// One that goes to the compositor at a rate r gets the start time t/r: minutes to hours ahead, and
// it would stand still until then (Chromium 156: 64 s at 0.001 after 64 ms of the page's life).
{
  const { trees } = vm.trees;
  const { frame } = vm.reporting;
  const inDocument = Document.prototype.getAnimations;
  const inShadow = ShadowRoot.prototype.getAnimations;
  const SOON = 1; // ms
  let scheduled = new WeakSet();

  /** Animations that begin later than now. */
  const ahead = () => {
    vm.forget();
    const now = Number(document.timeline.currentTime);
    return trees()
      .flatMap((tree) => (tree === document ? inDocument : inShadow).call(tree))
      .filter((each) => each.timeline === document.timeline && Number(each.startTime) > now + SOON);
  };

  /** Before the clock is held: what the page itself has put off stays put off. */
  vm.beforeStill = () => {
    scheduled = new WeakSet(ahead());
  };

  /** After the clock runs again: lets begin what was to begin meanwhile, and how many did. */
  vm.afterStill = async () => {
    let begun = 0;
    for (let turn = 0; turn < 3; turn += 1) {
      for (const each of ahead()) {
        if (scheduled.has(each)) continue;
        each.startTime = document.timeline.currentTime;
        begun += 1;
      }
      await frame(); // those that were handed over in the last moment
    }
    return begun;
  };
}
