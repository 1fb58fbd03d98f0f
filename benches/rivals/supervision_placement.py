"""Supervision's smart label positions for labels of given sizes: JSON in, JSON out.

The input is `[{width, height, elements, sizes, repeat}, ...]`, the output `[{labels, milliseconds},
...]`. As in supervision's LabelAnnotator with `smart_position=True`, labels are placed above the
top left corner, moved into the frame, pushed apart, and moved into the frame again. Only this is
timed, without drawing.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np
from supervision.annotators.utils import snap_boxes
from supervision.detection.utils.boxes import spread_out_boxes


def place(case: dict) -> np.ndarray:
    elements = np.array(case["elements"], float)
    sizes = np.array(case["sizes"], float)
    corner = np.column_stack([elements[:, 0], elements[:, 1] - sizes[:, 1]])
    boxes = np.column_stack([corner, corner + sizes])
    frame = (case["width"], case["height"])
    return snap_boxes(spread_out_boxes(snap_boxes(boxes, frame)), frame)


def main() -> None:
    out = []
    for case in json.load(sys.stdin):
        times = []
        for _ in range(case["repeat"]):
            start = time.thread_time_ns()
            boxes = place(case)
            times.append((time.thread_time_ns() - start) / 1e6)
        corner, far = np.rint(boxes[:, :2]), np.rint(boxes[:, 2:])
        labels = np.column_stack([corner, far - corner]).astype(int).tolist()
        out.append({"labels": labels, "milliseconds": float(np.median(times))})
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main()
