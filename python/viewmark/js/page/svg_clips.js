// Computes what a `<clipPath>` of SVG leaves of a shape, and so the box of an icon cut from a sheet of many.
{
  const { read, attr, rect } = vm.dom;
  const { isSvg, nextElement, rootNode } = vm.native;

  const USE = /^url\("?#([^")]+)"?\)$/;
  const matrixOf = SVGGraphicsElement.prototype.getScreenCTM;
  const extentOf = SVGGraphicsElement.prototype.getBBox;
  /** Shapes of a clip that are asked for their boxes. */
  const MOST = 8;

  /**
   * The box of the clip path that an element refers to; null where it is none that can be computed.
   * @param {Element} el @param {string} value its computed `clip-path` @returns {Box | null}
   */
  const clipOf = (el, value) => {
    const id = USE.exec(value)?.[1];
    if (!id || !(el instanceof SVGGraphicsElement) || read.localName.call(el) === "svg") return null;
    const path = vm.native.byId(rootNode(el), id);
    if (!path || read.localName.call(path) !== "clipPath" || attr(path, "clipPathUnits") === "objectBoundingBox")
      return null;
    const to = matrixOf.call(el);
    if (!to || attr(path, "transform") !== null || attr(path, "clip-path") !== null) return null;
    /** @type {Box | null} */
    let found = null;
    let count = 0;
    for (let at = read.firstElement.call(path); at; at = nextElement(at)) {
      const isPlain =
        at instanceof SVGGraphicsElement && attr(at, "transform") === null && attr(at, "clip-path") === null;
      if (!isPlain || (count += 1) > MOST) return null;
      const { x, y, width, height } = extentOf.call(at);
      for (const [px, py] of [
        [x, y],
        [x + width, y],
        [x, y + height],
        [x + width, y + height],
      ]) {
        const [sx, sy] = [to.a * px + to.c * py + to.e, to.b * px + to.d * py + to.f];
        found = found
          ? [Math.min(found[0], sx), Math.min(found[1], sy), Math.max(found[2], sx), Math.max(found[3], sy)]
          : [sx, sy, sx, sy];
      }
    }
    return found;
  };

  /** Elements in a group that are looked at. */
  const PARTS = 12;
  /**
   * The box of a shape or group of which clip paths leave only a part, around what is left.
   * @param {Element} el @param {Box} box @returns {Box}
   */
  const clippedBox = (el, box) => {
    if (!isSvg(el)) return box;
    const { meet, isEmpty, toBox, ownClip } = vm.sight;
    if (attr(el, "clip-path") !== null) {
      const own = clipOf(el, getComputedStyle(el).clipPath);
      return own && !isEmpty(meet(own, box)) ? meet(own, box) : box;
    }
    const parts = read.localName.call(el) === "g" ? vm.boxes.few(el, PARTS) : null;
    if (!parts || !parts.some((part) => attr(part, "clip-path") !== null)) return box;
    /** @type {Box | null} */
    let found = null;
    for (const part of parts) {
      if (!(part instanceof SVGGraphicsElement) || read.localName.call(part) === "g") continue;
      const whole = toBox(rect(part));
      const seen = meet(whole, ownClip(getComputedStyle(part), whole, undefined, part) ?? whole);
      if (isEmpty(seen)) continue;
      found = found
        ? [
            Math.min(found[0], seen[0]),
            Math.min(found[1], seen[1]),
            Math.max(found[2], seen[2]),
            Math.max(found[3], seen[3]),
          ]
        : seen;
    }
    return found ?? box;
  };

  vm.svgClips = Object.freeze({ clipOf, clippedBox });
}
