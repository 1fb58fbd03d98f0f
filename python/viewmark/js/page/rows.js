// Reads the rows that contain an element and their text without the element, which distinguishes it from similar
// elements.
//
// A row is a table row, a list item, or a box with a sibling of the same tag and class, whatever the boxes currently
// contain. The content of a row consists of text, field values, rich text, images and buttons, but no secrets, as
// determined by `seenData` and `isSecret`.
import { attr, classesOf, is, isElement, parent, read, rootOf } from "./dom.js";
import { hashed, lettersOf } from "./hash.js";
import { hasInk } from "./letters.js";
import { checkVisibility, nextElement, previousElement, queryFirst, seenData } from "./native.js";
import { isSecret } from "./secrets.js";
import { cleanWords } from "./seen_words.js";
import { LONGEST } from "./vocabulary.js";

/**
 * Limits for the rows around an element. `rows`: maximum number of reported rows; `steps`: maximum number of ancestors
 * that are searched; `nodes` and `letters`: maximum number of nodes and of characters that are read in a row; `parts`:
 * maximum number of text pieces of a box.
 */
const MOST = { rows: 3, steps: 16, nodes: 200, letters: 2 * LONGEST, parts: 32 };
const ITEMS = new Set(["tr", "li"]);
const ITEM_ROLES = new Set(["row", "listitem", "treeitem", "option", "article"]);
/** Tags of elements that are never rows: a cell belongs to its row, and the others contain a whole table or page. */
const NO_ROWS = new Set("td th tbody thead tfoot body html head".split(" "));
const CELL_ROLES = new Set(["cell", "gridcell", "rowheader", "columnheader", "rowgroup", "none", "presentation"]);
const SILENT = new Set("script style template noscript option datalist".split(" "));
const DRAWN = new Set(["img", "path", "use"]);
const UNTYPED = new Set("hidden checkbox radio file range color image".split(" "));

/** @param {Element} el */
export const firstClass = (el) => classesOf(el)[0] ?? "";
/** Whether two elements have the same tag and first class. @param {Element} one @param {Element} other */
export const isLike = (one, other) =>
  read.localName.call(one) === read.localName.call(other) && firstClass(one) === firstClass(other);
/** Returns the previous and the next sibling of an element, if they resemble it. @param {Element} el */
export const likes = (el) => {
  const near = [previousElement(el), nextElement(el)];
  return /** @type {Element[]} */ (near.filter((each) => each !== null && isLike(each, el)));
};

/**
 * Returns whether an element is a row: `=` if its tag or role says so, `~` if it is a box beside a similar one, "" if
 * it is not a row, for example because it contains rows.
 * @param {Element} at @param {Element[]} alike
 */
const kindOf = (at, alike) => {
  const tag = read.localName.call(at);
  const role = (attr(at, "role") ?? "").trim().toLowerCase();
  if (NO_ROWS.has(tag) || CELL_ROLES.has(role)) return tag === "tr" ? "=" : "";
  if (ITEMS.has(tag) || ITEM_ROLES.has(role)) return "=";
  return alike.length > 0 && queryFirst(at, "[role=row]") === null ? "~" : "";
};

/**
 * The content that each field had before the user typed. It is used as long as the field contains the typed text,
 * because typing must not change the identity of a row.
 * @type {WeakMap<Element, { was: string; now: string }>}
 */
const typed = new WeakMap();
/** @param {any} el @returns {string} */
const contentOf = (el) => (is(el, "input,textarea") ? String(el.value) : (el.textContent ?? ""));
/**
 * Records the content of a field before the user types and afterwards. `moment` is the type of the event; "input" means
 * afterwards.
 * @param {Element} el @param {string} moment
 */
const noteTyped = (el, moment) => {
  const known = typed.get(el);
  const content = contentOf(el);
  if (moment === "input") {
    if (known) known.now = content;
  } else if (known?.now !== content) typed.set(el, { was: content, now: content });
};
/** Records the content of a field when the user types into it. @param {Event} event */
const hearInput = (event) => {
  const [el] = event.composedPath();
  if (!event.isTrusted || !(el instanceof Element)) return;
  noteTyped(el, event.type);
  // The page's own listener may still change the text, so the content is read after it has run.
  if (event.type === "input") setTimeout(noteTyped, 0, el, "input");
};
for (const name of ["beforeinput", "input"]) addEventListener(name, hearInput, { capture: true, passive: true });

/** Returns the value that a field contributes to its row: its content before the user typed. @param {any} el */
const valueOf = (el) => {
  if (UNTYPED.has(el.type) || isSecret(el)) return "";
  const known = typed.get(el);
  const content = contentOf(el);
  return known?.now === content ? known.was : content;
};
/**
 * Returns what identifies an image or the path of an icon: its alt text or, if it has none, a hash of its URL or path
 * data.
 * @param {Element} el
 */
const drawingOf = (el) => {
  const form = attr(el, "src") ?? attr(el, "d") ?? attr(el, "href");
  return attr(el, "alt") || (form ? `\u25c8${lettersOf(form)}` : "");
};

/**
 * Returns the pieces of text, values and images in a row, each with its element.
 * @param {Element} row @param {number} [letters] @returns {[Element, string][]}
 */
const piecesOf = (row, letters = MOST.letters) => {
  /** @type {[Element, string][]} */
  const found = [];
  let length = 0;
  /** @param {Element} by @param {string} text */
  const add = (by, text) => {
    const piece = text === "" ? "" : cleanWords(text);
    if (piece === "" || !checkVisibility(by)) return;
    found.push([by, piece]);
    length += piece.length;
  };
  const open = [read.firstChild.call(rootOf(row) ?? row)];
  if (rootOf(row)) open.unshift(read.firstChild.call(row));
  for (let i = 0; open.length > 0 && i < MOST.nodes && length < letters; i += 1) {
    const node = open.pop();
    if (!node) continue;
    open.push(read.nextSibling.call(node));
    const type = read.nodeType.call(node);
    if (type === 3) {
      const by = hasInk(read.data.call(/** @type {Text} */ (node))) ? parent(node) : null;
      if (by) add(by, seenData(/** @type {Text} */ (node)));
    } else if (type === 1 && isElement(node)) {
      const tag = read.localName.call(node);
      if (SILENT.has(tag)) continue;
      if (tag === "input" || tag === "textarea") add(node, valueOf(node));
      else if (DRAWN.has(tag)) add(node, drawingOf(node));
      else if (typed.has(node)) add(node, valueOf(node));
      else {
        const root = rootOf(node);
        if (root) open.push(read.firstChild.call(node));
        open.push(read.firstChild.call(root ?? node));
      }
    }
  }
  return found;
};

/** Returns short hashes of pieces of content, as one text. @param {[Element, string][]} pieces */
const digestsOf = (pieces) =>
  pieces
    .slice(0, MOST.parts)
    .map(([, piece]) => hashed(piece).slice(-4))
    .join(" ");

/**
 * Returns short hashes of the pieces of content of a box, of any length. They distinguish a box that only gained or
 * lost elements from a box that shows other data.
 * @param {Element} el
 */
export const partsOf = (el) => digestsOf(piecesOf(el, Infinity));

/**
 * Returns what an element is as a row: its kind, content and similar siblings. It is computed once per observation.
 * @typedef {{ kind: string; pieces: [Element, string][]; text: string; likes: Element[]; parts?: string }} Row
 * @param {Element} at @param {Map<Element, Row>} memo
 */
const rowAt = (at, memo) => {
  let row = memo.get(at);
  if (!row) {
    const alike = NO_ROWS.has(read.localName.call(at)) ? [] : likes(at);
    const kind = kindOf(at, alike);
    const pieces = kind === "" ? [] : piecesOf(at);
    row = { kind, pieces, text: pieces.map(([, piece]) => piece).join(" "), likes: alike };
    memo.set(at, row);
  }
  return row;
};

/**
 * Returns the content of a row without that of an element in it and of the element's control.
 * @param {Row} row @param {Element} at @param {Element} el @param {Element} control
 */
const wordsWithout = ({ pieces }, at, el, control) => {
  const others = pieces.filter(([by]) => {
    let up = /** @type {Element | null} */ (by);
    while (up && up !== at && up !== el && up !== control) up = parent(up);
    return up === at;
  });
  return others.map(([, piece]) => piece).join(" ");
};

/**
 * Returns the outermost box that contains nothing but this row, because a virtual list may wrap each row.
 * @param {Element} row
 */
const wrapperOf = (row) => {
  let at = row;
  for (let up = parent(at); up && !previousElement(at) && !nextElement(at); up = parent(at)) at = up;
  return at;
};

/**
 * Returns the rows around an element, innermost first. Each is a text: `=` or `~` for a sure or a likely row, then its
 * content; that of the innermost row leaves out the element. `parts` contains short hashes of the pieces of the
 * innermost row. `beside` is the content of the similar siblings of the element and of its innermost row.
 * @param {Element} el @param {Element} control @param {Map<Element, Row>} memo
 * @returns {{ rows: string[]; beside: string; parts: string }}
 */
export const rowsAround = (el, control, memo) => {
  /** @type {string[]} */
  const rows = [];
  /** @param {Row} row */
  const beside = (row) => row.likes.map((each) => rowAt(each, memo).text).join("\x1f");
  let others = beside(rowAt(el, memo));
  let parts = "";
  let at = parent(el);
  for (let i = 0; at && i < MOST.steps && rows.length < MOST.rows; i += 1, at = parent(at)) {
    const row = rowAt(at, memo);
    const words = (rows.length > 0 ? row.text : wordsWithout(row, at, el, control)).slice(0, MOST.letters);
    if (words === "" || rows.some((said) => said.slice(1) === words)) continue;
    if (rows.length === 0) {
      others += `\x1f${beside(rowAt(wrapperOf(at), memo))}`;
      row.parts ??= digestsOf(row.pieces);
      parts = row.parts;
    }
    rows.push(row.kind + words);
  }
  return { rows, beside: others, parts };
};
