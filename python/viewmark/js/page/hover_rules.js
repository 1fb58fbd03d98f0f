// Reads the `:hover` rules of the style sheets, to find the elements that appear, change colour or show a resize cursor
// on hover.
import { is, parent, rect, rects } from "./dom.js";
import { closest, computed, memo, queryCss } from "./native.js";
import { countRules, eachStyleRule, sheetsOf } from "./style_sheets.js";
import { MOST_READ } from "./vocabulary.js";

const AWAY = ":not(:hover)";

/**
 * @typedef {{rules: string, selectors: string, shown: string, tinted: string, resized: string, pointed: string,
 *   arrowed: string, displayed: string, holders: Map<string, string>}} Hovers
 */
/** @type {Hovers | null} */
let known = null;
/**
 * Returns the selectors of the `:hover` rules, without `:hover`, in one list for each effect: any style of the hovered
 * element (`selectors`); an element becomes visible by opacity or visibility (`shown`) or by `display` (`displayed`);
 * an element changes colour (`tinted`); the cursor changes (`resized`, `pointed`, `arrowed`).
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
  eachStyleRule(sheets, ({ selectorText, style }) => {
    if (!selectorText.includes(":hover")) return;
    const { opacity, visibility, display, color, cursor } = style;
    const isHidden = display === "none" || visibility === "hidden" || (opacity !== "" && +opacity < 0.03);
    for (const part of partsOf(selectorText)) {
      // A rule with `:not(:hover)` that hides an element makes the element appear on hover.
      const isAway = part.includes(AWAY);
      const selector = part.replaceAll(AWAY, "").replaceAll(":hover", "").trim();
      const isOf = part.includes(":hover");
      if (isOf && (isAway ? isHidden : +opacity > 0.03 || visibility === "visible")) shown.add(selector);
      if (isOf && !isAway && color !== "") tinted.add(selector);
      const isRendered = isOf && !isAway && display !== "" && display !== "none";
      if (
        (isRendered || shown.has(selector)) &&
        holders.size < MOST_READ &&
        isSelector(selector) &&
        isSelector(holderIn(part) || "*")
      ) {
        holders.set(selector, holderIn(part));
        if (isRendered) displayed.add(selector);
      }
      if (isAway) continue;
      // The remaining lists are about the hovered element itself, so rules for its descendants are skipped here.
      if (!/:hover[^\s>+~]*$/.test(part)) continue;
      (cursor.endsWith("-resize") ? resized : found).add(selector);
      if (cursor === "pointer") pointed.add(selector);
      else if (cursor !== "") arrowed.add(selector);
    }
  });
  // A single selector list is matched much faster than hundreds of selectors one by one.
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
/**
 * Returns the selector of the element that must be hovered for a rule to apply; "" if that element is a sibling.
 * @param {string} part
 */
const holderIn = (part) => {
  const [, before, rest] = part.match(/^(.*):hover([^\s>+~]*)/) ?? ["", "", ""];
  const after = part.slice(before.length + ":hover".length + rest.length);
  return /^\s*[+~]/.test(after)
    ? ""
    : (before + rest).replaceAll(":not()", "").replaceAll(":not(", "").replaceAll(":hover", "").trim();
};
/** Splits a selector list at its commas, except at those inside brackets. @param {string} list */
const partsOf = (list) =>
  /[([]/.test(list) ? (list.match(/(?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|[^,([])+/g) ?? []) : list.split(",");
/** Whether a selector from which `:hover` was removed is still valid. @param {string} selector */
const isSelector = (selector) => {
  // A selector with unclosed brackets would swallow the selectors that follow it in the joined list.
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
/** Whether any style rule shows or colours something on hover. */
export const hasHoverRules = () =>
  [hovers().shown, hovers().tinted, hovers().displayed].some((each) => each.length > 0);

/** Whether a style rule shows a transparent element on hover. @param {Element} el */
export const isShownOnHover = (el) => isAny(el, hovers().shown);

/** Maximum number of descendants (`INSIDE`) and ancestors (`UP`) of a hidden part for which rules are looked up. */
const [INSIDE, UP] = [8, 6];
/** Returns the elements that must be hovered so that a rule shows an element. @param {Element} node */
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
 * Returns what must be hovered so that an element is visible, as groups of elements. There is one group for each hidden
 * element among the element and its ancestors. Hovering over any member of a group shows that hidden element.
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

/**
 * Returns the elements that a rule renders only on hover, such as menus and the buttons of a row.
 * @returns {Element[]}
 */
export const renderedOnHover = () => {
  const selectors = hovers().displayed;
  if (selectors === "") return [];
  return [...queryCss(document, selectors)].slice(0, MOST_READ).filter((el) => {
    const up = computed(el).display === "none" ? parent(el) : null;
    if (up === null || rects(up).length === 0) return false;
    const { top, bottom } = rect(up);
    return bottom > 0 && top < innerHeight;
  });
};

/** Whether a style rule gives an element a colour on hover. @param {Element} el */
export const isTintedOnHover = (el) => isAny(el, hovers().tinted);

/** Whether an element is a resize handle, judged by its cursor now or on hover. @param {Element} el */
export const resizes = (el) => computed(el).cursor.endsWith("-resize") || isAny(el, hovers().resized);

/**
 * Whether a `:hover` rule sets a pointer cursor on an element, and no other rule sets a different one.
 * @param {Element} el
 */
export const pointsOnHover = (el) => isAny(el, hovers().pointed) && !isAny(el, hovers().arrowed);

/** Whether a rule changes any style of this element when it is hovered. @param {Element} el */
export const answersHover = (el) => isAny(el, hovers().selectors);
