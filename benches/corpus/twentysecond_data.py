"""Demo data for the applications of the twenty-second sealed set."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from builders import pages_of

if TYPE_CHECKING:
    from pathlib import Path

_NOON = 1_781_000_000
_BOOKMARKS = (
    ("bread", "Bread in a cold oven", "food,slow", "Flour, water, patience"),
    ("ferry", "Times of the ferry", "travel", "Summer only"),
    ("choir", "Songs for the choir", "music,choir", ""),
    ("tides", "Tides of the week", "travel,sea", "For the harbour"),
)
_KEEP = """
import sys, buku
store = buku.BukuDb(dbfile=sys.argv[1])
for line in sys.stdin.read().splitlines():
    name, title, tags, words = line.split("|")
    store.add_rec(f"https://{name}.example/", title, f",{tags},", words, fetch=False)
store.close()
"""
_OLD = """
import collections, collections.abc
collections.Mapping = collections.abc.Mapping
from browsepy.__main__ import main
main()
"""
"""Start script that restores a name for a program that is older than the Python that runs it."""
_FILES = {
    "letters/june.txt": 640, "photos/quay.jpg": 9_210, "songs/first.mid": 3_044,
    "budget.csv": 812, "garden.svg": 4_100, "minutes.txt": 2_310, "poster.png": 41_000,
    "recipes.md": 1_950, "rota.html": 3_377, "thanks.txt": 220,
}  # fmt: skip
_TABLES = (
    ("boat", 30, 40, ("name", "length", "owner_id")), ("owner", 330, 60, ("name", "street")),
    ("berth", 40, 330, ("pier", "depth", "boat_id")),
    ("bill", 340, 300, ("day", "sum", "owner_id")),
)  # fmt: skip


def bookmarks(bin_: Path, home: Path) -> None:
    """Create four bookmarks."""
    lines = "\n".join("|".join(each) for each in _BOOKMARKS)
    given = [str(bin_ / "python"), "-c", _KEEP, str(home / "kept.db")]
    subprocess.run(given, input=lines, text=True, check=True, stdout=subprocess.DEVNULL)
    (home / "start.sh").write_text(
        "export BUKUSERVER_DB_FILE=$PWD/kept.db BUKUSERVER_DISABLE_FAVICON=true\n"
        "exec $2/bukuserver run --host 127.0.0.1 --port $1\n"
    )


def folder(_: Path, home: Path) -> None:
    """Create folders and files of an association, with fixed timestamps."""
    for name, size in _FILES.items():
        file = home / "files" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"." * size)
    for each in (home / "files").rglob("*"):
        os.utime(each, (_NOON, _NOON))
    (home / "start.py").write_text(_OLD)
    (home / "start.sh").write_text(
        "cd files && TZ=UTC exec $2/python ../start.py 127.0.0.1 $1 --directory $PWD"
        " --upload $PWD --removable $PWD\n"
    )


def _row(name: str) -> str:
    kind = "INTEGER" if name.endswith("_id") or name == "id" else "VARCHAR(40)"
    to = f'<relation table="{name[:-3]}" row="id"/>' if name.endswith("_id") else ""
    head = f'<row name="{name}" null="1" autoincrement="{int(name == "id")}">'
    return f"{head}<datatype>{kind}</datatype>{to}</row>"


def _drawn() -> str:
    key = '<key type="PRIMARY" name=""><part>id</part></key>'
    return "".join(
        f'<table x="{x}" y="{y}" name="{name}">'
        + "".join(map(_row, ("id", *rows))) + f"{key}</table>"
        for name, x, y, rows in _TABLES
    )  # fmt: skip


_HARBOUR = (
    "<script>addEventListener('load', () => { const again = setInterval(() => {"
    " if (!SQL.Designer.io || !SQL.Designer.map) return; clearInterval(again);"
    " SQL.Designer.fromXML(new DOMParser().parseFromString(`<sql>"
    f"{_drawn()}</sql>`, 'text/xml').documentElement);"
    " document.body.dataset.ready = 1; }, 200); });</script>"
)
_QUERY = '<script src="jquery.min.js"></script>'


def harbour(bin_: Path, home: Path) -> None:
    """Prepare the database designer, which draws the tables of a harbour after its start."""
    pages_of("wwwsqldesigner/source", _HARBOUR)(bin_, home)


def shapes(bin_: Path, home: Path) -> None:
    """Prepare the page that cuts shapes, with its images under the expected names."""
    pages_of("clippy/source", _QUERY)(bin_, home)
    for picture in (home / "site" / "pics").glob("*.JPG"):
        shutil.copy(picture, picture.with_suffix(".jpg"))
