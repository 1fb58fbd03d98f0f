"""The examples: the guide links to each of them and shows one in full; each is short."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from run import HOSTS, our_lines
from webserver import LocalSite

from viewmark.browser.launch.executable import find_executable

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(host.example for host in HOSTS if host.example)
GUIDE = (ROOT / "docs" / "embedding.md").read_text()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_guide_leads_to_the_file_that_make_test_hosts_runs(name: str) -> None:
    source = (ROOT / "examples" / name).read_text()
    assert f"](../examples/{name})" in GUIDE
    assert our_lines(name) < 10
    for call in ("observe(", "click(1)", "click(seen.annotations[-1].ref)"):
        assert call in source


def test_the_code_of_the_guide_is_one_of_them() -> None:
    (shown,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert shown == (ROOT / "examples" / "playwright_async.py").read_text()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<a href=/next>Away</a><button>Gone after that</button>", ["'Away'", "'Last'"]),
        ("<p>Nothing to press.", []),
    ],
)
def test_an_example_works_on_any_page(site: LocalSite, body: str, told: list[str]) -> None:
    site.put("/any", f"<!doctype html>{body}")
    site.put("/next", "<!doctype html><button>First</button><button>Last</button>")
    script = ROOT / "examples" / "playwright_async.py"
    done = subprocess.run(
        [sys.executable, str(script), site.url("/any")],
        env={**os.environ, "VIEWMARK_BROWSER": find_executable()},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [words for words in told if words not in done.stdout] == []
