// Returns facts about the page, which `viewmark.browser.page_facts` validates.

function pageFacts() {
  const view = window.visualViewport;
  const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return {
    url: location.href,
    title: document.title,
    readyState: document.readyState,
    visible: document.visibilityState === "visible",
    width: innerWidth,
    height: innerHeight,
    dpr: devicePixelRatio,
    scrollX: scrollX,
    scrollY: scrollY,
    zoom: view ? view.scale : 1,
    status: way ? way.responseStatus : 0,
  };
}
