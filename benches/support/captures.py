"""Screenshots for benchmarks: our own pages, captured by the installed Chromium, cached in .cache/.

Uses CDP directly, so that benchmarks of the pixel core do not depend on the browser code.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent
CACHE = HERE.parent / ".cache" / "captures"
PAGES = ("dashboard", "article", "gallery")
SIZES = {"720p": (1280, 720, 1), "1080p": (1920, 1080, 1), "4K": (1920, 1080, 2)}
OTHER_PAGES = {
    "demo": HERE.parent / "python" / "viewmark" / "demo" / "page.html",
    **{
        name: HERE.parent / "tests" / "pages" / f"{name}.html"
        for name in ("items", "overlaps", "patterns", "widgets")
    },
}
"""Pages that were not used for tuning."""
OTHER_SIZES = {
    "tablet": (1024, 768, 1),
    "laptop": (1366, 768, 1),
    "phone": (390, 844, 3),
    "DPR 2": (1280, 720, 2),
}
"""Sizes that were not used for tuning."""

BOXES = """(() => {
  const out = [], text = [];
  for (const e of document.querySelectorAll("a,button,input,select")) {
    const b = e.getBoundingClientRect();
    if (b.width && b.height && b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight &&
        b.right <= innerWidth) out.push([b.x, b.y, b.width, b.height]);
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = walk.nextNode());) {
    if (!n.data.trim()) continue;
    const r = document.createRange(); r.selectNodeContents(n);
    for (const b of r.getClientRects())
      if (b.top < innerHeight && b.left < innerWidth) text.push([b.x, b.y, b.width, b.height]);
  }
  return JSON.stringify([out, text]);
})()"""


@dataclass(frozen=True)
class Capture:
    """One page at one size: JPEG and PNG, boxes of controls and of text lines in image px."""

    page: str
    size: str
    jpeg: bytes
    png: bytes
    boxes: list[list[float]]
    text: list[list[float]]


def load(page: str, size: str) -> Capture:
    """Return a capture, which is made if it does not exist yet."""
    stem = _stem(page, size)
    if not stem.with_suffix(".json").exists():
        known = page in PAGES and size in SIZES
        pages = PAGES if known else (*PAGES, *OTHER_PAGES)
        sizes = SIZES if known else SIZES | OTHER_SIZES
        _capture_all([(p, s) for s in sizes for p in pages])
    boxes, text = json.loads(stem.with_suffix(".json").read_text())
    jpeg, png = stem.with_suffix(".jpg").read_bytes(), stem.with_suffix(".png").read_bytes()
    return Capture(page, size, jpeg, png, boxes, text)


def _stem(page: str, size: str) -> Path:
    return CACHE / f"{page}-{size.replace(' ', '-')}"


def _capture_all(wanted: list[tuple[str, str]]) -> None:
    from websockets.sync.client import connect

    CACHE.mkdir(parents=True, exist_ok=True)
    names = ("chromium", "google-chrome", "chromium-browser", "chrome")
    browser = os.environ.get("VIEWMARK_BROWSER") or next(filter(None, map(shutil.which, names)))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                browser,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                f"--user-data-dir={profile}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            port_file = Path(profile) / "DevToolsActivePort"
            deadline = time.monotonic() + 30
            while not (port_file.exists() and port_file.read_text().count("\n") >= 1):
                if time.monotonic() > deadline:
                    raise RuntimeError("the browser did not start")
                time.sleep(0.05)
            port, path = port_file.read_text().split("\n")[:2]
            with connect(f"ws://127.0.0.1:{port}{path}", max_size=None, compression=None) as socket:
                _drive(_Cdp(socket), wanted)
        finally:
            process.kill()
            process.wait()


class _Cdp:
    def __init__(self, socket: Any) -> None:
        self.socket, self.session, self.last = socket, None, 0

    def __call__(self, method: str, **params: Any) -> Any:
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        while (reply := json.loads(self.socket.recv())).get("id") != self.last:
            pass
        return reply["result"]


def _drive(cdp: _Cdp, wanted: list[tuple[str, str]]) -> None:
    for page, size in wanted:
        stem = _stem(page, size)
        if stem.with_suffix(".json").exists():
            continue
        width, height, factor = (SIZES | OTHER_SIZES)[size]
        cdp.session = None
        target = cdp("Target.createTarget", url="about:blank")["targetId"]
        cdp.session = cdp("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        frame = cdp("Page.getFrameTree")["frameTree"]["frame"]["id"]
        cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=factor,
            mobile=False,
        )
        html = OTHER_PAGES.get(page, HERE / "pages" / f"{page}.html").read_text()
        cdp("Page.setDocumentContent", frameId=frame, html=html)
        found = cdp("Runtime.evaluate", expression=BOXES)["result"]["value"]
        found = [[[v * factor for v in box] for box in part] for part in json.loads(found)]
        for kind, suffix in (("jpeg", ".jpg"), ("png", ".png")):
            options = {"quality": 80} if kind == "jpeg" else {}
            shot = cdp("Page.captureScreenshot", format=kind, **options)["data"]
            stem.with_suffix(suffix).write_bytes(base64.b64decode(shot))
        stem.with_suffix(".json").write_text(json.dumps(found))
        cdp("Target.closeTarget", targetId=target)
