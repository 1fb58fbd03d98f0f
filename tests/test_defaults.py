"""What a call does unless it says otherwise is one number on every face, and in the Rust half."""

from __future__ import annotations

import argparse
import inspect
import re
from pathlib import Path

import viewmark
from viewmark import defaults
from viewmark.cli import options
from viewmark.mcp import settings

ROOT = Path(__file__).parents[1]


def default_of(call: object, name: str) -> object:
    return inspect.signature(call).parameters[name].default  # type: ignore[arg-type]


def test_the_rust_half_has_the_same() -> None:
    source = (ROOT / "rust" / "core" / "src" / "request.rs").read_text()
    new = source[source.index("pub fn new(") :]
    found = {
        name: int(value.replace("_", ""))
        for name, value in re.findall(r"\b(quality|max_base64): ([\d_]+),", new)
    }
    assert found == {"quality": defaults.QUALITY, "max_base64": defaults.MAX_BASE64}


def test_library_command_line_and_server_have_the_same() -> None:
    for call in (viewmark.Page.observe, viewmark.Page.screenshot, viewmark.annotate):
        assert default_of(call, "quality") == defaults.QUALITY
        assert default_of(call, "max_base64") == defaults.MAX_BASE64
    assert default_of(viewmark.Page.observe, "max_annotations") == defaults.MARKS
    assert default_of(viewmark.Page.goto, "timeout") == defaults.NAVIGATION_TIMEOUT
    assert default_of(viewmark.Page.wait_for, "timeout") == defaults.WAIT_TIMEOUT
    assert default_of(viewmark.launch, "timeout") == defaults.LAUNCH_TIMEOUT
    parser = argparse.ArgumentParser()
    options.add_observe_options(parser)
    options.add_picture_options(parser)
    given = parser.parse_args([])
    assert (given.max, given.quality) == (defaults.MARKS, defaults.QUALITY)
    assert given.max_base64 == settings.Preset().max_base64 == defaults.MAX_BASE64


def test_nobody_writes_them_down_again() -> None:
    again = re.compile(
        r"\b(quality: int = 80|max_base64(: int)?\s*=\s*500_000|max_annotations: int = 50)\b"
    )
    package = ROOT / "python" / "viewmark"
    found = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if again.search(path.read_text())
    ]
    assert found == []
