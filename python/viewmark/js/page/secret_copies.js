// Finds what shows a secret outside of form fields: boxes of rich text whose name says so, and the value of a
// secret field where the page writes it beside ("reveal", a copy in <code>). Both then count as text shown as dots.
import { parent } from "./dom.js";
import { attribute, coverSecrets, memo, parentElement, queryCss, tagOf, textContent } from "./native.js";
import { isNamedSecret } from "./secret_labels.js";
import { isSecret } from "./secrets.js";
import { allTrees } from "./standing.js";

/** Boxes of rich text and fields; one question, since it takes longer the larger the page is. */
const ASKED = "[contenteditable],[role=textbox],input,textarea";
const LEAST = 6; // characters of a value that is looked for: shorter ones stand in any text
const LEVELS = 5;
const MOST = { fields: 40, nodes: 400, around: 20_000 };
const WHOLE = /^(form|dialog|body|html|main)$/;
const walkerOf = Document.prototype.createTreeWalker;

/** A text without what pages put between the digits of a number. @param {string} text */
const squeezed = (text) => text.replace(/[\s\u2010-\u2015-]+/g, "");
/** @param {Element} el */
const valueOf = (el) => {
  if (tagOf(el) === "input" && /^(hidden|checkbox|radio|button|submit|reset|file)$/.test(el.type)) return "";
  const value = squeezed(String(el.value ?? ""));
  return value.length >= LEAST ? value : "";
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
/** @param {Element} el @param {string} value @param {Set<Element>} boxes */
const addCopies = (el, value, boxes) => {
  const box = around(el);
  if (!squeezed(textContent(box)).includes(value)) return;
  const walker = walkerOf.call(document, box, NodeFilter.SHOW_ELEMENT);
  /** @type {Element | null} */
  let at = box;
  for (let n = 0; at && n < MOST.nodes; n += 1, at = /** @type {Element | null} */ (walker.nextNode())) {
    if (!squeezed(textContent(at)).includes(value)) continue;
    // The innermost elements that hold all of it.
    const inner = [...queryCss(at, ":scope > *")].some((child) => squeezed(textContent(child)).includes(value));
    if (!inner && !/^(input|textarea|select|script|style)$/.test(tagOf(at))) boxes.add(at);
  }
};

/** Elements that show a secret as text, in this look. @returns {Set<Element>} */
export const secretBoxes = () => {
  const known = memo("secretCopies");
  let boxes = known.get(document);
  if (boxes) return boxes;
  known.set(document, (boxes = new Set())); // for those who ask while it is filled
  let fields = 0;
  for (const tree of allTrees()) {
    for (const el of queryCss(tree, ASKED)) {
      const tag = tagOf(el);
      if (tag !== "input" && tag !== "textarea") {
        if (tag !== "select" && attribute(el, "contenteditable") !== "false" && isNamedSecret(el)) boxes.add(el);
        continue;
      }
      const value = valueOf(el);
      if (value === "" || fields === MOST.fields || !isSecret(el)) continue;
      fields += 1;
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
