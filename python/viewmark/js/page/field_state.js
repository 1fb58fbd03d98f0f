// Reads the value and the error message that a page paints next to a field. Custom form controls often store neither in
// the native field.
import { hasWordOf, isCalled, saidOf, isWordOf, wordsOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { labelsOf } from "./labels.js";
import { tokensOf } from "./letters.js";
import { nameOf } from "./names.js";
import { byId, closest, computed, few, queryCss, queryFirst, rootNode } from "./native.js";
import { isSecret } from "./secrets.js";
import { line, textOf } from "./text.js";
import { isPainted } from "./ticks.js";
import { FIELD_BOX, FIELDS, GRIDS, PARTS, STEPS, MANY, NAME_LIMIT } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Selector for the line numbers of a code editor. */
const GUTTERS = "[class*=linenumber i],[class*=line-number i],[class*=gutter i]";
/** Selector for the text lines of a code editor. */
const LINE = "pre,.cm-line,.view-line,.ace_line";
const WRITTEN = `${FIELDS},[contenteditable],[role=combobox],[role=textbox]`;

/**
 * Whether the element painted for a field shows line numbers, so that its text is not just the field's value.
 * @param {Element} shown
 */
export const isCounted = (shown) => queryFirst(shown, GUTTERS) !== null;
/**
 * Returns the text painted in the frame of a custom field whose own field is empty: its value or its placeholder.
 * @param {Element} shown @param {string} text @returns {{ value?: string, placeholder?: string }}
 */
export const paintedInField = (shown, text) => {
  if (text === "") return {};
  const hint = (few(shown, PARTS) ?? []).find((part) => isCalled(part, "placeholder"));
  if (hint) return textOf(hint) === text ? { placeholder: text } : {};
  if (!isCounted(shown)) return { value: text };
  const lines = [...queryCss(shown, LINE)].slice(0, MANY).filter((one) => !queryFirst(one, GUTTERS));
  const value = lines.map(wordsIn).join(" ").trim();
  return value ? { value } : {};
};
/**
 * Returns the box that shows the text of a transparent field: its nearest ancestor with text, if that is no larger than
 * a field and contains no other field. Otherwise null.
 * @param {Element} el
 */
export const paintedFor = (el) => {
  if (+computed(el).opacity > 0) return null;
  for (let at = parent(el), i = 0; at && i < STEPS && isAlone(el, at); at = parent(at), i += 1) {
    const words = wordsIn(at);
    if (words !== "") return rect(at).height <= FIELD_BOX && words !== nameOf(el) && !isLabel(el, words) ? at : null;
  }
  return null;
};
/**
 * Whether a text is the label of a field and not its value. The element painted for a hidden field may contain both.
 * @param {Element} control @param {string} text
 */
export const isLabel = (control, text) => text !== "" && labelsOf(control).some((label) => textOf(label) === text);

/** Selector for elements whose text is a selected option and not a message. */
const LISTS = "[role=listbox],[role=combobox],[role=menu],[role=option]";
const MESSAGES = '[class*="error" i],[class*="invalid" i],[class*="message" i],[role=alert]';
/** @param {Element} el */
const saysWrong = (el) =>
  attr(el, "data-invalid") === "true" ||
  classesOf(el).some(
    (token) =>
      hasWordOf(token, "invalid") && !isWordOf(wordsOfClass(token)[0], "validator") && !hasWordOf(token, "untouched"),
  );
/** Whether an element is an error message, according to its class or role. @param {Element} el */
const isMessage = (el) => !isCalled(el, "help") && (saysWrong(el) || attr(el, "role") === "alert");
/** Returns the visible text of a message. @param {Element} el */
const wordsSeen = (el) => {
  const { width, height } = rect(el);
  return width >= 8 && height >= 8 && isPainted(el) && +computed(el).opacity > 0 ? line(textOf(el), NAME_LIMIT) : "";
};
/** Whether a box contains no other field, except radios of the same group. @param {Element} el @param {Element} box */
const isAlone = (el, box) => {
  const name = is(el, "[type=radio]") ? attr(el, "name") : null;
  return [...queryCss(box, WRITTEN)].every(
    (one) => one === el || holds(one, el) || rect(one).width < 4 || (name !== null && attr(one, "name") === name),
  );
};
/**
 * Returns the error message that a form paints for an invalid field. Null if the field is only marked as invalid,
 * undefined if it is valid.
 * @param {Element} el
 */
export const messageOf = (el) => {
  for (const id of tokensOf(attr(el, "aria-describedby"))) {
    const other = id && byId(rootNode(el), id);
    const words = other && isMessage(other) ? wordsSeen(other) : "";
    if (words) return words;
  }
  let isWrong = false;
  let at = /** @type {Element | null} */ (el);
  for (
    let i = 0;
    at && i <= STEPS && !is(at, "form,body,table,[role=dialog]") && isAlone(el, at);
    at = parent(at), i += 1
  ) {
    isWrong ||= saidOf([at], "invalid") === true && saysWrong(at);
    for (const one of at === el ? [] : [...queryCss(at, MESSAGES)].slice(0, PARTS)) {
      const table = closest(one, GRIDS);
      const isOther = holds(one, el) || queryFirst(one, WRITTEN) || (table !== null && !holds(table, el));
      if (isOther || !isMessage(one) || closest(one, LISTS) !== null) continue;
      const words = wordsSeen(one);
      if (words) return words;
    }
  }
  return isWrong ? null : undefined;
};

/**
 * Returns `haspopup` and `expanded` of a read-only field, if the component or element around it is a combobox.
 * @param {Element} el @returns {{ haspopup?: string, expanded?: boolean }}
 */
export const openerOf = (el) => {
  const root = rootNode(el);
  // Before ARIA 1.2, the combobox role was on the element around the field.
  const host = root instanceof ShadowRoot ? read.host.call(root) : closest(el, "[role=combobox][aria-haspopup]");
  const box = root instanceof ShadowRoot ? root : host;
  if (!host || !box || attr(host, "role") !== "combobox" || queryCss(box, "input").length !== 1 || isSecret(el))
    return {};
  const open = attr(host, "aria-expanded");
  const haspopup = attr(host, "aria-haspopup") ?? "listbox";
  return open === null ? { haspopup } : { haspopup, expanded: open === "true" };
};
