// What an element says of itself and its place: the facts that its ref is made of, and a fingerprint of
// them, by which an action asks whether its target still is what somebody saw.
//
// A node says nothing of this: pages write the next record into the node of the last one.
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

/**
 * What a target of an action said when it was seen.
 * @typedef {object} Meant
 * @property {number} id  What says it; a press can be for the field or box that this stands for.
 * @property {number} control  The control that a label stands for, or 0.
 * @property {string[]} says  Its fingerprints, any of which will do.
 * @property {boolean} isFresh  It was taken a moment ago.
 */
/**
 * @typedef {object} Facts
 * @property {string} role
 * @property {string} name
 * @property {string} still  Its name without what turns in it.
 * @property {string[]} context
 * @property {string} around  A letter for each piece of the context, see `contextOf`.
 * @property {string} testId
 * @property {string} domId
 * @property {string[]} rows  What the rows around it say, see `rowsAround`.
 * @property {string} parts  Digests of what stands in a box that has only its own words, see `partsOf`.
 * @property {string} beside  What the rows before and behind its own say.
 * @property {string} aim
 * @property {string} icon
 */
const TEST_ATTRIBUTES = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
const WITH_TEST_ID = TEST_ATTRIBUTES.map((name) => `[${name}]`).join();
/** @param {Element} el */
const testIdOf = (el) => {
  if (!is(el, WITH_TEST_ID)) return "";
  for (const name of TEST_ATTRIBUTES) {
    const value = attr(el, name);
    if (value) return value;
  }
  return "";
};

/** Longest own words, in characters. */
const LIMIT = 100;
// What these hold is what they hold just now: a value, or what is scrolled or sorted into view.
const HOLDERS = new Set(
  (
    "textbox searchbox combobox spinbutton slider scrollbar progressbar meter img image application " +
    "grid treegrid table list listbox menu menubar tree tablist radiogroup toolbar main region " +
    "form dialog alertdialog document feed log"
  ).split(" "),
);
const FIELDS = "input,select,textarea,[contenteditable]";
/**
 * The words of a box that has no name: a card, a row, an item of a list. "" for what is called
 * something, for fields, and for what scrolls.
 * @param {Element} el @param {string} role @param {string} name
 */
const wordsOf = (el, role, name) => {
  if (HOLDERS.has(role) || (name !== "" && role !== "" && role !== "generic") || is(el, FIELDS)) return "";
  if (scrolls(el, styleOf(el).live.overflow)) return "";
  const own = ownWords(el, LIMIT);
  return name === "" || !name.startsWith(own.slice(0, LIMIT / 2)) ? own : "";
};

const ICON = "svg,img,i[class],[class*=icon]";
const LONGEST_ICON = 300;
/**
 * What draws an element that has no words: the address of its picture, the outline or the class of
 * its icon.
 * @param {Element} el
 */
const iconOf = (el) => {
  if (isTick(el)) return ""; // its drawing is how it stands
  const part = is(el, ICON) ? el : queryFirst(el, ICON);
  if (!part) return "";
  const tag = read.localName.call(part);
  if (tag === "img") return (attr(part, "src") ?? "").slice(0, LONGEST_ICON);
  const drawn = tag === "svg" ? queryFirst(part, "use,path,polygon,polyline,circle,rect") : null;
  if (!drawn) return (attr(part, "class") ?? "").slice(0, LONGEST_ICON);
  const made = attr(drawn, "href") ?? attr(drawn, "xlink:href") ?? attr(drawn, "d") ?? attr(drawn, "points");
  return (made ?? read.localName.call(drawn)).slice(0, LONGEST_ICON);
};

const animationsOf = Element.prototype.getAnimations;
/**
 * A name without the labels of what turns in the element without an end, as the sign of a button that is at work.
 * @param {Element} el @param {string} name
 */
const withoutTurning = (el, name) => {
  let left = name;
  for (const each of name === "" ? [] : animationsOf.call(el, { subtree: true }))
    for (let at = turned(each); at && at !== el; at = parent(at))
      left = left.replace(attr(at, "aria-label") ?? attr(at, "alt") ?? attr(at, "title") ?? "", "");
  return oneLine(left) || name;
};

/** @type {(el: Element, control: Element, role: string, memo: { context: Map<Element, any>; rows: Map<Element, any> }) => Facts} */
export const factsOf = (el, control, role, memo) => {
  const name = safely(() => nameOf(control), "");
  const own = safely(() => wordsOf(el, spokenRole(role), name), "");
  const { parts, kinds } = safely(() => contextOf(el, memo.context, own), { parts: [], kinds: "" });
  const icon = safely(() => iconOf(el), "");
  const { rows, beside } = safely(() => rowsAround(el, control, memo.rows), { rows: [], beside: "" });
  return {
    role: spokenRole(role),
    name,
    still: safely(() => withoutTurning(control, name), name),
    context: parts,
    around: kinds,
    rows,
    parts: own && safely(() => partsOf(el), ""),
    beside,
    testId: testIdOf(el) || (control !== el && testIdOf(control)) || "",
    domId: attr(el, "id") ?? "",
    aim: safely(() => aimOf(el), ""),
    icon: icon && hashed(icon),
  };
};

/** @param {Facts} facts */
const wholeOf = ({ role, still: name, context, rows, testId, domId, aim, icon }) =>
  [role, name, testId, domId, aim, icon, ...context, ...rows].join("\x1f");
/** Numbers run while one looks at them. @param {string} text */
export const still = (text) => text.replace(/\d+/g, "#");

/** What was last told of each, numbers left out. @type {WeakMap<Element, string>} */
const told = new WeakMap();
/** @type {(el: Element, facts: Facts) => string} */
export const noteIdentity = (el, facts) => {
  const whole = wholeOf(facts);
  told.set(el, hashed(still(whole)));
  return hashed(whole);
};

/**
 * What an element says by now, for the check of an action and of its press.
 * @param {Element} el @param {number} control @returns {Said}
 */
const saidBy = (el, control) => {
  const meant = (control && nodeOf(control)) || el;
  const role = safely(() => roleOf(meant), "");
  const facts = factsOf(el, meant, role, { context: new Map(), rows: new Map() });
  return { el, control, whole: wholeOf(facts), beside: facts.beside };
};
/**
 * Whether an element says what it said when it was described: `says` has the fingerprint of then.
 * `isFresh`: that was a moment ago, so what a clock or a price did since is no difference.
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
 * What an element and its neighbours say at one moment.
 * @typedef {{ el: Element, control: number, whole: string, beside: string }} Said
 */
/** What the last check was passed with; a press asks once more. @type {Said | null} */
let checked = null;
/**
 * Whether it says that still, after a check by `saysStill` that it passed.
 * @param {Meant} meant
 */
export const stillHolds = ({ id, control, isFresh }) => {
  const el = nodeOf(id);
  if (!el) return false;
  if (checked?.el !== el) return true;
  const { whole } = saidBy(el, control);
  return whole === checked.whole || (isFresh && still(whole) === still(checked.whole));
};
/** What an element and its neighbours say now. @param {Element} el */
export const witness = (el) => (checked?.el === el ? checked : saidBy(el, 0));
/**
 * Whether another record is in an element than was witnessed: its words are others, and so are those beside it. What
 * changes alone answers the press.
 * @param {Said} was
 */
export const showsAnother = (was) => {
  const now = saidBy(was.el, was.control);
  return now.whole !== was.whole && now.beside !== was.beside;
};

/**
 * How many others in the document have the role and name of an element, in view or not; null for one that is gone.
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
  // What holds it says its words for it.
  return kin.filter((each) => !holds(each, control) && isRendered(each) && safely(() => called(each), words) === words)
    .length;
};
/** Whether it has a box that nothing hides; out of view counts. @param {Element} el */
const isRendered = (el) => {
  if (checkVisibility(el)) {
    // Fields are transparent where something else is drawn for them.
    return checkVisibility(el, { visibilityProperty: true, opacityProperty: !is(el, FIELDS) });
  }
  const box = placeOf(el); // areas of image maps, and what is a box only by its children
  return box !== null && box[2] > box[0] && box[3] > box[1];
};

/** What the search for those that were drawn anew may take, ms and elements. */
const SEARCH = { patience: 50, most: 2000 };
/**
 * Whether what was seen is neither there nor drawn anew; false also where that takes too long.
 * Rows are number (0: of another document), tag and fingerprint; `taken` are others for certain.
 * @param {[number, string, string][]} rows @param {number[]} taken @returns {boolean[]}
 */
export const areGone = (rows, taken) => {
  const others = new Set(taken.map((id) => nodeOf(id)));
  const until = performance.now() + SEARCH.patience;
  const memo = { context: new Map(), rows: new Map() };
  let left = SEARCH.most;
  /** Fingerprints of what is on the page, by tag; null if they are too many. @type {Map<string, Set<string> | null>} */
  const known = new Map();
  /** @param {string} tag */
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
