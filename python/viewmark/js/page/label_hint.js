// Guesses words for what has neither name nor text: from its icon, its tooltip, its place on the page.
// Names stay what assistive technology announces; a guess is told beside them, as one.
import { wordsOfClass } from "./class_words.js";
import { attr, classesOf, eachChild, is, isElement, parent, read, rect, rects, rootOf } from "./dom.js";
import { PRESSABLE, FIELD, before, behind, columnOf, isOfRow } from "./field_labels.js";
import { labelOf } from "./field_labels.js";
import { resizes } from "./hover_rules.js";
import { isMade, isWord, ofAct, ofIcon, ofPicture, spaced } from "./icon_words.js";
import { tooltipOf } from "./icon_words.js";
import { hasLetter } from "./letters.js";
import { closest, few, isSvg } from "./native.js";
import { queryCss, queryFirst, rootNode } from "./native.js";
import { roleOf } from "./roles.js";
import { ownWords } from "./seen_words.js";
import { line, textOf } from "./text.js";
import { isTick } from "./ticks.js";
import { LONGEST, PARTS } from "./vocabulary.js";

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
/** What is drawn on a part of a drawing. @param {Element} el */
const ofDrawing = (el) => {
  const group = isSvg(el) ? parent(el) : null;
  if (!group || read.localName.call(group) !== "g") return "";
  // The words of a whole drawing are not those of a shape in it.
  const [own, around] = [rect(el), rect(group)];
  return around.width * around.height > LARGER * own.width * own.height ? "" : textOf(group);
};
/**
 * Words that may say what a nameless element is for, from the surest to the boldest; "" if there
 * are none: the names that frameworks give their parts would only mislead, and so would most ids.
 * @param {Element} el @param {string} description @param {Element} [shown]
 */
export const labelHint = (el, description, shown = el) => {
  const words = guess(el, description, shown);
  // Numbers of lines, or of another field, say nothing.
  return hasLetter(words) ? line(words, LONGEST) : "";
};

/** @param {Element} el @param {string} description @param {Element} shown */
const guess = (el, description, shown) => {
  const own = tooltipOf(el) || (description.length <= LONGEST && !isMade(description) ? description : "");
  const tooltip = own || ofHost(el) || ofTick(el);
  if (tooltip) return tooltip;
  if (is(el, FIELD)) {
    const field = attr(el, "name") || (FIELD_ID.test(attr(el, "id") ?? "") ? (attr(el, "id") ?? "") : "");
    const words =
      ofColumn(el) ||
      behind(el, shown) ||
      labelOf(el, shown) ||
      (is(el, ":placeholder-shown") && (attr(el, "placeholder") ?? "").trim()) ||
      before(el, shown);
    return (
      words ||
      (is(el, "[type=checkbox]") && ofHead(el)) ||
      (isWritten(el, field) && !OF_KIT.test(spaced(field)) && !isOfRow(el) ? spaced(field) : "")
    );
  }
  const drawn = ofDrawing(el);
  if (drawn) return drawn;
  // What it does by its own class says more than what is drawn on it.
  const act = ofAct(el);
  if (CLOSES.test(act)) return act;
  // An arrow may be turned round by its style.
  if (TURNS.test(act)) return act;
  const parts = drawingOf(el).filter(isRendered);
  for (const part of parts) {
    const found = tooltipOf(part) || ofPicture(part) || ofIcon(part);
    if (found) return found;
  }
  const drawing = ofIcon(el) || ofAct(el) || ofSign(el, parts);
  return drawing || ofPlace(el);
};
/** What draws the sign of something: parts of it, or of a component in it. @param {Element} el */
const drawingOf = (el) => {
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
/** What is ticked says so by a word of its class, and its icon only how it stands: `square`, `check`. @param {Element} el */
const ofTick = (el) =>
  isTick(el) && roleOf(el) === "generic" && textOf(el) === ""
    ? TICKS.find((word) => classesOf(el).some((token) => wordsOfClass(token).includes(word)))
    : "";
const TICKS = ["checkbox", "radio", "switch"];
/** @param {Element} part */
const isRendered = (part) => rects(part).length > 0;
const TURNS = /^(?:prev|previous|next|first|last) /;
const CLOSES = /^(?:close|remove|delete|clear)$/;
/** The head of its column, of a tick box where it alone stands in its cell: else it is that of the words beside it. @param {Element} el */
const ofColumn = (el) => {
  const cell = is(el, "[type=checkbox],[type=radio],[role=checkbox]") ? closest(el, "td") : null;
  return cell && textOf(cell) !== "" ? "" : columnOf(el);
};
/** An id that somebody wrote for a field: words alone. */
const FIELD_ID = /^[a-z]{4,}(?:[-_][a-z]{3,}|[A-Z][a-z]{2,}){0,2}$/;
/** Around the tick box of a head: of a table, or of what a kit calls so. */
const HEAD = `th,thead,[role=columnheader],${["headerCell", "header-cell", "headerRow", "header-row"].map((word) => `[class*="${word}" i]`).join()}`;
/** What the sign in something does by its class, where nothing in it is pressed by itself. @param {Element} el @param {Element[]} parts */
const ofSign = (el, parts) => {
  const found = queryFirst(el, PRESSABLE) ? [] : new Set(parts.slice(0, IMAGED).map(ofAct).filter(Boolean));
  const [only, more] = found;
  return more === undefined ? only : undefined;
};
/** What a name begins with that only says that a field is one: `inputCheckboxesCall`. */
const OF_KIT = /^(?:input|field|element|el|ctl|control|checkbox|chk|txt) /;
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
/** Of an edge that is dragged: what it resizes. @param {Element} el */
const ofPlace = (el) => {
  if (!resizes(el)) return "";
  const up = parent(el);
  // The numbers of the lines of an editor say nothing.
  return `resize ${/^\P{N}*/u.exec(up ? ownWords(up, LONGEST / 2) : "")?.[0] ?? ""}`.trim();
};
