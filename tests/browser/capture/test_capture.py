from __future__ import annotations

import asyncio
import base64
import io
from functools import partial

import pytest
from fakes import FakeSession
from pictures import opened
from PIL import Image, ImageChops

from viewmark.browser.actions.navigation import goto
from viewmark.browser.capture.screenshot import capture, is_restricted
from viewmark.browser.launch.browser import attach
from viewmark.browser.page_target import PageTarget
from viewmark.errors import InvalidOption, PageNavigated, RestrictedPage, ScreenshotFailed

BOX = (100, 40, 80, 30)
"""A red box on white, 1200 px down the page: x and y after scrolling by 1160, width, height."""

PAGE = """<body style="margin: 0; height: 5000px; background: white">
<div style="position: absolute; left: 100px; top: 1200px; width: 80px; height: 30px;
            background: rgb(255, 0, 0)"></div>"""


def red_box(image):
    """Bounding box of the red pixels, in image px: x, y, width, height."""
    red, green, _ = image.split()
    strong = ImageChops.subtract(red, green)  # a grey scrollbar leaves no difference
    x0, y0, x1, y1 = Image.eval(strong, lambda v: 255 if v > 128 else 0).getbbox()
    return x0, y0, x1 - x0, y1 - y0


def assert_box_at(image, scale):
    for got, want in zip(red_box(image), BOX, strict=True):
        assert abs(got - want * scale) <= 1.5, (red_box(image), scale)


async def scrolled(page):
    await page.call(None, "() => scrollTo(0, 1160)")


async def emulate(page, scale, *, width=1280, height=720):
    await page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False},
    )


async def test_the_picture_is_the_viewport_in_css_px(page_of):
    page = await page_of(PAGE)
    await scrolled(page)
    taken = await capture(page)
    assert (taken.width, taken.height, taken.format) == (1280, 720, "jpeg")
    assert (taken.scale, taken.attempts) == (1, 1)
    assert taken.viewport.scroll_y == 1160
    assert taken.epoch == page.epoch
    assert_box_at(opened(taken.base64), 1)


async def test_formats_and_qualities_are_what_was_asked_for(page_of):
    page = await page_of(PAGE + "<script>document.body.append(...'words '.repeat(500))</script>")
    rough, fine = await capture(page, quality=10), await capture(page, quality=95)
    assert len(rough.base64) < len(fine.base64)
    exact = await capture(page, format="png")
    assert base64.b64decode(exact.base64).startswith(b"\x89PNG")
    assert opened(exact.base64).size == (1280, 720)


@pytest.mark.parametrize("platform", [None, "2", "1.5"])
@pytest.mark.parametrize("emulated", [None, 1, 2, 3])
async def test_the_scale_is_right_on_every_kind_of_screen(own_browser, site, platform, emulated):
    """Device scale factors by launch flag and by emulation, separately and combined."""
    if platform is None and emulated is None:
        emulated = 1.5
    args = [f"--force-device-scale-factor={platform}"] if platform else []
    browser = await own_browser(viewport=None if emulated is None else (1280, 720), args=args)
    site.put("/", PAGE)
    page = await browser.page(site.url())
    if emulated is not None:
        await emulate(page, emulated)
    await scrolled(page)
    device = emulated or float(platform)
    for scale, factor in (("css", 1), ("device", device), (0.5, 0.5), ("css", 1)):
        taken = await capture(page, scale=scale)
        view = taken.viewport
        assert abs(taken.width - view.width * factor) <= 1
        assert abs(taken.height - view.height * factor) <= 1
        assert abs(taken.scale - factor) < 0.01
        assert view.scroll_y == pytest.approx(1160, abs=1)
        assert_box_at(opened(taken.base64), taken.scale)
        assert taken.attempts <= 2


async def test_the_scale_is_learnt_once_and_learnt_again_when_it_changes(page_of):
    page = await page_of(PAGE)
    await scrolled(page)
    for device, attempts in ((1, 1), (2, 2), (2, 1), (1, 1), (3, 2), (3, 1)):
        await emulate(page, device)
        taken = await capture(page)
        assert (taken.width, taken.height) == (1280, 720)
        assert taken.attempts <= attempts
        assert_box_at(opened(taken.base64), 1)


async def test_a_session_that_does_not_emulate_gets_its_own_scale_right(page_of, chromium):
    """The first session emulates 2x; captures of the second are 1x but the page reports 2."""
    page = await page_of(PAGE)
    await emulate(page, 2)
    await scrolled(page)
    async with attach(chromium.process.endpoint) as guest:
        second = await guest.page(tab_id=page.session.target_id)
        for scale in ("css", "css", "device"):
            taken = await capture(second, scale=scale)
            assert taken.viewport.device_scale_factor == 2
            assert_box_at(opened(taken.base64), taken.scale)
        assert (await capture(page)).scale == 1
        assert (await page.viewport()).device_scale_factor == 2, "the emulation was ended"
        css = await capture(second)
        assert (css.width, css.height) == (1280, 720)


@pytest.mark.parametrize("size", [(333, 217), (1279, 719), (320, 2000)])
async def test_odd_sizes_lose_no_pixel(page_of, size):
    page = await page_of(PAGE)
    width, height = size
    await emulate(page, 2, width=width, height=height)
    taken = await capture(page)
    assert (taken.width, taken.height) == size


async def test_scrollbars_are_part_of_the_viewport(own_browser, site):
    browser = await own_browser(viewport=None)
    site.put("/", "<body style='height: 5000px; width: 5000px; background: white'>")
    page = await browser.page(site.url())
    taken = await capture(page)
    assert abs(taken.width - taken.viewport.width) <= 1
    smaller = await capture(page, scale=0.5)
    assert abs(smaller.width - taken.viewport.width / 2) <= 1


async def test_the_page_notices_nothing(page_of):
    page = await page_of(
        PAGE
        + """<script>
        var seen = [];
        // The browser gives a new window the focus when it comes to it; that is not ours.
        const focuses = (type, e) => type === 'focus' && e.target === window;
        for (const type of ['resize', 'scroll', 'focus', 'blur', 'visibilitychange'])
          addEventListener(type, (e) => { if (!focuses(type, e)) seen.push(type); }, true);
        new MutationObserver(() => seen.push('mutation')).observe(
          document, {subtree: true, childList: true, attributes: true});
        </script>"""
    )
    for scale in ("css", "device", 0.5):
        await capture(page, scale=scale)
    answer = await page.session.send(
        "Runtime.evaluate", {"expression": "seen", "returnByValue": True}
    )
    assert answer["result"]["value"] == []


async def test_what_was_changed_before_is_in_the_picture(page_of):
    page = await page_of("<body style='margin: 0; background: white'>")
    for shade in range(0, 250, 50):
        await page.call(None, "(c) => { document.body.style.background = c }", f"rgb({shade},0,0)")
        taken = await capture(page, format="png")
        assert opened(taken.base64).getpixel((640, 360)) == (shade, 0, 0)


def state(**changes):
    """Return a reply of the page's state script."""
    facts = {"url": "http://fake.test/", "title": "", "readyState": "complete", "visible": True}
    view = {"width": 2, "height": 2, "scrollX": 0, "scrollY": 0, "dpr": 1}
    return {"result": {"value": {**facts, **view, **changes}}}


def tiny_jpeg():
    out = io.BytesIO()
    Image.new("RGB", (2, 2)).save(out, "jpeg")
    return {"data": base64.b64encode(out.getvalue()).decode()}


async def page_without_masks(fake):
    """Return a page of which only the capture itself is tested."""
    page = await PageTarget.open(fake.session())
    page.show_secrets = True
    return page


async def test_capture_and_discovery_are_sent_together_in_one_go():
    gate = asyncio.Event()

    async def held(value, _):
        if first.is_set():
            await gate.wait()
        return value

    first = asyncio.Event()
    answers = {"Runtime.callFunctionOn": state(), "Page.captureScreenshot": tiny_jpeg()}
    fake = FakeSession({method: partial(held, answer) for method, answer in answers.items()})
    page = await page_without_masks(fake)
    await capture(page)  # detects the scale
    first.set()
    fake.sent.clear()
    both = asyncio.gather(page.call(None, "() => 'discovery'"), capture(page))
    for _ in range(20):
        await asyncio.sleep(0)
    sent_before_first_answer = fake.methods()
    gate.set()
    await both
    calls = ["Runtime.callFunctionOn"] * 2
    assert sorted(sent_before_first_answer) == ["Page.captureScreenshot", *calls]


async def test_a_scroll_under_a_clip_is_noticed_and_the_picture_taken_again(page_of):
    page = await page_of(PAGE)
    await emulate(page, 2)
    await scrolled(page)
    await capture(page)
    sent = page.session.send
    scrolls = iter([1100])

    async def meddle(method, params=None, **options):
        if method == "Page.captureScreenshot" and (top := next(scrolls, None)):
            await sent("Runtime.evaluate", {"expression": f"scrollTo(0, {top})"})
        return await sent(method, params, **options)

    page.session.send = meddle
    taken = await capture(page)
    box = red_box(opened(taken.base64))
    assert abs(box[1] - (1200 - taken.viewport.scroll_y)) <= 1.5


INTERNAL = (
    "chrome://version/ chrome-extension://abc/x.html devtools://devtools/x "
    "view-source:http://a.test/ edge://settings about:flags"
)


@pytest.mark.parametrize("url", INTERNAL.split())
def test_pages_of_the_browser_itself_are_restricted(url):
    assert is_restricted(url)


@pytest.mark.parametrize(
    "url", ["about:blank", "http://a.test/chrome://", "data:text/html,x", "file:///x", "blob:x", ""]
)
def test_other_pages_are_not_restricted(url):
    assert not is_restricted(url)


@pytest.mark.full_browser  # chrome://
async def test_a_browser_internal_page_is_refused_with_the_specified_hint(chromium):
    page = await chromium.page("chrome://version/")
    with pytest.raises(RestrictedPage, match="chrome://version/") as refused:
        await capture(page)
    assert refused.value.hint == "Cannot capture screenshots of browser internal pages."
    await page.close()


async def test_an_error_page_can_be_captured(page_of, closed_port):
    page = await page_of(PAGE)
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        await goto(page, f"http://127.0.0.1:{closed_port}/")
    assert (await capture(page)).width == 1280


IMPOSSIBLE = {
    "format": ["webp", None],
    "quality": [0, 101, 80.5, True],
    "scale": ["huge", 0, -1, float("nan"), float("inf"), True],
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option in IMPOSSIBLE for value in IMPOSSIBLE[option]]
)
async def test_impossible_options_are_refused_before_anything_is_sent(option, value):
    fake = FakeSession()
    page = await page_without_masks(fake)
    fake.sent.clear()
    with pytest.raises(InvalidOption):
        await capture(page, **{option: value})
    assert fake.sent == []


@pytest.mark.parametrize("answer", [{}, {"data": 5}, {"data": "AAAA"}, {"data": ""}])
async def test_an_answer_that_is_no_picture_is_an_error(answer):
    fake = FakeSession({"Runtime.callFunctionOn": state(), "Page.captureScreenshot": answer})
    page = await page_without_masks(fake)
    with pytest.raises(ScreenshotFailed):
        await capture(page)


async def test_a_page_that_goes_on_navigating_is_an_error_in_the_end(bounded):
    fake = FakeSession(
        {
            "Runtime.callFunctionOn": RuntimeError("Inspected target navigated or closed"),
            "Page.captureScreenshot": RuntimeError("Not attached to an active page"),
        }
    )
    page = await page_without_masks(fake)
    with pytest.raises(PageNavigated, match="The page navigated"):
        await bounded(capture(page))


async def test_a_page_that_navigates_during_two_captures_is_captured(bounded):
    loaders = ["L3", "L2"]

    def shot(_):
        if not loaders:
            return tiny_jpeg()
        frame = {"id": "F", "loaderId": loaders.pop(), "url": "http://fake.test/"}
        fake.emit("Page.frameNavigated", {"frame": frame})
        raise RuntimeError("Not attached to an active page")

    fake = FakeSession({"Runtime.callFunctionOn": state(), "Page.captureScreenshot": shot})
    assert (await bounded(capture(await page_without_masks(fake)))).width == 2


async def test_a_compositor_that_sleeps_is_woken(bounded):
    awake = asyncio.Event()

    async def shot(_):
        await awake.wait()
        return tiny_jpeg()

    fake = FakeSession(
        {
            "Runtime.callFunctionOn": state(),
            "Page.captureScreenshot": shot,
            "Page.startScreencast": lambda _: awake.set() or {},
        }
    )
    page = await page_without_masks(fake)
    assert (await bounded(capture(page))).width == 2
    assert fake.methods()[-1] == "Page.stopScreencast"
    # Later captures wake the page at once; each closes the screencast that it opened.
    fake.sent.clear()
    await bounded(capture(page))
    methods = fake.methods()
    assert methods.count("Page.startScreencast") == methods.count("Page.stopScreencast") == 1


async def test_a_page_that_draws_is_captured_without_a_screencast(bounded):
    fake = FakeSession(
        {"Runtime.callFunctionOn": state(), "Page.captureScreenshot": lambda _: tiny_jpeg()}
    )
    page = await page_without_masks(fake)
    for _ in range(3):
        await bounded(capture(page))
    assert not [method for method in fake.methods() if "Screencast" in method]


async def test_a_cancelled_capture_leaves_nothing_waiting(page_of, eventually):
    page = await page_of(PAGE)
    before = asyncio.all_tasks()
    task = asyncio.ensure_future(capture(page))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The browser finishes the capture, and the next one waits for it; then no task is left.
    await eventually(lambda: asyncio.all_tasks() == before, "the end of what was given up")
    await eventually(lambda: page.session.waiting == 0, "an empty table")
