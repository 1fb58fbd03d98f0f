"""Parses the words of a verb; what it does not know is told with the nearest that it does."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from viewmark.shell.verb import TARGET

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

__all__ = ["parsed", "parsed_verb"]


def parsed(
    parser: argparse.ArgumentParser, words: Sequence[str], *, of: argparse.ArgumentParser
) -> argparse.Namespace:
    """The values of the words.

    Args:
        parser: parses them.
        words: of the command line.
        of: the parser of the verb, whose options may have been meant.
    """
    args, left = parser.parse_known_args(words)
    if left:
        of.error(_told(of, left))
    return args


def parsed_verb(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """As `parsed`, of a verb of sessions; `button "Save"` is one target, without quotes too."""
    args, left = parser.parse_known_args(words)
    rest = [word for word in left if not word.startswith("-")]
    target = getattr(args, TARGET.dest, None)
    if len(rest) == len(left) == 1 and isinstance(target, str) and _is_role(target):
        at = list(words).index(target)
        if at + 1 < len(words) and not words[at + 1].startswith("-"):
            name = words[at + 1].replace("\\", "\\\\").replace('"', '\\"')
            joined = [*words[:at], f'{target} "{name}"', *words[at + 2 :]]
            args, left = parser.parse_known_args(joined)
    if left:
        parser.error(_told(parser, left))
    return args


def _is_role(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


def _told(parser: argparse.ArgumentParser, left: Sequence[str]) -> str:
    told = f"unrecognized arguments: {' '.join(left)}"
    known = [name for each in parser._actions for name in each.option_strings]
    for word in left:
        near = get_close_matches(word.partition("=")[0], known, n=1)
        if word.startswith("-") and near:
            told += f"; is {word.partition('=')[0]} {near[0]}?"
    if any(each.dest == TARGET.dest for each in parser._actions) and left[0][:1] != "-":
        told += "; a target of several words is quoted as one: 'button \"Save\"'"
    return told
