"""Attached screenshots: the current page within the limits, or a note with the reason."""

from __future__ import annotations

import asyncio
import base64
import io
import logging
from collections.abc import Callable
from typing import Any

import pytest
from lamp import captures_of, is_lit
from page_over import PageOf
from PIL import Image
from webserver import LocalSite

from viewmark.attach_policy import AttachPolicy
from viewmark.browser import settling
from viewmark.browser.telemetry import Telemetry
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.records import listening

NOISE = """<body style="margin:0"><canvas width=1280 height=720></canvas><script>
const c = document.querySelector('canvas').getContext('2d'), d = c.createImageData(1280, 720);
let s = 1; const next = () => (s = s * 16807 % 2147483647) & 255;
for (let i = 0; i < d.data.length; i++) d.data[i] = i % 4 == 3 ? 255 : next();
c.putImageData(d, 0, 0);</script>"""


def tables(data: bytes) -> dict[int, list[int]]:
    with Image.open(io.BytesIO(data)) as picture:
        return {n: list(t) for n, t in picture.quantization.items()}  # type: ignore[attr-defined]


async def test_quality_sixty_is_asked_of_the_browser(page_of: PageOf) -> None:
    taken = await attach_picture(await page_of("<h1>Hi"), AttachPolicy(), now=0.0)
    assert taken.base64 is not None
    assert taken.notes == ()
    made = io.BytesIO()
    Image.new("RGB", (16, 16)).save(made, "JPEG", quality=60)
    assert tables(base64.b64decode(taken.base64)) == tables(made.getvalue())


async def test_a_large_picture_is_warned_about_in_the_log(
    page_of: PageOf, caplog: pytest.LogCaptureFixture
) -> None:
    page = await page_of(NOISE)
    with caplog.at_level(logging.WARNING, logger="viewmark"):
        whole = await attach_picture(page, AttachPolicy(), now=0.0, max_base64=10_000_000)
    assert whole.base64 is not None
    assert len(whole.base64) > 500_000
    assert f"{len(whole.base64)} base64 characters" in caplog.text
    fitted = await attach_picture(page, AttachPolicy(), now=0.0, max_base64=200_000)
    assert fitted.base64 is not None
    assert len(fitted.base64) <= 200_000


async def test_of_two_calls_at_once_one_gets_the_picture(page_of: PageOf) -> None:
    page, policy = await page_of("<h1>Hi"), AttachPolicy()
    both = await asyncio.gather(*(attach_picture(page, policy, now=1.0) for _ in "ab"))
    assert [t.base64 is None for t in both] == [False, True]
    assert both[1].notes == (
        "[Screenshot unavailable: rate-limited (5s cooldown)] next in 5000 ms",
    )


async def test_it_shows_the_page_as_it_is_and_says_if_that_still_changes(
    page_of: PageOf,
) -> None:
    html = "<div id=a style='height:90vh'>x</div><script>let n = 0; const go = () => {"
    html += "document.getElementById('a').style.width = (700 + n++ % 400) + 'px';"
    html += "requestAnimationFrame(go)}; go()</script>"
    taken = await attach_picture(await page_of(html), AttachPolicy(), now=0.0)
    assert taken.base64 is not None
    assert taken.notes == ("[Screenshot taken while the page changed, settled:false]",)


async def test_every_failure_is_a_note_in_the_words_of_the_specification(
    page_of: PageOf, eventually: Callable[..., Any]
) -> None:
    none = await attach_picture(None, AttachPolicy(), now=0.0)
    assert none.notes == ("[Screenshot unavailable: no tracked tab]",)
    page = await page_of("<h1>Hi")
    await page.call(None, "function () { setTimeout(() => alert('stop'), 0); }")
    await eventually(lambda: page.dialog is not None, "the dialog")
    blocked = await attach_picture(page, AttachPolicy(), now=0.0)
    assert blocked.base64 is None
    assert blocked.notes[0].startswith("[Screenshot unavailable: ")
    assert "dialog" in blocked.notes[0]
    await page.answer_dialog(accept=True)
    await page.close()
    closed = await attach_picture(page, AttachPolicy(), now=0.0)
    assert closed.notes == ("[Screenshot unavailable: no tracked tab]",)


LAMP = "<div id=lamp style='width:200px;height:200px;background:#ddd'></div>"
TURN = "document.getElementById('lamp').style.background = '#f00'"


async def test_a_page_that_rests_is_taken_once_while_it_is_watched(
    page_of: PageOf,
) -> None:
    page = await page_of(LAMP)
    await attach_picture(page, AttachPolicy(), now=0.0)  # the first capture of a tab may differ
    asked = captures_of(page)
    taken = await attach_picture(page, AttachPolicy(), now=0.0)
    assert (is_lit(taken.base64), taken.notes, len(asked)) == (False, (), 1)


@pytest.mark.parametrize(
    "when",
    [
        "setTimeout(() => {{ {turn} }}, 20)",
        "requestAnimationFrame(() => requestAnimationFrame(() => {{ {turn} }}))",
        "fetch(location.href).then(() => {{ {turn} }})",
        "{turn}; lamp.animate([{{background: '#ddd'}}, {{background: '#f00'}}], 60)",
    ],
    ids=["timer", "frames", "fetch", "animation"],
)
async def test_what_changes_while_it_is_taken_is_taken_again(page_of: PageOf, when: str) -> None:
    page = await page_of(LAMP)
    telemetry = await listened(page)  # a request may outlast the watch
    for _ in range(5):
        await page.call(None, "() => { document.getElementById('lamp').style.background = '#ddd' }")
        await page.call(None, f"() => {{ {when.format(turn=TURN)}; }}")
        taken = await attach_picture(page, AttachPolicy(), now=0.0, telemetry=telemetry)
        assert is_lit(taken.base64)


async def test_a_page_with_frames_is_taken_when_it_rests(page_of: PageOf) -> None:
    page = await page_of(f'<iframe srcdoc="<body style=margin:0>{LAMP}" frameborder=0></iframe>')
    asked = captures_of(page)
    taken = await attach_picture(page, AttachPolicy(), now=0.0)
    assert taken.base64 is not None
    assert len(asked) == 1


async def listened(page: Any) -> Telemetry:
    """Return the recorder of a page's requests."""
    return await listening(PageContext(page))


FETCHED = f"() => void fetch('/data').then(() => {{ {TURN} }})"


async def test_data_that_the_page_waits_for_comes_before_the_picture(
    page_of: PageOf, site: LocalSite, eventually: Callable[..., Any]
) -> None:
    page = await page_of(LAMP)
    telemetry = await listened(page)
    data = site.hold("/data")
    await page.call(None, FETCHED)
    await eventually(lambda: len(telemetry.awaited()) == 1)
    taking = asyncio.ensure_future(
        attach_picture(page, AttachPolicy(), now=0.0, telemetry=telemetry)
    )
    await asyncio.sleep(0)
    data.released.set()
    taken = await taking
    assert (is_lit(taken.base64), taken.notes) == (True, ())


async def test_data_that_does_not_come_is_told(
    page_of: PageOf,
    site: LocalSite,
    eventually: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = await page_of(LAMP)
    telemetry = await listened(page)
    site.hold("/data")
    monkeypatch.setattr(settling, "LIMIT", 0.3)
    await page.call(None, FETCHED)
    await eventually(lambda: len(telemetry.awaited()) == 1)
    taken = await attach_picture(page, AttachPolicy(), now=0.0, telemetry=telemetry)
    assert not is_lit(taken.base64)
    assert taken.notes == ("[Screenshot taken while the page waits for data, requests:1]",)
