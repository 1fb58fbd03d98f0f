// Finds the toggles and checkboxes in tree branches that are served by a listener on a distant ancestor. They are
// recognized by the last word of their class.
import { CURSOR } from "./candidates.js";
import { classesOf, is, parent, read, rect } from "./dom.js";
import { few } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { reach } from "./visibility.js";
import { wordsIn } from "./words_in.js";

/** Limits: sides of such a part, px; height of its branch; elements read per branch; branches. */
const SIDES = [6, 32];
const HIGHEST = 64;
const PARTS = 40;
const MOST = 300;
const OF_TREES = /(?:^|[-_])(?:checkbox|expander|hit|switcher|toggler?|twisty)$/i;
const BRANCH = "[draggable=true],[role=treeitem],[role=row]";
/** The class of a tree node. */
const NODE = /(?:^|[-_])tree[-_]?(?:node|item|row)(?:[-_]|$)/i;
/** Whether a part shows an image, its own or a generated one. @param {Element} part */
const isDrawn = (part) =>
  is(part, "img,svg") ||
  getComputedStyle(part).backgroundImage !== "none" ||
  ["::before", "::after"].some((at) => !/^(none|normal|"\s*")$/.test(getComputedStyle(part, at).content));
/**
 * Whether a part is inside of another mark or contains one.
 * @param {Element} part @param {Element} el @param {Set<Element>} taken
 */
const hasOwner = (part, el, taken) => {
  for (let at = parent(part); at && at !== el; at = parent(at)) if (taken.has(at)) return true;
  return (few(part, PARTS) ?? []).some((inner) => taken.has(inner));
};
/**
 * The mark of a part; null if it is not visible or cannot be hit.
 * @param {Element} part @param {Item} item @param {Item | null} up @param {WalkResult} walk @returns {Item | null}
 */
const ownPart = (part, item, up, walk) => {
  const { clip = walk.view } = item;
  const box = toBox(rect(part));
  const boxes = [meet(box, clip)];
  const view = isEmpty(boxes[0]) ? null : reach(part, boxes, true, walk.hits);
  if (!view || view.points.length === 0) return null;
  return {
    el: part,
    tag: read.localName.call(part),
    kind: CURSOR,
    isOwn: true,
    boxes,
    box,
    clip,
    up,
    place: item.place,
    ...view,
  };
};

/**
 * Adds these parts to the items found.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withBranchParts = (walk, found) => {
  const taken = new Set(found.map((item) => item.el));
  let left = MOST;
  return found.flatMap((item) => {
    const { el, kind, boxes } = item;
    const isBranch = is(el, BRANCH) || classesOf(el).some((token) => NODE.test(token));
    if (kind !== CURSOR || !isBranch || boxes[0][3] - boxes[0][1] > HIGHEST || (left -= 1) < 0) return [item];
    const made = (few(el, PARTS) ?? []).flatMap((part) => {
      const { width, height } = rect(part);
      if ([width, height].some((side) => side < SIDES[0] || side > SIDES[1]) || taken.has(part)) return [];
      if (!classesOf(part).some((token) => OF_TREES.test(token)) || wordsIn(part) !== "" || !isDrawn(part)) return [];
      const own = hasOwner(part, el, taken) ? null : ownPart(part, item, item, walk);
      if (own) taken.add(part);
      return own ?? [];
    });
    return [item, ...made];
  });
};
