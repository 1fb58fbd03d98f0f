"""Screenshots within a token budget are scaled by the browser and show the same content."""

from __future__ import annotations

import io
from typing import Any

import pytest
from page_over import PageOf
from pictures import opened
from PIL import Image, ImageChops

import viewmark
from viewmark import imaging
from viewmark.errors import InvalidOption
from viewmark.page.target import at

RED = """<meta name="viewport" content="width=device-width"><style>body{margin:0;background:#fff}
button{position:absolute;width:96px;height:48px;border:0;background:#f00;color:#f00}</style>
<button style="left:40px;top:80px" onclick="document.title = 'first'">A</button>
<button style="left:200px;top:600px" onclick="document.title = 'second'">B</button>"""

SCREENS = [
    pytest.param(3840, 2160, 1, False, id="4K"),
    pytest.param(1280, 720, 1, False, id="720p"),
    pytest.param(1280, 720, 2, False, id="dense"),
    pytest.param(1279, 719, 1.5, False, id="odd"),
    pytest.param(412, 915, 2.625, True, id="phone"),
]


async def emulate(page: Any, width: int, height: int, factor: float, mobile: bool = False) -> None:
    await page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": factor, "mobile": mobile},
    )


def spied(page: Any) -> list[dict[str, Any]]:
    """Record the parameters of all later capture commands of the page."""
    asked: list[dict[str, Any]] = []
    sent = page.session.send

    async def send(method: str, params: Any = None, **options: Any) -> Any:
        if method == "Page.captureScreenshot":
            asked.append(params)
        return await sent(method, params, **options)

    page.session.send = send
    return asked


def red_box(image: Image.Image, area: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the bounding box of red pixels within an area, in image px."""
    red, green, _ = image.crop(area).split()
    strong = ImageChops.subtract(red, green).point(lambda v: 255 if v > 128 else 0)
    found = strong.getbbox()
    assert found is not None
    return (found[0] + area[0], found[1] + area[1], found[2] + area[0], found[3] + area[1])


def around(box: Any, scale: float) -> tuple[int, int, int, int]:
    """Return a box with a margin, in image px."""
    far = 30
    sides = (box.x - far, box.y - far, box.right + far, box.bottom + far)
    return tuple(round(side * scale) for side in sides)  # type: ignore[return-value]


def assert_fits(info: Any, budget: int, model: Any = "claude") -> None:
    size = (info.width, info.height)
    assert imaging.size_within(size, max_tokens=budget, token_model=model) == size


@pytest.mark.parametrize(("width", "height", "factor", "mobile"), SCREENS)
async def test_marks_and_clicks_are_true_on_every_screen(
    page_of: PageOf, width: int, height: int, factor: float, mobile: bool
) -> None:
    raw = await page_of(RED)
    await emulate(raw, width, height, factor, mobile)
    page = viewmark.Page(raw)
    for _ in range(2):  # the first capture determines the screen's scale
        seen = await page.observe(annotate=True, max_tokens=400)
        info = seen.image_info
        assert info is not None
        assert_fits(info, 400)
        assert info.width * info.height > 0.93 * 400 * 750, "smaller than it has to be"
        assert info.scale == info.width / seen.page.viewport.width
        clean = opened(imaging.from_base64(seen.clean_base64 or ""))
        assert clean.size == (info.width, info.height), "the browser scaled it"
        assert opened(seen.image).size == clean.size
        for item in seen:
            box = item.element.bounds
            want = (box.x, box.y, box.right, box.bottom)
            got = red_box(clean, around(box, info.scale))
            assert got == pytest.approx([side * info.scale for side in want], abs=1.5)
            assert item.badge is not None
            x, y, w, h = item.badge
            touches = (got[0] - 1 <= x + w, x <= got[2] + 1, got[1] - 1 <= y + h, y <= got[3] + 1)
            assert all(touches), "the badge does not touch its element"
    assert [item.element.name for item in seen] == ["A", "B"]
    for item, title in zip(seen, ("first", "second"), strict=True):
        box = item.element.bounds
        x, y = (box.x + 70) * info.scale, (box.y + 30) * info.scale
        await page.click(at(x, y, picture=seen))
        assert (await raw.facts()).title == title


@pytest.mark.parametrize("model", ["claude", "openai", "gpt-4o"])
@pytest.mark.parametrize("form", ["jpeg", "png"])
async def test_every_family_gets_the_size_of_its_rule_from_the_browser(
    page_of: PageOf, model: str, form: str
) -> None:
    raw = await page_of(RED)
    await emulate(raw, 1920, 1080, 1)
    page, asked = viewmark.Page(raw), spied(raw)
    options: Any = {"max_tokens": 800, "token_model": model, "format": form}
    seen = await page.observe(annotate=True, **options)
    shot = await page.screenshot(**options)
    want = imaging.size_within((1920, 1080), max_tokens=800, token_model=options["token_model"])
    assert want != (1920, 1080)
    for info in (seen.image_info, shot.image_info):
        assert info is not None
        assert (info.width, info.height) == want
    assert len(asked) == 2, "a picture was taken in vain"
    assert all(each["clip"]["scale"] == want[0] / 1920 for each in asked)


@pytest.mark.parametrize("scale", ["css", "device", 0.5])
async def test_a_budget_that_does_not_bind_changes_nothing(page_of: PageOf, scale: Any) -> None:
    raw = await page_of(RED)
    page, asked = viewmark.Page(raw), spied(raw)
    free = await page.observe(annotate=True, scale=scale)
    bound = await page.observe(annotate=True, scale=scale, max_tokens=1300)
    assert asked[0] == asked[1]
    assert len(asked) == 2
    assert free.image == bound.image


async def test_device_pixels_are_kept_as_far_as_the_budget_reaches(
    page_of: PageOf,
) -> None:
    raw = await page_of(RED)
    await emulate(raw, 600, 400, 2)
    page = viewmark.Page(raw)
    for budget, size in ((2000, (1200, 800)), (800, (952, 635))):
        await page.observe(annotate=True, scale="device", max_tokens=budget)
        seen = await page.observe(annotate=True, scale="device", max_tokens=budget)
        assert seen.image_info is not None
        assert (seen.image_info.width, seen.image_info.height) == size


async def test_badges_stay_where_they_were_when_the_scale_changes(
    page_of: PageOf,
) -> None:
    raw = await page_of(
        "<style>body{margin:0} button{position:absolute;left:300px;top:200px;width:400px;"
        "height:300px} p{position:absolute;left:250px;top:150px;margin:0;width:600px}</style>"
        f"<button id=one>One</button><p>{'words above ' * 30}</p>"
    )
    page = viewmark.Page(raw)
    first = await page.observe(annotate=True)
    await raw.call(None, "() => document.querySelector('p').remove()")
    fresh = await viewmark.Page(raw).observe(annotate=True)
    assert first[1].badge is not None
    assert fresh[1].badge != first[1].badge, "the text kept no badge away"
    for budget in (400, 400, None, 500):
        seen = await page.observe(annotate=True, max_tokens=budget)
        assert seen.image_info is not None
        assert seen[1].badge is not None
        place = [side / seen.image_info.scale for side in seen[1].badge[:2]]
        assert place == pytest.approx(first[1].badge[:2], abs=2), budget


async def test_a_viewport_that_grew_or_shrank_gets_the_size_of_its_own(
    page_of: PageOf,
) -> None:
    raw = await page_of(RED)
    page = viewmark.Page(raw)
    for width, height in ((1280, 720), (2560, 1440), (900, 900), (640, 360)):
        await emulate(raw, width, height, 1)
        seen = await page.observe(annotate=True, max_tokens=400)
        want = imaging.size_within((width, height), max_tokens=400)
        assert seen.image_info is not None
        assert (seen.image_info.width, seen.image_info.height) == want


async def test_the_page_notices_nothing_of_a_smaller_picture(page_of: PageOf) -> None:
    raw = await page_of(
        RED + "<script>var seen = 0; for (const kind of ['resize', 'scroll', 'blur'])"
        "addEventListener(kind, () => seen++, true); matchMedia('(max-width: 1000px)')"
        ".onchange = () => seen++; new ResizeObserver(() => seen++).observe(document.body)"
        "</script>"
    )
    page = viewmark.Page(raw)
    await page.observe(annotate=True)
    read = {"expression": "seen", "returnByValue": True}
    before = (await raw.session.send("Runtime.evaluate", read))["result"]["value"]
    for _ in range(3):
        await page.observe(annotate=True, max_tokens=300)
    assert (await raw.session.send("Runtime.evaluate", read))["result"]["value"] == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": "many"}, "max_tokens"),
        ({"max_tokens": 1}, "costs at least"),
        ({"max_tokens": 300, "token_model": "gemini"}, "costs at least 1120"),
        ({"max_tokens": 300, "scale": "huge"}, "scale"),
        ({"max_tokens": 300, "scale": float("nan")}, "scale"),
        ({"max_tokens": 300, "scale": True}, "scale"),
        ({"max_tokens": 300, "scale": 9}, "scale"),
    ],
)
async def test_an_impossible_budget_or_scale_is_named_before_a_picture_is_taken(
    page_of: PageOf, options: dict[str, Any], message: str
) -> None:
    raw = await page_of(RED)
    page, asked = viewmark.Page(raw), spied(raw)
    for look in (
        lambda: page.observe(annotate=True, **options),
        lambda: page.screenshot(**options),
    ):
        with pytest.raises(InvalidOption, match=message):
            await look()
    assert asked == []


def test_the_size_within_a_budget_is_the_one_that_is_delivered() -> None:
    for size in ((1280, 720), (3840, 2160), (501, 1999)):
        image = imaging.encode(_pixels(size))
        for model in ("claude", "openai", "gpt-4o"):
            options: Any = {"max_tokens": 600, "token_model": model}
            done = imaging.annotate(image, [], **options)
            assert (done.width, done.height) == imaging.size_within(size, **options)
    with pytest.raises(InvalidOption, match="width"):
        imaging.size_within((0, 5), max_tokens=600)


def _pixels(size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "white").save(out, "PNG")
    return out.getvalue()
