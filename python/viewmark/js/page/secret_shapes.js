// Judges fields by their shape, where no word of their own says that they hold a secret: what a placeholder draws,
// boxes of one digit, short fields of digits beside a word for a code.
import { attribute, byId, hasAttribute, memo, parentElement, queryCss, rootNode, tagOf } from "./native.js";
import { textContent } from "./native.js";
import { isNamedSecret, secretTokens, textsAbout } from "./secret_labels.js";
import { isPinCode, labelSaysSo, saysCode, saysDigits, saysPlace, saysSent, wordsOf } from "./secret_words.js";

const SHORT = { least: 4, most: 8 }; // digits of a one-time code, and boxes of a group
const DIGIT = /^\s*[\dXx•●*#_·]([\s-]?[\dXx•●*#_·]){12,18}\s*$/;
const FOURS = /^\s*[\dXx•●*#_·]{4}([\s–-][\dXx•●*#_·]{4,6}){2,3}([\s–-][\dXx•●*#_·]{1,4})?\s*$/;
const IBAN = /^\s*(e\.?g\.?:?\s*)?[A-Z]{2}[\dXx]{2}(\s?[\dA-Zx]{4}){2,7}\s?[\dA-Zx]{0,4}\s*$/;
const EXPIRY = /^\s*[a-zа-я]{2}\s?[/|.-]\s?([a-zа-я]{2}|[a-zа-я]{4})\s*$/i;
const CARD_PATTERN = /\{1[2-6],1[69]\}/; // such as [0-9\s]{13,19}
const TYPED = "input:not([type=checkbox]):not([type=radio]):not([type=hidden]):not([type=submit]):not([type=button])";

/** Longest value of a field; 0 where there is no limit. @param {Element} el */
const limitOf = (el) => {
  const limit = Number(attribute(el, "maxlength") ?? 0);
  if (limit > 0) return limit;
  const length = /^\^?(?:\\d|\[0-9\])\{(?:\d,)?(\d)\}\$?$/.exec(attribute(el, "pattern") ?? "");
  return length ? Number(length[1]) : 0;
};
/** Whether only digits are wanted. @param {Element} el */
const isNumeric = (el) =>
  attribute(el, "inputmode") === "numeric" ||
  el.type === "tel" ||
  el.type === "number" ||
  /^\^?(\\d|\[0-9\])(\*|\+|\{[\d,]+\})?\$?$/.test(attribute(el, "pattern") ?? "");

/** What names a group: its legend, or what ARIA says. @param {Element} group */
const groupName = (group) => {
  let said = attribute(group, "aria-label") ?? "";
  for (const id of (attribute(group, "aria-labelledby") ?? "").split(/\s+/)) {
    const by = id && byId(rootNode(group), id);
    if (by) said += ` ${textContent(by)}`;
  }
  if (tagOf(group) === "fieldset") {
    const [legend] = queryCss(group, "legend");
    if (legend) said += ` ${textContent(legend)}`;
  }
  return said.slice(0, 200);
};
/** What stands as words right around some fields: the rest of a small box. @param {Element} box */
const wordsBeside = (box) => {
  const text = textContent(box);
  return text.length <= 300 ? text : "";
};

/**
 * The boxes of one character each that a field is one of, and what is around them; null where it is alone.
 * @param {Element} el
 */
const boxesOf = (el) => {
  const limit = limitOf(el);
  if (limit < 1 || limit > 2) return null;
  let box = parentElement(el);
  for (let level = 0; box && level < 4; level += 1, box = parentElement(box)) {
    const fields = [...queryCss(box, TYPED)];
    if (fields.length > 2 * SHORT.most || fields.some((field) => limitOf(field) !== limit)) return null;
    if (fields.length >= SHORT.least) return fields.length <= SHORT.most ? { box, fields } : null;
  }
  return null;
};
/** Whether one of these boxes, or what is around them, says what they are for. @param {Element} box @param {Element[]} fields */
const isCodeInBoxes = (box, fields) => {
  if (fields.some((field) => /(^|\s)one-time-code(\s|$)/.test(attribute(field, "autocomplete") ?? ""))) return true;
  if (fields.some((field) => isNamedSecret(field))) return true;
  if (fields.every(isNumeric)) return true;
  let around = /** @type {Element | null} */ (box);
  for (let level = 0; around && level < 3; level += 1, around = parentElement(around)) {
    const said = groupName(around);
    if (labelSaysSo(said, false) || saysCode(said)) return true;
    const beside = wordsBeside(around);
    if (beside && (labelSaysSo(beside, false) || saysCode(beside))) return true;
  }
  return false;
};

/** The texts that name a field, as people write them. @param {Element} el */
const ownTexts = (el) =>
  [attribute(el, "name"), attribute(el, "id"), ...textsAbout(el)].filter((text) => !!text).map(String);
/** The form a field is in, or what is next to it as large as one. @param {Element} el */
const formOf = (el) => {
  let up = parentElement(el);
  for (let level = 0; up && level < 6; level += 1) {
    if (tagOf(up) === "form") return up;
    const next = parentElement(up);
    if (!next || tagOf(next) === "body") return up;
    up = next;
  }
  return up;
};
/** Whether a form asks for an address, in which a PIN code is India's postal code. @param {Element} el */
const isInAddress = (el) => {
  const form = formOf(el);
  if (!form) return false;
  const others = [...queryCss(form, "input,select,textarea")].slice(0, 40);
  return others.some((field) => field !== el && ownTexts(field).some(saysPlace));
};
/** @param {Element} el */
const isBesideCard = (el) => {
  const form = formOf(el);
  const others = form ? [...queryCss(form, TYPED)].slice(0, 40) : [];
  return others.some(
    (field) => field !== el && (isCardShaped(field) || isNamedSecret(field) || secretTokens(field).length > 0),
  );
};
/** @param {Element} el */
const isCardShaped = (el) => {
  const drawn = attribute(el, "placeholder") ?? "";
  if (FOURS.test(drawn) || (DIGIT.test(drawn) && !/\d{7}/.test(drawn)) || IBAN.test(drawn)) return true;
  return CARD_PATTERN.test(attribute(el, "pattern") ?? "");
};
/** A short field of digits beside a word for a code. @param {Element} el @param {string[]} texts */
const isCode = (el, texts) => {
  const said = texts.join(" ");
  if (saysCode(said) && (saysDigits(said) || saysSent(said))) return true;
  const limit = limitOf(el);
  if (limit < SHORT.least || limit > SHORT.most || !isNumeric(el)) return false;
  if (texts.some((text) => wordsOf(text) !== "" && saysCode(text)) && saysCode(said)) return true;
  if (textsAbout(el).next().done === false) return false; // it has a name, which says something else
  const box = parentElement(el);
  return box !== null && saysCode(wordsBeside(box));
};

/** Whether the shape of a field says that it holds a secret. @param {Element} el */
export const hasSecretShape = (el) => {
  if (tagOf(el) !== "input" || !/^(text|tel|number|search|url)$/.test(el.type)) return false;
  if (isCardShaped(el)) return true;
  const known = memo("secretBoxes");
  const boxes = boxesOf(el);
  if (boxes) {
    let answer = known.get(boxes.box);
    if (answer === undefined) known.set(boxes.box, (answer = isCodeInBoxes(boxes.box, boxes.fields)));
    return answer;
  }
  const texts = ownTexts(el);
  if (texts.some(isPinCode)) return !isInAddress(el);
  if (EXPIRY.test(attribute(el, "placeholder") ?? "") && !hasAttribute(el, "data-date") && isBesideCard(el))
    return true;
  return isCode(el, texts);
};
