// Reads the sources of a name other than ARIA attributes: labels, alt, value, legend, caption and title (HTML-AAM 4.1,
// SVG-AAM 8). Also reads the value that an embedded control contributes to the name around it (accname 2C).
import { internalsOf } from "./internals.js";
import { labelsOf } from "./labels.js";
import { attribute, firstElement, hasAttribute, innerText, isHtml, isSvg, nextElement, queryCss } from "./native.js";
import { tagOf, textContent, words } from "./native.js";
import { isEditingHost, isFocusable } from "./role_facts.js";
import { roleOf } from "./roles.js";
import { isInSecretBox } from "./secret_copies.js";
import { isSecret } from "./secrets.js";

const LABELABLE = words("button input meter output progress select textarea");
const TYPED = words("text search url tel email password number");
const TEXT_ROLES = words("textbox searchbox");
const RANGE_ROLES = words("slider progressbar meter spinbutton scrollbar");
const MIDDLE = 50;
/** ASCII white space, which is trimmed from a name; a no-break space is kept. */
const EDGES = /^[\t-\r ]+|[\t-\r ]+$/g;

/** @param {Element} el @param {string} tag */
export const isTyped = (el, tag) => tag === "textarea" || (tag === "input" && TYPED.has(el.type));
/**
 * Whether text can be typed into the element: a text field, a text role, or an editing host.
 * @param {Element} el @param {string} role
 */
export const isTextField = (el, role) => {
  if (isTyped(el, tagOf(el))) return true;
  return TEXT_ROLES.has(role) || isEditingHost(el);
};
/** @param {Element} el */
const shownText = (el) => (isHtml(el) ? innerText(el) : (textContent(el) ?? ""));

/** @param {Element} el @param {string} name */
const number = (el, name) => {
  const value = Number.parseFloat(attribute(el, name) ?? "");
  return Number.isFinite(value) ? value : null;
};
/** Returns the value of a slider, progress bar or other range as text. @param {Element} el @param {string} role */
const range = (el, role) => {
  const words_ = attribute(el, "aria-valuetext");
  if (words_ !== null) return words_;
  const now = number(el, "aria-valuenow");
  const least = number(el, "aria-valuemin") ?? (role === "spinbutton" ? null : 0);
  const most = number(el, "aria-valuemax") ?? (role === "spinbutton" ? null : 100);
  if (now !== null) {
    const raised = least === null ? now : Math.max(now, least);
    return String(most === null ? raised : Math.min(raised, most));
  }
  const tag = tagOf(el);
  if (tag === "input") return String(Number.isFinite(el.valueAsNumber) ? el.valueAsNumber : "");
  if (tag === "meter") return String(el.value);
  if (tag === "progress") return hasAttribute(el, "value") ? String(el.value) : null;
  if (role === "slider" || role === "scrollbar") return String(((least ?? 0) + (most ?? 0)) / 2 || MIDDLE);
  return role === "progressbar" ? null : String(role === "meter" ? least : 0);
};

/** @param {Element} option @param {NameContext} ctx */
const optionName = (option, ctx) => {
  // Whether a name contains a secret takes a second computation, so it is done only if the caller wants to know.
  if (ctx.found?.isSecret === false) ctx.found.isSecret = ctx.naming.hasSecretName(option);
  return ctx.naming.nameOf(option);
};
/**
 * Returns the names of the selected options of a list, or the value of a combobox; null if it has none.
 * @param {Element} el @param {string} role @param {Visited} visited @param {NameContext} ctx
 */
const chosen = (el, role, visited, ctx) => {
  if (tagOf(el) === "select") {
    const options = [...el.selectedOptions];
    if (options.length === 0) return role === "combobox" ? "" : null;
    return options.map((option) => optionName(option, ctx)).join(" ");
  }
  const selected = [...queryCss(el, "[role=option][aria-selected=true i]")];
  if (selected.length > 0) return selected.map((option) => optionName(option, ctx)).join(" ");
  if (role !== "combobox") return null;
  if (tagOf(el) === "input") return el.value || null;
  if (!isFocusable(el)) return null;
  return ctx.naming.fromDescendants(el, null, visited, ctx, false) || null;
};

/**
 * Returns what a control contributes to the name of an element around it: its value, and not its own name. Null if it
 * has no value.
 * @param {Element} el @param {Visited} visited @param {NameContext} ctx
 */
export const controlValue = (el, visited, ctx) => {
  const tag = tagOf(el);
  const role = roleOf(el);
  // The value of a secret field must not become part of a name. While the field is empty, its placeholder may.
  if (isSecret(el)) {
    if (ctx.found) ctx.found.isSecret = true;
    return el.type === "hidden" || el.value === "" ? null : "";
  }
  if (isTyped(el, tag)) return el.value || null;
  if (isTextField(el, role)) return shownText(el);
  if (RANGE_ROLES.has(role)) return range(el, role);
  if (role === "combobox" || role === "listbox") return chosen(el, role, visited, ctx);
  return null;
};

/** @param {Element} el @param {string} tag */
const childWithTag = (el, tag) => {
  for (let child = firstElement(el); child; child = nextElement(child)) {
    if (tagOf(child) === tag) return child;
  }
  return null;
};
/** @type {Record<string, string>} */
const DEFAULT_LABEL = { submit: "Submit", reset: "Reset" };

/**
 * Returns the name that the type of an input gives: the label of a button or the text of a file field; null for others.
 * @param {Element} el
 */
const ofInput = (el) => {
  const { type } = el;
  if (type === "button" || type === "submit" || type === "reset") {
    const text = hasAttribute(el, "value") ? el.value : (DEFAULT_LABEL[type] ?? "");
    return { text, from: "value" };
  }
  if (type === "image") {
    const text = attribute(el, "alt") || attribute(el, "value") || tooltip(el) || "Submit";
    return { text, from: "attribute" };
  }
  if (type === "file") {
    return { text: el.multiple ? "Choose Files" : "Choose File", from: "contents" };
  }
  return null;
};
/** @param {Element} el */
export const chosenFile = (el) => {
  const files = el.files ?? [];
  const { length } = files;
  if (length === 0) return "No file chosen";
  return length === 1 ? files[0].name : `${length} files`;
};
/**
 * @param {Element | null} other @param {Visited} visited @param {NameContext} ctx
 * @param {string} from
 */
const related = (other, visited, ctx, from) => {
  if (!other || visited.has(other)) return null;
  // A legend or caption is the name even if it is empty. A tooltip must not replace it.
  const { text } = ctx.naming.alternative(other, true, null, visited, ctx);
  return { text, from, isFinal: true };
};
/** @param {Element} el */
const ofSvg = (el) => {
  const title = childWithTag(el, "title");
  const text = title ? (textContent(title) ?? "").trim() : "";
  if (text) return { text, from: "related" };
  return { text: attribute(el, "xlink:title") ?? "", from: "attribute" };
};

/** @type {Record<string, (el: Element, visited: Visited, ctx: NameContext) => Named | null>} */
const byTag = {
  area: (el) => ({
    text: attribute(el, "alt") ?? "",
    from: "attribute",
    isFinal: attribute(el, "alt") === "",
  }),
  fieldset: (el, visited, ctx) => related(childWithTag(el, "legend"), visited, ctx, "related"),
  input: ofInput,
  optgroup: (el) => ({ text: attribute(el, "label") ?? "", from: "attribute" }),
  option: (el) => (firstElement(el) ? null : { text: isInSecretBox(el) ? "" : el.label, from: "contents" }),
  table: (el, visited, ctx) => {
    const caption = related(el.caption, visited, ctx, "caption");
    return caption ?? { text: attribute(el, "summary") ?? "", from: "attribute" };
  },
};
byTag.img = byTag.area;

/**
 * Returns the name from the markup of the element itself, as { text, from }; null if there is none.
 * @param {Element} el @param {Visited} visited @param {NameContext} ctx @returns {Named | null}
 */
export const ownName = (el, visited, ctx) => {
  if (isSvg(el)) return ofSvg(el);
  if (!isHtml(el)) return null;
  const tag = tagOf(el);
  const internal = tag.includes("-") ? internalsOf(el)?.name : undefined;
  if (internal) return { text: internal, from: "attribute" };
  if (LABELABLE.has(tag)) {
    const labels = labelsOf(el);
    if (labels.length > 0) {
      const text = ctx.naming.fromElements(labels, false, visited, ctx);
      if (text !== null && text.trim()) return { text: text.replace(EDGES, ""), from: "related" };
    }
  }
  const found = Object.hasOwn(byTag, tag) ? byTag[tag](el, visited, ctx) : null;
  if (found) return found;
  const role = roleOf(el);
  if (isTyped(el, tag)) {
    const title = tooltip(el);
    if (title) return { text: title, from: "title" };
    const placeholder = attribute(el, "placeholder");
    // A field that repeats a secret might have the secret in its placeholder too.
    if (placeholder && !isInSecretBox(el)) return { text: placeholder, from: "placeholder" };
  }
  if (isTextField(el, role)) {
    const text = attribute(el, "aria-placeholder");
    if (text) return { text, from: "placeholder" };
  }
  return null;
};

/** Returns the title, unless it only repeats the visible text. @param {Element} el */
export const tooltip = (el) => {
  const title = attribute(el, "title");
  if (!title || !title.trim()) return "";
  const shown = isHtml(el) && !LABELABLE.has(tagOf(el)) ? shownText(el).trim() : "";
  return title.trim() === shown ? "" : title;
};
