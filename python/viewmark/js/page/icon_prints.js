// Takes the fingerprint of an inline drawing, by which the icon sets that hold the same one know its name.
//
// What is hashed is the geometry alone, as its markup has it, written in one way; `scripts/make_icon_names.py` writes
// the drawings of icon sets in the same way, and `elements/icon_names.py` looks the fingerprint up.
import { attr, read, rect, rects } from "./dom.js";
import { closest, queryCss } from "./native.js";

/** Shapes of one drawing, characters of their geometry. */
const SHAPES = 24;
const LONGEST = 12_000;
const HIDDEN = "defs,clipPath,mask,symbol,pattern";
/** By tag what makes the geometry, in this order. @type {Record<string, string[]>} */
const GEOMETRY = {
  path: ["d"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  rect: ["x", "y", "width", "height", "rx"],
  line: ["x1", "y1", "x2", "y2"],
  polyline: ["points"],
  polygon: ["points"],
};
/** Numbers written in one way: no needless blanks, commas or zeros. @param {string} numbers */
const plain = (numbers) =>
  numbers
    .replace(/[\s,]+/g, " ")
    .replace(/(^|[^\d.])0+(?=\.\d)/g, "$1")
    .replace(/ ?([a-z]) ?/gi, "$1")
    .replace(/ (?=-)/g, "")
    .replace(/(\.\d+) (?=\.)/g, "$1")
    .trim();
/** Whether a shape is only the edge of the drawing, which sets add to keep the size. @param {string} numbers @param {string[]} sides */
const isEdge = (numbers, sides) => {
  const found = numbers.match(/\d*\.?\d+/g) ?? [];
  return (
    /^[mhvlz\s\d.-]+$/i.test(numbers) && found.length > 0 && found.every((each) => +each === 0 || sides.includes(each))
  );
};
/** @param {Element} svg */
const geometryOf = (svg) => {
  const sides = (attr(svg, "viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .slice(2);
  /** @type {string[]} */
  const found = [];
  const all = queryCss(svg, Object.keys(GEOMETRY).join());
  if (all.length > 2 * SHAPES) return "";
  for (const part of all) {
    if (closest(part, HIDDEN)) continue;
    const tag = read.localName.call(part);
    const written = GEOMETRY[tag].map((name) => attr(part, name) ?? "0");
    if (written.join("").length > LONGEST) return "";
    const numbers = written.map(plain).join(" ");
    const isBlank =
      tag === "path" ? isEdge(numbers, sides) : tag === "rect" && isEdge(numbers.replace(/ \S*$/, ""), sides);
    if (isBlank) continue;
    if (found.push(`${tag[0]}${tag.length} ${numbers}`) > SHAPES) return "";
  }
  return found.join("|");
};
const OFFSETS = [0x811c9dc5, 0x9e3779b9];
const PRIME = 0x01000193;
/** FNV-1a in 32 bits and FNV-1 in 8 more, as ten hexadecimal digits. @param {string} text */
const hash = (text) => {
  let [one, other] = OFFSETS;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i) & 0xff;
    one = Math.imul(one ^ code, PRIME);
    other = Math.imul(other, PRIME) ^ code;
  }
  return (one >>> 0).toString(16).padStart(8, "0") + ((other >>> 24) & 0xff).toString(16).padStart(2, "0");
};
/** As much smaller is what stands in a corner beside a drawing: the arrow of what opens a menu. */
const CORNER = 2.5;
/** @param {Element} el */
const areaOf = (el) => rect(el).width * rect(el).height;
/**
 * The fingerprint of the one drawing among some elements, signs in its corner aside; "" if there is none, more, or
 * too much of it.
 * @param {Element[]} parts
 */
export const iconPrint = (parts) => {
  const drawings = parts.filter((part) => read.localName.call(part) === "svg" && rects(part).length > 0);
  const [svg, next] = drawings.sort((one, other) => areaOf(other) - areaOf(one));
  if (!svg || (next && areaOf(svg) < CORNER * areaOf(next))) return "";
  const geometry = geometryOf(svg);
  return geometry === "" || geometry.length > LONGEST ? "" : hash(geometry);
};
