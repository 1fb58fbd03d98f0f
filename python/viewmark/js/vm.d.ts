// The shapes that travel between page scripts. Read by the type checker only (`make check`). Lengths are CSS px of
// this frame's viewport.

/** [left, top, right, bottom]; no tuple, since boxes are made by `map` and `reduce`. */
type Box = number[];
/** [x, y] */
type XY = number[];
/** A document, shadow root or element: what selectors are asked of. */
type Tree = Document | ShadowRoot | Element;
type Root = Document | ShadowRoot;
/** A node of the flat tree before its type was asked: what is read of it then is that of one of both. */
type Child = Element & Text;
/** Sizes of an element, as `getBoundingClientRect` gives them. */
type Rect = { left: number; top: number; right: number; bottom: number; width: number; height: number };
type WalkOptions = import("./page/walk.js").WalkOptions;
type FindOptions = import("./page/walk.js").FindOptions;
type State = import("./page/state.js").State;
type Facts = import("./page/identity.js").Facts;
type Whole = import("./page/wholes.js").Whole;
type Aimed = import("./act/points.js").Aimed;
type Meant = import("./page/identity.js").Meant;
type Hint = "clickable" | "editable" | "selectable" | "toggleable" | "navigable";

/** What one look reads of a computed style. */
interface Style {
  display: string;
  visibility: string;
  transform: string;
  isMasked: boolean;
  live: CSSStyleDeclaration;
}

/** A name, or a piece of one, and where it came from. */
interface Named {
  text: string;
  from: string;
  /** No tooltip takes its place, even where it is empty. */
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
/** The functions of `names` that `name_sources`, below it, asks. */
interface Naming {
  alternative(
    node: Node,
    recursive: boolean,
    root: Element | null,
    visited: Visited,
    ctx: NameContext,
  ): Named;
  fromDescendants(
    el: Element,
    root: Element | null,
    visited: Visited,
    ctx: NameContext,
    isNested: boolean,
  ): string;
  fromElements(
    elements: Element[],
    isLabelledBy: boolean,
    visited: Visited,
    ctx: NameContext,
  ): string | null;
  hasSecretName(el: Element): boolean | undefined;
  nameOf(el: Element): string;
}
interface NameContext {
  naming: Naming;
  /** As it stands in the markup, before CSS text-transform. */
  plain: boolean;
  /** What was met on the way. */
  found: { isTransformed: boolean; isSecret?: boolean };
  lastFrom?: string;
  inFlex?: boolean;
  /** A label that counts although it is hidden. */
  unhidden?: Element;
}
type Visited = Set<Node>;

/** What a custom element keeps in its `ElementInternals`. */
interface Internals {
  role?: string;
  name?: string;
  state: State;
}
/** What clips the children of an element: those in flow, absolute and fixed ones. */
interface ClipBoxes {
  flow: Box;
  abs: Box;
  fixed: Box;
  /** All three are the same, and nothing clips. */
  isUniform?: boolean;
}
/** The verdict of hit tests: points that reach an element, their share, what covers it. */
interface Reach {
  points: XY[];
  share: number;
  over: Element | null;
  /** Points where something else is met. */
  missed?: XY[];
}
/** The hit tests of one look. */
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
  /** Evidence: the bits of `vm.kinds`. */
  kind: number;
  boxes: Box[];
  box: Box;
  clip?: Box;
  display?: string;
  isClear?: boolean;
  /** Keys can scroll it. */
  isScroller?: boolean;
  isRim?: boolean;
  /** Other marks that lie in it. */
  marks?: number;
  /** In a clear box: it counts only where a pointer meets it. */
  isFaded?: boolean;
  /** The candidate around it. */
  up: Item | null;
  /** When the walk met it: the order of the document. */
  place: number;
  /** The control that it stands for. */
  control?: Element;
  points?: XY[];
  share?: number;
  over?: Element | null;
  missed?: XY[];
  /** Controls that the pointer brings when it lies here. */
  onHover?: Element[];
  /** Whether it is painted: 1 perhaps, 2 hardly; the picture decides. */
  doubt?: number;
  isOccluded?: boolean;
  dropped?: boolean;
  /** The rule that dropped it. */
  because?: string;
  /** A target beside what it lies in, whatever that is. */
  isOwn?: boolean;
  /** A sort button in a head that sorts, or a part of one: the head has the mark. */
  isSorter?: boolean;
  /** Of a grid that stands for its cells: how many. */
  cells?: number;
  /** Of a grid that is not a table: its size, the rows in view, and what tells whether it changed. */
  lattice?: { rows: number; columns: number; first: number; last: number; sign: string; heading: string };
  inside?: number;
  controls?: Item[];
  /** What has a mark right inside. */
  parts?: Item[];
}
/** A declared rule of discovery, as an explanation tells it. */
interface Rule {
  id: string;
  does: string;
  /** The principle or the clause of a standard that it follows. */
  principle: string;
  reason: string;
  /** The file of test pages with a yes and a no. */
  page: string;
}
/** Of two marks, one in the other. */
interface NestedRule extends Rule {
  /** Holds where what is around is a control, or is none; without it in both. */
  of?: "control" | "box";
  inner?: "control" | "part";
  test(item: Item, outer: Item, share: number, walk?: WalkResult): boolean;
  /** Whether the outer one goes, where either may. */
  isOuter?(item: Item, outer: Item, share: number): boolean;
  /** What lies in the part is dropped with it. */
  isWhole?: boolean;
}
/** Of one mark. */
interface AloneRule extends Rule {
  test(item: Item, facts: any): boolean;
}
/** Of all marks. */
interface GroupRule extends Rule {
  apply(items: Item[]): Item[] | void;
}
/** A stage of discovery, or a part of one. */
interface StageRule extends Rule {
  stage: "collect" | "see" | "distribute" | "join" | "reduce" | "budget" | "words";
  when(context: { walk: WalkResult; options: FindOptions }): boolean;
  apply(found: Item[], context: { walk: WalkResult; options: FindOptions }): Item[] | void;
}
/** What one pass over the page found. */
interface WalkResult {
  options: WalkOptions;
  view: Box;
  isPruning: boolean;
  items: Item[];
  labels: { el: HTMLLabelElement; box: Box; clip: Box; display: string; up: Item | null; place: number }[];
  /** Controls that show themselves nowhere. */
  unseen: Map<Element, number>;
  /** Boxes that are clear now (`opacity`), the first of them. */
  clear: Element[];
  /** Drawn controls under a pane that takes the pointer for them. */
  overlaid: (Item & { over: Element })[];
  frames: { el: Element; box: Box; clip: Box; place: number }[];
  ink: number[];
  /** Which of these, by their first number, are of pictures. */
  icons: Set<number>;
  inkLeft: number;
  /** Shadow trees that were walked, and boxes whose content may be moved in them. */
  roots: ShadowRoot[];
  scrollers: Element[];
  hits: HitTests;
  disabled: Map<Element, boolean>;
  isCut: boolean;
}

/** What an element says of itself and its place; its ref is made of it. */

interface ElementSummary {
  id: number;
  tag: string;
  role: string;
  name: string;
  disabled?: boolean;
  secret?: boolean;
}
/** Where a scroller was. */
interface ScrollPosition {
  el: Element;
  x: number;
  y: number;
}

/** What a bundle gives: what its entry names, and the exports of its files by their names. */
type Vm = typeof import("./page/entry.js") & typeof import("./act/entry.js") & { modules: Modules };
/** Files of which scripts that are sent by themselves take something. */
interface Modules {
  dom: typeof import("./page/dom.js");
  native: typeof import("./page/native.js");
  painted_elsewhere: typeof import("./page/painted_elsewhere.js");
  secret_copies: typeof import("./page/secret_copies.js");
  rects: typeof import("./page/rects.js");
  standing: typeof import("./page/standing.js");
  view_transitions: typeof import("./page/view_transitions.js");
  visibility: typeof import("./page/visibility.js");
}

/** Phrases without spaces, in texts with spaces between: as whole words, inside longer ones, alone. */
interface Phrases {
  whole: string;
  inside: string;
  exact: string;
}
/** What fields are judged by; `secrets/words.py` says what each is. */
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
