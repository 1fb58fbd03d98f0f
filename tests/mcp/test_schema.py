"""The tools' schemas and our own validation: small, consistent, and one line per mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viewmark.errors import InvalidOption, UnknownParameter, ViewmarkError
from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import ANALYZE, CONFIGURE, GENERATE, INTERACT, OBSERVE, TOOLS
from viewmark.mcp.validation import input_schema, validate


def test_all_schemas_together_stay_below_twelve_thousand_characters() -> None:
    listed = [{"name": t.name, "description": t.doc, "inputSchema": input_schema(t)} for t in TOOLS]
    sent = json.dumps(listed, separators=(",", ":"), ensure_ascii=False)
    print(f"tools/list: {len(sent)} characters")
    assert len(sent) < 12_000
    assert all(len(t.doc) < 2_400 for t in TOOLS)
    assert TOOLS[0].name == "act"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_every_parameter_belongs_to_values_of_what_that_exist(tool: Tool) -> None:
    for what in tool.by_what:
        for parameter in tool.known(what):
            assert tool.by_name[parameter.name].kinds == parameter.kinds, "one name, one type"
            assert what in tool.goes_with(parameter.name)
    assert len(tool.by_what) == len(tool.whats)
    assert all(each.summary.endswith(".") for each in tool.whats)


def test_defaults_are_filled_in_and_null_means_omitted() -> None:
    what, args = validate(OBSERVE, {"what": "page", "max_annotations": None})
    assert what == "page"
    assert args["max_annotations"] == "auto"
    assert args["annotation_target"] == "interactive"
    assert "scroll" not in args


@pytest.mark.parametrize(
    ("tool", "arguments", "what"),
    [
        (INTERACT, {"action": "click", "ref": "@a"}, "click"),
        (INTERACT, {"what": "key_press", "key": "Enter"}, "keypress"),
        (CONFIGURE, {"action": "status"}, "status"),
        (GENERATE, {"format": "har"}, "har"),
        (GENERATE, {"what": "har", "format": "har"}, "har"),
    ],
)
def test_the_specifications_own_keys_are_accepted(
    tool: Tool, arguments: dict[str, Any], what: str
) -> None:
    assert validate(tool, arguments)[0] == what


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (OBSERVE, {}, "observe needs `what`; allowed are page, snapshot"),
        (OBSERVE, {"what": "pages"}, '"pages"; allowed are .* Did you mean page?'),
        (OBSERVE, {"what": 7}, "`what` of observe is 7"),
        (
            OBSERVE,
            {"what": "page", "max_annotations": "50px"},
            '"50px"; allowed is auto or an integer from 1',
        ),
        (OBSERVE, {"what": "page", "max_annotations": 501}, "501; allowed is .* to 500"),
        (OBSERVE, {"what": "page", "max_annotations": True}, "true; allowed is auto or an integer"),
        (OBSERVE, {"what": "page", "quality": float("nan")}, "NaN; allowed is"),
        (OBSERVE, {"what": "page", "scale": "big"}, "css, device or a number from 0.05 to 4"),
        (OBSERVE, {"what": "page", "annotation_selector": "a" * 30_000}, "30000 characters"),
        (INTERACT, {"what": "click", "action": "type"}, "contradict each other"),
        (INTERACT, {"what": "screenshot", "scroll": {"y": "x"}}, '`scroll.y` is "x"'),
        (CONFIGURE, {"what": "capture", "settings": {"screenshot_mode": "always"}}, "errors_only"),
        (ANALYZE, {"what": "annotations", "timeout_s": 0}, "0; allowed is a number from 1 to 300"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    tool: Tool, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidOption, match=message) as caught:
        validate(tool, arguments)
    assert "\n" not in str(caught.value)
    assert caught.value.data["param"]


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (OBSERVE, {"what": "page", "max_annotation": 3}, "Did you mean max_annotations"),
        (
            OBSERVE,
            {"what": "logs", "annotate_screenshot": True},
            "that goes with changes, page, and logs has .*cursor",
        ),
        (
            CONFIGURE,
            {"what": "capture", "settings": {"screenshot_modus": "on"}},
            "no member `screenshot_modus`.*Did you mean screenshot_mode",
        ),
        (INTERACT, {"what": "click", "tool": "interact"}, "no parameter `tool`"),
    ],
)
def test_an_unknown_parameter_is_never_ignored(
    tool: Tool, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(UnknownParameter, match=message):
        validate(tool, arguments)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


# The speed of generating examples depends on the load of the machine.
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(TOOLS), st.data())
def test_any_arguments_give_a_call_or_a_documented_error(tool: Tool, data: st.DataObject) -> None:
    names = st.sampled_from([*tool.by_name, "what", *tool.what_aliases, "nonsense"])
    values = JSON | st.sampled_from(list(tool.by_what))
    arguments = data.draw(st.dictionaries(names, values, max_size=6))
    try:
        what, args = validate(tool, arguments)
    except ViewmarkError as error:
        assert "\n" not in error.message.strip()
        assert len(error.message) < 1_500
    else:
        assert what in tool.by_what
        assert set(args) <= set(tool.by_name)
