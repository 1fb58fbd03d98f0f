// Reads what a form paints at a field: its value where it keeps that elsewhere, and the message that it is wrong.
import { hasWordOf, isCalled, saidOf } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { labelsOf } from "./labels.js";
import { tokensOf } from "./letters.js";
import { byId, closest, computed, few, queryCss, queryFirst, rootNode } from "./native.js";
import { isSecret } from "./secrets.js";
import { line, textOf } from "./text.js";
import { isPainted } from "./ticks.js";
import { FIELDS, GRIDS, PARTS, STEPS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const LINES = 60;
/** With what an editor counts its lines, and how it draws one. */
const GUTTERS = "[class*=linenumber i],[class*=line-number i],[class*=gutter i]";
const LINE = "pre,.cm-line,.view-line,.ace_line";
const WRITTEN = `${FIELDS},[contenteditable],[role=combobox],[role=textbox]`;

/** Whether what is shown for a field counts its lines: its text is not what stands in it. @param {Element} shown */
export const isCounted = (shown) => queryFirst(shown, GUTTERS) !== null;
/**
 * What is painted in the frame of a drawn field whose own field is empty: its value, or what to put in.
 * @param {Element} shown @param {string} text @returns {{ value?: string, placeholder?: string }}
 */
export const paintedInField = (shown, text) => {
  if (text === "") return {};
  const hint = (few(shown, PARTS) ?? []).find((part) => isCalled(part, "placeholder"));
  if (hint) return textOf(hint) === text ? { placeholder: text } : {};
  if (!isCounted(shown)) return { value: text };
  const lines = [...queryCss(shown, LINE)].slice(0, LINES).filter((one) => !queryFirst(one, GUTTERS));
  const value = lines.map(wordsIn).join(" ").trim();
  return value ? { value } : {};
};
/** Whether a text is all that a label of a field says: a box around both is shown for a field that is cut. @param {Element} control @param {string} text */
export const isLabel = (control, text) => text !== "" && labelsOf(control).some((label) => textOf(label) === text);

const LONGEST = 200;
/** What in these is told, is what is chosen. */
const LISTS = "[role=listbox],[role=combobox],[role=menu],[role=option]";
const MESSAGES = '[class*="error" i],[class*="invalid" i],[class*="message" i],[role=alert]';
/** Said of a field before anybody has been in it. */
const UNTOUCHED = /^(?:ng|v|q|no|aria)[-_]/i;
/** @param {Element} el */
const saysWrong = (el) =>
  attr(el, "data-invalid") === "true" ||
  classesOf(el).some(
    (token) => hasWordOf(token, "invalid") && !UNTOUCHED.test(token) && !hasWordOf(token, "untouched"),
  );
/** Whether an element says what is wrong, by its class, its role, or as the message of a box that is. @param {Element} el */
const isMessage = (el) => !isCalled(el, "help") && (saysWrong(el) || attr(el, "role") === "alert");
/** The words of a message that a person sees. @param {Element} el */
const wordsSeen = (el) => {
  const { width, height } = rect(el);
  return width >= 8 && height >= 8 && isPainted(el) && +computed(el).opacity > 0 ? line(textOf(el), LONGEST) : "";
};
/** Whether no other field stands in a box, but those of the same choice. @param {Element} el @param {Element} box */
const isAlone = (el, box) => {
  const name = is(el, "[type=radio]") ? attr(el, "name") : null;
  return [...queryCss(box, WRITTEN)].every(
    (one) => one === el || holds(one, el) || rect(one).width < 4 || (name !== null && attr(one, "name") === name),
  );
};
/**
 * The message that a form paints at a field of which it finds that it is wrong; null where it only writes that it
 * is, undefined where it does not.
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

/** What a field that is only read opens where the component around it is a combobox. @param {Element} el @returns {{ haspopup?: string, expanded?: boolean }} */
export const openerOf = (el) => {
  const root = rootNode(el);
  // Before ARIA 1.2 the combobox was the box around the field.
  const host = root instanceof ShadowRoot ? read.host.call(root) : closest(el, "[role=combobox][aria-haspopup]");
  const box = root instanceof ShadowRoot ? root : host;
  if (!host || !box || attr(host, "role") !== "combobox" || queryCss(box, "input").length !== 1 || isSecret(el))
    return {};
  const open = attr(host, "aria-expanded");
  const haspopup = attr(host, "aria-haspopup") ?? "listbox";
  return open === null ? { haspopup } : { haspopup, expanded: open === "true" };
};
