"""The eighteenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/eighteenth_set.py install
    python benches/corpus/eighteenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import eighteenth_data  # noqa: E402
from applications import Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_set import _FOLDER, _READY, _START, _TEXT, _of_kit  # noqa: E402

SOURCES = {
    "sneat": (
        "themeselection/sneat-bootstrap-html-admin-template-free",
        "1ab31df2d8dbd15ce51663e9f53bdf9660e66e83"),
    "minipaint": ("viliusle/miniPaint", "4f4ca0c96c0958414dd66b1e98e10916f4484476"),
    "jquerygantt": ("robicch/jQueryGantt", "6b45a9c5041b3a72a8815fa5e8fb866714bf7d29"),
}  # fmt: skip
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
EIGHTEENTH: dict[str, Application] = {
    "whoogle": Application(
        "pip", ("whoogle-search==1.2.4", "cachetools==8.0.2"), _START, eighteenth_data.searcher),
    "fes": _of_kit("fes", "@fesjs/fes-design@0.8.85", "vue@3.5.45"),
    "elementui": _of_kit("elementui", "element-ui@2.15.14", "vue@2.7.16"),
    "sneat": Application("npm", (), _FOLDER, pages_of("sneat/source")),
    "minipaint": Application("npm", (), _FOLDER, pages_of("minipaint/source")),
    "jquerygantt": Application(
        "npm", ("jquery@3.1.1", "jquery-ui-dist@1.12.1"), _FOLDER, eighteenth_data.planner()),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "whoogle": Screen(
        "whoogle", steps=(("press", "#config-collapsible"),),
        wait="!!document.querySelector('#config-collapsible')"),
    "fes": Screen("fes", wait=_READY),
    "elementui": Screen("elementui", wait=_READY),
    "sneat": Screen("sneat", "/html/tables-basic.html", wait=f"{_TEXT}.includes('Table Basic')"),
    "minipaint": Screen("minipaint", "/index.html", wait=f"{_TEXT}.includes('Layers')"),
    "jquerygantt": Screen(
        "jquerygantt", "/gantt.html", (("press", 184, 270), ("hover", 300, 600)),
        wait="document.querySelectorAll('.taskEditRow').length > 7"),
}  # fmt: skip
applications.APPLICATIONS.update(EIGHTEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(EIGHTEENTH, SCREENS)
