// Computes the identity of an element: the facts that its ref is based on, and a fingerprint of them. Before an action,
// the fingerprint is compared to check that the target is still the observed element.
//
// Node identity is not sufficient, because pages reuse the node of one record for the next record.
import { placeOf, scrolls } from "./boxes.js";
import { aimOf, contextOf } from "./context.js";
import { attr, holds, is, nodeOf, parent, read } from "./dom.js";
import { safely } from "./faults.js";
import { hashed } from "./hash.js";
import { oneLine } from "./letters.js";
import { nameOf } from "./names.js";
import { checkVisibility, forget, queryFirst, styleOf, turned } from "./native.js";
import { queryAll } from "./query.js";
import { roleOf, spokenRole } from "./roles.js";
import { partsOf, rowsAround } from "./rows.js";
import { ownWords } from "./seen_words.js";
import { isTick } from "./ticks.js";
import { NAME_LIMIT } from "./vocabulary.js";

/**
 * The identity of the target of an action when it was observed.
 * @typedef {object} Meant
 * @property {number} id  The element with the identity; the click may go to a field or box that it stands for.
 * @property {number} control  The id of the control that a label stands for, or 0.
 * @property {string[]} says  Fingerprints of the element, any of which may match.
 * @property {boolean} isFresh  Whether the element was observed a moment ago.
 */
/**
 * @typedef {object} Facts
 * @property {string} role
 * @property {string} name
 * @property {string} still  The name without the text of parts that are animated infinitely.
 * @property {string[]} context
 * @property {string} around  One letter for each text of the context, see `contextOf`.
 * @property {string} testId
 * @property {string} domId
 * @property {string[]} rows  The content of the rows around the element, see `rowsAround`.
 * @property {string} parts  Digests of the content of a box without a name, see `partsOf`; else of its row.
 * @property {string} beside  The content of the rows before and after the element's own row.
 * @property {string} aim
 * @property {string} icon
 */
const TEST_ATTRIBUTES = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
const WITH_TEST_ID = TEST_ATTRIBUTES.map((name) => `[${name}]`).join();
/** Returns the test id of an element, from the first test attribute that is set; "" if none is. @param {Element} el */
const testIdOf = (el) => {
  if (!is(el, WITH_TEST_ID)) return "";
  for (const name of TEST_ATTRIBUTES) {
    const value = attr(el, name);
    if (value) return value;
  }
  return "";
};

/** Maximum number of characters of an element's own text. */
const LIMIT = 100;
// Roles of elements whose content may change although the element stays the same: it is a value, or is scrolled or
// sorted into view.
const HOLDERS = new Set(
  (
    "textbox searchbox combobox spinbutton slider scrollbar progressbar meter img image application " +
    "grid treegrid table list listbox menu menubar tree tablist radiogroup toolbar main region " +
    "form dialog alertdialog document feed log"
  ).split(" "),
);
const FIELDS = "input,select,textarea,[contenteditable]";
/**
 * Returns the text that identifies a box without a name, such as a card, row or list item. For named elements, fields
 * and scroll containers, returns "".
 * @param {Element} el @param {string} role @param {string} name
 */
const wordsOf = (el, role, name) => {
  if (HOLDERS.has(role) || (name !== "" && role !== "" && role !== "generic") || is(el, FIELDS)) return "";
  if (scrolls(el, styleOf(el).live.overflow)) return "";
  const own = ownWords(el, LIMIT);
  return name === "" || !name.startsWith(own.slice(0, LIMIT / 2)) ? own : "";
};

const ICON = "svg,img,i[class],[class*=icon]";
/**
 * Returns what identifies the icon of an element without text: the address of its image, or the path or class of its
 * icon.
 * @param {Element} el
 */
const iconOf = (el) => {
  if (isTick(el)) return ""; // the icon shows only the state
  const part = is(el, ICON) ? el : queryFirst(el, ICON);
  if (!part) return "";
  const tag = read.localName.call(part);
  if (tag === "img") return (attr(part, "src") ?? "").slice(0, NAME_LIMIT);
  const drawn = tag === "svg" ? queryFirst(part, "use,path,polygon,polyline,circle,rect") : null;
  if (!drawn) return (attr(part, "class") ?? "").slice(0, NAME_LIMIT);
  const made = attr(drawn, "href") ?? attr(drawn, "xlink:href") ?? attr(drawn, "d") ?? attr(drawn, "points");
  return (made ?? read.localName.call(drawn)).slice(0, NAME_LIMIT);
};

const animationsOf = Element.prototype.getAnimations;
/**
 * Returns a name without the text of parts that are animated endlessly, such as the spinner of a busy button.
 * @param {Element} el @param {string} name
 */
const withoutTurning = (el, name) => {
  let left = name;
  for (const each of name === "" ? [] : animationsOf.call(el, { subtree: true }))
    for (let at = turned(each); at && at !== el; at = parent(at))
      left = left.replace(attr(at, "aria-label") ?? attr(at, "alt") ?? attr(at, "title") ?? "", "");
  return oneLine(left) || name;
};

/**
 * Returns the facts that identify an element. `control` is the element itself, or the control that it labels.
 * @type {(el: Element, control: Element, role: string, memo: { context: Map<Element, any>; rows: Map<Element, any> })
 *   => Facts}
 */
export const factsOf = (el, control, role, memo) => {
  const name = safely(() => nameOf(control), "");
  const own = safely(() => wordsOf(el, spokenRole(role), name), "");
  const { parts, kinds } = safely(() => contextOf(el, memo.context, own), { parts: [], kinds: "" });
  const icon = safely(() => iconOf(el), "");
  const around = safely(() => rowsAround(el, control, memo.rows), { rows: [], beside: "", parts: "" });
  return {
    role: spokenRole(role),
    name,
    still: safely(() => withoutTurning(control, name), name),
    context: parts,
    around: kinds,
    rows: around.rows,
    parts: own ? safely(() => partsOf(el), "") : around.parts,
    beside: around.beside,
    testId: testIdOf(el) || (control !== el && testIdOf(control)) || "",
    domId: attr(el, "id") ?? "",
    aim: safely(() => aimOf(el), ""),
    icon: icon && hashed(icon),
  };
};

/** @param {Facts} facts */
const wholeOf = ({ role, still: name, context, rows, testId, domId, aim, icon }) =>
  [role, name, testId, domId, aim, icon, ...context, ...rows].join("\x1f");
/**
 * Replaces each number in a text by "#". Numbers, such as a clock or a price, may change at any moment.
 * @param {string} text
 */
export const still = (text) => text.replace(/\d+/g, "#");

/**
 * The identity that was last reported for each element, with numbers replaced by "#".
 * @type {WeakMap<Element, string>}
 */
const told = new WeakMap();
/** @type {(el: Element, facts: Facts) => string} */
export const noteIdentity = (el, facts) => {
  const whole = wholeOf(facts);
  told.set(el, hashed(still(whole)));
  return hashed(whole);
};

/**
 * Returns the present identity of an element. It is computed for the check before an action, and again before the
 * click.
 * @param {Element} el @param {number} control @returns {Said}
 */
const saidBy = (el, control) => {
  const meant = (control && nodeOf(control)) || el;
  const role = safely(() => roleOf(meant), "");
  const facts = factsOf(el, meant, role, { context: new Map(), rows: new Map() });
  return { el, control, whole: wholeOf(facts), beside: facts.beside };
};
/**
 * Whether an element still has the identity that was reported for it. `says` contains the fingerprints of that
 * identity. With `isFresh`, the element was observed a moment ago, so changed numbers (a clock, a price) are ignored.
 * @type {(meant: Meant) => boolean}
 */
export const saysStill = ({ id, control, says, isFresh }) => {
  const el = nodeOf(id);
  if (!el) return false;
  const now = saidBy(el, control);
  const isSame = says.includes(hashed(now.whole)) || (isFresh && hashed(still(now.whole)) === told.get(el));
  if (isSame) checked = now;
  return isSame;
};

/**
 * The identity of an element and of its neighbours at one moment.
 * @typedef {{ el: Element, control: number, whole: string, beside: string }} Said
 */
/** The identity found by the last check that passed. Before the click, it is compared once more. @type {Said | null} */
let checked = null;
/**
 * Whether an element still has the identity that it had at the last check.
 * @param {Meant} meant
 */
export const stillHolds = ({ id, control, isFresh }) => {
  const el = nodeOf(id);
  if (!el) return false;
  if (checked?.el !== el) return true;
  const { whole } = saidBy(el, control);
  return whole === checked.whole || (isFresh && still(whole) === still(checked.whole));
};
/** Returns the current identity of an element and its neighbours. @param {Element} el */
export const witness = (el) => (checked?.el === el ? checked : saidBy(el, 0));
/**
 * Whether an element now shows other data than before, because both its own text and that of its neighbours differ. If
 * only its own text differs, that is taken as a response to the click.
 * @param {Said} was
 */
export const showsAnother = (was) => {
  const now = saidBy(was.el, was.control);
  return now.whole !== was.whole && now.beside !== was.beside;
};

/**
 * Returns the number of other elements in the document, in view or not, with the same role and name. Null if the
 * element is gone.
 * @param {number} id @param {number} controlId
 */
export const countCalled = (id, controlId) => {
  const el = nodeOf(id);
  const control = (controlId && nodeOf(controlId)) || el;
  if (!el || !control) return null;
  forget();
  /** @param {Element} one */
  const called = (one) => {
    const role = spokenRole(roleOf(one));
    const name = nameOf(one);
    return [role, name, name || wordsOf(one, role, name)].join("\x1f");
  };
  const words = called(control);
  const kin = queryAll(`css=${CSS.escape(read.localName.call(control))}`).slice(0, SEARCH.most);
  // Ancestors are left out, because they have the same name only by containing the element.
  return kin.filter((each) => !holds(each, control) && isRendered(each) && safely(() => called(each), words) === words)
    .length;
};
/** Whether an element has a box and is not hidden; it may be out of view. @param {Element} el */
const isRendered = (el) => {
  if (checkVisibility(el)) {
    // A form field may be transparent, because many pages paint a custom control in its place.
    return checkVisibility(el, { visibilityProperty: true, opacityProperty: !is(el, FIELDS) });
  }
  const box = placeOf(el); // image map areas, and elements in which only the children have boxes
  return box !== null && box[2] > box[0] && box[3] > box[1];
};

/** Limits of the search for re-rendered elements: duration in ms, and number of elements. */
const SEARCH = { patience: 50, most: 2000 };
/**
 * Returns for each observed element whether it is gone. An element is gone if it is no longer in the page and no other
 * element has its fingerprint. If the search would take too long, the result is false. Each of `rows` contains an id (0
 * for another document), a tag and a fingerprint. `taken` are the ids of elements known to be different ones.
 * @param {[number, string, string][]} rows @param {number[]} taken @returns {boolean[]}
 */
export const areGone = (rows, taken) => {
  const others = new Set(taken.map((id) => nodeOf(id)));
  const until = performance.now() + SEARCH.patience;
  const memo = { context: new Map(), rows: new Map() };
  let left = SEARCH.most;
  /**
   * The fingerprints of the page's elements with a tag, by tag; null if there are too many elements.
   * @type {Map<string, Set<string> | null>}
   */
  const known = new Map();
  /**
   * Returns the fingerprints of the page's elements with a tag; null if there are too many elements or time is up.
   * @param {string} tag
   */
  const fingerprintsOf = (tag) => {
    const found = new Set();
    for (const el of queryAll(`css=${CSS.escape(tag)}`)) {
      if (others.has(el) || !isRendered(el)) continue;
      left -= 1;
      if (left < 0 || performance.now() > until) return null;
      const role = safely(() => roleOf(el), "");
      found.add(hashed(wholeOf(factsOf(el, el, role, memo))));
    }
    return found;
  };
  return rows.map(([id, tag, says]) => {
    const el = id === 0 ? null : nodeOf(id);
    if (el) return !isRendered(el);
    if (!says) return true;
    if (!known.has(tag)) known.set(tag, fingerprintsOf(tag));
    return known.get(tag)?.has(says) === false;
  });
};
