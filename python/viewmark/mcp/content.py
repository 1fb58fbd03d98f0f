"""Builds the content blocks of a tool result: their order, and the client's limits.

The functions are pure and return plain dicts in MCP's format, which `server.py` passes to the SDK.
Only this module decides the order of blocks: an annotated image comes first, an image attached to a
text result last.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from viewmark.calls.answer import CallAnswer, Picture

Block = dict[str, Any]

TEXT_LIMIT = 45_000
"""Maximum characters of a text block. The strictest known client moves text of more than 50,000
characters to a file.
"""


def blocks(answer: CallAnswer, *, images: Literal["allow", "omit"] = "allow") -> list[Block]:
    """Return the content blocks of a tool result.

    Args:
        answer: the result of a call.
        images: `omit` for clients that cannot show images; a text block then replaces each image.
    """
    out: list[Block] = []
    if answer.picture is not None:
        out.append(_picture(answer.picture, images))
    out += [_picture(each, images) for each in answer.more]
    out.append({"type": "text", "text": _cut_text(answer.text)})
    out += [{"type": "text", "text": note} for note in answer.notes]
    out += [
        {"type": "resource_link", "uri": uri, "name": name, "mimeType": mime}
        for uri, name, mime in answer.links
    ]
    if answer.attached is not None:
        out.append(_picture(answer.attached, images))
    return out


def structure_answer(
    answer: CallAnswer, content: list[Block], mode: Literal["off", "auto", "on"]
) -> dict[str, Any] | None:
    """Return the result as `structuredContent`; None if the settings do not request it.

    With `auto`, it is only returned for a result without an image.
    """
    if mode == "off" or (mode == "auto" and any(b["type"] == "image" for b in content)):
        return None
    if answer.facts is not None:
        return dict(answer.facts)
    try:
        record = json.loads(answer.text)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def _picture(picture: Picture, images: str) -> Block:
    if picture.path is not None:
        return {"type": "text", "text": f"[Picture written to {picture.path}]"}
    if images == "omit":
        return {"type": "text", "text": "[Picture left out: this client shows no images]"}
    return {"type": "image", "data": picture.base64, "mimeType": f"image/{picture.format}"}


def _cut_text(text: str) -> str:
    if len(text) <= TEXT_LIMIT:
        return text
    note = f"\n[cut: {len(text)} characters; ask for less with limit, filter or max_annotations]"
    return text[: TEXT_LIMIT - len(note)] + note
