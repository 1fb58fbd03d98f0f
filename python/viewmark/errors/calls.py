"""Errors of calls: an invalid value, a limit, a missing permission, a missing extra."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class InvalidOption(ViewmarkError):
    """An option outside what is allowed; the message names it and the range."""

    code = "invalid_option"
    default_hint = "Use a value that the message allows."


class UnknownParameter(ViewmarkError):
    """A parameter that the tool does not have; the message lists those that it has."""

    code = "unknown_parameter"
    default_hint = "Leave it out, or use one that the message lists."


class InvalidCoordinates(ViewmarkError):
    """Coordinates that are no finite numbers or lie outside; the message names the range."""

    code = "invalid_coordinates"
    default_hint = "Give x and y inside the range that the message names."


class UnknownKey(ViewmarkError):
    """No key has this name; the hint offers the nearest one."""

    code = "unknown_key"
    default_hint = "Use a character, or a name of UI Events such as Enter, ArrowDown, Control+A."


class RateLimited(ViewmarkError):
    """Too many pictures; `next_allowed_in` says when the next one is allowed (ms)."""

    code = "rate_limited"
    default_hint = "Wait, or go on without a picture."
    retryable = True


class OriginNotAllowed(ViewmarkError):
    """An address outside the allowed origins, or of a kind that is refused."""

    code = "origin_not_allowed"
    default_hint = "Ask the user to allow it at the server's start: --allow-origin, --allow-local."


class PathNotAllowed(ViewmarkError):
    """A file outside the output folder, or something that is not a plain file."""

    code = "path_not_allowed"
    default_hint = "Give a plain file name; it is written into the output folder."


class FileNotWritten(ViewmarkError):
    """A file could not be written (disk full, no permission, bad name); nothing of it is left."""

    code = "file_not_written"
    default_hint = "Check the place and its permissions, or write elsewhere."


class ExtraMissing(ViewmarkError):
    """A part of viewmark that is installed only on request is needed."""

    code = "extra_missing"
    default_hint = "Install the extra that the message names."


class InternalError(ViewmarkError):
    """A fault of viewmark itself; its place is in the message, or details are in the log."""

    code = "internal_error"
    default_hint = "Report it with the message and viewmark's log; other calls still work."
