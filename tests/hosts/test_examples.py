"""The examples: each is in the guide as it is, and short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from run import HOSTS, our_lines

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(host.example for host in HOSTS if host.example)
GUIDE = (ROOT / "docs" / "embedding.md").read_text()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_guide_shows_the_file_that_make_test_hosts_runs(name: str) -> None:
    source = (ROOT / "examples" / name).read_text()
    assert f"```python\n{source}```" in GUIDE
    assert our_lines(name) < 10
    for call in ("observe(", "click(1)", "click(seen[2].ref)"):
        assert call in source


def test_the_guide_has_no_other_code() -> None:
    assert len(re.findall(r"^```python$", GUIDE, re.MULTILINE)) == len(EXAMPLES)
