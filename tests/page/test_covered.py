"""Captures never show the content of secret fields, and show everything else unchanged."""

from __future__ import annotations

from typing import Any

import pytest
from pictures import opened
from PIL import Image
from reliability.secret_plants import (
    ORDINARY,
    PLACES,
    PLANTS,
    RED,
    open_plants,
    pictures_of,
    redness,
    reds,
    search,
)
from webserver import LocalSite

from viewmark.attach_policy import AttachPolicy
from viewmark.errors import ScreenshotFailed
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.mark_plan import MarkPlan
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.picture import take_picture
from viewmark.secrets.covers import COLOR

GREY = tuple(bytes.fromhex(COLOR[1:]))
ALL_RED = "style='color:#f00;background:#f00;border:0;width:120px;height:40px;"
"""A field that is entirely red."""


def has_grey(picture: Image.Image) -> bool:
    """Return whether more pixels have the cover's colour than the edges of letters could."""
    colors = picture.getcolors(1 << 24) or []
    return any(color == GREY and count > 50 for count, color in colors)


def is_red(data: str) -> bool:
    return redness(data).getextrema()[1] > RED


@pytest.mark.heavy(4)
async def test_no_plant_is_found_in_any_text_or_picture(page_of: Any, site: LocalSite) -> None:
    page = await page_of("<p>x")
    outcomes = await search(page, site)
    assert len(outcomes) == len(PLANTS) * len(PLACES)
    assert [o for o in outcomes if o.texts or o.pixels] == []
    shot = await take_picture(page)
    assert shot.redactions == len(outcomes), "each is counted once"


async def test_with_show_secrets_each_is_in_every_picture(page_of: Any, site: LocalSite) -> None:
    page = await page_of("<p>x")
    page.show_secrets = True
    await open_plants(page, site)
    everything = {(place, plant) for place in PLACES for plant in PLANTS}
    for name, data in (await pictures_of(page)).items():
        assert everything - reds(data) == set(), name
    assert (await take_picture(page)).redactions == 0


async def test_an_ordinary_form_is_shown_as_it_is(page_of: Any) -> None:
    page = await page_of("<p>".join(ORDINARY.values()))
    covered = await take_picture(page, format="png")
    page.show_secrets = True
    assert (
        opened(covered.base64).tobytes()
        == opened((await take_picture(page, format="png")).base64).tobytes()
    )
    assert covered.redactions == 0


async def test_the_number_of_covered_fields_is_told(page_of: Any) -> None:
    page = await page_of(
        "<input type=password value=a><input name=otp value=b><input type=password>"
    )
    context = PageContext(page)
    seen = await observe(context, ObserveOptions(annotate=True))
    assert seen.image_info is not None
    assert seen.to_json()["image"]["redactions"] == seen.image_info.redactions == 2
    assert [a.element.state.get("valueState") for a in seen] == ["filled", "filled", "empty"]
    taken = await attach_picture(page, AttachPolicy(), now=0.0)
    assert taken.notes[-1] == "[Secret fields covered in the screenshot: redactions:2]"


async def test_the_length_of_a_secret_does_not_show(page_of: Any) -> None:
    page = await page_of("<input type=password id=p value=a>")
    short = await take_picture(page, format="png")
    await page.session.send("Runtime.evaluate", {"expression": "p.value = 'x'.repeat(20)"})
    assert (
        opened(short.base64).tobytes()
        == opened((await take_picture(page, format="png")).base64).tobytes()
    )


async def test_marks_that_were_drawn_before_a_secret_was_seen_are_drawn_anew(
    page_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await page_of(f"<input id=p type=password {ALL_RED}'><button>b</button>")
    send, filled, drawn = page.session.send, [], []

    async def fill_after(method: str, *args: Any, **options: Any) -> Any:
        answer = await send(method, *args, **options)
        if method == "Page.captureScreenshot" and not filled:
            filled.append(await send("Runtime.evaluate", {"expression": "p.value = 'x'"}))
        return answer

    draw = MarkPlan.draw

    def noted(plan: MarkPlan, shot: Any, *args: Any) -> Any:
        drawn.append(shot.redactions)
        return draw(plan, shot, *args)

    monkeypatch.setattr(page.session, "send", fill_after)
    monkeypatch.setattr(MarkPlan, "draw", noted)
    seen = await observe(PageContext(page), ObserveOptions(annotate=True, format="png"))
    assert drawn == [0, 1]
    assert seen.image_info is not None
    assert seen.image_info.redactions == 1
    for data in (seen.base64, seen.clean_base64):
        assert data is not None
        assert (255, 0, 0) not in {color for _, color in opened(data).getcolors(1 << 24)}


async def test_on_a_dense_screen_the_cover_fits(page_of: Any) -> None:
    page = await page_of(
        f"<body style='margin:0'><input name=cvv value=1 {ALL_RED}margin:30px 50px'>"
    )
    await take_picture(page)
    metrics = {"width": 640, "height": 500, "deviceScaleFactor": 2, "mobile": False}
    await page.session.send("Emulation.setDeviceMetricsOverride", metrics)
    for kind in ("png", "jpeg"):
        shot = await take_picture(page, format=kind, scale="device")
        assert shot.width == 1280
        assert not is_red(shot.base64)
        middle = opened(shot.base64).getpixel((220, 100))
        assert max(abs(a - b) for a, b in zip(middle, GREY, strict=True)) <= 3


async def test_a_field_that_is_filled_while_the_picture_is_taken_is_covered(page_of: Any) -> None:
    fill = (
        f'document.body.innerHTML = "<input type=password value=x {ALL_RED.replace(chr(39), "")}>"'
    )
    fill = fill.replace("style=", "style='").replace("px;>", "px'>")
    for delay in (0, 8, 15, 22, 30, 40):
        page = await page_of(f"<p>x<script>setTimeout(() => {{ {fill} }}, {delay})</script>")
        assert not is_red((await take_picture(page, format="png")).base64), delay


RUN = "<style>@keyframes go { to { transform: translateX(900px) } }"
RUN += ".run { animation: go .7s linear infinite alternate }</style>"


async def test_an_animated_field_is_covered_wherever_it_is(page_of: Any) -> None:
    page = await page_of(
        f"{RUN}<h1>Title</h1><div style='overflow:hidden'>"
        f"<input name=otp value=1 class=run {ALL_RED}'>"
    )
    for _ in range(4):
        shot = await take_picture(page, format="png")
        assert not is_red(shot.base64)
        assert shot.redactions == 1


async def test_a_field_that_scripts_move_all_the_time_gets_no_picture(page_of: Any) -> None:
    page = await page_of(
        f"<input name=otp value=1 id=m {ALL_RED}position:absolute'>"
        "<script>let x = 0; const go = () => { x = (x + 90) % 900; m.style.left = x + 'px';"
        " requestAnimationFrame(go); }; go();</script>"
    )
    with pytest.raises(ScreenshotFailed, match="secret field moves or is made anew all the time"):
        await take_picture(page)


async def test_the_cover_stays_within_what_clips_the_field(page_of: Any) -> None:
    page = await page_of(
        "<body style='margin:0'><div style='height:60px;overflow:auto' id=box>"
        "<p style='height:50px'>"
        f"<input name=otp value=1 {ALL_RED}width:200px;height:200px'></div><h1>Below</h1>"
    )
    await page.session.send("Runtime.evaluate", {"expression": "box.scrollTop = 90"})
    shot = await take_picture(page, format="png")
    assert not is_red(shot.base64)
    assert not has_grey(opened(shot.base64).crop((0, 65, 1280, 720)))


@pytest.mark.parametrize(
    ("over", "is_shown"),
    [("background:#fff", True), ("background:rgba(255,255,255,.5)", False), ("opacity:.5", False)],
)
async def test_a_dialog_over_a_filled_field_is_not_covered(
    page_of: Any, over: str, is_shown: bool
) -> None:
    page = await page_of(
        f"<input type=password value=x {ALL_RED}position:absolute;left:90px;top:90px'>"
        f"<div style='position:absolute;left:20px;top:20px;width:400px;height:300px;{over}'>Hello"
    )
    shot = await take_picture(page, format="png")
    assert (shot.redactions == 0) is is_shown
    assert has_grey(opened(shot.base64)) is not is_shown


@pytest.mark.parametrize(
    "hidden", ["opacity:0", "visibility:hidden", "display:none", "left:-900px"]
)
async def test_a_field_that_nobody_sees_needs_no_cover(page_of: Any, hidden: str) -> None:
    page = await page_of(
        f"<input type=password value=x {ALL_RED}position:absolute;{hidden}'><h1>y</h1>"
    )
    shot = await take_picture(page, format="png")
    assert shot.redactions == 0
    assert not has_grey(opened(shot.base64))


async def test_a_scrolled_page_is_covered_where_the_field_is_now(page_of: Any) -> None:
    page = await page_of(
        f"<p style='height:900px'>x</p><input name=otp value=1 {ALL_RED}'><p style='height:900px'>y"
    )
    assert (await take_picture(page)).redactions == 0
    await page.session.send("Runtime.evaluate", {"expression": "scrollTo(0, 600)"})
    shot = await take_picture(page, format="png")
    assert shot.redactions == 1
    assert not is_red(shot.base64)


async def test_the_page_does_not_notice_that_it_is_covered(page_of: Any) -> None:
    page = await page_of(
        "<input type=password value=x><script>window.seen = 0;"
        "new MutationObserver(() => seen++).observe(document,"
        " {subtree: true, childList: true, attributes: true});</script>"
    )
    await take_picture(page)
    told = await page.session.send("Runtime.evaluate", {"expression": "seen"})
    assert told["result"]["value"] == 0
