"""Frames that reply late or not yet: an observation includes them, or reports that it does not."""

from __future__ import annotations

import asyncio

import pytest
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser.discovery.discover import discover
from viewmark.browser.frames import hung
from viewmark.browser.frames.hung import is_hung

# In the headless shell a new process may reply before its page blocks it.
pytestmark = pytest.mark.full_browser
BUSY = """<button>Inside</button><script>
const spin = () => { for (const end = performance.now() + 2000; performance.now() < end;); };
addEventListener('load', () => setTimeout(spin));</script>"""


async def with_busy_frame(page_of: PageOf, site: LocalSite) -> PageOf:
    site.put("/busy.html", BUSY)
    inner = site.url("/busy.html", host="localhost")
    return await page_of(f"<button>Around</button><iframe src='{inner}'></iframe>")


async def test_the_first_answer_of_a_process_is_waited_for(page_of: PageOf, site) -> None:
    found = await discover(await with_busy_frame(page_of, site))
    assert [e.name for e in found.elements] == ["Around", "Inside"]
    assert found.unreachable == ()


async def test_a_frame_is_read_again_as_soon_as_it_answers(
    page_of: PageOf, site: LocalSite, bounded, eventually, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hung, "FIRST_PATIENCE", 0.1)
    monkeypatch.setattr(hung, "PATIENCE", 0.1)
    site.put("/inner.html", "<button>Inside</button>")
    inner = site.url("/inner.html", host="localhost")
    page = await page_of(f"<button>Around</button><iframe src='{inner}'></iframe>")
    await eventually(lambda: any(each.session is not page.session for each in page.frames))
    (frame,) = (each for each in page.frames if each is not page.main_frame)
    # A synchronous request blocks the frame's thread until the server responds.
    held = site.hold("/held")
    hang = "const r = new XMLHttpRequest(); r.open('GET', '/held', false); r.send()"
    hanging = asyncio.ensure_future(frame.session.send("Runtime.evaluate", {"expression": hang}))
    await eventually(held.asked.is_set)
    found = await discover(page)
    assert [e.name for e in found.elements] == ["Around"]
    assert found.unreachable == ("body > iframe: it does not answer",)
    assert is_hung(page, frame)
    held.released.set()
    await bounded(hanging)

    async def answered() -> None:
        while is_hung(page, frame):
            await page.call(None, "() => new Promise(requestAnimationFrame)")

    await bounded(answered())
    monkeypatch.setattr(hung, "PATIENCE", 10.0)
    found = await discover(page)
    assert [e.name for e in found.elements] == ["Around", "Inside"]
