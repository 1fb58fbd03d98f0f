// Finds better words where a name says nothing of what a control is for: the word for its kind, a sign of a font, a placeholder that something covers.
import { attr, is, parent, rect } from "./dom.js";
import { before, labelOf } from "./field_labels.js";
import { tooltipOf } from "./icon_words.js";
import { labelsOf } from "./labels.js";
import { ligatureOf } from "./ligatures.js";
import { few } from "./native.js";
import { clean } from "./text.js";

/** Whether a field is called by its placeholder alone. @param {Element} el @param {string} name */
const isPlaceholderOnly = (el, name) =>
  is(el, "input[placeholder]:not([aria-label],[aria-labelledby],[title])") &&
  clean(attr(el, "placeholder") ?? "") === name &&
  labelsOf(el).length === 0;
/** The label that is painted for a field whose placeholder is not, since it holds something. @param {Element} el @param {Element} control @param {any} state */
const ofPlaceholder = (el, control, state) =>
  (state.value ?? "") === "" ? "" : labelOf(control, el) || before(control, el);

/** Parts of a list field that are looked at. */
const PARTS = 16;

/** Words of a name that only says which kind of field a kit made, and what else may stand in such a name. */
const WIDGET =
  /^(?:combobox|combo|input|textbox|selec(?:t|ted|tion)|picker|slider|thumb|field|textarea|dropdown|accessibility)$/;
const FILLER =
  /^(?:box|text|numeric|number|masked|handle|date|time|area|drop|down|list|label|please|enter|choose|pick|type|options?|an?|the|value)$/;
/**
 * Whether a field is called by what a kit calls all of them: `ComboBox input`.
 * @param {Element} el @param {string} role @param {string} name
 */
const isOfWidget = (el, role, name) => {
  if (!FIELDS.has(role) || clean(attr(el, "aria-label") ?? "") !== name) return false;
  const words = name
    .toLowerCase()
    .replace(/\b(text|combo|drop) (box|down)\b/g, "$1$2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.some((word) => WIDGET.test(word)) && words.every((word) => WIDGET.test(word) || FILLER.test(word));
};
const FIELDS = new Set("textbox searchbox combobox spinbutton slider listbox".split(" "));
/** Steps from the knob of a slider up to its rail, and how long and thick that is, px. */
const RAIL = { steps: 5, long: 80, thick: 64 };
/** @param {Element} knob */
const railOf = (knob) => {
  let at = /** @type {Element | null} */ (knob);
  for (let i = 0; at && i < RAIL.steps && rect(at).width < RAIL.long; i += 1) at = parent(at);
  return at && rect(at).width >= RAIL.long && rect(at).height <= RAIL.thick ? at : knob;
};

const PRESSED = new Set("button link tab menuitem generic option listitem".split(" "));

/** The words beside signs of a font that has them by their names, or of the sign alone: `dashboard Dashboard`, `expand_more`. @param {Element} el @param {string} name */
const besideSigns = (el, name) => {
  const drawn = new Set([el, ...(few(el, PARTS) ?? [])].map((part) => ligatureOf(part)).filter(Boolean));
  const said = drawn.size > 0 ? name.split(" ") : [];
  const words = said.filter((word) => !drawn.has(word));
  // A letter on whose key a sign lies is no word.
  if (words.length === 0 && name.length === 1 && said.length > 0) return tooltipOf(el) || name;
  return words.length < said.length
    ? (words.length > 0 ? words : said).join(" ").replace(/_/g, words.length > 0 ? "_" : " ")
    : "";
};
/**
 * The words that are painted for something whose name says nothing of it; "" where the name is one, or nothing better is
 * found. What was in the state for want of them goes.
 * @param {Element} el what is shown @param {Element} control @param {string} role @param {string} name @param {any} state
 */
export const betterName = (el, control, role, name, state) => {
  const painted =
    name !== "" && isOfWidget(control, role, name)
      ? labelOf(control, role === "slider" ? railOf(el) : el) || (role === "slider" ? before(control, el) : "")
      : "";
  if (painted) return painted;
  const spoken = PRESSED.has(role) ? besideSigns(control, name) : "";
  return spoken || (isPlaceholderOnly(control, name) ? ofPlaceholder(el, control, state) : "");
};
