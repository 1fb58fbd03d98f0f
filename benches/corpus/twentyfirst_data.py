"""Demo data for the applications of the twenty-first sealed set."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from builders import built

if TYPE_CHECKING:
    from pathlib import Path

_NOON = 1_781_000_000
_FILES = {
    "recipes/bread.txt": 320, "photos/quay.jpg": 48_210, "choir/songs.txt": 1_204,
    "minutes-of-may.txt": 2_310, "minutes-of-june.txt": 1_988, "budget.csv": 640,
    "plan-of-the-garden.svg": 7_411, "timetable.html": 3_020, "members.csv": 5_602,
    "poster.png": 91_400, "keys-of-the-hall.md": 410, "letter-to-the-town.md": 1_650,
    "song.mp3": 240_118, "read-me-first.txt": 220,
}  # fmt: skip


def shelf(_: Path, home: Path) -> None:
    """Create a folder of shared files with fixed timestamps."""
    place = home / "shared"
    for n, (name, size) in enumerate(_FILES.items()):
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"." * size)
        os.utime(file, (_NOON + n * 86_400,) * 2)
    for folder in (each for each in place.iterdir() if each.is_dir()):
        os.utime(folder, (_NOON,) * 2)
    (home / "start.sh").write_text("TZ=UTC exec $2/updog -d $PWD/shared -p $1\n")


def school(bin_: Path, home: Path) -> None:
    """Prepare the page of a school, with right-to-left layout."""
    built("d2l", "d2l.js", "--format=esm")(bin_, home)
    page = home / "site" / "index.html"
    text = page.read_text().replace("<html lang=en>", "<html lang=ar dir=rtl>", 1)
    page.write_text(text.replace("<script src", "<script type=module src", 1))


def writing(bin_: Path, home: Path) -> None:
    """Prepare the example pages of the editor, with their dependencies and English tooltips."""
    shutil.copytree(bin_.parent / "editor.md", home / "site")
    page = home / "site" / "examples" / "simple.html"
    english = '<script src="../languages/en.js"></script>'
    first = '<script src="../editormd.min.js"></script>'
    page.write_text(page.read_text().replace(first, first + english, 1))
