// Derives a label from the icon, tooltip or classes of an element without text: `trash`, "Delete it", `close`.
import { attr, classesOf, holds, is, read } from "./dom.js";
import { isWordOf, parted, patternOf } from "./class_words.js";
import { hasLetter, tokensOf } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { closest, memo, queryCss, seenText, usedBy } from "./native.js";
import { isNoise } from "./stable.js";
import { line } from "./text.js";
import { LONGEST } from "./vocabulary.js";

export const TOOLTIPS = [
  "title",
  "data-tooltip",
  "data-tip",
  "data-tips",
  "data-title",
  "data-original-title",
  "data-bs-original-title",
  "data-tooltip-content",
  "data-hint",
  "data-content-tooltip",
  "data-label",
];
const TURNS = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g;
/**
 * Whether a text is one word that was generated, because small letters, capitals and digits alternate in it.
 * @param {string} text
 */
export const isMade = (text) =>
  isNoise(text) || (/^[\w-]{14,}$/.test(text) && 4 * (text.match(TURNS) ?? []).length > text.length);
const SAYING = [...TOOLTIPS, "data-action", "data-command", "data-cmd", "data-direction"];
const ICON_NAMES = ["data-icon", "data-lucide", "data-feather", "icon", "icon-name", "data-icon-name", "svgicon"];
const NAME = "([a-z][a-z0-9_-]{1,40})$";
// Matches icon classes such as `fa-trash`, `icon-gear`, `mdi-close`, `bi-x`, `anticon-left` and `lucide-pencil`.
const ICON_CLASS = new RegExp(`^(?:${patternOf("icon set")})[-_]{1,2}${NAME}`, "i");
const ICON_SET = new RegExp(`^(?:${patternOf("icon tag set")})[-_]${NAME}`, "i");
const SIGN_TAGS = "i,em,span:empty";
const ICON_LAST = /^([a-z][a-z0-9]{2,20}(?:[-_][a-z0-9]{2,20})?)[-_](?:icon|ico)$/i;
// Words for parts of components. A name that begins or ends with one of them, such as `select-expand-icon`, tells which
// part it is, and not what it does.
const PART = "select|input|field|form|tree|node|item|element|cell|row|list|grid|tab|widget|component";
const PARTS_NAME = new RegExp(`^(?:(?:${PART}) .+|.+ (?:${PART}))$`);
/**
 * Whether a word of an icon's name describes its size, style or frame, and not what the icon means.
 * @param {string} word
 */
const saysLook = (word) =>
  isWordOf(word.toLowerCase(), "look") || isWordOf(parted(word).split(" ")[0], "look before") || SIZE.test(word);
const SIZE = /^\d+(?:x\d*|px)$/;

/** Returns the words of an icon's name without those that tell only how the icon is drawn. @param {string} token */
export const spaced = (token) => {
  const words = parted(token).split(" ");
  if (words.length === 2 && isWordOf(words[0], "filled") && words[1].startsWith("fill")) return `${words[0]} full`;
  if (words.length > 1 && isWordOf(words[0], "platform")) words.shift();
  return words.filter((word) => !isWordOf(word, "drawn") && !SIZE.test(word)).join(" ");
};
/** Whether a token looks written by a developer rather than generated. @param {string} token */
export const isWord = (token) => /[a-z]{2}/i.test(token) && !/\d{3}|[0-9a-f]{8}|^:/i.test(token);

// Matches a word for an action at the end of a class name, such as `van-stepper__minus`, `swiper-button-next`,
// `CloseButton-root` and `prev-month`.
const NEUTRAL = "button|btn|icon|ico|root|control|trigger|link|item|arrow|handle|el|click|clickable";
const DONE =
  "minus|plus|increase|decrease|increment|decrement|prev|previous|next|close|remove|delete|clear|add|expand|collapse|" +
  "search|send|submit|edit|play|pause|mute|fullscreen|zoom in|zoom out|undo|redo|reset|refresh|reload|upload|" +
  "download|copy|sort|sorting|filter|settings|logout|login|bold|italic|print|share|favorite|like|expander|" +
  "maximi[sz]e|minimi[sz]e|pagination (?:first|last|load)|(?:arrow|spin) (?:up|down)|" +
  "(?:collapse|expand) (?:north|south|east|west)|" +
  "(?:prev|previous|next|last|first) (?:month|year|day|week|page|slide|step|track|image)";
const DOES = new RegExp(`(?:^| )(${DONE})(?: (?:${NEUTRAL}))*$`);
/**
 * Returns the action that a class or part name of an element expresses, such as "close"; "" if none does.
 * @param {Element} el
 */
export const ofAct = (el) => {
  const tokens = ["class", "part", "data-role"].flatMap((name) => tokensOf(attr(el, name)));
  const all = tokens.map(parted).flatMap((words, i) => {
    return (isWord(tokens[i]) && !PARTS_NAME.test(words) && DOES.exec(words)?.[1]) || [];
  });
  // An element whose class contains both "expand" and "collapse" is a toggle.
  const [act = ""] = all;
  const isFold = FOLDS.some((one) => act.startsWith(one));
  return isFold && tokens.some((token) => FOLDS.every((one) => parted(token).split(" ").includes(one)))
    ? "toggle"
    : act;
};
const FOLDS = ["expand", "collapse"];
/** Returns the words of the icon that a class of an element names; "" if no class does. @param {Element} el */
const ofClass = (el) => {
  const tokens = classesOf(el);
  for (const token of tokens) {
    const found = ICON_CLASS.exec(token) ?? ICON_LAST.exec(token) ?? (is(el, SIGN_TAGS) ? ICON_SET.exec(token) : null);
    // In a BEM class, the words after `__` are the name of a part and not of an icon.
    if (!found || saysLook(found[1]) || !isWord(found[1]) || found[1].includes("__")) continue;
    // `icon-tabler` beside `icon-tabler-user` names only the set of icons.
    if (tokens.some((one) => one.startsWith(`${token}-`))) continue;
    const kit = tokens.find(
      (one) => one !== token && token.startsWith(`${one}-`) && found[1].startsWith(`${one.split("-").pop()}-`),
    );
    const words = spaced(kit ? token.slice(kit.length + 1) : found[1]);
    if (!PARTS_NAME.test(words) && !isOfKit(token)) return words;
  }
  return "";
};
/**
 * Minimum number of different classes with the same prefix for it to be the prefix of a library, as in `jstree-icon`,
 * `jstree-node` and `jstree-anchor`.
 */
const KIT = 6;
/** Whether a class names only the library that an icon comes from. @param {string} token */
const isOfKit = (token) => {
  const [begin] = /^[a-z]+[-_]/i.exec(token) ?? [];
  if (!begin || ICON_CLASS.test(token) || ICON_SET.test(token)) return false;
  const known = memo("kits");
  let kits = known.get(document);
  if (!kits) known.set(document, (kits = new Map()));
  let answer = kits.get(begin);
  if (answer === undefined) {
    const names = new Set();
    for (const el of queryCss(document, `[class^="${begin}"],[class*=" ${begin}"]`)) {
      for (const name of classesOf(el)) if (name.startsWith(begin)) names.add(name);
      if (names.size >= KIT) break;
    }
    kits.set(begin, (answer = names.size >= KIT));
  }
  return answer;
};
/**
 * Returns the words in the address of an icon: in the file name of an image, or in the id of an SVG symbol.
 * @param {string | null} address
 */
const ofAddress = (address) => {
  if (!address || address.startsWith("data:") || address.startsWith("blob:")) return "";
  const [last] = address.split("?")[0].replace("#", "/").split("/").slice(-1);
  const word = last.replace(/\.\w{3,4}$/, "");
  return isWord(word) ? spaced(word) : "";
};
/**
 * Whether an SVG `use` refers to a shape in the same drawing. The id of such a shape does not name the icon.
 * @param {Element} use
 */
const isOfOwn = (use) => {
  const [svg, shape] = [closest(use, "svg"), usedBy(use)];
  return svg !== null && shape !== null && !is(shape, "symbol") && holds(svg, shape);
};
/**
 * Returns the words of the icon that an element shows, from its attributes, ligature, address or classes; "" if none.
 * @param {Element} el
 */
export const ofIcon = (el) => {
  for (const name of ICON_NAMES) {
    const value = attr(el, name);
    if (value && isWord(value)) return spaced(value.split(":").slice(-1)[0]);
  }
  const sign = ligatureOf(el);
  // The names of Material's arrow icons begin with `keyboard`, which says nothing about the icon.
  if (sign) return sign.length === 1 ? "" : parted(sign).replace("keyboard arrow", "arrow");
  const tag = read.localName.call(el);
  if (tag.endsWith("-icon") && isWord(attr(el, "name") ?? "")) return spaced(attr(el, "name") ?? "");
  if (tag === "img") return ofAddress(attr(el, "src"));
  if (tag === "use") return isOfOwn(el) ? "" : ofAddress(attr(el, "href") ?? attr(el, "xlink:href"));
  const test = attr(el, "data-testid") ?? "";
  if (tag === "svg" && test.endsWith("Icon")) return spaced(test);
  return ofClass(el);
};

/**
 * Returns the first attribute of an element that contains readable text, among tooltips and names of actions; "" if
 * none.
 * @param {Element} el
 */
export const tooltipOf = (el, names = SAYING) => {
  for (const name of names) {
    const value = attr(el, name)?.trim();
    if (value && value.length <= LONGEST && hasLetter(value) && !isMade(value)) return value;
  }
  return "";
};
/** Returns the accessible label of an icon: `aria-label` or the SVG title. @param {Element} el */
export const ofPicture = (el) => {
  const label = is(el, "svg,img,i,[role=img]") ? (attr(el, "aria-label") ?? "").trim() : "";
  const title = label === "" && read.localName.call(el) === "svg" ? read.firstElement.call(el) : null;
  return title && read.localName.call(title) === "title" ? line(seenText(title), LONGEST) : label;
};
