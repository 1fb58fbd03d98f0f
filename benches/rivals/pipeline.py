"""Other tools' ways to mark a screenshot, measured in a separate process and environment.

Run by `benches/imaging.py` as `python pipeline.py JOB.json`; prints one JSON object. Each pipeline
gets the same file and boxes and returns base64 text, as an agent would send it.
"""

from __future__ import annotations

import base64
import io
import json
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import supervision as sv
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Callable

cv2.setNumThreads(1)


def opencv_supervision(data: bytes, boxes: np.ndarray) -> str:
    """Decode with OpenCV, draw supervision's boxes and smart labels, encode with OpenCV."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    found = sv.Detections(xyxy=boxes, class_id=np.arange(len(boxes)))
    image = sv.BoxAnnotator(thickness=2).annotate(image, found)
    labels = [str(n) for n in range(1, len(boxes) + 1)]
    annotator = sv.LabelAnnotator(text_scale=0.4, text_padding=2, smart_position=True)
    image = annotator.annotate(image, found, labels=labels)
    return base64.b64encode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]).decode()


def opencv_plain(data: bytes, boxes: np.ndarray) -> str:
    """Decode with OpenCV, draw rectangles and text at the corner, encode with OpenCV."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    for n, (x, y, r, b) in enumerate(boxes.astype(int).tolist(), 1):
        cv2.rectangle(image, (x, y), (r, b), (40, 40, 200), 2)
        cv2.rectangle(image, (x, y - 16), (x + 8 * len(str(n)) + 6, y), (40, 40, 200), -1)
        cv2.putText(image, str(n), (x + 3, y - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255,) * 3, 1)
    return base64.b64encode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]).decode()


def pillow(data: bytes, boxes: np.ndarray) -> str:
    """Decode with Pillow, draw rectangles and text at the corner, encode with Pillow."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(12)
    for n, (x, y, r, b) in enumerate(boxes.tolist(), 1):
        draw.rectangle([x, y, r, b], outline=(200, 40, 40), width=2)
        draw.rectangle([x, y - 16, x + 8 * len(str(n)) + 6, y], fill=(200, 40, 40))
        draw.text((x + 3, y - 15), str(n), fill="white", font=font)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return base64.b64encode(out.getvalue()).decode()


def median(job: Callable[[], object], runs: int) -> float:
    """Return the median CPU milliseconds of this thread."""
    times = []
    for _ in range(runs):
        start = time.thread_time()
        job()
        times.append((time.thread_time() - start) * 1e3)
    return statistics.median(times)


def main() -> None:
    """Measure all pipelines on every file of the job."""
    answer = {}
    for name, task in json.loads(Path(sys.argv[1]).read_text()).items():
        boxes = np.array([[x, y, x + w, y + h] for x, y, w, h in task["boxes"]])
        jpeg, png = Path(task["jpeg"]).read_bytes(), Path(task["png"]).read_bytes()
        runs = task["runs"]
        answer[name] = {
            "opencv_supervision": median(lambda: opencv_supervision(jpeg, boxes), runs),  # noqa: B023
            "opencv_supervision_png": median(lambda: opencv_supervision(png, boxes), runs),  # noqa: B023
            "opencv": median(lambda: opencv_plain(jpeg, boxes), runs),  # noqa: B023
            "pillow": median(lambda: pillow(jpeg, boxes), runs),  # noqa: B023
        }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
