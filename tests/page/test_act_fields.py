"""Typing and choosing on real pages: the field receives the text; secrets are never reported."""

from __future__ import annotations

import json
import logging
import string
from typing import Any

import pytest
from case_files import rows_of
from entering import enter
from own_world import ask
from page_over import PageOf, page_over
from webserver import LocalSite

import viewmark
from viewmark.errors import ElementCovered, InvalidOption, NotEditable
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import PointTarget

ASCII = "".join(chr(code) for code in range(32, 127))


FIELDS = {
    "input": ("<input id=t aria-label=Field>", "t.value"),
    "textarea": ("<textarea id=t aria-label=Field></textarea>", "t.value"),
    "rich text": (
        "<div id=t role=textbox aria-label=Field contenteditable style='white-space:pre'></div>",
        "t.textContent",
    ),
    "password": ("<input id=t type=password aria-label=Field>", "t.value"),
}


@pytest.mark.parametrize("keys", [False, True], ids=["inserted", "key by key"])
@pytest.mark.parametrize("kind", FIELDS)
async def test_every_printable_ascii_character_types_itself(
    kind: str, keys: bool, page_of: PageOf
) -> None:
    html, value = FIELDS[kind]
    page = await page_of(html)
    done = await enter(page, ASCII, keys=keys)
    assert await ask(page, value) == ASCII
    assert (done.typed.length, done.typed.accepted) == (95, True)
    assert done.focused.name == "Field"


@pytest.mark.parametrize("keys", [False, True], ids=["inserted", "key by key"])
async def test_other_scripts_and_signs_type_themselves(keys: bool, page_of: PageOf) -> None:
    page = await page_of("<input id=t>")
    text = "Grüße, Ελλάδα, 日本語, עברית 👍🏽 ﬁ"
    await enter(page, text, keys=keys)
    assert await ask(page, "t.value") == text


@pytest.mark.full_browser  # covers input and drawing in the full browser
async def test_key_by_key_every_character_has_its_key_events(page_of: PageOf) -> None:
    page = await page_of(
        "<input id=t><script>window.log=[];for (const n of ['keydown','keypress','keyup'])"
        "t.addEventListener(n,(e)=>log.push([n,e.key,e.code,e.shiftKey,e.isTrusted]))</script>"
    )
    await enter(page, "a.A", keys=True)
    assert await ask(page, "log.filter((e) => e[1] !== 'Shift')") == [
        ["keydown", "a", "KeyA", False, True],
        ["keypress", "a", "KeyA", False, True],
        ["keyup", "a", "KeyA", False, True],
        ["keydown", ".", "Period", False, True],
        ["keypress", ".", "Period", False, True],
        ["keyup", ".", "Period", False, True],
        ["keydown", "A", "KeyA", True, True],
        ["keypress", "A", "KeyA", True, True],
        ["keyup", "A", "KeyA", True, True],
    ]


async def test_a_line_break_breaks_a_textarea_and_submits_a_form(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/sent.html", "sent")
    page = await page_of(
        "<textarea id=a></textarea><form action=/sent.html><input id=t name=q></form>"
    )
    await enter(page, "one\ntwo", "#a", keys=True)
    await enter(page, "\nthree", "#a")
    assert await ask(page, "a.value") == "one\ntwo\nthree"
    done = await enter(page, "x", submit=True)
    assert done.navigated_to == site.url("/sent.html?q=x")


async def test_text_is_added_at_the_end_or_replaces_what_is_there(page_of: PageOf) -> None:
    for html, value in (
        ("<input id=t value='old text that is long'>", "t.value"),
        ("<textarea id=t>old text that is long</textarea>", "t.value"),
        ("<div id=t contenteditable>old text that is long</div>", "t.textContent"),
    ):
        page = await page_of(html)
        await enter(page, "+new")
        assert await ask(page, value) == "old text that is long+new"
        done = await enter(page, "only", clear=True)
        assert await ask(page, value) == "only"
        assert done.typed.accepted is True
        await enter(page, "", clear=True)
        assert await ask(page, value) == ""


async def test_a_point_types_where_the_press_put_the_caret(page_of: PageOf) -> None:
    page = await page_of(
        "<body style='margin:0'><input id=t value='abcdef' style='font:20px monospace;padding:0;"
        "border:0'>"
    )
    await page_over(PageContext(page)).type(text="X", target=PointTarget(x=36, y=10))
    assert await ask(page, "t.value") == "abcXdef"


async def test_without_a_target_the_focused_field_gets_the_text(
    page_of: PageOf, site: LocalSite
) -> None:
    site.put("/inner.html", "<input id=t aria-label=Inner>")
    for host in ("127.0.0.1", "localhost"):
        page = await page_of(f"<iframe id=f src='{site.url('/inner.html', host=host)}'></iframe>")
        await page.settle_frames()
        with pytest.raises(NotEditable, match="has the focus"):
            await enter(page, "x", None)
        inner = "#f >> internal:control=enter-frame >> #t"
        await enter(page, "one ", inner)
        done = await enter(page, "two", None)
        assert (done.focused.name, done.typed.accepted) == ("Inner", True)
        frame = page.frames.get(done.focused.frame_id)
        value = await page.call(frame, "function () { return document.activeElement.value; }")
        assert value == "one two"


@pytest.mark.parametrize(
    "html",
    [
        "<label id=t>Name <input></label>",
        "<label id=t for=i>Name</label><p>between</p><input id=i>",
        "<div id=t style='padding:20px'><span>$</span><input></div>",
        "<div id=t><input style='opacity:0'></div>",
        "<div id=t onclick='i.focus()'>Fake field</div><input id=i style='width:1px;height:1px'>",
        "<p>above</p><div id=t contenteditable><p>one</p><p>two</p></div>",
    ],
    ids=["label", "label for", "wrapper", "transparent", "proxy", "rich"],
)
async def test_the_field_that_is_meant_gets_the_text(html: str, page_of: PageOf) -> None:
    page = await page_of(html)
    done = await enter(page, "hello")
    assert done.typed.accepted is True
    value = "document.activeElement.value ?? document.activeElement.textContent"
    assert "hello" in await ask(page, value)


@pytest.mark.parametrize(
    ("html", "words", "cure"),
    rows_of(__file__),
)
async def test_what_takes_no_text_is_refused_without_a_press_where_it_can_be_known(
    html: str, words: str, cure: str, page_of: PageOf
) -> None:
    page = await page_of(
        f"{html}<script>window.n=0;addEventListener('mousedown',()=>{{n+=1}},true);"
        "addEventListener('keydown',()=>{n+=1},true)</script>"
    )
    with pytest.raises(NotEditable, match=words) as caught:
        await enter(page, "secret words")
    assert "secret words" not in str(caught.value) + repr(caught.value.data)
    assert cure in str(caught.value.hint)
    assert await ask(page, "n") == (1 if "<p" in html else 0)


async def test_a_covered_field_is_not_typed_into(page_of: PageOf) -> None:
    page = await page_of("<input id=t><div style='position:fixed;inset:0'>cover</div>")
    with pytest.raises(ElementCovered):
        await enter(page, "x")
    assert await ask(page, "t.value") == ""


async def test_a_press_that_opens_a_dialog_types_nothing(page_of: PageOf, bounded: Any) -> None:
    page = await page_of("<input id=t onmousedown=\"alert('no')\">")
    with pytest.raises(NotEditable, match="opened a dialog"):
        await bounded(enter(page, "x"))
    await page.answer_dialog(accept=True)
    assert await ask(page, "t.value") == ""


async def test_what_the_page_changes_or_refuses_is_told(page_of: PageOf) -> None:
    page = await page_of(
        '<input id=t maxlength=3><input id=u oninput="this.value=this.value.toUpperCase()">'
    )
    assert (await enter(page, "abcdef")).typed.accepted is False
    assert (await enter(page, "abc", "#u")).typed.accepted is False
    assert (await enter(page, "ABC", "#u", clear=True)).typed.accepted is True


async def test_what_is_typed_is_in_no_log_and_a_secret_in_no_answer(
    page_of: PageOf, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    page = await page_of("<input id=t type=password aria-label=Secret><input id=u aria-label=Open>")
    for keys in (False, True):
        done = await enter(page, "hunter2hunter2", "#t", keys=keys)
        assert "hunter2" not in json.dumps(done.to_json()) + repr(done) + caplog.text
        assert (done.state, done.to_json()["length"]) == ({"valueState": "filled"}, 14)
        done = await enter(page, "walrus9walrus9", "#u", keys=keys, clear=True)
        assert done.state == {"value": "walrus9walrus9"}
        assert "walrus9" not in str(done) + repr(done) + caplog.text


async def test_a_field_of_a_framework_that_watches_its_value_sees_the_change(
    page_of: PageOf,
) -> None:
    # As in controlled inputs: an own property of the node shadows the prototype's value.
    page = await page_of(
        "<input id=t><input id=d type=date><script>window.seen=[];"
        "for (const el of [t,d]) { const proto=Object.getOwnPropertyDescriptor("
        "HTMLInputElement.prototype,'value');"
        "let known=el.value; Object.defineProperty(el,'value',{configurable:true,"
        "get(){return proto.get.call(this)},set(v){known=v;proto.set.call(this,v)}});"
        "el.addEventListener('input',()=>{const now=proto.get.call(el);"
        "if(now!==known){known=now;seen.push(now)}}) }</script>"
    )
    await enter(page, "abc")
    await enter(page, "2026-11-21", "#d")
    assert await ask(page, "seen") == ["ab", "abc", "2026-11-21"]


@pytest.mark.parametrize("text", [None, 5, b"x", "x" * 1_000_001])
async def test_what_is_no_text_is_refused(text: Any, page_of: PageOf) -> None:
    page = await page_of("<input id=t>")
    with pytest.raises(InvalidOption):
        await enter(page, text)


async def test_a_long_text_goes_in_whole(page_of: PageOf, bounded: Any) -> None:
    page = await page_of("<textarea id=t></textarea>")
    await bounded(enter(page, string.ascii_letters * 400))
    assert await ask(page, "t.value.length") == 20_800


async def test_text_that_was_there_already_is_no_proof_that_it_went_in(page_of: PageOf) -> None:
    page = await page_of(
        "<input id=t value=abc onbeforeinput='event.preventDefault()'>"
        "<div id=r contenteditable onbeforeinput='event.preventDefault()'>abc</div>"
    )
    assert (await enter(page, "abc")).typed.accepted is False
    assert (await enter(page, "abc", "#r")).typed.accepted is False


async def test_keys_that_met_something_else_are_reported(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of("<button id=b onfocus='setTimeout(() => b.remove())'>Go</button>")
    )
    # The result reflects which happened first: the key event or the page's removal.
    try:
        done = await page.keypress("a", target="#b")
    except NotEditable as error:
        assert "took the focus away" in str(error)
    else:
        assert done.intended is not None
        assert done.intended.name == "Go"
        assert done.hit is not None
        assert done.hit.tag in ("button", "body")
    assert await ask(page.browser_page, "document.querySelector('#b')") is None


async def test_a_field_that_gives_the_focus_to_another_gets_no_text(page_of: PageOf) -> None:
    page = await page_of("<input id=t onfocus='other.focus()'><input id=other value=abc>")
    with pytest.raises(NotEditable, match="does not keep the focus"):
        await enter(page, "words")
    assert await ask(page, "[t.value, other.value]") == ["", "abc"]
