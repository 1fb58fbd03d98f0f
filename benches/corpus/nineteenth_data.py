"""Demo data for the applications of the nineteenth sealed set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builders import pages_of

if TYPE_CHECKING:
    from pathlib import Path

_FROM_PACKAGES = (
    '<script src="node/jquery/dist/jquery.min.js"></script>'
    '<script src="node/jquery-migrate/dist/jquery-migrate.min.js"></script>'
)


def library(_: Path, home: Path) -> None:
    """Create the start script of a film library, with its own folder as home."""
    (home / "start.sh").write_text(
        "export HOME=$PWD HOME_DIR=$PWD\nexec $2/unmanic --port $1 >kept.log 2>&1\n"
    )


def shows(_: Path, home: Path) -> None:
    """Create the start script of a television manager without any shows."""
    (home / "start.sh").write_text(
        "exec $2/sickchill --nolaunch --datadir $PWD/kept -p $1 >kept.log 2>&1\n"
    )


def brewer(bin_: Path, home: Path) -> None:
    """Prepare the page of ColorBrewer, with a local copy of a library that it would download."""
    pages_of("colorbrewer/source")(bin_, home)
    (home / "site" / "node").symlink_to(bin_.parent)
    page = home / "site" / "index.html"
    text = page.read_text(errors="replace")
    # Before the scripts that need it, where the page would have loaded it.
    first = '<script src="lib/jquery.svg'
    page.write_text(text.replace(first, _FROM_PACKAGES + first, 1))
