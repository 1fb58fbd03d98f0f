"""Check that an installed wheel works; needs only the wheel and Python.

python wheel_check.py            import, annotate a JPEG and a PNG, run the command line
python wheel_check.py --browser  also mark the embedded page, if there is a browser
"""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path


def png(width: int, height: int) -> bytes:
    """Return a grey PNG, encoded by hand."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        whole = kind + body
        return struct.pack(">I", len(body)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\0" + b"\xdd" * width) * height
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def main() -> None:
    """Fail with an error, or print what was checked."""
    import viewmark
    from viewmark import imaging

    marks = [viewmark.Mark("1", 20, 20, 100, 30), viewmark.Mark("2", 20, 90, 60, 20)]
    as_png = viewmark.annotate(png(320, 200), marks, format="png")
    as_jpeg = viewmark.annotate(png(320, 200), marks, format="jpeg")
    again = viewmark.annotate(as_jpeg.image, marks[:1], format="jpeg")
    for made, kind in ((as_png, "png"), (as_jpeg, "jpeg"), (again, "jpeg")):
        assert imaging.probe(made.image) == (kind, 320, 200), kind
        assert len(made.placements) in (1, 2)
    note = "no browser asked for"
    if "--browser" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-I", "-m", "viewmark", "demo", "--out", folder]
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            assert imaging.probe(next(Path(folder).glob("*.jpg")).read_bytes())[0] == "jpeg"
        note = "demo page marked"
    print(f"viewmark {viewmark.__version__}: JPEG and PNG, {note}")


if __name__ == "__main__":
    main()
