// Decides from text whether a field is secret: from its name and labels or, if it has no label, from the text painted
// next to it.
import { eachChild, is, isElement, isText, parent, read } from "./dom.js";
import { labelsOf } from "./labels.js";
import { hasLetter, tokensOf } from "./letters.js";
import { attribute, byId, closest, memo, parentElement, previousSibling, queryCss, queryFirst } from "./native.js";
import { rootNode, tagOf, textContent } from "./native.js";
import { labelSaysSo, nameSaysSo } from "./secret_words.js";
import { FIELD_TAGS } from "./vocabulary.js";

const SECRET_TOKENS = new Set(["current-password", "new-password", "one-time-code"]);
/**
 * Returns the values in an element's `autocomplete` that stand for a password, a one-time code or card data.
 * @param {Element} el
 */
export const secretTokens = (el) =>
  tokensOf(attribute(el, "autocomplete")?.toLowerCase()).filter(
    (token) => SECRET_TOKENS.has(token) || (token.startsWith("cc-") && token.length > 3),
  );
/** Returns the text of a label, excluding the fields in it. @param {Element} label */
const labelWords = (label) => {
  let text = textContent(label);
  for (const field of queryCss(label, "textarea,select,button,[contenteditable]"))
    text = text.replace(textContent(field), "\n");
  return text;
};
/**
 * Yields the texts that label an element in the markup: attributes, labels and referenced elements.
 * @param {Element} el @param {string[]} names of attributes
 */
const textsOf = function* (el, names) {
  for (const name of names) {
    const text = attribute(el, name);
    if (text) yield text;
  }
  for (const label of labelsOf(el)) yield labelWords(label);
  for (const id of tokensOf(attribute(el, "aria-labelledby"))) {
    const other = id && byId(rootNode(el), id);
    // If the referenced element is a field, its text is a value and no label, and must not be read here.
    if (other && !FIELD_TAGS.has(tagOf(other))) yield textContent(other);
  }
};
/** Yields the texts that tell what a field is for. @param {Element} el */
export const textsAbout = (el) =>
  textsOf(el, ["aria-label", "placeholder", "aria-placeholder", "data-placeholder", "title"]);

const FIELD = "input:not([type=hidden]),select,textarea,[contenteditable],[role=textbox]";
/** Selector for elements whose text is not the label of a field. */
const SILENT = "script,style,template,noscript,button";
/**
 * Maximum number of ancestors of a field that are searched (`boxes`), and of siblings before each of them (`before`).
 */
const MOST = { boxes: 8, before: 40 };
/** Returns the text of a node without that of fields, and whether the node contains a field. @param {Node} node */
const wordsIn = (node) => {
  if (!isElement(node)) return { words: isText(node) ? textContent(/** @type {any} */ (node)) : "", hasField: false };
  if (is(node, SILENT)) return { words: "", hasField: false };
  let words = is(node, FIELD) ? "" : labelWords(node);
  // Content that is passed to a component's slot is rendered there.
  if (tagOf(node) === "slot") eachChild(node, "slot", (child) => (words += textContent(/** @type {any} */ (child))));
  return { words: hasLetter(words) ? words : "", hasField: is(node, FIELD) || queryFirst(node, FIELD) !== null };
};
/** Returns the text of the column header of a cell. @param {Element} cell */
const headOf = (cell) => {
  const [table, row] = [closest(cell, "table,[role=grid],[role=table]"), closest(cell, "tr,[role=row]")];
  const heads = table && queryFirst(table, "tr,[role=row]");
  if (!row || !heads || row === heads) return "";
  const head = queryCss(heads, ":scope > *")[[...queryCss(row, ":scope > *")].indexOf(cell)];
  return head && !wordsIn(head).hasField ? wordsIn(head).words : "";
};
/**
 * Returns the painted label of a field that has no label in the markup. It is the nearest text before the field, the
 * text after it if there is no other field beside it, the column header, or the name of the group or component around
 * the field.
 * @param {Element} el
 */
export const wordsBeside = (el) => {
  let at = el;
  for (let n = 0; n < MOST.boxes; n += 1) {
    const head = is(at, "td,th,[role=cell],[role=gridcell]") ? headOf(at) : "";
    if (head) return head;
    let before = previousSibling(at);
    for (let i = 0; before && i < MOST.before; before = previousSibling(before), i += 1) {
      const { words, hasField } = wordsIn(before);
      // If the element that contains the text also contains a field, the text is the label of that field.
      if (words) return hasField ? "" : words;
    }
    const behind = at === el ? read.nextSibling.call(at) : null;
    const up = parent(at);
    if (!up) break;
    const words = behind && queryCss(up, FIELD).length === 1 ? wordsIn(behind).words : "";
    if (words) return words;
    for (const text of textsOf(up, ["aria-label", "label"])) if (hasLetter(text)) return text;
    at = up;
  }
  return "";
};

/**
 * Returns the value of the previous field in a row. In rows that consist of a key and a value, it names this field.
 * @param {Element} el
 */
const keyOf = (el) => {
  const row = closest(el, "tr,li,[role=row]") ?? parentElement(el);
  const fields = row ? [...queryCss(row, "input")] : [];
  const before = fields[fields.indexOf(el) - 1];
  return before && (before.type === "text" || before.type === "search") ? before.value : "";
};
/** Whether the name, id, label or key of a field says that it contains a secret. @param {Element} el */
export const isNamedSecret = (el) => {
  const known = memo("secretName");
  let answer = known.get(el);
  if (answer === undefined) {
    const isList = tagOf(el) === "select";
    answer = nameSaysSo(attribute(el, "name"), isList) || nameSaysSo(attribute(el, "id"), isList);
    answer ||= nameSaysSo(keyOf(el), isList);
    // A search field may be labelled with a word for secrets, but its content is a query and not a secret.
    if (el.type !== "search") {
      const texts = [...textsAbout(el)].filter((text) => hasLetter(text));
      for (const text of texts.length > 0 ? texts : [wordsBeside(el)]) answer ||= labelSaysSo(text, isList);
    }
    known.set(el, answer);
  }
  return answer;
};
