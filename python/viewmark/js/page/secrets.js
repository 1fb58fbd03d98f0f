// Decides which fields are secret, so that their content is never read and does not leave the page: by type,
// `autocomplete`, words (`secret_words.js`) and shape (`secret_shapes.js`).
import { rect } from "./dom.js";
import { labelsOf } from "./labels.js";
import { attribute, forget, isConnected, matches, memo, parentElement, previousElement, queryCss } from "./native.js";
import { styleOf, tagOf, textContent } from "./native.js";
import { isNamedSecret, secretTokens } from "./secret_labels.js";
import { hasSecretShape } from "./secret_shapes.js";
import { labelSaysSo, wordsOf } from "./secret_words.js";
import { allTrees } from "./standing.js";
import { NARROW } from "./vocabulary.js";

/** Fields that were found to be secret. They stay secret when a "show password" button changes their type. */
const seen = new WeakSet();
const NAMED = new Set(["text", "tel", "number", "month", "url"]);
const FIELDS = "input,textarea,select";
/** Types of inputs into which no text is typed. */
const NO_TEXT = new Set(["checkbox", "hidden", "submit", "button"]);

const SHOWS = new Set("show hide reveal toggle mask unmask conceal view display".split(" "));
const BUTTONS = "button,[role=button],[role=switch],input[type=checkbox]";
/**
 * Whether an element contains exactly one text field and a button that shows or hides its content. Null if it contains
 * several text fields.
 * @param {Element} el
 */
const hasToggle = (el) => {
  const known = memo("secretToggle");
  let answer = known.get(el);
  if (answer === undefined) {
    const typed = [...queryCss(el, FIELDS)].filter((field) => tagOf(field) === "textarea" || !NO_TEXT.has(field.type));
    answer = typed.length > 1 ? null : false;
    for (const button of typed.length === 1 ? queryCss(el, BUTTONS) : []) {
      const texts = [attribute(button, "aria-label"), attribute(button, "title"), textContent(button)];
      for (const label of labelsOf(button)) texts.push(textContent(label));
      answer ||= texts.some((text) => {
        const said = wordsOf((text ?? "").slice(0, 200));
        return SHOWS.has(said.split(" ")[0]) && (said.endsWith(" visibility") || labelSaysSo(text, false));
      });
    }
    known.set(el, answer);
  }
  return answer;
};
/** Whether a field is beside a button that shows or hides its content, within three levels. @param {Element} el */
const isBesideToggle = (el) => {
  let up = /** @type {Element | null} */ (el);
  for (let level = 0; level < 3; level += 1) {
    up = up && parentElement(up);
    const answer = up ? hasToggle(up) : null;
    if (answer !== false) return answer === true;
  }
  return false;
};
/**
 * Whether a field is secret by its name, its shape, or a button beside it that shows or hides its content.
 * @param {Element} el @param {string} tag
 */
const isSecretByForm = (el, tag) => {
  if (tag === "input" && !NAMED.has(el.type) && el.type !== "search") return false;
  const known = memo("secretForm");
  let answer = known.get(el);
  if (answer === undefined) {
    answer = isNamedSecret(el) || (tag === "input" && (replacesPassword(el) || hasSecretShape(el)));
    answer ||= tag === "input" && el.type === "text" && isBesideToggle(el);
    known.set(el, answer);
  }
  return answer;
};

/**
 * Former password fields, by name. The "show password" button of some pages replaces the field by a new one, which is
 * recognized by this name.
 * @type {Map<string, WeakRef<Element>>}
 */
const byName = new Map();
/** @type {WeakMap<Element, Map<number, WeakRef<Element>>>} */
const byPlace = new WeakMap();
const MOST_NAMES = 200;
/** @param {Element} el */
const placeOf = (el) => {
  let at = 0;
  for (let before = previousElement(el); before && at < 50; before = previousElement(before)) at += 1;
  return at;
};
/**
 * Records a password field by its name and by its position, so that a field that replaces it is recognized.
 * @param {Element} el
 */
const notePassword = (el) => {
  const name = attribute(el, "name") || attribute(el, "id");
  if (name && byName.size < MOST_NAMES) byName.set(name, new WeakRef(el));
  const up = parentElement(el);
  if (!up) return;
  let places = byPlace.get(up);
  if (!places) byPlace.set(up, (places = new Map()));
  places.set(placeOf(el), new WeakRef(el));
};
/** @param {WeakRef<Element> | undefined} before */
const isGone = (before) => {
  if (!before) return false;
  const field = before.deref();
  return !field || !isConnected(field);
};
/** Whether a field has the name or the position of a former password field that is gone. @param {Element} el */
const replacesPassword = (el) => {
  const name = attribute(el, "name") || attribute(el, "id");
  if (name && isGone(byName.get(name))) return true;
  const up = parentElement(el);
  const places = up && byPlace.get(up);
  return !!places && isGone(places.get(placeOf(el)));
};

/** @type {WeakSet<Element>} */
const open = new WeakSet();
/**
 * Whether a field is only the typing area of a custom select, which replaces a hidden native control without a secret.
 * Selectize sets `new-password` on it to prevent autofill. If the control that it replaces is a text field, it must
 * have been narrow when it was first seen, because a real password field is hardly ever 24 px wide.
 * @param {Element} el
 */
const isPlaceToType = (el) => {
  if (open.has(el)) return true;
  for (let up = /** @type {Element | null} */ (el), level = 0; up && level < 3; up = parentElement(up), level += 1) {
    const before = previousElement(up);
    const tag = before && tagOf(before);
    if (!before || (tag !== "select" && tag !== "input") || styleOf(before).display !== "none") continue;
    const isOpen = !isSecret(before) && (tag === "select" || rect(el).width <= NARROW);
    if (isOpen) open.add(el);
    return isOpen;
  }
  return false;
};

/**
 * Whether the content of an element is secret. Fields for a password, one-time code, payment card, key or token are
 * detected by type, `autocomplete`, name or label. Hidden fields, and text that the page displays as dots
 * (text-security), are always secret.
 * @param {Element} el
 */
export const isSecret = (el) => {
  const tag = tagOf(el);
  if (tag !== "input" && tag !== "textarea" && tag !== "select") return styleOf(el).isMasked;
  if (seen.has(el)) return true;
  if (tag === "input" && el.type === "hidden") return true;
  const isPassword = tag === "input" && el.type === "password";
  const says = secretTokens(el).some((token) => token !== "new-password" || isPassword || !isPlaceToType(el));
  if (isPassword || says || isSecretByForm(el, tag)) {
    seen.add(el);
    if (isPassword) notePassword(el);
    return true;
  }
  return styleOf(el).isMasked;
};

/**
 * Whether an element has content. This includes autofilled values, which scripts cannot read yet.
 * @param {Element} el
 */
export const isFilled = (el) => {
  const tag = tagOf(el);
  if (tag === "select") return el.selectedIndex >= 0 && el.value !== "";
  if (tag !== "input" && tag !== "textarea") return textContent(el) !== "";
  return el.value !== "" || matches(el, ":autofill");
};

/** Returns all secret fields of this document and its shadow trees. @returns {Element[]} */
export const secretFields = () => {
  const found = [];
  for (const tree of allTrees()) {
    for (const el of queryCss(tree, FIELDS)) if (isSecret(el)) found.push(el);
  }
  return found;
};

/**
 * Returns a polynomial hash of a value, by which it can be recognized without being revealed. `secrets/values.py`
 * computes the same hash.
 * @param {string} value @param {number} base
 */
const hashOf = (value, base) => {
  let hash = 0;
  for (const char of value) hash = (hash * base + Number(char.codePointAt(0))) % 67_108_859;
  return hash;
};
/**
 * Returns the names under which secret fields would be submitted (scripts often use the id instead), and hashes of
 * their values.
 * @param {number[]} bases
 */
export const secretsToLearn = (bases) => {
  forget();
  const names = new Set();
  const prints = [];
  for (const el of secretFields()) {
    const tag = tagOf(el);
    if (tag === "input" && el.type === "hidden") continue; // hidden fields may contain any kind of data
    const name = attribute(el, "name") || attribute(el, "id");
    if (name && names.size < 100) names.add(name.slice(0, 200));
    const value = tag === "select" ? "" : String(el.value);
    const length = [...value.slice(0, 401)].length;
    if (length < 4 || length > 200 || prints.length === 100) continue;
    prints.push([length, ...bases.map((base) => hashOf(value, base))]);
  }
  return { names: [...names], prints };
};
