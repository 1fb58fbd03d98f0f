// The selectors and words by which all rules recognize fields, controls, cells, headers, rows and close buttons.

/** Fields to type, select or check. */
export const FIELDS = "input:not([type=hidden]),select,textarea";
export const CONTROLS = `${FIELDS},button,a[href]`;
export const NATIVE_TICKS = "input[type=checkbox],input[type=radio]";
export const TICKS = `${NATIVE_TICKS},[role=checkbox],[role=radio]`;
export const CELLS = "td,[role=cell],[role=gridcell]";
export const HEADS = "th,[role=columnheader]";
/** Also the cells of a table head that are no headers by their tag. */
export const HEAD_CELLS = `${HEADS},thead td`;
export const ANY_CELLS = `${CELLS},${HEADS},[role=rowheader]`;
export const ROWS = "tr,[role=row]";
export const GRIDS = "table,[role=grid],[role=treegrid],[role=table]";
export const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
/** Markup that declares interactivity or a state. */
export const STATED =
  "[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed]," +
  "[draggable=true],[contenteditable]";
export const FIELD_TAGS = new Set(["input", "select", "textarea"]);
/** Values of CSS: what stands in lines of text, and what stands where the text does not reach. */
export const INLINE = /^(?:inline|contents|ruby)/;
export const OUT_OF_FLOW = new Set(["absolute", "fixed"]);
/** Elements that render images. */
export const GRAPHIC = new Set("img svg canvas video embed object picture iframe".split(" "));

/** Maximum side of an icon or height of a line with a chip, tab or toolbar; maximum height of one field or row, px. */
export const SIGN = 48;
export const FIELD_BOX = 80;
/** Limits: steps up from an element to its owner; parts of an element; siblings. */
export const STEPS = 6;
export const PARTS = 16;
export const MANY = 64;
/** Maximum number of elements, nodes or rules that one question reads or reports. */
export const MOST_READ = 300;
/** Steps up, or lines down, to what directly concerns an element. */
export const NEAR = 3;
/** Maximum thickness of an edge or a margin; minimum width of a field and side of a part that can be seen, px. */
export const EDGE = 12;
export const NARROW = 24;
export const LEAST_SIDE = 8;
/** Maximum share of the view for a target; a larger element is a container. */
export const MOST_OF_VIEW = 0.4;
/** Maximum number of weak marks in one grid; more are replaced by one mark. */
export const FOLDED = 60;
/** Maximum number of characters of a name; a longer text is content. */
export const LONGEST = 60;
/** Maximum number of characters of an accessible name, a message or a class, including the ellipsis. */
export const NAME_LIMIT = 200;
