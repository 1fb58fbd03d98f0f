// Sorts the content of an element by visual order, if that differs from document order.
//
// Grids and virtual lists (which render only the rows in view) position rows by transform, in any document order; icons
// floated to the right precede the text of their row. Only clear cases are sorted: one column, one row, or rows of a
// grid whose boxes do not overlap. Everything else stays in document order.
import { attr, contentRects, idOf, is, isElement, parent, read, rect } from "../page/dom.js";
import { addTo } from "../page/lists.js";
import { closest, queryCss } from "../page/native.js";

/**
 * A child to read: an element or a text node.
 * @typedef {{ el: Element; node?: undefined } | { el?: undefined; node: Text }} Kid
 */
/** @typedef {{ kid: Kid; box: Box }} Boxed */
/** Maximum number of children that are compared. */
const MOST = 5000;
/** Overlap of neighbours that is ignored, CSS px. It results from borders, shadows or negative margins. */
const SLACK = 3;
/** Maximum height of boxes that may be sorted from left to right as one line, CSS px. */
const LINE = 90;

/** Returns the box of a child as [left, top, right, bottom]; null if it is empty. @param {Node} node */
const boxOf = (node) => {
  if (isElement(node)) {
    const box = rect(node);
    if (box.width < 1 || box.height < 1) return null;
    return [box.left, box.top, box.right, box.bottom];
  }
  /** @type {Box | null} */
  let box = null;
  for (const line of contentRects(node)) {
    if (line.width < 1) continue;
    if (box && line.top > box[3] - 1) return [box[0], box[1], Infinity, line.bottom];
    box = box
      ? [
          Math.min(box[0], line.left),
          Math.min(box[1], line.top),
          Math.max(box[2], line.right),
          Math.max(box[3], line.bottom),
        ]
      : [line.left, line.top, line.right, line.bottom];
  }
  return box;
};

/** @param {Box} a @param {Box} b @param {number} from @param {number} to */
const overlap = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
/** @param {Box} a @param {Box} b */
const isBeside = (a, b) => overlap(a, b, 1, 3) > Math.min(a[3] - a[1], b[3] - b[1]) / 2;
/** @param {Box} a @param {Box} b */
const isBelow = (a, b) => overlap(a, b, 0, 2) > Math.min(a[2] - a[0], b[2] - b[0]) / 2;

/** Whether a child is inline text, which is ordered by writing direction instead of by boxes. @param {Kid} kid */
const isAmongWords = (kid) => !kid.el || getComputedStyle(kid.el).display.startsWith("inline");

/**
 * Whether the second of two neighbours in document order comes visually before the first.
 * @param {Boxed} one @param {Boxed} two @param {boolean} isLine @param {boolean} isRtl
 */
const isInverted = (one, two, isLine, isRtl) => {
  const [a, b] = [one.box, two.box];
  if (isBelow(a, b) && b[3] <= a[1] + SLACK) return true;
  if (!isLine || !isBeside(a, b)) return false;
  if (isRtl ? b[0] < a[2] - SLACK : b[2] > a[0] + SLACK) return false;
  return !isAmongWords(one.kid) || !isAmongWords(two.kid);
};

/**
 * Returns boxes sorted from top to bottom, and from left to right within a line; null if boxes overlap.
 * @param {Boxed[]} boxed @param {boolean} isRtl
 */
const sorted = (boxed, isRtl) => {
  const all = [...boxed].sort((a, b) => a.box[1] - b.box[1]);
  /** @type {Boxed[][]} */
  const lines = [];
  for (const each of all) {
    const line = lines.at(-1);
    if (line && isBeside(line[0].box, each.box)) line.push(each);
    else lines.push([each]);
  }
  let bottom = -Infinity;
  const out = [];
  for (const line of lines) {
    line.sort((a, b) => (isRtl ? b.box[2] - a.box[2] : a.box[0] - b.box[0]));
    for (let i = 1; i < line.length; i += 1) {
      const [a, b] = isRtl ? [line[i], line[i - 1]] : [line[i - 1], line[i]];
      if (b.box[0] < a.box[2] - SLACK) return null;
    }
    if (Math.min(...line.map((each) => each.box[1])) < bottom - SLACK) return null;
    bottom = Math.max(...line.map((each) => each.box[3]));
    out.push(...line);
  }
  return out;
};

/**
 * Returns all children in the order of `order`. A child that is not in it, because it has no box, follows the child
 * before it.
 * @param {Kid[]} kids @param {Set<Kid>} order
 */
const joined = (kids, order) => {
  const tails = new Map();
  /** @type {Kid[]} */
  const first = [];
  let after = first;
  for (const kid of kids) {
    if (order.has(kid)) tails.set(kid, (after = []));
    else after.push(kid);
  }
  return [...first, ...[...order].flatMap((kid) => [kid, ...tails.get(kid)])];
};

/**
 * Returns the children sorted by the attribute `name` (`aria-rowindex` or `aria-colindex`). Null if the attribute is
 * missing or the children are in that order already.
 * @param {Kid[]} kids @param {string} name
 */
const byIndex = (kids, name) => {
  /** @type {{ kid: Kid, index: number }[]} */
  const numbered = [];
  for (const kid of kids) {
    if (!kid.el) continue;
    const index = Number(attr(kid.el, name));
    if (Number.isInteger(index) && index > 0) numbered.push({ kid, index });
    else if (attr(kid.el, "role") === "row") return null;
  }
  if (numbered.length < 2 || new Set(numbered.map((each) => each.index)).size < numbered.length) return null;
  if (numbered.every((each, i) => i === 0 || numbered[i - 1].index < each.index)) return null;
  return new Set(numbered.sort((a, b) => a.index - b.index).map((each) => each.kid));
};

/** @param {Kid} kid */
const isBlank = (kid) => kid.node && !/\S/.test(kid.node.data ?? "");

/**
 * Returns the children of an element in visual order. A child has either `el` (an element) or `node` (a text).
 * @type {<T extends Kid>(kids: T[], parent: Element, tag: string, style: CSSStyleDeclaration) => T[]}
 */
export const seenOrder = (kids, parent, tag, style) => {
  if (kids.length < 2 || kids.length > MOST || tag === "svg" || tag === "select") return kids;
  const numbered = byIndex(kids, "aria-rowindex") ?? byIndex(kids, "aria-colindex");
  if (numbered) return joined(kids, numbered);
  if (!kids.some((kid) => kid.el)) return kids;
  /** @type {Boxed[]} */
  const boxed = [];
  for (const kid of kids) {
    const box = isBlank(kid) ? null : boxOf(kid.el ?? kid.node);
    if (box) boxed.push({ kid, box });
  }
  if (boxed.length < 2) return kids;
  const isRow = attr(parent, "role") === "row" || tag === "tr";
  const isLow = isRow || boxed.every(({ box }) => box[3] - box[1] <= LINE);
  const isLine = isLow && boxed.every(({ box }) => isBeside(boxed[0].box, box));
  const isRtl = style.direction === "rtl";
  if (!boxed.some((each, i) => i > 0 && isInverted(boxed[i - 1], each, isLine, isRtl))) return kids;
  // An element that stays in place while the page scrolls is above the page, not in its flow, so it is not sorted.
  const flat = boxed.filter(({ kid }) => !kid.el || !/fixed|sticky/.test(getComputedStyle(kid.el).position));
  const found = sorted(flat, isRtl);
  return found ? joined(kids, new Set(found.map((each) => each.kid))) : kids;
};

/** Minimum number of rows in a list to be examined as part of a longer, virtual list. */
const FEW = 5;
/** Minimum ratio of the height reserved for all rows of a virtual list to the height of the rendered rows. */
const ROOM = 1.5;
/**
 * Limits of a virtual list: `ABOVE` is the maximum number of levels up to its scroll container, `OTHER` the maximum
 * number of characters that this container may have besides the rows.
 */
const ABOVE = 4;
const OTHER = 80;

/** @param {number} n */
const count = (n) => n.toLocaleString("en");
/** @param {Element} el */
const heightOf = (el) => Math.max(rect(el).height, el.scrollHeight ?? 0);

/**
 * Returns the number of rendered and of all rows or columns of a grid that states its size in `aria-rowcount` or
 * `aria-colcount`. Null for other elements.
 * @param {Element} el @param {"row" | "col"} unit @param {string} parts Selector of the elements that are counted.
 */
const declared = (el, unit, parts) => {
  const total = Number(attr(el, `aria-${unit}count`));
  if (!(total > 0)) return null;
  const numbers = new Set();
  for (const part of Element.prototype.querySelectorAll.call(el, parts)) {
    numbers.add(attr(part, `aria-${unit}index`) ?? part);
  }
  return numbers.size > 0 ? { here: numbers.size, total } : null;
};

/**
 * Whether a script positions the rows, or empty fillers surround them. Either means that more rows exist than are
 * rendered.
 * @param {Element[]} rows @param {Element} el @param {number} height
 */
const isPlaced = (rows, el, height) => {
  const { position, transform } = getComputedStyle(rows[0]);
  if (position === "absolute" || transform !== "none") return true;
  const own = getComputedStyle(el);
  if (own.transform !== "none" || parseFloat(own.marginTop) > FEW * height) return true;
  const padding = parseFloat(own.paddingTop) + parseFloat(own.paddingBottom);
  return padding > FEW * height;
};

/** Selector for elements that show something even without text. */
const SHOWING =
  "audio,canvas,embed,fieldset,hr,iframe,img,input,meter,object,picture,progress,select,svg,textarea,video";
/**
 * Whether an element is empty and only reserves space. Custom elements are excluded, because their shadow content is
 * not searched.
 * @param {Element} el
 */
const isFiller = (el) =>
  el.textContent === "" &&
  el.childElementCount < 2 &&
  [el, ...el.children].every((each) => !is(each, SHOWING) && !read.localName.call(each).includes("-"));

/**
 * Whether an element is in a container that can be scrolled by at least `by` px.
 * @param {Element} el @param {number} by
 */
const isScrolled = (el, by) => {
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    const { overflowY } = getComputedStyle(at);
    const canScroll = at === document.scrollingElement || overflowY === "auto" || overflowY === "scroll";
    if (canScroll && at.scrollHeight - at.clientHeight >= by) return true;
  }
  return false;
};

/**
 * Returns the number of rendered and of all rows of a virtual list, which renders only the rows in view. Null if
 * nothing indicates such a list.
 * @param {Element} el @param {Kid[]} kids
 */
const virtual = (el, kids) => {
  /** @type {Element[]} */
  const rows = [];
  let fillers = 0;
  for (const { el: kid } of kids) {
    if (!kid) continue;
    const { height } = rect(kid);
    if (height > 0 && isFiller(kid)) fillers += height;
    else if (height > 0) rows.push(kid);
  }
  if (rows.length < FEW) return null;
  const size = Number(attr(rows[0], "aria-setsize"));
  if (size > rows.length && rows.every((row) => Number(attr(row, "aria-setsize")) === size)) {
    return { here: rows.length, total: size };
  }
  const heights = rows.map((row) => rect(row).height).sort((a, b) => a - b);
  const height = heights[heights.length >> 1];
  if (!(height > 4) || heights[0] < height / 2 || heights[heights.length - 1] > height * 2) return null;
  // Rows may have gaps between them, so the distance between their tops is measured.
  const tops = rows.map((row) => rect(row).top).sort((a, b) => a - b);
  const steps = tops
    .slice(1)
    .map((top, i) => top - tops[i])
    .sort((a, b) => a - b);
  const pitch = Math.max(height, steps[steps.length >> 1]);
  // Markers on a map and events of a day are positioned too, but not at equal distances, so they are not rows.
  if (steps[0] < pitch / 2 || steps[steps.length - 1] > pitch * ROOM) return null;
  if (fillers < FEW * height && !isPlaced(rows, el, height)) return null;
  const words = rows.reduce((sum, row) => sum + row.textContent.length, 0);
  for (let at = /** @type {Element | null} */ (el), i = 0; at && i < ABOVE; at = parent(at), i += 1) {
    if ((at.textContent ?? "").length > words + OTHER) return null;
    const room = heightOf(at);
    if (room > ROOM * rows.length * pitch) {
      if (!isScrolled(el, (room - rows.length * pitch) / 2)) return null;
      return { here: rows.length, total: Math.round(room / pitch), isAbout: true };
    }
  }
  return null;
};

/** @param {{ here: number, total: number, isAbout?: boolean } | null} found @param {string} unit */
const missingOf = (found, unit) => {
  if (!found || found.total <= found.here) return "";
  return `${count(found.here)} of ${found.isAbout ? "about " : ""}${count(found.total)} ${unit}`;
};

/**
 * Returns a text that states how many rows and columns of a list are rendered and how many exist; "" if all are
 * rendered.
 * @param {Element} el @param {Kid[]} kids
 */
export const rowsInWords = (el, kids) => {
  const columns = missingOf(declared(el, "col", "[aria-colindex]"), "columns");
  const isCounted = Element.prototype.closest.call(el, "[aria-rowcount]");
  if (isCounted && isCounted !== el && Number(attr(isCounted, "aria-rowcount")) > 0) return columns;
  const rows = missingOf(declared(el, "row", "tr,[role=row]") ?? virtual(el, kids), "rows");
  return [rows, columns].filter(Boolean).join(" and ");
};

/** Number of rendered rows above which a list is taken to be complete, without further examination. */
const MANY = 1000;
/**
 * Returns, for each list that renders all of its rows, the id of the parent of the rows and the number of rows.
 * @returns {number[][]}
 */
export const rowCounts = () => {
  /** @type {Map<Element, Kid[]>} */
  const lists = new Map();
  for (const el of queryCss(document, "tr,li,[role=row],[role=listitem]")) {
    const list = parent(el);
    if (list && rect(el).height > 0) addTo(lists, list, { el });
  }
  // A list with more than MANY rendered rows is not virtual, and it would be slow to examine all of them.
  return [...lists]
    .filter(
      ([list, rows]) => !closest(list, "[aria-rowcount]") && (rows.length > MANY || rowsInWords(list, rows) === ""),
    )
    .map(([list, rows]) => [idOf(list), rows.length]);
};
