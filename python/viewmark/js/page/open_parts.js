// Tells what is open or shut where only a class, or what is painted beside or below it, shows that: heads of folds, items with a list of their own, buttons with their menu.
import { lastWordOfClass, wordsOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { drawnSign } from "./drawn_signs.js";
import { attribute, byId, checkVisibility, closest, computed, few, isUnpainted, memo, nextElement } from "./native.js";
import { previousElement, queryCss, queryFirst, rootNode, textContent } from "./native.js";
import { textOf } from "./text.js";
import { wordsIn } from "./words_in.js";

const ROLES = new Set(["generic", "none", "button", "link", "listitem", "treeitem", "menuitem", "heading", "row"]);
const OPEN = new Set(["open", "opened", "expanded", "show", "shown", "visible"]);
const SHUT = new Set(["collapsed", "close", "closed"]);
/** Classes of how a part stands, which its head and its body both may have. */
const STATES = new Set([...OPEN, ...SHUT, "active", "current", "selected", "hidden"]);
/** What a class says of a part that does nothing but fold: `ant-tree-switcher_open`. */
const TOGGLE = /(?:^|[-_])(?:switcher|expander|toggler?|arrow|chevron|caret|disclosure)(?:$|[-_])/i;
const LISTS = "ul,ol,dl,[role=group],[role=list],[role=menu]";
const CONTROL = "a[href],button,input,select,textarea,[role],[onclick],[tabindex]";
const NOT_BODY = "script,style,template,dialog,[role=dialog],[role=alertdialog],[role=tooltip],[role=alert],label,br";
/** Letters that make a part more than a sign or a badge, and where a class of its head or item says how it stands. */
const SAYING = 20;
const BRIEF = 3;
/** Steps up to the head that an element is all of, neighbours that are compared, children before a list. */
const STEPS = 2;
const BESIDE = 12;
const BEFORE = 4;
/** How far a menu is painted from what opens it, px. */
const NEAR = 16;

/** The last words of the classes of some elements. @param {(Element | null)[]} all */
const wordsOf = (all) => {
  const found = new Set();
  for (const el of all) {
    for (const token of el ? classesOf(el) : []) found.add(lastWordOfClass(token));
  }
  return found;
};
/** What comes as a whole: that it is shown says nothing of a fold in it. */
const WHOLE = "dialog,[aria-modal=true],[role=dialog],[role=alertdialog],[role=alert],[role=status],[role=tooltip]";
/** The item of a head: what is around it. @param {Element} head */
const itemOf = (head) => {
  const up = parent(head);
  return up && !is(up, WHOLE) ? up : null;
};
/** @param {Set<string>} words @param {Set<string>} meant */
const hasAny = (words, meant) => [...meant].some((word) => words.has(word));

const FOLD = /(?:^|[-_])(accordion|collapse|collapsible|expansion|disclosure)(?:[-_]|$)/i;
/** Whether the classes of a head and of what stands behind it call both parts of one fold, or those of the box around them. @param {Element} head @param {Element} body */
const isOfFold = (head, body) => {
  const [own, its] = [head, body].map((el) =>
    classesOf(el)
      .map((token) => FOLD.exec(token)?.[1].toLowerCase())
      .find(Boolean),
  );
  if (own !== undefined && own === its) return true;
  const up = parent(head);
  return up !== null && parent(body) === up && classesOf(up).some((token) => FOLD.test(token));
};
/** Whether the items beside that of a head have a head and a body each as well, and some of the bodies are hidden and others not. @param {Element} head @param {Element} body */
const isOfFolds = (head, body) => {
  const item = parent(head);
  const list = item && parent(item);
  if (!list || nextElement(body) !== null || read.firstElement.call(item) !== head) return false;
  const bodies = [];
  for (let at = read.firstElement.call(list), i = 0; at && i < BESIDE; at = nextElement(at), i += 1) {
    const first = read.firstElement.call(at);
    const second = first && nextElement(first);
    if (
      !first ||
      !second ||
      nextElement(second) !== null ||
      attribute(at, "class") !== attribute(item, "class") ||
      read.localName.call(first) !== read.localName.call(head)
    )
      return false;
    bodies.push(isHidden(second));
  }
  return bodies.includes(true) && bodies.includes(false);
};
/** Whether what stands behind a head may be what it folds. @param {Element} head @param {Element} body */
const isBody = (head, body) => {
  if (is(body, NOT_BODY)) return false;
  const length = textContent(body).trim().length;
  const hasItems = is(body, LISTS) && queryFirst(body, "li,[role=listitem],[role=menuitem],[role=treeitem]") !== null;
  if (length >= SAYING || hasItems || queryFirst(body, CONTROL) !== null) return true;
  const words = wordsOf([head, itemOf(head)]);
  return (
    (length >= BRIEF && (hasAny(words, OPEN) || hasAny(words, SHUT))) ||
    isOfFold(head, body) ||
    (length >= BRIEF && isOfFolds(head, body))
  );
};
/** @param {Element} body */
const isHidden = (body) => computed(body).display === "none" || rect(body).height <= 1;
/** Whether a body is painted below its head, or floats at it. @param {Element} head @param {Element} body */
const isShown = (head, body) => {
  const style = computed(body);
  const [own, below] = [rect(head), rect(body)];
  if (below.height < 8 || below.width < 8 || style.visibility !== "visible" || +style.opacity === 0) return false;
  if (below.top >= own.bottom - Math.max(4, own.height / 2)) return true;
  return (
    isFloating(style) && below.bottom > own.top - NEAR && below.left < own.right + NEAR && below.right > own.left - NEAR
  );
};
/** @param {CSSStyleDeclaration} style */
const isFloating = (style) => style.position === "absolute" || style.position === "fixed";
/** What a head folds: the list that ends its item, or what stands behind it. @param {Element} head */
const bodyOf = (head) => {
  const up = parent(head);
  const last = up && lastOf(up);
  if (last && last !== head && is(last, LISTS) && isAmongFirst(head)) return isBody(head, last) ? last : null;
  const next = nextElement(head);
  // An item folds a list; what stands behind it otherwise has a head of its own.
  if (next && is(head, "li") && !is(next, LISTS)) return null;
  return next && !isLike(head, next) && isBody(head, next) ? next : null;
};
/** Whether what stands behind a head is another one. @param {Element} head @param {Element} next */
const isLike = (head, next) => {
  const tag = read.localName.call(head);
  return tag === read.localName.call(next) && (tag === "li" || tag.includes("-") || sharesClass(next, head));
};
/** @param {Element} el */
const lastOf = (el) => {
  let last = read.firstElement.call(el);
  for (let at = last, i = 0; at && i < 2 * BEFORE; last = at, at = nextElement(at), i += 1);
  return last && nextElement(last) === null ? last : null;
};
/** @param {Element} head */
const isAmongFirst = (head) => {
  let at = previousElement(head);
  for (let i = 0; at && i < BEFORE; i += 1) at = previousElement(at);
  return at === null;
};

/** Heads like one, each with what it folds: of the items beside its own, or beside it. @param {Element} head @param {Element} body */
const alikeOf = (head, body) => {
  /** @type {[Element, Element][]} */
  const found = [];
  const item = parent(head);
  const tag = read.localName.call(head);
  /** @param {Element | null} one @param {(el: Element) => Element | null} step @param {(el: Element) => Element | null} headIn */
  const collect = (one, step, headIn) => {
    for (let at = one && step(one), i = 0; at && i < BESIDE; at = step(at), i += 1) {
      const other = headIn(at);
      const its =
        other && other !== head && read.localName.call(other) === tag && sharesClass(other, head)
          ? bodyOf(other)
          : null;
      if (other && its && its !== head && read.localName.call(its) === read.localName.call(body))
        found.push([other, its]);
    }
  };
  for (const step of [previousElement, nextElement]) {
    collect(head, step, (at) => (at === body ? null : at));
    if (item)
      collect(item, step, (at) =>
        read.localName.call(at) === read.localName.call(item) ? read.firstElement.call(at) : null,
      );
  }
  return found.length > 0 ? found : ofTree(head, body);
};
/** Heads of the same tree, of any branch, that share a class which says that they fold. @param {Element} head @param {Element} body @returns {[Element, Element][]} */
const ofTree = (head, body) => {
  const kind = is(body, LISTED) ? classesOf(head).find((token) => TOGGLE.test(token)) : undefined;
  const list = kind ? listAround(head) : null;
  if (!kind || !list) return [];
  const others = [...queryCss(list, `.${CSS.escape(kind)}`)].slice(0, ARROWS).filter((one) => one !== head);
  return others.flatMap((one) => {
    const its = bodyOf(one);
    return its && is(its, LISTED) ? [/** @type {[Element, Element]} */ ([one, its])] : [];
  });
};
/** @param {Element} one @param {Element} other */
const sharesClass = (one, other) => {
  // What the box around has as well is a class of all parts of a kit.
  const up = parent(other);
  const common = up ? classesOf(up) : [];
  const own = classesOf(other).filter((token) => !common.includes(token) && !STATES.has(token));
  return classesOf(other).length === 0 || classesOf(one).some((token) => own.includes(token));
};

const FOLD_SIGN = /(?:^|[-_])(?:chevron|caret|angle|triangle)(?:$|[-_])/i;
/** Whether a head with words has a sign of what folds. @param {Element} head */
const hasSign = (head) =>
  wordsIn(head) !== "" &&
  (few(head, PARTS) ?? []).some((part) => {
    const { width, height } = rect(part);
    return (
      width > 0 &&
      Math.max(width, height) <= SIGN &&
      wordsIn(part) === "" &&
      classesOf(part).some((token) => FOLD_SIGN.test(token))
    );
  });
/** Whether a style sheet draws a sign without letters in a head whose class says that it folds. @param {Element} head */
const hasWrittenSign = (head) =>
  classesOf(head).some((token) => TOGGLE.test(token)) &&
  ["::after", "::before"].some((at) => {
    const { content, display } = getComputedStyle(head, at);
    return content !== "none" && content !== "normal" && display !== "none" && !/\p{L}/u.test(content);
  });
/** Whether a head is open; undefined where nothing says so. @param {Element} head */
const isOpen = (head) => {
  const body = bodyOf(head);
  if (!body) return undefined;
  const words = wordsOf([head, itemOf(head), body]);
  if (isHidden(body)) {
    if (hasAny(words, OPEN)) return undefined;
    if (hasAny(words, SHUT)) return false;
    return (is(body, LISTS) && (hasSign(head) || hasWrittenSign(head))) ||
      alikeOf(head, body).some(([other, its]) => isShown(other, its))
      ? false
      : undefined;
  }
  if (!isShown(head, body) || hasAny(words, SHUT)) return undefined;
  if (hasAny(words, OPEN)) return true;
  return alikeOf(head, body).some(([, its]) => isHidden(its)) ? true : undefined;
};
/** How a part that only folds stands by its own class, that of the part it is drawn in, or that of its item: `switcher_close`, `node-toggle` in `li.expanded`. @param {Element} part */
const ofToggle = (part) => {
  for (
    let el = /** @type {Element | null} */ (part), i = 0;
    el && i <= OUT && wordsIn(el) === "";
    el = parent(el), i += 1
  ) {
    const said = classesOf(el).some((token) => TOGGLE.test(token)) ? toldBy(el) : undefined;
    if (said !== undefined) return said;
  }
  return undefined;
};
/** A part that folds, and the last word by which its class says where it points. */
const POINTS = /(?:^|[-_])(?:toggle|toggler|switcher|expander|disclosure)(?:[-_]|$)/i;
const WAYS = new Map([
  ["right", "side"],
  ["left", "side"],
  ["bottom", "down"],
  ["down", "down"],
]);
/** Which way a part points that folds, by the last word of its class; "" of any other. @param {Element} part */
const pointsTo = (part) =>
  classesOf(part)
    .filter((token) => POINTS.test(token))
    .map((token) => WAYS.get(lastWordOfClass(token)) ?? "")
    .find(Boolean) ?? "";
const SIGN_OF = /(?:arrow|caret|chevron|angle|triangle)[-_](right|left|down)(?:[-_]|$)/i;
const EXPANDS = /(?:^|[-_])(?:expand|expander|expanded)(?:[-_]|$)/i;
/**
 * Which way the sign of a part points now that says it expands: `side` or `down`, by the class of the sign and by how that
 * is turned; "" of any other.
 * @param {Element} part
 */
export const turnOf = (part) => {
  if (
    wordsIn(part) !== "" ||
    Math.max(rect(part).width, rect(part).height) > SIGN ||
    !classesOf(part).some((token) => EXPANDS.test(token))
  )
    return "";
  for (const sign of [part, ...(few(part, BEFORE) ?? [])]) {
    const way = classesOf(sign)
      .map((token) => SIGN_OF.exec(token)?.[1].toLowerCase())
      .find(Boolean);
    if (!way) continue;
    const [, cos, sin] = /^matrix\(([^,]+),([^,]+),/.exec(computed(sign).transform) ?? ["", "1", "0"];
    const isTurned = Math.abs(Math.abs(+sin) - 1) < 0.1 && Math.abs(+cos) < 0.1;
    const isStraight = Math.abs(+cos - 1) < 0.1;
    if (way === "down") return isStraight ? "down" : isTurned ? "side" : "";
    return isStraight ? "side" : isTurned && +sin > 0 === (way === "right") ? "down" : "";
  }
  return "";
};

const LISTED = "ul,ol,[role=listbox],[role=tree],[role=list]";
/** Arrows of one list that are asked. */
const ARROWS = 40;
/** Whether a sign is drawn in a part, which may be left empty for its place. @param {Element} part */
const isPictured = (part) => {
  if (rect(part).width < 4 || computed(part).visibility !== "visible") return false;
  return (
    queryFirst(part, "svg,img,i") !== null ||
    is(part, "svg,img") ||
    computed(part).backgroundImage !== "none" ||
    !/^(?:none|normal)$/.test(getComputedStyle(part, "::before").content)
  );
};
/** The list that is around an item and the lists of its branch. @param {Element} el */
const listAround = (el) => {
  let list = closest(el, LISTED);
  for (let at = list; at; at = (at && parent(at) && closest(/** @type {Element} */ (parent(at)), LISTED)) ?? null)
    list = at;
  return list;
};
/** How an item stands whose arrow points by its class: to the side where it is shut, and down where it is open and another's to the side. @param {Element} el */
const ofArrow = (el) => {
  if (wordsIn(el) === "") return undefined;
  const arrow = (few(el, PARTS) ?? []).find(
    (part) => pointsTo(part) !== "" && wordsIn(part) === "" && rect(part).width <= SIGN && isPictured(part),
  );
  const list = arrow ? listAround(el) : null;
  if (!arrow || !list) return undefined;
  const known = memo("arrowsOfLists");
  if (!known.has(list)) known.set(list, hasArrows(list, classesOf(arrow)[0]));
  return known.get(list) ? pointsTo(arrow) === "down" : undefined;
};
/** Whether arrows of a kind point to the side in a list of which none says by itself how it stands: then none of the others folds. @param {Element} list @param {string} kind */
const hasArrows = (list, kind) =>
  queryFirst(list, "[aria-expanded]") === null &&
  [...queryCss(list, `.${CSS.escape(kind)}`)].slice(0, ARROWS).some((one) => pointsTo(one) === "side");
/** What opens at a press and says by its identifier what that is. */
const CALLS = "[aria-haspopup]:not([aria-haspopup=false]):is([aria-controls],[aria-owns])";
/** Boxes up from a popup to what floats. */
const FLOATS = 3;
/** Whether the popup that something says it opens is painted, and floats. @param {Element} el */
const hasPopup = (el) => {
  if (!is(el, CALLS)) return false;
  const id = attr(el, "aria-controls") ?? attr(el, "aria-owns") ?? "";
  const popup = id === "" ? null : byId(rootNode(el), id);
  if (!popup || holds(popup, el) || holds(el, popup)) return false;
  const style = computed(popup);
  const { width, height } = rect(popup);
  if (
    width < 8 ||
    height < 8 ||
    style.visibility !== "visible" ||
    +style.opacity < 0.1 ||
    !checkVisibility(popup, { visibilityProperty: true, opacityProperty: true })
  )
    return false;
  for (let at = /** @type {Element | null} */ (popup), i = 0; at && i < FLOATS; at = parent(at), i += 1)
    if (isFloating(computed(at))) return true;
  return false;
};
/** A part that folds a branch, by the last word of its class. */
const FOLDS = new Set(["expand", "expander", "switcher", "toggle", "toggler"]);
const BRANCHES = "ul,ol,[role=group]";
/** Boxes up from such a part to its item. */
const ITEM_STEPS = 3;
/** The list that an item of a list holds, where that is painted. @param {Element} item */
const isBranchShown = (item) => {
  const list = queryFirst(item, BRANCHES);
  return list !== null && !isHidden(list) && wordsIn(list) !== "";
};
/** How a branch stands that a part without words folds: open where its list is painted, shut where it is not and that of another beside it is. @param {Element} part */
const ofBranch = (part) => {
  if (
    wordsIn(part) !== "" ||
    rect(part).width > SIGN ||
    !classesOf(part).some((token) => FOLDS.has(lastWordOfClass(token)))
  )
    return undefined;
  let item = parent(part);
  for (let i = 0; item && i < ITEM_STEPS && !is(item, "li,[role=treeitem]"); item = parent(item), i += 1);
  const list = item && is(item, "li,[role=treeitem]") ? queryFirst(item, BRANCHES) : null;
  if (!item || !is(item, "li,[role=treeitem]") || (list && holds(list, part))) return undefined;
  if (isBranchShown(item)) return true;
  const kind = `.${CSS.escape(classesOf(part).find((token) => FOLDS.has(lastWordOfClass(token))) ?? "")}`;
  for (const step of [previousElement, nextElement]) {
    for (let at = step(item), i = 0; at && i < BESIDE; at = step(at), i += 1)
      if (queryFirst(at, kind) !== null && isBranchShown(at)) return false;
  }
  return undefined;
};
/** Whether another of its list says that it is open, and what a tab controls is hidden: the head of a fold that is shut. @param {Element} el */
const isShutTab = (el) => {
  const list = closest(el, "[role=tablist]");
  const body = byId(rootNode(el), attr(el, "aria-controls") ?? "");
  return (
    list !== null && body !== null && isHidden(body) && queryFirst(list, "[role=tab][aria-expanded=true]") !== null
  );
};
const DROPDOWNS = "[data-toggle=dropdown],[data-bs-toggle=dropdown]";
const COLLAPSES = "[data-toggle=collapse],[data-bs-toggle=collapse]";
/** How something stands that says which part of the page it folds: by whether that is painted. @param {Element} el */
const ofTarget = (el) => {
  const isByClass = !is(el, COLLAPSES);
  // A head of which only the class says that it folds is behind nothing but its part.
  if (
    isByClass &&
    !(is(el, "[data-target]") && classesOf(el).some((token) => TOGGLE.test(token)) && hasWrittenSign(el))
  )
    return undefined;
  const named = ["data-target", "data-bs-target", "href"]
    .map((name) => attr(el, name) ?? "")
    .find((one) => (isByClass ? /^#?[\w-]+$/ : /^#[\w-]+$/).test(one));
  const body = named ? byId(rootNode(el), named.replace("#", "")) : null;
  if (isByClass && body !== nextElement(el)) return undefined;
  return body ? !isHidden(body) : undefined;
};
/** @param {Element} el */
const toldBy = (el) => {
  const item = parent(el);
  const hasList = item !== null && queryFirst(item, LISTS) !== null;
  for (const all of [[el, read.firstElement.call(el)], hasList ? [item] : []]) {
    const words = wordsOf(all);
    const [open, shut] = [hasAny(words, OPEN), hasAny(words, SHUT)];
    if (open !== shut) return open;
  }
  return hasOpenKin(el) ? false : undefined;
};
/** Whether another part of its kind says by its class that it is open: then one with something painted in it that does not is shut. @param {Element} el */
const hasOpenKin = (el) => {
  const first = read.firstElement.call(el);
  if (first ? rect(first).width < 4 : getComputedStyle(el, "::before").content === "none") return false;
  const kinds = classesOf(el).filter((token) => TOGGLE.test(token) && /^[\w-]+$/.test(token));
  const known = memo("openKin");
  let answers = known.get(document);
  if (!answers) known.set(document, (answers = new Map()));
  return kinds.some((token) => {
    if (!answers.has(token))
      answers.set(
        token,
        queryFirst(rootNode(el), `.${token}-open,.${token}--open,.${token}_open,.${token}.open,.${token}.expanded`) !==
          null,
      );
    return answers.get(token);
  });
};

/** Words of a class that say that a list is chosen from; and by which sign it is known. */
const CHOOSERS = new Map([
  ["select", "listbox"],
  ["selection", "listbox"],
  ["picker", "listbox"],
  ["cascader", "listbox"],
  ["combobox", "listbox"],
  ["dropdown", "menu"],
]);
const DOWN =
  /(?:arrow|caret|chevron|angle|triangle|icon)(?:[-_a-z]{0,8}[-_])?(?:down|bottom)|(?:select|dropdown|picker|cascader)[-_]{1,2}(?:[a-z]{1,8}[-_])?(?:arrow|caret|chevron)/i;
/** Highest field, longest side of its sign, px; parts that are looked at, boxes up from it. */
const [HIGH, SIGN, PARTS, OUT] = [64, 44, 40, 2];
/** Whether the last thing that is drawn in a box is an arrow that points down. @param {Element} el */
const endsInArrow = (el) => {
  const frame = rect(el);
  const isRtl = computed(el).direction === "rtl";
  return (few(el, PARTS) ?? []).some((part) => {
    const { left, right, width, height } = rect(part);
    if (width < 4 || Math.max(width, height) > SIGN || wordsIn(part) !== "") return false;
    // Kits that know one direction draw it where they do in that.
    const rest = isRtl ? Math.min(left - frame.left, frame.right - right) : frame.right - right;
    const classes = classesOf(part);
    const isArrow =
      classes.some((token) => DOWN.test(token)) || (classes.includes("dropdown") && classes.includes("icon"));
    return rest < Math.min(SIGN, frame.width / 3) && isArrow;
  });
};
/** What the classes of a box say that is chosen from it; "" of any other. @param {Element} el */
const calledBy = (el) => {
  const kinds = classesOf(el)
    .flatMap((token) => wordsOfClass(token))
    .map((word) => CHOOSERS.get(word));
  return kinds.includes("listbox") ? "listbox" : (kinds.find(Boolean) ?? "");
};
/** What a drawn field or button opens at a press: its classes call it so, and an arrow at its end shows it; "" of any other. @param {Element} el */
const opensOf = (el) => {
  const { width, height } = rect(el);
  if (height > HIGH || wordsIn(el) === "") return "";
  let kind = "";
  for (
    let at = /** @type {Element | null} */ (el), i = 0;
    at && i <= OUT && rect(at).height <= HIGH && rect(at).width <= 1.5 * width;
    at = parent(at), i += 1
  ) {
    kind ||= calledBy(at);
  }
  return kind !== "" && textOf(el).length <= LONGEST && endsInArrow(el) ? kind : "";
};
/** What a field opens that is only read, by the frame that is drawn around it. @param {Element} el */
const opensAround = (el) => {
  for (let at = parent(el), i = 0; at && i <= OUT && rect(at).height <= HIGH; at = parent(at), i += 1) {
    const kind = calledBy(at);
    if (kind !== "" && endsInArrow(at)) return kind;
  }
  return "";
};
/** Characters of what is chosen. */
const LONGEST = 60;
/** What says by itself what it opens, or that it does not. */
const OPENS =
  "[aria-haspopup],[aria-expanded],[aria-pressed],[role]:not([role=button],[role=generic],[role=none]),a[href]";

/** Lowest and shortest drawn list field, px. */
const [LOW, NARROW] = [24, 60];
/**
 * Whether a framed box of one line ends in a drawn arrow that points down, as list fields do.
 * @param {Element} el
 */
export const endsInChevron = (el) => {
  const frame = rect(el);
  if (frame.height < LOW || frame.height > HIGH || frame.width < NARROW || is(el, OPENS)) return false;
  const { borderTopWidth, borderBottomWidth, borderTopColor, direction } = computed(el);
  if (!(parseFloat(borderTopWidth) > 0) || !(parseFloat(borderBottomWidth) > 0) || isUnpainted(borderTopColor))
    return false;
  const signs = (few(el, PARTS) ?? []).filter((part) => read.localName.call(part) === "svg");
  const box = signs.length === 1 ? rect(signs[0]) : null;
  const rest = box ? (direction === "rtl" ? box.left - frame.left : frame.right - box.right) : SIGN;
  return rest < SIGN / 2 && drawnSign(signs) === "chevron down";
};

/** Adds to a state whether something is open, as it is painted. @param {Element} el @param {string} role @param {any} state */
export const putOpenState = (el, role, state) => {
  // An item of a tree that says it itself and holds none is an end, whatever its class says.
  if (is(el, "[role=treeitem][aria-expanded]")) return;
  if (role === "textbox" && state.readonly === true && state.haspopup === undefined && state.expanded === undefined) {
    const opens = opensAround(el);
    if (opens) state.haspopup = opens;
  }
  if (role === "option" && state.expanded === undefined) {
    const isOpened = ofArrow(el);
    if (isOpened !== undefined) state.expanded = isOpened;
  }
  if (state.expanded === undefined && hasPopup(el)) state.expanded = true;
  if (role === "tab" && state.expanded === undefined && isShutTab(el)) state.expanded = false;
  if (state.haspopup === undefined && (role === "button" || role === "link") && is(el, DROPDOWNS))
    state.haspopup = "menu";
  if (!ROLES.has(role) || state.expanded !== undefined || state.checked !== undefined || state.pressed !== undefined)
    return;
  const turn = turnOf(el);
  let said = (turn === "" ? undefined : turn === "down") ?? ofToggle(el) ?? ofTarget(el) ?? ofArrow(el) ?? ofBranch(el);
  const words = wordsIn(el);
  for (
    let head = /** @type {Element | null} */ (el), i = 0;
    said === undefined && words !== "" && head && i <= STEPS;
    head = parent(head), i += 1
  ) {
    if (i > 0 && wordsIn(head) !== words) break;
    said = isOpen(head);
  }
  if (said !== undefined) state.expanded = said;
  else if ((role === "generic" || role === "button") && state.haspopup === undefined && !is(el, OPENS))
    state.haspopup = opensOf(el) || undefined;
};
