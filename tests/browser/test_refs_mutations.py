"""Refs in a real browser: which refs survive which change, and no ref changes its element."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import ref_suite
from long_forms import short_of
from page_over import PageOf
from ref_suite import MUTATIONS, RENDERERS, UNDEFINED, Judge, mutate, run_js, scroll, walk
from webserver import LocalSite

from viewmark.browser import scripts
from viewmark.browser.actions.navigation import goto
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.browser.page_target import PageTarget
from viewmark.elements.volatile import is_generated
from viewmark.errors import RefStale
from viewmark.refs import PageRegistry

Open = Callable[[str], Awaitable[PageTarget]]


@pytest.fixture
def open_path(chromium: ChromeBrowser, site: LocalSite) -> Open:
    ref_suite.serve(site.put)

    async def open_page(path: str) -> PageTarget:
        return await chromium.page(site.url(path))

    return open_page


@pytest.mark.heavy(10)
@pytest.mark.timeout(240)
@pytest.mark.parametrize("renderer", short_of(RENDERERS, "react-index"))
async def test_refs_survive_every_change_and_never_lead_to_another_element(
    open_path: Open, renderer: str
) -> None:
    scores = [
        await mutate(open_path, renderer, mutation)
        for mutation in MUTATIONS
        if (renderer, mutation) not in UNDEFINED
    ]
    assert [(s.mutation, s.wrong) for s in scores if s.wrong] == []
    survived, should = sum(s.survived for s in scores), sum(s.should for s in scores)
    assert survived >= 0.98 * should, [(s.mutation, s.lost) for s in scores if s.lost]


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("renderer", "seed"),
    [("innerHTML", 1), ("vue", 3), pytest.param("react-index", 2, marks=pytest.mark.long)],
)
async def test_refs_survive_one_change_after_another(
    open_path: Open, renderer: str, seed: int
) -> None:
    score = await walk(open_path, renderer, seed=seed, steps=8)
    assert score.wrong == ()
    assert score.survived >= 0.98 * score.should, score.lost


@pytest.mark.parametrize("small_steps", [True, False], ids=["some rows", "many rows"])
@pytest.mark.parametrize("how", ["mounted", "refilled", "used"])
async def test_a_virtual_list_scrolled_away_and_back_gives_its_refs_back(
    open_path: Open, how: str, small_steps: bool
) -> None:
    score = await scroll(open_path, how, small_steps=small_steps)
    assert score.wrong == ()
    assert score.survived >= 0.98 * score.should, score.lost


async def test_six_identical_cards_have_six_refs_and_each_leads_to_its_own_button(
    page_of: PageOf,
) -> None:
    card = '<div class="card"><h3>{0}</h3><button data-truth="{0}">Add to cart</button></div>'
    titles = ("Lamp", "Chair", "Table", "Sofa", "Rug", "Clock")
    page = await page_of("".join(card.format(title) for title in titles))
    judge = Judge()
    first = await judge.look(page)
    assert len({a.ref for a in first.values()}) == 6
    assert not any(a.weak for a in first.values())
    # Reordered, one removed, all nodes new: each old ref leads to its card or raises an error.
    new = "".join(card.format(title) for title in titles[:0:-1])
    await run_js(page, f"document.body.innerHTML = {json.dumps(new)}")
    await judge.look(page)
    vm = await scripts.handle(page, None)
    for title in titles[1:]:
        found = judge.registry.resolve(first[title].ref)
        [truth] = await page.call(None, ref_suite.READ_TRUTH, vm, [found.element.handle.node_id])
        assert truth == title
    with pytest.raises(RefStale) as caught:
        judge.registry.resolve(first["Lamp"].ref)
    assert len(caught.value.data["candidates"]) == 5
    assert judge.wrong == []


async def test_identical_cards_without_any_words_are_weak_but_do_not_swap(
    page_of: PageOf,
) -> None:
    buttons = "".join(f'<p><button data-truth="{n}">Add</button></p>' for n in range(6))
    page = await page_of(f"<main>{buttons}</main>")
    judge = Judge()
    first = await judge.look(page)
    assert all(a.weak for a in first.values())
    shuffle = "const m = document.querySelector('main'); m.append(m.children[1], m.children[3])"
    await run_js(page, shuffle)
    second = await judge.look(page)
    assert {t: a.ref for t, a in second.items()} == {t: a.ref for t, a in first.items()}
    await run_js(page, "document.querySelector('main p').remove()")
    await judge.look(page)
    assert judge.wrong == []


async def test_elements_of_frames_and_shadow_roots_keep_their_refs(
    page_of: PageOf,
) -> None:
    inner = "<button>Pay</button><button>Cancel</button>"
    page = await page_of(
        f"""<h1>Pay</h1><button>Pay</button><iframe srcdoc="{inner}" width=300 height=60></iframe>
        <div id=host></div><script>document.getElementById("host").attachShadow({{mode: "closed"}})
        .innerHTML = "<button>Pay</button>"</script>"""
    )
    registry = PageRegistry()
    from viewmark.browser.discovery.discover import discover

    seen = []
    for look in range(3):
        if look == 2:
            await goto(page, page.url)
        found = await discover(page)
        given = registry.observe(
            found.elements, frame_id=f"{look}", epoch=page.epoch, url=found.url
        )
        seen.append(sorted(a.ref for a in given))
        assert len(set(seen[-1])) == len(found.elements) == 4
    assert seen[0] == seen[1] == seen[2]


async def test_the_page_scripts_and_refs_have_one_rule_for_generated_ids(
    page_of: PageOf,
) -> None:
    page = await page_of("<button>A</button>")
    ids = [
        *("submitBtn", "row-17", "order-1001", "checkout-item-1", "step2", "h264", "12345", ":r1:"),
        *("radix-:r3:", "ember123", "mat-input-0", "headlessui-menu-3", "deadbeef01", "x-1q2w3e4"),
        *("550e8400-e29b-41d4-a716-446655440000", "item-1028374", "送信", "a.b:c", "«r3»", "_r_1_"),
        *("css-abc", "uid7", "gen-12", "react-aria-1", "user", "main-content", "tab-2-panel"),
        *("a1b2c", "x1", "v-12", "section-2-3", "12-34", "é1", "facade12", "col-md-6", "e7f3a2"),
    ]
    vm = await scripts.handle(page, None)
    reply: Any = await page.call(None, "(vm, ids) => ids.map(vm.modules.stable.isId)", vm, ids)
    assert {i: not ok for i, ok in zip(ids, reply, strict=True)} == {
        i: is_generated(i) for i in ids
    }
