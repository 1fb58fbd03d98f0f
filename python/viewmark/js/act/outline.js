// Returns an outline of the page: its headings and forms, in the order of the flat tree.
import { attr, eachChild, isElement, read } from "../page/dom.js";
import { beginFaults, faultsSoFar, safely } from "../page/faults.js";
import { nameOf } from "../page/names.js";
import { forget } from "../page/native.js";
import { roleOf } from "../page/roles.js";
import { stateOf } from "../page/state.js";
import { textOf } from "../page/text.js";

const MOST_HEADINGS = 40;
const MOST_FORMS = 20;
const MOST_FIELDS = 15;
/** `PATIENCE`: time limit for an outline, ms. `CLOCK`: number of visits between two reads of the clock. */
const PATIENCE = 4000;
const CLOCK = 256;
const FIELD = new Set(["input", "select", "textarea", "button"]);

/** @param {Element} el */
const shown = (el) =>
  el.checkVisibility === undefined || Element.prototype.checkVisibility.call(el, { visibilityProperty: true });

/** @param {Element} el @param {string} tag */
const isHeading = (el, tag) => /^h[1-6]$/.test(tag) || attr(el, "role") === "heading";

/** @param {Element} el @param {string} tag */
const level = (el, tag) => {
  const named = Number.parseInt(attr(el, "aria-level") ?? "", 10);
  if (named > 0) return Math.min(named, 9);
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
};

/** @param {Element} el @param {string} tag */
const field = (el, tag) => {
  const kind = (attr(el, "type") ?? "").toLowerCase();
  if (tag === "input" && kind === "hidden") return null;
  const role = roleOf(el);
  return { role, name: nameOf(el), required: stateOf(el, role).required === true };
};

/**
 * Returns `{headings: [{level, text}], forms: [{name, fields: [{role, name, required}]}]}`.
 * @returns {{ headings: { level: number; text: string }[]; forms: { name: string; fields: { role: string; name: string; required: boolean }[] }[]; faults?: object; }}
 */
export const outline = () => {
  forget();
  beginFaults();
  /** @type {Pick<ReturnType<Vm["outline"]>, "headings" | "forms">} */
  const { headings, forms } = { headings: [], forms: [] };
  const until = performance.now() + PATIENCE;
  const root = read.root.call(document);
  // Uses an explicit stack instead of recursion, because elements can be nested deeper than the call stack allows.
  /** @type {[Element, typeof forms[0] | null][]} */
  const open = root ? [[root, null]] : [];
  /**
   * Adds an element to the outline if it is a heading, a form or a field of `form`, and queues its children.
   * @param {Element} node @param {typeof forms[0] | null} form
   */
  const look = (node, form) => {
    const tag = read.localName.call(node);
    let inside = form;
    if (tag === "form" && forms.length < MOST_FORMS && shown(node)) {
      inside = { name: nameOf(node) || attr(node, "id") || "", fields: [] };
      forms.push(inside);
    } else if (isHeading(node, tag) && headings.length < MOST_HEADINGS && shown(node)) {
      headings.push({ level: level(node, tag), text: textOf(node) });
    } else if (form && FIELD.has(tag) && form.fields.length < MOST_FIELDS && shown(node)) {
      const found = field(node, tag);
      if (found) form.fields.push(found);
    }
    /** @type {typeof open} */
    const children = [];
    eachChild(node, tag, (child) => {
      if (isElement(child)) children.push([child, inside]);
    });
    for (let i = children.length - 1; i >= 0; i -= 1) open.push(children[i]);
  };
  let next = open.pop();
  for (let visits = 0; next; visits += 1, next = open.pop()) {
    if (visits % CLOCK === 0 && performance.now() > until) break;
    const [node, form] = next;
    safely(() => look(node, form), null);
  }
  return { headings, forms, faults: faultsSoFar() };
};
