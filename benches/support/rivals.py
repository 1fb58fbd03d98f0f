"""Interpreters with other people's libraries, each in an environment of its own.

A rival is never a dependency of ours: `benches/rivals/NAME.txt` lists what it needs, and the
environment is made in `.cache/rivals/NAME` the first time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

RIVALS = Path(__file__).parent.parent / "rivals"
CACHE = RIVALS.parent.parent / ".cache" / "rivals"


def interpreter(name: str) -> Path:
    """Python of the environment with `NAME.txt` installed."""
    folder, wanted = CACHE / name, (RIVALS / f"{name}.txt").read_text()
    done = folder / "installed.txt"
    binary = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not done.exists() or done.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(binary), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "-r", str(RIVALS / f"{name}.txt")], check=True)
        done.write_text(wanted)
    return binary


def ask(name: str, script: str, question: Any, *, seconds: float = 300) -> Any:
    """Runs `benches/rivals/SCRIPT` in that environment; JSON in, JSON out."""
    command = [str(interpreter(name)), str(RIVALS / script)]
    reply = subprocess.run(
        command, input=json.dumps(question), capture_output=True, text=True, timeout=seconds
    )
    if reply.returncode:
        raise RuntimeError(f"{script} failed:\n{reply.stderr[-2000:]}")
    return json.loads(reply.stdout)
