"""URLs that the settings do not allow are not opened."""

from __future__ import annotations

import pytest

from viewmark.errors import OriginNotAllowed
from viewmark.mcp.settings import preset_for
from viewmark.session.permissions import Permissions


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("https://example.com/a", "https://example.com/a"),
        ("localhost:3000/x", "http://localhost:3000/x"),
        ("example.com", "http://example.com"),
        ("about:blank", "about:blank"),
    ],
)
def test_the_web_is_open_by_default(url: str, opened: str) -> None:
    assert Permissions().check_typed(url) == opened


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "view-source:http://a", "chrome://settings", "javascript:alert(1)"],
)
def test_local_addresses_need_the_flag(url: str) -> None:
    with pytest.raises(OriginNotAllowed):
        Permissions().check_typed(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:30001/",
        "http://localhost.evil/",
        "https://localhost:3000/",
        "http://user@evil:3000/",
        "data:text/html,x",
    ],
)
def test_an_origin_list_compares_scheme_host_and_port(url: str) -> None:
    guard = Permissions(origins=["http://localhost:3000"])
    assert guard.check_typed("http://localhost:3000/a?b") == "http://localhost:3000/a?b"
    with pytest.raises(OriginNotAllowed):
        guard.check_typed(url)


def test_presets_go_by_the_beginning_of_the_clients_name() -> None:
    assert preset_for("Claude-Desktop 1.2").max_base64 == 700_000
    assert preset_for("somebody").max_base64 == 500_000
