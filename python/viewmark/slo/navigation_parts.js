// Times of the document in ms, as the browser has them, and its HTTP status; null where there is none.

() => {
  const t = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0]);
  return t
    ? [
        t.responseStart - t.startTime,
        t.responseEnd - t.responseStart,
        Math.max(0, t.loadEventEnd - t.responseEnd),
        t.responseStatus || 0,
      ]
    : null;
};
