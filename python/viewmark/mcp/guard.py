"""Where the server may go and what it may write: addresses and files, decided by its settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from viewmark.errors import OriginNotAllowed, PathNotAllowed

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["check_address", "check_file", "write_file"]

_WEB = ("http", "https")
_PLAIN = ("about:blank",)


def check_address(url: str, *, origins: tuple[str, ...], allow_local: bool) -> str:
    """Refuse addresses that the settings do not allow.

    Returns:
        The address, with `http://` in front of a bare `localhost:3000` or `example.com`.

    Raises:
        OriginNotAllowed: file:, view-source:, chrome: and the like without `allow_local`, or an
            origin outside the list.
    """
    text = url.strip()
    host_like = text.partition("/")[0]
    if "://" not in text and (":" not in host_like or host_like.rpartition(":")[2].isdigit()):
        text = f"http://{text}"
    if text in _PLAIN:
        return text
    parts = urlsplit(text)
    shown = text if len(text) <= 120 else text[:119] + "…"
    if parts.scheme not in _WEB:
        if allow_local or (parts.scheme == "data" and not origins):
            return text
        raise OriginNotAllowed(f"{parts.scheme}: addresses are not allowed: {shown}.", param="url")
    if origins and _origin(text) not in {_origin(o) for o in origins}:
        raise OriginNotAllowed(
            f"{shown} is outside the allowed origins ({', '.join(origins)}).", param="url"
        )
    return text


def _origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    try:
        port = parts.port
    except ValueError:
        port = None
    return (
        parts.scheme,
        (parts.hostname or "").lower(),
        port or (443 if parts.scheme == "https" else 80),
    )


def check_file(folder: Path, name: str) -> Path:
    """Where a file of that name would lie, whatever `..` or links the name goes through.

    Raises:
        PathNotAllowed: outside the output folder.
    """
    if not name or "\0" in name:
        raise PathNotAllowed(f"{name[:60]!r} is no file name.", param="save_to")
    root = folder.resolve()
    target = (root / name).resolve()  # follows links, so that what is compared is what is written
    if target == root or not target.is_relative_to(root):
        raise PathNotAllowed(
            f"{name[:120]!r} lies outside the output folder {folder}.", param="save_to"
        )
    return target


def write_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a file inside the output folder.

    Raises:
        PathNotAllowed: it would lie outside.
        OSError: it cannot be written.
    """
    target = check_file(folder, name)
    target.parent.mkdir(parents=True, exist_ok=True)
    # The folder may have been swapped for a link meanwhile: no following at the last step.
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(target, flags, 0o600), "wb") as file:
        file.write(data)
    return target
