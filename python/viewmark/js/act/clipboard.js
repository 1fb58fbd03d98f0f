// Copies and pastes without the system clipboard: the clipboard events are dispatched here, and the caller of these
// functions keeps the contents. Secrets are never copied.
import { getterOf, hit, holds, nodeOf, read } from "../page/dom.js";
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
 * Returns the occurrences of a text that begin in an element, at most two. The browser searches, because its search
 * knows which text is visible and which white space is rendered.
 * @param {Element} el @param {string} words @param {Selection} chosen
 */
const rangesOf = (el, words, chosen) => {
  /** @type {Range[]} */
  const ranges = [];
  chosen.collapse(el, 0);
  while (ranges.length < 2 && /** @type {any} */ (window).find(words)) {
    const range = chosen.getRangeAt(0);
    if (!el.contains(range.startContainer)) break;
    ranges.push(range.cloneRange());
  }
  chosen.removeAllRanges(); // a press on selected text would drag the text
  return ranges;
};

/**
 * Finds a text in an element. Returns how often it occurs and, if that is once, its first and last point in CSS px of
 * this frame; `isDone` if the element is a text field, in which a script has selected the text.
 * @param {number} id @param {string} words
 */
export const spanOf = (id, words) => {
  const [el, chosen] = [nodeOf(id), getSelection()];
  if (!el || !chosen || isSecret(el)) return { count: 0 };
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
    const [text, wanted] = [el.value.toLowerCase(), words.toLowerCase()];
    const count = text.split(wanted).length - 1;
    if (count === 1) {
      el.focus();
      el.setSelectionRange(text.indexOf(wanted), text.indexOf(wanted) + wanted.length);
    }
    return { count, isDone: true };
  }
  const ranges = rangesOf(el, words, chosen);
  const boxes = [...(ranges[0]?.getClientRects() ?? [])];
  if (ranges.length !== 1 || boxes.length === 0) return { count: ranges.length };
  const [first, last] = [boxes[0], boxes[boxes.length - 1]];
  /** @param {DOMRect} box @param {number} x */
  const at = (box, x) => [x, (box.top + box.bottom) / 2];
  const ends = [at(first, first.left + 0.25), at(last, last.right - 0.25)];
  const isFree = ends.every(([x, y]) => {
    const met = hit(x, y);
    return met !== null && (holds(met, el) || el.contains(met) || met.contains(ranges[0].endContainer));
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
