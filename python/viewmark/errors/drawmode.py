"""Errors of draw mode."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class DrawModeError(ViewmarkError):
    """Draw mode cannot handle the request."""

    exit_code = 9
    default_hint = "Start draw mode again and ask the user to annotate the page."


class DrawModeAlreadyActive(DrawModeError):
    """Draw mode is already active, and a separate session was requested."""

    default_hint = "Continue with the session that the message names, or stop it first."


class DrawModeActive(DrawModeError):
    """The user is marking the page, so no action may press, type or scroll on it."""

    default_hint = (
        "Wait until the user is done (analyze annotations with wait: true; in Python await "
        "drawing.done()), or end draw mode (interact draw_mode_stop; in Python drawing.close())."
    )
    retryable = True


class DrawModeNeedsWindow(DrawModeError):
    """The browser has no window, and none can be opened for the user."""

    default_hint = (
        "Start with a window (--headed; in Python launch(headless=False)), attach to a browser "
        "that the user sees (--attach), or run viewmark where there is a display."
    )


class DrawModeTimeout(DrawModeError):
    """The user did not finish in time; annotations made so far are kept."""

    exit_code = 5
    default_hint = "Stop waiting and ask the user; annotations made so far are in the result."


class DrawModePageNavigated(DrawModeError):
    """The page on which the annotation was drawn is no longer open."""

    default_hint = "Go back to the page that the message names, then ask again."


class CorrelationExpired(DrawModeError):
    """The ID is unknown, or its 10 minutes have expired."""

    default_hint = "Re-run draw mode to capture fresh annotations."


class NoAnnotations(DrawModeError):
    """There is no drawing, it has no annotations, or the user discarded it."""

    default_hint = (
        "Use interact({action: 'draw_mode_start'}) to activate draw mode and ask the user to "
        "annotate the page."
    )
