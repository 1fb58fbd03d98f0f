"""Entering text and dates into grid cells that open an editor when clicked."""

from __future__ import annotations

import pytest
from page_over import PageOf

from viewmark import Page

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
    page_of: PageOf, kind: str, value: str
) -> None:
    page = Page(await page_of(GRID.replace("TYPE", kind)))
    done = await page.fill("#c", value)
    assert (done.typed.accepted, done.state["value"]) == (True, value)
    assert done.to_json()["editor"] == "open"
    assert OPEN in str(done)
    assert (await page.evaluate("kept")).value == []
    await page.click("button")
    assert (await page.evaluate("kept")).value == [value]
