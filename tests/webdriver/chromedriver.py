"""Runs the chromedriver of this machine during a block."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def chromedriver() -> Iterator[int]:
    """Start chromedriver for the duration of the block; yield its port."""
    found = shutil.which("chromedriver")
    if found is None:
        raise SystemExit("chromedriver is missing: apt-get install chromium-driver")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([found, f"--port={port}"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(10)
