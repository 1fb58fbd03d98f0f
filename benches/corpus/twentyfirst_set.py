"""The twenty-first sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/twentyfirst_set.py install
    python benches/corpus/twentyfirst_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import twentyfirst_data  # noqa: E402
from applications import Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _START, _TEXT, _of_kit  # noqa: E402

SOURCES = {
    "plainadmin": (
        "PlainAdmin/plain-free-bootstrap-admin-template",
        "dcb30e2bce6c9f12e833ebb220b3cb218597f12e"),
    "subnets": ("davidc/subnets", "6a8e3e1f07988ea641618faa6ab1764c0a327963"),
}  # fmt: skip
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
TWENTYFIRST: dict[str, Application] = {
    "updog": Application("pip", ("updog==1.4", "setuptools<81"), _START, twentyfirst_data.shelf),
    "f36": Application(
        "npm", ("@contentful/f36-components@5.9.1", *_REACT, "--legacy-peer-deps"), _FOLDER,
        built("f36", "f36.jsx")),
    "d2l": Application(
        "npm", ("@brightspace-ui/core@3.253.3", "esbuild@0.28.2", "--legacy-peer-deps"), _FOLDER,
        twentyfirst_data.school),
    "vuematerial": _of_kit(
        "vuematerial", "vue-material@1.0.0-beta-16", "vue@2.7.16", "material-icons@1.13.14"),
    "plainadmin": Application("npm", (), _FOLDER, pages_of("plainadmin/source")),
    "subnets": Application("npm", (), _FOLDER, pages_of("subnets/source")),
    "editormd": Application("npm", ("editor.md@1.5.0",), _FOLDER, twentyfirst_data.writing),
}  # fmt: skip
_DIVIDED = "/subnets.html?network=10.20.0.0&mask=20&division=15.7ac0"
SCREENS: dict[str, Screen] = {
    "updog": Screen("updog", wait=f"{_TEXT}.includes('budget.csv')"),
    "f36": Screen("f36", wait=_READY),
    "d2l": Screen("d2l", wait=_READY),
    "vuematerial": Screen("vuematerial", wait=_READY),
    "plainadmin": Screen("plainadmin", "/tables.html", wait=f"{_TEXT}.includes('Tables')"),
    "subnets": Screen("subnets", _DIVIDED, wait=f"{_TEXT}.includes('10.20.')"),
    "editormd": Screen(
        "editormd", "/examples/simple.html", wait="!!document.querySelector('.CodeMirror')"),
}  # fmt: skip
applications.APPLICATIONS.update(TWENTYFIRST)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(TWENTYFIRST, SCREENS)
