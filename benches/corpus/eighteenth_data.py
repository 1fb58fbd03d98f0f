"""Demo data for the applications of the eighteenth sealed set."""

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
    """Create the start script of a search page that stores its settings in its own folder."""
    (home / "start.sh").write_text(
        "export CONFIG_VOLUME=$PWD/kept\n"
        "mkdir -p kept\n"
        "exec $2/whoogle-search --port $1 --host 127.0.0.1\n"
    )


def planner(bin_: Path, home: Path) -> None:
    """Prepare the page of the planner, with local copies of two libraries that it downloads."""
    pages_of("jquerygantt/source")(bin_, home)
    (home / "site" / "lib").symlink_to(bin_.parent)
    page = home / "site" / "gantt.html"
    text = page.read_text(errors="replace")
    # Before the scripts that need them, where the page would have loaded them.
    page.write_text(text.replace("<link", f"{_FROM_PACKAGES}<link", 1))
