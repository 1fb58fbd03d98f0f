"""Refs, labels, selectors and points resolve to the right element or raise an error."""

from __future__ import annotations

from typing import Any

import pytest
from own_world import ask
from page_over import PageOf, page_over

import viewmark
from viewmark.browser.actions.navigation import reload
from viewmark.errors import (
    ElementNotFound,
    InvalidCoordinates,
    InvalidOption,
    RefAmbiguous,
    RefStale,
    ViewmarkError,
)
from viewmark.page.context import PageContext
from viewmark.page.observation import Observation
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.resolved_target import PointTarget, SelectorTarget
from viewmark.page.target import at, target_of
from viewmark.page.targets import resolve, resolve_or_none

CARDS = """<div id=list></div><script>
  window.hits = [];
  window.items = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"];
  window.render = (names) => {
    list.innerHTML = names.map((n) => `<article><h3>${n}</h3><button data-n="${n}">Delete</button>
      </article>`).join("");
    for (const b of list.querySelectorAll("button")) b.onclick = () => hits.push(b.dataset.n);
  };
  render(items);
</script>"""


async def look(context: PageContext, **options: Any) -> Observation:
    return await observe(context, ObserveOptions(**options))


async def press(context: PageContext, **name: Any) -> Any:
    target = resolve_or_none(context, target_of(**name))
    assert target is not None
    return await page_over(context).click(target=target)


def owners(seen: Observation) -> dict[str, str]:
    """Return the ref of each button, keyed by the heading in its context."""
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
    return {
        next(n for n in names if n in " ".join(a.element.identity.context)): a.ref
        for a in seen.annotations
        if a.element.tag == "button"
    }


async def test_six_equal_buttons_have_six_refs_and_each_click_hits_its_own_card(
    page_of: PageOf,
) -> None:
    page = await page_of(CARDS)
    context = PageContext(page)
    seen = await look(context)
    refs = owners(seen)
    assert len(set(refs.values())) == 6
    for ref in refs.values():
        await press(context, ref=ref)
    assert await ask(page, "hits") == list(refs)


@pytest.mark.parametrize(
    "change",
    [
        "render(items.toReversed())",
        "render(items.filter((n) => n !== 'Bob'))",
        "render(['Zoe', ...items])",
        "list.prepend(list.lastElementChild)",
        "list.children[1].remove()",
        "render(items)",
    ],
    ids=["reversed", "one less", "one more", "moved", "removed", "drawn again"],
)
async def test_an_old_ref_hits_its_own_card_or_is_an_error_never_another(
    change: str, page_of: PageOf
) -> None:
    page = await page_of(CARDS)
    context = PageContext(page)
    refs = owners(await look(context))
    await ask(page, change)
    left = await ask(page, "[...list.querySelectorAll('h3')].map((h) => h.textContent)")
    hit = []
    for name, ref in refs.items():
        await ask(page, "hits.length = 0")
        try:
            await press(context, ref=ref)
        except (RefStale, RefAmbiguous) as error:
            assert name not in left, (name, error.message)
            assert "candidates" in error.data
        else:
            hit.append(name)
            assert await ask(page, "hits") == [name]
    assert hit == [name for name in refs if name in left]


async def test_a_ref_is_found_again_after_a_reload(page_of: PageOf) -> None:
    page = await page_of(CARDS)
    context = PageContext(page)
    refs = owners(await look(context))
    await reload(page)
    await press(context, ref=refs["Dan"])
    assert await ask(page, "hits") == ["Dan"]


async def test_a_label_means_the_element_of_the_picture_it_was_read_from(page_of: PageOf) -> None:
    page = await page_of(CARDS)
    context = PageContext(page)
    first = await look(context)
    await ask(page, "list.prepend(list.lastElementChild)")
    second = await look(context)
    assert (first.annotations[0].ref, second.annotations[1].ref) == (first.annotations[0].ref,) * 2
    await press(context, label=1, frame_id=first.frame_id)
    await press(context, label=1, frame_id=second.frame_id)
    await press(context, label="1")
    assert await ask(page, "hits") == ["Ann", "Fay", "Fay"]


async def test_a_look_that_only_finds_a_ref_again_does_not_move_the_labels(page_of: PageOf) -> None:
    page = await page_of(CARDS)
    context = PageContext(page)
    seen = await look(context)
    await ask(page, "render(['Zoe', ...items])")
    await press(context, ref=owners(seen)["Cid"])
    await press(context, label=1)
    assert await ask(page, "hits") == ["Cid", "Ann"]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ({"ref": "@nobody"}, ElementNotFound),
        ({"ref": "nobody"}, InvalidOption),
        ({"ref": "@"}, InvalidOption),
        ({"ref": 3}, InvalidOption),
        ({"label": 99}, ElementNotFound),
        ({"label": 0}, ElementNotFound),
        ({"label": -1}, ElementNotFound),
        ({"label": True}, InvalidOption),
        ({"label": 1, "frame_id": "f_unknown"}, RefStale),
        ({"x": 5, "y": 5, "frame_id": "f_unknown"}, ViewmarkError),
        ({"x": 5}, InvalidCoordinates),
        ({"y": 5, "coordinates": "css"}, InvalidCoordinates),
        ({"x": "5", "y": 5, "coordinates": "css"}, InvalidCoordinates),
        ({"ref": "@a", "selector": "#a"}, InvalidOption),
        ({"label": 1, "x": 1, "y": 1}, InvalidOption),
        ({"x": 1, "y": 1, "coordinates": "percent"}, InvalidOption),
    ],
)
async def test_what_names_nothing_is_an_error(
    name: dict[str, Any], error: type[Exception], page_of: PageOf
) -> None:
    page = await page_of(CARDS)
    context = PageContext(page)
    await look(context)  # without a screenshot
    with pytest.raises(error) as caught:
        resolve_or_none(context, target_of(**name))
    assert caught.value.hint
    assert await ask(page, "hits") == []


async def test_no_target_selectors_and_css_points_are_taken_as_they_are(page_of: PageOf) -> None:
    context = PageContext(await page_of("x"))
    assert resolve_or_none(context, None) is None
    assert resolve(context, "#a") == SelectorTarget("#a")
    assert resolve(context, at(0, 7.5, css=True)) == PointTarget(x=0, y=7.5)


@pytest.mark.parametrize(
    ("x", "y"), [(-1, 5), (1280, 5), (5, 720), (float("nan"), 5), ("5", 5), (5, None), (10**400, 5)]
)
async def test_a_point_outside_its_picture_names_the_range(x: Any, y: Any, page_of: PageOf) -> None:
    context = PageContext(await page_of(CARDS))
    seen = await look(context, annotate=True)
    assert (seen.image_info.width, seen.image_info.height) == (1280, 720)
    with pytest.raises(InvalidCoordinates) as caught:
        resolve(context, at(x, y, picture=seen.frame_id))
    assert y is None or "1280" in caught.value.message or "720" in caught.value.message


async def test_a_point_of_a_page_that_was_scrolled_since_is_refused(page_of: PageOf) -> None:
    page = await page_of(f"{CARDS}<div style='height:3000px'></div>")
    context = PageContext(page)
    seen = await look(context, annotate=True)
    box = seen.annotations[2].element.bounds.center
    await ask(page, "scrollTo(0, 40)")
    with pytest.raises(InvalidCoordinates, match="scrolled"):
        await press(context, x=box.x, y=box.y, frame_id=seen.frame_id)
    assert await ask(page, "hits") == []
    await ask(page, "scrollTo(0, 0)")
    await press(context, x=box.x, y=box.y, frame_id=seen.frame_id)
    assert await ask(page, "hits") == ["Cid"]


async def test_a_button_in_a_closed_shadow_root_is_hit_by_its_ref(page_of: PageOf) -> None:
    page = await page_of(
        "<x-closed></x-closed><script>window.hits=[];{const root=document.querySelector('x-closed')"
        ".attachShadow({mode:'closed'});root.innerHTML='<button>one</button><button>two</button>';"
        "for (const b of root.querySelectorAll('button')) b.onclick=()=>hits.push(b.textContent)}"
        "</script>"
    )
    context = PageContext(page)
    seen = await look(context)
    assert [a.element.name for a in seen.annotations] == ["one", "two"]
    for each in reversed(seen.annotations):
        done = await press(context, ref=each.ref)
        assert done.hit.name == each.element.name
    assert await ask(page, "hits") == ["two", "one"]


async def test_a_row_scrolled_out_of_a_virtual_list_is_an_error_and_comes_back(
    page_of: PageOf,
) -> None:
    # Rows exist only while they are in view; their nodes are reused for other rows.
    page = await page_of(
        "<div id=v style='height:200px;overflow:auto'><div style='height:40000px;"
        "position:relative'></div></div><script>window.hits=[];const inner=v.firstElementChild;"
        "const rows=[...Array(8)].map(()=>{const r=document.createElement('div');"
        "r.style.cssText='position:absolute;height:40px';r.innerHTML='<b></b><button>Open</button>';"
        "r.querySelector('button').onclick=()=>hits.push(r.n);inner.append(r);return r});"
        "const draw=()=>{const first=Math.floor(v.scrollTop/40);rows.forEach((r,i)=>{"
        "const n=first+i;const at=rows[n%8];at.n=n;at.style.top=n*40+'px';"
        "at.firstElementChild.textContent='Row '+n})};v.onscroll=draw;draw()</script>"
    )
    context = PageContext(page)
    seen = await look(context)
    rows = {" ".join(a.element.identity.context): a.ref for a in seen.annotations}
    assert len(rows) == 5
    await ask(page, "v.scrollTop = 20000; draw()")
    for ref in rows.values():
        with pytest.raises((RefStale, RefAmbiguous)):
            await press(context, ref=ref)
    assert await ask(page, "hits") == []
    await ask(page, "v.scrollTop = 0; draw()")
    for ref in rows.values():
        await press(context, ref=ref)
    assert await ask(page, "hits") == [0, 1, 2, 3, 4]


async def test_a_point_before_any_picture_is_one_of_the_viewport(page_of: PageOf) -> None:
    context = PageContext(await page_of(CARDS))
    assert resolve(context, at(5, 6)) == PointTarget(x=5, y=6)
    await look(context)  # without a screenshot
    assert resolve(context, at(5, 6)) == PointTarget(x=5, y=6)


async def test_candidates_that_nobody_was_shown_are_named_without_a_ref(page_of) -> None:
    """They were found while creating the error, so no call knows their refs."""
    page = viewmark.Page(
        await page_of(
            "<div id=d></div><script>show = (m) => { d.innerHTML = [1, 2].map((n) => "
            "`<span onclick='0'>Weekly report ${n} of ${m}</span>`).join('') };"
            "show('May')</script>"
        )
    )
    seen = await page.observe()
    await page.evaluate("show('June')")
    with pytest.raises(RefStale) as raised:
        await page.click(seen[1].ref)
    names = [row["name"] for row in raised.value.data["candidates"]]
    assert names == ["Weekly report 1 of June", "Weekly report 2 of June"]
    assert not [row for row in raised.value.data["candidates"] if "ref" in row]
