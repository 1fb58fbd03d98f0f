// Finds the elements that jQuery's delegated handlers match by a selector, such as the notes in
// `$(".board").on("click", ".note", edit)`, where the board listens and the notes are the targets. The selectors come
// from the page (`single/delegated_selectors`) and are only hints: elements outside a listening ancestor are ignored,
// as are large parts of the page, forms, and boxes around buttons.
import { endRevision } from "./changes.js";
import { attr, is, parent, read, rect } from "./dom.js";
import { isListening, noteServed } from "./listeners.js";
import { computed, queryCss, queryFirst } from "./native.js";
import { NAME_LIMIT } from "./vocabulary.js";

/** Maximum number of elements that a selector may match. If it matches more, it is no evidence for any of them. */
const MOST = 500;
/** Maximum number of elements matched by delegated handlers that are examined per observation. */
const MOST_JUDGED = 2000;
const MOST_SELECTORS = 100;
/** Maximum fraction of the viewport that a target may fill. A larger element is a part of the page and not a target. */
const LARGE = 0.5;
const ROOTS = "html,body";
const NEVER =
  `${ROOTS},form,fieldset,dialog,ul,ol,dl,menu,nav,main,table,thead,tbody,tfoot,` +
  "[role=dialog],[role=alertdialog],[role=menu],[role=menubar],[role=listbox],[role=navigation],[role=toolbar]";
const HOLDS =
  "button,select,textarea,input:not([type=checkbox i]):not([type=radio i]):not([type=hidden i])," +
  "[role=button],[role=textbox],[role=combobox],[contenteditable]:not([contenteditable=false i])";
const ROW = "tr";

/**
 * Matches selectors for all cells of a table. They are no evidence, because plug-ins use them for keyboard navigation.
 */
const BARE_CELL = /^t[dh](:[\w-]+(\([^)]*\))?)*$/;

/**
 * @typedef {{tag: string, id: string, selectors: string[]}} Owner An element with delegated handlers, and their
 *   selectors.
 */
/** @type {Owner[]} */
let owners = [];
const nowhere = document.createDocumentFragment();

/**
 * Whether the browser accepts a selector. A comment in it is refused, because it could hide the selectors after it.
 * @param {string} selector
 */
const isCss = (selector) => {
  if (selector === "" || selector.length > NAME_LIMIT || selector.includes("/*")) return false;
  try {
    queryFirst(/** @type {any} */ (nowhere), selector);
    return true;
  } catch {
    return false; // such as `:visible`, which only jQuery supports
  }
};

/**
 * Returns the elements that match any of the selectors, leaving out selectors with too many matches.
 * @param {string[]} selectors
 */
const matched = (selectors) => {
  const all = queryCss(document, selectors.join());
  /** @param {NodeListOf<Element>} those */
  const isFew = (those) => those.length <= MOST && ![...those].slice(0, 4).some((el) => is(el, ROOTS));
  if (isFew(all)) return all;
  const few = selectors.filter((selector) => isFew(queryCss(document, selector)));
  return few.length > 0 ? queryCss(document, few.join()) : [];
};

/**
 * Whether an element is inside the ancestor that listens for these handlers.
 * @param {Element} el @param {Owner} owner
 */
const isHeard = (el, { tag, id }) => {
  if (tag === "") return isListening(document);
  for (let at = parent(el); at; at = parent(at)) {
    if (isListening(at) && read.localName.call(at) === tag && (id === "" || attr(at, "id") === id)) return true;
  }
  return false;
};
/** @param {Element} el @param {string[]} selectors */
const isBareCell = (el, selectors) =>
  is(el, "td,th") &&
  computed(el).cursor !== "pointer" &&
  !selectors.some((all) => all.split(",").some((one) => !BARE_CELL.test(one.trim()) && is(el, one)));

/** @param {Element} el @param {number} most @param {Owner} owner */
const isTarget = (el, most, owner) => {
  if (is(el, NEVER) || (!is(el, ROW) && queryFirst(el, HOLDS))) return false;
  const { width, height } = rect(el);
  return width * height <= most && isHeard(el, owner) && !isBareCell(el, owner.selectors);
};
/**
 * Finds the elements that delegated handlers match now. This runs once per observation, before anything asks which
 * elements listen.
 */
export function findServed() {
  /** @type {WeakSet<Element>} */
  const found = new WeakSet();
  noteServed(found);
  const most = LARGE * innerWidth * innerHeight;
  let judged = 0;
  for (const owner of owners) {
    for (const el of matched(owner.selectors)) {
      if ((judged += 1) > MOST_JUDGED) return;
      if (isTarget(el, most, owner)) found.add(el);
    }
  }
}

/**
 * Replaces the selectors of delegated handlers. Selectors that the browser does not support are left out.
 * @param {string[]} texts
 */
export const delegate = (texts) => {
  endRevision();
  owners = [];
  for (const text of texts.slice(0, MOST_SELECTORS)) {
    const [name, ...rest] = text.split(" ");
    const selector = rest.join(" ");
    if (!isCss(selector)) continue;
    const [tag, id = ""] = name.split("#");
    const owner = owners.find((each) => each.tag === tag && each.id === (tag === "" ? "" : id));
    if (owner) owner.selectors.push(selector);
    else owners.push({ tag, id: tag === "" ? "" : id, selectors: [selector] });
  }
};
