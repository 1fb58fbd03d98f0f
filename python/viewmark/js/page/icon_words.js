// Derives words from the icon, tooltip or classes of an element without text: `trash`, "Delete it", `close`.
import { attr, classesOf, holds, is, read } from "./dom.js";
import { hasLetter } from "./letters.js";
import { ligatureOf } from "./ligatures.js";
import { byId, closest, memo, queryCss } from "./native.js";
import { rootNode, seenText } from "./native.js";
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
const HEX = /^(?=.*\d)[0-9a-f-]{12,}$/;
/** Mixed case with digits in between. */
const MIXED = /^(?=\w*[a-z][A-Z])(?=\w*[A-Z][a-z])(?=\w*[A-Za-z]\d\w*[A-Za-z])[A-Za-z0-9]{14,}$/;
const TOKEN = /^[A-Za-z0-9_-]{14,}$/;
/**
 * Whether a word is generated: a hash or identifier in which lower case, upper case and digits alternate.
 * @param {string} word
 */
export const isMade = (word) =>
  HEX.test(word) ||
  MIXED.test(word) ||
  (TOKEN.test(word) &&
    3 * (word.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g) ?? []).length > word.length);
const SAYING = [...TOOLTIPS, "data-action", "data-command", "data-cmd", "data-direction"];
const ICON_NAMES = ["data-icon", "data-lucide", "data-feather", "icon", "icon-name", "data-icon-name", "svgicon"];
// `fa-trash`, `icon-gear`, `mdi-close`, `bi-x`, `anticon-left`, `codicon-add`, `lucide-pencil`, `ti-home` ...
const ICON_CLASS =
  /^(?:(?:[a-z]{1,6}-)?icon|fa|fas|far|bi|mdi|ri|ti|pi|la|uil|eva|glyphicon|icon|icons|ico|codicon|octicon|anticon|lucide|feather|tabler-icon|ph|material-symbols|jp-icon|oi|uk-icon|el-icon|van-icon|iconfont|icn|svg-icon)[-_]{1,2}([a-z][a-z0-9_-]{1,40})$/i;
/** Prefixes of icon sets that other classes may begin with too: they only count on tags that are used for icons. */
const ICON_SET =
  /^(?:bx[sl]?|lni|nc|gg|zmdi|typcn|dripicons|ion|ci[lb]|ki|iconoir|flaticon|fe|entypo|wi|tio|icofont|mgc|hgi|pe-7s|fontisto|linearicons)[-_]([a-z][a-z0-9_-]{1,40})$/i;
const SIGN_TAGS = "i,em,span:empty";
const ICON_LAST = /^([a-z][a-z0-9]{2,20}(?:[-_][a-z0-9]{2,20})?)[-_](?:icon|ico)$/i;
// Two words with such a prefix or suffix name a part of a framework, not its purpose: `select-expand-icon`.
const PART = "select|input|field|form|tree|node|item|element|cell|row|list|grid|tab|widget|component";
const PARTS_NAME = new RegExp(`^(?:(?:${PART}) .+|.+ (?:${PART}))$`);
// Words for the style of an icon, not for its purpose.
const LOOKS =
  /^(?:fw|lg|sm|xs|xl|\d+x|md|spin|pulse|solid|regular|light|thin|brands|small|large|medium|default|primary|secondary|base|(?:x{1,2}[-_]?)(?:small|large)|only|button|btn|wrapper|container|root|inline|svg|icon|font|size|color|left-icon|right-icon|holder|set|box|wrap|inner|outer|rotate-?\d*|flip(?:-[a-z]+)?|(?:no|has|is|with|without)[-_].*)$/i;

/** Splits an identifier into words: `arrowLeft`, `arrow-left`, `arrow_left`. @param {string} token */
export const spaced = (token) =>
  token
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_.]+/g, " ")
    .replace(/^(?:ios|md) (?=[a-z]{3})/, "")
    .replace(/\bdrag(?=horizontal|vertical)/gi, "drag ")
    .replace(/^(star|heart|bookmark|flag|pin|bell) fill(?:ed)?$/i, "$1 full")
    .replace(/\b(?:\d+x\d+|icon|svg|outlined?|rounded|fill(?:ed)?|regular|solid|\d{1,2}px)\b/gi, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
/** Whether a token was written by a person and not generated. @param {string} token */
export const isWord = (token) => /[a-z]{2}/i.test(token) && !/\d{3}|[0-9a-f]{8}|^:/i.test(token);

// The purpose of a part, at the end of a class: `van-stepper__minus`, `swiper-button-next`, `CloseButton-root`,
// `prev-month`.
const NEUTRAL = "button|btn|icon|ico|root|control|trigger|link|item|arrow|handle|el|click|clickable";
const DONE =
  "minus|plus|increase|decrease|increment|decrement|prev|previous|next|close|remove|delete|clear|add|expand|collapse|" +
  "search|send|submit|edit|play|pause|mute|fullscreen|zoom in|zoom out|undo|redo|reset|refresh|reload|upload|download|" +
  "copy|sort|sorting|filter|settings|logout|login|bold|italic|print|share|favorite|like|expander|maximi[sz]e|minimi[sz]e|" +
  "pagination (?:first|last|load)|(?:arrow|spin) (?:up|down)|(?:collapse|expand) (?:north|south|east|west)";
const DOES = new RegExp(
  `(?:^| )((?:${DONE})|(?:prev|previous|next|last|first) (?:month|year|day|week|page|slide|step|track|image))(?: (?:${NEUTRAL}))*$`,
);
/** @param {Element} el */
export const ofAct = (el) => {
  const all = [];
  for (const token of `${attr(el, "class") ?? ""} ${attr(el, "part") ?? ""} ${attr(el, "data-role") ?? ""}`.split(
    /\s+/,
  )) {
    const words = parted(token);
    const found = isWord(token) && !PARTS_NAME.test(words) ? DOES.exec(words) : null;
    if (found) all.push(found[1]);
  }
  // An element whose classes say both expand and collapse is a toggle.
  return FOLDS.has(all[0]) && [...classesOf(el), attr(el, "part") ?? ""].some((token) => BOTH.test(parted(token)))
    ? "toggle"
    : (all[0] ?? "");
};
const FOLDS = new Set(["expand", "collapse", "expander"]);
const BOTH = /(?:^| )(?:expand collapse|collapse expand)(?: |$)/;
/** Splits an identifier into words and keeps all of them. @param {string} token */
const parted = (token) =>
  token
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[-_.]+/g, " ")
    .trim()
    .toLowerCase();
/** @param {Element} el */
const ofClass = (el) => {
  const tokens = classesOf(el);
  for (const token of tokens) {
    const found = ICON_CLASS.exec(token) ?? ICON_LAST.exec(token) ?? (is(el, SIGN_TAGS) ? ICON_SET.exec(token) : null);
    // The part after `__` in a BEM class is a part of the block before it.
    if (!found || LOOKS.test(found[1]) || !isWord(found[1]) || found[1].includes("__")) continue;
    // `icon-tabler` next to `icon-tabler-user` only names the icon set.
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
 * Minimum number of different classes with one prefix that make it the prefix of a library: `jstree-icon`,
 * `jstree-node`, `jstree-anchor`.
 */
const KIT = 6;
/** Whether a class only names the library that drew the icon. @param {string} token */
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
/** Words from the file name of an image or the id of an SVG symbol. @param {string | null} address */
const ofAddress = (address) => {
  if (!address || /^(?:data|blob):/i.test(address)) return "";
  const last = address.split(/[?]/)[0].split(/[/#]/).pop() ?? "";
  const word = last.replace(/\.(?:svg|png|gif|jpe?g|webp|avif|ico)$/i, "");
  return isWord(word) ? spaced(word.replace(/^icons?[-_]/i, "")) : "";
};
/** Whether `use` refers to a shape of the same SVG, whose id is no name. @param {Element} use */
const isOfOwn = (use) => {
  const id = /^#(.+)/.exec(attr(use, "href") ?? attr(use, "xlink:href") ?? "")?.[1];
  const svg = id ? closest(use, "svg") : null;
  const shape = svg && id ? byId(rootNode(use), id) : null;
  return svg !== null && shape !== null && !is(shape, "symbol") && holds(svg, shape);
};
/** @param {Element} el */
export const ofIcon = (el) => {
  for (const name of ICON_NAMES) {
    const value = attr(el, name);
    if (value && isWord(value)) return spaced(value.replace(/^.*:/, ""));
  }
  const sign = ligatureOf(el);
  if (sign) return sign.length === 1 ? "" : sign.replace(/_/g, " ").replace(/^keyboard (?=arrow)/, "");
  const tag = read.localName.call(el);
  if (tag.endsWith("-icon") && isWord(attr(el, "name") ?? "")) return spaced(attr(el, "name") ?? "");
  if (tag === "img") return ofAddress(attr(el, "src"));
  if (tag === "use") return isOfOwn(el) ? "" : ofAddress(attr(el, "href") ?? attr(el, "xlink:href"));
  const test = attr(el, "data-testid") ?? "";
  if (tag === "svg" && /Icon$/.test(test)) return spaced(test);
  return ofClass(el);
};

/** @param {Element} el */
export const tooltipOf = (el, names = SAYING) => {
  for (const name of names) {
    const value = attr(el, name)?.trim();
    if (value && value.length <= LONGEST && hasLetter(value) && !isMade(value)) return value;
  }
  return "";
};
/** The accessible label of an icon: `aria-label` or the SVG title. @param {Element} el */
export const ofPicture = (el) => {
  const label = is(el, "svg,img,i,[role=img]") ? (attr(el, "aria-label") ?? "").trim() : "";
  const title = label === "" && read.localName.call(el) === "svg" ? read.firstElement.call(el) : null;
  return title && read.localName.call(title) === "title" ? line(seenText(title), LONGEST) : label;
};
