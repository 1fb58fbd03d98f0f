"""Exit codes of the command line, by kind of error."""

from __future__ import annotations

EXIT_CODES = {
    2: "wrong usage: an option, a selector or a key that does not exist",
    3: "the target is not there, or not one",
    4: "the target is there and cannot take the action",
    5: "it did not come in time, or what came is not what was expected",
    6: "the page cannot do it: a dialog, a navigation, a script",
    7: "no session, or no browser",
    8: "a file or an address that may not be used, or cannot be",
    9: "draw mode",
    10: "a picture that cannot be made or read",
}
"""Meanings of the exit codes, keyed by code. Code 1 stands for all other errors."""
