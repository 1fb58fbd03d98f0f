from __future__ import annotations

import pytest

from viewmark.browser.frames.table import Frames

ONE, TWO = object(), object()


def frame(id, parent=None, loader="L1", url="http://a.test/", **more):
    more = {"id": id, "loaderId": loader, "url": url, **more}
    return {**more, "parentId": parent} if parent else more


def tree():
    frames = Frames()
    frames.load(
        ONE,
        {
            "frame": frame("top", urlFragment="#x"),
            "childFrames": [
                {
                    "frame": frame("a", "top"),
                    "childFrames": [{"frame": frame("a1", "a", name="inner")}],
                },
                {"frame": frame("b", "top")},
            ],
        },
    )
    return frames


def ids(frames):
    return [each.id for each in frames]


def test_a_tree_is_taken_parents_first():
    frames = tree()
    assert ids(frames) == ["top", "a", "a1", "b"]
    assert frames.main.url == "http://a.test/#x"
    assert frames.get("a1").name == "inner"
    assert [each.id for each in frames.children("top")] == ["a", "b"]
    assert len(frames) == 4


def test_a_new_document_takes_the_frames_below_with_it():
    frames = tree()
    gone = frames.feed(ONE, "Page.frameNavigated", {"frame": frame("a", "top", "L2")})
    assert set(gone) == {"a", "a1"}
    assert ids(frames) == ["top", "a", "b"]
    assert frames.get("a").loader_id == "L2"


def test_the_same_document_told_again_loses_nothing():
    frames = tree()
    assert frames.feed(ONE, "Page.frameNavigated", {"frame": frame("a", "top", "L1")}) == ()
    assert len(frames) == 4


def test_going_within_the_document_changes_the_address_only():
    frames = tree()
    params = {"frameId": "top", "url": "http://a.test/#y"}
    assert frames.feed(ONE, "Page.navigatedWithinDocument", params) == ()
    assert frames.main.url == "http://a.test/#y"
    assert frames.main.loader_id == "L1"


def test_frames_come_and_go():
    frames = tree()
    assert frames.feed(ONE, "Page.frameAttached", {"frameId": "c", "parentFrameId": "b"}) == ()
    assert frames.get("c").parent_id == "b"
    gone = frames.feed(ONE, "Page.frameDetached", {"frameId": "b", "reason": "remove"})
    assert set(gone) == {"b", "c"}


def test_a_frame_that_moves_to_another_process_belongs_to_the_session_that_has_it():
    frames = tree()
    frames.load(TWO, {"frame": frame("b", "top", "L9", "http://b.test/")})
    assert frames.get("b").session is TWO
    frames.feed(ONE, "Page.frameDetached", {"frameId": "b", "reason": "swap"})
    assert frames.get("b") is not None, "the old owner's goodbye came late"
    assert frames.drop(TWO) == ("b",)
    assert frames.get("b") is None


def test_a_frame_that_comes_back_is_not_lost_with_the_session_it_left():
    frames = tree()
    frames.load(TWO, {"frame": frame("b", "top", "L9")})
    frames.feed(ONE, "Page.frameNavigated", {"frame": frame("b", "top", "L10")})
    assert frames.drop(TWO) == ()
    assert frames.get("b").session is ONE


@pytest.mark.parametrize("goodbye", ["early", "late", "before the tree"])
def test_a_frame_that_came_before_the_tree_around_it_stays(goodbye):
    """A session reports frames below its own before the earlier requested tree arrives."""
    frames = tree()
    swap = ("Page.frameDetached", {"frameId": "b", "reason": "swap"})
    if goodbye == "early":
        frames.feed(ONE, *swap)
    frames.feed(TWO, "Page.frameAttached", {"frameId": "b1", "parentFrameId": "b"})
    frames.feed(TWO, "Page.frameNavigated", {"frame": frame("b1", "b", "L3")})
    if goodbye == "before the tree":
        frames.feed(ONE, *swap)
    frames.load(TWO, {"frame": frame("b", "top", "L2")})
    if goodbye == "late":
        frames.feed(ONE, *swap)
    assert frames.get("b").session is frames.get("b1").session is TWO
    assert [each.id for each in frames.children("b")] == ["b1"]


def test_a_tree_that_is_older_than_the_events_changes_nothing_they_told():
    frames = tree()
    frames.feed(ONE, "Page.frameNavigated", {"frame": frame("a", "top", "L2", "http://a.test/2")})
    frames.feed(ONE, "Page.frameAttached", {"frameId": "a2", "parentFrameId": "a"})
    frames.load(ONE, {"frame": frame("top"), "childFrames": [{"frame": frame("a", "top", "L1")}]})
    assert frames.get("a").url == "http://a.test/2"
    assert frames.get("a2") is not None


def test_a_tree_tells_what_no_event_did_of_a_frame_that_was_attached():
    frames = tree()
    frames.feed(ONE, "Page.frameAttached", {"frameId": "c", "parentFrameId": "top"})
    below = [{"frame": frame("c", "top", "L5", "about:blank")}]
    frames.load(ONE, {"frame": frame("top"), "childFrames": below})
    assert (frames.get("c").loader_id, frames.get("c").url) == ("L5", "about:blank")


def test_a_frame_that_is_taken_out_of_the_page_goes_with_all_below_it():
    frames = tree()
    frames.feed(TWO, "Page.frameAttached", {"frameId": "b1", "parentFrameId": "b"})
    gone = frames.feed(ONE, "Page.frameDetached", {"frameId": "b", "reason": "remove"})
    assert set(gone) == {"b", "b1"}


@pytest.mark.parametrize("event", ["Page.frameNavigated", "Page.frameDetached", "X.y"])
@pytest.mark.parametrize("params", [{}, {"frame": 5}, {"frameId": 5}, {"frame": {"id": None}}])
def test_nonsense_changes_nothing(event, params):
    frames = tree()
    assert frames.feed(ONE, event, params) == ()
    assert len(frames) == 4


@pytest.mark.parametrize("nonsense", [None, 5, {}, {"frame": {}}, {"childFrames": 5}])
def test_a_tree_of_nonsense_is_empty(nonsense):
    frames = Frames()
    frames.load(ONE, nonsense)
    assert len(frames) == 0
    assert frames.main is None
