"""All user input on the page, with real mouse, keyboard, touch and pen events."""

from __future__ import annotations

from typing import Any

import pytest
from hand import ALT, CTRL, SHIFT

from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.model import DrawnKind, Intent
from viewmark.drawmode.read import read_annotations

PLAIN = (
    "<style>body{margin:0;font:16px sans-serif}button{position:absolute;width:120px;height:40px}"
    "</style><button id=a style='left:100px;top:100px'>Alpha</button>"
    "<button id=b style='left:300px;top:100px'>Beta</button>"
    "<div id=box style='position:absolute;left:500px;top:80px;width:200px;height:100px'>"
    "<p id=inner style='margin:20px;height:40px'>Inner</p></div>"
)


async def done(d: Any, bounded: Any) -> Any:
    await d.hand.key("Enter", modifiers=CTRL)
    return await bounded(read_annotations(d.mode, wait=True))


async def drawn(d: Any, words: str = "one", at: tuple[float, float] = (100, 300)) -> None:
    await d.hand.drag(at, (at[0] + 120, at[1] + 80))
    await d.hand.write(words)
    await d.hand.key("Enter")


async def test_a_run_with_keys_only(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.run("document.querySelector('#a').focus()")
    await d.start()
    hand = d.hand
    await hand.key("Enter")  # a box around the element that had focus
    for _ in range(4):
        await hand.key("ArrowRight")
    await hand.key("ArrowDown", modifiers=SHIFT)
    await hand.key("ArrowRight", modifiers=CTRL)
    await hand.key("Enter")
    await hand.keys("wider")
    await hand.key("2", modifiers=ALT, code="Digit2")
    await hand.key("Enter")
    await hand.key("e")  # moves through the elements
    await hand.key("ArrowRight")
    await hand.key("Enter")
    await hand.keys("this one")
    await hand.key("Enter")
    await hand.key("o")
    await hand.keys("all in all fine")
    await hand.key("Enter")
    seen = await done(d, bounded)
    first, second = seen.annotations
    assert first.rect.as_tuple() == (96 + 20, 96 + 1, 128 + 5, 48)
    assert (first.text, first.intent) == ("wider", Intent.BUG)
    assert (second.kind, second.elements[0].name) == (DrawnKind.ELEMENT, "Beta")
    assert second.rect.as_tuple() == (300, 100, 120, 40)
    assert seen.overall_comment == "all in all fine"


async def test_tab_walks_from_the_page_to_the_bar_and_space_presses(
    dispatcher: Any, bounded: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    focused = "function () { return viewmarkDraw.host.shadow.activeElement.dataset.act; }"
    await d.hand.key("Tab")
    assert await d.page.call(None, focused) == "done"
    await d.hand.key("ArrowLeft")
    assert await d.page.call(None, focused) == "discard"
    await d.hand.key("ArrowRight")
    await d.hand.key(" ")
    seen = await bounded(read_annotations(d.mode, wait=True))
    assert (seen.status, seen.count) == ("success", 0)


async def test_a_screen_reader_hears_what_happens(dispatcher: Any, eventually: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start(prompt="What is wrong?")
    reply = "function () { return viewmarkDraw.announce.polite.textContent; }"
    assert "What is wrong?" in await d.page.call(None, reply)
    await d.hand.mark("#a", "this")
    assert await d.page.call(None, reply) == "Mark 1 on button Alpha added"
    badge = "function () { return viewmarkDraw.shapes.layer.querySelector('.badge').ariaLabel; }"
    assert await d.page.call(None, badge) == "Mark 1, rectangle, change: this"
    await d.hand.key("z", modifiers=CTRL)
    assert await d.page.call(None, reply) == "Undone"
    tree = await d.page.session.send("Accessibility.getFullAXTree")
    roles = {
        (n["role"]["value"], n.get("name", {}).get("value", ""))
        for n in tree["nodes"]
        if not n["ignored"]
    }
    assert ("dialog", "Draw mode") in roles
    assert ("toolbar", "Draw mode") in roles
    assert ("button", "Done") in roles
    assert ("radio", "Rectangle") in roles


async def test_the_painted_picture_has_shape_and_number_where_they_belong(
    dispatcher: Any, bounded: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await d.hand.key("3")
    await drawn(d, "blue", (200, 300))
    seen = await done(d, bounded)
    (shot,) = seen.pictures
    blue = [0x17, 0x5C, 0xD3]
    for x, y in ((260, 300), (200, 350), (320, 350), (260, 380), (192, 292)):
        near = await darkest(d, shot.base64, x, y)
        assert all(abs(a - b) < 60 for a, b in zip(near, blue, strict=True)), (x, y, near)
    assert min(await darkest(d, shot.base64, 700, 500)) > 240
    assert min(await darkest(d, seen.clean_pictures[0].base64, 260, 300)) > 240


async def test_a_click_with_the_element_tool_marks_exactly_that_element(
    dispatcher: Any, bounded: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await d.hand.key("e")
    await d.hand.move(350, 120)
    await d.hand.click(350, 120)
    await d.hand.write("this")
    await d.hand.key("Enter")
    seen = await done(d, bounded)
    (mark,) = seen.annotations
    assert (mark.kind, mark.elements[0].name) == (DrawnKind.ELEMENT, "Beta")
    assert mark.elements[0].relation.value == "exact"
    assert mark.rect.as_tuple() == (300, 100, 120, 40)


async def test_arrows_walk_to_parent_and_child(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await d.hand.key("e")
    await d.hand.move(600, 130)
    await d.run("new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f)))")
    await d.hand.key("ArrowUp")
    await d.hand.key("Enter")
    await d.hand.write("the box")
    await d.hand.key("Enter")
    seen = await done(d, bounded)
    assert seen.annotations[0].rect.as_tuple() == (500, 80, 200, 100)


@pytest.mark.parametrize(
    ("key", "kind"), [("a", DrawnKind.ARROW), ("p", DrawnKind.FREEHAND), ("r", DrawnKind.RECTANGLE)]
)
async def test_a_tool_has_its_key(key: str, kind: DrawnKind, dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await d.hand.key(key)
    await d.hand.drag((400, 400), (160, 120))
    await d.hand.write("x")
    await d.hand.key("Enter")
    seen = await done(d, bounded)
    (mark,) = seen.annotations
    assert mark.kind is kind
    assert mark.rect.as_tuple() == (160, 120, 240, 280)
    if kind is DrawnKind.ARROW:
        assert [(p.x, p.y) for p in mark.points] == [(400, 400), (160, 120)]
        assert mark.elements[0].name == "Alpha", "an arrow means what its tip is on"


async def test_a_blackout_hides_in_every_picture_and_describes_nothing(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await d.hand.key("x")
    await d.hand.drag((90, 90), (240, 150))
    seen = await done(d, bounded)
    (mark,) = seen.annotations
    assert (mark.kind, mark.text, mark.elements) == (DrawnKind.BLACKOUT, "", ())
    for shot in (*seen.pictures, *seen.clean_pictures):
        assert await darkest(d, shot.base64, 160, 120) == [0, 0, 0]
        assert await darkest(d, shot.base64, 600, 120) != [0, 0, 0]


async def test_a_password_is_hidden_in_the_pictures(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(
        "<body style='margin:0'><input type=password value=hunter2 style='position:absolute;"
        "left:100px;top:100px;width:200px;height:40px;font-size:30px'>"
    )
    await d.start()
    await d.hand.drag((90, 90), (320, 160))
    await d.hand.write("longer please")
    await d.hand.key("Enter")
    seen = await done(d, bounded)
    for shot in (*seen.pictures, *seen.clean_pictures):
        row = [await darkest(d, shot.base64, x, 120) for x in (106, 116, 126, 150, 290)]
        assert all(abs(a - b) < 12 for px in row for a, b in zip(px, row[0], strict=True))


async def test_the_intent_is_chosen_by_key_and_by_press(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await d.hand.key("3")
    await drawn(d, "why", (100, 300))
    x, y = await center_of(d, "intent:suggestion")
    await d.hand.click(x, y)
    await drawn(d, "maybe", (300, 300))
    seen = await done(d, bounded)
    assert [a.intent for a in seen.annotations] == [Intent.QUESTION, Intent.SUGGESTION]


async def test_undo_takes_shape_and_words_and_redo_brings_both_back(
    dispatcher: Any, mode: DrawMode, eventually: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one", (100, 300))
    await drawn(d, "two", (300, 300))
    await eventually(lambda: d.texts == ["one", "two"])
    await d.hand.key("z", modifiers=CTRL)
    await eventually(lambda: d.texts == ["one"])
    await d.hand.key("z", modifiers=CTRL)
    await eventually(lambda: d.texts == [])
    await d.hand.key("z", modifiers=CTRL)
    await d.hand.key("Z", modifiers=CTRL | SHIFT)
    await d.hand.key("y", modifiers=CTRL)
    await eventually(lambda: d.texts == ["one", "two"])


async def test_a_deleted_mark_comes_back_to_its_place(
    dispatcher: Any, mode: DrawMode, eventually: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one", (100, 300))
    await drawn(d, "two", (300, 300))
    await d.hand.click(160, 340)
    await d.hand.key("Delete")
    await eventually(lambda: d.texts == ["two"])
    await d.hand.key("z", modifiers=CTRL)
    await eventually(lambda: d.texts == ["one", "two"])


async def test_a_mark_is_edited_by_a_double_click(dispatcher: Any, bounded: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one")
    await d.hand.click(160, 340, count=2)
    await d.hand.write(" and more")
    await d.hand.key("Enter")
    await d.hand.key("z", modifiers=CTRL)
    await d.hand.key("y", modifiers=CTRL)
    seen = await done(d, bounded)
    assert [a.text for a in seen.annotations] == ["one and more"]


async def test_emptying_the_words_removes_the_mark_and_undo_brings_them_back(
    dispatcher: Any, eventually: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one")
    await d.hand.click(160, 340, count=2)
    await d.hand.key("a", modifiers=CTRL)
    await d.hand.key("Backspace")
    await d.hand.key("Enter")
    await eventually(lambda: d.texts == [])
    await d.hand.key("z", modifiers=CTRL)
    await eventually(lambda: d.texts == ["one"])


async def test_a_mark_is_moved_by_the_mouse_and_by_arrows(dispatcher: Any, eventually: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one")
    await d.hand.click(160, 340)
    await d.hand.drag((160, 340), (210, 370))
    await eventually(lambda: rects(d) == [(150, 330, 120, 80)])
    await d.hand.key("ArrowLeft")
    await d.hand.key("ArrowUp", modifiers=SHIFT)
    await eventually(lambda: rects(d) == [(145, 329, 120, 80)])
    await d.hand.key("z", modifiers=CTRL)
    await eventually(lambda: rects(d) == [(150, 330, 120, 80)])
    await d.hand.key("z", modifiers=CTRL)
    await eventually(lambda: rects(d) == [(100, 300, 120, 80)])


async def test_a_mark_is_resized_by_its_handles_and_by_keys(
    dispatcher: Any, eventually: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one")
    await d.hand.click(160, 340)
    await d.hand.drag((220, 380), (260, 400))
    await eventually(lambda: rects(d) == [(100, 300, 160, 100)])
    await d.hand.key("ArrowRight", modifiers=CTRL)
    await eventually(lambda: rects(d) == [(100, 300, 165, 100)])
    assert d.session.annotations()[0].elements


async def test_esc_goes_back_one_step_at_a_time(dispatcher: Any, eventually: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    await drawn(d, "one")
    await d.hand.click(160, 340, count=2)
    await d.hand.key("Escape")  # discards the text
    await d.hand.key("Escape")  # clears the selection
    await d.hand.mouse("mousePressed", 400, 300)
    await d.hand.pull((400, 300), (500, 400))
    await d.hand.key("Escape")  # discards the unfinished shape
    await d.hand.mouse("mouseReleased", 500, 400)
    await d.hand.key("Enter")
    await d.hand.key("Escape")  # discards the box made with the keyboard
    assert d.session.active
    assert d.texts == ["one"]
    await d.hand.key("Escape")
    await eventually(lambda: not d.session.active, "the end")


async def test_a_finger_draws_and_two_fingers_scroll(dispatcher: Any, eventually: Any) -> None:
    d = await dispatcher(PLAIN + "<div style='height:3000px'></div>")
    await d.page.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    await d.start()
    await d.hand.swipe((100, 300), (220, 380))
    await d.hand.write("by finger")
    await d.hand.key("Enter")
    await eventually(lambda: d.texts == ["by finger"])
    assert rects(d) == [(100, 300, 120, 80)]
    await d.hand.touch("touchStart", [(400, 400)])
    await d.hand.touch("touchStart", [(400, 400), (500, 400)])
    for i in range(1, 6):
        await d.hand.touch("touchMove", [(400, 400 - 20 * i), (500, 400 - 20 * i)])
    await d.hand.touch("touchEnd", [])
    assert await d.run("scrollY") > 50
    assert d.texts == ["by finger"]


async def test_after_a_pen_a_finger_does_not_draw(dispatcher: Any, eventually: Any) -> None:
    d = await dispatcher(PLAIN)
    await d.page.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    await d.start()
    pen = {"pointerType": "pen"}
    await d.hand.mouse("mousePressed", 100, 300, **pen)
    await d.hand.mouse("mouseMoved", 150, 340, buttons=1, **pen)
    await d.hand.mouse("mouseMoved", 220, 380, buttons=1, **pen)
    await d.hand.mouse("mouseReleased", 220, 380, **pen)
    await d.hand.write("by pen")
    await d.hand.key("Enter")
    await d.hand.swipe((400, 300), (500, 400))
    await d.hand.write("palm")
    await d.hand.key("Enter")
    await d.mode.stop()
    assert d.texts == ["by pen"]


async def test_a_wheel_scrolls_the_page_and_a_panel_and_marks_go_along(
    dispatcher: Any, eventually: Any, bounded: Any
) -> None:
    d = await dispatcher(
        "<style>body{margin:0;overflow:hidden}#p{height:400px;overflow:auto;width:600px}</style>"
        "<div id=p><div style='height:150px'></div><button id=t>Item</button>"
        "<div style='height:2000px'></div></div>"
    )
    await d.start()
    await d.hand.mark("#t", "this")
    await d.hand.wheel(300, 200, 100)
    await d.run(
        "new Promise((f) => { const look = () => document.querySelector('#p').scrollTop > 0"
        " ? f() : setTimeout(look, 10); look(); })"
    )
    left, top, _, _ = await d.hand.box("#t")
    rect = await d.page.call(
        None, "function () { viewmarkDraw.refresh(); return viewmarkDraw.shapes.placed[0].rect; }"
    )
    assert (rect["x"], rect["y"]) == pytest.approx((max(left - 4, 1), top - 4))


@pytest.mark.parametrize("scale", [0.5, 1.5, 2.0, 3.0])
async def test_it_is_exact_at_every_device_scale_and_zoom(
    scale: float, dispatcher: Any, bounded: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.page.session.send(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": round(1280 / scale) if scale > 1 else 1280,
            "height": round(1440 / scale) if scale > 1 else 720,
            "deviceScaleFactor": scale,
            "mobile": False,
        },
    )
    await d.start()
    await d.hand.mark("#a", "this")
    seen = await done(d, bounded)
    (mark,) = seen.annotations
    assert mark.rect.as_tuple() == (96, 96, 128, 48)
    assert mark.viewport.device_scale_factor == scale
    assert mark.elements[0].name == "Alpha"
    assert seen.pictures[0].scale == pytest.approx(1, abs=0.01)


async def test_fifty_marks_with_long_words_of_many_scripts_arrive(
    dispatcher: Any, mode: DrawMode, bounded: Any
) -> None:
    d = await dispatcher(PLAIN)
    await d.start()
    texts = [
        "x" * 990 + "end",
        "שלום עולם " * 20,
        "日本語の注釈 " * 20,
        "emoji 👩‍👩‍👧 " * 20,
        "a\nb\n\nc",
    ]
    for i in range(50):
        at = (20 + (i % 10) * 120, 250 + (i // 10) * 60)
        await d.hand.drag(at, (at[0] + 40, at[1] + 20), steps=2)
        await d.hand.write(texts[i % 5].strip())
        await d.hand.key("Enter")
    seen = await done(d, bounded)
    assert seen.count == 50
    assert [a.text for a in seen.annotations[:5]] == [t.strip() for t in texts]
    assert seen.pictures[0].labels == tuple(range(1, 51))
    assert len(seen.pictures[0].base64) <= 500_000


def rects(d: Any) -> list[tuple[float, ...]]:
    return [mark.rect.as_tuple() for mark in d.session.annotations()]


async def center_of(d: Any, act: str) -> tuple[float, float]:
    x, y = await d.page.call(
        None,
        "function (act) { const el = viewmarkDraw.toolbar.bar.querySelector(`[data-act='${act}']`);"
        " const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }",
        act,
    )
    return x, y


async def darkest(d: Any, image: str, x: int, y: int) -> list[int]:
    """Return the colour of one pixel of a finished image."""
    found: list[int] = await d.page.call(
        None,
        "async function (data, x, y) {"
        " const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));"
        " const bitmap = await createImageBitmap(new Blob([bytes]));"
        " const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');"
        " ctx.drawImage(bitmap, 0, 0);"
        " return [...ctx.getImageData(x, y, 1, 1).data].slice(0, 3); }",
        image,
        x,
        y,
    )
    return found
