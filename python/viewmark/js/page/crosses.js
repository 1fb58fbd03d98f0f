// Finds the crosses in tabs, chips and title bars whose presses a listener far above takes: nothing at the cross
// itself tells of it but the sign that it shows, or a style of its own for the pointer beside words that say what it does.
{
  const { read, attr, parent, holds, rect } = vm.dom;
  const { meet, isEmpty, toBox, reach } = vm.sight;
  const { TEXT, CURSOR } = vm.kinds;
  const { few } = vm.boxes;

  /** What shows a sign and nothing else, in one of the letters that are drawn as a cross. */
  const SIGN = /^[×✕✖✗✘⨯╳❌\u{1F5D9}]\uFE0F?$/u;
  /** Sides of a cross, px; height of what holds it; elements that are looked at in it, and such boxes in all. */
  const SIDES = [6, 32];
  const HIGHEST = 64;
  const PARTS = 40;
  const MOST = 300;
  /** All in these is one control. */
  const WHOLE = new Set("button a input select textarea option summary label".split(" "));

  /**
   * Whether a part ends or begins the words of what holds it, as a cross; between words it is a sign of multiplication.
   * @param {Element} part @param {string} words
   */
  const isCross = (part, words) => {
    const own = vm.duplicates.textOf(part);
    if (own === "") return Boolean(attr(part, "title") || attr(part, "aria-label")) && vm.answersHover(part);
    return SIGN.test(own) && words !== own && (words.endsWith(own) || words.startsWith(own));
  };

  /**
   * Adds such crosses to what was found.
   * @param {WalkResult} walk @param {Item[]} found
   */
  vm.withCrosses = (walk, found) => {
    const taken = new Set(found.map((item) => item.el));
    let left = MOST;
    return found.flatMap((item) => {
      const { el, tag, kind, boxes, clip = walk.view } = item;
      const isOne = kind !== TEXT && !WHOLE.has(tag) && boxes.length === 1 && boxes[0][3] - boxes[0][1] <= HIGHEST;
      if (!isOne || (left -= 1) < 0) return [item];
      const words = vm.duplicates.textOf(el);
      if (words.length < 2) return [item];
      /** @type {Item[]} */
      const added = [];
      for (const part of few(el, PARTS) ?? []) {
        const box = toBox(rect(part));
        const isSmall = [box[2] - box[0], box[3] - box[1]].every((side) => side >= SIDES[0] && side <= SIDES[1]);
        const inner = read.firstElement.call(part);
        // The innermost that shows it.
        if (inner && vm.duplicates.textOf(inner) === vm.duplicates.textOf(part) && vm.duplicates.textOf(part) !== "") continue;
        if (!isSmall || taken.has(part) || added.some((other) => holds(other.el, part)) || !isCross(part, words)) continue;
        if (hasOwner(part, el, taken)) continue;
        const seen = [meet(box, clip)];
        const view = isEmpty(seen[0]) ? null : reach(part, seen, true, walk.hits);
        if (!view || view.points.length === 0) continue;
        taken.add(part);
        added.push({ el: part, tag: read.localName.call(part), kind: CURSOR, isOwn: true, boxes: seen, box, clip, up: item, place: item.place, ...view });
      }
      return [item, ...added];
    });
  };
  /** Whether a part stands in another mark, or holds one. @param {Element} part @param {Element} el @param {Set<Element>} taken */
  const hasOwner = (part, el, taken) => {
    for (let at = parent(part); at && at !== el; at = parent(at)) if (taken.has(at)) return true;
    return (few(part, PARTS) ?? []).some((inner) => taken.has(inner));
  };
}
