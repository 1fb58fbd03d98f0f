// Tells what does only what another mark does: a chip around its own buttons. And the words of crumbs, tags and heads that listen
// and do nothing.
import { CONTROL, LISTENER, TEXT, roleTokens } from "./candidates.js";
import { wordsOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, rect } from "./dom.js";
import { answersHover } from "./hover_rules.js";
import { isListening } from "./listeners.js";
import { closest, computed, few, nextElement, previousElement, queryCss, queryFirst } from "./native.js";
import { packed } from "./text.js";
import { wordsIn } from "./words_in.js";

/** Highest chip and highest field, px; longest side of a sign; room that a chip has beside its parts. */
const CHIP = 48;
const SIGN = 40;
const ROOM = 48;
const CONTROLS =
  "input:not([type=hidden]),select,textarea,button,a[href],[role=button],[role=link],[role=combobox],[tabindex='0']";

const HEADS = "th,[role=columnheader]";
const ROWS = "tr,[role=row]";
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

/** Whether something stands around what does the same, or beside it. @param {Item} item */
export const isSecond = (item) => isChipAround(item);

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

/** Whether a head says or shows that it sorts. @param {Element} head */
const showsSort = (head) =>
  !isPlain(head) ||
  is(head, "[aria-sort],[tabindex]") ||
  /sort|order/i.test(attr(head, "title") ?? "") ||
  queryFirst(head, "svg,img,i,button,a,input,[class*=sort i],[class*=caret i],[class*=arrow i]") !== null ||
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
/** Whether something that listens, or says that it is a link, does nothing at a press. @param {Item} item */
export const isIdle = (item) => {
  if (item.control || item.kind === TEXT) return false;
  if (item.kind & CONTROL) return isDeadCrumb(item);
  return item.kind === LISTENER && (isDeadHead(item) || isTagWords(item) || isOwnCrumb(item) || isBlankRow(item));
};
