"""Situations in an agent's session: dialogs, changing documents, change-only observations."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from webserver import LocalSite

from viewmark.attach_policy import TokenBucket
from viewmark.mcp.content import TEXT_LIMIT, blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import TOOLS
from viewmark.parameters.parameter import Parameter

FORM = """<!doctype html><title>Form</title><label>Name <input></label><button id=go>Go</button>
<button id=late onclick="document.body.insertAdjacentHTML('beforeend','<button>New</button>')">
Add</button>"""
ASKING = """<!doctype html><title>-</title><button id=ask
 onclick="document.title = confirm('Delete all?')">Ask</button>
<button id=name onclick="document.title = prompt('Your name?', 'nobody')">Name</button>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings(answers="json", output=tmp_path_factory.mktemp("agent")))
    dispatcher.state.bucket = TokenBucket(per_minute=100_000)
    yield dispatcher
    await dispatcher.close()


async def told(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert not answer.failed, answer.text
    return json.loads(answer.text)


async def error(dispatcher: Dispatcher, tool: str, **arguments: Any) -> Any:
    answer = await dispatcher.call(tool, arguments)
    assert answer.failed
    return dict(answer.facts or {})


async def open_page(
    dispatcher: Dispatcher, site: LocalSite, html: str, name: str = "/a.html"
) -> None:
    site.put(name, html)
    await told(dispatcher, "interact", what="navigate", url=site.url(name))


async def title(dispatcher: Dispatcher) -> str:
    page = (await told(dispatcher, "observe", what="page"))["page"]
    return str(page["title"])


# Dialogs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "answer", "then"),
    [
        ("#ask", {"what": "keypress", "key": "Enter"}, "true"),
        ("#ask", {"what": "keypress", "key": "Escape"}, "false"),
        ("#name", {"what": "type", "text": "Mara", "submit": True}, "Mara"),
        ("#name", {"what": "keypress", "key": "Enter"}, "nobody"),
        ("#name", {"what": "keypress", "key": "Escape"}, "null"),
    ],
    ids=str,
)
async def test_a_dialog_is_answered_by_keys_as_a_person_would(
    dispatcher: Dispatcher, site: LocalSite, button: str, answer: dict[str, Any], then: str
) -> None:
    await open_page(dispatcher, site, ASKING)
    clicked = await told(dispatcher, "interact", what="click", selector=button)
    assert clicked["dialog"]["kind"] in ("confirm", "prompt")
    blocked = await error(dispatcher, "observe", what="page")
    assert blocked["error_code"] == "dialog_open"
    assert clicked["dialog"]["message"] in blocked["message"]
    assert blocked["recovery_tool_call"]["arguments"] == {"what": "answer_dialog", "accept": False}
    assert "answer_dialog" in blocked["hint"]
    reply = await told(dispatcher, "interact", **answer)
    assert reply["dialog"]["message"] == clicked["dialog"]["message"]
    assert await title(dispatcher) == then


async def test_a_key_that_answers_no_dialog_is_refused_while_one_is_open(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, ASKING)
    await told(dispatcher, "interact", what="click", selector="#ask")
    for arguments in (
        {"what": "keypress", "key": "a"},
        {"what": "type", "text": "x"},
        {"what": "keypress", "key": "Enter", "selector": "#ask"},
    ):
        assert (await error(dispatcher, "interact", **arguments))["error_code"] == "dialog_open"
    await told(dispatcher, "interact", what="keypress", key="Escape")


# Refs that stay valid ---------------------------------------------------------------------------


async def test_an_action_never_tells_the_ref_of_another_documents_element(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    """Node ids restart in each document, so ids of the previous document occur again."""
    await open_page(dispatcher, site, "<!doctype html><input aria-label=First><p>x", "/one.html")
    look = {"what": "page", "annotate_screenshot": True, "map": "json"}
    first = await told(dispatcher, "observe", **look)
    await open_page(dispatcher, site, "<!doctype html><button>Second</button>", "/two.html")
    blind = await told(dispatcher, "interact", what="click", selector="button")
    assert blind["hit"].get("ref") not in [each["ref"] for each in first["annotations"]]
    second = await told(dispatcher, "observe", **look)
    clicked = await told(dispatcher, "interact", what="click", label=1)
    assert clicked["hit"]["ref"] == second["annotations"][0]["ref"]
    assert clicked["hit"]["ref"] != first["annotations"][0]["ref"]


async def test_facts_about_the_page_do_not_take_the_labels_of_the_last_picture_away(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    seen = await told(dispatcher, "observe", what="page", annotate_screenshot=True, map="json")
    facts = (await told(dispatcher, "observe", what="page"))["page"]
    assert facts["interactive_elements"] == seen["total_found"] == 3
    clicked = await told(dispatcher, "interact", what="click", label=2)
    assert clicked["hit"]["name"] == "Go"
    at = seen["annotations"][1]["bounds"]
    again = await told(dispatcher, "interact", what="click", x=at["x"] + 5, y=at["y"] + 5)
    assert again["hit"]["name"] == "Go"


# Only changes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [True, False])
@pytest.mark.parametrize("target", ["interactive", "all_visible", "custom"])
async def test_since_tells_only_what_changed_in_every_list(
    dispatcher: Dispatcher, site: LocalSite, target: str, picture: bool
) -> None:
    await open_page(dispatcher, site, FORM)
    look: dict[str, Any] = {"what": "page", "annotation_target": target}
    if target == "custom":
        look["annotation_selector"] = "button, input"
    first = await told(dispatcher, "observe", **look, annotate_screenshot=True, map="json")
    await told(dispatcher, "interact", what="type", selector="input", text="Mara")
    await told(dispatcher, "interact", what="click", selector="#late")
    news = {**look, "since": first["frame_id"], "annotate_screenshot": picture, "map": "json"}
    second = await told(dispatcher, "observe", **news)
    assert ("image" in second) is picture
    assert second["total_found"] == first["total_found"] + 1
    names = {a["name"] for a in second["annotations"]}
    assert {"Name", "New"} <= names
    assert "Go" not in names
    assert len(second["changes"]["added"]) == 1
    field = next(a["ref"] for a in second["annotations"] if a["name"] == "Name")
    assert "state" in second["changes"]["changed"][field]
    lines = (await dispatcher.call("observe", {**news, "map": "lines"})).text
    assert f"added: {second['changes']['added'][0]}" in lines
    assert "Go" not in lines.split("added")[1]
    # The labels in this result belong to a new observation.
    new = next(a for a in second["annotations"] if a["name"] == "New")
    hit = await told(
        dispatcher, "interact", what="click", label=new["label"], frame_id=second["frame_id"]
    )
    assert hit["hit"]["name"] == "New"
    quiet = await dispatcher.call("observe", {**look, "since": second["frame_id"], "map": "lines"})
    assert "added" not in quiet.text


async def test_since_of_an_unknown_look_is_an_error_and_no_look_is_taken(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    facts = await error(dispatcher, "observe", what="page", since="f_nobody")
    assert facts["error_code"] == "ref_stale"
    assert "f_nobody" in facts["message"]


async def test_without_stable_refs_elements_have_labels_only_and_nothing_is_forgotten(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    await open_page(dispatcher, site, FORM)
    look = {"what": "page", "annotate_screenshot": True, "map": "json"}
    first = await told(dispatcher, "observe", **look)
    bare = await told(dispatcher, "observe", **look, stable_refs=False)
    assert {"ref", "stability"} & {key for a in bare["annotations"] for key in a} == set()
    assert [a["name"] for a in bare["annotations"]] == [a["name"] for a in first["annotations"]]
    lines = await dispatcher.call("observe", {**look, "stable_refs": False, "map": "lines"})
    assert "@" not in lines.text
    hit = await told(dispatcher, "interact", what="click", label=2, frame_id=bare["frame_id"])
    assert hit["hit"]["name"] == "Go"
    third = await told(dispatcher, "observe", **look)
    assert [a["ref"] for a in third["annotations"]] == [a["ref"] for a in first["annotations"]]
    assert {a["stability"] for a in third["annotations"]} == {"stable"}
    assert (await told(dispatcher, "observe", what="page", since=first["frame_id"], map="json"))[
        "changes"
    ]
    for option in ({"label_format": "ref"}, {"since": first["frame_id"]}, {"refresh_refs": True}):
        facts = await error(dispatcher, "observe", **look, stable_refs=False, **option)
        assert facts["param"] == "stable_refs"


@pytest.mark.parametrize(
    "idle",
    [
        {"max_annotations": 5},
        {"save_to": "a.jpg"},
        {"quality": 50},
        {"annotation_target": "all_visible"},
        {"stable_refs": False},
        {"if_changed": "f_x"},
    ],
    ids=str,
)
async def test_what_would_do_nothing_without_a_picture_is_refused(
    dispatcher: Dispatcher, idle: dict[str, Any]
) -> None:
    facts = await error(dispatcher, "observe", what="page", **idle)
    assert facts["param"] == next(iter(idle))
    assert "annotate" in facts["hint"]


async def test_defaults_that_a_client_fills_in_are_no_error(dispatcher: Dispatcher) -> None:
    tool = next(each for each in TOOLS if each.name == "observe")
    filled = {p.name: p.default for p in tool.known("page") if p.default is not None}
    assert (await told(dispatcher, "observe", what="page", **filled))["page"]["url"]


# Tabs ------------------------------------------------------------------------------------------


async def test_tabs_open_switch_and_close(dispatcher: Dispatcher, site: LocalSite) -> None:
    site.put("/one.html", "<!doctype html><title>One</title>")
    site.put("/two.html", "<!doctype html><title>Two</title>")
    ids = [
        (await told(dispatcher, "interact", what="new_tab", url=site.url(name)))["tab_id"]
        for name in ("/one.html", "/two.html")
    ]
    assert await title(dispatcher) == "Two"
    switched = await told(dispatcher, "interact", what="switch_tab", tab_id=ids[0])
    here = {"tab_id": ids[0], "url": site.url("/one.html")}
    assert switched == here | {"changes": "nothing changed in words or states"}
    assert await title(dispatcher) == "One"
    assert (await (await dispatcher.state.tabs.tab()).page.browser_page.facts()).visible
    listed = await told(dispatcher, "observe", what="tabs", map="json")
    assert [t["tab_id"] for t in listed["tabs"] if t["current"]] == [ids[0]]
    for each in ids:
        assert await told(dispatcher, "interact", what="close_tab", tab_id=each) == {"closed": each}
    listed = await told(dispatcher, "observe", what="tabs", map="json")
    assert {t["tab_id"] for t in listed["tabs"]} & {*ids} == set()
    for what in ("switch_tab", "close_tab"):
        facts = await error(dispatcher, "interact", what=what, tab_id=ids[0])
        assert facts["error_code"] == "tab_not_found"
        assert facts["recovery_tool_call"]["arguments"] == {"what": "tabs"}


# Frames, masks ---------------------------------------------------------------------------------


async def test_the_accessibility_tree_goes_into_frames_of_every_process(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/near.html", "<!doctype html><button>Near</button>")
    site.put("/far.html", "<!doctype html><button>Far</button><iframe src=/near.html></iframe>")
    far = site.url("/far.html", host="localhost")
    await open_page(
        dispatcher,
        site,
        f"<!doctype html><iframe title=N src=/near.html></iframe><iframe src='{far}'></iframe>"
        "<input type=password value=hidden-9><button>Here</button>",
    )
    async with asyncio.timeout(30):
        # A frame has text only after its first layout, which is late on a loaded machine.
        lines = ""
        while lines.count('button "Near"') < 2:
            lines = (await dispatcher.call("observe", {"what": "accessibility"})).text
    assert lines.count('button "Near"') == 2
    assert lines.index('Iframe "N"') < lines.index('button "Near"') < lines.index('button "Far"')
    assert lines.index('button "Far"') < lines.index('button "Here"')
    assert '    button "Near"' in lines
    assert "hidden-9" not in lines


async def test_a_mask_is_set_told_and_taken_away(dispatcher: Dispatcher, site: LocalSite) -> None:
    await open_page(dispatcher, site, FORM)
    shot = {"what": "screenshot", "format": "png"}
    plain = (await dispatcher.call("observe", shot)).picture
    masked = await dispatcher.call(
        "configure", {"what": "capture", "settings": {"mask": ["input"]}}
    )
    assert masked.text == 'Capture settings updated: mask=["input"]'
    assert (await told(dispatcher, "configure", what="status"))["mask"] == ["input"]
    covered = (await dispatcher.call("observe", shot)).picture
    opened = await told(dispatcher, "interact", what="new_tab", url=site.url("/a.html"))
    elsewhere = (await dispatcher.call("observe", {**shot, "tab_id": opened["tab_id"]})).picture
    wrong = {"settings": {"mask": ["p", "div[["], "screenshot_mode": "on"}}
    facts = await error(dispatcher, "configure", what="capture", **wrong)
    assert facts["error_code"] == "invalid_selector"
    assert "div[[" in facts["message"]
    now = await told(dispatcher, "configure", what="status")
    assert (now["mask"], now["screenshot_mode"]) == (["input"], "off"), "all or nothing"
    await dispatcher.call("configure", {"what": "capture", "settings": {"mask": []}})
    again = (await dispatcher.call("observe", {**shot, "tab_id": opened["tab_id"]})).picture
    assert plain is not None
    assert covered is not None
    assert elsewhere is not None
    assert again is not None
    assert covered.base64 != plain.base64
    assert covered.base64 == elsewhere.base64
    assert again.base64 == plain.base64


# Arbitrary arguments of a model -----------------------------------------------------------------


def wrong_values(parameter: Parameter) -> list[Any]:
    """Return invalid values for a parameter."""
    takes_object = "object" in (*parameter.kinds, *parameter.also)
    wrong: list[Any] = [[1]] if takes_object else [[1], {"nobody": 1}]
    if "string" in parameter.kinds:
        wrong.append("x" * 1_000_000)
    else:
        wrong += ["x" * 1_000_000, "five", "yes"]
    if "boolean" not in parameter.kinds:
        wrong.append(True)
    if {"integer", "number"} & set(parameter.kinds):
        wrong += [float("nan"), float("inf"), 10**400, -(10**9)]
    if "array" in parameter.kinds:  # a string or an object may stand for a list of one item
        wrong = [w for w in wrong if not isinstance(w, (list, dict)) and w not in ("five", "yes")]
    takes_list = "array" in (*parameter.kinds, *parameter.also)
    return [w for w in wrong if not (isinstance(w, list) and takes_list)]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
async def test_every_parameter_refuses_what_is_no_good_for_it(
    dispatcher: Dispatcher, tool: Tool
) -> None:
    for parameter in tool.parameters:
        what = tool.goes_with(parameter.name)[0]
        for value in wrong_values(parameter):
            if isinstance(value, (int, float)) and parameter.low is None and value == -(10**9):
                continue  # accepts any number
            answer = await dispatcher.call(tool.name, {"what": what, parameter.name: value})
            assert answer.failed, (parameter.name, str(value)[:40])
            facts = dict(answer.facts or {})
            assert facts["error_code"] in (
                "invalid_option",
                "unknown_parameter",
                "invalid_coordinates",
            ), facts
            assert facts["error_code"] != "internal_error"
            assert len(answer.text) < 3000
            assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "inside",
    [
        {"max_annotations": "five"},
        {"quality": "good"},
        {"scale": [1]},
        {"style": {"badge_size": "large"}},
        {"style": {"opacity": 7}},
        {"style": {"palette": []}},
        {"style": "red"},
        {"target": "everything"},
        {"target": 5},
        {"selector": "a"},
        {"target": "custom"},
        {"settle": "yes"},
        {"format": "webp"},
        {"label_format": None, "max_base64": -1},
    ],
    ids=str,
)
async def test_options_inside_the_object_are_checked_like_all_others(
    dispatcher: Dispatcher, site: LocalSite, inside: dict[str, Any]
) -> None:
    await open_page(dispatcher, site, FORM)
    facts = await error(dispatcher, "observe", what="page", annotate_screenshot=inside)
    assert facts["error_code"] in ("invalid_option", "unknown_parameter"), facts


async def test_no_answer_is_above_what_clients_take(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    rows = "".join(
        f"<a href='#{i}' style='display:inline-block;width:20px'>{'name' * 60}{i}</a>"
        for i in range(400)
    )
    logs = "<script>for (let i = 0; i < 600; i++) console.log('x'.repeat(5000) + i)</script>"
    await open_page(dispatcher, site, f"<!doctype html>{rows}{logs}")
    for arguments in (
        {"what": "page", "annotate_screenshot": True, "map": "json", "max_annotations": 100},
        {"what": "page"},
        {"what": "dom", "limit": 1000},
        {"what": "accessibility", "limit": 1000},
        {"what": "accessibility", "limit": 1000, "map": "json"},
        {"what": "logs", "limit": 1000},
        {"what": "logs", "limit": 1000, "map": "json"},
    ):
        answer = await dispatcher.call("observe", arguments)
        assert not answer.failed, answer.text
        for block in blocks(answer):
            assert len(block.get("text", "")) <= TEXT_LIMIT
            assert len(block.get("data", "")) <= 500_000
