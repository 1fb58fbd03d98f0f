// Tells the icons of a kit whose every icon listens, also those that do nothing: what stands in a field, a row or a
// button is a part of that, and no thing beside it.
import { classesOf, is, parent, rect } from "./dom.js";
import { isListening } from "./listeners.js";
import { few, memo, queryCss, rootNode } from "./native.js";
import { CLOSES, CONTROLS, FIELDS } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/** Fewest icons of a kit that tell how it makes all of them, and most that are asked. */
const FEWEST = 3;
const MOST = 40;
/** Steps up from an icon, and highest field or row around it, px. */
const STEPS = 5;
const HIGH = 64;
/** Elements of such a field or row. */
const PARTS = 80;
const PARTS_OF = ["button", "tab", "option", "menuitem", "checkbox", "radio", "switch", "combobox"];
const CONTROL = [CONTROLS, ...PARTS_OF.map((role) => `[role=${role}]`)].join();

/** Whether an icon takes away what a field holds, or a chip in it. @param {Element} svg */
const isCross = (svg) => classesOf(svg).some((token) => CLOSES.test(token));
/** @param {Element} el */
const holdsCross = (el) => [...queryCss(el, "svg")].some(isCross);
/** Whether all icons with the first class of one listen. @param {Element} svg */
const isOfListeners = (svg) => {
  const [token] = classesOf(svg);
  if (!token) return false;
  const known = memo("kitIcons");
  let kinds = known.get(document);
  if (!kinds) known.set(document, (kinds = new Map()));
  let answer = kinds.get(token);
  if (answer === undefined) {
    const all = [...queryCss(rootNode(svg), `svg.${CSS.escape(token)}`)].slice(0, MOST);
    kinds.set(token, (answer = all.length >= FEWEST && all.every((one) => isListening(one))));
  }
  return answer;
};
/** Whether an icon stands in what is one thing with it. @param {Element} svg */
const isPart = (svg) => {
  for (let at = parent(svg), i = 0; at && i < STEPS && rect(at).height <= HIGH; at = parent(at), i += 1) {
    const parts = few(at, PARTS);
    if (!parts) return false;
    const icons = parts.filter((one) => is(one, "svg") && !isCross(one)).length;
    if (icons > 2) return false;
    const controls = parts.filter((one) => is(one, CONTROL) && !holdsCross(one));
    if (controls.length > 0) return controls.length === 1 && is(controls[0], FIELDS);
    if (is(at, CONTROL) || (icons === 1 && isListening(at) && wordsIn(at) !== "")) return true;
  }
  return false;
};
/** Whether an icon is a part of something else and listens only as all of its kit do. @param {Item} item */
export const isIdleIcon = ({ el, tag }) =>
  tag === "svg" && !is(el, "[role],[tabindex],[aria-label],[title]") && !isCross(el) && isOfListeners(el) && isPart(el);
