"""Pages that change at random moments in one way each, and show in pixels and boxes what they are.

The state is a number from 0 to 255: eight squares, black or white, 20 px each from (20, 20) on; a
ninth one is always black and a tenth white. Where the way can, a button lies at x = 20 + 4 * state.
`log` holds when each state began, in ms since 1970.
"""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

SIDE, LEFT, TOP = 20, 20, 20

_SQUARES = "".join(f"<div class=q id=q{n}></div>" for n in range(10))
_STYLE = """<!doctype html><style>body{margin:0;background:#fff;height:700px}
.q{position:absolute;top:20px;width:20px;height:20px;background:#fff}
#q8{background:#000}#b{position:absolute;top:100px;width:40px;height:30px;left:20px}
a{position:absolute;top:300px}""" + "".join(f"#q{n}{{left:{LEFT + SIDE * n}px}}" for n in range(10))
_CLOCK = """<script>
const log = [[0, 0]]; let state = 0; const now = () => performance.timeOrigin + performance.now();
const bits = (k) => [0,1,2,3,4,5,6,7].map((n) => (k >> n & 1) ? '#000' : '#fff');
function change(draw) { state = (state + 1 + Math.floor(Math.random() * 254)) % 256;
  draw(state, bits(state)); log.push([state, now()]); if (log.length > 400) log.shift(); }
function run(draw) { const next = () => { change(draw); const r = Math.random();
  setTimeout(next, r < .2 ? Math.random() * 40 : r < .8 ? 100 + Math.random() * 500
    : 600 + Math.random() * 1500); };
  setTimeout(next, 300); }
</script>"""
_BUTTON = "<button id=b>B</button><a href=#x>link</a>"


def _page(draw: str, body: str = _SQUARES + _BUTTON, style: str = "") -> bytes:
    return f"{_STYLE}{style}</style>{_CLOCK}{body}<script>{draw}</script>".encode()


_DOM = """run((k, c) => { c.forEach((x, n) =>
  document.getElementById('q' + n).style.background = x);
  b.style.left = 20 + 4 * k + 'px'; })"""
_RULES = """const rules = document.styleSheets[1].cssRules;
run((k, c) => { c.forEach((x, n) => rules[n].style.background = x);
  rules[8].style.left = 20 + 4 * k + 'px'; })"""
_RULES_PIXELS = """const rules = document.styleSheets[1].cssRules;
run((k, c) => { c.forEach((x, n) => rules[n].style.background = x); })"""
_SHEET = "<style>" + "".join(f"#q{n}{{}}" for n in range(8)) + "#b{}</style>"
_INSERT = """const sheet = document.styleSheets[0];
run((k, c) => { const css = c.map((x, n) => `#q${n}{background:${x}}`);
  css.push(`#b{left:${20 + 4 * k}px}`);
  while (sheet.cssRules.length > 16) sheet.deleteRule(16);
  for (const rule of css) sheet.insertRule(rule, sheet.cssRules.length); })"""
_SHADOW = """const host = document.createElement('x-squares'); document.body.append(host);
const root = host.attachShadow({mode: 'closed'});
root.innerHTML = '<style>div{position:absolute;top:20px;width:20px;height:20px}</style>' +
  bits(0).map((x, n) => `<div style="left:${20 + 20 * n}px"></div>`).join('') +
  '<div style="left:180px;background:#000"></div>';
run((k, c) => c.forEach((x, n) => root.querySelectorAll('div')[n].style.background = x));"""
_IMAGE = """const pen = document.createElement('canvas').getContext('2d');
pen.canvas.width = 200; pen.canvas.height = 20;
run((k, c) => { c.forEach((x, n) => { pen.fillStyle = x; pen.fillRect(20 * n, 0, 20, 20); });
  pen.fillStyle = '#000'; pen.fillRect(160, 0, 20, 20); pen.fillStyle = '#fff';
  pen.fillRect(180, 0, 20, 20); i.src = pen.canvas.toDataURL(); })"""
_CANVAS = """const pen = i.getContext('2d'); pen.fillStyle = '#000'; pen.fillRect(160, 0, 20, 20);
run((k, c) => c.forEach((x, n) => { pen.fillStyle = x; pen.fillRect(20 * n, 0, 20, 20); }))"""
_WEBGL = """const gl = i.getContext('webgl', {preserveDrawingBuffer: true});
gl.enable(gl.SCISSOR_TEST);
const fill = (n, x) => { gl.scissor(20 * n, 0, 20, 20); const v = x === '#fff' ? 1 : 0;
  gl.clearColor(v, v, v, 1); gl.clear(gl.COLOR_BUFFER_BIT); };
fill(8, '#000'); fill(9, '#fff'); run((k, c) => c.forEach((x, n) => fill(n, x)))"""
_SCROLL = """for (let k = 0; k < 256; k += 1) { const row = document.createElement('div');
  row.style.cssText = 'height:20px;display:flex';
  row.innerHTML = [...bits(k), '#000', '#fff'].map((x) =>
    `<i style="width:20px;background:${x}"></i>`).join(''); s.append(row); }
run((k) => { s.scrollTop = 20 * k; })"""
_ANIMATE = """run((k, c) => { c.forEach((x, n) => { const q = document.getElementById('q' + n);
  q.animate([{}, {}], 60); q.style.background = x; }); b.style.left = 20 + 4 * k + 'px'; })"""
_FOCUS = "i.focus(); " + _DOM
_STATE = """const rules = document.styleSheets[1].cssRules; run((k, c) => { c.forEach((x, n) =>
  document.getElementById('f' + n).checked = x === '#000'); })"""
_HIGHLIGHT = """const marks = [0,1,2,3,4,5,6,7].map((n) => { const range = new Range();
  range.selectNodeContents(document.getElementById('q' + n)); return range; });
const shown = new Highlight(); CSS.highlights.set('m', shown);
run((k, c) => c.forEach((x, n) => x === '#000' ? shown.add(marks[n]) : shown.delete(marks[n])))"""
_LETTERS = "".join(f"<div class=q id=q{n}>\u2588</div>" for n in range(10))
_GRADIENT = """run((k, c) => c.forEach((x, n) => { for (const of of ['s', 't'])
  document.getElementById(of + n).offset.baseVal = x === '#000' ? 1 : 0; }))"""
_FLOOD = """run((k, c) => c.forEach((x, n) => { for (const at of [0, 6, 12])
  document.getElementById('s' + n).values.baseVal.getItem(at).value = x === '#000' ? 0 : 1; }))"""
_SMIL = """const svg = document.querySelector('svg'); svg.pauseAnimations();
run((k) => svg.setCurrentTime(k))"""
_AT = "position:absolute;left:20px;top:20px"
_CHECKS = "".join(
    f"<input type=checkbox id=f{n} style='position:absolute;margin:0;appearance:none;top:20px;"
    f"left:{20 + 20 * n}px;width:20px;height:20px'>"
    for n in range(8)
)


def _svg(definition: str, paint: str, inside: str = "") -> str:
    """Eight squares, each with a definition of its own; `@`: the colours that it goes through."""
    squares = []
    for n in range(8):
        colours = ";".join("#000" if k >> n & 1 else "#fff" for k in range(256))
        shape = f"<rect x={20 * n} width=20 height=20 {paint}>{inside}</rect>"
        squares.append((definition + shape).replace("%", str(n)).replace("@", colours))
    black = "<rect x=160 width=20 height=20 />"
    return f"<svg width=200 height=20 style='{_AT}'>{''.join(squares)}{black}</svg>"


PAGES = {
    "style attributes": _page(_DOM),
    "rules of a style sheet": _page(_RULES, _SQUARES + _BUTTON + _SHEET),
    "rules, pixels only": _page(_RULES_PIXELS, _SQUARES + _BUTTON + _SHEET),
    "rules inserted": _page(_INSERT),
    "closed shadow tree": _page(_SHADOW, _BUTTON),
    "image": _page(_IMAGE, f"<img id=i width=200 height=20 style='{_AT}'>{_BUTTON}"),
    "canvas": _page(_CANVAS, f"<canvas id=i width=200 height=20 style='{_AT}'></canvas>{_BUTTON}"),
    "webgl": _page(_WEBGL, f"<canvas id=i width=200 height=20 style='{_AT}'></canvas>{_BUTTON}"),
    "scroller": _page(
        _SCROLL, f"<div id=s style='{_AT};width:200px;height:20px;overflow:hidden'></div>{_BUTTON}"
    ),
    "animations": _page(_ANIMATE),
    "with a caret": _page(_FOCUS, _SQUARES + _BUTTON + "<input id=i style='margin-top:200px'>"),
    "checked by script": _page(
        _STATE,
        _CHECKS + "<div class=q id=q8></div>" + _BUTTON + _SHEET,
        "input:checked{background:#000}",
    ),
    "highlights": _page(
        _HIGHLIGHT,
        _LETTERS + _BUTTON,
        ".q{font:40px/20px monospace;color:#fff;overflow:hidden}::highlight(m){color:#000}"
        "#q8{background:#000;color:#000}",
    ),
    "gradients": _page(
        _GRADIENT,
        _svg(
            "<linearGradient id=g%><stop id=t% stop-color='#000' />"
            "<stop id=s% stop-color='#fff' /></linearGradient>",
            "fill='url(#g%)'",
        )
        + _BUTTON,
    ),
    "filters": _page(
        _FLOOD,
        _svg(
            "<filter id=g% color-interpolation-filters=sRGB>"
            "<feColorMatrix id=s% values='1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0' /></filter>",
            "fill='#fff' filter='url(#g%)'",
        )
        + _BUTTON,
    ),
    "svg's own clock": _page(
        _SMIL,
        _svg(
            "",
            "fill='#fff'",
            "<animate attributeName=fill dur=256s fill=freeze calcMode=discrete values='@' />",
        )
        + _BUTTON,
    ),
}
"""By the way in which they change."""
WITH_BOX = {
    "style attributes",
    "rules of a style sheet",
    "rules inserted",
    "animations",
    "with a caret",
}
"""Those in which the button tells the state as well."""


_TELL = """addEventListener('message', (e) => {
  if (e.source === f.contentWindow) log.push(e.data); })"""
INNER = _page(
    _DOM.replace("b.style", "parent.postMessage([k, now()], '*'); b.style"), _SQUARES + _BUTTON
)
"""A document for a frame of another process; it tells its states to the one around it."""


def around(url: str) -> bytes:
    """A page that shows nothing but that document."""
    frame = f"<iframe id=f src='{url}' style='position:absolute;left:0;top:0;border:0;width:1200px;"
    return _page(_TELL, f"{frame}height:600px'></iframe>")


def state_in(picture: bytes) -> int | None:
    """The state that a picture shows; None: half of one."""
    grey = Image.open(io.BytesIO(picture)).convert("L")
    levels: list[Any] = [
        grey.getpixel((LEFT + SIDE * n + SIDE // 2, TOP + SIDE // 2)) for n in range(10)
    ]
    if levels[8] > 60 or levels[9] < 190 or any(60 < each < 190 for each in levels):
        return None
    return sum(1 << n for n, each in enumerate(levels[:8]) if each < 128)
