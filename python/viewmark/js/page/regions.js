// Finds the region that contains each element, and ranks the evidence that the element is interactive. Both are used
// when the number of marks is limited.
import { CONTROL, LISTENER, isWidget } from "./candidates.js";
import { attr, classesOf, getterOf, holds, is, nodeOf, parent, read, rect, rootOf } from "./dom.js";
import { cellAround, gridAround, isAddressable } from "./grid_parts.js";
import { oneLine } from "./letters.js";
import { addTo } from "./lists.js";
import { closest, previousElement, queryCss, queryFirst, styleOf, tagged, textContent } from "./native.js";
import { toBox } from "./rects.js";
import { selector } from "./selectors.js";
import { inDocument, watchesTrees } from "./standing.js";
import { hasInvisible, textOf } from "./text.js";
import { CELLS, FOLDED, HEADS, ROWS, STEPS, MANY } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

/**
 * @typedef {object} RegionsReply
 * @property {{ kind: string; label: string; place: string; selector: string }[]} regions
 * @property {number[]} of  The index of each element's region, or -1 for the page itself.
 * @property {number[]} kinds  The number of each element's kind. Similar elements share a number; the search field and
 * submit buttons have 0.
 */
/**
 * A part of the page that contains elements.
 * @typedef {object} Region
 * @property {Element} el
 * @property {string} kind
 * @property {string} label
 * @property {string} place  The area of the page: page, main, navigation, aside, menu, dialog.
 */
const LANDMARKS = new Set(
  (
    "navigation banner contentinfo complementary main form search region toolbar menu menubar " +
    "tablist dialog alertdialog listbox grid treegrid table tree feed"
  ).split(" "),
);
/** @type {Record<string, string>} */
const REGION_OF_TAG = {
  nav: "navigation",
  header: "header",
  footer: "footer",
  aside: "aside",
  main: "main",
  form: "form",
  search: "search",
  dialog: "dialog",
  table: "table",
};
const RECORDS = "tr,li,article,[role=row],[role=listitem],[role=article],[role=treeitem]";
/** Minimum number of items for a list to be a region of its own. A shorter list belongs to the region around it. */
const LIST = 8;
const LISTS = new Set(["ul", "ol", "menu"]);
const childCount = getterOf(Element.prototype, "childElementCount");

/**
 * The area of the page that a region is in, for the kinds of regions that determine it.
 * @type {Record<string, string>}
 */
const PLACES = {
  navigation: "navigation",
  menubar: "navigation",
  banner: "navigation",
  header: "navigation",
  toolbar: "navigation",
  tablist: "navigation",
  search: "navigation",
  contentinfo: "aside",
  footer: "aside",
  complementary: "aside",
  aside: "aside",
  dialog: "dialog",
  alertdialog: "dialog",
  main: "main",
};

/** Returns the kind of region that an element forms; "" if it forms none. @param {Element} at @param {string} tag */
const kindOf = (at, tag) => {
  const role = (attr(at, "role") ?? "").trim().toLowerCase();
  const kind = LANDMARKS.has(role) ? role : REGION_OF_TAG[tag];
  // A form that only wraps a button in a row belongs to the row.
  if (kind === "form" && !role && closest(at, RECORDS)) return "";
  if (kind) return kind;
  if ((role === "list" || LISTS.has(tag)) && childCount.call(at) >= LIST) return "list";
  if (read.scrollHeight.call(at) > read.clientHeight.call(at) + 8) {
    const { overflowY } = getComputedStyle(at);
    if (overflowY === "auto" || overflowY === "scroll") return "scrolling area";
  }
  return "";
};

const POPUPS = new Set(["menu", "listbox"]);
const DIALOGS = new Set(["dialog", "alertdialog"]);
/**
 * Whether a menu, listbox or dialog is open as a popup, painted over the page.
 * @param {Element} at @param {string} kind
 */
const isOpened = (at, kind) => {
  if (is(at, ":popover-open")) return true;
  const isDialog = DIALOGS.has(kind);
  if (!isDialog && !POPUPS.has(kind)) return false;
  let around = /** @type {Element | null} */ (at);
  for (let i = 0; around && i < STEPS; around = parent(around), i += 1) {
    const { position, zIndex } = getComputedStyle(around);
    const floats = position === "fixed" || position === "absolute";
    if (floats && (isDialog || zIndex !== "auto" || is(around, ":popover-open"))) return true;
  }
  return false;
};

/**
 * Returns the region that contains an element: its nearest ancestor that is a landmark, dialog, list, table or scroll
 * container; null if only the page does. `known` caches the results for ancestors during several calls.
 * @param {Element} el @param {Map<Element, Region | null>} known @returns {Region | null}
 */
const regionOf = (el, known) => {
  const way = [];
  let region = /** @type {Region | null} */ (null);
  for (let at = parent(el); at; at = parent(at)) {
    const before = known.get(at);
    if (before !== undefined) {
      region = before;
      break;
    }
    way.push(at);
  }
  for (let i = way.length - 1; i >= 0; i -= 1) {
    const at = way[i];
    const tag = read.localName.call(at);
    const kind = tag === "body" || tag === "html" ? "" : kindOf(at, tag);
    if (kind) region = made(at, kind, region);
    known.set(at, region);
  }
  return region;
};

/**
 * Returns the region that an element forms, with its label and the area of the page that it is in.
 * @param {Element} at @param {string} kind @param {Region | null} up @returns {Region}
 */
const made = (at, kind, up) => {
  const label = oneLine(attr(at, "aria-label") ?? attr(at, "id") ?? "");
  const above = up?.place ?? "page";
  // Everything inside a dialog or menu is in that area. Any other region is in the area of its kind: a nav inside an
  // article is in the area "navigation".
  const own = !DIALOGS.has(kind) && isOpened(at, kind) ? "menu" : (PLACES[kind] ?? above);
  return { el: at, kind, label: label.slice(0, 40), place: above === "dialog" || above === "menu" ? above : own };
};

const STRONG =
  "a[href],area[href],button,input,select,textarea,summary,option,video,audio,details," + "[contenteditable],a[*|href]";
/**
 * Whether an item is interactive only because of a listener, a pointer cursor or a tabindex.
 * @param {Item} item
 */
const isWeak = ({ el, kind, control }) => {
  if (control) return false;
  if (!(kind & CONTROL)) return true;
  return !is(el, STRONG) && !isWidget(el);
};

/**
 * Replaces the marks of the cells of a grid by one mark for the grid, if there are many and only weak evidence that the
 * cells are interactive. The cells can then still be found by row and column.
 * @param {Item[]} all
 */
export const withoutCells = (all) => {
  const found = inTables(all);
  /** @type {Map<Element, Item[]>} */
  const grids = new Map();
  if (found.length <= FOLDED) return found;
  for (const item of found) {
    if (!isWeak(item)) continue;
    const cell = cellAround(item.el);
    const grid = cell && !is(cell, HEADS) ? gridAround(cell) : null;
    if (grid) addTo(grids, grid, item);
  }
  /** @type {Map<Item, Item | null>} */
  const instead = new Map();
  for (const [grid, cells] of grids) {
    if (cells.length <= FOLDED || !isAddressable(grid)) continue;
    for (const item of cells) instead.set(item, null);
    instead.set(cells[0], asGrid(grid, cells));
  }
  if (instead.size === 0) return found;
  return found.flatMap((item) => {
    const grid = instead.get(item);
    if (grid) return [grid];
    // The grid already has a mark.
    const isGrid = grids.has(item.el) && [...instead.values()].some((one) => one?.el === item.el);
    return grid === null || isGrid ? [] : [item];
  });
};

const STATED = "[aria-expanded],[aria-haspopup],[onclick],[contenteditable]";
/** Minimum number of rows, and of cells per row, above which a UI library is assumed to have added the listeners. */
const LEAST = 2;
/**
 * Replaces the marks of the cells of a table by one mark for the table, if all cells have a listener, nothing else
 * shows that they are interactive, and their rows contain controls. UI libraries add listeners to every cell, even if a
 * click there does nothing.
 * @param {Item[]} found
 */
const inTables = (found) => {
  /** @type {Map<Element, Item[]>} */
  const rows = new Map();
  for (const item of found) {
    const isDull = item.kind === LISTENER && is(item.el, CELLS) && !is(item.el, STATED) && wordsIn(item.el) !== "";
    const row = isDull ? parent(item.el) : null;
    if (!row || !is(row, ROWS) || styleOf(item.el).live.userSelect === "none") continue;
    rows.set(row, [...(rows.get(row) ?? []), item]);
  }
  /** @type {Map<Element, Item[][]>} */
  const tables = new Map();
  for (const [row, cells] of rows) {
    const table =
      cells.length >= LEAST && found.some((item) => item.kind & CONTROL && holds(row, item.el))
        ? gridAround(cells[0].el)
        : null;
    if (table) tables.set(table, [...(tables.get(table) ?? []), cells]);
  }
  /** @type {Map<Item, Item | null>} */
  const instead = new Map();
  for (const [table, held] of tables) {
    if (held.length < LEAST || !isAddressable(table) || found.some(({ el }) => el === table)) continue;
    for (const item of held.flat()) instead.set(item, null);
    instead.set(held[0][0], asGrid(table, held.flat()));
  }
  return found.flatMap((item) => (instead.has(item) ? (instead.get(item) ?? []) : [item]));
};

/**
 * Returns one mark for a grid, made from the marks of its cells.
 * @param {Element} grid @param {Item[]} cells @returns {Item}
 */
export const asGrid = (grid, cells) => {
  const boxes = cells.flatMap((cell) => cell.boxes);
  const bounds = /** @type {Box} */ ([
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ]);
  return {
    el: grid,
    tag: read.localName.call(grid),
    kind: CONTROL,
    boxes: [bounds],
    box: toBox(rect(grid)),
    up: null,
    place: cells[0].place,
    points: cells[0].points,
    share: 1,
    cells: cells.length,
  };
};

/**
 * Returns the rank of an item when the number of marks is limited: 0 for strong evidence, 1 for weak evidence, 2 for a
 * cell with weak evidence.
 * @param {Item} item
 */
export const weightOf = (item) => {
  if (item.cells || !isWeak(item)) return 0;
  return cellAround(item.el) ? 2 : 1;
};

const SEARCH = "[type=search],[role=searchbox],[role=search] *,search *,[name=q],[name=query]";
/** Whether text can be typed into the element. @param {Element} el */
const isField = (el) => is(el, "input,textarea,[contenteditable],[role=textbox],[role=combobox]");
/** Whether the element is a search field. @param {Element} el */
const isSearch = (el) =>
  isField(el) &&
  (is(el, SEARCH) ||
    ["aria-label", "placeholder", "name", "id", "title"].some((name) =>
      attr(el, name)?.toLowerCase().includes("search"),
    ));
/**
 * Whether an element is the default button of its form, that is, the button that Enter in a field activates.
 * @param {Element} el
 */
const isDefault = (el) => is(el, "button:default,input:is([type=submit],[type=image]):default");
const SENT = "button,[role=button]";
const TYPED =
  "input:is(:not([type]),[type=text],[type=email],[type=url],[type=tel]),textarea," +
  "[role=textbox],[contenteditable=true]";
/**
 * Maximum number of similar buttons that follow a field. If there are more, they are in the rows of a list, and do not
 * submit a field.
 */
const SENDERS = 2;
/**
 * Whether an element is a button outside any form, directly after a text field or after a box with exactly one text
 * field.
 * @param {Element} el
 */
const isBesideField = (el) => {
  if (!is(el, SENT) || is(el, "form *")) return false;
  const before = previousElement(el);
  if (!before || is(before, SENT) || queryCss(before, SENT).length > 0) return false;
  return is(before, TYPED) || queryCss(before, TYPED).length === 1;
};
const [DESTROY, DESTROY_ABROAD] = [
  "delete|remove|destroy|discard|erase|trash|bin|danger",
  "löschen|entfernen|supprimer|eliminar|borrar|excluir|elimina|usuń|удалить|删除|刪除|削除|삭제|حذف",
];
const DESTROYS = new RegExp(`(?:^|[^a-z])(?:${DESTROY})(?:[^a-z]|$)|${DESTROY_ABROAD}`, "i");
/** Matches words for destructive actions, also inside longer words. */
const MAY_DESTROY = new RegExp(`${DESTROY}|${DESTROY_ABROAD}`, "i");
/** Number added to the kind of a destructive control, so that such controls come after the others in their row. */
const DESTRUCTIVE = 100_000;
/** Selector for elements whose rendered text is not in their `textContent`. */
const SETS_TEXT = "input,textarea,select";
/**
 * Whether an element is for a destructive action, such as deleting, judged by its text and attributes.
 * @param {Element} el
 */
const isDestructive = (el) => {
  const signs = ["title", "aria-label", "value", "class", "name"].map((name) => attr(el, name) ?? "");
  if (DESTROYS.test(signs.join(" "))) return true;
  if (childCount.call(el) === 0 && !rootOf(el) && !is(el, SETS_TEXT)) {
    // The rendered text of an element that contains only text is part of its `textContent`. Computing the rendered text
    // forces layout and takes a hundred times as long, so it is done only if the `textContent` may contain such a word.
    const words = textContent(el);
    if (!MAY_DESTROY.test(words) && !hasInvisible(words)) return false;
  }
  return DESTROYS.test(textOf(el).slice(0, 60));
};
/** Returns a key shared by similar elements: tag, role or type, and first class. @param {Element} el */
const likeness = (el) => [read.localName.call(el), attr(el, "role") ?? attr(el, "type"), classesOf(el)[0]].join(" ");
/**
 * Returns the buttons that have at most `SENDERS` similar ones. Buttons in larger groups belong to the rows of a list.
 * @param {Element[]} buttons
 */
const fewAlike = (buttons) => {
  /** @type {Map<string, Element[]>} */
  const alike = new Map();
  for (const each of buttons) {
    const key = `${likeness(each)} ${attr(each, "title") ?? ""} ${textOf(each).slice(0, 40)}`;
    alike.set(key, [...(alike.get(key) ?? []), each]);
  }
  return [...alike.values()].filter((group) => group.length <= SENDERS).flat();
};
/**
 * Returns a number for the kind of each element; similar elements have the same number. A destructive control in a row
 * has a number above `DESTRUCTIVE`. The search field and the buttons that submit a form have 0.
 * @param {Element[]} elements
 */
const kindsOf = (elements) => {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const beside = elements.filter(isBesideField);
  const senders = new Set(beside.length <= SENDERS ? beside : []);
  for (const each of fewAlike(elements.filter(isDefault))) senders.add(each);
  /** How many elements of each kind were found so far in each row. @type {Map<Element, Map<string, number>>} */
  const rows = new Map();
  return elements.map((el) => {
    if (isSearch(el) || senders.has(el)) return 0;
    let like = likeness(el);
    const row = closest(el, RECORDS);
    if (row && row !== el) {
      // The icons of a row do different things, so the second icon is of another kind than the first.
      const held = rows.get(row) ?? new Map();
      rows.set(row, held.set(like, (held.get(like) ?? 0) + 1));
      like += ` ${held.get(like)}`;
    }
    if (!numbers.has(like)) numbers.set(like, numbers.size + 1);
    return (numbers.get(like) ?? 0) + (row && isDestructive(el) ? DESTRUCTIVE : 0);
  });
};

/**
 * Returns the regions that contain some elements, and for each element the index of its region, or -1 for the page.
 * @param {Element[]} elements @param {boolean} isNamed whether regions get selectors
 */
export const regionsFor = (elements, isNamed) => {
  const known = new Map();
  /** @type {Map<Region, number>} */
  const numbers = new Map();
  const of = elements.map((el) => {
    const region = regionOf(el, known);
    if (!region) return -1;
    let number = numbers.get(region);
    if (number === undefined) numbers.set(region, (number = numbers.size));
    return number;
  });
  const regions = [...numbers.keys()].map(({ el, kind, label, place }, i) => ({
    kind,
    label,
    place,
    selector: isNamed && i < MANY ? selector(el) : "",
  }));
  return { regions, of, kinds: isNamed ? kindsOf(elements) : [] };
};

/**
 * Returns the regions of the elements with these ids; a removed element is in no region (-1).
 * @param {...number} ids @returns {RegionsReply}
 */
export const regionsOf = (...ids) => {
  const elements = ids.map((id) => nodeOf(id));
  const there = elements.filter((el) => el !== null);
  const { regions, of, kinds } = regionsFor(there, true);
  let next = 0;
  const at = elements.map((el) => (el ? next++ : -1));
  return { regions, of: at.map((i) => of[i] ?? -1), kinds: at.map((i) => kinds[i] ?? -1) };
};

const OPEN_DIALOGS = "dialog[open],[role=dialog],[role=alertdialog]";
/** Selector that is fast to match and tells whether anything may be painted over the page. */
const OVER = `[role=menu],[role=listbox],:popover-open,${OPEN_DIALOGS}`;
const OVER_ROLES = ["menu", "listbox", "dialog", "alertdialog"];
/**
 * Whether anything may be painted over the page: an open menu, listbox, popover or dialog. In a large document, an
 * index of attributes is used, because matching a selector list against every element is slow.
 */
const hasOver = () => {
  if (!watchesTrees()) return queryFirst(document, OVER) !== null;
  return (
    tagged("dialog").some((el) => is(el, "[open]")) ||
    inDocument("role", OVER_ROLES).length > 0 ||
    inDocument("popover").some((el) => is(el, ":popover-open"))
  );
};
/** @param {Element} at */
const isOver = (at) => is(at, OVER) && isOpened(at, is(at, OPEN_DIALOGS) ? "dialog" : "menu");
/**
 * Returns the layer of each element: the number of the open dialog or menu that contains it, or 0 for the page. The
 * numbers are in document order, in which later ones are painted above earlier ones.
 * @param {Element[]} elements
 */
export const piecesOf = (elements) => {
  if (!hasOver()) return elements.map(() => 0);
  /** @type {Map<Element, number>} */
  const known = new Map();
  let last = 0;
  return elements.map((el) => {
    const way = [];
    let number = 0;
    for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
      const before = known.get(at);
      if (before !== undefined) {
        number = before;
        break;
      }
      way.push(at);
    }
    for (const at of way.reverse()) {
      if (number === 0 && isOver(at)) number = last += 1;
      known.set(at, number);
    }
    return number;
  });
};
