// Tests whether a text contains letters, words or visible characters, and splits a text at spaces.

/** Whether a text contains a letter; numbers and symbols alone are no name. @param {string} text */
export const hasLetter = (text) => /\p{L}/u.test(text);
/** @param {string} text */
export const hasWord = (text) => /[\p{L}\p{N}]/u.test(text);
/** Whether a text contains anything but white space. @param {string} text */
export const hasInk = (text) => /\S/.test(text);
/** ASCII white space, which HTML and CSS collapse and which separates tokens. */
export const ASCII_SPACES = /[ \t\n\f\r]+/g;
/** @param {string} text */
export const isWhite = (text) => text.replace(ASCII_SPACES, "") === "";
/**
 * Returns the tokens separated by white space, such as classes, roles or ids.
 * @param {string | null | undefined} text
 */
export const tokensOf = (text) => (text ?? "").split(/\s+/).filter(Boolean);
/** Returns a caption without a colon, full stop or asterisk at its end. @param {string} text */
export const withoutColon = (text) => text.replace(/\s*[.:*]+$/, "");
/** Whether a URL runs code or contains its own data, and so leads nowhere. @param {string} address */
export const isScript = (address) => /^\s*(?:data|[a-z]*script):/i.test(address);
/** @param {string} text */
export const oneLine = (text) => text.replace(/\s+/g, " ").trim();
