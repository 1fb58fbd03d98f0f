"""Texts and dates for cells of grids that open an editor when they are pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from viewmark import Page

if TYPE_CHECKING:
    from collections.abc import Callable

GRID = """<!doctype html><div role=grid id=g><div role=row><div role=gridcell id=c tabindex=0
style="width:200px">old</div></div></div><p><button>Elsewhere</button><script>
window.kept = []; let editor;
const end = (isKept) => { if (!editor) return; const text = editor.value; editor = null;
  if (isKept) kept.push(text); c.textContent = isKept ? text : "old"; };
c.onclick = () => { if (editor) return; c.innerHTML = "<input TYPE>"; editor = c.firstChild;
  editor.focus(); editor.onkeydown = (e) => { if (e.key === "Enter") end(true); };
  editor.onblur = () => end(true); };
</script>"""
OPEN = "in the cell's editor, which is open"


@pytest.mark.parametrize(
    ("kind", "value"), [("", "new"), ("type=date", "2026-12-24"), ("type=number", "7")]
)
async def test_a_cell_is_filled_by_its_editor_and_the_answer_says_it_is_open(
    page_of: Callable[..., Any], kind: str, value: str
) -> None:
    page = Page(await page_of(GRID.replace("TYPE", kind)))
    done = await page.fill("#c", value)
    assert (done.typed.accepted, done.state["value"]) == (True, value)
    assert done.to_json()["editor"] == "open"
    assert OPEN in str(done)
    assert (await page.evaluate("kept")).value == []
    await page.click("button")
    assert (await page.evaluate("kept")).value == [value]


async def test_a_field_in_a_cell_that_was_there_before_is_no_editor(
    page_of: Callable[..., Any],
) -> None:
    page = Page(await page_of("<table role=grid><tr><td role=gridcell id=c><input></table>"))
    assert "editor" not in (await page.fill("#c", "new")).to_json()


async def test_an_editor_that_enter_has_ended_is_not_called_open(
    page_of: Callable[..., Any],
) -> None:
    page = Page(await page_of(GRID.replace("TYPE", "")))
    assert OPEN not in str(await page.type("#c", "new", submit=True))
    assert (await page.evaluate("kept")).value == ["new"]
