// What a text says: words, letters, anything at all; and what stands between its spaces.

/** Whether there is a letter: numbers and signs alone name nothing. @param {string} text */
export const hasLetter = (text) => /\p{L}/u.test(text);
/** @param {string} text */
export const hasWord = (text) => /[\p{L}\p{N}]/u.test(text);
/** Whether anything but spaces is there. @param {string} text */
export const hasInk = (text) => /\S/.test(text);
/** What stands between spaces: classes, roles, ids. @param {string | null | undefined} text */
export const tokensOf = (text) => (text ?? "").split(/\s+/).filter(Boolean);
/** @param {string} text */
export const oneLine = (text) => text.replace(/\s+/g, " ").trim();
