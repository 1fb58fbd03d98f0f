"""The seventeenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/seventeenth_set.py install
    python benches/corpus/seventeenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import seventeenth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
_VUE = "--alias:vue=vue/dist/vue.esm-bundler.js"
_GARDEN = (
    "breadcrumbs", "buttons", "dropdowns", "forms", "pagination", "tabs", "tags", "theming",
)  # fmt: skip
SOURCES = {
    "froggy": ("thomaspark/flexboxfroggy", "9a6feab850a56cbe9ad90f3afcc95e88335bbec8"),
}
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
SEVENTEENTH: dict[str, Application] = {
    "garden": Application(
        "npm", (*(f"@zendeskgarden/react-{each}@9.16.0" for each in _GARDEN),
                "styled-components@5.3.11", "react-is@18.3.1", *_REACT, "--legacy-peer-deps"),
        _FOLDER, built("garden", "garden.jsx")),
    "reka": Application(
        "npm", ("reka-ui@2.11.0", "vue@3.5.45", _BUNDLER), _FOLDER, built("reka", "reka.js", _VUE)),
    "goodtable": Application(
        "npm", ("vue-good-table-next@0.2.2", "vue@3.5.45", _BUNDLER), _FOLDER,
        built("goodtable", "goodtable.js", _VUE)),
    "vivid": Application(
        "npm", ("@vonage/vivid@5.25.0", _BUNDLER), _FOLDER, built("vivid", "vivid.js")),
    "axentix": _of_kit("axentix", "axentix@2.4.1"),
    "froggy": Application(
        "npm", (), _FOLDER, pages_of("froggy/source", seventeenth_data.FROGGY)),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "garden": Screen("garden", wait=_READY),
    "reka": Screen("reka", wait=_READY),
    "goodtable": Screen("goodtable", wait=_READY),
    "vivid": Screen("vivid", wait=_READY),
    "axentix": Screen("axentix", viewport=PHONE, scale=2, wait=_READY),
    "froggy": Screen(
        "froggy",
        "/index.html",
        (("press", "#level-indicator"),),
        wait=f"{_TEXT}.includes('Froggy')",
    ),
}
applications.APPLICATIONS.update(SEVENTEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(SEVENTEENTH, SCREENS)
