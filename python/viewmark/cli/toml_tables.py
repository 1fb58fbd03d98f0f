"""Sets keys of one table of a TOML file without a writer of TOML; the rest stays as it is."""

from __future__ import annotations

import contextlib
import importlib
import json
import re
from typing import Any

__all__ = ["parse", "simple_table", "with_table"]

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def parse(text: str) -> dict[str, Any] | None:
    """What the file says; None on Python 3.10, which has no reader of TOML.

    Raises:
        ValueError: not TOML; says where.
    """
    try:
        reader = importlib.import_module("tomllib")
    except ModuleNotFoundError:
        return None
    found: dict[str, Any] = reader.loads(text)
    return found


def simple_table(text: str, path: tuple[str, str]) -> dict[str, Any]:
    """The keys of one table whose values stand on one line, without a reader of TOML."""
    found: dict[str, Any] = {}
    for key, shown in re.findall(
        r"^[ \t]*(\w+)[ \t]*=[ \t]*(.+?)[ \t]*$", _table(text, path)[1], re.M
    ):
        with contextlib.suppress(ValueError):
            found[key] = json.loads(shown)
    return found


def _table(text: str, path: tuple[str, str]) -> tuple[re.Match[str] | None, str, int]:
    """The head of a table, what stands below it, and where that ends."""
    outer, name = path
    parts = rf"\s*{outer}\s*\.\s*[\"']?{name}[\"']?\s*"
    head = re.search(rf"^[ \t]*\[{parts}\][ \t]*(#.*)?$", text, re.MULTILINE)
    if head is None:
        return None, "", len(text)
    following = _HEADER.search(text, head.end() + 1)
    end = following.start() if following else len(text)
    return head, text[head.end() + 1 : end], end


def with_table(text: str, path: tuple[str, str], entry: dict[str, Any]) -> str:
    """The text with the keys of `entry` set in the table `path`, its other keys as they were.

    Args:
        text: the file.
        path: the two parts of the table's name.
        entry: strings, numbers and lists of strings, which JSON and TOML write alike.

    Raises:
        ValueError: not TOML, or the table is written in a form (inline, dotted) that would have to
            be written anew.
    """
    before = parse(text)
    outer, name = path
    head, body, end = _table(text, path)
    lines = "".join(f"{k} = {json.dumps(v, ensure_ascii=False)}\n" for k, v in entry.items())
    if head:
        for key in entry:
            body = re.sub(
                rf"^[ \t]*{key}[ \t]*=[ \t]*(\[[^\]]*\]|.*).*\n?", "", body, flags=re.MULTILINE
            )
        after = text[: head.end()] + "\n" + lines + body + text[end:]
    else:
        gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
        after = f"{text}{gap}[{outer}.{name}]\n{lines}"
        inline = re.search(rf"^[ \t]*({outer}[ \t]*|{name}[ \t]*)[.=]", text, re.MULTILINE)
        if before is None and inline:
            raise ValueError(f"{outer}.{name} may be there in another form")
    if before is not None:
        whole = {**before, outer: {**before.get(outer, {})}}
        whole[outer][name] = {**whole[outer].get(name, {}), **entry}
        if parse(after) != whole:
            raise ValueError(f"{outer}.{name} is there in another form")
    return after
