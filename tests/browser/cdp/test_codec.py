from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewmark.browser.cdp.codec import decode_message, encode_message
from viewmark.errors import ProtocolError


def test_half_a_surrogate_pair_becomes_a_replacement_character():
    text = rb'{"id":1,"result":{"a\ud800":"x\udc00y","whole":"\ud83d\ude00"}}'
    assert decode_message(text) == {"id": 1, "result": {"a\ufffd": "x\ufffdy", "whole": "😀"}}


def test_what_cannot_be_read_is_an_error_for_whoever_waits():
    deep = b'{"id":7,"result":' + b"[" * 100_000 + b"]" * 100_000 + b',"sessionId":"AB12"}'
    reply = decode_message(deep)
    assert reply["id"] == 7
    assert "cannot be read" in reply["error"]["message"]
    assert decode_message(b'{"id":7,"result":{"data":"broken off')["id"] == 7


@pytest.mark.parametrize("data", [b"", b"no json", b"\xff\xfe", b'{"method":"X.y"', b'{"id":"x"'])
def test_what_nobody_waits_for_is_nothing(data):
    assert decode_message(data) is None


@given(st.binary(max_size=100))
def test_no_bytes_raise(data):
    decode_message(data)
    decode_message(b'{"id":3,' + data)


@given(st.dictionaries(st.text(), st.text(st.characters()) | st.integers() | st.none()))
def test_every_command_becomes_valid_utf_8_json(message):
    loaded = json.loads(encode_message(message).decode("utf-8"))
    assert list(loaded.values()) == [
        v.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if isinstance(v, str) else v
        for v in message.values()
    ] or len(loaded) < len(message)


@pytest.mark.parametrize("value", [b"bytes", object(), {1, 2}])
def test_what_json_has_no_word_for_is_a_type_error(value):
    with pytest.raises(TypeError):
        encode_message({"params": value})


async def test_a_page_with_broken_text_answers_all_the_same(page_of, bounded):
    page = await page_of("<script>document.title = 'a\\ud800b'</script>")
    assert (await bounded(page.facts(timeout=300))).title == "a\ufffdb"
    echoed = await bounded(page.call(None, "(a) => [a, a.length]", "x\udc00", timeout=300))
    assert echoed == ["x\ufffd", 2]
    assert await bounded(page.call(None, "() => ({['k\\ud800']: '\\udfff'})", timeout=300)) == {
        "k\ufffd": "\ufffd"
    }


async def test_a_document_nested_absurdly_deep_is_answered(page_of, bounded):
    page = await page_of(
        """<script>
        let at = document.body;
        for (let n = 0; n < 3000; n++) at = at.appendChild(document.createElement('div'));
        </script>"""
    )
    asked = page.session.send("DOM.getDocument", {"depth": -1}, timeout=300)
    (outcome,) = await bounded(asyncio.gather(asked, return_exceptions=True))
    assert isinstance(outcome, (dict, ProtocolError))
    assert await page.call(None, "() => 1") == 1
