// Whether the words about a field say that it is secret.
import { labelsOf } from "./labels.js";
import { attribute, byId, memo, queryCss, rootNode, tagOf, textContent } from "./native.js";
import { labelSaysSo, nameSaysSo } from "./secret_words.js";

const SECRET_TOKEN = /^(current-password|new-password|one-time-code|cc-.+)$/;
/** What of `autocomplete` says that a field holds a secret. @param {Element} el */
export const secretTokens = (el) =>
  (attribute(el, "autocomplete") ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => SECRET_TOKEN.test(token));
/** The words of a label without those of fields in it. @param {Element} label */
const labelWords = (label) => {
  let text = textContent(label);
  for (const field of queryCss(label, "textarea,select")) text = text.replace(textContent(field), "\n");
  return text;
};
/** The texts that say what a field is for. @param {Element} el */
export const textsAbout = function* (el) {
  for (const name of ["aria-label", "placeholder", "aria-placeholder", "data-placeholder", "title"]) {
    const text = attribute(el, name);
    if (text) yield text;
  }
  for (const label of labelsOf(el)) yield labelWords(label);
  for (const id of (attribute(el, "aria-labelledby") ?? "").split(/\s+/)) {
    const other = id && byId(rootNode(el), id);
    // What is named by a field is named by its value.
    if (other && !/^(input|textarea|select)$/.test(tagOf(other))) yield textContent(other);
  }
};

/** Whether its name, id or a label says so. @param {Element} el */
export const isNamedSecret = (el) => {
  const known = memo("secretName");
  let answer = known.get(el);
  if (answer === undefined) {
    const isList = tagOf(el) === "select";
    answer = nameSaysSo(attribute(el, "name"), isList) || nameSaysSo(attribute(el, "id"), isList);
    // What is looked for is about a secret, and none.
    if (el.type !== "search") for (const text of textsAbout(el)) answer ||= labelSaysSo(text, isList);
    known.set(el, answer);
  }
  return answer;
};
