// Tells of a control what is drawn or laid around it, so that both are one: a knob and its track, a switch and its
// drawing, a field and its box, a caption and the tick box beside it.
import { isBareName, isHead, isPlacedName, isUnwritten } from "./calendar_days.js";
import { CONTROL, CURSOR, LISTENER, TEXT, isFocusOnly, isToggle, roleTokens } from "./candidates.js";
import { attr, holds, is, parent, read, rect, rootOf } from "./dom.js";
import { isEditor, isTextControl } from "./element_kinds.js";
import { isOnTrack } from "./handles.js";
import { resizes } from "./hover_rules.js";
import { isListening } from "./listeners.js";
import { nameOf } from "./names.js";
import { closest, few, isSvg, isUnpainted, memo, nextElement, previousElement, queryCss } from "./native.js";
import { queryFirst, rootNode } from "./native.js";
import { area, meet } from "./rects.js";
import { isAriaRole, roleOf } from "./roles.js";
import { wordsIn } from "./words_in.js";

/** The words in an element, as the duplicates compare them. @param {Element} el */
const textOf = (el) => wordsIn(el);
/** Thickest track, px. */
const THICK = 12;

/**
 * Whether a part is all the words of a box of its height: the caption beside a tick box that the box draws.
 * @param {Item} item @param {Item} outer
 */
export const isCaptionIn = (item, outer) =>
  textOf(item.el) !== "" &&
  textOf(item.el) === textOf(outer.el) &&
  outer.boxes[0][3] - outer.boxes[0][1] < 1.5 * (item.boxes[0][3] - item.boxes[0][1]) &&
  outer.boxes[0][2] - outer.boxes[0][0] < item.boxes[0][2] - item.boxes[0][0] + TICK;
/** As wide a tick box with its margins may be, px. */
const TICK = 48;

/**
 * Whether one types into a field that its box calls the same: the combobox around a text field.
 * @param {Item} item @param {Item} outer
 */
const isFieldOf = (item, outer) =>
  isTextControl(writtenIn(item)) &&
  !item.isClear &&
  holdsField(item, outer) &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD &&
  isOnly(writtenIn(item), fieldsIn(outer.el));
/** The field of a mark, which may stand on what is drawn for it. @param {Item} item */
const writtenIn = ({ el, control }) => control ?? el;
/** Whether a box says that it is that of a field, or leaves the focus to the keys alone. @param {Item} item @param {Item} outer */
const holdsField = (item, outer) =>
  FIELDED.has(roleTokens(outer.el)[0]) || isHostOf(item, outer) || isStopOf(item, outer);
/** Whether keys stop at a box and not at the field in it, which fills it. @param {Item} item @param {Item} outer */
const isStopOf = ({ el, boxes }, outer) =>
  attr(el, "tabindex") === "-1" &&
  isFocusOnly(outer.el, outer.tag) &&
  boxes[0][2] - boxes[0][0] > FILLING * (outer.boxes[0][2] - outer.boxes[0][0]);
/** Share of the width of a box that the field in it takes. */
const FILLING = 0.7;
/** @param {Element} el @param {Element[]} all */
const isOnly = (el, all) => all.length === 1 && all[0] === el;
/** What holds a field for what it says of it. */
const FIELDED = new Set(["combobox", "spinbutton", "searchbox", "textbox"]);
/** Of these the buttons beside the field are pressed by themselves. */
const WITH_BUTTONS = new Set(["spinbutton", "textbox"]);
/** Whether a component takes the focus for the field in its shadow tree. @param {Item} item @param {Item} outer */
const isHostOf = (item, outer) =>
  outer.tag.includes("-") && isFocusOnly(outer.el, outer.tag) && rootNode(item.el) === rootOf(outer.el);
/** The fields that one sees and writes into; an arrow may be drawn as one that is not. @param {Element} el */
const fieldsIn = (el) =>
  [...queryCss(rootOf(el) ?? el, "input:not([type=hidden]),select,textarea")].filter(
    (one) => !is(one, "[readonly][tabindex='-1']") && (rect(one).width > SEEN || is(one, WRITTEN)),
  );
/** A field for the search in a list of chosen values is as wide as what was typed. */
const WRITTEN = "input[type=search],input[role=combobox],textarea";
/** Highest box of one field, px. */
const FIELD = 80;
/** Gives the text field in a combobox the box that is drawn around it. @param {Item[]} items */
export const joinFields = (items) => {
  for (const item of items) {
    if (item.dropped || item.tag === "label" || !is(writtenIn(item), "input,textarea")) continue;
    let outer = item.up;
    while (outer && (outer.dropped || !holdsField(item, outer))) outer = outer.up;
    if (!outer || !(outer.kind & CONTROL) || !isFieldOf(item, outer)) continue;
    if (!WITH_BUTTONS.has(roleTokens(outer.el)[0])) item.boxes = outer.boxes;
    outer.dropped = true;
  }
};
const CONTROLS = "input:not([type=hidden]),select,textarea,button,a[href],[tabindex]";
/** Least share of a field's box that a select in it takes. */
const FILLED = 0.25;
/** Words of parts that stand in lines of their own run together. @param {string} words */
const bare = (words) => words.toLowerCase().replace(/[\s*:]/g, "");
/** Gives a select the box of the field around it, which says nothing but what the select is called and shows. @param {Item[]} items */
export const joinFrames = (items) => {
  for (const item of items) {
    if (item.dropped || roleTokens(item.el)[0] !== "combobox" || item.tag === "input" || item.boxes.length !== 1)
      continue;
    let outer = item.up;
    while (outer?.dropped) outer = outer.up;
    if (!outer || outer.kind & CONTROL || outer.boxes.length !== 1) continue;
    const [box] = outer.boxes;
    if (box[3] - box[1] > FIELD || area(item.boxes[0]) < FILLED * area(box)) continue;
    const others = [...queryCss(outer.el, CONTROLS)].some((el) => !holds(item.el, el));
    const rest = [textOf(item.el), nameOf(item.el)].reduce(
      (left, words) => left.replaceAll(bare(words), ""),
      bare(textOf(outer.el)),
    );
    if (others || rest !== "") continue;
    item.boxes = outer.boxes;
    outer.dropped = true;
  }
};
/** Of a knob, px; and as many times as long the track is. */
const KNOB = 40;
const LONG = 3;
/**
 * Whether a part without words is the knob on the track of a slider: a box about square that stands out of a strip.
 * @param {Item} item @param {Item} track
 */
export const isKnob = ({ el, kind, box }, track) => {
  if ((kind | track.kind) & CONTROL || !(kind & LISTENER) || track.boxes.length !== 1) return false;
  if (textOf(track.el) !== "" || roleTokens(track.el).some(isAriaRole)) return false;
  const [left, top, right, bottom] = track.box;
  const [wide, high] = [box[2] - box[0], box[3] - box[1]];
  if (Math.max(wide, high) > KNOB || Math.max(wide, high) > 2 * Math.min(wide, high)) return false;
  const isAcross = right - left >= bottom - top;
  const [thick, long] = isAcross ? [bottom - top, right - left] : [right - left, bottom - top];
  const isOut = isAcross ? box[1] < top && box[3] > bottom : box[0] < left && box[2] > right;
  return thick <= THICK && long >= LONG * Math.max(wide, high) && isOut;
};
/** Whether a box without words only holds the knobs of a slider, with their words. @param {Item} item */
export const isRail = ({ el, kind, controls }) =>
  !(kind & CONTROL) &&
  controls !== undefined &&
  controls.length <= 2 &&
  controls.every((inner) => roleOf(inner.el) === "slider") &&
  (textOf(el).replace(/\s/g, "") ===
    controls
      .map((inner) => textOf(inner.el))
      .join("")
      .replace(/\s/g, "") ||
    NUMBERS.test(textOf(el)));

/** Narrower than this nobody sees anything to press, px. */
const SEEN = 2;
/** Whether all that is left of a box is a line: a border, the edge of a list, a place for the focus. @param {Item} item */
export const isStrip = ({ el, tag, kind, control, boxes }) =>
  !control &&
  boxes.length === 1 &&
  Math.min(boxes[0][2] - boxes[0][0], boxes[0][3] - boxes[0][1]) < SEEN &&
  (!(kind & (CONTROL | TEXT)) || isFocusOnly(el, tag)) &&
  !isSvg(el);

/** Of something wider nobody sees what it is, px, and what share of its side that is. */
const SLIVER = 5;
const LITTLE = 0.3;
/** Whether only a strip of it is left by what cuts it off: a button that comes with the pointer. @param {Item} item */
export const isSliver = ({ kind, box, boxes }) =>
  kind !== TEXT &&
  boxes.length === 1 &&
  [0, 1].some((i) => {
    const [whole, seen] = [box[i + 2] - box[i], boxes[0][i + 2] - boxes[0][i]];
    return seen < SLIVER && seen < LITTLE * whole;
  });

/**
 * Gives a switch the box that is drawn for it: one without words that listens, on which its clear field lies.
 * @param {Item[]} items
 */
export const joinSwitches = (items) => {
  const fields = items.filter(({ el, tag, isClear, boxes, dropped }) => {
    return isClear && !dropped && tag === "input" && isToggle(el) && boxes.length === 1;
  });
  for (const field of fields) {
    for (const item of items) {
      if (item.dropped || item.kind & (CONTROL | TEXT) || item.boxes.length !== 1 || holds(item.el, field.el)) continue;
      const [box] = item.boxes;
      const isOn = area(meet(box, field.boxes[0])) > 0.4 * area(box) && area(box) < 4 * area(field.boxes[0]);
      if (!isOn || textOf(item.el) !== "" || !isBeside(item.el, field.el)) continue;
      item.dropped = true;
      field.boxes = [box];
    }
  }
};
/** Whether a small part of the page holds both, and no other field. @param {Element} one @param {Element} field */
const isBeside = (one, field) => {
  let up = parent(field);
  for (let i = 0; up && i < 3 && !holds(up, one); i += 1) up = parent(up);
  return up !== null && holds(up, one) && queryCss(up, "input,select,textarea,button,a[href]").length === 1;
};

/** Numbers and signs of a scale; so many equal parts make one, so many steps above them stands the slider. */
const NUMBERS = /^[\p{N}\p{P}\p{S}\s]*$/u;
const STEPS = 3;
const ABOVE = 2;
const SLIDERS = "[role=slider],input[type=range]";
/** Whether all controls of a box are sliders, asked once of each; null if none is. @param {Element} box */
const slidersIn = (box) => {
  const known = memo("slidersIn");
  if (!known.has(box)) {
    const first = queryFirst(box, SLIDERS);
    known.set(box, first && [...queryCss(box, CONTROLS)].every((one) => is(one, SLIDERS)));
  }
  return known.get(box);
};
/** Whether a part is a point or number of the scale of a slider, whose knob has a mark. @param {Item} item */
const isOnScale = ({ el }) => {
  const row = parent(el);
  if (!row || closest(el, SLIDERS) || !NUMBERS.test(textOf(el)) || (few(row, STEPS - 1) ?? []).length > 0) return false;
  for (let at = /** @type {Element | null} */ (row), i = 0; at && i < ABOVE; at = parent(at), i += 1) {
    const answer = slidersIn(at);
    if (answer !== null) return answer;
  }
  return false;
};
/** Whether a shape without paint only changes a size when it is dragged. @param {Item} item */
const isClearEdge = ({ el }) => {
  if (!isSvg(el) || !resizes(el)) return false;
  const { fill, stroke } = getComputedStyle(el);
  return isUnpainted(fill) && isUnpainted(stroke);
};
/** @param {Element} el */
const drawsItself = (el) => [":before", ":after"].some((at) => /^"[^"\s]/.test(getComputedStyle(el, at).content));
/** Whether a head of a column is empty: style sheets give the hand to all of them. @param {Item} item */
const isBareHead = ({ el, kind }) =>
  !(kind & CONTROL) &&
  is(el, "th,[role=columnheader]") &&
  textOf(el) === "" &&
  getComputedStyle(el).backgroundImage === "none" &&
  !drawsItself(el) &&
  (few(el, HEADED) ?? [el]).every((part) => rect(part).height === 0);
/** Parts of a head, none of which shows. */
const HEADED = 8;
/** Steps from the words of a chosen value up to the box of the combobox, and how high that is, px. */
const VALUED = 3;
/**
 * Whether an option stands in no list but beside the combobox whose value it shows.
 * @param {Item} item
 */
export const isShownValue = ({ el, tag }) => {
  if (tag === "option" || roleTokens(el)[0] !== "option" || attr(el, "tabindex") !== null) return false;
  const list = closest(el, "[role=listbox],[role=menu],[role=tree]");
  // What was chosen, as the one item of a list in the closed combobox itself.
  if (list)
    return (
      is(list, "[role=combobox][aria-expanded=false] *") &&
      queryCss(list, "[role=option]").length === 1 &&
      !queryFirst(el, CONTROLS)
    );
  for (let at = parent(el), i = 0; at && i < VALUED; at = parent(at), i += 1) {
    if (queryFirst(at, "[role=combobox]")) return rect(at).height <= FIELD;
  }
  return false;
};
const WHOLE = "button,[role=tab],[role=option],[role=menuitem],[role=treeitem]";
const HEADING = "h1,h2,h3,h4,h5,h6,[role=heading]";
/** Whether a link leads to a place in the page, or nowhere. @param {Element} el */
const leadsHere = (el) => is(el, "a:not([href]),a[href^='#']");
/**
 * Whether a link is how a control is written: the words of a tab, of a button that opens its part of the page.
 * @param {Item} item @param {Item} outer
 */
export const isLabelIn = (item, outer) =>
  item.tag === "a" &&
  !item.control &&
  is(outer.el, WHOLE) &&
  (is(item.el, "[role=presentation],[role=none]") ||
    (leadsHere(item.el) && (outer.tag === "button" || attr(item.el, "tabindex") === "-1")));
/**
 * Whether a heading that is pressed does what the link or the arrow in it does: one opens what stands below it.
 * @param {Item} item @param {Item} outer
 */
export const isInHeading = (item, outer) =>
  (outer.kind & (LISTENER | CURSOR)) === (LISTENER | CURSOR) &&
  is(outer.el, HEADING) &&
  ((leadsHere(item.el) && textOf(item.el) !== "" && textOf(outer.el).startsWith(textOf(item.el))) ||
    (is(item.el, "[aria-expanded],[aria-controls]") && textOf(item.el) === ""));
/** Whether a box holds one tab, and besides at most the cross of that. @param {Item} item @param {Item} outer */
export const isTabIn = (item, outer) =>
  roleTokens(item.el)[0] === "tab" &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD &&
  textOf(outer.el).length - textOf(item.el).length <= SIGNED &&
  [...queryCss(outer.el, "[role=tab]")].filter((tab) => textOf(tab) !== "").length === 1;
/** Sides of a sign, px; and the width of a letter: more of them find no place in it. */
const SIGN = 32;
const LETTER = 4;
/** Whether the hand begins at a small drawing in a tab whose words find no place in it: the cross, for those who hear. @param {Item} item @param {Item} outer */
export const isSignIn = ({ el, kind, boxes: [box] }, outer) => {
  const [wide, high] = [box[2] - box[0], box[3] - box[1]];
  if (!(kind & (CURSOR | LISTENER)) || kind & CONTROL || roleTokens(outer.el)[0] !== "tab") return false;
  return Math.max(wide, high) <= SIGN && textOf(el) !== textOf(outer.el) && textOf(el).length * LETTER > wide;
};
/** Characters of a cross beside the words of a tab: ` [x]`. */
const SIGNED = 4;
/** Of an editor, px: lower ones are fields of one line; and most of it that a part takes. */
const EDITOR = 80;
const PART = 0.1;
/** Whether the hand begins at a small part of an editor: the arrow that folds a line. @param {Item} item @param {Item} outer @param {number} share */
export const isInEditor = (item, outer, share) =>
  outer.control !== undefined &&
  (item.kind & CURSOR) !== 0 &&
  share < PART &&
  outer.boxes[0][3] - outer.boxes[0][1] > EDITOR;

/**
 * Drops what is one thing with another mark near it: the ground of a row that has one, a label beside what is drawn
 * for its control, the arrow in the box of a select, the button around a tick box.
 * @param {Item[]} items
 */
export const dropDoubles = (items) => {
  const controls = items.filter(({ kind, dropped }) => kind & CONTROL && !dropped);
  const lists = controls.filter((each) => roleOf(each.control ?? each.el) === "combobox" || isPicker(each));
  const fields = controls.filter((each) => is(each.el, "input:not([type=hidden])") && isTextControl(each.el));
  const toggles = controls.filter((each) => !each.control && isToggle(each.el));
  /** @type {Map<Element | null, Item[]>} */
  const within = new Map();
  for (const each of controls) {
    const beside = within.get(parent(each.el));
    if (beside) beside.push(each);
    else within.set(parent(each.el), [each]);
  }
  const openers = new Map(controls.filter(isOpener).map((each) => [read.parentNode.call(each.el), each]));
  /** @type {Map<Item, Item[]>} */
  const arrows = new Map();
  let before = /** @type {Item | null} */ (null);
  for (const item of items) {
    if (item.dropped || item.kind === TEXT) continue;
    const { el, kind, tag, control } = item;
    if (openers.size > 0 && isPartOfOpener(item, openers)) item.dropped = true;
    else if (control && tag === "label")
      item.dropped = toggles.some((other) => isDrawnFor(other, item)) || isMadeOf(items, item);
    else if (tag === "button" && is(el, "[role=checkbox],[role=radio],[role=switch]")) {
      item.dropped = controls.some(
        (other) => other !== item && other.tag === "input" && isToggle(other.el) && holds(el, other.el),
      );
    } else if (!(kind & CONTROL) && item.boxes.length === 1 && textOf(el) === "") {
      item.dropped =
        (within.get(parent(el)) ?? []).some((other) => isGroundOf(item, other)) ||
        isPictureAfter(item, before) ||
        isTrackBeside(item, before);
      item.dropped ||=
        mayBeArrow(item) && !closest(el, "td,[role=gridcell]") && fields.some((other) => isSignBefore(item, other));
      const list =
        !item.dropped && !item.isOwn && mayBeArrow(item) && !isCloser(item)
          ? lists.find((other) => isArrowOf(item, other))
          : undefined;
      if (list) arrows.set(list, [...(arrows.get(list) ?? []), item]);
      before = item;
    }
  }
  // A field has an arrow and a sign; more than that beside it are things of their own, such as colours.
  for (const those of arrows.values()) if (those.length <= SIGNS) for (const item of those) item.dropped = true;
};
/** A button that opens a list. @param {Item} item */
const isOpener = ({ el, control }) =>
  !control && roleOf(el) === "button" && is(el, "[aria-haspopup]:not([aria-haspopup=false])");
/**
 * Whether a part that listens is the label or the arrow in the shadow tree of a component, in which nothing but the
 * button that it holds is pressed.
 * @param {Item} item @param {Map<Node | null, Item>} openers by what holds them
 */
const isPartOfOpener = (item, openers) => {
  const root = item.kind === LISTENER ? rootNode(item.el) : null;
  if (!(root instanceof ShadowRoot) || isCloser(item)) return false;
  const host = read.host.call(root);
  const opener = openers.get(host);
  if (!opener || queryCss(root, PARTED).length > 0 || queryCss(host, PARTED).length > 1) return false;
  const words = textOf(item.el);
  if (words !== "") return nameOf(opener.el).startsWith(words) && words.length < nameOf(opener.el).length;
  return attr(item.el, "aria-hidden") === "true" && mayBeArrow(item);
};
const PARTED = "input:not([type=hidden]),select,textarea,button,a[href],[role=button]";
/** Between what opens an item of a tree and the picture of it, px. */
const GAP = 6;
/** Whether a part without words is the picture of an item of a tree, right behind what opens it. @param {Item} item @param {Item | null} before */
const isPictureAfter = (item, before) =>
  before !== null &&
  item.up !== null &&
  before.up === item.up &&
  is(item.up.el, "[role=treeitem]") &&
  Math.abs(item.boxes[0][0] - before.boxes[0][2]) <= GAP &&
  Math.abs(item.boxes[0][1] - before.boxes[0][1]) <= GAP;
/** A field that is not written into and shows the hand: it opens a list. @param {Item} item */
const isPicker = ({ el, tag, kind }) =>
  tag === "input" && (kind & CURSOR) !== 0 && is(el, "[readonly]:not([type=button],[type=submit])");
/**
 * Whether a mark is on what a script made of a hidden select or field, around it or right beside it: what the label of
 * that is for has its mark.
 * @param {Item[]} items @param {Item} label
 */
const isMadeOf = (items, { el, control }) => {
  const field = /** @type {Element} */ (control);
  // Nobody writes into it: what is drawn beside it does, such as the knobs of a slider.
  const isKept = is(field, "[readonly][tabindex='-1']") && rect(field).height <= SIGN / 2;
  const isAny = isKept || is(field, "select,textarea");
  if (!isAny && !isTextControl(field)) return false;
  const beside = [previousElement(field), nextElement(field)].filter((made) => made && made !== el);
  return items.some(
    (other) =>
      !other.dropped &&
      other.kind !== TEXT &&
      (isAny || isTextControl(other.el) || isEditor(other.el)) &&
      (holds(other.el, field) || beside.some((made) => holds(/** @type {Element} */ (made), other.el))) &&
      !holds(el, other.el) &&
      !holds(other.el, el),
  );
};
/** Whether a strip without words is the track beside the knob before it, which lies on it. @param {Item} item @param {Item | null} knob */
const isTrackBeside = ({ el, kind, boxes: [box] }, knob) => {
  if (!knob || kind !== LISTENER || knob.kind !== LISTENER || knob.boxes.length !== 1 || parent(knob.el) !== parent(el))
    return false;
  const [left, top, right, bottom] = knob.boxes[0];
  const [wide, high] = [right - left, bottom - top];
  const isAcross = box[2] - box[0] >= box[3] - box[1];
  const [thick, long] = isAcross ? [box[3] - box[1], box[2] - box[0]] : [box[2] - box[0], box[3] - box[1]];
  const isOn = isAcross ? top < box[1] && bottom > box[3] : left < box[0] && right > box[2];
  return isOn && thick <= THICK && Math.max(wide, high) <= KNOB && long >= LONG * Math.max(wide, high);
};
/** A switch is a tick box as well. @param {Element} el */
const toggleRole = (el) => roleOf(el).replace("switch", "checkbox");
/** Whether a control stands for the hidden one that a label is for. @param {Item} other @param {Item} label */
const isDrawnFor = (other, { el, control }) => {
  const role = toggleRole(/** @type {Element} */ (control));
  if (other.el === control || toggleRole(other.el) !== role) return false;
  if (holds(el, other.el)) return holds(other.el, /** @type {Element} */ (control));
  const near = parent(/** @type {Element} */ (control));
  // A tick box of the page itself is drawn for no other one: those of a list below the box for all.
  return near !== null && holds(near, other.el) && !is(other.el, "input");
};
/** Most as high as what lies on it a ground is. */
const GROUND = 1.5;
/** Whether an empty box lies under a control beside it as the ground of their row. @param {Item} item @param {Item} other */
const isGroundOf = ({ el, boxes: [box] }, other) => {
  const on = other.boxes[0];
  return (
    other.el !== el &&
    queryCss(el, "*").length === 0 &&
    area(meet(box, on)) > 0.9 * area(on) &&
    box[3] - box[1] <= GROUND * (on[3] - on[1])
  );
};
/** Largest arrow in a field, px; and steps up to the box around both. */
const ARROW = 40;
const SIGNS = 2;
const AROUND = 3;
/** Whether a part without words is small, and says nothing of its own. @param {Item} item */
const mayBeArrow = ({ el, tag, boxes: [box] }) =>
  Math.max(box[2] - box[0], box[3] - box[1]) <= ARROW &&
  tag !== "button" &&
  attr(el, "title") === null &&
  attr(el, "aria-label") === null;
/**
 * Whether a part without words in the box of a select opens the same list: its arrow, the sign of a calendar.
 * @param {Item} item @param {Item} other
 */
const isArrowOf = (item, other) => {
  const { el } = item;
  const chip = parent(el);
  // The cross of a chosen value stands beside its words.
  if (holds(el, other.el) || (chip && chip !== other.el && !holds(chip, other.el) && textOf(chip) !== "")) return false;
  let at = chip;
  for (let i = 0; at && i < AROUND && !holds(at, other.el); i += 1) at = parent(at);
  if (!at || !holds(at, other.el) || rect(at).height > FIELD) return false;
  return queryCss(at, "input:not([type=hidden]),select,textarea,[role=combobox]").length <= 2;
};

/** Whether a box without words only holds the field in it. @param {Item} item @param {Item} outer @param {number} share */
export const isFieldAlone = (item, outer, share) =>
  share > 0.5 &&
  !is(outer.el, PRESSED) &&
  !item.control &&
  !outer.control &&
  !isFocusOnly(outer.el, outer.tag) &&
  isTextControl(item.el) &&
  textOf(outer.el) === "";
/** Whether a part is a button in name only, without words, of a box that takes the press: the arrow of a select. @param {Item} item @param {Item} outer */
export const isArrowIn = (item, outer) =>
  item.kind === CONTROL &&
  (outer.kind & (LISTENER | CURSOR)) === (LISTENER | CURSOR) &&
  is(item.el, ":is([aria-haspopup],[aria-expanded])[role=button]:not([tabindex],button,a)") &&
  textOf(item.el) === "" &&
  textOf(outer.el) !== "" &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD;

/** Whether a sign that shows no hand stands before the words in the box of a field: a glass. @param {Item} item @param {Item} field */
const isSignBefore = (item, field) =>
  item.kind === LISTENER &&
  Math.abs(field.boxes[0][0] - item.boxes[0][2]) <= SIGN / 2 &&
  item.boxes[0][1] < field.boxes[0][3] &&
  item.boxes[0][3] > field.boxes[0][1] &&
  isArrowOf(item, field) &&
  !hasLikeBehind(item, field) &&
  isAloneBefore(item, field);
/** Parts behind a sign that are looked at. */
const BEHIND = 8;
/** Whether a part of its size behind the field listens, too: less and more. @param {Item} item @param {Item} field */
const hasLikeBehind = ({ el, tag }, field) => {
  const own = rect(el);
  for (let at = nextElement(el), i = 0; at && i < BEHIND; at = nextElement(at), i += 1) {
    if (at === field.el || holds(at, field.el) || read.localName.call(at) !== tag || !isListening(at)) continue;
    const { width, height } = rect(at);
    if (Math.abs(width - own.width) < SEEN && Math.abs(height - own.height) < SEEN) return true;
  }
  return false;
};
/** Whether what holds a sign and a field is hardly wider than both: no bar of tools. @param {Item} item @param {Item} field */
const isAloneBefore = ({ el }, field) => {
  let at = parent(el);
  while (at && !holds(at, field.el)) at = parent(at);
  return at !== null && rect(at).width <= field.box[2] - field.box[0] + 2 * ARROW;
};
const PRESSED = "button,input,select,textarea,a,summary";
/** Whether two rows are of one list, by the first class that both have. @param {Element} row @param {Element | null} other */
const isAlike = (row, other) =>
  other !== null && isListening(other) && attr(row, "class") !== null && firstClass(row) === firstClass(other);
/** @param {Element} el */
const firstClass = (el) => (attr(el, "class") ?? "").trim().split(/\s+/)[0];
/** Whether a sign without words listens in one of several rows that do so too: it opens what is in the row, unless it takes that away. @param {Item} item @param {Item} outer */
export const isOpenerIn = (item, outer) => !isCloser(item) && isSignOfRow(item, outer);
/** @param {Item} item @param {Item} outer */
const isSignOfRow = ({ el, kind, boxes: [box] }, outer) =>
  (kind & LISTENER) !== 0 &&
  !(kind & CONTROL) &&
  outer.kind === LISTENER &&
  Math.max(box[2] - box[0], box[3] - box[1]) <= SIGN &&
  textOf(el) === "" &&
  textOf(outer.el) !== "" &&
  outer.boxes[0][3] - outer.boxes[0][1] <= FIELD &&
  rowsBeside(outer.el).some((row) => isAlike(outer.el, row));
/** What stands before and behind a row, and where each is the first thing in an item of its own, what stands there. @param {Element} row */
const rowsBeside = (row) => {
  const up = previousElement(row) === null ? parent(row) : null;
  const items = up ? [previousElement(up), nextElement(up)] : [];
  return [previousElement(row), nextElement(row), ...items.map((item) => item && read.firstElement.call(item))];
};
const CHIP = 0.5;
/**
 * Whether the hand begins at a small sign beside words in a field where one writes: the cross of a chosen value.
 * @param {Item} item @param {Item} outer
 */
export const isChipCross = ({ el, kind, boxes: [box] }, outer) => {
  const chip = parent(el);
  if (!(kind & CURSOR) || kind & CONTROL || !chip || chip === outer.el || !holds(outer.el, chip)) return false;
  if (
    Math.max(box[2] - box[0], box[3] - box[1]) > SIGN ||
    textOf(el).length > 1 ||
    textOf(chip).length <= textOf(el).length
  )
    return false;
  const size = rect(chip);
  return (
    isTextControl(writtenIn(outer)) &&
    size.width * size.height < CHIP * area(outer.boxes[0]) &&
    !queryFirst(chip, "input")
  );
};
const CLOSES = /(?:^|[-_ ])(?:close|remove|delete|clear|dismiss)(?![a-z])/i;
const NAMES = ["class", "part", "title", "aria-label"];
/** Whether a part that listens closes or takes away: none of the button that it stands in. @param {Item} item */
export const isCloser = ({ el, kind }) =>
  (kind & LISTENER) !== 0 && CLOSES.test(NAMES.map((name) => attr(el, name) ?? "").join(" "));
/** Whether a part that only hears of presses says that it is none by itself. @param {Item} item */
const isPresentation = ({ el, kind }) => kind === LISTENER && is(el, "[role=none],[role=presentation]");

/** Whether a press on an item does nothing that another mark does not say better. @param {Item} item */
export const isNothing = (item) =>
  !(item.kind & CONTROL) &&
  (isOnScale(item) ||
    isClearEdge(item) ||
    isBareHead(item) ||
    isPresentation(item) ||
    isOnTrack(item) ||
    isHead(item) ||
    isBareName(item) ||
    isPlacedName(item) ||
    isUnwritten(item));
