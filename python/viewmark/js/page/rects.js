// Arithmetic for boxes.

/** @param {Box} a @param {Box} b */
export const meet = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
/** @param {Box} box */
export const isEmpty = (box) => !(box[2] - box[0] > 0.5 && box[3] - box[1] > 0.5);
/** @param {Box} box */
export const area = (box) => (isEmpty(box) ? 0 : (box[2] - box[0]) * (box[3] - box[1]));
/** @param {Rect} rect */
export const toBox = (rect) => [rect.left, rect.top, rect.right, rect.bottom];

/**
 * Returns the parts of a box outside another box: to the left, to the right, above and below. A box that the other one
 * does not touch is returned whole.
 * @param {Box} box @param {Box} other
 */
export const beside = (box, other) => {
  const [left, top, right, bottom] = meet(box, other);
  if (isEmpty([left, top, right, bottom])) return [box];
  const parts = [
    [box[0], box[1], left, box[3]],
    [right, box[1], box[2], box[3]],
    [left, box[1], right, top],
    [left, bottom, right, box[3]],
  ];
  return parts.filter((part) => !isEmpty(part));
};

/**
 * Positions of the tested points, as fractions of a box: its centre, then a point near each corner. They are a fifth of
 * the box away from the corners, because a rounded corner would seem covered.
 * @type {XY[]}
 */
export const SPOTS = [
  [0.5, 0.5],
  [0.2, 0.2],
  [0.8, 0.8],
  [0.8, 0.2],
  [0.2, 0.8],
];
/** Positions of a grid of 49 points, as fractions of a box; observations and clicks use the same. @type {XY[]} */
export const GRID = Array.from({ length: 49 }, (_, i) => [((i % 7) + 0.5) / 7, (Math.floor(i / 7) + 0.5) / 7]);
