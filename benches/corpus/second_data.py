"""Demo data for the applications of the second sealed set."""

from __future__ import annotations

import shutil
import struct
import subprocess
from typing import TYPE_CHECKING

from builders import kit

if TYPE_CHECKING:
    from pathlib import Path


def film(bin_: Path, home: Path) -> None:
    """Create a sound file of 90 s for the player."""
    kit("shaka")(bin_, home)
    rate = 8000
    data = bytes(128 + (n // 40 % 2) for n in range(rate * 90))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1,
                       rate, rate, 1, 8, b"data", len(data))  # fmt: skip
    (home / "site" / "film.wav").write_bytes(head + data)


def drawing(bin_: Path, home: Path) -> None:
    dist = bin_.parent / "svgedit" / "dist" / "editor"
    shutil.copytree(dist, home / "site", ignore=shutil.ignore_patterns("*.map", "tests"))


def wiki(_: Path, home: Path) -> None:
    pages = home / "pages"
    pages.mkdir()
    for name, text in {
        "home": "# Shop\n\nWelcome. See [[Orders]] and [[Stock]].\n\n"
        "- [ ] count the tea\n- [x] pay\n",
        "orders": "# Orders\n\n## Open\n\nTwo of them.\n\n## Paid\n\n| number | who |\n|--|--|\n"
        "| 1 | Ann |\n| 2 | Bo |\n\n```python\nprint(1)\n```\n\n## Shipped\n\nSee [[Home]] and"
        " [the carrier](https://example.org).\n",
        "stock": "# Stock\n\nTea, pots.\n",
    }.items():
        (pages / f"{name}.md").write_text(text)
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Start"]):
        subprocess.run(["git", *words], cwd=pages, check=True)
    (home / "settings.cfg").write_text(
        f"REPOSITORY = '{pages}'\nSECRET_KEY = 'a demonstration and nothing else'\n"
        "SQLALCHEMY_DATABASE_URI = 'sqlite:///:memory:'\nSITE_NAME = 'Shop'\n"
    )


def programs(_: Path, home: Path) -> None:
    programs = "".join(
        f"[program:{name}]\ncommand={command}\nautorestart=false\nstartsecs=0\n"
        f"autostart={'false' if name == 'backup' else 'true'}\nstdout_logfile={home}/{name}.log\n"
        for name, command in (
            ("web", "sleep 1000"), ("mail", "sleep 1000"), ("backup", "sleep 1000"),
            ("report", "true"), ("queue", "sleep 1000"),
        )
    )  # fmt: skip
    (home / "supervisord.conf").write_text(
        "[inet_http_server]\nport=127.0.0.1:%(ENV_PORT)s\n[supervisord]\nnodaemon=true\n"
        f"pidfile={home}/supervisord.pid\nlogfile={home}/supervisord.log\n"
        "[rpcinterface:supervisor]\n"
        "supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface\n"
        + programs
    )


def printer(bin_: Path, home: Path) -> None:
    base = home / "base"
    (base / "uploads").mkdir(parents=True)
    for name in ("cup", "lid", "handle"):
        (base / "uploads" / f"{name}.gcode").write_text("G28\nG1 X10 Y10 F3000\n" * 40)
    (base / "config.yaml").write_text(
        "server:\n  firstRun: false\n  onlineCheck: {enabled: false}\n"
        "  pluginBlacklist: {enabled: false}\n"
        "  seenWizards: {backup: 1, classicwebcam: 1, corewizard: 4, tracking: 2}\n"
        "accessControl:\n  autologinLocal: true\n  autologinAs: ann\n"
        "plugins:\n  tracking: {enabled: false}\n  _disabled: [announcements, softwareupdate]\n"
    )
    command = [bin_ / "octoprint", "--basedir", base, "user", "add", "ann", "--password", "demo",
               "--admin"]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
