// Finds what shows a secret outside of form fields: boxes of rich text whose name says so, and the value of a
// secret field where the page writes it beside ("reveal", a copy in <code>). Both then count as text shown as dots.
import { parent } from "./dom.js";
import { attribute, coverSecrets, memo, parentElement, queryCss, tagOf, textContent } from "./native.js";
import { isNamedSecret } from "./secret_labels.js";
import { wordsOf } from "./secret_words.js";
import { isSecret } from "./secrets.js";
import { allTrees } from "./standing.js";

/** Boxes of rich text and fields; one question, since it takes longer the larger the page is. */
const ASKED = "[contenteditable],[role=textbox],input,textarea";
/** Characters of a value that is looked for in any text; of a code that counts as a word; what is shorter in a row of boxes. */
const LEAST = { text: 6, word: 3 };
const LEVELS = 5;
const MOST = { fields: 40, nodes: 400, around: 20_000 };
const WHOLE = /^(form|dialog|body|html|main)$/;
const walkerOf = Document.prototype.createTreeWalker;

/** A text without what pages put between the digits of a number. @param {string} text */
const squeezed = (text) => text.replace(/[\s\u2010-\u2015_•·*-]+/g, "").toLowerCase();
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
/** @param {Element} el @param {string} value @param {Set<Element>} boxes */
const addCopies = (el, value, boxes) => {
  const box = around(el);
  if (!squeezed(textContent(box)).includes(value)) return;
  const walker = walkerOf.call(document, box, NodeFilter.SHOW_ELEMENT);
  /** @type {Element | null} */
  let at = box;
  for (let n = 0; at && n < MOST.nodes; n += 1, at = /** @type {Element | null} */ (walker.nextNode())) {
    if (!shows(at, value)) continue;
    // The innermost elements that hold all of it.
    const inner = [...queryCss(at, ":scope > *")].some((child) => shows(child, value));
    if (!inner && !/^(input|textarea|select|script|style)$/.test(tagOf(at))) boxes.add(at);
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
