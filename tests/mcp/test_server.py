"""The server as seen by a client: a process on stdio, the SDK's client, a real page."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.session import ClientSession
from PIL import Image
from serving import mcp_session
from webserver import LocalSite

from viewmark.mcp.tools import TOOLS

PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1>
<label>Name <input id="name"></label><label>Code <input id="code" type="password"></label>
<button id="buy" onclick="document.title = 'Bought by ' + document.getElementById('name').value">
Buy</button>
<button id="fail" onclick="null.boom()">Fail</button>
<button id="talk" onclick="console.warn('hello', 42); fetch('/missing.json')">Talk</button>"""


class Client:
    """Shortcuts for the SDK's session."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def raw(self, tool: str, **arguments: Any) -> Any:
        return await asyncio.wait_for(self.session.call_tool(tool, arguments), 30)

    async def text(self, tool: str, **arguments: Any) -> str:
        answer = await self.raw(tool, **arguments)
        assert not answer.is_error, answer.content
        return "\n".join(b.text for b in answer.content if b.type == "text")

    async def json(self, tool: str, **arguments: Any) -> Any:
        return json.loads(await self.text(tool, **arguments))

    async def error(self, tool: str, **arguments: Any) -> dict[str, Any]:
        answer = await self.raw(tool, **arguments)
        assert answer.is_error
        sentence, _, machine = answer.content[0].text.partition("\n")
        facts: dict[str, Any] = {"message": sentence} | json.loads(machine.partition("\n")[0])
        assert "Traceback" not in answer.content[0].text
        return facts


@asynccontextmanager
async def serving(folder: Path, *flags: str, process: bool = False) -> AsyncIterator[Client]:
    """A server and its client; options as `mcp_session`."""
    async with mcp_session(folder, *flags, process=process) as session:
        yield Client(session)


def image(answer: Any) -> Image.Image:
    block = next(b for b in answer.content if b.type == "image")
    return Image.open(io.BytesIO(base64.b64decode(block.data)))


@pytest.mark.full_browser
async def test_the_whole_job_over_stdio(tmp_path: Path, site: LocalSite) -> None:
    site.put("/shop.html", PAGE)
    async with serving(tmp_path, process=True) as client:
        told = await client.json("interact", what="navigate", url=site.url("/shop.html"))
        assert told["title"] == "Shop"

        seen = await client.raw("observe", what="page", annotate_screenshot=True, map="json")
        assert [b.type for b in seen.content][:2] == ["image", "text"]
        assert seen.structured_content is None
        assert image(seen).size == (1280, 720)
        found = json.loads(seen.content[1].text)
        rows = {a["name"]: a for a in found["annotations"]}
        assert rows["Buy"]["ref"] == "@buy"
        assert rows["Buy"]["interactionHint"] == "clickable"

        typed = await client.json("interact", what="type", ref="@name", text="Mara")
        assert typed["length"] == 4
        clicked = await client.json(
            "interact", what="click", label=rows["Buy"]["label"], frame_id=found["frame_id"]
        )
        assert clicked["hit"]["ref"] == "@buy"
        page = (await client.json("observe", what="page"))["page"]
        assert page["title"] == "Bought by Mara"
        assert page["headings"] == [{"level": 1, "text": "Shop"}]

        await client.json("interact", what="click", ref="@fail")
        errors = await client.text("observe", what="errors")
        assert "1 error(s), cursor 1" in errors
        assert "TypeError" in errors
        assert "shop.html:" in errors
        assert "0 error(s)" in await client.text("observe", what="errors", cursor=1)

        await client.json("interact", what="click", ref="@talk")
        assert "warn: hello 42" in await client.text("observe", what="logs", min_level="warn")

        await client.json("interact", what="type", ref="@code", text="top-secret-9")
        steps = await client.text("generate", what="reproduction")
        assert 'Type "Mara"' in steps
        assert "(secret)" in steps
        everything = steps + await client.text("generate", what="test")
        everything += await client.text("observe", what="dom")
        everything += await client.text("observe", what="accessibility")
        everything += await client.text("observe", what="page", annotate_screenshot=True)
        assert "top-secret-9" not in everything
        archive = await client.json("generate", what="har")
        assert any("missing.json" in e["request"]["url"] for e in archive["log"]["entries"])
    log = (tmp_path / "stderr.txt").read_text()
    assert "top-secret-9" not in log
    assert "Traceback" not in log


async def test_attached_pictures_follow_the_mode_and_the_limits(
    tmp_path: Path, site: LocalSite
) -> None:
    site.put("/shop.html", PAGE)
    async with serving(tmp_path) as client:
        await client.json("interact", what="navigate", url=site.url("/shop.html"))
        plain = await client.raw("observe", what="logs")
        assert [b.type for b in plain.content] == ["text"]

        on = {"screenshot_mode": "on", "screenshot_cooldown_s": 0, "screenshot_session_max": 3}
        first = await client.text("configure", action="capture", settings=on)
        assert "Screenshots may contain sensitive page content" in first
        again = await client.text("configure", action="capture", settings=on)
        assert "sensitive" not in again

        logs = await client.raw("observe", what="logs")
        assert [b.type for b in logs.content] == ["text", "image"]
        assert logs.content[-1].mime_type == "image/jpeg"
        failed = await client.raw("interact", what="click", ref="@nobody")
        assert failed.is_error
        assert failed.content[-1].type == "image"
        asked = await client.raw("observe", what="page", annotate_screenshot=True)
        assert [b.type for b in asked.content].count("image") == 1

        await client.raw("generate", what="har")
        over = await client.raw("observe", what="logs")
        assert over.content[-1].text == "[Screenshot unavailable: session limit reached (3/3)]"

        await client.text(
            "configure", action="capture", settings={"screenshot_mode": "errors_only"}
        )
        quiet = await client.raw("observe", what="logs")
        assert [b.type for b in quiet.content] == ["text"]


async def test_asked_pictures_have_a_budget_of_their_own(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
        await client.json("interact", what="navigate", url="data:text/html,<button>Go</button>")
        for _ in range(60):
            await client.raw("observe", what="screenshot", scale=0.1)
        facts = None
        for _ in range(40):  # the rate limit refills once per second
            answer = await client.raw("observe", what="screenshot", scale=0.1)
            if answer.is_error:
                facts = json.loads(answer.content[0].text.split("\n")[1])
                break
        assert facts is not None
        assert facts["error_code"] == "rate_limited"
        assert 0 < facts["nextAllowedIn"] <= 1000


async def test_coordinates_of_a_picture_hit_what_it_shows(tmp_path: Path, site: LocalSite) -> None:
    site.put(
        "/a.html",
        "<!doctype html><body style='margin:0;height:3000px'>"
        "<button style='position:absolute;left:400px;top:1300px;width:80px;height:40px'"
        " onclick='document.title=\"hit\"'>Far</button>",
    )
    async with serving(tmp_path) as client:
        await client.json("interact", what="navigate", url=site.url("/a.html"))
        shot = await client.raw("observe", what="screenshot", scroll={"y": 1000}, scale=0.5)
        told = json.loads(shot.content[1].text)
        assert told["viewport_bounds"]["scroll_y"] == 1000
        assert image(shot).size == (640, 360)
        await client.json("interact", what="click", x=220, y=160, frame_id=told["frame_id"])
        assert (await client.json("observe", what="page"))["page"]["title"] == "hit"
        facts = await client.error("interact", what="click", x=700, y=10, frame_id=told["frame_id"])
        assert facts["error_code"] == "invalid_coordinates"
        assert "640" in facts["message"]


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("observe", {}, "invalid_option"),
        ("observe", {"what": "pages"}, "invalid_option"),
        ("observe", {"what": "page", "max_annotations": "fifty"}, "invalid_option"),
        ("observe", {"what": "page", "colour": "red"}, "unknown_parameter"),
        ("observe", {"what": "page", "annotate_screenshot": {"x": 1}}, "unknown_parameter"),
        (
            "observe",
            {"what": "page", "annotate_screenshot": True, "style": {"x": 1}},
            "unknown_parameter",
        ),
        (
            "observe",
            {
                "what": "page",
                "annotate_screenshot": True,
                "annotation_target": "custom",
                "annotation_selector": "div[[",
            },
            "invalid_selector",
        ),
        ("observe", {"what": "page", "tab_id": "nobody"}, "tab_not_found"),
        (
            "observe",
            {"what": "page", "annotate_screenshot": True, "save_to": "../x.jpg"},
            "path_not_allowed",
        ),
        ("interact", {"what": "click"}, "invalid_option"),
        ("interact", {"what": "click", "ref": "@a", "selector": "b"}, "invalid_option"),
        ("interact", {"what": "click", "label": 99}, "element_not_found"),
        ("interact", {"what": "click", "selector": "#missing"}, "element_not_found"),
        ("interact", {"what": "click", "selector": "x" * 1_000_000}, "invalid_option"),
        ("interact", {"what": "keypress", "key": "Entre"}, "unknown_key"),
        ("interact", {"what": "navigate", "url": "file:///etc/passwd"}, "origin_not_allowed"),
        ("interact", {"what": "navigate", "url": "http://127.0.0.1:1/"}, "navigation_failed"),
        ("analyze", {"what": "annotation_detail", "correlation_id": "x"}, "correlation_expired"),
        ("configure", {"what": "capture", "settings": {"screenshot_mode": "x"}}, "invalid_option"),
        ("generate", {"what": "annotation_report"}, "no_annotations"),
        ("nothing", {"what": "page"}, "invalid_option"),
    ],
    ids=lambda v: str(v)[:40],
)
async def test_whatever_a_model_sends_is_answered_with_its_code(
    one_server: Client, tool: str, arguments: dict[str, Any], code: str
) -> None:
    facts = await one_server.error(tool, **arguments)
    assert facts["error_code"] == code
    assert " " in facts["message"]


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One server for the table of mistakes, run by an event loop of its own."""
    from anyio.from_thread import start_blocking_portal

    folder = tmp_path_factory.mktemp("server")

    class Portal:
        def __init__(self, portal: Any, client: Client) -> None:
            self._portal, self._client = portal, client

        async def error(self, tool: str, **arguments: Any) -> dict[str, Any]:
            def call() -> dict[str, Any]:
                facts: dict[str, Any] = self._portal.call(
                    lambda: self._client.error(tool, **arguments)
                )
                return facts

            return await asyncio.to_thread(call)

    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(folder)) as client,
    ):
        yield Portal(portal, client)


async def test_a_browser_killed_in_mid_call_is_told_and_replaced(
    tmp_path: Path, site: LocalSite
) -> None:
    site.put("/shop.html", PAGE)
    async with serving(tmp_path, process=True) as client:
        await client.json("interact", what="navigate", url=site.url("/shop.html"))
        await client.json("observe", what="page")
        looking = asyncio.ensure_future(
            client.raw("interact", what="wait_for", selector="#never", timeout_s=30)
        )
        await client.text("observe", what="tabs")  # received a reply after the wait had started
        for pid in _children(_server_pid(tmp_path)):
            os.kill(pid, signal.SIGKILL)
        answer = await asyncio.wait_for(looking, 20)
        assert answer.is_error
        facts = json.loads(answer.content[0].text.split("\n")[1])
        assert facts["error_code"] in ("connection_lost", "tab_not_found")
        assert "was started anew" in await client.text("observe", what="page")
        assert "was started anew" not in await client.text("observe", what="page")
        told = await client.json("interact", what="navigate", url=site.url("/shop.html"))
        assert told["title"] == "Shop"


def _server_pid(folder: Path) -> int:
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                words = Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0")
                if b"mcp" in words and os.readlink(f"/proc/{name}/cwd") == str(folder):
                    return int(name)
            except OSError:
                continue
    raise AssertionError("the server is not running")


def _resident_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


@pytest.mark.long
async def test_two_hundred_calls_in_a_row_do_not_grow(tmp_path: Path, site: LocalSite) -> None:
    """Observations, logs, requests, steps and images are bounded, so memory use levels off."""
    rows = "".join(f"<button>B{i}</button><input aria-label=I{i}>" for i in range(40))
    script = "<script>console.log('x'.repeat(1000)); fetch('/api')</script>"
    site.put("/grow.html", f"<!doctype html><title>Grow</title>{rows}{script}")
    async with serving(tmp_path, process=True) as client:
        await client.json("interact", what="navigate", url=site.url("/grow.html"))
        seen = await client.json("observe", what="page", annotate_screenshot=True, map="json")

        async def round_of_calls(number: int) -> None:
            await client.json("interact", what="type", ref=seen["annotations"][1]["ref"], text="a")
            await client.json("interact", what="click", selector=f'text="B{number % 40}"')
            await client.json("observe", what="page", map="json", since=seen["frame_id"])
            await client.text("observe", what="logs", min_level="warn")
            await client.text("observe", what="dom")

        pid = _server_pid(tmp_path)
        sizes = []
        for number in range(40):
            await round_of_calls(number)
            if number in (19, 39):
                sizes.append(_resident_kb(pid))
        assert sizes[1] - sizes[0] < 8_000, sizes
        kept = await client.session.list_resources()
        assert len(kept.resources) == 2


async def test_many_calls_at_once_do_not_mix(tmp_path: Path, site: LocalSite) -> None:
    for n in range(4):
        site.put(f"/{n}.html", f"<!doctype html><title>T{n}</title><button>B{n}</button>")
    async with serving(tmp_path) as client:
        ids = []
        for n in range(4):
            tab = await client.json("interact", what="new_tab", url=site.url(f"/{n}.html"))
            ids.append(tab["tab_id"])
        answers = await asyncio.gather(
            *(
                client.json(
                    "observe", what="page", annotate_screenshot=True, map="json", tab_id=ids[n % 4]
                )
                for n in range(20)
            )
        )
        for n, told in enumerate(answers):
            assert told["page"]["title"] == f"T{n % 4}"
            assert [a["name"] for a in told["annotations"]] == [f"B{n % 4}"]


async def test_the_tool_list_is_constant_and_its_hints_are_true(tmp_path: Path) -> None:
    async with serving(tmp_path) as client:
        before = await client.session.list_tools()
        await client.json("interact", what="navigate", url="data:text/html,x")
        after = await client.session.list_tools()
        assert before.tools == after.tools
        assert [t.name for t in before.tools] == [t.name for t in TOOLS]
        hints = {t.name: t.annotations for t in before.tools}
        assert hints["interact"].destructive_hint
        assert [n for n, h in hints.items() if h.read_only_hint] == ["analyze"]
        assert client.session.initialize_result.instructions.startswith("viewmark shows you")
        prompts = await client.session.list_prompts()
        shown = await client.session.get_prompt(prompts.prompts[0].name)
        assert "act {do:" in shown.messages[0].content.text


async def test_pictures_can_be_saved_read_again_and_left_out(tmp_path: Path) -> None:
    async with serving(tmp_path, "--output", "made") as client:
        await client.json("interact", what="navigate", url="data:text/html,<button>Go</button>")
        saved = await client.raw(
            "observe", what="page", annotate_screenshot=True, save_to="shots/one.jpg"
        )
        assert not saved.is_error, saved.content
        assert "image" not in [b.type for b in saved.content]
        assert (tmp_path / "made" / "shots" / "one.jpg").exists()
        links = [b for b in saved.content if b.type == "resource_link"]
        assert [b.name.split()[0] for b in links] == ["marked", "clean"]
        read = await client.session.read_resource(links[1].uri)
        clean = Image.open(io.BytesIO(base64.b64decode(read.contents[0].blob)))
        assert clean.size == (1280, 720)

        first = await client.json("observe", what="screenshot")
        again = await client.raw("observe", what="screenshot", if_changed=first["frame_id"])
        assert "image" not in [b.type for b in again.content]
        assert f"unchanged since {first['frame_id']}" in again.content[-1].text


async def test_the_server_ends_with_its_client_and_leaves_no_browser(tmp_path: Path) -> None:
    async with serving(tmp_path, process=True) as client:
        await client.json("interact", what="navigate", url="data:text/html,x")
        server = _server_pid(tmp_path)
        children = _children(server)
        assert children
    for _ in range(1500):
        if not _alive(server, *children):
            break
        await asyncio.sleep(0.01)
    else:
        raise AssertionError("the server or its browser is still there")


def _alive(*pids: int) -> bool:
    return any(Path(f"/proc/{pid}").exists() for pid in pids)


def _children(parent: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                stat = Path(f"/proc/{name}/stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == parent:
                found += [int(name), *_children(int(name))]
    return found
