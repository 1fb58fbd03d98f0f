// Finds what in the browser's accessibility tree derives from secrets: it lists what is typed, and puts it
// into the names of whatever is labelled by a field or holds one.
import { evidence } from "../page/candidates.js";
import { idOf, isElement, parent, read } from "../page/dom.js";
import { safely } from "../page/faults.js";
import { hint } from "../page/hints.js";
import { hasSecretName, nameOf } from "../page/names.js";
import { forget, styleOf, tagOf } from "../page/native.js";
import { roleOf } from "../page/roles.js";
import { isSecret } from "../page/secrets.js";
import { stateOf } from "../page/state.js";

const FIELDS = new Set(["input", "textarea", "select"]);

/** @param {Node} node */
const isInSecretField = (node) => {
  for (let at = parent(node); at; at = parent(at)) {
    if (isElement(at) && FIELDS.has(tagOf(at)) && isSecret(at)) return true;
  }
  return false;
};
/** What one can act on: its number, what one does with it, its state. @param {Element} node */
const target = (node) => {
  const up = parent(node);
  const isHand = (/** @type {Element} */ el) => /(^|, )pointer$/.test(getComputedStyle(el).cursor);
  const owns = isHand(node) && !(up && isElement(up) && isHand(up));
  if (evidence(node, tagOf(node), owns) === 0) return null;
  const role = roleOf(node);
  return { at: idOf(node), hint: hint(node, role), state: stateOf(node, role) };
};
/** @param {Node} node */
const judge = (node) => {
  if (read.nodeType.call(node) === 9) return { name: null };
  if (isInSecretField(node)) return { inside: true };
  if (isElement(node)) {
    const name = hasSecretName(node) ? nameOf(node) : null;
    const secret = FIELDS.has(tagOf(node)) && isSecret(node);
    return { name, secret, ...safely(() => target(node), null) };
  }
  const up = parent(node);
  return { name: !up || styleOf(up).isMasked ? "" : null };
};

/**
 * Of each node: `inside` a secret field, so that nothing is reported of it; whether it is a `secret`
 * field; the `name` to take instead of the browser's, null where that holds no secret; and of what
 * one can act on its number (`at`), `hint` and `state`.
 * @param {...Node} nodes @returns {object[]}
 */
export const withoutSecrets = (...nodes) => {
  forget();
  return nodes.map((node) => safely(() => judge(node), { name: "" }));
};
