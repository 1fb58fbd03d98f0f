"""Strict function calling: every property is required, and null if it is not used.

The rules are those of OpenAI's strict mode: every object has `additionalProperties: false` and all
its properties in `required`; optional properties also accept null; arrays declare their items; the
root is a plain object.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_server import serving
from webserver import LocalSite

from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import input_schema

UNKNOWN = {"default"}
"""Keywords that strict mode rejects."""
KEYWORDS = {"type", "enum", "anyOf", "properties", "items", "description", "minimum", "maximum"}


def strict(schema: dict[str, Any], *, nullable: bool = True) -> dict[str, Any]:
    """Return the schema converted to strict mode.

    Raises:
        AssertionError: no strict schema accepts the same calls.
    """
    out = {key: value for key, value in schema.items() if key not in UNKNOWN}
    assert set(out) <= KEYWORDS | {"required"}, out
    kinds = [out["type"]] if isinstance(out.get("type"), str) else list(out.get("type", ()))
    if "object" in kinds:
        assert kinds == ["object"], "a union with an object has no strict form of one type"
        assert out["properties"], "an object without properties would take nothing"
        required = set(out.get("required", ()))
        out["properties"] = {
            name: strict(each, nullable=name not in required)
            for name, each in out["properties"].items()
        }
        out |= {"required": list(out["properties"]), "additionalProperties": False}
    if "array" in kinds:
        assert "items" in out
        out["items"] = strict(out["items"], nullable=False)
    if nullable and "anyOf" in out:
        out["anyOf"] = [*out["anyOf"], {"type": "null"}]
    elif nullable:
        out["type"] = [*kinds, "null"]
        if "enum" in out:
            out["enum"] = [*out["enum"], None]
    return out


def filled(schema: dict[str, Any], value: Any = None) -> Any:
    """Return a value for every property, as a model in strict mode must send it."""
    given = value if isinstance(value, dict) else {}
    unknown = set(given) - set(schema["properties"])
    assert not unknown
    return {
        name: filled(each, given[name])
        if isinstance(given.get(name), dict) and "properties" in each
        else given.get(name)
        for name, each in schema["properties"].items()
    }


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_each_tool_has_a_strict_form(tool: Tool) -> None:
    schema = strict(input_schema(tool), nullable=False)
    assert schema["type"] == "object"
    assert schema["required"] == list(schema["properties"])


async def test_every_what_is_called_with_all_else_null(tmp_path: Path, site: LocalSite) -> None:
    site.put("/a.html", "<!doctype html><button>Go</button><input aria-label=Name>")
    forms = {tool.name: strict(input_schema(tool), nullable=False) for tool in TOOLS}
    missing: list[str] = []
    async with serving(tmp_path) as client:
        await client.json("interact", what="navigate", url=site.url("/a.html"))
        for tool in TOOLS:
            for what in tool.by_what:
                given = {"do": ['wait "Go"']} if tool.name == "act" else {"what": what}
                sent = filled(forms[tool.name], given)
                answer = await client.raw(tool.name, **sent)
                if answer.is_error:
                    facts = await client.error(tool.name, **sent)
                    assert facts["error_code"] != "unknown_parameter", facts
                    assert facts["error_code"] != "internal_error", facts
                    missing.append(f"{what}: {facts['error_code']}")
        # Calls fail only for lack of a target, a text, or a drawing.
        assert not [each for each in missing if each.startswith(("page", "status", "dom", "tabs"))]


async def test_calls_in_strict_form_do_what_they_say(tmp_path: Path, site: LocalSite) -> None:
    site.put(
        "/a.html",
        "<!doctype html><input aria-label=Name>"
        "<button onclick=\"document.title = document.querySelector('input').value\">Go</button>",
    )
    forms = {tool.name: strict(input_schema(tool), nullable=False) for tool in TOOLS}
    async with serving(tmp_path) as client:

        async def call(tool: str, **given: Any) -> Any:
            return await client.json(tool, **filled(forms[tool], given))

        await call("interact", what="navigate", url=site.url("/a.html"))
        found = await call(
            "observe",
            what="page",
            annotate=True,
            extra='{"style": {"badgeColor": "#0066ff"}, "quality": 70, "map": "json"}',
        )
        name, button = found["annotations"]
        await call("interact", what="type", ref=name["ref"], text="Mara")
        clicked = await call(
            "interact", what="click", label=button["label"], frame_id=found["frame_id"]
        )
        assert clicked["hit"]["name"] == "Go"
        assert (await call("observe", what="page"))["page"]["title"] == "Mara"
        shot = await client.raw(
            "observe",
            **filled(forms["observe"], {"what": "screenshot", "extra": '{"scroll": {"y": 0}}'}),
        )
        assert not shot.is_error
        sizes = await call("configure", what="viewport", width=500, height=400)
        assert sizes["viewport"]["width"] == 500
