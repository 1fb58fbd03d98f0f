// Reads the style rules for what lies under the pointer: what they show then, colour, or make an edge that is dragged.
import { is, parent, rect, rects } from "./dom.js";
import { closest, computed, memo, queryCss } from "./native.js";
import { countRules, eachStyleRule, sheetsOf } from "./style_sheets.js";

const RULES = 8000;
const AWAY = ":not(:hover)";
/** Rules that show something whose holder is known; of more nobody asks. */
const HOLDERS = 200;

/** @typedef {{rules: string, selectors: string, shown: string, tinted: string, resized: string, pointed: string, arrowed: string, displayed: string, holders: Map<string, string>}} Hovers */
/** @type {Hovers | null} */
let known = null;
/**
 * Selectors of style rules for what lies under the pointer, without `:hover`; and of those that
 * give something a sight then, by opacity, visibility or colour, or the cursor of an edge that is dragged.
 * @returns {Hovers}
 */
const hovers = () => {
  const ofLook = memo("hovers");
  if (known && ofLook.has(document)) return known;
  ofLook.set(document, true);
  const sheets = sheetsOf(document);
  const rules = countRules(sheets);
  if (known && known.rules === rules) return known;
  const found = new Set();
  const shown = new Set();
  const tinted = new Set();
  const resized = new Set();
  const pointed = new Set();
  const arrowed = new Set();
  const displayed = new Set();
  /** @type {Map<string, string>} */
  const holders = new Map();
  eachStyleRule(sheets, RULES, ({ selectorText, style }) => {
    if (!selectorText.includes(":hover")) return;
    const { opacity, visibility, display, color, cursor } = style;
    const isHidden = display === "none" || visibility === "hidden" || (opacity !== "" && +opacity < 0.03);
    const isShown = +opacity > 0.03 || visibility === "visible";
    for (const part of partsOf(selectorText)) {
      // What is hidden as long as the pointer is elsewhere comes with it.
      const isAway = part.includes(AWAY);
      const selector = part.replaceAll(AWAY, "").replaceAll(":hover", "").trim();
      const isOf = part.includes(":hover");
      if (isOf && (isAway ? isHidden : isShown)) shown.add(selector);
      if (isOf && !isAway && color !== "") tinted.add(selector);
      const isRendered = isOf && !isAway && display !== "" && display !== "none";
      if (
        (isRendered || shown.has(selector)) &&
        holders.size < HOLDERS &&
        isSelector(selector) &&
        isSelector(holderIn(part) || "*")
      ) {
        holders.set(selector, holderIn(part));
        if (isRendered) displayed.add(selector);
      }
      if (isAway) continue;
      // Only what is under the pointer itself, not what lies in it.
      if (!/:hover[^\s>+~]*$/.test(part)) continue;
      (/-resize$/.test(cursor) ? resized : found).add(selector);
      if (cursor === "pointer") pointed.add(selector);
      else if (cursor !== "") arrowed.add(selector);
    }
  });
  // One list is asked far faster than each of hundreds.
  const usable = (/** @type {Set<string>} */ all) =>
    [...all].filter((each) => each !== "" && each !== "*" && isSelector(each)).join();
  known = {
    rules,
    selectors: usable(found),
    shown: usable(shown),
    tinted: usable(tinted),
    resized: usable(resized),
    pointed: usable(pointed),
    arrowed: usable(arrowed),
    displayed: usable(displayed),
    holders,
  };
  return known;
};
/** The selector of what must lie under the pointer; empty if it is a brother. @param {string} part */
const holderIn = (part) => {
  const [, before, rest] = part.match(/^(.*):hover([^\s>+~]*)/) ?? ["", "", ""];
  const after = part.slice(before.length + ":hover".length + rest.length);
  return /^\s*[+~]/.test(after)
    ? ""
    : (before + rest).replaceAll(":not()", "").replaceAll(":not(", "").replaceAll(":hover", "").trim();
};
/** The selectors of a list; a comma in brackets parts none. @param {string} list */
const partsOf = (list) =>
  /[([]/.test(list) ? (list.match(/(?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|[^,([])+/g) ?? []) : list.split(",");
/** Whether a selector still is one without its `:hover`. @param {string} selector */
const isSelector = (selector) => {
  // What is not closed would take in those behind it.
  if (
    selector.split("(").length !== selector.split(")").length ||
    selector.split("[").length !== selector.split("]").length ||
    /["'\\]$/.test(selector)
  )
    return false;
  try {
    is(document.documentElement, selector);
    return true;
  } catch {
    return false;
  }
};
/** @param {Element} el @param {string} selectors */
const isAny = (el, selectors) => selectors !== "" && is(el, selectors);
/** Whether any style rule shows or colours something when the pointer comes. */
export const hasHoverRules = () =>
  [hovers().shown, hovers().tinted, hovers().displayed].some((each) => each.length > 0);

/** Whether a style rule shows a clear element when the pointer comes. @param {Element} el */
export const isShownOnHover = (el) => isAny(el, hovers().shown);

/** Elements of a part that comes that are asked what shows them, and how far up. */
const [INSIDE, UP] = [8, 6];
/** What must lie under the pointer for the rules that show an element. @param {Element} node */
const holdersOf = (node) => {
  const known = memo("hoverHolders");
  /** @type {Element[]} */
  let found = known.get(node);
  if (found) return found;
  known.set(node, (found = []));
  if (!isShownOnHover(node) && !isAny(node, hovers().displayed)) return found;
  for (const [selector, holder] of hovers().holders) {
    if (!is(node, selector)) continue;
    const at = holder === "" ? parent(node) : closest(node, holder);
    if (at) found.push(at);
  }
  return found;
};
/**
 * For each of something and what it stands in that style rules show, what must lie under the pointer: one of these.
 * @param {Element} el
 */
export const holdersOnHover = (el) => {
  const groups = [];
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i <= UP; at = parent(at), i += 1)
    groups.push(holdersOf(at));
  const all = groups.filter((group) => group.length > 0);
  if (all.length > 0) return all;
  const inside = Array.prototype.slice.call(queryCss(el, "*"), 0, INSIDE).flatMap(holdersOf);
  return inside.length > 0 ? [inside] : [];
};

/** What is not rendered until the pointer comes, and asked in one look. */
const MOST = 100;
/** Elements that a style rule renders only when the pointer comes: menus, buttons of a row. @returns {Element[]} */
export const renderedOnHover = () => {
  const selectors = hovers().displayed;
  if (selectors === "") return [];
  return [...queryCss(document, selectors)].slice(0, MOST).filter((el) => {
    const up = computed(el).display === "none" ? parent(el) : null;
    if (up === null || rects(up).length === 0) return false;
    const { top, bottom } = rect(up);
    return bottom > 0 && top < innerHeight;
  });
};

/** Whether a style rule gives an element a colour when the pointer comes. @param {Element} el */
export const isTintedOnHover = (el) => isAny(el, hovers().tinted);

/** Whether an element is an edge that is dragged, by its cursor now or under the pointer. @param {Element} el */
export const resizes = (el) => /-resize$/.test(computed(el).cursor) || isAny(el, hovers().resized);

/** Whether a style rule shows the hand over an element, and none another cursor. @param {Element} el */
export const pointsOnHover = (el) => isAny(el, hovers().pointed) && !isAny(el, hovers().arrowed);

/** Whether a style rule is for an element that lies under the pointer itself. @param {Element} el */
export const answersHover = (el) => isAny(el, hovers().selectors);
