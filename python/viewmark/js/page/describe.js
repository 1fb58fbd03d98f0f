// Describes a marked element: role, name, state, context and selectors.
import { placeOf } from "./boxes.js";
import { endRevision } from "./changes.js";
import { endsInKind } from "./class_words.js";
import { pathOf } from "./context.js";
import { attr, classesOf, hit, holds, idOf, nodeOf, read } from "./dom.js";
import { countFaults, safely } from "./faults.js";
import { labelOf } from "./field_labels.js";
import { isCounted } from "./field_state.js";
import { placeInGrid } from "./grids.js";
import { hashed } from "./hash.js";
import { hint } from "./hints.js";
import { factsOf, noteIdentity, still } from "./identity.js";
import { learnt, mayHaveInternals, plain } from "./internals.js";
import { labelHint } from "./label_hint.js";
import { hasSecretName } from "./names.js";
import { forget, matches, queryCss } from "./native.js";
import { roleOf, spokenRole } from "./roles.js";
import { isSecret } from "./secrets.js";
import { selector } from "./selectors.js";
import { stateOf } from "./state.js";
import { putPaintedState } from "./state_sources.js";
import { clean, line, textOf } from "./text.js";

/**
 * Stores the role, name and states that the browser's accessibility tree reports for each element. Custom elements can
 * set these with `ElementInternals`, which other scripts cannot read.
 * @param {{ id: number; internals: Internals | null }[]} entries
 */
export const learnInternals = (entries) => {
  for (const { id, internals } of entries) {
    const el = nodeOf(id);
    if (!el) continue;
    // The last result was based on the previous data, so new data makes that result invalid.
    if (learnt.delete(el) || internals) endRevision();
    plain.delete(el);
    // The names in the accessibility tree may include typed text, so a name that may contain a secret is left out.
    if (internals) learnt.set(el, hasSecretName(el) ? { ...internals, name: "" } : internals);
    else if (matches(el, ":defined")) plain.add(el);
  }
  forget();
};

/** Matches a visible character: neither a glyph of an icon font (private use) nor an invisible character. */
const SAYS = /[^\p{Co}\p{Cc}\p{Cf}\p{Z}]/u;
const FIELDS = new Set(["combobox", "searchbox", "slider", "spinbutton", "textbox", "Date", "DateTime", "InputTime"]);
/** Maximum time for the descriptions in one result, ms. The remaining elements are described only by role and hint. */
const PATIENCE = 3000;

/**
 * Describes the element `id`; if it is the label of a control, `controlId` is the id of that control, whose role, name
 * and state are used.
 * @param {number} id @param {number} controlId @param {any} memo @param {number} until
 */
const describe = (id, controlId, memo, until) => {
  const el = nodeOf(id);
  if (!el) return null;
  const control = (controlId && nodeOf(controlId)) || el;
  const failed = countFaults();
  const role = safely(() => roleOf(control), "");
  if (performance.now() > until) {
    return { role: spokenRole(role), hint: safely(() => hint(control, role), "clickable") };
  }
  const facts = factsOf(el, control, role, memo);
  const { name } = facts;
  const text = safely(() => textOf(el), "");
  const state = paintedState(el, control, role, text);
  const label = safely(() => painted(el, control, role, name, text, state), "");
  const guess = label || guessOf(el, control, role, name, text, state);
  // Empty values are set to `undefined`, which omits them from the result, because most elements have few values.
  const words = {
    role: spokenRole(role),
    name,
    still: facts.still === name ? undefined : facts.still,
    text: el !== control && FIELDS.has(role) && isCounted(el) ? "" : text,
    labelHint: guess || undefined,
    selector: safely(() => selector(el), ""),
    hint: safely(() => hint(control, role), "clickable"),
    state,
    testId: facts.testId || undefined,
    domId: facts.domId || undefined,
    ariaLabel: attr(control, "aria-label") || undefined,
    context: facts.context,
    around: facts.around || undefined,
    rows: facts.rows.length > 0 ? facts.rows : undefined,
    parts: facts.parts || undefined,
    beside: facts.beside ? hashed(still(facts.beside)) : undefined,
    path: safely(() => pathOf(el, memo.steps), ""),
    aim: facts.aim || undefined,
    icon: facts.icon || undefined,
    says: noteIdentity(el, facts),
    cell: safely(() => placeInGrid(el, memo.grids), undefined),
    internals: mayHaveInternals(control) || undefined,
  };
  return countFaults() > failed ? { ...words, failed: true } : words;
};

/**
 * Returns the state of a control. It is read from the markup, from how the control looks, and from what the page paints
 * beside it. `el` is the visible element: the control itself or what stands for it.
 * @param {Element} el @param {Element} control @param {string} role @param {string} text @returns {State}
 */
export const paintedState = (el, control, role, text) => {
  const state = safely(() => stateOf(control, role), /** @type {any} */ ({}));
  safely(() => putPaintedState(el, control, role, text, state), undefined);
  return state;
};

/**
 * Returns a guess of what an element is for, if neither its name nor its text says so; otherwise "".
 * @param {Element} el @param {Element} control @param {string} role @param {string} name @param {string} text
 * @param {State} state
 */
export const guessOf = (el, control, role, name, text, state) => {
  // The text in a slider or combobox is its current value, which does not say what the field is for.
  const said = `${state.value ?? ""}`;
  const isValue =
    name !== "" &&
    (role === "combobox" ? said.endsWith(name) : (role === "slider" || role === "spinbutton") && said === name);
  const isNameless = isValue || (!SAYS.test(name) && (FIELDS.has(role) || !SAYS.test(text)));
  const words = isNameless ? safely(() => labelHint(control, state.description ?? "", el), "") : "";
  return words === said ? "" : words;
};

/**
 * Returns the painted label of a field whose name is only its placeholder, or of a button whose name is only the
 * selected option. That name is moved into the state.
 * @param {Element} el @param {Element} control @param {string} role @param {string} name @param {string} text
 * @param {any} state
 */
const painted = (el, control, role, name, text, state) => {
  if (FIELDS.has(role)) {
    // The text painted in the frame of the field is its value, so the label must be outside the frame.
    if (name === "" && role === "combobox" && el !== control && state.value) return labelOf(control, el);
    if (name === "" || clean(attr(control, "placeholder") ?? "") !== name) return "";
    const label = labelOf(control, el);
    if (label && label !== name) state.placeholder = name;
    return label === name ? "" : label;
  }
  const shown = text || (role === "listbox" ? valueIn(control) : "");
  if (shown === "" || (name !== "" && name !== shown) || state.value !== undefined || !isChooser(control, role, state))
    return "";
  const label = labelOf(control, el);
  if (label) state.value = shown;
  return label;
};
/**
 * Returns the selected value of a list that shows it in a read-only field; "" for other elements.
 * @param {Element} el
 */
const valueIn = (el) => {
  const [field, more] = queryCss(el, "input[readonly]");
  return field && !more && !isSecret(field) ? line(/** @type {any} */ (field).value, 60) : "";
};
/**
 * Whether a control opens a list of options and shows the selected option.
 * @param {Element} el @param {string} role @param {any} state
 */
const isChooser = (el, role, state) =>
  (role === "button" || role === "generic" || role === "listbox") &&
  ((role === "listbox" && state.haspopup !== undefined) ||
    state.haspopup === "listbox" ||
    classesOf(el).some((token) => ["listbox", "menu"].some((kind) => endsInKind(token, kind))));

/**
 * Returns the descriptions of elements. The arguments are pairs: an element's id, then the id of the control that it
 * labels, or 0.
 * @param {...number} pairs @returns {(object | null)[]}
 */
export const describeAll = (...pairs) => {
  const memo = { context: new Map(), rows: new Map(), steps: new Map(), grids: new Map() };
  const found = [];
  const until = performance.now() + PATIENCE;
  forget();
  for (let i = 0; i < pairs.length; i += 2) {
    found.push(describe(pairs[i], pairs[i + 1], memo, until));
  }
  return found;
};

/** @type {WeakMap<Element, Box>} */
const whereFound = new WeakMap();
let viewFound = "";
/** @type {WeakRef<Element>[]} */
let ownersFound = [];
/** @type {number[]} */
let idsFound = [];
/** The number of the observation that found the elements. */
let look = 0;
/**
 * Maximum number of elements whose moves are reported after a screenshot. On a page with more elements, most of them
 * get no mark, so reporting their moves is useless.
 */
const MANY = 500;
const viewNow = () => [scrollX, scrollY, innerWidth, innerHeight, location.href].join(" ");

/**
 * Records where elements and frames are now, so that a later call can report which of them moved.
 * @param {{ el: Element; box: Box }[]} elements @param {{ el: Element; box: Box }[]} owners
 */
export const noteWhere = (elements, owners) => {
  for (const { el, box } of [...elements, ...owners]) whereFound.set(el, placeOf(el, box) ?? box);
  viewFound = viewNow();
  ownersFound = owners.map(({ el }) => new WeakRef(el));
  idsFound = elements.map(({ el }) => idOf(el));
};

/** Sets the number of the observation to which the recorded positions belong. @param {number | undefined} number */
export const noteLook = (number) => {
  look = number ?? 0;
};

/**
 * Returns how far each edge of an element has moved since its position was recorded, px. Null if the element is gone.
 * @param {Element | null | undefined} el
 */
const shiftOf = (el) => {
  if (!el || !read.isConnected.call(el)) return null;
  const before = whereFound.get(el);
  const now = before && placeOf(el);
  if (!before || !now) return null;
  return now.map((edge, i) => edge - before[i]);
};

/** @param {Element | undefined} el */
const distance = (el) => Math.max(...(shiftOf(el) ?? [Infinity]).map(Math.abs));

/** @type {Map<Element, Box>} */
let tracked = new Map();

const track = () => {
  for (const [el, box] of tracked) {
    const now = placeOf(el);
    if (now) tracked.set(el, around(box, now));
  }
};

/** @param {Box} a @param {Box} b @returns {Box} */
const around = ([a, b, c, d], [e, f, g, h]) => [Math.min(a, e), Math.min(b, f), Math.max(c, g), Math.max(d, h)];

/** Maximum time for which moving elements are tracked, ms. It is the time limit of an observation. */
const TRACKED = 10_000;

/**
 * Tracks elements that scripts move: their boxes are measured in every animation frame until the positions are read.
 * @param {number[]} ids
 */
export const trackAll = (ids) => {
  const mine = new Map();
  for (const id of ids) {
    const el = nodeOf(id);
    const box = el && placeOf(el);
    if (el && box) mine.set(el, box);
  }
  tracked = mine;
  const until = performance.now() + TRACKED;
  const step = () => {
    if (tracked !== mine || mine.size === 0 || performance.now() > until) return;
    track();
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};

/**
 * Returns how far each edge of an element's recorded box must move so that the box contains all positions since then.
 * @param {Element | null} el
 */
const growthOf = (el) => {
  const span = el && tracked.get(el);
  const before = el && whereFound.get(el);
  return span && before ? around(span, before).map((edge, i) => edge - before[i]) : null;
};

const spans = (/** @type {number[]} */ ids) => {
  if (tracked.size === 0) return undefined;
  track();
  const growth = ids.map((id) => growthOf(nodeOf(id)));
  tracked = new Map();
  return growth;
};

/**
 * Returns how far elements have moved since the last observation, whether the viewport has changed, and how far frames
 * have moved.
 * @param {number[]} ids
 * @returns {{ shifts: (number[] | null)[]; spans: (number[] | null)[] | undefined; viewChanged: boolean; owners:
 *   number; }}
 */
export const shifts = (ids) => ({
  shifts: ids.map((id) => shiftOf(nodeOf(id))),
  spans: spans(ids),
  ...viewSince(),
});

const viewSince = () => ({
  viewChanged: viewNow() !== viewFound,
  owners: Math.max(0, ...ownersFound.map((ref) => distance(ref.deref()))),
});

/**
 * Returns how far the elements of the newest observation have moved, by id, and only for those that moved. Undefined if
 * there are too many elements or some are tracked; the caller must then call `shifts` instead.
 * @returns {{ look: number; shifts: [number, number[] | null][] } | undefined}
 */
export const shiftsSince = () => {
  if (look === 0 || idsFound.length > MANY || tracked.size > 0) return undefined;
  /** @type {[number, number[] | null][]} */
  const shifts = [];
  for (const id of idsFound) {
    const shift = shiftOf(nodeOf(id));
    if (!shift || shift.some((by) => by !== 0)) shifts.push([id, shift]);
  }
  return { look, shifts, ...viewSince() };
};

/**
 * Returns, for each point, whether a hit test there finds the element `id` (for a frame: its owner element).
 * @param {number} id @param {XY[]} points @returns {boolean[]}
 */
export const meets = (id, points) => {
  const el = nodeOf(id);
  return points.map(([x, y]) => {
    const found = el && hit(x, y);
    return Boolean(found && holds(el, found));
  });
};

/**
 * Returns the nodes with these ids as objects, because commands of the debugger interface (CDP) need objects.
 * @param {...number} ids @returns {(Element | null)[]}
 */
export const nodes = (...ids) => ids.map((id) => nodeOf(id));
