// Finds better words where a name says nothing of what a control is for: a key that nobody translated, the word for its kind, the name of a button in its label, how a fold stood once.
import { chartWords } from "./chart_words.js";
import { lastWordOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, rect } from "./dom.js";
import { before, floating, labelBeside, labelOf, ofRow, paintedAt } from "./field_labels.js";
import { ofIcon, tooltipOf } from "./icon_words.js";
import { drawingOf, fillOf } from "./label_hint.js";
import { labelsOf } from "./labels.js";
import { ligatureOf } from "./ligatures.js";
import { nameOf } from "./names.js";
import { closest, few, isSvg, isUnpainted, nextElement, queryCss, queryFirst, rootNode } from "./native.js";
import { wordsApart } from "./roving.js";
import { clean, line, textOf } from "./text.js";
import { wordsIn } from "./words_in.js";

/** A key of a translation: `$t:inputField`, `$form.name`. */
const KEY = /^\$[\w$]*[.:(]?[\w.:-]+\)?$/;
/** Roles whose word alone is no name, in any spelling: `Switch`. */
const KINDS = new Set("switch slider checkbox radio spinbutton combobox textbox searchbox".split(" "));
/** Whether a name is only the word for what something is. @param {string} name @param {string} role */
const isKind = (name, role) => KINDS.has(role) && name.toLowerCase().replace(/[\s-]/g, "") === role;
/** Whether a field has its name from a button that stands in its label. @param {Element} el @param {string} name */
const isOfButton = (el, name) => {
  const label = is(el, "input,textarea") ? closest(el, "label") : null;
  return label !== null && [...queryCss(label, "button,[role=button]")].some((one) => nameOf(one) === name);
};
/** A name that says how something stands: it may not be told from it. */
const STATE = /^(?:expanded|collapsed)$/i;
const STANDS = /^(\S.*?)[\s-]+(?:expanded|collapsed)$/i;

/** Whether a field is called by its placeholder alone. @param {Element} el @param {string} name */
const isPlaceholderOnly = (el, name) =>
  is(el, "input[placeholder]:not([aria-label],[aria-labelledby],[title])") &&
  clean(attr(el, "placeholder") ?? "") === name &&
  labelsOf(el).length === 0;
/** Whether nothing of a placeholder is painted: a label floats in its place. @param {Element} el */
const isPlaceholderClear = (el) => {
  const { color, opacity } = getComputedStyle(el, "::placeholder");
  return isUnpainted(color) || +opacity === 0;
};
/** The words of its own label, where what names a control by its id meets another part of the page that has the same. @param {Element} el @param {string} name */
const ofDoubledId = (el, name) => {
  const id = attr(el, "aria-labelledby") ?? "";
  if (!/^[\w:.-]+$/.test(id)) return "";
  const [label, more] = labelsOf(el).filter((one) => attr(one, "id") === id && textOf(one) !== name);
  return label && !more ? line(textOf(label), LABEL) : "";
};
/**
 * The label that is painted for a field whose placeholder is not, since it holds something, or is the value painted beside it.
 * @param {Element} el @param {Element} control @param {string} name @param {any} state
 */
const ofPlaceholder = (el, control, name, state) => {
  const beside = nextElement(control);
  const isValue = beside !== null && textOf(beside) === name && rect(beside).width > 4 && state.value === "";
  if (!isValue && (state.value ?? "") === "") return "";
  if (isValue) {
    state.value = name;
    delete state.placeholder;
  }
  return labelOf(control, el) || before(control, el);
};

/** Parts of a list field that are looked at. */
const PARTS = 16;
/** What stands in a drawn list field beside its own label: that is no part of the value. @param {Element} el @param {string} name @param {any} state */
const labelInside = (el, name, state) => {
  const labels = [...queryCss(el, "label")];
  const isLabel = labels.length > 0;
  // Of several parts that a class calls so each is a value.
  if (!isLabel)
    labels.push(
      ...(few(el, PARTS) ?? []).filter((part) => classesOf(part).some((token) => lastWordOfClass(token) === "label")),
    );
  const words = isLabel || labels.length === 1 ? textOf(labels[0]) : "";
  if (
    words === "" ||
    (!isLabel && name !== "" && name !== words) ||
    typeof state.value !== "string" ||
    !state.value.startsWith(`${words} `)
  )
    return "";
  state.value = state.value.slice(words.length + 1);
  return words;
};

/** Words of a name that only says which kind of field a kit made, and what else may stand in such a name. */
const WIDGET =
  /^(?:combobox|combo|input|textbox|selec(?:t|ted|tion)|picker|slider|thumb|field|textarea|dropdown|accessibility)$/;
const FILLER =
  /^(?:box|text|numeric|number|masked|handle|date|time|area|drop|down|list|label|please|enter|choose|pick|type|options?|an?|the|value)$/;
/** What is only asked of somebody: `Choose date`. */
const ASKS = /^(?:please )?(?:choose|pick|enter) (?:a |the )?(?:date|time|number|text|option|value)$/;
const SELECTED = /^select(?:ed)?\b/i;
/**
 * Whether a field is called by what a kit calls all of them, or by what is chosen in it: `ComboBox input`, `Selected Clay.`
 * @param {Element} el @param {string} role @param {string} name @param {any} state
 */
const isOfWidget = (el, role, name, state) => {
  if (!FIELDS.has(role) || clean(attr(el, "aria-label") ?? "") !== name) return false;
  const words = name
    .toLowerCase()
    .replace(/\b(text|combo|drop) (box|down)\b/g, "$1$2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (
    (words.some((word) => WIDGET.test(word)) || ASKS.test(words.join(" "))) &&
    words.every((word) => WIDGET.test(word) || FILLER.test(word))
  )
    return true;
  const chosen = `${state.value ?? ""}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return (
    role === "combobox" && SELECTED.test(name) && chosen.length > 0 && chosen.every((word) => words.includes(word))
  );
};
const FIELDS = new Set("textbox searchbox combobox spinbutton slider listbox".split(" "));
/** What the one label of a field says that a name over it hides. @param {Element} el */
const ownLabel = (el) => {
  const [label, more] = labelsOf(el);
  return label && !more ? line(textOf(label), LABEL) : "";
};
/** Steps from the knob of a slider up to its rail, and how long and thick that is, px. */
const RAIL = { steps: 5, long: 80, thick: 64 };
/** @param {Element} knob */
const railOf = (knob) => {
  let at = /** @type {Element | null} */ (knob);
  for (let i = 0; at && i < RAIL.steps && rect(at).width < RAIL.long; i += 1) at = parent(at);
  return at && rect(at).width >= RAIL.long && rect(at).height <= RAIL.thick ? at : knob;
};
/** The label in a button that opens a list, beside what is chosen: `Oak`, and over it `Wood`. @param {Element} el @param {string} name @param {any} state */
const labelInButton = (el, name, state) => {
  const [label, more] = [...queryCss(el, "label")].filter((one) => textOf(one) !== "");
  const words = label && !more ? textOf(label) : "";
  if (words === "" || words.length >= name.length || state.value !== undefined) return "";
  if (name.endsWith(` ${words}`)) state.value = name.slice(0, -words.length - 1);
  else if (name.startsWith(`${words} `)) state.value = name.slice(words.length + 1);
  else return "";
  return words;
};

/** The words of a node of a tree, or of a tab, whose name begins or ends with that of the button which folds or closes it. @param {Element} el @param {string} name */
const ofNode = (el, name) => {
  const toggle = queryFirst(el, "button[aria-label],[role=button][aria-label]");
  const words = toggle ? wordsApart(el) : "";
  return toggle && words !== "" && [`${nameOf(toggle)} ${words}`, `${words} ${nameOf(toggle)}`].includes(name)
    ? words
    : "";
};
/** The words of a head whose name goes on with that of a button in it which repeats them and has none itself: `Boat Sort Boat menu`. @param {Element} el @param {string} name */
const ofHead = (el, name) => {
  const words = is(el, "[aria-label],[aria-labelledby]") ? "" : line(wordsIn(el), LABEL);
  return words !== "" &&
    name.toLowerCase().startsWith(`${words.toLowerCase()} `) &&
    [...queryCss(el, "button,[role=button]")].some(
      (one) =>
        wordsIn(one) === "" && nameOf(one).toLowerCase().includes(words.toLowerCase()) && name.endsWith(nameOf(one)),
    )
    ? words
    : "";
};
/** What a button is called that holds other buttons, without the names of those at its end: `Index 1 Move up Delete`. @param {Element} el @param {string} name */
const ofButtons = (el, name) => {
  const inner = is(el, "[aria-label],[aria-labelledby]")
    ? []
    : [...queryCss(el, "button,[role=button]")].slice(0, PARTS);
  const end = inner.map((one) => ` ${nameOf(one)}`).join("");
  return inner.length > 0 && inner.every((one) => nameOf(one) !== "") && name.endsWith(end)
    ? name.slice(0, -end.length).trim()
    : "";
};
/** What a label says by its `for` of a part that no label of the platform may mean: the drawn switch of a kit. @param {Element} el @param {string} role */
const ofLabelFor = (el, role) => {
  const id = attr(el, "id") ?? "";
  if (id === "" || !DRAWN.has(role) || !is(el, "div,span,ul,a") || is(el, "[aria-label],[aria-labelledby]")) return "";
  const label = queryFirst(/** @type {any} */ (rootNode(el)), `label[for="${CSS.escape(id)}"]`);
  return label && !holds(label, el) ? line(textOf(label), LABEL) : "";
};
const PRESSED = new Set("button link tab menuitem generic option listitem".split(" "));
const DRAWN = new Set("switch checkbox radio slider spinbutton".split(" "));
const LABEL = 60;

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
/** What a button without words says itself, where it is called as the field that it belongs to: both steps of one. @param {Element} el @param {string} role @param {string} name */
const ofOwnLabel = (el, role, name) => {
  const own = (attr(el, "aria-label") ?? "").trim();
  return (role === "button" || role === "generic") &&
    own !== "" &&
    own !== name &&
    is(el, "[aria-labelledby]") &&
    wordsIn(el) === "" &&
    own.length <= LABEL &&
    !name.includes(own)
    ? own
    : "";
};
/** Parts of what shows a sign alone. */
const FEW = 6;
const SWATCH = /colou?r|swatch|preview/i;
/** What the part says that draws a sign which is the whole name, or the colour shown beside it. @param {Element} el @param {string} name */
const ofGlyph = (el, name) => {
  if (/[\p{L}\p{N}]/u.test(name) || tooltipOf(el)) return "";
  const parts = few(el, FEW) ?? [];
  const tip = parts.map((part) => tooltipOf(part)).find(Boolean);
  if (tip) return tip;
  const shown = parts
    .filter((part) => wordsIn(part) === "" && classesOf(part).some((token) => SWATCH.test(token)))
    .pop();
  const colour = shown ? fillOf(shown) : "";
  return colour === "" ? "" : `colour ${colour}`;
};
const COUNT = /^\d{1,4}\+?$/;
/** What is drawn beside a number that is the whole name but for letters of fonts of signs, and the number: a bell, and how many wait. @param {Element} el @param {string} name */
const ofCount = (el, name) => {
  const count = name.replace(/\p{Co}/gu, "").trim();
  if (!COUNT.test(count)) return "";
  for (const part of drawingOf(el)) {
    const sign = tooltipOf(part) || ofIcon(part);
    if (sign && !COUNT.test(sign)) return `${sign} ${count}`;
  }
  return "";
};
/**
 * The words that are painted for something whose name says nothing of it; "" where the name is one, or nothing better is
 * found. What was in the state for want of them goes.
 * @param {Element} el what is shown @param {Element} control @param {string} role @param {string} name @param {any} state
 */
export const betterName = (el, control, role, name, state) => {
  const painted =
    name !== "" && isOfWidget(control, role, name, state)
      ? labelOf(control, role === "slider" ? railOf(el) : el) ||
        (role === "slider" ? before(control, el) : "") ||
        ownLabel(control)
      : "";
  if (painted) return painted;
  const label = ofLabelFor(control, role) || ofDoubledId(control, name);
  if (label !== "" && label !== name) return label;
  if (role === "combobox" && !is(control, "input,select")) return labelInside(control, name, state);
  // A value that a chart paints says of what by its place alone.
  if (isSvg(control) && !/\p{L}/u.test(name) && /\d/.test(textOf(el))) return chartWords(control);
  if (name === "") return role === "generic" && wordsIn(el) !== "" ? ofGlyph(control, wordsIn(el)) : "";
  const spoken = PRESSED.has(role)
    ? besideSigns(control, name) || ofCount(control, name) || ofGlyph(control, name)
    : "";
  if (spoken) return spoken;
  if (role === "treeitem" || role === "tab") return ofNode(control, name);
  if (role === "columnheader") return ofHead(control, name);
  const own = ofOwnLabel(control, role, name);
  if (own) return own;
  if (role === "button" && ofButtons(control, name)) return ofButtons(control, name);
  if (role === "button" && state.haspopup === "listbox") return labelInButton(control, name, state);
  // How it stands is no name.
  if (STATE.test(name)) return textOf(el);
  const stood = role === "button" && state.expanded === undefined ? STANDS.exec(name) : null;
  if (stood) {
    const row = parent(control) && closest(control, "tr,[role=row],[role=treeitem]");
    const said = row && attr(row, "aria-expanded");
    if (said === "true" || said === "false") state.expanded = said === "true";
    return `toggle ${stood[1].toLowerCase()}`;
  }
  if (isPlaceholderOnly(control, name))
    return (isPlaceholderClear(control) && floating(control, el)) || ofPlaceholder(el, control, name, state);
  const isOther = isOfButton(control, name);
  if (!isOther && !KEY.test(name) && !isKind(name, role)) return "";
  const words =
    labelOf(control, el) ||
    (isOther ? "" : labelBeside(control)) ||
    ofRow(control, el) ||
    (isOther ? "" : paintedAt(control, el));
  const hint = clean(attr(control, "placeholder") ?? "");
  if (words === "" && hint !== "") delete state.placeholder;
  return words || hint;
};
