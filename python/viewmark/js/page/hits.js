// Runs the hit tests of one observation, and limits their number and the points that are tested.
//
// The browser's hit test is slow on some pages: its time grows with the number of siblings, and with the square of the
// number of inline boxes on a line (20,000 `<i>` on one line take 4 s for a single point). Therefore crowded lines are
// never tested; points above and below the line are tested instead. If a page has very many targets in view, the
// targets beyond the budget get the result of a target nearby.
import { hit, holds, parent, rect } from "./dom.js";

/** Minimum number of inline boxes on a line at which a hit test on that line takes a millisecond or more. */
const CROWD = 256;
/** Maximum duration of one test, ms. A line on which a test took longer is not tested again. */
const SLOW = 50;
/**
 * Time budget for the tests of an observation, ms. Once it is used up, elements get the results of their neighbours. It
 * applies only after `FREE` tests.
 */
const BUDGET = 150;
const FREE = 1000;
/** Time limit for the first `FREE` tests, to which the budget does not apply, ms. */
const MOST = 500;
/** Factor by which both time limits are raised if the caller needs to know what covers each element. */
const PATIENT = 6;
/** Number of tests above which results are stored for use by the elements nearby. */
const NOTED = 200;
/** Number of tests above which one point that reaches an element is enough. */
const QUICK = 1500;
/** Maximum number of further tests per observation that look for a visible strip of an element that seems covered. */
const EXTRA = 300;
const CELL = 64;
const STEP = 32;

class Hits {
  /** Prepares the tests of an observation in a viewport of the given height. @param {number} height */
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
    /** Number of elements that were not tested but were given the result of an element nearby. */
    this.guessed = 0;
  }

  get isSpent() {
    const most = (this.asked >= FREE ? BUDGET : MOST) * (this.isPatient ? PATIENT : 1);
    return this.spent > most || performance.now() > this.until;
  }

  get isQuick() {
    return this.asked >= QUICK;
  }

  /**
   * Restarts the time budget after the tests on a grid of points, so that their time does not count for the elements.
   */
  restart() {
    this.asked = 0;
    this.spent = 0;
  }

  /**
   * Counts a box in the row of pixels where it begins, to detect crowded lines. It is called for every box of the page.
   * @param {Element} el @param {Rect} size
   */
  count(el, size) {
    const row = size.top | 0;
    if (size.top < 0 || row >= this.rows.length || size.width === 0) return;
    this.rows[row] += 1;
    if (this.rows[row] % CROWD === 0) this.noteLine(el, size);
  }

  /**
   * Records the line of an inline element as crowded, over the whole width of the block around it.
   * @param {Element} el @param {Rect} size
   */
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
   * Returns the element that receives pointer events at a point; undefined if the point is on a line that must not be
   * tested.
   * @param {number} x @param {number} y
   */
  at(x, y) {
    if (this.lines.length > 0 && this.lineAt(x, y)) return undefined;
    const began = performance.now();
    const found = hit(x, y);
    const took = performance.now() - began;
    this.asked += 1;
    // Another process may delay a test, so the time that counts is limited to a multiple of the fastest test so far.
    this.floor = Math.min(took, this.floor * 1.25 + 0.02);
    this.spent += Math.min(took, this.floor * 4 + 0.1);
    if (took > SLOW) this.learn(found, x, y, took);
    return found;
  }

  /**
   * Records a line as slow, after a second test next to the first one. A single slow test may be due to the machine.
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
   * Returns what covers an element on a line that is not tested, from tests above and below the line. Null if nothing
   * does.
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
   * Stores a result for the elements near a box: null if an element there was reached, otherwise what covered it.
   * @param {Box} box @param {Element | null} over
   */
  note(box, over) {
    // With fewer tests, the budget is never exceeded, so no result is needed for the neighbours.
    if (this.asked > NOTED) this.cells.set(this.cellOf(box), over);
  }

  /**
   * Returns the result for an element without a test, from the result of an element nearby. Null if nothing nearby was
   * tested and there is time for a test.
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
      if (left <= x && right >= x && top <= y && bottom >= y) return { points: [], share: 0, over };
    }
    return { points: [[x, y]], share: 1, over: null };
  }
}

/** @param {number} height @returns {HitTests} */
export const hits = (height) => new Hits(height);
