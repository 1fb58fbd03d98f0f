"""Finding text, reading single properties, and scripts; secrets are not disclosed."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf

from viewmark import Page
from viewmark.errors import (
    EvaluationFailed,
    EvaluationTimeout,
    InvalidOption,
    SecretRefused,
)

FORM = """<h2>Payment</h2><p id=note>The <b>total  price</b> is 42.17 EUR.</p>
<input id=who value=Ann><input id=pin type=password value="hunter2 & co">
<input id=agree type=checkbox checked><select id=size multiple><option selected>S<option selected>M
</select><div style="height:2000px"></div><h2>Shipping</h2><button id=go>Send it</button>
<iframe id=f style="width:300px;height:100px" srcdoc="<button>Inside frame</button>"></iframe>"""


async def test_words_are_found_over_the_whole_page_with_their_place(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(FORM))
    (match,) = await page.find("TOTAL price is")
    assert (match.text, match.heading, match.where) == (
        "The total price is 42.17 EUR.",
        "Payment",
        "in view",
    )
    far = (await page.find("send it")).matches[0]
    assert far.role == "button"
    assert far.where.endswith("screens below")
    assert far.heading == "Shipping"
    assert (await page.find("hunter2")).total == 0
    inside = (await page.find(role="button", name="inside")).matches[0]
    assert inside.frame is not None
    await page.scroll_to(inside.ref)
    assert (await page.find(role="button", name="inside")).matches[0].where == "in view"
    headings = await page.find(role="heading")
    assert [each.name for each in headings] == ["Payment", "Shipping"]
    assert (await page.find(role="heading", limit=1)).total == 2
    nowhere = "nothing found on the whole page and in 1 frames"
    assert (await page.find("no such words")).lines() == nowhere


async def test_looking_for_nothing_or_for_both_is_refused(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))
    for options in ({}, {"text": " "}, {"text": "a", "role": "button"}, {"text": "a", "limit": 0}):
        with pytest.raises(InvalidOption):
            await page.find(**options)


async def test_one_thing_of_an_element_is_given_whole(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))

    async def get(css: str, what: Any, name: str | None = None) -> Any:
        return (await page.get(css, what, name)).value

    assert await get("#note", "text") == "The total price is 42.17 EUR."
    assert await get("#who", "value") == "Ann"
    assert await get("#agree", "value") is True
    assert await get("#size", "value") == ["S", "M"]
    assert await get("#go", "attribute", "id") == "go"
    assert await get("#go", "attribute", "class") is None
    assert await get("#note", "html") == ('<p id="note">The <b>total  price</b> is 42.17 EUR.</p>')
    assert await get("#note b", "style", "font-weight") == "700"
    box = await get("#go", "box")
    assert box["y"] > 2000
    assert box["in_viewport"] is False


async def test_secrets_are_given_only_when_asked_for_in_so_many_words(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(FORM))
    for what, name in (("value", None), ("attribute", "value"), ("text", None)):
        with pytest.raises(SecretRefused):
            await page.get("#pin", what, name)  # type: ignore[arg-type]
    whole = (await page.get("body", "html")).value
    assert "hunter2" not in whole
    assert 'value="Ann"' in whole
    told = await page.get("#pin", "value", secrets=True)
    assert told.to_json() == {"what": "value", "value": "hunter2 & co"}


async def test_scripts_are_expressions_functions_and_statements(
    page_of: PageOf,
) -> None:
    page = Page(await page_of("<script>var ours = {a: [1, null]}</script>"))
    assert (await page.evaluate("ours;")).value == {"a": [1, None]}
    assert (await page.evaluate("(a, b) => a + b", 2, 3)).value == 5
    assert (await page.evaluate("const n = 4; return n * 2")).value == 8
    assert (await page.evaluate("await Promise.resolve('late')")).value == "late"
    assert (await page.evaluate("undefined")).value is None
    assert (await page.evaluate("NaN")).value == "NaN"
    assert (await page.evaluate("typeof ours", world="isolated")).value == "undefined"


async def test_what_scripts_do_wrong_is_an_error_in_one_line(page_of: PageOf) -> None:
    page = Page(await page_of(FORM))
    with pytest.raises(EvaluationFailed, match="The script threw: Error: no luck") as thrown:
        await page.evaluate("() => { throw new Error('no\\nluck ' + pin.value) }")
    assert "\n" not in thrown.value.message
    assert "hunter2" not in thrown.value.message
    with pytest.raises(EvaluationFailed, match="not JavaScript"):
        await page.evaluate("this is not")
    with pytest.raises(EvaluationFailed, match="not JSON"):
        await page.evaluate("(() => { const a = {}; a.a = a; return a })()")
    with pytest.raises(EvaluationTimeout):
        await page.evaluate("for (;;) {}", timeout=0.3)
    assert (await page.evaluate("1 + 1")).value == 2
    for options in ({"world": "else"}, {"timeout": 0}):
        with pytest.raises(InvalidOption):
            await page.evaluate("1", **options)
    with pytest.raises(InvalidOption):
        await page.evaluate("1", object())


async def test_values_of_secret_fields_are_taken_out_of_results(
    page_of: PageOf,
) -> None:
    page = Page(await page_of(FORM))
    told = await page.evaluate(
        "({a: pin.value, b: ['x ' + pin.value], c: JSON.stringify({p: pin.value}),"
        " d: encodeURIComponent(pin.value), e: who.value, [pin.value]: 1})"
    )
    assert told.value == {
        "a": "[secret]",
        "b": ["x [secret]"],
        "c": '{"p":"[secret]"}',
        "d": "[secret]",
        "e": "Ann",
        "[secret]": 1,
    }
    assert told.redactions == 5
