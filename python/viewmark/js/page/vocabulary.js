// The selectors and words by which all rules recognize fields, controls, cells, headers, rows and close buttons.

/** Fields to type, select or check. */
export const FIELDS = "input:not([type=hidden]),select,textarea";
export const CONTROLS = `${FIELDS},button,a[href]`;
export const NATIVE_TICKS = "input[type=checkbox],input[type=radio]";
export const TICKS = `${NATIVE_TICKS},[role=checkbox],[role=radio]`;
export const CELLS = "td,[role=cell],[role=gridcell]";
export const HEADS = "th,[role=columnheader]";
export const ANY_CELLS = `${CELLS},${HEADS},[role=rowheader]`;
export const ROWS = "tr,[role=row]";
export const GRIDS = "table,[role=grid],[role=treegrid],[role=table]";
export const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
/** Markup that declares interactivity or a state. */
export const STATED =
  "[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed]," +
  "[draggable=true],[contenteditable]";
/** Elements that render images. */
export const GRAPHIC = new Set("img svg canvas video embed object picture iframe".split(" "));
/** Class or name of a close or remove button. */
export const CLOSES = /(?:^|[-_ ])(?:clear|close|cross|delete|dismiss|remove|times|xmark)(?![a-z])/i;

/** Maximum side of an icon or height of a line with a chip, tab or toolbar; maximum height of one field or row, px. */
export const SIGN = 48;
export const FIELD_BOX = 80;
/** Limits: steps up from an element to its owner; parts of an element; siblings. */
export const STEPS = 6;
export const PARTS = 16;
export const MANY = 40;
/** Maximum share of the view for a target; a larger element is a container. */
export const MOST_OF_VIEW = 0.4;
/** Maximum number of weak marks in one grid; more are replaced by one mark. */
export const FOLDED = 60;
/** Maximum number of characters of a name; a longer text is content. */
export const LONGEST = 60;
