"""Actions that a user would complete: each page ends with an expected text in its title."""

from __future__ import annotations

from typing import Any

import pytest
from page_over import PageOf, page_over

from viewmark.errors import NotEditable
from viewmark.page.action_lines import action_line
from viewmark.page.context import PageContext

FADED = """<style>#p{width:640px;height:360px;position:relative}video{width:100%;height:100%}
.bar{position:absolute;left:0;bottom:0;transition:opacity .2s}
.idle .bar{opacity:0;pointer-events:none}</style><div id=p class=idle><video></video>
<div class=bar><button id=cc onclick="document.title='captions'">Captions</button></div></div>
<script>p.onmousemove = () => p.classList.remove('idle')</script>"""
PICKER = """<label>Born <input id=born></label><label><input type=radio id=pass
onchange="document.title = born.value + ' ' + pass.checked"> Passport</label><script>let pop = null;
born.onfocus = () => { pop = document.createElement('div'); pop.textContent = 'a calendar';
  pop.style.cssText = 'position:absolute;left:0;top:0;width:600px;height:300px;background:#ddd';
  pop.style.pointerEvents = 'auto'; born.style.cssText = 'position:relative;z-index:2';
  document.body.append(pop) };
born.onblur = () => setTimeout(() => pop.remove(), 50)</script>"""
DRAWN_ANEW = """<div id=t></div><script>let values = [1, 2];
const draw = () => { t.innerHTML = values.map((v, i) =>
  `<p><input value=${v} id=n${i} aria-label="Pieces ${i}"></p>`).join('');
  t.querySelectorAll('input').forEach((box, i) => { box.onchange = () => {
    values[i] = box.value; document.title = values.join(' '); draw() } }) }; draw()</script>"""
SHEET = """<div tabindex=0 id=s style="width:90px;height:40px">cell</div><script>
s.onkeydown = (e) => { document.title += e.key }</script>"""
BOXES = """<input class=d id=d0 maxlength=1><input class=d maxlength=1><input class=d maxlength=1>
<script>const d = [...document.querySelectorAll('.d')];
d.forEach((box, i) => { box.oninput = () => { d[i + 1]?.focus();
  document.title = d.map((each) => each.value).join('') } })</script>"""
DONE: dict[str, tuple[str, list[tuple[Any, ...]], str]] = {
    "controls that faded out": (FADED, [("click", "#cc")], "captions"),
    "a calendar that a fill opened": (
        PICKER,
        [("fill_form", [{"target": "#born", "value": "1988"}, {"target": "#pass", "value": True}])],
        "1988 true",
    ),
    "a field that is drawn anew": (
        DRAWN_ANEW,
        [("fill", "#n0", "60"), ("fill", "#n1", "50"), ("keypress", "Tab")],
        "60 50",
    ),
    "keys where the focus is": (SHEET, [("click", "#s"), ("type", "a1", None)], "a1"),
    "boxes of a code": (BOXES, [("type", "470", "#d0", "keys")], "470"),
}


@pytest.mark.parametrize("name", DONE)
async def test_it_is_done(page_of: PageOf, name: str) -> None:
    html, calls, title = DONE[name]
    page = page_over(PageContext(await page_of(f"<title></title>{html}")))
    for what, *given in calls:
        if what == "type":
            text, target = given[:2]
            done = await page.type(target, text, keys="keys" in given)
            assert done.typed is not None
            assert done.typed.accepted is not False
        else:
            await getattr(page, what)(*given)
    assert (await page.context.page.facts()).title == title


async def test_keys_are_not_sent_to_what_they_would_press(page_of: PageOf) -> None:
    page = page_over(PageContext(await page_of("<button id=b>Pay</button>")))
    await page.click("#b")
    with pytest.raises(NotEditable):
        await page.type(None, "a b")


MOVES = """<ul><li>a.csv</li><li>archive</li></ul><script>
onmouseup = () => { document.querySelector('li').textContent = 'b.csv' }</script>"""
TAKEN = """<div id=o role=option tabindex=0>Ann</div><p id=p></p><script>
o.onmousedown = () => { p.textContent = 'Chosen'; o.remove() }</script>"""
ZOOMS = """<div id=m style="width:300px;height:300px">map</div><p id=p></p><script>
m.onwheel = (e) => { e.preventDefault(); p.textContent = 'zoom 1' }
</script>"""


@pytest.mark.parametrize(
    ("html", "call", "words", "not_said"),
    [
        (MOVES, ("drag", "text=a.csv", "text=archive"), "b.csv", "moved"),
        (TAKEN, ("click", "#o"), "took it when the button went down", "no click came"),
        (ZOOMS, ("scroll", "#m"), "zoom 1", "nothing moved"),
    ],
)
async def test_what_was_measured_at_once_is_not_said_of_a_page_that_changed(
    page_of: PageOf, html: str, call: tuple[Any, ...], words: str, not_said: str
) -> None:
    page = page_over(PageContext(await page_of(html)))
    page.changes = "auto"
    what, *given = call
    how = {"dy": -100, "wheel": True} if what == "scroll" else {}
    done = await getattr(page, what)(*given, **how)
    said = f"{action_line(done, page.context.ref_of, done.changes)}\n{done.changes}"
    assert words in said
    assert not_said not in said
