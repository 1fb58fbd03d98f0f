"""The arena lives in benches/, its pages in part in tests/tasks: both are on the path."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
for folder in (ROOT / "benches", ROOT / "tests" / "tasks", ROOT / "tests" / "vision"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
