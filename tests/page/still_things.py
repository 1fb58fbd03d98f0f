"""Elements that do not move, with every kind of box."""

from __future__ import annotations

from case_files import pages_of

__all__ = ["FRAMES", "KINDS", "frame", "frame_page", "page_with"]

HEAD = """<!doctype html><style>
body { margin: 0; font: 14px sans-serif }
.c { float: left; width: 136px; height: 66px; margin: 2px; position: relative }
.t { color: #fff; background: #46c }
</style>"""
_NAMED = "data-k='%' aria-label='%'"


KINDS: dict[str, str] = pages_of(__file__)

FRAMES: dict[str, str] = {
    "frame": "",
    "scaled frame": "transform: scale(.6); transform-origin: 0 0",
    "enlarged frame": "transform: scale(1.4); transform-origin: 0 0",
    "rotated frame": "transform: rotate(12deg)",
    "turned frame": "transform: rotate(90deg)",
    "frame in 3d": "transform: perspective(300px) rotateX(20deg)",
    "zoomed frame": "zoom: .7",
    "frame with border and padding": "border: 5px solid; padding: 4px",
}


def page_with(kinds: dict[str, str]) -> str:
    """Return a page with a cell for each kind; `%` is the kind, `@` the element's attributes."""
    cells = "".join(
        f"<div class=c>{html.replace('@', _NAMED).replace('%', kind)}</div>"
        for kind, html in kinds.items()
    )
    return f"{HEAD}{cells}"


def frame(kind: str, address: str) -> str:
    """Return a frame of one kind in its own cell."""
    return (
        f"<div class=c style='height: 110px'><iframe src='{address}' width=150 height=70 "
        f"style='border: 0; {FRAMES[kind]}'></iframe></div>"
    )


def frame_page(kind: str) -> str:
    """Return the page inside such a frame, which reports each click to its parent."""
    return (
        f"{HEAD}<button class=t>{kind}</button>"
        f"<script>onclick = () => parent.postMessage('{kind}', '*')</script>"
    )
