// Detects containers that are not click targets themselves: panes, toolbars and panels that are focusable only for
// reading or for keyboard navigation in their content.
import { CURSOR, LISTENER, isFocusOnly, isToggle, roleTokens } from "./candidates.js";
import { attr, is, read } from "./dom.js";
import { hasWord } from "./letters.js";
import { nameOf } from "./names.js";
import { queryFirst } from "./native.js";
import { area } from "./rects.js";
import { isAriaRole } from "./roles.js";
import { packed } from "./text.js";
import { MOST_OF_VIEW, SIGN } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * Whether an element has text of its own, outside its child elements. The root of a delegated handler has none.
 * @param {Element} el
 */
export const speaks = (el) => {
  for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
    // Punctuation between links is not a word.
    if (read.nodeType.call(n) === 3 && hasWord(read.data.call(n))) return true;
  }
  return false;
};
// Roles of containers whose content is to be read. Clicking such a container does nothing.
const READ = new Set(
  (
    "alert article banner complementary contentinfo dialog document feed log main navigation " +
    "region search status tabpanel toolbar"
  ).split(" "),
);
const LANDMARKS = new Set(["banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"]);
const PICTURES = "img,svg,canvas,video,iframe,object,embed";
/**
 * Roles of containers whose cells are moved through by keyboard. If no cell has a mark, the cells are only to be read.
 */
const CELLED = new Set(["grid", "treegrid", "table"]);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
/** @param {Element} el */
const isBlank = (el) =>
  wordsIn(el) === "" && !queryFirst(el, PICTURES) && !is(el, "[aria-label],[title],[aria-selected]");
const STATED = "[aria-sort],[aria-expanded],[aria-haspopup],[contenteditable],[onclick]";
/** Whether a cell has text besides that of the targets inside it. @param {Item} item */
const saysMore = ({ el, parts }) => {
  let rest = packed(wordsIn(el));
  for (const { el: part, control } of parts ?? []) {
    for (const words of [wordsIn(part), nameOf(control ?? part)]) rest = rest.replace(packed(words), "");
  }
  return rest !== "";
};
/** Selector for rows and column headers. An element that contains any of them is part of a grid. */
const ROWS = "[role=row],[role=columnheader]";
const BARS = new Set(["menubar", "status", "tablist", "toolbar"]);
/**
 * Whether an element can have focus only for reading, or because of what is inside it, so that clicking it does
 * nothing.
 * @param {Item} item @param {number} viewArea
 */
export const isHolder = (item, viewArea) => {
  const { el, tag, kind, boxes, control, isScroller } = item;
  if (control || kind & CURSOR) return false;
  // A scroll container can have focus, so that keys scroll it, only if nothing inside it can.
  const marks = item.marks ?? 0;
  if (isScroller) return marks > 0 || (wordsIn(el) === "" && !queryFirst(el, PICTURES));
  const role = roleTokens(el).find(isAriaRole) ?? "generic";
  // A landmark with marks inside and no text of its own only listens to events of its content.
  if (kind === LISTENER && marks > 0 && LANDMARKS.has(role) && !speaks(el)) return true;
  // An empty toolbar only listens for the buttons that will be added to it.
  if (marks === 0 && BARS.has(role) && wordsIn(el) === "") return true;
  // A cell without text of its own can have focus only because of the target in it, or for keyboard navigation.
  if (!(kind & LISTENER) && CELLS.has(role) && !is(el, STATED) && (marks > 0 ? !saysMore(item) : isBlank(el)))
    return true;
  if (!isFocusOnly(el, tag) || tag === "canvas") return false;
  if (marks === 0 && !(kind & LISTENER) && (CELLED.has(role) || (role === "generic" && queryFirst(el, ROWS))))
    return true;
  const size = boxes.reduce((sum, box) => sum + area(box), 0);
  // A group whose parts all have tabindex=-1 can have focus only in order to pass it to them, so it is no target.
  if (
    marks > 1 &&
    (role === "generic" || role === "group") &&
    !speaks(el) &&
    (item.parts ?? []).length > 1 &&
    item.parts?.every((part) => attr(part.control ?? part.el, "tabindex") === "-1")
  )
    return true;
  // An element with a listener may be a clickable card, but not if it has several marks inside and no text of its own.
  if (kind & LISTENER) return marks > 1 && !speaks(el);
  // A cell around a checkbox is only a tab stop for keyboard navigation.
  if (
    marks === 1 &&
    wordsIn(el) === "" &&
    !is(el, "[aria-label],[title]") &&
    (item.parts ?? []).some((part) => !part.dropped && isToggle(part.control ?? part.el))
  )
    return true;
  if (marks > 0) return role !== "generic" || boxes[0][3] - boxes[0][1] > SIGN || marks > 1;
  return READ.has(role) || size > MOST_OF_VIEW * viewArea;
};
