"""Reads width and height of a JPEG or PNG from the first bytes of its base64 text. Pure."""

from __future__ import annotations

import base64
import binascii
import struct

from viewmark.errors import ScreenshotFailed

__all__ = ["image_size"]

_HEAD = 4096  # base64 characters; Chromium's JPEG headers end within 700 bytes
_PNG = b"\x89PNG\r\n\x1a\n"
_NO_FRAME = {0xC4, 0xC8, 0xCC}  # DHT, JPG and DAC stand among the SOF markers but are none


def image_size(text: str) -> tuple[int, int]:
    """Width and height in image px, as the file says.

    Raises:
        ScreenshotFailed: neither JPEG nor PNG, or broken off before its size.
    """
    for part in (text[:_HEAD], text):
        try:
            data = base64.b64decode(part)
        except (binascii.Error, ValueError):
            break
        if size := _png(data) or _jpeg(data):
            return size
    raise ScreenshotFailed("The browser delivered something that is not a picture.")


def _png(data: bytes) -> tuple[int, int] | None:
    if len(data) < 24 or not data.startswith(_PNG):
        return None
    width, height = struct.unpack(">II", data[16:24])
    return (width, height) if width and height else None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    if not data.startswith(b"\xff\xd8"):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return (width, height) if width and height else None
        if length < 2:
            return None
        at += 2 + length
    return None
