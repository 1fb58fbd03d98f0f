"""Every kind of action in every kind of place: the page's own log tells whether just that happened, once."""

# ruff: noqa: E501 - a page per line reads better than one that is broken anywhere

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from long_forms import short_of
from own_world import ask

import viewmark
from viewmark.errors import ViewmarkError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from webserver import LocalSite

    from viewmark.browser.launch.browser import ChromeBrowser

    Do = Callable[[viewmark.Page, str, str], Awaitable[Any]]

NOTE = """<script>
const note = (entry) => top.postMessage({entry}, '*');
if (top === window) {
  window.log = [];
  addEventListener('message', (e) => e.data.entry && log.push(e.data.entry));
}
const from = (e) => e.composedPath().find((each) => each.id)?.id;
const value = (el) => el.type === 'checkbox' ? el.checked : el.type === 'file' ? el.files.length
  : el.isContentEditable ? el.innerText.trim() : el.value;
const more = {
  keydown: (e) => (e.ctrlKey ? 'C' : '') + (e.shiftKey ? 'S' : '') + e.key,
  input: (e) => value(e.composedPath()[0]), change: (e) => value(e.composedPath()[0]),
  drop: (e) => e.dataTransfer.getData('text'), scroll: (e) => e.composedPath()[0].scrollTop,
};
const types = 'click dblclick contextmenu mouseover mousedown mouseup keydown input change drop scroll';
const listen = (where) => {
  for (const type of types.split(' ')) where.addEventListener(type, (e) => {
    if (type === 'keydown' && /Control|Shift/.test(e.key)) return;
    const id = from(e);
    if (id === 't' || id === 'u') note([type, id, ...(more[type] ? [String(more[type](e))] : [])].join(':'));
  }, true);
  where.addEventListener('dragstart', (e) => e.dataTransfer.setData('text', from(e)));
  where.addEventListener('dragover', (e) => e.preventDefault());
  where.addEventListener('drop', (e) => e.preventDefault());
};
listen(document);
const redraw = () => {
  const fresh = r.cloneNode(true);
  const now = r.querySelectorAll('input,select,textarea,#t');
  fresh.querySelectorAll('input,select,textarea,#t').forEach((each, i) => {
    if (each.type === 'checkbox') each.checked = now[i].checked;
    else if (each.type === 'file') each.files = now[i].files;
    else if ('value' in each) each.value = now[i].value;
  });
  r.replaceWith(fresh);
};
</script><style>body{margin:8px}#t,#u{display:inline-block;min-width:90px;min-height:24px}</style>"""

OTHER = "<button id=u aria-label=Other>u</button>"
BUTTON = "<button id=t aria-label=Target>t</button>"

WIDGETS: dict[str, tuple[str, Do, str, list[str]]] = {
    "click": (BUTTON, lambda p, t, _: p.click(t), "click", ["click:t"]),
    "double": (BUTTON, lambda p, t, _: p.click(t, count=2), "dblclick", ["dblclick:t"]),
    "right": (BUTTON, lambda p, t, _: p.click(t, button="right"), "contextmenu", ["contextmenu:t"]),
    "hover": (BUTTON, lambda p, t, _: p.hover(t), "mouseover", ["mouseover:t"]),
    "press": (
        BUTTON,
        lambda p, t, _: p.keypress("Enter", target=t),
        "keydown",
        ["keydown:t:Enter"],
    ),
    "chord": (
        "<input id=t aria-label=Target>",
        lambda p, t, _: p.keypress("Control+Shift+L", target=t),
        "keydown",
        ["keydown:t:CSL"],
    ),
    "type": (
        "<input id=t aria-label=Target>",
        lambda p, t, _: p.type(t, "Ada L"),
        "input",
        ["input:t:Ada L"],
    ),
    "type in an area": (
        "<textarea id=t aria-label=Target>x</textarea>",
        lambda p, t, _: p.type(t, "Ada L", clear=True),
        "input",
        ["input:t:Ada L"],
    ),
    "type in rich text": (
        "<div id=t contenteditable aria-label=Target role=textbox>x</div>",
        lambda p, t, _: p.type(t, "Ada L", clear=True),
        "input",
        ["input:t:Ada L"],
    ),
    "type by keys": (
        "<input id=t aria-label=Target>",
        lambda p, t, _: p.type(t, "Ad", keys=True),
        "input",
        ["input:t:A", "input:t:Ad"],
    ),
    "fill": (
        "<input id=t aria-label=Target value=x>",
        lambda p, t, _: p.fill(t, "Ada L"),
        "input",
        ["input:t:Ada L"],
    ),
    "fill a date": (
        "<input id=t type=date aria-label=Target>",
        lambda p, t, _: p.fill(t, "2026-11-22"),
        "change",
        ["change:t:2026-11-22"],
    ),
    "check": (
        "<input id=t type=checkbox aria-label=Target>",
        lambda p, t, _: p.check(t),
        "change",
        ["change:t:true"],
    ),
    "select": (
        "<select id=t aria-label=Target><option>a<option>b</select>",
        lambda p, t, _: p.select(t, "b"),
        "change",
        ["change:t:b"],
    ),
    "drag": (
        "<div id=t draggable=true tabindex=0 role=button aria-label=Target>t</div>",
        lambda p, t, u: p.drag(t, u, pointer="mouse"),  # a finger drags no HTML
        "drop",
        ["drop:u:t"],
    ),
    "drag by mouse": (
        BUTTON,
        lambda p, t, u: p.drag(t, u, pointer="mouse"),
        "mousedown mouseup",
        ["mousedown:t", "mouseup:u"],
    ),
    "scroll": (
        "<div id=t tabindex=0 role=button aria-label=Target style='height:60px;overflow:auto'>"
        "<div style='height:900px'>words</div></div>",
        lambda p, t, _: p.scroll(t, dy=40),
        "scroll",
        ["scroll:t:40"],
    ),
}

BUSY = "const end = performance.now() + 300; while (performance.now() < end);"
MOVES = "<i id=m style='position:fixed;right:9px;bottom:9px'>o</i>"
PLACES: dict[str, str] = {
    "plain": "{w}",
    "behind": "{w}",
    "frame": "{w}",
    "scale": "{w}",
    "device": "<meta name=viewport content='width=device-width'>{w}",
    "early": "{w}",
    "spinner": "<style>@keyframes k{{to{{rotate:1turn}}}}#m{{animation:k 1s linear infinite}}</style>"
    + MOVES
    + "{w}",
    "animation": MOVES
    + "{w}<script>const f = () => {{ m.style.translate = (performance.now() % 90) + 'px';"
    " m.textContent = performance.now() | 0; requestAnimationFrame(f) }}; f()</script>",
    "redrawn at events": "<div id=r>{w}</div><script>for (const type of "
    "['mouseover', 'mousedown', 'focusin', 'input', 'change', 'keydown', 'scroll'])"
    " document.addEventListener(type, () => setTimeout(redraw), true)</script>",
    "redrawn every 50 ms": "<div id=r>{w}</div><script>setInterval(redraw, 50)</script>",
    "zoomed": "<body style='zoom:1.3'>{w}",
    "transformed": "<div style='margin:60px;transform:rotate(8deg) scale(.8)'>{w}</div>",
    "shadow": "<div style='height:150px;overflow:auto'><div style='height:700px'></div><div id=h></div>"
    "<div style='height:700px'></div></div><template id=w>{w}</template><script>"
    "const s = h.attachShadow({{mode: 'open'}}); s.append(w.content); "
    "for (const type of ['change', 'scroll']) s.addEventListener(type, (e) => note("
    "type + ':' + e.target.id + ':' + more[type](e)), true)</script>",
    "dialog": "<button style='position:fixed;inset:0'>under</button><dialog id=d>{w}</dialog>"
    "<script>d.showModal()</script>",
    "popover": "<button style='position:fixed;inset:0'>under</button><div id=d popover>{w}</div>"
    "<script>d.showPopover()</script>",
    "virtual": "<div id=v style='height:200px;overflow:auto;position:relative'><div style='height:40000px'>"
    "</div></div><template id=w>{w}</template><script>let held = null; const draw = () => {{"
    "v.querySelectorAll('p').forEach((each) => each.remove()); const first = v.scrollTop / 40 | 0;"
    "for (let i = first; i < first + 6; i++) {{ const p = document.createElement('p');"
    "p.style = 'position:absolute;margin:0;height:40px;top:' + i * 40 + 'px';"
    "if (i === 5) p.append(w.content.cloneNode(true)); else p.innerHTML = '<button>row ' + i + '</button>';"
    "v.append(p) }} }}; v.onscroll = (e) => e.target === v && draw(); v.scrollTop = 30; draw()</script>",
    "long tasks": "{w}<script>setInterval(() => {{" + BUSY.replace("{", "{{") + "}}, 700)</script>",
}

MAY_NOT = {"redrawn at events", "redrawn every 50 ms"}
"""Places that undo what is done in them: it may be that nothing can be done, but that is told."""


@pytest.fixture(name="page")
async def _page(chromium: ChromeBrowser) -> Any:
    target = await chromium.page()
    yield viewmark.Page(target)
    await target.close()


async def show(page: viewmark.Page, site: LocalSite, place: str, widget: str) -> None:
    html = "<!doctype html>" + NOTE + PLACES[place].format(w=f"{widget} {OTHER}")
    address = site.url("/place")
    if place == "frame":
        site.put("/inner", html)
        inner = site.url("/inner", host="other.localhost")
        html = (
            f"<!doctype html>{NOTE}<iframe src='{inner}' style='margin:40px;border:3px solid;"
            "width:400px;height:300px'></iframe>"
        )
    site.put("/place", html)
    if place == "device":
        await page.emulate_device("Pixel 7")
    if place == "scale":
        await page.set_viewport(device_scale_factor=2)
    await page.goto(address, until="commit" if place == "early" else "load")


async def refs(page: viewmark.Page) -> tuple[str, str]:
    """The refs of both widgets, as an agent reads them."""
    seen = {each.name: each.ref for each in await page.observe()}
    for name in {"Target", "Other"} - set(seen):  # out of view
        seen[name] = (await page.find(name=name)).matches[0].ref or ""
    return seen["Target"], seen["Other"]


def claims(result: Any) -> bool:
    """Whether an answer says that it is done."""
    if result.outcome.replaced or result.outcome.busy:
        return False
    if result.typed is not None and result.typed.accepted is not True:
        return False
    if result.chosen is not None and not result.chosen.held:
        return False
    report = result.report
    if report.get("held") is False or report.get("dropped") is False:
        return False
    hit = result.hit
    return hit is None or (hit.tag != "body" and hit.name in ("Target", ""))


async def log_of(page: viewmark.Page, kinds: str) -> list[str]:
    log = await ask(page.browser_page, "log") or []
    return [each for each in log if each.split(":")[0] in kinds.split()]


async def wrong_in(page: viewmark.Page, site: LocalSite, place: str, name: str) -> str | None:
    widget, do, kinds, wanted = WIDGETS[name]
    await show(page, site, place, widget)
    try:
        if place == "early":
            await page.wait_for(selector="#u")
        target, other = await refs(page)
        result = await do(page, target, other)
    except (ViewmarkError, KeyError) as error:
        log = await log_of(page, kinds)
        if log == wanted:
            return f"refused though it was done: {error!r}"
        return None if place in MAY_NOT else f"refused: {error!r}"
    for _ in range(200):  # frames tell the top document by messages
        log = await log_of(page, kinds)
        if log == wanted:
            break
        if place in MAY_NOT and not claims(result):
            return None
        await asyncio.sleep(0.005)
    if name == "hover" and place in MAY_NOT:
        log = sorted(set(log))  # a new node below the mouse is entered anew
    if log != wanted:
        return f"{result} - but {log}"
    return None if claims(result) else f"done, but told otherwise: {result} {result.to_json()}"


@pytest.mark.heavy(4)
@pytest.mark.parametrize("place", short_of(PLACES, "redrawn at events"))
async def test_each_action_does_just_what_it_says_in(
    place: str, page: Any, site: LocalSite, chromium: ChromeBrowser
) -> None:
    front = None
    if place == "behind":
        front = await chromium.page("about:blank")
        await front.session.send("Page.bringToFront")
    try:
        wrong = {name: await wrong_in(page, site, place, name) for name in WIDGETS}
    finally:
        if front is not None:
            await front.close()
    assert {name: each for name, each in wrong.items() if each} == {}


@pytest.mark.parametrize("place", short_of(PLACES, "frame"))
async def test_files_are_given_to_their_field_in(
    place: str, page: Any, site: LocalSite, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    await show(page, site, place, "<input id=t type=file aria-label=Target>")
    if place == "early":
        await page.wait_for(selector="#u")
    target, _ = await refs(page)
    page.upload_folders = [tmp_path]
    await page.upload(target, [tmp_path / "a.txt"])
    for _ in range(200):
        if log := await log_of(page, "change"):
            break
        await asyncio.sleep(0.005)
    assert log == ["change:t:1"]


@pytest.mark.parametrize("place", short_of(PLACES, "frame"))
async def test_late_words_are_waited_for_in(place: str, page: Any, site: LocalSite) -> None:
    late = "<b id=t>soon</b>"
    late += "<script>setTimeout(() => { t.textContent = 'late words' }, 150)</script>"
    if place in ("shadow", "virtual"):  # scripts in templates find no `t`
        late = "<b id=t>late words</b>"
    await show(page, site, place, late)
    await page.wait_for(text="late words", timeout=5)
