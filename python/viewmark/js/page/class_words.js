// Reads the words of a class as its author wrote them: `isOpen`, `is-open`, `menu__item--open`.

/** Words that turn the last one round: `not-active`, `inactive` written in two. */
const NOT = new Set(["not", "non", "no", "un", "in"]);
/** Classes whose words are kept, letters of one: a page has few, on many elements. */
const MOST = 4000;
const LONGEST = 200;
/** @type {Map<string, {words: string[], last: string}>} */
const known = new Map();

/** Behind two underlines, or as letters and digits mixed behind one: `selected_2d1c250f14`, `_active_1k2j3_45`. */
const HASH =
  /__[A-Za-z0-9]*\d[A-Za-z0-9]*$|__(?=[A-Za-z0-9_-]+[A-Z0-9])[A-Za-z0-9_-]{5}$|_(?=[A-Za-z0-9]{5,}(?:_\d+)?$)[A-Za-z0-9]*\d[A-Za-z][A-Za-z0-9]*(?:_\d+)?$|_[A-Za-z0-9]{5}_\d+$/;

/** @param {string} token */
const read = (token) => {
  let found = known.get(token);
  if (found) return found;
  // What a program adds behind two underlines tells the file: `tab_active__x1Yz`.
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

/** What says that it is the last of some, and not that it ends a branch: `node-last-leaf`. */
const PLACE = new Set(["last", "first"]);
/** @param {string} token */
export const endsInLeaf = (/** @type {string} */ token) =>
  read(token).last === "leaf" && !read(token).words.some((word) => PLACE.has(word));

/** @param {string} token @returns {readonly string[]} */
export const wordsOfClass = (/** @type {string} */ token) => read(token).words;

/** @param {string} token */
export const lastWordOfClass = (/** @type {string} */ token) => read(token).last;
