// Finds the elements of one frame: visits the tree, tests what the pointer hits, adds what stands for hidden controls,
// and removes duplicates.
import { rowOf, scrolledOf } from "./boxes.js";
import { CONTROL, TEXT } from "./candidates.js";
import { beginRevision, holdRevision, isStill } from "./changes.js";
import { dialogOf } from "./context.js";
import { nodeCount } from "./covering.js";
import { findServed } from "./delegated.js";
import { describeAll, noteLook, noteWhere } from "./describe.js";
import { documentFacts } from "./document_facts.js";
import { holdsAny, idOf, is, nodeOf, parent, read, rect, rootOf } from "./dom.js";
import { isSaidBy } from "./duplicates.js";
import { beginFaults, faultsSoFar, safely } from "./faults.js";
import { gridSummary } from "./grids.js";
import { addTo } from "./lists.js";
import { forget, queryCss, queryFirst } from "./native.js";
import { saysOnHover } from "./painted.js";
import { area, meet } from "./rects.js";
import { piecesOf, regionsFor, weightOf } from "./regions.js";
import { STAGES, tellSeen, tellStage } from "./rules.js";
import { runningTransition, transitionEnd } from "./view_transitions.js";
import { isDisabled, reach, shows } from "./visibility.js";
import { walkPage } from "./walk.js";
import { noteWritten } from "./written.js";

/** Number of targets in view above which the likeliest ones are tested first. */
const MANY = 400;
/** Number of elements above which the others are reported only as a count for each region of the page. */
const LISTED = 1000;
const LEAST_LISTED = 200;
/** Maximum duration of an observation, ms. Elements not tested by then are reported as left out. */
const PATIENCE = 4000;
const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog]";

/**
 * Sorts the items by priority for the limited time of the tests: items of a modal dialog first, then from top to
 * bottom.
 * @param {Item[]} items
 */
const inOrder = (items) => {
  const dialogs = queryFirst(document, DIALOGS) ? new Map() : null;
  const keys = new Map();
  for (const item of items) {
    keys.set(item, (dialogs !== null && dialogOf(item.el, dialogs) === 2 ? -1e9 : 0) + item.boxes[0][1]);
  }
  return [...items].sort((a, b) => keys.get(a) - keys.get(b));
};

/** Returns the found elements that are visible and reachable. @param {WalkResult} walk */
const see = (walk) => {
  const seen = new Set();
  for (const item of walk.items.length > MANY ? inOrder(walk.items) : walk.items) {
    // A phrase of a visible sentence is visible too, so it is not tested itself.
    if (isSaidBy(item, item.up) && seen.has(item.up)) continue;
    if (safely(() => look(walk, item), false)) seen.add(item);
  }
  return walk.items.filter((item) => seen.has(item));
};

/**
 * Tests whether an element is visible and reachable. Stores the visible points and the like in the item and returns
 * whether there are any.
 * @param {WalkResult} walk @param {Item} item
 */
const look = (walk, item) => {
  const { includeOccluded, target } = walk.options;
  const { hits } = walk;
  const view = reach(item.el, item.boxes, !item.isClear, hits);
  if (view.points.length === 0) {
    if (item.isClear) {
      if (!item.isFaded) walk.unseen.set(item.el, item.place);
      return false;
    }
    if (item.tag === "canvas" && item.kind & CONTROL && view.over) {
      walk.overlaid.push({ ...item, over: view.over });
      return false;
    }
    // Pointer events pass through some elements. A text or a disabled element counts if it is merely visible.
    const passes = target !== "interactive" || isDisabled(item.el, walk.disabled);
    const points = passes ? shows(item.el, item.boxes, hits) : [];
    if (points.length > 0 && !is(item.el, "[inert],[inert] *")) {
      Object.assign(item, view, { points, share: 1 });
    } else if (includeOccluded && view.over) {
      Object.assign(item, view, { isOccluded: true, share: 0 });
    } else return false;
  } else Object.assign(item, view);
  return true;
};

/** @param {Box[]} boxes */
const total = (boxes) => boxes.reduce((sum, box) => sum + area(box), 0);

/** @param {Box[]} boxes */
const boundsOf = (boxes) =>
  boxes.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);

/**
 * Returns the record of an element. Fields that are false or 0 are set to `undefined`, which omits them from the
 * result, because most fields of most elements have these values.
 * @param {Item} item @param {any} known
 */
const record = (item, known) => {
  const { el, boxes, box, share, points } = item;
  const whole = boxes.length === 1 ? area(rowOf(el, box)) : 0;
  return {
    id: idOf(el),
    control: item.control ? idOf(item.control) : undefined,
    tag: item.tag,
    bounds: boundsOf(boxes),
    boxes: boxes.slice(0, 16),
    points,
    share: (share ?? 0) * (whole > 0 ? Math.min(1, total(boxes) / whole) : 1),
    occluded: item.isOccluded || undefined,
    static: item.kind === TEXT || undefined,
    disabled: isDisabled(item.control ?? el, known.disabled) || undefined,
    inDialog: dialogOf(el, known.dialogs) || undefined,
    weight: weightOf(item) || undefined,
    grid: item.cells ? { ...(item.lattice ?? gridSummary(el)), cells: item.cells } : undefined,
    unsure: item.doubt || undefined,
    onHover: item.onHover?.slice(0, 5).map((each) => saysOnHover(each)),
    onHoverIds: item.onHover?.slice(0, 5).map(idOf),
  };
};

/**
 * Divides the found items into those that may get a mark and the rest. `cap` is the maximum number of marks. The
 * regions of the page take turns, so that each gets a share. Within a region, strong candidates come first, then
 * elements further up.
 * @param {Item[]} found @param {number} cap @param {any} known
 */
const foremost = (found, cap, known) => {
  if (found.length <= LISTED) return [found, []];
  const most = Math.min(LISTED, Math.max(LEAST_LISTED, 2 * cap));
  const { of } = regionsFor(
    found.map((item) => item.el),
    false,
  );
  /** @type {Map<number, [number, Item][]>} */
  const groups = new Map();
  found.forEach((item, i) => {
    const key = (dialogOf(item.el, known.dialogs) === 2 ? -1e9 : weightOf(item) * 1e7) + boundsOf(item.boxes)[1];
    addTo(groups, of[i], [key, item]);
  });
  for (const group of groups.values()) group.sort((a, b) => a[0] - b[0]);
  const kept = new Set();
  let open = [...groups.values()];
  for (let turn = 0; kept.size < most && open.length > 0; turn += 1) {
    open = open.filter((group) => turn < group.length);
    for (const group of open) if (kept.size < most) kept.add(group[turn][1]);
  }
  return [found.filter((item) => kept.has(item)), found.filter((item) => !kept.has(item))];
};

/**
 * Summarizes the items that get no mark: how many there are in each region, and the bounds of the first ones.
 * @param {Item[]} rest @param {number} most
 */
const inShort = (rest, most) => {
  const { regions, of } = regionsFor(
    rest.map((item) => item.el),
    true,
  );
  const counts = new Array(regions.length + 1).fill(0);
  for (const number of of) counts[number + 1] += 1;
  return { regions, counts, bounds: rest.slice(0, most).map((item) => boundsOf(item.boxes)) };
};

/** Value of the option `within` for a document in which no element counts, only the frame with the observed element. */
const ONLY_FRAMES = -1;
/**
 * Returns a function that tells whether an element is inside the element `id`. For 0 and `ONLY_FRAMES`, every element
 * counts as inside.
 * @param {number} id
 */
const insideOf = (id) => {
  const root = id > 0 ? nodeOf(id) : null;
  /** Whether `el` is the element `id` or inside it. @param {Element} el */
  return (el) => {
    // The document of a frame is inside the frame element.
    if (id <= 0 || el === root) return true;
    let at = parent(el);
    while (at && at !== root) at = parent(at);
    return at !== null;
  };
};

/** Returns the elements that match a selector, in the document and in its shadow trees. @param {string} selector */
const selected = (selector) => {
  // A selector matches within one tree only, so shadow trees are searched one by one.
  const wanted = new Set();
  /** Adds the matches in a tree, and in the shadow trees inside it. @param {Root} root */
  const search = (root) => {
    for (const el of queryCss(root, selector)) wanted.add(el);
    for (const el of queryCss(root, "*")) {
      const inner = rootOf(el);
      if (inner) search(inner);
    }
  };
  search(document);
  return wanted;
};

/** @type {Set<() => void>} */
const waiting = new Set();
let isListening = false;
const goOn = () => {
  for (const go of waiting) go();
  waiting.clear();
};

/** Ends the current task, so that the browser can draw a waiting frame, and then continues. */
const letFrameIn = () =>
  /** @type {Promise<void>} */ (
    new Promise((done) => {
      // In the back-forward cache no task runs, so `pagehide` also resolves the promise. The listener is never removed:
      // the browser is notified of each such listener that is added or removed, which takes longer than the task.
      if (!isListening) addEventListener("pagehide", goOn);
      isListening = true;
      waiting.add(done);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        waiting.delete(done);
        done();
      };
      port2.postMessage(null);
    })
  );

/**
 * Finds the elements of this frame. Their positions and visibility are measured in one task. Their texts take as long
 * again and are read in a second task, so that a screenshot requested meanwhile gets its frame 1 to 4 ms earlier. A
 * later check detects whether the page changed between the two tasks.
 * @param {FindOptions} options
 * @param {Map<Element, string[]>} [story] receives the decisions of each rule
 */
export const find = async (options, story) => {
  const started = performance.now();
  const wait = transitionEnd();
  if (wait) await wait;
  forget?.();
  beginFaults();
  if (options.again && isStill(options.again)) {
    noteLook(options.look);
    return { still: true, ms: performance.now() - started };
  }
  let wanted = null;
  let excluded = new Set();
  try {
    if (options.target === "custom") wanted = selected(options.selector ?? "");
    if (options.exclude) excluded = new Set(selected(options.exclude));
  } catch (error) {
    return { invalid: error instanceof Error ? error.name : "SyntaxError" };
  }
  const until = performance.now() + (options.patience ?? PATIENCE);
  safely(() => findServed(), undefined);
  const walk = walkPage({ ...options, wanted, until });
  const known = { disabled: walk.disabled, dialogs: new Map() };
  // Text that style sheets generate matters only because badges must not cover it.
  if (options.pictured && walk.inkLeft > 0) safely(() => noteWritten(walk), undefined);
  let found = see(walk);
  // If a step fails, its result is the items found before it.
  /** @param {(found: Item[]) => Item[] | void} made */
  const step = (made) => {
    found = safely(() => made(found) ?? found, found);
  };
  if (story) tellSeen(story, walk, found);
  for (const rule of STAGES) {
    if (!rule.when({ walk, options })) continue;
    const before = found;
    step((those) => rule.apply(those, { walk, options }));
    if (story) tellStage(story, rule, before, found);
  }
  const inside = insideOf(options.within ?? 0);
  /** @param {Element} el */
  const within = (el) => inside(el) && !holdsAny(excluded, el);
  if (options.within) {
    const holder = nodeOf(options.within);
    found = options.within === ONLY_FRAMES ? [] : found.filter(({ el }) => el !== holder && within(el));
  } else if (excluded.size > 0) found = found.filter(({ el }) => within(el));
  // Elements that stand for hidden controls are found last, and are sorted here to the positions of those controls.
  const inPlace = found.sort((a, b) => a.place - b.place);
  const [all, rest] = foremost(inPlace, options.cap || LISTED, known);
  const told = all.map((item) => safely(() => record(item, known), null));
  const near = all.filter((_, i) => told[i] !== null);
  const elements = told.filter((each) => each !== null);
  noteWhere(near, walk.frames);
  noteLook(options.look);
  const facts = documentFacts();
  const begun = options.keep ? beginRevision(walk) : 0;
  const isShort = elements.length <= (options.describeUpTo ?? 0);
  const faults = faultsSoFar();
  if (isShort) await letFrameIn();
  const about = isShort ? describeAll(...elements.flatMap((e) => [e.id, e.control ?? 0])) : null;
  const pieces = piecesOf(near.map((item) => item.el));
  const isWhole = !walk.isCut && walk.hits.guessed === 0;
  return {
    elements,
    about,
    pieces: pieces.some((piece) => piece > 0) ? pieces : undefined,
    regions:
      elements.length > (options.cap ?? Infinity)
        ? regionsFor(
            near.map(({ el }) => el),
            true,
          )
        : undefined,
    rest: rest.length > 0 ? inShort(rest, options.obstacles ?? 0) : undefined,
    ink: walk.ink,
    scrolled: safely(() => scrolledOf(walk.scrollers), undefined),
    frames: walk.frames
      .filter(({ el }) => within(el))
      .map(({ el, box, clip, place }) => ({
        id: idOf(el),
        after: near.filter((item) => item.place < place).length,
        visible: meet(box, clip),
      })),
    facts,
    pruned: walk.isPruning,
    unvisited: walk.isCut || undefined,
    untested: walk.hits.guessed || undefined,
    transitioning: runningTransition() !== null || undefined,
    faults,
    // The values below describe this call and are not part of the observation.
    ms: performance.now() - started,
    nodes: options.nodes ? nodeCount() : undefined,
    revision: isWhole ? holdRevision(begun) : undefined,
  };
};

/** Maximum number of elements that `explain` reports: the element and its ancestors. */
const TOLD = 8;
/**
 * Tells for an element and each of its ancestors whether it has a mark, and which rules gave it a mark, merged it or
 * removed it.
 * @param {FindOptions} options @param {number} id
 */
export const explain = async (options, id) => {
  /** @type {Map<Element, string[]>} */
  const story = new Map();
  const { elements } = await find(options, story);
  const marked = new Set((elements ?? []).map((each) => each?.id));
  const lines = [];
  for (let el = nodeOf(id) ?? null, i = 0; el && i < TOLD; el = parent(el), i += 1) {
    const { left, top, width, height } = rect(el);
    const place = [left, top, width, height].map(Math.round).join(" ");
    const verdict = marked.has(idOf(el)) ? "has a mark" : story.has(el) ? "has no mark" : "no candidate";
    lines.push(
      `${read.localName.call(el)} at ${place}: ${verdict}`,
      ...(story.get(el) ?? []).map((each) => `  ${each}`),
    );
  }
  return lines.join("\n");
};
