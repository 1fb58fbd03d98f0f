// Reads how something stands that only its drawing shows: what is ticked or unfolded, the value of a drawn field, a message that a form paints.
import { lastWordOfClass, wordsOfClass } from "./class_words.js";
import { attr, classesOf, holds, is, parent, read, rect } from "./dom.js";
import { drawnControlOf } from "./drawn_controls.js";
import { labelsOf } from "./labels.js";
import { nameOf } from "./names.js";
import { byId, closest, computed, few, memo, nextElement, previousElement, queryCss, queryFirst } from "./native.js";
import { rootNode } from "./native.js";
import { isSecret } from "./secrets.js";
import { clean, line, textOf } from "./text.js";
import { wordsIn } from "./words_in.js";

/** Parts of a control that are looked at. */
const PARTS = 16;
/** With what some call the part of it that is drawn. */
const DRAWN = "(?:__(?:wrapper|inner|box|core|track|control))?$";
const TICKS = new RegExp(`(?:^|[-_a-z])(?:checkbox|checkmark|radio|switch)${DRAWN}`, "i");
const SWITCH = new RegExp(`(?:^|[-_a-z])switch${DRAWN}`, "i");
const ON = new Set(["checked", "on"]);
const OFF = new Set(["unchecked", "off"]);
/** Words of a switch alone: elsewhere a list is open, a tab active. */
const SWITCHED = new Map([
  ["open", true],
  ["opened", true],
  ["active", true],
  ["close", false],
  ["closed", false],
]);
const FOLDS = new Map([
  ["expanded", true],
  ["collapsed", false],
]);

/** Itself and its first parts. @param {Element} el */
const partsOf = (el) => [el, ...(few(el, 4 * PARTS) ?? []).slice(0, PARTS)];
/** Whether a part takes room: what is not painted says nothing. @param {Element} part */
const isPainted = (part) => {
  const { width, height } = rect(part);
  return width > 0 && height > 0 && computed(part).visibility === "visible";
};
/**
 * What the classes of a drawing say by their last words; undefined where they say nothing or both.
 * @param {Element} el @param {(word: string) => boolean | undefined} meaning
 */
const saidBy = (el, meaning) => {
  const found = new Set();
  for (const part of partsOf(el)) {
    const said = classesOf(part)
      .map((token) => meaning(lastWordOfClass(token)))
      .filter((one) => one !== undefined);
    // Most classes say nothing, so nothing else is asked of most parts.
    if (said.length > 0 && isPainted(part)) for (const one of said) found.add(one);
  }
  return found.size === 1 ? /** @type {boolean} */ ([...found][0]) : undefined;
};
/** Whether a class says that an element is a tick box, radio or switch: then its drawing is how it stands. @param {Element} el */
export const isTick = (el) => classesOf(el).some((token) => TICKS.test(token));
/** Whether a label that drives nothing is a tick box itself: its class says so, and what is drawn first in it has no words. @param {Element} el */
export const hasDrawnTick = (el) => {
  const first = read.firstElement.call(el);
  return (
    first !== null &&
    read.labelControl.call(/** @type {any} */ (el)) === null &&
    isTick(el) &&
    wordsIn(first) === "" &&
    isPainted(first) &&
    rect(first).height <= TICK &&
    rect(first).width <= 2 * TICK
  );
};
/** Highest drawn tick box or switch, px. */
const TICK = 32;
/** Whether a drawn tick box, radio or switch is on; undefined for anything else, and where nothing says it. @param {Element} el */
const tickOf = (el) => {
  if (!isTick(el)) return undefined;
  const isSwitch = classesOf(el).some((token) => SWITCH.test(token));
  /** @param {string} word */
  const meaning = (word) => (ON.has(word) ? true : OFF.has(word) ? false : isSwitch ? SWITCHED.get(word) : undefined);
  const own = new Set(
    classesOf(el)
      .map((token) => meaning(lastWordOfClass(token)))
      .filter((one) => one !== undefined),
  );
  // Its words for both ways may stand in it: `text-on`, `text-off`.
  const said = own.size === 1 ? [...own][0] : saidBy(el, meaning);
  return said ?? ofItem(el) ?? (hasCheckedKin(el) && isSilent(el) ? false : undefined);
};
/** Whether the item right around a drawn tick says by a class of its own, or others of its kind do, that it is on: `item--checked`. @param {Element} el */
const ofItem = (el) => {
  const up = parent(el);
  const kind = up && classesOf(up).find((token) => /^[\w-]+$/.test(token) && !TICKS.test(token));
  if (!up || !kind || rect(up).height > ITEM) return undefined;
  if (ENDS.some((end) => classesOf(up).includes(`${kind}${end}`))) return true;
  const known = memo("checkedItems");
  let kinds = known.get(document);
  if (!kinds) known.set(document, (kinds = new Map()));
  if (!kinds.has(kind)) kinds.set(kind, queryFirst(rootNode(el), ENDS.map((end) => `.${kind}${end}`).join()) !== null);
  return kinds.get(kind) ? false : undefined;
};
/** Highest item of a list, px, and how the class of one ends that is ticked. */
const ITEM = 80;
const ENDS = ["-checked", "--checked", "_checked"];
/** Whether no class of what is painted may say how it stands. @param {Element} el */
const isSilent = (el) =>
  partsOf(el).every(
    (part) => classesOf(part).every((token) => !MAY_SAY.test(token.replace(/checkbox/gi, ""))) || !isPainted(part),
  );
const MAY_SAY = /check|select|activ|open|on$|off$/i;
/** Whether another one of its kind says by its class that it is on: then one that does not is off. @param {Element} el */
const hasCheckedKin = (el) =>
  classesOf(el)
    .filter((token) => TICKS.test(token) && /^[\w-]+$/.test(token))
    .map((token) => token.replace(/__[a-z]+$/i, ""))
    .some((token) => {
      const known = memo("checkedKin");
      let kinds = known.get(document);
      if (!kinds) known.set(document, (kinds = new Map()));
      if (!kinds.has(token))
        kinds.set(
          token,
          queryFirst(
            rootNode(el),
            `.${token}-checked,.${token}--checked,.${token}.checked,.${token}.is-checked${SWITCH.test(token) ? `,.${token}-active,.${token}--active` : ""}`,
          ) !== null,
        );
      return kinds.get(token);
    });

/** What an editor counts its lines with, how it draws one, and how many are read. */
const GUTTERS = "[class*=linenumber i],[class*=line-number i],[class*=gutter i]";
const LINES = 60;
/** Whether what is shown for a field counts its lines: its text is not what stands in it. @param {Element} shown */
export const isCounted = (shown) => queryFirst(shown, GUTTERS) !== null;
/** The lines of an editor without their numbers. @param {Element} shown */
const linesIn = (shown) =>
  [...queryCss(shown, "pre,.cm-line,.view-line,.ace_line")]
    .slice(0, LINES)
    .filter((one) => !queryFirst(one, GUTTERS))
    .map((one) => wordsIn(one))
    .join(" ")
    .trim();
/** Whether a part of a drawing says that it is a place for words that are not there. @param {Element} el */
const isPlaceholder = (el) =>
  /placeholder$/i.test(attr(el, "id") ?? "") || classesOf(el).some((token) => /placeholder/i.test(token));
/**
 * What is painted in the frame of a drawn field whose own field is empty: its value, or what to put in.
 * @param {Element} shown @param {string} text @param {any} state
 */
const putValue = (shown, text, state) => {
  if (text === "") return;
  const hint = (few(shown, 4 * PARTS) ?? []).find(isPlaceholder);
  if (!hint) {
    const own = isCounted(shown) ? linesIn(shown) : text;
    if (own !== "") state.value = own;
  } else if (textOf(hint) === text) state.placeholder = text;
};

/** Boxes up from a field in which its message may stand, characters of that, candidates. */
const STEPS = 4;
const LONGEST = 200;
const MOST = 6;
const FIELDS = "input:not([type=hidden]),select,textarea,[contenteditable],[role=combobox],[role=textbox]";
/** What in these is told, is what is chosen. */
const LISTS = "[role=listbox],[role=combobox],[role=menu],[role=option]";
const MESSAGES = '[class*="error" i],[class*="invalid" i],[class*="message" i],[role=alert]';
const WRONG = /(?:^|[-_])(?:error|invalid)s?(?:$|[-_])|^error(?:list|message|text)$/i;
/** Said of a field before anybody has been in it; and beside it of what is right. */
const UNTOUCHED = /^(?:ng|v|q|no|aria)[-_]|untouched|pristine/i;
const HELP = /help|hint|desc|label|success/i;
/** What a form writes on a field that is wrong, or on the box around it. */
const WRITTEN = new Set([
  "is-invalid",
  "is-error",
  "has-error",
  "field_with_errors",
  "input-error",
  "error",
  "invalid",
]);
/** @param {Element} el */
const saysWrong = (el) =>
  attr(el, "data-invalid") === "true" ||
  classesOf(el).some((token) => WRONG.test(token.replace(/([a-z0-9])([A-Z])/g, "$1-$2")) && !UNTOUCHED.test(token));
/** @param {Element} el */
const isInWrong = (el) => {
  for (let at = parent(el), i = 0; at && i < STEPS; at = parent(at), i += 1) if (saysWrong(at)) return true;
  return false;
};
/** The words of a message that a person sees. @param {Element} el */
const wordsSeen = (el) => {
  const { width, height } = rect(el);
  if (width < 8 || height < 8 || computed(el).visibility !== "visible" || +computed(el).opacity === 0) return "";
  return line(textOf(el), LONGEST);
};
/** Whether an element says what is wrong, by its class, its role, or as the message of a box that is. @param {Element} el */
const isMessage = (el) => {
  if (classesOf(el).some((token) => HELP.test(token))) return false;
  return (
    saysWrong(el) ||
    attr(el, "role") === "alert" ||
    (classesOf(el).some((token) => /message/i.test(token)) && isInWrong(el))
  );
};
/** Whether no other field stands in a box, but those of the same choice. @param {Element} el @param {Element} box */
const isAlone = (el, box) => {
  const name = is(el, "[type=radio]") ? attr(el, "name") : null;
  return [...queryCss(box, FIELDS)].every(
    (one) => one === el || holds(one, el) || rect(one).width < 4 || (name !== null && attr(one, "name") === name),
  );
};
/** Whether a message is that of a table, not of a field beside that. @param {Element} one @param {Element} el */
const isOfTable = (one, el) => {
  const table = closest(one, "table,[role=table],[role=grid],[role=treegrid]");
  return table !== null && !holds(table, el);
};
/**
 * The message that a form paints at a field of which it finds that it is wrong; null where it only writes that it
 * is, undefined where it does not.
 * @param {Element} el
 */
const messageOf = (el) => {
  for (const id of (attr(el, "aria-describedby") ?? "").split(/\s+/)) {
    const other = id && byId(rootNode(el), id);
    const words = other && isMessage(other) ? wordsSeen(other) : "";
    if (words) return words;
  }
  let isWrong = false;
  let at = /** @type {Element | null} */ (el);
  for (
    let i = 0;
    at && i <= STEPS && !is(at, "form,body,table,[role=dialog]") && isAlone(el, at);
    at = parent(at), i += 1
  ) {
    isWrong ||= classesOf(at).some((token) => WRITTEN.has(token));
    // A list of them that stands before the field and its label.
    const above = previousElement(at);
    const found = at === el ? [] : [...queryCss(at, MESSAGES)].slice(0, MOST);
    if (above && is(above, ".errorlist")) found.unshift(above);
    for (const one of found) {
      if (
        holds(one, el) ||
        queryFirst(one, FIELDS) ||
        !isMessage(one) ||
        isOfTable(one, el) ||
        closest(one, LISTS) !== null
      )
        continue;
      const words = wordsSeen(one);
      if (words) return words;
    }
  }
  return isWrong ? null : undefined;
};

/** Boxes around the unseen field of a drawn tick box. */
const KEPT = 4;
/** Whether the box of a tick box whose field nobody sees says by its class that it is on: the field only keeps the focus. @param {Element} el */
const isKeptOn = (el) => {
  const { right, width } = rect(el);
  if (!is(el, "input[type=checkbox],input[type=radio]") || !(right < 0 || width <= 2 || +computed(el).opacity < 0.1))
    return false;
  for (let at = parent(el), i = 0; at && i < KEPT; at = parent(at), i += 1) {
    if (queryCss(at, "input").length > 1) return false;
    if (isTick(at)) return classesOf(at).some((token) => !TICKS.test(token) && lastWordOfClass(token) === "checked");
  }
  return false;
};
const TICKED = new Set(["generic", "none", "button", "label", "LabelText"]);
/** Whether the box that is drawn for a tick box says that some of what it stands for is ticked. @param {Element} el */
const isHalf = (el) => {
  if (saysHalf(el)) return true;
  for (let at = parent(el), i = 0; at && i < WRAPS; at = parent(at), i += 1) {
    if (queryCss(at, "input,[role=checkbox]").length > 1) return false;
    if (saysHalf(at)) return true;
  }
  return false;
};
/** Boxes around a tick box with its words. */
const WRAPS = 2;
const NODE = "[role=treeitem]";
/** Whether the tick box that a node of a tree holds in its own row is half. @param {Element} el */
const isHalfNode = (el) => {
  const tick = queryFirst(el, "input[type=checkbox],[role=checkbox]");
  return (
    saysHalf(el) ||
    (tick !== null && closest(tick, NODE) === el && (is(tick, ":indeterminate") || saysHalf(tick) || isHalf(tick)))
  );
};
/** @param {Element} el */
const saysHalf = (el) =>
  classesOf(el).some((token) => lastWordOfClass(token) === "indeterminate" || PARTLY.test(token));
/** Of a node whose branch is ticked in part: `item--partial-checked`. */
const PARTLY = /(?:^|[-_])(?:partial|partially|half)[-_]?(?:checked|selected)$/i;
/** @param {Element} el */
const boxOf = (el) => {
  for (let at = parent(el), i = 0; at && i < WRAPS; at = parent(at), i += 1)
    if (is(at, "[role=combobox][aria-haspopup]")) return at;
  return null;
};
/** What a field that is only read opens where the component around it is a combobox. @param {Element} el @param {any} state */
const putOpener = (el, state) => {
  const root = rootNode(el);
  // Before ARIA 1.2 the combobox was the box around the field.
  const host = root instanceof ShadowRoot ? read.host.call(root) : boxOf(el);
  if (!host || attr(host, "role") !== "combobox" || queryCss(host === boxOf(el) ? host : root, "input").length !== 1)
    return;
  state.haspopup = attr(host, "aria-haspopup") ?? "listbox";
  const open = attr(host, "aria-expanded");
  if (open !== null) state.expanded = open === "true";
};
const HEADS = new Set(["generic", "button", "heading", "banner", "option", "listitem"]);
const PRESSED = "a[href],button:not([tabindex='-1']),input:not([type=hidden]),[role=button],[tabindex='0']";
/** How an item is folded whose head this is, where that says it: `aria-expanded` on the box around head and body. @param {Element} el */
const foldOfItem = (el) => {
  const head = read.firstElement.call(el);
  if (head && is(head, "[aria-expanded]:not([aria-haspopup],a,button,input)") && wordsIn(head) !== "")
    return attr(head, "aria-expanded") === "true";
  const item = parent(el);
  // A button that a node of a tree is drawn with.
  if (item && is(item, "[role=treeitem][aria-expanded]") && is(el, "button") && wordsIn(el) === nameOf(item))
    return attr(item, "aria-expanded") === "true";
  const said =
    item && is(item, ":not([role]),[role=tab],[role=row],[role=group],[role=listitem],[role=region]")
      ? attr(item, "aria-expanded")
      : null;
  if (
    !item ||
    (said !== "true" && said !== "false") ||
    read.firstElement.call(item) !== el ||
    !/[\p{L}\p{N}]/u.test(wordsIn(el))
  )
    return undefined;
  return queryCss(el, PRESSED).length === 0 ? said === "true" : undefined;
};
const OPEN = new Set(["open", "opened", "expanded"]);
const BESIDE = 12;
/** Whether the head of another item beside its own has the same classes and one more, which says that it is open. @param {Element} el */
const hasOpenBeside = (el) => {
  const item = parent(el);
  const own = classesOf(el);
  if (!item || own.length === 0 || read.firstElement.call(item) !== el || wordsIn(el) === "") return false;
  for (const step of [previousElement, nextElement]) {
    for (let at = step(item), i = 0; at && i < BESIDE; at = step(at), i += 1) {
      const head = read.localName.call(at) === read.localName.call(item) ? read.firstElement.call(at) : null;
      const its = head ? classesOf(head) : [];
      const [more, ...others] = its.filter((token) => !own.includes(token));
      if (more && others.length === 0 && its.length === own.length + 1 && OPEN.has(lastWordOfClass(more))) return true;
    }
  }
  return false;
};
const SIGNS = "svg,i,img";
/** Whether a class of an item has the word for open: `open-item`, `node--open`. @param {Element} item */
const saysOpen = (item) =>
  classesOf(item).some((token) => lastWordOfClass(token) !== "" && wordsOfClass(token).some((word) => OPEN.has(word)));
/**
 * How an item stands whose head this is, where some of its kind beside it say by their class that they are open, and
 * others do not: those are shut whose heads show as many signs.
 * @param {Element} el
 */
const foldAmong = (el) => {
  const item = parent(el);
  if (!item || classesOf(item).length === 0 || wordsIn(el) === "") return undefined;
  const [first] = classesOf(item);
  const isOpen = saysOpen(item);
  for (const step of [previousElement, nextElement]) {
    for (let at = step(item), i = 0; at && i < BESIDE; at = step(at), i += 1) {
      if (
        read.localName.call(at) !== read.localName.call(item) ||
        classesOf(at)[0] !== first ||
        saysOpen(at) === isOpen
      )
        continue;
      const own = [...queryCss(el, SIGNS)].length;
      const head = [...queryCss(at, `:scope > .${CSS.escape(classesOf(el)[0] ?? "")}`)][0];
      if (head && own > 0 && own === [...queryCss(head, SIGNS)].length) return isOpen;
    }
  }
  return undefined;
};
/** How far a style puts a part of a slider, or how much of it that takes. */
const SHARES = /(?:^|;)\s*(?:left|right|bottom|width|height|inset-inline-start):\s*([\d.]+)%/g;
/** Where a drawn slider stands, by the one share that the styles of its parts say; undefined for any other. @param {Element} el */
const shareOf = (el) => {
  const up = parent(el);
  const isSlider = [el, ...(up ? [up] : [])].some((one) =>
    classesOf(one).some((token) => wordsOfClass(token).includes("slider")),
  );
  if (!isSlider || wordsIn(el) !== "" || queryFirst(el, FIELDS)) return undefined;
  const found = new Set();
  const [own, ...parts] = partsOf(el);
  // A knob has no parts, and says itself where it is.
  for (const part of parts.length > 0 ? parts : [own])
    for (const [, share] of (attr(part, "style") ?? "").matchAll(SHARES))
      if (+share > 0 && +share < 100) found.add(+share);
  return found.size === 1 ? `${[...found][0]}%` : undefined;
};
const FIELD_ROLES = new Set(
  "textbox searchbox combobox spinbutton checkbox radio radiogroup listbox switch slider Date DateTime InputTime".split(
    " ",
  ),
);
/**
 * Adds to a state what only the drawing of an element shows, and what its form paints at it.
 * @param {Element} el @param {string} role @param {any} state
 */
export const putDrawnState = (el, role, state) => {
  if (state.checked === undefined && state.pressed === undefined && TICKED.has(role)) {
    const isOn = tickOf(el) ?? drawnControlOf(el)?.isOn;
    if (isOn !== undefined) state.checked = isOn;
  }
  if (state.checked === undefined && TICKED.has(role) && isTick(el) && saysHalf(el)) state.checked = "mixed";
  if (state.value === undefined && TICKED.has(role)) {
    const share = shareOf(el);
    if (share) state.value = share;
  }
  if (state.checked === false && isKeptOn(el)) state.checked = true;
  if (state.checked === false && role === "checkbox" && isHalf(el)) state.checked = "mixed";
  if (state.checked === false && TICKED.has(role) && saysHalf(el)) state.checked = "mixed";
  if (state.checked === false && is(el, NODE) && isHalfNode(el)) state.checked = "mixed";
  if (state.expanded === undefined && (role === "generic" || role === "button")) {
    const isOpen = saidBy(el, (word) => FOLDS.get(word));
    if (isOpen !== undefined) state.expanded = isOpen;
  }
  if (state.expanded === undefined && HEADS.has(role)) {
    const isOpen = foldOfItem(el) ?? foldAmong(el) ?? (hasOpenBeside(el) ? false : undefined);
    if (isOpen !== undefined) state.expanded = isOpen;
  }
  if (
    !state.disabled &&
    computed(el).cursor === "not-allowed" &&
    classesOf(el).some((token) => lastWordOfClass(token) === "disabled")
  )
    state.disabled = true;
  if (!state.disabled && role === "menuitem" && isDisabledWithin(el)) state.disabled = true;
  if (role === "textbox" && state.readonly === true) putOpener(el, state);
  // Nobody writes into what is chosen from; that it is not to be changed is said for itself.
  if (role === "combobox" && state.readonly === true && attr(el, "aria-readonly") === "false") delete state.readonly;
  if (!FIELD_ROLES.has(role) || state.error !== undefined || state.disabled === true || isSecret(el)) return;
  const message = messageOf(el);
  if (message === undefined || message === clean(nameOf(el))) return;
  state.invalid ??= true;
  if (message !== null) state.error = message;
};
/** Highest frame of a field, px, and parts beside it. */
const FRAME = 64;
const BESIDE_FIELD = 6;
/**
 * Says as the value of a field that is clear what alone is painted in its place: what it keeps may be a key.
 * @param {Element} control @param {any} state
 */
const putPaintedValue = (control, state) => {
  if (
    !is(control, "input:not([type]),input[type=text],input[type=search]") ||
    !state.value ||
    +computed(control).opacity > 0.1
  )
    return;
  const up = parent(control);
  const box = rect(control);
  if (!up || rect(up).height > FRAME) return;
  const painted = [];
  for (let at = read.firstElement.call(up), i = 0; at && i < BESIDE_FIELD; at = nextElement(at), i += 1) {
    const { left, right, top, bottom } = rect(at);
    const isOver =
      (left + right) / 2 > box.left &&
      (left + right) / 2 < box.right &&
      (top + bottom) / 2 > box.top &&
      (top + bottom) / 2 < box.bottom;
    if (
      at !== control &&
      isOver &&
      isPainted(at) &&
      !is(at, `label,button,${FIELDS}`) &&
      !queryFirst(at, `button,${FIELDS}`) &&
      textOf(at) !== ""
    )
      painted.push(at);
  }
  if (painted.length === 1 && !isPlaceholder(painted[0]) && textOf(painted[0]) !== nameOf(control))
    state.value = line(textOf(painted[0]), 100);
};
/** Whether a text is all that a label of a field says: a box around both is shown for a field that is cut. @param {Element} control @param {string} text */
const isLabel = (control, text) => text !== "" && labelsOf(control).some((label) => textOf(label) === text);
/** Whether all that an item of a menu holds is a link that its class calls disabled. @param {Element} el */
const isDisabledWithin = (el) => {
  const inner = read.firstElement.call(el);
  return (
    inner !== null &&
    nextElement(inner) === null &&
    is(inner, "a,button") &&
    classesOf(inner).includes("disabled") &&
    textOf(inner) === textOf(el)
  );
};
const SAID = ":is([role=radio],[role=switch],[role=checkbox]):is([aria-checked=true],[aria-checked=false])";
/**
 * Adds what is painted as the value of a field in the frame that is drawn around it.
 * @param {Element} shown @param {Element} control @param {string} role @param {string} text @param {any} state
 */
export const putShownValue = (shown, control, role, text, state) => {
  // What is drawn says itself how it stands: the field in it only keeps a value.
  if (shown !== control && is(shown, SAID) && typeof state.checked === "boolean")
    state.checked = attr(shown, "aria-checked") === "true";
  if ((role === "combobox" || role === "textbox") && !isSecret(control)) putPaintedValue(control, state);
  if (
    (role === "combobox" || role === "textbox" || role === "searchbox") &&
    shown !== control &&
    state.value === "" &&
    !isSecret(control) &&
    !isLabel(control, text)
  )
    putValue(shown, text, state);
};
