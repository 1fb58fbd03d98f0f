"""Pages that ask for secrets in 22 ways: typed secrets are in no bytes or pixels of any result."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from long_forms import short_of
from secret_fields.planted import magenta
from webserver import LocalSite

from viewmark.mcp.content import blocks
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.settings import Settings

WORD, CARD, CODE = "Hunter2Zx9Qw", "4929111122223333", "583920"
STYLE = (
    "<style>input:not([type=email]),code,output,[contenteditable]{color:#f0f;caret-color:#000;"
    "-webkit-text-fill-color:#f0f;font:bold 22px monospace;background:#fff;width:260px}"
    "[maxlength='1']{width:22px}::placeholder{-webkit-text-fill-color:#000}</style>"
)
"""Style of secret text, which is magenta; nothing else is magenta."""


@dataclass(frozen=True)
class Shape:
    """A page and the actions on it."""

    body: str
    typed: tuple[tuple[str, str], ...]
    """Selectors and texts in order; None instead of a text means a click."""
    presses: tuple[str, ...] = ()
    """Selectors to click afterwards, with an observation after each click."""
    more: dict[str, str] = field(default_factory=dict)
    """Other pages of the site."""


START = "<!doctype html><meta charset=utf-8><title>Log in</title>"
MAIL = "<input type=email aria-label=Mail value=a@b.example>"
PASSWORD = "<label>Password <input id=p type=password name=geheim></label>"
FORM = f"<form action=/in.html>{MAIL}{PASSWORD}<button id=go>Log in</button></form>"
SHOW = "<button type=button id=show onclick='p.type=`text`'>Show</button>"
_KEY = "p.addEventListener('input', () => {{ {} }})"
_INNER = html.escape(f"{STYLE}{FORM}", quote=True)


def _scripted(body: str, script: str) -> str:
    return f"{body}<script>{script}</script>"


def _in_root(mode: str, host: str = "<section id=h><h2>Log in</h2></section>") -> str:
    return _scripted(
        host, f"h.attachShadow({{mode: '{mode}'}}).innerHTML = `<slot></slot>{STYLE}{FORM}`"
    )


SIX = "".join(f"<input id=d{n} maxlength=1 inputmode=numeric>" for n in range(6))
SHAPES = {
    "a form": Shape(FORM, (("#p", WORD),), ("#go",)),
    "mail first, then the password": Shape(
        f"{MAIL}<button id=next onclick='w.hidden=false'>Next</button>"
        f"<div id=w hidden>{FORM}</div>",
        (("#next", ""), ("#p", WORD)),
        ("#go",),
    ),
    "the password is shown": Shape(
        FORM.replace("</label>", f"{SHOW}</label>"), (("#p", WORD),), ("#show",)
    ),
    "the password is drawn anew to be shown": Shape(
        f"<div id=w>{PASSWORD}</div><button id=show onclick='const v=p.value;w.innerHTML="
        "`<input id=p name=geheim aria-label=Field>`;p.value=v'>Show</button>",
        (("#p", WORD),),
        ("#show",),
    ),
    "a text field with dots": Shape(
        "<input id=p aria-label=Phrase style='-webkit-text-security:disc'>", (("#p", WORD),)
    ),
    "an editable box with dots": Shape(
        "<div id=p contenteditable role=textbox style='-webkit-text-security:disc'></div>",
        (("#p", WORD),),
    ),
    "a one-time code": Shape(
        "<label>Enter the 6-digit code <input id=p inputmode=numeric></label><button id=go>Go",
        (("#p", CODE),),
        ("#go",),
    ),
    "a code that the page takes away": Shape(
        _scripted(
            "<input id=p autocomplete=one-time-code aria-label=Code>",
            _KEY.format("if (p.value.length === 6) setTimeout(() => p.remove(), 20)"),
        ),
        (("#p", CODE),),
    ),
    "six boxes that hand on": Shape(
        _scripted(
            f"<fieldset><legend>Verification code</legend>{SIX}</fieldset>",
            "document.querySelectorAll('input').forEach((el) => { el.oninput = () =>"
            " el.nextElementSibling?.focus() })",
        ),
        tuple((f"#d{n}", digit) for n, digit in enumerate(CODE)),
    ),
    "a card": Shape(
        "<form><label>Card number <input id=p autocomplete=cc-number></label>"
        "<label>Expires <input id=e placeholder='MM / YY'></label>"
        "<label>CVC <input id=c name=cvc></label></form>",
        (("#p", CARD), ("#c", CODE)),
    ),
    "a card in a frame of a payment service": Shape(
        "<iframe src=OTHER width=600 height=200></iframe>",
        (("iframe >> internal:control=enter-frame >> #p", CARD),),
        more={
            "/other.html": f"<!doctype html>{STYLE}<label>Kartennummer <input id=p></label>",
        },
    ),
    "a frame of the page": Shape(
        f'<iframe srcdoc="{_INNER}" width=600 height=200></iframe>',
        (("iframe >> internal:control=enter-frame >> #p", WORD),),
    ),
    "a closed root": Shape(_in_root("closed"), (("#p", WORD),)),
    "an open root": Shape(_in_root("open"), (("#p", WORD),), ("#go",)),
    "a dialog": Shape(
        f"<button id=in onclick='d.showModal()'>Log in</button><dialog id=d>{FORM}</dialog>",
        (("#in", ""), ("#p", WORD)),
    ),
    "a popover": Shape(
        f"<button id=in popovertarget=d>Log in</button><div id=d popover>{FORM}</div>",
        (("#in", ""), ("#p", WORD)),
    ),
    "a new password that is repeated": Shape(
        "<form><label>New <input id=p type=password autocomplete=new-password></label>"
        "<label>Again <input id=q type=password></label></form>",
        (("#p", WORD), ("#q", WORD)),
    ),
    "the page writes it beside": Shape(
        _scripted(
            f"<form>{PASSWORD}<output id=o></output></form>", _KEY.format("o.textContent = p.value")
        ),
        (("#p", WORD),),
    ),
    "all is drawn anew at each key": Shape(
        _scripted(
            "<div id=w></div>",
            "const draw = (v) => { w.innerHTML ="
            " `<label>Password <input id=p type=password></label>`;"
            " p.value = v; p.oninput = () => draw(p.value); p.focus() }; draw('')",
        ),
        (("#p", WORD),),
    ),
    "a key that is shown": Shape(
        "<label>API key <input id=p name=apiKey></label><button id=go>Save",
        (("#p", WORD),),
        ("#go",),
    ),
    "a word of another language": Shape(
        "<form><label>Hasło <input id=p></label><label>Kod SMS <input id=c></label></form>",
        (("#p", WORD), ("#c", CODE)),
    ),
    "the site sends the field back": Shape(
        f"<form action=/back.html>{PASSWORD}<button id=go>Log in</button></form>",
        (("#p", WORD),),
        ("#go",),
        {"/back.html": f"{STYLE}<p>Wrong</p><input type=password name=geheim value={WORD}>"},
    ),
}


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def dispatcher() -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(Settings())
    settings = {"screenshot_mode": "on", "screenshot_cooldown_s": 0, "screenshot_session_max": 999}
    await dispatcher.call("configure", {"what": "capture", "settings": settings})
    yield dispatcher
    await dispatcher.close()


HARDEST = (
    "a form",
    "the password is drawn anew to be shown",
    "a one-time code",
    "six boxes that hand on",
    "a card in a frame of a payment service",
    "a closed root",
    "the page writes it beside",
    "all is drawn anew at each key",
    "a key that is shown",
    "the site sends the field back",
)


class Answers:
    """Makes calls and collects all bytes of their results."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self.texts: list[str] = []
        self.pictures: list[tuple[str, bytes]] = []

    async def ask(self, tool: str, **arguments: Any) -> str:
        """Call a tool; returns the text of its result."""
        answer = blocks(await self._dispatcher.call(tool, arguments))
        for each in answer:
            if each["type"] == "image":
                picture = base64.b64decode(str(each["data"]))
                self.pictures.append((f"{tool} {arguments}", picture))
        told = json.dumps([each for each in answer if each["type"] != "image"], ensure_ascii=False)
        self.texts.append(f"{tool} {sorted(arguments)}: {told}")
        return told

    async def look(self) -> None:
        """Observe in all available ways."""
        style = {"badge_color": "#0000ff", "box_color": "#0000ff"}
        await self.ask("observe", what="page", annotate_screenshot=True, style=style)
        for what in ("screenshot", "text", "snapshot", "dom", "accessibility"):
            told = await self.ask("observe", what=what)
            assert "error_code" not in told, told
        for property in ("value", "html", "text"):
            await self.ask("observe", what="get", selector="#p", property=property)

    def wrong(self, secrets: set[str]) -> list[str]:
        """Return the results that contain one of these."""
        found = [text for text in self.texts for secret in secrets if secret in text]
        for name, picture in self.pictures:
            raw = any(secret.encode() in picture for secret in secrets)
            if raw or magenta(base64.b64encode(picture)) > 0:
                found.append(f"picture of {name}")
        return found


@pytest.mark.parametrize("shape", short_of(SHAPES, *HARDEST))
async def test_what_is_typed_is_in_no_answer(
    dispatcher: Dispatcher, site: LocalSite, shape: str
) -> None:
    case, answers = SHAPES[shape], Answers(dispatcher)
    site.put("/in.html", "<!doctype html><title>In</title><p>Welcome")
    for path, body in case.more.items():
        site.put(path, body)
    body = case.body.replace("OTHER", site.url("/other.html", host="localhost"))
    site.put(
        "/shape.html", f"<!doctype html><meta charset=utf-8><title>Log in</title>{STYLE}{body}"
    )
    await answers.ask("interact", what="navigate", url=site.url("/shape.html"))
    for selector, text in case.typed:
        asked = {"what": "type", "text": text} if text else {"what": "click"}
        told = await answers.ask("interact", selector=selector, **asked)
        assert "error_code" not in told, told
    await answers.look()
    for selector in case.presses:
        await answers.ask("interact", what="click", selector=selector)
        await answers.look()
    for what in ("reproduction", "test", "har"):
        await answers.ask("generate", what=what)
    for what in ("network", "logs", "tabs"):
        await answers.ask("observe", what=what)
    secrets = {text for _, text in case.typed if len(text) > 1} or {CODE}
    assert answers.wrong(secrets) == []
    assert len(answers.pictures) > 8


async def test_what_is_no_secret_is_found_by_the_same_search(
    dispatcher: Dispatcher, site: LocalSite
) -> None:
    answers = Answers(dispatcher)
    site.put("/shape.html", f"{START}{STYLE}<label>Nickname <input id=p></label>")
    await answers.ask("interact", what="navigate", url=site.url("/shape.html"))
    await answers.ask("interact", what="type", selector="#p", text=WORD)
    await answers.look()
    found = answers.wrong({WORD})
    assert sum(each.startswith("picture of") for each in found) > 5
    assert sum(not each.startswith("picture of") for each in found) > 5
