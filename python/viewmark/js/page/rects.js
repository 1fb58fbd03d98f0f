// Arithmetic for boxes.

/** @param {Box} a @param {Box} b */
export const meet = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
/** @param {Box} box */
export const isEmpty = (box) => !(box[2] - box[0] > 0.5 && box[3] - box[1] > 0.5);
/** @param {Box} box */
export const area = (box) => (isEmpty(box) ? 0 : (box[2] - box[0]) * (box[3] - box[1]));
/** @param {Rect} rect */
export const toBox = (rect) => [rect.left, rect.top, rect.right, rect.bottom];
