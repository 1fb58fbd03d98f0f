"""The page scripts are bundled by their imports, and loaded once per document."""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files
from typing import Any

import pytest

from viewmark.browser import script_files, scripts
from viewmark.browser.actions.navigation import goto
from viewmark.browser.page_target import PageTarget
from viewmark.browser.script_files import LOOKS, REST
from viewmark.errors import PageNavigated, ScriptFailed

BY_THEMSELVES = {"page/mask"}
"""Files that are not part of `vm`: each is sent on demand by the module with its name."""


def requests_of(page: PageTarget) -> list[str]:
    """Record the methods of all later commands of the page's session."""
    asked: list[str] = []
    send = page.session.send

    async def noted(method: str, *args: Any, **options: Any) -> dict[str, Any]:
        asked.append(method)
        return await send(method, *args, **options)

    page.session.send = noted  # type: ignore[method-assign]
    return asked


def test_the_entries_reach_every_file_and_each_name_is_one_record() -> None:
    folders = [files("viewmark").joinpath("js", name) for name in ("page", "act")]
    there = {f"{folder.name}/{p.name[:-3]}" for folder in folders for p in folder.iterdir()}
    joined = [*LOOKS.names, *REST.names]
    assert sorted([*joined, LOOKS.entry, REST.entry]) == sorted(there - BY_THEMSELVES)
    assert len({name.rpartition("/")[2] for name in joined}) == len(joined)


def test_imports_in_a_circle_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {
        "page/circle_a": 'import { b } from "./circle_b.js";\nexport const a = 1;\n',
        "page/circle_b": 'import { a as c } from "./circle_a.js";\nexport const b = 1;\n',
    }
    monkeypatch.setattr(script_files, "text", sources.__getitem__)
    with pytest.raises(ValueError, match="page/circle_a -> page/circle_b -> page/circle_a"):
        script_files.in_order("page/circle_a")


def test_modules_are_written_as_the_loader_reads_them() -> None:
    """Imports come first, one per line; only declarations are exported, and each name only once."""
    exports = []
    for name in (*LOOKS.names, *REST.names):
        _, code = script_files._parted(name)
        assert not re.search(r"^import\b", code, re.MULTILINE), name
        found = script_files._EXPORT.findall(code)
        assert len(found) == len(re.findall(r"^export\b", code, re.MULTILINE)), name
        exports += found
    assert len(set(exports)) == len(exports)


def test_v8_compiles_a_bundle_at_once() -> None:
    """V8 would compile functions lazily, so a bundle is in parentheses and made of blocks."""
    for bundle in (LOOKS, REST):
        assert re.search(r"\] = \(function bundle\(", bundle.for_documents)
        assert bundle.for_documents.rstrip(";").endswith(")")
        assert bundle.source.count("\n{\n") >= len(bundle.names)
    assert "(\nCODE\n)" in script_files.text("single/expression")


async def test_they_are_made_once_and_again_in_a_new_document(page_of, site) -> None:
    page = await page_of("<p>x")
    same = "function (one, two) { return one === two; }"
    first, again = await scripts.handle(page, None), await scripts.handle(page, None)
    assert await page.call(None, same, first, again)
    site.put("/next.html", "<!doctype html><p>y")
    await goto(page, site.url("/next.html"))
    with pytest.raises(PageNavigated):
        await page.call(None, same, first, await scripts.handle(page, None))


async def test_a_new_document_has_them_before_it_is_looked_at(page_of, site) -> None:
    page = await page_of("<p>x")
    site.put("/next.html", "<!doctype html><p>y<iframe srcdoc='<p>z'></iframe>")
    await goto(page, site.url("/next.html"))
    there = f"function () {{ return typeof globalThis[Symbol.for('{LOOKS.key}')]; }}"
    for frame in page.frames:
        assert await page.call(frame, there) == "function"
    in_page = {"expression": f"typeof globalThis[Symbol.for('{LOOKS.key}')]"}
    reply = await page.session.send("Runtime.evaluate", in_page)
    assert reply["result"]["value"] == "undefined"


async def test_what_actions_need_is_there_from_the_document_after_the_first_action(
    chromium, site
) -> None:
    page = await chromium.page()
    there = f"function () {{ return typeof globalThis[Symbol.for('{REST.key}')]; }}"
    for expected in ("undefined", "function"):
        site.put("/next.html", "<!doctype html><p>y")
        await goto(page, site.url("/next.html"))
        assert await page.call(None, there) == expected
        await scripts.handle(page, None)
        await page.session.send("Page.getFrameTree")  # waits for commands sent in the background
    await page.close()


async def test_a_document_from_before_is_sent_them(chromium, site) -> None:
    site.put("/old.html", "<!doctype html><button>b</button>")
    page = await chromium.page(site.url("/old.html"))
    other = await PageTarget.open(await page.session.sibling())
    found = await scripts.call(other, None, "find", {"target": "interactive"})
    assert [each["tag"] for each in found["elements"]] == ["button"]
    await other.session.detach()
    await page.close()


def test_what_is_sent_has_neither_comments_nor_characters_of_two_bytes() -> None:
    for bundle in (LOOKS, REST):
        source = bundle.source
        assert source.isascii()
        assert not [line for line in source.split("\n") if line.startswith(("//", "* "))]
        assert "/**" not in source
        whole = "".join(map(script_files.text, bundle.names))
        files = [line for line in source.split("\n") if not line.startswith("const secretRules")]
        assert len("\n".join(files)) < 0.75 * len(whole)  # excludes the line that is data
        assert max(map(ord, whole)) <= 0xFFFF  # larger code points need another escape


async def test_what_only_actions_need_is_loaded_by_the_first_action_and_shares_the_nodes(
    chromium, site
) -> None:
    site.put("/new.html", "<!doctype html><button id=a>a</button>")
    page = await chromium.page(site.url("/new.html"))
    found = await scripts.call(page, None, "find", {"target": "interactive"})
    left = f"function () {{ return Symbol.for('{REST.key}') in globalThis; }}"
    assert not await page.call(None, left)
    assert await scripts.call(page, None, "isAlive", found["elements"][0]["id"])
    assert await page.call(None, left)
    everything = await scripts.handle(page, None)
    has = "function (vm, ...names) { return names.every((name) => name in vm); }"
    assert await page.call(None, has, everything, "find", "locate")
    await page.close()


async def test_the_first_question_to_a_new_document_makes_the_scripts(page_of, site) -> None:
    page = await page_of("<p>x")
    site.put("/next.html", "<!doctype html><title>Next</title><p>y")
    await goto(page, site.url("/next.html"))
    asked = requests_of(page)
    assert (await scripts.call(page, None, "facts"))["title"] == "Next"
    assert (await scripts.call(page, None, "showsSecrets", False))["secrets"] is False
    assert asked == ["Page.createIsolatedWorld", *["Runtime.callFunctionOn"] * 2]


async def test_all_who_load_them_at_once_have_the_same_numbers_of_nodes(page_of) -> None:
    page = await page_of("<button id=a>a</button><button id=b>b</button>")
    many = [scripts.call(page, None, "find", {"target": "interactive"}) for _ in range(4)]
    found = await asyncio.gather(scripts.call(page, None, "facts"), *many)
    assert len({tuple(each["id"] for each in one["elements"]) for one in found[1:]}) == 1


async def test_all_who_ask_a_new_document_have_the_same_world_also_where_one_gives_up(
    page_of,
) -> None:
    page = await page_of("<p>x")
    first, *others = [asyncio.ensure_future(page.world()) for _ in range(5)]
    await asyncio.sleep(0)
    first.cancel()
    worlds = await asyncio.gather(*others)
    assert all(each is worlds[0] for each in worlds)
    assert await page.call(None, "function () { return 1; }") == 1


async def test_the_page_cannot_reach_them(page_of) -> None:
    page = await page_of("<p>x")
    await scripts.handle(page, None)
    reply = await page.session.send("Runtime.evaluate", {"expression": "typeof vm"})
    assert reply["result"]["value"] == "undefined"


async def test_a_function_that_does_not_exist_is_an_error_not_a_hang(page_of) -> None:
    page = await page_of("<p>x")
    with pytest.raises(ScriptFailed):
        await scripts.call(page, None, "noSuchFunction")


async def test_when_the_document_went_away_only_questions_without_numbers_are_asked_again(
    page_of,
) -> None:
    page = await page_of("<p>x")
    for name, argument in (("facts", ()), ("shifts", ([1],))):
        # As if the document was replaced and the event has not arrived yet.
        (await page.world()).context_id = 10_000
        if name == "facts":
            assert (await scripts.call(page, None, name, *argument))["readyState"] == "complete"
        else:
            with pytest.raises(PageNavigated):
                await scripts.call(page, None, name, *argument)


async def test_numbers_of_nodes_are_not_sent_on_to_a_document_that_comes_meanwhile(
    chromium, site
) -> None:
    site.put("/first.html", "<!doctype html><button>a</button>")
    page = await chromium.page(site.url("/first.html"))
    await scripts.call(page, None, "find", {"target": "interactive"})
    site.put("/next.html", "<!doctype html><button>b</button>")
    evaluate, sent = page.evaluate_in, []

    async def slow(world: Any, function: str, *args: Any, **how: Any) -> Any:
        reply = await evaluate(world, function, *args, **how)
        if not sent:  # before the remaining scripts arrive, the document changes
            await goto(page, site.url("/next.html"))
        sent.append(reply.get("value"))
        return reply

    page.evaluate_in = slow
    with pytest.raises(PageNavigated):
        await scripts.call(page, None, "isAlive", 1)
    assert sent == [REST.key]
    await page.close()


async def test_numbers_of_nodes_lead_back_to_them_until_they_are_gone(page_of) -> None:
    page = await page_of("<button id=a>a</button>")
    found = await scripts.call(page, None, "find", {"target": "interactive"})
    number = found["elements"][0]["id"]
    assert await scripts.nodes(page, None, [number]) != [None]
    await page.call(None, "function () { document.getElementById('a').remove(); }")
    assert await scripts.nodes(page, None, [number, 10_000]) == [None, None]


async def test_a_large_answer_survives_half_a_surrogate_pair(page_of) -> None:
    page = await page_of("<button id=a>a</button>")
    await page.call(
        None, r"function () { document.getElementById('a').ariaLabel = 'x\ud800y \u2028\"'; }"
    )
    found = await scripts.call(
        page, None, "find", {"target": "interactive", "describeUpTo": 5, "cap": 5}
    )
    assert found["about"][0]["ariaLabel"] == 'x\ufffdy \u2028"'
