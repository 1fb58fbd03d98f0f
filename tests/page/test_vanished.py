"""Elements that an observation reports as gone: removed from the page or no longer visible."""

from __future__ import annotations

import pytest
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.browser.actions.navigation import goto, reload
from viewmark.browser.page_target import PageTarget

SMALL = "<style>button{width:60px;height:20px;padding:0}</style>"
LARGE = "<style>button{display:block;height:60px}</style>"


def buttons(count: int, kind: str = "B") -> str:
    return "".join(f"<button>{kind}{n}</button>" for n in range(1, count + 1))


async def run(raw: PageTarget, script: str) -> None:
    await raw.call(None, f"function () {{ {script} }}")


async def changes(page: viewmark.Page, since: viewmark.Observation) -> viewmark.Delta:
    seen = await page.observe(since=since.frame_id)
    assert seen.changes is not None
    assert seen.gone == seen.changes.gone
    return seen.changes


async def test_what_others_push_below_the_cap_is_not_gone(page_of: PageOf) -> None:
    raw = await page_of(SMALL + buttons(60))
    page = viewmark.Page(raw)
    first = await page.observe()
    await run(
        raw,
        "for (const word of ['Two', 'One']) { const b = document.createElement('button');"
        " b.textContent = word; document.body.prepend(b); }",
    )
    delta = await changes(page, first)
    assert (len(delta.added), delta.gone) == (2, ())


@pytest.mark.parametrize("anew", [False, True], ids=["nodes stay", "drawn anew"])
async def test_what_is_scrolled_past_is_not_gone(page_of: PageOf, anew: bool) -> None:
    raw = await page_of(LARGE + buttons(30))
    page = viewmark.Page(raw)
    first = await page.observe()
    again = "const b = document.body; b.innerHTML = b.innerHTML;" if anew else ""
    await run(raw, again + "scrollTo(0, 400);")
    delta = await changes(page, first)
    assert delta.gone == ()
    assert delta.added


@pytest.mark.parametrize(
    ("script", "name"),
    [
        ("document.querySelectorAll('button')[1].remove();", "B2"),
        ("document.querySelectorAll('button')[1].style.display = 'none';", "B2"),
        ("document.querySelectorAll('button')[1].style.visibility = 'hidden';", "B2"),
        ("document.querySelectorAll('button')[1].style.opacity = 0;", "B2"),
        (
            "const b = document.querySelector('p'), h = b.innerHTML;"
            " b.innerHTML = h.replace(/<button>B2<.button>/, '');",
            "B2",
        ),
        ("document.querySelector('dialog').close();", "Yes"),
        ("document.querySelector('iframe').remove();", "Inner"),
    ],
)
async def test_what_is_removed_or_hidden_is_gone(page_of: PageOf, script: str, name: str) -> None:
    raw = await page_of(
        SMALL + f"<p>{buttons(3)}</p><dialog open><button>Yes</button></dialog>"
        '<iframe srcdoc="<button>Inner</button>"></iframe>'
    )
    page = viewmark.Page(raw)
    first = await page.observe()
    refs = {a.element.name: a.ref for a in first}
    await run(raw, script)
    assert (await changes(page, first)).gone == (refs[name],)
    assert (await page.observe()).gone == (), "it is told once"


async def test_another_page_lists_nothing(page_of: PageOf, site: LocalSite) -> None:
    site.put("/one.html", SMALL + "<nav><a href=/x>Home</a></nav>" + buttons(3))
    site.put("/two.html", SMALL + buttons(3, "C"))
    raw = await page_of("")
    page = viewmark.Page(raw)
    await goto(raw, site.url("/one.html"))
    first = await page.observe()
    await goto(raw, site.url("/two.html"))
    delta = await changes(page, first)
    assert (len(delta.added), delta.gone) == (3, ())


async def test_a_reload_with_one_less_names_that_one(page_of: PageOf, site: LocalSite) -> None:
    site.put("/list.html", LARGE + buttons(30))
    raw = await page_of("")
    page = viewmark.Page(raw)
    await goto(raw, site.url("/list.html"))
    first = await page.observe()
    site.put(
        "/list.html",
        LARGE + "<p>New</p><p>New</p>" + buttons(30).replace("<button>B3</button>", ""),
    )
    await reload(raw)
    assert (await changes(page, first)).gone == (first[3].ref,)
