// Tells how something stands where only its style shows it: the chosen one of several tabs or pages. A word of a class and what is painted must agree; else nothing is said.
import { monthOf } from "./calendar_days.js";
import { lastWordOfClass, wordsOfClass } from "./class_words.js";
import { attr, classesOf, is, parent, read, rect, rootOf } from "./dom.js";
import { isListening } from "./listeners.js";
import { computed, few, isUnpainted, nextElement, parentNode, previousElement, queryCss } from "./native.js";
import { queryFirst, rootNode } from "./native.js";
import { textOf } from "./text.js";
import { wordsIn } from "./words_in.js";

/** Last word of a class: that alone may be said of one; the others of several as well. */
const ONE = new Set(["active", "current", "activated"]);
const SOME = new Set(["selected", "chosen", "checked", "sel", "picked", "playing"]);
/** What is chosen where its state is written before its kind: `activeTab`, `selected-item`. */
const ITEMS = new Set([
  "button",
  "cell",
  "child",
  "date",
  "day",
  "element",
  "entry",
  "item",
  "link",
  "month",
  "option",
  "page",
  "step",
  "tab",
  "year",
]);
/** What else says how it stands by itself. */
const ROLES = new Set(
  "menuitemradio link tab button listitem menuitem generic none group gridcell cell treeitem row option image".split(
    " ",
  ),
);
const SAID = ["checked", "pressed", "selected", "current"];
/** Steps up to the item, as many times larger that may be, neighbours that are compared, parts of each. */
const STEPS = 4;
const LARGER = 3;
const BESIDE = 40;
const COMPARED = 12;
const PARTS = 6;

/** Whether a class says that something is chosen, by its last word; "" if not. @param {string} token */
const chosenWord = (token) => {
  const last = lastWordOfClass(token);
  const words = wordsOfClass(token);
  // A box in it is ticked: that says nothing of the item.
  if (/(?:checkbox|radio|switch)[-_]+(?:checked|on)$/i.test(token)) return "";
  if (words.length === 2 && last !== "" && ITEMS.has(last) && (ONE.has(words[0]) || SOME.has(words[0])))
    return "active";
  if (token === "on" || token === "is-on" || /[a-z](?:_|--)on$/.test(token)) return "on";
  return ONE.has(last) || SOME.has(last) ? last : "";
};
/** The word by which an element is chosen: of a class, or a property of a component. @param {Element} el */
const wordOf = (el) => {
  for (const token of classesOf(el)) {
    // What a tab shows is no one of several to press.
    if (/(?:^|[-_])(?:tab)?pan(?:e|el)(?:[-_]|$)/i.test(token)) return "";
    const word = chosenWord(token);
    if (word) return word;
  }
  if (STATES.has(attr(el, "data-state") ?? "")) return "selected";
  const names = [...ONE, ...SOME];
  const own = read.localName.call(el).includes("-") ? names.find((name) => isSet(el, name)) : undefined;
  if (own) return own;
  const told = Element.prototype.getAttributeNames
    .call(el)
    .find(
      (name) => name.startsWith("data-") && names.includes(name.slice(name.lastIndexOf("-") + 1)) && isSet(el, name),
    );
  return told ? told.slice(told.lastIndexOf("-") + 1) : "";
};
/** What `data-state` says of what is chosen. */
const STATES = new Set(["on", "active", "selected", "checked"]);
/** @param {Element} el @param {string} name */
const isSet = (el, name) => {
  const value = attr(el, name);
  return value !== null && !/^(?:false|no|0|off|none|null|undefined)$/.test(value);
};
/** What a class says of the place among others. */
const PLACE = /(?:^|[-_])(?:first|last|odd|even)$/i;
/** Neighbours of its kind: of its tag, with a class in common. @param {Element} el */
const peersOf = (el) => {
  const own = new Set(classesOf(el).filter((token) => !chosenWord(token) && !PLACE.test(token)));
  const tag = read.localName.call(el);
  /** @param {Element | null} other */
  const isPeer = (other) =>
    other !== null &&
    read.localName.call(other) === tag &&
    (own.size === 0 || classesOf(other).some((token) => own.has(token)));
  const peers = besides(el).filter(isPeer);
  // The link of an item has its equals in the items beside that.
  for (let at = parent(el), i = 0; at && peers.length === 0 && i < UP && isAlone(el, at); at = parent(at), i += 1) {
    const kind = read.localName.call(at);
    const items = besides(at).filter((item) => read.localName.call(item) === kind);
    for (const item of items) {
      const peer = queryFirst(item, tag);
      const kin =
        peer && !isPeer(peer) && own.size > 0
          ? queryFirst(item, [...own].map((token) => `${tag}.${CSS.escape(token)}`).join())
          : peer;
      if (kin && isPeer(kin)) peers.push(kin);
    }
  }
  if (peers.length > 0 || own.size === 0) return peers;
  const written = besides(el).filter((other) => read.localName.call(other) === tag && isWrittenAlike(el, other));
  return written.length > 0
    ? written
    : besides(el).filter((other) =>
        classesOf(other).some((token) => own.has(token) && ITEMS.has(lastWordOfClass(token))),
      );
};
/** What tells one from another, or how it stands. */
const TELLING =
  /^(?:class|style|id|href|tabindex|aria-.*|data-(?:.*-)?(?:active|current|selected|chosen|checked|disabled))$/;
/** Names of attributes that are the same in all of a kind. @param {Element} el */
const namesOf = (el) =>
  Element.prototype.getAttributeNames.call(el).filter((/** @type {string} */ name) => !TELLING.test(name));
/** Whether two of one tag have no class in common since a program makes up a class for each style, and the same attributes. @param {Element} el @param {Element} other */
const isWrittenAlike = (el, other) => {
  const [own, its] = [namesOf(el), namesOf(other)];
  const isKind =
    is(el, "a,button,li") || own.some((name) => attr(el, name) !== "" && attr(el, name) === attr(other, name));
  return isKind && classesOf(other).length === classesOf(el).length && own.join() === its.join();
};
/** Steps up to an item whose one part says that it is chosen. */
const UP = 2;
/** Whether an item says no more than its part does. @param {Element} el @param {Element} item */
const isAlone = (el, item) => wordsIn(item) === wordsIn(el);
/** Those before and behind it. @param {Element} el */
const besides = (el) => {
  const found = [];
  for (const step of [previousElement, nextElement]) {
    for (let at = step(el), n = 0; at && n < BESIDE; at = step(at), n += 1) found.push(at);
  }
  return found;
};
/** How one of several is painted, with its parts. @param {Element} el */
const looksOf = (el) => {
  const inner = rootOf(el);
  const first = inner ? queryFirst(/** @type {any} */ (inner), "*") : null;
  const parts = [el, ...(first ? [first] : []), ...(few(first ?? el, 4 * PARTS) ?? []).slice(0, PARTS)];
  return parts
    .map(
      (part) =>
        `${paintOf(getComputedStyle(part))}${[":before", ":after"].map((at) => pseudoOf(part, at)).join()}${attr(part, "icon") ?? ""}`,
    )
    .join("|");
};
/** @param {CSSStyleDeclaration} style */
const paintOf = ({
  backgroundColor,
  color,
  fontWeight,
  opacity,
  boxShadow,
  borderBottomColor,
  borderBottomWidth,
  borderLeftColor,
  borderLeftWidth,
  outlineWidth,
  outlineColor,
  outlineStyle,
}) =>
  [
    backgroundColor,
    color,
    fontWeight,
    opacity,
    boxShadow,
    lineOf(borderBottomWidth, borderBottomColor),
    lineOf(borderLeftWidth, borderLeftColor),
    outlineStyle === "none" ? "" : lineOf(outlineWidth, outlineColor),
  ].join();
/** @param {string} width @param {string} colour */
const lineOf = (width, colour) => (parseFloat(width) > 0 ? width + colour : "");
/** @param {Element} el @param {string} at */
const pseudoOf = (el, at) => {
  const style = getComputedStyle(el, at);
  return style.content === "none" || style.content === "normal" ? "" : style.content + style.transform + paintOf(style);
};
/** The component that an element is the only part of to press, itself if there is none. @param {Element} el */
const hostOf = (el) => {
  const root = rootNode(el);
  return root instanceof ShadowRoot && queryCss(root, PRESSED).length <= 1 ? read.host.call(root) : el;
};
const PRESSED = "button,a[href],input,select,textarea";
/** Whether one alone of its equals has such a word, and is painted otherwise than they are. @param {Element} el @param {string} word */
const isMarkedOut = (el, word) => {
  const peers = peersOf(el);
  const plain = peers.filter((peer) => !wordOf(peer));
  const most = ONE.has(word) ? 0 : plain.length;
  if (plain.length === 0 || peers.length - plain.length > most) return false;
  const own = looksOf(el) + signsOf(el);
  return plain.slice(0, COMPARED).every((peer) => looksOf(peer) + signsOf(peer) !== own);
};
/** Whether a word of its class says that an element is the chosen one, and it alone of its equals is painted so. @param {Element} el */
export const isMarkedOutAmong = (el) => wordOf(el) !== "" && isMarkedOut(el, wordOf(el));

/** Whether it has the hand, and which of its first parts without words take room: a tick that is drawn in what is chosen. @param {Element} el */
const signsOf = (el) =>
  `${computed(el).cursor === "pointer"}` +
  (few(el, 4 * PARTS) ?? [])
    .slice(0, PARTS)
    .filter((part) => wordsIn(part) === "")
    .map((part) => `${rect(part).width > 1}`)
    .join();
/** Whether something is all that its component shows: its equals stand in others. @param {Element} el */
const isWhole = (el) =>
  el !== hostOf(el) && parentNode(el) === rootNode(el) && besides(el).every((one) => wordsIn(one) === "");
/** Whether something without words beside others is a sign of theirs. @param {Element} el */
const isPart = (el) => wordsIn(el) === "";
/** Whether something takes more than the pixel of words for those who hear. @param {Element} el */
const isSeen = (el) => rect(el).width > 1 && rect(el).height > 1;
/** Whether its own class says that it is chosen, or that of its item or component. @param {Element} el */
const isChosen = (el) => {
  const { width, height } = rect(el);
  const inner = read.firstElement.call(el);
  if (inner && nextElement(inner) === null && wordsIn(inner) === wordsIn(el) && wordOf(inner))
    return isMarkedOut(inner, wordOf(inner));
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i <= STEPS; at = parent(at), i += 1) {
    const size = rect(at);
    if (size.width * size.height > LARGER * width * height && wordsIn(at) !== wordsIn(el)) break;
    // A cross in what is chosen is not chosen itself.
    if (at !== el && wordsIn(el) === "" && wordsIn(at) !== "") return false;
    const word = wordOf(at);
    if (word && !isWhole(at)) return isMarkedOut(at, word);
    // What stands beside others of its kind is one of them: what is around all of them is another thing.
    const tag = read.localName.call(at);
    if (besides(at).some((one) => read.localName.call(one) === tag && !isPart(one) && isSeen(one))) break;
  }
  const host = hostOf(el);
  if (host !== el && wordsIn(el) === "" && wordsIn(host) !== "") return false;
  const word = host === el ? "" : wordOf(host);
  return word !== "" && isMarkedOut(host, word);
};

/** Fewest of a row of which one alone looks otherwise, and how much their widths may differ, px. */
const SEGMENTS = 3;
const LEVEL = 2;
/**
 * Whether one of a row of tabs, or of buttons of one width without a gap, is painted otherwise than all others, which are
 * painted alike: of such a row one is always chosen. Buttons must differ by one class more, too.
 * @param {Element} el @param {string} role
 */
const isOddOne = (el, role) => {
  if (
    !["tab", "button", "generic", "link"].includes(role) ||
    is(el, ":hover,:focus,:disabled,[aria-selected],[aria-pressed],[aria-current]")
  )
    return false;
  const tag = read.localName.call(el);
  const all = besides(el).filter((one) => read.localName.call(one) === tag && attr(one, "role") === attr(el, "role"));
  if (all.length < SEGMENTS - 1 || all.some((one) => is(one, "[aria-selected=true],:hover,:focus"))) return false;
  if (role === "generic") return isUnderlined(el, all);
  if (role === "link") return isTabOfLinks(el, all);
  if (role === "button") {
    // In a row of like ones the first tells it: the rest is asked of one that has a class more.
    const its = classesOf(all[0]);
    if (classesOf(el).every((token) => its.includes(token))) return false;
    if (isFilledIn(el, all)) return true;
    if (!all.every((one) => hasOneMore(el, one)) || !isSegment(el, all)) return false;
  }
  const own = looksOf(el);
  const looks = all.slice(0, COMPARED).map(looksOf);
  return looks[0] !== own && looks.every((look) => look === looks[0]);
};
/** Whether one of a row that is all in its box has a line below it, and one class more than all others, which have none. @param {Element} el @param {Element[]} all */
const isUnderlined = (el, all) => {
  const isRow = all.every((one) => Math.abs(rect(one).top - rect(el).top) < LEVEL && isListening(one));
  if (
    !isRow ||
    !isListening(el) ||
    besides(el).length > all.length ||
    !all.every((one) => hasOneMore(el, one) && hasWords(one))
  )
    return false;
  return hasLine(el) && !all.some(hasLine);
};
/** Thinnest line of a tab, px. */
const LINE = 2;
/** A link, or the one part that it is drawn by. @param {Element} link */
const partOf = (link) => {
  const part = read.firstElement.call(link);
  return part && nextElement(part) === null && wordsIn(part) === wordsIn(link) ? part : link;
};
/** Whether one of some links on a line has a thick line below it and words of another colour than all others, which have none. @param {Element} el @param {Element[]} all */
const isTabOfLinks = (el, all) => {
  const isRow = all.every((one) => Math.abs(rect(one).top - rect(el).top) < LEVEL && hasWords(one));
  const [own, ...others] = [el, ...all].map(partOf);
  if (!isRow || !hasWords(el) || !isLined(own) || others.some(isLined)) return false;
  const [colour, ...colours] = [own, ...others].map((one) => computed(one).color);
  return colours.every((one) => one === colours[0]) && colours[0] !== colour;
};
/** @param {Element} el */
const isLined = (el) => hasLine(el) && parseFloat(computed(el).borderBottomWidth) >= LINE;
/** @param {Element} el */
const hasWords = (el) => /\p{L}/u.test(wordsIn(el));
/** Whether a line is painted below something, and none above it. @param {Element} el */
const hasLine = (el) => {
  const { borderBottomWidth, borderBottomColor, borderTopWidth } = computed(el);
  return parseFloat(borderBottomWidth) > 0 && !isUnpainted(borderBottomColor) && parseFloat(borderTopWidth) === 0;
};
/** @param {Element} el @param {Element[]} all */
const isSegment = (el, all) => {
  const boxes = [el, ...all].map((one) => rect(one)).sort((a, b) => a.left - b.left);
  return boxes.every(
    (box, i) =>
      Math.abs(box.width - boxes[0].width) < LEVEL &&
      Math.abs(box.top - boxes[0].top) < LEVEL &&
      (i === 0 || Math.abs(box.left - boxes[i - 1].right) < LEVEL),
  );
};
/**
 * Whether one of several buttons with words that stand wall to wall in a box of their own is filled and all others are
 * clear, and one class of it differs from theirs, which are the same.
 * @param {Element} el @param {Element[]} all
 */
const isFilledIn = (el, all) => {
  const boxes = [el, ...all].map((one) => rect(one)).sort((a, b) => a.left - b.left);
  const isRow = boxes.every(
    (box, i) =>
      Math.abs(box.top - boxes[0].top) < LEVEL &&
      Math.abs(box.height - boxes[0].height) < LEVEL &&
      (i === 0 || Math.abs(box.left - boxes[i - 1].right) < LEVEL),
  );
  if (
    !isRow ||
    [el, ...all].some((one) => !/\p{L}/u.test(wordsIn(one)) && !is(one, "[aria-label],[title]")) ||
    besides(el).length > all.length
  )
    return false;
  const [own, ...kinds] = [el, ...all].map((one) => classesOf(one).filter((token) => !PLACE.test(token)));
  const differing = own.filter((token) => !kinds[0].includes(token));
  if (
    kinds.some((its) => its.join() !== kinds[0].join()) ||
    own.length - kinds[0].length > 1 ||
    own.length < kinds[0].length ||
    differing.length !== 1
  )
    return false;
  return !isUnpainted(computed(el).backgroundColor) && all.every((one) => isUnpainted(computed(one).backgroundColor));
};
/** @param {Element} el @param {Element} other */
const hasOneMore = (el, other) => {
  const [own, its] = [classesOf(el), classesOf(other)];
  return own.length === its.length + 1 && its.every((token) => own.includes(token));
};

/** How wide the drawings are that lie over each other in a sign: one of them may be cut. @param {Element} el */
const filledOf = (el) => {
  const widths = [];
  for (let at = read.firstElement.call(el); at && widths.length < PARTS; at = nextElement(at))
    if (rect(at).width >= 1) widths.push(Math.round(rect(at).width));
  return widths.join();
};
const RATING = /(?:^|[-_])(?:rate|rating|stars?)(?:$|[-_])/i;
/** Fewest and most signs of a rating, longest side of one, px. */
const [FEWEST, MOST, SIGN] = [3, 10, 48];
/**
 * Whether a sign of a rating is one of those that count: they come first and are painted otherwise than the rest.
 * @param {Element} el @param {string} text
 */
const isRated = (el, text) => {
  const { width, height } = rect(el);
  if (/[\p{L}\p{N}]/u.test(text) || width > SIGN || height > SIGN) return undefined;
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < STEPS; at = parent(at), i += 1) {
    const up = parent(at);
    if (!up || ![up, at].some((one) => classesOf(one).some((token) => RATING.test(token)))) continue;
    const tag = read.localName.call(at);
    const items = [];
    for (let one = read.firstElement.call(up); one && items.length <= MOST; one = nextElement(one)) {
      if (read.localName.call(one) === tag) items.push(one);
    }
    if (items.length < FEWEST || items.length > MOST) continue;
    const looks = items.map((one) => looksOf(one) + filledOf(one));
    const first = looks.findIndex((look) => look !== looks[0]);
    if (first < 0 || looks.slice(first).some((look) => look !== looks[first])) return undefined;
    return items.indexOf(at) < first;
  }
  return undefined;
};
/** Last word of a class of what is done. */
const DONE = new Set(["checked", "done", "completed", "complete", "crossed", "finished"]);
/** @param {Element} el */
const isStruck = (el) =>
  computed(el).textDecorationLine.includes("line-through") &&
  classesOf(el).some((token) => DONE.has(lastWordOfClass(token)));
/** Whether an item of a list is struck out, or others of its kind are and it is not; undefined for anything else. @param {Element} el @param {string} role */
const isTickedOff = (el, role) => {
  if (role !== "listitem" || !isListening(el)) return undefined;
  if (isStruck(el)) return true;
  const tag = read.localName.call(el);
  return besides(el).some((one) => read.localName.call(one) === tag && isStruck(one)) ? false : undefined;
};
/** Words of a class of heads that fold what stands below them. */
const FOLDS = new Set(["accordion", "collapsible", "faq", "foldable"]);
/** @param {Element} el */
const isFold = (el) => classesOf(el).some((token) => wordsOfClass(token).some((word) => FOLDS.has(word)));
/**
 * Whether a sign counts in the rating that it is one of; undefined for anything else.
 * @param {Element} el @returns {boolean | undefined}
 */
export const ratingOf = (el) => isRated(el, textOf(el));

/** Adds to a state what only its style shows. @param {Element} el @param {string} role @param {string} text @param {any} state */
export const putShownState = (el, role, text, state) => {
  // What sorts is active where it does: that is said as such. Where one writes, a class tells of the tick beside it.
  if (!ROLES.has(role) || state.sort !== undefined || is(el, "[contenteditable]:not([contenteditable=false])")) return;
  const month = monthOf(el, text);
  if (month) state.month = month;
  const rated = SAID.some((key) => state[key] !== undefined) ? undefined : isRated(el, text);
  if (rated !== undefined) {
    state.checked = rated;
    return;
  }
  const isDone = SAID.some((key) => state[key] !== undefined) ? undefined : isTickedOff(el, role);
  if (isDone !== undefined) {
    state.checked = isDone;
    return;
  }
  // Nothing is written of one of several of which a class says that it is the chosen one.
  if (role === "menuitemradio" && state.checked === false && attr(el, "aria-checked") === null && isChosen(el))
    state.checked = true;
  // What is open says so, and is painted as that.
  if (SAID.some((key) => state[key] !== undefined) || state.expanded === true) return;
  if (!(isChosen(el) || (!state.disabled && isOddOne(el, role)))) {
    if (
      role === "button" &&
      state.expanded === undefined &&
      isFold(el) &&
      besides(el).some((one) => isFold(one) && wordOf(one) !== "")
    )
      state.expanded = false;
    return;
  }
  state[role === "link" ? "current" : isFold(el) && state.expanded === undefined ? "expanded" : "selected"] = true;
};
