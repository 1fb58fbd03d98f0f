// Finds copies of secrets outside form fields: rich text editors with a secret name, and text that repeats the value of
// a secret field (a "reveal" view, a copy in <code>). Both are treated like text that is displayed as dots.
import { parent } from "./dom.js";
import { attribute, closest, computed, coverSecrets, matches, memo, once, parentElement } from "./native.js";
import { queryCss, tagOf, textContent, walkerOf } from "./native.js";
import { isNamedSecret } from "./secret_labels.js";
import { wordsOf } from "./secret_words.js";
import { isSecret } from "./secrets.js";
import { allTrees } from "./standing.js";

/**
 * Selector for rich text editors and fields. Both are found by a single query, because each query takes the longer the
 * larger the page is.
 */
const ASKED = "[contenteditable],[role=textbox],input,textarea";
/**
 * Minimum length of a value that is searched in any text (`text`), and of a code that must be a whole word (`word`). A
 * shorter value is only searched in rows of boxes with one character each.
 */
const LEAST = { text: 6, word: 3 };
const LEVELS = 5;
const MOST = { fields: 40, nodes: 400, around: 20_000, attribute: 200 };
const WHOLE = new Set(["form", "dialog", "body", "html", "main"]);
const NO_TEXT = new Set("hidden checkbox radio button submit reset file".split(" "));

/** Returns a text in small letters, without the separators that pages insert between digits. @param {string} text */
const squeezed = (text) => text.replace(/[\s\u00ad\u200b-\u200f\u2010-\u2015\u2060\ufeff_•·*-]+/g, "").toLowerCase();
/** @param {Element} el */
const valueOf = (el) => {
  if (tagOf(el) === "input" && NO_TEXT.has(el.type)) return "";
  return squeezed(String(el.value ?? ""));
};
/**
 * Returns the form, dialog or section around a field, in which copies of its value are searched.
 * @param {Element} el
 */
const around = (el) => {
  let box = el;
  for (let level = 0; level < LEVELS && !WHOLE.has(tagOf(box)); level += 1) {
    const up = parentElement(box);
    if (!up || textContent(up).length > MOST.around) break;
    box = up;
  }
  return box;
};
/**
 * Whether an element contains a value, either in its text or spread over its children.
 * @param {Element} el @param {string} value
 */
const shows = (el, value) => {
  const text = textContent(el);
  const said = squeezed(text);
  if (value.length >= LEAST.text || !said.includes(value)) return said.includes(value);
  if (![...value].some((sign) => sign >= "0" && sign <= "9")) return false;
  if (value.length < LEAST.word) return said === value && [...queryCss(el, ":scope > *")].length >= LEAST.word;
  return said === value || ` ${wordsOf(text)} `.includes(` ${wordsOf(value)} `);
};
const GENERATED = ["::before", "::after", "::marker", "::scroll-marker"];
const FIELDS = "input,textarea";
const attributesOf = Element.prototype.getAttributeNames;
/** Returns the pseudo-elements of an element that generate text. @param {Element} el */
export const generatedOf = (el) =>
  GENERATED.filter((which) => {
    const { content, visibility } = computed(el, which);
    return content.length > 2 && content !== "none" && content !== "normal" && visibility === "visible";
  });
/**
 * Returns the elements in a box, each with a text of its attributes and, for a field, its value.
 * @param {Element} box @returns {[Element, string][]}
 */
const notedIn = (box) =>
  once("notes", box, () => {
    const walker = walkerOf.call(document, box, NodeFilter.SHOW_ELEMENT);
    /** @type {[Element, string][]} */
    const found = [];
    for (let at = /** @type {any} */ (box); at && found.length < MOST.nodes; at = walker.nextNode()) {
      const values = attributesOf.call(at).map((name) => (attribute(at, name) ?? "").slice(0, MOST.attribute));
      found.push([at, squeezed([...values, matches(at, FIELDS) ? at.value : ""].join("|"))]);
    }
    return found;
  });
/**
 * Whether an element may show the values of its attributes: in a field, or by generated content.
 * @param {Element} el
 */
const drawnOf = (el) => matches(el, FIELDS) || generatedOf(el).length > 0;
/**
 * Adds to `boxes` the elements around a field that repeat its value.
 * @param {Element} el @param {string} value @param {Set<Element>} boxes
 */
const addCopies = (el, value, boxes) => {
  const box = around(el);
  const repeated = squeezed(textContent(box)).includes(value);
  for (const [at, notes] of notedIn(box)) {
    if (at !== el && value.length >= LEAST.text && notes.includes(value) && drawnOf(at)) boxes.add(at);
    if (!repeated || !shows(at, value)) continue;
    // Of nested elements that contain the value, only the innermost is masked.
    const inner = [...queryCss(at, ":scope > *")].some((child) => shows(child, value));
    if (!inner && !matches(at, "textarea,script,style")) boxes.add(closest(at, "select") ?? at);
  }
};

/** Returns the elements that show a secret as text. They are found once per observation. @returns {Set<Element>} */
export const secretBoxes = () => {
  const known = memo("secretCopies");
  let boxes = known.get(document);
  if (boxes) return boxes;
  known.set(document, (boxes = new Set())); // stored first, because the search below calls this function again
  const fields = { long: 0, short: 0 };
  for (const tree of allTrees()) {
    for (const list of queryCss(tree, "select:open"))
      if (isSecret(list)) for (const option of queryCss(list, "option")) boxes.add(option);
    for (const el of queryCss(tree, ASKED)) {
      const tag = tagOf(el);
      if (tag !== "input" && tag !== "textarea") {
        if (tag !== "select" && attribute(el, "contenteditable") !== "false" && isNamedSecret(el)) boxes.add(el);
        continue;
      }
      const value = valueOf(el);
      const kind = value.length < LEAST.text ? "short" : "long";
      if (value === "" || fields[kind] === MOST.fields || !isSecret(el)) continue;
      fields[kind] += 1;
      addCopies(el, value, boxes);
    }
  }
  return boxes;
};

/** Whether an element shows a secret as text, or is inside an element that does. @param {Element} el */
export const isInSecretBox = (el) => {
  const boxes = secretBoxes();
  if (boxes.size === 0) return false;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) if (boxes.has(at)) return true;
  return false;
};

coverSecrets(isInSecretBox);
