// Determines by role and state which of five kinds of action an element supports.
//
// - toggleable (on or off): checkbox, switch, menuitemcheckbox, button with aria-pressed
// - selectable (one of several): combobox, listbox, option, radio, menuitemradio, tab, treeitem, slider, scrollbar,
//   colour field, gridcell or row with aria-selected
// - editable (by typing): textbox, searchbox, spinbutton, a combobox with a text field, contenteditable, date and time
//   fields
// - navigable (leads elsewhere): link, doc-* references, area with href
// - clickable: everything else
import { isTyped } from "./name_sources.js";
import { attribute, matches, tagOf, words } from "./native.js";
import { isEditingHost } from "./role_facts.js";

const TOGGLES = words("checkbox switch menuitemcheckbox");
const CHOICES = words("combobox listbox option radio menuitemradio tab treeitem slider ColorWell scrollbar");
const FIELDS = words("textbox searchbox spinbutton Date DateTime InputTime");
const LINKS = words("link doc-backlink doc-biblioref doc-glossref doc-noteref");

/**
 * Returns the kind of action that an element supports: clickable, editable, selectable, toggleable or navigable. Never
 * throws.
 * @param {Element} el @param {string} role @returns {Hint}
 */
export const hint = (el, role) => {
  // Such a combobox stores its value in a read-only field, so a value can be selected but not typed.
  if (role === "combobox" && matches(el, "input[readonly][aria-readonly=false]")) return "selectable";
  if (isEditingHost(el) || isTyped(el, tagOf(el))) return "editable";
  if (FIELDS.has(role)) return "editable";
  if (TOGGLES.has(role)) return "toggleable";
  if (CHOICES.has(role)) return "selectable";
  if (LINKS.has(role)) return "navigable";
  if (role === "button" && ["true", "false", "mixed"].includes((attribute(el, "aria-pressed") ?? "").toLowerCase())) {
    return "toggleable";
  }
  if ((role === "gridcell" || role === "row") && attribute(el, "aria-selected") !== null) return "selectable";
  return "clickable";
};
