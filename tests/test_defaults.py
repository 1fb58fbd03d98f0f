"""Defaults of calls are the same in every interface and in the Rust core."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import viewmark
from viewmark import cli, defaults
from viewmark.calls.options import options_of
from viewmark.calls.table import CALLS
from viewmark.calls.words import FACE_NAMES, OWN
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
    assert default_of(viewmark.Browser.context, "navigation_timeout") == defaults.NAVIGATION_TIMEOUT
    assert default_of(viewmark.Page.wait_for, "timeout") == defaults.WAIT_TIMEOUT
    assert default_of(viewmark.launch, "timeout") == defaults.LAUNCH_TIMEOUT
    given = cli._parser()[1]["observe"].parse_args(["x"])
    assert (given.max_annotations, given.quality) == (defaults.MARKS, defaults.QUALITY)
    assert given.max_base64 == settings.Preset().max_base64 == defaults.MAX_BASE64


NARROWER = {"characters", "height", "width"}
"""Parameters whose limits are lower for models, which read a result as a whole."""
WIDER = {"limit", "nodes", "cursor", "device_scale_factor", "max_base64", "max_tokens"}
"""Parameters with one range for several calls; each call has its own maximum."""


def is_same(theirs: object, own: object) -> bool:
    """Return whether two defaults are equivalent; without one, the library's default applies."""
    empty = (None, "", (), [], False)
    return theirs == own or theirs in empty


def test_models_have_the_defaults_and_ranges_of_the_table() -> None:
    seen = 0
    for call in CALLS:
        declared = {
            FACE_NAMES.get(f"{call.of_page}.{name}", name): option
            for name, option in options_of(call.of_page).items()
        }
        for option in call.for_models if call.tool else ():
            if option.name not in declared or f"{call.name}.{option.name}" in OWN:
                continue
            seen += 1
            own, where = declared[option.name], (call.name, option.name)
            assert is_same(option.default, own.default), where
            if own.high is None or option.high is None or option.name in WIDER:
                continue
            ends, (low, high) = (own.low or 0, own.high), (option.low or 0, option.high)
            if option.name in NARROWER:
                assert ends[0] <= low < high <= ends[1], where
            else:
                assert (low, high) == ends, where
    assert seen > 100


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
