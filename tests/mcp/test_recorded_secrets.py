"""Text typed into a secret field is in no recorded step or test, however the field was given."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from long_forms import short_of
from webserver import LocalSite

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

SECRET = "Hunter2Zx"
FORM = """<!doctype html><title>In</title><style>*{margin:0}input,div,select{display:block;
width:200px;height:30px}</style><form action="/done.html"><input id=p type=password name=pwx>
<input id=u name=who aria-label=User><button id=go>Go</button></form>
<div id=rich contenteditable>open <b style="-webkit-text-security:disc">dots</b></div>
<select id=m autocomplete=cc-exp-month><option>-<option>Hunter2Zx</select>"""

Do = "Callable[..., Awaitable[str]]"
Case = "tuple[Callable[[Do], Awaitable[None]], bool]"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher() -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(answers="json"))
    yield dispatcher
    await dispatcher.close()


async def by_selector(do: Do) -> None:
    await do("type", selector="#p", text=SECRET, submit=True)


async def by_focus(do: Do) -> None:
    await do("click", selector="#p")
    await do("type", text=SECRET, submit=True)


async def by_coordinates(do: Do) -> None:
    await do("type", x=50, y=15, text=SECRET, submit=True, coordinates="css")


async def key_by_key(do: Do) -> None:
    await do("click", selector="#p")
    for key in SECRET:
        await do("keypress", key=key)
    await do("keypress", key="Enter")


async def keys_with_a_target(do: Do) -> None:
    for key in SECRET:
        await do("keypress", selector="#p", key=key)


async def by_typing_keys(do: Do) -> None:
    await do("type", selector="#p", text=SECRET, keys=True)
    await do("click", selector="#go")


async def into_dots_of_rich_text(do: Do) -> None:
    await do("type", selector="#rich", text=SECRET)


async def keys_into_dots_of_rich_text(do: Do) -> None:
    await do("type", selector="#rich", text="")
    for key in SECRET:
        await do("keypress", key=key)


async def by_choosing(do: Do) -> None:
    await do("select", selector="#m", value=SECRET)


WAYS = (
    by_selector,
    by_focus,
    by_coordinates,
    key_by_key,
    keys_with_a_target,
    by_typing_keys,
    into_dots_of_rich_text,
    keys_into_dots_of_rich_text,
    by_choosing,
)


CASES = [(way, frame) for frame in (False, True) for way in WAYS]


@pytest.mark.parametrize(
    "case",
    short_of(CASES, *CASES[: len(WAYS)], (by_selector, True), (key_by_key, True)),
    ids=lambda case: f"{case[0].__name__}-{'frame' if case[1] else 'page'}",
)
async def test_no_step_and_no_test_holds_what_was_typed(
    dispatcher: Dispatcher, site: LocalSite, case: Case
) -> None:
    way, frame = case
    site.put("/form.html", FORM)
    site.put("/done.html", "<!doctype html><title>Done</title>")
    site.put(
        "/framed.html",
        "<!doctype html><style>*{margin:0;border:0}</style><iframe "
        'width=600 height=400 src="/form.html"></iframe>',
    )
    told: list[str] = []

    async def do(what: str, **args: Any) -> str:
        if frame and "selector" in args:
            args["selector"] = f"iframe >> internal:control=enter-frame >> {args['selector']}"
        answer = await dispatcher.call("interact", {"what": what, **args})
        assert not answer.failed, answer.text
        told.append(answer.text)
        return answer.text

    tab = json.loads((await dispatcher.call("interact", {"what": "new_tab"})).text)["tab_id"]
    await do("navigate", url=site.url("/framed.html" if frame else "/form.html"))
    await do("type", selector="#u", text="mara")
    await way(do)
    made = [(await dispatcher.call("generate", {"what": w})).text for w in ("reproduction", "test")]
    seen = [
        (await dispatcher.call("observe", {"what": w})).text for w in ("page", "network", "logs")
    ]
    await dispatcher.call("interact", {"what": "close_tab", "tab_id": tab})
    assert "mara" in made[0], "what is not secret is told"
    assert "secret" in made[0]
    compile(made[1], "test.py", "exec")
    for text in (*told, *made, *seen):
        assert SECRET not in text
        assert not any(f"Press {key}" in text or f'"{key}")' in text for key in SECRET)
