"""Pages of other clients: all their frames, a session of our own, and no traces afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from site_of_frames import BUTTONS, put_frames
from webserver import LocalSite

import viewmark
from viewmark.browser.cdp.session import Session
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.errors import ConnectionFailed, InvalidOption, TabNotFound


class Client:
    """Another client's session, reduced to `send` and `on`."""

    def __init__(self, session: Session, *, refuses: str = "") -> None:
        self._session, self._refuses = session, refuses
        self.sent: list[str] = []
        self.handlers: list[tuple[str, Any]] = []

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.sent.append(method)
        if method == self._refuses:
            raise RuntimeError(f"{method}: Not allowed")
        return await self._session.send(method, params)

    def on(self, event: str, handler: Callable[..., Any]) -> None:
        self.handlers.append((event, handler))
        self._session.on(event, handler)

    def remove_listener(self, event: str, handler: Callable[..., Any]) -> None:
        self.handlers.remove((event, handler))


@pytest.fixture
async def theirs(chromium: ChromeBrowser, site: LocalSite) -> Any:
    """Another client's session with a page of four frames in three processes."""
    page = await chromium.page(put_frames(site))
    session = await chromium.connection.attach(page.session.target_id)
    yield session
    await page.close()


def address_of(chromium: ChromeBrowser) -> str:
    assert chromium.process is not None
    return chromium.process.endpoint.removeprefix("ws://").split("/")[0]


async def value(session: Session, expression: str) -> Any:
    answer = await session.send("Runtime.evaluate", {"expression": expression})
    return answer["result"].get("value")


async def test_frames_of_other_processes_are_reached_through_send_and_on(
    theirs: Session, site: LocalSite, bounded: Callable[..., Any]
) -> None:
    async with viewmark.wrap(Client(theirs)) as page:
        seen = await page.observe(annotate=True)
        assert {each.name for each in seen} == {*BUTTONS, "Name"}
        assert seen.missing_frames == ()
        for name in BUTTONS:
            (found,) = [each for each in seen if each.name == name]
            await page.click(found.label if name == "Nested" else found.ref)
    done = await value(theirs, "document.querySelector('#top').dataset.done")
    assert done == "1"


async def test_a_browser_that_lets_nobody_attach_names_the_frames_that_are_missing(
    theirs: Session,
) -> None:
    client = Client(theirs, refuses="Target.attachToTarget")
    async with viewmark.wrap(client) as page:
        seen = await page.observe()
        assert {each.name for each in seen} == {"Top", "Same", "Name"}
        (missing,) = seen.missing_frames
        assert missing.startswith("#fo: ")
        assert f"missing frame: {missing}" in seen.lines()
        assert seen.to_json()["missing_frames"] == [missing]
        await page.emulate(locale="de-DE")
    assert page.closed
    assert await value(theirs, "navigator.language") != "de-DE"


async def test_closing_leaves_the_page_to_its_owner_as_it_was(theirs: Session) -> None:
    facts = "[innerWidth, navigator.language, document.documentElement.outerHTML].join()"
    before = await value(theirs, facts)
    client = Client(theirs)
    heard: list[str] = []
    await theirs.send("Page.enable")
    theirs.on("Page.loadEventFired", lambda _: heard.append("load"))
    page = await viewmark.wrap(client)
    await page.emulate(locale="de-DE", color_scheme="dark")
    await page.set_viewport(width=600, height=400)
    drawing = await page.draw(prompt="Look")
    assert drawing.correlation_id
    assert await value(theirs, facts) != before
    await page.close()
    await page.close()
    assert page.closed
    with pytest.raises(TabNotFound):
        await page.observe()
    assert await value(theirs, facts) == before
    assert client.handlers == []
    assert {each.split(".")[0] for each in client.sent} == {"Target"}  # no domain was enabled
    async with theirs.stream("Page.loadEventFired") as events:
        await theirs.send("Page.reload")
        async for _ in events:
            break
    assert heard == ["load"]


async def test_closed_follows_the_owner(
    theirs: Session, chromium: ChromeBrowser, bounded: Callable[..., Any]
) -> None:
    page = await viewmark.wrap(Client(theirs))
    hanging = asyncio.ensure_future(
        page.browser_page.call(None, "() => new Promise(() => {})", timeout=300)
    )
    await page.observe()
    await chromium.connection.browser.send("Target.closeTarget", {"targetId": theirs.target_id})
    with pytest.raises(TabNotFound):
        await bounded(hanging)
    assert page.closed


async def test_both_can_be_at_the_page_at_once(theirs: Session) -> None:
    async with viewmark.wrap(Client(theirs)) as page:
        button = next(each for each in await page.observe() if each.name == "Top")

        async def owner_acts() -> None:
            for number in range(20):
                await value(theirs, f"document.querySelector('#name').value = '{number}'")
                await theirs.send("DOM.enable")
                await theirs.send("DOM.disable")
                await theirs.send("Runtime.enable")
                await theirs.send("Runtime.disable")

        looks = [page.observe(annotate=True) for _ in range(4)]
        *seen, _ = await asyncio.gather(*looks, owner_acts())
        assert all(len(each) == 5 for each in seen)
        assert str((await page.click(button.ref)).hit) == "button 'Top'"


async def test_elements_carry_the_ids_by_which_the_owner_knows_them(theirs: Session) -> None:
    async with viewmark.wrap(Client(theirs)) as page:
        seen = await page.observe(include=["backend_node_ids"])
        assert all(isinstance(each.backend_node_id, int) for each in seen)
        for name in ("Top", "Same"):
            (found,) = [each for each in seen if each.name == name]
            id_ = found.to_json()["backend_node_id"]
            resolved = await theirs.send("DOM.resolveNode", {"backendNodeId": id_})
            told = await theirs.send(
                "Runtime.callFunctionOn",
                {
                    "objectId": resolved["object"]["objectId"],
                    "functionDeclaration": "function () { return this.id }",
                },
            )
            assert told["result"]["value"] == name.lower()
        plain = await page.observe()
        assert {each.backend_node_id for each in plain} == {None}
        assert "backend_node_id" not in plain.to_json()["annotations"][0]


async def test_an_address_is_one_of_a_browser_or_of_a_tab(
    theirs: Session, chromium: ChromeBrowser
) -> None:
    host, tab = address_of(chromium), theirs.target_id
    for address, options in (
        (f"ws://{host}/devtools/page/{tab}", {}),
        (f"http://{host}", {"tab_id": tab}),
        (host, {"tab_id": tab, "headers": {"Authorization": "Bearer x"}}),
    ):
        async with viewmark.wrap(address, **options) as page:  # type: ignore[arg-type]
            assert {each.name for each in await page.observe()} == {*BUTTONS, "Name"}
        assert page.closed
    assert await value(theirs, "document.title") == "Top"


async def test_an_address_that_does_not_tell_the_tab_is_refused_with_the_tabs(
    theirs: Session, chromium: ChromeBrowser, closed_port: int
) -> None:
    await chromium.page()
    host = address_of(chromium)
    with pytest.raises(InvalidOption, match=theirs.target_id) as refused:
        await viewmark.wrap(host)
    assert "tab_id" in str(refused.value)
    with pytest.raises(TabNotFound):
        await viewmark.wrap(host, tab_id="none")
    with pytest.raises(ConnectionFailed):
        await viewmark.wrap(f"127.0.0.1:{closed_port}", tab_id="x")
    with pytest.raises(InvalidOption, match="headers"):
        await viewmark.wrap(Client(theirs), headers={"A": "b"})
    with pytest.raises(InvalidOption, match="Playwright"):
        await viewmark.wrap(42)


async def test_the_blocking_face_takes_addresses_too(
    theirs: Session, chromium: ChromeBrowser
) -> None:
    address = f"ws://{address_of(chromium)}/devtools/page/{theirs.target_id}"

    def use() -> bool:
        with viewmark.sync.wrap(address) as page:
            assert len(page.observe(annotate=True)) == 5
            assert not page.closed
        page.close()
        return page.closed

    assert await asyncio.to_thread(use)


async def test_a_dialog_of_the_page_does_not_lock_the_owners_session_out(
    theirs: Session, bounded: Callable[..., Any]
) -> None:
    await theirs.send("Page.enable")
    async with viewmark.wrap(Client(theirs)) as page:
        await theirs.send("Runtime.evaluate", {"expression": "setTimeout(() => alert(1))"})
        assert (await bounded(page.wait_for_dialog())).message == "1"
        await page.answer_dialog(accept=True)
        assert len(await page.observe()) == 5
