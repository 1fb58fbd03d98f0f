// Types shared by the page scripts. Only the type checker reads them (`make check`). Lengths are CSS px of this frame's
// viewport.

/** [left, top, right, bottom]; not a tuple, since boxes are created by `map` and `reduce`. */
type Box = number[];
/** [x, y] */
type XY = number[];
/** A document, shadow root or element in which selectors are evaluated. */
type Tree = Document | ShadowRoot | Element;
type Root = Document | ShadowRoot;
/** A node of the flat tree before its type is checked, with the members of both elements and text nodes. */
type Child = Element & Text;
/** The box of an element, as returned by `getBoundingClientRect`. */
type Rect = { left: number; top: number; right: number; bottom: number; width: number; height: number };
type WalkOptions = import("./page/walk.js").WalkOptions;
type FindOptions = import("./page/walk.js").FindOptions;
type State = import("./page/state.js").State;
type Facts = import("./page/identity.js").Facts;
type Whole = import("./page/wholes.js").Whole;
type Aimed = import("./act/points.js").Aimed;
type Meant = import("./page/identity.js").Meant;
type Hint = "clickable" | "editable" | "selectable" | "toggleable" | "navigable";

/** The computed style properties that are read once per observation. */
interface Style {
  display: string;
  visibility: string;
  transform: string;
  isMasked: boolean;
  live: CSSStyleDeclaration;
}

/** A name or a piece of a name, and its source. */
interface Named {
  text: string;
  from: string;
  /** No tooltip replaces the name, even if the name is empty. */
  isFinal?: boolean;
}
/** A piece of a name: a text, generated content (`node` is null), or an element. */
interface Piece {
  node: Node | null;
  text: string | null;
  from?: string;
  display: string;
  isControl: boolean;
}
/** The functions of `names` that `name_sources` needs without importing it. */
interface Naming {
  alternative(node: Node, recursive: boolean, root: Element | null, visited: Visited, ctx: NameContext): Named;
  fromDescendants(el: Element, root: Element | null, visited: Visited, ctx: NameContext, isNested: boolean): string;
  fromElements(elements: Element[], isLabelledBy: boolean, visited: Visited, ctx: NameContext): string | null;
  hasSecretName(el: Element): boolean | undefined;
  nameOf(el: Element): string;
}
interface NameContext {
  naming: Naming;
  /** The name as in the markup, before CSS text-transform is applied. */
  plain: boolean;
  /** Findings during the computation. */
  found: { isTransformed: boolean; isSecret?: boolean };
  lastFrom?: string;
  inFlex?: boolean;
  /** A hidden label that counts anyway. */
  unhidden?: Element;
}
type Visited = Set<Node>;

/** The data that a custom element sets in its `ElementInternals`. */
interface Internals {
  role?: string;
  name?: string;
  state: State;
}
/** The clips for an element's in-flow, absolutely positioned and fixed children. */
interface ClipBoxes {
  flow: Box;
  abs: Box;
  fixed: Box;
  /** All three clips are equal, and nothing is clipped. */
  isUniform?: boolean;
}
/** The result of hit tests: points that reach an element, their fraction of all points, and the covering element. */
interface Reach {
  points: XY[];
  share: number;
  over: Element | null;
  /** Points where another element was hit. */
  missed?: XY[];
}
/** The hit tests of one observation. */
interface HitTests {
  until: number;
  isPatient: boolean;
  extra: number;
  guessed: number;
  readonly isSpent: boolean;
  readonly isQuick: boolean;
  restart(): void;
  count(el: Element, size: Rect): void;
  at(x: number, y: number): Element | null | undefined;
  coverOnLine(el: Element, x: number, y: number): Element | null;
  note(box: Box, over: Element | null): void;
  guess(el: Element, box: Box): Reach | null;
}

interface Item {
  el: Element;
  tag: string;
  /** Evidence that the element is a target: the bits of `vm.kinds`. */
  kind: number;
  boxes: Box[];
  box: Box;
  clip?: Box;
  display?: string;
  isClear?: boolean;
  /** Whether the element can be scrolled by keyboard. */
  isScroller?: boolean;
  isRim?: boolean;
  /** The number of other marks inside the element. */
  marks?: number;
  /** The element is in a transparent box, so it counts only if hit tests reach it. */
  isFaded?: boolean;
  /** The nearest ancestor that is a candidate. */
  up: Item | null;
  /** The item's index in the walk, which is in document order. */
  place: number;
  /** The control that the element represents. */
  control?: Element;
  points?: XY[];
  share?: number;
  over?: Element | null;
  missed?: XY[];
  /** Controls that appear while the element is hovered. */
  onHover?: Element[];
  /** Whether the element is painted: 1 possibly, 2 unlikely; the screenshot decides. */
  doubt?: number;
  isOccluded?: boolean;
  dropped?: boolean;
  /** Id of the rule that dropped the item. */
  because?: string;
  /** The item is a target of its own, regardless of what contains it. */
  isOwn?: boolean;
  /** For a grid that represents its cells: the number of cells. */
  cells?: number;
  /** For a uniform grid that is not a table: its size, the rows in view, and a signature that detects changes. */
  lattice?: { rows: number; columns: number; first: number; last: number; sign: string; heading: string };
  inside?: number;
  controls?: Item[];
  /** The marks directly inside the item. */
  parts?: Item[];
}
/** A declared rule of discovery, in the form that explanations report. */
interface Rule {
  id: string;
  does: string;
  /** The principle or the clause of a standard that the rule follows. */
  principle: string;
  reason: string;
  /** The file of test pages with a positive and a negative case. */
  page: string;
}
/** A rule for two nested marks. */
interface NestedRule extends Rule {
  /** Whether the rule applies to an outer control or to an outer box; to both if omitted. */
  of?: "control" | "box";
  inner?: "control" | "part";
  test(item: Item, outer: Item, share: number, walk?: WalkResult): boolean;
  /** Whether the rule drops the outer mark, if both marks could be dropped. */
  isOuter?(item: Item, outer: Item, share: number): boolean;
}
/** A rule for a single mark. */
interface AloneRule extends Rule {
  test(item: Item, facts: any): boolean;
}
/** A rule for all marks. */
interface GroupRule extends Rule {
  apply(items: Item[]): Item[] | void;
}
/** A stage of discovery, or a part of one. */
interface StageRule extends Rule {
  stage: "collect" | "see" | "distribute" | "join" | "reduce" | "budget" | "words";
  when(context: { walk: WalkResult; options: FindOptions }): boolean;
  apply(found: Item[], context: { walk: WalkResult; options: FindOptions }): Item[] | void;
}
/** The results of one walk over the page. */
interface WalkResult {
  options: WalkOptions;
  view: Box;
  /** Whether rows out of the list's view count too. */
  isWhole?: boolean;
  isPruning: boolean;
  items: Item[];
  labels: { el: HTMLLabelElement; box: Box; clip: Box; display: string; up: Item | null; place: number }[];
  /** Controls that are not visible themselves. */
  unseen: Map<Element, number>;
  /** Boxes that are transparent or currently not shown, up to a limit. */
  clear: Element[];
  /** Drawn controls under an overlay that receives the pointer for them. */
  overlaid: (Item & { over: Element })[];
  frames: { el: Element; box: Box; clip: Box; place: number }[];
  ink: number[];
  /** The entries of `ink` that belong to images, given by the index of their first number. */
  icons: Set<number>;
  inkLeft: number;
  /** Shadow trees that were walked; below, scroll containers in the document and in those trees. */
  roots: ShadowRoot[];
  scrollers: Element[];
  hits: HitTests;
  disabled: Map<Element, boolean>;
  isCut: boolean;
}

/** A summary of an element for a result; it never contains a value. */

interface ElementSummary {
  id: number;
  tag: string;
  role: string;
  name: string;
  disabled?: boolean;
  secret?: boolean;
}
/** The scroll position of a container. */
interface ScrollPosition {
  el: Element;
  x: number;
  y: number;
}

/** The exports of a bundle: those of its entry, and those of its modules by name. */
type Vm = typeof import("./page/entry.js") & typeof import("./act/entry.js") & { modules: Modules };
/** Modules that are used by separately sent scripts. */
interface Modules {
  dom: typeof import("./page/dom.js");
  native: typeof import("./page/native.js");
  painted_elsewhere: typeof import("./page/painted_elsewhere.js");
  secret_copies: typeof import("./page/secret_copies.js");
  rects: typeof import("./page/rects.js");
  standing: typeof import("./page/standing.js");
  view_transitions: typeof import("./page/view_transitions.js");
  visibility: typeof import("./page/visibility.js");
  vocabulary: typeof import("./page/vocabulary.js");
}

/** Phrases separated by spaces, to match as whole words, inside longer words, or as the whole text. */
interface Phrases {
  whole: string;
  inside: string;
  exact: string;
}
/** The word lists for secret fields; `secrets/words.py` describes them. */
declare const secretRules: {
  typed: string;
  chosen: string;
  phrases: Phrases;
  cards: Phrases;
  code: Phrases;
  not_codes: string[];
  digits: string[];
  sent: string[];
  links: string[];
  address: string[];
};
