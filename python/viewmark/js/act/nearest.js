// Finds the texts on the page that are most similar to a text that is not on the page.
import { readable } from "./reader.js";

/**
 * - `MOST`: maximum number of characters of the page that are compared.
 * - `STRETCHES`: maximum number of word sequences that are compared.
 * - `GIVEN`: maximum number of results.
 * - `LONGEST`: maximum number of characters of a text.
 */
const MOST = 400_000;
const STRETCHES = 20_000;
const GIVEN = 3;
const LONGEST = 100;
/** Minimum Dice coefficient of letter pairs (bigrams) for a result. */
const LEAST = 0.55;
/** Time limit for reading the page, ms. */
const PATIENCE = 500;

/**
 * Returns the letter pairs (bigrams) of a text, with the number of times that each occurs.
 * @param {string} text @returns {Map<string, number>}
 */
const pairsOf = (text) => {
  const pairs = new Map();
  for (let i = 0; i + 1 < text.length; i += 1) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
};

/**
 * Returns the similarity of two texts from 0 to 1, as the Dice coefficient of their letter pairs. `pairs` and `size`
 * are the pairs of the first text and their number.
 * @param {Map<string, number>} pairs @param {string} other @param {number} size
 */
const likeness = (pairs, other, size) => {
  let same = 0;
  for (const [pair, n] of pairsOf(other)) same += Math.min(n, pairs.get(pair) ?? 0);
  return (2 * same) / (size + Math.max(1, other.length - 1));
};

/**
 * Returns a small bonus for a text that is as similar as another one. It is larger for a longer common beginning, and
 * for a smaller difference between the numbers that follow it.
 * @param {string} wanted @param {string} other
 */
const closeness = (wanted, other) => {
  let alike = 0;
  while (alike < wanted.length && wanted[alike] === other[alike]) alike += 1;
  const digits = /[0-9]*$/.exec(wanted.slice(0, alike))?.[0].length ?? 0;
  const [one, two] = [wanted, other].map((each) => parseInt(each.slice(alike - digits), 10));
  const near = Number.isNaN(one) || Number.isNaN(two) ? 0 : 1 / (1 + Math.abs(one - two));
  return (0.005 * alike) / Math.max(1, wanted.length) + 0.004 * near;
};

/**
 * Returns the texts of this frame that are most similar to a given text, best first, each as [similarity, text].
 * @param {string} text
 */
export const nearestText = (text) => {
  const wanted = text.replace(/\s+/g, " ").trim().toLowerCase().slice(0, LONGEST);
  const count = wanted.split(" ").length;
  const pairs = pairsOf(wanted);
  const size = Math.max(1, wanted.length - 1);
  // Only text that a reader sees is compared, so that neither secrets nor hidden text become part of a result.
  let shown = "";
  const { events } = /** @type {{events: any[]}} */ (readable({ patience: PATIENCE }));
  for (const event of events) {
    if (typeof event === "string") shown += event;
    else if (typeof event === "number" && event !== 0) shown += "\n";
    else if (event.n) shown += `\n${event.n}\n`;
  }
  /** @type {Map<string, number>} */
  const found = new Map();
  let stretches = 0;
  for (const line of new Set(shown.slice(0, MOST).split(/[\n\t]+/))) {
    const words = line.trim().split(/\s+/).filter(Boolean);
    let best = 0;
    let says = "";
    const last = Math.max(1, words.length - count + 1);
    for (let i = 0; i < last && stretches < STRETCHES; i += 1) {
      stretches += 1;
      const part = words
        .slice(i, i + count)
        .join(" ")
        .slice(0, LONGEST);
      const low = part.toLowerCase();
      const like = likeness(pairs, low, size) + closeness(wanted, low);
      if (like > best) [best, says] = [like, part];
    }
    if (best >= LEAST) found.set(says, best);
  }
  const all = [...found].sort((a, b) => b[1] - a[1]).slice(0, GIVEN);
  return all.map(([says, like]) => [like, says]);
};
