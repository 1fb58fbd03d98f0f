"""CPU time and memory of `viewmark.annotate` and of other tools on the same screenshots.

The values are medians of thread CPU time on one core, for 50 marks (boxes and badges) including
their placement. The input is JPEG and base64 text; the output is JPEG of quality 80 and base64
text. The rivals run in their own environment in .cache/.
"""

from __future__ import annotations

import base64
import json
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support import captures

from viewmark.imaging import Mark, Surroundings, annotate

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
RIVALS = HERE.parent / ".cache" / "rivals"
RUNS = {"720p": 21, "1080p": 15, "4K": 9}
NO_LIMIT = 1 << 30
# Target share of the rival's time: OpenCV + supervision, Pillow.
TARGETS = {"720p": 1 / 5, "1080p": 1 / 6, "4K": 1 / 6}


def run() -> list[dict[str, Any]]:
    """Return all rows; takes about two minutes."""
    shots = {
        f"{page} {size}": captures.load(page, size)
        for size in captures.SIZES
        for page in captures.PAGES
    }
    rivals = _rivals(shots)
    rows: list[dict[str, Any]] = []
    for name, shot in shots.items():
        rows += _rows(name, shot, rivals[name])
    rows += _memory(shots["dashboard 1080p"])
    rows += _many(shots["dashboard 1080p"])
    return rows


def _fifty(shot: captures.Capture) -> list[Mark]:
    step = max(1, len(shot.boxes) // 50)
    return [Mark(str(n), *box) for n, box in enumerate(shot.boxes[::step][:50], 1)]


def _rows(name: str, shot: captures.Capture, rival: dict[str, float]) -> list[dict[str, Any]]:
    marks, runs = _fifty(shot), RUNS[shot.size]
    text = base64.b64encode(shot.jpeg).decode()
    known = Surroundings(text=shot.text)

    def ms(source: Any, marks: list[Mark], around: Surroundings | None) -> float:
        return _median(
            lambda: annotate(source, marks, surroundings=around, max_base64=NO_LIMIT).base64, runs
        )

    ours = ms(text, marks, known)
    bare = ms(text, [], known)
    unknown = ms(text, marks, None)
    pixels = ms(shot.png, marks, known)
    title = f"{name}, {len(marks)} marks"
    return [
        _row(f"{title}: JPEG", ours, rival["opencv_supervision"], TARGETS[shot.size]),
        _row(f"{title}: JPEG, text unknown", unknown, rival["opencv_supervision"], None),
        _row(f"{title}: JPEG, against Pillow", ours, rival["pillow"], 1 / 7),
        _row(f"{title}: JPEG, against bare OpenCV drawing", ours, rival["opencv"], None),
        _row(f"{title}: JPEG, against our bare transcode", ours, bare, 2.5),
        _row(f"{title}: PNG in", pixels, rival["opencv_supervision_png"], 1.0),
    ]


def _row(name: str, value: float, baseline: float, target: float | None) -> dict[str, Any]:
    ratio = value / baseline
    ok = None if target is None else ratio <= target
    row = {"name": name, "value": value, "unit": "ms", "baseline": baseline, "ratio": ratio}
    return {**row, "target": target, "ok": ok}


def _median(job: Callable[[], object], runs: int) -> float:
    job()
    times = []
    for _ in range(runs):
        start = time.thread_time()
        job()
        times.append((time.thread_time() - start) * 1e3)
    return statistics.median(times)


def _rivals(shots: dict[str, captures.Capture]) -> dict[str, dict[str, float]]:
    python = RIVALS / "bin" / "python"
    stamp = RIVALS / "requirements.txt"
    wanted = (HERE / "rivals" / "requirements.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(RIVALS, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", HERE / "rivals" / "requirements.txt"], check=True)
        stamp.write_text(wanted)
    with tempfile.TemporaryDirectory() as folder:
        job = {}
        for name, shot in shots.items():
            stem = Path(folder) / name.replace(" ", "-")
            stem.with_suffix(".jpg").write_bytes(shot.jpeg)
            stem.with_suffix(".png").write_bytes(shot.png)
            job[name] = {
                "jpeg": str(stem.with_suffix(".jpg")),
                "png": str(stem.with_suffix(".png")),
                "boxes": [[m.x, m.y, m.width, m.height] for m in _fifty(shot)],
                "runs": RUNS[shot.size],
            }
        path = Path(folder) / "job.json"
        path.write_text(json.dumps(job))
        command = [python, HERE / "rivals" / "pipeline.py", path]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
    answer: dict[str, dict[str, float]] = json.loads(ran.stdout)
    return answer


MEMORY = """
import base64, json, resource, sys
from pathlib import Path
from viewmark.imaging import Mark, annotate, Surroundings
source, boxes, text = json.loads(Path(sys.argv[1]).read_text())
image = Path(source).read_bytes()
marks = [Mark(str(n), *b) for n, b in enumerate(boxes)]
def peak():
    return int(next(l for l in open("/proc/self/status") if l.startswith("VmHWM")).split()[1])
def reset():
    open("/proc/self/clear_refs", "w").write("5")
annotate(image, [], max_base64=1 << 30) if sys.argv[2] == "warm" else None
reset()
before = peak()
done = annotate(image, marks, surroundings=Surroundings(text=text), max_base64=1 << 30)
print((peak() - before) * 1024 - len(done.image))
"""


def _memory(shot: captures.Capture) -> list[dict[str, Any]]:
    """Measure the growth of a new process's peak memory, without the output; only on Linux."""
    if not Path("/proc/self/clear_refs").exists():
        return []
    rows = []
    for kind, data, limit in (("JPEG", shot.jpeg, 2e6), ("PNG", shot.png, None)):
        with tempfile.TemporaryDirectory() as folder:
            source, job = Path(folder) / "in", Path(folder) / "job.json"
            source.write_bytes(data)
            boxes = [[m.x, m.y, m.width, m.height] for m in _fifty(shot)]
            job.write_text(json.dumps([str(source), boxes, shot.text]))
            command = [sys.executable, "-c", MEMORY, job, "cold"]
            ran = subprocess.run(command, check=True, capture_output=True, text=True)
        used = int(ran.stdout) / 1e6
        ok = None if limit is None else used * 1e6 <= limit
        rows.append(
            {
                "name": f"dashboard 1080p: peak memory beyond input and output, {kind} in",
                "value": used,
                "unit": "MB",
                "baseline": None,
                "ratio": None,
                "target": None if limit is None else limit / 1e6,
                "ok": ok,
            }
        )
    return rows


def _many(shot: captures.Capture) -> list[dict[str, Any]]:
    """Measure the wall time of many images on all cores, compared with one core."""
    from viewmark.imaging import annotate_many

    jobs = [(shot.jpeg, _fifty(shot))] * 24

    def wall(workers: int | None) -> float:
        start = time.perf_counter()
        annotate_many(jobs, workers=workers, max_base64=NO_LIMIT)
        return (time.perf_counter() - start) * 1e3

    alone = statistics.median(wall(1) for _ in range(5))
    together = statistics.median(wall(None) for _ in range(5))
    return [_row("annotate_many, all cores against one", together, alone, None)]


if __name__ == "__main__":
    for found in run():
        print({k: round(v, 3) if isinstance(v, float) else v for k, v in found.items()})
