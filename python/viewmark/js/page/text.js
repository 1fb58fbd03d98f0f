// Cleans and truncates strings from the page, and reads the visible text of an element.
import { eachChild, isElement, isText, read } from "./dom.js";
import { oneLine } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { hasAttribute, memo, styleOf, tagOf } from "./native.js";
import { isSecret } from "./secrets.js";
import { FIELD_TAGS } from "./vocabulary.js";

/** Maximum length of a reported text, in characters, including the ellipsis. */
export const TEXT_LIMIT = 100;
/** Maximum number of nodes that are read for one text, so that a large subtree without text causes no delay. */
const NODE_LIMIT = 2000;
const CUT = "…";
// Matches invisible characters that can reorder or hide the text around them: control characters, bidirectional
// controls, invisible separators and tags.
const INVISIBLE = new RegExp(
  "[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f" +
    "\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]",
  "gu",
);
// A lone surrogate is not a character and cannot be encoded in UTF-8, so it is replaced.
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** White space that is not ASCII. */
const WIDE = /[^\S\t-\r ]/;

/** Returns a text as one line of visible characters. @param {string} text */
export const clean = (text) => oneLine(text.replace(INVISIBLE, "").replace(LONE, "\ufffd"));
/** @param {string} text */
export const hasInvisible = (text) => text.search(INVISIBLE) >= 0;
/**
 * Truncates a text and adds an ellipsis, without splitting a character (surrogate pair).
 * @param {string} text @param {number} limit
 */
const cut = (text, limit) => {
  if (text.length <= limit) return text;
  let end = limit - CUT.length;
  if (/[\ud800-\udbff]/.test(text[end - 1])) end -= 1;
  return text.slice(0, end).trimEnd() + CUT;
};

/**
 * Returns a text as one line without invisible characters, of at most `limit` characters. Only the beginning of a very
 * long text is read.
 * @param {string} text @param {number} limit
 */
export const line = (text, limit) => {
  const head = text.slice(0, limit * 8);
  const whole = clean(head);
  return cut(head.length < text.length && whole.length <= limit ? whole + CUT : whole, limit);
};

/**
 * Returns a text as one line of an accessible name. ASCII white space is collapsed and trimmed, but a no-break space is
 * kept. Returns "" if there is only white space.
 * @param {string} text @param {number} limit
 */
export const nameLine = (text, limit) => {
  const whole = line(text, limit);
  if (whole === "" || !WIDE.test(text)) return whole;
  const kept = text
    .slice(0, limit * 8)
    .replace(INVISIBLE, "")
    .replace(LONE, "\ufffd");
  return cut(kept.replace(/[\t-\r ]+/g, " ").replace(/^ | $/g, ""), limit);
};

const CAPITAL = /(^|[^\p{L}\p{N}\p{M}'’_])(\p{L})/gu;
/**
 * Applies the CSS property text-transform to a text; its values full-size-kana and math-auto are ignored.
 * @param {string} text @param {string} kind
 */
export const transform = (text, kind) => {
  if (kind === "none") return text;
  if (kind.includes("uppercase")) return text.toUpperCase();
  if (kind.includes("lowercase")) return text.toLowerCase();
  if (kind.includes("capitalize")) {
    return text.replace(CAPITAL, (_, before, letter) => before + letter.toUpperCase());
  }
  return text;
};

const SILENT = new Set("script style noscript template head title meta link datalist iframe object embed".split(" "));
const SPACED = /^(?!inline$|contents$|ruby)/;

/**
 * Returns the text rendered inside an element, in the order of the flat tree. Reading ends soon after `limit`
 * characters.
 * @param {Element} el @param {number} limit
 */
const visibleText = (el, limit) => {
  let text = "";
  // A stack is used instead of recursion, because elements can be nested deeper than the call stack allows. It contains
  // separators as strings, and nodes with the text-transform that applies to them and whether their text is visible.
  /** @type {(string | [Node, string, boolean])[]} */
  const rest = [[el, styleOf(el).transform, true]];
  for (let visited = 0; rest.length > 0 && visited <= NODE_LIMIT;) {
    const next = rest.pop();
    if (next === undefined || typeof next === "string") {
      text += next ?? "";
      continue;
    }
    visited += 1;
    if (text.length > limit * 2) break;
    const [node, kind, isShown] = next;
    if (isShown && isText(node)) {
      text += transform(
        read.data
          .call(node)
          .replace(/\s+/g, " ")
          .slice(0, limit * 4),
        kind,
      );
    }
    if (!isElement(node)) continue;
    const tag = tagOf(node);
    if (SILENT.has(tag) || tag === "select" || tag === "textarea") continue;
    if (tag === "br") {
      text += "\n";
      continue;
    }
    const style = styleOf(node);
    if (style.display === "none" || style.isMasked || ligatureOf(node) !== "") continue;
    const gap = SPACED.test(style.display) ? "\n" : "";
    text += gap;
    if (style.live.contentVisibility === "hidden") continue;
    /** @type {[Node, string, boolean][]} */
    const children = [];
    let left = NODE_LIMIT - visited;
    eachChild(node, tag, (child) => {
      left -= 1;
      if (tag === "details" && !hasAttribute(node, "open") && !(isElement(child) && tagOf(child) === "summary")) return;
      if (left >= 0) children.push([child, style.transform, style.visibility === "visible"]);
    });
    rest.push(gap);
    for (let i = children.length - 1; i >= 0; i -= 1) rest.push(children[i]);
  }
  return text;
};

const BUTTONS = new Set(["button", "submit", "reset"]);
/** @type {Record<string, string>} */
const DEFAULT_LABEL = { submit: "Submit", reset: "Reset" };
const CHECKS = new Set(["checkbox", "radio", "image", "file", "hidden", "color", "range"]);
/** Returns the text that a field shows; "" for a secret field. @param {Element} el @param {string} tag */
const fieldText = (el, tag) => {
  if (isSecret(el)) return "";
  if (tag === "select") return el.selectedOptions[0]?.label ?? "";
  if (tag === "input" && BUTTONS.has(el.type)) {
    return el.hasAttribute("value") ? el.value : (DEFAULT_LABEL[el.type] ?? "");
  }
  return tag === "input" && CHECKS.has(el.type) ? "" : el.value;
};

/**
 * Returns the visible text of an element as one line of at most 100 characters; a truncated text ends with "…". For a
 * form field it is the value, unless that is secret.
 * @param {Element} el
 */
export const textOf = (el) => {
  const known = memo("text");
  let text = known.get(el);
  if (text === undefined) {
    const tag = tagOf(el);
    text = line(FIELD_TAGS.has(tag) ? fieldText(el, tag) : visibleText(el, TEXT_LIMIT), TEXT_LIMIT);
    known.set(el, text);
  }
  return text;
};

/**
 * Returns the visible text of an element, up to `limit` characters, for comparisons.
 * @param {Element} el @param {number} limit
 */
export const textUpTo = (el, limit) => line(visibleText(el, limit), limit);

/** Returns only the letters and digits of a text. @param {string} text */
export const packed = (text) => text.replace(/[^\p{L}\p{N}]+/gu, "");
