// The selectors and words by which all rules know a field, a control, a cell, a head, a row and what closes.

/** What one writes into, sets or ticks. */
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
/** What says by itself that it is pressed, or how it stands. */
export const STATED =
  "[tabindex],[onclick],[aria-haspopup],[aria-expanded],[aria-controls],[aria-selected],[aria-pressed]," +
  "[draggable=true],[contenteditable]";
/** Elements that show a picture. */
export const GRAPHIC = new Set("img svg canvas video embed object picture iframe".split(" "));
/** A class or a name of something that closes or takes away. */
export const CLOSES = /(?:^|[-_ ])(?:clear|close|cross|delete|dismiss|remove|times|xmark)(?![a-z])/i;

/** Longest side of a sign, highest line with a chip, a tab or a bar; highest box of one field or row, px. */
export const SIGN = 48;
export const FIELD_BOX = 80;
/** Steps up from something to what it belongs to; parts of one thing, and things beside it, that are looked at. */
export const STEPS = 6;
export const PARTS = 16;
export const MANY = 40;
/** Of the view: what takes more of it only arranges others. */
export const MOST_OF_VIEW = 0.4;
/** More weak marks than this in one grid or lattice are told as one. */
export const FOLDED = 60;
/** Characters of a name; a longer one is a text. */
export const LONGEST = 60;
