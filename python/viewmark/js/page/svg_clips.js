// Computes the visible part of a shape that is clipped by an SVG `<clipPath>`, such as the box of an icon from a
// sprite.
import { clipOf } from "./clip_paths.js";
import { attr, read, rect } from "./dom.js";
import { few, isSvg } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { ownClip } from "./visibility.js";
import { PARTS } from "./vocabulary.js";

/**
 * Returns the box of a shape or group, reduced to the part that clip paths leave visible.
 * @param {Element} el @param {Box} box @returns {Box}
 */
export const clippedBox = (el, box) => {
  if (!isSvg(el)) return box;
  if (attr(el, "clip-path") !== null) {
    const own = clipOf(el, getComputedStyle(el).clipPath);
    return own && !isEmpty(meet(own, box)) ? meet(own, box) : box;
  }
  const parts = read.localName.call(el) === "g" ? few(el, PARTS) : null;
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
