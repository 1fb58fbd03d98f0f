// Guesses a label for an element without name and text, from its icon, tooltip or position. A guess is reported
// separately from the accessible name, because assistive technology does not announce it.
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

/** Maximum number of parts of an element whose icons are considered. */
const IMAGED = 3;
/**
 * Whether a developer wrote an id or name for this very element. In shadow trees, all instances of a component have the
 * same ids.
 * @param {Element} el @param {string} id
 */
const isWritten = (el, id) =>
  /[a-z]{3}/i.test(id) &&
  id.length <= 30 &&
  !id.endsWith("[]") &&
  isWord(id) &&
  !isWordOf(parted(id), "plain") &&
  !(rootNode(el) instanceof ShadowRoot);

/**
 * Maximum ratio of the area of an SVG group with text to the area of a shape in it, so that the text may name the
 * shape.
 */
const LARGER = 3;
/** Returns the text of the SVG group that a shape is in; "" if there is none. @param {Element} el */
const ofDrawing = (el) => {
  const group = isSvg(el) ? parent(el) : null;
  if (!group || read.localName.call(group) !== "g") return "";
  // If the group contains much more than the shape, its text does not name the shape.
  const [own, around] = [rect(el), rect(group)];
  return around.width * around.height > LARGER * own.width * own.height ? "" : textOf(group);
};
/**
 * What a source of labels gets: an element, the element painted for it, its description, and the parts of its icon.
 * @typedef {{ el: Element, shown: Element, description: string, parts: () => Element[] }} Asked
 * @typedef {string | false | null | undefined} Words
 * @typedef {{ id: string, for?: "fields" | "signs", says: (asked: Asked) => Words }} NameSource
 */
/**
 * The sources of a label for an element without a name, the most reliable ones first. The first one that returns a text
 * is used. Generated class names and ids are not used, because they mislead.
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
    // The action that the element's own class names is more specific than its icon, which a style sheet may rotate.
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
 * Returns the first text that a source returns; "" if none returns one.
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
 * Returns a text that may tell what an element without a name is for; "" if there is none.
 * @param {Element} el @param {string} description @param {Element} [shown]
 */
export const labelHint = (el, description, shown = el) => {
  const kind = is(el, FIELD) ? "fields" : "signs";
  const parts = () => drawingOf(el).filter((part) => rects(part).length > 0);
  const words = firstOf(SOURCES, (one) => (one.for ?? kind) === kind && one.says({ el, shown, description, parts }));
  // A text without letters, such as a line number, does not describe an element.
  return hasLetter(words) ? line(words, LONGEST) : "";
};
/**
 * Returns the words of a field's name in its form, or of its id, if a developer wrote them for this very field.
 * @param {Element} el
 */
const ofId = (el) => {
  const id = attr(el, "id") ?? "";
  const field = attr(el, "name") || (FIELD_ID.test(id) ? id : "");
  const words = spaced(field);
  return isWritten(el, field) && !isWordOf(words.split(" ")[0], "field") && !isOfRow(el) && words;
};
/**
 * Returns the elements that may paint the icon of an element: its descendants, and the content of the components among
 * them.
 * @param {Element} el
 */
const drawingOf = (el) => {
  const drawnBy = few(rootOf(el) ? (queryFirst(/** @type {any} */ (rootOf(el)), "*") ?? el) : el, PARTS) ?? [];
  // Slotted content is included, because it is rendered inside the component.
  const shown = drawnBy.flatMap((part) => [part, ...(read.localName.call(part) === "slot" ? shownIn(part) : [])]);
  return shown.flatMap((part) =>
    [part, ...(rootOf(part) ? queryCss(/** @type {any} */ (rootOf(part)), "svg,i,span") : [])].slice(0, PARTS),
  );
};
/** Returns the first elements that a slot shows. @param {Element} slot */
const shownIn = (slot) => {
  /** @type {Element[]} */
  const found = [];
  eachChild(slot, "slot", (node) => {
    if (isElement(node) && found.length < IMAGED) found.push(/** @type {Element} */ (node));
  });
  return found;
};
/**
 * Returns "all rows" for a checkbox in a column header, because it selects all rows; "" for other elements.
 * @param {Element} el
 */
const ofHead = (el) => {
  const head = closest(el, HEAD);
  const row = head && parent(head);
  // A row with a header cell is a row of data if it also has data cells.
  return row && !(is(row, "tr,[role=row]") && queryFirst(row, "td,[role=cell],[role=gridcell]")) ? "all rows" : "";
};
/**
 * Returns which kind of custom checkbox an element is, by its class. Its icon (`square`, `check`) shows only the state.
 * @param {Element} el
 */
const ofTick = (el) =>
  isTick(el) && roleOf(el) === "generic" && textOf(el) === ""
    ? TICKS.find((word) => classesOf(el).some((token) => wordsOfClass(token).includes(word)))
    : "";
const TICKS = ["checkbox", "radio", "switch"];
/**
 * Returns the text of the header above an element. A checkbox in a cell with text describes that text, so for it the
 * header is not used.
 * @param {Element} el
 */
const ofColumn = (el) => {
  const cell = is(el, "[type=checkbox],[type=radio],[role=checkbox]") ? closest(el, "td") : null;
  return cell && textOf(cell) !== "" ? "" : columnOf(el);
};
/** Matches the id of a field if a developer wrote it: only letters, in whole words. */
const FIELD_ID = /^[a-z]{4,}(?:[-_][a-z]{3,}|[A-Z][a-z]{2,}){0,2}$/;
/** Selector for header cells, including elements that UI libraries mark as header cells by a class name. */
const HEAD =
  'th,thead,[role=columnheader],[class*="headerCell" i],[class*="header-cell" i],[class*="headerRow" i],' +
  '[class*="header-row" i]';
/**
 * Returns the action in the class of the only icon of an element. Undefined if there are several, or if the element
 * contains something interactive.
 * @param {Element} el @param {Element[]} parts
 */
const ofSign = (el, parts) => {
  const found = queryFirst(el, PRESSABLE) ? [] : new Set(parts.slice(0, IMAGED).map(ofAct).filter(Boolean));
  const [only, more] = found;
  return more === undefined ? only : undefined;
};
/**
 * Returns the label of the component around a field or button, if it is the component's only control.
 * @param {Element} el
 */
const ofHost = (el) => {
  const inside = is(el, FIELD) ? FIELD : `${FIELD},button`;
  let root = rootNode(el);
  for (let i = 0; i < NEAR && root instanceof ShadowRoot; i += 1) {
    if (queryCss(root, inside).length > 1) return "";
    const host = read.host.call(root);
    // The label of a component with a field names the field, and not a button beside it.
    if (i > 0 && inside !== FIELD && queryCss(root, FIELD).length > 0) return "";
    const words = (attr(host, "aria-label") ?? "") || (attr(host, "label") ?? "") || tooltipOf(host);
    if (words) return words;
    root = rootNode(host);
  }
  return "";
};
/** Returns a label for a resize handle that names the resized element. @param {Element} el */
const ofPlace = (el) => {
  if (!resizes(el)) return "";
  const up = parent(el);
  // A line number of an editor is left out, because it does not describe what is resized.
  return `resize ${/^\P{N}*/u.exec(up ? ownWords(up, LONGEST / 2) : "")?.[0] ?? ""}`.trim();
};
