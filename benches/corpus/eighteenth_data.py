"""What the applications of the eighteenth sealed set are filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builders import pages_of

if TYPE_CHECKING:
    from pathlib import Path

_FROM_PACKAGES = (
    '<script src="lib/jquery/dist/jquery.min.js"></script>'
    '<script src="lib/jquery-ui-dist/jquery-ui.min.js"></script>'
)


def searcher(_: Path, home: Path) -> None:
    """A search page that keeps what it is told in its own folder."""
    (home / "start.sh").write_text(
        "export CONFIG_VOLUME=$PWD/kept\n"
        "mkdir -p kept\n"
        "exec $2/whoogle-search --port $1 --host 127.0.0.1\n"
    )


def planner(bin_: Path, home: Path) -> None:
    """The page of the planner, with the two libraries that it fetches from elsewhere."""
    pages_of("jquerygantt/source")(bin_, home)
    (home / "site" / "lib").symlink_to(bin_.parent)
    page = home / "site" / "gantt.html"
    text = page.read_text(errors="replace")
    # Where it would have fetched them: before the scripts that need them.
    page.write_text(text.replace("<link", f"{_FROM_PACKAGES}<link", 1))
