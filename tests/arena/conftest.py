"""Import paths of the arena, whose code is in benches/ and whose pages are partly in tests/tasks.

Its packages are listed one by one because a folder of benches on the import path would hide test
folders with the name of a benchmark, such as `browser`.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parents[2]
for folder in (ROOT / "tests" / "tasks", ROOT / "tests" / "vision"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
for name in ("arena", "support"):
    home = ROOT / "benches" / name
    spec = spec_from_file_location(
        name, home / "__init__.py", submodule_search_locations=[str(home)]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
