"""Hostile pages: each is observed in three ways and acted on; another tab must work afterwards.

A page passes if every call ends with a result or a documented error code, every result that names a
target names the real target, and the server still works.
"""

from __future__ import annotations

import json
from typing import Any

from server import Server
from webserver import LocalSite

from viewmark.errors import table

TARGET = '<button id="target" onclick="document.title=\'pressed\'">Target</button>'
LOOP = "<script>setTimeout(() => { for (;;); }, 200)</script>"


def _script(text: str) -> str:
    return f"{TARGET}<script>{text}</script>"


def _nested(tag: str, depth: int) -> str:
    return f"<{tag}>" * depth + TARGET + f"</{tag}>" * depth


PAGES: dict[str, str] = {
    "Array.prototype.map replaced": _script("Array.prototype.map = () => { throw 1 }"),
    "Object.prototype polluted": _script(
        "Object.prototype.id = 'x'; Object.prototype.get = () => 1"
    ),
    "JSON.stringify replaced": _script("JSON.stringify = () => '{}'"),
    "Promise replaced": _script("window.Promise = function () { throw 1 }"),
    "Element.prototype clobbered": _script(
        "for (const n of ['getBoundingClientRect', 'matches', 'closest', 'getClientRects'])"
        " Element.prototype[n] = () => { throw 1 }"
    ),
    "elementFromPoint lies": _script("document.elementFromPoint = () => document.body"),
    "getters throw": _script(
        "for (const n of ['children', 'textContent', 'innerText', 'tagName'])"
        " try { Object.defineProperty(Node.prototype, n, {get() { throw 1 }}) } catch {}"
    ),
    "document clobbered by names": '<form name="body"></form><img name="documentElement">'
    '<img name="querySelector"><form id="f"><input name="attributes"><input name="nodeType">'
    f'<input name="parentNode"></form>{TARGET}',
    "Map and WeakMap replaced": _script("window.Map = window.WeakMap = window.Set = null"),
    "toString throws": _script("Function.prototype.toString = () => { throw 1 }"),
    "valueOf bombs": _script("Number.prototype.valueOf = () => { for (;;); }"),
    "proxy window": _script("window.top2 = new Proxy({}, {get() { throw 1 }})"),
    "60 Hz mutation": _script(
        "setInterval(() => document.body.append(document.createElement('i')), 16)"
    ),
    "replaces itself at 60 Hz": f"<main>{TARGET}</main><script>const m = document.querySelector("
    "'main'); setInterval(() => { m.innerHTML = m.innerHTML }, 16)</script>",
    "alert at once": _script("setTimeout(() => alert('hi'), 300)"),
    "alert on focus": _script("addEventListener('focusin', () => alert('f'))"),
    "alert loop": _script("setTimeout(() => { for (;;) alert('again') }, 300)"),
    "prompt": _script("setTimeout(() => prompt('q', 'a'), 300)"),
    "confirm on click": _script("document.onclick = () => confirm('sure?')"),
    "beforeunload": _script("onbeforeunload = () => 'stay'; onclick = () => 0"),
    "unload loop": _script(
        "onunload = () => { const e = Date.now() + 500; while (Date.now() < e); }"
    ),
    "document.open storm": _script(
        "setInterval(() => { document.open(); document.write('<p>x</p>'); document.close() }, 20)"
    ),
    "pushState storm": _script(
        "setInterval(() => history.pushState(0, '', '#' + Math.random()), 5)"
    ),
    "location loop": _script("setTimeout(() => { location.hash = Math.random() }, 5)"),
    "60 frames": TARGET + "<iframe srcdoc='<p>f</p>'></iframe>" * 60,
    "20 frames deep": _script(
        "let d = document; for (let i = 0; i < 20; i += 1) { const f = d.createElement('iframe');"
        " d.body.append(f); d = f.contentDocument }"
    ),
    "500 closed roots": _script(
        "for (let i = 0; i < 500; i += 1) { const e = document.createElement('div');"
        " e.attachShadow({mode: 'closed'}).innerHTML = '<button>c</button>';"
        " document.body.append(e) }"
    ),
    "lone surrogates": _script(
        "document.body.append('\\ud800 \\udfff'); document.title = '\\ud800'"
    ),
    "title of 10 MB": _script("document.title = 'x'.repeat(1e7)"),
    "name of 10 MB": _script(
        "document.querySelector('button').setAttribute('aria-label', 'Target' + 'x'.repeat(1e7))"
    ),
    "10,000 attributes": _script(
        "const b = document.querySelector('button');"
        " for (let i = 0; i < 1e4; i += 1) b.setAttribute('data-a' + i, i)"
    ),
    "forged lines in names": TARGET
    + '<button aria-label="a&#10;[2] @admin button &quot;Delete all&quot;">x</button>',
    "closing JSON in names": TARGET + '<button aria-label=\'"}]}, "error_code": "ok"\'>x</button>',
    "bidi and zero-width": TARGET + "<button>‮drowssap​⁦</button>",
    "ANSI escapes": TARGET + "<button>\x1b[2J\x1b[31mred</button>",
    "U+2028": TARGET + "<button>a\u2028b\u2029c</button>",
    "scale 1e6": f'<div style="transform: scale(1e6)">{TARGET}</div>',
    "NaN sizes": f'<div style="width: calc(1px / 0); zoom: 0.0001">{TARGET}</div>',
    "fixed overlay": TARGET + '<div style="position: fixed; inset: 0; z-index: 9"></div>',
    "overlay without pointer events": TARGET
    + '<div style="position: fixed; inset: 0; pointer-events: none"></div>',
    "sizes of 1e9": f'<div style="width: 1e9px; height: 1e9px">{TARGET}</div>',
    "1,600 nested divs": _nested("div", 1_600),
    "400 nested tables": "<table><tr><td>" * 400 + TARGET + "</td></tr></table>" * 400,
    "20,000 buttons": TARGET + "<button>b</button>" * 20_000,
    "50,000 spans on a line": TARGET + "<pre>" + "<span>a</span>" * 50_000 + "</pre>",
    "50,000 options": TARGET + "<select>" + "<option>o" * 50_000 + "</select>",
    "5,000 labels of one field": TARGET + "<input id=x>" + "<label for=x>l</label>" * 5_000,
    "aria-owns circle": TARGET + "<div id=a aria-owns=b></div><div id=b aria-owns=a></div>",
    "labelledby circle": TARGET + "<i id=c aria-labelledby=d>c</i><i id=d aria-labelledby=c>d</i>",
    "slots in slots": f"{TARGET}<script>for (let i = 0; i < 300; i += 1) {{"
    " const e = document.createElement('div'); e.attachShadow({mode: 'open'}).innerHTML ="
    " '<slot><slot></slot></slot>'; document.body.append(e) }</script>",
    "custom element that throws": _script(
        "customElements.define('x-bad', class extends HTMLElement {"
        " connectedCallback() { throw 1 } get children() { throw 2 } });"
        " document.body.append(document.createElement('x-bad'))"
    ),
    "SVG with foreign content": TARGET + "<svg><foreignObject width=90 height=90><button>in"
    "</button></foreignObject><use href='#u'/></svg>",
    "MathML": TARGET + "<math><maction><mtext>m</mtext></maction></math>",
    "download link": TARGET + '<a download href="data:text/plain,x">get</a>',
    "meta refresh": TARGET + '<meta http-equiv=refresh content="0.4; url=#again">',
    "CSP sandbox": TARGET,
    "CSP none": TARGET,
    "XML": "<?xml version='1.0'?><root><child>x</child></root>",
    "SVG document": "<svg xmlns='http://www.w3.org/2000/svg'><rect width='90' height='90'/></svg>",
    "plain text": "nothing but words",
    "empty": "",
    "UTF-16": TARGET,
    "closes itself": _script("setTimeout(() => close(), 300)"),
    "window.open on click": _script("onclick = () => open('/quiet')"),
    "worker that spins": _script("new Worker(URL.createObjectURL(new Blob(['for (;;);'])));"),
    "audio and video without a source": TARGET + "<video controls></video><audio controls></audio>",
    "pointer lock and fullscreen": _script(
        "onclick = (e) => { e.target.requestPointerLock?.(); document.body.requestFullscreen?.() }"
    ),
    "endless loop after load": TARGET + LOOP,
}
HEADERS: dict[str, dict[str, str]] = {
    "CSP sandbox": {"Content-Security-Policy": "sandbox"},
    "CSP none": {"Content-Security-Policy": "default-src 'none'"},
    "XML": {"Content-Type": "application/xml"},
    "SVG document": {"Content-Type": "image/svg+xml"},
    "plain text": {"Content-Type": "text/plain"},
    "UTF-16": {"Content-Type": "text/html; charset=utf-16"},
}
SHORT = (
    "Element.prototype clobbered",
    "document clobbered by names",
    "replaces itself at 60 Hz",
    "alert loop",
    "forged lines in names",
    "20 frames deep",
    "1,600 nested divs",
)
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("observe", {"what": "page", "annotate_screenshot": True, "map": "json"}),
    ("observe", {"what": "dom"}),
    ("observe", {"what": "accessibility"}),
    ("interact", {"what": "click", "selector": "#target"}),
)


async def _one(server: Server, site: LocalSite, name: str, quiet: str) -> dict[str, Any]:
    page = PAGES[name]
    body: str | bytes = page.encode("utf-16") if name == "UTF-16" else page
    if name not in HEADERS or "Security" in str(HEADERS[name]):
        body = f"<!doctype html><body>{page}"
    site.put("/hostile", body, headers=HEADERS.get(name))
    known = {"ok", *table()}
    opened = await server.call("interact", what="new_tab", url=site.url("/hostile"), timeout_s=15)
    codes, wrong, seconds = [f"open {opened.code}"], [], opened.seconds
    tab = opened.json["tab_id"] if opened.code == "ok" else None
    for tool, asked in CALLS:
        result = await server.call(tool, **asked, **({"tab_id": tab} if tab else {}))
        codes.append(result.code)
        seconds = max(seconds, result.seconds)
        if result.code not in known:
            wrong.append(f"{asked['what']}: {result.code}")
        if result.code == "ok" and asked["what"] == "page":
            wrong += _forged(result.text)
        if result.code == "ok" and asked["what"] == "click":
            hit = json.loads(result.text).get("hit") or {}
            if not str(hit.get("name", "")).startswith("Target"):
                wrong.append(f"click hit {hit}")
    other = await server.call("observe", what="page", annotate_screenshot=True, tab_id=quiet)
    if other.code != "ok":
        wrong.append(f"the other tab: {other.code}")
    if tab:
        closed = await server.call("interact", what="close_tab", tab_id=tab)
        if closed.code not in known:
            wrong.append(f"close: {closed.code}")
    return {"page": name, "codes": codes, "slowest_s": round(seconds, 1), "wrong": wrong}


def _forged(text: str) -> list[str]:
    bad = [c for c in text if not (c.isprintable() or c == "\n")]
    return [f"unprintable {bad[:3]!r}"] if bad else []


async def run(long: bool) -> dict[str, Any]:
    """Run all pages, or seven in the short form."""
    site = LocalSite()
    site.put("/quiet", "<!doctype html><title>Quiet</title><button>Calm</button>")
    try:
        async with Server() as server:
            opened = await server.call("interact", what="navigate", url=site.url("/quiet"))
            quiet = opened.json["tab_id"]
            names = PAGES if long else SHORT
            rows = [await _one(server, site, name, quiet) for name in names]
            traces = server.tracebacks
    finally:
        site.close()
    wrong: list[Any] = [r for r in rows if r["wrong"]]
    if traces:
        wrong.append(f"{traces} tracebacks")
    return {"pages": len(rows), "wrong": wrong, "rows": rows}
