"""Typing and choosing on real pages: the field gets the text, and what is secret is never told."""

from __future__ import annotations

import json
import logging
import string
from typing import TYPE_CHECKING, Any

import pytest
from own_world import ask

import viewmark
from viewmark.errors import ElementCovered, InvalidOption, NotEditable, NotSelectable
from viewmark.page.act import KeyPress, keypress
from viewmark.page.act_fields import Select, Type, select, type_text
from viewmark.page.context import PageContext
from viewmark.page.targets import PointTarget, SelectorTarget

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.page_target import PageTarget
    from viewmark.page.action_result import ActionResult

PageOf = "Callable[..., Awaitable[Page]]"

ASCII = "".join(chr(code) for code in range(32, 127))


async def enter(
    page: PageTarget, text: str, selector: str | None = "#t", **options: Any
) -> ActionResult:
    target = SelectorTarget(selector) if selector else None
    return await type_text(PageContext(page), Type(text=text, target=target, **options))


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


EDITOR = """<div id=t style="width:400px;height:90px;position:relative">
<textarea aria-label=Code style="position:absolute;opacity:0;width:1px;height:1em"></textarea>
<pre id=lines style="position:absolute;inset:0;margin:0;cursor:text"></pre></div><script>
const field = document.querySelector("textarea"), lines = document.querySelector("#lines");
lines.onmousedown = (event) => { event.preventDefault(); field.focus(); };
field.oninput = () => { lines.textContent += field.value; field.value = ""; };
</script>"""


async def test_a_code_editor_takes_text_by_its_surface(page_of: PageOf) -> None:
    page = await page_of(EDITOR)
    done = await enter(page, "let x = 1")
    assert await ask(page, "lines.textContent") == "let x = 1"
    assert done.typed.accepted is None  # it keeps the text elsewhere than in its field


async def test_a_point_types_where_the_press_put_the_caret(page_of: PageOf) -> None:
    page = await page_of(
        "<body style='margin:0'><input id=t value='abcdef' style='font:20px monospace;padding:0;"
        "border:0'>"
    )
    await type_text(PageContext(page), Type(text="X", target=PointTarget(x=36, y=10)))
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
    ("html", "words"),
    [
        ("<button id=t>Go</button>", "takes no text"),
        ("<a id=t href=#x>Link</a>", "takes no text"),
        ("<input id=t type=checkbox>", "takes no text"),
        ("<input id=t type=file>", "takes no text"),
        ("<select id=t><option>a</select>", "takes no text"),
        ("<input id=t disabled>", "disabled"),
        ("<fieldset disabled><input id=t></fieldset>", "disabled"),
        ("<input id=t readonly>", "read-only"),
        ("<p id=t>words</p>", "takes text"),
        ("<div id=t role=button tabindex=0>div</div>", "takes no text"),
    ],
)
async def test_what_takes_no_text_is_refused_without_a_press_where_it_can_be_known(
    html: str, words: str, page_of: PageOf
) -> None:
    page = await page_of(
        f"{html}<script>window.n=0;addEventListener('mousedown',()=>{{n+=1}},true);"
        "addEventListener('keydown',()=>{n+=1},true)</script>"
    )
    with pytest.raises(NotEditable, match=words) as caught:
        await enter(page, "secret words")
    assert "secret words" not in str(caught.value) + repr(caught.value.data)
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
        done = await enter(page, "hunter2hunter2", "#u", keys=keys, clear=True)
        assert done.state == {"value": "hunter2hunter2"}
        assert "hunter2" not in str(done) + repr(done) + caplog.text


@pytest.mark.parametrize(
    ("kind", "value", "wrong"),
    [
        ("date", "2026-11-21", "21.11.2026"),
        ("time", "14:30", "half past two"),
        ("datetime-local", "2026-11-21T14:30", "today"),
        ("month", "2026-11", "November"),
        ("week", "2026-W47", "47"),
        ("color", "#1e90ff", "blue"),
        ("range", "42", None),
    ],
)
async def test_picked_controls_take_their_value_with_the_events_of_a_change(
    kind: str, value: str, wrong: str | None, page_of: PageOf
) -> None:
    page = await page_of(
        f"<input id=t type={kind}><script>window.log=[];for (const n of ['input','change'])"
        "addEventListener(n,(e)=>log.push(n))</script>"
    )
    done = await enter(page, value)
    assert await ask(page, "t.value") == value
    assert await ask(page, "log") == ["input", "change"]
    assert done.typed.accepted is True
    if wrong is not None:
        with pytest.raises(InvalidOption) as caught:
            await enter(page, wrong)
        assert kind in caught.value.hint
        assert await ask(page, "t.value") == value


async def test_a_number_field_takes_digits(page_of: PageOf) -> None:
    page = await page_of("<input id=t type=number value=7><input id=e type=email value=a@>")
    await enter(page, "42", clear=True)
    assert await ask(page, "t.value") == "42"
    await enter(page, "5")
    assert await ask(page, "t.value") == "425"
    await enter(page, "b.c", "#e")
    assert await ask(page, "e.value") == "a@b.c"


async def test_a_field_of_a_framework_that_watches_its_value_sees_the_change(
    page_of: PageOf,
) -> None:
    # What controlled inputs do: an own property on the node shadows the prototype's value.
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
    assert await ask(page, "seen") == ["abc", "2026-11-21"]


@pytest.mark.parametrize("text", [None, 5, b"x", "x" * 1_000_001])
async def test_what_is_no_text_is_refused(text: Any, page_of: PageOf) -> None:
    page = await page_of("<input id=t>")
    with pytest.raises(InvalidOption):
        await enter(page, text)


async def test_a_long_text_goes_in_whole(page_of: PageOf, bounded: Any) -> None:
    page = await page_of("<textarea id=t></textarea>")
    await bounded(enter(page, string.ascii_letters * 400))
    assert await ask(page, "t.value.length") == 20_800


RANGE = "<input id=t type=range aria-label=Volume min=-10 max=100 step=5 value=20>"


@pytest.mark.parametrize("wrong", ["foo", "200", "-11", "21", "", "5e", " 20", "0x10", "NaN"])
async def test_a_range_refuses_what_it_cannot_hold_and_says_what_it_takes(
    wrong: str, page_of: PageOf
) -> None:
    page = await page_of(
        RANGE + "<script>window.log=[];for (const n of ['input','change'])"
        "addEventListener(n,(e)=>log.push(n))</script>"
    )
    with pytest.raises(InvalidOption, match="from -10 to 100, in steps of 5 from -10") as caught:
        await enter(page, wrong, clear=True)
    assert "Volume" in caught.value.message
    assert not wrong or wrong not in caught.value.message.replace("100", "")
    assert await ask(page, "[t.value, ...log]") == ["20"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (RANGE, "-5"),
        ("<input id=t type=range>", "1e1"),
        ("<input id=t type=range step=any>", "12.345"),
        ("<input id=t type=range min=0 max=1 step=0.1>", "0.3"),
        ("<input id=t type=range min=0 max=1 step=0.1>", ".30"),
    ],
)
async def test_a_range_takes_every_number_that_it_can_hold(
    html: str, text: str, page_of: PageOf
) -> None:
    page = await page_of(html)
    done = await enter(page, text)
    assert done.typed.accepted is True
    assert float(await ask(page, "t.value")) == float(text)


@pytest.mark.parametrize("kind", ["color", "range"])
async def test_what_cannot_be_empty_is_not_emptied(kind: str, page_of: PageOf) -> None:
    page = await page_of(f"<input id=t type={kind}><input id=d type=date value=2026-11-21>")
    with pytest.raises(InvalidOption):
        await enter(page, "", clear=True)
    assert (await enter(page, "", "#d", clear=True)).typed.accepted is True
    assert await ask(page, "d.value") == ""


async def test_a_picked_value_that_the_page_changes_at_once_is_not_accepted(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<input id=t type=range oninput='t.value = 0'>"
        "<input id=d type=date onchange='d.value = \"2000-01-01\"'>"
    )
    assert (await enter(page, "42")).typed.accepted is False
    assert (await enter(page, "2026-11-21", "#d")).typed.accepted is False


async def test_a_number_field_keeps_its_value_where_the_text_is_not_a_number(
    page_of: PageOf,
) -> None:
    page = await page_of("<input id=t type=number value=7 min=0 max=10>")
    with pytest.raises(InvalidOption, match=r"takes a number such as .*It is as it was"):
        await enter(page, "foo", clear=True)
    assert await ask(page, "t.value") == "7"
    done = await enter(page, "200", clear=True)  # it shows that, whatever the form says later
    assert (done.typed.accepted, await ask(page, "t.value")) == (True, "200")


async def test_text_that_was_there_already_is_no_proof_that_it_went_in(page_of: PageOf) -> None:
    page = await page_of(
        "<input id=t value=abc onbeforeinput='event.preventDefault()'>"
        "<div id=r contenteditable onbeforeinput='event.preventDefault()'>abc</div>"
    )
    assert (await enter(page, "abc")).typed.accepted is False
    assert (await enter(page, "abc", "#r")).typed.accepted is False


@pytest.mark.parametrize("clear", [True, False])
async def test_lines_for_an_editor_with_a_model_of_its_own_are_not_claimed(
    page_of: PageOf, clear: bool
) -> None:
    """The page shows both lines; what the editor keeps is the first one alone."""
    page = await page_of(
        "<div id=t contenteditable style='white-space:pre-wrap'></div><script>window.model = '';"
        "t.oninput = () => model = t.innerText.split('\\n')[0]</script>"
    )
    assert (await enter(page, "one\ntwo", clear=clear)).typed.accepted is None
    assert await ask(page, "model") == "one"
    assert (await enter(page, "three", clear=True)).typed.accepted is True


async def test_the_events_of_a_set_value_are_those_of_a_real_change(page_of: PageOf) -> None:
    facts = "(e) => e.target.id + [e.type, e.bubbles, e.composed, e.cancelable].join()"
    page = await page_of(
        "<div id=host></div><script>window.log = [];"
        "const root = host.attachShadow({mode: 'open'});"
        "root.innerHTML = '<input id=t type=range value=20><select id=s><option>one<option>two"
        "</select><input id=d type=date><input id=x>';"
        f"const facts = {facts};"
        "for (const name of ['input', 'change']) {"
        "root.addEventListener(name, (e) => log.push(facts(e)));"
        "document.addEventListener(name, (e) => log.push('outside ' + e.type)) }</script>"
    )
    context = PageContext(page)

    async def log() -> Any:
        return await ask(page, "log.splice(0)")

    await keypress(context, KeyPress(keys="ArrowRight", target=SelectorTarget("#host >> #t")))
    real = await log()
    assert real == ["tinput,true,true,false", "outside input", "tchange,true,false,false"]
    await enter(page, "50", "#host >> #t")
    assert await log() == real
    await keypress(context, KeyPress(keys="ArrowDown", target=SelectorTarget("#host >> #s")))
    real = await log()
    await choose(page, {"label": "one"}, selector="#host >> #s")
    assert await log() == real
    await enter(page, "2026-11-21", "#host >> #d")
    assert await log() == [each.replace("s", "d", 1) if each[0] == "s" else each for each in real]


async def test_a_dialog_that_opens_on_a_set_value_is_told(page_of: PageOf, bounded: Any) -> None:
    page = await page_of(
        "<input id=t type=range onchange=\"alert('now')\">"
        "<select id=s onchange=\"alert('now')\"><option>one<option>two</select>"
    )
    for action in (enter(page, "42"), choose(page, {"label": "two"}, selector="#s")):
        done = await bounded(action)
        assert done.outcome.dialog == {"kind": "alert", "message": "now"}
        await page.answer_dialog(accept=True)
    assert await ask(page, "[t.value, s.value]") == ["42", "two"]


# The caret ---------------------------------------------------------------------------------------

CARETS = {
    "input": "<input id=t value=HelloWorld>",
    "textarea": "<textarea id=t>HelloWorld</textarea>",
    "rich text": "<div id=t contenteditable>HelloWorld</div>",
}


@pytest.mark.parametrize("keys", [False, True], ids=["inserted", "key by key"])
@pytest.mark.parametrize("kind", CARETS)
async def test_without_a_target_the_text_goes_where_the_caret_is(
    kind: str, keys: bool, page_of: PageOf
) -> None:
    page = await page_of(CARETS[kind])
    context = PageContext(page)
    target = SelectorTarget("#t")
    moves = ["Home", *["ArrowRight"] * 5]
    await keypress(context, KeyPress(keys=moves, target=target))
    done = await enter(page, "-", None, keys=keys)
    assert (await ask(page, "t.value ?? t.innerText"), done.typed.accepted) == ("Hello-World", True)
    # What is selected is replaced, and a key on what has the focus finds it as it was.
    await keypress(context, KeyPress(keys=["Shift+ArrowRight"] * 5))
    done = await enter(page, "you", None, keys=keys)
    assert (await ask(page, "t.value ?? t.innerText"), done.typed.accepted) == ("Hello-you", True)
    await keypress(context, KeyPress(keys="Home", target=target))
    await keypress(context, KeyPress(keys=["Shift+End"], target=target))
    await keypress(context, KeyPress(keys="w", target=target))
    assert await ask(page, "t.value ?? t.innerText") == "w"


async def test_a_named_field_that_has_the_focus_gets_the_text_at_its_end(page_of: PageOf) -> None:
    html = "<input id=t value=12 type={}>"
    for kind in ("text", "number", "search", "tel"):
        page = await page_of(html.format(kind))
        await keypress(PageContext(page), KeyPress(keys="Home", target=SelectorTarget("#t")))
        done = await enter(page, "3")
        assert (await ask(page, "t.value"), done.typed.accepted) == ("123", True)


# Editors in frames -------------------------------------------------------------------------------

INSIDE = "#f >> internal:control=enter-frame"

EDITORS = {
    "editable body": "d.body.contentEditable = true",
    "design mode": "d.designMode = 'on'",
}


@pytest.mark.parametrize("keys", [False, True], ids=["inserted", "key by key"])
@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize("target", [f"{INSIDE} >> body", "#f"])
async def test_the_body_of_a_frame_that_is_an_editor_takes_text(
    target: str, kind: str, keys: bool, page_of: PageOf
) -> None:
    page = await page_of(
        "<input id=t value=top><iframe id=f style='width:300px;height:80px'></iframe>"
        f"<script>d = f.contentDocument; d.body.innerHTML = '<p>old</p>'; {EDITORS[kind]}</script>"
    )
    done = await enter(page, "hello", target, clear=True, keys=keys)
    assert await ask(page, "[d.body.innerText.trim(), t.value]") == ["hello", "top"]
    assert done.typed.accepted is True
    assert "hello" not in json.dumps(done.to_json()["hit"])
    # The focus goes elsewhere and comes back.
    await enter(page, "2")
    done = await enter(page, " again", target, keys=keys)
    assert await ask(page, "[d.body.innerText.trim(), t.value]") == ["hello again", "top2"]
    assert done.typed.accepted is True
    await keypress(PageContext(page), KeyPress(keys="Backspace"))
    assert await ask(page, "d.body.innerText.trim()") == "hello agai"


async def test_a_document_that_is_an_editor_takes_text_and_has_its_number(page_of: PageOf) -> None:
    page = await page_of("<body contenteditable><p>old</p></body>")
    done = await enter(page, "er", "body")
    assert (await ask(page, "document.body.innerText.trim()"), done.typed.accepted) == (
        "older",
        True,
    )
    assert "old" not in json.dumps(done.to_json()["hit"])
    await enter(page, "!", None)
    assert await ask(page, "document.body.innerText.trim()") == "older!"


async def test_a_field_that_has_the_focus_of_its_frame_only_is_pressed_first(
    page_of: PageOf,
) -> None:
    page = await page_of(
        "<input id=t><iframe id=f style='width:300px;height:80px' "
        "srcdoc='<input id=i autofocus>'></iframe>"
    )
    await enter(page, "inner", f"{INSIDE} >> #i")
    await enter(page, "outer")
    # The frame remembers its focus, but what is typed would go to the outer field.
    done = await enter(page, " again", f"{INSIDE} >> #i")
    values = "[f.contentDocument.getElementById('i').value, t.value]"
    assert await ask(page, values) == ["inner again", "outer"]
    assert done.typed.accepted is True
    await enter(page, "!")
    await keypress(PageContext(page), KeyPress(keys="x", target=SelectorTarget(f"{INSIDE} >> #i")))
    assert await ask(page, values) == ["inner againx", "outer!"]


async def test_what_an_editor_holds_is_not_told_as_its_name(page_of: PageOf) -> None:
    page = await page_of("<div id=t contenteditable>private words</div>")
    done = await enter(page, "and more")
    assert "private" not in json.dumps(done.to_json()["hit"])
    assert done.state == {"value": "private wordsand more"}


# Lists -----------------------------------------------------------------------------------------

LIST = """<label id=l>Fruit <select id=t><option value=a>Apple</option><option value=b>Pear
</option><option value=c disabled>Plum</option><optgroup label=G disabled><option>Fig</optgroup>
</select></label><script>window.log=[];for (const n of ['input','change'])
t.addEventListener(n,(e)=>log.push(n+t.value))</script>"""


async def choose(page: PageTarget, *options: dict[str, Any], selector: str = "#t") -> ActionResult:
    return await select(PageContext(page), Select(target=SelectorTarget(selector), options=options))


@pytest.mark.parametrize("option", [{"value": "b"}, {"label": "Pear"}, {"index": 1}])
async def test_an_option_is_chosen_by_value_label_or_index(
    option: dict[str, Any], page_of: PageOf
) -> None:
    page = await page_of(LIST)
    done = await choose(page, option)
    assert await ask(page, "[t.value, ...log]") == ["b", "inputb", "changeb"]
    assert done.to_json()["selected"] == [{"value": "b", "label": "Pear"}]
    assert done.focused.tag == "select"
    await choose(page, option)
    assert await ask(page, "log.length") == 2


async def test_a_label_an_option_and_a_point_lead_to_the_list(page_of: PageOf) -> None:
    page = await page_of(f"<body style='margin:0'>{LIST}")
    await choose(page, {"value": "b"}, selector="#l")
    await choose(page, {"value": "a"}, selector="option[value=a]")
    box = await ask(page, "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
                          "(t.getBoundingClientRect())")  # fmt: skip
    target = PointTarget(x=box[0], y=box[1])
    await select(PageContext(page), Select(target=target, options=[{"value": "b"}]))
    assert await ask(page, "t.value") == "b"


async def test_several_options_and_none(page_of: PageOf) -> None:
    page = await page_of("<select id=t multiple><option>a<option selected>b<option>c</select>")
    await choose(page, {"label": "a"}, {"label": "c"})
    chosen = "[...t.selectedOptions].map((o) => o.value).join()"
    assert await ask(page, chosen) == "a,c"
    await choose(page)
    assert await ask(page, chosen) == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([{"value": "z"}], "no such option"),
        ([{"label": "Plum"}], "disabled"),
        ([{"label": "Fig"}], "disabled"),
        ([{"index": 99}], "no such option"),
        ([{"value": "a", "label": "Pear"}], "no such option"),
        ([{"value": "a"}, {"value": "b"}], "one option only"),
    ],
)
async def test_an_option_that_cannot_be_chosen_changes_nothing_and_lists_what_can(
    options: list[dict[str, Any]], words: str, page_of: PageOf
) -> None:
    page = await page_of(LIST)
    with pytest.raises(NotSelectable, match=words) as caught:
        await choose(page, *options)
    assert {"value": "a", "label": "Apple"} in caught.value.data["candidates"]
    assert await ask(page, "[t.value, log.length]") == ["a", 0]


async def test_what_is_no_list_is_refused(page_of: PageOf) -> None:
    page = await page_of("<div id=t role=listbox>x</div><select id=d disabled><option>a</select>")
    with pytest.raises(NotSelectable, match="not a list of options"):
        await choose(page, {"index": 0})
    with pytest.raises(NotSelectable, match="disabled"):
        await choose(page, {"index": 0}, selector="#d")


@pytest.mark.parametrize(
    "option", [{}, {"text": "a"}, {"value": 5}, {"index": "0"}, {"index": True}, "a", None]
)
async def test_an_option_of_a_wrong_shape_is_refused(option: Any, page_of: PageOf) -> None:
    page = await page_of(LIST)
    with pytest.raises(InvalidOption):
        await choose(page, option)


_HIDDEN = """<div id=e onclick=proxy.focus() style="width:300px;height:80px;border:1px solid">
<pre id=drawn></pre><div style="overflow:hidden;width:3px;height:0;position:relative">
<textarea id=proxy aria-label=Code
  style="width:1000px;height:1em;position:absolute;STYLE"></textarea>
</div></div>
<script>
  let text = 'old', all = false;
  const draw = () => { drawn.textContent = text };
  proxy.onkeydown = (e) => { if (e.ctrlKey && e.key === 'a') all = true;
    if (e.key === 'Delete' && all) { text = ''; all = false; draw() } };
  proxy.oninput = () => { text = (all ? '' : text) + proxy.value;
    all = false; proxy.value = ''; draw() };
  draw()</script>"""


@pytest.mark.parametrize("style", ["", "opacity:0"])
async def test_an_editor_behind_a_field_that_nobody_sees_is_typed_into_by_keys(
    page_of: PageOf, style: str
) -> None:
    html = _HIDDEN.replace("STYLE", style)
    if style:
        html = html.replace("overflow:hidden;width:3px;height:0;", "")
    page = viewmark.Page(await page_of(html))
    for text, clear, wanted in (("+a", False, "old+a"), ("b c", True, "b c"), ("", True, "")):
        done = await page.type(None, text, clear=clear, selector="#e")
        assert await ask(page.browser_page, "text") == wanted
        assert done.typed is not None
        assert done.typed.accepted is not False


async def test_keys_that_met_something_else_are_reported(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of("<button id=b onfocus='setTimeout(() => b.remove())'>Go</button>")
    )
    # Which of the two came first, the key or the page's removal, is told as it was.
    try:
        done = await page.keypress("a", selector="#b")
    except NotEditable as error:
        assert "took the focus away" in str(error)
    else:
        assert done.intended is not None
        assert done.intended.name == "Go"
        assert done.hit is not None
        assert done.hit.tag in ("button", "body")
    assert await ask(page.browser_page, "document.querySelector('#b')") is None
