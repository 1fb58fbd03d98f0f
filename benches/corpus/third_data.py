"""Demo data for the applications of the third sealed set."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from typing import TYPE_CHECKING

from builders import KITS

if TYPE_CHECKING:
    from pathlib import Path


def tracker(bin_: Path, home: Path) -> None:
    quiet = subprocess.DEVNULL
    start = [bin_ / "trac-admin", home / "shop", "initenv", "Shop", "sqlite:db/trac.db"]
    subprocess.run(start, check=True, stdout=quiet)
    subprocess.run([bin_ / "python", KITS / "trac_data.py", home / "shop"], check=True)


def variables(port: int, _: int) -> None:
    for name, value in (("carrier", "bicycle"), ("pots", 6), ("shop", "Oslo"), ("tea", "assam")):
        data = {"name": name, "value": value, "tags": ["stock"] if name in ("pots", "tea") else []}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/variables/",
            json.dumps(data).encode(),
            {"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request).close()
