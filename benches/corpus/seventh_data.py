"""Demo data for the applications of the seventh sealed set."""

from __future__ import annotations

import json
import shutil
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING

import demo_data
from builders import KITS

if TYPE_CHECKING:
    from pathlib import Path


TASKS = (
    ("FetchPrices", "DONE", "Lima", ()), ("FetchPrices", "DONE", "Oslo", ()),
    ("MergePrices", "FAILED", "March", (0, 1)), ("SendReport", "PENDING", "March", (2,)),
    ("CountStock", "DISABLED", "Harbour", ()), ("CountStock", "RUNNING", "North", ()),
    ("PackOrders", "PENDING", "Tuesday", (5,)), ("PrintLabels", "PENDING", "Tuesday", (6,)),
)  # fmt: skip


def tasks(port: int, _: int) -> None:
    def ask(what: str, **data: object) -> None:
        words = urllib.parse.urlencode({"data": json.dumps(data)}).encode()
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/{what}", words).close()

    names = [f"{family}_{place}" for family, _, place, _ in TASKS]
    ask("add_worker", worker="mill", info=[["host", "mill"], ["workers", "2"]])
    for name, (family, state, place, needs) in zip(names, TASKS, strict=True):
        task = {"worker": "mill", "task_id": name, "family": family, "params": {"place": place}}
        ask("add_task", **task, status="PENDING", deps=[names[n] for n in needs], priority=1)
        if state != "PENDING":
            ask("add_task", **task, status=state, deps=[names[n] for n in needs])


def films(bin_: Path, home: Path) -> None:
    """Create the demo that comes with the application, with its own port and database file."""
    (home / "films.py").write_text(
        "import sys, uvicorn\nfrom piccolo.engine.sqlite import SQLiteEngine\n"
        "from piccolo_admin.example import tables\nfrom piccolo_admin.example.app import APP\n"
        "engine = SQLiteEngine(path='films.sqlite')\n"
        "for one in tables.TABLE_CLASSES:\n    one._meta._db = engine\n"
        "tables.create_schema()\ntables.populate_data()\n"
        "uvicorn.run(APP, host='127.0.0.1', port=int(sys.argv[1]))\n"
    )


def chats(bin_: Path, home: Path) -> None:
    shutil.copy(KITS / "irc_host.py", home)
    folder = home / ".lounge"
    folder.mkdir()
    (home / "start.sh").write_text(
        f"python3 irc_host.py $2 & cd {bin_.parents[1]}\n"
        f"sed s/OTHER/$2/ {folder}/words.js > {folder}/config.js\n"
        f"exec node {bin_}/lounge --home {folder} start --port $1 --host 127.0.0.1\n"
    )
    (folder / "words.js").write_text(
        "module.exports = {public: true, host: '127.0.0.1', port: 9000, theme: 'example',"
        " prefetch: false, displayNetwork: true, lockNetwork: false, useHexIp: false,"
        " webirc: null, maxHistory: 100, transports: ['polling', 'websocket'],"
        " logs: {format: 'HH:mm', timezone: 'UTC'}, leaveMessage: '', debug: {}, https: {},"
        " identd: {enable: false}, oidentd: null, ldap: {enable: false},"
        " defaults: {name: 'Home', host: '127.0.0.1', port: OTHER, password: '', tls: false,"
        " nick: 'ann', username: 'ann', realname: 'Ann', join: '#garden, #kitchen'}};\n"
    )


def files(_: Path, home: Path) -> None:
    demo_data.files(home / "files")
