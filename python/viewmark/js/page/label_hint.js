// Guesses words for an element without name and text: from its icon, tooltip or position. The name stays what assistive
// technology announces; a guess is reported separately, as a guess.
import { isWordOf, parted, wordsOfClass } from "./class_words.js";
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
import { LONGEST, PARTS, NEAR } from "./vocabulary.js";

/** Maximum number of these parts whose background image is considered. */
const IMAGED = 3;
/**
 * Whether a person gave this id to this very element; in shadow trees all instances of a component share their ids.
 * @param {Element} el @param {string} id
 */
const isWritten = (el, id) =>
  /[a-z]{3}/i.test(id) &&
  id.length <= 30 &&
  !id.endsWith("[]") &&
  isWord(id) &&
  !isWordOf(parted(id), "plain") &&
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
 * What a source of words is asked about: an element, what is painted for it, its description, the parts of its icon.
 * @typedef {{ el: Element, shown: Element, description: string, parts: () => Element[] }} Asked
 * @typedef {string | false | null | undefined} Words
 * @typedef {{ id: string, for?: "fields" | "signs", says: (asked: Asked) => Words }} NameSource
 */
/**
 * The sources of words for an element without a name, from the most to the least reliable; the first that says
 * something counts. Class names and ids that frameworks generate are excluded, because they mislead.
 * @type {NameSource[]}
 */
const SOURCES = [
  { id: "tooltip", says: ({ el }) => tooltipOf(el) },
  {
    id: "description",
    says: ({ description }) => description.length <= LONGEST && !isMade(description) && description,
  },
  { id: "component", says: ({ el }) => ofHost(el) },
  { id: "kind-of-tick", says: ({ el }) => ofTick(el) },
  { id: "column", for: "fields", says: ({ el }) => ofColumn(el) },
  { id: "text-behind", for: "fields", says: ({ el, shown }) => behind(el, shown) },
  { id: "painted-label", for: "fields", says: ({ el, shown }) => labelOf(el, shown) },
  {
    id: "placeholder",
    for: "fields",
    says: ({ el }) => is(el, ":placeholder-shown") && attr(el, "placeholder")?.trim(),
  },
  { id: "text-before", for: "fields", says: ({ el, shown }) => before(el, shown) },
  { id: "rows-of-head", for: "fields", says: ({ el }) => is(el, "[type=checkbox]") && ofHead(el) },
  { id: "field-name", for: "fields", says: ({ el }) => ofId(el) },
  { id: "drawn-text", for: "signs", says: ({ el }) => ofDrawing(el) },
  {
    // The action in its own class is more specific than the icon, which style sheets may turn as well.
    id: "closes-or-turns",
    for: "signs",
    says: ({ el }) => {
      const act = ofAct(el);
      return (isWordOf(act, "closer") || (act.includes(" ") && isWordOf(act.split(" ")[0], "turn"))) && act;
    },
  },
  {
    id: "icon-inside",
    for: "signs",
    says: ({ parts }) => firstOf(parts(), (part) => tooltipOf(part) || ofPicture(part) || ofIcon(part)),
  },
  { id: "icon", for: "signs", says: ({ el }) => ofIcon(el) },
  { id: "action", for: "signs", says: ({ el }) => ofAct(el) },
  { id: "action-inside", for: "signs", says: ({ el, parts }) => ofSign(el, parts()) },
  { id: "resizes", for: "signs", says: ({ el }) => ofPlace(el) },
];
/**
 * What is said first.
 * @type {<T>(all: readonly T[], says: (one: T) => Words) => string}
 */
const firstOf = (all, says) => {
  for (const one of all) {
    const words = says(one);
    if (words) return words;
  }
  return "";
};
/**
 * Words that may describe the purpose of an element without a name; "" if there are none.
 * @param {Element} el @param {string} description @param {Element} [shown]
 */
export const labelHint = (el, description, shown = el) => {
  const kind = is(el, FIELD) ? "fields" : "signs";
  const parts = () => drawingOf(el).filter((part) => rects(part).length > 0);
  const words = firstOf(SOURCES, (one) => (one.for ?? kind) === kind && one.says({ el, shown, description, parts }));
  // A number alone, such as a line number, says nothing.
  return hasLetter(words) ? line(words, LONGEST) : "";
};
/** The name of a field in its form, or its id, if a person wrote that for this very field. @param {Element} el */
const ofId = (el) => {
  const id = attr(el, "id") ?? "";
  const field = attr(el, "name") || (FIELD_ID.test(id) ? id : "");
  const words = spaced(field);
  return isWritten(el, field) && !isWordOf(words.split(" ")[0], "field") && !isOfRow(el) && words;
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
const HEAD =
  'th,thead,[role=columnheader],[class*="headerCell" i],[class*="header-cell" i],[class*="headerRow" i],' +
  '[class*="header-row" i]';
/**
 * The action in the class of the only icon, unless the element contains an interactive one.
 * @param {Element} el @param {Element[]} parts
 */
const ofSign = (el, parts) => {
  const found = queryFirst(el, PRESSABLE) ? [] : new Set(parts.slice(0, IMAGED).map(ofAct).filter(Boolean));
  const [only, more] = found;
  return more === undefined ? only : undefined;
};
/** The label of the component whose only control this field or button is. @param {Element} el */
const ofHost = (el) => {
  const inside = is(el, FIELD) ? FIELD : `${FIELD},button`;
  let root = rootNode(el);
  for (let i = 0; i < NEAR && root instanceof ShadowRoot; i += 1) {
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
/** What a resize handle resizes. @param {Element} el */
const ofPlace = (el) => {
  if (!resizes(el)) return "";
  const up = parent(el);
  // Line numbers of an editor say nothing.
  return `resize ${/^\P{N}*/u.exec(up ? ownWords(up, LONGEST / 2) : "")?.[0] ?? ""}`.trim();
};
