"""The thirteenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/thirteenth_set.py install
    python benches/corpus/thirteenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import thirteenth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _ANGULAR, _FOLDER, _REACT, _READY, _START, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
_VUE = "--alias:vue=vue/dist/vue.esm-bundler.js"
_FONTS = ("--loader:.woff=dataurl", "--loader:.ttf=dataurl", "--loader:.eot=dataurl")
THIRTEENTH: dict[str, Application] = {
    "tryton": Application(
        "pip", ("trytond==8.0.12", "trytond-party==8.0.4"), _START, thirteenth_data.parties),
    "kedroviz": Application(
        "pip", ("kedro-viz==12.5.0", "kedro==1.7.0"), _START, thirteenth_data.pipeline),
    "sqlexplorer": Application(
        "pip", ("django-sql-explorer==5.3.1", "django==5.2.19"),
        ("{bin}/python", "{home}/sqlexplorer_app.py", "{port}"), _copied("sqlexplorer_app.py")),
    "graphicwalker": Application(
        "npm", ("@kanaries/graphic-walker@0.5.2", "react@19.2.0", "react-dom@19.2.0",
                "styled-components@6.6.0", _BUNDLER), _FOLDER,
        built("graphicwalker", "graphicwalker.jsx")),
    "ringui": Application(
        "npm", ("@jetbrains/ring-ui-built@7.0.107", "core-js@3.46.0", *_REACT), _FOLDER,
        built("ringui", "ringui.jsx", *_FONTS)),
    "wordpress": Application(
        "npm", ("@wordpress/components@41.0.0", "@wordpress/icons@17.0.0",
                "@wordpress/i18n@6.29.0", *_REACT),
        _FOLDER, built("wordpress", "wordpress.jsx", *_FONTS)),
    "poui": Application(
        "npm", ("@po-ui/ng-components@21.30.0", "@po-ui/style@21.30.0", *_ANGULAR,
                "@angular/platform-browser-dynamic@21.1.0", "rxjs@7.8.2", "tslib@2.8.1",
                "zone.js@0.15.1", _BUNDLER,
                "--legacy-peer-deps"), _FOLDER,
        built("poui", "poui.ts", *_FONTS)),
    "umbraco": Application(
        "npm", ("@umbraco-ui/uui@2.0.2", _BUNDLER), _FOLDER, built("umbraco", "umbraco.js")),
    "sgds": Application(
        "npm", ("@govtechsg/sgds-web-component@3.8.0", _BUNDLER), _FOLDER,
        built("sgds", "sgds.js", *_FONTS)),
    "waveui": Application(
        "npm", ("wave-ui@4.0.2", "vue@3.5.45", "@mdi/font@7.4.47", _BUNDLER), _FOLDER,
        built("waveui", "waveui.js", _VUE, *_FONTS)),
    "trumbowyg": _of_kit("trumbowyg", "trumbowyg@2.31.0", "jquery@3.7.1"),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "tryton": Screen(
        "tryton", "/#club", (
            ("press", "#login"), ("type", "admin"), ("press", ".login-dialog button.btn-primary"),
            ("until", "!!document.querySelector('input[type=password]')"),
            ("press", "input[type=password]"), ("type", "ferry-bread-7"), ("press", "text=OK"),
            ("until", f"{_TEXT}.includes('Parties')"), ("press", "text=Parties"),
            ("press", 85, 141), ("until", f"{_TEXT}.includes('Bakery Horn')")),
        wait="!!document.querySelector('.login-dialog')"),
    "kedroviz": Screen("kedroviz", wait=f"{_TEXT}.includes('write_report')"),
    "sqlexplorer": Screen(
        "sqlexplorer", "/enter/?to=/explorer/1/", (("press", ".accordion-button"),),
        wait=f"{_TEXT}.includes('Cairo')"),
    "graphicwalker": Screen("graphicwalker", wait=_READY),
    "ringui": Screen("ringui", wait=_READY),
    "wordpress": Screen("wordpress", wait=_READY),
    "sgds": Screen("sgds", viewport=PHONE, scale=2, wait=_READY),
    "poui": Screen("poui", wait=_READY),
    "umbraco": Screen("umbraco", wait=_READY),
    "waveui": Screen("waveui", wait=_READY),
    "trumbowyg": Screen("trumbowyg", wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(THIRTEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(THIRTEENTH, SCREENS)
