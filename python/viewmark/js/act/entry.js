// Exports the functions that Python code calls in the page to perform actions.
export { auditFacts, focusForAudit } from "./audit.js";
export { copyOut, pasteIn, selectContents, selectedText, spanOf } from "./clipboard.js";
export { comboAt, comboForeign, comboMore, comboState } from "./combobox.js";
export { control, filesOfNode as filesOf, stateOfNode as stateOf } from "./control_state.js";
export { withoutSecrets } from "./derived.js";
export { detail, recordsOf, scrub } from "./details.js";
export { domView, visibleRatios } from "./domview.js";
export { boxNow, dragMet, endDrag, placeAmong, watchDrag } from "./dragging.js";
export { dropZones, zoneAt } from "./drop_zones.js";
export { choose, field, focusField, holdsText, keysWentTo, ready, setPicked, takeFilesBack } from "./fields.js";
export { takesText } from "./fields.js";
export { afterPress, arm, disarmGuard as disarm, guardMet, witnessPress as witness } from "./guard.js";
export {
  countMatches as countOf,
  fadedAt,
  hitAt,
  isAlive,
  locate,
  nextFrame,
  opens,
  pick,
  stillRendered,
} from "./locate.js";
export { afterStill, beforeStill, turning } from "./motion.js";
export { moveCame, watchMove } from "./moves.js";
export { nearestText } from "./nearest.js";
export { outline } from "./outline.js";
export { readable } from "./reader.js";
export { focus } from "./reporting.js";
export { findText } from "./find_text.js";
export { reveal, scrollAfter, scrollAmount, scrollBefore, scrollOffset } from "./scrolling.js";
export { parsed, settle } from "./settle.js";
export { stylesOf } from "./styles.js";
