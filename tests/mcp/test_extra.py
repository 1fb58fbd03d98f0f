"""Parameters outside of the schema: in `extra`, as further arguments, and in the description."""

from __future__ import annotations

import json
from typing import Any

import pytest

from viewmark.calls.looking import style_of
from viewmark.errors import InvalidOption, UnknownParameter
from viewmark.mcp.describing import describe_tools
from viewmark.mcp.tools import CONFIGURE, INTERACT, OBSERVE, TOOLS
from viewmark.mcp.validation import EXTRA, input_schema, validate


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_a_parameter_is_in_the_schema_or_named_by_extra(tool: Any) -> None:
    properties = input_schema(tool)["properties"]
    named = properties.get(EXTRA, {}).get("description", "")
    for parameter in tool.parameters:
        assert (parameter.name in properties) is not parameter.rare
        assert not parameter.rare or parameter.unlisted or parameter.name in named


@pytest.mark.parametrize(
    "sent",
    [
        {"extra": '{"quality": 40}'},
        {"extra": {"quality": 40}},
        {"extra": '{"quality": "40", "format": null}'},
        {"extra": {"quality": 40}, "quality": 40},
        {"quality": 40, "extra": ""},
        {"quality": "40", "extra": None},
    ],
    ids=str,
)
def test_extra_is_the_same_as_beside_the_others(sent: dict[str, Any]) -> None:
    assert validate(OBSERVE, {"what": "screenshot"} | sent)[1]["quality"] == 40


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"extra": "quality 40"}, "`extra` is .* allowed is a JSON object"),
        ({"extra": "[1]"}, "allowed is a JSON object"),
        ({"extra": {"quality": 40}, "quality": 50}, "`quality` is given twice"),
        ({"extra": {"quality": 400}}, "`quality` is 400; allowed is an integer from 1 to 100"),
    ],
    ids=str,
)
def test_a_wrong_extra_is_refused_in_one_line(sent: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOption, match=message) as caught:
        validate(OBSERVE, {"what": "screenshot"} | sent)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("extra", [{"qualty": 1}, {"what": "page"}, {"extra": {"quality": 1}}])
def test_nothing_in_extra_is_ignored(extra: dict[str, Any]) -> None:
    with pytest.raises(UnknownParameter):
        validate(OBSERVE, {"what": "screenshot", "extra": extra})


def test_members_of_objects_that_are_not_listed_are_taken_inside_and_beside() -> None:
    inside = validate(CONFIGURE, {"what": "emulate", "environment": {"locale": "de-DE"}})[1]
    beside = validate(CONFIGURE, {"what": "emulate", "extra": '{"locale": "de-DE"}'})[1]
    assert inside["environment"] == beside["environment"] == {"locale": "de-DE"}


@pytest.mark.parametrize("of", ["interact.drag", "drag", "interact drag", "drag_and_drop"])
def test_one_what_is_described_with_all_its_parameters(of: str) -> None:
    text = describe_tools(TOOLS, of)
    assert text.startswith("interact drag: ")
    for each in INTERACT.known("drag"):
        assert f"\n- {each.name}{' [extra]' if each.rare else ''}: " in text


def test_a_whole_tool_is_described_and_members_too() -> None:
    text = describe_tools(TOOLS, "configure")
    assert all(f"configure {what}: " in text for what in CONFIGURE.by_what)
    assert "\n  - locale [extra]: string; such as de-DE" in text


def test_what_there_is_not_is_answered_with_the_nearest() -> None:
    with pytest.raises(InvalidOption, match=r"such as interact\.drag"):
        describe_tools(TOOLS, "interact.drg")


@pytest.mark.parametrize(
    ("font", "weight", "size"),
    [
        ("bold 12px sans-serif", "bold", 20),
        ("15px Arial", "bold", 25),
        ("normal 12px", "normal", 20),
        ("300 4px 'Noto Sans', sans-serif", "normal", 10),
    ],
)
def test_a_font_of_the_specification_is_taken_for_weight_and_size(
    font: str, weight: str, size: int
) -> None:
    arguments = {"what": "page", "annotateScreenshot": {"style": {"badgeFont": font}}}
    _, args = validate(OBSERVE, arguments)
    style = style_of(args["annotate"]["style"])
    assert (style.font_weight, style.badge_size) == (weight, size)


@pytest.mark.parametrize("font", ["bold 12px serif", "12pt sans-serif", "large", "bold 12px a;b"])
def test_a_font_that_badges_are_not_drawn_in_is_refused(font: str) -> None:
    with pytest.raises(InvalidOption, match="badge_font"):
        style_of({"badge_font": font})


def test_the_schema_has_room() -> None:
    listed = [{"name": t.name, "description": t.doc, "inputSchema": input_schema(t)} for t in TOOLS]
    assert len(json.dumps(listed)) < 12_000
