"""Content blocks in the form of each service, and their text."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any, get_args

import pytest
from made_looks import look

from viewmark.errors import InvalidOption
from viewmark.vision import Api, blocks, prepare

APIS = get_args(Api)


def picture_of(api: str, block: dict[str, Any]) -> bytes:
    match api:
        case "openai-responses":
            assert block["type"] == "input_image"
            return b64decode(block["image_url"].removeprefix("data:image/jpeg;base64,"))
        case "openai-chat" | "litellm":
            assert block["type"] == "image_url"
            return b64decode(block["image_url"]["url"].removeprefix("data:image/jpeg;base64,"))
        case "anthropic":
            source = block["source"]
            assert (block["type"], source["type"]) == ("image", "base64")
            assert source["media_type"] == "image/jpeg"
            return b64decode(source["data"])
        case "gemini":
            assert block["inlineData"]["mimeType"] == "image/jpeg"
            return b64decode(block["inlineData"]["data"])
    assert block["image"]["format"] == "jpeg"
    return bytes(block["image"]["source"]["bytes"])


@pytest.mark.parametrize("api", APIS)
def test_a_look_becomes_a_picture_and_its_words(api: Api) -> None:
    seen = look(names=("Save", 'Say "hi"'))
    shown, told = blocks(seen, api)
    assert picture_of(api, shown) == seen.image
    words = told["text"]
    assert told.get("type", "text") == ("input_text" if api == "openai-responses" else "text")
    assert words.splitlines() == [
        "A page  http://x.test/  complete",
        "image 640x360 scale 1  2 of 2 elements",
        '[1] @e1 button "Save"',
        '[2] @e2 button "Say \\"hi\\""',
    ]
    if api != "bedrock-converse":  # its SDK expects bytes
        json.dumps([shown, told])


@pytest.mark.parametrize("api", APIS)
def test_a_look_without_a_picture_is_words_and_text_can_be_left_out(api: Api) -> None:
    (told,) = blocks(look(picture=False), api)
    assert "image" not in told["text"]
    (shown,) = blocks(look(), api, text=False)
    assert "text" not in shown
    with pytest.raises(InvalidOption, match="no picture"):
        blocks(look(picture=False), api, text=False)


def test_the_words_name_the_size_that_is_sent() -> None:
    sent = prepare(look(3000, 1500), "claude-haiku-4-5")
    told = blocks(sent, "anthropic")[1]["text"]
    assert f"image {sent.width}x{sent.height}" in told
    assert "3000" not in told


def test_detail_goes_where_openai_has_it() -> None:
    assert blocks(look(), "openai-responses", detail="original")[0]["detail"] == "original"
    assert blocks(look(), "openai-chat", detail="low")[0]["image_url"]["detail"] == "low"
    assert "detail" not in blocks(look(), "openai-responses")[0]


def test_unknown_forms_and_details_are_refused_with_the_list() -> None:
    with pytest.raises(InvalidOption, match="openai-responses, openai-chat, anthropic"):
        blocks(look(), "parrot")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="low, high"):
        blocks(look(), "openai-chat", detail="fine")  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ["jpeg", "png"])
def test_the_kind_of_picture_is_told(format: Any) -> None:
    block = blocks(look(format=format), "anthropic")[0]
    assert block["source"]["media_type"] == f"image/{format}"
