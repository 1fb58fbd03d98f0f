// Guesses what a bar, a cell or a slice of a chart is of, which has no words itself: the name on the axis below it or beside it, its series as the drawing writes that, the value painted on it.
import { attr, parent, read, rect } from "./dom.js";
import { isMade } from "./icon_words.js";
import { few, isSvg, isUnpainted, memo, queryCss, queryFirst, seenText } from "./native.js";
import { line, textOf } from "./text.js";

/** Texts of a drawing that are looked at, fewest on an axis, and how far they may be off its line, px. */
const MOST = 150;
const FEWEST = 3;
const OFF = 3;
/** How much wider the widest step of an axis may be than the narrowest, so that no words in lines are taken for one. */
const UNEVEN = 1.6;
/** How much wider than a step a bar may be. */
const WIDE = 1.15;
const SHAPES = new Set("path rect circle ellipse polygon g".split(" "));
/** Where drawings write the series of a part, and steps up to it. */
const SERIES = ["name", "seriesName", "seriesname", "data-series-name", "data-name"];
const STEPS = 3;
const LONGEST = 40;
/** Longest side of a sign, px. */
const SIGN = 16;

/** @typedef {{ words: string, x: number, y: number, right: number }} Written */
/** The texts of a drawing, where their middles lie. @param {Element} svg @returns {Written[]} */
const textsOf = (svg) =>
  [...queryCss(svg, "text")].slice(0, MOST).flatMap((text) => {
    const title = queryFirst(text, "title");
    const said = seenText(text);
    const words = line(title ? said.replace(seenText(title), "") : said, LONGEST);
    const { left, right, top, bottom, width } = rect(text);
    return words !== "" && width > 0 ? [{ words, x: (left + right) / 2, y: (top + bottom) / 2, right }] : [];
  });
/**
 * The axes with names, each as its places along and its names: lines of texts at even steps, of which most have letters.
 * @param {Written[]} texts @param {"x" | "y"} along
 */
const axesOf = (texts, along) => {
  /** @type {Map<number, Written[]>} */
  const lines = new Map();
  for (const text of texts) {
    const across = along === "x" ? text.y : text.right;
    const key = [...lines.keys()].find((one) => Math.abs(one - across) <= OFF) ?? across;
    lines.set(key, [...(lines.get(key) ?? []), text]);
  }
  const axes = [];
  for (const [across, names] of lines) {
    if (names.length < FEWEST || 2 * names.filter(({ words }) => /\p{L}/u.test(words)).length < names.length) continue;
    names.sort((a, b) => a[along] - b[along]);
    const steps = names.slice(1).map((one, i) => one[along] - names[i][along]);
    const [least, largest] = [Math.min(...steps), Math.max(...steps)];
    if (least > 0 && largest <= UNEVEN * least) axes.push({ across, names, step: least });
  }
  return axes;
};
/** The colour that a shape is filled with; "" if it is none. @param {Element} el */
const fillOf = (el) => {
  const { fill } = getComputedStyle(el);
  return isUnpainted(fill) || !/^rgb/.test(fill) ? "" : fill;
};
/** What each colour stands for, as a small sign beside words says it in the drawing; colours that stand for two are left out. @param {Element} svg */
const legendOf = (svg) => {
  const legend = new Map();
  for (const text of [...queryCss(svg, "g>text")].slice(0, MOST)) {
    const group = parent(text);
    const parts = group ? (few(group, MARKS) ?? []) : [];
    const signs = parts.filter(
      (part) => /^(?:rect|circle|path)$/.test(read.localName.call(part)) && isSign(part) && fillOf(part) !== "",
    );
    const words = line(seenText(text), LONGEST);
    if (
      signs.length !== 1 ||
      !/\p{L}/u.test(words) ||
      parts.filter((part) => read.localName.call(part) === "text").length !== 1
    )
      continue;
    const colour = fillOf(signs[0]);
    legend.set(colour, legend.has(colour) && legend.get(colour) !== words ? "" : words);
  }
  return legend;
};
/** Parts of an entry of a legend, and longest side of its sign, px. */
const MARKS = 6;
/** @param {Element} el */
const isSign = (el) => Math.max(rect(el).width, rect(el).height) <= 1.5 * SIGN;
/** @param {Element} svg */
const chartOf = (svg) => {
  const known = memo("charts");
  let chart = known.get(svg);
  if (!chart) {
    const texts = textsOf(svg);
    known.set(svg, (chart = { texts, below: axesOf(texts, "x"), beside: axesOf(texts, "y"), legend: legendOf(svg) }));
  }
  return chart;
};
/** The series that a drawing writes on a part, on what is in it, or around it. @param {Element} el */
const seriesOf = (el) => {
  const parts = [el, ...(few(el, STEPS) ?? [])];
  for (let at = parent(el), i = 0; at && i < STEPS && read.localName.call(at) === "g"; at = parent(at), i += 1)
    parts.push(at);
  for (const part of parts) {
    for (const name of SERIES) {
      const words = (attr(part, name) ?? "").trim();
      if (/\p{L}/u.test(words) && words.length <= LONGEST && !isMade(words)) return words;
    }
  }
  return "";
};
/** @param {Element} el */
const outermost = (el) => {
  let svg = null;
  for (let at = parent(el); at && isSvg(at); at = parent(at)) if (read.localName.call(at) === "svg") svg = at;
  return svg;
};

/** @param {Element} el */
export const chartWords = (el) => {
  const svg = SHAPES.has(read.localName.call(el)) && isSvg(el) && !/\p{L}/u.test(textOf(el)) ? outermost(el) : null;
  if (!svg) return "";
  const box = rect(el);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const { texts, below, beside, legend } = chartOf(svg);
  /** @param {any[]} axes @param {"x" | "y"} along @param {(across: number) => boolean} isPast */
  const nameOn = (axes, along, isPast) => {
    const [axis, more] = axes.filter(({ across }) => isPast(across));
    if (!axis || more) return "";
    const place = along === "x" ? x : y;
    const length = along === "x" ? box.width : box.height;
    const near = axis.names.find((/** @type {Written} */ one) => Math.abs(one[along] - place) < axis.step / 2);
    // What goes on over several names is none of them: a line, an area.
    return near && length <= WIDE * axis.step ? near.words : "";
  };
  // A small sign may stand anywhere over an axis: in a legend.
  const isBar = Math.max(box.width, box.height) > SIGN;
  const category = isBar
    ? nameOn(below, "x", (across) => across >= box.bottom - 1) || nameOn(below, "x", (across) => across <= box.top + 1)
    : "";
  const row = isBar ? nameOn(beside, "y", (across) => across <= box.left + 1) : "";
  const painted = texts.filter(
    (/** @type {Written} */ one) => one.x > box.left && one.x < box.right && one.y > box.top && one.y < box.bottom,
  );
  const value = painted.length === 1 && (category || row) ? painted[0].words : "";
  const series = seriesOf(el) || (isBar ? legend.get(fillOf(el)) : "") || "";
  return [row, category, series, value].filter((words, i, all) => words !== "" && all.indexOf(words) === i).join(" ");
};
