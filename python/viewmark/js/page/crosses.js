// Finds the crosses in tabs, chips and title bars whose presses a listener far above takes: nothing at the cross
// itself tells of it but the sign that it shows, or a style of its own for the pointer beside words that say what it does.
import { CURSOR, TEXT } from "./candidates.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { drawnSign } from "./drawn_signs.js";
import { answersHover } from "./hover_rules.js";
import { drawingOf } from "./label_hint.js";
import { closest, few, nextElement, previousElement, queryCss, queryFirst } from "./native.js";
import { isEmpty, meet, toBox } from "./rects.js";
import { reach } from "./visibility.js";
import { wordsIn } from "./words_in.js";

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
  const own = wordsIn(part);
  const isSaid = Boolean(attr(part, "title") || attr(part, "aria-label"));
  if (own === "") return (isSaid && answersHover(part)) || saysItCloses(part);
  if (/^\[?x\]?$/i.test(own)) return isSaid && words.length > 2 && words.endsWith(own);
  return SIGN.test(own) && words !== own && (words.endsWith(own) || words.startsWith(own));
};

/**
 * Adds such crosses to what was found.
 * @param {WalkResult} walk @param {Item[]} found
 */
export const withCrosses = (walk, found) => {
  const taken = new Set(found.map((item) => item.el));
  let left = MOST;
  return found.flatMap((item) => {
    const { el, tag, kind, boxes } = item;
    const clear = is(item.control ?? el, "input[role=combobox]") ? clearOf(item, walk, taken) : null;
    if (clear) return [item, clear];
    const isWhole = WHOLE.has(tag) && (tag !== "a" || is(el, "[href]"));
    const isOne = kind !== TEXT && !isWhole && boxes.length === 1 && boxes[0][3] - boxes[0][1] <= HIGHEST;
    if (!isOne || (left -= 1) < 0) return [item];
    const holder = holderOf(el);
    const words = wordsIn(holder);
    const opener = openerOf(item, walk, taken);
    if (opener) return [item, opener];
    if (words.length < 2) return [item];
    /** @type {Item[]} */
    const added = [];
    for (const part of few(holder, PARTS) ?? []) {
      const box = toBox(rect(part));
      const isSmall = [box[2] - box[0], box[3] - box[1]].every((side) => side >= SIDES[0] && side <= SIDES[1]);
      if (part === el || (holder !== el && holds(part, el))) continue;
      const inner = read.firstElement.call(part);
      // The innermost that shows it.
      if (inner && rect(inner).width > 0 && wordsIn(inner) === wordsIn(part) && wordsIn(part) !== "") continue;
      if (!isSmall || taken.has(part) || added.some((other) => holds(other.el, part))) continue;
      if (isItemSign(part, el) || isShutBranch(part)) continue;
      if (!isCross(part, words) && !(holder === el && saysItsAct(part, item)) && !isSieve(part, el)) continue;
      if (hasOwner(part, holder, taken)) continue;
      const made = ownPart(part, item, item, walk);
      if (!made) continue;
      taken.add(part);
      added.push(made);
    }
    return [item, ...added];
  });
};

/** Whether a part begins an item of a list as another sign begins that beside it: it says what the item does. @param {Element} part @param {Element} el */
const isItemSign = (part, el) => {
  if (!is(el, "li,[role=menuitem],[role=option]") || read.firstElement.call(el) !== part || wordsIn(part) !== "")
    return false;
  return [previousElement(el), nextElement(el)].some((beside) => {
    const sign =
      beside && read.localName.call(beside) === read.localName.call(el) ? read.firstElement.call(beside) : null;
    return (
      sign !== null && wordsIn(sign) === "" && Math.abs(rect(sign).left - rect(part).left) < 2 && !saysItCloses(sign)
    );
  });
};
/** Boxes up from a list field to what is drawn around it. */
const FRAMED = 4;
/**
 * The drawing of a cross in a small box of its own, behind the field of a list and in what is drawn around it: it clears that,
 * whoever listens.
 * @param {Item} item @param {WalkResult} walk @param {Set<Element>} taken
 */
const clearOf = (item, walk, taken) => {
  const input = item.control ?? item.el;
  const field = rect(input);
  for (
    let frame = parent(input), i = 0;
    frame && i < FRAMED && rect(frame).height <= HIGHEST;
    frame = parent(frame), i += 1
  ) {
    if (queryCss(frame, "input:not([type=hidden])").length > 1) return null;
    for (const part of few(frame, 2 * PARTS) ?? []) {
      const inner = read.firstElement.call(part);
      const box = toBox(rect(part));
      if (
        !inner ||
        !is(inner, "svg") ||
        nextElement(inner) ||
        box[0] < field.right - 1 ||
        box[2] - box[0] > SIDES[1] + 8
      )
        continue;
      if (
        wordsIn(part) !== "" ||
        is(part, "button") ||
        taken.has(part) ||
        hasOwner(part, frame, taken) ||
        !isPainted(part)
      )
        continue;
      if (drawnSign([part, ...drawingOf(part)]) !== "cross") continue;
      const made = ownPart(part, item, item.up, walk);
      if (made) taken.add(part);
      return made;
    }
  }
  return null;
};
/** Whether a sign without words begins an item of a tree that is shut, and its class says that: the picture of a folder. @param {Element} part */
const isShutBranch = (part) => {
  const item = classesOf(part).some((token) => SHUT.test(token))
    ? closest(part, "[role=treeitem][aria-expanded=false]")
    : null;
  if (!item || wordsIn(part) !== "" || is(part, "[title],[aria-label],button")) return false;
  const after = nextElement(part);
  return after !== null && wordsIn(after) !== "" && rect(after).left >= rect(part).left;
};
const SHUT = /(?:^|[-_])closed?$/i;
/** A class that ends with what a cross does. */
const CLOSES = /(?:^|[-_])(?:close|delete|remove|dismiss)(?:[-_](?:icon|btn|button))?$/i;
/** Whether a part says by its class that it takes away what it stands in, and shows a sign. @param {Element} part */
const saysItCloses = (part) =>
  classesOf(part).some((token) => CLOSES.test(token)) && isPainted(part) && (isDrawn(part) || hasSign(part));
/** The same of what opens a filter or a menu at the head of a column. */
const SIFTS = /(?:^|[-_])(?:filter|menu)(?:[-_](?:icon|btn|button))?$/i;
/** @param {Element} part @param {Element} el */
const isSieve = (part, el) =>
  is(el, "th,[role=columnheader]") &&
  wordsIn(part) === "" &&
  classesOf(part).some((token) => SIFTS.test(token)) &&
  isPainted(part) &&
  (isDrawn(part) || hasSign(part));
/** @param {Element} part */
const isPainted = (part) => {
  const { visibility, opacity } = getComputedStyle(part);
  return visibility === "visible" && +opacity > 0.1;
};
/** What pages write on a part for a listener far above, which does as it says. */
const ACTS = "[data-command],[data-action],[data-cmd],[data-act],[data-dismiss],[data-bs-dismiss],[lay-event]";
/** The same as the last word of a class, in rows of trees. */
const OF_TREES = /(?:^|[-_])(?:checkbox|expander|hit|switcher|toggler?|twisty)$/i;
const BRANCH = "[draggable=true],[role=treeitem],[role=row]";
/** A node of a tree, as the words of its class. */
const NODE = /(?:^|[-_])tree[-_]?(?:node|item|row)(?:[-_]|$)/i;
/**
 * Whether a wordless part of what does not listen itself says what a press on it does.
 * @param {Element} part @param {Item} item
 */
const saysItsAct = (part, { el, kind }) => {
  if (kind !== CURSOR || wordsIn(part) !== "") return false;
  const isOfTree =
    (is(el, BRANCH) || classesOf(el).some((each) => NODE.test(each))) &&
    (attr(part, "class") ?? "").split(/\s+/).some((each) => OF_TREES.test(each));
  return (isOfTree || is(part, ACTS)) && (isDrawn(part) || hasSign(part));
};
/** Whether a style puts a sign into a part. @param {Element} part */
const hasSign = (part) =>
  ["::before", "::after"].some((pseudo) => !/^(none|normal|"\s*")$/.test(getComputedStyle(part, pseudo).content));
/** The box of a tab: where a part of it is the tab, what is around that and no other one. @param {Element} el */
const holderOf = (el) => {
  const up = is(el, "[role=tab]") ? parent(el) : null;
  if (!up || rect(up).height > HIGHEST || is(up, "[role=tablist]") || few(up, PARTS) === null) return el;
  return queryCss(up, "[role=tab]").length === 1 && isTab(up) ? up : el;
};
/** Whether something beside it is alike: one of several tabs. @param {Element} up */
const isTab = (up) =>
  [previousElement(up), nextElement(up)].some((beside) => beside !== null && queryFirst(beside, "[role=tab]") !== null);
/** Steps from the words of an item of a tree up to its row, and how much higher that is. */
const STEPS = 3;
const ROW = 2;
const OPENS = "[role=treeitem][aria-expanded]";
/**
 * The small drawing before the words of an item of a tree that has more in it: it opens that, whoever listens.
 * @param {Item} item @param {WalkResult} walk @param {Set<Element>} taken
 */
const openerOf = (item, walk, taken) => {
  const {
    el,
    boxes: [box],
  } = item;
  if (!is(el, OPENS)) return null;
  let row = /** @type {Element} */ (el);
  for (let up = parent(row), i = 0; up && i < STEPS; up = parent(up), i += 1) {
    const size = rect(up);
    if (size.height > ROW * (box[3] - box[1]) || queryCss(up, "[role=treeitem]").length > 1) break;
    row = up;
  }
  const parts = few(row, PARTS) ?? [];
  if (parts.some((part) => taken.has(part) && part !== el && !holds(part, el))) return null;
  for (const part of parts) {
    if (part === el || holds(part, el)) continue;
    const at = toBox(rect(part));
    const isSmall = [at[2] - at[0], at[3] - at[1]].every((side) => side >= SIDES[0] && side <= SIDES[1]);
    if (!isSmall || at[0] > box[0] + SIDES[1] || wordsIn(part) !== "" || !isDrawn(part)) continue;
    const made = ownPart(part, item, item.up, walk);
    if (made) taken.add(part);
    return made;
  }
  return null;
};
/** Whether a part shows a picture. @param {Element} part */
const isDrawn = (part) => {
  if (is(part, "img,svg")) return true;
  const { backgroundImage, maskImage } = getComputedStyle(part);
  return backgroundImage !== "none" || (maskImage !== "none" && maskImage !== "");
};
/** Whether a part stands in another mark, or holds one. @param {Element} part @param {Element} el @param {Set<Element>} taken */
const hasOwner = (part, el, taken) => {
  for (let at = parent(part); at && at !== el; at = parent(at)) if (taken.has(at)) return true;
  return (few(part, PARTS) ?? []).some((inner) => taken.has(inner));
};
/**
 * The mark of a part of what was found, as a thing of its own; null where nobody can see or hit it.
 * @param {Element} part @param {Item} item @param {Item | null} up @param {WalkResult} walk
 * @returns {Item | null}
 */
export const ownPart = (part, item, up, walk) => {
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
