"""Runs a call and converts its errors, in the same way for all front ends."""

from __future__ import annotations

import contextlib
import logging

from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.errors import InternalError, ViewmarkError
from viewmark.page.change_report import note_changes

_log = logging.getLogger("viewmark.calls")


async def run(call: Invocation) -> CallAnswer:
    """Run a call; an error raised before the action includes changes since the last result.

    Raises:
        ViewmarkError: the call failed.
    """
    try:
        return await call.call.handler(call)
    except ViewmarkError as error:
        tabs = call.session.tabs
        if call.changes != "none" and tabs.running and tabs.current_id is not None:
            with contextlib.suppress(ViewmarkError):
                tab = await tabs.tab(call.args.get("tab_id"))
                tab.page.changes = call.changes
                await note_changes(tab.page.context, error)
        raise


def as_error(error: Exception, title: str, hint: str | None = None) -> ViewmarkError:
    """Convert an error for a front end; unexpected exceptions are logged."""
    if isinstance(error, ViewmarkError):
        return error
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        reason = f"{title} failed: {name}{error.strerror or error}."
        return InternalError(reason, hint="Check the file.")
    _log.error("%s failed", title, exc_info=error)
    return InternalError(f"{title} failed inside viewmark.", hint=hint)
