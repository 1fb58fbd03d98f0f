// Reads the style sheets of a document or shadow tree, as far as scripts can access them.
import { getterOf } from "./dom.js";

const sheets = getterOf(Document.prototype, "styleSheets");

const RULES = 20_000;
/** Returns the style sheets of a tree. @param {Root} tree @returns {CSSStyleSheet[]} */
export const sheetsOf = (tree) => [
  ...(tree === document ? sheets.call(document) : /** @type {any} */ (tree).styleSheets),
  ...tree.adoptedStyleSheets,
];
/**
 * Returns the number of rules of a style sheet; -1 for a sheet of another origin, whose rules scripts can neither read
 * nor change.
 * @param {CSSStyleSheet} sheet
 */
export const rulesOf = (sheet) => {
  try {
    return sheet.cssRules.length;
  } catch {
    return -1;
  }
};
/**
 * Returns the numbers of rules of all sheets, as one text. As long as it stays the same, cached data about the rules is
 * valid.
 * @param {CSSStyleSheet[]} all
 */
export const countRules = (all) => all.map(rulesOf).join();
/**
 * Visits all style rules, including those in `@media` and layers, up to a maximum number of rules.
 * @param {CSSStyleSheet[]} all @param {(rule: CSSStyleRule) => void} visit
 */
export const eachStyleRule = (all, visit) => {
  let left = RULES;
  /** Visits the style rules in a list of rules, and in the groups inside it. @param {CSSRuleList} rules */
  const take = (rules) => {
    for (const rule of rules) {
      if ((left -= 1) < 0) return;
      if (rule instanceof CSSGroupingRule) take(rule.cssRules);
      if (rule instanceof CSSStyleRule) visit(rule);
    }
  };
  for (const sheet of all) if (rulesOf(sheet) > 0) take(sheet.cssRules);
};
