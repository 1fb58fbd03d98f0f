// Finds what shows a secret outside of form fields: boxes of rich text whose name says so, and the value of a
// secret field where the page writes it beside ("reveal", a copy in <code>). Both then count as text shown as dots.
import { parent } from "./dom.js";
import { attribute, closest, computed, coverSecrets, matches, memo, once, parentElement } from "./native.js";
import { queryCss, tagOf, textContent } from "./native.js";
import { isNamedSecret } from "./secret_labels.js";
import { wordsOf } from "./secret_words.js";
import { isSecret } from "./secrets.js";
import { allTrees } from "./standing.js";

/** Boxes of rich text and fields; one question, since it takes longer the larger the page is. */
const ASKED = "[contenteditable],[role=textbox],input,textarea";
/** Characters of a value that is looked for in any text; of a code that counts as a word; what is shorter in a row of boxes. */
const LEAST = { text: 6, word: 3 };
const LEVELS = 5;
const MOST = { fields: 40, nodes: 400, around: 20_000, attribute: 200 };
const WHOLE = /^(form|dialog|body|html|main)$/;
const walkerOf = Document.prototype.createTreeWalker;

/** A text without what pages put between the digits of a number. @param {string} text */
const squeezed = (text) => text.replace(/[\s\u00ad\u200b-\u200f\u2010-\u2015\u2060\ufeff_•·*-]+/g, "").toLowerCase();
/** @param {Element} el */
const valueOf = (el) => {
  if (tagOf(el) === "input" && /^(hidden|checkbox|radio|button|submit|reset|file)$/.test(el.type)) return "";
  return squeezed(String(el.value ?? ""));
};
/** What is around a field: the form, dialog or section it belongs to. @param {Element} el */
const around = (el) => {
  let box = el;
  for (let level = 0; level < LEVELS && !WHOLE.test(tagOf(box)); level += 1) {
    const up = parentElement(box);
    if (!up || textContent(up).length > MOST.around) break;
    box = up;
  }
  return box;
};
/** Whether an element shows a value. @param {Element} el @param {string} value */
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
/** Boxes that a style sheet draws of an element, with words of their own. @param {Element} el */
export const generatedOf = (el) =>
  GENERATED.filter((which) => {
    const { content, visibility } = computed(el, which);
    return content.length > 2 && content !== "none" && content !== "normal" && visibility === "visible";
  });
/**
 * Elements in a box, each with what its attributes say, and a field with what it holds.
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
/** Whether that may be drawn: of a field, or of what a style sheet draws words of. @param {Element} el */
const drawnOf = (el) => matches(el, FIELDS) || generatedOf(el).length > 0;
/** @param {Element} el @param {string} value @param {Set<Element>} boxes */
const addCopies = (el, value, boxes) => {
  const box = around(el);
  const repeated = squeezed(textContent(box)).includes(value);
  for (const [at, notes] of notedIn(box)) {
    if (at !== el && value.length >= LEAST.text && notes.includes(value) && drawnOf(at)) boxes.add(at);
    if (!repeated || !shows(at, value)) continue;
    // The innermost elements that hold all of it.
    const inner = [...queryCss(at, ":scope > *")].some((child) => shows(child, value));
    if (!inner && !matches(at, "textarea,script,style")) boxes.add(closest(at, "select") ?? at);
  }
};

/** Elements that show a secret as text, in this look. @returns {Set<Element>} */
export const secretBoxes = () => {
  const known = memo("secretCopies");
  let boxes = known.get(document);
  if (boxes) return boxes;
  known.set(document, (boxes = new Set())); // for those who ask while it is filled
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

/** Whether an element shows a secret as text, or lies in one that does. @param {Element} el */
export const isInSecretBox = (el) => {
  const boxes = secretBoxes();
  if (boxes.size === 0) return false;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) if (boxes.has(at)) return true;
  return false;
};

coverSecrets(isInSecretBox);
