"""Other tools, each in its own environment, at pinned versions.

A rival is never a dependency of ours: `benches/rivals/NAME.txt` lists the requirements of a Python
tool, `benches/rivals/servers/` and `pictures/` pin the npm packages, and the environments are
created in `.cache/rivals/NAME` on first use.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

RIVALS = Path(__file__).parent.parent / "rivals"
CACHE = RIVALS.parent.parent / ".cache" / "rivals"


def interpreter(name: str) -> Path:
    """Return the Python interpreter of an environment with `NAME.txt` installed.

    Raises:
        CalledProcessError: the environment cannot be installed here.
    """
    folder, wanted = CACHE / name, (RIVALS / f"{name}.txt").read_text()
    done = folder / "installed.txt"
    binary = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not done.exists() or done.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(binary), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "-r", str(RIVALS / f"{name}.txt")], check=True)
        done.write_text(wanted)
    return binary


def server(name: str) -> Path:
    """Return a command from `benches/rivals/servers`, installed from its lock file.

    Raises:
        CalledProcessError, FileNotFoundError: it cannot be installed here, or npm is missing.
    """
    return packages("servers") / ".bin" / name


def packages(name: str) -> Path:
    """Return the `node_modules` of `benches/rivals/NAME`, at the versions pinned there.

    Raises:
        CalledProcessError, FileNotFoundError: they cannot be installed here, or npm is missing.
    """
    source, folder = RIVALS / name, CACHE / name
    files = sorted(source.glob("package*.json"))
    done, pins = folder / "installed.json", "".join(file.read_text() for file in files)
    if not done.exists() or done.read_text() != pins:
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, folder)
        npm = shutil.which("npm")
        if npm is None:
            raise FileNotFoundError("there is no npm")
        verb = "ci" if len(files) > 1 else "install"
        command = [npm, verb, "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=folder, check=True)
        done.write_text(pins)
    return folder / "node_modules"


def pinned() -> dict[str, str]:
    """Return the pinned versions by package, from all files of this folder."""
    found: dict[str, str] = {}
    for file in sorted(RIVALS.glob("*.txt")):
        found |= re.findall(r"^([\w-]+)==(\S+)", file.read_text(), re.MULTILINE)
    for file in sorted(RIVALS.glob("*/package.json")):
        found |= json.loads(file.read_text())["dependencies"]
    return found


def ask(name: str, script: str, question: Any, *, seconds: float = 300) -> Any:
    """Run `benches/rivals/SCRIPT` in that environment; JSON in, JSON out."""
    command = [str(interpreter(name)), str(RIVALS / script)]
    reply = subprocess.run(
        command, input=json.dumps(question), capture_output=True, text=True, timeout=seconds
    )
    if reply.returncode:
        raise RuntimeError(f"{script} failed:\n{reply.stderr[-2000:]}")
    return json.loads(reply.stdout)
