"""Addresses and files: what the settings do not allow does not happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from viewmark.errors import OriginNotAllowed, PathNotAllowed
from viewmark.mcp.guard import check_address, write_file
from viewmark.mcp.settings import preset_for

if TYPE_CHECKING:
    from pathlib import Path


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
    assert check_address(url, origins=(), allow_local=False) == opened


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "view-source:http://a", "chrome://settings", "javascript:alert(1)"],
)
def test_local_addresses_need_the_flag(url: str) -> None:
    with pytest.raises(OriginNotAllowed):
        check_address(url, origins=(), allow_local=False)


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
    allowed = ("http://localhost:3000",)
    assert check_address("http://localhost:3000/a?b", origins=allowed, allow_local=False)
    with pytest.raises(OriginNotAllowed):
        check_address(url, origins=allowed, allow_local=False)


def test_files_stay_in_the_output_folder(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert write_file(folder, "a/b.jpg", b"x").read_bytes() == b"x"
    (folder / "link").symlink_to(tmp_path)
    for name in ("../b.jpg", "/etc/x", "a/../../b", "link/b.jpg", "", ".", "a\0b"):
        with pytest.raises(PathNotAllowed):
            write_file(folder, name, b"x")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


def test_presets_go_by_the_beginning_of_the_clients_name() -> None:
    assert preset_for("Claude-Desktop 1.2").max_base64 == 700_000
    assert preset_for("somebody").max_base64 == 500_000
