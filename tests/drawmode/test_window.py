"""Drawing on a page of a headless browser, with and without a window that mirrors it."""

from __future__ import annotations

from typing import Any

import pytest
from hand import CTRL, Hand

from viewmark.browser.emulation.metrics import Metrics, MetricsState
from viewmark.drawmode import window
from viewmark.drawmode.controller import DrawMode
from viewmark.drawmode.read import read_annotations
from viewmark.errors import DrawModeNeedsWindow, InvalidOption


class MirroredHand(Hand):
    """A simulated user of the mirror, with coordinates in px of the page."""

    scale = 1.0
    left = 0.0

    async def find(self) -> None:
        box = "const r = document.querySelector('canvas').getBoundingClientRect();"
        self.left, width = await self.page.call(
            None, f"function () {{{box} return [r.x, r.width]}}"
        )
        self.scale = width / 1280

    async def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        await super().mouse(kind, self.left + x * self.scale, y * self.scale, **more)


async def hand_on(d: Any, eventually: Any) -> MirroredHand:
    (tab,) = d.mode.tabs.values()
    assert tab.window is not None
    assert tab.window.view is not None
    hand = MirroredHand(tab.window.view)
    shown = "function () { return document.querySelector('canvas').width > 1000; }"
    for _ in range(200):
        if await hand.page.call(None, shown):
            break
    await hand.find()
    assert hand.scale > 0.5, "the page is shown"
    return hand


async def test_what_is_drawn_in_the_mirror_arrives_as_if_drawn_on_the_page(
    mirrored: Any, eventually: Any, bounded: Any
) -> None:
    d = mirrored
    await d.start(prompt="What should change?")
    (tab,) = d.mode.tabs.values()
    mirror = tab.window
    hand = await hand_on(d, eventually)
    left, top, right, bottom = await d.hand.box("#submit-btn")
    await hand.drag((left - 5, top - 5), (right + 5, bottom + 5))
    await hand.keys("Darker")
    await hand.key("Enter")
    await hand.key("Enter", modifiers=CTRL)
    seen = await bounded(read_annotations(d.mode, wait=True))
    (mark,) = seen.annotations
    assert (seen.status, mark.text, mark.element_summary) == (
        "success",
        "Darker",
        "button.btn.primary 'Submit order'",
    )
    assert mark.rect.x == pytest.approx(left - 5, abs=1.5)
    assert mark.rect.width == pytest.approx(right - left + 10, abs=2.5)
    assert mirror is not None
    await eventually(lambda: tab.window is None, "the window is closed at the end")


async def test_closing_the_mirror_is_done_and_keeps_words_under_way(
    mirrored: Any, eventually: Any, bounded: Any
) -> None:
    d = mirrored
    await d.start()
    hand = await hand_on(d, eventually)
    await hand.drag((300, 300), (420, 380))
    await hand.write("half a sent")  # pasting and input methods insert the whole text
    await eventually(lambda: any(p.draft and p.draft.text for p in d.session.pages.values()))
    await hand.page.close()
    seen = await bounded(read_annotations(d.mode, wait=True))
    assert (seen.status, [m.text for m in seen.annotations]) == ("success", ["half a sent"])


async def test_without_a_display_draw_mode_says_what_to_do_and_leaves_the_page_alone(
    mirrored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "has_display", lambda: False)
    d, d.mode._window = mirrored, "auto"
    with pytest.raises(DrawModeNeedsWindow, match=r"no display.*--headed.*--attach"):
        await d.start()
    assert d.mode.store.active is None
    assert (
        await d.page.call(None, "function () { return viewmarkDraw.host?.root ?? null; }") is None
    )


def test_a_display_is_found_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not window.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert window.has_display()
    monkeypatch.setattr(window.sys, "platform", "darwin")
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert window.has_display()


async def test_an_unknown_choice_of_window_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIEWMARK_DRAW_WINDOW", "perhaps")
    with pytest.raises(InvalidOption, match="auto or never, not 'perhaps'"):
        DrawMode()


async def test_the_tools_are_in_the_part_that_a_window_smaller_than_the_page_shows(
    dispatcher: Any,
) -> None:
    d = await dispatcher()
    state = d.page.state.of(MetricsState)
    state.now, state.window = Metrics(width=1280, height=720), (900.0, 400.0, 1.0)
    await d.start()
    state.window = None
    box = "const r = viewmarkDraw.toolbar.bar.getBoundingClientRect();"
    right, bottom = await d.page.call(None, f"function () {{{box} return [r.right, r.bottom]}}")
    assert right <= 900
    assert bottom <= 400
