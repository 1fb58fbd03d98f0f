"""All verbs of sessions: the one table behind help, parser, background process and docs."""

from __future__ import annotations

from viewmark.shell.table.acting import ACTING
from viewmark.shell.table.comparing import COMPARING
from viewmark.shell.table.drawing import DRAWING
from viewmark.shell.table.emulating import EMULATING
from viewmark.shell.table.forms import FORMS
from viewmark.shell.table.looking import LOOKING
from viewmark.shell.table.recording import RECORDING
from viewmark.shell.table.stepping import do_verb
from viewmark.shell.table.storing import STORING
from viewmark.shell.table.traffic import TRAFFIC
from viewmark.shell.table.traveling import TRAVELING

__all__ = ["BY_NAME", "GROUPS", "VERBS"]

_VERBS = (
    *TRAVELING,
    *LOOKING,
    *COMPARING,
    *ACTING,
    *FORMS,
    *RECORDING,
    *TRAFFIC,
    *EMULATING,
    *STORING,
    *DRAWING,
)
VERBS = (*_VERBS, do_verb(_VERBS))
BY_NAME = {verb.name: verb for verb in VERBS}
GROUPS = tuple(dict.fromkeys(verb.group for verb in VERBS))
