// Detects secret fields that no text names, by their shape: the format in a placeholder, a row of boxes for one digit
// each, or a short field for digits beside a word for a code.
import { parent, rootOf } from "./dom.js";
import { tokensOf } from "./letters.js";
import { attribute, closest, hasAttribute, memo, queryCss, tagOf } from "./native.js";
import { isNamedSecret, secretTokens, textsAbout, wordsBeside } from "./secret_labels.js";
import { isPinCode, saysCode, namesDigit, saysDigits, saysPlace, saysSent, sentenceSaysSo } from "./secret_words.js";
import { wordsOf } from "./secret_words.js";

const WRITTEN = new Set(["text", "tel", "number", "search", "url"]);
const SHORT = { least: 4, most: 8 }; // number of digits of a one-time code, and of boxes in a group
const DIGIT = /^\s*[\dXx•●*#_·]([\s-]?[\dXx•●*#_·]){12,18}\s*$/;
const FOURS = /^\s*[\dXx•●*#_·]{4}([\s–-][\dXx•●*#_·]{4,6}){2,3}([\s–-][\dXx•●*#_·]{1,4})?\s*$/;
const IBAN = /^\s*(e\.?g\.?:?\s*)?[A-Z]{2}[\dXx]{2}(\s?[\dA-Zx]{4}){2,7}\s?[\dA-Zx]{0,4}\s*$/;
const EXPIRY = /^\s*[a-zа-я]{2}\s?[/|.-]\s?([a-zа-я]{2}|[a-zа-я]{4})\s*$/i;
const CARD_PATTERN = /\{1[2-6],1[69]\}/; // such as [0-9\s]{13,19}
const TYPED = "input:not([type=checkbox]):not([type=radio]):not([type=hidden]):not([type=submit]):not([type=button])";

/** Returns the maximum length of a field's value; 0 if there is no limit. @param {Element} el */
const limitOf = (el) => {
  const limit = Number(attribute(el, "maxlength") ?? 0);
  if (limit > 0) return limit;
  const length = /^\^?(?:\\d|\[0-9\])\{(?:\d,)?(\d)\}\$?$/.exec(attribute(el, "pattern") ?? "");
  return length ? Number(length[1]) : 0;
};
/** Whether a field expects only digits. @param {Element} el */
const isNumeric = (el) =>
  attribute(el, "inputmode") === "numeric" ||
  el.type === "tel" ||
  el.type === "number" ||
  /^\^?(\\d|\[0-9\])(\*|\+|\{[\d,]+\})?\$?$/.test(attribute(el, "pattern") ?? "");

/** Returns the text fields in a box, also in the shadow trees of components. @param {Element} box */
const fieldsIn = (box) => {
  const found = [...queryCss(rootOf(box) ?? box, TYPED)];
  if (found.length === 0)
    for (const host of queryCss(box, "*")) {
      const root = rootOf(host);
      if (root) found.push(...queryCss(root, TYPED));
      if (found.length > 2 * SHORT.most) break;
    }
  return found;
};
/**
 * Returns the row of one-character boxes that a field is part of, and the element around the row. Null if the field is
 * no such box.
 * @param {Element} el
 */
const boxesOf = (el) => {
  const limit = limitOf(el);
  if (limit < 1 || limit > SHORT.least) return null;
  let box = parent(el);
  for (let level = 0; box && level < 4; level += 1, box = parent(box)) {
    const fields = fieldsIn(box);
    if (fields.length > SHORT.most || fields.some((field) => limitOf(field) !== limit)) return null;
    if (fields.length > 1) return { box, fields, isRow: limit <= 2 && fields.length >= SHORT.least };
  }
  return null;
};
/**
 * Whether a row of one-character boxes is for a code, because the boxes or the text beside them say so, or because all
 * of them expect digits.
 * @param {{ fields: Element[], isRow: boolean }} boxes
 */
const isCodeInBoxes = ({ fields, isRow }) => {
  if (fields.some((field) => tokensOf(attribute(field, "autocomplete")).includes("one-time-code"))) return true;
  if (fields.some((field) => isNamedSecret(field))) return true;
  if (isRow && fields.every((field) => isNumeric(field) || [...textsAbout(field)].some(namesDigit))) return true;
  const around = wordsBeside(fields[0]);
  return sentenceSaysSo(around) || saysCode(around);
};

/** Returns the texts that name a field, as written in the markup. @param {Element} el */
const ownTexts = (el) =>
  [attribute(el, "name"), attribute(el, "id"), ...textsAbout(el)].filter((text) => !!text).map(String);
/** Returns the form around a field or, without a form, the nearest fieldset, dialog or section. @param {Element} el */
const formOf = (el) => closest(el, "form,fieldset,dialog,section,body>*");
/**
 * Whether the form of a field asks for an address. There, "PIN code" is the Indian postal code and no secret.
 * @param {Element} el
 */
const isInAddress = (el) => {
  const form = formOf(el);
  if (!form) return false;
  const others = [...queryCss(form, "input,select,textarea")].slice(0, 40);
  return others.some((field) => field !== el && ownTexts(field).some(saysPlace));
};
/** Whether another field in the same form is for a payment card or another secret. @param {Element} el */
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
/**
 * Whether an element is a short field for digits that a text describes as a code.
 * @param {Element} el @param {string[]} texts
 */
const isCode = (el, texts) => {
  const said = texts.join(" ");
  if (saysCode(said) && (saysDigits(said) || saysSent(said))) return true;
  const limit = limitOf(el);
  if (limit < SHORT.least || limit > SHORT.most || !isNumeric(el)) return false;
  if (texts.some((text) => wordsOf(text) !== "" && saysCode(text)) && saysCode(said)) return true;
  // If the field has a text of its own, that text describes something else, so the text beside it is not used.
  return textsAbout(el).next().done === true && saysCode(wordsBeside(el));
};

/** Whether a field is secret, judged by its shape. @param {Element} el */
export const hasSecretShape = (el) => {
  if (tagOf(el) !== "input" || !WRITTEN.has(el.type)) return false;
  if (isCardShaped(el)) return true;
  const known = memo("secretBoxes");
  const boxes = boxesOf(el);
  if (boxes) {
    let answer = known.get(boxes.box);
    if (answer === undefined) known.set(boxes.box, (answer = isCodeInBoxes(boxes)));
    if (answer || boxes.isRow) return answer;
  }
  const texts = ownTexts(el);
  if (texts.some(isPinCode)) return !isInAddress(el);
  if (EXPIRY.test(attribute(el, "placeholder") ?? "") && !hasAttribute(el, "data-date") && isBesideCard(el))
    return true;
  return isCode(el, texts);
};
