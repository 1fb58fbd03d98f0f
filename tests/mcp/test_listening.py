"""The HTTP server listens beyond the loopback only with a token set by its owner."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from inside import run_inside
from serving import http_server
from test_http import post

from viewmark.errors import InvalidOption
from viewmark.mcp.listening import allowed_names, configured_token, listen

TOKEN = "a-token-of-the-owner-4711"


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """Port of a server on all interfaces, and its first output."""
    flags = ("--host", "0.0.0.0", "--allow-host", "viewmark.internal")
    folder = tmp_path_factory.mktemp("open")
    with http_server(folder, *flags, env={"VIEWMARK_TOKEN": TOKEN}) as made:
        yield made.port, "".join(made.head)


def test_without_a_token_of_ones_own_it_stays_on_the_loopback(tmp_path: Path) -> None:
    for host, token in (("0.0.0.0", ""), ("::", ""), ("0.0.0.0", "short")):
        words = ("mcp", "--http", "--port", "0", "--host", host)
        done = run_inside(*words, folder=tmp_path, env={"VIEWMARK_TOKEN": token})
        assert done.returncode == 2, done.stderr
        assert "VIEWMARK_TOKEN" in done.stderr
        assert "(invalid_option)" in done.stderr


def test_the_token_of_the_owner_opens_it_and_is_not_printed(open_server: tuple[int, str]) -> None:
    port, head = open_server
    assert TOKEN not in head
    assert "VIEWMARK_TOKEN" in head
    assert post((port, TOKEN)) == 200
    assert post((port, "wrong")) == 401


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:9000", 200),  # a container port published under another number
        ("viewmark.internal", 200),
        ("viewmark.internal:8931", 200),
        ("rebound.example:8931", 421),
        ("localhost.rebound.example:8931", 421),
    ],
)
def test_beyond_the_loopback_only_named_hosts_are_answered(
    open_server: tuple[int, str], host: str, status: int
) -> None:
    assert post((open_server[0], TOKEN), Host=host) == status
    assert post((open_server[0], TOKEN), Host=host, Origin="http://evil.example") in (403, 421)


def test_another_address_of_this_machine_reaches_it(open_server: tuple[int, str]) -> None:
    with closing(http.client.HTTPConnection("127.0.0.2", open_server[0], timeout=20)) as line:
        line.request("GET", "/mcp")
        assert line.getresponse().status == 401


def test_browsers_do_not_inherit_the_token() -> None:
    environment = {"VIEWMARK_TOKEN": TOKEN, "PATH": "/bin"}
    assert configured_token(environment) == TOKEN
    assert environment == {"PATH": "/bin"}
    for bad in ("x" * 15, "with a blank in the middle", "nötig-nötig-nötig"):
        with pytest.raises(InvalidOption, match="16 or more"):
            configured_token({"VIEWMARK_TOKEN": bad})


def test_a_taken_port_and_a_foreign_address_are_wrong_usage() -> None:
    with listen("127.0.0.1", 0, has_token=False) as taken:
        port = taken.getsockname()[1]
        assert allowed_names(taken) == [f"127.0.0.1:{port}", f"localhost:{port}"]
        with pytest.raises(InvalidOption, match="listened on") as caught:
            listen("127.0.0.1", port, has_token=False)
        assert "--port" in caught.value.hint
    for host in ("192.0.2.1", "no.such.name.invalid", "a" * 300):
        with pytest.raises(InvalidOption):
            listen(host, 0, has_token=True)
    with pytest.raises(InvalidOption, match="other machines"):
        listen("192.0.2.1", 0, has_token=False)


def test_a_host_without_http_is_wrong_usage(tmp_path: Path) -> None:
    done = run_inside("mcp", "--host", "0.0.0.0", folder=tmp_path)
    assert done.returncode == 2
    assert "--http" in done.stderr
