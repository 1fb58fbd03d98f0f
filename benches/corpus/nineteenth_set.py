"""The nineteenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/nineteenth_set.py install
    python benches/corpus/nineteenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import nineteenth_data  # noqa: E402
from applications import Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _START, _TEXT  # noqa: E402

_VUE = "--alias:vue=vue/dist/vue.esm-bundler.js"
_FONTS = ("--loader:.woff=dataurl", "--loader:.ttf=dataurl", "--loader:.eot=dataurl",
          "--loader:.png=dataurl")  # fmt: skip
SOURCES = {
    "purpleadmin": (
        "BootstrapDash/PurpleAdmin-Free-Admin-Template",
        "5c8b9020ec2be4e37ee217833a972d9769b0b022"),
    "audiomass": ("pkalogiros/AudioMass", "baa37d534f63ffc349cbed1dea7588897d8b3878"),
    "dataconverter": (
        "shancarter/mr-data-converter", "e5d6cb616eafe2d16beb6c7f0399d7ca5c142304"),
    "colorbrewer": ("axismaps/colorbrewer", "7d135fc4e19eda73f2eb1bf55fcdf4a04fe4881f"),
}  # fmt: skip
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
NINETEENTH: dict[str, Application] = {
    "unmanic": Application("pip", ("unmanic==0.4.1",), _START, nineteenth_data.library),
    "sickchill": Application(
        "pip", ("sickchill==2024.3.1", "stevedore==5.1.0", "setuptools<81"), _START,
        nineteenth_data.shows),
    "semanticui": Application(
        "npm", ("semantic-ui-react@2.1.5", "fomantic-ui-css@2.9.4", *_REACT, "--legacy-peer-deps"),
        _FOLDER, built("semanticui", "semanticui.jsx", *_FONTS)),
    "reactspectrum": Application(
        "npm", ("@adobe/react-spectrum@3.47.5", *_REACT, "--legacy-peer-deps"), _FOLDER,
        built("reactspectrum", "reactspectrum.jsx")),
    "vexip": Application(
        "npm", ("vexip-ui@2.3.40", "vue@3.5.45", "esbuild@0.28.2"), _FOLDER,
        built("vexip", "vexip.js", _VUE)),
    "purpleadmin": Application("npm", (), _FOLDER, pages_of("purpleadmin/source")),
    "audiomass": Application("npm", (), _FOLDER, pages_of("audiomass/source/src")),
    "dataconverter": Application("npm", (), _FOLDER, pages_of("dataconverter/source")),
    "colorbrewer": Application(
        "npm", ("jquery@1.11.3", "jquery-migrate@1.2.1"), _FOLDER, nineteenth_data.brewer()),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "unmanic": Screen(
        "unmanic", "/unmanic/ui/settings-library", wait=f"{_TEXT}.includes('File testing')"),
    "sickchill": Screen("sickchill", "/config/general/", wait=f"{_TEXT}.includes('Misc')"),
    "semanticui": Screen("semanticui", wait=_READY),
    "reactspectrum": Screen("reactspectrum", wait=_READY),
    "vexip": Screen("vexip", wait=_READY),
    "purpleadmin": Screen(
        "purpleadmin", "/pages/forms/basic_elements.html", wait=f"{_TEXT}.includes('Dashboard')"),
    "audiomass": Screen(
        "audiomass", "/index.html", (
            ("press", "text=OK"), ("press", "text=here to use a sample"),
            ("until", "document.querySelectorAll('.pk_inact').length < 10"),
            ("press", "text=Effects")),
        wait=f"{_TEXT}.includes('Welcome to AudioMass')"),
    "dataconverter": Screen(
        "dataconverter", "/index.html", (("press", "text=Use sample"),),
        wait=f"{_TEXT}.includes('Delimiter')"),
    "colorbrewer": Screen("colorbrewer", "/index.html", wait=f"{_TEXT}.includes('Nature')"),
}  # fmt: skip
applications.APPLICATIONS.update(NINETEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(NINETEENTH, SCREENS)
