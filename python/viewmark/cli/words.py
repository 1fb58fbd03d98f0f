"""Parses command-line arguments; errors for unknown arguments suggest similar known ones."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from viewmark.calls.verbs import parse_words
from viewmark.text import near_words

_OTHER_NAMES = {
    **dict.fromkeys(
        ("--annotate", "--screenshot", "--picture", "--image", "--output", "--report"), "-o"
    ),
    **dict.fromkeys(("--viewport", "--window-size", "--window"), "--size"),
    "--limit": "--max-annotations",
    "--mobile": "--device",
}
"""viewmark's options that errors suggest, keyed by options of other interfaces and tools."""


def parsed(
    parser: argparse.ArgumentParser, words: Sequence[str], *, of: argparse.ArgumentParser
) -> argparse.Namespace:
    """Parse arguments; exit with an error message if any of them is unknown.

    Args:
        parser: the parser that parses the arguments.
        words: arguments from the command line.
        of: the verb's parser, which reports unknown arguments and suggests its own options.
    """
    args, left = parser.parse_known_args(words)
    if left:
        of.error(_unknown_words(of, left))
    return args


def parsed_verb(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """Parse arguments for a verb of sessions; `button "Save"` is one target even unquoted."""
    args, left = parse_words(parser, words)
    if left:
        parser.error(_unknown_words(parser, left))
    return args


def _unknown_words(parser: argparse.ArgumentParser, left: Sequence[str]) -> str:
    message = f"unrecognized arguments: {' '.join(left)}"
    known = [name for each in parser._actions for name in each.option_strings]
    for word in left:
        name = word.partition("=")[0]
        near = near_words(name, known)
        if (own := _OTHER_NAMES.get(name)) in known:
            message += f"; {name} is {own} here"
        elif "-o" in (name, own) and any(each.metavar == "FILE" for each in parser._actions):
            message += f"; the file is a word of its own here: {parser.prog} FILE"
        elif word.startswith("-") and near:
            message += f"; is {name} {near[0]}?"
    if any(each.dest == "target" for each in parser._actions) and left[0][:1] != "-":
        message += "; a target of several words is quoted as one: 'button \"Save\"'"
    return message
