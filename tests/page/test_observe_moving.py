"""Moving elements: image and boxes of one observation match, and the page is not stopped."""

from __future__ import annotations

import pytest
from case_files import pages_of
from page_over import PageOf
from pictures import opened
from PIL import Image
from sent_commands import sent_to

import viewmark

RED, GREEN = (255, 0, 0), (0, 255, 0)
# Pixels: two for the check after the capture, and one for antialiasing.
TOLERANCE = 3
OTHERS = "".join(f"<p><a href='#{i}'>Link {i}</a> <button>Save {i}</button></p>" for i in range(12))
PAGES = pages_of(__file__)


def colored(shot: str, color: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """Return the bounding box of a color in px: left, top, right and bottom edge."""
    picture = opened(shot)
    bands = zip(picture.split(), color, strict=True)
    near = [band.point(lambda v, c=c: 255 if abs(v - c) < 40 else 0) for band, c in bands]
    mask = Image.composite(near[0], Image.new("L", picture.size), near[1])
    mask = Image.composite(mask, Image.new("L", picture.size), near[2])
    box = mask.getbbox()
    assert box is not None, "the picture does not show the control"
    return box


@pytest.mark.parametrize("motion", PAGES)
async def test_boxes_of_what_moves_hold_what_the_picture_shows_at_one_look(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch, motion: str
) -> None:
    raw = await page_of(f"<!doctype html>{PAGES[motion]}{OTHERS}")
    page = viewmark.Page(raw)
    for _ in range(2):  # the first observation learns which elements move
        await page.observe(annotate=True)
    sent = sent_to(raw, monkeypatch)
    looks = 6
    for _ in range(looks):
        seen = await page.observe(annotate=True, format="png")
        found = [a for a in seen if a.element.identity.id in ("a", "b")]
        assert found  # a marquee temporarily hides one element
        for item in found:
            color = RED if item.element.identity.id == "a" else GREEN
            left, top, right, bottom = colored(seen.clean_base64, color)
            box = item.bounds
            assert box.x - TOLERANCE <= left
            assert right <= box.right + TOLERANCE
            assert box.y - TOLERANCE <= top
            assert bottom <= box.bottom + TOLERANCE
        still = {a.label for a in seen} - {a.label for a in found}
        assert not still & set(seen.layout_shifted)
    # An element that starts to move at this moment may require one more capture.
    assert sent.count("Page.captureScreenshot") <= looks + 2


async def test_the_clock_runs_at_its_own_rate_after_a_look(page_of: PageOf) -> None:
    raw = await page_of(f"<!doctype html>{PAGES['a transform']}{OTHERS}")
    page = viewmark.Page(raw)
    for _ in range(4):
        await page.observe(annotate=True)
    rate = "function () { return document.getAnimations()[0].playbackRate; }"
    assert await raw.call(None, rate) == 1
    assert (await raw.session.send("Animation.getPlaybackRate"))["playbackRate"] == 1
    going = """async function () {
      const at = () => document.getAnimations()[0].currentTime;
      const [was, began] = [at(), performance.now()];
      await new Promise((done) => setTimeout(done, 200));
      return (at() - was) / (performance.now() - began);
    }"""
    assert await raw.call(None, going) > 0.1  # a paused clock runs 1,000 times slower


async def test_a_page_that_came_to_rest_is_not_held_any_more(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = await page_of(f"<!doctype html>{PAGES['a transform']}{OTHERS}")
    page = viewmark.Page(raw)
    for _ in range(2):
        await page.observe(annotate=True)
    await raw.call(None, "function () { document.getAnimations().forEach((a) => a.cancel()); }")
    await page.observe(annotate=True)
    sent = sent_to(raw, monkeypatch)
    await page.observe(annotate=True)
    assert not [method for method in sent if method.startswith("Animation.")]


async def test_the_page_hears_nothing_of_being_held(page_of: PageOf) -> None:
    spy = """<script>window.seen = [];
      for (const name of ["scroll", "resize", "visibilitychange", "animationcancel",
        "animationstart", "animationend", "freeze", "focus", "blur"])
        addEventListener(name, () => seen.push(name), true);
      new MutationObserver((m) => seen.push(...m.map((x) => x.type))).observe(document,
        {subtree: true, childList: true, attributes: true, characterData: true});</script>"""
    raw = await page_of(f"<!doctype html>{PAGES['a transform']}{OTHERS}")
    page = viewmark.Page(raw)
    await page.observe(annotate=True)
    script = spy.removeprefix("<script>").removesuffix("</script>")
    await raw.session.send("Runtime.evaluate", {"expression": script})
    for _ in range(3):
        await page.observe(annotate=True)
    heard = await raw.session.send(
        "Runtime.evaluate", {"expression": "seen", "returnByValue": True}
    )
    assert heard["result"]["value"] == []
