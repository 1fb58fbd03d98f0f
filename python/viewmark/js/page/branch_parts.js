// Finds toggles and checkboxes in tree branches whose click listener is on a distant ancestor. They are recognized by
// the last word of their class name.
import { CURSOR } from "./candidates.js";
import { isWordOf, lastWordOfClass, wordsOfClass } from "./class_words.js";
import { classesOf, is, parent, read, rect } from "./dom.js";
import { few, generatedIn } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { reach } from "./visibility.js";
import { MANY, MOST_READ, FIELD_BOX } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Minimum and maximum side of a toggle or checkbox in a branch, px. */
const SIDES = [6, 32];
const BRANCH = "[draggable=true],[role=treeitem],[role=row]";
/** Whether a class name marks an element as a tree node. @param {string} token */
const isNode = (token) => wordsOfClass(token).some((word, i, all) => word === "tree" && isWordOf(all[i + 1], "branch"));
/** Whether a part shows an image, either its own or a generated one. @param {Element} part */
const isDrawn = (part) =>
  is(part, "img,svg") ||
  getComputedStyle(part).backgroundImage !== "none" ||
  generatedIn(part).some((text) => text.slice(1, -1).trim() !== "");
/**
 * Whether a part lies inside another element that has a mark, or contains one. `taken` are the elements with marks.
 * @param {Element} part @param {Element} el @param {Set<Element>} taken
 */
const hasOwner = (part, el, taken) => {
  for (let at = parent(part); at && at !== el; at = parent(at)) if (taken.has(at)) return true;
  return (few(part, MANY) ?? []).some((inner) => taken.has(inner));
};
/**
 * Returns a new mark for a part of a branch; null if the part is not visible or cannot be hit.
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
 * Adds marks for the toggles and checkboxes of tree branches to the marks found so far.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withBranchParts = (walk, found) => {
  const taken = new Set(found.map((item) => item.el));
  let left = MOST_READ;
  return found.flatMap((item) => {
    const { el, kind, boxes } = item;
    const isBranch = is(el, BRANCH) || classesOf(el).some(isNode);
    if (kind !== CURSOR || !isBranch || boxes[0][3] - boxes[0][1] > FIELD_BOX || (left -= 1) < 0) return [item];
    const made = (few(el, MANY) ?? []).flatMap((part) => {
      const { width, height } = rect(part);
      if ([width, height].some((side) => side < SIDES[0] || side > SIDES[1]) || taken.has(part)) return [];
      if (
        !classesOf(part).some((token) => isWordOf(lastWordOfClass(token), "of branch")) ||
        wordsIn(part) !== "" ||
        !isDrawn(part)
      )
        return [];
      const own = hasOwner(part, el, taken) ? null : ownPart(part, item, item, walk);
      if (own) taken.add(part);
      return own ?? [];
    });
    return [item, ...made];
  });
};
