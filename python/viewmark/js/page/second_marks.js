// Tells what does only what another mark does: a box around its own buttons, the arrow and the group of a list field, an item around its only button, words in a head that sorts, a field of a few pixels. And the words of crumbs, steps, tags and cells that listen and do nothing.
import { CONTROL, CURSOR, LISTENER, TEXT, isToggle, roleTokens } from "./candidates.js";
import { wordsOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { answersHover, resizes } from "./hover_rules.js";
import { isListening } from "./listeners.js";
import { byId, closest, computed, few, nextElement, previousElement, queryCss, queryFirst } from "./native.js";
import { rootNode } from "./native.js";
import { packed } from "./text.js";
import { wordsIn } from "./words_in.js";

/** Highest chip and highest field, px; longest side of a sign; room that a chip has beside its parts. */
const CHIP = 48;
const FIELD = 64;
const SIGN = 40;
const ROOM = 48;
const CONTROLS =
  "input:not([type=hidden]),select,textarea,button,a[href],[role=button],[role=link],[role=combobox],[tabindex='0']";

const HEADS = "th,[role=columnheader]";
const CELLS = "td,[role=cell],[role=gridcell]";
const ROWS = "tr,[role=row]";
const TICK = "input[type=checkbox],[role=checkbox]";

/** @param {Element} el */
const textOf = (el) => wordsIn(el);
/** @param {Item} item */
const heightOf = ({ boxes: [box] }) => box[3] - box[1];
/** @param {Item} item */
const widthOf = ({ boxes: [box] }) => box[2] - box[0];
/** Whether something is small, and has no words. @param {Element} el */
const isSign = (el) => {
  const { width, height } = rect(el);
  return width <= SIGN && height <= SIGN && textOf(el) === "";
};

/**
 * Whether a small box says that it is a row or a group, takes no focus, and has no words and hardly any room but those of the buttons in it.
 * @param {Item} item
 */
const isChipAround = (item) => {
  const { el, kind, parts } = item;
  if (
    kind & CONTROL ||
    !parts ||
    heightOf(item) > CHIP ||
    !is(el, "[role=row],[role=group],[role=listitem]") ||
    is(el, "tr,[title],[aria-label],[aria-selected]")
  )
    return false;
  const pressed = parts.filter((part) => !part.dropped && (part.kind & CONTROL) !== 0);
  if (pressed.length !== parts.length || !pressed.some((part) => textOf(part.el) !== "")) return false;
  const room = widthOf(item) - pressed.reduce((sum, part) => sum + widthOf(part), 0);
  return room <= ROOM && packed(textOf(el)) === packed(pressed.map((part) => textOf(part.el)).join(""));
};

/**
 * Whether a box only has the hand around one list field and the signs beside that: their counts and arrows do what those do.
 * @param {Item} item
 */
const isAroundList = (item) => {
  const { el, kind, control, parts } = item;
  if (
    control ||
    kind & CONTROL ||
    kind & LISTENER ||
    !parts ||
    heightOf(item) > FIELD ||
    is(el, "a,label,[title],[aria-label]")
  )
    return false;
  const pressed = parts.filter((part) => !part.dropped);
  const lists = pressed.filter((part) => roleTokens(part.control ?? part.el)[0] === "combobox");
  if (lists.length !== 1 || !pressed.every((part) => part === lists[0] || isSign(part.el))) return false;
  return !/\p{L}/u.test(textOf(el).replace(textOf(lists[0].el), ""));
};

const ITEMS = "[role=menuitem],[role=listitem]";
const STATED =
  "[tabindex],[onclick],[aria-checked],[aria-selected],[aria-expanded],[aria-haspopup],[title],[aria-label]";
/**
 * Whether an item of a list neither takes the focus nor listens, and one button is all that is in it.
 * @param {Item} item
 */
const isItemAround = (item) => {
  const { el, kind, control, parts } = item;
  const [inner, more] = (parts ?? []).filter((part) => !part.dropped);
  if (control || !inner || more || kind & (LISTENER | CURSOR) || !is(el, ITEMS) || is(el, STATED) || isListening(el))
    return false;
  return (
    is(inner.el, "button,a[href],[role=button]") &&
    textOf(el) === textOf(inner.el) &&
    widthOf(item) - widthOf(inner) <= ROOM
  );
};

/** A field of so many pixels nobody sees. */
const TINY = 6;
/** Whether a field that keys leave out is a few pixels large: it keeps the value of what is drawn. @param {Item} item */
const isTiny = (item) =>
  item.tag === "input" &&
  !item.control &&
  is(item.el, "[tabindex='-1']:not([type=checkbox],[type=radio],[type=file],[type=range])") &&
  item.boxes.length === 1 &&
  heightOf(item) <= TINY &&
  widthOf(item) <= TINY;

/** Boxes up from the arrow of a list field to what holds both. */
const STEPS = 4;
/**
 * Whether a button that keys leave out is the arrow of a list field beside it into which nobody writes, and says that it opens the same.
 * @param {Item} item
 */
const isArrowBeside = ({ el, tag, control }) => {
  if (
    control ||
    tag !== "button" ||
    !is(el, "[tabindex='-1']:is([aria-expanded],[aria-haspopup],[aria-controls])") ||
    !isSign(el)
  )
    return false;
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= FIELD; at = parent(at), i += 1) {
    const lists = queryCss(at, "[role=combobox],select");
    if (lists.length === 0) continue;
    const [list] = lists;
    if (
      lists.length > 1 ||
      is(list, "input,textarea,select") ||
      queryFirst(list, "input:not([type=hidden],[readonly])")
    )
      return false;
    return (
      ["aria-controls", "aria-labelledby"].some(
        (name) => attr(el, name) !== null && attr(el, name) === attr(list, name),
      ) &&
      ["aria-expanded", "aria-haspopup"].every(
        (name) => attr(el, name) === null || name === "aria-haspopup" || attr(el, name) === attr(list, name),
      )
    );
  }
  return false;
};

/** Whether a head only has the hand around the one sign in it that is pressed. @param {Item} item */
const isHeadAround = ({ el, kind, control, parts }) =>
  !control &&
  kind === CURSOR &&
  is(el, HEADS) &&
  textOf(el) === "" &&
  (parts ?? []).filter((part) => !part.dropped).length === 1;
/** Whether a head without words says that nothing is sorted by it, and one tick box is all that is pressed in it. @param {Item} item */
const isHeadOfTick = ({ el, kind, control, parts }) => {
  const [inner, more] = (parts ?? []).filter((part) => !part.dropped);
  return (
    !control &&
    !(kind & CURSOR) &&
    is(el, HEADS) &&
    textOf(el) === "" &&
    /^(?:none)?$/.test(attr(el, "aria-sort") ?? "") &&
    inner !== undefined &&
    more === undefined &&
    isToggle(inner.control ?? inner.el) &&
    !is(el, "[onclick],[aria-haspopup],[aria-expanded]")
  );
};
/** Whether a head without the hand holds two signs with it, one below the other: those sort, the words between do nothing. @param {Item} item */
const isHeadOfArrows = ({ el, kind, control, parts }) => {
  const arrows = (parts ?? [])
    .filter((part) => !part.dropped && part.kind & CURSOR && textOf(part.el) === "")
    .map((part) => rect(part.el));
  if (
    control ||
    kind & (CONTROL | CURSOR) ||
    arrows.length !== 2 ||
    !is(el, HEADS) ||
    is(el, "[tabindex],[onclick]") ||
    answersHover(el)
  )
    return false;
  const [one, other] = arrows;
  return (
    Math.abs(one.left + one.right - other.left - other.right) < CHIP / 4 &&
    Math.abs(one.top - other.top) > 2 &&
    Math.max(one.width, one.height, other.width, other.height) <= CHIP
  );
};
/** Whether words that listen are all that a head says which listens itself. @param {Item} item */
const isWordsOfHead = ({ el, tag, kind, control }) => {
  const head = control || kind & CONTROL || (tag !== "span" && tag !== "div") ? null : closest(el, HEADS);
  return (
    head !== null &&
    head !== el &&
    textOf(el) !== "" &&
    textOf(head) === textOf(el) &&
    isListening(head) &&
    computed(head).cursor === "pointer" &&
    !is(el, `[role],${OWN}`)
  );
};
/** Whether a cell of a row that listens shows nothing at all. @param {Item} item */
const isBlankCell = ({ el, kind, control }) => {
  const row = !control && !(kind & CONTROL) && is(el, "td,[role=cell]") && textOf(el) === "" ? parent(el) : null;
  if (!row || !is(row, ROWS) || !isListening(row) || textOf(row) === "" || is(el, OWN)) return false;
  return (
    computed(el).backgroundImage === "none" &&
    (few(el, PARTS) ?? [el]).every(
      (part) => part !== el && !is(part, "svg,img,i,canvas,input,button") && computed(part).backgroundImage === "none",
    )
  );
};
/** Whether the words of a cell, without the hand, tick their row as those of all its cells do: its tick box has the mark. @param {Item} item */
const isCellOfTick = ({ el, kind, control }) => {
  const cell = control || kind & (CONTROL | CURSOR) ? null : closest(el, CELLS);
  const row = cell && parent(cell);
  if (
    !row ||
    cell === el ||
    !is(row, ROWS) ||
    queryFirst(row, TICK) === null ||
    is(el, `[role],${OWN}`) ||
    computed(el).userSelect === "none"
  )
    return false;
  const cells = [...queryCss(row, CELLS)].filter((one) => textOf(one) !== "");
  return cells.length >= FEWEST && cells.every((one) => isListening(one)) && queryFirst(cell, CONTROLS) === null;
};
/** Whether a sign that nobody hears of opens the same as the button with words right beside it. @param {Item} item */
const isArrowOfFold = ({ el, tag, control }) => {
  if (
    control ||
    tag !== "button" ||
    !is(el, "[tabindex='-1'][aria-hidden=true][aria-controls][aria-expanded]") ||
    !isSign(el)
  )
    return false;
  return [previousElement(el), nextElement(el)].some(
    (one) =>
      one !== null &&
      is(one, "button[aria-controls]") &&
      textOf(one) !== "" &&
      ["aria-controls", "aria-expanded"].every((name) => attr(one, name) === attr(el, name)),
  );
};
/** What is written of a press that only presses something else. */
const PRESSES = /\btrigger\(\s*['"]click|\.click\(\)/;
/** Whether a cell says by its own script that a press on it presses the one tick box of its row. @param {Item} item */
const isTickedFrom = ({ el, control }) => {
  const row = !control && is(el, CELLS) && PRESSES.test(attr(el, "onclick") ?? "") ? parent(el) : null;
  return row !== null && is(row, ROWS) && queryCss(row, TICK).length === 1 && queryFirst(el, CONTROLS) === null;
};
/** Whether the end of a branch is drawn with a button that takes most of it and says the same: a press comes there. @param {Item} item */
const isLeafAround = (item) =>
  !item.control &&
  roleTokens(item.el)[0] === "treeitem" &&
  attr(item.el, "aria-expanded") === null &&
  (item.parts ?? []).some(
    (part) =>
      !part.dropped &&
      part.tag === "button" &&
      textOf(part.el) !== "" &&
      textOf(part.el) === textOf(item.el) &&
      widthOf(part) > widthOf(item) / 2,
  );
/** Whether a small box without words holds one sign that listens as it does. @param {Item} item */
const isSignAround = (item) => {
  const { el, kind, control, parts } = item;
  const [inner, more] = (parts ?? []).filter((part) => !part.dropped);
  if (
    control ||
    kind & CONTROL ||
    !inner ||
    more ||
    inner.kind & CONTROL ||
    textOf(el) !== "" ||
    is(el, "[title],[aria-label]") ||
    Math.max(widthOf(item), heightOf(item)) > FIELD
  )
    return false;
  return isListening(el) && isListening(inner.el) && 2 * widthOf(inner) > widthOf(item);
};
/** Whether a field is a line that nobody sees. @param {Item} item */
const isLine = (item) =>
  item.tag === "textarea" &&
  !item.control &&
  is(item.el, "[tabindex='-1']") &&
  heightOf(item) <= 2 &&
  +computed(item.el).opacity < 0.1;
/** Whether something stands around what does the same, or beside it. @param {Item} item */
export const isSecond = (item) =>
  isHeadAround(item) ||
  isHeadOfArrows(item) ||
  isHeadOfTick(item) ||
  isWordsOfHead(item) ||
  isBlankCell(item) ||
  isCellOfTick(item) ||
  isTickedFrom(item) ||
  isArrowOfFold(item) ||
  isLeafAround(item) ||
  isSignAround(item) ||
  isLine(item) ||
  isTiny(item) ||
  isArrowBeside(item) ||
  isChipAround(item) ||
  isAroundList(item) ||
  isItemAround(item) ||
  isKeptRow(item);

/**
 * Whether the words of a head that takes the focus say that they are a button, and keys leave them out: a press on them is one on the head.
 * @param {Item} item @param {Item} outer
 */
export const isHeadWords = ({ el, tag, control }, outer) =>
  !control &&
  is(outer.el, `:is(${HEADS})[tabindex='0']`) &&
  attr(el, "role") === "button" &&
  tag !== "button" &&
  is(el, ":not([tabindex],[onclick],[aria-haspopup],[aria-expanded])") &&
  !isListening(el) &&
  textOf(el) !== "" &&
  textOf(el) === textOf(outer.el);

/** What says by itself that it is pressed. */
const OWN =
  "[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed],[draggable=true],[contenteditable]";
const PARTS = 24;
/** Whether nothing at a part shows that it is pressed: no hand, no answer to the pointer, no state. @param {Element} el */
const isPlain = (el) =>
  !is(el, OWN) &&
  computed(el).cursor !== "pointer" &&
  !answersHover(el) &&
  !(few(el, PARTS) ?? []).some((part) => computed(part).cursor === "pointer" && !closest(part, CONTROLS));

const CRUMBS = "[aria-label*=breadcrumb i],[class*=breadcrumb i]";
/**
 * Whether a crumb says that it is a link and leads nowhere: keys do not reach it and it shows no hand; or it is that of
 * this page, and others beside it have an address.
 * @param {Item} item
 */
const isDeadCrumb = ({ el, tag, control }) => {
  if (control || tag === "a" || roleTokens(el)[0] !== "link" || attr(el, "onclick") !== null) return false;
  const list = closest(el, "nav,ol,ul,[role=navigation],[role=list]");
  if (list && attr(el, "aria-current") === "page" && queryFirst(list, "a[href]") !== null && !isListening(el))
    return true;
  return (
    attr(el, "tabindex") === null &&
    computed(el).cursor !== "pointer" &&
    !answersHover(el) &&
    closest(el, CRUMBS) !== null
  );
};

/** Fewest cells of such a row, and most that are asked. */
const [FEWEST, MOST] = [2, 12];
/** Whether all that a cell holds is words which listen. @param {Element} cell */
const listensWithin = (cell) => {
  const inner = read.firstElement.call(cell);
  return (
    inner !== null &&
    nextElement(inner) === null &&
    isListening(inner) &&
    isPlain(inner) &&
    textOf(inner) !== "" &&
    textOf(inner) === textOf(cell)
  );
};
/**
 * Whether the words of a cell listen as those of other cells in the row do, in a row that is pressed as a whole: they keep presses from it, so that they can be chosen and copied.
 * @param {Item} item
 */
const isKeptCell = ({ el }) => {
  const cell = parent(el);
  const row = cell && is(cell, CELLS) ? parent(cell) : null;
  if (!cell || !row || !is(row, ROWS) || !isListening(row) || !listensWithin(cell)) return false;
  return (
    [...queryCss(row, CELLS)]
      .filter((one) => parent(one) === row)
      .slice(0, MOST)
      .filter(listensWithin).length >= FEWEST
  );
};

/** Whether a row without the hand is chosen by its tick box, and the words of its cells keep presses from it. @param {Item} item */
const isKeptRow = ({ el, kind, control }) =>
  !control &&
  kind === LISTENER &&
  is(el, ROWS) &&
  queryFirst(el, TICK) !== null &&
  [...queryCss(el, CELLS)].slice(0, MOST).filter(listensWithin).length >= FEWEST;

/** Items beside one that are asked. */
const BESIDE = 12;
/** @param {Element} el */
const showsHand = (el) => [el, ...(few(el, PARTS) ?? [])].some((part) => computed(part).cursor === "pointer");
/** Whether one of several in a list says that it is pressed, by the focus that it takes and the hand. @param {Element} one @param {Element} el */
const isPressedKin = (one, el) =>
  read.localName.call(one) === read.localName.call(el) &&
  attr(one, "tabindex") === "0" &&
  isListening(one) &&
  showsHand(one) &&
  classesOf(one).some((token) => classesOf(el).includes(token));
/** Whether an item of a list takes no focus and shows no hand, and one of its kind beside it does: only that is pressed. @param {Item} item */
const isDeadStep = ({ el }) => {
  if (!is(el, "li,[role=listitem]") || textOf(el) === "" || !isPlain(el) || queryFirst(el, CONTROLS)) return false;
  for (const step of [previousElement, nextElement]) {
    for (let at = step(el), i = 0; at && i < BESIDE; at = step(at), i += 1) if (isPressedKin(at, el)) return true;
  }
  return false;
};

const TAGS = new Set(["tag", "chip", "token", "pill"]);
/** Whether the class or a name for tests calls something a tag. @param {Element} el */
const isTag = (el) =>
  [...classesOf(el), attr(el, "data-tid") ?? "", attr(el, "data-testid") ?? ""].some((token) =>
    wordsOfClass(token).some((word) => TAGS.has(word)),
  );
/** Whether the words of a tag show nothing to press, beside the one button that takes it away. @param {Item} item */
const isTagWords = (item) => {
  const { el } = item;
  if (heightOf(item) > CHIP || textOf(el) === "") return false;
  const box = queryFirst(el, "button") ? el : parent(el);
  if (!box || !isTag(box) || rect(box).height > CHIP || !isPlain(el) || computed(el).userSelect === "none")
    return false;
  const [cross, more] = queryCss(box, CONTROLS);
  return (
    cross !== undefined &&
    more === undefined &&
    is(cross, "button") &&
    isSign(cross) &&
    textOf(box) === textOf(el) &&
    !holds(cross, el)
  );
};

/** Whether a number without the hand says how many there are of what the one button of its item is called. @param {Item} item */
const isNumberOf = ({ el }) => {
  const item = closest(el, "li,[role=listitem],[role=option]");
  if (!item || !/^\d+$/.test(textOf(el)) || rect(item).height > CHIP || !isPlain(el)) return false;
  const [button, more] = [...queryCss(item, "button,[role=button]")].filter((one) => textOf(one) !== "");
  return (
    button !== undefined &&
    more === undefined &&
    !holds(button, el) &&
    textOf(item).replace(textOf(button), "").trim() === textOf(el)
  );
};
const SORTS = /(?:^|[-_])sort(?:able|ed|er|ing)?(?:[-_]|$)/i;
/** Whether a class says that something sorts. @param {Element} el */
export const namesSort = (el) => classesOf(el).some((token) => SORTS.test(token));
/** Whether a head says or shows that it sorts. @param {Element} head */
const showsSort = (head) =>
  !isPlain(head) ||
  is(head, "[aria-sort],[tabindex]") ||
  /sort|order/i.test(attr(head, "title") ?? "") ||
  queryFirst(head, "svg,img,i,button,a,input,[class*=sort i],[class*=caret i],[class*=arrow i]") !== null ||
  namesSort(head) ||
  [":before", ":after"].some((at) => !/^(?:none|normal|"")$/.test(getComputedStyle(head, at).content));
/** Whether all heads of a table listen, and none of them shows that it sorts: a kit hears of presses on all of them. @param {Item} item */
const isDeadHead = ({ el }) => {
  const row = is(el, HEADS) ? parent(el) : null;
  if (!row || !is(row, ROWS)) return false;
  const heads = [...queryCss(row, HEADS)].filter(
    (one) => parent(one) === row && textOf(one) !== "" && rect(one).width > 1,
  );
  return heads.length > FEWEST && heads.slice(0, MOST).every((one) => isListening(one) && !showsSort(one));
};
/** Whether the words of a crumb listen without a hand, and others beside it have an address: it is that of this page. @param {Item} item */
const isOwnCrumb = ({ el }) => {
  const list = closest(el, CRUMBS) ? parent(el) : null;
  return (
    list !== null &&
    textOf(el) !== "" &&
    rect(el).height <= CHIP &&
    (isPlain(el) || isStyledAsLinked(el)) &&
    !queryFirst(el, "a[href],button") &&
    nextElement(el) === null &&
    queryFirst(list, "a[href]") !== null
  );
};
/** Whether the crumb before has the same classes and a link in it: the hand that comes is meant for that. @param {Element} el */
const isStyledAsLinked = (el) => {
  const before = previousElement(el);
  return (
    before !== null &&
    !is(el, OWN) &&
    computed(el).cursor !== "pointer" &&
    attr(before, "class") === attr(el, "class") &&
    queryFirst(before, "a[href]") !== null
  );
};
/** Whether a row shows nothing, and one like it stands right before it: blank lines that fill a table. @param {Item} item */
const isBlankRow = ({ el }) => {
  const before = is(el, ROWS) && isBlankLine(el) ? previousElement(el) : null;
  return before !== null && isBlankLine(before) && isListening(before);
};
/** @param {Element} row */
const isBlankLine = (row) => textOf(row) === "" && queryFirst(row, `img,svg,i,canvas,${CONTROLS}`) === null;
/** Whether a sign that is kept from those who hear says by its class that it parts crumbs. @param {Element} el */
const isDivider = (el) =>
  is(el, "[aria-hidden=true]:not([onclick],[tabindex],a,button)") &&
  textOf(el) === "" &&
  computed(el).cursor !== "pointer" &&
  classesOf(el).some((token) => /(?:^|[-_])(?:divider|separator)$/i.test(token)) &&
  closest(el, CRUMBS) !== null;
/** Whether a sign says that it only parts what stands beside it: crumbs. @param {Item} item */
export const isParting = ({ el }) =>
  isDivider(el) ||
  (is(el, "[role=separator]:not([tabindex],[onclick])") &&
    /^[^\p{L}\p{N}]{0,3}$/u.test(textOf(el)) &&
    !/resize|grab|move/.test(computed(el).cursor) &&
    !resizes(el));
/** Whether something that listens, or says that it is a link, does nothing at a press. @param {Item} item */
export const isIdle = (item) => {
  if (item.control || item.kind === TEXT) return false;
  if (item.kind & CONTROL) return isDeadCrumb(item);
  return (
    item.kind === LISTENER &&
    (isNumberOf(item) ||
      isKeptCell(item) ||
      isDeadHead(item) ||
      isDeadStep(item) ||
      isTagWords(item) ||
      isOwnCrumb(item) ||
      isBlankRow(item))
  );
};

/** Whether a component is the label of a field that has its mark, which a press on it gives the focus. @param {Item} item @param {Set<Element>} left */
export const isLabelOf = ({ el, tag, kind, control }, left) => {
  const root = tag === "label" ? rootNode(el) : null;
  const host = root instanceof ShadowRoot ? read.host.call(root) : el;
  const isLabel = read.localName.call(host).includes("-") && read.localName.call(host).split("-").includes("label");
  const id = !control && !(kind & CONTROL) && isLabel ? attr(host, "for") : null;
  const target = id ? byId(rootNode(host), id) : null;
  return target !== null && [...left].some((one) => one === target || holds(target, one));
};
