// Computes the boxes of image map areas. An `<area>` has no layout box, only a shape on the image that uses the map.
import { attr, getterOf, parent, read, rect } from "./dom.js";
import { queryCss, rootNode } from "./native.js";
import { toBox } from "./rects.js";

const offsetHeight = getterOf(HTMLElement.prototype, "offsetHeight");
/** @param {Element} el */
const widthOf = (el) => (el instanceof HTMLElement ? read.offsetWidth.call(el) : 0);
/** @param {Element} el */
const heightOf = (el) => (el instanceof HTMLElement ? offsetHeight.call(el) : 0);

/** The four corners of a rectangle, each as the indexes of its x and y coordinate in `coords`. */
const CORNERS = [
  [0, 1],
  [2, 1],
  [2, 3],
  [0, 3],
];
/**
 * Approximates a polygon by boxes. The polygon is cut into horizontal slices at the y coordinates of its corners. The
 * boxes of a slice have the width that the polygon has at the middle of the slice.
 * @param {number[][]} corners
 */
const slices = (corners) => {
  const heights = [...new Set(corners.map(([, y]) => y))].sort((a, b) => a - b);
  return heights.slice(1).flatMap((low, i) => {
    const middle = (heights[i] + low) / 2;
    const edges = corners.map(([x, y], k) => [x, y, ...corners[(k + 1) % corners.length]]);
    const xs = edges.flatMap(([x, y, x1, y1]) =>
      y > middle === y1 > middle ? [] : [x + ((middle - y) * (x1 - x)) / (y1 - y)],
    );
    xs.sort((a, b) => a - b);
    return xs.flatMap((x, k) => (k % 2 ? [[xs[k - 1], heights[i], x, low]] : []));
  });
};
/**
 * Returns the boxes of an image map area in viewport coordinates. Its `coords` are px from the content box of the
 * image.
 * @param {Element} el @returns {Box[]}
 */
export const areaBoxes = (el) => {
  let map = parent(el);
  while (map && read.localName.call(map) !== "map") map = parent(map);
  const name = map && (attr(map, "name") || attr(map, "id"));
  if (!name) return [];
  for (const img of queryCss(rootNode(el), "img[usemap]")) {
    if ((attr(img, "usemap") ?? "").trim() !== `#${name}`) continue;
    const size = rect(img);
    const style = getComputedStyle(img);
    // Scale of the rendered image relative to its layout size; it differs from 1 under a transform or `zoom`.
    const [across, down] = [size.width / (widthOf(img) || size.width), size.height / (heightOf(img) || size.height)];
    const left = size.left + across * (parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft));
    const top = size.top + down * (parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop));
    const shape = (attr(el, "shape") ?? "rect").trim().toLowerCase();
    if (shape === "default") return [toBox(size)];
    const n = (attr(el, "coords") ?? "").split(/[\s,;]+/).map(parseFloat);
    if (n.length < 3 || !n.every(Number.isFinite)) return [];
    if (shape.startsWith("circ")) {
      const [x, y, r] = n;
      return [[left + across * (x - r), top + down * (y - r), left + across * (x + r), top + down * (y + r)]];
    }
    const corners =
      n.length > 4 ? n.flatMap((x, i) => (i % 2 ? [] : [[x, n[i + 1]]])) : CORNERS.map(([i, j]) => [n[i], n[j]]);
    return slices(corners).map(([x0, y0, x1, y1]) => [
      left + across * x0,
      top + down * y0,
      left + across * x1,
      top + down * y1,
    ]);
  }
  return [];
};
