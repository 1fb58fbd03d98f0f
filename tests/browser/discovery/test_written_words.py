"""Generated content and list markers count as text on which no badge should lie."""

from __future__ import annotations

import pytest
from page_over import PageOf

import viewmark
from viewmark.browser.discovery.discover import discover
from viewmark.browser.page_target import PageTarget
from viewmark.geometry import Bounds

ROWS = [
    f"<td data-l=Day><a href=#>Mon {n}</a><td data-l=Sum><a href=#>{n} EUR</a>" for n in range(4)
]
CAPTIONS = (
    "<style>table{width:360px;font:14px Arial} td::before{content:attr(data-l) ': '}</style>"
    f"<table><tr>{'<tr>'.join(ROWS)}</table>"
)
NUMBERS = "<ol style='font:14px Arial'>" + "<li><a href=#>Open a thing</a>" * 12 + "</ol>"
BUTTONS = (
    "<style>button{all:unset;display:inline-block;width:80px;height:28px;text-align:center}"
    "button{font:13px Arial} button::after{content:attr(data-t)}</style>"
    "<button data-t=Open></button><button data-t=Save></button><button data-t=Print></button>"
)
ABOVE = (
    "<style>div{width:200px;font:14px Arial} div::before{content:'Caption';display:block}</style>"
    "<div><a href=#>Words</a></div>"
)
BEHIND = (
    "<style>a::after{content:' (new)'}</style><p style='font:14px Arial'><a href=#>Words</a></p>"
)
SHADOW = """<div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML =
"<style>i{font:14px Arial;display:block}i::before{content:'Day '}</style><i>Mon</i>"</script>"""


async def written(page: PageTarget) -> list[tuple[float, float, float, float]]:
    """Return boxes of text that is in the browser's layout but not in the document."""
    taken = await page.session.send(
        "DOMSnapshot.captureSnapshot", {"computedStyles": [], "includeDOMRects": True}
    )
    found = []
    for document in taken["documents"]:
        nodes, layout = document["nodes"], document["layout"]
        pseudo = set(nodes["pseudoType"]["index"])
        boxes = document["textBoxes"]
        for index, bounds in zip(boxes["layoutIndex"], boxes["bounds"], strict=True):
            node = layout["nodeIndex"][index]
            if node in pseudo or nodes["parentIndex"][node] in pseudo:
                found.append(tuple(bounds))
    return found


def share(box: tuple[float, ...], known: list[Bounds]) -> float:
    """Return the largest share of a box that one of the known boxes covers."""
    x, y, width, height = box

    def on(one: Bounds) -> float:
        wide = min(x + width, one.x + one.width) - max(x, one.x)
        high = min(y + height, one.y + one.height) - max(y, one.y)
        return max(wide, 0) * max(high, 0) / (width * height)

    return max(map(on, known), default=0)


@pytest.mark.parametrize(
    ("html", "least"),
    [(CAPTIONS, 8), (NUMBERS, 12), (BUTTONS, 3), (ABOVE, 1), (BEHIND, 1), (SHADOW, 1)],
    ids=["captions", "numbers", "buttons", "above", "behind", "shadow"],
)
async def test_written_words_are_text(page_of: PageOf, html: str, least: int) -> None:
    page = await page_of(html)
    boxes = await written(page)
    assert len(boxes) >= least
    text = list((await discover(page, pictured=True)).text_rects)
    assert [box for box in boxes if share(box, text) < 0.6] == []


@pytest.mark.parametrize("html", [CAPTIONS, NUMBERS], ids=["captions", "numbers"])
async def test_no_badge_hides_half_of_a_written_word(page_of: PageOf, html: str) -> None:
    target = await page_of(html)
    boxes = await written(target)
    seen = await viewmark.Page(target).observe(annotate=True)
    badges = [viewmark.Bounds(*map(float, one.badge)) for one in seen if one.badge]
    assert len(badges) == len(seen) > 0
    assert [box for box in boxes if share(box, badges) > 0.5] == []


@pytest.mark.parametrize(
    "rule",
    ['content:"\\f06e"', 'content:""', 'content:"Tip";display:none', 'content:"Tip";opacity:0'],
)
async def test_icons_and_what_is_not_painted_are_no_words(page_of: PageOf, rule: str) -> None:
    page = await page_of(f"<style>a::before{{{rule}}}</style><p><a href=#>Words</a>")
    plain = await page_of("<p><a href=#>Words</a>")
    found = await discover(page, pictured=True)
    assert len(found.text_rects) == len((await discover(plain, pictured=True)).text_rects)
