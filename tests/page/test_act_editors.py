"""Typing at the caret and into editors: rich text, code, in frames, and with hidden fields."""

from __future__ import annotations

import json

import pytest
from case_files import pages_of
from entering import enter
from own_world import ask
from page_over import PageOf, page_over

import viewmark
from viewmark.page.context import PageContext
from viewmark.page.resolved_target import SelectorTarget

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
    assert done.typed.accepted is None  # the editor does not keep its text in the field


@pytest.mark.parametrize("clear", [True, False])
async def test_lines_for_an_editor_with_a_model_of_its_own_are_not_claimed(
    page_of: PageOf, clear: bool
) -> None:
    """The page displays both lines, but the editor's model contains only the first one."""
    page = await page_of(
        "<div id=t contenteditable style='white-space:pre-wrap'></div><script>window.model = '';"
        "t.oninput = () => model = t.innerText.split('\\n')[0]</script>"
    )
    assert (await enter(page, "one\ntwo", clear=clear)).typed.accepted is None
    assert await ask(page, "model") == "one"
    assert (await enter(page, "three", clear=True)).typed.accepted is True


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
    await page_over(context).keypress(keys=moves, target=target)
    done = await enter(page, "-", None, keys=keys)
    assert (await ask(page, "t.value ?? t.innerText"), done.typed.accepted) == ("Hello-World", True)
    # Text replaces the selection; a key sent to the focused element keeps its caret position.
    await page_over(context).keypress(keys=["Shift+ArrowRight"] * 5)
    done = await enter(page, "you", None, keys=keys)
    assert (await ask(page, "t.value ?? t.innerText"), done.typed.accepted) == ("Hello-you", True)
    await page_over(context).keypress(keys="Home", target=target)
    await page_over(context).keypress(keys=["Shift+End"], target=target)
    await page_over(context).keypress(keys="w", target=target)
    assert await ask(page, "t.value ?? t.innerText") == "w"


async def test_a_named_field_that_has_the_focus_gets_the_text_at_its_end(page_of: PageOf) -> None:
    html = "<input id=t value=12 type={}>"
    for kind in ("text", "number", "search", "tel"):
        page = await page_of(html.format(kind))
        await page_over(PageContext(page)).keypress(keys="Home", target=SelectorTarget("#t"))
        done = await enter(page, "3")
        assert (await ask(page, "t.value"), done.typed.accepted) == ("123", True)


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
    # Focus moves to another element and back.
    await enter(page, "2")
    done = await enter(page, " again", target, keys=keys)
    assert await ask(page, "[d.body.innerText.trim(), t.value]") == ["hello again", "top2"]
    assert done.typed.accepted is True
    await page_over(PageContext(page)).keypress(keys="Backspace")
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
    # The frame remembers its focused element, but typed text would go to the outer field.
    done = await enter(page, " again", f"{INSIDE} >> #i")
    values = "[f.contentDocument.getElementById('i').value, t.value]"
    assert await ask(page, values) == ["inner again", "outer"]
    assert done.typed.accepted is True
    await enter(page, "!")
    await page_over(PageContext(page)).keypress(keys="x", target=SelectorTarget(f"{INSIDE} >> #i"))
    assert await ask(page, values) == ["inner againx", "outer!"]


async def test_what_an_editor_holds_is_not_told_as_its_name(page_of: PageOf) -> None:
    page = await page_of("<div id=t contenteditable>private words</div>")
    done = await enter(page, "and more")
    assert "private" not in json.dumps(done.to_json()["hit"])
    assert done.state == {"value": "private wordsand more"}


_HIDDEN = pages_of(__file__)["hidden"]


@pytest.mark.parametrize("style", ["", "opacity:0"])
async def test_an_editor_behind_a_field_that_nobody_sees_is_typed_into_by_keys(
    page_of: PageOf, style: str
) -> None:
    html = _HIDDEN.replace("STYLE", style)
    if style:
        html = html.replace("overflow:hidden;width:3px;height:0;", "")
    page = viewmark.Page(await page_of(html))
    for text, clear, wanted in (("+a", False, "old+a"), ("b c", True, "b c"), ("", True, "")):
        done = await page.type("#e", text, clear=clear)
        assert await ask(page.browser_page, "text") == wanted
        assert done.typed is not None
        assert done.typed.accepted is not False
