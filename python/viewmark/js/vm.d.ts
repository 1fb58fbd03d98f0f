// What the page scripts give each other: the object `vm`, and the shapes that travel in it. Read by
// the type checker only (`make check`). Lengths are CSS px of this frame's viewport.

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
type Hint = "clickable" | "editable" | "selectable" | "toggleable" | "navigable";

// The scripts ask for the tag (through the prototype's getter) and then read what only that tag has.
// No checker follows that, so these few members count as members of every element.
interface Element {
  readonly type: string;
  value: any;
  checked: boolean;
  readonly indeterminate: boolean;
  readonly labels: NodeListOf<HTMLLabelElement> | null;
  readonly files: FileList | null;
  readonly valueAsNumber: number;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiple: boolean;
  readonly size: number;
  readonly label: string;
  readonly selected: boolean;
  readonly selectedIndex: number;
  readonly selectedOptions: HTMLCollectionOf<HTMLOptionElement>;
  readonly options: HTMLOptionsCollection;
  readonly caption: HTMLTableCaptionElement | null;
  readonly tHead: HTMLTableSectionElement | null;
  readonly tFoot: HTMLTableSectionElement | null;
  readonly list: HTMLDataListElement | null;
  rows: any;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly form?: HTMLFormElement | null;
  readonly willValidate: boolean;
  readonly min: any;
  readonly max: any;
  readonly step: string;
  readonly popover: string | null;
}
interface CSSStyleDeclaration {
  readonly emptyCells: string;
  readonly overflowClipMargin: string;
  readonly webkitTextSecurity: string;
}
interface Selection {
  modify(alter: string, direction: string, granularity: string): void;
}

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

/** What is told of a control's state; a key that does not apply is absent. */
interface State {
  checked?: boolean | "mixed";
  pressed?: boolean | "mixed";
  expanded?: boolean;
  selected?: boolean;
  required?: true;
  readonly?: true;
  type?: string;
  value?: string;
  valueState?: "filled" | "empty";
  options?: string[];
  optionCount?: number;
  multiple?: true;
  /** Found wrong; `error` says why. */
  invalid?: true | "grammar" | "spelling";
  error?: string;
  description?: string;
  min?: string;
  max?: string;
  step?: string;
  placeholder?: string;
  haspopup?: string;
  current?: true | string;
  /** Of a day in a calendar of another month. */
  month?: "next" | "previous";
  level?: number;
  multiselectable?: true;
  sort?: string;
  scrolls?: string;
  href?: string;
  focused?: true;
}

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

/** A candidate for a mark. */
interface Lattice {
  rows: number;
  columns: number;
  /** By row, then column. */
  places: { el: Element; row: number; column: number; box: Box }[];
  /** Differs where cells moved or others came. */
  sign: string;
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
  /** A target beside what it lies in, whatever that is. */
  isOwn?: boolean;
  /** Pressed as a whole, though it has an edge of its own by which it is dragged. */
  isCard?: boolean;
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
/** A part of the page that elements lie in. */
interface Region {
  el: Element;
  kind: string;
  label: string;
  /** What it belongs to: page, main, navigation, aside, menu, dialog. */
  place: string;
}
interface RegionsReply {
  regions: { kind: string; label: string; place: string; selector: string }[];
  /** The number of each element's region; -1 for the page itself. */
  of: number[];
  /** The number of each element's kind: like ones have the same, 0 is the field of a search or sends a form. */
  kinds: number[];
}
interface FindOptions {
  target: string;
  selector?: string | null;
  /** Only what lies inside of the element of that number; -1: nothing but frames. */
  within?: number;
  includeOccluded?: boolean;
  ink?: number;
  clip?: Box;
  cap?: number;
  describeUpTo?: number;
  obstacles?: number;
  /** Whether a picture tells what is painted. */
  pictured?: boolean;
  patience?: number;
  /** Whether to count the nodes that these scripts reach. */
  nodes?: boolean;
  /** Whether the answer may be kept; the revision that an answer is known of, to learn whether it is still the document's. */
  keep?: boolean;
  again?: number;
  /** The driver's number of this look, not 0: what is asked after the picture is told of no other. */
  look?: number;
}
interface WalkOptions extends FindOptions {
  wanted: Set<Element> | null;
  until: number;
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

/** How a frame, or one element of it, is read. */
interface ReadOptions {
  root?: number;
  /** Whether texts come with the number of their element. */
  where?: boolean;
  /** ms */
  patience?: number;
  /** Of a document with more elements only what is in view. */
  most?: number;
  /** As of `FindOptions`. */
  keep?: boolean;
  again?: number;
}
/** A child that is read: an element or a text. */
type Kid = { el: Element; node?: undefined } | { el?: undefined; node: Text };
type Boxed = { kid: Kid; box: Box };

/** What an element says of itself and its place; its ref is made of it. */
/** `R` what it stands in, `B` what it stands beside, `A` all rows. */
interface Whole {
  words: string;
  kind: string;
}
interface Facts {
  role: string;
  name: string;
  context: string[];
  /** A letter for each piece of the context, see `contextOf`. */
  around: string;
  testId: string;
  domId: string;
  aim: string;
  icon: string;
}

/** What a target of an action said when it was seen. */
interface Meant {
  /** What says it; a press can be for the field or box that this stands for. */
  id: number;
  /** The control that a label stands for, or 0. */
  control: number;
  /** Its fingerprints, any of which will do. */
  says: string[];
  /** It was taken a moment ago. */
  isFresh: boolean;
}

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
interface ScrollDelta {
  container: ElementSummary | null;
  dx: number;
  dy: number;
  x: number;
  y: number;
}
/** What the pointer meets where an element is to be pressed; `inert`: disabled, pointers pass. */
interface Aimed {
  point: number[] | null;
  found?: Element | null;
  inert?: Element | null;
  over?: Element | null;
  isOut?: boolean;
  isInside?: boolean;
}

/** A node of the page as a tree (`vm.domView`). */
interface ViewNode {
  el: Element;
  tag: string;
  up: ViewNode | null;
  ratio: number;
  isIn: boolean;
  isHidden?: boolean;
  box: Box;
  text: string;
  kids: ViewNode[];
  keep: boolean;
  isDropped?: boolean;
  summary?: ViewRecord;
  /** Words between elements, in their place. */
  isWords?: boolean;
  /** Elements among `kids`. */
  size?: number;
  cursor?: string;
  /** What one can act on: this node, or the nearest around it. */
  item?: Item | null;
}
/** What is reported of such a node. */
interface ViewRecord {
  tag: string;
  role?: string;
  name?: string;
  text?: string;
  id?: string;
  state?: State;
  shadow?: "open" | "closed";
  hidden?: true;
  /** Number of what one can act on, and how. */
  node?: number;
  hint?: Hint;
  inViewport?: boolean;
  visibleRatio?: number;
  depth?: number;
  omitted?: number;
  frame?: number;
}

/** A watch for anything that happens in the document (act/settle.js). */
interface EventWatch {
  isOver: boolean;
  trees: Root[];
  print: string;
  /** The number of `vm.changes.watch`. */
  changes: number;
  files: PerformanceObserver;
  end(): void;
}

/** Getters of the hot path. */
type DomRead = Readonly<{
  nodeType(this: Node): number;
  firstChild(this: Node): Child | null;
  nextSibling(this: Node): Child | null;
  parentNode(this: Node): Element | null;
  isConnected(this: Node): boolean;
  localName(this: Element): string;
  firstElement(this: Element): Element | null;
  shadowRoot(this: Element): ShadowRoot | null;
  assignedSlot(this: Element): HTMLSlotElement | null;
  parentElement(this: Node): Element | null;
  textSlot(this: Text): HTMLSlotElement | null;
  host(this: ShadowRoot): Element;
  data(this: CharacterData): string;
  clientLeft(this: Element): number;
  clientTop(this: Element): number;
  clientWidth(this: Element): number;
  clientHeight(this: Element): number;
  scrollHeight(this: Element): number;
  scrollLeft(this: Element): number;
  scrollTop(this: Element): number;
  scrollWidth(this: Element): number;
  offsetWidth(this: HTMLElement): number;
  labelControl(this: HTMLLabelElement): HTMLElement | null;
  body(this: Document): HTMLElement | null;
  root(this: Document): HTMLElement | null;
  readyState(this: Document): string;
  title(this: Document): string;
  visibility(this: Document): string;
}>;
type RoleOf = (el: Element) => string;

interface Vm {
  /** What failed at single elements since a reading began. */
  faults: Readonly<{
    begin(): void;
    note(error: unknown): void;
    count(): number;
    told(): { count: number; first: string } | undefined;
    safely<T, F>(fn: () => T, fallback: F): NonNullable<T> | F;
  }>;
  /** The getter of a prototype's property, past whatever the page calls its form fields. */
  getter<T extends object, K extends keyof T>(proto: T, name: K): (this: T) => T[K];
  dom: Readonly<{
    read: DomRead;
    attr(el: Element, name: string): string | null;
    classesOf(el: Element): string[];
    is(el: Element, selector: string): boolean;
    isElement(node: Node): node is Element;
    isText(node: Node): node is Text;
    rootOf(el: Element): ShadowRoot | null;
    parent(node: Node): Element | null;
    holds(el: Element, node: Node | null): boolean;
    nearest(el: Element, selector: string, steps: number): Element | null;
    eachChild(el: Element, tag: string, visit: (node: Child) => void): void;
    /** The visual viewport; a document that is not active has none. */
    viewport(): Pick<VisualViewport, "scale" | "offsetLeft" | "offsetTop" | "width" | "height">;
    hit(x: number, y: number): Element | null;
    inward(el: Element, x: number, y: number): Element;
    contentRects(node: Node): DOMRectList;
    rect(el: Element): DOMRect;
    rects(el: Element): DOMRectList;
  }>;
  idOf(node: Node): number;
  nodeOf(id: number): Element | null;
  coverSecrets(test: (el: Element) => boolean): void;
  learnRoot(host: Element, root: ShadowRoot): void;
  adopt(...pairs: (Element | ShadowRoot)[]): void;
  adoptAround(node: Node): void;

  native: Readonly<{
    nodeType(node: Node): number;
    parentNode(node: Node): ParentNode | null;
    textContent(node: Node): string;
    isConnected(node: Node): boolean;
    ownerDocument(node: Node): Document | null;
    rootNode(node: Node): Tree;
    contains(node: Node, other: Node): boolean;
    data(node: Node): string;
    localName(el: Element): string;
    namespace(el: Element): string | null;
    shadowRoot(el: Element): ShadowRoot | null;
    parentElement(node: Node): Element | null;
    firstElement(el: Element): Element | null;
    nextElement(el: Element): Element | null;
    lastElement(el: Element): Element | null;
    previousSibling(node: Node): ChildNode | null;
    previousElement(el: Element): Element | null;
    attribute(el: Element, name: string): string | null;
    hasAttribute(el: Element, name: string): boolean;
    attributeNames(el: Element): string[];
    checkVisibility(el: Element, options?: CheckVisibilityOptions): boolean;
    matches(el: Element, selector: string): boolean;
    closest(el: Element, selector: string): Element | null;
    precedes(one: Node, other: Node): boolean;
    labelledByElements(el: Element): readonly Element[] | null;
    innerText(el: Element): string;
    isContentEditable(el: Element): boolean;
    activeIn(root: Tree): Element | null;
    ariaToken(el: Element, name: string): string;
    byId(root: Tree, id: string): Element | null;
    computed(el: Element, pseudo?: string): CSSStyleDeclaration;
    isHtml(el: Element): boolean;
    isUnpainted(colour: string): boolean;
    isSvg(el: Element): boolean;
    memo(name: string): WeakMap<Node, any>;
    queryCss(root: Tree, selector: string): NodeListOf<Element>;
    queryFirst(root: Tree, selector: string): Element | null;
    countOf(tag: string): number;
    words(text: string): Set<string>;
    once<T>(name: string, node: Node, make: () => T): T;
    countIn(box: Tree, selector: string): number;
    seenData(node: Text): string;
    seenText(el: Element): string;
    size(): number;
    styleOf(el: Element): Style;
    tagOf(el: Element): string;
    tagged(tag: string): Element[];
  }>;
  aside<T>(look: () => T): T;
  forget(): void;

  internalsOf(el: Element): Internals | null;
  mayHaveInternals(el: Element): boolean;
  learnInternals(
    entries: { id: number; control: number; internals: Internals | null }[],
  ): (object | null)[];
  tableLooksLikeData(table: Element): boolean;
  nativeRole(el: Element, roleOf: RoleOf): string;
  role(el: Element): string;
  spokenRole(role: string): string;
  isAriaRole(word: string): boolean;
  roles: Readonly<{
    hasAuthorName(el: Element): boolean;
    hasGlobal(el: Element): boolean;
    isEditingHost(el: Element): boolean;
    isFocusable(el: Element): boolean;
    isSummaryOfDetails(el: Element): boolean;
  }>;
  text(el: Element): string;
  textUpTo(el: Element, limit: number): string;
  strings: Readonly<{
    NAME_LIMIT: number;
    TEXT_LIMIT: number;
    clean(text: string): string;
    cut(text: string, limit: number): string;
    hasInvisible(text: string): boolean;
    line(text: string, limit: number): string;
    nameLine(text: string, limit: number): string;
    packed(text: string): string;
    transform(text: string, kind: string): string;
  }>;
  isSecret(el: Element): boolean;
  secretWords: Readonly<{
    wordsOf(name: string): string;
    nameSaysSo(name: string | null, isList: boolean): boolean;
    labelSaysSo(text: string | null, isList: boolean): boolean;
    saysCode(text: string): boolean;
    saysDigits(text: string): boolean;
    isPinCode(text: string): boolean;
    saysPlace(text: string): boolean;
  }>;
  wordsOf(name: string): string;
  textsAbout(el: Element): Generator<string>;
  isNamedSecret(el: Element): boolean;
  hasSecretShape(el: Element): boolean;
  secretBoxes(): Set<Element>;
  isInSecretBox(el: Element): boolean;
  isFilled(el: Element): boolean;
  secretFields(): Element[];
  secretNames(): string[];
  nameSources: Readonly<{
    chosenFile(el: Element): string;
    isTextField(el: Element, role: string): boolean;
    isTyped(el: Element, tag: string): boolean;
    labelsOf(el: Element): HTMLLabelElement[];
    own(el: Element, visited: Visited, ctx: NameContext): Named | null;
    tooltip(el: Element): string;
    value(el: Element, visited: Visited, ctx: NameContext): string | null;
  }>;
  namePieces: Readonly<{
    isApart(el: Element): boolean;
    isHidden(el: Element, root: Element | null): boolean;
    isLocked(el: Element): boolean;
    isUndisplayed(el: Element): boolean;
    needsSpace(previous: Piece, piece: Piece, ctx: NameContext): boolean;
    pieces(el: Element, root: Element | null, ctx: NameContext): Piece[];
    rendered(node: Text, ctx: NameContext): string;
  }>;
  counterText(el: Element, which: string, call: string): string;
  name(el: Element): string;
  hasSecretName(el: Element): boolean;
  textOfReference(el: Element): string;
  plainName(el: Element): string;
  naming: Readonly<{
    contextFor(plain: boolean): NameContext;
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
    usedBy(el: Element): Element | null;
  }>;
  state(el: Element, role: string): State;
  hint(el: Element, role: string): Hint;

  stable: Readonly<{
    isGenerated(value: string): boolean;
    isId(id: string): boolean;
    isClass(name: string): boolean;
  }>;
  queryAll(selector: string): Element[];
  splitFrames(selector: string): string[];
  isUnrendered(el: Element): boolean;
  trees: Readonly<{
    FRAME_STEP: string;
    cssIn(scope: Tree, css: string): Element[];
    hasRole(el: Element, role: string): boolean;
    likely(scope: Tree, role: string): Element[];
    treesIn(scope: Tree): Tree[];
    trees(): Root[];
    nodeType(node: Node): number;
  }>;
  isAloneWith(el: Element, role: string, name: string, limit: number): boolean;
  selectorParts: Readonly<{
    TEST_ATTRIBUTES: readonly string[];
    cssAttribute(name: string, value: string): string;
    ofAttributes(
      el: Element,
      testAttributes: readonly string[],
    ): { kind: string; css: string; attribute: string; value: string }[];
    ofMarkup(el: Element, tag: string): { css: string; count?: () => number | undefined }[];
    quoted(value: string): string;
  }>;
  standing: Readonly<{
    drop(): void;
    forest(): { trees: Root[]; hosts: Map<Tree, Element[]> };
    inDocument(name: string, values?: string[]): Element[];
    isWatched(): boolean;
    mayHost(el: Element): boolean;
    tally(name: string, value: string): number;
    tallyOf(name: string, value: string, tag: string): number;
  }>;
  topLayer: Readonly<{
    elements(): Iterable<Element>;
    has(el: Element): boolean;
  }>;
  testAttributes: readonly string[];
  selector(el: Element, testAttributes?: readonly string[]): string;
  selectorCandidates(
    el: Element,
    testAttributes?: readonly string[],
  ): { kind: string; selector: string }[];
  batch<T>(work: () => T): T;

  secretContent(trees: Root[]): Element[];
  nodeCount(): number;
  possibleHosts(): number[];
  changes: Readonly<{
    begin(walk: Pick<WalkResult, "roots" | "scrollers"> & { items: { el: Element; box: Box }[] }): number;
    end(): void;
    finish(begun: number): number | undefined;
    flush(): void;
    isSame(before: number): boolean;
    isStill(before: number): boolean;
    scrolled(scrollers: Element[]): [number, string, string, number, number][];
    listen(listener: {
      trees: Set<Root>;
      needs: MutationObserverInit;
      hear(records: MutationRecord[]): void;
    }): () => void;
    print(trees: Root[]): string;
    sheetsOf(tree: Root): CSSStyleSheet[];
    countRules(all: CSSStyleSheet[]): string;
    eachStyleRule(all: CSSStyleSheet[], most: number, visit: (rule: CSSStyleRule) => void): void;
    running(trees: Root[]): Animation[];
    watch(trees: Root[]): number;
  }>;
  showsSecrets(
    isAgain: boolean,
    isMain?: boolean,
  ): { secrets: boolean; frames: number; nodes?: number; facts?: object; since?: object };
  hits(height: number): HitTests;
  sight: Readonly<{
    meet(a: Box, b: Box): Box;
    isEmpty(box: Box): boolean;
    area(box: Box): number;
    toBox(rect: Rect): Box;
    clipsAll(clip: Box): ClipBoxes;
    clipsWithin(
      el: Element,
      style: CSSStyleDeclaration,
      box: Box,
      clip: Box,
      clips: ClipBoxes,
      isRoot: boolean,
      own?: Box | null,
      known?: { display: string; overflow: string; contentVisibility: string },
    ): ClipBoxes;
    containsPaint(style: CSSStyleDeclaration, contentVisibility?: string): boolean;
    ownClip(style: CSSStyleDeclaration, box: Box, position?: string, el?: Element | null): Box | null;
    paddingBox(el: Element, box: Box): Box;
    reach(el: Element, boxes: Box[], opaque: boolean, hits: HitTests): Reach;
    gridPoint(el: Element, boxes: Box[], counts: (found: Element) => boolean, hits: HitTests): XY | null;
    shows(el: Element, boxes: Box[], hits: HitTests): XY[];
    isDisabled(el: Element, known?: Map<Element, boolean> | null): boolean;
  }>;
  kinds: Readonly<{
    TEXT: number;
    CONTROL: number;
    LISTENER: number;
    CURSOR: number;
    evidence(el: Element, tag: string, owns: boolean): number;
    isWidget(el: Element): boolean;
    isListening(el: Node): boolean;
    /** Of what makes it a control, only `tabindex`; it may listen. */
    isFocusOnly(el: Element, tag: string): boolean;
    roleTokens(el: Element): string[];
  }>;
  holders: Readonly<{ isHeadPane(item: Item): boolean; isHolder(item: Item, viewArea: number): boolean; speaks(el: Element): boolean }>;
  duplicates: Readonly<{
    isSaidBy(item: Item, outer: Item | null): boolean;
    textOf(el: Element): string;
    withoutDuplicates(items: Item[], viewArea: number, walk?: WalkResult): Item[];
    isPhrase(item: Item, outer: Item): boolean;
    isWhole(item: Item): boolean;
  }>;
  listen(...found: Node[]): number[];
  delegate(texts: string[]): void;
  /** What the delegated handlers of jQuery serve. */
  listeners: Readonly<{
    isListening(el: Node): boolean;
    isServed(el: Node): boolean;
    listening: WeakSet<Node>;
    noteServed(found: WeakSet<Element>): void;
  }>;
  delegated: Readonly<{
    look(): void;
  }>;
  unlisten(ids: number[]): void;
  areaBoxes(el: Element): Box[];
  dialogOf(el: Element, known?: Map<Element, number>): number;
  contextOf(el: Element, memo: Map<Element, any>, own?: string): { parts: string[]; kinds: string };
  ownWords(el: Element, limit: number): string;
  /** The first words of what an element stands in, without those of it. */
  wordsAround(at: Element, el: Element): string;
  /** The same without what it unfolds, and without the items below an item. */
  placeWords(at: Element, el: Element): string;
  /** What a small control is a part of. */
  wholeOf(el: Element): Whole | null;
  identity: Readonly<{
    factsOf(el: Element, control: Element, role: string, memo: { context: Map<Element, any> }): Facts;
    note(el: Element, facts: Facts): string;
    holds(meant: Meant): boolean;
  }>;
  saysStill(meant: Meant): boolean;
  areGone(rows: [number, string, string][], taken: number[]): boolean[];
  aimOf(el: Element): string;
  regionOf(el: Element, known: Map<Element, Region | null>): Region | null;
  regionsFor(elements: Element[], isNamed: boolean): RegionsReply;
  regionsOf(...ids: number[]): RegionsReply;
  piecesOf(elements: Element[]): number[];
  hasHoverRules(): boolean;
  isShownOnHover(el: Element): boolean;
  holdersOnHover(el: Element): Element[][];
  renderedOnHover(): Element[];
  isTintedOnHover(el: Element): boolean;
  answersHover(el: Element): boolean;
  pointsOnHover(el: Element): boolean;
  hasOwnHand(el: Element): boolean;
  turnOf(part: Element): string;
  fillOf(el: Element): string;
  resizes(el: Element): boolean;
  weightOf(item: Item): number;
  withoutCells(found: Item[]): Item[];
  asGrid(grid: Element, cells: Item[]): Item;
  withoutLattices(found: Item[]): Item[];
  latticeIn(container: Element): Lattice | null;
  gridAround(el: Element): Element | null;
  isAddressable(grid: Element): boolean;
  gridSummary(grid: Element): object;
  cellOf(id: number, row: number, column: number, sign?: string): object;
  placeInGrid(el: Element, memo: Map<Element, any>): { row?: string; column?: string } | undefined;
  placeInBoxes(el: Element, said: string, memo: Map<Element, any>): { row: string; column: string } | undefined;
  pathOf(el: Element, known?: Map<Element, string>): string;
  isMeaningful(el: Element, tag: string): number;
  describe(...pairs: number[]): (object | null)[];
  facts(): Record<string, string | number | boolean>;
  noteWhere(elements: { el: Element; box: Box }[], owners: { el: Element; box: Box }[]): void;
  shifts(ids: number[]): {
    shifts: (number[] | null)[];
    spans: (number[] | null)[] | undefined;
    viewChanged: boolean;
    owners: number;
  };
  noteLook(number: number | undefined): void;
  shiftsSince(): { look: number; shifts: [number, number[] | null][] } | undefined;
  track(ids: number[]): void;
  meets(id: number, points: XY[]): boolean[];
  nodes(...ids: number[]): (Element | null)[];
  withoutRepeats(items: Item[], viewArea: number): Item[];
  handles: Readonly<{
    isFocusOf(item: Item, outer: Item): boolean;
    isGroupOf(item: Item): boolean;
    isKeptBeside(item: Item, marked: Set<Element>): boolean;
    isOnTrack(item: Item): boolean;
    noteCards(items: Item[]): void;
  }>;
  roving: Readonly<{
    isKeyStop(item: Item): boolean;
    isOfTickedRow(cell: Element): boolean;
    isTickedByWords(item: Item, marked: Set<Element>): boolean;
    labelInItem(tick: Element): string;
    openedBy(el: Element): Element | null;
    ownWords(top: Element): string;
  }>;
  calendarDays: Readonly<{
    isBareName(item: Item): boolean; isPlacedName(item: Item): boolean;
    isHead(item: Item): boolean;
    isUnwritten(item: Item): boolean;
    monthOf(el: Element, text: string): "next" | "previous" | undefined;
  }>;
  classWords: Readonly<{
    isLeaf(token: string): boolean;
    of(token: string): readonly string[];
    /** The last one; "" where one before it says the contrary. */
    last(token: string): string;
  }>;
  endsInChevron(el: Element): boolean;
  drawnControls: Readonly<{
    /** A switch or tick box by its shape, and whether it is on. */
    of(el: Element): { kind: "switch" | "checkbox"; isOn: boolean } | null;
    /** The words beside one. */
    labelOf(el: Element): string;
  }>;
  drawnState: Readonly<{
    isCounted(shown: Element): boolean;
    isDrawnTick(el: Element): boolean;
    isTick(el: Element): boolean;
    put(el: Element, role: string, state: State): void;
    putShownValue(shown: Element, control: Element, role: string, text: string, state: State): void;
  }>;
  paintedState(shown: Element, control: Element, role: string, text: string): State;
  betterName(el: Element, control: Element, role: string, name: string, state: State): string;
  kitState: Readonly<{ put(el: Element, role: string, state: State): void }>;
  /** The word that a font of icons draws as a sign; "" for words to read. */
  ligatureOf(el: Element): string;
  ratingOf(el: Element): boolean | undefined;
  putShownState(el: Element, role: string, text: string, state: State): void;
  putOpenState(el: Element, role: string, state: State): void;
  ownParts: Readonly<{
    dropFold(item: Item): boolean;
    dropAround(items: Item[]): void;
    isStopFor(inner: Item, outer: Item): boolean;
    dropNamers(items: Item[]): void;
    isAround(item: Item): boolean;
    isDrawingOf(item: Item, outer: Item): boolean;
    isOfSelect(item: Item): boolean;
    isTickOf(item: Item, outer: Item): boolean;
    isSeparator(item: Item): boolean;
  }>;
  innerParts: Readonly<{
    isSignOf(item: Item, outer: Item): boolean;
    isPartOf(item: Item, outer: Item): boolean;
    isDrawnTick(el: Element, control: Element | undefined): boolean;
    isAroundFold(item: Item): boolean;
    isCount(el: Element): boolean;
    isHeadOf(item: Item, outer: Item): boolean;
  }>;
  bareParts: Readonly<{
    isDotOf(item: Item, outer: Item): boolean; isBlankIn(item: Item, outer: Item): boolean;
    isDrawingIn(item: Item, outer: Item): boolean;
    isWordsIn(item: Item, outer: Item): boolean;
    isInLabel(item: Item, outer: Item): boolean;
    isPage(item: Item): boolean;
    isVeil(item: Item): boolean;
    isAroundRadios(item: Item): boolean;
    isWordsOfChart(el: Element): boolean;
    joinRails(items: Item[]): void;
    joinTicks(items: Item[]): void;
    isBare(item: Item): boolean;
  }>;
  secondMarks: Readonly<{
    namesSort(el: Element): boolean;
    isSecond(item: Item): boolean;
    isHeadWords(item: Item, outer: Item): boolean;
    isParting(item: Item): boolean;
    isLabelOf(item: Item, left: Set<Element>): boolean;
    isIdle(item: Item): boolean;
  }>;
  widgetParts: Readonly<{
    dropDoubles(items: Item[]): void;
    isInEditor(item: Item, outer: Item, share: number): boolean;
    isInHeading(item: Item, outer: Item): boolean;
    isArrowIn(item: Item, outer: Item): boolean;
    isChipCross(item: Item, outer: Item): boolean;
    isFieldAlone(item: Item, outer: Item, share: number): boolean;
    isOpenerIn(item: Item, outer: Item): boolean;
    isLabelIn(item: Item, outer: Item): boolean;
    isSignIn(item: Item, outer: Item): boolean;
    isTabIn(item: Item, outer: Item): boolean;
    isCloser(item: Item): boolean;
    isNothing(item: Item): boolean;
    isShownValue(item: Item): boolean;
    isCaptionIn(item: Item, outer: Item): boolean;
    isKnob(item: Item, track: Item): boolean;
    isRail(item: Item): boolean;
    isSliver(item: Item): boolean;
    isStrip(item: Item): boolean;
    isToggle(el: Element): boolean;
    joinFields(items: Item[]): void;
    joinFrames(items: Item[]): void;
    joinSwitches(items: Item[]): void;
  }>;
  svgClips: Readonly<{
    clipOf(el: Element, value: string): Box | null;
    clippedBox(el: Element, box: Box): Box;
  }>;
  boxes: Readonly<{
    beyond(el: Element): string | undefined;
    rowOf(el: Element, box: Box): Box;
    few(el: Element, most: number): Element[] | null;
    inner(el: Element, tag: string): Box[];
    isEditor(el: Element): boolean;
    isFocusableScroller(el: Element, overflow: string): boolean;
    isFrame(el: Element, tag: string): boolean;
    isGrab(cursor: string): boolean;
    isGrip(el: Element, box: Box): boolean;
    isHand(cursor: string): boolean;
    isList(el: Element, tag: string): boolean;
    isHandle(el: Element, box: Box): boolean;
    isText(el: Element): boolean;
    mayHoldField(el: Element): boolean;
    placeOf(el: Element, own?: Box): Box | null;
    scrolledOf(scrollers: Element[]): { path: string; box: number[]; at: number[]; most: number[] }[] | undefined;
    scrolls(el: Element, overflow: string): boolean;
    seenBoxes(el: Element, tag: string, box: Box, clip: Box, display: string): Box[];
  }>;
  walk(options: WalkOptions): WalkResult;
  walkRules: Readonly<{
    clipFor(clips: ClipBoxes, position: string): Box;
    isClearStyle(style: CSSStyleDeclaration): boolean;
    ownsCursor(el: Element, tag: string, box: Box, cursor: string, above: string): boolean;
  }>;
  chartWords(el: Element): string;
  labelHint(el: Element, description: string, shown?: Element): string;
  drawnSign(parts: Element[]): string;
  iconPrint(parts: Element[]): string;
  signParts(el: Element): Element[];
  iconWords: Readonly<{
    ofIcon(el: Element): string;
    ofAct(el: Element): string;
    ofPicture(el: Element): string;
    ofTipBehind(el: Element): string;
    ofImages(parts: Element[]): string;
    spaced(token: string): string;
    isWord(token: string): boolean;
    isMade(word: string): boolean;
    tooltipOf(el: Element, names?: string[]): string;
    TOOLTIPS: string[];
  }>;
  fieldLabels: Readonly<{
    labelAround(el: Element): string;
    groupName(el: Element): string;
    columnOf(el: Element): string;
    before(el: Element, shown: Element): string;
    behind(el: Element, shown: Element): string;
    labelOf(el: Element, shown: Element): string;
    labelBeside(el: Element): string;
    floating(el: Element, shown: Element): string;
    ofRow(el: Element, shown: Element): string;
    overBox(shown: Element): string;
    paintedAt(el: Element, shown: Element): string;
    isOfRow(el: Element): boolean;
    FIELD: string;
    CONTROL: string;
  }>;
  noteUnsure(found: Item[], walk: WalkResult, isPictured: boolean): Item[];
  doubtOf(item: Item, walk: WalkResult): number;
  paintsNothing(item: Item): boolean;
  comesOnHover(el: Element): boolean;
  saysOnHover(el: Element): string;
  cutByCover(item: Item): void;
  growToHosts(found: Item[]): void;
  /** Whether a head with words says that it sorts, by its state or as a word of a class. */
  saysSort(el: Element, isByHand?: boolean): boolean;
  withRepeated(walk: WalkResult, found: Item[]): Item[];
  /** The items of a list right in the box that listens for them; none where they do not say what they are. */
  servedItems(list: Item, found: Item[]): Element[];
  /** Whether an element alone of its equals is written and painted as the chosen one. */
  isMarkedOutAmong(el: Element): boolean;
  withShapes(walk: WalkResult, found: Item[]): Item[];
  isIdleIcon(item: Item): boolean;
  withoutIdle(found: Item[]): Item[];
  withCrosses(walk: WalkResult, found: Item[]): Item[];
  isOwnedPart(part: Element, el: Element, taken: Set<Element>): boolean;
  ownPart(part: Element, item: Item, up: Item | null, walk: WalkResult): Item | null;
  withInnerHands(walk: WalkResult, found: Item[]): Item[];
  withSheets(walk: WalkResult, found: Item[]): Item[];
  noteWritten(walk: WalkResult): void;
  keepsValue(field: Element): boolean;
  withSurfaces(walk: WalkResult, found: Item[]): Item[];
  withLabelTargets(walk: WalkResult, found: Item[]): Item[];
  find(options: FindOptions): Promise<object>;

  // What acts and reports; loaded with the first action.
  reporting: Readonly<{
    scroll: Readonly<
      Record<"left" | "top" | "width" | "height" | "viewWidth" | "viewHeight", (el: Element) => number>
    >;
    scrollBy(this: Element, options: ScrollToOptions): void;
    scrollTo(this: Element, options: ScrollToOptions): void;
    summarize(el: Element | null): ElementSummary | null;
    summarizeFocused(el: Element | null): ElementSummary | null;
    frame(): Promise<boolean>;
    scrollersOf(node: Element): Element[];
    notePositions(node: Element): ScrollPosition[];
    nameScroller(el: Element): ElementSummary | null;
    movedSince(before: ScrollPosition[]): ScrollDelta[];
    scrollTowards(node: Element, pointX: number, pointY: number): void;
    isEditable(el: Element | null): boolean;
    isOfDocument(el: Element): boolean;
    focused(): Element | null;
  }>;
  focus(): { id: number; frame: boolean; summary: ElementSummary | null };
  watchInput(): void;
  watchEffect(limit: number, isAfterInput: boolean): Promise<number>;
  settle(limit: number, since?: number): Promise<object>;
  parsed(limit: number): Promise<boolean>;
  beforeStill(): number;
  afterStill(): Promise<number>;
  transitions(): number;
  controls: Readonly<{
    actorOf(node: Element): Element;
    controlOf(node: Element): Element;
    countsAs(el: Element, found: Element | null): boolean;
    hitOf(el: Element, found: Element): Element;
    inertOf(el: Element): Element | null;
    isOwn(el: Element, found: Element): boolean;
    onlyInner(el: Element, found: Element): Element | null;
    passes(el: Element): boolean;
  }>;
  points: Readonly<{
    aim(el: Element, target: Element, boxes: Box[], extra: number[][]): Aimed;
    boxesOf(el: Element): Box[];
    bringIntoView(el: Element, block: ScrollLogicalPosition): void;
    middle(box: Box): XY;
    standInFor(el: Element): Element;
    viewNow(): Box;
  }>;
  locate(
    id: number,
    options: {
      limit: number;
      wall: number;
      patience: number;
      extra?: number[][];
      any?: boolean;
      whole?: boolean;
      quick?: boolean;
      again?: boolean;
      arm?: boolean;
      meant?: Meant;
    },
  ): Promise<object>;
  opens(id: number, x: number, y: number): object;
  hitAt(pointX: number, pointY: number, witness: boolean): object;
  pick(selector: string): object;
  countOf(selector: string): { counts: number[] } | { invalid: string };
  showsText(text: string): boolean;
  isAlive(id: number, meant?: Meant): boolean | "changed";
  saysOther(meant: Meant | null | undefined): boolean;
  nextFrame(): Promise<true>;
  watchMove(kind?: "move" | "down" | "up" | "wheel"): void;
  /** Whether the mouse came since then, one frame later; listens no more. */
  moveCame(): Promise<boolean>;
  /** The control that an element means, what it is, and its state; null once it is gone. */
  control(id: number): object | null;
  /** The state of an element as a look would tell it; null once it is gone. */
  stateOf(id: number): State | null;
  /** What the guard of a press has seen so far; it stays up. */
  guardMet(): { verdict: string; met: ElementSummary | null };
  /** Copies or cuts what is selected in an element (0: what has the focus): what the event gave. */
  copyOut(type: "copy" | "cut", id: number): object;
  /** Gives the page a paste; whether it took it. */
  pasteIn(text: string, html: string): boolean;
  selectContents(id: number): boolean;
  /** The innermost element whose text has these words; 0 without one. */
  findText(text: string): number;
  /** Listens to a drag from now on. */
  watchDrag(): true;
  endDrag(): true;
  /** What the drag has met so far; `meant`: the element that it is for, 0 for whatever is there. */
  dragMet(meant: number): object;
  /** Where an element is now: left, top, width, height; null once it is gone. */
  boxNow(id: number): number[] | null;
  dropZones(id: number): [number, string][];
  zoneAt(ids: number[], x: number, y: number): number;
  /** Which child of its parent an element is; -1 without one. */
  placeAmong(id: number): number;
  /** What a file field holds; null for anything else. */
  takeFilesBack(id: number): boolean;
  filesOf(id: number): { name: string; size: number }[] | null;
  witness(owner?: number): void;
  arm(id: number, owner?: number, meant?: Meant | null): boolean;
  afterPress(x: number, y: number, awaited?: number): Promise<object>;
  disarm(): { verdict: string; met: ElementSummary | null; isReplaced?: boolean; isClickless?: boolean; isSaving?: boolean; restyled?: string[] };
  field(id: number): object;
  focusField(id: number, isWritten?: boolean, meant?: Meant | null): boolean | "changed";
  keysWentTo(id: number): object | null;
  ready(place: "all" | "end" | "keep", canPress?: boolean, meant?: Meant | null): object;
  holdsText(id: number, text: string, whole: boolean): { accepted: boolean | null };
  takesText(id: number | null, text: string, whole: boolean): object;
  setPicked(id: number, text: string, meant?: Meant | null): object;
  choose(id: number, wanted: any[], meant?: Meant | null): object;
  /** The combobox that an element is, labels or holds; null if it is none. */
  comboAt(id: number): object | null;
  comboForeign(id: number): number;
  /** What a combobox shows and, if it is open, its options. */
  comboState(id: number): object | null;
  /** Brings the first or the next options of a list that is built as one scrolls; whether it can. */
  comboMore(id: number, isFirst: boolean): boolean;
  scrollAmount(id: number, x: number, y: number, dx: number, dy: number, share?: number): Promise<object>;
  scrollOffset(id: number, x: number | null, y: number | null): Promise<object>;
  scrollBefore(id: number, x: number, y: number): void;
  scrollAfter(): Promise<object>;
  reveal(id: number, x: number, y: number): Promise<object>;
  /** What a person can read, as events in order. */
  readable(options: ReadOptions): object;
  /** The texts of this frame that are most like the wanted one, best first: [likeness, text]. */
  nearestText(text: string): [number, string][];
  /** Children (`el` or `node`) in the order in which they are seen. */
  seenOrder<T extends Kid>(kids: T[], parent: Element, tag: string, style: CSSStyleDeclaration): T[];
  /** How many rows of a list are there and how many it has, in words; "" where all are. */
  rowsInWords(el: Element, kids: Kid[]): string;
  /** Records and words of elements wherever they lie. */
  recordsOf(...pairs: number[]): { elements: object[]; about: (object | null)[] };
  /** How elements are painted, by their ids. */
  stylesOf(...ids: number[]): (object | null)[];
  /** What an audit asks of elements, by pairs (id, 1 where it can be acted on). */
  auditFacts(...pairs: number[]): (object | null)[];
  /** Gives the focus to an element for an audit; 0 gives it back, -1 takes it from all. */
  focusForAudit(id: number): boolean;
  /** One thing of an element. */
  detail(id: number, what: string, name: string, secrets: boolean): object;
  /** Data without what stands in secret fields. */
  scrub(data: unknown): { data: unknown; count: number };
  domView(options: {
    nodes: number;
    characters: number;
    compact: boolean;
    clip?: Box;
    page?: Box;
    patience?: number;
    text?: number;
  }): object;
  visibleRatios(options?: object): [number, number, boolean][];
  outline(): {
    headings: { level: number; text: string }[];
    forms: { name: string; fields: { role: string; name: string; required: boolean }[] }[];
    faults?: object;
  };
  withoutSecrets(...nodes: Node[]): object[];
}

declare const vm: Vm;
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
  address: string[];
};
