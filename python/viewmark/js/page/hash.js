// Hashes text that is only compared and never reported.

/** Returns a hash of a text with 53 bits. @param {string} text */
export const hashed = (text) => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
};
/**
 * Returns a hash of a text that consists of letters only. Digits would be lost, because comparisons of elements ignore
 * numbers.
 * @param {string} text
 */
export const lettersOf = (text) => hashed(text).replace(/\d/g, (digit) => String.fromCharCode(65 + Number(digit)));
