// Decides whether an id or class was written by a developer and is therefore stable between builds.

// Matches ids and classes that libraries generate: React (":r1:", "«r1»", "_r_1_"), Radix, Headless UI, MUI, Ember,
// Angular Material, Vuetify, Ext, YUI, Element Plus, Bootstrap-Vue, rc-select.
const LIBRARY = new RegExp(
  "^(:r|«r|_r_|radix-|headlessui-|mui-\\d|ember\\d|mat-|cdk-|ng-|v-\\d|ext-gen|yui_|el-id-" +
    "|__bvid__|rc[-_]|react-aria|react-select-\\d|chakra-|mantine-|reach-|floating-ui|popper-" +
    "|tippy-|downshift-|uid-?\\d|id-?\\d|gen-?\\d|jss\\d|css-|sc-|svelte-|emotion-|astro-" +
    "|sl-[a-z-]+-\\d|tabs?-\\d+$)",
  "i",
);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i;
const REACT = /:[rR][0-9a-z]*:|«r[0-9a-z]*»|_[rR]_[0-9a-z]+_/;
/**
 * Whether a word is generated: it alternates between letters and digits, or is a long decimal or hexadecimal number. A
 * text with spaces is not.
 * @param {string} word
 */
export const isNoise = (word) => {
  if (word.includes(" ")) return false;
  if (/^\d{5,}$/.test(word)) return true;
  if (/^[0-9a-f]{8,}$/i.test(word) && /\d/.test(word)) return true;
  const turns = word.match(/[a-z]\d|\d[a-z]/gi)?.length ?? 0;
  return word.length >= 5 && turns >= 2;
};
const MOMENT = new RegExp(
  "(^|[-_])(active|hover|focus(ed|-visible)?|selected|open(ed)?|closed?|show(n|ing)?|hidden" +
    "|disabled|checked|current|loading|is-\\w+|has-\\w+)$",
  "i",
);
/**
 * Whether the value of an `id`, `for` or `name` attribute looks generated, as a GUID, a hash or a counter.
 * @param {string} value
 */
export const isGenerated = (value) =>
  LIBRARY.test(value) || UUID.test(value) || REACT.test(value) || value.split(/[-_:.]/).some(isNoise);
/** Whether an id may be used in a selector, because it does not look generated. @param {string} id */
export const isId = (id) =>
  id.length > 0 &&
  id.length <= 80 &&
  !/[\s\u0000-\u001f]/.test(id) &&
  /[a-z\u00c0-\uffff]/i.test(id) &&
  !isGenerated(id);

/**
 * Whether a class names the element, and not a state of it or a hash of its styles.
 * @param {string} name
 */
export const isClass = (name) =>
  name.length > 1 &&
  name.length <= 40 &&
  /^[a-z][\w-]*$/i.test(name) &&
  !LIBRARY.test(name) &&
  !MOMENT.test(name) &&
  !name.split(/[-_]/).some(isNoise);
