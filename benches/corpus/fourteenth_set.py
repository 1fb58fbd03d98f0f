"""The fourteenth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/fourteenth_set.py install
    python benches/corpus/fourteenth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import fourteenth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourteenth_data import pages_of  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_set import _FOLDER, _READY, _START, _TEXT, _of_kit  # noqa: E402

SOURCES = {
    "jsfxr": ("chr15m/jsfxr", "60030c1ecb65a0c55f7cc6495202416f172a1088"),
    "jspaint": ("1j01/jspaint", "53be67ab8c47cc0d2168899e7481bc04839c4c81"),
    "nullboard": ("apankrat/nullboard", "db653635307d02bb7c17144ba7dc2c1d1ab5408a"),
    "windmill": ("estevanmaito/windmill-dashboard", "e05267588134ca2f4129087cc65a59c38a9c36b5"),
}
"""Repositories on GitHub, with the commit, that no registry has: they lie in `source`."""
FOURTEENTH: dict[str, Application] = {
    "jsfxr": Application("npm", (), _FOLDER, pages_of("jsfxr/source")),
    "jspaint": Application("npm", (), _FOLDER, pages_of("jspaint/source")),
    "nullboard": Application("npm", (), _FOLDER, pages_of("nullboard/source")),
    "windmill": Application(
        "npm", ("alpinejs@2.8.2",), _FOLDER, pages_of(
            "windmill/source/public", fourteenth_data.ALPINE, "windmill/node_modules/alpinejs")),
    "materialdashboard": Application(
        "npm", ("material-dashboard@3.1.0", "material-icons@1.13.14"), _FOLDER, pages_of(
            "materialdashboard/node_modules/material-dashboard", fourteenth_data.SYMBOLS,
            "materialdashboard/node_modules/material-icons")),
    "photonkit": _of_kit("photonkit", "photonkit@0.1.2"),
    "tocas": _of_kit("tocas", "tocas@5.0.3"),
    "zope": Application(
        "pip", ("Zope==5.13", "ZODB==6.0.1"),
        ("{bin}/python", "{home}/zope_app.py", "{port}", "{bin}"),
        _copied("zope_app.py")),
    "unfold": Application(
        "pip", ("django-unfold==0.91.0", "django==5.2.19"),
        ("{bin}/python", "{home}/unfold_app.py", "{port}"), _copied("unfold_app.py")),
    "gerapy": Application(
        "pip", ("gerapy==0.9.13",), _START, fourteenth_data.crawlers, fourteenth_data.hosts),
    "crontabui": Application(
        "npm", ("crontab-ui@0.3.16",), _START, fourteenth_data.clock, fourteenth_data.jobs),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "jsfxr": Screen("jsfxr", "/index.html", wait=f"{_TEXT}.includes('permalink')"),
    "jspaint": Screen("jspaint", "/index.html", wait="!!document.querySelector('.tool')"),
    "nullboard": Screen("nullboard", "/nullboard.html", wait=f"{_TEXT}.includes('Welcome')"),
    "windmill": Screen(
        "windmill", "/forms.html", viewport=PHONE, scale=2,
        wait=f"{_TEXT}.includes('Forms')"),
    "materialdashboard": Screen(
        "materialdashboard", "/pages/billing.html", wait=f"{_TEXT}.includes('Invoices')"),
    "photonkit": Screen("photonkit", wait=_READY),
    "tocas": Screen("tocas", wait=_READY),
    "zope": Screen("zope", "/manage_main", wait=f"{_TEXT}.includes('harbour')"),
    "unfold": Screen(
        "unfold", "/enter/?to=/admin/auth/boat/", wait=f"{_TEXT}.includes('Specht')"),
    "gerapy": Screen(
        "gerapy", "/#/client", (
            ("press", "input[type=text]"),
            ("type", "admin"), ("press", "input[type=password]"), ("type", "admin"),
            ("press", ".btn-login"), ("until", "!location.hash.includes('login')"),
            ("until", "(location.hash = '#/client', true)"),
            ("until", f"{_TEXT}.includes('lighthouse') && {_TEXT}.includes('error')")),
        wait="!!document.querySelector('.btn-login')"),
    "crontabui": Screen("crontabui", wait=f"{_TEXT}.includes('ferry')"),
}  # fmt: skip
applications.APPLICATIONS.update(FOURTEENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    if sys.argv[1:2] != ["picture"]:
        for name in sys.argv[2:] or SOURCES:
            if name in SOURCES:
                fourteenth_data.check_out(applications.ROOT / name, *SOURCES[name])
    applications.main(FOURTEENTH, SCREENS)
