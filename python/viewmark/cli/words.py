"""Parses the words of verbs; what a verb does not know is told with the nearest that it does."""

from __future__ import annotations

from shlex import shlex
from typing import TYPE_CHECKING

from viewmark.errors import InvalidOption
from viewmark.shell.verb import TARGET
from viewmark.text import near_words

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

_OTHER_NAMES = {
    **dict.fromkeys(
        ("--annotate", "--screenshot", "--picture", "--image", "--output", "--report"), "-o"
    ),
    **dict.fromkeys(("--viewport", "--window-size", "--window"), "--size"),
    **dict.fromkeys(("--max-annotations", "--limit"), "--max"),
    "--mobile": "--device",
}
"""What other faces and tools call options: an error names the one that it is here."""


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
        of.error(_unknown_words(of, left))
    return args


def parsed_verb(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.Namespace:
    """As `parsed`, of a verb of sessions; `button "Save"` is one target, without quotes too."""
    args, left = parser.parse_known_args(words)
    after = [word for word in left if not word.startswith("-")]
    target = getattr(args, TARGET.dest, None)
    if len(after) == len(left) == 1 and isinstance(target, str) and _is_role(target):
        at = list(words).index(target)
        if at + 1 < len(words) and not words[at + 1].startswith("-"):
            name = words[at + 1].replace("\\", "\\\\").replace('"', '\\"')
            joined = [*words[:at], f'{target} "{name}"', *words[at + 2 :]]
            args, left = parser.parse_known_args(joined)
    if left:
        parser.error(_unknown_words(parser, left))
    return args


def split_steps(texts: Sequence[str]) -> list[list[str]]:
    """The words of each step: steps stand in lines, or with `;` in between; quotes as in a shell.

    Raises:
        InvalidOption: a quote is left open.
    """
    found: list[list[str]] = []
    for line in (line for text in texts for line in text.splitlines()):
        words = shlex(line, posix=True, punctuation_chars=";")
        words.whitespace_split, words.commenters = True, ""  # `#save` is a selector
        step: list[str] = []
        try:
            for word in words:
                if word.strip(";"):
                    step.append(word)
                elif step:
                    found.append(step)
                    step = []
        except ValueError:
            message = f"A quote is left open in {line!r:.80}; nothing was done."
            raise InvalidOption(
                message, hint="do 'fill @name \"Ada Lovelace\"; click @save'"
            ) from None
        found += [step] if step else []
    return found


def _is_role(word: str) -> bool:
    return word.isascii() and word.isalpha() and word.islower()


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
    if any(each.dest == TARGET.dest for each in parser._actions) and left[0][:1] != "-":
        message += "; a target of several words is quoted as one: 'button \"Save\"'"
    return message
