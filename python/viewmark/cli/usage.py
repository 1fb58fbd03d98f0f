"""Adds options to a parser from lines that read like its help, and parses their values.

    -o, --out DIR [out]    folder of the data set
    --quality N{1..100}    of a JPEG
    --block PATTERN...     addresses that pages get nothing from; may be repeated

A line has the names of an option, the name of its value or its choices (without one it is a flag),
its default, and its help; or an argument, with `?` or `*`, as argparse has them. The name of a
value says its type; for a whole number its range stands behind it.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from viewmark.defaults import MAX_ANNOTATIONS

_LINE = re.compile(
    r"(?P<names>-[\w-]+(?:, -[\w-]+)*|\w+)"
    r"(?: (?P<value>[^\s?*{\[]+?)(?:{(?P<low>\d+)\.\.(?P<high>\d*)})?(?P<many>\.\.\.|\?|\*)?)?"
    r"(?: \[(?P<default>\S*)\])?(?:  +(?P<help>.*))?"
)
_BARE_HOST = re.compile(r"[\w.-]+(:\d+)?([/?#]|$)")


def add_options(to: argparse.ArgumentParser | argparse._ArgumentGroup, lines: str) -> None:
    """Add options and arguments to a parser or a group.

    Args:
        to: it.
        lines: one a line; what is indented goes on with the help of the one above.
    """
    for line in re.sub(r"\n +", " ", lines.strip()).splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"{line!r} is no line of options.")
        names, value, many, default = found.group("names", "value", "many", "default")
        options: dict[str, Any] = {"help": _help(found["help"] or "", default)}
        if value is None:
            options["action"] = "store_true"
            if names == "--json":  # a flag here and a file there
                options["dest"] = "print_json"
        elif "|" in value:
            options["choices"] = tuple(value.split("|"))
        else:
            kind = _TYPES.get(names, _TYPES.get(value))
            if found["low"] is not None:
                kind = whole(int(found["low"]), int(found["high"]) if found["high"] else None)
            options |= {"metavar": value, "type": kind}
        if default is not None:
            options["default"] = default
        if many == "...":
            options |= {"action": "append", "default": []}
        elif many:
            options |= {"nargs": many} | ({"const": Path("-")} if names[0] == "-" else {})
        to.add_argument(*names.split(", "), **options)


def _help(text: str, default: str | None) -> str | None:
    """What is said of an option, with its default where the text does not have it."""
    is_told = not default or "default" in text or f"{default} (" in text
    return (text if is_told else f"{text} (default: {default})") or None


def address(text: str) -> str:
    """An address from a file name, a bare host as in a browser's address bar, or an address."""
    if os.path.isfile(text):  # unlike Path.is_file this takes a data: address of any length
        return Path(text).resolve().as_uri()
    return bare_host(text)


def bare_host(text: str) -> str:
    """An address from a bare host as in a browser's address bar; anything else as it is."""
    return f"http://{text}" if _BARE_HOST.match(text) else text


def size(text: str) -> tuple[int, int]:
    """Width and height, such as `1280x720`."""
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT, such as 1280x720")
    return int(width), int(height)


def _marks(text: str) -> int | Literal["auto"]:
    """How many marks: `auto`, or a number."""
    if text == "auto":
        return "auto"
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_ANNOTATIONS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a whole number from 1 to {MAX_ANNOTATIONS} nor auto"
        )
    return int(text)


def _clip(text: str) -> tuple[float, float, float, float]:
    """A region from `X,Y,W,H`."""
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.60} is not four numbers: X,Y,W,H") from None
    return x, y, width, height


def _scale(text: str) -> str | float:
    if text in ("css", "device"):
        return text
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither css, device nor a number") from None


def picture_name(text: str) -> Path:
    """A file name whose ending names its format, or `-`."""
    path = Path(text)
    if text != "-" and path.suffix.lower() not in (".jpg", ".jpeg", ".png"):
        raise argparse.ArgumentTypeError(f"{text!r} does not end in .jpg, .jpeg or .png")
    return path


def format_of(args: argparse.Namespace) -> Literal["jpeg", "png"]:
    """The format that was named, or that the output's name says; JPEG for stdout."""
    name = args.output.suffix.lower() if args.output else ""
    return "png" if (args.format or name) in ("png", ".png") else "jpeg"


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number within a range."""

    def number(text: str) -> int:
        if text.isdecimal() and low <= int(text) and (high is None or int(text) <= high):
            return int(text)
        within = f"from {low:,} to {high:,}" if high is not None else f"from {low:,}"
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {within}")

    return number


_TYPES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("FILE", "DIR", "FOLDER", "PNG", "IMAGE", "MARKS.json"), Path),
    "PICTURE": picture_name,
    "url": address,
    "WxH": size,
    "SCALE": _scale,
    "X,Y,W,H": _clip,
    "MARKS": _marks,
    **dict.fromkeys(("S", "X"), float),
}
