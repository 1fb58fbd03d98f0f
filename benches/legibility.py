"""Legibility: can tesseract read every badge, cut out of the finished JPEG?

All screens of `order` (device scale factor 1) get 100 marks in the default style at quality 80, in
several badge sizes. The control uses the pastel fills and white digits of browser-use. A badge
counts as read if the recognised digits equal its label. The program `tesseract` is needed (Debian:
tesseract-ocr); without it only the rows of `order` are returned: sides, distances, icons.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import order
from PIL import Image, ImageOps

from viewmark import _core

OURS = order.STYLE
PASTEL = [0xFF6B6B, 0x4ECDC4, 0x45B7D1, 0x96CEB4, 0xFF8C42, 0xDDA0DD, 0x98D8C8]
CONTROL = (None, 0xFFFFFF, None, "bold", True, None, None, "solid", 1.0, PASTEL)


def run() -> list[dict[str, Any]]:
    """Return the rows for the table of `run.py`."""
    rows = order.run()
    if shutil.which("tesseract") is None:
        return rows
    read, total, wrong = _read_all(OURS)
    pastel, _, _ = _read_all(CONTROL)
    count = sum(total.values())
    rate, control = 100 * sum(read.values()) / count, 100 * sum(pastel.values()) / count
    detail = f" (not: {', '.join(wrong)})" if wrong else ""
    rows.append(
        {
            "name": f"badges read by tesseract, {count} on real pages; baseline pastel{detail}",
            "value": rate,
            "unit": "%",
            "baseline": control,
            "ratio": rate / control if control else None,
            "target": ">= 99 %",
            "ok": rate >= 99,
        }
    )
    rows.extend(
        {
            "name": f"badges of {height} px read, of {total[height]}",
            "value": 100 * read[height] / total[height],
            "unit": "%",
        }
        for height in sorted(total, reverse=True)
    )
    return rows


def _read_all(style: Any) -> tuple[Counter[int], Counter[int], list[str]]:
    read, total, wrong = Counter[int](), Counter[int](), []
    for page in order.screens():
        labels, heights, cuts = _cuts(page, style)
        for label, height, text in zip(labels, heights, _tesseract(cuts), strict=True):
            total[height] += 1
            read[height] += text == label
            if text != label:
                wrong.append(f"{page['name']} {label} as {text or 'nothing'}")
    return read, total, wrong


def _cuts(page: dict[str, Any], style: Any) -> tuple[list[str], list[int], list[Image.Image]]:
    marks = order.marks_of(page)
    data, info = _core.annotate(
        page["picture"].read_bytes(),
        marks,
        style=style,
        format="jpeg",
        quality=80,
        max_base64=5_000_000,
        around=order.around(page),
    )
    picture = Image.open(io.BytesIO(data)).convert("L")
    labels, heights, cuts = [], [], []
    for (label, *_), (badge, *_) in zip(marks, info["placements"], strict=True):
        if badge is None:
            continue
        x, y, w, h = badge
        # Tesseract expects dark text on a light background, so remove the outline, and enlarge the
        # badge four times.
        cut = picture.crop((x + 1, y + 1, x + w - 1, y + h - 1))
        cut = ImageOps.autocontrast(ImageOps.invert(cut))
        cut = cut.resize((4 * cut.width, 4 * cut.height), Image.Resampling.BICUBIC)
        labels.append(label)
        heights.append(h)
        cuts.append(ImageOps.expand(cut, 24, cut.getpixel((2, 2))))
    return labels, heights, cuts


def _tesseract(cuts: list[Image.Image]) -> list[str]:
    if not cuts:
        return []
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{n:04}.png" for n in range(len(cuts))]
        for cut, path in zip(cuts, paths, strict=True):
            cut.save(path)
        listing = Path(folder) / "list.txt"
        listing.write_text("\n".join(map(str, paths)))
        command = ["tesseract", str(listing), "-", "--psm", "7", "--dpi", "300"]
        command += ["-c", "tessedit_char_whitelist=0123456789"]
        reply = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    pages = reply.stdout.split("\f")
    return [text.strip() for text in pages[: len(cuts)]]
