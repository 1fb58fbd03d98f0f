"""Images of a drawing whose tabs or elements are partly gone."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from viewmark import imaging
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.model import DrawnKind
from viewmark.drawmode.pictures import PictureStore
from viewmark.drawmode.read import read_annotations
from viewmark.drawmode.render import pictures
from viewmark.errors import ScreenshotFailed
from viewmark.private_dir import PrivateFiles


async def drawn(d: Any, words: str) -> Any:
    await d.start()
    await d.hand.mark("h1", words)
    await d.hand.key("Escape")
    return await read_annotations(d.mode, wait=True)


async def test_without_a_page_the_core_paints_the_numbers(
    dispatcher: Any, mode: DrawMode, bounded: Any, tmp_path: Path
) -> None:
    d = await dispatcher("<h1>Nothing to hide</h1>")
    seen = await bounded(drawn(d, "words"))
    session = mode.store.session()
    await mode.pictures.finish(session, [])
    made = mode.pictures.pictures_of(session.id)
    (picture,) = made.marked
    assert picture.painter == "builtin"
    assert picture.labels == (1,)
    clean = seen.clean_pictures[0]
    assert (picture.width, picture.height) == (clean.width, clean.height)
    kind, *_ = imaging.probe(base64.b64decode(picture.base64))
    assert kind == "jpeg"


async def test_secret_fields_are_covered_and_blackouts_not_given_where_no_page_is_left(
    dispatcher: Any, mode: DrawMode, bounded: Any, tmp_path: Path
) -> None:
    d = await dispatcher("<h1>Log in</h1><input type=password value=hunter2>")
    await bounded(drawn(d, "words"))
    session = mode.store.session()
    await mode.pictures.finish(session, [])
    made = mode.pictures.pictures_of(session.id)
    assert [p.redactions for p in (*made.marked, *made.clean)] == [1, 1]
    ((shot, marks),) = mode.pictures.snapshots(session.id).groups(session.annotations())
    (label, mark, rect), *_ = marks
    blackout = (label, replace(mark, kind=DrawnKind.BLACKOUT), rect)
    with pytest.raises(ScreenshotFailed, match="no page is left"):
        await pictures(None, shot, [blackout])


async def test_a_small_budget_makes_smaller_pictures(
    dispatcher: Any, mode: DrawMode, bounded: Any, tmp_path: Path
) -> None:
    dots = "".join(
        f"<i style='position:absolute;left:{x}px;top:{y}px;width:7px;height:7px;"
        f"background:hsl({x * y % 360},80%,50%)'></i>"
        for x in range(0, 1200, 24)
        for y in range(100, 700, 24)
    )
    d = await dispatcher(f"<h1>Dots</h1>{dots}")
    await bounded(drawn(d, "words"))
    session = mode.store.session()
    pages = [tab.overlay.page for tab in mode.tabs.values()]
    small = PictureStore(tmp_path, max_base64=60_000)
    small.snapshots(session.id).shots.update(mode.pictures.snapshots(session.id).shots)
    await small.finish(session, pages)
    made = small.pictures_of(session.id)
    assert all(len(p.base64) <= 60_000 for p in (*made.marked, *made.clean))
    assert made.marked[0].scale < 1
    assert made.path is not None


@pytest.mark.parametrize("has_page", [True, False], ids=["browser", "core"])
async def test_the_png_of_noise_stays_below_two_megabytes(
    has_page: bool, dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher(
        "<h1>Noise</h1><canvas width=1280 height=620></canvas><script>"
        "const c = document.querySelector('canvas').getContext('2d');"
        "const i = c.createImageData(1280, 620), n = new Uint32Array(i.data.buffer);"
        "let r = 7; for (let k = 0; k < n.length; k += 1)"
        " n[k] = (r = Math.imul(r, 1664525) + 1013904223 | 0) | 0xff000000;"
        "c.putImageData(i, 0, 0)</script>"
    )
    await bounded(drawn(d, "words"))
    session = mode.store.session()
    pages = [tab.page for tab in mode.tabs.values()] if has_page else []
    await mode.pictures.finish(session, pages)
    path = mode.pictures.pictures_of(session.id).path
    assert path is not None
    size = (await asyncio.to_thread(path.stat)).st_size
    assert 200_000 < size <= 2_000_000


async def test_files_are_private_and_go_with_the_end(tmp_path: Path) -> None:
    def check() -> None:
        folder = PrivateFiles()
        one, two = folder.write("a", ".png", b"1"), folder.write("a", ".png", b"2")
        assert one.name != two.name
        assert one.stat().st_mode & 0o077 == 0
        assert one.parent.stat().st_mode & 0o077 == 0
        folder.drop(one)
        assert not one.exists()
        folder.close()
        assert not two.parent.exists()
        kept = PrivateFiles(tmp_path / "deep" / "er")
        file = kept.write("a", ".png", b"3")
        kept.close()
        assert file.read_bytes() == b"3", "a folder of the caller's is the caller's"

    await asyncio.to_thread(check)
