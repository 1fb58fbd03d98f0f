"""Parses settings files and sets one member in their text; keeps comments and formatting.

JSON may contain comments and trailing commas. These are replaced by blanks, so that the result is
plain JSON whose values have the same positions as in the file.
"""

from __future__ import annotations

import json
import re
from typing import Any

from viewmark.optional_modules import require_module

_STRING = r'"(?:[^"\\]|\\.)*"'

_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL)

_TRAILING_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)

_BLANK = re.compile(r"\s*")

_READER = json.JSONDecoder(strict=False)


def parse_json(text: str) -> Any:
    """Parse JSON with comments and trailing commas.

    Raises:
        ValueError: the text is invalid even without comments and trailing commas; the message names
            the line.
    """
    return _value(_plain_json(_without_comments(text)))


def _value(plain: str) -> Any:
    try:
        return _READER.decode(plain)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("line 1: nested too deeply") from None


def _without_comments(text: str) -> str:
    """Replace comments by blanks of the same length."""
    return _COMMENT.sub(
        lambda found: found[0] if found[0][0] == '"' else re.sub(r"\S", " ", found[0]), text
    )


def _plain_json(text: str) -> str:
    """Replace the trailing commas in JSON text by blanks."""
    return _TRAILING_COMMA.sub(lambda found: found[1] or " ", text)


def with_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """Return the text with the member at `path` set to `value`.

    Args:
        text: a JSON object, or an empty text.
        path: names of enclosing objects, which are created if missing, then the member's name.
        value: any value that `json.dumps` accepts.

    Raises:
        ValueError: the text is not valid JSON, or a value on the path is not an object; the message
            names the invalid part.
    """
    text = text if text.strip() else "{}\n"
    commas = _without_comments(text)
    plain = _plain_json(commas)
    _value(plain)  # parse the whole text first, so that a broken file is never modified
    indent = re.search(r"^([ \t]+)\"", text, re.MULTILINE)
    step = indent[1] if indent else "  "
    at = _skip(plain, 0)
    for depth, name in enumerate(path, 1):
        if plain[at] != "{":
            raise ValueError(f"{'.'.join(path[: depth - 1]) or 'the whole'} is not an object")
        spans, close = _members(plain, at)
        if name in spans and depth < len(path):
            at = spans[name][0]
            continue
        for outer in reversed(path[depth:]):
            value = {outer: value}
        shown = json.dumps(value, indent=step, ensure_ascii=False)
        shown = shown.replace("\n", "\n" + step * depth)
        if name in spans:
            start, end = spans[name]
            return text[:start] + shown + text[end:]
        last = max((end for _, end in spans.values()), default=at + 1)
        comma = "," if spans and "," not in commas[last:close] else ""
        # comments after the last member stay in place; the new member follows them
        between = text[last:close].rstrip()
        line = f"\n{step * depth}{json.dumps(name)}: {shown}\n{step * (depth - 1)}"
        return text[:last] + comma + between + line + text[close:]
    raise ValueError("an empty path")


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _members(plain: str, at: int) -> tuple[dict[str, tuple[int, int]], int]:
    """Return start and end of each value of an object, keyed by name, and its closing position."""
    spans: dict[str, tuple[int, int]] = {}
    at = _skip(plain, at + 1)
    while plain[at] != "}":
        name, at = _READER.raw_decode(plain, at)
        start = _skip(plain, _skip(plain, at) + 1)  # the position after the colon
        _, end = _READER.raw_decode(plain, start)
        spans[name] = (start, end)
        at = _skip(plain, end)
        if plain[at] == ",":
            at = _skip(plain, at + 1)
    return spans, at


def with_table(text: str, path: tuple[str, str], entry: dict[str, Any]) -> str:
    """Return the text with the keys of `entry` set in the TOML table `path`; keep other keys.

    Args:
        text: content of the file; the table may have any notation, or be missing.
        path: the two parts of the table's name.
        entry: strings, numbers and lists of strings.

    Raises:
        ValueError: the text is not valid TOML, or `path` is not a table.
        ExtraMissing: `tomlkit` is not installed.
    """
    tomlkit = require_module("tomlkit", "viewmark[mcp]")
    document = tomlkit.parse(text)
    outer, name = path
    tables = document.setdefault(outer, tomlkit.table(is_super_table=True))
    tables.setdefault(name, tomlkit.table()).update(entry)
    return str(tomlkit.dumps(document))
