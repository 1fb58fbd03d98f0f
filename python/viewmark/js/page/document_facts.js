// Returns facts about the document: URL, title, status, viewport and scroll position.
import { read, viewport } from "./dom.js";

/** @type {number | undefined} */
let answered;
/** Returns the HTTP status of the document, or 0 if it has none. It cannot change, so it is read once. */
const status = () => {
  if (answered === undefined) {
    const [way] = performance.getEntriesByType("navigation");
    answered = /** @type {PerformanceNavigationTiming | undefined} */ (way)?.responseStatus ?? 0;
  }
  return answered;
};

/** Returns current facts about the document. @returns {Record<string, string | number | boolean>} */
export const documentFacts = () => {
  const root = read.root.call(document);
  return {
    url: location.href,
    title: read.title.call(document),
    readyState: read.readyState.call(document),
    status: status(),
    visible: read.visibility.call(document) === "visible",
    width: innerWidth,
    height: innerHeight,
    scrollX,
    scrollY,
    dpr: devicePixelRatio,
    zoom: viewport().scale,
    // Until its first bytes arrive, a document has no root element.
    rtl: root !== null && getComputedStyle(root).direction === "rtl",
  };
};
