"""Demo data for the applications of the fourteenth sealed set."""

from __future__ import annotations

import json
import subprocess
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_QUIET = subprocess.DEVNULL


def crawlers(bin_: Path, home: Path) -> None:
    """Create a workspace of the crawler manager, in English."""
    subprocess.run([bin_ / "gerapy", "init", "work"], check=True, cwd=home, stdout=_QUIET)
    for script in bin_.parent.glob(
        "lib/*/site-packages/gerapy/server/core/templates/static/js/app*"
    ):
        text = script.read_text()
        # By default the application is in Chinese, for which not every machine has fonts.
        script.write_text(text.replace('lang:"zh"', 'lang:"en"'))
    work = home / "work"
    subprocess.run([bin_ / "gerapy", "migrate"], check=True, cwd=work, stdout=_QUIET)
    subprocess.run([bin_ / "gerapy", "initadmin"], check=True, cwd=work, stdout=_QUIET)
    (home / "start.sh").write_text("cd work && exec $2/gerapy runserver 127.0.0.1:$1\n")


def hosts(port: int, _: int) -> None:
    """Add some crawler machines."""
    base = f"http://127.0.0.1:{port}/api"
    given = urllib.parse.urlencode({"username": "admin", "password": "admin"}).encode()
    with urllib.request.urlopen(f"{base}/user/auth", given) as reply:
        token = reply.read().decode().split('"token":')[1].split('"')[1]
    for n, name in enumerate(("harbour", "ferry", "bakery", "choir", "lighthouse")):
        fields = {"name": name, "ip": "127.0.0.1", "port": 6801 + n, "auth": False}
        request = urllib.request.Request(
            f"{base}/client/create", json.dumps(fields).encode(),
            {"Authorization": f"Token {token}", "Content-Type": "application/json"})  # fmt: skip
        urllib.request.urlopen(request).close()


def clock(bin_: Path, home: Path) -> None:
    (home / "db").mkdir()
    (home / "start.sh").write_text(
        f"HOST=127.0.0.1 PORT=$1 CRON_DB_PATH={home}/db exec node {bin_.parent}/crontab-ui/app.js\n"
    )


def jobs(port: int, _: int) -> None:
    """Add six scheduled jobs."""
    for name, command, when in (
        ("ferry times", "fetch-ferry", "0 5 * * *"),
        ("bake", "oven --on", "30 3 * * 1"),
        ("count boats", "count boats", "@hourly"),
        ("ring the bell", "bell 3", "0 12 * * *"),
        ("tides", "fetch-tides", "15 */6 * * *"),
        ("letters", "send-letters", "0 18 * * 5"),
    ):
        fields = {"_id": "-1", "name": name, "command": command, "schedule": when,
                  "logging": "false"}  # fmt: skip
        given = urllib.parse.urlencode(fields).encode()
        urllib.request.urlopen(f"http://127.0.0.1:{port}/save", given).close()
