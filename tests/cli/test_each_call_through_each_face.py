"""Each call through each interface: the library, its blocking form, MCP, the shell, function tools.

A case (`call_cases.py`) is defined once: the call, its form in each interface, and its effect on a
page, which is the same for all. `test_defaults.py` compares defaults and ranges of the interfaces
with the table of calls. Features of a single interface are tested with that interface.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from call_cases import CASES, ELSEWHERE, HERE, PAGE
from faces import Blocking, Case, Face, Library, Mcp, Step, Tools, Verbs
from sessions import session_shell
from webserver import LocalSite

import viewmark
from viewmark import sync
from viewmark.attach_policy import TokenBucket
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

TESTS = Path(__file__).parents[1]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("faces")
    (made / "cv.txt").write_text("me")
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def faces(folder: Path) -> AsyncIterator[dict[str, Face]]:
    dispatcher = Dispatcher(Settings(output=folder, allow_script=True))
    dispatcher.state.bucket = TokenBucket(per_minute=100_000)
    blocking = await asyncio.to_thread(sync.launch().__enter__)
    with session_shell(folder, inside=True) as shell:
        async with viewmark.launch() as browser:
            library, tools = await browser.page(), await browser.page()
            blocked = await asyncio.to_thread(blocking.page)
            tab = await dispatcher.state.tabs.new()
            library.upload_folders = blocked.upload_folders = tab.page.upload_folders = (folder,)
            await asyncio.to_thread(shell, "open", "about:blank")
            yield {
                "library": Library(library),
                "sync": Blocking(blocked),
                "mcp": Mcp(dispatcher, tab.page),
                "shell": Verbs(shell),
                "agents": Tools(tools),
            }
    await asyncio.to_thread(blocking.close)
    await dispatcher.close()


def _at(value: Any, names: dict[str, str]) -> Any:
    """Return the value with `$names` replaced."""
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace(f"${name}", text)
        return value
    if isinstance(value, dict):
        return {key: _at(each, names) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_at(each, names) for each in value)
    return value


def _placed(step: Step, names: dict[str, str]) -> Step:
    return Step(**{name: _at(getattr(step, name), names) for name in step.__dataclass_fields__})


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_call_does_the_same_through_each_face(
    case: Case, faces: dict[str, Face], folder: Path, site: LocalSite
) -> None:
    helper = "<script>name_ = () => document.querySelector('#name').value</script>"
    site.put("/shop.html", PAGE + helper)
    site.put("/next.html", "<!doctype html><title>Next</title><p>next")
    site.put("/api", "of the server")
    names = {name: site.url(f"/{name}.html") for name in ("shop", "next")}
    names = {"page": names["shop"], "next": names["next"], "api": site.url("/api")}
    names["folder"] = str(folder)
    steps = [_placed(each, names) for each in case.steps]
    for name, face in faces.items():
        if not face.offers(steps[-1]):
            continue
        await face.do(_placed(HERE, names))
        if case.before:
            await face.ask(case.before)
        for each in steps:
            answer = await face.do(each)
        assert case.says in answer, name
        assert await face.ask(case.effect) == case.want, name
        for each in case.undo:
            await face.do(_placed(each, names))


def test_each_call_of_the_table_is_tried_here_or_said_where() -> None:
    public = {
        name
        for name in dir(viewmark.Page)
        if not name.startswith("_") and inspect.isfunction(getattr(viewmark.Page, name))
    }
    elsewhere = {name for names in ELSEWHERE.values() for name in names.split()}
    tried = {each.call for case in CASES for each in (*case.steps, *case.undo)}
    assert tried | elsewhere == public
    assert not tried & elsewhere
    assert [each for each in ELSEWHERE if not (TESTS / each).exists()] == []
