// Copies and pastes without the system clipboard: the clipboard events are dispatched here, and the driver receives the
// contents. Secrets are never copied.
import { getterOf, nodeOf, read } from "../page/dom.js";
import { forget } from "../page/native.js";
import { isSecret } from "../page/secrets.js";
import { focused, summarizeFocused } from "./reporting.js";

const valueOf = getterOf(HTMLInputElement.prototype, "value");
const areaOf = getterOf(HTMLTextAreaElement.prototype, "value");

/** @param {Element} el */
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

/** @param {"copy" | "cut"} type @param {number} id */
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

/** @param {string} text @param {string} html */
export const pasteIn = (text, html) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  if (html) data.setData("text/html", html);
  const at = target();
  return at !== null && fire(at, "paste", data);
};

/** @param {number} id */
export const selectContents = (id) => {
  const el = nodeOf(id);
  if (!el) return false;
  getSelection()?.selectAllChildren(el);
  return true;
};
