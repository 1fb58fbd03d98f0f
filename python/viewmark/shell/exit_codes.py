"""Exit codes of the command line, by the family of the error."""

from __future__ import annotations

from viewmark import errors

__all__ = ["EXIT_CODES", "exit_code"]

EXIT_CODES: tuple[tuple[int, str, tuple[type[errors.ViewmarkError], ...]], ...] = (
    (
        2,
        "wrong usage: an option, a selector or a key that does not exist",
        (
            errors.InvalidOption,
            errors.UnknownParameter,
            errors.UnknownKey,
            errors.InvalidCoordinates,
            errors.InvalidSelector,
            errors.UnknownModel,
        ),
    ),
    (
        3,
        "the target is not there, or not one",
        (errors.ElementNotFound, errors.RefStale, errors.RefAmbiguous),
    ),
    (
        5,
        "it did not come in time, or what came is not what was expected",
        (
            errors.WaitTimeout,
            errors.ExpectationFailed,
            errors.StateNotReached,
            errors.EvaluationTimeout,
            errors.CommandTimeout,
            errors.DrawModeTimeout,
        ),
    ),
    (4, "the target is there and cannot take the action", (errors.ActionError,)),
    (
        8,
        "a file or an address that may not be used, or cannot be",
        (
            errors.OriginNotAllowed,
            errors.PathNotAllowed,
            errors.FileMissing,
            errors.FileNotWritten,
            errors.StateInvalid,
            errors.CheckpointInvalid,
            errors.SecretRefused,
            errors.ExtraMissing,
        ),
    ),
    (6, "the page cannot do it: a dialog, a navigation, a script", (errors.PageError,)),
    (7, "no session, or no browser", (errors.BrowserError,)),
    (9, "draw mode", (errors.DrawModeError,)),
    (
        10,
        "a picture that cannot be made or read",
        (
            errors.ImageError,
            errors.InvalidMark,
            errors.SizesDiffer,
            errors.NotComparable,
            errors.SizeLimitExceeded,
            errors.PictureSuperseded,
            errors.RateLimited,
        ),
    ),
)
"""Code, what it means, errors; the first family that fits counts."""


def exit_code(error: errors.ViewmarkError) -> int:
    """The exit code for an error; 1 for what belongs to no family."""
    return next((code for code, _, family in EXIT_CODES if isinstance(error, family)), 1)
