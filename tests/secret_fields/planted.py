"""Secret fields of 45 kinds, and 31 places of a page where one may lie.

What is secret is written in magenta, and nothing else is: a magenta pixel of a picture is a leak.
Each plant has a box of its own, so that a control tells whether it is shown at all.
"""

from __future__ import annotations

import base64
import html
import io
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webserver import LocalSite

__all__ = ["PLANTS", "leaks", "magenta", "page_with", "put_frames"]

CARD = "4111222233"
STYLE = (
    "<style>input,textarea,select,code,b,[contenteditable]{color:#f0f;border:1px solid #999;"
    "-webkit-text-fill-color:#f0f;caret-color:transparent;background:#fff;padding:0;margin:0;"
    "font:bold 17px monospace;width:130px;height:22px;box-sizing:border-box}"
    "[maxlength='1']{width:17px}p,fieldset,h2,section{margin:0;padding:0;border:0;font:9px serif}"
    "textarea{resize:none}*{color-scheme:light}</style>"
)


def _six(attributes: str, first: str = "") -> str:
    boxes = [f"<input maxlength=1 value={digit} {attributes}>" for digit in "924817"]
    return "".join([boxes[0].replace("<input", f"<input {first}"), *boxes[1:]])


def _labelled(label: str, attributes: str = "") -> str:
    return f"<label>{label} <input value={CARD} {attributes}></label>"


KINDS = {
    "password": f"<input type=password value={CARD}>",
    "new password": f"<input autocomplete=new-password value={CARD}>",
    "password made text": f"<input type=password data-retype value={CARD}>",
    "password drawn anew": (f"<div data-anew><input name=again type=password value={CARD}></div>"),
    "named password": f"<input name='user[password]' value={CARD}>",
    "toggle": f"<div><input value={CARD}><button aria-label='Hide password'></button></div>",
    "box to show it": f"<p><input value={CARD}><label><input type=checkbox hidden>Show password",
    "mot de passe": _labelled("Mot de passe"),
    "haslo": _labelled("Hasło"),
    "sifre": _labelled("Şifre"),
    "losenord": _labelled("Lösenord"),
    "pin": f"<input placeholder='Enter your PIN' value={CARD}>",
    "card": f"<input autocomplete=cc-number value={CARD}>",
    "card of a section": f"<input autocomplete='section-x billing cc-number' value={CARD}>",
    "card code": f"<input type=tel autocomplete=cc-csc value={CARD}>",
    "card month": f"<select autocomplete=cc-exp-month><option>{CARD}</option></select>",
    "named card": f"<input name=encryptedCardNumber value={CARD}>",
    "pan": f"<input name=pan value={CARD}>",
    "kartennummer": _labelled("Kartennummer"),
    "numero de carte": _labelled("Numéro de carte"),
    "numero de tarjeta": _labelled("Número de tarjeta"),
    "card, japanese": _labelled("カード番号"),
    "drawn card": f"<input name=number placeholder='1234 1234 1234 1234' value={CARD}>",
    "pattern": f"<input pattern='[0-9\\s]{{13,19}}' inputmode=numeric value={CARD}>",
    "iban": f"<input name=iban value={CARD}>",
    "expiry": (
        "<form><input name=cardnumber style='width:20px'>"
        f"<input placeholder='MM / YY' value={CARD}></form>"
    ),
    "rich card": f"<div contenteditable role=textbox aria-label='Card number'>{CARD}</div>",
    "one-time code": f"<input autocomplete=one-time-code value={CARD}>",
    "code in a text area": f"<textarea autocomplete=one-time-code>{CARD}</textarea>",
    "named otp": f"<input name=otp value={CARD}>",
    "bestaetigungscode": _labelled("Bestätigungscode"),
    "tan": _labelled("TAN"),
    "six digits": _labelled("Enter the 6-digit code"),
    "six boxes, the first named": f"<p>{_six('', 'autocomplete=one-time-code')}</p>",
    "six boxes of a group": (
        f"<fieldset><legend>Verification code</legend>{_six('aria-label=Digit')}</fieldset>"
    ),
    "six numbers": f"<p>{_six('inputmode=numeric')}</p>",
    "api key": f"<input id=apiKey value={CARD}>",
    "api key, sought": f"<input type=search name=apiKey value={CARD}>",
    "private key": f"<textarea name=private_key>{CARD}</textarea>",
    "secret by reference": f"<i id=t1>Secret</i><input aria-labelledby=t1 value={CARD}>",
    "dots": f"<input style='-webkit-text-security:disc' value={CARD}>",
    "dotted text": f"<div contenteditable style='-webkit-text-security:disc'>{CARD}</div>",
    "filled later": "<input autocomplete=cc-number data-fill>",
    "named later": f"<input data-name value={CARD} style='visibility:hidden'>",
    "copy": (
        "<form><input type=password value=hunter22222 style='width:20px'>"
        "<code>hunter22222</code></form>"
    ),
}
"""What a field may be."""
_FIELD = f"<input autocomplete=cc-number value={CARD}>"
_IN = html.escape(f"<!doctype html><style>body{{margin:0}}</style>{STYLE}{_FIELD}", quote=True)
_DATA = base64.b64encode(html.unescape(_IN).encode()).decode()
_FRAME = "style='border:0;width:136px;height:26px'"


def _root(inner: str, host: str = "<div data-root>words</div>", mode: str = "closed") -> str:
    """A host that gets a root of that mode by the script of `cells`."""
    quoted = html.escape(f"{STYLE}{inner}", quote=True)
    return host.replace(" data-root", f' data-root="{quoted}" data-mode={mode}')


PLACES = {
    "frame": f'<iframe {_FRAME} srcdoc="{_IN}"></iframe>',
    "sandboxed frame": f'<iframe {_FRAME} sandbox srcdoc="{_IN}"></iframe>',
    "data frame": f"<iframe {_FRAME} src='data:text/html;base64,{_DATA}'></iframe>",
    "frame of another process": f"<iframe {_FRAME} src=OTHER></iframe>",
    "frame in a frame": f"<iframe {_FRAME} src=/planted-outer.html></iframe>",
    "open root": _root(_FIELD, mode="open"),
    "closed root": _root(_FIELD),
    "closed root of an empty box": _root(_FIELD, "<div data-root></div>"),
    "closed root with a slotted label": _root(
        f"<slot></slot>{_FIELD}", "<div data-root><label>Number</label></div>"
    ),
    "closed root of a section": _root(
        f"<slot></slot>{_FIELD}", "<section data-root><h2>Pay</h2></section>"
    ),
    "closed root in a closed root": _root(_root(_FIELD).replace(STYLE, "")),
    "nine closed roots deep": "<div data-deep=9></div>",
    "frame in a closed root": _root(f'<iframe {_FRAME} srcdoc="{_IN}"></iframe>'),
    "closed root that comes later": _root(_FIELD, "<div data-root data-late>words</div>"),
    "custom element that comes later": "<x-pay></x-pay>",
    "dialog": f"<dialog open style='position:static;padding:0;border:0'>{_FIELD}</dialog>",
    "popover": f"<div popover data-popover style='inset:auto;margin:0;border:0'>{_FIELD}</div>",
    "rotated": f"<div style='rotate:3deg;width:135px'>{_FIELD}</div>",
    "scaled": f"<div style='scale:.8;transform-origin:0 0'>{_FIELD}</div>",
    "zoomed": f"<div style='zoom:.8'>{_FIELD}</div>",
    "in space": (
        f"<div style='perspective:300px'><div style='transform:rotateY(20deg)'>{_FIELD}</div></div>"
    ),
    "upright": (
        "<div style='writing-mode:vertical-rl;height:28px;overflow:hidden'>"
        f"{_FIELD.replace('<input', '<input style=width:22px;height:140px')}</div>"
    ),
    "in a picture": (
        "<svg width=140 height=26><foreignObject width=140 height=26>"
        f"<div xmlns='http://www.w3.org/1999/xhtml'>{_FIELD}</div></foreignObject></svg>"
    ),
    "scrolled": (
        "<div data-scroll style='overflow:auto;height:26px;width:170px'>"
        f"<p style='height:30px'></p>{_FIELD}</div>"
    ),
    "columns": f"<div style='columns:2;width:200px'>{_FIELD}</div>",
    "table": f"<table><td style='padding:0'>{_FIELD}</table>",
    "half clear": f"<div style='opacity:.9'>{_FIELD}</div>",
    "reflected": f"<div style='-webkit-box-reflect:right 4px;width:100px'>{_FIELD}</div>",
    "beneath a pattern": (
        f"<div style='position:relative'>{_FIELD}<i style='position:absolute;inset:0;width:140px;"
        "height:24px;background:repeating-linear-gradient(90deg,#fff 0 4px,transparent 4px 9px)'>"
        "</i></div>"
    ),
    "beneath a layer with a hole": (
        f"<div style='position:relative'>{_FIELD}<i style='position:absolute;inset:0;width:140px;"
        "height:24px;background:#fff;clip-path:polygon(0 0,100% 0,100% 100%,0 100%,0 0,8% 15%,"
        "8% 85%,45% 85%,45% 15%,8% 15%)'></i></div>"
    ),
    "put in a tree of styles": f"<div style='display:contents'><p>{_FIELD}</p></div>",
}
"""Where a field may lie; the field is a card number."""
PLANTS = {f"kind: {name}": markup for name, markup in KINDS.items()} | {
    f"place: {name}": markup for name, markup in PLACES.items()
}
_COLUMNS, _WIDTH, _HEIGHT = 5, 250, 46  # of the boxes that plants have, CSS px
_SCRIPT = f"""<script>
const FIELD = `{STYLE}{_FIELD}`;
function root(host) {{
  const tree = host.attachShadow({{ mode: host.dataset.mode }});
  tree.innerHTML = host.dataset.root;
  tree.querySelectorAll('[data-root]').forEach(root);
}}
const all = (name, each) => document.querySelectorAll(`[data-${{name}}]`).forEach(each);
all('root', (host) => 'late' in host.dataset || host.shadowRoot || root(host));
all('deep', (el) => {{
  let at = el;
  for (let n = +el.dataset.deep; n > 0; n -= 1) {{
    const tree = at.attachShadow({{ mode: 'closed' }});
    tree.innerHTML = n > 1 ? '<div></div>' : FIELD;
    at = tree.firstChild;
  }}
}});
all('popover', (el) => {{
  const {{ left, top }} = el.parentNode.getBoundingClientRect();
  el.style.left = `${{left}}px`;
  el.style.top = `${{top}}px`;
  el.showPopover();
}});
all('scroll', (el) => el.scrollTo(0, 99));
addEventListener('later', () => {{
  all('late', root);
  all('retype', (el) => {{ el.type = 'text' }});
  all('anew', (el) => {{ el.innerHTML = el.innerHTML.replace('type="password"', '') }});
  all('fill', (el) => {{ el.value = '{CARD}' }});
  all('name', (el) => {{ el.name = 'cvv'; el.style.visibility = '' }});
  customElements.get('x-pay') || customElements.define('x-pay', class extends HTMLElement {{
    constructor() {{ super(); this.attachShadow({{ mode: 'closed' }}).innerHTML = FIELD }} }});
}});
</script>"""


def put_frames(site: LocalSite) -> None:
    """Serve what frames of the places show."""
    site.put("/planted-field.html", html.unescape(_IN))
    outer = (
        f"<!doctype html><style>body{{margin:0}}</style><iframe {_FRAME} src=/planted-field.html>"
    )
    site.put("/planted-outer.html", outer)


def page_with(plants: Iterable[str], site: LocalSite) -> str:
    """A page with these, each in the box that it always has."""
    order = list(PLANTS)
    boxes = [
        f"<div style='position:absolute;left:{order.index(name) % _COLUMNS * _WIDTH + 8}px;"
        f"top:{order.index(name) // _COLUMNS * _HEIGHT + 4}px;width:200px;height:38px'>"
        f"{PLANTS[name]}</div>"
        for name in plants
    ]
    body = "".join(boxes).replace("OTHER", site.url("/planted-field.html", host="localhost"))
    start = "<!doctype html><meta charset=utf-8><title>Plants</title><body style='margin:0'>"
    return f"{start}{STYLE}{body}{_SCRIPT}"


def _magenta(data: bytes) -> Image.Image:
    red, green, blue = Image.open(io.BytesIO(data)).convert("RGB").split()
    both = ImageChops.darker(
        red.point(lambda v: 255 * (v > 170)), blue.point(lambda v: 255 * (v > 170))
    )
    return ImageChops.darker(both, green.point(lambda v: 255 * (v < 110)))


def magenta(data: bytes | str) -> int:
    """How many px of a picture are magenta."""
    return _magenta(base64.b64decode(data)).histogram()[255]


def leaks(data: bytes | str) -> list[str]:
    """The plants in whose boxes a picture of the view shows magenta; elsewhere it is told so."""
    shown = _magenta(base64.b64decode(data))
    if shown.getbbox() is None:
        return []
    scale = shown.width / 1280
    found = []
    for n, name in enumerate(PLANTS):
        left, top = n % _COLUMNS * _WIDTH * scale, n // _COLUMNS * _HEIGHT * scale
        box = (left, top, left + _WIDTH * scale, top + _HEIGHT * scale)
        if shown.crop(tuple(map(round, box))).getbbox() is not None:
            found.append(name)
    return found or ["somewhere"]
