"""Masked content is in no capture: in frames, shadow roots, at high density, in motion."""

from __future__ import annotations

import io
from typing import Any

import pytest
from case_files import pages_of
from pictures import opened
from PIL import ImageChops
from webserver import LocalSite

from viewmark.attach_policy import AttachPolicy
from viewmark.browser.capture.mask import try_mask
from viewmark.errors import InvalidOption, InvalidSelector, ScreenshotFailed
from viewmark.page.attach import attach_picture
from viewmark.page.context import PageContext
from viewmark.page.observe import ObserveOptions, observe
from viewmark.page.observe_options import PictureOptions
from viewmark.page.picture import take_picture
from viewmark.page.screenshot import screenshot
from viewmark.secrets.covers import COLOR, check_mask

SECRET = "class=s style='background:#f00;color:#f00;"
"""Style of secret content, which is red; nothing else is red."""
GREY = tuple(bytes.fromhex(COLOR[1:]))


def reds(data: str | bytes) -> int:
    """Return the number of pixels in which red dominates, including JPEG artifacts."""
    red, green, blue = opened(data).split()
    return sum(
        1
        for r, g, b in zip(red.tobytes(), green.tobytes(), blue.tobytes(), strict=True)
        if r - max(g, b) > 40
    )


async def masked(page: Any, *selectors: str, **options: Any) -> str:
    page.mask = selectors
    return (await take_picture(page, **options)).base64


PLACES = pages_of(__file__)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
@pytest.mark.parametrize("where", PLACES)
async def test_nothing_of_a_masked_element_is_in_the_picture(
    page_of: Any, where: str, kind: Any
) -> None:
    page = await page_of(f"<body>{PLACES[where]}")
    assert reds(await masked(page, format="png")) > 100, "the page shows nothing to hide"
    assert reds(await masked(page, ".s", format=kind)) == 0


async def test_a_frame_of_another_process_is_masked_too(page_of: Any, site: LocalSite) -> None:
    site.put("/inner.html", f"<!doctype html><p>free</p><div {SECRET}height:30px'></div>")
    url = site.url("/inner.html", host="localhost")
    page = await page_of(f"<iframe src='{url}' style='width:400px;height:200px'></iframe>")
    assert reds(await masked(page)) > 100
    data = await masked(page, ".s", format="png")
    assert reds(data) == 0
    assert GREY not in opened(data).crop((500, 0, 1280, 720)).get_flattened_data()


@pytest.mark.parametrize("scale", ["device", 0.5, 2.0])
async def test_the_cover_fits_at_every_scale(page_of: Any, scale: Any) -> None:
    page = await page_of(
        f"<body style='margin:0'><div {SECRET}position:absolute;left:100px;top:50px;"
        "width:200px;height:100px'>"
    )
    data = await masked(page, ".s", format="png", scale=scale)
    factor = 1.0 if scale == "device" else scale
    picture = opened(data)
    assert reds(data) == 0
    assert picture.getpixel((round(200 * factor), round(100 * factor))) == GREY
    assert picture.getpixel((round(90 * factor), round(40 * factor))) == (255, 255, 255)


@pytest.mark.parametrize("kind", ["png", "jpeg"])
async def test_no_trace_of_colour_is_beside_the_cover_in_a_small_picture(
    page_of: Any, kind: Any
) -> None:
    boxes = (
        f"<div {SECRET}position:absolute;left:{40 + 171 * n}px;top:{33 + 97 * n}px;"
        "width:83px;height:41px'></div>"
        for n in range(7)
    )
    page = await page_of(f"<body style='margin:0'>{''.join(boxes)}")
    for scale in (0.07, 0.13, 0.21, 0.37, 0.61, 1.0):
        data = await masked(page, ".s", format=kind, quality=100, scale=scale)
        red, green, _ = opened(data).split()
        assert ImageChops.subtract(red, green).getextrema()[1] <= 3, scale


async def test_what_is_not_masked_stays_as_it_is(page_of: Any) -> None:
    page = await page_of(f"<h1>Title</h1><div {SECRET}width:90px;height:30px'></div><p>more</p>")
    plain = opened(await masked(page, format="png"))
    covered = opened(await masked(page, ".s", format="png"))
    box = (0, 0, 1280, 60)
    assert plain.crop(box).tobytes() == covered.crop(box).tobytes()
    untouched = await masked(page, ".nobody", format="png")
    assert opened(untouched).tobytes() == plain.tobytes()


async def test_the_page_does_not_notice(page_of: Any) -> None:
    page = await page_of(
        f"<div {SECRET}height:30px'></div><script>window.seen = 0;"
        "new MutationObserver(() => seen++).observe(document,"
        " {subtree: true, childList: true, attributes: true});</script>"
    )
    await masked(page, ".s")
    told = await page.session.send("Runtime.evaluate", {"expression": "seen"})
    assert told["result"]["value"] == 0


RUN = "<style>@keyframes go { to { transform: translateX(900px) } }"
RUN += ".run { animation: go .7s linear infinite alternate }</style>"
MOVED = {
    "itself": f"<div id=r {SECRET}width:60px;height:60px'></div>",
    "above it": f"<p id=r><b {SECRET}'>abc</b></p>",
    "inside it": "<p class=s><b id=r style='display:block;width:50px;background:red'>abc</b></p>",
    "around its frame": (
        "<div id=r><iframe style='width:99px;height:99px' srcdoc="
        f'"<p {SECRET}\'>x"></iframe></div>'
    ),
}


@pytest.mark.parametrize("what", MOVED)
async def test_all_that_an_animation_can_reach_is_covered(page_of: Any, what: str) -> None:
    """The compositor shows content at other positions than the layout reports."""
    page = await page_of(
        f"{RUN}<h1>Title</h1><div style='overflow:hidden;height:200px'>{MOVED[what]}</div><i>x</i>"
        "<script>r.className += ' run'</script>"
    )
    for _ in range(5):
        data = await masked(page, ".s", format="png")
        assert reds(data) == 0
        title = opened(data).crop((0, 0, 1280, 50))
        assert GREY not in title.get_flattened_data(), "what clips it holds the cover"


async def test_without_anything_that_clips_the_whole_view_is_covered(page_of: Any) -> None:
    page = await page_of(f"{RUN}<div {SECRET}position:fixed;width:9px;height:9px' id=r></div>")
    await page.session.send("Runtime.evaluate", {"expression": "r.className += ' run'"})
    picture = opened(await masked(page, ".s", format="png"))
    assert set(picture.get_flattened_data()) == {GREY}


async def test_what_scripts_move_all_the_time_gets_no_picture(page_of: Any) -> None:
    page = await page_of(
        f"<div id=m {SECRET}position:absolute;width:60px;height:60px'></div>"
        "<script>let x = 0; const go = () => { x = (x + 90) % 900; m.style.left = x + 'px';"
        " requestAnimationFrame(go); }; go();</script>"
    )
    with pytest.raises(ScreenshotFailed, match="moves or is made anew all the time"):
        await masked(page, ".s")


async def test_an_element_that_comes_during_the_capture_is_covered(page_of: Any) -> None:
    page = await page_of(
        "<script>setTimeout(() => { const d = document.createElement('div'); d.className = 's';"
        "d.style = 'background:#f00;height:50px'; document.body.append(d); }, 15)</script><p>x"
    )
    for _ in range(3):
        assert reds(await masked(page, ".s", format="png")) == 0


async def test_annotated_plain_and_attached_pictures_are_all_masked(page_of: Any) -> None:
    page = await page_of(f"<button>Go</button><div {SECRET}height:60px'></div>")
    page.mask = (".s",)
    context = PageContext(page)
    seen = await observe(context, ObserveOptions(annotate=True, format="png"))
    assert seen.image is not None
    assert seen.clean_base64 is not None
    assert len(seen) == 1
    assert reds(seen.clean_base64) == 0
    box = opened(seen.image).crop((0, 40, 1280, 720))  # below the badge
    stream = io.BytesIO()
    box.save(stream, "PNG")
    assert reds(stream.getvalue()) == 0
    assert reds((await screenshot(context, PictureOptions())).image) == 0
    policy = AttachPolicy()
    taken = await attach_picture(page, policy, now=0.0)
    assert taken.base64 is not None
    assert reds(taken.base64) == 0


async def test_a_selector_of_an_observation_will_do(page_of: Any) -> None:
    page = await page_of(
        f"<button {SECRET}width:90px;height:40px'>Pay now</button><iframe srcdoc='<p>x'></iframe>"
    )
    assert reds(await masked(page, 'role=button[name="Pay now"]')) == 0
    inside = "iframe >> internal:control=enter-frame >> button"
    assert reds(await masked(page, inside)) == 0  # its last part is matched in all frames


async def test_a_selector_that_is_none_is_repeated_and_gives_no_picture(page_of: Any) -> None:
    page = await page_of("<p>x")
    with pytest.raises(InvalidSelector, match=r"'div\[\['") as caught:
        await masked(page, "p", "div[[")
    assert caught.value.data["selector"] == "div[["
    with pytest.raises(InvalidSelector):
        await try_mask(page, ["a >>"])
    await try_mask(page, ["p", "#nobody"])
    policy = AttachPolicy()
    taken = await attach_picture(page, policy, now=0.0)
    assert taken.base64 is None
    assert "div[[" in taken.notes[0]


@pytest.mark.parametrize("wrong", ["p", [""], [1], ["p"] * 51, None, {"a": 1}], ids=str)
def test_a_mask_is_a_list_of_selectors(wrong: object) -> None:
    with pytest.raises(InvalidOption, match="mask must be a list"):
        check_mask(wrong)
