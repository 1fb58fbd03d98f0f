// Builds the parts of selectors: escaped attribute and id selectors, with the number of occurrences of their values.
import { tokensOf } from "./letters.js";
import { attribute, matches, tagOf } from "./native.js";
import { isClass, isGenerated, isId } from "./stable.js";
import { tallyOf } from "./standing.js";

export const TEST_ATTRIBUTES = Object.freeze(
  "data-testid data-test-id data-test data-qa data-cy data-automation-id".split(" "),
);
const WITH_TEST_ID = TEST_ATTRIBUTES.map((name) => `[${name}]`).join();
const VALUE_LIMIT = 120;
const MARK_LIMIT = 80;

// Control characters and bidirectional controls are escaped so that selectors are displayed as they are written.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** @param {string} char */
const asEscape = (char) => `\\${char.charCodeAt(0).toString(16)} `;
/** @param {string} value */
export const quoted = (value) => `"${value.replace(/["\\]/g, "\\$&").replace(UNSAFE, asEscape)}"`;
/** @param {string} id */
const escapeId = (id) => CSS.escape(id).replace(UNSAFE, asEscape);
/** @param {string} name @param {string} value */
const cssAttribute = (name, value) => `[${name}=${quoted(value)}]`;

/**
 * Returns the attribute selectors that may identify an element, the best first.
 * @param {Element} el @param {readonly string[]} testAttributes
 */
export const ofAttributes = (el, testAttributes) => {
  const list = [];
  const all = testAttributes === TEST_ATTRIBUTES ? WITH_TEST_ID : null;
  for (const name of all && !matches(el, all) ? [] : testAttributes) {
    const value = attribute(el, name);
    if (value?.trim() && value.length <= VALUE_LIMIT) {
      list.push({ css: cssAttribute(name, value), attribute: name, value });
      break;
    }
  }
  const id = attribute(el, "id");
  if (id && isId(id)) list.push({ css: `#${escapeId(id)}`, attribute: "id", value: id });
  const value = attribute(el, "aria-label");
  if (value?.trim() && value.length <= VALUE_LIMIT) {
    list.push({ css: cssAttribute("aria-label", value), attribute: "aria-label", value });
  }
  return list;
};

const MARKS = ["name", "placeholder", "title", "alt", "for", "href"];
/**
 * Returns selectors made of the tag and one attribute or class, as { css, count }. Only those with an attribute have
 * `count`, a function that counts its occurrences. The values of form fields are never used.
 * @param {Element} el @param {string} tag
 */
export const ofMarkup = (el, tag) => {
  const list = [];
  for (const name of MARKS) {
    const value = attribute(el, name);
    if (!value || value.length > MARK_LIMIT) continue;
    // A URL with a query may contain a session token, and the content of a `javascript:` or `data:` URL must not be
    // copied into a selector.
    if (name === "href" && /[?&]|^\s*(javascript|data):/i.test(value)) continue;
    if ((name === "for" || name === "name") && isGenerated(value)) continue;
    const count = () => tallyOf(name, value, tagOf(el));
    list.push({ css: `${tag}${cssAttribute(name, value)}`, count });
  }
  const classes = tokensOf(attribute(el, "class")).filter(isClass);
  for (const name of classes.slice(0, 2)) list.push({ css: `${tag}.${CSS.escape(name)}` });
  return list;
};
