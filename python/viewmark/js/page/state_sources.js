// Adds states that no attribute declares. The sources are asked in order, and each may add states that are still
// unknown. States declared as standards define (`state.js`) come first. A source needs a class and the painted style to
// agree, or two siblings to be in opposite states.
import { monthOf } from "./calendar_days.js";
import { isBarred, isChosen, looksOf } from "./chosen.js";
import { isCalled } from "./class_words.js";
import { attr, is, parent, read } from "./dom.js";
import { isLabel, messageOf, openerOf, paintedFor, paintedInField } from "./field_state.js";
import { openOfPaint, opensOf } from "./folds.js";
import { nameOf } from "./names.js";
import { nextElement, queryFirst, words } from "./native.js";
import { isSecret } from "./secrets.js";
import { sortOf } from "./sorted.js";
import { clean, textOf } from "./text.js";
import { halfOf, isFilledOnly, isHalf, isRated, tickOf } from "./ticks.js";
import { wordsIn } from "./words_in.js";

/**
 * The input of a source: an element, and the element painted for it (the same element, except for a field in a custom
 * frame).
 * @typedef {{ el: Element, shown: Element, role: string, text: string }} Facts
 * @typedef {Record<string, any>} Said  The states; `undefined` removes a wrong state.
 * @typedef {{ id: string, says: (facts: Facts, state: any) => Said | undefined | null | false }} Source
 */
const TICKED = words("generic none button label LabelText");
const SORTS = words("generic none button link columnheader");
const FOLDS = words("generic none button link listitem treeitem menuitem heading row");
const FOLDABLE = words("generic button heading banner option listitem");
const CHOICES = words(
  "menuitemradio link tab button listitem menuitem generic none group gridcell cell treeitem row option image",
);
const TYPED = words("textbox searchbox combobox");
const FIELDS = words(
  "textbox searchbox combobox spinbutton checkbox radio radiogroup listbox switch slider Date DateTime InputTime",
);
const NODE = "[role=treeitem]";
const SAYS_TICKED = ":is([role=radio],[role=switch],[role=checkbox]):is([aria-checked=true],[aria-checked=false])";
/** Keys of the states that mean selected or switched on. An element has at most one of them. */
const CHOSEN = ["checked", "pressed", "selected", "current"];

/** @param {any} state */
const saysChoice = (state) => CHOSEN.some((key) => state[key] !== undefined);
/**
 * Whether a tree item has no children: neither inside it, nor as items after it with a deeper level.
 * @param {Element} el
 */
const isLeaf = (el) => {
  if (queryFirst(el, `${NODE},:scope [role=group] *`)) return false;
  const next = nextElement(el);
  const [own, its] = [el, next].map((one) => Number.parseInt((one && attr(one, "aria-level")) ?? "", 10));
  return next !== null && is(next, NODE) && its <= own;
};
const SAYS_FOLDED = "[aria-expanded]:not([aria-haspopup],a,button,input)";
/**
 * Returns whether an element is expanded according to its parent or first child with the same text. Of two such
 * elements, only one has a mark.
 * @param {Element} el
 */
const foldBeside = (el) => {
  const said = [parent(el), read.firstElement.call(el)].find(
    (one) => one && is(one, SAYS_FOLDED) && wordsIn(one) === wordsIn(el),
  );
  return said && wordsIn(el) !== "" ? attr(said, "aria-expanded") === "true" : undefined;
};

/** The sources that are asked whenever the state of a control is read. @type {Source[]} */
const OF_CONTROL = [
  {
    id: "half as drawn",
    says: ({ el }, { checked }) =>
      checked === "mixed" && is(el, "[type=checkbox]:indeterminate") && { checked: halfOf(el) },
  },
  {
    id: "filled star",
    says: ({ el }, { checked }) => checked === true && is(el, "[role=radio]") && isFilledOnly(el) && { checked: false },
  },
  {
    id: "tick by class",
    says: ({ el, role }, state) => !saysChoice(state) && TICKED.has(role) && { checked: tickOf(el) },
  },
  {
    id: "half by class",
    says: ({ el, role }, { checked }) =>
      checked === false &&
      !is(el, NODE) &&
      (role === "checkbox" || TICKED.has(role)) &&
      isHalf(el) && { checked: "mixed" },
  },
  {
    id: "leaf is not open",
    says: ({ el }, { expanded }) => expanded === true && is(el, NODE) && isLeaf(el) && { expanded: undefined },
  },
  {
    id: "fold said of the same words (ARIA)",
    says: ({ el, role }, { expanded }) => expanded === undefined && FOLDABLE.has(role) && { expanded: foldBeside(el) },
  },
  {
    id: "sort by class or arrow",
    says: ({ el, role }, { sort }) => sort === undefined && SORTS.has(role) && { sort: sortOf(el) },
  },
  {
    id: "disabled by class and paint",
    says: ({ el }, { disabled }) => !disabled && isBarred(el) && { disabled: true },
  },
  {
    id: "combobox around its field (ARIA 1.1)",
    says: ({ el, role }, { readonly }) => role === "textbox" && readonly === true && openerOf(el),
  },
  {
    id: "message of a form",
    says: ({ el, role }, { error, disabled, invalid = true }) => {
      if (!FIELDS.has(role) || error !== undefined || disabled || isSecret(el)) return undefined;
      const message = messageOf(el);
      if (message === undefined || message === clean(nameOf(el))) return undefined;
      return { invalid, ...(message !== null && { error: message }) };
    },
  },
];

/** The sources that are also asked in an observation, about painted elements. @type {Source[]} */
const OF_PAINT = [
  {
    // The native field only stores the value. The element painted beside it has the state.
    id: "tick that says it beside its field",
    says: ({ el, shown }, { checked }) =>
      shown !== el &&
      is(shown, SAYS_TICKED) &&
      typeof checked === "boolean" && { checked: attr(shown, "aria-checked") === "true" },
  },
  {
    id: "value painted in a drawn field",
    says: ({ el, shown, role, text }, { value }) => {
      if (!TYPED.has(role) || value !== "" || isSecret(el)) return undefined;
      // If the label is shown in place of the field, the value is painted somewhere else.
      const at = shown === el || isLabel(el, text) ? paintedFor(el) : shown;
      return at && paintedInField(at, textOf(at));
    },
  },
  {
    id: "menu by data-toggle (Bootstrap)",
    says: ({ shown, role }, { haspopup }) =>
      haspopup === undefined &&
      (role === "button" || role === "link") &&
      is(shown, "[data-toggle=dropdown],[data-bs-toggle=dropdown]") && { haspopup: "menu" },
  },
  {
    id: "open or shut as painted",
    says: ({ shown, role }, { expanded, checked, pressed }) =>
      FOLDS.has(role) &&
      expanded === undefined &&
      checked === undefined &&
      pressed === undefined &&
      !is(shown, `${NODE}[aria-expanded]`) && { expanded: openOfPaint(shown, role) },
  },
  {
    id: "list of a drawn field",
    says: ({ shown, role }, { expanded, haspopup, checked, pressed }) =>
      (role === "generic" || role === "button") &&
      [expanded, haspopup, checked, pressed].every((one) => one === undefined) && {
        haspopup: opensOf(shown) || undefined,
      },
  },
  {
    id: "day of another month",
    says: ({ shown, role, text }) => CHOICES.has(role) && { month: monthOf(shown, text) || undefined },
  },
  {
    id: "sign of a rating",
    says: ({ shown, role, text }, state) =>
      CHOICES.has(role) && !saysChoice(state) && state.sort === undefined && { checked: isRated(shown, text, looksOf) },
  },
  {
    // Three kinds of elements are left out. A sort control has such a class while it sorts, an expanded control is
    // painted in this way, and in a text field the class may belong to a checkbox beside the field.
    id: "chosen one of its equals",
    says: ({ shown, role }, state) =>
      CHOICES.has(role) &&
      !saysChoice(state) &&
      state.expanded !== true &&
      state.sort === undefined &&
      !is(shown, "[contenteditable]:not([contenteditable=false])") &&
      isChosen(shown) && { [role === "link" ? "current" : isCalled(shown, "fold") ? "expanded" : "selected"]: true },
  },
];

/**
 * Asks the sources in order, and puts what they say into `state`.
 * @param {Source[]} sources @param {Facts} facts @param {any} state
 */
const ask = (sources, facts, state) => {
  for (const { says } of sources) {
    const said = says(facts, state);
    if (!said) continue;
    for (const [key, value] of Object.entries(said)) {
      if (value === undefined) delete state[key];
      else state[key] = value;
    }
  }
};
/**
 * Adds to the state of a control what attributes do not declare.
 * @param {Element} el @param {string} role @param {any} state
 */
export const putControlState = (el, role, state) => ask(OF_CONTROL, { el, shown: el, role, text: "" }, state);
/**
 * Adds to the state of an element what only its painting shows.
 * @param {Element} shown @param {Element} el @param {string} role @param {string} text @param {any} state
 */
export const putPaintedState = (shown, el, role, text, state) => ask(OF_PAINT, { el, shown, role, text }, state);
