"""A click hits the observed element, identified by its text, not new content of the same node."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import pages_of
from own_world import ask
from page_over import PageOf, page_over

from viewmark.errors import RefAmbiguous, RefStale
from viewmark.page.context import PageContext
from viewmark.page.observation import Observation
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.target import target_of
from viewmark.page.targets import resolve

LIST = pages_of(__file__)["list"]
KINDS = {
    "div": "<div class=k>${w}</div>",
    "li": "<li class=k>${w}</li>",
    "link": "<li><a class=k href='#/t/${i}'>Open</a></li>",
    "button": "<button class=k>${w}</button>",
}


async def look(context: PageContext, **options: Any) -> Observation:
    return await observe(context, ObserveOptions(**options))


async def press(context: PageContext, **name: Any) -> Any:
    target = resolve(context, target_of(**name))
    assert target is not None
    return await page_over(context).click(target=target)


async def refs_by_words(context: PageContext, page: Any) -> dict[str, str]:
    """Return the ref of each list item, keyed by its text."""
    says = await ask(
        page, "[...u.querySelectorAll('.k')].map(k => k.getAttribute('href') || k.textContent)"
    )
    marks = [a for a in (await look(context)).annotations if a.bounds.width > 50]
    assert len(marks) == len(says) == 4
    return {words: mark.ref for words, mark in zip(says, marks, strict=True)}


@pytest.mark.parametrize("kind", KINDS)
async def test_an_old_ref_follows_the_words_and_is_refused_where_they_are_gone(
    kind: str, page_of: PageOf
) -> None:
    page = await page_of(LIST % KINDS[kind])
    context = PageContext(page)
    refs = await refs_by_words(context, page)
    await ask(page, "sorted()")
    for words, ref in refs.items():
        await press(context, ref=ref)
        assert await ask(page, "T") == words
    await look(context)
    await ask(page, "T = ''; rewritten()")
    for ref in refs.values():
        with pytest.raises((RefStale, RefAmbiguous)):
            await press(context, ref=ref)
    assert await ask(page, "T") == ""
    assert not set(refs.values()) & set((await refs_by_words(context, page)).values())


async def hover_it(context: PageContext, ref: str, _: str) -> None:
    await page_over(context).hover(target=resolve(context, ref))


async def click_it(context: PageContext, ref: str, _: str) -> None:
    await press(context, ref=ref)


async def drag_it(context: PageContext, ref: str, other: str) -> None:
    one, to = resolve(context, ref), resolve(context, other)
    await page_over(context).drag(source=one, to=to)


async def drag_to_it(context: PageContext, ref: str, other: str) -> None:
    await drag_it(context, other, ref)


async def scroll_to_it(context: PageContext, ref: str, _: str) -> None:
    await page_over(context).scroll(target=resolve(context, ref))


@pytest.mark.parametrize("act", [click_it, hover_it, drag_it, drag_to_it, scroll_to_it])
@pytest.mark.parametrize("kind", KINDS)
async def test_one_record_written_over_another_is_not_acted_on(
    kind: str, act: Any, page_of: PageOf
) -> None:
    page = await page_of(LIST % KINDS[kind])
    context = PageContext(page)
    refs = list((await refs_by_words(context, page)).values())
    await ask(page, "write(2, 'Weld gate', 2000)")
    with pytest.raises((RefStale, RefAmbiguous)):
        await act(context, refs[2], refs[0])
    assert await ask(page, "T") == ""


TOGGLE = """<h1>Player</h1><button %s onclick="T.push(this.textContent)">Play</button>
<script>const T = []; const b = document.querySelector("button")</script>"""


async def test_a_refusal_says_both_texts_and_the_same_once_more_presses(page_of: PageOf) -> None:
    page = await page_of(TOGGLE % "")
    context = PageContext(page)
    [mark] = (await look(context)).annotations
    await ask(page, "b.textContent = 'Pause'")
    with pytest.raises(RefStale) as caught:
        await press(context, ref=mark.ref)
    assert (caught.value.data["was"], caught.value.data["now"]) == (
        "Play (Player)",
        "Pause (Player)",
    )
    assert await ask(page, "T") == []
    await ask(page, "b.textContent = 'Delete all'")
    with pytest.raises(RefStale):  # only "Pause" was observed
        await press(context, ref=mark.ref)
    await press(context, ref=mark.ref)
    assert await ask(page, "T") == ["Delete all"]


async def test_what_has_an_id_is_pressed_and_the_answer_says_what_it_was(page_of: PageOf) -> None:
    page = await page_of(TOGGLE % "id=play")
    context = PageContext(page)
    [mark] = (await look(context)).annotations
    await ask(page, "b.textContent = 'Pause'")
    done = await press(context, ref=mark.ref)
    assert (done.report["was"], done.report["is"]) == ("Play (Player)", "Pause (Player)")
    assert "was 'Play (Player)', is 'Pause (Player)'" in str(done)
    assert await ask(page, "T") == ["Pause"]
    assert "was" not in (await press(context, ref=mark.ref)).report


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<h1>Good morning</h1>%s", "<h1>Good evening</h1>%s"),
        ("<h1>12 results</h1>%s", "<h1>9 results</h1>%s"),
        ("<h2>09:59:58</h2>%s", "<h2>10:00:01</h2>%s"),
        ("<p>x</p>%s", "<h1>Saved</h1>%s"),
    ],
)
async def test_what_runs_above_takes_no_press_along(
    before: str, after: str, page_of: PageOf
) -> None:
    button = "<form onsubmit='return false'><input aria-label=Name><button>Save</button></form>"
    page = await page_of(f"<main id=m>{before % button}</main><script>let T = 0</script>")
    hear = "m.querySelector('button').onclick = () => T++"
    await ask(page, hear)
    context = PageContext(page)
    ref = (await look(context)).annotations[1].ref
    await ask(page, f"m.innerHTML = {(after % button)!r}; {hear}")
    await press(context, ref=ref)
    assert await ask(page, "T") == 1
    assert (await look(context)).annotations[1].ref == ref


async def test_numbers_that_run_are_no_other_thing(page_of: PageOf) -> None:
    page = await page_of(
        "<div id=d style='width:200px;border:1px solid'>Clicks 7</div><button>Like (3)</button>"
        "<script>const T = []; d.onclick = () => T.push(1);"
        "document.querySelector('button').onclick = () => T.push(2)</script>"
    )
    context = PageContext(page)
    box, button = (await look(context)).annotations
    await ask(
        page, "d.textContent='Clicks 8';document.querySelector('button').textContent='Like (4)'"
    )
    await press(context, ref=box.ref)
    await press(context, ref=button.ref)
    assert await ask(page, "T") == [1, 2]


async def test_a_number_means_what_it_said_in_its_picture(page_of: PageOf) -> None:
    page = await page_of(TOGGLE % "")
    context = PageContext(page)
    first = await look(context)
    await ask(page, "b.textContent = 'Pause'")
    second = await look(context)
    assert first.annotations[0].ref == second.annotations[0].ref
    with pytest.raises(RefStale):
        await press(context, label=1, frame_id=first.frame_id)
    assert await ask(page, "T") == []
    await press(context, label=1, frame_id=second.frame_id)
    assert await ask(page, "T") == ["Pause"]


async def test_equals_that_were_drawn_anew_are_told_by_their_place(page_of: PageOf) -> None:
    row = "<p><button>Add</button></p>"
    page = await page_of(f"<main id=m>{row * 3}</main>")
    context = PageContext(page)
    marks = (await look(context)).annotations
    await ask(page, f"m.innerHTML = {row * 3!r}")
    with pytest.raises(RefAmbiguous) as caught:
        await press(context, ref=marks[1].ref)
    places = [each["place"] for each in caught.value.data["candidates"]]
    assert places == ["1 of 3", "2 of 3", "3 of 3"]


async def test_what_runs_below_the_view_takes_no_press_along(page_of: PageOf) -> None:
    page = await page_of(
        "<button>Top</button><div style='height:3000px'></div><h2 id=c>09:59:58</h2>"
        "<button onclick='T++'>Buy</button><script>let T = 0</script>"
    )
    context = PageContext(page)
    await ask(page, "scrollTo(0, 9999)")
    [mark] = [a for a in (await look(context)).annotations if a.name == "Buy"]
    await ask(page, "scrollTo(0, 0); c.textContent = '10:00:01'")
    await press(context, ref=mark.ref)
    assert await ask(page, "T") == 1


async def test_a_link_in_whose_node_another_address_stands_is_no_repeat_away(
    page_of: PageOf,
) -> None:
    page = await page_of(LIST % KINDS["link"])
    context = PageContext(page)
    refs = await refs_by_words(context, page)
    await ask(
        page, "[1,3].forEach((at) => u.children[1].remove());write(0,'',1001);write(1,'',1003)"
    )
    for ref in (refs["#/t/1000"], refs["#/t/1000"], refs["#/t/1002"]):
        with pytest.raises((RefStale, RefAmbiguous)):
            await press(context, ref=ref)
    assert await ask(page, "T") == ""


LISTS = """<style>button{display:block;margin:4px}</style><main id=m></main><script>
  const T = [];
  const draw = (lists) => { m.innerHTML = Object.entries(lists).map(([title, names]) =>
    `<div><h3>${title}</h3>` + names.map((n) => `<div><button class=k>${n}</button></div>`).join("")
    + "</div>").join("");
    for (const k of m.querySelectorAll(".k")) k.onclick = () => T.push(
      k.closest("main > div").firstChild.textContent + ": " + k.textContent) };
  const [A, B, C, D] = ["Fix pump", "Mow lawn", "Call Ann", "Oil hinges"];
  %s</script>"""


async def test_a_named_thing_is_followed_into_another_list(page_of: PageOf) -> None:
    page = await page_of(LISTS % "draw({Todo: ['Weld gate', A, B], Done: [C, D]})")
    context = PageContext(page)
    refs = {mark.name: mark.ref for mark in (await look(context)).annotations}
    await ask(page, "draw({Todo: [A, B], Done: ['Weld gate', C, D]})")
    await press(context, ref=refs["Weld gate"])
    assert await ask(page, "T") == ["Done: Weld gate"]
    assert {mark.name: mark.ref for mark in (await look(context)).annotations} == refs


async def test_a_button_that_stands_in_another_row_now_is_another(page_of: PageOf) -> None:
    page = await page_of(
        LISTS % "draw({'Invoice A': ['Open', 'Edit', 'Delete'], 'Invoice B': ['Open', 'Edit']})"
    )
    context = PageContext(page)
    refs = {mark.name: mark.ref for mark in (await look(context)).annotations}
    after = "draw({'Invoice A': ['Open', 'Edit'], 'Invoice B': ['Open', 'Edit', 'Delete']})"
    await ask(page, after)
    with pytest.raises(RefStale):
        await press(context, ref=refs["Delete"])
    assert await ask(page, "T") == []
    now = {mark.name: mark.ref for mark in (await look(context)).annotations}
    assert now["Delete"] != refs["Delete"]


async def test_another_placeholder_makes_no_other_field_of_the_only_one_of_a_row(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<ul id=u></ul><script>const T = []; u.innerHTML = ['Fix pump', 'Mow lawn', 'Call Ann']"
        ".map(w => `<li>${w} <input placeholder=Name></li>`).join('');"
        "u.onclick = (e) => T.push(e.target.parentNode.innerText);"
        "const ask = (at) => u.querySelectorAll('input')[at].placeholder = 'Whole name'</script>"
    )
    context = PageContext(page)
    fields = [mark.ref for mark in (await look(context)).annotations]
    await ask(page, "ask(1)")
    await press(context, ref=fields[1])
    assert await ask(page, "T") == ["Mow lawn "]
    await ask(page, "ask(2); u.children[2].firstChild.data = 'Weld gate '")
    with pytest.raises(RefStale):
        await press(context, ref=fields[2])
    assert await ask(page, "T") == ["Mow lawn "]
