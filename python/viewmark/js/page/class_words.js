// Splits classes into the words that their author wrote: `isOpen`, `is-open`, `menu__item--open`. Only the tables in
// this module know the vocabulary of UI libraries: kinds of parts and states.
import { classesOf } from "./dom.js";

/**
 * State, value, and the words for it: the last word of a class counts.
 * @type {[string, boolean | string, string][]}
 */
const STANDS = [
  ["checked", true, "checked on"],
  ["checked", false, "unchecked off"],
  ["checked", "mixed", "indeterminate"],
  ["switched", true, "open opened active"],
  ["switched", false, "close closed"],
  ["folded", true, "expanded"],
  ["folded", false, "collapsed"],
  ["expanded", true, "open opened expanded show shown visible"],
  ["expanded", false, "collapsed close closed"],
  ["chosen", "alone", "active current activated"],
  ["chosen", "some", "selected chosen checked sel picked playing"],
  ["disabled", true, "disabled"],
  ["invalid", true, "error errors invalid"],
  ["sort", "ascending", "asc ascending"],
  ["sort", "descending", "desc descending"],
  ["points", "up", "up upward"],
  ["points", "down", "down downward bottom"],
  ["points", "left", "left"],
  ["points", "right", "right"],
];
/** Kinds of parts and the words for them. @type {[string, string][]} */
const KINDS = [
  ["tick", "checkbox checkmark radio switch"],
  ["switch", "switch"],
  ["toggle", "switcher expander toggle toggler arrow chevron caret disclosure"],
  ["fold", "accordion collapse collapsible expansion disclosure faq foldable"],
  ["sign", "arrow caret chevron angle triangle icon"],
  ["expander", "expand expander expanded"],
  ["sorter", "sort sortable sorted sorter sorting"],
  ["head", "head header heading title summary"],
  ["alert", "alert toast snackbar notice notification callout message reminder infobar cookie cookies consent"],
  ["rating", "rate rating star stars"],
  ["listbox", "select selection picker cascader combobox"],
  ["menu", "dropdown"],
  ["item", "button cell child date day element entry item link month option page step tab year"],
  ["panel", "pane panel tabpane tabpanel"],
  ["place", "first last odd even"],
  ["invalid", "error errors invalid errorlist errormessage errortext"],
  ["untouched", "untouched pristine"],
  ["help", "help hint desc description label success"],
  ["message", "message"],
  ["placeholder", "placeholder"],
  ["part", "wrapper inner box core track control trigger selector"],
  ["half", "partial partially half"],
];
const WORDS_OF_KIND = new Map(KINDS.map(([kind, words]) => [kind, new Set(words.split(" "))]));
/** @type {Map<string, Map<string, boolean | string>>} */
const MEANINGS = new Map();
for (const [state, meaning, words] of STANDS) {
  const known = MEANINGS.get(state) ?? new Map();
  for (const word of words.split(" ")) known.set(word, meaning);
  MEANINGS.set(state, known);
}

/** Words that negate the last word: `not-active`, `in-active`. */
const NOT = new Set(["not", "non", "no", "un", "in"]);
/** Limits of the cache: number of classes, length of one. A page uses few classes on many elements. */
const MOST = 4000;
const LONGEST = 200;
/** @type {Map<string, {words: string[], last: string}>} */
const known = new Map();

/** Generated suffixes: after `__`, or mixed letters and digits after `_`: `selected_2d1c250f14`, `_active_1k2j3_45`. */
const HASH =
  /__[A-Za-z0-9]*\d[A-Za-z0-9]*$|__(?=[A-Za-z0-9_-]+[A-Z0-9])[A-Za-z0-9_-]{5}$|_(?=[A-Za-z0-9]{5,}(?:_\d+)?$)[A-Za-z0-9]*\d[A-Za-z][A-Za-z0-9]*(?:_\d+)?$|_[A-Za-z0-9]{5}_\d+$/;

/** @param {string} token */
const read = (token) => {
  let found = known.get(token);
  if (found) return found;
  // A generated suffix is not part of the words: `tab_active__x1Yz`.
  const written = token.replace(HASH, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  const words = written
    .toLowerCase()
    .split(/[-_ ]+/)
    .filter((word) => word !== "");
  found = { words, last: words.some((word) => NOT.has(word)) ? "" : (words[words.length - 1] ?? "") };
  if (known.size >= MOST) known.clear();
  if (token.length <= LONGEST) known.set(token, found);
  return found;
};

/** @param {string} token @returns {readonly string[]} */
export const wordsOfClass = (/** @type {string} */ token) => read(token).words;

/** @param {string} token */
export const lastWordOfClass = (/** @type {string} */ token) => read(token).last;

/** @param {string} word @param {string} kind */
export const isWordOf = (word, kind) => WORDS_OF_KIND.get(kind)?.has(word) === true;
/** Whether a class contains a word of a kind. @param {string} token @param {string} kind */
export const hasWordOf = (token, kind) => read(token).words.some((word) => isWordOf(word, kind));
/** Whether a class of an element contains a word of a kind. @param {Element} el @param {string} kind */
export const isCalled = (el, kind) => classesOf(el).some((token) => hasWordOf(token, kind));
/**
 * Whether a class ends in a word of a kind, or in a part of such a thing: `el-switch__core`.
 * @param {string} token @param {string} kind
 */
export const endsInKind = (token, kind) => {
  const { words } = read(token);
  const last = words.at(isWordOf(words.at(-1) ?? "", "part") && words.length > 1 ? -2 : -1) ?? "";
  return [...(WORDS_OF_KIND.get(kind) ?? [])].some((word) => last.endsWith(word));
};
/**
 * The value of a state by the last word of a class; undefined if the word says nothing.
 * @param {string} token @param {string} state
 */
export const meaningOf = (token, state) => {
  const { words, last } = read(token);
  if (state === "checked" && isWordOf(words.at(-2) ?? "", "half") && MEANINGS.get("chosen")?.has(last)) return "mixed";
  return MEANINGS.get(state)?.get(last);
};
/**
 * The value of a state by the classes of some elements; undefined if they say nothing or contradict each other.
 * @param {readonly Element[]} all @param {...string} states
 */
export const saidOf = (all, ...states) => {
  const said = all.flatMap((el) =>
    classesOf(el).flatMap(
      (token) => states.map((state) => meaningOf(token, state)).find((one) => one !== undefined) ?? [],
    ),
  );
  return new Set(said).size === 1 ? said[0] : undefined;
};
