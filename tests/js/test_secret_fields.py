"""What a secret field is, by one definition: type, autocomplete, words, dots, a toggle near it."""

from __future__ import annotations

from typing import Any

from js.asking import of_marked
from test_secret_words import FIELDS, ORDINARY, names_of

from viewmark.browser import scripts
from viewmark.secret_words import words

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
}


def _marked(kinds: dict[str, str]) -> str:
    return "<!doctype html><body>" + "".join(
        f"<section>{html}</section>" for html in kinds.values()
    )


async def test_every_kind_of_secret_field_is_one_and_nothing_else_is(page_of: Any) -> None:
    page = await page_of(_marked(SECRET))
    verdicts = await of_marked(page, "vm.isSecret(el)")
    verdicts["camel"] = verdicts.pop("apiKey")
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
