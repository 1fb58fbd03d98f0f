// Computes CSS counters in generated text: `content: counter(step)`. Styles are read in document order, once per
// observation, and only if a name needs them.
import { eachChild, isElement, parent, read } from "./dom.js";
import { computed, memo, size, tagOf } from "./native.js";

/** Maximum number of elements of a document whose counters are computed for names. */
const LARGE = 3000;
const PSEUDO = ["::before", "::after"];

/** Parses a list such as `a 1 b -2` into pairs of name and number; "none" gives no pairs. @param {string} text */
const pairs = (text) => {
  /** @type {[string, number][]} */
  const found = [];
  for (const [, name, value] of text.matchAll(/([^\s\d-][^\s]*)\s+(-?\d+)/g)) {
    found.push([name, Number(value)]);
  }
  return found;
};

/**
 * The CSS counters that are in scope during the traversal. Each name has a list, outermost first, and each counter has
 * the parent whose children are its scope.
 */
class Counters {
  constructor() {
    /** @type {Map<string, {within: Element | null, value: number}[]>} */
    this.open = new Map();
  }

  /** @param {CSSStyleDeclaration} style @param {Element | null} parent */
  apply(style, parent) {
    for (const [name, value] of pairs(style.counterReset)) this.reset(name, value, parent);
    for (const [name, by] of pairs(style.counterIncrement)) this.last(name, parent).value += by;
    for (const [name, value] of pairs(style.counterSet)) this.last(name, parent).value = value;
  }

  /**
   * Creates a counter in the scope of a parent.
   * @param {string} name @param {number} value @param {Element | null} parent
   */
  reset(name, value, parent) {
    const all = this.open.get(name) ?? [];
    this.open.set(name, all);
    // A new counter replaces one that a previous sibling created, but only hides one that an ancestor created.
    if (all.length > 0 && all[all.length - 1].within === parent) all.pop();
    all.push({ within: parent, value });
  }

  /** @param {string} name @param {Element | null} parent */
  last(name, parent) {
    if (!this.open.get(name)?.length) this.reset(name, 0, parent);
    return /** @type {{value: number}[]} */ (this.open.get(name)).slice(-1)[0];
  }

  /** Ends the counters that were created by children of an element. @param {Element} el */
  leave(el) {
    for (const all of this.open.values()) {
      while (all.length > 0 && all[all.length - 1].within === el) all.pop();
    }
  }

  /** @param {string} name */
  values(name) {
    return (this.open.get(name) ?? []).map(({ value }) => value);
  }
}

/** Returns the counter values at the pseudo-elements of each element whose generated text uses counters. */
const count = () => {
  /** @type {Map<Element, Record<string, Map<string, number[]>>>} */
  const found = new Map();
  const counters = new Counters();
  /** @type {(Element | {leave: Element})[]} */
  const open = [];
  const root = read.root.call(document);
  if (root && size() <= LARGE) open.push(root);
  for (let next = open.pop(); next; next = open.pop()) {
    if ("leave" in next) {
      pseudo(next.leave, "::after", counters, found);
      counters.leave(next.leave);
      continue;
    }
    const el = next;
    const style = computed(el);
    if (style.display === "none") continue;
    counters.apply(style, parent(el));
    if (tagOf(el) === "ol" || tagOf(el) === "ul") counters.reset("list-item", 0, parent(el));
    if (style.display === "list-item") counters.last("list-item", parent(el)).value += 1;
    pseudo(el, "::before", counters, found);
    open.push({ leave: el });
    const at = open.length;
    eachChild(el, tagOf(el), (node) => {
      if (isElement(node)) open.splice(at, 0, node);
    });
  }
  return found;
};
/**
 * Applies a pseudo-element to the counters, and records their values if its text uses them.
 * @param {Element} el @param {string} which @param {Counters} counters
 * @param {ReturnType<typeof count>} found
 */
const pseudo = (el, which, counters, found) => {
  const style = computed(el, which);
  if (style.content === "none" || style.content === "normal") return;
  counters.apply(style, el);
  if (!style.content.includes("counter")) return;
  const values = new Map([...counters.open.keys()].map((name) => [name, counters.values(name)]));
  found.set(el, { ...found.get(el), [which]: values });
};

const ROMAN = /** @type {const} */ ([
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
]);
/** @param {number} value */
const roman = (value) => {
  let [left, text] = [value, ""];
  for (const [size, sign] of ROMAN) for (; left >= size; left -= size) text += sign;
  return text;
};
/** Returns a number in letters: a to z, then aa, ab and so on. @param {number} value */
const letters = (value) => {
  let text = "";
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  }
  return text;
};
/**
 * Formats a number in a counter style. Only the most common styles are supported; any other one gives a decimal number.
 * @param {number} n @param {string} style
 */
const written = (n, style) => {
  const isSmall = n > 0 && n < 4000;
  if (style === "decimal-leading-zero") return `${n < 0 ? "-" : ""}${String(Math.abs(n)).padStart(2, "0")}`;
  if (isSmall && style.endsWith("roman")) {
    return style.startsWith("upper") ? roman(n).toUpperCase() : roman(n);
  }
  if (isSmall && /^(lower|upper)-(alpha|latin)$/.test(style)) {
    return style.startsWith("upper") ? letters(n).toUpperCase() : letters(n);
  }
  return style === "none" ? "" : String(n);
};

const CALL = /^(counters?)\(\s*([^\s,)]+)\s*(?:,\s*"([^"]*)"\s*)?(?:,\s*([\w-]+)\s*)?\)$/;
/**
 * Returns the text of a `counter(...)` or `counters(...)` in the generated text of an element. `call` is that function
 * as the computed value of `content` has it. Returns "" if it is not supported.
 * @param {Element} el @param {string} which @param {string} call
 */
export const counterText = (el, which, call) => {
  const parsed = CALL.exec(call);
  if (!parsed || !PSEUDO.includes(which)) return "";
  const known = memo("counters");
  let found = known.get(document);
  if (!found) known.set(document, (found = count()));
  const counters = found.get(el)?.[which];
  if (!counters) return "";
  const [, kind, name, between = "", style = "decimal"] = parsed;
  /** @type {number[]} */
  const values = counters.get(name) ?? [0];
  const shown = kind === "counter" ? values.slice(-1) : values;
  return shown.map((value) => written(value, style)).join(between);
};
