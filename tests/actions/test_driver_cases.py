"""More cases of browser drivers: clicks, fields, boxes, lists, keys, mouse (see CASES.md)."""

# ruff: noqa: E501 - a page per line reads better than one that is broken anywhere

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from action_case import Case, check, click, fill, keys, select, typed, wrongs
from long_forms import short_of

import viewmark
from viewmark.browser.frames.geometry import FRAME_STEP

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.launch.browser import ChromeBrowser

B = "<button id=t onclick=n++>b</button>"
TALL = "<div style='height:3000px'></div>"
IN_FRAME = "<div id=t style='margin:20px 10px;width:4px;height:4px' onclick='top.n++'></div>"
LOG = "<script>var log = []; const note = (e) => log.push(e.type)</script>"
ROLES = ("checkbox", "menuitemcheckbox", "option", "radio", "switch", "menuitemradio", "treeitem")
AROUND = {"option": "listbox", "treeitem": "tree"}
KEY_LOG = (
    "<input id=t><script>t.focus(); var log = []; t.onkeydown = (e) => "
    "log.push([e.key, e.code, e.location, e.repeat])</script>"
)


def framed(inner: str, style: str = "") -> str:
    """A frame with that document, without quotes `"` in it."""
    return f'<iframe id=f style="border:4px solid;margin:24px;{style}" srcdoc="{inner}"></iframe>'


async def both(page: viewmark.Page, *selectors: str, **last: Any) -> Any:
    """Clicks one after the other, the last with options."""
    for selector in selectors[:-1]:
        await page.click(selector)
    return await page.click(selectors[-1], **last)


async def by_mouse(page: viewmark.Page, start: str, end: str) -> Any:
    await page.mouse_down(start)
    await page.mouse_move(end, steps=4)
    return await page.mouse_up()


async def key_twice(page: viewmark.Page) -> Any:
    await page.key_down("a")
    await page.key_down("a")
    return await page.key_up("a")


def source_and_target(allowed: str, effect: str) -> str:
    return (
        "<div id=s draggable=true>source</div><p>between</p><div id=t>target</div><script>"
        f"s.ondragstart = (e) => {{ e.dataTransfer.effectAllowed = '{allowed}';"
        " e.dataTransfer.setData('text/plain', 'data') };"
        f"t.ondragover = (e) => {{ e.dataTransfer.dropEffect = '{effect}'; e.preventDefault() }};"
        "t.ondrop = (e) => { n += e.dataTransfer.getData('text/plain').length }</script>"
    )


def dragged(page: viewmark.Page) -> Any:
    return page.drag("#s", "#t")


DONE = {
    # Where a click goes
    "a circle of a drawing": Case(
        "<svg width=99 height=99><circle id=t cx=50 cy=50 r=40 onclick=n++ /></svg>", click()
    ),
    "a child that lies outside of the window": Case(
        "<style>i{position:absolute;top:-1000px}</style><span id=t onclick=n++><i>a</i><b>b</b></span>",
        click(),
    ),
    "a link over two lines, with nothing in the middle": Case(
        "<div style='width:10ch;font:20px monospace'>xxxxxxx <a id=t href=#x onclick=n++>aa bb</a></div>",
        click(),
    ),
    "a button that leaves the window at a side": Case(
        "<button id=t style='position:absolute;left:95vw;width:400px' onclick=n++>b</button>",
        click(),
    ),
    "a rotated button": Case(
        "<button id=t style='margin:90px;transform:rotate(55deg)' onclick=n++>button</button>",
        click(),
    ),
    "below a header that stays": Case(
        "<div style='position:fixed;top:0;left:0;right:0;height:300px;background:red'></div>"
        f"<div style='height:900px'></div>{B}{TALL}<script>scrollTo(0, 880)</script>",
        click(),
    ),
    "below a header over a scroller": Case(
        "<body style='margin:0;position:relative'><div id=s style='height:400px;overflow:auto'>"
        f"<div style='height:700px'></div>{B}{TALL}</div><div style='position:absolute;top:0;"
        "width:100%;height:200px;background:red'></div><script>s.scrollTop = 700</script>",
        click(),
    ),
    "a button on its way": Case(
        f"<style>#t{{transition:margin .3s linear}}</style>{B}"
        "<script>requestAnimationFrame(() => { t.style.marginLeft = '200px' })</script>",
        click(),
    ),
    "a block that calls itself disabled": Case("<div id=t disabled onclick=n++>d</div>", click()),
    "a caption in a button that lets pointers through": Case(
        "<button onclick=n++><label id=t style='pointer-events:none'>caption</label></button>",
        click(),
    ),
    "deep in a role=button that lets pointers through": Case(
        "<div role=button onclick=n++><div style='pointer-events:none'><span id=t>c</span></div></div>",
        click(),
    ),
    "in a link that lets pointers through": Case(
        "<a href=#x onclick=n++><b><i id=t style='pointer-events:none'>c</i></b></a>", click()
    ),
    "in a role=link that lets pointers through": Case(
        "<div role=link onclick=n++><i id=t style='pointer-events:none'>c</i></div>", click()
    ),
    "in a scroller that moves smoothly": Case(
        "<div style='height:300px;overflow:auto;scroll-behavior:smooth'>"
        f"<div style='height:2000px'></div>{B}</div>",
        click(),
    ),
    "on a page that scrolls smoothly": Case(
        f"<style>html{{scroll-behavior:smooth}}</style>{TALL}{B}{TALL}", click()
    ),
    "on a page that lies about its size": Case(
        f"{B}<script>Object.defineProperty(window, 'innerWidth', {{value: 0}})</script>", click()
    ),
    "a field without a size by its label": Case(
        "<label id=t>name <input onclick=n++ style='width:0;height:0;padding:0;border:0;margin:0'></label>",
        click(),
    ),
    "beside a scroll bar": Case(
        "<style>#c{width:180px;display:flex;overflow-x:scroll}#c *{flex:none;height:28px}</style>"
        f"<div id=c><button>one</button><button>two</button><button>three</button>{B}<button>more"
        "</button></div>",
        click(),
    ),
    "a row cut in the middle by its scroller": Case(
        "<div style='height:100px;overflow:auto'><div style='height:40px'>1</div><div style='height:40px'>"
        "2</div><div id=t style='height:40px' onclick=n++>3</div><div style='height:400px'>4</div></div>",
        click(),
    ),
    "the strip that a cover leaves": Case(
        "<button id=t style='width:40px;height:40px' onclick=n++></button><div style='position:absolute;"
        "left:0;top:0;width:41px;height:200px;background:red'></div>",
        click(),
    ),
    "what has no box of its own": Case(
        "<div id=t style='display:contents' onclick=n++>words</div>", click()
    ),
    "an area of a picture": Case(
        "<img usemap=#m width=100 height=100 src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/"
        "svg\"/>'><map name=m><area id=t shape=rect coords=40,40,90,90 href=#x onclick=n++></map>",
        click(),
    ),
    "inside of a shadow root": Case(
        "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML = \"<button id=t>b</button>\";"
        "h.shadowRoot.querySelector('button').onclick = () => n++</script>",
        click(),
    ),
    "in a slot": Case(
        f"<div id=h>{B}</div><script>h.attachShadow({{mode:'open'}}).innerHTML ="
        "'<section><slot></slot></section>'</script>",
        click(),
    ),
    "in a modal dialog": Case(f"<dialog id=d>{B}</dialog><script>d.showModal()</script>", click()),
    "behind a list that is open": Case(
        f"<select id=s><option>1<option>2<option>3<option>4</select><p>{B}",
        lambda page: both(page, "#s", "#t"),
    ),
    # Frames
    "in a frame with a border": Case(framed(IN_FRAME), click(f"#f{FRAME_STEP}#t")),
    "in a frame that is turned in space": Case(
        framed(IN_FRAME, "transform:translate(80px,60px) scale(1.2) rotate3d(1,1,1,25deg)"),
        click(f"#f{FRAME_STEP}#t"),
    ),
    "in frames that are scaled, one in the other": Case(
        "<iframe id=f width=400 height=300 style='transform:scale(.8)'></iframe><script>"
        "f.srcdoc = `<iframe id=g style='transform:scale(.7);border:3px solid' srcdoc=\""
        + IN_FRAME
        + '"'
        "></iframe>`</script>",
        click(f"#f{FRAME_STEP}#g{FRAME_STEP}#t"),
    ),
    "in a set of frames": Case(
        "<script>onload = () => { document.querySelector('#f').contentDocument.body.innerHTML ="
        "'<button id=t onclick=\"parent.n++\">b</button>' }</script>"
        "<frameset cols='50%,50%'><frame id=f><frame></frameset>",
        click(f"#f{FRAME_STEP}#t"),
    ),
    "fixed in a frame of a page that is scrolled": Case(
        f"{TALL}{framed('<button id=t style=position:fixed;top:30px onclick=top.n++>b</button>')}{TALL}",
        click(f"#f{FRAME_STEP}#t"),
    ),
    # What a click is
    "a double click": Case("<button id=t ondblclick=n++>b</button>", click(count=2)),
    "a right click, in order": Case(
        f"{LOG}<button id=t>b</button><script>for (const k of ['mousedown', 'mouseup', 'contextmenu',"
        "'click', 'auxclick']) t.addEventListener(k, note)</script>",
        click(button="right"),
        "log.filter((k) => k !== 'auxclick').sort()",
        ["contextmenu", "mousedown", "mouseup"],
    ),
    "with a key held": Case(
        "<button id=t onclick='n = [event.shiftKey, event.altKey]'>b</button>",
        click(modifiers=["Shift"]),
        "n",
        [True, False],
    ),
    "without the key of the click before": Case(
        "<button id=t onclick='n = event.shiftKey'>b</button>",
        lambda page: _shift_then_plain(page),
        "n",
        False,
    ),
    "events of a box, in order": Case(
        f"{LOG}<input id=t type=checkbox><script>for (const k of ['mousedown', 'mouseup', 'click', 'input',"
        "'change']) t.addEventListener(k, note)</script>",
        click(),
        "log",
        ["mousedown", "mouseup", "click", "input", "change"],
    ),
    "tasks in order": Case(
        "<div id=o style='padding:9px'><div id=t>t</div></div><script>var log = [];"
        "const on = (el, name) => el.onclick = () => { log.push(name);"
        "Promise.resolve().then(() => log.push(name + ' later')) }; on(t, 'in'); on(o, 'out')</script>",
        click(),
        "log",
        ["in", "in later", "out", "out later"],
    ),
    "a press has its pressure": Case(
        "<button id=t onpointerdown='n = event.pressure'>b</button>", click(), "n", 0.5
    ),
    # Fields
    "fill a body that can be edited": Case(
        "<body contenteditable>old</body>",
        fill("new", "body"),
        "document.body.innerText.trim()",
        "new",
    ),
    "fill a field that stays": Case(
        f"<input id=t style='position:fixed;top:9px'>{TALL}", fill("new"), "t.value", "new"
    ),
    "fill while a frame has the focus": Case(
        f"<div id=t contenteditable></div>{framed('<input id=i autofocus>')}<script>onload = () => "
        "f.contentDocument.querySelector('#i').focus()</script>",
        fill("new"),
        "t.innerText.trim()",
        "new",
    ),
    "fill an editor with two lines": Case(
        "<div id=t contenteditable></div>", fill("John\nDoe"), "t.innerText.trim()", "John\nDoe"
    ),
    "fill a number with an exponent": Case(
        "<input id=t type=number>", fill("-10e5"), "t.value", "-10e5"
    ),
    "empty a number": Case("<input id=t type=number value=123>", fill(""), "t.value", ""),
    "fill a field of a type nobody knows": Case(
        "<input id=t type=frob>", fill("x"), "t.value", "x"
    ),
    "fill what is partly selected": Case(
        "<input id=t value='value one'><script>t.setSelectionRange(1, 2)</script>",
        fill("another"),
        "t.value",
        "another",
    ),
    "fill an editor that writes by itself": Case(
        "<div id=t contenteditable></div><script>t.onbeforeinput = (e) => { e.preventDefault();"
        "t.textContent = e.data }</script>",
        fill("words"),
        "t.textContent",
        "words",
    ),
    "fill and be heard": Case(
        f"{LOG}<input id=t value=old><script>for (const k of ['input', 'keydown', 'keyup']) "
        "t.addEventListener(k, note)</script>",
        fill("new"),
        "[t.value, log]",
        ["new", ["input"]],
    ),
    **{
        f"only input leaves the shadow root of a {kind}": Case(
            "<div id=h></div><script>var log = [];"
            f"h.attachShadow({{mode:'open'}}).innerHTML = '<input id=t type={kind}>';"
            "for (const k of ['input', 'change']) h.addEventListener(k, (e) => log.push(e.type))</script>",
            fill(value),
            "[h.shadowRoot.querySelector('input').value, log]",
            [value, ["input"]],
        )
        for kind, value in {"date": "2020-03-02", "color": "#aabbcc", "range": "42"}.items()
    },
    # Boxes
    **{
        f"check a {role}": Case(
            f"<div role={AROUND.get(role, 'group')}><div id=t role={role} aria-checked=false onclick=\"this.setAttribute('aria-checked', true)\">x</div>",
            check(),
            "t.getAttribute('aria-checked')",
            "true",
        )
        for role in ROLES
    },
    **{
        f"uncheck a {role}": Case(
            f"<div role={AROUND.get(role, 'group')}><div id=t role={role} aria-checked=true onclick=\"this.setAttribute('aria-checked', false)\">"
            "x</div>",
            check(False),
            "t.getAttribute('aria-checked')",
            "false",
        )
        for role in ROLES
        if "radio" not in role
    },
    "uncheck what is unchecked": Case(
        "<input id=t type=checkbox onclick=n++>", check(False), "[t.checked, n]", [False, 0]
    ),
    "a box in a button": Case(
        "<div role=button><input id=t type=checkbox></div>", check(), "t.checked", True
    ),
    "check by the label around": Case(
        "<label id=t>agree <input id=c type=checkbox></label>", check(), "c.checked", True
    ),
    "check by the label elsewhere": Case(
        "<label id=t for=c>agree</label><p><input id=c type=checkbox>", check(), "c.checked", True
    ),
    "check what is drawn by its label": Case(
        "<style>#t{position:absolute;opacity:0;width:0;height:0}</style><label><input id=t type=checkbox>"
        "<span style='display:inline-block;width:30px;height:20px;background:red'></span></label>",
        check(),
        "t.checked",
        True,
    ),
    # Lists
    **{
        f"select by {'and '.join(option)}": Case(
            "<select id=t><option value=1>one<option value=2>two<option value=3>three</select>",
            select(option),
            "t.value",
            "3",
        )
        for option in (
            {"value": "3"},
            {"label": "three"},
            {"index": 2},
            {"value": "3", "label": "three"},
        )
    },
    "select several by different traits": Case(
        "<select id=t multiple><option value=1>one<option value=2>two<option value=3>three</select>",
        select({"value": "1"}, {"label": "three"}),
        "[...t.selectedOptions].map((o) => o.value)",
        ["1", "3"],
    ),
    "select nothing of several": Case(
        "<select id=t multiple><option selected>a<option selected>b</select>",
        select(),
        "t.selectedOptions.length",
        0,
    ),
    "select where the page took Event away": Case(
        "<select id=t onchange=n++><option>a<option>b</select><script>window.Event = null</script>",
        select("b"),
        "[t.value, n]",
        ["b", 1],
    ),
    "select and be heard above": Case(
        f"{LOG}<div id=o><select id=t><option>a<option>b</select></div><script>"
        "for (const k of ['input', 'change']) o.addEventListener(k, note)</script>",
        select("b"),
        "log",
        ["input", "change"],
    ),
    "select by one of its options": Case(
        "<select id=s><option>a<option id=t>b</select>", select("b"), "s.value", "b"
    ),
    # Keys
    "select by arrows and delete": Case(
        "<input id=t value='one two'>",
        keys("End", *["Shift+ArrowLeft"] * 4, "Backspace"),
        "t.value",
        "one",
    ),
    "a letter, in order": Case(
        f"{LOG}<input id=t><script>for (const k of ['keydown', 'keypress', 'input', 'keyup']) "
        "t.addEventListener(k, note)</script>",
        keys("f"),
        "log",
        ["keydown", "keypress", "input", "keyup"],
    ),
    "typed key by key where some are swallowed": Case(
        "<input id=t onkeydown=\"if ('lo'.includes(event.key)) event.preventDefault()\">",
        typed("Hello World!", keys=True),
        "t.value",
        "He Wrd!",
    ),
    "signs that no key has": Case("<input id=t>", typed("嗨 👹", keys=True), "t.value", "嗨 👹"),
    "lines key by key": Case(
        "<textarea id=t></textarea>", typed("a\nb", keys=True), "t.value", "a\nb"
    ),
    "plus with shift": Case(KEY_LOG, keys("Shift++"), "log.at(-1).slice(0, 2)", ["+", "Equal"]),
    "a digit with shift": Case(
        KEY_LOG, keys("Shift+Digit3"), "log.at(-1).slice(0, 2)", ["#", "Digit3"]
    ),
    "the right control key": Case(
        KEY_LOG, keys("ControlRight"), "log.at(-1)", ["Control", "ControlRight", 2, False]
    ),
    "minus of the pad": Case(
        KEY_LOG, keys("NumpadSubtract"), "log.at(-1)", ["-", "NumpadSubtract", 3, False]
    ),
    "enter of the pad": Case("<textarea id=t></textarea>", keys("NumpadEnter"), "t.value", "\n"),
    "escape closes a dialog": Case(
        "<dialog id=t><button>b</button></dialog><script>t.showModal()</script>",
        lambda page: page.keypress("Escape"),
        "t.open",
        False,
    ),
    "typed into a field of a frame": Case(
        framed("<input id=t>"),
        lambda page: page.type(f"#f{FRAME_STEP}#t", "in"),
        "f.contentDocument.querySelector('#t').value",
        "in",
    ),
    # The mouse
    "text selected by the mouse": Case(
        "<p><b id=s>one</b> two three <i id=t>four</i></p>",
        lambda page: by_mouse(page, "#s", "#t"),
        "getSelection().toString().includes('two three')",
        True,
    ),
    "a mouse that comes by steps": Case(
        "<div id=t style='width:99px;height:99px;margin:200px' onmousemove=n++></div>",
        lambda page: by_mouse(page, "#t", "#t"),
        "n > 0",
        True,
    ),
    "hover": Case("<button id=t onmouseenter=n++>b</button>", lambda page: page.hover("#t")),
    "hover with a key held": Case(
        "<button id=t onmousemove='n = event.ctrlKey'>b</button>",
        lambda page: page.hover("#t", modifiers=["Control"]),
        "n",
        True,
    ),
    **{
        f"drop what allows {allowed} as {effect}": Case(
            source_and_target(allowed, effect), dragged, "n", 4
        )
        for allowed, effect in (("copy", "copy"), ("copyMove", "move"), ("all", "link"))
    },
}


async def _shift_then_plain(page: viewmark.Page) -> Any:
    await page.click("#t", modifiers=["Shift"])
    return await page.click("#t")


REFUSED = {
    "in a closed details": Case(f"<details><summary>s</summary>{B}</details>", click(), "n", 0),
    "under a hidden parent": Case(f"<div hidden>{B}</div>", click(), "n", 0),
    "that lets pointers through": Case(
        "<button id=t style='pointer-events:none' onclick=n++><span>b</span></button>",
        click(),
        "n",
        0,
    ),
    "a label that lets pointers through": Case(
        "<label style='pointer-events:none' onclick=n++><span id=t>b</span></label>",
        click(),
        "n",
        0,
    ),
    "that never comes to rest": Case(
        f"<style>@keyframes k{{to{{translate:400px}}}}#t{{animation:k .4s linear infinite}}</style>{B}",
        click(timeout=0.6),
        "n",
        0,
    ),
    "that stays outside of the window": Case(
        "<button id=t style='position:fixed;left:-300px;width:200px' onclick=n++>b</button>",
        click(),
        "n",
        0,
    ),
    "a key that is down already": Case(KEY_LOG, key_twice, "log.length", 1),
    "check a block": Case("<div id=t onclick=n++>x</div>", check(), "n", 0),
    "check a button": Case("<div id=t role=button onclick=n++>x</div>", check(), "n", 0),
    **{
        f"fill an input of type {kind}": Case(
            f"<input id=t type={kind} value=v onclick=n++>", fill("x"), "[t.value, n]", [value, 0]
        )
        for kind, value in {
            "button": "v",
            "checkbox": "v",
            "image": "v",
            "radio": "v",
            "reset": "v",
            "submit": "v",
        }.items()
    },
    "select by traits of two options": Case(
        "<select id=t><option value=1>one<option value=2>two</select>",
        select({"value": "2", "label": "one"}),
        "t.value",
        "1",
    ),
    "select in what is not a list": Case("<div id=t>x</div>", select("x"), "n", 0),
    **{
        f"select {option!r}": Case(
            "<select id=t multiple><option value=12>a</select>", select(option), "t.value", ""
        )
        for option in (None, 12, {"value": 12}, {"index": "0"})
    },
    "select an option that is disabled": Case(
        "<select id=t><option>a<optgroup disabled label=g><option>b</optgroup></select>",
        select("b"),
        "t.value",
        "a",
    ),
    **{
        f"drop what allows {allowed} as {effect}": Case(
            source_and_target(allowed, effect), dragged, "n", 0
        )
        for allowed, effect in (("copy", "move"), ("all", "none"), ("linkMove", "copy"))
    },
}


@pytest.fixture(name="page")
async def _page(chromium: ChromeBrowser) -> Any:
    target = await chromium.page()
    yield viewmark.Page(target)
    await target.close()


PARTS = 8


@pytest.mark.parametrize("part", short_of(range(PARTS), 0))
async def test_drivers_do_what_is_asked_for(part: int, page: Any, site: LocalSite) -> None:
    assert await wrongs(page, site, list(DONE.items())[part::PARTS]) == []


@pytest.mark.parametrize("part", short_of(range(3), 0))
async def test_drivers_refuse_what_cannot_be_done(part: int, page: Any, site: LocalSite) -> None:
    assert await wrongs(page, site, list(REFUSED.items())[part::3], refused=True) == []
