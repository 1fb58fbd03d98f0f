"""The element that a click really hit, as reported by the event; and slow pages."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import rows_of
from own_world import ask
from page_over import PageOf, page_over

from viewmark.browser.actions import click_point
from viewmark.browser.page_target import PageTarget
from viewmark.errors import ElementCovered, PageBusy, TargetMoving
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.resolved_target import PointTarget, SelectorTarget
from viewmark.page.targets import resolve

# Logs the target of each event in the page's main world.
LOG = """<script>window.log = [];
for (const name of ["mousemove", "pointerdown", "mousedown", "click"])
  addEventListener(name, (e) => log.push([name, e.target.id, e.pressure]), true);
</script>"""


async def press(page: PageTarget, selector: str, **options: Any) -> Any:
    return await page_over(PageContext(page)).click(target=SelectorTarget(selector), **options)


async def targets(page: PageTarget, name: str) -> list[str]:
    return await ask(page, f"log.filter((e) => e[0] === {name!r}).map((e) => e[1])")


def row(hit: Any) -> tuple[str, str, bool]:
    return (hit.tag, hit.name, hit.disabled)


# Hit and intended elements ------------------------------------------------------------------------


async def test_a_row_whose_centre_lies_on_the_edge_of_its_list_is_hit_and_not_the_list(
    page_of: PageOf,
) -> None:
    rows = "".join(f"<li id=l{i} style='height:40px'>row {i}</li>" for i in range(1, 6))
    page = await page_of(
        f"{LOG}<div id=box onclick='0' style='position:absolute;left:20px;top:20px;border:1px solid"
        "'>"
        "<div style='height:100px;overflow:auto'><ul style='margin:0;padding:0'>"
        f"{rows}</ul></div></div>"
    )
    for name in ("l1", "l2", "l3", "l4", "l5"):
        await ask(page, "log.length = 0")
        done = await press(page, f"#{name}")
        assert await targets(page, "click") == [name]
        assert (done.hit.name, done.intended) == (f"row {name[1]}", done.hit)
        assert "intended" not in done.to_json()


async def test_a_control_inside_of_what_was_meant_is_told_as_what_was_hit(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<ul><li id=t aria-label=Inbox>"
        "<a id=a href='#x' style='display:block'>Inbox (3)</a></ul>"
    )
    done = await press(page, "#t")
    assert await targets(page, "click") == ["a"]
    assert done.to_json()["hit"] == {"tag": "a", "role": "link", "name": "Inbox (3)"}
    assert done.to_json()["intended"] == {"tag": "li", "role": "listitem", "name": "Inbox"}
    assert str(done).startswith("click link 'Inbox (3)' (aimed at listitem 'Inbox')")
    done = await page_over(PageContext(page)).hover(target=SelectorTarget("#t"))
    assert (done.hit.tag, done.intended.tag) == ("a", "li")


async def test_a_card_that_can_be_clicked_is_hit_beside_the_button_in_its_centre(
    page_of: PageOf,
) -> None:
    page = await page_of(
        f"{LOG}<div id=t tabindex=0 aria-label=Card style='width:200px;height:100px;display:grid;"
        "place-items:center'><button id=b>Delete</button></div>"
    )
    done = await press(page, "#t")
    assert await targets(page, "click") == ["t"]
    assert (done.hit.name, done.intended) == ("Card", done.hit)


# A tree item whose checkbox is where the second click point would be.
TICK_IN_NODE = (
    "<div id=t {how} style='position:relative;width:200px;height:60px'>"
    "<span id=k {tick} style='position:absolute;left:24px;top:2px;width:20px;height:20px'></span>"
    "<div id=w style='padding:20px 60px'>Harbour</div></div>"
    "<div id=c style='position:absolute;left:{left}px;top:0;width:300px;height:70px;"
    "background:red'>Menu</div>"
)
TICKS = [
    "role=checkbox tabindex=0",
    "class=tree-checkbox0",
    "onclick='0'",
    "style='cursor:pointer'",
]


@pytest.mark.parametrize("tick", TICKS)
@pytest.mark.parametrize("how", ["tabindex=0 role=group", "onclick='0'"])
async def test_a_tick_in_a_node_whose_middle_is_covered_is_not_pressed_for_the_node(
    tick: str, how: str, page_of: PageOf
) -> None:
    html = TICK_IN_NODE.format(how=how, tick=tick, left=60)
    if tick.startswith("style"):
        html = html.replace("style='cursor:pointer' style='", "style='cursor:pointer;")
    page = await page_of(f"<body style='margin:0'>{LOG}{html}")
    context = PageContext(page)
    await observe(context, ObserveOptions())
    done = await page_over(context).click(target=SelectorTarget("#t"))
    assert await targets(page, "click") == ["w"]
    assert done.intended == done.hit


async def test_a_node_of_which_only_its_tick_can_be_reached_is_refused(page_of: PageOf) -> None:
    html = TICK_IN_NODE.format(how="onclick='0'", tick="role=checkbox aria-label=All", left=44)
    html = html.replace("id=t ", "id=t aria-label=Node ").replace("left:24px", "left:0")
    html = html.replace("width:20px;height:20px", "width:44px;height:60px;top:0")
    page = await page_of(f"<body style='margin:0'>{LOG}{html}")
    context = PageContext(page)
    await observe(context, ObserveOptions())
    with pytest.raises(ElementCovered, match="but for checkbox 'All', a control inside") as caught:
        await page_over(context).click(target=SelectorTarget("#t"))
    assert caught.value.data["covered_by"]["name"] == "All"
    assert await targets(page, "click") == []


@pytest.mark.parametrize("how", ["onclick='0'", "class=carried"])
async def test_the_link_of_a_card_whose_middle_is_covered_is_not_followed(
    how: str, page_of: PageOf
) -> None:
    page = await page_of(
        f"<body style='margin:0'>{LOG}<style>.carried {{ cursor: grab }}</style>"
        f"<ul style='margin:0;padding:0'><li id=t {how} "
        "style='position:relative;width:300px;height:90px'><a id=a href='#x' "
        "style='position:absolute;left:10px;top:10px'>Paint the door, and the wood</a></ul>"
        "<div style='position:absolute;left:120px;top:30px;width:300px;height:90px;background:red'>"
        "Menu</div>"
    )
    context = PageContext(page)
    await observe(context, ObserveOptions())
    await page_over(context).click(target=SelectorTarget("#t"))
    assert await targets(page, "click") == ["t"]


async def test_a_row_that_its_content_fills_is_pressed_in_its_content(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<ul><li id=t role=treeitem tabindex=0 style='width:200px;padding:4px 30px'>"
        "<div id=w style='cursor:pointer'>Harbour</div></ul><script>w.onclick = () => {}</script>"
    )
    context = PageContext(page)
    await observe(context, ObserveOptions())
    await page_over(context).click(target=SelectorTarget("#t"))
    assert await targets(page, "click") == ["w"]


async def test_a_click_that_the_page_sends_elsewhere_is_not_told_as_one_on_the_target(
    page_of: PageOf,
) -> None:
    page = await page_of(
        f"{LOG}<main aria-label=All><button id=t>Good</button><button id=e hidden style='position:"
        "fixed;inset:0'>Evil</button></main><script>"
        "t.addEventListener('pointerdown', () => { e.hidden = false })</script>"
    )
    done = await press(page, "#t")
    assert await targets(page, "mousedown") == ["t"]
    assert "e" not in await targets(page, "click")
    assert (done.hit.tag, done.intended.name) == ("main", "Good")


async def test_what_a_closed_shadow_root_hides_is_named_at_a_point_and_by_its_ref(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<body style='margin:0'><x-a style='display:block;padding:9px;width:200px'></x-a><script>"
        "const r=document.querySelector('x-a').attachShadow({mode:'closed'});window.n=0;"
        "r.innerHTML='<x-b></x-b>';r.firstChild.attachShadow({mode:'open'}).innerHTML="
        "'<button style=\"width:90px;height:40px\">deep</button>';"
        "r.firstChild.shadowRoot.firstChild.onclick=()=>{n+=1}</script>"
    )
    context = PageContext(page)
    seen = await observe(context, ObserveOptions())
    [ref] = [each.ref for each in seen.annotations if each.element.name == "deep"]
    done = await page_over(context).click(target=resolve(context, ref))
    assert (row(done.hit), done.intended) == (("button", "deep", False), done.hit)
    done = await page_over(context).click(target=PointTarget(x=40, y=30))
    assert (row(done.hit), done.intended) == (("button", "deep", False), None)
    done = await page_over(context).click(target=PointTarget(x=150, y=4))  # inside its padding
    assert done.hit.tag == "x-a"
    assert await ask(page, "n") == 2


@pytest.mark.parametrize(
    ("html", "hit"),
    rows_of(__file__),
    ids=["link", "label in a link", "button", "under a ripple", "in a label", "label"],
)  # fmt: skip
async def test_a_press_on_a_caption_is_one_on_its_control(
    html: str, hit: str, page_of: PageOf
) -> None:
    page = await page_of(
        f"{html}<script>window.n=0;"
        "addEventListener('mousedown',(e)=>{n+=e.target.closest('a,button,label')!==null})</script>"
    )
    done = await press(page, "#t")
    assert (str(done.hit), done.intended.name) == (hit, "Go")
    assert await ask(page, "n") == 1


@pytest.mark.parametrize("style", ["", "pointer-events:none"], ids=["", "no pointer"])
@pytest.mark.parametrize(
    "html",
    [
        "<button id=t disabled style='{0}'>Go</button>",
        "<button disabled style='{0}'><span id=t>Go</span></button>",
        "<fieldset disabled><button style='{0}'><b id=t>Go</b></button></fieldset>",
        "<input id=t type=submit value=Go disabled style='{0}'>",
    ],
    ids=["itself", "words in it", "by its fieldset", "input"],
)
async def test_a_disabled_control_says_so_and_nothing_happens(
    html: str, style: str, page_of: PageOf
) -> None:
    page = await page_of(f"{LOG}<div onclick='window.n=1'>{html.format(style)}</div>")
    done = await press(page, "#t")
    assert (done.hit.name, done.hit.disabled) == ("Go", True)
    assert done.to_json()["hit"]["disabled"] is True
    assert "which is disabled" in str(done)
    assert await targets(page, "mousedown") == []
    assert await ask(page, "window.n ?? 0") == 0


async def test_a_disabled_control_without_a_pointer_is_covered_where_something_lies_over_it(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<button id=t disabled style='pointer-events:none'>Go</button>"
        "<div role=dialog aria-label=Cookies style='position:fixed;inset:0'></div>"
    )
    with pytest.raises(ElementCovered, match="Cookies"):
        await press(page, "#t")


async def test_what_only_says_that_it_is_disabled_is_pressed_and_told(page_of: PageOf) -> None:
    page = await page_of(f"{LOG}<div role=button aria-disabled=true><b id=t>Go</b></div>")
    done = await press(page, "#t")
    assert (done.hit.role, done.hit.disabled) == ("button", True)
    assert await targets(page, "click") == ["t"]


# Click points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("strip at the left", "<div style='position:absolute;left:7px;top:0;width:400px;"
         "height:60px;background:red'></div>"),
        ("strip between two", "<div style='position:absolute;left:0;top:0;width:130px;height:60px;"
         "background:red'><p>words</p></div><div style='position:absolute;left:134px;top:0;"
         "width:300px;height:60px;background:red'></div>"),
        ("strip below", "<div style='position:absolute;left:-9px;top:-9px;width:400px;height:46px;"
         "background:red'></div>"),
    ],
    ids=lambda value: value if "<" not in value else "",
)  # fmt: skip
async def test_a_strip_that_covers_leave_is_hit(name: str, html: str, page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<div style='position:relative'><button id=t style='width:300px;height:40px'>x"
        f"</button>{html}</div>"
    )
    await press(page, "#t")
    assert await targets(page, "click") == ["t"], name


@pytest.mark.parametrize(
    "style",
    [
        "clip-path:inset(0 0 0 285px)",
        "overflow:hidden;width:6px;border:20px solid",
        "overflow:clip;height:5px",
    ],
)
async def test_what_clips_leave_is_hit(style: str, page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<div onclick='0' style='width:300px;{style}'>"
        "<div id=t style='width:300px;height:40px'>x</div></div>"
    )
    done = await press(page, "#t")
    assert await targets(page, "click") == ["t"]
    assert done.intended == done.hit


async def test_bare_words_without_a_box_of_their_own_are_brought_into_view(
    page_of: PageOf,
) -> None:
    page = await page_of(
        f"{LOG}<div style='height:2000px'></div><div style='height:100px;overflow:auto'>"
        "<div style='height:900px'></div>words <button id=t style='display:contents'>Go</button>"
        "</div><div style='height:2000px'></div>"
    )
    done = await press(page, "#t")
    assert await targets(page, "click") == ["t"]
    assert len(done.outcome.scrolled) == 2


async def test_a_press_is_one_move_of_the_mouse_and_has_the_pressure_of_one(
    page_of: PageOf,
) -> None:
    page = await page_of(
        f"{LOG}<script>addEventListener('pointerup',(e)=>log.push(['up', e.buttons, e.pressure]))"
        "</script><style>#t:hover{color:red}</style><button id=t>x</button>"
    )
    # If the previous test left the mouse over the button, Chromium may send an extra move event.
    await ask(
        page, "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    await ask(page, "log.length = 0")
    for _ in range(2):  # in the second pass the mouse is already at the point
        await press(page, "#t")
        assert await ask(page, "log.map((e) => e[0])") == [
            "mousemove", "pointerdown", "mousedown", "up", "click",
        ]  # fmt: skip
        assert await ask(page, "log.filter((e) => /down|up/.test(e[0])).map((e) => e[2])") == [
            0.5, None, 0,
        ]  # fmt: skip
        assert await ask(page, "getComputedStyle(t).color") == "rgb(255, 0, 0)"
        await ask(page, "log.length = 0")


# Slow pages ---------------------------------------------------------------------------------------


def slices(busy: int, every: int) -> str:
    """Return a script that blocks the page's main thread for `busy` ms every `every` ms."""
    return (
        f"<script>setInterval(() => {{ const end = performance.now() + {busy};"
        f"while (performance.now() < end); }}, {every})</script>"
    )


async def test_what_stands_still_on_a_busy_page_is_hit_or_the_page_is_called_busy(
    page_of: PageOf,
) -> None:
    page = await page_of(f"{LOG}<button id=t>x</button>{slices(900, 1000)}")
    for _ in range(2):
        try:
            done = await press(page, "#t", timeout=0.5)
        except PageBusy:
            continue
        assert done.hit.name == "x"
    assert set(await targets(page, "mousedown")) <= {"t"}


async def test_what_moves_on_a_busy_page_is_called_moving(page_of: PageOf) -> None:
    page = await page_of(
        f"{LOG}<button id=t style='position:fixed;left:0'>x</button>{slices(150, 200)}<script>"
        "let x = 0; (function on() { t.style.left = `${x += 2}px`; requestAnimationFrame(on); })()"
        "</script>"
    )
    with pytest.raises(TargetMoving, match="does not come to rest"):
        await press(page, "#t", timeout=0.5)
    assert await targets(page, "mousedown") == []


async def test_a_page_that_does_not_answer_is_busy_and_nothing_is_pressed(
    page_of: PageOf, bounded: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(click_point, "BUSY_LIMIT", -1.9)  # a reply may take up to 0.2 s
    page = await page_of(f"{LOG}<button id=t>x</button>{slices(1500, 1510)}")
    for _ in range(9):
        await ask(page, "log.length = 0")
        try:
            await press(page, "#t", timeout=0.1)
        except PageBusy as error:
            assert error.retryable
            assert "nothing was pressed" in error.message
            break
    else:
        pytest.fail("the page was never called busy")
    assert await targets(page, "mousedown") == []


async def test_a_page_that_draws_too_little_is_busy_and_says_what_was_seen(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await page_of("<button id=t>x</button>")
    monkeypatch.setattr(click_point, "BUSY_LIMIT", -click_point.REST_TIMEOUT)
    with pytest.raises(PageBusy, match="button 'x' rests") as caught:
        await page_over(PageContext(page)).hover(target=SelectorTarget("#t"))
    assert caught.value.data["target"]["name"] == "x"
    assert {"frames", "seconds"} <= set(caught.value.data)


async def test_an_element_without_a_box_is_brought_into_view_however_deep_its_content_lies(
    page_of: PageOf,
) -> None:
    page = await page_of(
        f"{LOG}<div style='height:3000px'></div><div id=t style='display:contents' role=button>"
        "</div><script>let at = t; for (let i = 0; i < 3000; i++) {"
        "const next = document.createElement('div'); next.style.display = 'contents';"
        "at.append(next); at = next }"
        "at.innerHTML = '<p id=inner>Far down</p>'</script>"
    )
    await press(page, "#t")
    assert await targets(page, "click") == ["inner"]
