"""What happens to the image file for each outcome of a request: one case per outcome.

The same cases are used for a function that sends the request itself (`make test`) and for the SDKs
(`make test-vision`).
"""

from __future__ import annotations

import asyncio
import hashlib
import stat
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from made_looks import look
from model_server import KEY, Deed, ModelServer

from viewmark.errors import ModelRequestFailed
from viewmark.vision import VisionSession

ENDINGS: dict[str, tuple[Deed, ...]] = {
    "success": ("ok",),
    "429, then success": ("limit", "ok"),
    "cut once, then success": ("cut", "ok"),
    "500 for ever": ("fail",),
    "401": ("refuse",),
    "timeout": ("hang",),
    "cancelled": ("hang",),
    "connection cut": ("cut",),
    "an answer of another form": ("nonsense",),
}
PATIENCE = 30.0


@dataclass
class Cell:
    """The result of one case."""

    ending: str
    outcome: str
    requests: int
    files_during: int
    files_after: int
    left_after_close: int


def files(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file() and each.suffix != ".lock"]


def left(folder: Path) -> int:
    return len(list(folder.rglob("*")))


async def cell(
    ending: str, server: ModelServer, folder: Path, session_of: Callable[..., VisionSession]
) -> Cell:
    """Ask once with that outcome; check everything except the image files, which are counted."""
    server.begin(*ENDINGS[ending])
    during: list[list[Path]] = []
    server.watch = lambda: during.append(files(folder))
    limit = 0.5 if ending == "timeout" else PATIENCE
    session = session_of(folder=folder, timeout=limit)
    seen = look(1280, 720)
    outcome = "answered"
    question = asyncio.ensure_future(session.ask("What is there?", seen))
    if ending == "cancelled":
        assert await asyncio.to_thread(server.hanging.wait, PATIENCE)
        question.cancel()
    try:
        reply = await question
        assert reply.text == "done"
        assert (reply.input_tokens, reply.output_tokens) == (7, 3)
        assert len(session.history) == 2
    except asyncio.CancelledError:
        outcome = "cancelled"
    except ModelRequestFailed as error:
        outcome = "failed" if error.data.get("status") is None else f"failed {error.data['status']}"
        told = "".join(traceback.format_exception(error)) + repr(error.data) + repr(session)
        assert KEY not in told
        assert KEY not in repr(error.__context__)
    if outcome != "answered":
        assert len(session.history) == 0, "the question counts as not asked"
    assert server.asked
    sent = {hashlib.sha256(each).digest() for asked in server.asked for each in asked.pictures}
    assert sent == {hashlib.sha256(seen.image or b"").digest()}, "each request had the picture"
    assert all(len(asked.pictures) == 1 for asked in server.asked)
    for each in during:
        assert [stat.S_IMODE(path.stat().st_mode) for path in each if path.exists()] in (
            [],
            [0o600],
        )
    after = len(files(folder))
    assert session.history.pictures == 0
    await session.close()
    assert KEY not in repr(session)
    return Cell(
        ending,
        outcome,
        len(server.asked),
        min(map(len, during)),
        after,
        left(folder),
    )


EXPECTED: dict[str, Any] = {
    "success": "answered",
    "429, then success": "answered",
    "cut once, then success": "answered",
    "500 for ever": "failed 500",
    "401": "failed 401",
    "timeout": "failed",
    "cancelled": "cancelled",
    "connection cut": "failed",
    "an answer of another form": "failed",
}


def check(found: Cell, *, repeats_cut: bool = True) -> None:
    """Check that there was one file during the request, and none after it and after the session.

    Args:
        found: the result.
        repeats_cut: whether the sender retries a request whose connection was cut.
    """
    once = found.ending.startswith("cut") and not repeats_cut
    assert found.outcome == ("failed" if once else EXPECTED[found.ending]), found
    assert found.requests >= (2 if "then" in found.ending and not once else 1), found
    assert (found.files_during, found.files_after, found.left_after_close) == (1, 0, 0), found
