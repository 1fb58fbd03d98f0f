// Reads how something stands where a kit says it beside the control: on a box around it that holds nothing else, on the component whose part it is, in the sign that is drawn for it.
import { endsInLeaf, lastWordOfClass, wordsOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { drawnSign } from "./drawn_signs.js";
import { ligatureOf } from "./ligatures.js";
import { checkVisibility, closest, computed, few, memo, nextElement, previousElement, queryCss } from "./native.js";
import { queryFirst, rootNode } from "./native.js";
import { wordsIn as wordsInside } from "./words_in.js";

const PRESSED =
  "a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=tab],[role=link],[onclick]";
/** Steps up to the box that is disabled: a button may stand in the cells of a table of its own. */
const STEPS = 6;
/** Below this something is painted as what cannot be pressed. */
const DIM = 0.7;

/** The parts of a colour, 0 to 255; null for none that is painted. @param {string} colour */
const channels = (colour) => {
  const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
  return found && Number(found[4] ?? 1) > 0.2 ? found.slice(1, 4).map(Number) : null;
};
/** Whether letters are of a middle grey. @param {string} colour */
const isGrey = (colour) => {
  const all = channels(colour);
  return all !== null && Math.max(...all) - Math.min(...all) < 12 && all[0] > 90 && all[0] < 200;
};
/** Whether letters are hardly painted. @param {string} colour */
const isPale = (colour) => isGrey(colour) || Number(/^rgba\(.*, ([\d.]+)\)$/.exec(colour)?.[1] ?? 1) < 0.4;
const SAYS_BARRED = "[class*=disabled i],[data-interactive=false],[class*=non-interactive i]";
/** Whether nothing else to press stands in a box. @param {Element} box @param {Element} el */
const isOnly = (box, el) => [...queryCss(box, PRESSED)].every((one) => one === el || holds(one, el) || holds(el, one));
/** @param {Element} el */
const saysBarred = (el) => classesOf(el).some((token) => lastWordOfClass(token) === "disabled");
/** Whether one of several in a list says by its class that it cannot be pressed, and one beside it does not. @param {Element} el */
const isBarredAmong = (el) => {
  const item = is(el, "li") ? null : parent(el);
  if (item && !saysBarred(el) && is(item, "li") && wordsInside(item) === wordsInside(el) && isOnly(item, el))
    return isBarredAmong(item);
  if (!saysBarred(el) || !(is(el, "li,[role=option],[role=menuitem],[role=tab]") || isPale(computed(el).color)))
    return false;
  const beside = [previousElement(el), nextElement(el)];
  return beside.some((one) => one !== null && read.localName.call(one) === read.localName.call(el) && !saysBarred(one));
};
const DATA_BARRED = /^data-(?:[a-z-]*-)?disabled$/;
/** Whether an attribute of a kit says that something cannot be pressed, and keys leave it out or its paint agrees. @param {Element} el */
const isBarredByData = (el) => {
  const said = Element.prototype.getAttributeNames
    .call(el)
    .some((/** @type {string} */ name) => DATA_BARRED.test(name) && isSet(el, name));
  if (!said) return false;
  const { cursor, color, opacity } = computed(el);
  if (cursor === "pointer") return false;
  return (
    attr(el, "tabindex") === "-1" ||
    cursor === "not-allowed" ||
    +opacity < DIM ||
    isPale(color) ||
    (is(el, "a") && cursor === "default")
  );
};
const CHOICES = "[role=option],[role=menuitem],[role=treeitem]";
/** Fewest beside one that show the hand, and most that are asked. */
const HANDED = 2;
const ASKED = 12;
/** The first part of something that holds nothing but its words. @param {Element} el */
const wordsIn = (el) =>
  (few(el, 4 * ASKED) ?? []).find((part) => read.firstElement.call(part) === null && wordsInside(part) !== "") ?? el;
/** How much of a colour is painted. @param {Element} el */
const strengthOf = (el) => Number(/^rgba\(.*, ([\d.]+)\)$/.exec(computed(el).color)?.[1] ?? 1) * +computed(el).opacity;
/** Whether one of several in a list shows no hand and pale words, and all others show the hand and dark ones. @param {Element} el */
const isPaleAmong = (el) => {
  if (
    !is(el, CHOICES) ||
    is(el, "[aria-selected=true],[aria-checked=true],[aria-current]") ||
    computed(el).cursor === "pointer"
  )
    return false;
  const list = closest(el, "[role=listbox],[role=menu],[role=tree]");
  const known = memo("handedChoices");
  if (list && !known.has(list))
    known.set(
      list,
      [...queryCss(list, CHOICES)].slice(0, ASKED).filter((one) => computed(one).cursor === "pointer"),
    );
  const handed = /** @type {Element[]} */ ((list && known.get(list)) ?? []);
  if (handed.length < HANDED) return false;
  const own = wordsIn(el);
  return (
    (isPale(computed(own).color) || +computed(el).opacity < DIM) &&
    handed.every(
      (one) =>
        strengthOf(wordsIn(one)) > 1.5 * strengthOf(own) ||
        (isGrey(computed(own).color) && !isGrey(computed(wordsIn(one)).color)),
    )
  );
};
/**
 * Whether something cannot be pressed though nothing but a class says so, its own or that of a box that holds nothing
 * else: it must be painted dim, or forbid the pointer.
 * @param {Element} el
 */
const isBarred = (el) => {
  // Most have no such class, nor has anything around them: nothing else is asked of those.
  if (read.localName.call(el).includes("-") && isSet(el, "disabled")) return true;
  if (is(el, "input,select,textarea")) return false;
  if (isBarredByData(el) || isPaleAmong(el)) return true;
  if (closest(el, SAYS_BARRED) === null) return false;
  const { cursor } = computed(el);
  if (isBarredAmong(el)) return true;
  if (cursor === "pointer") return false;
  if (
    attr(el, "data-interactive") === "false" ||
    classesOf(el).some((token) => wordsOfClass(token).slice(-2).join(" ") === "non interactive")
  )
    return true;
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < STEPS; at = parent(at), i += 1) {
    if (at !== el && (wordsInside(at) !== wordsInside(el) || !isOnly(at, el))) return false;
    if (!saysBarred(at)) continue;
    const style = computed(at);
    return cursor === "not-allowed" || +style.opacity < DIM || isGrey(computed(el).color);
  }
  return false;
};

/** The component of whose shadow tree something is the only part to press. @param {Element} el */
const hostOf = (el) => {
  const root = rootNode(el);
  if (root instanceof ShadowRoot) return queryCss(root, PRESSED).length <= 1 ? read.host.call(root) : null;
  // Without a shadow tree: the component right around it that holds nothing else.
  const up = parent(el);
  return up !== null &&
    read.localName.call(up).includes("-") &&
    is(up, "[role=presentation],[role=none]") &&
    queryCss(up, PRESSED).length <= 1
    ? up
    : null;
};
/** @param {Element} host @param {string} name */
const isSet = (host, name) => {
  const value = attr(host, name);
  return value !== null && value !== "false";
};
const FOLD = new Set(["collapsible", "collapse", "accordion", "disclosure", "details", "expander", "expansion"]);
/** Whether a component folds what it holds, by its name. @param {Element} host */
const isFold = (host) =>
  read.localName
    .call(host)
    .split("-")
    .some((word) => FOLD.has(word));
/** Whether another component of its kind beside it says that it is open: then one that does not is shut. @param {Element} host */
const hasOpenKin = (host) => {
  const up = parent(host);
  return up !== null && queryFirst(up, `${read.localName.call(host)}[open]`) !== null;
};
const FIELDS = new Set("textbox searchbox combobox spinbutton checkbox radio".split(" "));
/** Adds what a component says of its only part. @param {Element} el @param {string} role @param {any} state */
const putHost = (el, role, state) => {
  const host = hostOf(el);
  if (!host) return;
  const pressed = role === "button" && state.pressed === undefined ? attr(host, "aria-pressed") : null;
  if (pressed === "true" || pressed === "false") state.pressed = pressed === "true";
  if (FIELDS.has(role) && (isSet(host, "invalid") || attr(host, "aria-invalid") === "true")) state.invalid ??= true;
  const isHead =
    (role === "generic" || role === "button") &&
    classesOf(el).some((token) => ["header", "title", "summary"].some((word) => lastWordOfClass(token) === word));
  if (!isHead || state.expanded !== undefined || !isFold(host)) return;
  if (isSet(host, "open")) state.expanded = true;
  else if (hasOpenKin(host)) state.expanded = false;
};

const RADIO = "[role=radio]";
/** Whether a radio is but one of those that a rating has filled: of several that say they are chosen the last one is. @param {Element} el */
const isFilledOnly = (el) => {
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < 2; at = parent(at), i += 1) {
    if (queryCss(at, RADIO).length > (at === el ? 0 : 1)) return false;
    const all = radiosBeside(at);
    if (all.length < FEWEST) continue;
    const last = all.findIndex((one) => attr(one, "aria-checked") !== "true");
    const filled = last < 0 ? all : all.slice(0, last);
    return (
      filled.includes(el) &&
      filled[filled.length - 1] !== el &&
      all.slice(filled.length).every((one) => attr(one, "aria-checked") !== "true")
    );
  }
  return false;
};
const FEWEST = 3;
/** The radios of the boxes that stand in a row with one, itself among them; none where a box has several. @param {Element} box */
const radiosBeside = (box) => {
  const up = parent(box);
  const found = [];
  for (let at = up && read.firstElement.call(up); at; at = nextElement(at)) {
    const inner = is(at, RADIO) ? [at] : [...queryCss(at, RADIO)];
    if (inner.length > 1) return [];
    found.push(...inner);
  }
  return found;
};
/** Signs that are drawn for a tick box, by the words of their font. */
const SIGNS = new Map(
  /** @type {[string, boolean | "mixed"][]} */ ([
    ["check", true],
    ["done", true],
    ["remove", "mixed"],
    ["minus", "mixed"],
    ["horizontal_rule", "mixed"],
    ["indeterminate_check_box", "mixed"],
  ]),
);
/**
 * How a tick box stands that says of itself that it is half, and in ARIA that it is not: by the sign that is drawn in
 * its box, or by what ARIA says. What the browser itself paints is as its property says.
 * @param {Element} el
 */
const ofHalf = (el) => {
  const said = attr(el, "aria-checked");
  const { appearance, opacity } = computed(el);
  if ((said !== "true" && said !== "false") || (appearance !== "none" && +opacity > 0.1 && rect(el).width > 4))
    return "mixed";
  const up = parent(el);
  for (const part of up ? queryCss(up, "i,span") : []) {
    const sign = ligatureOf(part);
    if (SIGNS.has(sign)) return SIGNS.get(sign);
  }
  return said === "true";
};

/** A class of a tick box that ends in how it stands. */
const NUMBERED = /(?:^|[-_])check(?:box)?([012])$/;
/** @type {Record<string, boolean | "mixed">} */
const BY_NUMBER = { 0: false, 1: true, 2: "mixed" };
/** How a drawn tick stands that says it by a number: `tree-checkbox1`, beside `tree-checkbox`. @param {Element} el */
const tickOf = (el) => {
  const all = classesOf(el);
  const found = all.map((token) => NUMBERED.exec(token)).find((one) => one && all.includes(one.input.slice(0, -1)));
  return found ? BY_NUMBER[found[1]] : undefined;
};
/** Which of two words of a drawn switch lies in its frame: `k-on`, `k-off`. @param {Element} el */
const switchOf = (el) => {
  if (!classesOf(el).some((token) => /(?:^|[-_])switch(?:-?button)?$/i.test(token))) return undefined;
  const frame = rect(el);
  const [on, off] = ["on", "off"].map((word) =>
    (few(el, 16) ?? []).filter((part) => classesOf(part).some((token) => lastWordOfClass(token) === word)),
  );
  if (on.length !== 1 || off.length !== 1) return undefined;
  const [isOn, isOff] = [on[0], off[0]].map((part) => {
    const { left, right } = rect(part);
    return left + right > 2 * frame.left && left + right < 2 * frame.right;
  });
  return isOn === isOff ? undefined : isOn;
};

/** Whether a button whose class calls it one that stays down is down, by the last word of another class. @param {Element} el */
const isDown = (el) => {
  const all = classesOf(el);
  return (
    all.some((token) => /(?:^|[-_])toggle-?button$/i.test(token)) &&
    all.some((token) => DOWN.has(lastWordOfClass(token)))
  );
};
const DOWN = new Set(["active", "checked", "pressed", "on"]);

const SORTED = /^(?:.*[-_])?sort(?:ed|ing)?[-_]{1,2}(asc|desc)(?:ending)?$/i;
/** Parts of a head that are looked at for the arrow that is on. */
const SIGNED = 12;
/** The way of an arrow without words that says that it is the one which is on: others are drawn, and off. @param {Element} part */
const sortDrawn = (part) => {
  const all = classesOf(part);
  return all.some((token) => lastWordOfClass(token) === "active") && wordsInside(part) === ""
    ? all.map((token) => SORTED.exec(token)?.[1]).find(Boolean)
    : undefined;
};
/** How a column is sorted whose head is this, by its own class or that of the head it begins. @param {Element} el */
const sortOf = (el) => {
  const own = classesOf(el)
    .map((token) => SORTED.exec(token)?.[1])
    .find(Boolean);
  if (own) return `${own.toLowerCase()}ending`;
  const head = is(el, "a,button") ? closest(el, "th,[role=columnheader]") : null;
  const drawn = is(el, "th,[role=columnheader]") ? (few(el, SIGNED) ?? []).map(sortDrawn).find(Boolean) : undefined;
  if (drawn) return `${drawn.toLowerCase()}ending`;
  const first = head && [...queryCss(head, "a,button")].find((one) => wordsInside(one) !== "");
  const all =
    first === el ? classesOf(/** @type {Element} */ (head)) : is(el, "th,[role=columnheader]") ? classesOf(el) : [];
  const way = all.includes("sorted")
    ? ["ascending", "descending"].find((one) => all.includes(one) || all.includes(one.replace("ending", "")))
    : undefined;
  return way ?? sortAmong(el);
};
const HEADS_OF_COLUMNS = "th,[role=columnheader]";
const SORTS = new Set(["sort", "sorted", "sorter", "sorting"]);
/** Whether a class says that it is sorted by what has it: `is-sorted`, `sort_active`. @param {Element} el */
const saysSorted = (el) =>
  classesOf(el).some((token) => {
    const last = lastWordOfClass(token);
    return last === "sorted" || (last === "active" && wordsOfClass(token).some((word) => SORTS.has(word)));
  });
/** An arrow of a head by its class: the letters of a kit for the way, or where it points. */
const LETTERS = /(?:^|[-_])sort(?:ed|ing|er)?(?:[-_][a-z0-9]{1,9}){0,2}?[-_](asc|desc)(?:ending)?$/i;
const POINTED = /(?:^|[-_])(?:arrow|sort)(?:[-_](?:amount|icon|by))?[-_](up|down)(?:ward)?$/i;
/** How a head is sorted by the arrow painted in it: `ascending` where letters say so, else where it points; "" without one. @param {Element} head */
const arrowOf = (head) => {
  const drawn = new Set();
  for (const part of few(head, SIGNED) ?? []) {
    if (
      wordsInside(part) !== "" ||
      rect(part).width < 4 ||
      !checkVisibility(part, { visibilityProperty: true, opacityProperty: true })
    )
      continue;
    // What a button without words in the head does is another thing.
    const inner = closest(part, "button,a,[role=button]");
    if (inner && holds(head, inner) && wordsInside(inner) === "") continue;
    const sign =
      classesOf(part)
        .map((token) => LETTERS.exec(token)?.[1] ?? POINTED.exec(token)?.[1])
        .find(Boolean) ?? (is(part, "svg") ? / (up|down)$/.exec(drawnSign([part]))?.[1] : undefined);
    if (sign) drawn.add(sign.toLowerCase());
  }
  // Two of them are what any head shows that sorts.
  const [only] = drawn;
  return drawn.size !== 1 ? "" : only === "asc" || only === "desc" ? `${only}ending` : only;
};
/** @param {Element} head */
const holdsSorted = (head) => saysSorted(head) || (few(head, SIGNED) ?? []).some(saysSorted);
/** Heads of a row that are asked. */
const HEADED = 40;
/** The heads of a row that say they are sorted, or alone of them show an arrow. @param {Element} row */
const sortedIn = (row) => {
  const all = [...queryCss(row, HEADS_OF_COLUMNS)].filter((one) => wordsInside(one) !== "").slice(0, HEADED);
  if (all.length < 2 || all.some((one) => attr(one, "aria-sort") !== null)) return [];
  const found = all.filter(holdsSorted);
  const said = found.length > 0 ? found : all.filter((one) => arrowOf(one) !== "");
  return said.length < all.length && (found.length > 0 || said.length === 1) ? said : [];
};
/** Rows whose cells tell the way, and fewest of them. */
const ROWS_READ = 12;
const ROWS_LEAST = 2;
/** The way the cells of a column go, by numbers or by letters; undefined where they go neither. @param {Element} head */
const wayOfCells = (head) => {
  const row = parent(head);
  const at = row ? [...queryCss(row, `:scope > *`)].indexOf(head) : -1;
  const table =
    closest(head, "table,[role=table],[role=grid],[role=treegrid]") ??
    (row && parent(row) && parent(/** @type {Element} */ (parent(row))));
  const rows = table
    ? [...queryCss(table, "tr,[role=row]")]
        .filter((one) => one !== row && !queryFirst(one, HEADS_OF_COLUMNS))
        .slice(0, ROWS_READ)
    : [];
  const words = rows.map((one) => [...queryCss(one, ":scope > *")][at]).map((cell) => (cell ? wordsInside(cell) : ""));
  if (words.length < ROWS_LEAST || words.includes("")) return undefined;
  const numbers = words.map(Number);
  const steps = words
    .slice(1)
    .map((word, i) => (numbers.every(Number.isFinite) ? numbers[i + 1] - numbers[i] : word.localeCompare(words[i])));
  if (steps.every((step) => step === 0)) return undefined;
  return steps.every((step) => step >= 0) ? "ascending" : steps.every((step) => step <= 0) ? "descending" : undefined;
};
/**
 * How a column is sorted of whose head a class says that alone, and of others in its row not: the way only where the
 * arrow that is drawn in it and the cells below agree on it.
 * @param {Element} el
 */
const sortAmong = (el) => {
  const head = is(el, HEADS_OF_COLUMNS) ? el : is(el, "a,button,[role=button]") ? closest(el, HEADS_OF_COLUMNS) : null;
  const row = head && parent(head);
  if (!head || !row || wordsInside(el) === "") return undefined;
  const known = memo("sortedHeads");
  if (!known.has(row)) known.set(row, sortedIn(row));
  if (!known.get(row).includes(head)) return undefined;
  const sign = arrowOf(head);
  if (sign.endsWith("ending")) return sign;
  const way = wayOfCells(head);
  return way && sign === (way === "ascending" ? "up" : "down") ? way : "other";
};

/** Whether a field says by its class that it is wrong, somebody has been in it, and a red frame shows it. @param {Element} el */
const isWrong = (el) => {
  const all = classesOf(el);
  const says = all.some(
    (token) =>
      lastWordOfClass(token) === "invalid" &&
      (!token.startsWith("ng-") || all.includes("ng-dirty") || all.includes("ng-touched")),
  );
  const frame = says ? channels(computed(el).borderTopColor) : null;
  return (
    frame !== null &&
    parseFloat(computed(el).borderTopWidth) > 0 &&
    frame[0] > 150 &&
    frame[0] - Math.max(frame[1], frame[2]) > 60
  );
};

/** Which tab is chosen of those that say it as if they were folds: one of several is open, and says nothing else. @param {Element} el @param {any} state */
const putTab = (el, state) => {
  if (
    state.selected !== undefined ||
    typeof state.expanded !== "boolean" ||
    is(el, "[aria-haspopup]") ||
    queryFirst(el, "[role=tabpanel]")
  )
    return;
  const list = closest(el, "[role=tablist]");
  const all = list ? [...queryCss(list, "[role=tab][aria-expanded]:not([aria-selected])")] : [];
  // Heads of folds stand right before what they fold.
  if (all.some((tab) => nextElement(tab) !== null && is(/** @type {Element} */ (nextElement(tab)), "[role=tabpanel]")))
    return;
  if (all.length < 2 || all.filter((tab) => attr(tab, "aria-expanded") === "true").length !== 1) return;
  state.selected = state.expanded;
  delete state.expanded;
};
const ITEM = "[role=treeitem]";
/** Whether nothing stands below an item of a tree, in it or behind it, that says that it is open. @param {Element} el */
const isBare = (el) => {
  if (queryFirst(el, `${ITEM},:scope [role=group] *`)) return false;
  if (classesOf(el).some(endsInLeaf)) return true;
  const next = nextElement(el);
  const [own, its] = [el, next].map((one) => parseInt((one && attr(one, "aria-level")) ?? "", 10));
  return next !== null && is(next, ITEM) && its <= own;
};

/** What the knobs say that are drawn beside a slider which nobody hears of: its own value is none of them. @param {Element} el */
const valuesBeside = (el) => {
  const up = parent(el);
  const knobs = up ? [...queryCss(up, "[role=slider][aria-valuenow]")].slice(0, KNOBS) : [];
  return knobs.map((knob) => attr(knob, "aria-valuenow")).join(" to ");
};
const KNOBS = 2;

const TICKED = new Set(["generic", "none", "button"]);
const HEADS = new Set(["generic", "none", "button", "link", "columnheader"]);
/** Adds to a state what a kit says beside the control. @param {Element} el @param {string} role @param {any} state */
export const putKitState = (el, role, state) => {
  if (state.checked === "mixed" && is(el, "[type=checkbox]:indeterminate")) state.checked = ofHalf(el);
  if (is(el, "input[type=range][aria-hidden=true]") && valuesBeside(el)) state.value = valuesBeside(el);
  if (state.checked === true && is(el, "[role=radio]") && isFilledOnly(el)) state.checked = false;
  if (state.checked === undefined && state.pressed === undefined && TICKED.has(role)) {
    const isOn = tickOf(el) ?? switchOf(el);
    if (isOn !== undefined) state.checked = isOn;
  }
  if (
    role === "button" &&
    state.checked === undefined &&
    state.pressed === undefined &&
    state.selected === undefined &&
    isDown(el)
  )
    state.pressed = true;
  putHost(el, role, state);
  if (role === "tab") putTab(el, state);
  if (state.expanded === true && is(el, ITEM) && isBare(el)) delete state.expanded;
  if (HEADS.has(role) && state.sort === undefined) {
    const sort = sortOf(el);
    if (sort) state.sort = sort;
  }
  if (!state.disabled && isBarred(el)) state.disabled = true;
  if (FIELDS.has(role) && state.invalid === undefined && isWrong(el)) state.invalid = true;
};
