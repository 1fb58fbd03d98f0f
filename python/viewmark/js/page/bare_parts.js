// Tells of parts that are nothing to press by themselves: blank edges of a card, the words of a tab, the line and the
// bubble of a slider, the line between two tools, a page of a carousel, the value between two steps, names on the axis of a
// chart, words of heads that do not sort, the veil around a dialog. And gives a box its tick box that is not painted.
import { CONTROL, CURSOR, LISTENER, isFocusOnly, roleTokens } from "./candidates.js";
import { attr, holds, is, parent, read, rect, rootOf } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { isListening } from "./listeners.js";
import { closest, computed, few, isSvg, isUnpainted, memo, nextElement, previousElement, queryCss } from "./native.js";
import { queryFirst, rootNode } from "./native.js";
import { paintsNothing } from "./paint.js";
import { namesSort } from "./second_marks.js";
import { wordsIn } from "./words_in.js";

const SAYING = "[role],[title],[aria-label],[tabindex],[onclick],[draggable=true]";
/** Highest tab, and highest box of a slider, px. */
const TAB = 48;
const SLIDER = 96;
/** @param {Element} el */
const textOf = (el) => wordsIn(el);

/** @param {Element} el */
const isThin = (el) => Math.min(rect(el).width, rect(el).height) <= EDGE;
/** Of an edge, px. */
const EDGE = 12;
/** Whether a part that listens shows nothing at all in something with words that listens: an edge that the pointer brings. @param {Item} item @param {Item} outer */
export const isBlankIn = (item, outer) =>
  item.kind === LISTENER &&
  !item.control &&
  (outer.kind & LISTENER) !== 0 &&
  isThin(item.el) &&
  textOf(item.el) === "" &&
  !is(item.el, SAYING) &&
  textOf(outer.el) !== "" &&
  paintsNothing(item);

/** Whether a sign is what is drawn in a small button without words, which listens and has the hand. @param {Item} item @param {Item} outer */
export const isDrawingIn = ({ el, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  is(el, "[role=img],svg,img,i") &&
  !is(el, "[title],[aria-label],[tabindex],[onclick]") &&
  (outer.kind & LISTENER) !== 0 &&
  (outer.kind & CURSOR) !== 0 &&
  Math.max(rect(outer.el).width, rect(outer.el).height) <= HANDLE &&
  textOf(outer.el) === "";
/** Whether a part is all the words of a tab or button around it, which listens and has the hand. @param {Item} item @param {Item} outer */
export const isWordsIn = ({ el, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  (outer.kind & LISTENER) !== 0 &&
  (outer.kind & CURSOR) !== 0 &&
  !is(el, SAYING) &&
  rect(outer.el).height <= TAB &&
  rect(el).height <= rect(outer.el).height &&
  textOf(el) !== "" &&
  textOf(el) === textOf(outer.el);

/** Whether a shape listens in a group of a drawing that has the hand and words: the dot of a node. @param {Item} item @param {Item} outer */
export const isDotOf = ({ el, tag, kind, control }, outer) =>
  !control &&
  !(kind & CONTROL) &&
  /^(?:circle|ellipse|rect|path)$/.test(tag) &&
  outer.tag === "g" &&
  (outer.kind & CURSOR) !== 0 &&
  parent(el) === outer.el &&
  !is(el, SAYING) &&
  /\p{L}/u.test(textOf(outer.el)) &&
  computed(el).cursor === computed(outer.el).cursor &&
  [...queryCss(outer.el, tag)].slice(0, 2).length === 1;
/** Whether a part of a label only takes the focus for it: a press on the label does the same. @param {Item} item @param {Item} outer */
export const isInLabel = ({ el, tag, control }, outer) =>
  !control && is(outer.el, "label[for]") && isFocusOnly(el, tag) && !isListening(el) && attr(el, "role") === null;

/** Parts of a slider that are looked at, and boxes up to what holds them. */
const PARTS = 150;
const STEPS = 2;
/** Sides of a handle and of a line, px; how much longer than thick the line is; distance and letters of a bubble. */
const HANDLE = 40;
const THICK = 24;
const LONG = 6;
const ABOVE = 40;
const WORDS = 12;
/** @param {Element} el */
const isLine = (el) => {
  const { width, height } = rect(el);
  return (
    textOf(el) === "" &&
    read.firstElement.call(el) === null &&
    Math.min(width, height) <= THICK &&
    Math.max(width, height) >= LONG * Math.min(width, height)
  );
};
/** @param {Element} el */
const isHandle = (el) => {
  const { width, height } = rect(el);
  return (
    textOf(el) === "" &&
    Math.max(width, height) <= HANDLE &&
    Math.min(width, height) > 2 &&
    Math.max(width, height) <= 3 * Math.min(width, height)
  );
};
/** Whether a handle lies on a line. @param {Element} handle @param {Element} line */
const liesOn = (handle, line) => {
  const [one, other] = [rect(handle), rect(line)];
  const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
  const [along, across] = other.width >= other.height ? [THICK, 0] : [0, THICK];
  return x >= other.left - along && x <= other.right + along && y >= other.top - across && y <= other.bottom + across;
};
/** @param {Element} el */
const isTaken = (el) => isListening(el) || attr(el, "tabindex") === "0";
/** The handles of a slider that is drawn by parts which listen, of which one is a line; none for anything else. @param {Element} el */
const handlesAround = (el) => {
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= SLIDER; at = parent(at), i += 1) {
    const parts = few(at, PARTS) ?? [];
    const line = parts.find((part) => isTaken(part) && isLine(part));
    const handles = line ? parts.filter((part) => isListening(part) && isHandle(part) && liesOn(part, line)) : [];
    if (
      handles.length > 0 &&
      handles.length <= 2 &&
      !queryFirst(at, "button,a[href],select,textarea,input:not([type=hidden],[tabindex='-1'])")
    )
      return handles;
  }
  return [];
};
/** How far one lies above or below another, px; less than 0 where they meet. @param {Rect} one @param {Rect} other */
const between = (one, other) => Math.max(other.top - one.bottom, one.top - other.bottom);
/** Whether a part of such a slider is its line, or the bubble with the value of a handle: the handle is what is taken hold of. @param {Item} item */
const isOfSlider = ({ el, kind, control }) => {
  if (control || kind & CURSOR || !isTaken(el) || is(el, "[role],[aria-label],[title],[onclick]")) return false;
  const words = textOf(el);
  if (words.length > WORDS || (words === "" && !isLine(el))) return false;
  const handles = handlesAround(el);
  if (words === "") return handles.length > 0 && !handles.includes(el);
  const box = rect(el);
  return handles.some((handle) => {
    const its = rect(handle);
    return (
      Math.abs(box.left + box.right - its.left - its.right) <= 2 * HANDLE &&
      between(box, its) >= -1 &&
      between(box, its) <= ABOVE
    );
  });
};

/** Whether an item that only has the hand of its bar holds one line, between two tools. @param {Item} item */
const isBetweenTools = ({ el, tag, kind, control }) => {
  if (
    control ||
    kind !== CURSOR ||
    textOf(el) !== "" ||
    is(el, SAYING) ||
    computed(el).backgroundImage !== "none" ||
    !isUnpainted(computed(el).backgroundColor)
  )
    return false;
  const inside = few(el, 4) ?? [];
  const isDrawn =
    inside.length > 0 &&
    inside.every((part) => Math.min(rect(part).width, rect(part).height) <= 2 && !is(part, "img,svg,canvas,input"));
  return (
    isDrawn && [previousElement(el), nextElement(el)].every((one) => one !== null && read.localName.call(one) === tag)
  );
};

/** Whether a page of a carousel or of tabs listens without a hand: for swipes, or for the focus. @param {Item} item */
export const isPage = ({ el, kind, control }) =>
  !control &&
  !(kind & CURSOR) &&
  (roleTokens(el)[0] === "tabpanel" || (attr(el, "aria-roledescription") ?? "").toLowerCase() === "slide");

/** Whether a number with the hand stands between two buttons, whose value it is. @param {Item} item */
const isValueBetween = ({ el, kind, control }) =>
  !control &&
  kind === CURSOR &&
  /^\d{1,4}$/.test(textOf(el)) &&
  !is(el, SAYING) &&
  [previousElement(el), nextElement(el)].every(
    (one) => one !== null && is(one, "button,[role=button]") && !/[\p{L}\p{N}]/u.test(textOf(one)),
  );

/** Whether a part of a drawing is only words: a name on an axis of a chart. @param {Element} el */
export const isWordsOfChart = (el) =>
  isSvg(el) &&
  textOf(el) !== "" &&
  [el, ...(few(el, 8) ?? [])].every((part) => /^(?:g|text|tspan|title)$/.test(read.localName.call(part)));
/** Names on an axis, and how far their middles may lie from one line, px. */
const NAMES = 3;
const OFF = 3;
/** Whether words on an axis of a chart listen without a hand, as those beside them do. @param {Item} item */
const isOnAxis = ({ el, kind, control }) => {
  const axis =
    !control && kind === LISTENER && isWordsOfChart(el) && computed(el).cursor !== "pointer" ? parent(el) : null;
  if (!axis) return false;
  const all = (few(axis, PARTS) ?? []).filter((part) => parent(part) === axis && isWordsOfChart(part)).map(rect);
  return (
    all.length >= NAMES &&
    [...all].every(({ top, bottom }) => Math.abs(top + bottom - all[0].top - all[0].bottom) <= 2 * OFF)
  );
};
/** Whether all that shows of a group of a drawing is a line: an axis. @param {Item} item */
const isLineOfChart = ({ tag, kind, control, boxes: [box], boxes }) =>
  !control && !(kind & CONTROL) && tag === "g" && boxes.length === 1 && Math.min(box[2] - box[0], box[3] - box[1]) <= 1;

/** Shapes of a kind that are asked for the hand. */
const KIN = 60;
/** Whether some of a kind in a drawing show the hand: asked once for each kind. @param {Element} svg @param {string} kind */
const hasHandedKin = (svg, kind) => {
  const known = memo("handedKin");
  const kinds = known.get(svg) ?? new Map();
  known.set(svg, kinds);
  if (!kinds.has(kind))
    kinds.set(kind, [...queryCss(svg, `g[class="${CSS.escape(kind)}"]`)].slice(0, KIN).some(showsHand));
  return kinds.get(kind);
};
/** @param {Element} group */
const showsHand = (group) => [group, ...(few(group, 4) ?? [])].some((part) => computed(part).cursor === "pointer");
/** Whether a group of a drawing listens without words and the hand, and others of its kind have the hand: a kit hears of presses on all bars. @param {Item} item */
const isQuietShape = ({ el, tag, kind, control }) => {
  const named = tag === "g" && kind === LISTENER && !control ? attr(el, "class") : null;
  const svg = named && textOf(el) === "" && !is(el, SAYING) && !showsHand(el) ? closest(el, "svg") : null;
  return svg !== null && named !== null && hasHandedKin(svg, named);
};

const HEADS = "th,[role=columnheader]";
/** Of the edge of a column, px. */
const THIN = 4;
/** Whether a strip without words at a head is only dragged, if it was made for that: thin, or over the edge of the head from top to bottom. @param {Item} item */
const isEdgeOfHead = ({ el, kind, control, boxes: [box] }) => {
  const head = control || kind & CONTROL || box[2] - box[0] > EDGE || textOf(el) !== "" ? null : closest(el, HEADS);
  if (!head || box[2] - box[0] <= THIN) return head !== null;
  const its = rect(head);
  const isOver = [its.left, its.right].some((edge) => box[0] <= edge + 1 && edge <= box[2] + 1);
  return (
    kind === LISTENER &&
    isOver &&
    box[3] - box[1] >= TALL * its.height &&
    !is(el, SAYING) &&
    computed(el).cursor !== "pointer"
  );
};
/** Share of the height of a head that its edge takes. */
const TALL = 0.9;
/** The part of a head that listens and has all of its words. @param {Element} head */
const heardWords = (head) =>
  (few(head, PARTS) ?? []).find((part) => isListening(part) && textOf(part) === textOf(head));
/** Whether nothing at the words of a head shows that it sorts. @param {Element} head */
const isQuiet = (head) => {
  const words = heardWords(head);
  if (
    !words ||
    is(head, "[aria-sort],[tabindex]") ||
    computed(words).cursor === "pointer" ||
    answersHover(words) ||
    queryFirst(words, "svg,img,i,button")
  )
    return false;
  return ![head, words].some(namesSort);
};
/** Whether the words of a head listen as those of all heads do: others have the hand, or none of them shows that it sorts. @param {Item} item */
const isSilentWords = ({ el, kind, control }) => {
  const head = control || kind !== LISTENER || textOf(el) === "" ? null : closest(el, HEADS);
  const row = head && textOf(el) === textOf(head) ? parent(head) : null;
  return row !== null && head !== null && isQuiet(head) && isSortedElsewhere(row);
};
/** Heads of a row that are asked. */
const MOST = 40;
/** Whether other heads of a row have the hand, or none of several shows that it sorts; asked once in a look. @param {Element} row */
const isSortedElsewhere = (row) => {
  const known = memo("quietHeads");
  let answer = known.get(row);
  if (answer === undefined) {
    const heads = [...queryCss(row, HEADS)].filter((one) => parent(one) === row && textOf(one) !== "").slice(0, MOST);
    const isHanded = heads.some((one) => {
      const words = heardWords(one);
      return words !== undefined && computed(words).cursor === "pointer";
    });
    answer =
      isHanded ||
      (heads.length >= NAMES && heads.every((one) => !isListening(one)) && heads.filter(isQuiet).length >= NAMES);
    known.set(row, answer);
  }
  return answer;
};

/** Whether what says it is a button is the veil behind a dialog that it holds: its middle is the dialog. @param {Item} item */
export const isVeil = ({ el, tag, control }) =>
  !control &&
  tag !== "button" &&
  tag !== "a" &&
  roleTokens(el)[0] === "button" &&
  queryFirst(el, "dialog,[role=dialog],[role=alertdialog]") !== null;
/** Whether a component only holds the radios that it draws, each of which has a mark. @param {Item} item */
export const isAroundRadios = ({ el, kind, control }) => {
  const root = control || kind & CONTROL ? null : rootOf(el);
  const fields = root ? queryCss(root, "input:not([type=hidden]),button,a[href]") : [];
  return fields.length > 1 && [...fields].every((one) => is(one, "input[type=radio]"));
};
/** Whether a field is not painted or lies off the page, or it or the box right around it is a pixel or two large. @param {Element} field */
const isCovered = (field) =>
  rect(field).right < 0 ||
  computed(field).visibility === "hidden" ||
  [field, parent(field)].some((one) => one !== null && Math.max(rect(one).width, rect(one).height) <= 2);
/** Highest and widest box of a tick box that is not painted itself, px. */
const TICK = 80;
const FIELDS = "input:not([type=hidden]),button,a[href],select,textarea";
/** The tick box that somebody put into the component which draws a part of itself for it. @param {Element} el */
const tickOfHost = (el) => {
  const root = rootNode(el);
  const [field, more] =
    root instanceof ShadowRoot && !is(el, "[aria-label],[title],[tabindex]")
      ? queryCss(read.host.call(root), FIELDS)
      : [];
  return field &&
    !more &&
    is(field, "input[type=checkbox],input[type=radio]") &&
    queryCss(/** @type {ShadowRoot} */ (root), FIELDS).length === 0
    ? field
    : null;
};
/**
 * Gives a box without words that listens the one tick box which is hidden in it, as its control.
 * @param {Item[]} items
 */
export const joinTicks = (items) => {
  const marked = new Set(items.map(({ el, control }) => control ?? el));
  for (const item of items) {
    if (
      item.dropped ||
      item.control ||
      item.kind & CONTROL ||
      !(item.kind & LISTENER) ||
      Math.max(item.box[2] - item.box[0], item.box[3] - item.box[1]) > TICK ||
      textOf(item.el) !== ""
    )
      continue;
    const own = tickOfHost(item.el);
    if (own && marked.has(own)) item.dropped = true;
    else if (own) item.control = own;
    const [field, more] = own ? [] : queryCss(item.el, FIELDS);
    if (field && !more && !marked.has(field) && is(field, "input[type=checkbox],input[type=radio]") && isCovered(field))
      item.control = field;
  }
};

/** Thickest rail and shortest, px. */
const RAIL = { thick: 48, long: 60 };
/**
 * Gives the rail of a slider that listens the one knob in it as its control: a press on the rail sets it, and one thing has one mark.
 * @param {Item[]} items
 */
export const joinRails = (items) => {
  for (const item of items) {
    const {
      el,
      kind,
      control,
      box: [left, top, right, bottom],
      dropped,
    } = item;
    const [thick, long] = [Math.min(right - left, bottom - top), Math.max(right - left, bottom - top)];
    if (
      dropped ||
      control ||
      !(kind & LISTENER) ||
      thick > RAIL.thick ||
      long < RAIL.long ||
      textOf(el) !== "" ||
      !/^(?:|group|none|presentation)$/.test(roleTokens(el)[0])
    )
      continue;
    const [knob, more] = [...queryCss(el, "[role=slider],input[type=range]")];
    const inside = knob && !more ? items.filter((one) => !one.dropped && one !== item && holds(el, one.el)) : [];
    if (
      !inside.some((one) => one.el === knob) ||
      inside.some((one) => one.el !== knob && one.kind & CONTROL && attr(one.el, "role") !== null)
    )
      continue;
    for (const one of inside) one.dropped = true;
    Object.assign(item, { control: knob, kind: kind | CONTROL });
  }
};

/** Of a thumb: its thickness, and how far it lies from the edge of what it scrolls, px. */
const THUMB = 12;
const GAP = 8;
/** Whether a strip that only takes the focus, or listens without a hand, lies along the edge of a box which scrolls: its thumb, or the rail of that. @param {Item} item */
const isThumb = ({ el, tag, kind, control, box: [left, top, right, bottom] }) => {
  const [wide, high] = [right - left, bottom - top];
  if (
    control ||
    Math.min(wide, high) > THUMB ||
    Math.max(wide, high) < 3 * Math.min(wide, high) ||
    textOf(el) !== "" ||
    is(el, "[role],[aria-label],[title]") ||
    (kind !== LISTENER && !isFocusOnly(el, tag))
  )
    return false;
  for (let at = parent(el), i = 0; at && i < 3; at = parent(at), i += 1) {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = /** @type {HTMLElement} */ (at);
    const edge = rect(at);
    if (
      high > wide
        ? scrollHeight > clientHeight + 1 && Math.abs(edge.right - right) <= GAP
        : scrollWidth > clientWidth + 1 && Math.abs(edge.bottom - bottom) <= GAP
    )
      return true;
  }
  return false;
};

/** What says of a box that a chart is painted in it, steps up to that, and drawings on top of each other. */
const CHART = /(?:^|[^a-z])(?:e?charts?|graph|plot|sparkline)(?:$|[^a-z])/;
const CHARTED = 4;
const LAYERS = 6;
/** Words of a class, an id or the name of an attribute, in small letters. @param {Element} el */
const saysChart = (el) =>
  [attr(el, "class") ?? "", attr(el, "id") ?? "", ...Element.prototype.getAttributeNames.call(el)].some((each) =>
    CHART.test(each.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase()),
  );
/** Whether a chart that is painted hears the pointer without a hand: a press on it does nothing, what it tells comes with the pointer. @param {Item} item */
const isPaintedChart = ({ el, tag, kind, control }) => {
  if (
    kind !== LISTENER ||
    control ||
    textOf(el) !== "" ||
    is(el, "[tabindex],[onclick],[title]") ||
    !/^(?:auto|default)$/.test(computed(el).cursor)
  )
    return false;
  const parts = tag === "canvas" ? [el] : (few(el, LAYERS) ?? []);
  if (parts.length === 0 || !parts.every((one) => is(one, "canvas") && /^(?:auto|default)$/.test(computed(one).cursor)))
    return false;
  for (let at = /** @type {Element | null} */ (parts[0]), i = 0; at && i <= CHARTED; at = parent(at), i += 1)
    if (saysChart(at)) return true;
  return false;
};
/** @param {Item} item */
export const isBare = (item) =>
  isOfSlider(item) ||
  isBetweenTools(item) ||
  isValueBetween(item) ||
  isOnAxis(item) ||
  isLineOfChart(item) ||
  isQuietShape(item) ||
  isEdgeOfHead(item) ||
  isSilentWords(item) ||
  isThumb(item) ||
  isPaintedChart(item);
