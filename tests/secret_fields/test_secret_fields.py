"""The definition of secret fields: type, autocomplete, text, masked characters, nearby toggles."""

from __future__ import annotations

from typing import Any

import pytest
from case_files import pages_of, values_of
from js.asking import of_marked
from page_over import page_over
from test_secret_words import FIELDS, ORDINARY, names_of

from viewmark.browser import scripts
from viewmark.page.context import PageContext
from viewmark.secrets import words

SECRET = pages_of(__file__, "secret")
ORDINARY_FIELDS = pages_of(__file__, "ordinary fields")


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
    told = await page.call(
        None, "(vm, names) => names.map(vm.modules.secret_words.wordsOf)", vm, names
    )
    assert told == [words(name) for name in names]


BOXES = values_of(__file__, "boxes")


async def test_boxes_of_one_character_are_judged_as_one_field(page_of: Any) -> None:
    for what, (markup, is_secret) in BOXES.items():
        page = await page_of(f"<!doctype html><body>{markup}")
        verdicts = await of_marked(page, "vm.isSecret(el)")
        assert set(verdicts.values()) == {is_secret}, what


@pytest.mark.parametrize("name", ["name=x", ""])
async def test_a_field_that_takes_the_place_of_a_password_is_secret(
    page_of: Any, name: str
) -> None:
    """As on pages that replace the field for "show password"."""
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
    learnt = await scripts.call(page, None, "secretsToLearn", [2, 3])
    assert learnt["names"] == ["a[geheim]", "deep"]


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
"""A secret in plain text, as in lists of tokens."""
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
