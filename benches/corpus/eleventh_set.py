"""The eleventh sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/eleventh_set.py install
    python benches/corpus/eleventh_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import eleventh_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
ELEVENTH: dict[str, Application] = {
    "taguette": Application(
        "pip", ("taguette==1.5.2", "setuptools<81"),
        ("{bin}/python", "{home}/taguette_app.py", "{port}"), _copied("taguette_app.py")),
    "appbuilder": Application(
        "pip", ("flask-appbuilder==5.3.0",),
        ("{bin}/python", "{home}/appbuilder_app.py", "{port}"), _copied("appbuilder_app.py")),
    "djangowiki": Application(
        "pip", ("wiki==0.13.0", "django==5.2.19"),
        ("{bin}/python", "{home}/djangowiki_app.py", "{port}"), _copied("djangowiki_app.py")),
    "altair": Application("npm", ("altair-static@8.5.9",), _FOLDER, eleventh_data.queries),
    "mirador": Application("npm", ("mirador@4.0.0", *_REACT), _FOLDER, eleventh_data.leaves),
    "grommet": Application(
        "npm", ("grommet@2.57.0", "grommet-icons@4.14.0", "styled-components@6.6.0", *_REACT),
        _FOLDER, built("grommet", "grommet.jsx")),
    "lyne": Application(
        "npm", ("@sbb-esta/lyne-elements@5.11.0", "lit@3.3.1", _BUNDLER), _FOLDER,
        built("lyne", "lyne.js")),
    "gijgo": _of_kit("gijgo", "gijgo@1.9.14", "jquery@3.7.1"),
    "tinyvue": Application(
        "npm", ("@opentiny/vue@3.31.0", "@opentiny/vue-icon@3.31.0", "vue@3.5.45", _BUNDLER),
        _FOLDER, built("tinyvue", "tinyvue.js", "--alias:vue=vue/dist/vue.esm-bundler.js",
              "--loader:.jpg=dataurl", "--loader:.png=dataurl", "--loader:.gif=dataurl")),
    "gestalt": Application(
        "npm", ("gestalt@177.0.12", *_REACT, "--legacy-peer-deps"), _FOLDER,
        built("gestalt", "gestalt.jsx")),
    "weui": _of_kit("weui", "weui@2.6.26", "weui.js@1.2.28"),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "taguette": Screen(
        "taguette", f"/?token={eleventh_data.TOKEN}", (
            ("press", "text=Tea drinkers"), ("until", f"{_TEXT}.includes('Talk with Bo')"),
            ("press", "text=Talk with Ann"), ("press", "text=they know me")),
        wait=f"{_TEXT}.includes('Tea drinkers')"),
    "appbuilder-boats": Screen(
        "appbuilder", "/enter/?to=/boatview/list/", (("press", "text=Security"),),
        wait=f"{_TEXT}.includes('Cygnet')"),
    "djangowiki-page": Screen(
        "djangowiki", "/enter/?to=/wiki/beans/", viewport=PHONE, scale=2,
        wait=f"{_TEXT}.includes('Harvest')"),
    "altair": Screen(
        "altair", steps=(("until", f"!{_TEXT}.includes('Failed to fetch')"),),
        wait=f"{_TEXT}.includes('customer') && {_TEXT}.includes('Failed to fetch')"),
    "mirador": Screen("mirador", wait=f"{_TEXT}.includes('leaf 4')"),
    "grommet": Screen("grommet", wait=_READY),
    "lyne": Screen("lyne", wait=_READY),
    "gijgo": Screen("gijgo", wait=_READY),
    "tinyvue": Screen("tinyvue", wait=_READY),
    "gestalt": Screen("gestalt", wait=_READY),
    "weui": Screen("weui", viewport=PHONE, scale=2, wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(ELEVENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(ELEVENTH, SCREENS)
