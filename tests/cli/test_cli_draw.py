"""`viewmark draw` as a user runs it: a process, a page, mouse input."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hand import Hand
from PIL import Image
from sessions import session_shell
from webserver import LocalSite

from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.drawmode.intake import load_drawing

CONTROL = 2
PAGE = "<!doctype html><title>Draw here</title><body style='margin:0'><button id=go style="
PAGE += "'position:absolute;left:200px;top:200px;width:120px;height:40px'>Go</button>"


async def test_what_is_drawn_becomes_picture_json_and_markdown(
    chromium: ChromeBrowser, site: LocalSite, tmp_path: Path, bounded: Callable[..., Any]
) -> None:
    site.put("/draw.html", PAGE)
    assert chromium.process is not None
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "viewmark", "draw", site.url("/draw.html"), "--json"),
        *("--attach", chromium.process.endpoint, "--prompt", "What is wrong?"),
        *("--marks", "marks.json"),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        line = b""
        while b"draw on the page" not in line:
            line = await bounded(process.stderr.readline(), 40)
            assert line, "it ended early"
        tab = next(t for t in await chromium.tabs() if t.title == "Draw here")
        hand = Hand(await chromium.page(tab_id=tab.id))
        await hand.drag((190, 190), (330, 250))
        await hand.write("make it green")
        await hand.key("Enter")
        await hand.key("Enter", modifiers=CONTROL)
        out, _ = await bounded(process.communicate(), 40)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0
    told = json.loads(out)
    assert (told["status"], told["count"]) == ("success", 1)
    mark = told["annotations"][0]
    assert mark["text"] == "make it green"
    assert mark["elements"][0]["ref"] == "@go"
    files = {name.rpartition("/")[2] for name in told["files"]}
    assert {"drawing.json", "drawing.md", "drawing.html"} < files
    picture = next(tmp_path / name for name in told["files"] if "drawing-1." in name)
    with Image.open(picture) as shown:
        about = told["pictures"][0]
        assert shown.size == (about["width"], about["height"])
    report = (tmp_path / "out" / "drawing.md").read_text()
    assert "make it green" in report
    assert "make it green" in (tmp_path / "out" / "drawing.html").read_text()
    marks, _ = load_drawing((tmp_path / "marks.json").read_text())
    assert [m.text for m in marks] == ["make it green"], "for the next time on that page"


async def test_a_human_draws_on_the_page_of_a_session_and_is_answered(
    chromium: ChromeBrowser, site: LocalSite, tmp_path: Path, bounded: Callable[..., Any]
) -> None:
    site.put("/session.html", PAGE.replace("Draw here", "Draw in a session"))
    assert chromium.process is not None
    with session_shell(tmp_path) as shell:

        async def run(*words: str) -> str:
            return str(await bounded(asyncio.to_thread(shell, *words), 40))

        await run("open", site.url("/session.html"), "--attach", chromium.process.endpoint)
        await run("draw", "start", "--prompt", "What is wrong?")
        waiting = asyncio.create_task(run("drawn", "-o", "drawn"))
        tab = next(t for t in await chromium.tabs() if t.title == "Draw in a session")
        hand = Hand(await chromium.page(tab_id=tab.id))
        await hand.drag((190, 190), (330, 250))
        await hand.write("make it green")
        await hand.key("Enter")
        await hand.key("Enter", modifiers=CONTROL)
        told = (await waiting).splitlines()
        assert told[0] == "1 annotation(s), success"
        assert "make it green" in told[1]
        assert (tmp_path / "drawn" / "drawing.md").exists()
        answered = await run("draw", "reply", "1", "It is green.", "--status", "resolved")
        assert answered == "[1] resolved"
        await run("eval", "document.querySelector('#go').style.background = 'green'")
        changed = (await run("draw", "changes", "1", "-o", "drawn")).splitlines()
        assert "background" in changed[0]
        assert [name.rpartition("/")[2] for name in changed[-2:]] == [
            "mark-1-before.jpg",
            "mark-1-now.jpg",
        ]


async def test_without_a_display_nobody_could_draw_and_it_says_so_at_once(
    tmp_path: Path, bounded: Callable[..., Any]
) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "viewmark", "draw", "http://127.0.0.1:9/", "--json"),
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name not in hidden},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, told = await bounded(process.communicate(), 40)
    assert json.loads(out)["error_code"] == "draw_mode_needs_window"
    assert b"--attach" in told
    assert not os.listdir(tmp_path)
