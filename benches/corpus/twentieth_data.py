"""Demo data for the applications of the twentieth sealed set."""

from __future__ import annotations

import marshal
import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from builders import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SEED = (
    "<script>{let at = 7; Math.random = () => (at = at * 16807 % 2147483647) / 2147483647;}"
    "</script>"
)
"""Script that makes random numbers the same at every load."""
JUNE = (
    "<script>{const Now = Date, back = Now.now() - new Now(2026, 5, 16, 12).getTime();"
    "window.Date = class extends Now {constructor(...given) {given.length ? super(...given)"
    " : super(Now.now() - back);} static now() {return Now.now() - back;}};}</script>"
)
"""Script that makes the date the same at every load, while time continues."""
_FILES = {
    "README.md": "# Ferry\n\nTimes of the ferry between Northport and Millford.\n",
    "times.py": 'DEPARTURES = ("06:10", "08:40", "11:00", "15:20")\n',
    "fares.json": '{"adult": 4, "child": 2, "bicycle": 1}\n',
    "LICENSE": "Free to use.\n",
    "docs/harbour.md": "# The harbour\n\nThe quay lies behind the mill.\n",
    "docs/winter.md": "# Winter\n\nNo ferry while there is ice.\n",
    "tests/test_times.py": "def test_times():\n    assert True\n",
}
_SAID = ("Add the harbour", "Say what winter means", "Count bicycles", "Sail at eleven",
         "Raise the fare", "Name the quay", "Write the times down")  # fmt: skip
_WHERE = "/srv/ferry/"
_CALLS: dict[tuple[str, int, str], tuple[int, float, float, tuple[str, ...]]] = {
    ("sail.py", 1, "main"): (1, 0.02, 9.0, ()),
    ("sail.py", 12, "plan"): (4, 0.4, 4.6, ("main",)),
    ("sail.py", 40, "board"): (8, 0.9, 3.1, ("main",)),
    ("tide.py", 5, "look_up"): (32, 1.3, 2.9, ("plan",)),
    ("tide.py", 31, "parse"): (320, 1.6, 1.6, ("look_up",)),
    ("crew.py", 9, "ask"): (16, 0.5, 1.3, ("plan",)),
    ("crew.py", 30, "count"): (64, 0.8, 0.8, ("ask",)),
    ("fares.py", 3, "price"): (80, 1.0, 2.2, ("board",)),
    ("fares.py", 21, "round_up"): (160, 1.2, 1.2, ("price",)),
    ("notes.py", 2, "write"): (12, 1.28, 1.28, ("main",)),
}
"""Number of calls, own time, total time and callers, keyed by file, line and function."""


def ferry(_: Path, home: Path) -> None:
    """Create a repository about a ferry, always with the same commits."""
    place = home / "ferry"
    known = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    for who in ("AUTHOR", "COMMITTER"):
        known |= {f"GIT_{who}_NAME": "Ann Pilot", f"GIT_{who}_EMAIL": "ann@example.org"}

    def git(*words: str) -> None:
        subprocess.run(["git", "-C", place, *words], check=True, env=known)

    for name, text in _FILES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    git("init", "-q", "-b", "main")
    git("add", ".")
    for n, said in enumerate(_SAID):
        at = f"2024-0{n + 1}-11T10:00:00+0000"
        known |= {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
        git("commit", "-q", "--allow-empty", "-m", said)
    git("tag", "v1.0")
    git("branch", "winter", "HEAD~4")
    git("branch", "fares", "HEAD~2")
    (home / "start.sh").write_text(
        "exec $2/klaus --host 127.0.0.1 --port $1 --site-name Quay ferry\n"
    )


def profile(_: Path, home: Path) -> None:
    """Write a profile of a program's steps, in the format of the profiler."""
    keys = {name: (_WHERE + file, line, name) for file, line, name in _CALLS}
    taken = {}
    for (_file, _line, name), (times, own, whole, callers) in _CALLS.items():
        by = {keys[each]: (times, times, own, whole) for each in callers}
        taken[keys[name]] = (times, times, own, whole, by)
    (home / "ferry.prof").write_bytes(marshal.dumps(taken))
    (home / "start.sh").write_text("exec $2/snakeviz -s -H 127.0.0.1 -p $1 ferry.prof\n")


def beautifier(bin_: Path, home: Path) -> None:
    """Prepare the page of the tool, with local copies of libraries that it would download."""
    page = _copied(bin_, home, "beautify/source")
    shutil.copytree(bin_.parent / "js-beautify" / "js" / "lib", home / "site" / "js" / "lib",
                    dirs_exist_ok=True)  # fmt: skip
    text = re.sub(r'\s(integrity|crossorigin|referrerpolicy)="[^"]*"', "", page.read_text())
    host = "https://cdnjs.cloudflare.com/ajax/libs/"
    for theirs, ours in (
        (r"codemirror/[\d.]+/codemirror\.min\.(js|css)", r"codemirror/lib/codemirror.\1"),
        (r"codemirror/[\d.]+/(\S+?)\.min\.(js|css)", r"codemirror/\1.\2"),
        (r"jquery/[\d.]+/jquery\.min\.js", "jquery/dist/jquery.min.js"),
        (r"js-cookie/[\d.]+/js\.cookie\.min\.js", "js-cookie/dist/js.cookie.min.js"),
        (r"require\.js/[\d.]+/require\.min\.js", "requirejs/require.js"),
    ):
        text = re.sub(re.escape(host) + theirs, f"lib/{ours}", text)
    page.write_text(text)


def _copied(bin_: Path, home: Path, source: str) -> Path:
    site = home / "site"
    shutil.copytree(ROOT / source, site, ignore=shutil.ignore_patterns(".git"))
    (site / "lib").symlink_to(bin_.parent)
    return site / "index.html"


def calendar(bin_: Path, home: Path) -> None:
    """Prepare the page of the calendar on a fixed day, with a local copy of its library."""
    page = _copied(bin_, home, "evocalendar/source")
    text = re.sub(r'"https://cdn\.jsdelivr\.net/npm/jquery@[^"]*"', '"lib/jquery/dist/jquery.js"',
                  page.read_text())  # fmt: skip
    text = re.sub(r'<link href="https:[^>]*>|<script async[^>]*carbon[^>]*></script>', "", text)
    page.write_text(text.replace("</head>", f"{SEED}{JUNE}</head>", 1))
