// Detects words for secrets in names and labels, in 36 languages. The words and rules are those of `secrets/words.py`.

const { typed, chosen, phrases, cards, code, not_codes: notCodes, digits, sent, links, address } = secretRules;
const LONGEST = 6; // maximum number of words in a phrase
const LABEL_WORDS = 6; // a label with more words is a sentence, of which only the first noun counts
const LABEL_SIGNS = 40; // the same limit in characters, for scripts without spaces
const CLAUSE = /[()[\]{},;:!?|\n、。（）：，；！？「」【】]|\.(?=\s|$)|\s[-–—]\s/;
const NO_LATIN = /[^\u0000-\u024f]/; // characters of scripts that may have no spaces
const NEGATIONS = new Set("not never don without forgot forgotten".split(" "));
/** @param {string} words */
const isNegated = (words) => words.split(" ").some((word) => NEGATIONS.has(word));
/** @type {Record<string, string>} */
const PLAIN = { ł: "l", đ: "d", ø: "o", ß: "ss", ı: "i", æ: "ae", œ: "oe" };

/**
 * Returns the words of a name, in small letters, without accents and separated by spaces. The result is the same as
 * that of `secrets.words.words`.
 * @param {string} name
 */
export const wordsOf = (name) =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .replace(/(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g, " ")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[łđøßıæœ]/g, (letter) => PLAIN[letter])
    .replace(/(?:[ºª]|[^\p{L}\p{N}\p{M}])+/gu, " ")
    .trim();

/** @param {string} text */
const listed = (text) => text.split(" ").filter((phrase) => phrase !== "");
/**
 * Returns a function that tells whether words contain one of the phrases. `whole` phrases must be whole words, `inside`
 * ones may be anywhere, and an `exact` one must be the whole text, apart from digits at its end.
 * @param {Phrases} said
 */
const finder = ({ whole, inside, exact }) => {
  const asWords = new Set(listed(whole));
  const alone = new Set(listed(exact));
  /**
   * The phrases by their first two letters, so that only a few are compared at each position.
   * @type {Map<string, string[]>}
   */
  const starts = new Map();
  for (const phrase of listed(inside)) {
    const start = phrase.slice(0, 2);
    starts.set(start, [...(starts.get(start) ?? []), phrase]);
  }
  return (/** @type {string} */ words) => {
    const pieces = words.split(" ");
    const squeezed = pieces.join("");
    if (alone.has(squeezed.replace(/\d+$/, ""))) return true;
    for (let i = 0; i + 1 < squeezed.length; i += 1) {
      const tried = starts.get(squeezed.slice(i, i + 2));
      if (tried && tried.some((phrase) => squeezed.startsWith(phrase, i))) return true;
    }
    for (let i = 0; i < pieces.length; i += 1) {
      let joined = "";
      for (let j = i; j < pieces.length && j < i + LONGEST; j += 1) {
        joined += pieces[j];
        if (asWords.has(joined)) return true;
      }
    }
    return false;
  };
};
/**
 * Returns a function that computes a value when first called. On most pages there is no field to check, so it is never
 * called.
 * @template T @param {() => T} make
 */
const once = (make) => {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
};
/** @param {string} pattern @param {Phrases} said */
const judge = (pattern, said) =>
  once(() => {
    const english = new RegExp(pattern, "u");
    const others = finder(said);
    return (/** @type {string} */ words) => words !== "" && (english.test(words) || others(words));
  });
const typedSays = judge(typed, phrases);
const chosenSays = judge(chosen, cards);
const codeSays = once(() => finder(code));
const other = new Set(notCodes);
const otherInside = notCodes.filter((word) => NO_LATIN.test(word));
const linking = new Set(links);
const places = new Set(address);

/**
 * Whether a name or id says that a field is secret. `isList` means that the field is a select.
 * @param {string | null} name @param {boolean} isList
 */
export const nameSaysSo = (name, isList) => !!name && (isList ? chosenSays : typedSays)()(wordsOf(name.slice(0, 200)));
/**
 * Returns the texts of a label that are searched for words: the whole label if it is short, and its first clause
 * without what only qualifies the noun ("Card number (16 digits)", "Enter the code that we sent"). A text that is still
 * a whole sentence is left out.
 * @param {string} text
 */
const headsOf = (text) => {
  const clauses = text.split(CLAUSE).map(wordsOf);
  const words = (clauses.find((said) => Number.isNaN(Number(said.replaceAll(" ", "")))) ?? "").split(" ");
  const end = words.findIndex((word, i) => i > 0 && linking.has(word));
  const head = words.length > LABEL_WORDS && end > 0 ? words.slice(0, end) : words;
  return [wordsOf(text.slice(0, 200)), head.join(" ")].filter(
    (said) => said !== "" && (said.includes(" ") ? said.split(" ").length <= LABEL_WORDS : said.length <= LABEL_SIGNS),
  );
};
/**
 * Whether a label says that a field is secret, and is not a warning against entering a secret.
 * @param {string | null} text @param {boolean} isList
 */
export const labelSaysSo = (text, isList) =>
  headsOf(text ?? "").some((words) => (isList ? chosenSays : typedSays)()(words) && !isNegated(words));
/** Whether a sentence beside a row of one-character boxes says that they are for a secret. @param {string} text */
export const sentenceSaysSo = (text) => {
  const words = wordsOf(text.slice(0, 200));
  return typedSays()(words) && !isNegated(words);
};
/**
 * Whether a text names a code that was sent to the user, and no other kind of code, such as a postal code.
 * @param {string} text
 */
export const saysCode = (text) => {
  const words = wordsOf(text.slice(0, 300));
  if (words === "" || !codeSays()(words) || isNegated(words)) return false;
  return !words.split(" ").some((word) => other.has(word)) && !otherInside.some((word) => words.includes(word));
};
/** Whether a text states a number of digits, as in "6-digit code". @param {string} text */
export const saysDigits = (text) =>
  namesDigit(text) &&
  wordsOf(text.slice(0, 300))
    .split(" ")
    .some((piece) => /^[3-8]$/.test(piece));
/** Whether a text mentions digits, as in "Digit 1". @param {string} text */
export const namesDigit = (text) =>
  wordsOf(text.slice(0, 300))
    .split(" ")
    .some((piece) => digits.some((start) => piece.startsWith(start)));
/** Whether a text says that a code was sent to the user or comes from an app. @param {string} text */
export const saysSent = (text) => {
  const words = wordsOf(text.slice(0, 300));
  const pieces = new Set(words.split(" "));
  return sent.some((word) => (NO_LATIN.test(word) ? words.includes(word) : pieces.has(word)));
};
/** @param {string} text */
export const isPinCode = (text) => /^(enter )?(your )?pin ?codes?$/.test(wordsOf(text.slice(0, 60)));
/** @param {string} text */
export const saysPlace = (text) =>
  wordsOf(text.slice(0, 60))
    .split(" ")
    .some((word) => places.has(word));
