"""Demo data for the applications of the sixth sealed set."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import time
import urllib.request
from typing import TYPE_CHECKING

from builders import KITS

if TYPE_CHECKING:
    from pathlib import Path

_QUIET = subprocess.DEVNULL


def master(bin_: Path, home: Path) -> None:
    subprocess.run([bin_ / "buildbot", "create-master", home / "master"], check=True, stdout=_QUIET)
    (home / "start.sh").write_text(
        f"sed s/PORT/$1/g {KITS}/buildbot.cfg > master/master.cfg\n"
        f"cd master; PATH={bin_}:$PATH exec {bin_}/twistd --nodaemon --no_save -y buildbot.tac\n"
    )


def builds(port: int, _: int) -> None:
    url = f"http://127.0.0.1:{port}/api/v2/"

    def ask(path: str, **data: object) -> dict[str, object]:
        body = json.dumps({"id": 1, "jsonrpc": "2.0", **data}).encode() if data else None
        words = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(url + path, body, words)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def count() -> int:
        return len(ask("builds?complete=true")["builds"])  # type: ignore[arg-type]

    for n in (0, 1, 0, 2, 3, 0):
        before = count()
        owner = {"username": "Ann <ann@example.org>", "reason": f"order {n}", "builderid": n + 1}
        ask(f"forceschedulers/force{n}", method="force", params=owner)
        for _try in range(150):
            if count() > before:
                break
            time.sleep(0.2)


PAGES = (
    ("Tea prices of Lima", "shop"), ("Carrier timetable", "shop"), ("News of the fair", "travel"),
    ("Bowls at the potter", "shop"), ("Trains to Oslo", "travel"), ("Weather of Cairo", ""),
)  # fmt: skip


def watches(bin_: Path, home: Path) -> None:
    """Create watches of unreachable pages, which are shown as failed."""
    words = []
    for n, (title, tag) in enumerate(PAGES):
        extra = json.dumps({"title": title, "tags": tag, "paused": n == 2})
        words += ["-u", f"http://127.0.0.1:9/page{n}", f"-u{n}", extra]
    (home / "start.sh").write_text(
        f"exec {bin_}/changedetection.io -h 127.0.0.1 -p $1 -d {home}/store -C -P true "
        + shlex.join(words) + "\n"
    )  # fmt: skip


def downloads(_: Path, home: Path) -> None:
    settings = home / "user" / "settings"
    settings.mkdir(parents=True)
    (settings / "port.txt").write_text(
        'version: 2\n\nwebui - "Web Interface":\n\tint port : "Port" = PORT\n'
        '\tbool autologin : "Skip login if single user" = True\n'
    )
    (home / "start.sh").write_text(
        "cd user/settings; sed s/PORT/$1/ port.txt > pyload.cfg; cd ../..\n"
        "exec $2/pyload --userdir $PWD/user --storagedir $PWD/storage\n"
    )


WIKI = {
    "Orders": "= Orders =\nSee [[Stock]].\n", "Orders/Open": "= Open =\nTwo of them.\n",
    "Orders/Paid": "= Paid =\n", "Stock": "= Stock =\nTea, pots.\n", "Carriers": "= Carriers =\n",
    "Stock/Teas": "= Teas =\n", "Opening hours": "= Hours =\n",
}  # fmt: skip


def wiki(bin_: Path, home: Path) -> None:
    made = bin_.parent / "shop"
    if not made.exists():
        made.mkdir()
        _write_wiki(bin_, made)
    shutil.copytree(made, home, dirs_exist_ok=True)


def _write_wiki(bin_: Path, home: Path) -> None:
    def run(*words: str) -> None:
        command = [bin_ / "moin", *words]
        subprocess.run(command, check=True, cwd=home, stdout=_QUIET, stderr=_QUIET)

    run("create-instance")
    run("index-create")
    run("welcome")
    for n, (name, text) in enumerate(WIKI.items()):
        (home / "words.data").write_text(text)
        (home / "words.meta").write_text(json.dumps({
            "action": "SAVE", "address": "127.0.0.1", "comment": "", "contenttype":
            "text/x.moin.wiki;charset=utf-8", "itemid": f"{n:032x}", "itemtype": "default",
            "language": "en", "mtime": 1773800000 + n, "name": [name], "namespace": "",
            "rev_number": 1, "revid": f"{n + 100:032x}", "size": len(text), "summary": "",
            "tags": ["shop"] if n % 2 else [], "wikiname": "MyMoinMoin"}))  # fmt: skip
        run("item-put", "-m", "words.meta", "-d", "words.data", "-o")
