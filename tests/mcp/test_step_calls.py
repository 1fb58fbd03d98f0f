"""`interact steps`: several calls in one, over the tools."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from webserver import LocalSite

    from viewmark.calls.answer import CallAnswer

pytestmark = pytest.mark.full_browser  # in the shell a page comes back out of a cache

PAGE = """<!doctype html><title>Order</title>
<label>Name <input id=name></label> <label>Code <input id=code type=password></label>
<label>Size <select id=size><option>Small<option>Large</select></label>
<button id=plus onclick="n.textContent = +n.textContent + 1">+</button> <b id=n>0</b>
<button id=menu onclick="list.hidden = false">Menu</button>
<div id=list role=menu hidden><button role=menuitem onclick="out.textContent = 'Chosen'">Archive
</button></div>
<button id=ask onclick="out.textContent = confirm('Sure?') ? 'Sent' : 'Not sent'">Ask</button>
<a id=away href="/second.html">Away</a><p id=out role=status></p>"""
SECOND = "<!doctype html><title>Second</title><button id=end>Finish</button>"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    made = Dispatcher(Settings(output=tmp_path_factory.mktemp("out")))
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="session")
async def there(dispatcher: Dispatcher, site: LocalSite) -> Dispatcher:
    site.put("/order.html", PAGE)
    site.put("/second.html", SECOND)
    url = site.url("/order.html")
    answer = await dispatcher.call("interact", {"what": "navigate", "url": url})
    assert not answer.failed
    return dispatcher


async def steps(dispatcher: Dispatcher, *rows: Any, **more: Any) -> CallAnswer:
    return await dispatcher.call("interact", {"what": "steps", "steps": list(rows), **more})


def step(what: str, selector: str = "", **more: Any) -> dict[str, Any]:
    return {"what": what, **({"selector": selector} if selector else {}), **more}


async def test_a_form_goes_through_in_one_call(there: Dispatcher) -> None:
    answer = await steps(
        there,
        step("fill", "#name", value="Ada"),
        step("fill", "#code", value="open-sesame"),
        step("select", "#size", value="Large"),
        step("click", "#plus", count=3),
        step("click", "#menu"),
        step("click", "text=Archive"),
    )
    assert not answer.failed, answer.text
    assert answer.text.startswith("6 steps done\n")
    assert '~ textbox "Name" @name = "Ada"' in answer.text
    assert "+ status: Chosen" in answer.text
    assert answer.facts is not None
    assert [each["what"] for each in answer.facts["done"]][:2] == ["fill", "fill"]
    assert answer.facts["done"][0]["hit"]["ref"] == "@name"
    assert "open-sesame" not in f"{answer}"


async def test_lines_are_few_where_targets_are_refs(there: Dispatcher) -> None:
    answer = await steps(there, step("click", ref="@plus"), step("click", target="@plus"))
    assert answer.text.splitlines()[0] == "2 steps done"
    assert len(answer.text.splitlines()) == 2, answer.text  # and what changed


async def test_a_refusal_and_a_surprise_say_what_was_not_done(there: Dispatcher) -> None:
    refused = await steps(
        there, step("click", "#plus"), step("click", "#gone"), step("fill", "#code", value="s3cret")
    )
    assert refused.failed
    rows = refused.text.splitlines()
    assert rows[0] == "1 of 3 steps done"
    assert any(row.startswith("stopped at step 2 (click #gone): ") for row in rows)
    assert "not done: 3 fill #code" in rows
    assert "~ text:" in refused.text or "+ text:" in refused.text
    assert "s3cret" not in f"{refused}"
    gone = await steps(there, step("click", "#away"), step("click", "#plus"))
    assert not gone.failed
    assert "stopped after step 1 (click #away): it led to another page" in gone.text
    assert '"Finish"' in gone.text
    assert gone.facts is not None
    assert gone.facts["stopped"]["not_done"] == ["click #plus"]


async def test_a_dialog_is_answered_within_steps_and_stops_them_else(there: Dispatcher) -> None:
    sent = await steps(there, step("click", "#ask"), step("answer_dialog"), step("click", "#plus"))
    assert "status: Sent" in sent.text
    asked = await steps(there, step("click", "#ask"), step("click", "#plus"))
    assert "it opened a dialog (confirm): 'Sure?'" in asked.text
    kept = await steps(there, step("answer_dialog", accept=False))
    assert "Not sent" in kept.text


async def test_a_navigation_that_is_a_step_goes_on(there: Dispatcher, site: LocalSite) -> None:
    done = await steps(
        there,
        step("click", "#plus"),
        step("navigate", url=site.url("/second.html")),
        step("click", "text=Finish"),
        step("back"),
    )
    assert not done.failed, done.text
    assert done.text.startswith("4 steps done")
    assert "3 click button 'Finish'" in done.text.splitlines()  # no ref of another document
    assert '"+"' in done.text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "steps"),
        ([step("click", "#plus")] * 200, "steps must be 1 to 50 steps, not 200"),
        ("click #plus; click #plus", "`steps` is no JSON list"),
        ([step("click", "#plus"), step("clik", "#plus")], 'Step 2: `what` of step is "clik"'),
        ([step("click", "#plus"), step("steps", steps=[])], "Step 2: `what` of step"),
        ([step("click", "#plus"), [step("click", "#plus")]], "Step 2: It is no object."),
        ([step("click", "#plus"), step("fill", "#name", text2="x")], "Step 2: step fill has no"),
        ([step("click", "#plus"), step("click", "#plus", tab_id="X")], "Step 2: `tab_id` goes"),
        ([step("click", "#plus"), step("click", "#plus", tab="X")], "Step 2: `tab_id` goes"),
        ([step("click", "#plus"), step("click", "#plus", picture=True)], "Step 2: `picture` goes"),
        ([step("click", "#plus"), step("run_script", script="1")], "Step 2: `what` of step"),
    ],
)
async def test_impossible_steps_are_refused_before_the_first(
    given: Any, said: str, there: Dispatcher
) -> None:
    answer = await there.call("interact", {"what": "steps", "steps": given})
    assert answer.failed
    assert said in answer.text
    count = await there.call("observe", {"what": "text", "selector": "#n"})
    assert "0" in count.text


async def test_steps_as_json_text_are_taken(there: Dispatcher) -> None:
    given = '[{"what": "click", "ref": "@plus"}, {"action": "press", "key": "Tab"}]'
    answer = await there.call("interact", {"what": "steps", "steps": given})
    assert answer.text.startswith("2 steps done"), answer.text


async def test_changes_and_pictures_are_of_the_whole(there: Dispatcher) -> None:
    quiet = await steps(there, step("click", "#plus"), changes="none")
    assert quiet.text.splitlines() == ["1 step done", "1 click button '+' @plus"]
    seen = await steps(there, step("click", ref="@plus"), picture=True)
    assert seen.picture is not None
    assert "labels 1.." in seen.notes[-1]


async def test_actions_answer_in_lines_and_as_json_where_that_is_asked(there: Dispatcher) -> None:
    lines = await there.call("interact", {"what": "click", "ref": "@menu"})
    assert lines.text.splitlines()[0] == "click button 'Menu' @menu"
    assert '"Archive"' in lines.text
    assert lines.facts is not None
    assert lines.facts["hit"]["ref"] == "@menu"
    whole = await there.call("interact", {"what": "click", "ref": "@plus", "answer": "json"})
    told = json.loads(whole.text)
    assert (told["what"], told["hit"]["name"], told["hit"]["ref"]) == ("click", "+", "@plus")
    assert {"point", "focused", "changes"} <= told.keys()
    filled = await there.call("interact", {"what": "fill", "ref": "@name", "value": "Ada"})
    assert filled.text.splitlines() == [
        "fill textbox 'Name' @name",
        '~ textbox "Name" @name = "Ada"',
    ]
