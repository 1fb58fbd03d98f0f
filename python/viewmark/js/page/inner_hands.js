// Finds what is pressed within something that has the hand as well, where one listener above serves both: entries of
// a day, tags of a card. The hand begins at the outer one; rules of its own for the pointer say that the inner one is a thing too.
import { CURSOR } from "./candidates.js";
import { hasOwner, ownPart } from "./crosses.js";
import { attr, holds, read, rect } from "./dom.js";
import { answersHover, hasOwnHand } from "./hover_rules.js";
import { computed, few, isUnpainted } from "./native.js";
import { area, toBox } from "./rects.js";
import { wordsIn } from "./words_in.js";

/** Elements in one thing that are looked at, such things in all, the smallest part, px, and the share of the thing that one takes at most. */
const PARTS = 40;
const MOST = 300;
const SIDES = [16, 10];
const SHARE = 0.6;
/** All in these is one control. */
const WHOLE = new Set("a button input select textarea option summary label".split(" "));

/** @param {Item} item */
const mayHold = ({ el, tag, kind, control, boxes, isOwn }) =>
  kind === CURSOR &&
  !control &&
  !isOwn &&
  boxes.length === 1 &&
  !WHOLE.has(tag) &&
  read.firstElement.call(el) !== null &&
  wordsIn(el) !== "";
/** Whether a ground or a line of its own is painted for a part. @param {Element} part */
const isPainted = (part) => {
  const { backgroundColor, borderTopWidth, borderTopColor, visibility, opacity } = computed(part);
  return (
    visibility === "visible" &&
    +opacity > 0.1 &&
    (!isUnpainted(backgroundColor) || (parseFloat(borderTopWidth) > 0 && !isUnpainted(borderTopColor)))
  );
};
/** Whether a part with words of its own is a thing to press in another one. @param {Element} part @param {Item} item */
const isThing = (part, { el, boxes: [outer] }) => {
  if (!hasOwnHand(part) || !answersHover(part)) return false;
  const box = toBox(rect(part));
  const words = wordsIn(part);
  const isRoom = box[2] - box[0] >= SIDES[0] && box[3] - box[1] >= SIDES[1] && area(box) <= SHARE * area(outer);
  return (
    isRoom &&
    /[\p{L}\p{N}]/u.test(words) &&
    words !== wordsIn(el) &&
    attr(part, "class") !== attr(el, "class") &&
    isPainted(part)
  );
};

/**
 * Adds such parts to what was found.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withInnerHands = (walk, found) => {
  const items = new Map(found.map((item) => [item.el, item]));
  const taken = new Set(items.keys());
  let left = MOST;
  return found.flatMap((item) => {
    if (!mayHold(item) || (left -= 1) < 0) return [item];
    const { el } = item;
    /** @type {Item[]} */
    const added = [];
    for (const part of few(el, PARTS) ?? []) {
      const known = items.get(part);
      // One of several equal ones was found as that already.
      if (known) {
        if (known.kind === CURSOR && known.up === item && isThing(part, item)) known.isOwn = true;
        continue;
      }
      if (
        taken.has(part) ||
        added.some((other) => holds(other.el, part)) ||
        !isThing(part, item) ||
        hasOwner(part, el, taken)
      )
        continue;
      const made = ownPart(part, item, item, walk);
      if (!made) continue;
      taken.add(part);
      added.push(made);
    }
    return [item, ...added];
  });
};
