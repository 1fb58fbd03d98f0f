// Computes the box of an SVG `<clipPath>`.
import { attr, read } from "./dom.js";
import { byId, nextElement, rootNode } from "./native.js";

const USE = /^url\("?#([^")]+)"?\)$/;
const matrixOf = SVGGraphicsElement.prototype.getScreenCTM;
const extentOf = SVGGraphicsElement.prototype.getBBox;
/** Maximum number of shapes in a clip path that are measured. */
const MOST = 8;

/**
 * Returns the box of the clip path that an element refers to; null if it cannot be computed.
 * @param {Element} el @param {string} value its computed `clip-path` @returns {Box | null}
 */
export const clipOf = (el, value) => {
  const id = USE.exec(value)?.[1];
  if (!id || !(el instanceof SVGGraphicsElement) || read.localName.call(el) === "svg") return null;
  const path = byId(rootNode(el), id);
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
