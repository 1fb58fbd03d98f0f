// Defines the selectors and limits by which all rules recognise fields, controls, cells, headers, rows and images.

/** Selector for fields in which the user types text, selects an option or checks a box. */
export const FIELDS = "input:not([type=hidden]),select,textarea";
export const CONTROLS = `${FIELDS},button,a[href]`;
export const NATIVE_TICKS = "input[type=checkbox],input[type=radio]";
export const TICKS = `${NATIVE_TICKS},[role=checkbox],[role=radio]`;
export const CELLS = "td,[role=cell],[role=gridcell]";
export const HEADS = "th,[role=columnheader]";
/** Selector for header cells, including cells of a table head that are no headers by their tag. */
export const HEAD_CELLS = `${HEADS},thead td`;
export const ANY_CELLS = `${CELLS},${HEADS},[role=rowheader]`;
export const ROWS = "tr,[role=row]";
export const GRIDS = "table,[role=grid],[role=treegrid],[role=table]";
export const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
/** Selector for attributes that declare that an element is interactive, or declare a state. */
export const STATED =
  "[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed]," +
  "[draggable=true],[contenteditable]";
export const FIELD_TAGS = new Set(["input", "select", "textarea"]);
/** Matches values of `display` for content in lines of text. */
export const INLINE = /^(?:inline|contents|ruby)/;
/** Values of `position` for content outside the flow. */
export const OUT_OF_FLOW = new Set(["absolute", "fixed"]);
/** Tags of elements that show an image. */
export const GRAPHIC = new Set("img svg canvas video embed object picture iframe".split(" "));

/** Maximum side of an icon, and maximum height of a line with a chip, tab or toolbar, px. */
export const SIGN = 48;
/** Maximum height of a field or row, px. */
export const FIELD_BOX = 80;
/** Maximum number of levels from an element up to what it belongs to. */
export const STEPS = 6;
/** Maximum number of parts or siblings of an element that are examined. */
export const PARTS = 16;
/** Maximum number of siblings or descendants that a wider search examines. */
export const MANY = 64;
/** Maximum number of elements, nodes or rules that one check reads or reports. */
export const MOST_READ = 300;
/** Maximum number of levels or lines between an element and anything that directly concerns it. */
export const NEAR = 3;
/** Maximum thickness of an edge or margin, px. */
export const EDGE = 12;
/** Minimum width of a field, px. */
export const NARROW = 24;
/** Minimum side of a part that counts as visible, px. */
export const LEAST_SIDE = 8;
/** Maximum share of the view that a target may fill. A larger element is a container. */
export const MOST_OF_VIEW = 0.4;
/**
 * Number of marks in one grid above which a single mark for the grid replaces them, if there is no strong evidence for
 * them.
 */
export const FOLDED = 60;
/** Maximum number of characters of a name. A longer text is content. */
export const LONGEST = 60;
/** Maximum number of characters of an accessible name, a message or a class, including the ellipsis. */
export const NAME_LIMIT = 200;
