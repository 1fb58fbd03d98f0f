// Splits CSS class names into their words: `isOpen`, `is-open`, `menu__item--open`. The tables in this module contain
// all of the naming vocabulary of UI libraries: words for kinds of parts and for states.
import { attr, classesOf, read as readers } from "./dom.js";
import { few, textContent } from "./native.js";
import { NAME_LIMIT, PARTS } from "./vocabulary.js";

/**
 * The words for states in class names. Each row contains a state, a value of that state, and the words that express the
 * value. Only the last word of a class name counts.
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
/** The words for kinds of parts in class names. Each row contains a kind and its words. @type {[string, string][]} */
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
  // Prefixes that libraries give to every class of a field's validation, whether the field is valid or not.
  ["validator", "ng v q no aria"],
  ["branch", "node item row"],
  ["of branch", "checkbox expander hit switcher toggle toggler twisty"],
  ["icon", "icon icons"],
  ["help", "help hint desc description label success"],
  ["message", "message"],
  ["placeholder", "placeholder"],
  ["part", "wrapper inner box core track control trigger selector"],
  ["half", "partial partially half"],
  ["turn", "prev previous next first last"],
  ["closer", "close remove delete clear"],
  // Words about icons: `drawn`: how an icon is drawn; `filled`: icons whose filled form shows a state; `look`: size and
  // frame.
  ["drawn", "icon icons svg outline outlined rounded fill filled regular solid"],
  ["filled", "star heart bookmark flag pin bell"],
  [
    "look",
    "fw lg sm xs xl md small large xsmall xlarge x-small x-large xx-small xx-large medium default primary secondary " +
      "base spin pulse solid regular light thin brands only button btn wrapper container root inline svg icon font " +
      "size color left-icon right-icon holder set box wrap inner outer rotate rotate-90 rotate-180 rotate-270",
  ],
  ["look before", "flip no has is with without"],
  ["platform", "ios md"],
  [
    "icon set",
    "icon icons ico icn fa fas far bi mdi ri ti pi la uil eva glyphicon codicon octicon anticon lucide feather " +
      "tabler-icon ph material-symbols jp-icon oi uk-icon el-icon van-icon iconfont svg-icon [a-z]{1,6}-icon",
  ],
  // Prefixes of icon classes that are also common in other classes. They count only on tags that are used for icons.
  [
    "icon tag set",
    "bx bxs bxl lni nc gg zmdi typcn dripicons ion cil cib ki iconoir flaticon fe entypo wi tio icofont mgc hgi " +
      "pe-7s fontisto linearicons",
  ],
  // Words of an id that say only that the element is a field, and not what the field is for.
  ["field", "input field element el ctl control checkbox chk txt"],
  [
    "plain",
    "checked selected check input button btn field checkbox radio select control controls root main content " +
      "container wrapper slider thumb track app text toggle trigger",
  ],
];
const WORDS_OF_KIND = new Map(KINDS.map(([kind, words]) => [kind, new Set(words.split(" "))]));
/** Returns the words of a kind, separated by "|" for use in a regular expression. @param {string} kind */
export const patternOf = (kind) => [...(WORDS_OF_KIND.get(kind) ?? [])].join("|");
/** @type {Map<string, Map<string, boolean | string>>} */
const MEANINGS = new Map();
for (const [state, meaning, words] of STANDS) {
  const known = MEANINGS.get(state) ?? new Map();
  for (const word of words.split(" ")) known.set(word, meaning);
  MEANINGS.set(state, known);
}

/** Words that negate the word after them in a class name, as in `not-active` and `in-active`. */
const NOT = new Set(["not", "non", "no", "un", "in"]);
/** Maximum number of class names in the cache. A page uses few different class names on many elements. */
const MOST = 4000;
/** @type {Map<string, {words: string[], last: string}>} */
const known = new Map();

/**
 * Matches a generated suffix of a class name: after `__`, or mixed letters and digits after `_`, as in
 * `selected_2d1c250f14` and `_active_1k2j3_45`.
 */
const HASH = new RegExp(
  "__[A-Za-z0-9]*\\d[A-Za-z0-9]*$|__(?=[A-Za-z0-9_-]+[A-Z0-9])[A-Za-z0-9_-]{5}$|" +
    "_(?=[A-Za-z0-9]{5,}(?:_\\d+)?$)[A-Za-z0-9]*\\d[A-Za-z][A-Za-z0-9]*(?:_\\d+)?$|_[A-Za-z0-9]{5}_\\d+$",
);
/**
 * Splits an identifier such as `arrowLeft`, `arrow-left` or `arrow_left` into words, separated by spaces.
 * @param {string} token
 */
export const parted = (token) =>
  token
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_. ]+/g, " ")
    .trim()
    .toLowerCase();

/**
 * Returns the words of a class name, and its last word, which is "" if the class name contains a negation.
 * @param {string} token
 */
const read = (token) => {
  let found = known.get(token);
  if (found) return found;
  // A generated suffix, as in `tab_active__x1Yz`, is removed before the class name is split.
  const words = parted(token.replace(HASH, ""))
    .split(" ")
    .filter((word) => word !== "");
  found = { words, last: words.some((word) => NOT.has(word)) ? "" : (words[words.length - 1] ?? "") };
  if (known.size >= MOST) known.clear();
  if (token.length <= NAME_LIMIT) known.set(token, found);
  return found;
};

const CLOSES = /(?:^|[-_ ])(?:clear|close|cross|delete|dismiss|remove|times|xmark)(?![a-z])/i;
/**
 * Whether a class, title or label of an element, or of a part of it, names a close or remove button.
 * @param {Element} el
 */
export const closes = (el) =>
  [el, ...(few(el, PARTS) ?? [])].some((one) => {
    const tag = readers.localName.call(one);
    const said = tag === "title" ? textContent(one) : one === el ? "" : tag;
    return CLOSES.test(
      [said, ...["class", "part", "title", "aria-label"].map((name) => attr(one, name) ?? "")].join(" "),
    );
  });

/** @param {string} token @returns {readonly string[]} */
export const wordsOfClass = (/** @type {string} */ token) => read(token).words;

/** @param {string} token */
export const lastWordOfClass = (/** @type {string} */ token) => read(token).last;

/** @param {string} word @param {string} kind */
export const isWordOf = (word, kind) => WORDS_OF_KIND.get(kind)?.has(word) === true;
/**
 * Whether a class name contains a word of a kind, for example the kind `toggle`.
 * @param {string} token @param {string} kind
 */
export const hasWordOf = (token, kind) => read(token).words.some((word) => isWordOf(word, kind));
/**
 * Whether any class of an element contains a word of a kind, for example the kind `toggle`.
 * @param {Element} el @param {string} kind
 */
export const isCalled = (el, kind) => classesOf(el).some((token) => hasWordOf(token, kind));
/**
 * Whether the name of a class ends with a word of a kind. A last word that only names a part is skipped, as in
 * `el-switch__core`.
 * @param {string} token @param {string} kind
 */
export const endsInKind = (token, kind) => {
  const { words } = read(token);
  const last = words.at(isWordOf(words.at(-1) ?? "", "part") && words.length > 1 ? -2 : -1) ?? "";
  return [...(WORDS_OF_KIND.get(kind) ?? [])].some((word) => last.endsWith(word));
};
/**
 * Returns the value of a state that the last word of a class name expresses; undefined if it expresses none.
 * @param {string} token @param {string} state
 */
export const meaningOf = (token, state) => {
  const { words, last } = read(token);
  if (state === "checked" && isWordOf(words.at(-2) ?? "", "half") && MEANINGS.get("chosen")?.has(last)) return "mixed";
  return MEANINGS.get(state)?.get(last);
};
/**
 * Returns the value of a state that the classes of some elements express. Undefined if no class expresses one, or if
 * two classes contradict each other.
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
