"""Errors of calls: an invalid value, a limit, a missing permission or extra, a model that fails."""

from __future__ import annotations

from viewmark.errors.base import ViewmarkError


class InvalidOption(ViewmarkError):
    """An option has a value that is not allowed; the message names both and the range."""

    exit_code = 2
    default_hint = "Use a value that the message allows."


class UnknownParameter(ViewmarkError):
    """The tool has no such parameter; the message lists its parameters."""

    exit_code = 2
    default_hint = "Leave it out, or use one that the message lists."


class InvalidCoordinates(ViewmarkError):
    """Coordinates are not finite numbers or out of range; the message names the range."""

    exit_code = 2
    default_hint = "Give x and y within the range that the message names."


class UnknownKey(ViewmarkError):
    """No key has this name; the hint offers the nearest one."""

    exit_code = 2
    default_hint = "Use a character, or a name of UI Events such as Enter, ArrowDown, Control+A."


class RateLimited(ViewmarkError):
    """Too many pictures were requested; `next_allowed_in` is the time to wait in ms."""

    exit_code = 10
    default_hint = "Wait, or continue without a picture."
    retryable = True


class OriginNotAllowed(ViewmarkError):
    """The address is outside the allowed origins, or of a kind that is not allowed."""

    exit_code = 8
    default_hint = "Ask the user to start the server with --allow-origin or --allow-local."


class ScriptNotAllowed(ViewmarkError):
    """The server was started without `--allow-script`, so no script runs in pages."""

    default_hint = "Ask the user to start it with --allow-script; observe text, find and get read."


class PathNotAllowed(ViewmarkError):
    """The path is outside the folders that are allowed, or not a plain file."""

    exit_code = 8
    default_hint = "Give a plain file name; it is written into the output folder."


class FileMissing(ViewmarkError):
    """A file that is to be uploaded is not there, or cannot be read."""

    exit_code = 8
    default_hint = (
        "Check the path; a relative one is looked for in the folders that uploads may come from."
    )


class FileNotWritten(ViewmarkError):
    """A file could not be written (disk full, no permission, bad name); no part of it is left."""

    exit_code = 8
    default_hint = "Check the folder and its permissions, or write elsewhere."


class ExtraMissing(ViewmarkError):
    """An optional part of viewmark is needed and not installed."""

    exit_code = 8
    default_hint = "Install the extra that the message names."


class InternalError(ViewmarkError):
    """A bug in viewmark; the message names the place, or the log has the details."""

    default_hint = "Report it with the message and viewmark's log; other calls still work."


class UnknownModel(ViewmarkError):
    """No rules are known for the model; `families` lists the known ones."""

    exit_code = 2
    default_hint = "Name the family that counts as the model does; `viewmark models` lists them."


class ModelRequestFailed(ViewmarkError):
    """A request to a model failed for good, after all retries; its picture is deleted."""

    default_hint = "Look at the reason in the message, then ask again with a new picture."
