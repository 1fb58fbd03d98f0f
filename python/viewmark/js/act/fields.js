// Prepares fields for typing: which field receives the text, what prevents it, and whether the text has arrived.
//
// Text is typed as trusted input from outside the page. Two things cannot be done by input and are done here, with the
// events that the control itself would fire: choosing options of a native select (the browser draws its list outside
// the page), and setting date, time, colour and range controls (the effect of their keys depends on the locale).
import { eachChild, getterOf, holds, idOf, is, isElement, nodeOf, parent, read, rect } from "../page/dom.js";
import { nameOf } from "../page/names.js";
import { checkVisibility, forget, queryCss } from "../page/native.js";
import { isSecret } from "../page/secrets.js";
import { isDisabled } from "../page/visibility.js";
import { labelledControl } from "./controls.js";
import { saysOther } from "./locate.js";
import { focused, isEditable, isOfDocument, summarize, summarizeFocused } from "./reporting.js";

/** @param {object} proto @param {string} name */
const setter = (proto, name) => /** @type {any} */ (Object.getOwnPropertyDescriptor(proto, name)).set;
const focusElement = HTMLElement.prototype.focus;
const typeOf = getterOf(HTMLInputElement.prototype, "type");
const inputValue = getterOf(HTMLInputElement.prototype, "value");
const setInput = setter(HTMLInputElement.prototype, "value");
const areaValue = getterOf(HTMLTextAreaElement.prototype, "value");
const mostOf = getterOf(HTMLInputElement.prototype, "maxLength");
const selectInput = HTMLInputElement.prototype.select;
const selectArea = HTMLTextAreaElement.prototype.select;
/** @param {any} proto */
const ends = (proto) => [getterOf(proto, "selectionStart"), getterOf(proto, "selectionEnd")];
const inputEnds = ends(HTMLInputElement.prototype);
const areaEnds = ends(HTMLTextAreaElement.prototype);
const textOf = getterOf(Node.prototype, "textContent");

const TEXTUAL = new Set("text search url tel email password number".split(" "));
const DATED = "date time datetime-local month week".split(" ");
const PICKED = new Set([...DATED, "color", "range"]);
/**
 * Input types to which `readonly` applies. Inputs of the remaining types, such as checkboxes, also match `:read-only`,
 * although they can be changed; for them the match is ignored.
 */
const LOCKABLE = new Set([...TEXTUAL, ...DATED]);
// Clicking one of these elements does something other than focusing a field, so they are rejected before the click.
const OTHER =
  "a[href],area[href],button,select,option,summary,img,video,audio,canvas[role=img]," +
  "[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab]," +
  "[role=menuitem],[role=slider],[role=option]";

/**
 * Returns how an element receives text: `text` if it is typed, `picked` if a script must set it. If the element takes
 * no text, returns why: `disabled`, `readonly` or `kind` (it is not a text field). Returns "" if this is unknown.
 * @param {Element} el
 */
const kindOf = (el) => {
  const isInput = el instanceof HTMLInputElement;
  const isArea = el instanceof HTMLTextAreaElement;
  if (isInput || isArea) {
    if (isDisabled(el)) return "disabled";
    if (is(el, ":read-only")) {
      const type = isInput ? typeOf.call(el) : "text";
      if (isArea || LOCKABLE.has(type)) return "readonly";
    }
    if (isArea) return "text";
    const type = typeOf.call(el);
    if (TEXTUAL.has(type)) return "text";
    return PICKED.has(type) ? "picked" : "kind";
  }
  if (isEditable(el)) return isDisabled(el) ? "disabled" : "text";
  return is(el, OTHER) ? "kind" : "";
};
/** @param {Element} el */
const takes = (el) => {
  const kind = kindOf(el);
  return kind === "text" || kind === "picked";
};

/**
 * Adds the fields inside an element to `found`, and stops once there are two.
 * @param {Element} el @param {Element[]} found
 */
const within = (el, found) => {
  eachChild(el, read.localName.call(el), (node) => {
    if (found.length > 1 || !isElement(node)) return;
    if (takes(node)) found.push(node);
    else within(node, found);
  });
  return found;
};

/**
 * Returns the rich text field that contains a node: its outermost editable ancestor, at most the body.
 * @param {Element} el
 */
const hostOf = (el) => {
  if (isOfDocument(el)) return read.body.call(document) ?? el;
  let host = el;
  for (let up = parent(el); up && isEditable(up) && !isOfDocument(host); up = parent(up)) host = up;
  return host;
};

/** @param {Element} el */
const isTiny = (el) => {
  const { width, height } = rect(el);
  return width < 12 || height < 6;
};

/**
 * Whether a field is invisible: transparent, clipped, or too small for a word. Code editors use such a field for input:
 * they immediately remove typed text from it and draw the text elsewhere.
 * @param {Element} el
 */
const isUnseen = (el) => {
  if (!checkVisibility(el, { opacityProperty: true, visibilityProperty: true })) return true;
  for (let up = /** @type {Element | null} */ (el); up; up = parent(up)) {
    if (isTiny(up) && (up === el || getComputedStyle(up).overflow !== "visible")) return true;
  }
  return false;
};

/**
 * Returns the field that receives the text typed at an element: the element itself, the control of a label, or the only
 * field inside. `kind` tells how the field receives text, or why it does not; if it is "", the text goes to the element
 * that has focus after a click.
 * @param {number} id
 */
export const field = (id) => {
  forget?.();
  const el = nodeOf(id);
  if (!el) return { status: "gone" };
  let field = el;
  let kind = kindOf(el);
  if (kind === "" || (kind === "kind" && el instanceof HTMLLabelElement)) {
    const control = labelledControl(el);
    const inside = control ? [control] : within(el, []);
    if (inside.length === 1) {
      [field] = inside;
      kind = kindOf(field);
    }
  }
  if (kind === "text" && !(field instanceof HTMLInputElement)) field = hostOf(field);
  return {
    status: "ok",
    id: idOf(field),
    kind,
    summary: summarize(field),
    type: field instanceof HTMLInputElement ? typeOf.call(field) : "",
    isTiny: isTiny(field),
    // The body is the active element whenever nothing is focused, so the body never counts as focused here.
    focused: focused() === field && !isOfDocument(field),
  };
};

/**
 * Focuses a field without a click, keeping its caret and selection. With `isWritten`, a character will be typed next:
 * if the field was not focused, the caret is moved behind the selection, so that the character does not replace it.
 * `meant` is the text that the element must still have afterwards, because pages may re-render on focus.
 * @param {number} id @param {boolean} [isWritten] @param {Meant | null} [meant] @returns {boolean | "changed"}
 */
export const focusField = (id, isWritten = false, meant = null) => {
  const el = nodeOf(id);
  const hasIt = focused() === el && document.hasFocus();
  if (el instanceof HTMLElement && !hasIt) {
    focusElement.call(el, { preventScroll: true });
    const selection = isWritten && kindOf(el) === "text" ? getSelection() : null;
    if (selection?.toString()) selection.modify("move", "forward", "character");
  }
  if (saysOther(meant)) return "changed";
  met = null;
  removeEventListener("keydown", meet, true);
  addEventListener("keydown", meet, true);
  return focused() === el;
};

/** The element that received the first keydown after a field was focused for typing. @type {Element | null} */
let met = null;
/** @param {Event} event */
const meet = (event) => {
  removeEventListener("keydown", meet, true);
  const first = /** @type {any} */ (event.composedPath()[0]);
  if (event.isTrusted && isElement(first)) met = first;
};

/**
 * Returns a summary of the element that received the first key since the field `id` was focused, if it was not that
 * field; null if the field received the key.
 * @param {number} id @returns {object | null}
 */
export const keysWentTo = (id) => {
  removeEventListener("keydown", meet, true);
  const el = nodeOf(id);
  for (let up = met; up; up = parent(up)) if (up === el) return null;
  // An event from a closed shadow tree reports the shadow host as its target, so the field's ancestors count too.
  for (let up = el ?? null; up; up = parent(up)) if (up === met && !isOfDocument(up)) return null;
  return met ? summarize(met) : null;
};

/**
 * Prepares the focused field for text. `place` selects its content (`all`), moves the caret to the end (`end`), or
 * leaves the selection unchanged (`keep`). An invisible field belongs to an editor that reacts only to keys: with
 * `canPress`, the result is `byKeys`, and the caller must then press the keys.
 * @param {"all" | "end" | "keep"} place @param {boolean} [canPress] @param {Meant | null} [meant]
 */
export const ready = (place, canPress = false, meant = null) => {
  forget?.();
  ahead = null;
  const el = focused();
  if (saysOther(meant)) return { kind: "changed", summary: null, id: 0 };
  if (!el) return { kind: "none", summary: null, id: 0 };
  const kind = kindOf(el);
  if (kind === "text") {
    const isInput = el instanceof HTMLInputElement;
    const hasOwn = isInput || el instanceof HTMLTextAreaElement;
    if (canPress && hasOwn && place !== "keep" && isUnseen(el)) {
      const content = contentOf(el);
      ahead = { el, place, content, ends: [content.length, content.length] };
      return { kind, summary: summarizeFocused(el), id: idOf(el), byKeys: true };
    }
    if (place !== "keep") {
      if (isInput) selectInput.call(el);
      else if (hasOwn) selectArea.call(el);
      else getSelection()?.selectAllChildren(hostOf(el));
      // Number and email fields have no selection API, so here the document's selection moves the caret.
      if (place === "end" && hasOwn) getSelection()?.modify("move", "forward", "documentboundary");
      else if (place === "end") getSelection()?.collapseToEnd();
    }
    ahead = { el, place, content: contentOf(el), ends: endsOf(el) };
  }
  const isSlot = el instanceof HTMLInputElement && mostOf.call(el) === 1;
  return { kind, summary: summarizeFocused(el), id: idOf(el), isSlot };
};

/**
 * The field prepared for typing, with its content and selection before the text is inserted. It is kept until the
 * result is checked.
 */
/**
 * @type {{el: Element, place: string, content: string, ends: [number, number] | null} | null}
 */
let ahead = null;

/**
 * Returns the start and end of the selection; null if scripts cannot read it (number, email, rich text).
 * @param {Element} el
 */
const endsOf = (el) => {
  const isInput = el instanceof HTMLInputElement;
  if (!isInput && !(el instanceof HTMLTextAreaElement)) return null;
  const [start, end] = (isInput ? inputEnds : areaEnds).map((get) => get.call(el));
  return start === null || end === null ? null : /** @type {[number, number]} */ ([start, end]);
};

/** @param {Element} el */
const contentOf = (el) => {
  if (el instanceof HTMLInputElement) return inputValue.call(el);
  if (el instanceof HTMLTextAreaElement) return areaValue.call(el);
  if (!(el instanceof HTMLElement)) return textOf.call(el) ?? "";
  return el.innerText;
};
/** @param {string} text */
const flat = (text) => text.replace(/\s+/g, " ").trim();
/**
 * Returns a text without whitespace and zero-width characters. Rich text fields may break lines anywhere, and editors
 * insert such characters.
 * @param {string} text
 */
const bare = (text) => text.replace(/[\s\u200b\u2060\ufeff]+/g, "");

/**
 * Whether a field now contains the inserted text: with `whole`, only this text, otherwise its previous content with the
 * text inserted. The result never contains the text itself, which may be secret.
 * @param {number} id @param {string} text @param {boolean} whole @returns {{ accepted: boolean | null }}
 */
export const holdsText = (id, text, whole) => {
  const el = nodeOf(id);
  const was = ahead?.el === el ? ahead : null;
  ahead = null;
  if (!el) return { accepted: null };
  // The lines that an editor displays may differ from the lines of its text, so text of several lines is not checked.
  const hasOwn = el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement;
  if (!hasOwn && /[\r\n]/.test(text)) return { accepted: null };
  const now = holdsNow(contentOf(el), text, whole, was);
  const accepted = now === false && isSpread(el, text) ? true : now;
  // A code editor removes typed text from its invisible input field, so the missing text does not show a failure.
  return { accepted: accepted === false && isUnseen(el) ? null : accepted };
};

/**
 * Whether a text was spread over this field and the following ones, one character each, as in a one-time code.
 * @param {Element} el @param {string} text
 */
const isSpread = (el, text) => {
  const root = el.getRootNode();
  if (!(el instanceof HTMLInputElement) || !(root instanceof Document || root instanceof ShadowRoot)) return false;
  const boxes = /** @type {HTMLInputElement[]} */ ([...queryCss(root, "input")]);
  const chars = [...flat(text)].filter((char) => char !== " ");
  const held = boxes.slice(boxes.indexOf(el)).map((each) => inputValue.call(each));
  return chars.length > 1 && chars.every((char, i) => held[i] === char);
};

/**
 * Whether the content `now` is the content `was` before typing, with the text inserted; null if this is unknown.
 * @param {string} now @param {string} text @param {boolean} whole @param {typeof ahead} was
 */
const holdsNow = (now, text, whole, was) => {
  if (whole) return flat(now) === flat(text);
  if (!was) return null;
  const { content, ends, place } = was;
  if (ends) return flat(now) === flat(content.slice(0, ends[0]) + text + content.slice(ends[1]));
  if (place === "end") return bare(now) === bare(content + text);
  // The position of the insertion is unknown here. The text was inserted if it now occurs more often than before.
  const sought = bare(text);
  return sought === "" || bare(now).split(sought).length > bare(content).split(sought).length;
};

/**
 * Fires the events that a user's change would fire. Of the two, only `input` also leaves a shadow tree (`composed`).
 * @param {Element} el
 */
const fire = (el) => {
  el.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  el.dispatchEvent(new Event("change", { bubbles: true }));
};

const NUMBER = /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;
/**
 * Whether a control that was set to a text kept it. A control with an invalid text would show another value or none.
 * @param {string} type @param {string} now @param {string} text
 */
const keeps = (type, now, text) => {
  if (type === "range") return NUMBER.test(text) && Number(now) === Number(text);
  if (type === "color") return now === text.toLowerCase();
  return (now === "") === (text === "");
};

/**
 * Returns the minimum, maximum and step of a range control, with HTML's defaults where the page sets none.
 * @param {HTMLInputElement} el
 */
const limitsOf = (el) => {
  /** @param {string} text @param {number} other */
  const number = (text, other) => (NUMBER.test(text) ? Number(text) : other);
  const [min, max] = [number(el.min, 0), number(el.max, 100)];
  const step = number(el.step, 1) > 0 ? number(el.step, 1) : 1;
  return { min, max: Math.max(min, max), step: el.step.toLowerCase() === "any" ? 0 : step };
};

/**
 * Returns the value that a control would have after being set to a text. It is determined on a detached copy, so that
 * the page notices nothing.
 * @param {HTMLInputElement} el @param {string} text
 */
const heldBy = (el, text) => {
  const probe = /** @type {HTMLInputElement} */ (document.createElementNS("http://www.w3.org/1999/xhtml", "input"));
  for (const name of ["type", "min", "max", "step", "alpha", "colorspace"]) {
    const value = el.getAttribute(name);
    if (value !== null) probe.setAttribute(name, value);
  }
  setInput.call(probe, text);
  return inputValue.call(probe);
};

/**
 * Checks whether a text has the format of a control's value (number, date, colour, range). Returns null if it does or
 * if the control has no format; otherwise the control's type and, for a range, its limits. With `whole`, the text is
 * the complete new value; otherwise it may be part of a number.
 * @param {Element} el @param {string} text @param {boolean} whole
 */
const misfit = (el, text, whole) => {
  if (!(el instanceof HTMLInputElement)) return null;
  const type = typeOf.call(el);
  if (type === "number") {
    const bare = text.trim(); // the control trims typed text in the same way
    const fits = whole ? bare === "" || heldBy(el, bare) !== "" : /^[-+.,\de]*$/i.test(bare);
    return fits ? null : { type, limits: null };
  }
  if (!PICKED.has(type) || keeps(type, heldBy(el, text), text)) return null;
  return { type, limits: type === "range" ? limitsOf(el) : null };
};

/**
 * Checks before typing whether a field accepts a text. Returns `misfit` (null, or the type and limits that the text
 * violates) and a summary of the field. An id of null means the focused field.
 * @param {number | null} id @param {string} text @param {boolean} whole
 */
export const takesText = (id, text, whole) => {
  const el = id === null ? focused() : nodeOf(id);
  return { misfit: el ? misfit(el, text, whole) : null, summary: el ? summarize(el) : null };
};

/**
 * Sets a date, time, colour or range control to a text; returns `refused` if the control does not accept it.
 * @param {number} id @param {string} text @param {Meant | null} [meant]
 */
export const setPicked = (id, text, meant = null) => {
  const el = nodeOf(id);
  if (!(el instanceof HTMLInputElement)) return { status: "gone" };
  const wanted = heldBy(el, text);
  const refused = misfit(el, text, true);
  if (refused) return { status: "refused", ...refused };
  const before = inputValue.call(el);
  focusElement.call(el, { preventScroll: true });
  if (saysOther(meant)) return { status: "changed" };
  setInput.call(el, text);
  if (inputValue.call(el) !== before) fire(el);
  return { status: "ok", accepted: inputValue.call(el) === wanted };
};

/**
 * Clears the chosen files of a file field and fires the events of a change. Returns whether the field exists.
 * @param {number} id
 */
export const takeFilesBack = (id) => {
  const el = nodeOf(id);
  if (!(el instanceof HTMLInputElement)) return false;
  const isFilled = inputValue.call(el) !== "";
  setInput.call(el, "");
  if (isFilled) fire(el);
  return true;
};

/**
 * Chooses the options of a native select that match `wanted` by value, label or index.
 * @param {number} id
 * @param {{value?: string, label?: string, index?: number}[]} wanted
 */
export const choose = (id, wanted, meant = null) => {
  forget?.();
  let el = nodeOf(id);
  if (!el) return { status: "gone" };
  if (el instanceof HTMLLabelElement) el = read.labelControl.call(el) ?? el;
  if (!(el instanceof HTMLSelectElement)) {
    const near = listOf(el);
    if (!near) return { status: "kind", summary: summarize(el) };
    el = near;
  }
  if (isDisabled(el)) return { status: "disabled", summary: summarize(el) };
  const options = Array.from(el.options);
  /** @param {HTMLOptionElement} o */
  const labelOf = (o) => flat(o.label || o.text);
  const known = options.slice(0, 50).map((o) => ({ value: o.value, label: labelOf(o) }));
  const listed = isSecret(el) ? [] : known;
  // Options that the page draws itself (customizable select) may contain icons, so they also match by accessible name.
  const labels = [labelOf, (/** @type {HTMLOptionElement} */ o) => flat(nameOf(o))];
  const chosen = [];
  for (const want of wanted) {
    const places = labels.map((labelled) =>
      options.findIndex(
        (o, i) =>
          (want.value === undefined || o.value === want.value) &&
          (want.label === undefined || labelled(o) === flat(want.label)) &&
          (want.index === undefined || i === want.index),
      ),
    );
    const at = places.find((place) => place >= 0) ?? -1;
    if (at < 0) return { status: "unknown", summary: summarize(el), options: listed };
    const group = options[at].parentElement;
    const isOff = options[at].disabled || (group instanceof HTMLOptGroupElement && group.disabled);
    if (isOff) return { status: "off", summary: summarize(el), options: listed };
    chosen.push(options[at]);
  }
  if (chosen.length > 1 && !el.multiple) return { status: "single", summary: summarize(el), options: listed };
  focusElement.call(el, { preventScroll: true });
  if (saysOther(meant)) return { status: "changed", summary: summarize(el) };
  const before = options.map((o) => o.selected).join();
  for (const option of options) {
    const isWanted = chosen.includes(option);
    if (option.selected !== isWanted) option.selected = isWanted;
  }
  if (options.map((o) => o.selected).join() !== before) fire(el);
  const now = Array.from(el.selectedOptions);
  return {
    status: "ok",
    summary: summarize(el),
    selected: isSecret(el) ? [] : now.map((o) => ({ value: o.value, label: labelOf(o) })),
    held: chosen.every((o) => now.includes(o)) && now.length === chosen.length,
  };
};

/** Returns the select that contains an option; for another element, the only select inside it. @param {Element} el */
const listOf = (el) => {
  for (let up = /** @type {Element | null} */ (el); up; up = parent(up)) if (up instanceof HTMLSelectElement) return up;
  const inside = el.querySelectorAll?.("select") ?? [];
  return inside.length === 1 && holds(el, inside[0]) ? inside[0] : null;
};
