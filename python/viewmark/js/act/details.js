// Reads one element in detail (box, value, HTML, style), and removes the values of secret fields from data.
import { placeOf } from "../page/boxes.js";
import { dialogOf } from "../page/context.js";
import { describeAll } from "../page/describe.js";
import { attr, getterOf, nodeOf, rect } from "../page/dom.js";
import { forget, queryCss, tagOf } from "../page/native.js";
import { isEmpty, toBox } from "../page/rects.js";
import { isSecret as isSecretField, secretFields } from "../page/secrets.js";
import { isDisabled } from "../page/visibility.js";

const FIELDS = "input,textarea,select";
const outerHtml = getterOf(Element.prototype, "outerHTML");
const PATIENCE = 3000;
const CLOCK = 16;
const HIDDEN = "[secret]";
/**
 * Minimum length of a secret value for which occurrences inside longer texts are hidden too. Shorter values would match
 * by chance.
 */
const TELLING = 4;
const LEAST = 3;
const MOST = 500;
/**
 * Values of hidden fields that only express a state. They are not secret, and hiding them would damage many results.
 */
const STANDING = /^(?:true|false|null|none|undefined|default|auto)$/i;

/** Returns the box of an element; a box of one pixel if the element has no size. @param {Element} el */
const boxOf = (el) => {
  const own = toBox(rect(el));
  const box = placeOf(el, own) ?? own;
  if (!isEmpty(box)) return box;
  // An element without a box, such as a clipped control, is reported as a box of one pixel at its position.
  return [box[0], box[1], box[0] + 1, box[1] + 1];
};

/**
 * Returns the records of elements and the texts about them, in the format of `find`, but without hit tests. The
 * arguments are pairs: an element's id, then the id of the control that it labels, or 0. Removed elements are left out,
 * and so are those not reached within the time limit.
 * @param {...number} pairs @returns {{ elements: object[]; about: (object | null)[] }}
 */
export const recordsOf = (...pairs) => {
  const until = performance.now() + PATIENCE;
  const elements = [];
  const asked = [];
  const known = { disabled: new Map(), dialogs: new Map() };
  forget();
  for (let i = 0; i < pairs.length; i += 2) {
    const el = nodeOf(pairs[i]);
    const isLate = i % CLOCK === 0 && performance.now() > until;
    if (!el || isLate) {
      if (isLate) break;
      continue;
    }
    const control = (pairs[i + 1] && nodeOf(pairs[i + 1])) || null;
    const bounds = boxOf(el);
    elements.push({
      id: pairs[i],
      control: control ? pairs[i + 1] : undefined,
      tag: tagOf(el) || "element",
      bounds,
      boxes: [bounds],
      points: [],
      share: 0,
      disabled: isDisabled(control ?? el, known.disabled) || undefined,
      inDialog: dialogOf(el, known.dialogs) || undefined,
    });
    asked.push(pairs[i], pairs[i + 1]);
  }
  return { elements, about: describeAll(...asked) };
};

/** Returns the HTML of an element without the values of the secret fields inside it. @param {Element} el */
const withoutSecretValues = (el) => {
  const parsed = new DOMParser().parseFromString(outerHtml.call(el), "text/html");
  const copies = [...parsed.querySelectorAll(FIELDS)];
  const own = [...queryCss(el, FIELDS)];
  if (/^(input|textarea|select)$/.test(tagOf(el))) own.unshift(el);
  const isSame = copies.length === own.length;
  copies.forEach((copy, i) => {
    if (isSame && !isSecretField(own[i])) return;
    copy.removeAttribute("value");
    if (copy.localName === "textarea") copy.textContent = "";
    for (const option of copy.querySelectorAll("option")) option.removeAttribute("selected");
  });
  // The HTML parser drops the tags of table rows and cells outside a table. That is harmless, because such elements
  // have no values to hide.
  const whole = parsed.body.innerHTML || parsed.documentElement.outerHTML;
  return own.length > 0 ? whole : outerHtml.call(el);
};

/**
 * Returns the value of a form control in the form that fits its type: a list, a boolean, a text or a number.
 * @param {Element} el
 */
const valueOf = (el) => {
  const tag = tagOf(el);
  if (tag === "select" && el.multiple) return [...el.selectedOptions].map((o) => o.value);
  if (tag === "input" && (el.type === "checkbox" || el.type === "radio")) return el.checked;
  if (["input", "textarea", "select", "progress", "meter", "output", "button", "li"].includes(tag)) {
    return el.value;
  }
  return undefined;
};

/**
 * Returns one detail of an element: its `value`, `html` or `box`, or the `attribute` or `style` called `name`. The
 * status is `secret` if the detail is withheld because it is the content of a secret field, and `none` if the element
 * has no such detail.
 * @param {number} id @param {string} what @param {string} name @param {boolean} secrets
 */
export const detail = (id, what, name, secrets) => {
  forget();
  const el = nodeOf(id);
  if (!el) return { status: "gone" };
  const isSecret = isSecretField(el);
  /** @param {unknown} value */
  const result = (value) => (value === undefined || value === null ? { status: "none" } : { status: "ok", value });
  if (what === "box") return result(toBox(rect(el)));
  if (what === "style") return result(getComputedStyle(el).getPropertyValue(name) || null);
  if (what === "html") {
    if (secrets) return result(outerHtml.call(el));
    if (isSecret && !el.matches(FIELDS)) return { status: "secret" };
    return result(scrub(withoutSecretValues(el)).data);
  }
  const isContent = what === "value" || what === "text" || name.toLowerCase() === "value";
  if (isContent && isSecret && !secrets) return { status: "secret" };
  if (what === "value") return result(valueOf(el));
  if (what === "text") return { status: "ok", value: "" };
  return result(attr(el, name));
};

/** @param {string} value */
const formsOf = (value) => {
  const forms = new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  forms.add(value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"));
  return [...forms];
};

/**
 * Replaces the current values of secret fields wherever they occur in data: texts and numbers equal to such a value,
 * and occurrences inside longer texts. Encoded values (reversed, base64) are not detected.
 * @param {unknown} data @returns {{ data: unknown; count: number }}
 */
export const scrub = (data) => {
  forget();
  const exact = new Set();
  /** @type {string[]} */
  const parts = [];
  for (const el of secretFields()) {
    const isHidden = tagOf(el) === "input" && el.type === "hidden";
    const value = String(el.value ?? "");
    if (isHidden && STANDING.test(value)) continue;
    if (value.length >= (isHidden ? TELLING : LEAST)) exact.add(value);
    if (value.length >= TELLING && parts.length < MOST) parts.push(...formsOf(value));
  }
  if (exact.size === 0) return { data, count: 0 };
  parts.sort((a, b) => b.length - a.length);
  let count = 0;
  /** Returns a text in which every secret value is replaced by a placeholder. @param {string} text */
  const clean = (text) => {
    if (exact.has(text)) {
      count += 1;
      return HIDDEN;
    }
    let out = text;
    for (const part of parts) {
      if (!out.includes(part)) continue;
      count += 1;
      out = out.split(part).join(HIDDEN);
    }
    return out;
  };
  /** @param {unknown} value */
  const one = (value) => {
    if (typeof value === "string") return clean(value);
    if (typeof value === "number" && exact.has(String(value))) return clean(String(value));
    return value;
  };
  const top = [one(data)];
  const open = /** @type {any[]} */ ([top]);
  for (let at = open.pop(); at; at = open.pop()) {
    for (const key of Object.keys(at)) {
      const value = one(at[key]);
      const name = Array.isArray(at) ? key : clean(key);
      if (name !== key) delete at[key];
      at[name] = value;
      if (value && typeof value === "object") open.push(value);
    }
  }
  return { data: top[0], count };
};
