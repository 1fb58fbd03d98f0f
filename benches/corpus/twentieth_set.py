"""The twentieth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/twentieth_set.py install
    python benches/corpus/twentieth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import twentieth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _START, _TEXT, _of_kit  # noqa: E402

_VUE = "--alias:vue=vue/dist/vue.esm-bundler.js"
_SMALL = (
    "(document.querySelector('#cols').value = 6, document.querySelector('#rows').value = 6,"
    " document.querySelector('#bombs').value = 9, true)"
)
SOURCES = {
    "adminkit": ("adminkit/adminkit", "3c96eb40639b5d09fe61c8d216cd59ee61a0fcad"),
    "evocalendar": ("edlynvillegas/evo-calendar", "e982f2fe8ffae660a96d6e0d8b758c36d303ceb8"),
    "beautify": ("beautifier/js-beautify", "6808b3d373ba8d4aaae8734cbee8de7f0dab984a"),
    "minesweeper": ("muan/emoji-minesweeper", "2187e371e9a0f87cf54a207031760fc33b858a9a"),
}
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
TWENTIETH: dict[str, Application] = {
    "klaus": Application("pip", ("klaus==3.0.1",), _START, twentieth_data.ferry),
    "snakeviz": Application("pip", ("snakeviz==2.2.2",), _START, twentieth_data.profile),
    "paste": Application(
        "npm", ("@twilio-paste/core@21.5.0", "@twilio-paste/icons@13.1.0", *_REACT,
                "--legacy-peer-deps"), _FOLDER, built("paste", "paste.jsx")),
    "vxetable": Application(
        "npm", ("vxe-table@4.21.3", "vxe-pc-ui@4.17.14", "vue@3.5.45", "esbuild@0.28.2"),
        _FOLDER, built("vxetable", "vxetable.js", _VUE, "--loader:.woff=dataurl",
                       "--loader:.ttf=dataurl")),
    "mintui": _of_kit("mintui", "mint-ui@2.2.13", "vue@2.7.16"),
    "adminkit": Application(
        "npm", (), _FOLDER, pages_of("adminkit/source/static", twentieth_data.JUNE)),
    "evocalendar": Application("npm", ("jquery@3.7.1",), _FOLDER, twentieth_data.calendar),
    "beautify": Application(
        "npm", ("codemirror@5.65.16", "jquery@3.7.1", "js-cookie@3.0.5", "requirejs@2.3.6",
                "js-beautify@2.0.3"), _FOLDER, twentieth_data.beautifier),
    "minesweeper": Application(
        "npm", (), _FOLDER, pages_of("minesweeper/source", twentieth_data.SEED)),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "klaus": Screen(
        "klaus", "/ferry/", (("hover", ".branch-selector"),),
        wait=f"{_TEXT}.includes('Write the times')"),
    "snakeviz": Screen(
        "snakeviz", "/snakeviz/ferry.prof",
        wait="document.querySelectorAll('#chart rect').length > 5"),
    "paste": Screen("paste", wait=_READY),
    "vxetable": Screen("vxetable", wait=_READY),
    "mintui": Screen("mintui", viewport=PHONE, scale=2, wait=_READY),
    "adminkit": Screen(
        "adminkit", "/index.html", (("press", "#alertsDropdown"),),
        wait="!!document.querySelector('.feather')"),
    "evocalendar": Screen(
        "evocalendar", "/index.html", (("press", "text=Demo"),),
        wait="!!document.querySelector('.calendar-day')"),
    "beautify": Screen(
        "beautify", "/index.html", wait="!!document.querySelector('.CodeMirror')"),
    "minesweeper": Screen(
        "minesweeper", "/index.html",
        (("press", ".js-settings"), ("press", "#emoji"), ("until", _SMALL),
         ("press", ".js-popup-new-game"), ("press", ".x1.y1"), ("hover", 100, 600)),
        wait="!!document.querySelector('.cell')"),
}  # fmt: skip
applications.APPLICATIONS.update(TWENTIETH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(TWENTIETH, SCREENS)
