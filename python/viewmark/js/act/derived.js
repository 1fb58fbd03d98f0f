// Finds text in the browser's accessibility tree that was derived from secrets. That tree contains text typed into
// fields, even within the names of other elements that a field labels or that contain a field.
import { gestureOf } from "../page/boxes.js";
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
/** Returns the id, hint and state of an element that is a control; null for any other element. @param {Element} node */
const target = (node) => {
  const up = parent(node);
  const isHand = (/** @type {Element} */ el) => gestureOf(getComputedStyle(el).cursor) === "press";
  const owns = isHand(node) && !(up && isElement(up) && isHand(up));
  if (evidence(node, tagOf(node), owns) === 0) return null;
  const role = roleOf(node);
  return { at: idOf(node), hint: hint(node, role), state: stateOf(node, role) };
};
/**
 * Returns how to report one node without revealing a secret. The members of the result are those of `withoutSecrets`.
 * @param {Node} node
 */
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
 * Returns for each node how to report it without secrets:
 * - `inside`: it is in a secret field, so nothing of it may be reported;
 * - `secret`: it is a secret field itself;
 * - `name`: the name to report instead of the browser's name, or null if that name contains no secret;
 * - `at`, `hint` and `state`: id, hint and state, only for controls.
 * @param {...Node} nodes @returns {object[]}
 */
export const withoutSecrets = (...nodes) => {
  forget();
  return nodes.map((node) => safely(() => judge(node), { name: "" }));
};
