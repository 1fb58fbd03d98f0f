// Runs the hit tests of one observation: how many it may do, and where it must not do any.
//
// The browser's hit test takes time by itself: it grows with the number of siblings, and on one line
// with the square of the inline boxes there (20,000 `<i>` on a line: 4 s for a single point). So
// lines that crowded are never asked; what covers them is judged from a point beside. And where a page has
// very many targets in view, those beyond the budget take the verdict of their neighbourhood.
import { hit, holds, parent, rect } from "./dom.js";

/** Inline boxes on one line from which on a hit test there takes a millisecond or more. */
const CROWD = 256;
/** A single test that takes longer (ms) makes its line one that is not asked again. */
const SLOW = 50;
/** What the tests of a look may take (ms) before neighbours are believed, and how many are free. */
const BUDGET = 150;
const FREE = 1000;
/** What the free ones may take, ms. */
const MOST = 500;
/** How many times as much where what covers an element is asked of each. */
const PATIENT = 6;
/** Tests after which verdicts are noted for neighbours. */
const NOTED = 200;
/** After so many tests the first point that reaches an element is enough. */
const QUICK = 1500;
/** Tests that look for a visible strip of what seems covered, in one look. */
const EXTRA = 300;
const CELL = 64;
const STEP = 32;

class Hits {
  /** @param {number} height */
  constructor(height) {
    this.rows = new Uint16Array(Math.max(1, Math.ceil(height)));
    /** @type {{left: number, top: number, right: number, bottom: number,
     *   beside: Map<number, Element[]>}[]} */
    this.lines = [];
    this.cells = new Map();
    this.asked = 0;
    this.spent = 0;
    this.floor = 0;
    this.until = Infinity;
    this.isPatient = false;
    this.extra = EXTRA;
    /** How many elements took the verdict of their neighbourhood. */
    this.guessed = 0;
  }

  get isSpent() {
    const most = (this.asked >= FREE ? BUDGET : MOST) * (this.isPatient ? PATIENT : 1);
    return this.spent > most || performance.now() > this.until;
  }

  get isQuick() {
    return this.asked >= QUICK;
  }

  /** The grid of points has its own budget. */
  restart() {
    this.asked = 0;
    this.spent = 0;
  }

  /**
   * Counts what begins in one row of px; every box of the walk comes by here.
   * @param {Element} el @param {Rect} size
   */
  count(el, size) {
    const row = size.top | 0;
    if (size.top < 0 || row >= this.rows.length || size.width === 0) return;
    this.rows[row] += 1;
    if (this.rows[row] % CROWD === 0) this.noteLine(el, size);
  }

  /** @param {Element} el @param {Rect} size */
  noteLine(el, size) {
    if (!(el instanceof HTMLElement) || getComputedStyle(el).display !== "inline") return;
    let block = parent(el);
    for (let i = 0; i < 50 && block && getComputedStyle(block).display === "inline"; i += 1) {
      block = parent(block);
    }
    const around = block ? rect(block) : size;
    const left = Math.min(around.left, size.left);
    this.addLine(left, size.top, Math.max(around.right, size.right), size.bottom);
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom */
  addLine(left, top, right, bottom) {
    this.lines.push({ left, top, right, bottom, beside: new Map() });
  }

  /** @param {number} x @param {number} y */
  lineAt(x, y) {
    return this.lines.find((l) => y >= l.top && y <= l.bottom && x >= l.left && x <= l.right);
  }

  /**
   * Who gets the pointer at a point; undefined where that must not be asked.
   * @param {number} x @param {number} y
   */
  at(x, y) {
    if (this.lines.length > 0 && this.lineAt(x, y)) return undefined;
    const began = performance.now();
    const found = hit(x, y);
    const took = performance.now() - began;
    this.asked += 1;
    // On a loaded machine a test may wait; what tests here take by themselves is their least.
    this.floor = Math.min(took, this.floor * 1.25 + 0.02);
    this.spent += Math.min(took, this.floor * 4 + 0.1);
    if (took > SLOW) this.learn(found, x, y, took);
    return found;
  }

  /**
   * A slow test may be the machine's fault: a point beside it tells, if that is cheap enough.
   * @param {Element | null} found @param {number} x @param {number} y @param {number} took
   */
  learn(found, x, y, took) {
    if (took < 8 * SLOW) {
      const began = performance.now();
      hit(x + 1, y);
      if (performance.now() - began < SLOW) return;
    }
    const box = found && rect(found);
    const isLine = box && box.height < 100 && box.top <= y && box.bottom >= y;
    if (isLine) this.addLine(-Infinity, box.top, Infinity, box.bottom);
    else this.addLine(-Infinity, y - 4, Infinity, y + 4);
  }

  /**
   * What lies over an element on a line that is not asked; null if nothing does.
   * @param {Element} el @param {number} x @param {number} y
   */
  coverOnLine(el, x, y) {
    const line = this.lineAt(x, y);
    if (!line) return null;
    const step = Math.round(x / STEP);
    let beside = line.beside.get(step);
    if (!beside) {
      const high = line.bottom - line.top;
      beside = [line.top - high, line.bottom + high]
        .map((at) => this.at(x, Math.min(Math.max(at, 0), this.rows.length - 1)))
        .filter((found) => found instanceof Element);
      line.beside.set(step, beside);
    }
    for (const found of beside) {
      if (holds(found, el) || holds(el, found)) continue;
      const box = rect(found);
      if (box.left <= x && box.right >= x && box.top <= y && box.bottom >= y) return found;
    }
    return null;
  }

  /** @param {Box} box */
  cellOf([left, top, right, bottom]) {
    return `${Math.floor((left + right) / 2 / CELL)} ${Math.floor((top + bottom) / 2 / CELL)}`;
  }

  /**
   * Notes for the neighbourhood whether one of its elements was reached (null) or covered.
   * @param {Box} box @param {Element | null} over
   */
  note(box, over) {
    // Pages with fewer never come to the end of the budget.
    if (this.asked > NOTED) this.cells.set(this.cellOf(box), over);
  }

  /**
   * For an element that is not tested, what a test would tell as its neighbourhood has it; null
   * if nothing near was tested and one more test is worth it.
   * @param {Element} el @param {Box} box
   */
  guess(el, box) {
    const over = this.cells.get(this.cellOf(box));
    if (over === undefined && this.spent < 2 * BUDGET && performance.now() < this.until) {
      return null;
    }
    this.guessed += 1;
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    if (over && !holds(over, el) && !holds(el, over)) {
      const { left, top, right, bottom } = rect(over);
      const isUnder = left <= x && right >= x && top <= y && bottom >= y;
      if (isUnder) return { points: [], share: 0, over };
    }
    return { points: [[x, y]], share: 1, over: null };
  }
}

/** @param {number} height @returns {HitTests} */
export const hits = (height) => new Hits(height);
