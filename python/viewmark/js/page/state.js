// Reads the state of a control: whether it is checked or expanded, and its value unless that is secret.
import { beyond } from "./boxes.js";
import { getterOf, parent } from "./dom.js";
import { internalsOf } from "./internals.js";
import { tokensOf, isScript } from "./letters.js";
import { isTextField, isTyped, tooltip } from "./name_sources.js";
import { nameOf, textOfReference } from "./names.js";
import { activeIn, ariaToken, attribute, byId, closest, hasAttribute, matches, memo, queryCss } from "./native.js";
import { queryFirst, rootNode, tagOf, words } from "./native.js";
import { isFocusable } from "./role_facts.js";
import { isFilled, isSecret } from "./secrets.js";
import { putControlState } from "./state_sources.js";
import { TEXT_LIMIT, clean, line, textOf } from "./text.js";
import { NEAR, NAME_LIMIT } from "./vocabulary.js";

/**
 * The reported state of a control; a key that does not apply is absent.
 * @typedef {object} State
 * @property {boolean | "mixed"} [checked]
 * @property {boolean | "mixed"} [pressed]
 * @property {boolean} [expanded]
 * @property {boolean} [selected]
 * @property {true} [required]
 * @property {true} [readonly]
 * @property {string} [type]
 * @property {string} [value]
 * @property {"filled" | "empty"} [valueState]
 * @property {string[]} [options]
 * @property {number} [optionCount]
 * @property {true} [multiple]
 * @property {true | "grammar" | "spelling"} [invalid]  Whether the field is invalid; `error` contains the reason.
 * @property {string} [error]
 * @property {string} [description]
 * @property {string} [min]
 * @property {string} [max]
 * @property {string} [step]
 * @property {string} [placeholder]
 * @property {string} [haspopup]
 * @property {true | string} [current]
 * @property {"next" | "previous"} [month]  The month of a calendar day that belongs to another month.
 * @property {number} [level]
 * @property {true} [multiselectable]
 * @property {string} [sort]
 * @property {string} [scrolls]
 * @property {string} [href]
 * @property {true} [focused]
 */
const CHECKED = words("checkbox radio switch menuitemcheckbox menuitemradio option treeitem");
const RANGES = words("slider spinbutton progressbar meter scrollbar separator");
const UNVALUED = words("button submit reset image checkbox radio file hidden");
/** Input types whose value has a fixed format: a date, a time, a colour, an address, or file names. */
const FORMATTED = words("date datetime-local month week time color file email tel url");
/** Maximum number of options that are reported for a select. Their total number is reported as `optionCount`. */
const OPTION_LIMIT = 12;

/** @param {string} token */
const triState = (token) => (token === "mixed" ? "mixed" : token === "true");
/** Roles without a mixed state (ARIA 1.2). */
const TWO_STATE = words("switch radio menuitemradio");
/**
 * Returns whether an element is checked: true, false or "mixed"; undefined if it cannot be checked.
 * @param {Element} el @param {string} role @param {string} tag
 */
const checked = (el, role, tag) => {
  if (tag === "input" && (el.type === "checkbox" || el.type === "radio")) {
    return el.type === "checkbox" && el.indeterminate ? "mixed" : el.checked;
  }
  if (!CHECKED.has(role)) return undefined;
  const token = ariaToken(el, "aria-checked");
  if (token) return TWO_STATE.has(role) ? token === "true" : triState(token);
  // A checkbox without a state of its own has the state of the row, option or tree item around it.
  const item = role === "checkbox" ? closest(el, "[role=treeitem],[role=row],[role=option]") : null;
  if (item && item !== el && ariaToken(item, "aria-selected")) return ariaToken(item, "aria-selected") === "true";
  return role === "option" || role === "treeitem" ? undefined : false;
};
/** @param {Element} summary */
const detailsOf = (summary) => {
  let up = parent(summary);
  if (up && tagOf(up) === "slot") up = parent(up);
  return up;
};
/**
 * Returns whether an element is expanded; undefined if it cannot be.
 * @param {Element} el @param {string} role @param {string} tag
 */
const expanded = (el, role, tag) => {
  const details = role.startsWith("DisclosureTriangle") ? detailsOf(el) : null;
  if (details) return hasAttribute(details, "open");
  const token = ariaToken(el, "aria-expanded");
  if (token === "true" || token === "false") return token === "true";
  if (tag === "details") return hasAttribute(el, "open");
  const popover = attribute(el, "popovertarget");
  const target = popover && (tag === "button" || tag === "input") && byId(rootNode(el), popover);
  return target && hasAttribute(target, "popover") ? matches(target, ":popover-open") : undefined;
};
/** @param {Element} el @param {string} tag */
const selected = (el, tag) => {
  if (tag === "option") return el.selected;
  const token = ariaToken(el, "aria-selected");
  return token === "true" || token === "false" ? token === "true" : undefined;
};
/**
 * Whether an element is disabled by itself, by a fieldset, or by `aria-disabled` of an ancestor.
 * @param {Element} el
 */
const isDisabled = (el) => {
  if (matches(el, ":disabled")) return true;
  const own = ariaToken(el, "aria-disabled");
  if (own === "true") return true;
  return own !== "false" && isUnderDisabled(el) && isFocusable(el);
};
/**
 * Whether an ancestor has `aria-disabled`. The result is stored for the ancestors too, because other elements share
 * them.
 * @param {Element} el
 */
const isUnderDisabled = (el) => {
  const known = memo("underDisabled");
  const way = [];
  let answer = false;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    const before = known.get(at);
    if (before !== undefined) {
      answer = before;
      break;
    }
    way.push(at);
  }
  // The ancestors are processed from the root downwards. An element is under a disabled one if its parent is disabled
  // or is under a disabled one itself.
  for (let i = way.length - 1; i >= 0; i -= 1) {
    const up = way[i + 1];
    if (up && ariaToken(up, "aria-disabled") === "true") answer = true;
    known.set(way[i], answer);
  }
  return answer;
};

/** @param {Element} el */
const rangeValue = (el) => attribute(el, "aria-valuetext") || attribute(el, "aria-valuenow");
/**
 * Returns the value of a control as text; undefined if it has none.
 * @param {Element} el @param {string} role @param {string} tag
 */
const value = (el, role, tag) => {
  if (tag === "select") return [...el.selectedOptions].map((option) => option.label).join(", ");
  if (tag === "textarea") return el.value;
  if (tag === "input") return UNVALUED.has(el.type) ? undefined : el.value;
  if (tag === "progress") return hasAttribute(el, "value") ? String(el.value) : undefined;
  if (tag === "meter") return String(el.value);
  if (isTextField(el, role)) return textOf(el);
  if (RANGES.has(role)) return rangeValue(el) ?? defaultValue(el, role);
  if (role !== "combobox") return undefined;
  const field = queryCss(el, "input,textarea")[0];
  if (field) return isSecret(field) ? undefined : field.value;
  return textOf(el);
};
/** Returns the value that a range has if none is set (ARIA 1.2). @param {Element} el @param {string} role */
const defaultValue = (el, role) => {
  if (role === "spinbutton") return "0";
  // A separator without a value may be anywhere, so nothing is reported for it.
  if (role !== "slider" && role !== "scrollbar") return undefined;
  const limit = (/** @type {string} */ name, /** @type {number} */ other) => {
    const number = Number.parseFloat(attribute(el, name) ?? "");
    return Number.isFinite(number) ? number : other;
  };
  return String((limit("aria-valuemin", 0) + limit("aria-valuemax", 100)) / 2);
};
/** Returns the first options of a select, up to `OPTION_LIMIT`. @param {Element} el */
const options = (el) => {
  const labels = [];
  for (const option of el.options) {
    if (labels.length === OPTION_LIMIT) break;
    labels.push(line(option.label, TEXT_LIMIT));
  }
  return labels;
};
/** Types of inputs that have `min`, `max` and `step`. */
const LIMITED = words("number range date datetime-local month week time");
/** Roles that may have `aria-level`. */
const LEVELS = words("heading treeitem row listitem");
const POPUPS = words("menu listbox tree grid dialog");
const CURRENT = words("page step location date time");

/**
 * Returns the text of the elements to which an attribute such as `aria-describedby` refers.
 * @param {Element} el @param {string} attributeName
 */
const referenced = (el, attributeName) => {
  const ids = tokensOf(attribute(el, attributeName));
  const others = ids.flatMap((id) => (id && byId(rootNode(el), id)) || []);
  return others
    .map((other) => textOfReference(other))
    .join(" ")
    .trim();
};
/**
 * Reports that a field is invalid, by `aria-invalid` or `:user-invalid`, and its error message. A secret field has no
 * message in the result, because it might repeat the value. With `novalidate`, the browser does not show a message of
 * its own, so that message is not reported either.
 * @param {Element} el @param {(key: string, is: any) => void} put
 */
const putInvalid = (el, put) => {
  const token = ariaToken(el, "aria-invalid");
  const isNative = matches(el, ":user-invalid");
  if (!(token && token !== "false") && !isNative) return;
  put("invalid", token === "grammar" || token === "spelling" ? token : true);
  if (isSecret(el)) return;
  const why = referenced(el, "aria-errormessage") || (isNative && !el.form?.noValidate ? el.validationMessage : "");
  if (why) put("error", line(why, NAME_LIMIT));
};
/**
 * Reports the minimum, maximum and step of a range or numeric field.
 * @param {Element} el @param {string} role @param {string} tag @param {(key: string, is: any) => void} put
 */
const putLimits = (el, role, tag, put) => {
  const isNative = tag === "input" && LIMITED.has(el.type);
  if (!isNative && tag !== "meter" && tag !== "progress" && !RANGES.has(role)) return;
  const of = (/** @type {string} */ name) =>
    attribute(el, isNative ? name : `aria-value${name}`) ?? attribute(el, name);
  if (tag !== "progress") put("min", short(of("min")));
  put("max", short(of("max")));
  if (isNative) put("step", short(attribute(el, "step")));
};
/** @param {string | null} text */
const short = (text) => (text ? line(text, TEXT_LIMIT) : undefined);
/** Returns the description of an element: `aria-describedby`, `aria-description`, or a title that is not its name. */
const description = (/** @type {Element} */ el) => {
  const text = referenced(el, "aria-describedby") || (attribute(el, "aria-description") ?? "") || tooltip(el);
  const words_ = line(text, NAME_LIMIT);
  return words_ && words_ !== clean(nameOf(el)) ? words_ : undefined;
};
/** @param {Element} el @param {string} role @param {string} tag */
const level = (el, role, tag) => {
  if (!LEVELS.has(role)) return undefined;
  const own = Number.parseInt(attribute(el, "aria-level") ?? "", 10);
  if (own > 0) return own;
  return role === "heading" ? (tag.length === 2 && tag[0] === "h" && Number(tag[1])) || 2 : undefined;
};
const ADDRESS_LIMIT = 500;
export const href = getterOf(HTMLAnchorElement.prototype, "href");
const areaHref = getterOf(HTMLAreaElement.prototype, "href");
/**
 * Returns the URL of a link, without the origin if it is that of the page.
 * @param {Element} el @param {string} tag
 */
const address = (el, tag) => {
  const written = attribute(el, "href") ?? attribute(el, "xlink:href");
  if ((tag !== "a" && tag !== "area") || written === null) return undefined;
  if (isScript(written) || written.length > ADDRESS_LIMIT * 4) return undefined;
  if (written.startsWith("#")) return line(written, ADDRESS_LIMIT);
  try {
    // The browser has already resolved the URL, so the base URL of the document is of no concern here.
    const whole = el instanceof HTMLAreaElement ? areaHref.call(el) : el instanceof HTMLAnchorElement && href.call(el);
    const url = new URL(whole || written);
    const isHere = url.origin === location.origin && url.protocol.startsWith("http");
    return line(isHere ? url.pathname + url.search + url.hash : url.href, ADDRESS_LIMIT);
  } catch {
    return undefined;
  }
};

/**
 * Selector for elements that may have one of the rarer states. Most elements match none of it, and need no other test.
 */
const MORE =
  ":user-invalid,[aria-invalid],[aria-describedby],[aria-description],[title],[placeholder]," +
  "[aria-placeholder],[aria-haspopup],[aria-current],[aria-multiselectable],[aria-sort],[aria-sort] button,th,a,area," +
  "input,meter,progress,[role]";
/**
 * Returns the column header around a button, if the header's text begins with that of the button. Such a button sorts
 * the column, but the state of sorting is on the header.
 * @param {Element} el @param {string} role
 */
const headAround = (el, role) => {
  if (role !== "button" && role !== "link") return null;
  for (let at = parent(el), i = 0; at && i < NEAR; at = parent(at), i += 1) {
    if (!matches(at, "[aria-sort]")) continue;
    const own = clean(textOfReference(el));
    const first = queryFirst(at, "button,a[href],[role=button]");
    return own !== "" && first === el && clean(textOfReference(at)).startsWith(own) ? at : null;
  }
  return null;
};
/**
 * Reports the rarer states: description, limits, placeholder, popup, level, sort direction, URL and the like.
 * @param {Element} el @param {string} role @param {string} tag @param {(key: string, is: any) => void} put
 */
const putMore = (el, role, tag, put) => {
  putInvalid(el, put);
  put("description", description(el));
  if (!isSecret(el)) {
    putLimits(el, role, tag, put);
    const shown = attribute(el, "placeholder") ?? attribute(el, "aria-placeholder");
    const hint = short(shown);
    if (hint && hint !== clean(nameOf(el)) && isTextField(el, role)) put("placeholder", hint);
  }
  const popup = ariaToken(el, "aria-haspopup");
  if (popup === "true" || POPUPS.has(popup)) put("haspopup", popup === "true" ? "menu" : popup);
  const current = ariaToken(el, "aria-current");
  if (current && current !== "false") put("current", CURRENT.has(current) ? current : true);
  put("level", level(el, role, tag));
  if (ariaToken(el, "aria-multiselectable") === "true") put("multiselectable", true);
  const sort = ariaToken(headAround(el, role) ?? el, "aria-sort");
  if (SORTS.has(sort)) put("sort", sort);
  put("href", address(el, tag));
};
const SORTS = new Set(["ascending", "descending", "other"]);
/** Roles of elements that are no fields and may scroll. */
const BOXES = new Set("generic none group region list listbox log main article section document table".split(" "));
/**
 * Returns the state of an element as a flat record, without keys that do not apply. `checked` and `pressed` are true,
 * false or "mixed"; `value` has at most 100 characters. A secret field has `valueState` ("filled" or "empty") instead
 * of a value, so that not even its length is reported.
 * @param {Element} el @param {string} role @returns {State}
 */
export const stateOf = (el, role) => {
  const tag = tagOf(el);
  /** @type {State & Record<string, any>} */
  const state = {};
  /** @param {string} key @param {any} is */
  const put = (key, is) => {
    if (is !== undefined && is !== null) state[key] = is;
  };
  put("checked", checked(el, role, tag));
  if (tag === "input" && FORMATTED.has(el.type)) state.type = el.type;
  put("expanded", expanded(el, role, tag));
  put("selected", selected(el, tag));
  const pressed = ariaToken(el, "aria-pressed");
  if (role === "button" && pressed) put("pressed", triState(pressed));
  if (el.required === true || ariaToken(el, "aria-required") === "true") state.required = true;
  if (isReadonly(el, role, tag)) state.readonly = true;
  if (isDisabled(el)) state.disabled = true;
  if (matches(el, MORE) || level(el, role, tag)) putMore(el, role, tag, put);
  if (matches(el, ":focus") && activeIn(rootNode(el)) === el) state.focused = true;
  if (BOXES.has(role)) put("scrolls", beyond(el));
  putControlState(el, role, state);
  if (tag.includes("-")) Object.assign(state, internalsOf(el)?.state);
  if (isSecret(el)) {
    delete state.value;
    state.valueState = isFilled(el) ? "filled" : "empty";
    return state;
  }
  const text = value(el, role, tag);
  if (text !== undefined && state.value === undefined) state.value = line(text, TEXT_LIMIT);
  if (tag === "select") {
    state.options = options(el);
    state.optionCount = el.options.length;
    if (el.multiple) state.multiple = true;
  }
  return state;
};

/** @param {Element} el @param {string} role @param {string} tag */
const isReadonly = (el, role, tag) =>
  ((tag === "textarea" || (tag === "input" && isTyped(el, tag))) && el.readOnly) ||
  ariaToken(el, "aria-readonly") === "true";
