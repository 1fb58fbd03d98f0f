// Discovery in one frame: walk, hit tests, stand-ins for hidden controls, one of nested duplicates.
{
  const { read, is, rootOf } = vm.dom;
  const { area, meet, reach, shows, isDisabled } = vm.sight;
  const { CONTROL, withoutDuplicates, withoutRepeats } = vm.kinds;
  const { queryCss } = vm.native;

  const see = (walk) => {
    const { includeOccluded, target } = walk.options;
    const found = [];
    for (const item of walk.items) {
      const view = reach(item.el, item.boxes, !item.isClear);
      if (view.points.length === 0) {
        if (item.isClear) {
          walk.unseen.push(item.el);
          continue;
        }
        if (item.tag === "canvas" && item.kind & CONTROL && view.over) {
          walk.glazed.push({ ...item, over: view.over });
          continue;
        }
        // Pointers pass through it: to be seen is enough for text, and for what is disabled.
        const passes = target !== "interactive" || isDisabled(item.el);
        const points = passes ? shows(item.el, item.boxes) : [];
        if (points.length > 0 && !is(item.el, "[inert],[inert] *")) {
          Object.assign(item, view, { points, share: 1 });
        } else if (includeOccluded && view.over) {
          Object.assign(item, view, { isOccluded: true, share: 0 });
        } else continue;
      } else Object.assign(item, view);
      found.push(item);
    }
    return found;
  };

  const total = (boxes) => boxes.reduce((sum, box) => sum + area(box), 0);

  /** Where an element is; what is false or 0 is left out (`undefined`), as it is for most. */
  const record = (item, known) => {
    const { el, boxes, box, share, points } = item;
    const bounds = boxes.reduce((a, b) => [
      Math.min(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[2], b[2]),
      Math.max(a[3], b[3]),
    ]);
    const whole = boxes.length === 1 ? area(box) : 0;
    return {
      id: vm.idOf(el),
      control: item.control ? vm.idOf(item.control) : undefined,
      tag: item.tag,
      bounds,
      boxes: boxes.slice(0, 16),
      points,
      share: share * (whole > 0 ? Math.min(1, total(boxes) / whole) : 1),
      occluded: item.isOccluded || undefined,
      disabled: isDisabled(item.control ?? el, known.disabled) || undefined,
      inDialog: vm.dialogOf(el, known.dialogs) || undefined,
    };
  };

  const selected = (selector) => {
    // Also inside open and adopted shadow roots: a selector speaks about one tree at a time.
    const wanted = new Set();
    const search = (root) => {
      for (const el of queryCss(root, selector)) wanted.add(el);
      for (const el of queryCss(root, "*")) {
        const inner = rootOf(el);
        if (inner) search(inner);
      }
    };
    search(document);
    return wanted;
  };

  /** Ends the task, so that a frame which is waited for can be drawn; then goes on. */
  const letFrameIn = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      const go = () => {
        removeEventListener("pagehide", go);
        port1.close();
        done();
      };
      port1.onmessage = go;
      addEventListener("pagehide", go); // in the back-forward cache no task would come
      port2.postMessage(null);
    });

  /**
   * Finds the elements of this frame. Everything about place and sight is measured in one task;
   * the words, half of the work, come in the next one: a capture that runs beside it gets its
   * frame 1 to 4 ms earlier, and what the page changes in between is seen by the later check.
   * @param {{target: string, selector?: string, includeOccluded?: boolean, ink?: number,
   *   clip?: number[], describeUpTo?: number, suspects?: boolean}} options
   */
  vm.find = async (options) => {
    const started = performance.now();
    vm.forget?.();
    let wanted = null;
    if (options.target === "custom") {
      try {
        wanted = selected(options.selector);
      } catch (error) {
        return { invalid: String(error?.name ?? "SyntaxError") };
      }
    }
    const walk = vm.walk({ ...options, wanted });
    let found = see(walk);
    if (options.target !== "custom") {
      found = vm.withStandIns(walk, found);
      found = withoutDuplicates(found, area(walk.view));
    }
    if (options.target === "all_visible") found = withoutRepeats(found);
    const known = { disabled: new Map(), dialogs: new Map() };
    const elements = found.map((item) => record(item, known));
    vm.noteWhere(found, walk.frames);
    const facts = vm.facts();
    const isCut = elements.length > (options.cap ?? Infinity);
    const isShort = elements.length <= (options.describeUpTo ?? 0);
    if (isShort) await letFrameIn();
    const about = isShort
      ? vm.describe(...elements.flatMap((e) => [e.id, e.control ?? 0]))
      : null;
    const suspects = walk.suspects.slice(0, 256);
    vm.noteChecked(suspects);
    return {
      elements,
      about,
      regions: isCut && about ? found.map(({ el }) => vm.regionOf(el)) : null,
      ink: walk.ink,
      frames: walk.frames.map(({ el, box, clip }) => ({
        id: vm.idOf(el),
        visible: meet(box, clip),
      })),
      suspects: suspects.map(vm.idOf),
      facts,
      pruned: walk.isPruning,
      ms: performance.now() - started,
    };
  };
}
