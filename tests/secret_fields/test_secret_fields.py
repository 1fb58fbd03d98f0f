"""What a secret field is, by one definition: type, autocomplete, words, dots, a toggle near it."""

from __future__ import annotations

from typing import Any

import pytest
from js.asking import of_marked
from page_over import page_over
from test_secret_words import FIELDS, ORDINARY, names_of

from viewmark.browser import scripts
from viewmark.page.context import PageContext
from viewmark.secrets import words

SECRET = {
    "plain": '<input id="plain" type="password">',
    "named": '<input id="named" name="user[password]">',
    "camel": '<input id="apiKey" data-mark="camel" value="x">',
    "said": '<input id="said" aria-label="Card number">',
    "hinted": '<input id="hinted" placeholder="Enter your PIN">',
    "labelled": '<label for="labelled">API key</label><input id="labelled">',
    "wrapped": '<label>One-time code <input id="wrapped" type="tel"></label>',
    "by": '<b id="t">Secret</b><input id="by" aria-labelledby="t">',
    "section": '<input id="section" autocomplete="section-a billing cc-number">',
    "month": '<select id="month" name="ccExpMonth"><option>1</select>',
    "area": '<textarea id="area" name="private_key"></textarea>',
    "toggled": (
        '<div><div><input id="toggled"></div><button aria-label="Hide password">x</button></div>'
    ),
    "checked": '<p><input id="checked"><label><input type="checkbox">Show password</label></p>',
    "dots": '<div id="dots" contenteditable style="-webkit-text-security:disc">x</div>',
    "inherited": '<div style="-webkit-text-security:disc"><p id="inherited">x</p></div>',
    "pan": '<input id="pan" name="pan">',
    "drawn": '<input id="drawn" name="number" placeholder="1234 1234 1234 1234">',
    "dotted": '<input id="dotted" placeholder="•••• •••• •••• ••••">',
    "amex": '<input id="amex" placeholder="0000 000000 00000">',
    "iban": '<input id="x1" data-mark="iban" placeholder="DE00 0000 0000 0000 0000 00">',
    "pattern": '<input id="pattern" pattern="[0-9\\s]{13,19}" inputmode="numeric">',
    "search": '<input id="search" type="search" name="apiKey">',
    "digits": "<label>Enter the 6-digit code <input id='digits'></label>",
    "chiffres": "<label>Saisissez le code à 6 chiffres <input id='chiffres'></label>",
    "six": "<label>Code <input id='six' inputmode='numeric' maxlength='6'></label>",
    "stars": "<label>Código <input id='stars' pattern='[0-9]{6}'></label>",
    "beside": "<p>We sent a code to your phone.<input id='beside' type='tel' maxlength='6'></p>",
    "pin code": "<form><label>PIN code <input id='p1' data-mark='pin code'></label></form>",
    "expiry": (
        '<form><input autocomplete="off" name="cardnumber">'
        '<input id="expiry" placeholder="MM / YY"></form>'
    ),
    "rich": '<div id="rich" contenteditable role="textbox" aria-label="Card number">4</div>',
    "inside": '<div contenteditable aria-label="API key"><p id="inside">x</p></div>',
    "copy": (
        '<form><input type="password" value="hunter22222"><code id="copy">hunter22222</code></form>'
    ),
    "groups": (
        '<p><input name="cardnumber" value="4111 2222 3333"><b id="groups">4111-2222-3333</b></p>'
    ),
}
ORDINARY_FIELDS = {
    "q": '<input id="q" type="search" placeholder="Search a password">',
    "name": '<label>Name <input id="name"></label>',
    "email": '<input id="email" type="email" name="email">',
    "notes": '<input id="notes" placeholder="Pinned notes">',
    "keyword": '<input id="keyword" name="keyword">',
    "price": '<input id="price" name="tokenPrice" aria-label="Token price">',
    "hint": '<input id="hint" name="password_hint">',
    "help": '<textarea id="help" placeholder="Never share your password"></textarea>',
    "long": '<input id="long" placeholder="Tell us which API key you use for this project">',
    "remember": '<input id="remember" type="checkbox" name="password_remember">',
    "cards": '<select id="cards" name="cardType"><option>Visa</select>',
    "tokens": '<select id="tokens" name="token"><option>ETH</select>',
    "shared": ('<form><input id="shared"><input id="other"><button>Show password</button></form>'),
    "far": '<div><input id="far"><button>Show details</button></div>',
    "post": "<label>ZIP code <input id='post' inputmode='numeric' maxlength='5'></label>",
    "postal": "<label>Code postal <input id='postal' inputmode='numeric' maxlength='5'></label>",
    "promo": "<label>Promo code <input id='promo' maxlength='6'></label>",
    "india": (
        "<form><label>City <input></label><label>State <input></label>"
        "<label>PIN code <input id='india' inputmode='numeric' maxlength='6'></label></form>"
    ),
    "phone": '<input id="phone" type="tel" placeholder="0123 456 7890">',
    "hired": '<form><label>Employer <input></label><input id="hired" placeholder="MM/YYYY"></form>',
    "editor": '<div id="editor" contenteditable role="textbox" aria-label="Message">words</div>',
    "short": '<form><input type="password" value="abc"><b id="short">abc</b></form>',
    "away": '<form><input type="password" value="hunter22222"></form><p id="away">other words</p>',
}


def _marked(kinds: dict[str, str]) -> str:
    return "<!doctype html><body>" + "".join(
        f"<section>{html}</section>" for html in kinds.values()
    )


async def test_every_kind_of_secret_field_is_one_and_nothing_else_is(page_of: Any) -> None:
    page = await page_of(_marked(SECRET))
    verdicts = await of_marked(page, "vm.isSecret(el)")
    assert [key for key in SECRET if verdicts[key] is not True] == []
    page = await page_of(_marked(ORDINARY_FIELDS))
    verdicts = await of_marked(page, "vm.isSecret(el)")
    assert [key for key in ORDINARY_FIELDS if verdicts[key] is not False] == []


async def test_the_page_scripts_read_names_as_python_does(page_of: Any) -> None:
    page = await page_of("<p>x")
    vm = await scripts.handle(page, None)
    names = [*names_of(FIELDS), *names_of(ORDINARY)]
    told = await page.call(None, "(vm, names) => names.map(vm.wordsOf)", vm, names)
    assert told == [words(name) for name in names]


def _boxes(count: int, attributes: str, around: str = "{}") -> str:
    return around.format(
        "".join(f"<input data-mark=b{i} maxlength=1 {attributes}>" for i in range(count))
    )


BOXES = {
    "digits": (_boxes(6, "inputmode=numeric"), True),
    "the first named": (
        "<div><input data-mark=a maxlength=1 autocomplete=one-time-code>"
        + _boxes(5, "aria-label=Digit")
        + "</div>",
        True,
    ),
    "a legend": (_boxes(6, "", "<fieldset><legend>Verification code</legend>{}</fieldset>"), True),
    "a name of the group": (_boxes(4, "", "<div role=group aria-label='Enter PIN'>{}</div>"), True),
    "words around": (_boxes(6, "", "<section><h2>Enter the code</h2><p>{}</p></section>"), True),
    "each in a box": (
        "<section><h2>Code</h2>"
        + "".join(f"<p>{_boxes(1, '')}</p>" for _ in range(6))
        + "</section>",
        True,
    ),
    "a crossword": (_boxes(5, "", "<section><h2>Guess the word</h2>{}</section>"), False),
    "a sudoku": (_boxes(81, "inputmode=numeric"), False),
    "two initials": (_boxes(2, "", "<p>Initials {}</p>"), False),
}


async def test_boxes_of_one_character_are_judged_as_one_field(page_of: Any) -> None:
    for what, (markup, is_secret) in BOXES.items():
        page = await page_of(f"<!doctype html><body>{markup}")
        verdicts = await of_marked(page, "vm.isSecret(el)")
        assert set(verdicts.values()) == {is_secret}, what


@pytest.mark.parametrize("name", ["name=x", ""])
async def test_a_field_that_takes_the_place_of_a_password_is_secret(
    page_of: Any, name: str
) -> None:
    """As pages do that draw the field anew for "show password"."""
    again = f"<b>a</b><input data-mark=f {name}>"
    page = await page_of(
        f"<div><b>a</b><input data-mark=f {name} type=password></div><input data-mark=o>"
    )
    assert await of_marked(page, "vm.isSecret(el)") == {"f": True, "o": False}
    await page.call(
        None,
        "(html) => { document.querySelector('div').innerHTML = html; }",
        again,
    )
    assert await of_marked(page, "vm.isSecret(el)") == {"f": True, "o": False}


async def test_a_field_of_the_same_name_beside_a_password_is_none(page_of: Any) -> None:
    page = await page_of(
        "<input data-mark=p name=x type=password><form><input data-mark=o name=x></form>"
    )
    assert await of_marked(page, "vm.isSecret(el)") == {"p": True, "o": False}


async def test_a_field_that_was_secret_once_stays_so(page_of: Any) -> None:
    page = await page_of('<input id="t" name="otp" value="1">')
    assert (await of_marked(page, "vm.isSecret(el)"))["t"] is True
    await page.call(None, "() => { document.getElementById('t').name = 'x'; }")
    assert (await of_marked(page, "vm.isSecret(el)"))["t"] is True


async def test_names_of_secret_fields_are_told_behind_shadow_roots_too(page_of: Any) -> None:
    page = await page_of(
        '<input name="a[geheim]" type="password"><input name="q"><input type="hidden" name="h">'
        '<div id="host"></div><script>host.attachShadow({mode: "open"}).innerHTML ='
        ' \'<input id="deep" autocomplete="one-time-code">\'</script>'
    )
    assert await scripts.call(page, None, "secretNames") == ["a[geheim]", "deep"]


async def test_dotted_text_is_in_no_tree(page_of: Any) -> None:
    page = await page_of(
        '<div contenteditable style="-webkit-text-security:disc">HUSH1</div><p>seen</p>'
        '<style>.d { -webkit-text-security: circle }</style><p class="d">HUSH2 <b>HUSH3</b></p>'
    )
    told = str(
        await scripts.call(
            page, None, "domView", {"nodes": 99, "characters": 9999, "compact": False}
        )
    )
    assert "seen" in told
    assert "HUSH" not in told


SHOWN = {
    "a copy in code": "<input type=password name=apiKey value={}> <code>{}</code>",
    "dots": "<span style='-webkit-text-security:disc'>{1}</span>",
    "rich text": "<div role=textbox tabindex=0 aria-label='Access token'>{1}</div>",
    "a tooltip": "<input type=password value={}><button></button><i role=tooltip hidden>{}</i>",
    "a shadow root": "<x-a data-root='<b style=-webkit-text-security:disc>{1}</b>'></x-a>",
}
"""A secret that stands in words, as rows of tokens show it."""
ROWS = {
    "items": "<ul>{}</ul>|<li>{}</li>",
    "cells": "<table>{}</table>|<tr><td>{}</td></tr>",
    "cards": "<div>{}</div>|<div class=card>{}</div>",
    "cards to press": "<div>{}</div>|<div class=card onclick=1 style=cursor:pointer>{}</div>",
    "heads": "<div>{}</div>|<section><h3>{}</h3></section>",
    "labels": "<div>{}</div>|<label>{}</label>",
}


@pytest.mark.parametrize("rows", ROWS)
async def test_a_row_that_holds_a_secret_is_never_told_by_it(page_of: Any, rows: str) -> None:
    around, row = ROWS[rows].split("|")
    held = "".join(
        around.format(
            "".join(
                row.format(shown.format(*[f"hush{n}live{kind}QwErTy"] * 2) + control)
                for n in range(3)
            )
        )
        for kind, shown in enumerate(SHOWN.values())
        for control in ("<button onclick=1>Edit</button>", "<input type=checkbox>")
    )
    page = await page_of(
        f"{held}<script>for (const e of document.querySelectorAll('[data-root]'))"
        " e.attachShadow({mode: 'open'}).innerHTML = e.dataset.root</script>"
    )
    seen = page_over(PageContext(page))
    told = await seen.observe(annotate=True)
    found = await seen.find("Edit")
    text = f"{told.lines()}{told.to_json()}{await seen.snapshot()}{found.to_json()}"
    assert told.total_found >= 20
    assert "hush" not in text
