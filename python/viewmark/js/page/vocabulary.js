// Defines the selectors and limits by which all rules recognise fields, controls, cells, headers, rows and images.

/** Fields in which the user types text, selects an option or checks a box. */
export const FIELDS = "input:not([type=hidden]),select,textarea";
export const CONTROLS = `${FIELDS},button,a[href]`;
export const NATIVE_TICKS = "input[type=checkbox],input[type=radio]";
export const TICKS = `${NATIVE_TICKS},[role=checkbox],[role=radio]`;
export const CELLS = "td,[role=cell],[role=gridcell]";
export const HEADS = "th,[role=columnheader]";
/** Header cells, including cells of a table head that are not headers by their tag. */
export const HEAD_CELLS = `${HEADS},thead td`;
export const ANY_CELLS = `${CELLS},${HEADS},[role=rowheader]`;
export const ROWS = "tr,[role=row]";
export const GRIDS = "table,[role=grid],[role=treegrid],[role=table]";
export const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
/** Attributes that declare interactivity or a state. */
export const STATED =
  "[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed]," +
  "[draggable=true],[contenteditable]";
export const FIELD_TAGS = new Set(["input", "select", "textarea"]);
/** Values of `display` for content in lines of text, and values of `position` outside the flow. */
export const INLINE = /^(?:inline|contents|ruby)/;
export const OUT_OF_FLOW = new Set(["absolute", "fixed"]);
/** Elements that render images. */
export const GRAPHIC = new Set("img svg canvas video embed object picture iframe".split(" "));

/**
 * Lengths in px. `SIGN`: maximum side of an icon, and maximum height of a line with a chip, tab or toolbar;
 * `FIELD_BOX`: maximum height of a field or row.
 */
export const SIGN = 48;
export const FIELD_BOX = 80;
/** Limits: ancestors between an element and its owner (`STEPS`), parts of an element (`PARTS`), siblings (`MANY`). */
export const STEPS = 6;
export const PARTS = 16;
export const MANY = 64;
/** Maximum number of elements, nodes or rules that one check reads or reports. */
export const MOST_READ = 300;
/** Maximum number of ancestors or lines between an element and anything that directly concerns it. */
export const NEAR = 3;
/**
 * Lengths in px. `EDGE`: maximum thickness of an edge or margin; `NARROW`: minimum width of a field; `LEAST_SIDE`:
 * minimum side of a part that counts as visible.
 */
export const EDGE = 12;
export const NARROW = 24;
export const LEAST_SIDE = 8;
/** Maximum share of the view that a target may fill; a larger element is a container. */
export const MOST_OF_VIEW = 0.4;
/**
 * Maximum number of marks in one grid for elements without strong evidence. If there are more, one mark for the grid
 * replaces them.
 */
export const FOLDED = 60;
/** Maximum number of characters of a name; longer text is content. */
export const LONGEST = 60;
/** Maximum number of characters of an accessible name, a message or a class, including the ellipsis. */
export const NAME_LIMIT = 200;
