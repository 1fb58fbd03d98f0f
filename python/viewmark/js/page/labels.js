// Finds the labels of controls.
import { read } from "./dom.js";
import { addTo } from "./lists.js";
import { memo, queryCss, rootNode, tagged } from "./native.js";

/**
 * Returns the labels of a control. They are cached, because for each control the browser searches the whole document.
 * @param {Element} el @returns {HTMLLabelElement[]}
 */
export const labelsOf = (el) => {
  const root = rootNode(el);
  const known = memo("labels");
  let byControl = known.get(root);
  if (!byControl) {
    known.set(root, (byControl = new Map()));
    for (const label of root === document ? tagged("label") : queryCss(root, "label")) {
      if (!(label instanceof HTMLLabelElement)) continue;
      const control = read.labelControl.call(label);
      if (!control) continue;
      addTo(byControl, control, label);
    }
  }
  return byControl.get(el) ?? [];
};
