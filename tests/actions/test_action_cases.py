"""Cases that browser drivers hold their own actions to: done as asked, or refused and left alone.

The page is the oracle: `n` counts, and an expression is asked in its own world. An action that
answers without an error has done what its case wants; one that is refused has changed nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from action_case import Case, check, click, fill, happened, keys, select, show, typed, wrongs

import viewmark

if TYPE_CHECKING:
    from webserver import LocalSite

    from viewmark.browser.launch.browser import ChromeBrowser


B = "<button id=t onclick=n++>b</button>"

DONE = {
    # Pointer
    "svg": Case(
        "<svg id=t width=99 height=99 onclick=n++><circle cx=50 cy=50 r=40 /></svg>", click()
    ),
    "a page without Node": Case(f"{B}<script>delete window.Node</script>", click()),
    "a page that rewrote the DOM's own functions": Case(
        f"{B}<script>EventTarget.prototype.addEventListener = () => {{}};"
        "Element.prototype.getBoundingClientRect = () => ({x: 900, y: 900, width: 1, height: 1});"
        "document.elementFromPoint = () => null</script>",
        click(),
    ),
    "generated content only": Case(
        "<style>#t::before{content:'quote'}</style><span id=t onclick=n++></span>", click()
    ),
    "a link that the page keeps from leading anywhere": Case(
        "<a id=t href=/elsewhere onclick='event.preventDefault();n++'>a</a>",
        click(),
        "[n, location.pathname]",
        [1, "/case"],
    ),
    "one pixel at fractions": Case(
        "<div id=t style='position:absolute;left:30.4px;top:30.6px;width:1px;height:1px' "
        "onclick=n++></div>",
        click(),
    ),
    "a label for a box elsewhere": Case(
        "<label id=t for=box>Agree</label><p><input id=box type=checkbox>",
        click(),
        "box.checked",
        True,
    ),
    "under what lets the pointer through": Case(
        f"{B}<div style='position:fixed;inset:0;pointer-events:none'></div>", click()
    ),
    "far to the right": Case(
        "<div style='width:100px;overflow:auto;white-space:nowrap'><span "
        "style='display:inline-block;"
        "width:900px'></span><a id=t href=#x onclick=n++>far</a></div>",
        click(),
    ),
    "right to left": Case(f"<body dir=rtl style='width:4000px'>{B}", click()),
    "an option of an open list": Case(
        "<select id=s size=3><option>a<option id=t>b<option>c</select>", click(), "s.value", "b"
    ),
    "a summary": Case(
        "<details id=d><summary id=t>more</summary>x</details>", click(), "d.open", True
    ),
    "a popover's button": Case(
        "<button id=t popovertarget=p>b</button><div id=p popover>x</div>",
        click(),
        "p.matches(':popover-open')",
        True,
    ),
    "a paragraph, three times": Case(
        "<p>before</p><p id=t>one two three</p><p>after</p>",
        click(count=3),
        "getSelection().toString().trim()",
        "one two three",
    ),
    "a button that goes with the press": Case(
        "<button id=t onmousedown='n++; this.remove()'>b</button>",
        click(),
        "[n, !!document.querySelector('#t')]",
        [1, False],
    ),
    "a menu entry that appears on the way": Case(
        "<style>#sub{display:none} #menu:hover #sub{display:block}</style><div id=menu>Menu"
        "<div id=sub><button id=t onclick=n++>Entry</button></div></div>",
        lambda page: page.click("#t", via=["#menu"]),
    ),
    # Text
    **{
        f"fill {kind}": Case(f"<input id=t type={kind} value=old>", fill(value), "t.value", value)
        for kind, value in {
            "text": "new words",
            "search": "new",
            "tel": "+49 30",
            "url": "https://a.b/",
            "email": "a@b.cc",
            "number": "3.5",
            "month": "2020-07",
            "week": "2020-W50",
            "datetime-local": "2020-03-02T05:15",
            "date": "2020-03-02",
            "time": "13:15",
            "color": "#aabbcc",
            "range": "42",
        }.items()
    },
    "fill nothing": Case("<input id=t value=old>", fill(""), "t.value", ""),
    "fill by the label": Case(
        "<label id=t>Name <input id=i></label>", fill("Ada"), "i.value", "Ada"
    ),
    "fill lines": Case("<textarea id=t>old</textarea>", fill("a\nb"), "t.value", "a\nb"),
    "fill an editor with markup": Case(
        "<div id=t contenteditable><b>old</b> <i>words</i></div>",
        fill("new"),
        "t.innerText.trim()",
        "new",
    ),
    "signs of other planes": Case("<input id=t>", typed("嗨 👩‍👩‍👧"), "t.value", "嗨 👩‍👩‍👧"),
    # Boxes and lists
    "check what is checked": Case(
        "<input id=t type=checkbox checked onclick=n++>", check(), "[t.checked, n]", [True, 0]
    ),
    "uncheck": Case("<input id=t type=checkbox checked>", check(False), "t.checked", False),
    "check a radio button of a group": Case(
        "<input name=r type=radio checked><input id=t name=r type=radio>",
        check(),
        "t.checked",
        True,
    ),
    "check an ARIA switch": Case(
        "<div id=t role=switch tabindex=0 aria-checked=false "
        "onclick=\"this.setAttribute('aria-checked', true)\">s</div>",
        check(),
        "t.getAttribute('aria-checked')",
        "true",
    ),
    "select by words with spaces around": Case(
        "<select id=t><option>a<option value=2>  two   words </select>",
        select("two words"),
        "t.value",
        "2",
    ),
    "select in a list made invisible": Case(
        "<select id=t onchange=n++ style='opacity:0'><option>a<option>b</select>",
        select("b"),
        "[t.value, n]",
        ["b", 1],
    ),
    # Keys
    "select all and delete": Case(
        "<input id=t value=abc>", keys("ControlOrMeta+a", "Delete"), "t.value", ""
    ),
    "shift makes capitals": Case("<input id=t>", keys("Shift+a", "b", "Shift+1"), "t.value", "Ab!"),
    "arrows move the caret": Case(
        "<input id=t value=ac>", keys("End", "ArrowLeft", "b", "Home", "Delete"), "t.value", "bc"
    ),
    "enter breaks a line": Case(
        "<textarea id=t></textarea>", keys("a", "Enter", "b"), "t.value", "a\nb"
    ),
    "enter sends a form": Case(
        "<form onsubmit='n++; return false'><input id=t></form>", keys("Enter")
    ),
    "space presses a button": Case(B, keys("Space")),
    "the next field": Case(
        "<input id=t><input id=u>", keys("Tab"), "document.activeElement.id", "u"
    ),
    "the field before": Case(
        "<input id=u><input id=t>", keys("Shift+Tab"), "document.activeElement.id", "u"
    ),
}

REFUSED = {
    "not shown": Case("<button id=t onclick=n++ style='display:none'>b</button>", click(), "n", 0),
    "invisible": Case(
        "<button id=t onclick=n++ style='visibility:hidden'>b</button>", click(), "n", 0
    ),
    "without a size": Case(
        "<button id=t onclick=n++ "
        "style='width:0;height:0;padding:0;border:0;overflow:hidden'></button>",
        click(),
        "n",
        0,
    ),
    "behind a modal dialog": Case(
        f"{B}<dialog id=d>d<button>ok</button></dialog><script>d.showModal()</script>",
        click(),
        "n",
        0,
    ),
    "inert": Case(f"<div inert>{B}</div>", click(), "n", 0),
    "under a cover": Case(
        f"{B}<div style='position:fixed;inset:0' onclick='n += 10'></div>", click(), "n", 0
    ),
    "two of them": Case(f"{B}<button onclick=n++>c</button>", click("button"), "n", 0),
    **{
        f"{kind} of {value!r}": Case(f"<input id=t type={kind}>", fill(value), "t.value", before)
        for kind, value, before in (
            ("range", "foo", "50"),
            ("range", "200", "50"),
            ("date", "2020-13-45", ""),
            ("time", "25:05", ""),
            ("month", "2020-13", ""),
            ("week", "2020-W60", ""),
            ("datetime-local", "abc", ""),
            ("color", "badcolor", "#000000"),
        )
    },
    **{
        f"{kind} of {value!r} where {old!r} is": Case(
            f"<input id=t type={kind} value='{old}' oninput=n++ onchange=n++ onfocus=n++>",
            fill(value),
            "[t.value, n]",
            [old, 0],
        )
        for kind, old, value in (
            ("number", "7", "abc"),
            ("number", "7", "1e"),
            ("number", "7", "3 apples"),
            ("number", "7", "1,5"),
            ("number", "7", float("nan")),
            ("date", "2020-03-02", "tomorrow"),
            ("date", "2020-03-02", "02.03.2020"),
            ("time", "13:15", "1 pm"),
            ("month", "2020-07", "July"),
            ("week", "2020-W50", "50"),
            ("datetime-local", "2020-03-02T05:15", "2020-03-02"),
            ("range", "42", "a lot"),
            ("range", "42", "15.43"),
            ("color", "#aabbcc", "reddish"),
        )
    },
    "letters added to a number": Case(
        "<input id=t type=number value=7 oninput=n++>", typed("abc"), "[t.value, n]", ["7", 0]
    ),
    "letters for the number that has the focus": Case(
        "<input id=t type=number value=7 autofocus oninput=n++>",
        lambda page: page.type(None, "abc", clear=True),
        "[t.value, n]",
        ["7", 0],
    ),
    "letters pasted into a number": Case(
        "<input id=t type=number value=7 oninput=n++>",
        lambda page: page.paste("#t", text="abc"),
        "[t.value, n]",
        ["7", 0],
    ),
    "fill what cannot be changed": Case(
        "<input id=t readonly value=old>", fill("x"), "t.value", "old"
    ),
    "fill what is disabled": Case("<input id=t disabled value=old>", fill("x"), "t.value", "old"),
    "fill in a disabled group": Case(
        "<fieldset disabled><input id=t value=old></fieldset>", fill("x"), "t.value", "old"
    ),
    "fill what takes no text": Case("<div id=t>old</div>", fill("x"), "t.innerText", "old"),
    "fill a field for files": Case("<input id=t type=file>", fill("x"), "t.value", ""),
    "fill a hidden field": Case("<input id=t type=hidden value=old>", fill("x"), "t.value", "old"),
    "check what is a text": Case("<input id=t value=old>", check(), "t.value", "old"),
    "check what the page keeps unchecked": Case(
        "<input id=t type=checkbox onclick='event.preventDefault()'>", check(), "t.checked", False
    ),
    "uncheck a radio button": Case(
        "<input id=t type=radio checked>", check(False), "t.checked", True
    ),
    "choose what is not there": Case(
        "<select id=t><option>a</select>", select("b"), "t.value", "a"
    ),
    "choose in a disabled list": Case(
        "<select id=t disabled><option>a<option>b</select>", select("b"), "t.value", "a"
    ),
    "choose two of one": Case(
        "<select id=t><option>a<option>b</select>", select("a", "b"), "t.value", "a"
    ),
    "an unknown key": Case("<input id=t>", keys("a", "NoSuchKey"), "t.value", ""),
    "keys for what takes no focus": Case("<div id=t>x</div>", keys("a"), "n", 0),
}

NOT_ACCEPTED = "not accepted: the field holds something else"

TOLD = {
    "a button that is drawn again while it is pressed": (
        Case(
            "<div id=o><button id=t onclick=n++>b</button></div>"
            "<script>o.onmousedown = () => { o.innerHTML = o.innerHTML }</script>",
            click(),
            "n",
            0,
        ),
        "no click came of it: the page replaced it while the button was down",
    ),
    "one that is drawn again where nobody hears the click": (
        Case(
            "<div id=o><button id=t onclick=n++>b</button></div><script>"
            "addEventListener('click', e => e.stopImmediatePropagation(), true);"
            "o.onpointerdown = () => { o.innerHTML = o.innerHTML }</script>",
            click(),
            "n",
            0,
        ),
        "no click came of it",
    ),
    "a click on what is disabled": (
        Case("<button id=t disabled onclick=n++>b</button>", click(), "n", 0),
        "which is disabled",
    ),
    "a length that is limited": (
        Case("<input id=t maxlength=3>", typed("abcdef"), "t.value", "abc"),
        NOT_ACCEPTED,
    ),
    "a page that swallows keys": (
        Case(
            "<input id=t onkeydown='event.preventDefault()'>",
            typed("abc", keys=True),
            "t.value",
            "",
        ),
        NOT_ACCEPTED,
    ),
    "a page that takes letters out": (
        Case(
            "<input id=t oninput='this.value = this.value.replace(/[a-z]/g, \"\")'>",
            typed("a1b2"),
            "t.value",
            "12",
        ),
        NOT_ACCEPTED,
    ),
    "a page that chooses again": (
        Case(
            "<select id=t onchange='this.value = 1'><option>1<option>2</select>",
            select("2"),
            "t.value",
            "1",
        ),
        "not held: the page chose something else",
    ),
}


@pytest.fixture(name="page")
async def _page(chromium: ChromeBrowser, site: LocalSite) -> Any:
    target = await chromium.page()
    yield viewmark.Page(target)
    await target.close()


GROUPS = 6


@pytest.mark.parametrize("part", range(GROUPS))
async def test_what_is_asked_for_is_done(part: int, page: Any, site: LocalSite) -> None:
    assert await wrongs(page, site, list(DONE.items())[part::GROUPS]) == []


@pytest.mark.parametrize("part", range(GROUPS))
async def test_what_cannot_be_done_is_refused_and_changes_nothing(
    part: int, page: Any, site: LocalSite
) -> None:
    assert await wrongs(page, site, list(REFUSED.items())[part::GROUPS], refused=True) == []


@pytest.mark.parametrize("name", TOLD)
async def test_what_comes_out_otherwise_is_told(name: str, page: Any, site: LocalSite) -> None:
    case, words = TOLD[name]
    await show(page, site, case)
    assert words in str(await case.do(page))
    assert await happened(page, case) == case.wanted
