"""The twenty-second sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/twentysecond_set.py install
    python benches/corpus/twentysecond_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import twentysecond_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourteenth_data import check_out, pages_of  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _START, _TEXT, _of_kit  # noqa: E402

SOURCES = {
    "lightbootstrap": (
        "creativetimofficial/light-bootstrap-dashboard",
        "651e5de95677efcdb84fe76a3096250e8743beb8"),
    "wwwsqldesigner": ("ondras/wwwsqldesigner", "55d63afa35f84b4d17ab22dbd430534682ac53e3"),
    "clippy": ("bennettfeely/Clippy", "2f8d59931d1d373fddc7e7b3bf5a220539fd818a"),
}  # fmt: skip
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
TWENTYSECOND: dict[str, Application] = {
    "buku": Application("pip", ("buku[server]==5.0",), _START, twentysecond_data.bookmarks),
    "browsepy": Application(
        "pip", ("browsepy==0.5.6", "flask==2.1.3", "werkzeug==2.0.3", "setuptools<81"), _START,
        twentysecond_data.folder),
    "geist": Application(
        "npm", ("@geist-ui/core@2.3.8", "@geist-ui/icons@1.0.2", *_REACT, "--legacy-peer-deps"),
        _FOLDER, built("geist", "geist.jsx")),
    "codex": Application(
        "npm", ("@wikimedia/codex@2.6.0", "@wikimedia/codex-icons@2.6.0", "vue@3.5.45",
                "esbuild@0.28.2"), _FOLDER,
        built("codex", "codex.js", "--alias:vue=vue/dist/vue.esm-bundler.js")),
    "museui": _of_kit("museui", "muse-ui@3.0.2", "vue@2.7.16", "material-icons@1.13.14"),
    "lightbootstrap": Application(
        "npm", ("font-awesome@4.7.0",), _FOLDER,
        pages_of("lightbootstrap/source", twentysecond_data.SIGNS,
                 "lightbootstrap/node_modules/font-awesome")),
    "wwwsqldesigner": Application(
        "npm", (), _FOLDER, pages_of("wwwsqldesigner/source", twentysecond_data.HARBOUR)),
    "clippy": Application("npm", (), _FOLDER, twentysecond_data.shapes),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "buku": Screen("buku", "/bookmark/", wait=f"{_TEXT}.includes('ferry')"),
    "browsepy": Screen("browsepy", wait=f"{_TEXT}.includes('budget.csv')"),
    "geist": Screen("geist", wait=_READY),
    "codex": Screen("codex", wait=_READY),
    "museui": Screen("museui", viewport=PHONE, scale=2, wait=_READY),
    "lightbootstrap": Screen(
        "lightbootstrap", "/examples/notifications.html",
        wait=f"{_TEXT}.includes('Notifications')"),
    "wwwsqldesigner": Screen(
        "wwwsqldesigner", "/index.html", (("press", 78, 54), ("hover", 700, 600)), wait=_READY),
    "clippy": Screen(
        "clippy", "/index.html", wait="document.querySelectorAll('.handle').length > 2"),
}  # fmt: skip
applications.APPLICATIONS.update(TWENTYSECOND)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(TWENTYSECOND, SCREENS)
