// Tests for words, letters or any visible characters in a text, and splits it at spaces.

/** Whether a text contains a letter: numbers and symbols alone name nothing. @param {string} text */
export const hasLetter = (text) => /\p{L}/u.test(text);
/** @param {string} text */
export const hasWord = (text) => /[\p{L}\p{N}]/u.test(text);
/** Whether a text contains anything but white space. @param {string} text */
export const hasInk = (text) => /\S/.test(text);
/** White space of ASCII: what HTML and CSS collapse, and what separates tokens. */
export const ASCII_SPACES = /[ \t\n\f\r]+/g;
/** @param {string} text */
export const isWhite = (text) => text.replace(ASCII_SPACES, "") === "";
/** The tokens between spaces: classes, roles, ids. @param {string | null | undefined} text */
export const tokensOf = (text) => (text ?? "").split(/\s+/).filter(Boolean);
/** A caption without its colon or asterisk. @param {string} text */
export const withoutColon = (text) => text.replace(/\s*[.:*]+$/, "");
/** Whether an address runs code or holds its content, so that it leads nowhere. @param {string} address */
export const isScript = (address) => /^\s*(?:data|[a-z]*script):/i.test(address);
/** @param {string} text */
export const oneLine = (text) => text.replace(/\s+/g, " ").trim();
