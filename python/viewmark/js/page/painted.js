// Tells what of an element is painted: controls that show only under the pointer, boxes that something covers.
{
  const { read, is, parent, holds, rect } = vm.dom;
  const { area, meet, isEmpty, toBox } = vm.sight;
  const { few } = vm.boxes;
  const { computed } = vm.native;

  /** Larger boxes without paint are panes over something else, px. */
  const LARGEST = { width: 80, height: 48 };
  /** Elements inside a control that are asked for their paint. */
  const PARTS = 16;
  const FIELDS = new Set("input select textarea option audio video iframe canvas area".split(" "));
  const GRAPHIC = new Set("img svg canvas video embed object picture iframe".split(" "));
  const CLEAR = /^(transparent|rgba\(.*, 0\))$/;
  const stackAt = Document.prototype.elementsFromPoint;

  /** Whether a box or its generated content has colour of its own. @param {CSSStyleDeclaration} style */
  const hasPaint = (style) =>
    !CLEAR.test(style.backgroundColor) ||
    style.backgroundImage !== "none" ||
    style.boxShadow !== "none" ||
    style.maskImage !== "none" ||
    style.borderImageSource !== "none" ||
    (parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== "none") ||
    [
      [style.borderTopWidth, style.borderTopColor],
      [style.borderBottomWidth, style.borderBottomColor],
      [style.borderLeftWidth, style.borderLeftColor],
    ].some(([width, colour]) => parseFloat(width) > 0 && !CLEAR.test(colour));

  /** @param {Element} el @param {string} pseudo */
  const generates = (el, pseudo) => {
    const style = computed(el, pseudo);
    const { content } = style;
    if (content === "none" || content === "normal" || style.opacity === "0") return false;
    return (content !== '""' && !CLEAR.test(style.color)) || hasPaint(style);
  };
  /** @param {Element} el */
  const paints = (el) => {
    const style = computed(el);
    if (style.visibility !== "visible" || style.opacity === "0") return false;
    if (hasPaint(style) || generates(el, "::before") || generates(el, "::after")) return true;
    return GRAPHIC.has(read.localName.call(el)) && style.display !== "none";
  };

  /** Whether a picture, or a box with one, lies behind an element. @param {Element} el @param {Box} box */
  const isOnPicture = (el, box) => {
    const stack = stackAt.call(document, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    return stack.some((at) => {
      if (holds(el, at)) return false;
      const tag = read.localName.call(at);
      return GRAPHIC.has(tag) || (tag !== "body" && tag !== "html" && computed(at).backgroundImage !== "none");
    });
  };

  /**
   * Whether an element of the size of a button, and everything under it, shows nothing at all.
   * @param {Item} item @param {number[]} ink
   */
  const isBlank = ({ el, tag, boxes, control, isOccluded }, ink) => {
    if (control || isOccluded || FIELDS.has(tag) || boxes.length !== 1) return false;
    const [box] = boxes;
    if (box[2] - box[0] > LARGEST.width || box[3] - box[1] > LARGEST.height) return false;
    if (!CLEAR.test(computed(el).color)) {
      for (let i = 0; i < ink.length; i += 4) {
        const isBeside =
          ink[i] >= box[2] || ink[i + 1] >= box[3] || ink[i] + ink[i + 2] <= box[0] || ink[i + 1] + ink[i + 3] <= box[1];
        if (!isBeside) return false;
      }
    }
    if (vm.native.isSvg(el) || paints(el)) return false;
    const inside = vm.dom.rootOf(el) ? null : few(el, PARTS);
    if (!inside || inside.some(paintsWithin(el))) return false;
    // A box of nearly its size around it is its frame.
    for (let up = parent(el), i = 0; up && i < 3; up = parent(up), i += 1) {
      const whole = toBox(rect(up));
      if (area(whole) > 2 * area(box)) break;
      if (paints(up)) return false;
    }
    return !isOnPicture(el, box);
  };
  /** @param {Element} el */
  const paintsWithin = (el) => (/** @type {Element} */ part) => {
    if (!paints(part)) return false;
    for (let up = parent(part); up && up !== el; up = parent(up)) {
      if (computed(up).opacity === "0") return false;
    }
    return true;
  };

  const ASKED = 300;
  const MOST_BLANK = 40;
  /** How far up a row is looked for around a control that the pointer brings. */
  const ROW = 6;
  /**
   * Takes out what is painted only under the pointer, and notes at a mark beside it what would come.
   * @param {Item[]} found @param {number[]} ink @param {Element[]} clear boxes that are not drawn now
   */
  vm.withoutBlank = (found, ink, clear) => {
    const blank = [];
    for (const item of found.slice(0, ASKED)) {
      if (isBlank(item, ink)) blank.push(item);
      // A page has a few in view; where there are very many, the others count as painted.
      if (blank.length === MOST_BLANK) break;
    }
    const gone = new Set(blank);
    const kept = blank.length > 0 ? found.filter((item) => !gone.has(item)) : found;
    noteOnHover(kept, [...blank.map(({ el }) => el), ...clear.flatMap(comingIn)]);
    return kept;
  };

  const CONTROLS = "button,a[href],[role=button],[role=link],[role=menuitem]";
  /** The controls of a clear box that a style rule shows when the pointer comes. @param {Element} box */
  const comingIn = (box) => {
    const inside = is(box, CONTROLS) ? [box] : vm.native.queryCss(box, CONTROLS);
    if (inside.length === 0 || inside.length > PARTS || !vm.isShownOnHover(box)) return [];
    return [...inside].filter((el) => {
      const { width, height } = rect(el);
      return width > 0 && width <= 2 * LARGEST.width && height > 0 && height <= LARGEST.height;
    });
  };
  /**
   * Notes at the mark nearest to each what would come there.
   * @param {Item[]} kept @param {Element[]} coming in the order of the document
   */
  const noteOnHover = (kept, coming) => {
    if (coming.length === 0) return;
    /** @type {Map<Element, Item>} */
    const around = new Map();
    for (const item of kept) {
      let at = /** @type {Element | null} */ (item.el);
      for (let i = 0; at && i < ROW; at = parent(at), i += 1) if (!around.has(at)) around.set(at, item);
    }
    for (const el of coming) {
      if (vm.name(el) === "") continue;
      let at = parent(el);
      for (let i = 0; at && i < ROW; at = parent(at), i += 1) {
        const item = around.get(at);
        if (!item) continue;
        item.onHover = [...(item.onHover ?? []), el];
        break;
      }
    }
  };

  const HOST = { width: 480, height: 96 };
  /**
   * Draws the one control of a custom element as large as the element, of which it is the middle.
   * @param {Item[]} found
   */
  vm.growToHosts = (found) => {
    /** @type {Map<Element, Item[]>} */
    const inside = new Map();
    for (const item of found) {
      const root = item.isOccluded ? null : vm.native.rootNode(item.el);
      if (!(root instanceof ShadowRoot)) continue;
      const host = read.host.call(root);
      inside.set(host, [...(inside.get(host) ?? []), item]);
    }
    for (const [host, items] of inside) {
      const [item] = items;
      if (items.length > 1 || item.boxes.length !== 1 || !BUTTONS.has(item.tag)) continue;
      const [left, top, right, bottom] = item.boxes[0];
      const box = toBox(rect(host));
      const isAround = box[0] <= left + 1 && box[1] <= top + 1 && box[2] >= right - 1 && box[3] >= bottom - 1;
      const isSmall = box[2] - box[0] <= HOST.width && box[3] - box[1] <= HOST.height;
      if (!isAround || !isSmall || area(box) > 8 * area(item.boxes[0])) continue;
      if (vm.text(host) !== vm.text(item.el)) continue;
      const grown = item.clip ? meet(box, item.clip) : box;
      const met = vm.dom.hit((grown[0] + grown[2]) / 2, (grown[1] + grown[3]) / 2);
      if (met && holds(item.el, met)) item.boxes = [grown];
    }
  };
  const BUTTONS = new Set(["a", "button"]);

  /**
   * The part of a box that shows, where hit tests met something else on the rest of it.
   * @param {Item} item
   */
  vm.cutByCover = (item) => {
    const { el, boxes, over, missed, points } = item;
    if (!over || !missed || missed.length === 0 || !points || points.length === 0 || boxes.length !== 1) return;
    // The outermost painted box of what covers it: a whole dialog, not the field in it that was met.
    let cover = isOpaque(over) ? over : null;
    for (let up = parent(over); up && !holds(up, el); up = parent(up)) {
      const box = toBox(rect(up));
      if (isOpaque(up) && missed.every(([x, y]) => isIn(box, x, y)) && !points.some(([x, y]) => isIn(box, x, y))) cover = up;
    }
    if (!cover) return;
    const left = beside(boxes[0], toBox(rect(cover)))
      .filter((box) => box[2] - box[0] >= 4 && box[3] - box[1] >= 4)
      .sort((a, b) => area(b) - area(a))
      .find(
        (box) => points.every(([x, y]) => isIn(box, x, y)) && !missed.some(([x, y]) => isIn(box, x, y)),
      );
    // What is left of a corner that is covered has no other box than the whole.
    const seen = area(boxes[0]) - area(meet(boxes[0], toBox(rect(cover))));
    if (left && area(left) > 0.9 * seen) Object.assign(item, { boxes: [left], share: 1 });
  };
  /** Whether a box hides what is below it. @param {Element} el */
  const isOpaque = (el) => {
    const { backgroundColor, backgroundImage } = computed(el);
    return !CLEAR.test(backgroundColor) || backgroundImage !== "none" || GRAPHIC.has(read.localName.call(el));
  };
  /** @param {Box} box @param {number} x @param {number} y */
  const isIn = ([left, top, right, bottom], x, y) => x >= left && x < right && y >= top && y < bottom;
  /** What of a box lies beside another one. @param {Box} box @param {Box} other */
  const beside = (box, other) => {
    const [left, top, right, bottom] = meet(box, other);
    if (isEmpty([left, top, right, bottom])) return [];
    return [
      [box[0], box[1], left, box[3]],
      [right, box[1], box[2], box[3]],
      [box[0], box[1], box[2], top],
      [box[0], bottom, box[2], box[3]],
    ];
  };
}
