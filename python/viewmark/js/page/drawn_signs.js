// Says which plain sign a drawing shows, where nothing else tells what it is for: a cross, an arrow, three dots.
//
// The drawing is painted once more, very small. What is painted must lie on the strokes of the sign, and the strokes
// on it; what is not quite one of few signs has no word.
import { attr, getterOf, read, rect, rects } from "./dom.js";
import { closest, computed, few, isUnpainted, memo } from "./native.js";

/** Sides of a drawing that is a sign, px. */
const SIDES = [6, 48];
/** Shapes of one drawing. */
const SHAPES = 8;
/** Points along each side. */
const GRID = 24;
/** Different drawings of one look that are looked at. */
const MOST = 16;
/** Ink that may lie beside the strokes, and how far that is from their rim, of the longer side. */
const BESIDE = 0.04;
const RIM = 0.06;
const FAINT = 0.2;
const MARKUP = getterOf(Element.prototype, "outerHTML");
const HALF_COVERED = 127;
const screenMatrix = SVGGraphicsElement.prototype.getScreenCTM;

/** @typedef {[number, number]} Spot in the box of what is painted, whose longer side is 1 */
/** @typedef {{ word: string, aspect: [number, number], thick: number, strokes: (aspect: number) => Spot[][] }} Sign; `thick` is the most, of the shorter side */

/** Of a sign that points down: the same turned. @param {Sign} sign @returns {Sign[]} */
const turned = (sign) => {
  const [low, high] = sign.aspect;
  /** @param {string} way @param {(spot: Spot) => Spot} turn @param {boolean} isSide @returns {Sign} */
  const one = (way, turn, isSide) => ({
    word: `${sign.word} ${way}`,
    thick: sign.thick,
    aspect: isSide ? [1 / high, 1 / low] : sign.aspect,
    strokes: (aspect) => sign.strokes(isSide ? 1 / aspect : aspect).map((stroke) => stroke.map(turn)),
  });
  return [
    one("down", (spot) => spot, false),
    one("up", ([x, y]) => [x, 1 - y], false),
    one("right", ([x, y]) => [y, x], true),
    one("left", ([x, y]) => [1 - y, x], true),
  ];
};
/** @param {number} x @param {number} y @param {number} radius @returns {Spot[]} */
const ring = (x, y, radius) =>
  Array.from({ length: 17 }, (_, i) => [
    x + radius * Math.cos((i * Math.PI) / 8),
    y + radius * Math.sin((i * Math.PI) / 8),
  ]);
/** Strokes in the unit square; `aspect` is width by height. @type {Sign[]} */
const SIGNS = [
  {
    word: "cross",
    thick: 0.3,
    aspect: [0.85, 1.18],
    strokes: () => [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [0, 1],
        [1, 0],
      ],
    ],
  },
  {
    word: "plus",
    thick: 0.28,
    aspect: [0.85, 1.18],
    strokes: () => [
      [
        [0.5, 0],
        [0.5, 1],
      ],
      [
        [0, 0.5],
        [1, 0.5],
      ],
    ],
  },
  {
    word: "check",
    thick: 0.34,
    aspect: [1, 1.75],
    strokes: () => [
      [
        [0, 0.55],
        [0.36, 1],
        [1, 0],
      ],
    ],
  },
  {
    word: "search",
    thick: 0.2,
    aspect: [0.85, 1.18],
    strokes: () => [
      ring(0.41, 0.41, 0.41),
      [
        [0.7, 0.7],
        [1, 1],
      ],
    ],
  },
  {
    word: "search",
    thick: 0.2,
    aspect: [0.85, 1.18],
    strokes: () => [
      ring(0.445, 0.445, 0.445),
      [
        [0.76, 0.76],
        [1, 1],
      ],
    ],
  },
  ...turned({
    word: "chevron",
    thick: 0.4,
    aspect: [1.25, 2.6],
    strokes: () => [
      [
        [0, 0],
        [0.5, 1],
        [1, 0],
      ],
    ],
  }),
  ...turned({
    word: "chevrons",
    thick: 0.22,
    aspect: [0.75, 1.35],
    strokes: () =>
      [0, 0.55].map((y) => [
        [0, y],
        [0.5, y + 0.45],
        [1, y],
      ]),
  }),
  ...turned({
    word: "arrow",
    thick: 0.2,
    aspect: [0.6, 1.25],
    strokes: (aspect) => [
      [
        [0.5, 0],
        [0.5, 1],
      ],
      [
        [0, 1 - aspect / 2],
        [0.5, 1],
        [1, 1 - aspect / 2],
      ],
    ],
  }),
];

/** @param {Spot} spot @param {Spot} from @param {Spot} to */
const distance = ([x, y], [fromX, fromY], [toX, toY]) => {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = alongX * alongX + alongY * alongY;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / length)) : 0;
  return Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY);
};
/** The points along strokes, and how long they are. @param {Spot[][]} strokes */
const along = (strokes) => {
  /** @type {Spot[]} */
  const spots = [];
  let whole = 0;
  for (const stroke of strokes) {
    for (let i = 1; i < stroke.length; i += 1) {
      const [from, to] = [stroke[i - 1], stroke[i]];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const steps = Math.ceil(length / RIM);
      for (let n = 0; n <= steps; n += 1)
        spots.push([from[0] + ((to[0] - from[0]) * n) / steps, from[1] + ((to[1] - from[1]) * n) / steps]);
      whole += length;
    }
  }
  return { spots, whole };
};
/** @typedef {{ spots: Spot[], size: Spot, cell: number }} Ink painted points; width and height of their box; the side of what a point stands for */

/** Whether what is painted are strokes of one thickness, drawn as a sign asks for. @param {Ink} ink @param {Sign} sign */
const isDrawnAs = (ink, sign) => {
  const [width, height] = ink.size;
  const aspect = width / height;
  if (aspect < sign.aspect[0] || aspect > sign.aspect[1]) return false;
  const unit = sign.strokes(aspect);
  /** @param {number} inset @returns {Spot[][]} */
  const placed = (inset) =>
    unit.map((stroke) => stroke.map(([x, y]) => [inset + x * (width - 2 * inset), inset + y * (height - 2 * inset)]));
  const area = ink.spots.length * ink.cell * ink.cell;
  const thick = area / along(placed(area / along(placed(0)).whole / 2)).whole;
  if (thick > sign.thick * Math.min(width, height)) return false;
  const strokes = placed(thick / 2);
  const { spots } = along(strokes);
  const reach = thick / 2 + RIM;
  const beside = ink.spots.filter(
    (spot) => !strokes.some((stroke) => stroke.some((to, i) => i > 0 && distance(spot, stroke[i - 1], to) <= reach)),
  );
  if (beside.length > BESIDE * ink.spots.length) return false;
  return spots.every((spot) => ink.spots.some((other) => Math.hypot(spot[0] - other[0], spot[1] - other[1]) <= RIM));
};
/** Of a filled triangle: share of its box that it covers, and how much may be told otherwise by rounded corners. */
const HALF = [0.4, 0.68];
const ROUNDED = 0.12;
/** The word of a filled triangle that points somewhere. @param {Ink} ink */
const caretOf = (ink) => {
  const [width, height] = ink.size;
  const share = (ink.spots.length * ink.cell * ink.cell) / (width * height);
  if (share < HALF[0] || share > HALF[1]) return "";
  for (const [way, depth] of /** @type {[string, (x: number, y: number) => number][]} */ ([
    ["down", (_, y) => y],
    ["up", (_, y) => 1 - y],
    ["right", (x) => x],
    ["left", (x) => 1 - x],
  ])) {
    const isSide = way === "right" || way === "left";
    const aspect = isSide ? height / width : width / height;
    if (aspect < 1.5 || aspect > 2.6) continue;
    const outside = ink.spots.filter(([x, y]) => {
      const [at, across] = [depth(x / width, y / height), isSide ? y / height : x / width];
      return Math.abs(across - 0.5) > (1 - at) / 2 + ROUNDED;
    });
    const tip = ink.spots.filter(([x, y]) => depth(x / width, y / height) > 0.8).length;
    const base = ink.spots.filter(([x, y]) => depth(x / width, y / height) < 0.2).length;
    if (outside.length <= BESIDE * ink.spots.length && base > 2 * tip) return `caret ${way}`;
  }
  return "";
};
/** Runs of painted rows or columns: how many, how many rows are in them, and whether all hold as much. @param {Ink} ink @param {0 | 1} axis */
const runsOf = (ink, axis) => {
  const counts = Array(Math.ceil(ink.size[axis] / ink.cell) + 1).fill(0);
  for (const spot of ink.spots) counts[Math.round(spot[axis] / ink.cell - 0.5)] += 1;
  /** @type {number[]} */
  const runs = [];
  let high = 0;
  for (const [i, count] of counts.entries()) {
    if (count === 0) continue;
    if (i === 0 || counts[i - 1] === 0) runs.push(0);
    runs[runs.length - 1] += count;
    high += 1;
  }
  return { count: runs.length, high, isEven: Math.max(...runs) <= 1.35 * Math.min(...runs) };
};
/** The word of dots, or lines, that are all alike. @param {Ink} ink */
const dotsOf = (ink) => {
  const [columns, rows] = [runsOf(ink, 0), runsOf(ink, 1)];
  const [width, height] = ink.size;
  const kind = `${columns.count}x${rows.count}`;
  // Lines leave no place free in their rows.
  const isFull = ink.spots.length * ink.cell > 0.9 * width * rows.high;
  if (kind === "1x3" && isFull && width > 0.9 * height && width < 2 * height && rows.high * ink.cell < 0.6 * height)
    return "menu";
  if (!columns.isEven || !rows.isEven) return "";
  if ((kind === "3x1" && width > 2.4 * height) || (kind === "1x3" && height > 2.4 * width)) return "ellipsis";
  if (kind === "2x3" && height > width) return "drag";
  const share = (ink.spots.length * ink.cell * ink.cell) / (width * height);
  return kind === "3x3" && share < 0.7 && Math.abs(width - height) < 0.1 ? "apps" : "";
};

/** @typedef {{ path: Path2D, matrix: DOMMatrix, style: CSSStyleDeclaration, isFilled: boolean, isStroked: boolean }} Shape */
/** @param {SVGAnimatedLength} length */
const px = (length) => length.baseVal.value;
/** The outline of a shape, in its own units. @param {SVGGeometryElement} part */
const pathOf = (part) => {
  if (part instanceof SVGPathElement) return new Path2D(attr(part, "d") ?? "");
  const path = new Path2D();
  if (part instanceof SVGCircleElement) path.ellipse(px(part.cx), px(part.cy), px(part.r), px(part.r), 0, 0, TURN);
  else if (part instanceof SVGEllipseElement)
    path.ellipse(px(part.cx), px(part.cy), px(part.rx), px(part.ry), 0, 0, TURN);
  else if (part instanceof SVGRectElement) path.rect(px(part.x), px(part.y), px(part.width), px(part.height));
  else if (part instanceof SVGLineElement) {
    path.moveTo(px(part.x1), px(part.y1));
    path.lineTo(px(part.x2), px(part.y2));
  } else if (part instanceof SVGPolylineElement || part instanceof SVGPolygonElement) {
    for (const { x, y } of part.points) path.lineTo(x, y);
    if (part instanceof SVGPolygonElement) path.closePath();
  }
  return path;
};
const TURN = 2 * Math.PI;
/** Shapes of a drawing that are painted; null where something else is, too. @param {Element} svg */
const shapesOf = (svg) => {
  /** @type {Shape[]} */
  const found = [];
  for (const part of few(svg, 3 * SHAPES) ?? []) {
    if (!(part instanceof SVGGeometryElement)) {
      // Words, pictures and what is drawn elsewhere is not looked at.
      if (/^(text|image|use|foreignobject|mask)$/i.test(read.localName.call(part))) return null;
      continue;
    }
    if (closest(part, "defs,clipPath,mask,symbol")) continue;
    const style = computed(part);
    const isFilled = !isUnpainted(style.fill) && +style.fillOpacity > FAINT;
    const isStroked = !isUnpainted(style.stroke) && +style.strokeOpacity > FAINT && parseFloat(style.strokeWidth) > 0;
    if (
      style.display === "none" ||
      style.visibility !== "visible" ||
      +style.opacity <= FAINT ||
      !(isFilled || isStroked)
    )
      continue;
    const matrix = screenMatrix.call(part);
    if (!matrix || (isStroked && style.strokeDasharray !== "none") || found.length === SHAPES) return null;
    found.push({ path: pathOf(part), matrix: DOMMatrix.fromMatrix(matrix), style, isFilled, isStroked });
  }
  return found;
};
/** @type {OffscreenCanvasRenderingContext2D | null} */
let paper = null;
/** What a drawing paints in a box of the screen. @param {Shape[]} shapes @param {Box} box */
const painted = (shapes, [left, top, right, bottom]) => {
  const cell = Math.max(right - left, bottom - top) / GRID;
  paper ??= new OffscreenCanvas(GRID, GRID).getContext("2d", { willReadFrequently: true });
  /** @type {Spot[]} */
  const spots = [];
  if (!paper) return { spots, cell };
  paper.resetTransform();
  paper.clearRect(0, 0, GRID, GRID);
  for (const { path, matrix, style, isFilled, isStroked } of shapes) {
    paper.setTransform(new DOMMatrix([1 / cell, 0, 0, 1 / cell, -left / cell, -top / cell]).multiply(matrix));
    if (isFilled) paper.fill(path, style.fillRule === "evenodd" ? "evenodd" : "nonzero");
    if (!isStroked) continue;
    paper.lineWidth = parseFloat(style.strokeWidth);
    paper.lineCap = style.strokeLinecap === "round" || style.strokeLinecap === "square" ? style.strokeLinecap : "butt";
    paper.lineJoin =
      style.strokeLinejoin === "round" || style.strokeLinejoin === "bevel" ? style.strokeLinejoin : "miter";
    paper.stroke(path);
  }
  const { data } = paper.getImageData(0, 0, GRID, GRID);
  for (let n = 0; n < GRID * GRID; n += 1) {
    if (data[4 * n + 3] > HALF_COVERED)
      spots.push([left + ((n % GRID) + 0.5) * cell, top + (Math.floor(n / GRID) + 0.5) * cell]);
  }
  return { spots, cell };
};
/** @param {Element} svg @returns {Ink | null} */
const inkOf = (svg) => {
  const { left, top, right, bottom } = rect(svg);
  const shapes = shapesOf(svg);
  if (!shapes || shapes.length === 0) return null;
  /** @type {Box} */
  let box = [left, top, right, bottom];
  // Once to find where it is, once to see it.
  for (let i = 0; ; i += 1) {
    const { spots, cell } = painted(shapes, box);
    if (spots.length === 0) return null;
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const rim = cell / 2;
    box = [Math.min(...xs) - rim, Math.min(...ys) - rim, Math.max(...xs) + rim, Math.max(...ys) + rim];
    const long = Math.max(box[2] - box[0], box[3] - box[1]);
    if (i === 0) {
      box = [box[0] - rim, box[1] - rim, box[2] + rim, box[3] + rim];
      continue;
    }
    return {
      spots: spots.map(([x, y]) => [(x - box[0]) / long, (y - box[1]) / long]),
      size: [(box[2] - box[0]) / long, (box[3] - box[1]) / long],
      cell: cell / long,
    };
  }
};
/** @param {Ink} ink */
const nameInk = (ink) => {
  const [width, height] = ink.size;
  const isFull = ink.spots.length * ink.cell * ink.cell > 0.85 * width * height;
  if (isFull) return width > 4 * height ? "minus" : "";
  return dotsOf(ink) || SIGNS.find((sign) => isDrawnAs(ink, sign))?.word || caretOf(ink);
};
/**
 * The word of the sign that alone is drawn among some elements; "" if there is none, or it is no plain one.
 * @param {Element[]} parts
 */
export const drawnSign = (parts) => {
  const drawings = parts.filter((part) => read.localName.call(part) === "svg" && rects(part).length > 0);
  if (drawings.length !== 1) return "";
  const [svg] = drawings;
  const { width, height } = rect(svg);
  if (Math.min(width, height) < SIDES[0] || Math.max(width, height) > SIDES[1]) return "";
  const looks = memo("drawnSigns");
  let known = looks.get(document);
  if (!known) looks.set(document, (known = new Map()));
  const markup = MARKUP.call(svg);
  // The same drawing, turned.
  const matrix = svg instanceof SVGGraphicsElement ? screenMatrix.call(svg) : null;
  const key = matrix
    ? `${Math.round(matrix.a * 4)} ${Math.round(matrix.b * 4)} ${Math.round(matrix.c * 4)} ${Math.round(matrix.d * 4)} ${markup}`
    : "";
  let word = known.get(key);
  if (word === undefined) {
    if (known.size >= MOST || key === "" || markup.length > LONGEST) return "";
    const ink = inkOf(svg);
    known.set(key, (word = ink ? nameInk(ink) : ""));
  }
  return word;
};

/** Characters of the markup of a sign. */
const LONGEST = 4000;
