// Finds the parts of custom listboxes (ARIA comboboxes and similar widgets): the opener, the options, and the value.
import { attr, hit, holds, idOf, is, nodeOf, parent, read, rect, rootOf } from "../page/dom.js";
import { isSecret as isSecretField } from "../page/secrets.js";
import { summarize } from "./reporting.js";

const COMBO = "[role=combobox],[aria-haspopup=listbox]";
const LIST = "[role=listbox],[role=tree],[role=menu]";
/** Selector for options in component libraries that set no ARIA role. */
const DRAWN = "[class*=option],[class*=Option],[class*=item],[class*=Item]";
/** Maximum number of levels searched upwards: from a control for its value, and from a list for its options. */
const AROUND = 3;
const MOST = 1000;
/**
 * Maximum number of levels searched upwards from a list for its search field or scroll container. Also the number of
 * ancestors of a combobox that are remembered in case the page removes it.
 */
const ABOVE = 6;
/** Characters that pages use as the label of a close button. */
const CROSS = /^[×✕✖✗✘⨯╳]\uFE0F?$/u;
/**
 * Lists that belong to other controls. The key is a combobox; its value contains the lists that are not this
 * combobox's.
 * @type {WeakMap<Element, WeakSet<Element>>}
 */
const foreign = new WeakMap();
const NARROW = 24;
const FIELDS = "input:not([type=hidden]):not([type=submit]):not([type=button]),select,textarea,[role=combobox]";

/** @param {string} text */
const flat = (text) => text.replace(/\s+/g, " ").trim();
/**
 * Returns all descendants of an element that match a selector, including elements assigned to its slots.
 * @param {Element} el @param {string} css @returns {Element[]}
 */
const all = (el, css) => {
  const found = Array.from(Element.prototype.querySelectorAll.call(el, `slot,${css}`));
  return found.flatMap((each) => {
    if (!(each instanceof HTMLSlotElement)) return [each];
    return each
      .assignedElements({ flatten: true })
      .flatMap((shown) => (is(shown, css) ? [shown, ...all(shown, css)] : all(shown, css)));
  });
};

/** Whether an element and its nearest ancestors have a visible size. @param {Element} el */
const isShown = (el) => {
  const box = rect(el);
  if (box.width < 2 || box.height < 2) return false;
  let up = parent(el);
  for (let i = 0; up && i < 4; up = parent(up), i += 1) {
    const { overflow, display } = getComputedStyle(up);
    const around = rect(up);
    if (display !== "contents" && overflow !== "visible" && (around.width < 2 || around.height < 2)) return false;
  }
  return Element.prototype.checkVisibility.call(el, { visibilityProperty: true });
};

/**
 * Returns the visible element that a component library shows instead of a native control, and that hidden native
 * control. The visible element may have no ARIA role. Null if the element is no such replacement.
 * @param {Element} el @param {(before: Element) => boolean} isNative @returns {{ box: Element, native: Element } | null}
 */
const inPlaceOf = (el, isNative) => {
  for (let up = /** @type {Element | null} */ (el), i = 0; up && i <= AROUND; up = parent(up), i += 1) {
    const native = up.previousElementSibling;
    if (native && isNative(native) && !isShown(native)) return { box: up, native };
  }
  return null;
};
/** @param {Element} el */
const inPlaceOfList = (el) => inPlaceOf(el, (before) => before instanceof HTMLSelectElement);
/** @param {Element} el */
const inPlaceOfAny = (el) => inPlaceOf(el, (before) => before instanceof HTMLSelectElement || isPlain(before));

/**
 * Whether a text field is only the typing area of a component library's control: it is very narrow, or it has no name
 * and therefore is not submitted with the form.
 * @param {Element} el
 */
const isPlaceToType = (el) => {
  const of = inPlaceOfAny(el);
  return (
    of !== null && (rect(el).width <= NARROW || (of.native instanceof HTMLSelectElement && attr(el, "name") === null))
  );
};

/** @param {Element} el */
const isPlain = (el) =>
  el instanceof HTMLInputElement &&
  !el.readOnly &&
  attr(el, "role") === null &&
  !is(el, "[type=checkbox],[type=radio],[type=button],[type=file],[type=hidden]");

/**
 * Returns the combobox for an element: the element itself, or the combobox that it labels, contains or is part of.
 * @param {Element} el @returns {Element | null}
 */
const comboOf = (el) => {
  if (el instanceof HTMLSelectElement) {
    const beside = isShown(el) ? null : el.nextElementSibling;
    const combo = beside && !(beside instanceof HTMLSelectElement) ? comboOf(beside) : null;
    // A native select with options may stand beside an unrelated combobox. The element beside it counts as its
    // replacement only if that element contains no other visible control.
    const others = combo && beside && el.options.length > 0 ? all(beside, OTHERS) : [];
    return others.some((other) => other !== combo && isShown(other)) ? null : combo;
  }
  const root = rootOf(el);
  if (root) {
    const own = Array.from(root.querySelectorAll(COMBO));
    if (own.length === 1) return own[0];
  }
  if (el instanceof HTMLLabelElement) {
    const control = read.labelControl.call(el);
    if (control && is(control, COMBO)) return control;
  }
  if (is(el, COMBO)) return el;
  const inside = all(el, COMBO);
  if (inside.length === 1) return inside[0];
  const above = Element.prototype.closest.call(el, COMBO);
  if (above && !(el instanceof HTMLInputElement)) return above;
  const field = isPlain(el) ? el : all(el, "input").find(isPlain);
  return field && isPlaceToType(field) ? field : null;
};

/** Whether the combobox accepts any text, as a text field with suggestions does. @param {Element} el */
const isFree = (el) => {
  if (!(el instanceof HTMLInputElement) || el.readOnly || inPlaceOfList(el)) return false;
  return rect(el).width > NARROW && Number(getComputedStyle(el).opacity) > 0.03;
};

/**
 * Whether a combobox is a search field, whose suggestions are queries and not values. Component libraries also use
 * `type=search` for comboboxes with values. Such a combobox is not a search field if its form has other fields, or if
 * it belongs to no form.
 * @param {Element} el
 */
const isSearch = (el) => {
  if (is(el, "[enterkeyhint=search]") || Element.prototype.closest.call(el, "[role=search],search") !== null)
    return true;
  if (!is(el, "[type=search]")) return false;
  const form = Element.prototype.closest.call(el, "form");
  const fields = form ? all(form, FIELDS).filter(isShown) : [];
  return !is(el, `${COMBO}[aria-controls],${COMBO}[aria-owns]`) || (form !== null && fields.length <= 1);
};

/** Returns the list of a combobox, or null while it is closed. @param {Element} combo */
const listOf = (combo) => {
  const root = /** @type {Document | ShadowRoot} */ (combo.getRootNode());
  const owners = [combo, ...all(combo, "[aria-controls],[aria-owns]"), parent(combo)];
  for (const owner of owners) {
    const ids = owner ? `${attr(owner, "aria-controls") ?? ""} ${attr(owner, "aria-owns") ?? ""}` : "";
    for (const id of ids.split(/\s+/).filter(Boolean)) {
      const found = root.getElementById(id);
      if (found) return found;
    }
  }
  if (!is(combo, COMBO)) {
    const box = inPlaceOfAny(combo)?.box;
    return (
      (box &&
        Array.from(box.children).find(
          (el) => getComputedStyle(el).position === "absolute" && !holds(el, combo) && isShown(el),
        )) ??
      null
    );
  }
  const lists = listsShown().filter((el) => !foreign.get(combo)?.has(el));
  return lists.length === 1 ? lists[0] : null;
};
const listsShown = () => all(document.documentElement, LIST).filter(isShown);

/** Returns the visible options of a list, without duplicates. @param {Element | null} list */
const optionsOf = (list) => {
  if (!list) return [];
  const spoken = all(list, "[role=option],[role=treeitem],[role=menuitemradio]").filter(isShown);
  if (spoken.length > 0) return spoken;
  for (let at = /** @type {Element | null} */ (list), i = 0; at && i <= AROUND; at = parent(at), i += 1) {
    if (at === document.body) break;
    const drawn = all(at, DRAWN).filter((el) => isShown(el) && flat(labelOf(el)) !== "");
    const whole = drawn.filter(
      (el) => !drawn.some((other) => other !== el && holds(other, el) && labelOf(other) === labelOf(el)),
    );
    const single = whole.filter((el) => !whole.some((other) => other !== el && holds(el, other)));
    if (single.length > 0) return single;
  }
  return [];
};

/** Returns the text of an option, without its checkmark if the page labels the text separately. @param {Element} el */
const labelOf = (el) => {
  const [id] = (attr(el, "aria-labelledby") ?? "").split(/\s+/);
  const named = id ? /** @type {Document | ShadowRoot} */ (el.getRootNode()).getElementById(id) : null;
  const from = named && holds(el, named) ? named : el;
  return flat((from instanceof HTMLElement ? from.innerText : from.textContent) || attr(el, "aria-label") || "");
};

/**
 * Returns the option that creates a new value from the typed text, as in some tag fields. Its label contains that text
 * in quotes or before an ellipsis ("Add green...").
 * @param {Element | null} list @param {string} text
 */
const makerOf = (list, text) => {
  const says = (/** @type {Element} */ el) => {
    const label = labelOf(el);
    const at = label.lastIndexOf(text);
    return at >= 0 && /^["'”“’»«]|^\s?(…|\.\.\.)$/u.test(label.slice(at + text.length)) && at > 0;
  };
  const said = list && text ? all(list, "*").filter((el) => isShown(el) && !isOff(el) && says(el)) : [];
  return (
    said.find((el) => is(el, "[role=option]")) ??
    said.find((el) => !said.some((other) => other !== el && holds(el, other))) ??
    null
  );
};

/** @param {Element} el */
const isChosen = (el) => {
  const said = attr(el, "aria-checked") ?? attr(el, "aria-selected");
  return said === null
    ? /(^|[-_ ])selected( |$)/.test(attr(el, "class") ?? "")
    : said === "true" || attr(el, "aria-selected") === "true";
};

/** @param {Element} el */
const isOff = (el) =>
  attr(el, "aria-disabled") === "true" || is(el, ":disabled") || /(^|[-_ ])disabled( |$)/.test(attr(el, "class") ?? "");

const OTHERS = `${COMBO},label,input:not([type=hidden]):not([aria-hidden=true]),select:not([aria-hidden=true])`;
/**
 * Returns the texts that a combobox displays: its own, and those of ancestors that contain no other field.
 * @param {Element} combo @param {Element | null} list
 */
const shownBy = (combo, list) => {
  const texts = combo instanceof HTMLInputElement ? [combo.value] : [];
  let at = /** @type {Element | null} */ (combo);
  for (let i = 0; at && i <= AROUND; at = parent(at), i += 1) {
    if (list && holds(at, list)) break;
    if (all(at, OTHERS).some((el) => el !== combo && !holds(combo, el))) break;
    const text = at instanceof HTMLElement ? at.innerText : "";
    texts.push(flat(text), ...text.split("\n").map(flat));
    if (i === 0) texts.push(...Array.from(at.children, (el) => flat(el instanceof HTMLElement ? el.innerText : "")));
  }
  return [...new Set(texts)].filter(Boolean).slice(0, 20);
};

/**
 * Whether an element is the remove button of a chip, that is, of a displayed chosen option. Such a button is an icon
 * without text, or a cross.
 * @param {Element} el
 */
const isRemover = (el) => {
  const text = labelOf(el);
  return (
    isShown(el) &&
    (CROSS.test(text) || (flat(el.textContent ?? "") === "" && is(el, "svg,button,a,[role=button],[role=img]")))
  );
};

/**
 * Returns the chips (displayed chosen options) next to a combobox, each as [id of its remove button, text].
 * @param {Element} combo @param {Element | null} list
 */
const chipsOf = (combo, list) => {
  let box = combo;
  for (let at = parent(combo), i = 0; at && i < AROUND; at = parent(at), i += 1) {
    if ((list && holds(at, list)) || all(at, OTHERS).some((el) => el !== combo && !holds(combo, el))) break;
    box = at;
  }
  const removers = all(box, "*").filter((el) => !holds(el, combo) && isRemover(el));
  /** @type {Map<Element, [number, string]>} */
  const chips = new Map();
  for (const remover of removers) {
    let at = parent(remover);
    while (at && at !== box && flat(at.textContent ?? "").replace(CROSS, "") === "") at = parent(at);
    if (!at || at === box || holds(at, combo)) continue;
    const words =
      at instanceof HTMLElement
        ? at.innerText
            .split("\n")
            .map(flat)
            .filter((line) => line && !CROSS.test(line))
        : [];
    const text = words.length === 1 ? words[0].replace(/\s*[×✕✖✗✘⨯╳]\uFE0F?$/u, "") : "";
    if (text && !chips.has(at)) chips.set(at, [idOf(remover), text]);
  }
  // Some libraries place the chosen value beside the field without a remove button.
  const beside = combo instanceof HTMLInputElement ? Array.from(parent(combo)?.children ?? []) : [];
  for (const el of beside) {
    if (attr(el, "data-value") !== null && !holds(el, combo) && !chips.has(el)) chips.set(el, [0, labelOf(el)]);
  }
  return [...chips.values()];
};

/**
 * Returns the text field in which typing filters the options of a combobox; null if there is none.
 * @param {Element} combo @param {Element | null} list @param {boolean} isOpen
 */
const searchOf = (combo, list, isOpen) => {
  const active = document.activeElement;
  const isText = (/** @type {Element | null | undefined} */ el) =>
    el instanceof HTMLInputElement && !el.readOnly && el.type !== "checkbox" && isShown(el);
  if ((isOpen || active === combo) && isText(active)) return active;
  for (let at = list, i = 0; at && at !== document.body && i < ABOVE; at = parent(at), i += 1) {
    if (holds(at, combo)) break;
    const found = all(at, "input").find(isText);
    if (found) return found;
  }
  return isText(combo) ? combo : null;
};

/** Whether an element is too narrow to click, or is positioned outside the page. @param {Element} el */
const isAside = (el) => {
  const { width, right, bottom } = rect(el);
  return (
    width < NARROW ||
    right + scrollX <= 0 ||
    bottom + scrollY <= 0 ||
    Number(getComputedStyle(el).opacity) <= 0.03 ||
    !isShown(el)
  );
};

/**
 * Records the lists that are visible while this combobox is closed, because they must belong to other controls. Returns
 * how many there are.
 * @param {number} id
 */
export const comboForeign = (id) => {
  const combo = nodeOf(id);
  if (!combo) return 0;
  const isOpen = attr(combo, "aria-expanded") === "true";
  const others = isOpen ? [] : listsShown().filter((el) => !holds(el, combo));
  foreign.set(combo, new WeakSet(others));
  return others.length;
};

/**
 * Describes the combobox that an element is, labels, contains or belongs to; null if there is none.
 * @param {number} id
 */
export const comboAt = (id) => {
  const el = nodeOf(id);
  const combo = el && comboOf(el);
  if (!combo) return null;
  // If the combobox itself is too narrow or off the page, the nearest ancestor that can be clicked is pressed instead.
  let press = combo;
  for (let up = parent(combo), i = 0; up && i < AROUND && isAside(press); up = parent(up), i += 1) press = up;
  // The displayed value may be drawn over the field. In that case the press goes to the element that contains both.
  const { left, top, width, height } = rect(press);
  const found = hit(left + width / 2, top + height / 2);
  for (let up = parent(press), i = 0; found && up && i < AROUND && !holds(press, found); up = parent(up), i += 1) {
    if (holds(up, found)) press = up;
  }
  // A library may mark its hidden input as read-only only because its list has no search. Therefore `aria-readonly`
  // counts only on a visible control.
  const isSeen = !isAside(combo);
  /** @type {Element[]} */
  const above = [];
  for (let up = parent(combo); up && up !== document.body && above.length < ABOVE; up = parent(up)) above.push(up);
  around.set(idOf(combo), above);
  const isSecret = isSecretField(combo) && (is(combo, COMBO) || attr(combo, "type") === "password");
  const off = isOff(combo) || (isSeen && attr(combo, "aria-readonly") === "true");
  return {
    id: idOf(combo),
    press: idOf(press),
    free: isFree(combo),
    finds: isSearch(combo),
    off,
    secret: isSecret,
    summary: summarize(combo),
  };
};

/**
 * Ancestors of each combobox, by the combobox's id. They are kept because the page may remove the combobox after a
 * choice, for example when a table cell stops being edited.
 * @type {Map<number, Element[]>}
 */
const around = new Map();
/**
 * Returns the state of a combobox that the page has removed. Its displayed text is read from the innermost remembered
 * ancestor that is still in the page.
 * @param {number} id
 */
const stateWithout = (id) => {
  const left = around.get(id)?.find((el) => el.isConnected);
  const text = left instanceof HTMLElement ? left.innerText : "";
  return { open: false, shown: [flat(text), ...text.split("\n").map(flat)].filter(Boolean), search: 0, options: [] };
};

/**
 * Returns the state of a combobox. If it is open, the state includes its options, each as [id, label, value, selected,
 * disabled].
 * @param {number} id
 */
export const comboState = (id) => {
  const combo = nodeOf(id);
  if (!combo || !combo.isConnected) return stateWithout(id);
  const list = listOf(combo);
  const isOpen = list !== null && (isShown(list) || optionsOf(list).length > 0);
  const options = isOpen ? optionsOf(list).slice(0, MOST) : [];
  const isExpanded = attr(combo, "aria-expanded");
  const field = searchOf(combo, list, isOpen);
  const maker = isOpen && field instanceof HTMLInputElement ? makerOf(list, flat(field.value)) : null;
  return {
    open: isExpanded === "true" || (isOpen && isExpanded !== "false"),
    typed: field instanceof HTMLInputElement ? field.value.length : 0,
    several: list !== null && attr(list, "aria-multiselectable") === "true",
    chips: chipsOf(combo, isOpen ? list : null),
    shown: shownBy(combo, isOpen ? list : null),
    search: field ? idOf(field) : 0,
    makes: maker ? idOf(maker) : 0,
    options: options.map((el) => [idOf(el), labelOf(el), attr(el, "data-value") ?? "", isChosen(el), isOff(el)]),
  };
};

/**
 * Scrolls a list that renders only the options in view: to its start if `isFirst`, otherwise down by 80 % of its
 * height. Returns whether the list can be scrolled.
 * @param {number} id @param {boolean} isFirst
 */
export const comboMore = (id, isFirst) => {
  const [first] = (() => {
    const combo = nodeOf(id);
    return combo ? optionsOf(listOf(combo)) : [];
  })();
  for (let at = first ? parent(first) : null, i = 0; at && i < ABOVE; at = parent(at), i += 1) {
    if (at.scrollHeight > at.clientHeight + 2 && /auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) {
      const before = at.scrollTop;
      if (isFirst) {
        at.scrollTop = 0;
        return true;
      }
      at.scrollTop = before + at.clientHeight * 0.8;
      return at.scrollTop !== before;
    }
  }
  return false;
};
