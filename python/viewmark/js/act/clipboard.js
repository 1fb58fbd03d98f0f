// Copies and pastes without the system clipboard: the clipboard events are dispatched here, and the caller of these
// functions keeps the contents. Secrets are never copied.
import { getterOf, hit, holds, nodeOf, parent, read } from "../page/dom.js";
import { forget } from "../page/native.js";
import { isSecret } from "../page/secrets.js";
import { focused, summarizeFocused } from "./reporting.js";

const valueOf = getterOf(HTMLInputElement.prototype, "value");
const areaOf = getterOf(HTMLTextAreaElement.prototype, "value");

/** Returns the selected text of a field, or of the document if the element is not a field. @param {Element} el */
const selectedIn = (el) => {
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
    const text = el instanceof HTMLInputElement ? valueOf.call(el) : areaOf.call(el);
    const { selectionStart: start, selectionEnd: end } = el;
    // Number and email fields have no selection API, so their whole text is used.
    return start === null || end === null ? text : text.slice(start, end);
  }
  return getSelection()?.toString() ?? "";
};

const target = () => focused() ?? getSelection()?.anchorNode?.parentElement ?? read.body.call(document);

/** @param {Element} at @param {string} type @param {DataTransfer} data */
const fire = (at, type, data) => {
  const options = { bubbles: true, cancelable: true, composed: true, clipboardData: data };
  return !at.dispatchEvent(new ClipboardEvent(type, options));
};

/**
 * Copies or cuts the selection of an element (id 0: of the focused element). The page may supply its own data in the
 * event. Returns the status `ok`, `empty` or `secret`, and the copied text and HTML.
 * @param {"copy" | "cut"} type @param {number} id
 */
export const copyOut = (type, id) => {
  forget();
  const el = id ? nodeOf(id) : target();
  if (!el) return { status: "empty" };
  const summary = summarizeFocused(el);
  if (summary?.secret || isSecret(el)) return { status: "secret", summary };
  const data = new DataTransfer();
  const isTaken = fire(el, type, data);
  const text = isTaken ? data.getData("text/plain") : selectedIn(el);
  const html = isTaken ? data.getData("text/html") : "";
  return { status: text || html ? "ok" : "empty", summary, text, html, isTaken };
};

/**
 * Dispatches a paste event with a text and HTML at the focused element; returns whether the page handled the event.
 * @param {string} text @param {string} html
 */
export const pasteIn = (text, html) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  if (html) data.setData("text/html", html);
  const at = target();
  return at !== null && fire(at, "paste", data);
};

/** Returns the selected text, or the empty string in a secret field. */
export const selectedText = () => {
  const el = target();
  return el && !isSecret(el) ? selectedIn(el) : "";
};

/**
 * Returns the ranges of an element's text that match an expression; hidden text has no boxes and never matches.
 * @param {Element} el @param {RegExp} wanted
 */
const rangesOf = (el, wanted) => {
  /** @type {[Text, number][]} */
  const starts = [];
  let text = "";
  const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    starts.push([/** @type {Text} */ (node), text.length]);
    text += /** @type {Text} */ (node).data;
  }
  /** @param {Range} range @param {"setStart" | "setEnd"} set @param {number} at */
  const place = (range, set, at) => {
    const [node, start] = starts.findLast(([, begin]) => (set === "setEnd" ? begin < at : begin <= at)) ?? starts[0];
    range[set](node, at - start);
  };
  const ranges = [...text.matchAll(wanted)].map((found) => {
    const range = document.createRange();
    place(range, "setStart", found.index);
    place(range, "setEnd", found.index + found[0].length);
    return range;
  });
  return ranges.filter((range) => range.getClientRects().length > 0);
};

/**
 * Finds a text in an element and returns how often it occurs. If it occurs once, the result also has the first and last
 * point of the text, in CSS px of this frame. In a text field, the text is selected here instead, and the result has
 * `isDone`.
 * @param {number} id @param {string} words
 */
export const spanOf = (id, words) => {
  const el = nodeOf(id);
  if (!el || isSecret(el)) return { count: 0 };
  const escaped = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const wanted = new RegExp(escaped.join("\\s+"), "gi");
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
    const found = [...el.value.matchAll(wanted)];
    if (found.length === 1) {
      el.focus();
      el.setSelectionRange(found[0].index, found[0].index + found[0][0].length);
    }
    return { count: found.length, isDone: true };
  }
  // The text may begin in this element and continue in the next one, so the ancestors are searched too.
  let ranges = rangesOf(el, wanted);
  for (let up = parent(el), i = 0; up && i < 4 && ranges.length === 0; up = parent(up), i += 1) {
    ranges = rangesOf(up, wanted);
  }
  if (ranges.length !== 1) return { count: ranges.length };
  getSelection()?.removeAllRanges(); // selected text must be deselected first, because pressing it would drag it
  const boxes = () => [...ranges[0].getClientRects()];
  if (boxes().some((box) => box.top < 0 || box.bottom > innerHeight)) {
    read.parentElement.call(ranges[0].startContainer)?.scrollIntoView({ block: "center", behavior: "instant" });
  }
  const [first, last] = [boxes()[0], boxes().at(-1) ?? boxes()[0]];
  const ends = [
    [first.left + 0.25, (first.top + first.bottom) / 2],
    [last.right - 0.25, (last.top + last.bottom) / 2],
  ];
  const isFree = ends.every(([x, y]) => {
    const met = hit(x, y);
    const at = read.parentElement.call(ranges[0].startContainer);
    return met !== null && (holds(met, el) || (at !== null && [at, el].some((each) => holds(each, met))));
  });
  return { count: 1, ends: isFree ? ends.flat() : null };
};

/** @param {number} id */
export const selectContents = (id) => {
  const el = nodeOf(id);
  if (!el) return false;
  getSelection()?.selectAllChildren(el);
  return true;
};
