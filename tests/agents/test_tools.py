"""Function tools: arguments as models spell them, on a real page."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import Any

import pytest
from pages import PageOf, heard, opened, value

import viewmark
from viewmark import agents, imaging, sync
from viewmark.agents import json_tools
from viewmark.errors import ExtraMissing, InvalidOption

FORM = """<title>Shop</title><style>body { height: 3000px }</style>
<h1>Order</h1><p>Total 42.17 EUR</p>
<script>window.log = []; addEventListener("click", (e) => log.push({n: "click", id: e.target.id}),
  true)</script>
<input id=name aria-label=Name> <input type=password id=pw aria-label=Password>
<label><input type=checkbox id=terms> Terms</label>
<select id=size aria-label=Size><option>Small<option>Large</select>
<button id=buy>Buy</button><a href="#more">More</a>"""


def by_name(page: Any) -> dict[str, agents.FunctionTool]:
    return {each.name: each for each in agents.tools(page)}


async def test_look_click_by_number_act_by_ref(page_of: PageOf) -> None:
    page = await opened(page_of, FORM)
    tools = by_name(page)
    seen = await tools["look"].run({})
    assert seen.image is not None
    assert imaging.probe(seen.image)[0] == "jpeg"
    line = next(row for row in seen.text.splitlines() if "@buy" in row)
    number = line[1 : line.index("]")]
    done = await tools["click"].run({"target": number})
    assert "button 'Buy'" in done.text
    assert not done.failed
    typed = await tools["type"].run('{"target": "@name", "text": "Ada", "clear": true}')
    assert "Ada" in typed.text
    assert await value(page, "document.getElementById('name').value") == "Ada"
    assert next(iter(await heard(page, "click")))["id"] == "buy"


async def test_every_tool_does_its_part(page_of: PageOf, site: Any) -> None:
    page = await opened(page_of, FORM)
    tools = by_name(page)

    async def do(name: str, **given: Any) -> str:
        result = await tools[name].run(given)
        assert not result.failed, result.text
        return result.text

    assert "42.17" in await do("read")
    assert "@buy" in await do("find", role="button")
    fields = [
        {"target": "@name", "value": "Bo"},
        {"target": "@terms", "value": True},
        {"target": "#size", "value": "Large"},
    ]
    await do("fill_form", fields=fields)
    state = "[...document.querySelectorAll('#name,#size')].map(e => e.value)"
    assert await value(page, state) == ["Bo", "Large"]
    assert "unchecked" in await do("check", target="@terms", checked=False)
    assert "Small" in await do("select", target="@size", options=["Small"])
    await do("click", target="@name")
    await do("press", keys="Control+A")
    await do("press", keys="x", repeat=2)
    assert await value(page, "document.getElementById('name').value") == "xx"
    assert "by 0, 576" in await do("scroll")
    await do("scroll", direction="up", amount=100)
    await do("scroll", target="@buy")
    await do("hover", target="@buy")
    await do("wait", text="42.17")
    await do("drag", source="@name", to="@buy")
    site.put("/next.html", "<title>Next</title>")
    assert "Next" in await do("navigate", url=site.url("/next.html"))
    assert "Shop" in await do("navigate", url="back")
    await value(page, "void setTimeout(() => confirm('Sure?'), 0)")
    await page.wait_for_dialog()
    blocked = await tools["look"].run({})
    assert blocked.failed
    assert "dialog" in blocked.text
    assert "accepted confirm" in await do("answer_dialog")


async def test_what_fails_is_told_with_a_hint_and_does_not_raise(page_of: PageOf) -> None:
    page = await opened(page_of, FORM)
    tools = by_name(page)
    for name, given in (
        ("click", {}),
        ("click", {"target": "@nobody"}),
        ("click", {"target": "#nobody"}),
        ("click", {"target": "3"}),
        ("click", {"target": "1,"}),
        ("click", {"x": 1, "y": 2}),
        ("click", {"target": "@buy", "button": "fourth"}),
        ("click", {"target": "@buy", "count": "many"}),
        ("click", {"element": "Buy"}),
        ("click", "not json"),
        ("click", "[1]"),
        ("type", {"target": "@name"}),
        ("press", {"keys": "NoKey"}),
        ("fill_form", {"fields": [{"target": "@name"}]}),
        ("fill_form", {"fields": [3]}),
        ("fill_form", {"fields": "Ada"}),
        ("select", {"target": "#size", "options": ["Huge"]}),
        ("navigate", {"url": "nowhere"}),
        ("wait", {}),
        ("wait", {"text": "never", "timeout": 0.05}),
        ("answer_dialog", {}),
        ("look", {"max_marks": 0}),
    ):
        result = await tools[name].run(given)  # type: ignore[arg-type]
        assert result.failed, (name, given)
        code, _, sentence = result.text.partition(": ")
        assert code.replace("_", "").isalpha(), result.text
        assert len(sentence) > 20


async def test_arguments_are_taken_as_models_send_them(page_of: PageOf) -> None:
    page = await opened(page_of, FORM)
    tools = by_name(page)
    await tools["look"].run({"annotate": "false", "max_marks": "20"})
    strict = {"target": 1, "button": None, "count": None}
    assert not (await tools["click"].run(strict)).failed
    fields = json.dumps([{"target": "@name", "value": "Eve"}])
    assert not (await tools["fill_form"].run({"fields": fields})).failed
    assert not (await tools["select"].run({"target": "@size", "options": "Large"})).failed
    assert await value(page, "document.getElementById('name').value") == "Eve"


async def test_secrets_are_in_no_result(page_of: PageOf) -> None:
    page = await opened(page_of, FORM)
    tools = by_name(page)
    given = {"target": "@pw", "text": "hunter2secret"}
    results = [await tools["type"].run(given)]
    fields = [{"target": "@pw", "value": "hunter2secret"}]
    results.append(await tools["fill_form"].run({"fields": fields}))
    results += [await tools[name].run({}) for name in ("look", "read")]
    assert [each.text for each in results if "hunter2secret" in each.text] == []


async def test_the_callables_have_signatures_and_docs(page_of: PageOf) -> None:
    page = await opened(page_of, FORM)
    for tool in agents.tools(page):
        for call in (tool.function, tool.sync_function):
            signature = inspect.signature(call)
            assert call.__name__ == tool.name
            assert set(signature.parameters) == set(tool.parameters["properties"])
            assert all(p.annotation is not p.empty for p in signature.parameters.values())
            assert "Args:" in (call.__doc__ or "")
        assert inspect.iscoroutinefunction(tool.function)
    look = agents.tools(page, only=["look"])[0]
    assert (await look.function(picture=False)).image is None
    assert "Order" in (await agents.tools(page, only=["read"])[0]()).text


async def test_schemas_are_json_schemas_plain_and_strict(page_of: PageOf) -> None:
    from jsonschema import Draft202012Validator

    page = await opened(page_of, FORM)
    for tool in agents.tools(page):
        plain, strict = tool.parameters, tool.strict_parameters
        for schema in (plain, strict):
            Draft202012Validator.check_schema(schema)
            assert schema["additionalProperties"] is False
            assert all(each.get("description") for each in schema["properties"].values())
        assert strict["required"] == list(strict["properties"])
        everything = {name: None for name in strict["properties"] if name not in plain["required"]}
        validator = Draft202012Validator(strict)
        found = [e for e in validator.iter_errors(everything) if e.validator != "required"]
        assert found == [], tool.name
    shapes = {
        "openai": ("type", "name", "description", "parameters", "strict"),
        "openai_chat": ("type", "function"),
        "anthropic": ("name", "description", "input_schema", "strict"),
        "gemini": ("name", "description", "parametersJsonSchema"),
    }
    for shape, keys in shapes.items():
        made = json_tools.definitions(agents.tools(page), shape, strict=True)  # type: ignore[arg-type]
        assert set(made[0]) == set(keys)
    result = await json_tools.call(agents.tools(page), "read", "{}")
    assert "Order" in result.text
    assert (await json_tools.call(agents.tools(page), "leap", {})).failed


async def test_blocking_tools_of_an_async_page_run_in_another_thread(page_of: PageOf) -> None:
    page = await opened(page_of, FORM)
    (read,) = agents.tools(page, only=["read"])
    assert "Order" in (await asyncio.to_thread(read.run_sync, {})).text
    with pytest.raises(InvalidOption, match=r"asyncio\.to_thread"):
        read.run_sync({})


def test_a_blocking_page_has_tools_too() -> None:
    with sync.launch() as browser:
        page = browser.page("data:text/html,<title>T</title><button id=b>Go</button>")
        click, read = agents.tools(page, only=["click", "read"])
        assert "@b" in read().text
        assert "button 'Go'" in click(target="@b").text
        assert "Go" in asyncio.run(read.run({})).text


def test_what_is_no_page_or_no_framework_is_refused() -> None:
    with pytest.raises(InvalidOption, match="not str"):
        agents.tools("page")
    with pytest.raises(InvalidOption, match="framework"):
        agents.tools("page", framework="autogpt")  # type: ignore[arg-type]
    with pytest.raises(ExtraMissing, match="smolagents"):
        agents.tools("page", framework="smolagents")


def test_the_package_shows_it_late() -> None:
    assert viewmark.agents is agents
