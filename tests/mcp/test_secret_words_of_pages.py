"""No text derived from a secret field or masked text reaches a result, whatever refers to it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from webserver import LocalSite

from viewmark.mcp.content import blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings
from viewmark.text import compact

CARD = "<input id={0} autocomplete=cc-number value=PLANT>"
DOTS = 'style="-webkit-text-security:disc"'
MADE_OF_SECRETS = {
    "labelled by a field": f"<button aria-labelledby=f>Pay</button>{CARD}",
    "described by a field": f"<button aria-describedby=f>Pay</button>{CARD}",
    "labelled by what is labelled": f"<a href=#><b role=img aria-labelledby=f>x</b></a>{CARD}",
    "label around fields": f"<label><input type=checkbox> Keep {CARD}</label>",
    "button around a field": f"<button>Pay {CARD}</button>",
    "heading around a field": f"<h2>Card {CARD}</h2>",
    "owner of a field": f"<div role=button tabindex=0 aria-owns=f>Pay</div>{CARD}",
    "legend": f"<fieldset><legend>Card {CARD}</legend><input aria-label=x></fieldset>",
    "caption": f"<table><caption>Card {CARD}</caption><tr><th>a<td>b</table>",
    "drawing": f"<svg role=img aria-labelledby=f width=9 height=9><circle r=9 /></svg>{CARD}",
    "password": "<button aria-labelledby=f>x</button><input id=f type=password value=PLANT>",
    "hidden field": "<button aria-labelledby=f>x</button><input id=f type=hidden value=PLANT>",
    "field named so": "<button aria-labelledby=f>x</button><input id=f name=otp value=PLANT>",
    "code": "<label>Code <input id=f autocomplete=one-time-code value=PLANT></label>",
    "text area": "<textarea id=f autocomplete=cc-number>PLANT</textarea>",
    "list": "<button aria-labelledby=f>x</button><select id=f autocomplete=cc-exp-month>"
    "<option>-<option selected>PLANT</select>",
    "long list": "<select id=f multiple size=3 autocomplete=cc-exp><option selected>PLANT</select>",
    "combobox": "<div role=combobox tabindex=0><input id=f name=cvv value=PLANT></div>",
    "suggestions": "<input id=f autocomplete=cc-number list=d value=PLANT><datalist id=d>"
    "<option value=PLANT></datalist>",
    "output": f"<label for=o>Sum</label><output id=o {DOTS}>PLANT</output>",
    "dotted paragraph": f"<p {DOTS}>PLANT <b>PLANT</b></p><p>a <span {DOTS}>PLANT</span> b</p>",
    "dotted rich text": f"<a href=# aria-labelledby=f>y</a><div id=f contenteditable {DOTS}>"
    "PLANT</div>",
    "part of rich text": f"<div role=textbox contenteditable>open <b {DOTS}>PLANT</b></div>",
    "dotted button": f"<button {DOTS}>PLANT</button><div role=button tabindex=0 {DOTS}>PLANT</div>",
    "dotted option": f"<button aria-labelledby=f>x</button><div id=f role=listbox tabindex=0>"
    f"<div role=option aria-selected=true {DOTS}>PLANT</div></div>",
    "frame": f"<iframe srcdoc='<button aria-labelledby=f>x</button>{CARD}'></iframe>",
    "closed shadow tree": "<div id=h></div><script>h.attachShadow({mode: 'closed'}).innerHTML = "
    f"'<button aria-labelledby=f>x</button>{CARD}'</script>",
}


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher() -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings())
    yield dispatcher
    await dispatcher.close()


@pytest.mark.parametrize("kind", MADE_OF_SECRETS)
async def test_no_answer_has_words_that_are_made_of_a_secret(
    dispatcher: Dispatcher, site: LocalSite, kind: str
) -> None:
    secret = "4929 Zx 8841"
    html = MADE_OF_SECRETS[kind].replace("{0}", "f").replace("=PLANT", f'="{secret}"')
    site.put("/p.html", f"<!doctype html><title>t</title><main>{html.replace('PLANT', secret)}")
    await dispatcher.call("interact", {"what": "navigate", "url": site.url("/p.html")})
    marks = {"what": "page", "annotate_screenshot": True, "annotation_target": "all_visible"}
    for wish in (
        {"what": "accessibility"},
        {"what": "accessibility", "map": "json"},
        {"what": "dom"},
        {"what": "page"},
        marks | {"map": "json", "include_occluded": True},
    ):
        answer = await dispatcher.call("observe", wish)
        assert not answer.failed, answer.text
        told = compact([b for b in blocks(answer) if b["type"] == "text"])
        assert secret not in told, wish
        assert "8841" not in told
        assert "•" not in told, "dots tell the length"


async def test_what_is_not_secret_keeps_the_names_that_the_browser_gives(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    site.put(
        "/p.html",
        "<!doctype html><title>t</title><style>p::before{content:'note '}</style>"
        "<button aria-labelledby=f>Pay</button><input id=f value=Oslo><ul><li>one</ul><p>two</p>"
        f"<h2>Card {CARD.format('g')}</h2>",
    )
    await dispatcher.call("interact", {"what": "navigate", "url": site.url("/p.html")})
    lines = (await dispatcher.call("observe", {"what": "accessibility"})).text
    for line in ('button "Oslo"', 'ListMarker "•"', 'StaticText "note"', 'heading "Card"'):
        assert line in lines
