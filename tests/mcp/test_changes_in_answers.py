"""Results of `interact` list the changes of the page, with refs for the next call."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from webserver import LocalSite

from viewmark.calls.answer import CallAnswer
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

STEPS = """<!doctype html><div id=box><p>Name <b>Ada</b></div><button id=go>Next</button><script>
let sent = 0
go.onclick = () => {
  if (go.textContent === 'Send') { document.title = `sent ${++sent}`; return }
  box.innerHTML = '<label><input type=checkbox> All of this is true.</label>'
  go.textContent = 'Send'
}</script>"""
PAGE = """<!doctype html><title>Shop</title>
<p><button id=save onclick="said.textContent = 'Saved.'; more.hidden = false">Save</button></p>
<p id=more hidden><button>Undo</button></p>
<p><button id=ask onclick="said.textContent = confirm('Sure?') ? 'Sent.' : 'Kept.'">Ask</button></p>
<p><label>Name <input id=name></label></p><div role=alert id=said></div>"""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher(tmp_path_factory: Any) -> AsyncIterator[Dispatcher]:
    folder: Path = tmp_path_factory.mktemp("out")
    made = Dispatcher(Settings(answers="json", output=folder))
    yield made
    await made.close()


async def _call(dispatcher: Dispatcher, what: str, **args: Any) -> CallAnswer:
    answer = await dispatcher.call("interact", {"what": what, **args})
    assert not answer.failed, answer.text
    return answer


async def _told(dispatcher: Dispatcher, what: str, **args: Any) -> dict[str, Any]:
    told = json.loads((await _call(dispatcher, what, **args)).text)
    assert isinstance(told, dict)
    return told


async def test_a_task_is_done_by_answers_of_actions_alone(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/shop.html", PAGE)
    arrived = await _told(dispatcher, "navigate", url=site.url("/shop.html"))
    lines = arrived["changes"].split("\n")
    save = next(line for line in lines if line.startswith('button "Save"')).rpartition(" ")[2]
    saved = (await _told(dispatcher, "click", ref=save))["changes"].split("\n")
    assert "+ alert: Saved." in saved
    undo = next(line for line in saved if "Undo" in line).rpartition(" ")[2]
    undone = await _told(dispatcher, "click", ref=undo)
    assert (undone["hit"]["name"], undone["changes"]) == (
        "Undo",
        "nothing changed in words or states",
    )
    asked = await _told(dispatcher, "click", selector="#ask", expect="dialog")
    assert "changes" not in asked
    sent = await _told(dispatcher, "answer_dialog")
    assert "Sent." in sent["changes"]
    typed = await _told(dispatcher, "type", selector="#name", text="Ann")
    assert typed["changes"].startswith('~ textbox "Name" @')
    none = await _told(dispatcher, "click", selector="#save", changes="none")
    assert "changes" not in none


async def test_a_press_that_changes_the_title_alone_says_so(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    press = "<title>Cart</title><button id=add onclick='document.title = `Cart (1)`'>Add</button>"
    site.put("/cart.html", press)
    await _told(dispatcher, "navigate", url=site.url("/cart.html"))
    added = await _told(dispatcher, "click", selector="#add")
    assert added["changes"] == '~ title: "Cart (1)" (was: "Cart")'
    added = await _told(dispatcher, "click", selector="#add")
    assert added["changes"] == "nothing changed in words or states"


TICKS = """<style>.c i { display: block; width: 20px; height: 20px; border: 1px solid }</style>
<ul>ITEMS</ul><form novalidate><div><label>Mail <input></label><p class=error hidden>Give an
address</p></div><button>Send</button></form><script>
for (const each of document.querySelectorAll('.c')) each.addEventListener('click', () => {
  const { classList } = each.firstChild;
  classList.toggle('k-icon--checked');
  classList.toggle('k-icon--unchecked');
});
document.forms[0].addEventListener('submit', (event) => {
  event.preventDefault();
  document.querySelector('.error').hidden = false;
});</script>"""
TICK = (
    "<li>{}<div class='k-checkbox c' style='cursor:pointer'><i class=k-icon--unchecked></i></div>"
)


async def test_a_press_says_what_it_did_to_a_drawn_tick_and_what_a_form_finds(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    items = "".join(map(TICK.format, ("Assam", "Ceylon")))
    site.put("/ticks.html", TICKS.replace("ITEMS", items))
    await _told(dispatcher, "navigate", url=site.url("/ticks.html"))
    seen = await dispatcher.call("observe", {"what": "page", "annotate_screenshot": True})
    tick = seen.text.partition("[1] ")[2].partition(" ")[0]
    # The drawn tick only shows the state, so after a press it is the same element.
    for now, before in (("checked", "unchecked"), ("unchecked", "checked")):
        pressed = await _told(dispatcher, "click", target=1)
        assert pressed["changes"] == f'~ clickable maybe "checkbox" {tick} {now} (was: {before})'
    sent = (await _told(dispatcher, "click", target="css=button"))["changes"]
    assert 'invalid="Give an address"' in sent.split("\n")[0]


async def test_a_marked_picture_comes_with_the_answer(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/shop.html", PAGE)
    await _told(dispatcher, "navigate", url=site.url("/shop.html"))
    answer = await _call(dispatcher, "click", selector="#save", picture=True)
    assert answer.picture is not None
    (note,) = (each for each in answer.notes if "frame_id" in each)
    frame_id = note.partition("frame_id ")[2].partition(",")[0]
    pressed = await _told(dispatcher, "click", label=2, frame_id=frame_id)
    assert pressed["hit"]["name"] == "Undo"


async def test_a_ref_that_an_answer_printed_means_what_it_printed(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put("/steps.html", STEPS)
    arrived = await _told(dispatcher, "navigate", url=site.url("/steps.html"))
    next_one = arrived["changes"].partition('button "Next" ')[2].split()[0]
    lines = (await _told(dispatcher, "click", ref=next_one))["changes"].split("\n")
    send = next(line for line in lines if 'button "Send" @' in line).partition('"Send" ')[2]
    sent = await _told(dispatcher, "click", ref=send.split()[0])
    assert sent["hit"]["name"] == "Send"
    assert '"sent 1"' in sent["changes"]
