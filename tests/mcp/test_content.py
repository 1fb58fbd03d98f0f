"""Content blocks and the error object."""

from __future__ import annotations

import json

from viewmark.calls.answer import CallAnswer, Picture
from viewmark.errors import ElementNotFound, ScreenshotFailed
from viewmark.mcp.content import TEXT_LIMIT, blocks
from viewmark.mcp.errors import error_answer, error_facts, error_text
from viewmark.mcp.prompt import INSTRUCTIONS, PROMPT_TEXT

SHOT = Picture(base64="/9j/", format="jpeg")


def kinds(answer: CallAnswer, **options: str) -> list[str]:
    return [b["type"] for b in blocks(answer, **options)]  # type: ignore[arg-type]


def test_an_asked_picture_comes_first_and_an_attached_one_last() -> None:
    answer = CallAnswer(text="{}", picture=SHOT, attached=SHOT, notes=("note",))
    assert kinds(answer) == ["image", "text", "text", "image"]
    assert blocks(answer)[0] == {"type": "image", "data": "/9j/", "mimeType": "image/jpeg"}


def test_a_client_without_images_is_told_what_was_left_out() -> None:
    answer = CallAnswer(text="{}", picture=SHOT)
    assert kinds(answer, images="omit") == ["text", "text"]
    assert "left out" in blocks(answer, images="omit")[0]["text"]


def test_a_picture_in_a_file_is_named_not_sent() -> None:
    saved = Picture(base64="", format="png", path="/tmp/x.png")
    assert (
        blocks(CallAnswer(text="{}", picture=saved))[0]["text"] == "[Picture written to /tmp/x.png]"
    )


def test_text_beyond_the_clients_limit_is_cut_and_says_so() -> None:
    text = blocks(CallAnswer(text="x" * 200_000))[0]["text"]
    assert len(text) == TEXT_LIMIT
    assert "200000 characters" in text


def test_an_error_is_one_sentence_and_one_line_of_json() -> None:
    error = ElementNotFound("No element has ref '@x'.", candidates=["@a"], param="ref")
    error.data["changes"] = '+ alert: Gone\n- button "x"'
    sentence, machine, *changes = error_text(error).split("\n")
    assert changes == ["+ alert: Gone", '- button "x"']
    assert error_text(error).count("No element has ref") == 1
    assert error_answer(error).facts == error_facts(error)
    assert error_facts(error)["message"] == "No element has ref '@x'."
    assert sentence.startswith("No element has ref '@x'. Observe")
    facts = json.loads(machine)
    assert facts["error_code"] == "element_not_found"
    assert facts["candidates"] == ["@a"]
    assert facts["recovery_tool_call"] == {
        "tool": "observe",
        "arguments": {"what": "page", "annotate": True},
    }
    assert json.loads(error_text(ScreenshotFailed("No.")).split("\n")[1])["retryable"] is True


def test_instructions_are_short_and_name_what_a_model_must_know() -> None:
    assert len(INSTRUCTIONS) < 1_500
    assert len(PROMPT_TEXT) < 500
    for word in ("annotate", "inViewport", "ref", "frame_id", "element_covered", "data"):
        assert word in INSTRUCTIONS
