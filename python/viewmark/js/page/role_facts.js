// Tests conditions of roles: whether an element is focusable, editable, or named by its author.
import { parent } from "./dom.js";
import { tokensOf } from "./letters.js";
import { attribute, byId, hasAttribute, isHtml, matches, rootNode, tagOf } from "./native.js";

/** Whether an element can have focus, by its tag or a `tabindex`. @param {Element} el */
export const isFocusable = (el) => {
  if (hasAttribute(el, "tabindex")) return Number.isInteger(Number.parseInt(attribute(el, "tabindex") ?? "", 10));
  const tag = tagOf(el);
  if (matches(el, ":disabled")) return false;
  if (tag === "a" || tag === "area") return hasAttribute(el, "href");
  if (tag === "input") return el.type !== "hidden";
  if (tag === "button" || tag === "select" || tag === "textarea") return true;
  if (tag === "iframe" || tag === "object" || tag === "embed") return true;
  if (tag === "video" || tag === "audio") return hasAttribute(el, "controls");
  if (tag === "summary") return isSummaryOfDetails(el);
  return isEditingHost(el);
};
/** @param {Element} el */
export const isEditingHost = (el) => {
  if (!isHtml(el) || !hasAttribute(el, "contenteditable")) return false;
  const value = (attribute(el, "contenteditable") ?? "").trim().toLowerCase();
  return value === "" || value === "true" || value === "plaintext-only";
};
/** @param {Element} el */
export const isSummaryOfDetails = (el) => {
  let up = parent(el);
  if (up && tagOf(up) === "slot") up = parent(up);
  return up !== null && tagOf(up) === "details";
};
/** Selector for the global ARIA attributes that override `role=none`. `aria-hidden` does not. */
const GLOBAL =
  "[aria-atomic],[aria-busy],[aria-controls],[aria-current],[aria-describedby],[aria-details]," +
  "[aria-dropeffect],[aria-flowto],[aria-grabbed],[aria-keyshortcuts],[aria-label]," +
  "[aria-labelledby],[aria-labeledby],[aria-live],[aria-owns],[aria-relevant]," +
  "[aria-roledescription],[aria-description],[aria-braillelabel],[aria-brailleroledescription]";

/** @param {Element} el */
export const hasAuthorName = (el) =>
  Boolean((attribute(el, "aria-label") ?? "").trim()) ||
  tokensOf(attribute(el, "aria-labelledby") ?? attribute(el, "aria-labeledby")).some((id) => byId(rootNode(el), id)) ||
  Boolean((attribute(el, "title") ?? "").trim());
/** @param {Element} el */
export const hasGlobal = (el) => matches(el, GLOBAL);
