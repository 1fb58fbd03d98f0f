// Guesses what a bar, a cell or a slice of a chart is of, which has no words itself: the name on the axis below it or beside it, its series as the drawing writes that, the value painted on it.

/** @typedef {{ words: string, x: number, y: number, right: number }} Written */
