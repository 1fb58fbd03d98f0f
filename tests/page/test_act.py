"""Clicks and hovers on real pages: they hit the intended element, or report why not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.actions import input as hand
from viewmark.browser.page_target import PageTarget
from viewmark.errors import (
    ElementCovered,
    ElementNotFound,
    ElementNotVisible,
    InvalidCoordinates,
    InvalidOption,
    InvalidSelector,
    TargetMoving,
    UnknownKey,
)
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import PointTarget, SelectorTarget

# Logs every mouse event in the page's main world.
LOG = """<script>
  window.log = [];
  for (const name of ["pointerdown", "mousedown", "mouseup", "click", "dblclick", "auxclick",
                      "contextmenu", "mouseover"]) {
    addEventListener(name, (e) => {
      log.push({name, id: e.target.id, trusted: e.isTrusted, detail: e.detail, button: e.button,
        buttons: e.buttons, ctrl: e.ctrlKey, shift: e.shiftKey, alt: e.altKey, meta: e.metaKey});
      if (name === "contextmenu") e.preventDefault();
    }, true);
  }
</script>"""


async def events(page: PageTarget, name: str) -> list[dict[str, Any]]:
    return await ask(page, f"log.filter((e) => e.name === {name!r})")


async def press(page: PageTarget, selector: str, **options: Any) -> Any:
    return await page_over(PageContext(page)).click(target=SelectorTarget(selector), **options)


@pytest.mark.full_browser  # covers input and drawing in the full browser
async def test_a_click_is_one_trusted_cycle_and_says_what_was_hit(page_of: PageOf) -> None:
    page = await page_of(f"{LOG}<button id=go aria-label='Go now'>x</button>")
    done = await press(page, "#go")
    assert done.to_json()["hit"] == {"tag": "button", "role": "button", "name": "Go now"}
    assert done.focused == done.hit
    cycle = await ask(page, "log.filter((e) => e.name !== 'mouseover')")
    assert [e["name"] for e in cycle] == ["pointerdown", "mousedown", "mouseup", "click"]
    assert all(e["trusted"] and e["id"] == "go" for e in cycle)
    assert (await events(page, "mousedown"))[0]["buttons"] == 1


async def test_a_double_click_is_two_clicks_and_one_dblclick(page_of: PageOf) -> None:
    page = await page_of(f"{LOG}<button id=go>x</button>")
    done = await press(page, "#go", count=2)
    assert done.what == "double_click"
    assert [e["detail"] for e in await events(page, "click")] == [1, 2]
    assert len(await events(page, "dblclick")) == 1


async def test_buttons_and_modifiers_arrive(page_of: PageOf) -> None:
    page = await page_of(f"{LOG}<div id=go style='width:99px;height:99px'>x</div>")
    await press(page, "#go", button="right")
    assert [e["id"] for e in await events(page, "contextmenu")] == ["go"]
    await press(page, "#go", button="middle")
    assert [e["button"] for e in await events(page, "auxclick")] == [2, 1]
    await press(page, "#go", modifiers=["Control", "shift"])
    held = (await events(page, "click"))[-1]
    assert (held["ctrl"], held["shift"], held["alt"], held["meta"]) == (True, True, False, False)


async def test_a_hover_menu_opens_and_its_entry_can_be_clicked(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<style>ul{{display:none}} nav:hover ul{{display:block}}</style>"
        "<nav id=menu>Menu<ul><li><button id=entry>Entry</button></ul></nav>"
    )
    with pytest.raises(ElementNotVisible):
        await press(page, "#entry")
    done = await page_over(PageContext(page)).hover(target=SelectorTarget("#menu"))
    assert done.hit is not None
    assert (await press(page, "#entry")).hit.name == "Entry"


@pytest.mark.parametrize(
    ("name", "html"),
    [*pages_of(__file__).items()],
    ids=lambda value: value if "<" not in value else "",
)  # fmt: skip
async def test_a_click_reaches_an_element_that_is(name: str, html: str, page_of: PageOf) -> None:
    page = await page_of(
        f"{html}<script>window.hits=0; const t=document.getElementById('t');"
        "(t.closest('button')||t).addEventListener('click',(e)=>{ if(e.isTrusted) hits+=1 })"
        "</script>"
    )
    done = await press(page, "#t")
    assert await ask(page, "hits") == 1, name
    assert done.hit is not None


async def test_what_scrolled_to_bring_the_target_into_view_is_told(page_of: PageOf) -> None:
    page = await page_of(
        "<div style='height:2000px'></div><div id=box role=region aria-label=Box "
        "style='height:200px;overflow:auto'><div style='height:900px'></div><button id=t>deep"
        "</button></div><div style='height:2000px'></div>"
    )
    done = await press(page, "#t")
    moved = {each.container: each for each in done.outcome.scrolled}
    assert moved["page"].dy == await ask(page, "scrollY") > 0
    assert moved["region 'Box'"].dy == await ask(page, "box.scrollTop") > 0


@pytest.mark.parametrize(
    ("html", "error", "words"),
    [
        ("<button id=t>x</button><div role=dialog aria-label='Cookie notice' style='position:fixed;"
         "inset:0;background:#0008'></div>", ElementCovered, "Cookie notice"),
        ("<button id=t style='pointer-events:none'>x</button>", ElementCovered, "through"),
        ("<button id=t style='display:none'>x</button>", ElementNotVisible, "no visible part"),
        ("<button id=t style='visibility:hidden'>x</button>", ElementNotVisible, "no visible"),
        ("<button id=t style='position:fixed;left:-500px'>x</button>", ElementNotVisible, "vis"),
        ("<div style='height:0;overflow:hidden'><button id=t>x</button></div>",
         ElementNotVisible, "visible"),
        ("<dialog open id=d><p>modal</p></dialog><button id=t>x</button>"
         "<script>d.close();d.showModal()</script>", ElementCovered, "covered"),
    ],
)  # fmt: skip
async def test_what_cannot_be_hit_is_refused_and_nothing_is_pressed(
    html: str, error: type[Exception], words: str, page_of: PageOf
) -> None:
    page = await page_of(LOG + html)
    with pytest.raises(error) as caught:
        await press(page, "#t")
    assert words in str(caught.value)
    assert await ask(page, "log.filter((e) => e.name !== 'mouseover').length") == 0


async def test_a_sign_that_its_menu_takes_the_place_of_says_so(page_of: PageOf) -> None:
    page = await page_of(
        "<style>#m{width:90px;height:40px}#m:hover #t,#b{display:none}#m:hover #b{display:block}"
        "</style><div id=m><a id=t href='#'>=</a><div id=b><a id=x href='#x'>Move</a></div></div>"
    )
    with pytest.raises(ElementNotVisible) as caught:
        await press(page, "#t")
    assert "hides as soon as the pointer is over it" in caught.value.message
    assert "observe, and press that" in caught.value.hint
    # The menu stays open, and its items can be clicked.
    assert await ask(page, "getComputedStyle(document.querySelector('#b')).display") == "block"
    await press(page, "#x")
    assert await ask(page, "location.hash") == "#x"


async def test_a_cover_that_fades_is_waited_for(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<button id=t>x</button><div id=c style='position:fixed;inset:0'></div>"
        "<script>setTimeout(() => c.remove(), 150)</script>"
    )
    await press(page, "#t")
    assert len(await events(page, "click")) == 1


async def test_a_target_that_comes_to_rest_is_hit_where_it_rests(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<style>@keyframes in {{ from {{ transform: translateX(700px) }} }}"
        "#t { animation: in .6s ease-out }</style><button id=t>x</button>"
    )
    await press(page, "#t")
    assert [e["id"] for e in await events(page, "click")] == ["t"]


async def test_a_target_that_moves_for_ever_is_reported(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<style>@keyframes on {{ to {{ transform: translateX(500px) }} }}"
        # The animation is one-way: when it reverses, two consecutive frames may show the same box.
        "#t { animation: on 5s linear infinite }</style><button id=t>x</button>"
    )
    # If no frame is drawn between two checks, the box seems to rest; then the guard refuses.
    with pytest.raises((TargetMoving, ElementCovered)):
        await press(page, "#t", timeout=0.5)
    assert await events(page, "mousedown") == []


async def test_a_menu_that_comes_between_on_hover_swallows_no_click(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<style>#over{{position:fixed;inset:0;display:none;background:#fff}}"
        "body:has(#t:hover) #over, #over:hover{display:block}</style>"
        "<button id=t>x</button><div id=over role=menu aria-label=Surprise></div>"
    )
    with pytest.raises(ElementCovered, match="Surprise"):
        await press(page, "#t")
    assert await ask(page, "log.filter((e) => e.name !== 'mouseover').length") == 0
    # The guard has been removed: a click that is not ours arrives.
    await hand.press(page, 600, 300)
    assert [e["id"] for e in await events(page, "click")] == ["over"]


async def test_what_opens_on_hover_is_met_also_where_the_mouse_comes_late(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the hit test may run before the mouse reaches the point."""
    page = await page_of(
        f"{LOG}<style>#over{{position:fixed;inset:0;display:none;background:#fff}}"
        "body:has(#t:hover) #over, #over:hover{display:block}</style>"
        "<button id=t>x</button><div id=over role=menu aria-label=Surprise></div>"
    )
    call, move, tested = scripts.call, hand.move, asyncio.Event()

    async def tell(where: PageTarget, frame: Any, name: str, *args: Any, **options: Any) -> Any:
        reply = await call(where, frame, name, *args, **options)
        if name == "locate" and args[1].get("again"):
            tested.set()
        return reply

    async def late(*args: Any, **options: Any) -> None:
        await asyncio.wait_for(tested.wait(), 20)
        await move(*args, **options)

    monkeypatch.setattr(scripts, "call", tell)
    monkeypatch.setattr(hand, "move", late)
    with pytest.raises(ElementCovered, match="Surprise"):
        await press(page, "#t")
    assert await ask(page, "log.filter((e) => e.name !== 'mouseover').length") == 0


async def test_a_page_that_moves_the_target_on_mousedown_still_gets_its_click(
    page_of: PageOf,
) -> None:
    page = await page_of(
        f"{LOG}<button id=t onmousedown=\"this.style.marginLeft='3px'\">x</button>"
    )
    await press(page, "#t")
    assert [e["id"] for e in await events(page, "click")] == ["t"]


FRAMED = """<body style='margin:0'><div style='height:1200px'></div>
<button id=t onclick='window.hits=(window.hits||0)+1'>framed</button>
<div style='height:1200px'></div>"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same process", "other process"])
@pytest.mark.parametrize(
    "style",
    ["", "border:9px solid;padding:13px", "transform:rotate(7deg) scale(.8)", "height:90px"],
    ids=["plain", "padded", "turned", "low"],
)
async def test_a_click_reaches_into_a_frame(
    host: str, style: str, page_of: PageOf, site: LocalSite
) -> None:
    site.put("/inner.html", FRAMED)
    page = await page_of(
        f"<div style='height:1500px'></div><iframe id=f src='{site.url('/inner.html', host=host)}' "
        f"style='width:400px;height:260px;{style}'></iframe><div style='height:1500px'></div>"
    )
    await page.settle_frames()
    done = await press(page, "#f >> internal:control=enter-frame >> #t")
    assert done.hit.name == "framed"
    assert done.focused == done.hit
    frame = page.frames.get(done.hit.frame_id)
    answer = await frame.session.send("Runtime.evaluate", {"expression": "0"})
    assert answer["result"]["value"] == 0
    assert await hits_in(page, frame) == 1


async def hits_in(page: PageTarget, frame: Any) -> Any:
    """Return `hits` of a frame's main world, through an attribute visible in both worlds."""
    if frame.session is not page.session:
        answer = await frame.session.send(
            "Runtime.evaluate", {"expression": "window.hits", "returnByValue": True}
        )
        return answer["result"].get("value")
    return await ask(page, "frames[0].hits")


async def test_a_cover_over_a_frame_is_named(page_of: PageOf, site: LocalSite) -> None:
    site.put("/inner.html", "<button id=t>in</button>")
    for host in ("127.0.0.1", "localhost"):
        page = await page_of(
            f"<iframe id=f src='{site.url('/inner.html', host=host)}'></iframe>"
            "<div role=alert aria-label='Banner' style='position:fixed;inset:0'></div>"
        )
        with pytest.raises(ElementCovered, match="Banner"):
            await press(page, "#f >> internal:control=enter-frame >> #t")


async def test_open_and_closed_shadow_roots_are_reached(page_of: PageOf) -> None:
    page = await page_of(
        "<x-open></x-open><script>window.hits=0;"
        "const root=document.querySelector('x-open').attachShadow({mode:'open'});"
        "root.innerHTML='<x-in></x-in>';"
        "const inner=root.querySelector('x-in').attachShadow({mode:'open'});"
        "inner.innerHTML='<button>deep</button>';"
        "inner.querySelector('button').onclick=()=>{hits+=1}</script>"
    )
    done = await press(page, "role=button[name='deep']")
    assert (done.hit.tag, await ask(page, "hits")) == ("button", 1)


async def test_a_point_is_clicked_as_it_is_and_says_what_is_there(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/inner.html", "<body style='margin:0'><button id=t>inner</button>")
    page = await page_of(
        f"{LOG}<body style='margin:0'><iframe src='{site.url('/inner.html', host='localhost')}' "
        "style='border:0;position:fixed;left:200px;top:100px'></iframe><p id=p>words</p>"
    )
    await page.settle_frames()
    done = await page_over(PageContext(page)).click(target=PointTarget(x=215, y=110))
    assert done.to_json()["hit"] == {"tag": "button", "role": "button", "name": "inner"}
    done = await page_over(PageContext(page)).click(target=PointTarget(x=2, y=700))
    assert done.hit.tag == "html"


@pytest.mark.parametrize(
    ("x", "y"),
    [(-1, 5), (5, -0.01), (1280, 5), (5, 720), (float("nan"), 5), (float("inf"), 5), ("5", 5),
     (True, 5), (None, 5)],
)  # fmt: skip
async def test_a_point_outside_is_refused_with_the_range_and_nothing_is_clamped(
    x: Any, y: Any, page_of: PageOf
) -> None:
    page = await page_of(LOG)
    with pytest.raises(InvalidCoordinates) as caught:
        await page_over(PageContext(page)).click(target=PointTarget(x=x, y=y))
    assert "1280" in str(caught.value) or "720" in str(caught.value)
    # A new tab may receive a mouseover event for the current mouse position.
    assert await ask(page, "log.filter(({name}) => name !== 'mouseover').length") == 0


async def test_selectors_that_are_wrong_find_nothing_or_too_much_say_so(page_of: PageOf) -> None:
    page = await page_of("<button>one</button><button>two</button>")
    with pytest.raises(InvalidSelector, match="is not a selector"):
        await press(page, "button[")
    with pytest.raises(InvalidSelector):
        await press(page, "  ")
    with pytest.raises(ElementNotFound, match="finds nothing"):
        await press(page, "#none")
    with pytest.raises(ElementNotFound, match="finds 2 elements") as caught:
        await press(page, "button")
    assert [c["name"] for c in caught.value.data["candidates"]] == ["one", "two"]


@pytest.mark.parametrize(
    "wrong",
    [{"button": "top"}, {"count": 0}, {"count": 4}, {"count": True}, {"timeout": 0},
     {"timeout": 1e9}],
)  # fmt: skip
async def test_options_outside_their_range_are_refused(
    wrong: dict[str, Any], page_of: PageOf
) -> None:
    page = await page_of(f"{LOG}<button id=t>x</button>")
    with pytest.raises(InvalidOption):
        await press(page, "#t", **wrong)
    with pytest.raises(UnknownKey):
        await press(page, "#t", modifiers=["Hyper"])
    assert await events(page, "mousedown") == []


async def test_disabled_is_told(page_of: PageOf) -> None:
    page = await page_of("<button id=t disabled>x</button>")
    assert (await press(page, "#t")).to_json()["hit"]["disabled"] is True
