"""A byte budget: how full it gets, the number of passes, and the effect on text.

The quality baseline is the usual method: decode, then encode again at the highest quality that fits
the same bytes (Pillow, optimised tables). Structure (SSIM of luma, 8x8 windows) and words
(tesseract) are compared with the same marks on the lossless image.
"""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PIL import Image
from support import captures

from viewmark.imaging import Annotated, Mark, Surroundings, annotate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NO_LIMIT = 1 << 30
SHARES = (0.97, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""Budgets as shares of the unlimited size; the last ones require smaller images of dense text."""
OTHER_SHARES = (0.95, 0.85, 0.65, 0.45, 0.3)
"""Budgets as shares, for the pages and sizes that were not used for tuning."""
QUALITIES = (None, 60, 90)
"""Qualities of the source image: as sent by the browser, or encoded again."""
COMPARED = (("article", 0.7), ("article", 0.5), ("dashboard", 0.7), ("dashboard", 0.5))


class Case(NamedTuple):
    """An image that is annotated with every share of its unlimited size."""

    shot: captures.Capture
    image: Any
    options: dict[str, Any]
    shares: tuple[float, ...]


def run() -> list[dict[str, Any]]:
    """Return all rows; takes about three minutes."""
    tuned, other = list(map(_fill, _tuned())), list(map(_fill, _other()))
    return [*_passes("tuned", tuned), *_passes("other", other), *_times(), *_quality()]


def _marked(shot: captures.Capture, image: Any, **options: Any) -> Annotated:
    step = max(1, len(shot.boxes) // 50)
    marks = [Mark(str(n), *box) for n, box in enumerate(shot.boxes[::step][:50], 1)]
    return annotate(image, marks, surroundings=Surroundings(text=shot.text), **options)


def _tuned() -> Iterator[Case]:
    """Return the cases on which the constants were tuned."""
    for page in captures.PAGES:
        for size in ("720p", "1080p"):
            shot = captures.load(page, size)
            for quality in QUALITIES:
                image = _again(shot.jpeg, quality) if quality else shot.jpeg
                yield Case(shot, image, {"quality": 100}, SHARES)
            for quality in (80, 100):
                yield Case(shot, shot.png, {"quality": quality}, SHARES)


def _other() -> Iterator[Case]:
    """Return cases with other pages, sizes, pixel ratios, image formats and budgets."""
    known = {(page, size) for page in captures.PAGES for size in ("720p", "1080p")}
    number = 0
    for page in (*captures.PAGES, *captures.OTHER_PAGES):
        for size in captures.SIZES | captures.OTHER_SIZES:
            if (page, size) in known:
                continue
            shot = captures.load(page, size)
            yield Case(shot, shot.jpeg, {}, OTHER_SHARES)
            # Alternate between a file and an array, because both have the same pixels.
            number += 1
            yield Case(shot, shot.png if number % 2 else _pixels(shot.png), {}, OTHER_SHARES)


def _pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def _fill(case: Case) -> list[Filled]:
    """Annotate with every share; return how full each budget became."""
    whole = _marked(case.shot, case.image, max_base64=NO_LIMIT, **case.options).base64_size
    filled = []
    for share in case.shares:
        limit = int(whole * share)
        done = _marked(case.shot, case.image, max_base64=limit, **case.options)
        filled.append(Filled(done.base64_size / limit, done.scale == 1, done.passes))
    return filled


class Filled(NamedTuple):
    """The use of one budget."""

    share: float
    keeps_size: bool
    passes: int


def _passes(name: str, found: list[list[Filled]]) -> list[dict[str, Any]]:
    every = [filled for case in found for filled in case]
    row: dict[str, Any] = {"unit": "", "baseline": None, "ratio": None}
    rows = []
    for title, some, target in (
        (f"{name}: one pass, of {len(every)}", every, 0.95),
        (f"{name}: one pass, same size", [f for f in every if f.keeps_size], None),
        (f"{name}: one pass, made smaller", [f for f in every if not f.keeps_size], None),
    ):
        value = sum(f.passes == 1 for f in some) / max(len(some), 1)
        ok = None if target is None else value >= target
        rows.append(row | {"name": title, "value": value, "target": target, "ok": ok})
    fullest, emptiest = max(f.share for f in every), min(f.share for f in every)
    return [
        *rows,
        row | {"name": f"{name}: fullest", "value": fullest, "target": 1.0, "ok": fullest <= 1},
        row
        | {"name": f"{name}: emptiest", "value": emptiest, "target": 0.9, "ok": emptiest >= 0.9},
    ]


def _times() -> list[dict[str, Any]]:
    """Return the cost of a budget, compared with the same image without one."""
    shot = captures.load("article", "1080p")
    rows = []
    for name, image, share in (
        ("PNG in, same size", shot.png, 0.7),
        ("JPEG in, same size", shot.jpeg, 0.7),
        ("JPEG in, made smaller", shot.jpeg, 0.4),
    ):
        free = _marked(shot, image, max_base64=NO_LIMIT)
        limit = int(free.base64_size * share)
        done = _marked(shot, image, max_base64=limit)
        # A downscaled image is compared with one whose size was known from the start.
        plain: dict[str, Any] = {"max_base64": NO_LIMIT}
        if done.scale < 1:
            plain["max_side"] = max(done.width, done.height)
            plain["quality"] = done.quality
        value = _median(partial(_marked, shot, image, max_base64=limit))
        baseline = _median(partial(_marked, shot, image, **plain))
        rows.append(
            {
                "name": f"article 1080p with a budget: {name}",
                "value": value,
                "unit": "ms",
                "baseline": baseline,
                "ratio": value / baseline,
                "target": None,
                "ok": None,
            }
        )
    return rows


def _median(job: Callable[[], object]) -> float:
    job()
    times = []
    for _ in range(15):
        start = time.thread_time()
        job()
        times.append((time.thread_time() - start) * 1e3)
    return statistics.median(times)


def _again(data: bytes, quality: int) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").save(out, "JPEG", quality=quality, optimize=True)
    return out.getvalue()


def _quality() -> list[dict[str, Any]]:
    rows = []
    ours_words, plain_words, all_words = 0, 0, 0
    for page, share in COMPARED:
        shot = captures.load(page, "720p")
        truth = _marked(shot, shot.png, format="png", max_base64=NO_LIMIT).image
        free = _marked(shot, shot.jpeg, max_base64=NO_LIMIT)
        ours = _marked(shot, shot.jpeg, max_base64=int(free.base64_size * share))
        plain = next(
            made
            for made in (_again(free.image, quality) for quality in range(95, 4, -1))
            if len(made) <= len(ours.image)
        )
        exact = _luma(truth)
        # A downscaled image is compared at the size of the other image.
        scores = [_ssim(exact, _luma(data, exact.shape)) for data in (ours.image, plain)]
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
        ours_words += len(words & _words(ours.image))
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


def _luma(data: bytes, shape: tuple[int, ...] | None = None) -> np.ndarray:
    image = Image.open(io.BytesIO(data)).convert("L")
    if shape is not None and image.size != shape[::-1]:
        image = image.resize(shape[::-1], Image.Resampling.LANCZOS)
    return np.asarray(image).astype(float)


def _ssim(a: np.ndarray, b: np.ndarray) -> float:
    """Return the mean structural similarity (Wang et al. 2004) over 8x8 windows at every pixel."""

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
    """Return the words of three or more letters read by tesseract, each with its running count."""
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
