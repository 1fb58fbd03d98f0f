"""`select "words"` selects text as a mouse does, and reports what is selected."""

import pytest

import viewmark
from viewmark.errors import ActIncomplete

PAGE = """<p>The quick <b>brown</b> fox jumps over the lazy dog.</p>
<div contenteditable>Some <i>text</i> that can be edited, with a <a href=#y>link</a> in it.</div>
<label>Notes <textarea>alpha beta gamma</textarea></label>
<button onclick="document.title = 'pressed'">Save it now</button>
<iframe srcdoc="<body contenteditable>words inside a frame"></iframe>
<div style="height: 2000px"></div><p>twice and twice</p>
<p>Your word: hunter2 secret</p>
<label>Password <input type=password value="hunter2 secret"></label>"""


@pytest.mark.parametrize(
    ("line", "selected"),
    [
        ('select "brown fox"', "brown fox"),
        ('select "be edited, with a link"', "be edited, with a link"),
        ('select "beta"', "beta"),
        ('select "inside a"', "inside a"),
        ('select "and twice"', "and twice"),
    ],
)
async def test_selects_the_words(page_of, line, selected):
    page = viewmark.Page(await page_of(PAGE))
    done = await page.act([line])
    assert f'selected text: "{selected}"' in done.lines()


async def test_typing_replaces_the_selected_words(page_of):
    page = viewmark.Page(await page_of(PAGE))
    await page.act(['select "can be edited"', "type is new", 'select "beta"', "type BETA"])
    text = (await page.text()).text
    assert "Some text that is new, with a " in text.replace("*", "")
    assert "alpha BETA gamma" in text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('select "Save it"', "a press would activate it"),
        ('select "twice"', "occurs 2 times"),
        ("select #none", "which option, or which words"),
    ],
)
async def test_refuses_without_a_press(page_of, line, why):
    page = viewmark.Page(await page_of(PAGE))
    with pytest.raises(Exception, match=why):
        await page.act([line])
    assert (await page.evaluate("document.title")).value != "pressed"
    assert (await page.evaluate("String(getSelection())")).value == ""


async def test_keys_report_the_selection_with_its_blanks_and_line_breaks(page_of):
    page = viewmark.Page(await page_of(PAGE + "<textarea id=t>a:\n  b: 1</textarea>"))
    done = await page.act(['select "inside"', "key Shift+End", "click #t", "key Control+A"])
    assert 'selected text: "inside a frame"' in done.lines()
    assert 'selected text: "a:\\n  b: 1"' in done.lines()


async def test_reports_no_secret(page_of):
    page = viewmark.Page(await page_of(PAGE))
    done = await page.act(['click "Password"', "key Control+A"])
    assert "selected text" not in done.lines()
    done = await page.act(['click "lazy dog"', "key Control+A"])
    assert "Your word: [secret]" in done.lines()
    with pytest.raises(ActIncomplete):
        await page.act(['select "hunter2"'])
