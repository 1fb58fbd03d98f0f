"""The interface to the Rust core: its failures, and files that caused some."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from viewmark import imaging, native
from viewmark.errors import InternalError
from viewmark.imaging import Mark


@pytest.mark.parametrize("detached", [True, False])
def test_a_panic_is_an_internal_error_with_its_place_and_nothing_else(detached: bool) -> None:
    with pytest.raises(InternalError) as raised, native.raise_documented():
        native.core._panic(detached)
    assert raised.value.code == "internal_error"
    assert raised.value.data["place"].startswith("rust/bindings/src/lib.rs:")
    assert raised.value.data["place"] in raised.value.message
    assert "on purpose" not in raised.value.message


async def test_after_a_panic_in_a_thread_the_lock_is_held_again_and_calls_work() -> None:
    def fail() -> str:
        try:
            with native.raise_documented():
                native.core._panic(True)
        except InternalError:
            return native.core.to_base64(b"sound")
        raise AssertionError

    answers = await asyncio.gather(*(asyncio.to_thread(fail) for _ in range(8)))
    assert set(answers) == {"c291bmQ="}


def test_a_panic_prints_nothing() -> None:
    code = (
        "from viewmark import native\n"
        "try: native.core._panic(True)\n"
        "except Exception as error: assert type(error) is native.core.CoreError"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_huffman_table_with_symbols_that_no_block_can_have_is_read() -> None:
    photo = Image.fromarray(np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8))
    out = io.BytesIO()
    photo.resize((160, 120)).save(out, "JPEG", restart_marker_blocks=3)
    data = bytearray(out.getvalue())
    at = data.find(b"\xff\xc4", data.find(b"\xff\xc4") + 2)  # the AC codes of luminance
    symbols = data[at + 21 : at + 183]
    for usual, impossible in ((0x68, 0xFF), (0x73, 0xBF)):
        data[at + 21 + symbols.index(usual)] = impossible
    done = imaging.annotate(bytes(data), [Mark("7", 20, 20, 60, 30)])
    assert Image.open(io.BytesIO(done.image)).size == (160, 120)
