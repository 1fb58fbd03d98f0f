// Collects the pieces of an accessible name: the children of an element as in the accessibility tree, including
// generated content and hidden descendants. Also decides where a space separates two pieces.
import { counterText } from "./counters.js";
import { eachChild, holds, isElement, isText, parent, read } from "./dom.js";
import { tokensOf, ASCII_SPACES, isWhite } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { attribute, byId, computed, hasAttribute, isSvg, localName, matches, memo, queryCss } from "./native.js";
import { rootNode, styleOf, tagOf, words } from "./native.js";
import { roleOf } from "./roles.js";
import { inDocument, watchesTrees } from "./standing.js";
import { transform } from "./text.js";
import { INLINE, OUT_OF_FLOW } from "./vocabulary.js";

const CONTROLS = words("button input select textarea fieldset output object");
const CONTROL_ROLES = words(
  "button checkbox combobox listbox menuitem menuitemcheckbox menuitemradio radio scrollbar " +
    "searchbox slider spinbutton switch tab textbox",
);
/** Sources of text that a space separates from its neighbours. */
const PARTED = words("attribute caption css placeholder related title value");
/** Maximum number of children that are read, far more than needed, because a name computation ends after 100 nodes. */
const PIECE_LIMIT = 400;

/**
 * Whether an element or one of its ancestors has `display: none`. The result is stored for the ancestors too, because
 * other elements share them.
 * @param {Element} el
 */
export const isUndisplayed = (el) => {
  const known = memo("undisplayed");
  const way = [];
  let answer = false;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    const before = known.get(at);
    if (before === undefined) way.push(at);
    if (before ?? styleOf(at).display === "none") answer = true;
    if (before !== undefined || answer) break;
  }
  // A loop is used instead of recursion, because elements can be nested deeper than the call stack allows.
  for (const at of way) known.set(at, answer);
  return answer;
};
/** @param {Element} el */
const isHiddenByStyle = (el) => styleOf(el).visibility !== "visible" || isUndisplayed(el);
/** @param {Element} el */
const isAriaHidden = (el) => {
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    if (attribute(at, "aria-hidden") === "true") return true;
  }
  return false;
};
/**
 * Whether an element is left out of a name because it is hidden. `root` is the element that was referred to by id: if
 * it is hidden itself, its content still counts.
 * @param {Element} el @param {Element | null} root
 */
export const isHidden = (el, root) => {
  const tag = tagOf(el);
  if (tag === "noscript") return true;
  if (isSvg(el) && (tag === "title" || tag === "desc" || tag === "symbol")) return false;
  if (hasAttribute(el, "inert")) return true;
  if (root && (isHiddenByStyle(root) || isAriaHidden(root))) return ligatureOf(el) !== "";
  if (attribute(el, "aria-hidden") === "true") return true;
  return tag !== "area" && isHiddenByStyle(el);
};

/** @param {string} text @param {string} kind @param {NameContext} ctx */
const transformed = (text, kind, ctx) => {
  if (kind === "none") return text;
  ctx.found.isTransformed = true;
  return transform(text, kind);
};
/**
 * Returns the text of a text node as it is rendered; "" for masked text, which may be a secret.
 * @param {Text} node @param {NameContext} ctx
 */
export const rendered = (node, ctx) => {
  const text = read.data.call(node);
  const up = parent(node);
  if (up && styleOf(up).isMasked) {
    if (ctx.found) ctx.found.isSecret = true;
    return "";
  }
  if (!up || ctx.plain || isUndisplayed(up)) return text.replace(ASCII_SPACES, " ");
  return transformed(text.replace(ASCII_SPACES, " "), styleOf(up).transform, ctx);
};

const STRING = new RegExp(
  '(\\bcounters?\\((?:"[^"]*"|[^)"])*\\))|\\burl\\((?:"(?:[^"\\\\]|\\\\.)*"|[^)"])*\\)|"((?:[^"\\\\]|\\\\.)*)"' +
    "|attr\\(\\s*([-\\w]+)[^)]*\\)|\\b(open|close)-quote\\b|(\\s\\/\\s)",
  "g",
);
/** @param {string} text */
const unescape = (text) =>
  text.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex, char) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16) || 0xfffd) : char,
  );
/** @param {Element} el @param {string} side */
const quoteOf = (el, side) => {
  let depth = 0;
  for (let up = parent(el); up; up = parent(up)) if (tagOf(up) === "q") depth += 1;
  return (side === "open" ? "“‘" : "”’")[Math.min(depth, 1)];
};
/**
 * Returns the text that ::before or ::after generates. Text after "/" in `content` is the alternative text
 * (css-content).
 * @param {Element} el @param {string} pseudo @param {NameContext} ctx
 */
const generated = (el, pseudo, ctx) => {
  if (isUndisplayed(el) || styleOf(el).isMasked) return null;
  const style = computed(el, pseudo);
  const { content } = style;
  if (content === "none" || content === "normal" || content === "") return null;
  if (style.display === "none" || style.visibility !== "visible") return null;
  let text = "";
  let from = "contents";
  for (const [, counter, string, name, quote, slash] of content.matchAll(STRING)) {
    if (slash) [text, from] = ["", "css"];
    // Counters count only in alternative text; the accessibility tree leaves them out elsewhere.
    else if (counter) text += from === "css" ? counterText(el, pseudo, counter) : "";
    else if (name) text += attribute(el, name) ?? "";
    else if (quote) text += quoteOf(el, quote);
    else if (string) text += unescape(string); // an image (`url()`) has no text
  }
  if (!ctx.plain && from !== "css") text = transformed(text, style.textTransform, ctx);
  return { text, from, display: style.display, isControl: false, node: null };
};

/** @param {Element} node */
const isSummary = (node) => isElement(node) && tagOf(node) === "summary";
// Selector for attributes that make an inline element part of the accessibility tree. Without any of them, its content
// belongs to its parent.
const UNPLAIN =
  "[title],[tabindex],[role],[lang],[contenteditable],[popover],[draggable],[autofocus]," +
  "[aria-label],[aria-labelledby],[aria-describedby],[aria-live],[aria-owns],[onclick]";
/**
 * Whether an inline element is left out of the accessibility tree, so that its content belongs to its parent.
 * @param {Element} el
 */
const isPlain = (el) =>
  styleOf(el).display === "inline" &&
  !REPLACED.has(localName(el)) &&
  roleOf(el) === "generic" &&
  tagOf(el) !== "slot" &&
  !matches(el, UNPLAIN) &&
  !localName(el).includes("-");

/** SVG elements that are not rendered themselves. */
const UNDRAWN = words("title desc metadata defs symbol clipPath mask marker pattern linearGradient radialGradient");
/** @param {Element} parent @param {Element} node */
const isUndrawn = (parent, node) => isSvg(parent) && UNDRAWN.has(tagOf(node));
/** Whether an element is hidden only by `visibility`, which its descendants can override. @param {Element} el */
const isInvisible = (el) =>
  tagOf(el) !== "noscript" &&
  !hasAttribute(el, "inert") &&
  attribute(el, "aria-hidden") !== "true" &&
  !isUndisplayed(el);
/**
 * Whether the accessibility tree has moved an element because another one owns it (`aria-owns`).
 * @param {Element} el
 */
const isOwnedElsewhere = (el) => {
  const root = rootNode(el);
  const known = memo("owned");
  let owned = known.get(root);
  if (!owned) {
    known.set(root, (owned = new Set()));
    for (const owner of root === document && watchesTrees() ? inDocument("aria-owns") : queryCss(root, "[aria-owns]")) {
      if (isHiddenByStyle(owner) || isAriaHidden(owner)) continue; // a hidden owner does not own anything
      for (const id of tokensOf(attribute(owner, "aria-owns"))) {
        const taken = id ? byId(root, id) : null;
        if (taken && !holds(taken, owner)) owned.add(taken);
      }
    }
  }
  return owned.size > 0 && owned.has(el);
};

/**
 * Returns the children of an element as in the accessibility tree: with pseudo-elements, and with the content of inline
 * elements that are not in that tree.
 * @param {Element} el @param {Element | null} root @param {NameContext} ctx
 */
export const pieces = (el, root, ctx) => {
  /** @type {Piece[]} */
  const list = [];
  const isLine = styleOf(el).display === "inline";
  // White space next to a block or at the edge of a block is not rendered, so it is no piece.
  /** @param {Piece} piece */
  const isBlank = (piece) => piece.node !== null && isText(piece.node) && isWhite(read.data.call(piece.node));
  /** @param {Piece} piece */
  const push = (piece) => {
    const last = list[list.length - 1];
    if (isBlank(piece) && !isLine && (!last || !isInline(last, false))) return;
    if (last && isBlank(last) && !isLine && !isInline(piece, false)) list.pop();
    list.push(piece);
  };
  /**
   * Adds the children of an element to the list.
   * @param {Element} parent @param {boolean} [isShown] whether its own text is visible
   */
  const add = (parent, isShown = true) => {
    const before = generated(parent, "::before", ctx);
    if (before) push(before);
    const tag = tagOf(parent);
    eachChild(parent, tag, (node) => {
      if ((tag === "details" && !hasAttribute(parent, "open") && !isSummary(node)) || list.length > PIECE_LIMIT) return;
      const type = read.nodeType.call(node);
      if (type === 3 && isShown) push({ node, text: null, display: "text", isControl: false });
      else if (type !== 1 || isUndrawn(parent, node) || isOwnedElsewhere(node)) return;
      else if (isHidden(node, root ?? ctx.unhidden ?? null)) {
        // A descendant of an invisible element can be visible again, so the search continues inside.
        if (isInvisible(node)) add(node, false);
      } else {
        // Ruby annotations are not part of the name, unless the element is referred to by id.
        if (!root && styleOf(node).display === "ruby-text") return;
        if (isPlain(node)) add(node);
        else if (tagOf(node) !== "img" || roleOf(node) !== "none") push(elementPiece(node));
      }
    });
    const after = generated(parent, "::after", ctx);
    if (after) push(after);
  };
  add(el);
  if (!isLine && list.length > 0 && isBlank(list[list.length - 1])) list.pop();
  const owns = attribute(el, "aria-owns");
  if (owns) {
    for (const id of tokensOf(owns)) {
      const owned = id ? byId(rootNode(el), id) : null;
      if (!owned || holds(owned, el)) continue;
      // An element that `aria-owns` moved here from elsewhere in the tree is separated by spaces.
      push({ ...elementPiece(owned), ...(!holds(el, owned) ? { display: "block" } : {}) });
    }
  }
  return list;
};
/** @param {Element} node */
const elementPiece = (node) => ({
  node,
  text: null,
  display: styleOf(node).display,
  isControl: CONTROLS.has(tagOf(node)) || CONTROL_ROLES.has(roleOf(node)),
});

const REPLACED = words("img svg video audio canvas iframe object embed input textarea select wbr");
/**
 * Whether a piece is in line with its neighbours, so that no space is added between them.
 * @param {Piece} piece @param {boolean} inFlex
 */
const isInline = (piece, inFlex) => {
  const { display } = piece;
  if (inFlex) return false;
  if (display === "text") return true;
  if (display !== "inline" && display !== "ruby" && display !== "ruby-text") return false;
  return piece.node === null || !(isElement(piece.node) && REPLACED.has(localName(piece.node)));
};
/** Whether an element contains something that is laid out as a block. @param {Node | null} node */
const holdsBlock = (node) => {
  if (!node || !isElement(node)) return false;
  for (const pseudo of ["::before", "::after"]) {
    const { content, display } = computed(node, pseudo);
    if (content !== "none" && content !== "normal" && !display.startsWith("inline")) return true;
  }
  for (const child of queryCss(node, "*")) {
    const { display, live } = styleOf(child);
    if (INLINE.test(display) || isUndisplayed(child)) continue;
    if (live.float === "none" && !OUT_OF_FLOW.has(live.position)) return true;
  }
  return false;
};
/**
 * Whether a space separates two pieces of a name.
 * @param {Piece} before @param {Piece} after @param {NameContext} ctx
 */
export const needsSpace = (before, after, { inFlex = false, lastFrom = "" }) =>
  !isInline(before, inFlex) ||
  !isInline(after, inFlex) ||
  PARTED.has(lastFrom) ||
  PARTED.has(after.from ?? "") ||
  before.isControl ||
  after.isControl ||
  holdsBlock(before.node);

/**
 * Whether text directly inside an element has a box of its own (flex, grid) or no box at all.
 * @param {Element} el
 */
export const isApart = (el) => /flex|grid/.test(styleOf(el).display) || isUndisplayed(el);
/**
 * Whether an element is not rendered or is inert, because of an ancestor: a closed `details`, `content-visibility:
 * hidden` or `inert`.
 * @param {Element} el
 */
export const isLocked = (el) => {
  for (let at = el, up = parent(el); up; at = up, up = parent(up)) {
    if (tagOf(up) === "details" && !hasAttribute(up, "open") && !isSummary(at)) return true;
    if (styleOf(up).live.contentVisibility === "hidden") return true;
    if (hasAttribute(up, "inert")) return true;
  }
  return hasAttribute(el, "inert");
};
