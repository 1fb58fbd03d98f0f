"""Formats errors as results: message, hint, JSON with a recovery call, changes on the page."""

from __future__ import annotations

from typing import Any

from viewmark.calls.answer import CallAnswer
from viewmark.errors import ConnectionLost, DialogOpen, ViewmarkError
from viewmark.text import compact

_OBSERVE = ("observe", {"what": "page", "annotate": True})
_RECOVERY: dict[str, tuple[str, dict[str, Any]]] = {
    "dialog_open": ("interact", {"what": "answer_dialog", "accept": False}),
    "ref_stale": _OBSERVE,
    "ref_ambiguous": _OBSERVE,
    "element_not_found": _OBSERVE,
    "tab_not_found": ("observe", {"what": "tabs"}),
}
"""The tool and arguments that recover from an error, keyed by error code."""
_HINTS: dict[type[ViewmarkError], str] = {
    DialogOpen: (
        "interact answer_dialog accepts it, with accept: false dismisses it, and with text "
        "answers a prompt."
    ),
    ConnectionLost: "The next call opens a new browser.",
}
"""Hints that replace the library's hints."""
_DATA = (
    ("param", "param"),
    ("next_allowed_in", "nextAllowedIn"),
    ("candidates", "candidates"),
    ("changes", "changes"),
)


def error_answer(error: ViewmarkError) -> CallAnswer:
    """Return the failed result for an error, with all details in its facts."""
    return CallAnswer(text=error_text(error), facts=error_facts(error), failed=True)


def error_text(error: ViewmarkError) -> str:
    """Return an error's message, hint, one line of JSON for programs, and changes on the page."""
    facts = error_facts(error)
    sentence = f"{facts.pop('message')} {facts.pop('hint')}"
    changes = facts.pop("changes", None)
    return "\n".join([sentence, compact(facts), *([changes] if changes else [])])


def error_facts(error: ViewmarkError) -> dict[str, Any]:
    """Return an error as a JSON object."""
    facts: dict[str, Any] = {
        "error_code": error.code,
        "message": error.message,
        "hint": _HINTS.get(type(error), error.hint),
        "retryable": error.retryable,
    }
    facts |= {name: error.data[key] for key, name in _DATA if error.data.get(key) is not None}
    if recovery := _RECOVERY.get(error.code):
        facts["recovery_tool_call"] = {"tool": recovery[0], "arguments": recovery[1]}
    return facts
