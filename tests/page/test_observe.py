"""An observation of a real page: image, map, refs, and error cases."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from page_over import PageOf
from pictures import opened
from sent_commands import sent_to
from webserver import LocalSite

import viewmark
from viewmark.browser import scripts
from viewmark.browser.actions.input import move
from viewmark.browser.actions.navigation import goto
from viewmark.browser.launch.browser import ChromeBrowser
from viewmark.browser.page_target import PageTarget
from viewmark.errors import (
    DialogOpen,
    ElementNotFound,
    InvalidOption,
    InvalidSelector,
    PageCrashed,
    PageNavigated,
    RestrictedPage,
    TabNotFound,
    ViewmarkError,
)
from viewmark.page.mark_plan import MarkPlan

BUTTONS = """<style>body{margin:0} button{position:absolute;width:120px;height:40px}</style>
<button style="left:20px;top:60px">One</button><button style="left:300px;top:60px">Two</button>
<button style="left:20px;top:400px">Three</button>"""


@pytest.mark.full_browser  # covers input and drawing in the full browser
async def test_a_picture_and_its_map_belong_together(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    seen = await page.observe(annotate=True)
    assert [a.element.name for a in seen] == ["One", "Two", "Three"]
    assert [a.label for a in seen] == [1, 2, 3]
    assert seen[2].element.bounds.as_tuple() == (300, 60, 120, 40)
    assert seen[seen[2].ref] is seen[2]
    info = seen.image_info
    assert info is not None
    assert (info.width, info.height, info.scale, info.format) == (1280, 720, 1.0, "jpeg")
    assert opened(seen.image).size == (1280, 720)
    assert info.base64_size <= 500_000
    assert (seen.total_found, seen.truncated, seen.layout_shifted) == (3, False, ())
    assert seen.page.ready_state == "complete"


async def test_a_first_look_asks_the_browser_twelve_things(
    page_of: PageOf, site: LocalSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = viewmark.Page(await page_of("<p>x"))
    site.put("/next.html", BUTTONS)
    page = ours.browser_page
    await goto(page, site.url("/next.html"))
    asked = sent_to(page, monkeypatch)
    assert len(await ours.observe(annotate=True)) == 3
    # On a busy machine a screencast may be opened as well.
    assert sorted(method for method in asked if "Screencast" not in method) == [
        # Before and after the capture: checks whether the browser has nodes that our scripts
        # missed.
        *["DOM.discardSearchResults"] * 2,
        "DOM.enable",
        *["DOM.performSearch"] * 2,
        "DOMDebugger.getEventListeners",
        "Page.captureScreenshot",
        "Page.createIsolatedWorld",
        *["Runtime.callFunctionOn"] * 3,  # with the capture, for the elements, afterwards
        "Runtime.evaluate",
    ]


async def test_marks_are_drawn_while_the_page_is_asked_about_its_picture(
    page_of: PageOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    loop, draw, call = asyncio.get_running_loop(), MarkPlan.draw, scripts.call
    begun = asyncio.Event()

    def drawing(plan: MarkPlan, *args: Any) -> Any:
        loop.call_soon_threadsafe(begun.set)
        return draw(plan, *args)

    async def asked(where: Any, frame: Any, name: str, *args: Any, **options: Any) -> Any:
        if name == "showsSecrets" and args[0]:
            await asyncio.wait_for(begun.wait(), 10)
        return await call(where, frame, name, *args, **options)

    monkeypatch.setattr(MarkPlan, "draw", drawing)
    monkeypatch.setattr(scripts, "call", asked)
    assert len(await page.observe(annotate=True)) == 3


async def test_badges_are_drawn_where_the_map_says(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    nothing = await page.observe(annotate=True, target="custom", selector="nothing")
    clean = opened(nothing.image)
    seen = await page.observe(annotate=True, style=viewmark.Style(badge_color="#a00000"))
    marked = opened(seen.image)
    for item in seen:
        assert item.badge is not None
        x, y, width, height = item.badge
        inside = marked.crop((x, y, x + width, y + height))
        red = [1 for r, g, b in inside.get_flattened_data() if r > 110 and g < 90 and b < 90]
        assert len(red) > 0.3 * width * height, item
    far = (600, 500, 1280, 720)
    assert list(marked.crop(far).get_flattened_data()) == list(clean.crop(far).get_flattened_data())


async def test_without_a_picture_only_the_map_comes(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    seen = await page.observe()
    assert seen.image is None
    assert seen.image_info is None
    assert len(seen) == 3
    assert "image" not in seen.to_json()
    with pytest.raises(InvalidOption, match="no picture"):
        seen.save("nowhere.jpg")


async def test_a_page_without_elements_gives_a_picture_and_an_empty_list(
    page_of: PageOf,
) -> None:
    seen = await viewmark.Page(await page_of("<p>Nothing to do here.")).observe(annotate=True)
    assert seen.annotations == ()
    assert seen.total_found == 0
    assert opened(seen.image).size == (1280, 720)


async def test_the_cap_applies_after_the_order_and_tells_the_total(
    page_of: PageOf,
) -> None:
    links = "".join(f'<a href="#{n}" style="display:inline-block">{n}</a> ' for n in range(120))
    seen = await viewmark.Page(await page_of(links + "<br><input>")).observe(max_annotations=7)
    # An element that is rare in its region (the field) is kept among many similar ones.
    assert [a.element.name for a in seen] == [*map(str, range(6)), ""]
    assert seen.total_found == 121
    assert seen.truncated
    assert sum(each.count for each in seen.left_out) == 114


async def test_badges_leave_the_first_words_of_fields_in_sight(page_of: PageOf) -> None:
    # Fields without free space around them, with and without values that may be shown.
    field = '<input type="{}" value="words" style="display:block;width:300px;height:24px;margin:0">'
    kinds = ["text", "password", "date", "search"] * 6
    html = "<style>body{margin:0}</style>" + "".join(field.format(kind) for kind in kinds)
    seen = await viewmark.Page(await page_of(html)).observe(annotate=True)
    assert len(seen) == 24
    for annotation in seen:
        assert annotation.badge is not None
        x, y, w, h = annotation.badge
        bounds = annotation.element.bounds
        covers = x < bounds.x + 60 and y < bounds.y + 17 and y + h > bounds.y + 7
        assert not covers or x + w <= bounds.x + 4, (annotation.label, annotation.badge)


@pytest.mark.parametrize("form", ["number", "ref", "both"])
async def test_labels_say_number_ref_or_both(page_of: PageOf, form: str) -> None:
    page = viewmark.Page(await page_of('<button data-testid="save">Save</button>'))
    seen = await page.observe(annotate=True, label_format=form)
    assert seen[1].ref == "@save"
    assert seen[1].badge_text == {"number": "1", "ref": "@save", "both": "1 @save"}[form]


async def test_refs_stay_and_vanished_ones_are_named(page_of: PageOf) -> None:
    raw = await page_of('<button id="a">A</button><button id="b">B</button>')
    page = viewmark.Page(raw)
    first = await page.observe()
    again = await page.observe()
    assert [a.stability for a in first] == ["new", "new"]
    assert [(a.ref, a.stability) for a in again] == [("@a", "stable"), ("@b", "stable")]
    await raw.call(None, "function () { document.getElementById('a').remove(); }")
    last = await page.observe()
    assert [a.ref for a in last] == ["@b"]
    assert last.gone == ("@a",)
    with pytest.raises(ElementNotFound, match="no label or ref 'x'"):
        last["x"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_annotations": 0}, "must be 1 to 500 or auto"),
        ({"max_annotations": 501}, "must be 1 to 500 or auto"),
        ({"max_annotations": -1}, "must be 1 to 500 or auto"),
        ({"max_annotations": "50"}, "'50'"),
        ({"target": "all"}, "interactive, all_visible or custom"),
        ({"target": "custom"}, "needs a selector"),
        ({"selector": "button"}, "goes with target custom"),
        ({"label_format": "name"}, "number, ref or both"),
        ({"format": "webp"}, "jpeg or png"),
        ({"annotate": True, "quality": 0}, "quality"),
        ({"annotate": True, "scale": float("nan")}, "scale"),
    ],
)
async def test_an_impossible_option_is_named(
    page_of: PageOf, options: dict[str, Any], message: str
) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    with pytest.raises(InvalidOption, match=message):
        await page.observe(**options)


async def test_an_invalid_selector_is_repeated(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(BUTTONS))
    with pytest.raises(InvalidSelector, match=r"div\[\[") as caught:
        await page.observe(annotate=True, target="custom", selector="div[[")
    assert "Give CSS" in caught.value.hint


@pytest.mark.full_browser  # chrome://
async def test_the_browsers_own_pages_are_refused_with_the_specified_hint(
    chromium: ChromeBrowser,
) -> None:
    page = viewmark.Page(await chromium.page("chrome://version"))
    try:
        with pytest.raises(RestrictedPage) as caught:
            await page.observe(annotate=True)
        assert caught.value.hint == "Cannot capture screenshots of browser internal pages."
    finally:
        await page.close()


async def test_a_budget_that_binds_is_kept_and_told(page_of: PageOf) -> None:
    noise = """<canvas width=1280 height=720></canvas><button>Go</button><script>
    const c = document.querySelector('canvas').getContext('2d'), d = c.createImageData(1280, 720);
    let s = 1; const next = () => (s = s * 16807 % 2147483647) & 255;
    for (let i = 0; i < d.data.length; i++) d.data[i] = i % 4 == 3 ? 255 : next();
    c.putImageData(d, 0, 0);</script>"""
    seen = await viewmark.Page(await page_of(noise)).observe(annotate=True, max_base64=120_000)
    info = seen.image_info
    assert info is not None
    assert info.base64_size <= 120_000
    assert info.scale < 1 or (info.quality or 80) < 80
    assert opened(seen.image).size == (info.width, info.height)


async def test_a_page_that_bars_pictures_and_scripts_is_still_marked(
    page_of: PageOf,
) -> None:
    policy = {"Content-Security-Policy": "default-src 'none'; require-trusted-types-for 'script'"}
    raw = await page_of("<button>Go</button>", headers=policy)
    seen = await viewmark.Page(raw).observe(annotate=True)
    assert [a.element.name for a in seen] == ["Go"]


async def test_the_page_sees_nothing_of_an_observation(page_of: PageOf) -> None:
    spying = (
        BUTTONS
        + """<script>window.seen = [];
    new MutationObserver((m) => seen.push(...m.map((x) => x.type))).observe(document,
      {subtree: true, childList: true, attributes: true, characterData: true});
    // No focus: a window that was just opened gets it from the window manager when it likes.
    for (const name of ['scroll', 'resize', 'mouseover', 'visibilitychange'])
      addEventListener(name, () => seen.push(name), true);</script>"""
    )
    raw = await page_of(spying)
    # The browser reports the mouse position once by itself, and not again until the mouse moves.
    await move(raw, 640, 600)
    await raw.session.send("Runtime.evaluate", {"expression": "seen.length = 0"})
    await viewmark.Page(raw).observe(annotate=True)
    answer = await raw.session.send(
        "Runtime.evaluate", {"expression": "seen", "returnByValue": True}
    )
    assert answer["result"]["value"] == []


async def test_an_open_dialog_is_an_error_not_a_hang(
    page_of: PageOf, bounded: Callable[..., Any], eventually: Callable[..., Any]
) -> None:
    raw = await page_of("<button>Go</button>")
    await raw.call(None, "function () { setTimeout(() => alert('stop'), 0); }")
    await eventually(lambda: raw.dialog is not None, "the dialog")
    with pytest.raises(DialogOpen):
        await bounded(viewmark.Page(raw).observe(annotate=True))
    await raw.answer_dialog(accept=True)
    assert len(await viewmark.Page(raw).observe(annotate=True)) == 1


async def test_a_crash_in_the_middle_is_told_at_once(
    chromium: ChromeBrowser, bounded: Callable[..., Any]
) -> None:
    raw = await chromium.page("data:text/html,<button>Go</button>")
    try:
        looking = asyncio.ensure_future(viewmark.Page(raw).observe(annotate=True))
        with pytest.raises((PageCrashed, ViewmarkError)):
            await bounded(
                asyncio.gather(
                    looking, raw.session.send("Page.crash", timeout=5), return_exceptions=False
                )
            )
        with pytest.raises(PageCrashed):
            await bounded(viewmark.Page(raw).observe(annotate=True))
    finally:
        await raw.close()


async def test_a_tab_closed_in_the_middle_is_told_at_once(
    chromium: ChromeBrowser, bounded: Callable[..., Any]
) -> None:
    page = viewmark.Page(await chromium.page("data:text/html,<button>Go</button>"))
    looking = asyncio.ensure_future(page.observe(annotate=True))
    await page.close()
    with pytest.raises(TabNotFound):
        await bounded(looking)


async def test_a_navigation_in_the_middle_gives_one_page_or_an_error(
    page_of: PageOf, bounded: Callable[..., Any]
) -> None:
    raw = await page_of("<button>Old</button>")
    other = await page_of("<button>New</button>", path="/other.html")
    target = other.url
    for _ in range(5):
        looking = asyncio.ensure_future(viewmark.Page(raw).observe(annotate=True))
        await goto(raw, target)
        try:
            seen = await bounded(looking)
        except PageNavigated:
            continue
        assert [a.element.name for a in seen] in (["Old"], ["New"])


@pytest.fixture
async def held(
    page_of: PageOf, site: LocalSite, bounded: Callable[..., Any]
) -> tuple[PageTarget, Any]:
    """A page whose next document is still loading, and the script that it waits for."""
    script = site.hold("/held.js")
    raw = await page_of("<button>Old</button>")
    site.put("/begun.html", "<script src=held.js></script><button>New</button>")
    await raw.call(None, "() => void setTimeout(() => location.assign('/begun.html'))")
    await bounded(asyncio.to_thread(script.asked.wait, 30))
    return raw, script


async def test_a_document_that_has_only_begun_is_waited_for(
    held: tuple[PageTarget, Any], bounded: Callable[..., Any]
) -> None:
    raw, script = held
    looking = asyncio.ensure_future(viewmark.Page(raw).observe())
    await asyncio.sleep(0)
    script.released.set()
    assert [a.element.name for a in await bounded(looking)] == ["New"]


async def test_a_document_that_never_goes_on_is_told_as_loading(
    held: tuple[PageTarget, Any], bounded: Callable[..., Any]
) -> None:
    raw, _ = held
    seen = await bounded(viewmark.Page(raw).observe())
    assert (len(seen), seen.page.ready_state) == (0, "loading")


async def test_many_looks_at_once_do_not_mix(page_of: PageOf, bounded: Callable[..., Any]) -> None:
    pages = [
        viewmark.Page(await page_of(f"<title>{n}</title>" + f"<button>B{n}</button>" * (n + 1)))
        for n in range(6)
    ]
    looks = await bounded(asyncio.gather(*(p.observe(annotate=True) for p in pages for _ in "ab")))
    for position, seen in enumerate(looks):
        number = position // 2
        assert seen.page.title == str(number)
        assert {a.element.name for a in seen} == {f"B{number}"}
        assert len(seen) == number + 1
    assert len({seen.frame_id for seen in looks}) == 12


async def test_secrets_are_in_neither_map_nor_text(page_of: PageOf) -> None:
    html = """<label>Code <input type="password" value="hunter2-secret"></label>
    <input autocomplete="cc-number" aria-label="Card" value="4111111111111111">
    <input autocomplete="one-time-code" aria-label="Once" value="987654321">
    <input type="hidden" name="token" value="hidden-token-77">"""
    seen = await viewmark.Page(await page_of(html)).observe(annotate=True)
    reply = str(seen.to_json()) + seen.lines() + repr(seen.annotations)
    assert len(seen) == 3
    for secret in ("hunter2", "4111", "98765", "hidden-token"):
        assert secret not in reply
    assert [a.element.state.get("valueState") for a in seen] == ["filled"] * 3
