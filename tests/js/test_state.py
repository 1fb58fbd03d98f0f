"""States of controls: native properties, ARIA attributes, and secret values, which are omitted."""
# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import json

from asking import ask, of_marked, of_rows, open_words
from case_files import values_of

STATES = [*values_of(__file__).values()]


async def test_the_state_in_its_context(page_of):
    page = await page_of("<p>x</p>")
    states = await of_rows(page, [html for html, _ in STATES], "vm.stateOf(el, vm.role(el))")
    wrong = [
        (html, wanted, got)
        for (html, wanted), got in zip(STATES, states, strict=True)
        if {key: got.get(key) for key in wanted} != wanted
    ]
    assert wrong == []


async def test_an_indeterminate_checkbox_is_mixed_and_an_open_popover_expanded(page_of):
    page = await page_of(
        '<input id="c" type="checkbox"><button id="b" popovertarget="p">x</button><p popover id="p">'
    )
    await page.call(
        None,
        "() => { document.getElementById('c').indeterminate = true;"
        " document.getElementById('p').showPopover(); }",
    )
    states = await of_marked(page, "vm.stateOf(el, vm.role(el))")
    assert states["c"]["checked"] == "mixed"
    assert states["b"]["expanded"] is True


async def test_a_value_is_cut_and_a_select_tells_a_few_options_and_how_many_there_are(page_of):
    options = "".join(f"<option{' selected' if n == 30 else ''}>o{n}</option>" for n in range(40))
    page = await page_of(
        f'<input id="long" value="{"x" * 500}"><select id="many">{options}</select>'
        '<select id="two" multiple><option selected>a<option selected>b<option>c</select>'
    )
    states = await of_marked(page, "vm.stateOf(el, vm.role(el))")
    assert len(states["long"]["value"]) == 100
    assert states["long"]["value"].endswith("…")
    assert states["many"]["options"] == [f"o{n}" for n in range(12)]
    assert states["many"]["optionCount"] == 40
    assert states["many"]["value"] == "o30"
    assert states["two"]["value"] == "a, b"
    assert states["two"]["multiple"] is True


async def test_what_has_the_focus_says_so(page_of):
    page = await page_of('<input id="a"><input id="b" autofocus>')
    await page.call(None, "() => document.getElementById('a').focus()")
    states = await of_marked(page, "vm.stateOf(el, vm.role(el))")
    assert states["a"]["focused"] is True
    assert "focused" not in states["b"]


async def test_a_field_that_a_form_refused_says_why(page_of):
    page = await page_of('<form><input id="a" required><button id="go">Go</button></form>')
    await page.call(None, "() => document.getElementById('go').click()")
    states = await of_marked(page, "vm.stateOf(el, vm.role(el))")
    assert states["a"]["invalid"] is True
    assert states["a"]["error"]


SECRETS = ("hunter2", "837", "4111", "2037", "novembre")


async def test_secret_values_leave_by_no_way(page_of, site):
    page = await open_words(page_of, site, "words/secrets")
    reply = await ask(
        page,
        "return all.map((el) => ({ name: vm.name(el), plain: vm.plainName(el), text: vm.text(el),"
        " role: vm.role(el), state: vm.stateOf(el, vm.role(el)), hint: vm.hint(el, vm.role(el)),"
        " selector: vm.selector(el) }))",
    )
    words = json.dumps([each for each in reply if each["role"] != "option"], ensure_ascii=False)
    assert [secret for secret in SECRETS if secret in words and secret != "2037"] == []
    assert "•" not in words


async def test_a_secret_field_says_only_whether_it_is_filled(page_of, site):
    page = await open_words(page_of, site, "words/secrets")
    states = await of_marked(page, "vm.stateOf(el, vm.role(el))")
    for key in ("pw", "otp", "cc", "csc", "exp", "exp2", "hid", "was", "new", "dots", "masked"):
        assert states[key]["valueState"] == "filled", key
        assert not {"value", "options", "optionCount"} & set(states[key]), key
    assert states["none"]["valueState"] == "empty"
    assert "value" not in states["combo"]


async def test_a_password_that_is_shown_stays_secret(page_of):
    page = await page_of('<input id="t" type="password" value="hunter2">')
    assert (await of_marked(page, "vm.isSecret(el)"))["t"] is True
    await page.call(None, "() => { document.getElementById('t').type = 'text'; }")
    state = (await of_marked(page, "vm.stateOf(el, vm.role(el))"))["t"]
    assert state["valueState"] == "filled"
    assert "value" not in state
