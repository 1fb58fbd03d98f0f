"""No image shows a secret: in closed shadow roots, first observations, and dynamic fields."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from planted import magenta
from webserver import LocalSite

from viewmark.browser.capture import mask
from viewmark.browser.capture.mask import capture_covered
from viewmark.browser.capture.screenshot import capture
from viewmark.errors import CommandTimeout, ScreenshotFailed
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.picture import take_picture

STYLE = (
    "color:#f0f;-webkit-text-fill-color:#f0f;caret-color:transparent;"
    "font:bold 26px monospace;background:#fff;width:320px"
)
"""Style of secret text, which is magenta; nothing else is magenta."""
CARD = f"<input autocomplete=cc-number value=4111222233 style='{STYLE}'>"


def rooted(host: str, inner: str = CARD) -> str:
    return f"{host}<script>h.attachShadow({{mode:'closed'}}).innerHTML=`{inner}`</script>"


ROOTS = {
    "a box with words": rooted("<div id=h>words</div>"),
    "a slotted label": rooted("<div id=h><label>Number</label></div>", f"<slot></slot>{CARD}"),
    "a section with a heading": rooted(
        "<section id=h><h2>Pay</h2></section>", f"<slot></slot>{CARD}"
    ),
}


@pytest.mark.parametrize("where", ROOTS)
async def test_a_field_in_a_closed_root_of_any_host_is_covered_and_listed(
    page_of: Any, where: str
) -> None:
    page = await page_of(f"<button>other</button><br>{ROOTS[where]}")
    seen = await observe(PageContext(page), ObserveOptions(annotate=True, format="png"))
    assert magenta(seen.clean_base64 or "") == 0
    assert [a.element.role for a in seen.annotations] == ["button", "textbox"]
    assert seen.image_info is not None
    assert seen.image_info.redactions == 1


@pytest.mark.parametrize("annotate", [True, False])
async def test_where_nothing_is_covered_the_first_look_lists_what_a_closed_root_has(
    page_of: Any, annotate: bool
) -> None:
    page = await page_of(ROOTS["a box with words"])
    page.show_secrets = True
    seen = await observe(PageContext(page), ObserveOptions(annotate=annotate))
    assert [a.element.role for a in seen.annotations] == ["textbox"]


LATE = {
    "on a filled box": "<div id=h>words</div>",
    "on an empty box": "<div id=h></div>",
    "of a custom element": "<x-pay id=h></x-pay>",
}


@pytest.mark.parametrize("where", LATE)
async def test_a_closed_root_that_comes_after_the_first_look_is_seen_by_the_next(
    page_of: Any, where: str
) -> None:
    page = await page_of(f"<button>other</button><br>{LATE[where]}")
    context = PageContext(page)
    options = ObserveOptions(annotate=True, format="png")
    await observe(context, options)
    make = (
        "customElements.define('x-pay', class extends HTMLElement { constructor() { super();"
        "this.attachShadow({mode: 'closed'}).innerHTML = CARD } })"
        if "custom" in where
        else "h.attachShadow({mode: 'closed'}).innerHTML = CARD"
    )
    script = f"{{ const h = document.getElementById('h'), CARD = `{CARD}`; {make}; 1 }}"
    await page.session.send("Runtime.evaluate", {"expression": script})
    seen = await observe(context, options)
    assert magenta(seen.clean_base64 or "") == 0
    assert len(seen.annotations) == 2


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_a_root_that_comes_while_the_picture_is_taken_is_covered(
    page_of: Any, mode: str
) -> None:
    page = await page_of("<button>other</button><div id=h>words</div>")
    script = f"h.attachShadow({{mode: '{mode}'}}).innerHTML = `{CARD}`; 1"
    made: list[dict[str, Any]] = []

    async def shoot(facts: Any = None, /) -> Any:
        if not made:  # the page was checked and has no secret
            await facts
            made.append(await page.session.send("Runtime.evaluate", {"expression": script}))
        return await capture(page, format="png", facts=facts)

    shot = await capture_covered(page, shoot)
    assert len(made) == 1
    assert shot.redactions == 1


@pytest.mark.parametrize("scale", [0.5, 1.5, 2])
async def test_the_first_look_at_a_document_is_whole_at_any_scale(
    page_of: Any, scale: float
) -> None:
    for _ in range(6):
        page = await page_of(f"<button>other</button><br>{CARD}")
        shot = await take_picture(page, format="png", scale=scale)
        assert shot.redactions == 1
        assert magenta(shot.base64) == 0


async def test_a_picture_that_was_given_up_does_not_meet_the_next(page_of: Any) -> None:
    page = await page_of(f"<button>other</button><br>{CARD}")
    await take_picture(page)
    for scale in (2, 1.5, 2, 0.5) * 2:
        given_up = asyncio.ensure_future(take_picture(page, scale=scale))
        await asyncio.sleep(0)
        given_up.cancel()
        shot = await take_picture(page, format="png")
        assert (shot.width, shot.redactions) == (shot.viewport.width, 1)
        assert magenta(shot.base64) == 0


@pytest.mark.parametrize("top", [60, 3000])
async def test_a_frame_that_hangs_costs_a_moment_and_is_covered(
    page_of: Any, site: LocalSite, bounded: Any, eventually: Any, top: int
) -> None:
    site.put("/hang.html", "<!doctype html><p>ad</p>")
    inner = site.url("/hang.html", host="localhost")
    page = await page_of(
        f"<button>b</button><iframe src='{inner}' width=300 height=90"
        f" style='position:absolute;left:0;top:{top}px;border:0'></iframe>"
    )
    await eventually(lambda: any(f.session is not page.session for f in page.frames))
    hung = next(frame for frame in page.frames if frame.session is not page.session)
    with pytest.raises(CommandTimeout):
        await hung.session.send("Runtime.evaluate", {"expression": "while (1);"}, timeout=0.3)
    shot = await bounded(take_picture(page, format="png"), within=8)
    assert shot.redactions == (1 if top == 60 else 0)


BLINKS = {
    "comes and goes": "setInterval(() => { f.hidden = !f.hidden }, 40)",
    "is filled and emptied": "setInterval(() => { f.value = f.value ? '' : '4111222233' }, 30)",
    "is put in and taken out": (
        "const at = f.parentNode;"
        "setInterval(() => { f.parentNode ? f.remove() : at.append(f) }, 40)"
    ),
}


@pytest.mark.parametrize("how", BLINKS)
async def test_a_field_that_comes_and_goes_within_a_look_is_in_no_picture(
    page_of: Any, how: str
) -> None:
    field = CARD.replace("<input", "<input id=f")
    page = await page_of(f"<button>other</button><p>{field}</p><script>{BLINKS[how]}</script>")
    for _ in range(8):
        try:
            shot = await take_picture(page, format="png")
        except ScreenshotFailed:
            continue  # no image can be proven safe
        assert magenta(shot.base64) == 0


async def test_the_page_is_asked_before_the_frame_that_is_shown_is_drawn(
    page_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await page_of(f"<p>{CARD.replace('<input', '<input id=f')}</p>")
    ask = mask._check_secrets
    takes_out = "() => new Promise((done) => setTimeout(() => done(f.remove()), 200))"

    async def late(page: Any, frame: Any, again: bool, facts: Any) -> Any:
        if not again:  # a capture requested immediately would be drawn by now
            await page.call(None, takes_out)
        return await ask(page, frame, again, facts)

    monkeypatch.setattr(mask, "_check_secrets", late)
    assert magenta((await take_picture(page, format="png")).base64) == 0


async def test_a_picture_that_outlasts_the_watch_is_taken_again(page_of: Any) -> None:
    page = await page_of("<button>other</button>")
    await take_picture(page)
    shots = 0

    async def shoot(facts: Any = None) -> Any:
        nonlocal shots
        shots += 1
        if shots == 1:
            await page.call(None, "() => { performance.now = () => 1e9 }")
        return await capture(page, format="png", facts=facts)

    await capture_covered(page, shoot)
    assert shots == 2


LAYERS = {
    "a reflection": f"<div style='-webkit-box-reflect:below 20px'>{CARD}</div>",
    "a reflection of what is out of view": (
        "<div style='position:absolute;top:-40px;width:340px;height:30px;"
        f"-webkit-box-reflect:below 80px'>{CARD}</div>"
    ),
    "a layer with a hole": (
        f"<div style='position:relative'>{CARD}<div style='position:absolute;left:0;top:0;"
        "width:340px;"
        "height:60px;background:#fff;clip-path:polygon(0 0,100% 0,100% 100%,0 100%,0 0,8% 15%,"
        "8% 85%,45% 85%,45% 15%,8% 15%)'></div></div>"
    ),
}


@pytest.mark.parametrize("what", LAYERS)
async def test_what_shows_a_field_elsewhere_is_covered_too(page_of: Any, what: str) -> None:
    page = await page_of(LAYERS[what])
    assert magenta((await take_picture(page, format="png")).base64) == 0
