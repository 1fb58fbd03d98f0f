"""The fixture `assert_same_look`, as used by a project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from webserver import LocalSite

from viewmark.browser.launch.browser import ChromeBrowser

PAGE = "<!doctype html><title>Shop</title><button id=buy>{word}</button>"
TEST = """
def test_the_shop(viewmark, assert_same_look):
    assert_same_look(viewmark.page({url!r}))
"""


def test_a_page_is_accepted_once_and_then_held_to_that(
    tmp_path: Path, site: LocalSite, chromium: ChromeBrowser
) -> None:
    assert chromium.process is not None
    (tmp_path / "test_shop.py").write_text(TEST.format(url=site.url("/shop.html")))
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    words = ["-p", "no:cacheprovider", "--viewmark-attach", chromium.process.endpoint]
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    # The tests start four pytest runs, so each loads only the plugin under test.
    env |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "viewmark.pytest_plugin"}

    def run(*more: str) -> str:
        command = [sys.executable, "-m", "pytest", *words, *more]
        done = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False
        )
        return done.stdout

    site.put("/shop.html", PAGE.format(word="Buy"))
    assert "run once with --viewmark-accept" in run()
    assert "1 passed" in run("--viewmark-accept")
    assert "1 passed" in run()
    site.put("/shop.html", PAGE.format(word="Sell"))
    said = run()
    assert 'button: "Buy" -> "Sell"' in said
    assert "1 failed" in said
    (report,) = (tmp_path / "viewmark-failures").glob("*-page.html")
    assert "What changed" not in report.read_text()[:200]
    assert [path.suffix for path in (tmp_path / "viewmark-baseline").iterdir()] == [".png"]
