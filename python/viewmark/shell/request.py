"""Checks what a client of a session sends, before anything is done with it. Pure.

Our own client sends what argparse made of the words; whoever else can reach the socket may send
anything, and gets an error that says what is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.errors import InvalidOption
from viewmark.shell.arguments import HINT, WORDS
from viewmark.shell.table import BY_NAME

if TYPE_CHECKING:
    from viewmark.shell.verb import Verb

__all__ = ["check_request", "verb_of"]

_MEMBERS: tuple[tuple[str, type, bool], ...] = (
    ("verb", str, True),
    ("folder", str, False),
    ("args", dict, False),
    ("look", dict, False),
    ("changes", str, False),
    ("options", dict, False),
    ("json", bool, False),
)


def check_request(request: Any) -> dict[str, Any]:
    """The message, if it is one.

    Raises:
        InvalidOption: it is not; the message says what of it.
    """
    if not isinstance(request, dict):
        raise InvalidOption("The message to the session is no JSON object.", hint=HINT)
    for name, kind, is_needed in _MEMBERS:
        value = request.get(name)
        if value is None and not is_needed:
            continue
        if not isinstance(value, kind):
            message = f"`{name}` of the message to the session must be {WORDS[kind]}."
            raise InvalidOption(message, hint=HINT, param=name)
    return request


def verb_of(name: str) -> Verb:
    """The verb of that name.

    Raises:
        InvalidOption: there is none.
    """
    verb = BY_NAME.get(name)
    if verb is None:
        raise InvalidOption(f"There is no verb {name[:60]!r}.", hint=HINT, param="verb")
    return verb
