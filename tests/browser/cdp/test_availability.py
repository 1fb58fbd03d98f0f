from __future__ import annotations

import pytest

from viewmark.browser.cdp.availability import Availability
from viewmark.errors import DialogOpen, PageCrashed, PageNavigated

OPENING = {"type": "alert", "message": "Hello", "url": "http://a.test/"}


def opened(kind="alert"):
    vitals = Availability()
    stop = vitals.feed("Page.javascriptDialogOpening", {**OPENING, "type": kind})
    assert stop is not None
    return vitals, stop


def test_a_fresh_page_refuses_nothing():
    assert Availability().refusal("Runtime.evaluate") is None


def test_a_dialog_dooms_what_the_page_must_answer_and_spares_what_the_browser_answers():
    vitals, stop = opened()
    for method in ("Runtime.evaluate", "Page.captureScreenshot", "Input.dispatchMouseEvent"):
        assert stop.concerns(method)
        assert isinstance(vitals.refusal(method), DialogOpen)
    for method in ("Page.handleJavaScriptDialog", "Target.getTargetInfo", "Page.bringToFront"):
        assert not stop.concerns(method)
        assert vitals.refusal(method) is None


@pytest.mark.parametrize("method", ["Page.navigate", "Page.reload", "Page.navigateToHistoryEntry"])
def test_leaving_waits_for_a_beforeunload_dialog_but_ends_an_alert(method):
    assert isinstance(opened("beforeunload")[0].refusal(method), DialogOpen)
    assert opened("alert")[0].refusal("Page.navigate") is None


def test_a_dialog_that_closes_frees_the_page():
    vitals, _ = opened()
    assert vitals.feed("Page.javascriptDialogClosed", {"result": True}) is None
    assert vitals.dialog is None
    assert vitals.refusal("Runtime.evaluate") is None


def test_a_crash_takes_the_dialog_with_it_and_leaves_only_the_ways_back():
    vitals, _ = opened()
    stop = vitals.feed("Inspector.targetCrashed", {})
    assert stop is not None
    assert vitals.dialog is None
    assert isinstance(vitals.refusal("Runtime.evaluate"), PageCrashed)
    for method in ("Page.navigate", "Page.reload", "Page.close", "Target.getTargetInfo"):
        assert vitals.refusal(method) is None
        assert not stop.concerns(method)


@pytest.mark.parametrize(
    ("event", "params"),
    [
        ("Inspector.targetReloadedAfterCrash", {}),
        ("Page.frameNavigated", {"frame": {"id": "F", "loaderId": "L"}}),
    ],
)
def test_a_new_document_ends_the_crash(event, params):
    vitals = Availability()
    vitals.feed("Inspector.targetCrashed", {})
    vitals.feed(event, params)
    assert not vitals.crashed
    assert vitals.refusal("Runtime.evaluate") is None


def test_a_navigation_of_the_main_frame_dooms_captures_and_nothing_else():
    stop = Availability().feed("Page.frameNavigated", {"frame": {"id": "F"}})
    assert stop is not None
    assert stop.concerns("Page.captureScreenshot")
    assert not stop.concerns("Runtime.evaluate")
    assert isinstance(stop.error("Page.captureScreenshot"), PageNavigated)


@pytest.mark.parametrize(
    ("event", "params"),
    [
        ("Page.frameNavigated", {"frame": {"id": "F", "parentId": "P"}}),
        ("Page.frameNavigated", {}),
        ("Page.frameNavigated", {"frame": 5}),
        ("Network.requestWillBeSent", {}),
        ("Page.javascriptDialogClosed", {}),
    ],
)
def test_other_events_doom_nothing(event, params):
    assert Availability().feed(event, params) is None


def test_a_dialog_event_of_nonsense_is_a_dialog_all_the_same():
    vitals = Availability()
    vitals.feed("Page.javascriptDialogOpening", {"type": 5, "message": ["x"], "url": None})
    assert vitals.dialog is not None
    assert (vitals.dialog.kind, vitals.dialog.message, vitals.dialog.url) == ("dialog", "", "")


def test_the_words_of_a_dialog_are_one_printable_line_of_bounded_length():
    vitals = Availability()
    message = "a\nb\x1b[31m\u202ec" + "x" * 5000
    vitals.feed("Page.javascriptDialogOpening", {**OPENING, "message": message})
    assert vitals.dialog is not None
    assert vitals.dialog.message.startswith("a b[31mc")
    assert len(vitals.dialog.message) == 200
    assert vitals.dialog.message.endswith("…")
