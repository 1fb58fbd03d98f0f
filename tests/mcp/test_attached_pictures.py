"""Images attached by `configure`: to which results, when they are taken, why one is missing."""

from __future__ import annotations

import base64
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from PIL import Image
from webserver import LocalSite

from viewmark.mcp.content import blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

PAGE = """<!doctype html><title>Colours</title><body style="margin:0;background:#f00">
<button onclick="document.body.style.background = '#00f'">Blue</button>"""


@pytest_asyncio.fixture(loop_scope="session")
async def dispatcher(tmp_path: Path, site: LocalSite) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(output=tmp_path))
    site.put("/colours.html", PAGE)
    await answer(dispatcher, "interact", what="navigate", url=site.url("/colours.html"))
    yield dispatcher
    await dispatcher.close()


async def answer(dispatcher: Dispatcher, tool: str, **arguments: Any) -> list[dict[str, Any]]:
    return list(blocks(await dispatcher.call(tool, arguments)))


async def kinds(dispatcher: Dispatcher, tool: str, **arguments: Any) -> list[str]:
    return [block["type"] for block in await answer(dispatcher, tool, **arguments)]


async def mode(dispatcher: Dispatcher, name: str, most: int = 50) -> None:
    settings = {"screenshot_mode": name, "screenshot_cooldown_s": 0, "screenshot_session_max": most}
    await answer(dispatcher, "configure", action="capture", settings=settings)


async def test_in_mode_on_each_answer_of_observe_and_generate_ends_in_a_jpeg(
    dispatcher: Dispatcher,
) -> None:
    await mode(dispatcher, "on")
    asked = [("observe", what) for what in ("page", "dom", "errors", "logs", "network", "tabs")]
    asked += [("generate", what) for what in ("har", "reproduction", "test")]
    for tool, what in asked:
        last = (await answer(dispatcher, tool, what=what))[-1]
        assert (last["type"], last["mimeType"]) == ("image", "image/jpeg"), what
        assert base64.b64decode(last["data"], validate=True)[:3] == b"\xff\xd8\xff"
    assert "image" not in await kinds(dispatcher, "configure", what="status")


async def test_in_mode_errors_only_the_list_of_errors_and_failed_calls_have_one(
    dispatcher: Dispatcher,
) -> None:
    await mode(dispatcher, "errors_only")
    assert await kinds(dispatcher, "observe", what="errors") == ["text", "image"]
    assert (await kinds(dispatcher, "interact", what="click", ref="@nobody"))[-1] == "image"
    for what in ("page", "logs", "network"):
        assert "image" not in await kinds(dispatcher, "observe", what=what)
    assert "image" not in await kinds(dispatcher, "generate", what="har")


async def test_each_picture_is_taken_for_its_answer(dispatcher: Dispatcher) -> None:
    await mode(dispatcher, "on")

    async def corner() -> tuple[int, int, int]:
        data = (await answer(dispatcher, "observe", what="logs"))[-1]["data"]
        with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
            red, green, blue = picture.convert("RGB").getpixel((1000, 600))  # type: ignore[misc]
            return red > 200, green > 200, blue > 200  # type: ignore[return-value]

    assert await corner() == (True, False, False)
    await answer(dispatcher, "interact", what="click", selector="button")
    assert await corner() == (False, False, True)


async def test_where_a_picture_is_missing_a_text_says_why(dispatcher: Dispatcher) -> None:
    await mode(dispatcher, "on", most=1)
    assert await kinds(dispatcher, "observe", what="logs") == ["text", "image"]
    over = await answer(dispatcher, "observe", what="logs")
    assert [block["type"] for block in over] == ["text", "text"]
    assert over[-1]["text"] == "[Screenshot unavailable: session limit reached (1/1)]"


async def test_points_are_pixels_of_the_attached_picture_if_it_is_the_newest(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    corner = "position:fixed;left:1150px;top:650px;width:100px;height:50px"
    site.put("/far.html", f"<!doctype html><button style='{corner}'>Far</button>")
    await answer(dispatcher, "act", do=[f"go {site.url('/far.html')}"], picture=True)  # 1046x588
    await answer(dispatcher, "observe", what="text", include_screenshot=True)  # 1280x720
    done = await answer(dispatcher, "act", do=["click 1200,675"])
    assert "click button 'Far'" in done[0]["text"]
