// Finds drop targets: lists with the same structure as the list of the dragged element, and elements that accept drops.
import { attr, holds, idOf, is, nodeOf, parent, rect } from "../page/dom.js";

/**
 * The limits of the search:
 * - `UP`: maximum number of levels from a list to the common ancestor of all lists.
 * - `MOST`: maximum number of drop zones.
 * - `LONGEST`: maximum number of characters of a drop zone's name.
 */
const UP = 4;
const MOST = 20;
const LONGEST = 60;
const TAKES =
  "[aria-dropeffect]:not([aria-dropeffect=none]),[dropzone],[class*=droppable],[class*=dropzone],[class*=drop-zone]";

/** @param {string} text */
const flat = (text) => text.replace(/\s+/g, " ").trim();
/** @param {Element} el */
const isShown = (el) =>
  rect(el).width > 2 && rect(el).height > 2 && Element.prototype.checkVisibility.call(el, { visibilityProperty: true });

/**
 * Returns a text that is equal for lists of the same kind, made of the tag, the classes and the attribute names.
 * @param {Element} el
 */
const kindOf = (el) => {
  const names = Array.from(el.attributes, (each) => each.name).filter(
    (name) => !/^(id|style|aria-.*|title)$/.test(name),
  );
  return `${el.localName} ${attr(el, "class") ?? ""} ${names.sort().join(" ")}`;
};

/**
 * Returns the name of a drop zone: its label, or the first line of its column.
 * @param {Element} zone @param {Element} column
 */
const titleOf = (zone, column) => {
  const label = attr(zone, "aria-label") ?? attr(column, "aria-label");
  const text = column instanceof HTMLElement ? column.innerText : "";
  return flat(label ?? text.split("\n").find((line) => flat(line)) ?? "").slice(0, LONGEST);
};

/**
 * Finds the lists of the same kind at the same position in neighbouring columns, such as those of a task board.
 * @param {Element} list @returns {[Element, Element][]} lists like it, each with the column that it is in
 */
const alike = (list) => {
  const kind = kindOf(list);
  /** @type {string[]} */
  const way = [];
  for (let at = list, i = 0; i < UP; i += 1) {
    const up = parent(at);
    if (!up || at === document.body) break;
    way.unshift(at.localName);
    const found = Array.from(up.querySelectorAll(`:scope > ${way.join(" > ")}`)).filter(
      (el) => kindOf(el) === kind && isShown(el),
    );
    if (found.length > 1)
      return found.slice(0, MOST).map((el) => [el, Array.from(up.children).find((child) => holds(child, el)) ?? el]);
    at = up;
  }
  return [];
};

/**
 * Returns the drop zones for an element, each as [id, name]; empty if none are found.
 * @param {number} id
 */
export const dropZones = (id) => {
  const el = nodeOf(id);
  if (!el) return [];
  /** @type {[Element, Element][]} */
  let zones = [];
  const { width, height } = rect(el);
  // The element's list is the first ancestor that is clearly larger and has similar lists on the page.
  for (
    let list = parent(el), i = 0;
    list && list !== document.body && i < UP && zones.length === 0;
    list = parent(list), i += 1
  ) {
    const box = rect(list);
    if (box.height > height * 1.2 || box.width > width * 1.2) zones = alike(list);
  }
  const own = Array.from(document.querySelectorAll(TAKES)).filter((zone) => isShown(zone) && !holds(el, zone));
  for (const zone of own)
    if (zones.length < MOST && !zones.some(([known]) => holds(known, zone) || holds(zone, known)))
      zones.push([zone, zone]);
  return zones.map(([zone, column]) => [idOf(zone), titleOf(zone, column)]);
};

/**
 * Returns the id of the drop zone that contains a point; 0 if there is none.
 * @param {number[]} ids @param {number} x @param {number} y
 */
export const zoneAt = (ids, x, y) => {
  const within = ids.filter((id) => {
    const el = nodeOf(id);
    if (!el || !is(el, "*")) return false;
    const { left, top, right, bottom } = rect(el);
    return x >= left && x < right && y >= top && y < bottom;
  });
  return within[0] ?? 0;
};
