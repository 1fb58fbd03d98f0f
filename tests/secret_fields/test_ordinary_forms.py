"""Typical forms of sites without any secret: none of their fields is treated as secret."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from js.asking import of_marked

LINES = (Path(__file__).parent / "ordinary_forms.txt").read_text().splitlines()


def forms() -> dict[str, list[tuple[str, str]]]:
    """Return labels and attributes of the fields, by the title of the form."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in LINES:
        if line.startswith("= "):
            found[line[2:]] = []
        elif line and not line.startswith("#"):
            label, _, attributes = line.partition(" | ")
            found[list(found)[-1]].append((label, attributes))
    return found


async def test_no_field_of_ordinary_forms_is_secret(page_of: Any) -> None:
    kinds = forms()
    assert len(kinds) == 20
    assert sum(map(len, kinds.values())) > 100
    wrong = {}
    for title, fields in kinds.items():
        rows = "".join(
            f"<p><label>{html.escape(label)} "
            f"<input {attributes} data-mark='{html.escape(label, quote=True)}' value=1></label></p>"
            for label, attributes in fields
        )
        page = await page_of(
            f"<meta charset=utf-8><h2>{html.escape(title)}</h2><form>{rows}</form>"
        )
        verdicts = await of_marked(page, "vm.isSecret(el)")
        assert len(verdicts) == len(fields)
        if any(verdicts.values()):
            wrong[title] = [label for label, is_secret in verdicts.items() if is_secret]
    assert wrong == {}
