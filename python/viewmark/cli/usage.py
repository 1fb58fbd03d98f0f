"""Adds options to a parser from text in the format of its help output, and converts values.

    -o, --out DIR [out]    folder of the data set
    --quality N{1..100}    of a JPEG
    --block PATTERN...     URLs that are blocked; may be repeated
    --size=viewport WxH    of the viewport

A line contains, in this order:

- the option's flags;
- after `=` the name of its attribute, if that is different (as in `BrowserOptions`);
- the name of its value, or its choices (a line without either is a flag); the name determines the
  type, and for a whole number the range follows;
- its default;
- its help.

A line can also be a positional argument, with `?` or `*` as in argparse.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Literal, NoReturn

from viewmark.defaults import MAX_ANNOTATIONS
from viewmark.session.addresses import parse
from viewmark.toml_text import parsed_toml

_LINE = re.compile(
    r"(?P<names>-[\w-]+(?:, -[\w-]+)*|\w+)(?:=(?P<dest>\w+))?"
    r"(?: (?P<value>[^\s?*{\[]+?)(?:{(?P<low>\d+)\.\.(?P<high>\d*)})?(?P<many>\.\.\.|\?|\*)?)?"
    r"(?: \[(?P<default>\S*)\])?(?:  +(?P<help>.*))?"
)
_BARE_HOST = re.compile(r"[\w.-]+(:\d+)?([/?#]|$)")


@cache
def option_table() -> dict[str, Any]:
    """Return the content of `verbs.toml`, with references to shared phrases replaced."""
    table: dict[str, Any] = parsed_toml((files("viewmark.cli") / "verbs.toml").read_text("utf-8"))
    for part in (table["words"], table["groups"]):
        for name, text in part.items():  # a phrase may contain references to earlier phrases
            part[name] = Template(text).substitute(table["words"])
    return table


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error on stderr and exit with code 2."""
        self.exit(2, f"{self.prog}: error: {message} (options: {self.prog} --help)\n")


def add_options(to: argparse.ArgumentParser | argparse._ArgumentGroup, lines: str) -> None:
    """Add options and arguments to a parser or a group.

    Args:
        to: the parser or group.
        lines: one option per line; an indented line continues the help of the line above.
    """
    for line in re.sub(r"\n +", " ", lines.strip()).splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"{line!r} is no line of options.")
        names, value, many, default = found.group("names", "value", "many", "default")
        if to._option_string_actions.keys() & set(names.split(", ")):
            continue  # the verb already has its own option with this name
        options: dict[str, Any] = {"help": _help(found["help"] or "", default)}
        if value is None:
            options["action"] = "store_true"
        elif "|" in value:
            options["choices"] = tuple(value.split("|"))
        else:
            kind = _TYPES.get(names, _TYPES.get(value))
            if found["low"] is not None:
                kind = whole(int(found["low"]), int(found["high"]) if found["high"] else None)
            options |= {"metavar": value, "type": kind}
        if found["dest"] is not None:
            options["dest"] = found["dest"]
        if default is not None:
            options["default"] = default
        if many == "...":
            options |= {"action": "append", "default": []}
        elif many:
            options |= {"nargs": many} | ({"const": Path("-")} if names[0] == "-" else {})
        to.add_argument(*names.split(", "), **options)


def _help(text: str, default: str | None) -> str | None:
    """Return the help text of an option, with its default if the text does not mention it."""
    is_told = not default or "default" in text or f"{default} (" in text
    return (text if is_told else f"{text} (default: {default})") or None


def address(text: str) -> str:
    """Convert a file name, or a host name as typed in an address bar, to a URL; keep a URL."""
    if os.path.isfile(text):  # unlike Path.is_file, it does not fail for a long data: URL
        return Path(text).resolve().as_uri()
    return bare_host(text)


def bare_host(text: str) -> str:
    """Convert a host name as typed in an address bar to a URL; return other text unchanged."""
    return f"http://{text}" if _BARE_HOST.match(text) else text


def size(text: str) -> tuple[int, int]:
    """Parse width and height, such as `1280x720`."""
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT, such as 1280x720")
    return int(width), int(height)


def _marks(text: str) -> int | Literal["auto"]:
    """Parse the number of marks: `auto`, or a number."""
    if text == "auto":
        return "auto"
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_ANNOTATIONS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a whole number from 1 to {MAX_ANNOTATIONS} nor auto"
        )
    return int(text)


def _clip(text: str) -> tuple[float, float, float, float]:
    """Parse a region `X,Y,W,H`."""
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.60} is not four numbers: X,Y,W,H") from None
    return x, y, width, height


def _headers(text: str) -> dict[str, str]:
    """Parse a header `NAME:VALUE`, or headers in `@FILE`, hidden from process lists."""
    lines = (Path(text[1:]).read_text("utf-8") if text[:1] == "@" else text).splitlines()
    pairs = [line.partition(":") for line in lines if line.strip()]
    if not all(sign and name.strip() for name, sign, _ in pairs):
        raise argparse.ArgumentTypeError("give NAME:VALUE, or @FILE with such lines")
    return {name.strip(): value.strip() for name, _, value in pairs}


_HEADERS = {"extra_http_headers": "VIEWMARK_HEADERS", "attach_headers": "VIEWMARK_ATTACH_HEADERS"}
"""Environment variables with lines `NAME:VALUE`, keyed by option; an alternative to the command
line, which other users can see.
"""


def chosen_of(args: argparse.Namespace, names: Iterable[str]) -> dict[str, Any]:
    """Return the given options that have these names, with headers merged into one mapping.

    Headers from the environment apply if none are given on the command line. If the command has a
    URL and no other origin is given for headers, they are sent only to the URL's origin.
    """
    chosen = {name: value for name in names if (value := getattr(args, name, None)) is not None}
    chosen = {name: tuple(v) if isinstance(v, list) else v for name, v in chosen.items()}
    for name in _HEADERS.keys() & chosen.keys():
        named = chosen[name] or [_headers(os.environ.get(_HEADERS[name], ""))]
        chosen[name] = {key: value for each in named for key, value in each.items()}
    url = getattr(args, "url", None)
    if chosen.get("extra_http_headers") and "headers_origin" not in chosen and url:
        chosen["headers_origin"] = parse(url).origin
    return chosen


def _scale(text: str) -> str | float:
    if text in ("css", "device"):
        return text
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither css, device nor a number") from None


def picture_name(text: str) -> Path:
    """Parse a file name whose suffix determines its format, or `-`."""
    path = Path(text)
    if text != "-" and path.suffix.lower() not in (".jpg", ".jpeg", ".png"):
        raise argparse.ArgumentTypeError(f"{text!r} does not end in .jpg, .jpeg or .png")
    return path


def format_of(args: argparse.Namespace) -> Literal["jpeg", "png"]:
    """Return the requested format, or the format of the output's suffix; JPEG for stdout."""
    name = args.output.suffix.lower() if args.output else ""
    return "png" if (args.format or name) in ("png", ".png") else "jpeg"


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a parser for whole numbers within a range."""

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
    "NAME:VALUE": _headers,
    "WxH": size,
    "SCALE": _scale,
    "X,Y,W,H": _clip,
    "MARKS": _marks,
    **dict.fromkeys(("S", "X"), float),
}
