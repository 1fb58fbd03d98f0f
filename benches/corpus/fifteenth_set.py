"""The fifteenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/fifteenth_set.py install
    python benches/corpus/fifteenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import fifteenth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _START, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
_VUE = "--alias:vue=vue/dist/vue.esm-bundler.js"
_FONTS = ("--loader:.woff=dataurl", "--loader:.ttf=dataurl", "--loader:.eot=dataurl")
_ATLASKIT = (
    "breadcrumbs@17.8.6", "button@25.6.0", "checkbox@19.0.0", "css-reset@8.4.6",
    "dropdown-menu@21.0.2", "dynamic-table@19.3.8", "form@18.2.1", "icon@38.0.2",
    "lozenge@17.0.6", "modal-dialog@17.1.1", "radio@10.2.6", "section-message@10.2.6",
    "select@23.1.3", "tabs@21.3.0", "tag@17.0.3", "textarea@10.2.7", "textfield@10.2.6",
    "toggle@17.3.5", "tokens@20.7.0",
)  # fmt: skip
SOURCES = {
    "mymind": ("ondras/my-mind", "33bc568654f4e31a357c8b4ab2da8f1a005db90e"),
    "vivus": ("maxwellito/vivus-instant", "46b77d0e99af8fa82f84cb779f4a91aba9e982e2"),
    "cubicbezier": ("LeaVerou/cubic-bezier", "c93dfa3b47d48700b6c7838066cb85353f010072"),
}
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
FIFTEENTH: dict[str, Application] = {
    "kolibri": Application("pip", ("kolibri==0.19.5",), _START, fifteenth_data.school),
    "bugsink": Application(
        "pip", ("bugsink==2.6.2",), _START, fifteenth_data.register, fifteenth_data.errors),
    "vitestui": Application(
        "npm", ("vitest@3.2.4", "@vitest/ui@3.2.4", "vite@6.3.6"), _START,
        fifteenth_data.tests_of_bakery),
    "atlaskit": Application(
        "npm", (*(f"@atlaskit/{each}" for each in _ATLASKIT), *_REACT), _FOLDER,
        built("atlaskit", "atlaskit.jsx")),
    "reactbootstrap": Application(
        "npm", ("react-bootstrap@2.10.10", "bootstrap@5.3.8", *_REACT), _FOLDER,
        built("reactbootstrap", "reactbootstrap.jsx")),
    "oruga": Application(
        "npm", ("@oruga-ui/oruga-next@0.13.5", "@oruga-ui/theme-bulma@0.10.1", "bulma@1.0.4",
                "vue@3.5.45", "@mdi/font@7.4.47", _BUNDLER, "--legacy-peer-deps"), _FOLDER,
        built("oruga", "oruga.js", _VUE, *_FONTS)),
    "webawesome": Application(
        "npm", ("@awesome.me/webawesome@3.14.0", _BUNDLER), _FOLDER,
        built("webawesome", "webawesome.js")),
    "bootstrapitalia": _of_kit("bootstrapitalia", "bootstrap-italia@2.18.3"),
    "mymind": Application(
        "npm", ("font-awesome@4.7.0",), _FOLDER, pages_of(
            "mymind/source", fifteenth_data.SIGNS, "mymind/node_modules")),
    "vivus": Application("npm", (), _FOLDER, pages_of("vivus/source")),
    "cubicbezier": Application("npm", (), _FOLDER, pages_of("cubicbezier/source")),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "kolibri": Screen(
        "kolibri", "/en/auth/#/signin", (
            ("press", "input[type=text]"), ("type", "ann"), ("press", ".login-btn"),
            ("until", "!!document.querySelector('input[type=password]')"),
            ("press", "input[type=password]"), ("type", "bread7"),
            ("press", 640, 436), ("until", "!location.pathname.includes('/auth')"),
            ("until", "(location.href = '/en/facility/', true)"),
            ("until", f"location.href.includes('/facility/#/') && {_TEXT}.includes('No classes')"),
            ("press", "text=Users"), ("until", f"{_TEXT}.includes('Flo Dahl')")),
        wait="!!document.querySelector('input[type=text]')"),
    "bugsink": Screen("bugsink", "/issues/1/", wait=f"{_TEXT}.includes('OvenTooHot')"),
    "vitestui": Screen(
        "vitestui", "/__vitest__/", (("press", 401, 24),),
        wait=f"{_TEXT}.includes('keeps the bread warm')"),
    "atlaskit": Screen("atlaskit", wait=_READY),
    "reactbootstrap": Screen("reactbootstrap", wait=_READY),
    "oruga": Screen("oruga", wait=_READY),
    "webawesome": Screen(
        "webawesome", "/index.html", (("press", "#open > wa-button"),), wait=_READY),
    "bootstrapitalia": Screen("bootstrapitalia", viewport=PHONE, scale=2, wait=_READY),
    "mymind": Screen("mymind", "/index.html", wait=f"{_TEXT}.includes('My Mind')"),
    "vivus": Screen("vivus", "/index.html", wait=f"{_TEXT}.includes('Duration')"),
    "cubicbezier": Screen("cubicbezier", "/index.html", wait=f"{_TEXT}.includes('Library')"),
}  # fmt: skip
applications.APPLICATIONS.update(FIFTEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(FIFTEENTH, SCREENS)
