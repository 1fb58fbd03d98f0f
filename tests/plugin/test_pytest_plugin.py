"""The pytest plugin as used by a project: pytest runs in its own process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from webserver import LocalSite

from viewmark.browser.launch.browser import ChromeBrowser

PAGE = "<!doctype html><title>Shop</title><button id=buy onclick=\"this.id='bought'\">Buy</button>"
TESTS = """
import pytest
import viewmark as vm

URL = {url!r}

def test_that_passes(viewmark):
    page = viewmark.page(URL)
    page.click("#buy")
    assert page.observe()[1].ref

def test_that_fails(viewmark):
    page = viewmark.page(URL)
    assert page.evaluate("document.title").value == "Other"

def test_without_a_page(viewmark):
    assert False

@pytest.mark.parametrize("word", ["a/b", "../c"])
def test_names(viewmark, word):
    viewmark.page(URL)
    assert word == "x"

def test_a_page_that_is_gone(viewmark):
    viewmark.page(URL).close()
    assert False

def test_two_pages_of_which_one_cannot_be_shown(viewmark):
    viewmark.page(URL).observe = None
    viewmark.page(URL)
    assert False

async def test_of_the_async_api(viewmark):
    async with vm.attach({endpoint!r}) as browser:
        page = viewmark.watch(await browser.page(URL))
        assert False, "inside: the page goes away with its browser"

@pytest.fixture
async def page(viewmark):
    async with vm.attach({endpoint!r}) as browser:
        page = viewmark.watch(await browser.page(URL))
        yield page
        await page.close()

async def test_of_an_async_fixture(page):
    await page.click("#buy")
    assert False
"""


@pytest.fixture
def run(tmp_path: Path, site: LocalSite, chromium: ChromeBrowser) -> object:
    assert chromium.process is not None
    site.put("/shop.html", PAGE)
    filled = TESTS.format(url=site.url("/shop.html"), endpoint=chromium.process.endpoint)
    (tmp_path / "test_shop.py").write_text(filled)
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    words = ["-p", "no:cacheprovider", "--viewmark-attach", chromium.process.endpoint]
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-v", *words],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_failure_leaves_a_marked_picture_of_each_page(
    run: subprocess.CompletedProcess[str], tmp_path: Path
) -> None:
    assert "8 failed, 1 passed" in run.stdout
    assert "INTERNALERROR" not in run.stdout
    folder = tmp_path / "viewmark-failures"
    assert sorted(path.name for path in folder.iterdir()) == [
        "test_shop.py-test_names-..-c-1.html",
        "test_shop.py-test_names-..-c-1.jpg",
        "test_shop.py-test_names-a-b-1.html",
        "test_shop.py-test_names-a-b-1.jpg",
        "test_shop.py-test_of_an_async_fixture-1.html",
        "test_shop.py-test_of_an_async_fixture-1.jpg",
        "test_shop.py-test_that_fails-1.html",
        "test_shop.py-test_that_fails-1.jpg",
        "test_shop.py-test_two_pages_of_which_one_cannot_be_shown-2.html",
        "test_shop.py-test_two_pages_of_which_one_cannot_be_shown-2.jpg",
    ]
    assert "No picture of page 1: " in run.stdout
    assert run.stdout.count("viewmark: the pages when the test failed") == 5
    assert '[1] @buy button "Buy"' in run.stdout
    shown = (folder / "test_shop.py-test_that_fails-1.html").read_text()
    assert "data:image/jpeg;base64," in shown
    assert "@buy" in shown
