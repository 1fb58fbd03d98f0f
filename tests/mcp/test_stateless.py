"""HTTP without sessions (revision 2026-07-28): which observation and browser a call refers to."""

from __future__ import annotations

import http.client
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from long_forms import short_of
from serving import http_server
from webserver import LocalSite

from viewmark.mcp.sessions import Sessions

REVISION = "2026-07-28"


class Client:
    """A client of the newest revision, in which each call is independent."""

    def __init__(self, address: str, token: str, name: str) -> None:
        self._host, self._token, self.name = urlsplit(address).netloc, token, name
        self._link = http.client.HTTPConnection(self._host, timeout=60)

    def call(self, tool: str, **arguments: Any) -> tuple[bool, str]:
        """Return whether the call succeeded, and the text of the result."""
        who = "io.modelcontextprotocol/"
        meta = {
            f"{who}protocolVersion": REVISION,
            f"{who}clientCapabilities": {},
            f"{who}clientInfo": {"name": self.name, "version": "1"},
        }
        params = {"name": tool, "arguments": arguments, "_meta": meta}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        self._link.request(
            "POST",
            "/mcp",
            json.dumps(body),
            {
                "Authorization": f"Bearer {self._token}",
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": REVISION,
                "Mcp-Method": "tools/call",
                "Mcp-Name": tool,
            },
        )
        text = self._link.getresponse().read().decode()
        lines = [line for line in text.splitlines() if line.startswith("data:")]
        answer = json.loads(lines[-1].removeprefix("data:") if lines else text)
        result = answer["result"]
        said = "\n".join(each["text"] for each in result["content"] if each["type"] == "text")
        return not result.get("isError", False), said

    def close(self) -> None:
        self._link.close()

    def look(self) -> str | None:
        """Observe the current tab with marks; return the frame_id, or None at the rate limit."""
        done, said = self.call(
            "observe", what="page", annotate_screenshot=True, map="json", max_base64=20_000
        )
        if "rate_limited" in said:
            return None
        assert done, said
        return str(json.loads(said)["frame_id"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, list[str]]]:
    """URL, token and first lines of output of a running server."""
    with http_server(tmp_path_factory.mktemp("server"), lines=3) as made:
        yield made.url, made.token, made.head


@pytest.fixture
def client_of(server: tuple[str, str, list[str]]) -> Iterator[Callable[[str], Client]]:
    """Makes clients with given names."""
    made: list[Client] = []

    def make(name: str) -> Client:
        made.append(Client(*server[:2], name))
        return made[-1]

    yield make
    for each in made:
        each.close()


def put(site: LocalSite, owner: str) -> str:
    """Return a page whose buttons show their owner and the number of presses."""
    buttons = "".join(
        f"<button onclick='document.title = `{owner} ${{++n}}`'>{owner} {i}</button>"
        for i in range(4)
    )
    site.put(
        f"/{owner}.html", f"<!doctype html><title>{owner} 0</title>{buttons}<script>n=0</script>"
    )
    return site.url(f"/{owner}.html")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("calls", short_of([30, 100, 2000], 30))
def test_a_label_never_presses_what_another_client_of_the_same_name_looked_at(
    client_of: Callable[[str], Client], site: LocalSite, calls: int
) -> None:
    a, b = (client_of(f"agent {calls}") for _ in "ab")
    own: dict[Client, str] = {}
    looks: dict[Client, list[str]] = {}
    for client, owner in ((a, "alice"), (b, "bob")):
        assert client.call("interact", what="new_tab")[0]
        assert client.call("interact", what="navigate", url=put(site, owner))[0]
        first = client.look()
        assert first is not None
        own[client], looks[client] = owner, [first]
    choose = random.Random(7)
    pressed = {a: 0, b: 0}
    refused = wrong = 0
    for _ in range(calls):
        client = choose.choice((a, b))
        act = choose.choice(("look", "bare", "point", "framed", "framed"))
        if act == "look":  # observes the current tab, which may belong to the other client
            tab = json.loads(client.call("observe", what="tabs", map="json")[1])["tabs"]
            mine = next(t["tab_id"] for t in tab if own[client] in t["title"])
            assert client.call("interact", what="switch_tab", tab_id=mine)[0]
            if (seen := client.look()) is not None:
                looks[client] = [*looks[client][-3:], seen]
            continue
        if act == "framed":
            frame_id = choose.choice(looks[client])
            done, said = client.call("interact", what="click", label=2, frame_id=frame_id)
            assert done, said
            pressed[client] += 1
            wrong += f"{own[client]} 1" not in said
            continue
        where = {"label": 2} if act == "bare" else {"x": 40, "y": 20}
        done, said = client.call("interact", what="click", **where)
        assert not done
        assert "Send the frame_id of your own look" in said
        refused += 1
    assert wrong == 0
    assert refused > calls / 10
    titles = json.loads(a.call("observe", what="tabs", map="json")[1])["tabs"]
    for client in (a, b):  # each page received its own client's clicks only
        assert f"{own[client]} {pressed[client]}" in {t["title"] for t in titles}


def test_clients_of_different_names_have_browsers_of_their_own(
    client_of: Callable[[str], Client], site: LocalSite
) -> None:
    site.put("/mail.html", "<!doctype html><title>Mail of Alice</title><input id=u>")
    alice, bob = client_of("alice"), client_of("bob")
    assert alice.call("interact", what="navigate", url=site.url("/mail.html"))[0]
    assert alice.call("interact", what="type", selector="#u", text="alice@secret.example")[0]
    told = bob.call("observe", what="get", selector="#u", property="value")[1]
    assert "alice@secret" not in told
    assert "Mail of Alice" not in bob.call("observe", what="tabs")[1]
    done, said = alice.call("observe", what="get", selector="#u", property="value")
    assert done
    assert "alice@secret" in said, "a name is a session"


def test_the_server_says_who_shares_a_browser(server: tuple[str, str, list[str]]) -> None:
    assert "that give the same name share one browser" in server[2][2]


async def test_whoever_comes_first_without_a_session_has_what_is_kept_between_processes(
    tmp_path: Path,
) -> None:
    sessions = Sessions()
    first = sessions.of(client="a 1")
    assert first is sessions.of(client="a 1")
    assert first.state.tabs.is_shared
    assert sessions.of(client="b 1") is not first
    assert sessions.of(client="b 1").state.tabs.is_shared
    by_session = sessions.of("id", client="a 1")
    assert by_session is not first
    assert not by_session.state.tabs.is_shared
    await sessions.close()
    alone = Sessions()  # as over stdio
    assert not alone.of().state.tabs.is_shared
    await alone.close()
