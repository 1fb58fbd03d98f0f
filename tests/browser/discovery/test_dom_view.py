"""The tree of the page: visible parts, compared with Chromium's IntersectionObserver."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.discovery import dom_view as dom_module
from viewmark.browser.discovery.dom_view import dom_view
from viewmark.browser.page_target import PageTarget

PAGES = Path(__file__).parents[2] / "pages"

# The observer's result for each node, in our isolated world, which knows the node ids.
ORACLE = """async function (vm, ids) {
  const nodes = ids.map((id) => vm.nodeOf(id));
  const entries = await new Promise((done) => {
    const seen = [];
    const observer = new IntersectionObserver((found) => {
      seen.push(...found);
      if (seen.length >= nodes.length) { observer.disconnect(); done(seen); }
    });
    for (const node of nodes) observer.observe(node);
  });
  const byNode = new Map(entries.map((e) => [e.target, e]));
  return nodes.map((node) => {
    const { intersectionRatio: ratio, intersectionRect: r, rootBounds: b } = byNode.get(node);
    const covers = b && r.width * r.height > (b.width * b.height) / 2;
    return [ratio, ratio > 0.5 || Boolean(covers)];
  });
}"""


async def agreement(page: PageTarget) -> tuple[int, list[tuple[Any, ...]]]:
    """Return the number of compared nodes in the main frame, and those with a difference."""
    ours = await scripts.call(page, None, "visibleRatios")
    ids = [number for number, _, _ in ours]
    vm = await scripts.handle(page, None)
    theirs = await page.call(None, ORACLE, vm, ids)
    told = "function (vm, id) { const n = vm.nodeOf(id); return n.outerHTML.slice(0, 100); }"
    differ = [
        (mine, oracle, await page.call(None, told, vm, mine[0]))
        for mine, oracle in zip(ours, theirs, strict=True)
        if mine[2] != oracle[1]
    ]
    return len(ours), differ


def nodes_of(tree: Any) -> Iterator[dict[str, Any]]:
    for node in tree:
        yield node
        yield from nodes_of(node.get("children", ()))


async def the(page: PageTarget, dom_id: str) -> dict[str, Any]:
    view = await dom_view(page, compact=False)
    return next(n for n in nodes_of(view.tree) if n.get("id") == dom_id)


@pytest.mark.parametrize(
    ("style", "ratio", "inside"),
    [
        ("left:10px;top:10px", 1, True),
        ("left:10px;top:-49px", 0.51, True),
        ("left:10px;top:-50px", 0.5, False),
        ("left:10px;top:-51px", 0.49, False),
        ("left:10px;top:671px", 0.49, False),
        ("left:-51px;top:10px", 0.49, False),
        ("left:1229px;top:10px", 0.51, True),
        ("left:10px;top:-100px", 0, False),
        ("left:10px;top:720px", 0, False),
        ("left:-2000px;top:-2000px;width:4000px;height:4000px", 0.0576, True),
        ("left:10px;top:10px;visibility:hidden", 1, True),
        ("left:10px;top:10px;transform:translateY(-70px)", 0.4, False),
    ],
)
async def test_a_node_counts_as_seen_above_one_half_of_its_area(
    style: str, ratio: float, inside: bool, page_of: PageOf
) -> None:
    page = await page_of(
        f"<body style='margin:0;overflow:hidden'><div id=t style='position:fixed;width:100px;"
        f"height:100px;{style}'>x</div>"
    )
    node = await the(page, "t")
    assert (node["visibleRatio"], node["inViewport"]) == (pytest.approx(ratio, abs=0.001), inside)
    assert (await agreement(page))[1] == []


async def test_hidden_is_flagged_and_not_rendered_is_left_out(page_of: PageOf) -> None:
    page = await page_of(
        "<p id=h style='visibility:hidden'>h</p><p id=n style='display:none'>n<b>b</b></p><p>s</p>"
    )
    view = await dom_view(page)
    found = {n.get("id"): n for n in nodes_of(view.tree)}
    assert found["h"]["hidden"] is True
    assert "n" not in found
    assert view.not_rendered == 1


async def test_the_clip_of_a_scrolled_parent_counts(page_of: PageOf) -> None:
    page = await page_of(
        "<div id=box style='height:100px;overflow:auto'><div id=a style='height:100px'>a</div>"
        "<div id=b style='height:100px'>b</div></div>"
    )
    assert [(await the(page, i))["inViewport"] for i in "ab"] == [True, False]
    await ask(page, "box.scrollTop = 60")
    assert [(await the(page, i))["visibleRatio"] for i in "ab"] == [0.4, 0.6]
    assert (await agreement(page))[1] == []


async def test_after_scrolling_the_answer_follows(page_of: PageOf) -> None:
    rows = "".join(f"<div id=r{i} style='height:100px'>row {i}</div>" for i in range(80))
    page = await page_of(f"<body style='margin:0'>{rows}")
    await ask(page, "scrollTo(0, 2000)")
    view = await dom_view(page)
    seen = [n["id"] for n in nodes_of(view.tree) if n["inViewport"] and n.get("id")]
    assert seen == [f"r{i}" for i in range(20, 27)]


HARD = pages_of(__file__)["hard"]


@pytest.mark.parametrize("offset", [0, 180, 1000])
async def test_it_agrees_with_the_intersection_observer_on_hard_layouts(
    offset: int, page_of: PageOf
) -> None:
    page = await page_of(HARD)
    await ask(page, f"scrollTo(0, {offset}); pop.showPopover()")
    count, differ = await agreement(page)
    assert count > 40
    assert differ == []


@pytest.mark.parametrize(
    "html",
    [path.read_text() for path in sorted(PAGES.glob("*.html"))],
    ids=[path.stem for path in sorted(PAGES.glob("*.html"))],
)
async def test_it_agrees_with_the_intersection_observer_on_the_pages_of_discovery(
    html: str, page_of: PageOf
) -> None:
    page = await page_of(html)
    compared = differing = 0
    for offset in (0, 333):
        await ask(page, f"scrollTo(0, {offset})")
        count, differ = await agreement(page)
        compared += count
        differing += len(differ)
    assert differing <= compared * 0.01


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same process", "other process"])
async def test_frames_are_part_of_the_tree_with_what_shows_of_them(
    host: str, page_of: PageOf, site: LocalSite
) -> None:
    site.put(
        "/inner.html",
        "<body style='margin:0'><p id=a style='height:100px;margin:0'>a</p>"
        "<p id=b style='height:100px;margin:0'>b</p><p id=c style='height:900px'>c</p>",
    )
    page = await page_of(
        "<body style='margin:0'><iframe title=Inner style='border:0;position:absolute;top:560px;"
        f"height:400px' src='{site.url('/inner.html', host=host)}'></iframe>"
    )
    await page.settle_frames()
    view = await dom_view(page)
    frame = next(n for n in nodes_of(view.tree) if n["tag"] == "iframe")
    assert frame["visibleRatio"] == pytest.approx(0.4)
    inner = {n.get("id"): n for n in nodes_of(frame["children"])}
    assert [inner[i]["visibleRatio"] for i in "abc"] == [1, pytest.approx(0.6), 0]
    assert view.unreached == ()
    assert view.total == view.kept + view.omitted


async def test_shadow_roots_and_slots_are_part_of_the_tree(page_of: PageOf) -> None:
    page = await page_of(
        "<x-a><b slot=s>slotted</b></x-a><script>document.querySelector('x-a')"
        ".attachShadow({mode:'open'}).innerHTML='<h2>Title</h2><slot name=s></slot>'</script>"
    )
    view = await dom_view(page)
    host = next(n for n in nodes_of(view.tree) if n["tag"] == "x-a")
    assert host["shadow"] == "open"
    assert [n.get("text") for n in nodes_of(host["children"]) if n.get("text")] == [
        "Title",
        "slotted",
    ]


async def test_the_budget_goes_first_to_what_is_seen_and_the_rest_is_counted(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<section><p>row {i}</p></section>" for i in range(400))
    page = await page_of(f"<body style='margin:0'>{rows}")
    await ask(page, "scrollTo(0, 9000)")
    for options in ({"nodes": 20}, {"characters": 2000}):
        view = await dom_view(page, **options)
        found = list(nodes_of(view.tree))
        assert 3 <= len(found) == view.kept <= 30
        assert all(n["inViewport"] for n in found if n["tag"] == "p")
        assert sum(n.get("omitted", 0) for n in found) == view.omitted == view.total - view.kept
        assert len(json.dumps(view.to_json())) < 6000
    assert (await dom_view(page, nodes=20_000, characters=2_000_000)).omitted == 0


async def test_wrappers_that_say_nothing_are_left_out_when_compact(page_of: PageOf) -> None:
    page = await page_of("<div><div><div><span><b>word</b></span></div></div></div>")
    tags = [n["tag"] for n in nodes_of((await dom_view(page)).tree)]
    assert tags == ["html", "body", "b"]
    tags = [n["tag"] for n in nodes_of((await dom_view(page, compact=False)).tree)]
    assert tags.count("div") == 3


async def test_secrets_and_hostile_words_stay_out(page_of: PageOf) -> None:
    page = await page_of(
        "<form><input name=tagName><input name=children><input type=password value=hunter2>"
        "<input autocomplete=cc-number value=4111111111111111></form>"
        "<p>bidi \u202eword</p><p>" + "long " * 5000 + "</p>"
    )
    reply = json.dumps((await dom_view(page)).to_json(), ensure_ascii=False)
    assert "hunter2" not in reply
    assert "4111" not in reply
    assert "\u202e" not in reply
    assert len(reply) < 5000


async def test_frames_that_come_and_go_all_the_time_end_a_reading(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dom_module, "TIME_LIMIT", 0.1)
    page = await page_of("<p>word</p>" + "<iframe srcdoc='<p>inside</p>'></iframe>" * 3)

    async def never(*_: Any) -> None:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(dom_module, "_below", never)
    view = await dom_view(page)
    assert view.incomplete == ("Frames were left out after 0.1 s.",)
    assert view.kept > 3
