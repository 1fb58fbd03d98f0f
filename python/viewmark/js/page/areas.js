// Computes the boxes of the areas of an image map: they have none of their own, only shapes on the image.
{
  const { read, attr, parent, rect } = vm.dom;
  const { toBox } = vm.sight;
  const { queryCss } = vm.native;

  /** The bounding box of an image map's area: its shape in px from the image's content box. */
  vm.areaBoxes = (el) => {
    let map = parent(el);
    while (map && read.localName.call(map) !== "map") map = parent(map);
    const name = map && (attr(map, "name") || attr(map, "id"));
    if (!name) return [];
    for (const img of queryCss(vm.native.rootNode(el), "img[usemap]")) {
      if ((attr(img, "usemap") ?? "").trim() !== `#${name}`) continue;
      const size = rect(img);
      const style = getComputedStyle(img);
      const left = size.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
      const top = size.top + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop);
      const shape = (attr(el, "shape") ?? "rect").trim().toLowerCase();
      if (shape === "default") return [toBox(size)];
      const n = (attr(el, "coords") ?? "").split(/[\s,;]+/).map(parseFloat);
      if (n.length < 3 || !n.every(Number.isFinite)) return [];
      if (shape.startsWith("circ")) {
        const [x, y, r] = n;
        return [[left + x - r, top + y - r, left + x + r, top + y + r]];
      }
      const xs = n.filter((_, i) => i % 2 === 0);
      const ys = n.filter((_, i) => i % 2 === 1);
      const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
      const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
      return [[left + x0, top + y0, left + x1, top + y1]];
    }
    return [];
  };
}
