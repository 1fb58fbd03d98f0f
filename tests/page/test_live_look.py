"""Looks that are kept while the page rests: what ends them, and that nothing is left running."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

import viewmark
from viewmark.browser.capture import live_frames
from viewmark.errors import InvalidOption
from viewmark.page.live_look import LiveLooks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from webserver import LocalSite

    PageOf = Callable[..., Awaitable[Any]]
    Bounded = Callable[..., Awaitable[Any]]
    Eventually = Callable[..., Awaitable[None]]

PAGE = """<!doctype html><style>body { margin: 0; background: #fff } #p { height: 100px }
  #q { height: 60px; width: 200px; overflow: auto }</style>
  <div id=p></div><button id=b>Save</button> <input id=i aria-label=Name>
  <input type=checkbox id=c aria-label=Agree><img id=g alt="" width=40 height=40>
  <div id=q><p style="height:400px;background:linear-gradient(red,blue)"></p></div>
  <div id=h></div><script>h.attachShadow({mode: "open"}).innerHTML = "<b>words</b>"</script>"""
CHANGES = {
    "a style": "p.style.background = '#f00'",
    "a rule": "document.styleSheets[0].cssRules[1].style.background = '#f00'",
    "a new rule": "document.styleSheets[0].insertRule('#p { background: #f00 }')",
    "a style sheet made by script": "const s = new CSSStyleSheet(); s.replaceSync('#p { background:"
    " #f00 }'); document.adoptedStyleSheets = [s]",
    "words": "p.textContent = 'hello'",
    "words in a shadow tree": "h.shadowRoot.firstChild.textContent = 'hello'",
    "a value": "i.value = 'hello'",
    "a check": "c.checked = true",
    "a scroller": "q.scrollTop = 200",
    "an image": 'g.src = \'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><rect '
    'width="90" height="90" fill="red"/></svg>\'; await g.decode()',
    "an element": "document.body.append(document.createElement('hr'))",
}


async def kept(page: viewmark.Page, bounded: Bounded) -> viewmark.Observation:
    """A look that was kept."""
    page.live = "on"

    async def looks() -> viewmark.Observation:
        while True:
            seen = await page.observe(annotate=True)
            if source(seen) == "live":
                return seen

    seen: viewmark.Observation = await bounded(looks())
    return seen


def source(seen: viewmark.Observation) -> str:
    assert seen.image_info is not None
    return seen.image_info.source


def pixels(seen: viewmark.Observation) -> bytes:
    assert seen.clean_base64 is not None
    return Image.open(io.BytesIO(base64.b64decode(seen.clean_base64))).convert("RGB").tobytes()


def sessions_of(raw: Any) -> int:
    """Sessions of this browser with the page."""
    target = raw.session.target_id
    return sum(each.target_id == target for each in raw.session.parent.children)


async def test_a_page_at_rest_is_shown_without_another_capture(
    page_of: PageOf, bounded: Bounded
) -> None:
    page = viewmark.Page(await page_of(PAGE))
    page.live = "on"

    async def two_in_a_row() -> tuple[viewmark.Observation, viewmark.Observation]:
        # A frame that a busy machine draws late ends a kept look though nothing has changed.
        before = await page.observe(annotate=True)
        while True:
            seen = await page.observe(annotate=True)
            if source(before) == source(seen) == "live":
                return before, seen
            before = seen

    first, again = await bounded(two_in_a_row())
    assert again.base64 == first.base64
    assert [each.ref for each in again] == [each.ref for each in first]
    assert again.frame_id != first.frame_id
    assert first.image_info is not None
    assert again.image_info is not None
    assert again.image_info.age_ms >= first.image_info.age_ms > 0
    assert again.image_info.to_json()["source"] == "live"
    assert LiveLooks.of(page.context).frames.since is not None


@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_is_in_the_next_look(page_of: PageOf, bounded: Bounded, change: str) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await kept(page, bounded)
    await page.evaluate(f"{CHANGES[change]};")
    after = await page.observe(annotate=True)
    assert source(after) == "capture"
    assert pixels(after) != pixels(before)


PAINTED = """<svg width=90 height=40><linearGradient id=l><stop id=s offset=0 stop-color=red />
  <stop offset=1 stop-color=blue /></linearGradient>
  <pattern id=r width=8 height=8 patternUnits=userSpaceOnUse><rect id=w width=4 height=8 />
  </pattern><rect width=40 height=40 fill="url(#l)" />
  <rect x=44 width=40 height=40 fill="url(#r)" /></svg>
  <style>::highlight(m) { background: red }</style><p id=t>some words</p>"""
"""What is painted by definitions that scripts change without a style, a layout or a record."""
UNHEARD = {
    "a rule": "document.styleSheets[0].cssRules[1].style.background = '#f00'",
    "a rule of a shadow tree": "k.shadowRoot.styleSheets[0].cssRules[0].style.background = '#f00'",
    "a check": "c.checked = true",
    "a scroller": "q.scrollTop = 200",
    "a gradient": "s.offset.baseVal = 0.9",
    "where a gradient turns": "const turn = document.querySelector('svg').createSVGTransform();"
    " turn.setRotate(90, 0.5, 0.5); l.gradientTransform.baseVal.appendItem(turn)",
    "a pattern": "w.width.baseVal.value = 8",
    "a highlight": "const range = new Range(); range.selectNodeContents(t);"
    " CSS.highlights.set('m', new Highlight(range))",
}


@pytest.mark.parametrize("change", UNHEARD)
async def test_a_change_that_no_document_hears_of_is_seen_before_its_frame(
    page_of: PageOf, bounded: Bounded, change: str
) -> None:
    style = "<style>b { display: block; height: 9px }</style>"
    raw = await page_of(
        PAGE + PAINTED + f"<div id=k></div><script>k.attachShadow({{mode: 'open'}}).innerHTML"
        f" = `{style}<b></b>`</script>"
    )
    page = viewmark.Page(raw)
    before = await kept(page, bounded)
    await raw.session.send("Runtime.evaluate", {"expression": UNHEARD[change]})
    raw.session.acted_at = 0.0  # as if the page had done it by itself
    after = await page.observe(annotate=True)
    assert source(after) == "capture"
    assert pixels(after) != pixels(before)


async def test_a_frame_of_another_process_changes_the_look(
    page_of: PageOf, bounded: Bounded, site: LocalSite
) -> None:
    site.put("/inner.html", "<!doctype html><button id=b>Inside</button>")
    inside = site.url("/inner.html", host="localhost")
    raw = await page_of(f"<!doctype html><iframe src='{inside}'></iframe>")
    page = viewmark.Page(raw)
    before = await kept(page, bounded)
    frame = next(each for each in raw.frames if each.parent_id)
    change = "function () { document.body.style.background = '#f00'; }"
    await raw.call(frame, change)
    after = await page.observe(annotate=True)
    assert source(after) == "capture"
    assert pixels(after) != pixels(before)


async def test_an_action_is_in_the_next_look(page_of: PageOf, bounded: Bounded) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await kept(page, bounded)
    await page.type(None, "hello", selector="#i")
    after = await page.observe(annotate=True)
    assert pixels(after) != pixels(before)


async def test_after_a_change_a_look_is_taken_ahead(
    page_of: PageOf, bounded: Bounded, eventually: Eventually
) -> None:
    page = viewmark.Page(await page_of(PAGE))
    before = await kept(page, bounded)
    looks = LiveLooks.of(page.context)
    old = looks.kept
    await page.evaluate("p.style.background = '#f00';")

    await eventually(lambda: looks.kept is not old and looks.kept and looks.kept.marked is None)
    after = await kept(page, bounded)
    assert pixels(after) != pixels(before)


async def test_what_is_to_be_covered_ends_a_kept_look(page_of: PageOf, bounded: Bounded) -> None:
    page = viewmark.Page(await page_of(PAGE))
    await kept(page, bounded)
    page.mask = ("#b",)
    assert source(await page.observe(annotate=True)) == "capture"


async def test_other_options_are_another_look(page_of: PageOf, bounded: Bounded) -> None:
    page = viewmark.Page(await page_of(PAGE))
    await kept(page, bounded)
    other = await page.observe(annotate=True, format="png")
    assert source(other) == "capture"
    assert other.image_info is not None
    assert other.image_info.format == "png"


@pytest.mark.parametrize(
    "moves",
    [
        "<canvas id=v width=80 height=80 style='background:#f00'></canvas>",
        "<style>@keyframes go { to { translate: 300px } } #b { animation: go 1s infinite }</style>",
        "<svg width=9 height=9><rect width=9 height=9>"
        "<animate attributeName=x to=3 dur=9s /></rect></svg>",
        "<svg width=0 height=0><filter id=f><feGaussianBlur stdDeviation=0 /></filter></svg>",
        "<style>::highlight(m) { background: red }</style><p id=t>some words</p><script>const range"
        " = new Range(); range.selectNodeContents(t);"
        " CSS.highlights.set('m', new Highlight(range))</script>",
        "<img width=9 height=9 src='data:image/gif;base64,R0lGODlhAQABAIAAAGZmzAAAACH5BAAAAAAALAAA"
        "AAABAAEAAAICRAEAOw=='>",
    ],
)
async def test_nothing_is_kept_of_a_page_that_moves_by_itself(
    page_of: PageOf, bounded: Bounded, eventually: Eventually, moves: str
) -> None:
    page = viewmark.Page(await page_of(PAGE + moves))
    page.live = "on"
    looks = LiveLooks.of(page.context)
    await page.observe(annotate=True)
    await eventually(lambda: not looks.frames.is_starting)

    async def until_it_ends() -> None:
        while looks.frames.since is not None:
            assert source(await page.observe(annotate=True)) == "capture"

    await bounded(until_it_ends())


async def test_nothing_is_kept_where_another_client_may_paint(page_of: PageOf) -> None:
    raw = await page_of(PAGE)
    raw.is_shared = True
    page = viewmark.Page(raw)
    page.live = "on"
    for _ in range(3):
        assert source(await page.observe(annotate=True)) == "capture"
    assert LiveLooks.of(page.context).frames.since is None


async def test_it_ends_by_itself_and_leaves_no_session(
    page_of: PageOf, bounded: Bounded, eventually: Eventually, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_frames, "IDLE_S", 2.0)
    raw = await page_of(PAGE)
    sessions = sessions_of(raw)
    page = viewmark.Page(raw)
    page.live = "on"
    await page.observe(annotate=True)

    await eventually(lambda: sessions_of(raw) == sessions + 1)
    await eventually(lambda: sessions_of(raw) == sessions)


async def test_switched_off_nothing_is_kept(
    page_of: PageOf, bounded: Bounded, eventually: Eventually
) -> None:
    raw = await page_of(PAGE)
    sessions = sessions_of(raw)
    page = viewmark.Page(raw)
    await kept(page, bounded)
    page.live = "off"
    assert source(await page.observe(annotate=True)) == "capture"
    await eventually(lambda: sessions_of(raw) == sessions)


async def test_looks_that_are_not_frequent_start_nothing(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(PAGE))
    page.live = "auto"
    await page.observe(annotate=True)
    frames = LiveLooks.of(page.context).frames
    assert frames.since is None
    assert not frames.is_starting


async def test_an_unknown_mode_is_refused(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(PAGE))
    with pytest.raises(InvalidOption, match="auto, off, on"):
        page.live = "always"  # type: ignore[assignment]
