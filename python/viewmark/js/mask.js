// What must not be in a picture: the boxes of the elements that selectors mean, and a flat colour
// over them. Evaluated by itself when a picture is masked; `vm` is the page scripts' object.
({
  /**
   * `{invalid}` for the first selector that is none; else boxes of everything that they mean in
   * this frame, its frames, and hosts that may have a closed shadow root. A selector that leads
   * through frames counts by its last part, in every frame: rather too much is hidden.
   */
  boxes(vm, selectors) {
    const { rootOf, isElement, eachChild, contentRects, rects, read } = vm.dom;
    const { trees } = vm.trees;
    const MOST_NODES = 20000;
    vm.forget();
    const wanted = new Set();
    for (const selector of selectors) {
      try {
        for (const el of vm.queryAll(vm.splitFrames(selector).at(-1))) wanted.add(el);
      } catch {
        return { invalid: selector };
      }
    }
    const view = [0, 0, innerWidth, innerHeight];
    const boxes = [];
    const add = ({ left, top, right, bottom }) => {
      const isSeen = right > 0 && bottom > 0 && left < view[2] && top < view[3];
      if (isSeen && right > left && bottom > top) boxes.push([left, top, right, bottom]);
    };
    let count = 0;
    const done = new Set();
    const rest = [...wanted];
    while (rest.length > 0) {
      const node = rest.pop();
      if (done.has(node)) continue;
      done.add(node);
      count += 1;
      // So large an element can only be most of the page.
      if (count > MOST_NODES) return { boxes: [view], frames: [], suspects: [], view };
      if (!isElement(node)) {
        // Text may reach beyond its element's box.
        if (read.nodeType.call(node) === 3) for (const box of contentRects(node)) add(box);
        continue;
      }
      for (const box of rects(node)) add(box);
      eachChild(node, read.localName.call(node), (child) => rest.push(child));
    }
    const HOST = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
    /** Custom elements, and boxes whose own children are not shown. */
    const mayHide = (el) => {
      if (rootOf(el)) return false;
      const tag = read.localName.call(el);
      if (tag.includes("-")) return true;
      if (!HOST.test(tag)) return false;
      const first = read.firstChild.call(el);
      return !first || (isElement(first) && rects(first).length === 0);
    };
    const frames = [];
    const suspects = [];
    for (const tree of trees()) {
      for (const el of vm.native.queryCss(tree, "iframe,frame,object,embed,fencedframe")) {
        const { left, top, right, bottom } = vm.dom.rect(el);
        const visible = [
          Math.max(left, 0),
          Math.max(top, 0),
          Math.min(right, view[2]),
          Math.min(bottom, view[3]),
        ];
        if (visible[2] > visible[0] && visible[3] > visible[1]) {
          frames.push({ id: vm.idOf(el), visible });
        }
      }
      for (const el of vm.native.queryCss(tree, "*")) if (mayHide(el)) suspects.push(vm.idOf(el));
    }
    return { boxes, frames, suspects, view };
  },

  /** The picture with that colour over boxes, px of the picture; base64 in and out. */
  async cover(_vm, image, boxes, color, format, quality) {
    const bytes = Uint8Array.from(atob(image), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    ctx.drawImage(bitmap, 0, 0);
    ctx.fillStyle = color;
    for (const [left, top, right, bottom] of boxes) {
      ctx.fillRect(left, top, right - left, bottom - top);
    }
    const url = canvas.toDataURL(`image/${format}`, quality / 100);
    return url.slice(url.indexOf(",") + 1);
  },
})
