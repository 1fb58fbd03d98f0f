"""Arguments of other types are converted if only one meaning is possible, else rejected."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from viewmark.errors import InvalidOption, UnknownParameter, ViewmarkError
from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import CONFIGURE, INTERACT, OBSERVE, TOOLS
from viewmark.mcp.validation import validate
from viewmark.parameters.parameter import Parameter

CLICK = {"what": "click", "ref": "@a"}


def case_id(value: object) -> str:
    """Return the name of a tool, because its `repr` contains memory addresses, which vary."""
    return str(getattr(value, "name", value))[:80]


@pytest.mark.parametrize(
    ("tool", "sent", "meant"),
    [
        (INTERACT, {"what": "click", "label": "3"}, {"label": 3}),
        (INTERACT, {"what": "click", "label": " 3.0 "}, {"label": 3}),
        (INTERACT, {"what": "click", "x": "10.5", "y": "-2"}, {"x": 10.5, "y": -2}),
        (INTERACT, {"what": "click", "ref": "submitBtn"}, {"ref": "@submitBtn"}),
        (INTERACT, {"what": "click", "ref": "@3"}, {"ref": "@3"}),
        (INTERACT, {"what": "type", "text": "a", "submit": "True"}, {"submit": True}),
        (INTERACT, {"what": "type", "text": "", "clear": True}, {"text": ""}),
        (INTERACT, {"what": "type", "value": "a"}, {"text": "a"}),
        (INTERACT, {"what": "fill", "text": "a"}, {"value": "a"}),
        (INTERACT, {"what": "fill", "value": "a", "clear": False}, {"value": "a"}),
        (INTERACT, {"what": "uncheck", "ref": "@a", "checked": True}, {"checked": False}),
        (INTERACT, {"what": "right_click", "ref": "@a"}, {"button": "right"}),
        (INTERACT, {"what": "press", "keys": "Enter"}, {"keys": "Enter"}),
        (INTERACT, {"what": "doubleClick", "label": 1}, {"label": 1}),
        (INTERACT, {"what": "goto", "url": "a.example"}, {"url": "a.example"}),
        (INTERACT, {"what": "select", "text": "Norsk"}, {"options": ["Norsk"]}),
        (INTERACT, {"what": "screenshot", "scroll": '{"y": "100"}'}, {"scroll": {"y": 100}}),
        (INTERACT, {"action": "left-click", "what": None, "label": 1}, {"button": "left"}),
        (INTERACT, {"what": "click", "ref": ["@a"]}, {"ref": "@a"}),
        (INTERACT, {"what": "click", "uid": "a"}, {"ref": "@a"}),
        (INTERACT, {"what": "drag", "source": "@a", "target": "@b"}, {"ref": "@a", "to": "@b"}),
        (INTERACT, {"what": "scroll_down"}, {"direction": "down"}),
        (INTERACT, {"what": "wait", "time": 1}, {"seconds": 1}),
        (INTERACT, {"what": "wait", "ms": "250"}, {"seconds": 0.25}),
        (INTERACT, {"what": "select", "ref": "@a", "values": ["x"]}, {"options": ["x"]}),
        (
            INTERACT,
            {"what": "fill_form", "fields": {"@a": "x", "#b": True}},
            {"fields": [{"target": "@a", "value": "x"}, {"target": "#b", "value": True}]},
        ),
        (
            INTERACT,
            {"what": "fill_form", "fields": '{"ref": "@a", "value": "x"}'},
            {"fields": [{"target": "@a", "value": "x"}]},
        ),
        (OBSERVE, {"what": "annotated_screenshot"}, {"annotate": True}),
        (INTERACT, {"what": "click", "label": ["3"]}, {"label": 3}),
        (INTERACT, {"what": "upload", "ref": "@a", "files": "a.txt"}, {"files": ["a.txt"]}),
        (INTERACT, {"what": "click", "ref": "@a", "via": "@b"}, {"via": ["@b"]}),
        (CONFIGURE, {"what": "traffic", "block": "*/ads/*"}, {"block": ["*/ads/*"]}),
        (OBSERVE, {"what": "page", "annotateScreenshot": "true"}, {"annotate": True}),
        (OBSERVE, {"what": "page", "maxLabels": "20"}, {"max_annotations": 20}),
        (OBSERVE, {"what": "page", "maxElements": 20}, {"max_annotations": 20}),
        (OBSERVE, {"what": "page", "stableRefs": "false"}, {"refs": "none"}),
        (OBSERVE, {"what": "page", "refreshRefs": True}, {"refs": "fresh"}),
        (OBSERVE, {"what": "page", "includeRefHistory": True}, {"include_ref_history": True}),
        (OBSERVE, {"what": "page", "labelFormat": "REF"}, {"label_format": "ref"}),
        (OBSERVE, {"what": "page", "includeScreenshot": True}, {"include_screenshot": True}),
        (OBSERVE, {"what": "outline", "ref": "main"}, {"ref": "@main"}),
        (OBSERVE, {"what": "snapshot", "target": "@main"}, {"ref": "@main"}),
        (OBSERVE, {"what": "text", "target": "#t tr"}, {"selector": "#t tr"}),
        (OBSERVE, {"what": "snapshot", "target": None, "ref": "@a"}, {"ref": "@a"}),
        (OBSERVE, {"what": "snapshot", "target": "", "selector": "#t"}, {"selector": "#t"}),
        (OBSERVE, {"what": "get", "target": 7, "property": "text"}, {"label": 7}),
        (OBSERVE, {"what": "console", "min_level": "WARN"}, {"level": "warn"}),
        (OBSERVE, {"what": "screenshot", "scale": "0.5"}, {"scale": 0.5}),
        (OBSERVE, {"what": "screenshot", "scale": "css", "format": "JPEG"}, {"format": "jpeg"}),
        (
            OBSERVE,
            {
                "what": "page",
                "annotateScreenshot": {
                    "enabled": True,
                    "style": {"badgeColor": "#0066FF", "boxWidth": "3", "showBoundingBox": True},
                    "labelFormat": "number",
                    "maxLabels": 5,
                },
            },
            {
                "annotate": {
                    "enabled": True,
                    "style": {"badge_color": "#0066FF", "box_width": 3, "show_bounding_box": True},
                    "label_format": "number",
                    "max_annotations": 5,
                }
            },
        ),
        (
            CONFIGURE,
            {"what": "capture", "screenshot_mode": "errors-only"},
            {"settings": {"screenshot_mode": "errors_only"}},
        ),
        (
            CONFIGURE,
            {"what": "capture", "screenshotMode": "on", "settings": '{"mask": ["#a"]}'},
            {"settings": {"screenshot_mode": "on", "mask": ["#a"]}},
        ),
    ],
    ids=case_id,
)
def test_what_can_mean_one_thing_only_is_taken_for_it(
    tool: Tool, sent: dict[str, Any], meant: dict[str, Any]
) -> None:
    _, args = validate(tool, sent)
    assert {name: args[name] for name in meant} == meant
    assert not set(args) - {p.name for p in tool.parameters}


@pytest.mark.parametrize(
    ("tool", "sent", "message"),
    [
        (INTERACT, {"what": "click", "label": "@a"}, '`label` is "@a"; allowed is an integer'),
        (INTERACT, {"what": "click", "label": "3.5"}, '`label` is "3.5"'),
        (INTERACT, {"what": "click", "label": [1, 2]}, r"`label` is \[1, 2\]"),
        (INTERACT, {"what": "upload", "ref": "@a", "files": "[a.txt"}, "`files` is"),
        (INTERACT, {"what": "click", "label": "three"}, '`label` is "three"'),
        (INTERACT, {"what": "click", "label": "1e1"}, '`label` is "1e1"'),
        (INTERACT, {"what": "click", "label": True}, "`label` is true"),
        (INTERACT, {"what": "type", "text": "a", "submit": "yes"}, '`submit` is "yes"'),
        (INTERACT, {"what": "type", "text": "a", "submit": 1}, "`submit` is 1"),
        (INTERACT, {"what": "type", "text": "a", "value": "b"}, "`text` is given twice"),
        (INTERACT, {"what": "right_click", "ref": "@a", "button": "middle"}, "`button` is"),
        (INTERACT, {"what": "click", "action": "type_text"}, "contradict each other"),
        (INTERACT, {"what": "screenshot", "scroll": "{y: 1}"}, "`scroll` is"),
        (INTERACT, {"what": "screenshot", "scroll": "[" * 19_000}, "`scroll` is"),
        (
            CONFIGURE,
            {"what": "capture", "screenshot_mode": "on", "settings": {"screenshot_mode": "off"}},
            "`settings` are given twice",
        ),
        (
            INTERACT,
            {"what": "drag", "from": "@a", "target": "@b", "to": "@c"},
            "`to` is given twice",
        ),
    ],
    ids=case_id,
)
def test_what_can_mean_two_things_is_refused(
    tool: Tool, sent: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidOption, match=message):
        validate(tool, sent)


@pytest.mark.parametrize(
    ("sent", "near"),
    [
        ({**CLICK, "clear": True}, "that goes with type, and click has"),
        ({**CLICK, "text": "a"}, "that goes with .*type.* and click has .*ref"),
        ({"what": "click", "element": "the button"}, "no parameter `element`"),
        ({**CLICK, "coordinate": [1, 2, 3]}, "Did you mean coordinates?"),
    ],
    ids=case_id,
)
def test_what_would_be_lost_is_refused(sent: dict[str, Any], near: str) -> None:
    with pytest.raises(UnknownParameter, match=near.replace("?", r"\?")):
        validate(INTERACT, sent)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
@pytest.mark.parametrize("filler", ["null", "default", "empty"])
def test_properties_that_a_client_fills_in_for_another_what_do_not_count(
    tool: Tool, filler: str
) -> None:
    for what in tool.by_what:
        bare = validate(tool, {"what": what})
        fill = {
            p.name: {"null": None, "default": p.default, "empty": ""}[filler]
            for p in tool.parameters
            if p.default is not None or filler != "default"
        }
        # An empty string is a valid text to type, and a valid value to select.
        own = {p.name for p in tool.known(what) if p.may_be_empty and filler == "empty"}
        assert validate(tool, fill | {"what": what}) == (bare[0], bare[1] | dict.fromkeys(own, ""))


@pytest.mark.parametrize(
    ("tool", "sent", "hint"),
    [
        (INTERACT, {"what": "click", "text": "Save"}, "selector: 'text=Save'"),
        (INTERACT, {"what": "click", "coordinate": [1]}, "Give x and y: two"),
        (INTERACT, {"what": "markdown"}, "Call observe text."),
        (OBSERVE, {"what": "right_click"}, "Call interact click with button: right."),
        (OBSERVE, {"what": "save_storage"}, "Call configure storage with task: save."),
        (OBSERVE, {"what": "screenshot", "annotate": True}, "observe page"),
    ],
    ids=case_id,
)
def test_a_wrong_word_is_answered_with_the_right_call(
    tool: Tool, sent: dict[str, Any], hint: str
) -> None:
    with pytest.raises(ViewmarkError) as caught:
        validate(tool, sent, TOOLS)
    assert hint in caught.value.hint


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
NEAR_VALUES = st.sampled_from(
    ["3", "-3", " 4 ", "3.5", "1e5", "9" * 400, "true", "False", "null", "", "@a", "a", "CSS",
     "{}", '{"a": 1}', "[1]", "[" * 5000, '{"screenshot_mode": "on"}', "\ud800", "٣"]
)  # fmt: skip


def right_value(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Return the values that need no conversion."""
    if parameter.enum:
        return st.sampled_from(parameter.enum)
    low, high = parameter.low or 0, parameter.high or 1000
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "string": st.text(min_size=1, max_size=12),
        "integer": st.integers(int(low), int(high)),
        "number": st.floats(low, high),
        "boolean": st.booleans(),
        "array": st.lists(
            st.text(max_size=5) if parameter.items is None else right_value(parameter.items),
            max_size=3,
        ),
        "object": st.fixed_dictionaries(
            {}, optional={f.name: right_value(f) for f in parameter.fields}
        ),
    }
    return kinds[parameter.kinds[0]]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(TOOLS), st.data())
def test_a_call_that_is_right_is_never_changed(tool: Tool, data: st.DataObject) -> None:
    what = data.draw(st.sampled_from(list(tool.by_what)))
    known = {p.name: right_value(p) for p in tool.known(what)}
    sent = data.draw(st.fixed_dictionaries({}, optional=known))
    ref = sent.get("ref")
    assume(not isinstance(ref, str) or ref.startswith("@"))
    defaults = {p.name: p.default for p in tool.known(what) if p.default is not None}
    assert validate(tool, {"what": what, **sent}) == (what, defaults | sent)
    # The same call with objects as JSON text, and with names in camel case.
    objects = {p.name for p in tool.known(what) if p.kinds == ("object",)}
    texts = {n: json.dumps(v) if n in objects else v for n, v in sent.items()}
    assert validate(tool, {"what": what, **texts}) == (what, defaults | sent)
    humps = {"".join(w.title() if i else w for i, w in enumerate(n.split("_"))): n for n in sent}
    camel = {written: sent[name] for written, name in humps.items()}
    assert validate(tool, {"what": what, **camel}) == (what, defaults | sent)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(TOOLS), st.data())
def test_coercion_raises_nothing_but_documented_errors(tool: Tool, data: st.DataObject) -> None:
    nested = [f.name for p in tool.parameters for f in p.fields]
    aliases = [alias for p in tool.parameters for alias in p.aliases]
    names = st.sampled_from([*tool.by_name, *nested, *aliases, "what", "nobody", "maxLabels", ""])
    values = JSON | NEAR_VALUES | st.sampled_from(list(tool.meanings))
    arguments = data.draw(st.dictionaries(names | st.text(max_size=6), values, max_size=6))
    if data.draw(st.booleans()):
        arguments["what"] = data.draw(st.sampled_from(list(tool.meanings)))
    try:
        what, args = validate(tool, arguments)
    except ViewmarkError as error:
        assert isinstance(error, (InvalidOption, UnknownParameter))
        assert error.data["param"] is not None
        assert "\n" not in error.message.strip()
    else:
        assert what in tool.by_what
        assert set(args) <= {p.name for p in tool.known(what)}
