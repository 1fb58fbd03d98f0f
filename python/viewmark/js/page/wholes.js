// Finds the object that a small control acts on: the field that it changes, the message or chip that it closes, the
// column that it sorts, the tree node that it expands. The name of that object distinguishes the control in any
// language.
import { rowText, wordsAround } from "./around_words.js";
import { isCalled, closes } from "./class_words.js";
import { holds, is, nearest, parent, read, rect, rootOf } from "./dom.js";
import { labelOf } from "./field_labels.js";
import { labelHint } from "./label_hint.js";
import { labelsOf } from "./labels.js";
import { hasLetter, oneLine } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { isListening } from "./listeners.js";
import { nameOf as accessibleName } from "./names.js";
import { closest, few, isSvg, isUnpainted, memo, nextElement, queryCss, queryFirst } from "./native.js";
import { BUTTONS_AND_LINKS, ownWords } from "./seen_words.js";
import { textOf } from "./text.js";
import { FIELDS, FIELD_BOX, LONGEST, PARTS, ROWS, SIGN, STEPS, TICKS, EDGE } from "./vocabulary.js";
import { wordsIn } from "./words_in.js";

const WRITTEN = `${FIELDS},[role=spinbutton],[role=combobox],[role=textbox]`;
const NUMBER = "[role=spinbutton],input[type=number]";

/** @param {string} text */
const clean = (text) => oneLine(text).slice(0, LONGEST);
/**
 * Whether an element has at most one character of text. The ligature of an icon font does not count.
 * @param {Element} el
 */
const isMute = (el) => {
  const text = isSvg(el) ? "" : wordsIn(el);
  return (
    text.length <= 1 ||
    ownWords(el, LONGEST).length <= 1 ||
    [el, ...(few(el, PARTS) ?? [])].some((one) => ligatureOf(one) === text)
  );
};
/**
 * Returns the painted elements in a box that match a selector, including those in components. The result is cached.
 * @param {Element} box @param {string} selector
 */
const paintedIn = (box, selector) => {
  const known = memo(`in ${selector}`);
  const before = known.get(box);
  if (before) return before;
  const found = [...queryCss(box, selector)];
  for (const host of (few(box, 8 * PARTS) ?? [])
    .filter((one) => read.localName.call(one).includes("-"))
    .slice(0, PARTS)) {
    const root = rootOf(host);
    if (root) found.push(...queryCss(root, selector));
  }
  const painted = found.filter((one) => rect(one).width > 0);
  known.set(box, painted);
  return painted;
};
const PARTNERS = `${BUTTONS_AND_LINKS},${WRITTEN}`;
/**
 * Returns the controls in a box, except for the element `el`, its ancestors and its descendants. The search ends at 2 *
 * PARTS controls, because no caller needs to know of more.
 * @param {Element} box @param {Element} el
 */
const others = (box, el, selector = PARTNERS) => {
  /** @type {Element[]} */
  const found = [];
  for (const one of paintedIn(box, selector)) {
    if (one !== el && !holds(one, el) && !holds(el, one)) found.push(one);
    if (found.length === 2 * PARTS) break;
  }
  return found;
};
/**
 * Whether ARIA or a label names a field. The text painted inside a field is not a name.
 * @param {Element} field
 */
const isNamed = (field) => is(field, "[aria-label],[aria-labelledby]") || labelsOf(field).length > 0;
/**
 * Returns the name of a field: its painted label if the markup gives none, its accessible name, or a guess.
 * @param {Element} field @param {Element} [box] the box painted for it
 */
const nameOf = (field, box = field) =>
  clean((!isNamed(field) && labelOf(field, box)) || accessibleName(field) || labelHint(field, "", box));

/** Texts of close buttons, whether visible or only for screen readers. */
const CROSSES = new Set(["close", "dismiss", ..."×✕✖✗╳⨯"]);
/** Whether an icon button removes or closes something. @param {Element} el */
const isCross = (el) => {
  const text = wordsIn(el);
  // UI libraries give a close button a text for screen readers, so the text is compared even if it is not visible.
  return CROSSES.has(text.toLowerCase()) || (isMute(el) && closes(el));
};
/**
 * Whether a box stands out as an object: a message, a dialog, or a box with its own background, border or shadow.
 * @param {Element} box
 */
const isApart = (box) => {
  if (is(box, "[role=alert],[role=status],[role=alertdialog],[role=dialog],dialog")) return true;
  const { backgroundColor, borderTopWidth, borderBottomWidth, boxShadow } = getComputedStyle(box);
  return (
    !isUnpainted(backgroundColor) ||
    (parseFloat(borderTopWidth) > 0 && parseFloat(borderBottomWidth) > 0) ||
    boxShadow !== "none"
  );
};
/**
 * Returns the text of the box that a close button closes, if the button is its only control; or the name of the field
 * that the button clears. "" if the element is no close button or neither applies.
 * @param {Element} el
 */
const closedBy = (el) => {
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= 2 * FIELD_BOX; at = parent(at), i += 1) {
    const beside = others(at, el);
    const [field, ...more] = beside.filter((one) => is(one, "input,textarea"));
    if (field && more.length === 0 && beside.every((one) => one === field || isMute(one))) {
      return is(field, TICKS) ? "" : nameOf(field, at) || wordsAround(at, el);
    }
    // A message may have other buttons besides its close button.
    const isMessage = field === undefined && beside.every((one) => !isMute(one) && !isCross(one)) && isApart(at);
    if (beside.length > 0 && !isMessage && (beside.length > 1 || !is(beside[0], "a"))) return "";
    // Content passed to a slot is rendered inside the component, so the text around the button includes the button's
    // own text.
    const own = wordsIn(el);
    const all = wordsAround(at, el);
    const said =
      own.length > 1
        ? clean(all.startsWith(own) ? all.slice(own.length) : all.endsWith(own) ? all.slice(0, -own.length) : all)
        : all;
    if (hasLetter(said)) return said;
  }
  return "";
};

/**
 * Whether two parts have the same tag and size, as the two buttons of a stepper have.
 * @param {Element} one @param {Element} other
 */
const areEqual = (one, other) =>
  read.localName.call(one) === read.localName.call(other) &&
  Math.abs(rect(one).width - rect(other).width) < 2 &&
  Math.abs(rect(one).height - rect(other).height) < 2;
/**
 * Whether a box has a number or a field between two parts, as a stepper has.
 * @param {Element} box @param {Element[]} pair
 */
const isSteps = (box, [one, other]) => {
  const [a, b] = [rect(one), rect(other)].sort((x, y) => x.left - y.left);
  return [box, ...(few(box, 4 * PARTS) ?? [])].some((part) => {
    const isShown = read.firstElement.call(part) === null && /^\D{0,3}\d[\d.,\s]*\D{0,3}$/.test(textOf(part));
    if ((!isShown || isListening(part)) && (!is(part, "input") || is(part, TICKS))) return false;
    const place = rect(part);
    return a.right <= place.left + 1 && place.right <= b.left + 1;
  });
};
/** Whether two boxes on one line touch. @param {DOMRect} a @param {DOMRect} b */
const isTouching = (a, b) =>
  Math.min(Math.abs(a.right - b.left), Math.abs(b.right - a.left)) <= 2 &&
  Math.abs(a.top - b.top) <= 2 &&
  Math.abs(a.bottom - b.bottom) <= 2;
/** Maximum number of children of a stepper that are examined. */
const FEW = 5;
/**
 * Returns the other children of a box that have a listener and no text. They are the parts of a stepper that has no
 * buttons.
 * @param {Element} box @param {Element} el
 */
const signsIn = (box, el) => {
  const found = [];
  for (let at = read.firstElement.call(box), i = 0; at && i < FEW; at = nextElement(at), i += 1)
    if (at !== el && isListening(at) && isMute(at)) found.push(at);
  return found;
};
/**
 * Returns the text between two equal icon buttons that change it, such as a month or a page number.
 * @param {Element} el
 */
const turnedBy = (el) => {
  for (let at = parent(el), i = 0; at && i < 2 && rect(at).height <= SIGN + 16; at = parent(at), i += 1) {
    const [other, ...more] = [...others(at, el), ...signsIn(at, el)];
    if (!other || !isMute(other)) continue;
    if (more.some((one) => one !== other) || !areEqual(other, el)) return "";
    const said = clean(wordsAround(at, el).replace(wordsIn(other), ""));
    const [a, b] = [rect(el), rect(other)].sort((x, y) => x.left - y.left);
    const isBetween = (few(at, 4 * PARTS) ?? []).some(
      (part) =>
        read.firstElement.call(part) === null &&
        rect(part).left >= a.right - 1 &&
        rect(part).right <= b.left + 1 &&
        textOf(part) === said,
    );
    return isBetween && hasLetter(said) && said.length < LONGEST / 2 ? said : "";
  }
  return "";
};
/**
 * Returns the name of the field that a part increases, decreases, opens or clears. It must be the only field around or
 * beside the part.
 * @param {Element} el
 */
const changedBy = (el) => {
  const mine = rect(el);
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= FIELD_BOX; at = parent(at), i += 1) {
    const beside = others(at, el);
    const fields = beside.filter((one) => is(one, WRITTEN) && !is(one, BUTTONS_ONLY));
    if (fields.length === 0) {
      const [other, ...more] = beside.length > 0 ? beside : signsIn(at, el);
      // A stepper may show its number as text, without a field.
      const label =
        other && more.length === 0 && !hasLetter(wordsIn(el)) && areEqual(other, el) && isSteps(at, [el, other])
          ? labelOf(at, at)
          : "";
      if (label) return clean(label);
      // If there is text around the part, the part belongs to a chip in the field, and that text identifies it.
      if (hasLetter(wordsAround(at, el))) return "";
      continue;
    }
    const [field] = fields;
    // An input hidden inside a custom field is not another field.
    if (fields.length > 1 && !fields.every((one) => one === field || holds(one, field) || holds(field, one))) return "";
    if (is(field, TICKS) || !is(field, WRITTEN)) return "";
    const pressed = beside.filter((one) => !fields.includes(one));
    if (!pressed.every(isMute) || pressed.length > 3) return "";
    const place = rect(field);
    const isIn =
      place.left <= mine.left &&
      mine.right <= place.right &&
      place.top <= mine.top + 1 &&
      mine.bottom <= place.bottom + 1;
    const [other, ...more] = pressed;
    // The arrows of a pagination have other numbers between them than the field.
    const isAway = place.width > EDGE && !isSteps(field, [el, other ?? el]);
    const isPair =
      other !== undefined &&
      more.length === 0 &&
      areEqual(other, el) &&
      ((!isAway && isSteps(at, [el, other])) || (isTouching(place, rect(other)) && isTouching(rect(other), mine)));
    const isFramed = rect(at).width - place.width <= 3 * SIGN && isApart(at);
    const isNumber = is(field, NUMBER) && rect(at).width - place.width <= 4 * SIGN;
    if (isNumber || isPair || isIn || isTouching(place, mine) || isFramed) return nameOf(field) || nameOf(field, at);
  }
  return "";
};
const BUTTONS_ONLY = "input[type=button],input[type=submit],input[type=reset],input[type=image]";

/**
 * Returns the nearest element that matches a selector, at or above an element, inside or outside its component.
 * @param {Element} el @param {string} selector
 */
const around = (el, selector) => nearest(el, selector);
const HEAD = "[role=columnheader],th:not([colspan]),th[colspan='1']";
/** Returns the text of the column header or the tree item that contains a part. @param {Element} el */
const headOf = (el) => {
  const head = around(el, `${HEAD},[role=treeitem]`);
  if (!head || head === el || is(el, TICKS) || rect(head).height > FIELD_BOX * 2) return "";
  const said = is(head, HEAD) ? wordsAround(head, el) : rowText(head, el);
  return hasLetter(said) && said.length < LONGEST ? said : "";
};

/** Minimum font weight and font size (px) of a heading. */
const [HEAVY, LARGE] = [600, 16];
/** Whether a part of a box has a text and is styled as a heading. @param {Element} box @param {string} said */
const isTitle = (box, said) =>
  said.length < LONGEST / 2 &&
  !closest(box, "header,nav,[role=banner],[role=navigation]") &&
  (few(box, PARTS) ?? []).some(
    (part) =>
      wordsIn(part) === said &&
      (Number(getComputedStyle(part).fontWeight) >= HEAVY || parseFloat(getComputedStyle(part).fontSize) >= LARGE),
  );
const CELLS = "td,th,tr,[role=row],[role=cell],[role=gridcell],[role=columnheader]";
const TITLE = "h1,h2,h3,h4,h5,h6,legend,[role=heading]";
/**
 * Returns the text of the chip around a part, if the chip contains no other control, or of the heading beside the part.
 * @param {Element} el
 */
const writtenBeside = (el) => {
  for (let at = parent(el), i = 0; at && i < 3 && rect(at).height <= SIGN + 16; at = parent(at), i += 1) {
    if (others(at, el).length > 0 || is(at, `${BUTTONS_AND_LINKS},${CELLS}`)) return "";
    const said = wordsAround(at, el);
    if (!hasLetter(said)) continue;
    const title = queryFirst(at, TITLE);
    if (!title && isTitle(at, said)) return said;
    if (title) return said.length < LONGEST && textOf(title).startsWith(said.slice(0, LONGEST / 2)) ? said : "";
    const isChip = parseFloat(getComputedStyle(at).borderTopLeftRadius) > 0 && isApart(at) && rect(at).height <= SIGN;
    return isChip && said.length < LONGEST / 2 ? said : "";
  }
  return "";
};

/** @param {string} text */
const spokenWords = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/**
 * Returns the row that a checkbox selects, if the name of the checkbox does not tell which row. For a checkbox in the
 * column header, returns "all rows".
 * @param {Element} el @returns {Whole | null}
 */
const chosenBy = (el) => {
  const row = around(el, ROWS);
  const name = accessibleName(el);
  if (!row || name === "") return null;
  if (around(el, HEAD)) return { words: "all rows", kind: "A" };
  const said = rowText(row, el);
  const known = new Set(spokenWords(name));
  const own = spokenWords(said);
  return hasLetter(said) && !own.some((word) => known.has(word)) ? { words: said, kind: "R" } : null;
};

const SPOKEN = "[role=alert],[role=status],[role=alertdialog]";
/** Number of other controls from which on a box does not count as a message. */
const ANSWERS = 4;
/** Returns the text of the message that a button belongs to. @param {Element} el */
const answeredBy = (el) => {
  if (!is(el, "button,[role=button]")) return "";
  for (let at = parent(el), i = 0; at && i < STEPS && rect(at).height <= 2 * FIELD_BOX; at = parent(at), i += 1) {
    const beside = others(at, el);
    if (beside.length >= ANSWERS || beside.some((one) => is(one, WRITTEN))) return "";
    if (!is(at, SPOKEN) && !isCalled(at, "alert")) continue;
    let said = wordsAround(at, el);
    for (const text of [el, ...beside].reverse().map((one) => wordsIn(one)))
      if (text !== "" && said.endsWith(text)) said = said.slice(0, -text.length).trim();
    return hasLetter(said) ? said : "";
  }
  return "";
};

/**
 * Returns the object that a control acts on, with its text and kind; null if there is none or it cannot be told.
 * @param {Element} el @returns {Whole | null}
 */
export const wholeOf = (el) => {
  const { width, height } = rect(el);
  if (is(el, TICKS)) return width <= SIGN && height <= SIGN ? chosenBy(el) : null;
  if (is(el, WRITTEN)) return null;
  const isSmall = width <= SIGN && height <= SIGN;
  const words =
    isSmall && isCross(el)
      ? closedBy(el) || answeredBy(el)
      : isSmall && isMute(el)
        ? writtenBeside(el) || changedBy(el) || turnedBy(el) || headOf(el)
        : answeredBy(el);
  return words ? { words, kind: "R" } : null;
};
