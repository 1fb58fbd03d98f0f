// Tests for words, letters or any visible characters in a text, and splits it at spaces.

/** Whether a text contains a letter: numbers and symbols alone name nothing. @param {string} text */
export const hasLetter = (text) => /\p{L}/u.test(text);
/** @param {string} text */
export const hasWord = (text) => /[\p{L}\p{N}]/u.test(text);
/** Whether a text contains anything but white space. @param {string} text */
export const hasInk = (text) => /\S/.test(text);
/** The tokens between spaces: classes, roles, ids. @param {string | null | undefined} text */
export const tokensOf = (text) => (text ?? "").split(/\s+/).filter(Boolean);
/** @param {string} text */
export const oneLine = (text) => text.replace(/\s+/g, " ").trim();
