"""Errors of calls: invalid value, exceeded limit, missing permission or extra, failing model."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class InvalidOption(ViewmarkError):
    """An option has an invalid value; the message contains both and the valid range."""

    exit_code = 2
    default_hint = "Use a value that the message allows."


class UnknownParameter(ViewmarkError):
    """The tool has no such parameter; the message lists its parameters."""

    exit_code = 2
    default_hint = "Leave it out, or use one that the message lists."


class InvalidCoordinates(ViewmarkError):
    """Coordinates are not finite numbers or out of range; the message contains the range."""

    exit_code = 2
    default_hint = "Give x and y within the range that the message names."


class UnknownKey(ViewmarkError):
    """There is no key with this name; the hint offers the most similar one."""

    exit_code = 2
    default_hint = "Use a character, or a name of UI Events such as Enter, ArrowDown, Control+A."


class RateLimited(ViewmarkError):
    """Too many screenshots were requested; `next_allowed_in` is the time to wait in ms."""

    exit_code = 10
    default_hint = "Wait, or continue without a picture."
    retryable = True


class OriginNotAllowed(ViewmarkError):
    """The URL is outside the allowed origins, or has a scheme that is not allowed."""

    exit_code = 8
    default_hint = "Ask the user to start the server with --allow-origin or --allow-local."


class ScriptNotAllowed(ViewmarkError):
    """The server was started without `--allow-script`, so it runs no scripts in pages."""

    default_hint = "Ask the user to start it with --allow-script; observe text, find and get read."


class PathNotAllowed(ViewmarkError):
    """The path is outside the allowed folders, or is not a plain file."""

    exit_code = 8
    default_hint = "Give a plain file name; it is written into the output folder."


class FileMissing(ViewmarkError):
    """A file that a call must read does not exist or is not readable."""

    exit_code = 8
    default_hint = (
        "Check the path; a relative one is looked for in the folders that uploads may come from."
    )


class FileNotWritten(ViewmarkError):
    """A file could not be written (disk full, no permission, bad name); no part of it is left."""

    exit_code = 8
    default_hint = "Check the folder and its permissions, or write elsewhere."


class ExtraMissing(ViewmarkError):
    """The call requires an optional package that is not installed."""

    exit_code = 8
    default_hint = "Install the extra that the message names."


class InternalError(ViewmarkError):
    """A bug in viewmark; the message says where, or the log contains the details."""

    default_hint = "Report it with the message and viewmark's log; other calls still work."


class UnknownModel(ViewmarkError):
    """There are no rules for the model; `families` lists the supported families."""

    exit_code = 2
    default_hint = "Name the family that counts as the model does; `viewmark models` lists them."


class ModelRequestFailed(ViewmarkError):
    """A request to a model failed permanently, after all retries; its image was deleted."""

    default_hint = "Look at the reason in the message, then ask again with a new picture."
