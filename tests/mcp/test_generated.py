"""The generated test runs in Playwright, and fails if the page differs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from webserver import LocalSite

from viewmark.browser.launch.executable import find_executable
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

LOGIN = """<!doctype html><title>Sign in</title><form action="/home.html">
<label>User <input name=user data-testid=user></label>
<label>Password <input name=pw type=password></label>
<select aria-label=Language><option>English</option><option>Norsk</option></select>
<button>Sign in</button></form>"""
RUNNER = """
import os, sys
from playwright.sync_api import sync_playwright
sys.path.insert(0, ".")
import test_recorded
with sync_playwright() as p:
    browser = p.chromium.launch(executable_path=os.environ["BROWSER_PATH"], args=["--no-sandbox"])
    page = browser.new_page()
    page.set_default_timeout(1500)
    test_recorded.test_sign_in(page)
    print(page.title(), page.url)
    browser.close()
"""


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUNNER],
        cwd=folder,
        env={
            "BROWSER_PATH": find_executable(),
            "VIEWMARK_SECRET": "s3cret",
            "PATH": "/usr/bin:/bin",
        },
        capture_output=True,
        text=True,
        timeout=55,
        check=False,
    )


async def test_a_recorded_session_runs_as_a_playwright_test(
    tmp_path: Path, site: LocalSite
) -> None:
    site.put("/login.html", LOGIN)
    site.put("/home.html", "<!doctype html><title>Welcome</title>")
    dispatcher = Dispatcher(Settings(output=tmp_path))
    try:
        steps = [
            {"what": "navigate", "url": site.url("/login.html")},
            {"what": "type", "selector": '[data-testid="user"]', "text": "mara o'neil"},
            {"what": "type", "selector": "input[type=password]", "text": "s3cret"},
            {"what": "select", "selector": '[aria-label="Language"]', "value": "Norsk"},
            {"what": "click", "selector": 'role=button[name="Sign in"]'},
        ]
        for step in steps:
            answer = await dispatcher.call("interact", step)
            assert not answer.failed, answer.text
        made = await dispatcher.call(
            "generate", {"what": "test", "test_name": "sign in", "save_to": "test_recorded.py"}
        )
        assert not made.failed, made.text
    finally:
        await dispatcher.close()
    code = (tmp_path / "test_recorded.py").read_text()
    assert "s3cret" not in code
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Welcome")
    assert "user=mara+o%27neil&pw=s3cret" in done.stdout

    site.put("/login.html", LOGIN.replace("<button>Sign in</button>", ""))
    assert run(tmp_path).returncode != 0
