"""The fourth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/fourth_set.py install
    python benches/corpus/fourth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import demo_data  # noqa: E402
import fourth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from second_set import KITS  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable


def _storefront(bin_: Path, home: Path) -> None:
    """Its signs and its script lie beside it instead of on a foreign host."""
    modules, site = bin_.parent, home / "site"
    shutil.copytree(modules / "startbootstrap-shop-homepage" / "dist", site)
    (site / "lib").symlink_to(modules)
    page = site / "index.html"
    text = page.read_text()
    for far, near in (
        ("https://cdn.jsdelivr.net/npm/bootstrap-icons@1.5.0/font", "lib/bootstrap-icons/font"),
        ("https://cdn.jsdelivr.net/npm/bootstrap@5.2.3", "lib/bootstrap"),
        ("https://dummyimage.com/450x300/dee2e6/6c757d.jpg", "assets/pot.png"),
    ):
        text = text.replace(far, near)
    page.write_text(text)
    demo_data.png(site / "assets" / "pot.png", (190, 150, 120))


def _specification(bin_: Path, home: Path) -> None:
    applications._kit("rapidoc")(bin_, home)
    (home / "site" / "shop.json").write_text(json.dumps(demo_data.SPECIFICATION))


def _copied(name: str) -> Callable[[Path, Path], None]:
    def before(_: Path, home: Path) -> None:
        shutil.copy(KITS / name, home)

    return before


_of_kit, _FOLDER = applications._of_kit, applications._FOLDER
FOURTH: dict[str, Application] = {
    "fava": Application(
        "pip", ("fava==1.30.16", "beancount==3.2.3"),
        ("{bin}/fava", "-p", "{port}", "{home}/shop.beancount"), fourth_data.ledger),
    "nodered": Application(
        "npm", ("node-red@4.1.15",),
        ("node", "{bin}/node-red", "-p", "{port}", "-u", "{home}", "-s", "{home}/settings.js"),
        fourth_data.flows),
    "mitmweb": Application(
        "pip", ("mitmproxy==11.0.2",),
        ("{bin}/mitmweb", "--no-web-open-browser", "--web-port", "{port}", "--listen-port",
         "{other}", "--set", "web_password=open", "--set", "confdir={home}"),
        after=fourth_data.requests),
    "sphinx": Application(
        "pip", ("Sphinx==9.0.4", "pydata-sphinx-theme==0.24.0"), _FOLDER,
        fourth_data.documentation),
    "pywebio": Application(
        "pip", ("pywebio==1.8.4", "setuptools<81"),
        ("{bin}/python", "{home}/pywebio_app.py", "{port}"), _copied("pywebio_app.py")),
    "flaskadmin": Application(
        "pip", ("flask-admin==2.2.1",),
        ("{bin}/python", "{home}/flaskadmin_app.py", "{port}", "{home}"),
        _copied("flaskadmin_app.py")),
    "storefront": Application(
        "npm", ("startbootstrap-shop-homepage@5.0.6", "bootstrap@5.3.9",
                "bootstrap-icons@1.13.2"), _FOLDER, _storefront),
    "jspreadsheet": _of_kit("jspreadsheet", "jspreadsheet-ce@5.0.4", "jsuites@6.4.3"),
    "jsoneditor": _of_kit("jsoneditor", "jsoneditor@10.4.3"),
    "revogrid": _of_kit("revogrid", "@revolist/revogrid@4.28.1"),
    "jodit": _of_kit("jodit", "jodit@4.15.13"),
    "grapesjs": _of_kit("grapesjs", "grapesjs@0.23.6", "font-awesome@4.7.0"),
    "mdui": _of_kit("mdui", "mdui@2.1.5"),
    "rapidoc": Application("npm", ("rapidoc@9.3.8",), _FOLDER, _specification),
    "vanillacalendar": _of_kit("vanillacalendar", "vanilla-calendar-pro@3.4.0"),
    "buefy": _of_kit("buefy", "buefy@3.1.0", "vue@3.5.45", "@mdi/font@7.4.47"),
}  # fmt: skip
_TEXT = "document.body.innerText"
_READY = "!!document.body.dataset.ready"
SCREENS: dict[str, Screen] = {
    "fava-journal": Screen("fava", "/shop/journal/", wait=f"{_TEXT}.includes('Tea no')"),
    "nodered": Screen("nodered", wait=f"{_TEXT}.includes('Check stock')"),
    "mitmweb": Screen("mitmweb", "/?token=open", wait=f"{_TEXT}.includes('pots')"),
    "sphinx": Screen("sphinx", "/orders.html"),
    "pywebio": Screen("pywebio", wait=f"{_TEXT}.includes('Packs')"),
    "flaskadmin": Screen("flaskadmin", "/admin/files/"),
    "storefront": Screen("storefront", steps=(("wheel", 600, 500, 700),)),
    "jspreadsheet": Screen("jspreadsheet", wait=_READY),
    "jsoneditor": Screen("jsoneditor", wait=_READY),
    "revogrid": Screen("revogrid", wait=_READY),
    "jodit": Screen("jodit", wait=_READY),
    "grapesjs": Screen("grapesjs", wait=_READY),
    "mdui": Screen("mdui", viewport=PHONE, scale=2, wait=_READY),
    "rapidoc": Screen("rapidoc", wait=_READY),
    "vanillacalendar": Screen("vanillacalendar", wait=_READY),
    "buefy": Screen("buefy", wait=_READY),
}
applications.APPLICATIONS.update(FOURTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(FOURTH, SCREENS)
