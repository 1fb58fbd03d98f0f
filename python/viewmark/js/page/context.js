// Finds the context of an element: its dialog, its landmark, and the heading or row that distinguishes it.
import { rowText } from "./around_words.js";
import { attr, is, parent, read, rects, rootOf } from "./dom.js";
import { hasInk, hasLetter, isScript } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { isUnpainted, nextElement, previousElement, queryFirst } from "./native.js";
import { firstClass, isLike, likes } from "./rows.js";
import { BUTTONS_AND_LINKS, cleanWords, wordsSeenIn } from "./seen_words.js";
import { LONGEST, MANY, STEPS, MOST_READ } from "./vocabulary.js";
import { wholeOf } from "./wholes.js";

const HEADINGS = "h1,h2,h3,h4,h5,h6,legend,caption,[role=heading]";
const ROWS = new Set(["tr", "li", "article", "dd", "fieldset", "figure", "details"]);
const ROW_ROLES = new Set(["row", "listitem", "article", "group", "radiogroup", "treeitem", "alert"]);
const LANDMARKS = new Set(["nav", "header", "footer", "aside", "main", "form", "section"]);
const LANDMARK_ROLES = new Set(
  "navigation banner contentinfo complementary main form search region toolbar menu menubar " +
    "tablist dialog alertdialog".split(" "),
);
/** @type {Record<string, string>} */
const SITE = { header: "banner", footer: "contentinfo", nav: "navigation", search: "search" };
const SITE_ROLES = new Set(Object.values(SITE));
const NOT_SITE = ":is(article,section,main,aside,nav,dialog) *";
/**
 * Selector for column headers. The texts beside a column header belong to other columns, so they do not describe it.
 */
const HEAD = "[role=columnheader],thead th,thead td,tr:not(:has(> td)) > th";

/** Returns 2 if the element is a modal dialog, 1 if it is another open dialog, otherwise 0. @param {Element} at */
const dialogHere = (at) => {
  if (read.localName.call(at) === "dialog") return is(at, ":modal") ? 2 : Number(is(at, "[open]"));
  if (!is(at, "[role=dialog],[role=alertdialog]")) return 0;
  return attr(at, "aria-modal")?.trim().toLowerCase() === "true" ? 2 : 1;
};
/**
 * Returns 2 inside a modal dialog, 1 inside another open dialog, otherwise 0; `known` caches ancestors for a batch.
 * @param {Element} el @param {Map<Element, number>} [known]
 */
export const dialogOf = (el, known = new Map()) => {
  const way = [];
  let found = 0;
  for (let at = /** @type {Element | null} */ (el); at; at = parent(at)) {
    const before = known.get(at);
    if (before !== undefined) {
      found = before;
      break;
    }
    way.push(at);
  }
  for (let i = way.length - 1; i >= 0; i -= 1) {
    found = Math.max(found, dialogHere(way[i]));
    known.set(way[i], found);
  }
  return found;
};

/**
 * Returns texts that distinguish an element from similar ones: text of the row or card, heading, label of the landmark.
 * They are ordered from the innermost outwards, at most three. `memo` caches results per ancestor for a batch of calls.
 *
 * Labels of buttons are omitted from the text of rows, because they change on activation, unless there is no other
 * text. A box without a name is identified by its own text (`own`), which comes first. Similar boxes are omitted from
 * the text of the cards around it.
 *
 * `kinds` contains a letter for each text: `o` own text, `r` row or card, `b` the adjacent button in a row or card
 * without other text, `g` group of similar boxes, `h` heading, `l` label or landmark, `R` and `A` the object that the
 * control acts on (`wholeOf`).
 * @param {Element} el @param {Map<Element, any>} memo @param {string} [own]
 * @returns {{ parts: string[]; kinds: string }}
 */
export const contextOf = (el, memo, own = "") => {
  const parts = own ? [own] : [];
  let kinds = own ? "o" : "";
  const most = parts.length + 3;
  const tag = read.localName.call(el);
  let hasHeading = false;
  let hasRow = false;
  let branch = el;
  // An element whose text has no letters, such as a number, is identified by the object that it belongs to.
  const whole = !hasLetter(own) || own === ligatureOf(el) ? wholeOf(el) : null;
  if (whole) {
    parts.push(whole.words);
    kinds += whole.kind;
  }
  const isBox = hasLetter(own);
  let isItem = isBox && likes(el).length > 0;
  for (
    let at = /** @type {Element | null} */ (parent(el)), depth = 0;
    at && depth < 24 && parts.length < most;
    depth += 1
  ) {
    let known = memo.get(at);
    if (!known) {
      known = judge(at);
      memo.set(at, known);
    }
    let part = "";
    let kind = "l";
    if (known.label) part = known.label;
    else if (!hasRow && known.isTableRow && is(branch, HEAD)) {
      hasRow = true;
      part = branch === el ? "" : wordsSeenIn(branch, el, false);
      kind = "r";
    } else if (!hasRow && (known.isRow || isCard(at, tag, known))) {
      const isOfGroup = isBox && !known.isTableRow && (isItem || branch === el);
      const said = isOfGroup ? "" : rowText(at, el);
      // Text without letters counts only in a row; in other boxes, numbers belong to a scale.
      const row = known.isRow || hasLetter(said) ? said : "";
      const beside = row || isOfGroup ? "" : besideIn(at, el);
      part = isOfGroup ? groupOf(at, branch, known) : row || beside;
      hasRow = part !== "";
      kind = isOfGroup && isItem ? "g" : beside && !known.isRow ? "b" : "r";
    } else if (!hasHeading && !known.isRoot) {
      part = headingBefore(branch, tag, known, own !== "" && branch === el);
      hasHeading = part !== "";
      if (part) kind = "h";
      else part = known.landmark;
    } else part = known.landmark;
    if (part && !parts.includes(part)) {
      parts.push(part);
      kinds += kind;
    }
    isItem ||= isBox && !known.isRoot && likes(at).length > 0;
    branch = at;
    at = parent(at);
  }
  return { parts, kinds };
};

/** Returns the facts about an ancestor that are the same for everything inside it. @param {Element} at */
const judge = (at) => {
  const tag = read.localName.call(at);
  if (tag === "html") return { isRoot: true, landmark: "" };
  const role = (attr(at, "role") ?? "").trim().toLowerCase();
  const label = cleanWords(attr(at, "aria-label") ?? "");
  const kind = role || (is(at, NOT_SITE) ? tag : (SITE[tag] ?? tag));
  // A label without letters, such as "1 / 5", tells less than the text of the region. The label of a custom element
  // without a role names how it is implemented.
  if (hasLetter(label) && (role || !tag.includes("-"))) return { label: `${kind}:${label}` };
  if (SITE_ROLES.has(kind)) return { label: kind };
  return {
    isRow: ROWS.has(tag) || ROW_ROLES.has(role),
    isTableRow: tag === "tr" || role === "row",
    landmark: (LANDMARKS.has(tag) && tag !== "section") || LANDMARK_ROLES.has(role) ? kind : "",
    cards: new Map(),
    headings: new Map(),
    groups: new Map(),
  };
};

/**
 * Whether a box is one of several similar cards: a sibling of the same kind also contains an element with this tag.
 * @param {Element} at @param {string} tag @param {any} known
 */
const isCard = (at, tag, known) => {
  if (known.isRoot) return false;
  let verdict = known.cards.get(tag);
  if (verdict === undefined) {
    // An element that contains rows is part of a table, not a row itself.
    verdict =
      queryFirst(at, "[role=row]") === null &&
      likes(at).some((other) => read.localName.call(at).includes("-") || queryFirst(other, tag) !== null);
    known.cards.set(tag, verdict);
  }
  return verdict;
};
/** Returns the text of the first control in a box, if it is not `el` itself. @param {Element} at @param {Element} el */
const besideIn = (at, el) => {
  const first = queryFirst(at, BUTTONS_AND_LINKS);
  return first && first !== el ? wordsSeenIn(first, el) : "";
};

/**
 * Returns the text of a card without the boxes that resemble the branch. In a column of a board, this is the title of
 * the column.
 * @param {Element} at @param {Element} branch @param {any} known
 */
const groupOf = (at, branch, known) => {
  const kind = `${read.localName.call(branch)}.${firstClass(branch)}`;
  let text = known.groups.get(kind);
  if (text !== undefined) return text;
  const alike = new Set([branch]);
  for (const step of [previousElement, nextElement]) {
    let each = step(branch);
    for (let steps = 0; each && steps < MOST_READ; steps += 1, each = step(each)) {
      if (isLike(each, branch)) alike.add(each);
    }
  }
  text = wordsSeenIn(at, null, false, LONGEST, alike);
  known.groups.set(kind, text);
  return text;
};

/**
 * Returns the nearest heading before a branch, among its siblings, unless the heading belongs to another card or
 * section. The branch is the described element or one of its ancestors.
 * @param {Element} branch @param {string} tag @param {any} known
 * @param {boolean} isItem whether the branch is identified by its own text, so that similar boxes are different items
 */
const headingBefore = (branch, tag, known, isItem) => {
  let byTag = known.headings.get(branch);
  if (!byTag) known.headings.set(branch, (byTag = new Map()));
  const asked = isItem ? `${tag} item` : tag;
  let label = byTag.get(asked);
  if (label !== undefined) return label;
  label = "";
  let at = previousElement(branch);
  for (let steps = 0; at && !label && steps < MANY; steps += 1, at = previousElement(at)) {
    if (isItem && isLike(at, branch)) continue;
    const heading = is(at, HEADINGS) ? at : queryFirst(at, HEADINGS);
    if (heading && heading !== at && (isSection(at, branch) || isInSection(heading, at))) continue;
    // Only a heading that is painted counts.
    if (
      heading &&
      rects(heading).length > 0 &&
      getComputedStyle(heading).visibility === "visible" &&
      (heading === at || (!queryFirst(at, tag) && !isBoxed(heading, at)))
    )
      label = wordsSeenIn(heading, null);
  }
  byTag.set(asked, label);
  return label;
};

const SECTIONS = "section,article,aside,fieldset,form,details,li";
/**
 * Whether a box is a section whose heading applies only inside it. A box that resembles the branch counts as such a
 * section.
 * @param {Element} at @param {Element} branch
 */
const isSection = (at, branch) =>
  is(at, SECTIONS) || (isLike(at, branch) && (firstClass(at) !== "" || queryFirst(branch, HEADINGS) !== null));
/**
 * Whether a heading is inside a section that is itself inside the box `top`.
 * @param {Element} heading @param {Element} top
 */
const isInSection = (heading, top) => {
  for (let at = parent(heading), i = 0; at && at !== top && i < STEPS; at = parent(at), i += 1)
    if (is(at, `${SECTIONS},nav`)) return true;
  return false;
};
/**
 * Whether a heading is in a box with a background and rounded corners, such as a message or card. Such a heading
 * applies only to its box.
 * @param {Element} heading @param {Element} top
 */
const isBoxed = (heading, top) => {
  for (let at = parent(heading), i = 0; at && i < STEPS; at = parent(at), i += 1) {
    const { backgroundColor, borderTopLeftRadius } = getComputedStyle(at);
    if (parseFloat(borderTopLeftRadius) > 0 && !isUnpainted(backgroundColor)) return true;
    if (at === top) return false;
  }
  return false;
};

const RECORD = ["data-id", "data-key", "data-row-key", "data-item-id", "data-record-id", "data-uid"];
const RECORDS = RECORD.map((name) => `[${name}]`).join();

/**
 * Returns what an element leads to or stands for, from stable markup: the URL of a link, the value of a radio, checkbox
 * or button (never typed text), or the key of the data record that contains the element. A leading space marks a value
 * of an ancestor, which other elements share.
 * @param {Element} el
 */
export const aimOf = (el) => {
  const tag = read.localName.call(el);
  const type = (attr(el, "type") ?? "").toLowerCase();
  if (tag === "a" || tag === "area") {
    const href = (attr(el, "href") ?? "").trim();
    if (href && href !== "#" && !isScript(href)) return href.slice(0, 200);
  } else if (tag === "button" || type === "radio" || type === "checkbox" || type === "submit") {
    const value = attr(el, "value");
    if (value) return `${attr(el, "name") ?? ""}=${value}`.slice(0, 200);
  }
  for (let at = /** @type {Element | null} */ (el), depth = 0; at && depth < 6; at = parent(at), depth += 1) {
    if (!is(at, RECORDS)) continue;
    for (const name of RECORD) {
      const value = attr(at, name);
      if (value) return `${at === el ? "" : " "}${name}=${value}`.slice(0, 200);
    }
  }
  return "";
};

/**
 * Returns one step of a path: the tag, and the position among siblings of the same tag.
 * @param {Element} at @param {string} tag
 */
const stepOf = (at, tag) => {
  let index = 1;
  let before = previousElement(at);
  for (; before && index < 500; before = previousElement(before)) {
    if (read.localName.call(before) === tag) index += 1;
  }
  return `${tag}[${index}]`;
};
/**
 * Returns the path of an element from the root, in which each tag has its position among siblings of the same tag:
 * `body/main[1]/ul[2]/li[7]/a[1]`. `known` caches the steps of ancestors for several calls.
 * @param {Element} el @param {Map<Element, string>} [known]
 */
export const pathOf = (el, known = new Map()) => {
  const parts = [];
  for (let at = /** @type {Element | null} */ (el); at && parts.length < 40; at = parent(at)) {
    let step = known.get(at);
    if (step === undefined) {
      const tag = read.localName.call(at);
      step = tag === "html" ? "" : stepOf(at, tag);
      known.set(at, step);
    }
    if (step === "") break;
    parts.push(step);
  }
  return parts.reverse().join("/");
};

const MEANINGFUL_ROLES = "[role]:not([role=none],[role=presentation],[role=generic])";
const MEANINGFUL = `h1,h2,h3,h4,h5,h6,img[alt]:not([alt=""]),p,li,td,th,dt,dd,label,legend,caption,
    figcaption,blockquote,pre,progress,meter,output,video,audio,canvas,svg,${MEANINGFUL_ROLES}`;
/**
 * Returns 8, the evidence `TEXT`, for an element that is not interactive but has text of its own or a role, so that it
 * should get a mark. Otherwise returns 0.
 * @param {Element} el @param {string} tag
 */
export const isMeaningful = (el, tag) => {
  if (tag === "body" || tag === "html") return 0;
  if (rootOf(el) || (tag === "details" && attr(el, "open") === null)) return 0;
  if (is(el, MEANINGFUL)) {
    if (tag !== "li" && tag !== "td" && tag !== "p" && tag !== "th") return 8;
  }
  for (let n = read.firstChild.call(el); n; n = read.nextSibling.call(n)) {
    if (read.nodeType.call(n) === 3 && hasInk(read.data.call(n))) return 8;
  }
  return 0;
};
