"""Persistent profiles, by name or in a folder."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from webserver import LocalSite

import viewmark
from viewmark.browser.launch.profile import PROFILES, profile_folder
from viewmark.errors import BrowserFailed, InvalidOption


def test_a_name_is_a_folder_of_ours_that_only_the_user_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PROFILES, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert profile_folder("work-2") == tmp_path / "viewmark" / "profiles" / "work-2"
    assert stat.S_IMODE((tmp_path / "viewmark" / "profiles").stat().st_mode) == 0o700
    monkeypatch.setenv(PROFILES, str(tmp_path / "mine"))
    assert profile_folder("work") == tmp_path / "mine" / "work"


def test_what_has_a_separator_is_a_folder(tmp_path: Path) -> None:
    assert profile_folder("./profile") == Path("profile")
    assert profile_folder(str(tmp_path)) == tmp_path


@pytest.mark.parametrize("name", ["", ".", "..", "a b", ".hidden", "x" * 65, "con", "a\0b"])
def test_what_is_neither_is_refused(name: str) -> None:
    with pytest.raises(InvalidOption) as raised:
        profile_folder(name)
    assert raised.value.data["param"] == "profile"


async def test_a_profile_by_name_still_has_its_cookies_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: LocalSite
) -> None:
    monkeypatch.setenv(PROFILES, str(tmp_path / "profiles"))
    site.put("/a.html", "<p>x", headers={"Set-Cookie": "sid=s-1; Max-Age=86400"})
    site.put("/b.html", "<p>x")
    async with viewmark.launch(profile="work") as browser:
        await browser.page(site.url("/a.html"))
    async with viewmark.launch(profile="work") as browser:
        page = await browser.page(site.url("/b.html"))
        assert [each.name for each in await page.cookies()] == ["sid"]


async def test_a_profile_that_another_browser_uses_is_refused_and_that_browser_goes_on(
    tmp_path: Path,
) -> None:
    async with viewmark.launch(profile=str(tmp_path)) as browser:
        with pytest.raises(BrowserFailed, match="Another browser is using the profile") as raised:
            await viewmark.launch(profile=str(tmp_path))
        assert "another profile" in raised.value.hint
        assert (await browser.page("data:text/html,<p>x")).url.startswith("data:")
