"""The page without a picture: headings and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.browser.discovery.outline import outline

if TYPE_CHECKING:
    from collections.abc import Callable

HTML = """<h1>Shop</h1><div role=heading aria-level=3>Offers</div><h2 hidden>Never</h2>
<form aria-label="Sign in"><label>User <input required></label>
  <input type=hidden name=token value=t0ken><input type=password aria-label=Code value=s3cret>
  <button>Go</button></form>
<x-card></x-card><script>document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML =
 '<h4>Inside</h4>'</script>"""


async def test_headings_and_forms_come_in_order_without_values(page_of: Callable[..., Any]) -> None:
    told = (await outline(await page_of(HTML))).to_json()
    assert told["headings"] == [
        {"level": 1, "text": "Shop"},
        {"level": 3, "text": "Offers"},
        {"level": 4, "text": "Inside"},
    ]
    assert told["forms"] == [
        {
            "name": "Sign in",
            "fields": [
                {"role": "textbox", "name": "User", "required": True},
                {"role": "textbox", "name": "Code"},
                {"role": "button", "name": "Go"},
            ],
        }
    ]
    assert "s3cret" not in str(told)
    assert "t0ken" not in str(told)


async def test_a_clobbered_form_does_not_break_it(page_of: Callable[..., Any]) -> None:
    page = await page_of(
        "<form id=f><input name=localName><input name=firstChild></form><h1>A</h1>"
    )
    found = await outline(page)
    assert [h.text for h in found.headings] == ["A"]
    assert len(found.forms[0].fields) == 2
