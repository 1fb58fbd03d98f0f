"""The conversation: at most n images, text instead of older ones, and a stable prefix."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from made_looks import look

from viewmark.errors import InvalidOption
from viewmark.vision import Api, History
from viewmark.vision.history import SUPERSEDED

APIS = get_args(Api)


def common(before: list[Any], after: list[Any]) -> int:
    """Return the number of equal messages at the beginning."""
    same = [a == b for a, b in zip(before, after, strict=False)]
    return same.index(False) if False in same else len(same)


@pytest.mark.parametrize("api", APIS)
def test_only_the_newest_picture_is_sent_and_older_ones_are_words(api: Api) -> None:
    history = History()
    for number in range(3):
        history.user(f"look {number}", look(640, 300 + number, names=(f"Button {number}",)))
        history.assistant(f"answer {number}")
    messages = history.messages(api)
    assert history.pictures == 1
    assert [each["role"] for each in messages[::2]] == ["user"] * 3
    assert [each["role"] for each in messages[1::2]] == [
        "model" if api == "gemini" else "assistant"
    ] * 3
    key = "parts" if api == "gemini" else "content"
    sizes = [len(each[key]) for each in messages[::2]]
    assert sizes == [2, 2, 3], "words and question; the last one with its picture"
    first = messages[0][key][0]["text"]
    assert first.startswith(SUPERSEDED)
    assert 'button "Button 0"' in first
    assert "image 640" not in first, "there is no picture any more"


@pytest.mark.parametrize(("keep", "step"), [(1, 1), (3, 1), (3, 3), (6, 4)])
def test_never_more_than_keep_pictures_and_the_beginning_changes_every_step(
    keep: int, step: int
) -> None:
    history, before, counts, changed = History(keep=keep, step=step), [], [], 0
    for number in range(24):
        history.user("", look(64, 64 + number))
        counts.append(history.pictures)
        after = history.messages("anthropic")
        changed += common(before, after) < len(before)
        history.assistant("next")
        before = history.messages("anthropic")
    assert max(counts) == keep
    assert min(counts[keep:]) == keep + 1 - step
    assert changed == -(-(24 - keep) // step)


def test_a_picture_that_was_replaced_is_held_by_nobody() -> None:
    history = History()
    old, new = look(64, 64), look(64, 80)
    history.user("", old)
    history.user("", new)
    text = json.dumps(history.messages("openai-chat"))
    assert (new.base64 or "-") in text
    assert (old.base64 or "-") not in text
    assert all(turn.look is not old for turn in history.snapshot())


def test_turns_of_one_role_are_one_message() -> None:
    history = History(keep=2)
    history.user("first", look())
    history.user("second")
    (message,) = history.messages("bedrock-converse")
    assert [list(part) for part in message["content"]] == [["image"], ["text"], ["text"], ["text"]]


def test_looks_without_a_picture_are_words_and_empty_turns_are_refused() -> None:
    history = History()
    history.user("", look(picture=False))
    assert history.pictures == 0
    assert SUPERSEDED not in history.messages("anthropic")[0]["content"][0]["text"]
    with pytest.raises(InvalidOption, match="text or a look"):
        history.user("")
    history.assistant("")
    assert history.messages("anthropic")[1]["content"][0]["text"], "no service takes empty words"


def test_the_end_is_marked_for_anthropics_cache_only() -> None:
    history = History()
    history.user("go", look())
    marked = history.messages("anthropic", cache=True)
    assert marked[-1]["content"][-1]["cache_control"] == {"type": "ephemeral"}
    assert "cache_control" not in json.dumps(history.messages("anthropic"))
    assert "cache_control" not in json.dumps(history.messages("gemini", cache=True))


@pytest.mark.parametrize(
    "options", [{"keep": 0}, {"keep": 101}, {"keep": True}, {"step": 2}, {"keep": 3, "step": 0}]
)
def test_impossible_numbers_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match="must be 1 to"):
        History(**options)
