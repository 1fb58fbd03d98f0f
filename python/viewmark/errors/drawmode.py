"""Errors of draw mode."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class DrawModeError(ViewmarkError):
    """Draw mode cannot give what was asked."""

    code = "draw_mode_error"
    default_hint = "Start draw mode again and ask the user to annotate the page."


class DrawModeAlreadyActive(DrawModeError):
    """Draw mode is already active, and a session of its own was demanded."""

    code = "draw_mode_already_active"
    default_hint = "Go on with the session that the message names, or stop it first."


class DrawModeTimeout(DrawModeError):
    """The human did not finish within the limit; marks made so far are kept."""

    code = "draw_mode_timeout"
    default_hint = "Stop waiting and ask the user; marks made so far are in the result."


class DrawModePageNavigated(DrawModeError):
    """The page on which an annotation was drawn has been left."""

    code = "draw_mode_page_navigated"
    default_hint = "Go back to the page that the message names, then ask again."


class CorrelationExpired(DrawModeError):
    """The id is unknown or past its time to live of 10 minutes."""

    code = "correlation_expired"
    default_hint = "Re-run draw mode to capture fresh annotations."


class NoAnnotations(DrawModeError):
    """No drawing session has taken place."""

    code = "no_annotations"
    default_hint = (
        "Use interact({action: 'draw_mode_start'}) to activate draw mode and ask the user to "
        "annotate the page."
    )
