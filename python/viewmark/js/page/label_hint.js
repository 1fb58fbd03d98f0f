// Guesses words for an element without name and text: from its icon, tooltip or position. The name stays what assistive
// technology announces; a guess is reported separately, as a guess.
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

/** Maximum number of these parts whose background image is considered. */
const IMAGED = 3;
const PLAIN =
  /^(?:_?(?:checked|selected|check)|input|button|btn|field|checkbox|radio|select|control|controls|root|main|content|container|wrapper|slider|thumb|track|app|text|toggle|trigger)$/i;
/**
 * Whether a person gave this id to this very element; in shadow trees all instances of a component share their ids.
 * @param {Element} el @param {string} id
 */
const isWritten = (el, id) =>
  /[a-z]{3}/i.test(id) &&
  id.length <= 30 &&
  !id.endsWith("[]") &&
  isWord(id) &&
  !PLAIN.test(id) &&
  !(rootNode(el) instanceof ShadowRoot);

/** Maximum ratio of the areas of an SVG group with text and a shape in it. */
const LARGER = 3;
/** The text of the SVG group that contains a shape. @param {Element} el */
const ofDrawing = (el) => {
  const group = isSvg(el) ? parent(el) : null;
  if (!group || read.localName.call(group) !== "g") return "";
  // The text of a whole drawing does not name a shape in it.
  const [own, around] = [rect(el), rect(group)];
  return around.width * around.height > LARGER * own.width * own.height ? "" : textOf(group);
};
/**
 * Words that may describe the purpose of an element without a name, from the most to the least reliable source; "" if
 * there are none. Class names and ids that frameworks generate are excluded, because they mislead.
 * @param {Element} el @param {string} description @param {Element} [shown]
 */
export const labelHint = (el, description, shown = el) => {
  const words = guess(el, description, shown);
  // A number alone, such as a line number, says nothing.
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
  // The action in its own class is more specific than the icon.
  const act = ofAct(el);
  if (CLOSES.test(act)) return act;
  // CSS may rotate an arrow icon, so the class is more reliable than the icon.
  if (TURNS.test(act)) return act;
  const parts = drawingOf(el).filter(isRendered);
  for (const part of parts) {
    const found = tooltipOf(part) || ofPicture(part) || ofIcon(part);
    if (found) return found;
  }
  const drawing = ofIcon(el) || ofAct(el) || ofSign(el, parts);
  return drawing || ofPlace(el);
};
/** The elements that paint the icon: descendants, and the content of components inside. @param {Element} el */
const drawingOf = (el) => {
  const drawnBy = few(rootOf(el) ? (queryFirst(/** @type {any} */ (rootOf(el)), "*") ?? el) : el, PARTS) ?? [];
  // Slotted content is rendered in the component.
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
/** The rows that a checkbox in a column header selects. @param {Element} el */
const ofHead = (el) => {
  const head = closest(el, HEAD);
  const row = head && parent(head);
  // A row of data may begin with a row header.
  return row && !(is(row, "tr,[role=row]") && queryFirst(row, "td,[role=cell],[role=gridcell]")) ? "all rows" : "";
};
/** The kind of a custom checkbox by its class; its icon only shows the state: `square`, `check`. @param {Element} el */
const ofTick = (el) =>
  isTick(el) && roleOf(el) === "generic" && textOf(el) === ""
    ? TICKS.find((word) => classesOf(el).some((token) => wordsOfClass(token).includes(word)))
    : "";
const TICKS = ["checkbox", "radio", "switch"];
/** @param {Element} part */
const isRendered = (part) => rects(part).length > 0;
const TURNS = /^(?:prev|previous|next|first|last) /;
const CLOSES = /^(?:close|remove|delete|clear)$/;
/**
 * The text of the column header. For a checkbox it counts only if the cell has no text: otherwise the header is for
 * that text.
 * @param {Element} el
 */
const ofColumn = (el) => {
  const cell = is(el, "[type=checkbox],[type=radio],[role=checkbox]") ? closest(el, "td") : null;
  return cell && textOf(cell) !== "" ? "" : columnOf(el);
};
/** An id of a field that a person wrote: words only. */
const FIELD_ID = /^[a-z]{4,}(?:[-_][a-z]{3,}|[A-Z][a-z]{2,}){0,2}$/;
/** Header cells: of tables, or by the class names of UI libraries. */
const HEAD = `th,thead,[role=columnheader],${["headerCell", "header-cell", "headerRow", "header-row"].map((word) => `[class*="${word}" i]`).join()}`;
/**
 * The action in the class of the only icon, unless the element contains an interactive one.
 * @param {Element} el @param {Element[]} parts
 */
const ofSign = (el, parts) => {
  const found = queryFirst(el, PRESSABLE) ? [] : new Set(parts.slice(0, IMAGED).map(ofAct).filter(Boolean));
  const [only, more] = found;
  return more === undefined ? only : undefined;
};
/** Prefixes that only say that the element is a field: `inputCheckboxesCall`. */
const OF_KIT = /^(?:input|field|element|el|ctl|control|checkbox|chk|txt) /;
/** The label of the component whose only control this field or button is. @param {Element} el */
const ofHost = (el) => {
  const inside = is(el, FIELD) ? FIELD : `${FIELD},button`;
  let root = rootNode(el);
  for (let i = 0; i < HOSTS && root instanceof ShadowRoot; i += 1) {
    if (queryCss(root, inside).length > 1) return "";
    const host = read.host.call(root);
    // The label of a component with a field does not name a button next to the field.
    if (i > 0 && inside !== FIELD && queryCss(root, FIELD).length > 0) return "";
    const words = (attr(host, "aria-label") ?? "") || (attr(host, "label") ?? "") || tooltipOf(host);
    if (words) return words;
    root = rootNode(host);
  }
  return "";
};
/** Maximum depth of nested components. */
const HOSTS = 3;
/** What a resize handle resizes. @param {Element} el */
const ofPlace = (el) => {
  if (!resizes(el)) return "";
  const up = parent(el);
  // Line numbers of an editor say nothing.
  return `resize ${/^\P{N}*/u.exec(up ? ownWords(up, LONGEST / 2) : "")?.[0] ?? ""}`.trim();
};
