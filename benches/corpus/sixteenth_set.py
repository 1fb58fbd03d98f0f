"""The sixteenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/sixteenth_set.py install
    python benches/corpus/sixteenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import sixteenth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _READY, _START, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
_REACT = ("react@18.3.1", "react-dom@18.3.1", _BUNDLER)
_VUE = "--alias:vue=vue/dist/vue.esm-bundler.js"
_ANGULAR = tuple(
    f"@angular/{name}@21.1.0"
    for name in ("core", "common", "compiler", "platform-browser", "forms", "router", "animations")
)
SOURCES = {
    "asn1js": ("lapo-luchini/asn1js", "88cb85613a751d4a20582655aa04dccfc7c00afe"),
    "pathfinding": ("qiao/PathFinding.js", "2904a9afba483c02b5a61eb60fefd63e9b2db78c"),
    "sbadmin": (
        "StartBootstrap/startbootstrap-sb-admin-2", "f0309881ef82794a1bd6257cd321801bc38a0f3d"),
}  # fmt: skip
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
SIXTEENTH: dict[str, Application] = {
    "pretalx": Application("pip", ("pretalx==2025.2.2",), _START, sixteenth_data.conference),
    "phoenix": Application(
        "pip", ("arize-phoenix==20.26.1",), (*_START, "{other}"), sixteenth_data.watcher,
        sixteenth_data.questions),
    "signalk": Application("npm", ("signalk-server@2.23.0",), _START, sixteenth_data.boat),
    "baseui": Application(
        "npm", ("baseui@16.1.1", "styletron-react@6.1.1", "styletron-engine-monolithic@1.0.0",
                *_REACT, "--legacy-peer-deps"), _FOLDER, built("baseui", "baseui.jsx")),
    "mazui": Application(
        "npm", ("maz-ui@4.9.3", "vue@3.5.45", _BUNDLER), _FOLDER,
        built("mazui", "mazui.js", _VUE)),
    "bits": Application(
        "npm", ("bits-ui@2.21.0", "@internationalized/date@3.12.4", "svelte@5.57.3", _BUNDLER),
        _FOLDER, built("bits", "Bits.svelte")),
    "ngxbootstrap": Application(
        "npm", ("ngx-bootstrap@21.2.2", "bootstrap@5.3.8", *_ANGULAR, "rxjs@7.8.2", "tslib@2.8.1",
                "zone.js@0.15.1", _BUNDLER, "--legacy-peer-deps"), _FOLDER,
        built("ngxbootstrap", "ngxbootstrap.ts")),
    "astrouxds": _of_kit("astrouxds", "@astrouxds/astro-web-components@8.0.0"),
    "nhsuk": _of_kit("nhsuk", "nhsuk-frontend@10.6.1"),
    "asn1js": Application("npm", (), _FOLDER, pages_of("asn1js/source")),
    "pathfinding": Application("npm", (), _FOLDER, pages_of("pathfinding/source/visual")),
    "sbadmin": Application("npm", (), _FOLDER, pages_of("sbadmin/source")),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "pretalx": Screen(
        "pretalx", "/orga/event/days/submissions/", wait=f"{_TEXT}.includes('Songs of rowers')"),
    "phoenix": Screen(
        "phoenix", "/projects/UHJvamVjdDoy", wait=f"{_TEXT}.includes('Who drives')"),
    "signalk": Screen(
        "signalk", "/admin/#/serverConfiguration/settings", wait=f"{_TEXT}.includes('Server')"),
    "baseui": Screen("baseui", wait=_READY),
    "mazui": Screen("mazui", wait=_READY),
    "bits": Screen("bits", wait=_READY),
    "ngxbootstrap": Screen("ngxbootstrap", wait=_READY),
    "astrouxds": Screen("astrouxds", wait=_READY),
    "nhsuk": Screen("nhsuk", viewport=PHONE, scale=2, wait=_READY),
    "asn1js": Screen(
        "asn1js", "/index.html", (
            ("press", "#butExample"), ("until", f"{_TEXT}.includes('ContentInfo')"),
            ("hover", 700, 60)), wait=f"{_TEXT}.includes('Instructions')"),
    "pathfinding": Screen("pathfinding", "/index.html", wait=f"{_TEXT}.includes('Start Search')"),
    "sbadmin": Screen(
        "sbadmin", "/tables.html", (("press", "text=Pages"), ("press", "#userDropdown")),
        wait=f"{_TEXT}.includes('Showing 1')"),
}  # fmt: skip
applications.APPLICATIONS.update(SIXTEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(SIXTEENTH, SCREENS)
