"""A byte budget: how full it gets, in how many passes, and what it does to text.

The baseline of quality is what everybody does: decode, encode again at the highest quality that
fits the same bytes (Pillow, optimised tables). Structure (SSIM of luma, windows of 8x8) and words
(tesseract) are compared with the same marks on the lossless picture.
"""

from __future__ import annotations

import io
import os
import subprocess
from typing import Any

import numpy as np
from PIL import Image
from support import captures

from viewmark.imaging import Annotated, Mark, Surroundings, annotate

NO_LIMIT = 1 << 30
SHARES = (0.97, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""Of the unlimited size; the last ones need a smaller picture on pages full of text."""
QUALITIES = (None, 60, 90)
"""Of the source: as the browser sent it, or encoded again."""
COMPARED = (("article", 0.7), ("article", 0.5), ("dashboard", 0.7), ("dashboard", 0.5))


def run() -> list[dict[str, Any]]:
    """All rows; about a minute, most of it tesseract."""
    return [*_fill(), *_quality()]


def _marked(shot: captures.Capture, data: bytes, **options: Any) -> Annotated:
    step = max(1, len(shot.boxes) // 50)
    marks = [Mark(str(n), *box) for n, box in enumerate(shot.boxes[::step][:50], 1)]
    return annotate(data, marks, surroundings=Surroundings(text=shot.text), **options)


def _fill() -> list[dict[str, Any]]:
    shares: list[float] = []
    first = {True: [0, 0], False: [0, 0]}
    for page in captures.PAGES:
        for size in ("720p", "1080p"):
            shot = captures.load(page, size)
            for quality in QUALITIES:
                data = _again(shot.jpeg, quality) if quality else shot.jpeg
                whole = _marked(shot, data, quality=100, max_base64=NO_LIMIT).base64_size
                for share in SHARES:
                    limit = int(whole * share)
                    done = _marked(shot, data, quality=100, max_base64=limit)
                    shares.append(done.base64_size / limit)
                    count = first[done.scale == 1]
                    count[0] += done.passes == 1
                    count[1] += 1
    same, smaller = (first[key][0] / max(first[key][1], 1) for key in (True, False))
    row: dict[str, Any] = {"unit": "", "baseline": None, "ratio": None}
    return [
        row | {"name": "fullest", "value": max(shares), "target": 1.0, "ok": max(shares) <= 1},
        row | {"name": "emptiest", "value": min(shares), "target": 0.9, "ok": min(shares) >= 0.9},
        row | {"name": "in one pass, same size", "value": same, "target": 0.95, "ok": same >= 0.95},
        row | {"name": "in one pass, made smaller", "value": smaller, "target": None, "ok": None},
    ]


def _again(data: bytes, quality: int) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").save(out, "JPEG", quality=quality, optimize=True)
    return out.getvalue()


def _quality() -> list[dict[str, Any]]:
    rows = []
    ours_words, plain_words, all_words = 0, 0, 0
    for page, share in COMPARED:
        shot = captures.load(page, "720p")
        truth = _marked(shot, shot.png, format="png", max_base64=NO_LIMIT).data
        free = _marked(shot, shot.jpeg, max_base64=NO_LIMIT)
        ours = _marked(shot, shot.jpeg, max_base64=int(free.base64_size * share))
        plain = next(
            made
            for made in (_again(free.data, quality) for quality in range(95, 4, -1))
            if len(made) <= len(ours.data)
        )
        scores = [_ssim(_luma(truth), _luma(data)) for data in (ours.data, plain)]
        rows.append(
            {
                "name": f"SSIM {page} at {share:.0%} (lower quality)",
                "value": scores[0],
                "unit": "",
                "baseline": scores[1],
                "ratio": scores[0] / scores[1],
                "target": 1.0,
                "ok": scores[0] >= scores[1],
            }
        )
        words = _words(truth)
        all_words += len(words)
        ours_words += len(words & _words(ours.data))
        plain_words += len(words & _words(plain))
    rows.append(
        {
            "name": f"words still read, of {all_words} (lower quality)",
            "value": ours_words,
            "unit": "",
            "baseline": plain_words,
            "ratio": ours_words / plain_words,
            "target": 1.0,
            "ok": ours_words >= plain_words,
        }
    )
    return rows


def _luma(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("L")).astype(float)


def _ssim(a: np.ndarray, b: np.ndarray) -> float:
    """Mean structural similarity (Wang et al. 2004) over windows of 8x8, every pixel."""

    def mean(x: np.ndarray) -> np.ndarray:
        total = np.pad(x, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
        return (total[8:, 8:] - total[8:, :-8] - total[:-8, 8:] + total[:-8, :-8]) / 64

    mean_a, mean_b = mean(a), mean(b)
    var_a, var_b = mean(a * a) - mean_a**2, mean(b * b) - mean_b**2
    both = mean(a * b) - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    top = (2 * mean_a * mean_b + c1) * (2 * both + c2)
    return float((top / ((mean_a**2 + mean_b**2 + c1) * (var_a + var_b + c2))).mean())


def _words(data: bytes) -> set[tuple[str, int]]:
    """The words of three letters and more that tesseract reads, each with its count so far."""
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("L").save(out, "PNG")
    command = ["tesseract", "-", "-", "--psm", "11"]
    ran = subprocess.run(
        command,
        input=out.getvalue(),
        capture_output=True,
        check=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    counts: dict[str, int] = {}
    found = set()
    for word in ran.stdout.decode().split():
        if len(word) > 2 and word.isalnum():
            counts[word] = counts.get(word, 0) + 1
            found.add((word, counts[word]))
    return found


if __name__ == "__main__":
    for row in run():
        print({k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()})
