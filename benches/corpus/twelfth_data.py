"""Demo data for the applications of the twelfth sealed set."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def books(_: Path, home: Path) -> None:
    """Create a library for learning languages by reading, with the bundled books."""
    (home / "config.yml").write_text(
        f"ENV: prod\nDBNAME: lute.db\nDATAPATH: {home}/data\nBACKUP_PATH: {home}/backup\n"
    )


def plans(_: Path, home: Path) -> None:
    """Create a server for network plans, with all files in its home folder."""
    kinds = ("images", "projects", "appliances", "symbols", "configs", "resources")
    lines = [f"{kind}_path = {home}/{kind}" for kind in kinds]
    for kind in (*kinds, "secrets"):
        (home / kind).mkdir()
    (home / "server.conf").write_text(
        "[Controller]\njwt_secret_key = " + "7" * 64 + "\n[Server]\nname = Desk\n"
        f"secrets_dir = {home}/secrets\nenable_builtin_templates = True\n"
        + "\n".join(lines) + "\n"
    )  # fmt: skip
    (home / "start.sh").write_text(
        "HOME=$PWD exec $2/gns3server -q --host 127.0.0.1 --port $1 --config $PWD/server.conf\n"
    )


def networks(port: int, _: int) -> None:
    url = f"http://127.0.0.1:{port}/v3/"

    def ask(path: str, data: dict[str, object], token: str = "") -> dict[str, str]:
        words = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        request = urllib.request.Request(url + path, json.dumps(data).encode(), words)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    who = {"username": "admin", "password": "admin"}
    token = ask("access/users/authenticate", who)["access_token"]
    for name in ("Office", "Warehouse", "School"):
        ask("projects", {"name": name}, token)
