// Guesses words for what has neither name nor text: from its icon, its tooltip, its place on the page.
// Names stay what assistive technology announces; a guess is told beside them, as one.
import { chartWords } from "./chart_words.js";
import { looksOf } from "./chosen.js";
import { lastWordOfClass, wordsOfClass } from "./class_words.js";
import { attr, classesOf, eachChild, is, isElement, parent, read, rect, rects, rootOf } from "./dom.js";
import { drawnControlOf, labelOfDrawn } from "./drawn_controls.js";
import { drawnSign } from "./drawn_signs.js";
import { CONTROLS, FIELD, before, behind, columnOf, floating, groupName, isOfRow } from "./field_labels.js";
import { labelAround, labelOf, ofRow, overBox, paintedAt } from "./field_labels.js";
import { turnOf } from "./folds.js";
import { resizes } from "./hover_rules.js";
import { TOOLTIPS, isMade, isWord, ofAct, ofIcon, ofImages, ofPicture, ofTipBehind, spaced } from "./icon_words.js";
import { tooltipOf } from "./icon_words.js";
import { ligatureOf } from "./ligatures.js";
import { isListening } from "./listeners.js";
import { byId, closest, computed, countIn, few, isSvg, memo, nextElement, previousElement } from "./native.js";
import { queryCss, queryFirst, rootNode, seenText, textContent } from "./native.js";
import { roleOf } from "./roles.js";
import { labelInItem, openedBy, wordsApart } from "./roving.js";
import { ownWords } from "./seen_words.js";
import { line, textOf } from "./text.js";
import { isRated } from "./ticks.js";
import { wordsIn } from "./words_in.js";

const LONGEST = 60;
/** Elements inside that are looked at for an icon. */
const PARTS = 12;
/** Of those, parts whose background may be an icon. */
const IMAGED = 3;
const PLAIN =
  /^(?:_?(?:checked|selected|check)|input|button|btn|field|checkbox|radio|select|control|controls|root|main|content|container|wrapper|slider|thumb|track|app|text|toggle|trigger)$/i;
/** Whether somebody named this very element so; in a shadow tree all of a kind are called the same. @param {Element} el @param {string} id */
const isWritten = (el, id) =>
  /[a-z]{3}/i.test(id) &&
  id.length <= 30 &&
  !id.endsWith("[]") &&
  isWord(id) &&
  !PLAIN.test(id) &&
  !(rootNode(el) instanceof ShadowRoot);

/** As much larger than its shape a group with its words may be. */
const LARGER = 3;
/** Texts of a drawing that are asked where they lie. */
const TEXTS = 400;
/** The texts that stand in a group beside its shapes, each with its box. @param {Element} group */
const textsIn = (group) => {
  const known = memo("textsOfGroups");
  let found = known.get(group);
  if (!found) {
    found = [...queryCss(group, ":scope > text")].slice(0, TEXTS).map((one) => ({ one, box: rect(one) }));
    known.set(group, found);
  }
  return found;
};
/** The words that lie on a shape: a text beside it in its group whose middle is in it, and no other one is. @param {Element} el @param {Element} group */
const ofTextOver = (el, group) => {
  const { left, right, top, bottom } = rect(el);
  const [first, more] = textsIn(group).filter((/** @type {{ box: Rect }} */ { box }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return box.width > 0 && x > left && x < right && y > top && y < bottom && box.height <= bottom - top + 2;
  });
  return first && !more ? textOf(first.one) : "";
};
/** What is drawn on a part of a drawing. @param {Element} el */
const ofDrawing = (el) => {
  const group = isSvg(el) ? parent(el) : null;
  if (!group || read.localName.call(group) !== "g") return "";
  const over = /^(?:rect|circle|ellipse|polygon|path)$/.test(read.localName.call(el)) ? ofTextOver(el, group) : "";
  if (over) return over;
  // Of several shapes of a kind, words that lie on another are none of it.
  if (textsIn(group).length > 0 && queryCss(group, `:scope > ${read.localName.call(el)}`).length > 1) return "";
  // The words of a whole drawing are not those of a shape in it.
  const [own, around] = [rect(el), rect(group)];
  return around.width * around.height > LARGER * own.width * own.height ? "" : textOf(group);
};

/** The words that are drawn on a part of a drawing, or what a chart says of it. @param {Element} el */
const drawnWith = (el) => {
  const words = ofDrawing(el);
  return /\p{L}/u.test(words) ? words : chartWords(el) || words;
};

/**
 * Words that may say what a nameless element is for, from the surest to the boldest; "" if there
 * are none: the names that frameworks give their parts would only mislead, and so would most ids.
 * @param {Element} el @param {string} description @param {Element} [shown]
 */
export const labelHint = (el, description, shown = el) => {
  const words = guess(el, description, shown);
  // Numbers of lines, or of another field, say nothing.
  return /\p{L}/u.test(words) ? line(SPREAD.test(words) ? words.replace(/ /g, "") : words, LONGEST) : "";
};

/** A word of which each letter is a box of its own: `E m a i l`. */
const SPREAD = /^(?:\p{L} ){2,}\p{L}:?$/u;
/** @param {Element} el @param {string} description @param {Element} shown */
const guess = (el, description, shown) => {
  const own =
    ofHidden(el) || tooltipOf(el) || (description.length <= LONGEST && !isMade(description) ? description : "");
  const tick = ofTick(el);
  const drawnAs = tick ? null : drawnControlOf(el);
  const tooltip =
    own ||
    ofHost(el) ||
    (tick && (besideTick(el, shown) || writtenBehind(el) || tick)) ||
    (drawnAs && (labelOfDrawn(el) || (drawnAs.kind === "checkbox" && ofHead(el)) || ofColour(el) || drawnAs.kind));
  if (tooltip) return tooltip;
  if (is(el, FIELD)) {
    const field = attr(el, "name") || (FIELD_ID.test(attr(el, "id") ?? "") ? (attr(el, "id") ?? "") : "");
    const words =
      labelInItem(el) ||
      labelAround(el) ||
      groupName(el) ||
      ofColumn(el) ||
      behind(el, shown) ||
      floating(el, shown) ||
      labelOf(el, shown) ||
      placeholderOf(el) ||
      before(el, shown) ||
      ofWrapper(el) ||
      paintedAt(el, shown) ||
      overBox(shown) ||
      ofRow(el, shown);
    return (
      words ||
      (is(el, "[type=checkbox]") && ofHead(el)) ||
      (isWritten(el, field) && !OF_KIT.test(spaced(field)) && !isOfRow(el) ? spaced(field) : "")
    );
  }
  if (is(el, "[role=checkbox]") && textOf(el) === "" && ofHead(el)) return ofHead(el);
  const opened = openedBy(el);
  const drawn = (opened && wordsApart(opened)) || ofWrapper(el) || drawnWith(el) || ofColour(el) || ofNarrow(el);
  if (drawn) return drawn;
  // What it does by its own class says more than what is drawn on it.
  const act = ofAct(el);
  if (CLOSES.test(act)) return ofFold(el, act) || act;
  // Which way its arrow points is how it stands.
  if (act === "expand" && turnOf(el) !== "") return act;
  // An arrow may be turned round by its style.
  if (TURNS.test(act)) return act;
  const parts = drawingOf(el).filter(isRendered);
  for (const part of parts) {
    const found = tooltipOf(part) || ofPicture(part) || ofIcon(part);
    if (found) return (SIGN.test(found) && ofId(el)) || found;
  }
  const drawing = ofIcon(el) || ofAct(el) || ofSign(el, parts) || ofTipBehind(el);
  return (
    drawing ||
    ofImages([el, ...parts.slice(0, IMAGED)]) ||
    ofPlace(el) ||
    ofTrack(el) ||
    ofId(el) ||
    ([el, ...parts].some(hasBars) ? "menu" : drawnSign([el, ...parts])) ||
    ofPurpose(el) ||
    ofData(el) ||
    (isRated(el, textOf(el), looksOf) === undefined ? "" : "star")
  );
};
/** What draws the sign of something: parts of it, or of a component in it. @param {Element} el */
export const drawingOf = (el) => {
  const drawnBy = few(rootOf(el) ? (queryFirst(/** @type {any} */ (rootOf(el)), "*") ?? el) : el, PARTS) ?? [];
  // What stands in a component from outside is drawn in it.
  const shown = drawnBy.flatMap((part) => [part, ...(read.localName.call(part) === "slot" ? shownIn(part) : [])]);
  return shown.flatMap((part) =>
    [part, ...(rootOf(part) ? queryCss(/** @type {any} */ (rootOf(part)), "svg,i,span") : [])].slice(0, PARTS),
  );
};
/** @param {Element} slot */
const shownIn = (slot) => {
  /** @type {Element[]} */
  const found = [];
  eachChild(slot, "slot", (node) => {
    if (isElement(node) && found.length < IMAGED) found.push(/** @type {Element} */ (node));
  });
  return found;
};
/** What a tick box in a head ticks. @param {Element} el */
const ofHead = (el) => {
  const head = closest(el, HEAD);
  const row = head && parent(head);
  // A row of data may begin with a head of its own.
  return row && !(is(row, "tr,[role=row]") && queryFirst(row, "td,[role=cell],[role=gridcell]")) ? "all rows" : "";
};
/** What is painted in a field as long as nothing is, where a label without words takes its place as a name. @param {Element} el */
const placeholderOf = (el) => (is(el, ":placeholder-shown") ? (attr(el, "placeholder") ?? "").trim() : "");
/** The words beside the sign of a link in a bar that is shut to its signs: they are there, and not painted. @param {Element} el */
const ofNarrow = (el) => {
  if (!is(el, "a[href]") || textOf(el) !== "" || !closest(el, SIDES)) return "";
  const said = [...queryCss(el, "*")]
    .slice(0, PARTS)
    .filter((part) => read.firstElement.call(part) === null && /\p{L}{2}/u.test(textContent(part)));
  const words =
    said.length === 1 && !ligatureOf(said[0]) && !is(said[0], "script,style,title,[role=tooltip]")
      ? line(seenText(said[0]), LONGEST)
      : "";
  return words.length <= NARROW && !STATUS.test(words) ? words : "";
};
const SIDES = "nav,aside,[role=navigation],[class*=sidebar i],[class*=sidenav i]";
/** Characters of such a name; what is hidden for other reasons. */
const NARROW = 30;
const STATUS = /^(?:loading|copied|new|beta|error|current|\(?current\)?|opens? )/i;
/** @param {Element} part */
const isRendered = (part) => rects(part).length > 0;
/** What shuts a row or an item with others below it, where a kit only says how that stands: `close`. @param {Element} el @param {string} act */
const ofFold = (el, act) => {
  if (act === "close" && classesOf(el).some((token) => SHUT.test(token))) return "expand";
  const row = act === "close" && !is(el, "button,a") ? closest(el, FOLDED) : null;
  if (!row || row === el) return "";
  return attr(row, "aria-expanded") === "true" ? "collapse" : "expand";
};
/** A class of what folds that says how it stands. */
const SHUT = /(?:^|[-_])(?:switcher|toggler?|expander|twisty|twistie)[-_]{1,2}close$/i;
const FOLDED = ":is([role=row],[role=treeitem],tr)[aria-expanded]";
const TURNS = /^(?:prev|previous|next|first|last) /;
const CLOSES = /^(?:close|remove|delete|clear)$/;
/** What is written for those who hear on something that is kept from them: the arrow beside a head, the line of a field. @param {Element} el */
const ofHidden = (el) => {
  if (!is(el, "[aria-hidden=true],[aria-hidden=true] > *")) return "";
  const label = (attr(el, "aria-label") ?? "").trim();
  if (label) return label;
  const ids = (attr(el, "aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const named = ids.map((id) => byId(rootNode(el), id)).filter((one) => one !== null && one !== el);
  return named
    .map((one) => textOf(/** @type {Element} */ (one)))
    .join(" ")
    .trim();
};
/** Steps up to the track of a handle, its thickness and length, side of the handle, px. */
const TRACK = { steps: 4, thick: 8, long: 60, handle: 40 };
/** Whether what takes the focus on a thin line that its class calls so is the handle of a slider. @param {Element} el */
const ofTrack = (el) => {
  const { width, height } = rect(el);
  if (isSlider(el)) return "slider";
  if ((attr(el, "tabindex") === null && !isListening(el)) || Math.max(width, height) > TRACK.handle) return "";
  for (let at = parent(el), i = 0; at && i < TRACK.steps; at = parent(at), i += 1) {
    const sides = [rect(at).width, rect(at).height];
    if (Math.min(...sides) > TRACK.thick || Math.max(...sides) < TRACK.long) continue;
    if (classesOf(at).some((token) => wordsOfClass(token).includes("slider"))) return "slider";
  }
  return "";
};
/** Whether a box without words is called a slider by its class and draws a thin line. @param {Element} el */
const isSlider = (el) => {
  const { width, height } = rect(el);
  if (
    Math.max(width, height) < TRACK.long ||
    textOf(el) !== "" ||
    !classesOf(el).some((token) => lastWordOfClass(token) === "slider")
  )
    return false;
  return (few(el, PARTS) ?? []).some((part) => {
    const sides = [rect(part).width, rect(part).height];
    return Math.min(...sides) <= TRACK.thick && Math.max(...sides) >= TRACK.long;
  });
};
/** The words of a sign that tell least of what it is for. */
const SIGN =
  /^(?:times|x|xmark|x mark|cross|close|clear|bars|menu|list|more|ellipsis.*|dots.*|check|(?:chevron|arrow|angle|caret).*)$/;
/** The head of its column, of a tick box where it alone stands in its cell: else it is that of the words beside it. @param {Element} el */
const ofColumn = (el) => {
  const cell = is(el, "[type=checkbox],[type=radio],[role=checkbox]") ? closest(el, "td") : null;
  return cell && textOf(cell) !== "" ? "" : columnOf(el);
};
/** An id of words that somebody wrote, of which one says what is done there. */
const ID = /^[a-z]{2,}(?:[-_][a-z]{2,}|[A-Z][a-z]+){1,4}$/;
const ACTS = new Set(
  (
    "button btn link menu modal dialog toggle submit open close upload download search send save delete remove edit add new copy paste " +
    "settings print share refresh reload undo redo next prev previous back play pause mute login logout help filter sort export import"
  ).split(" "),
);
/** An id that somebody wrote for a field: words alone. */
const FIELD_ID = /^[a-z]{4,}(?:[-_][a-z]{3,}|[A-Z][a-z]{2,}){0,2}$/;
const SAME = new Map([
  ["hamburger", "menu"],
  ["burger", "menu"],
  ["thumb", "thumbnail"],
]);
/** Single words of ids and classes that say what something without words is for. */
const PURPOSES = new Map(
  (
    "play pause stop prev previous next mute volume shuffle repeat fullscreen seek progress timeline hamburger burger menu search settings theme " +
    "logout login profile avatar logo cart basket wishlist bookmark like dislike share download upload print undo redo refresh reload reset dot thumbnail thumb eraser pencil brush"
  )
    .split(" ")
    .map((word) => [word, SAME.get(word) ?? word]),
);
/** What a part without words is for, where its id or a class of it is one word that says so. @param {Element} el */
const ofPurpose = (el) => {
  if (is(el, FIELD) || textOf(el) !== "" || rootNode(el) instanceof ShadowRoot) return "";
  const tokens = [attr(el, "id") ?? "", ...classesOf(el)];
  return (
    tokens
      .map((token) => PURPOSES.get(token.replace(/[-_]?(?:btn|button|icon|bar|toggle|link)$/i, "").toLowerCase()))
      .find(Boolean) ?? ""
  );
};
/** Attributes of pages that are written by hand which say what a box stands for: the key of an instrument, a field of a game. */
const DATA = [
  "data-note",
  "data-square",
  "data-coord",
  "data-key",
  "data-tool",
  "data-name",
  "data-value",
  "data-color",
  "data-type",
];
const MEANT = /^[a-z][a-z0-9#+-]{0,15}$/i;
/** @param {Element} el */
const ofData = (el) => {
  // What kind of value a cell holds is not what it is for.
  const found =
    textOf(el) === ""
      ? DATA.map((name) => attr(el, name) ?? "").find(
          (value) => MEANT.test(value) && !OF_VALUES.test(value) && !/\d{3}|[0-9a-f]{8}/.test(value),
        )
      : "";
  return found ?? "";
};
const OF_VALUES = /^(?:string|number|boolean|bool|date|datetime|time|text|int|integer|float|double|object|array|any)$/i;
/** Bars of a sign for a menu: how many, how high at most, px. */
const BARS = { count: 3, high: 8 };
/** Whether a part draws three equal bars below each other. @param {Element} el */
const hasBars = (el) => {
  const bars = [];
  for (let at = read.firstElement.call(el); at && bars.length <= BARS.count; at = nextElement(at)) bars.push(at);
  const [one, ...others] = bars.map((bar) => ({ bar, box: rect(bar) }));
  if (!one || others.length !== BARS.count - 1 || one.box.height > BARS.high || one.box.width < 2 * one.box.height)
    return false;
  const isBar = (/** @type {{ bar: Element, box: DOMRect }} */ { bar, box }) =>
    Math.abs(box.width - one.box.width) < 1 &&
    Math.abs(box.height - one.box.height) < 1 &&
    Math.abs(box.left - one.box.left) < 1 &&
    fillOf(bar) !== "" &&
    textOf(bar) === "";
  return (
    [one, ...others].every(isBar) && others[0].box.top > one.box.bottom && others[1].box.top > others[0].box.bottom
  );
};
const KIND = /(?:^| )(?:button|btn|link|icon)$/;
/** @param {Element} el */
const ofId = (el) => {
  const id = attr(el, "id") ?? "";
  if (!ID.test(id) || !isWritten(el, id) || is(el, FIELD)) return "";
  const words = spaced(id);
  return words.split(" ").some((word) => ACTS.has(word)) ? words.replace(KIND, "") : "";
};
/** Around the tick box of a head: of a table, or of what a kit calls so. */
const HEAD = `th,thead,[role=columnheader],${["headerCell", "header-cell", "headerRow", "header-row"].map((word) => `[class*="${word}" i]`).join()}`;
/** What the sign in something does by its class, where nothing in it is pressed by itself. @param {Element} el @param {Element[]} parts */
const ofSign = (el, parts) => {
  const found = queryFirst(el, CONTROLS) ? [] : new Set(parts.slice(0, IMAGED).map(ofAct).filter(Boolean));
  const [only, more] = found;
  return more === undefined ? only : undefined;
};
/** What a name begins with that only says that a field is one: `inputCheckboxesCall`. */
const OF_KIT = /^(?:input|field|element|el|ctl|control|checkbox|chk|txt) /;
const TICKS = /(?:^|[-_a-z])(checkbox|radio|switch)(?:__(?:wrapper|inner|box|core|track|control))?$/i;
/** The words before a drawn tick box that is the only one of its kind near: in a list they may be another one's. @param {Element} el @param {Element} shown */
const besideTick = (el, shown) => {
  const token = (attr(el, "class") ?? "").split(/\s+/).find((one) => TICKS.test(one)) ?? "";
  let top = el;
  for (let at = parent(el), i = 0; at && i < NEAR; at = parent(at), i += 1) top = at;
  return queryCss(top, `.${CSS.escape(token)}`).length <= 1 ? before(el, shown) || ofRow(el, shown) : "";
};
/** What somebody wrote right behind a tick box, in an editor of items to do. @param {Element} el */
const writtenBehind = (el) => {
  const behindIt = nextElement(el);
  return behindIt && is(behindIt, "[contenteditable]:not([contenteditable=false])") ? textOf(behindIt) : "";
};
/** Steps up in which words before a tick box are looked for. */
const NEAR = 4;
/** What is ticked says so by the last word of its class, and its icon only how it stands: `square`, `check`. @param {Element} el */
const ofTick = (el) => {
  if (roleOf(el) !== "generic" || textOf(el) !== "") return "";
  for (const token of (attr(el, "class") ?? "").split(/\s+/)) {
    const found = TICKS.exec(token);
    if (found) return found[1].toLowerCase();
  }
  return "";
};
/** The tooltip of a small box that says nothing else and holds no other control. @param {Element} el */
const ofWrapper = (el) => {
  let at = parent(el);
  for (let i = 0; at && i < WRAPPED && rect(at).height <= ROW; at = parent(at), i += 1) {
    if (countIn(at, is(el, FIELD) ? FIELD : CONTROLS) > 1 || textOf(at) !== textOf(el)) return "";
    const words = tooltipOf(at, TOOLTIPS);
    if (words) return words;
  }
  return "";
};
const WRAPPED = 2;
/** What a component says of the field or button that is all it has. @param {Element} el */
const ofHost = (el) => {
  const inside = is(el, FIELD) ? FIELD : `${FIELD},button`;
  let root = rootNode(el);
  for (let i = 0; i < HOSTS && root instanceof ShadowRoot; i += 1) {
    if (queryCss(root, inside).length > 1) return "";
    const host = read.host.call(root);
    // What draws a field is no name of the sign beside it.
    if (i > 0 && inside !== FIELD && queryCss(root, FIELD).length > 0) return "";
    const words = (attr(host, "aria-label") ?? "") || (attr(host, "label") ?? "") || tooltipOf(host);
    if (words) return words;
    root = rootNode(host);
  }
  return "";
};
/** Components in each other that are looked at. */
const HOSTS = 3;
/** Longest side of what only shows a colour, px. */
const SWATCH = 48;
/** The colour something is filled with; "" if it is none of a palette. @param {Element} el */
const ofColour = (el) => {
  const { width, height } = rect(el);
  if (width > SWATCH || height > SWATCH || is(el, "[role=switch],[role=slider]") || textOf(el) !== "") return "";
  const said = hexOf(attr(el, "data-color") || attr(el, "data-colour") || "");
  if (said) return `colour ${said}`;
  for (const part of [el, read.firstElement.call(el)]) {
    const own = part && fillOf(part);
    if (!part || !own) continue;
    // One colour alone is how a button looks, two are on and off; beside more it is what it means.
    let branch = el;
    for (let up = parent(el), i = 0; up && i < 2; branch = up, up = parent(up), i += 1) {
      const fills = new Set([own]);
      for (const step of [previousElement, nextElement]) {
        for (let at = step(branch), n = 0; at && n < BESIDE; at = step(at), n += 1) fills.add(fillLike(at, el, part));
      }
      fills.delete("");
      if (fills.size > 2) return `colour ${own}`;
    }
  }
  return "";
};
/** Neighbours on each side that are compared. */
const BESIDE = 3;
/** @param {Element} one @param {Element} other */
const isAsLarge = (one, other) =>
  [rect(one).width / rect(other).width, rect(one).height / rect(other).height].every(
    (share) => share > ALIKE && share < 1 / ALIKE,
  );
const ALIKE = 0.7;
/** Of the like part of a neighbour. @param {Element} beside @param {Element} el @param {Element} part */
const fillLike = (beside, el, part) => {
  // What has words is no colour to choose, nor is a tool of another size.
  if (wordsIn(beside) !== "" || !isAsLarge(beside, el)) return "";
  const tag = read.localName.call(el);
  const one = read.localName.call(beside) === tag ? beside : queryFirst(beside, tag);
  const there = one && part !== el ? read.firstElement.call(one) : one;
  return there ? fillOf(there) : "";
};
/** `#rrggbb` of a colour, "" of none. @param {string} colour */
const hexOf = (colour) => {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour.toLowerCase();
  const found = /^rgba?\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})(?:, ?([\d.]+))?\)$/.exec(colour);
  if (!found || Number(found[4] ?? 1) < 0.05) return "";
  return `#${found
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;
};
/** The same of a background. @param {Element} el */
export const fillOf = (el) => {
  const { backgroundColor, backgroundImage } = computed(el);
  return /url/.test(backgroundImage) ? "" : hexOf(backgroundColor);
};
const OPENS = "[role=treeitem][aria-expanded]";
/** What opens the item of a tree beside it; an edge that is dragged. @param {Element} el */
const ofPlace = (el) => {
  const up = parent(el);
  // The numbers of the lines of an editor say nothing.
  const around = up && resizes(el) ? ownWords(up, BRIEF) : "";
  if (resizes(el)) return `resize ${/^\P{N}*/u.exec(around)?.[0] ?? ""}`.trim();
  const beside = nextElement(el);
  if (beside && is(beside, OPENS) && rect(el).height <= ROW && !is(el, "[role=treeitem]")) return "toggle";
  const isPart = up !== null && rect(up).height <= ROW && !is(el, "[role=treeitem]");
  return isPart && (countIn(up, OPENS) > 0 || is(up, OPENS)) ? "toggle" : "";
};
/** Characters of what a handle belongs to. */
const BRIEF = 24;
/** Highest row of a tree, px. */
const ROW = 48;
