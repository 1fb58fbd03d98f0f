"""The second sealed set: screens that no rule was made on, beside those of `applications.py`.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/second_set.py install
    python benches/corpus/second_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

KITS = HERE / "kits"


def _bundle(name: str) -> Callable[[Path, Path], None]:
    """The page of a kit that is written in JSX: bundled where its packages lie."""

    def before(bin_: Path, home: Path) -> None:
        site, folder = home / "site", bin_.parents[1]
        site.mkdir()
        source = folder / f"{name}.jsx"
        shutil.copy(KITS / source.name, source)
        command = [
            bin_ / "esbuild", source.name, "--bundle", f"--outfile={site / 'index.js'}",
            '--define:process.env.NODE_ENV="production"', "--log-level=error",
            "--banner:js=window.process={env:{}};window.global=window;",
            "--loader:.svg=dataurl", "--loader:.woff=dataurl", "--loader:.woff2=dataurl",
        ]  # fmt: skip
        subprocess.run(command, check=True, cwd=folder)
        style = "<link rel=stylesheet href=index.css>" if (site / "index.css").exists() else ""
        (site / "index.html").write_text(
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{name}</title>{style}"
            "<style>body{margin:0}</style><div id=root></div><script src=index.js></script></html>"
        )

    return before


def _film(bin_: Path, home: Path) -> None:
    """A sound of 90 s for the player."""
    applications._kit("shaka")(bin_, home)
    rate = 8000
    data = bytes(128 + (n // 40 % 2) for n in range(rate * 90))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1,
                       rate, rate, 1, 8, b"data", len(data))  # fmt: skip
    (home / "site" / "film.wav").write_bytes(head + data)


def _drawing(bin_: Path, home: Path) -> None:
    dist = bin_.parent / "svgedit" / "dist" / "editor"
    shutil.copytree(dist, home / "site", ignore=shutil.ignore_patterns("*.map", "tests"))


def _wiki(_: Path, home: Path) -> None:
    pages = home / "pages"
    pages.mkdir()
    for name, text in {
        "home": "# Shop\n\nWelcome. See [[Orders]] and [[Stock]].\n\n"
        "- [ ] count the tea\n- [x] pay\n",
        "orders": "# Orders\n\n## Open\n\nTwo of them.\n\n## Paid\n\n| number | who |\n|--|--|\n"
        "| 1 | Ann |\n| 2 | Bo |\n\n```python\nprint(1)\n```\n\n## Shipped\n\nSee [[Home]] and"
        " [the carrier](https://example.org).\n",
        "stock": "# Stock\n\nTea, pots.\n",
    }.items():
        (pages / f"{name}.md").write_text(text)
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Start"]):
        subprocess.run(["git", *words], cwd=pages, check=True)
    (home / "settings.cfg").write_text(
        f"REPOSITORY = '{pages}'\nSECRET_KEY = 'a demonstration and nothing else'\n"
        "SQLALCHEMY_DATABASE_URI = 'sqlite:///:memory:'\nSITE_NAME = 'Shop'\n"
    )


def _programs(_: Path, home: Path) -> None:
    programs = "".join(
        f"[program:{name}]\ncommand={command}\nautorestart=false\nstartsecs=0\n"
        f"autostart={'false' if name == 'backup' else 'true'}\nstdout_logfile={home}/{name}.log\n"
        for name, command in (
            ("web", "sleep 1000"), ("mail", "sleep 1000"), ("backup", "sleep 1000"),
            ("report", "true"), ("queue", "sleep 1000"),
        )
    )  # fmt: skip
    (home / "supervisord.conf").write_text(
        "[inet_http_server]\nport=127.0.0.1:%(ENV_PORT)s\n[supervisord]\nnodaemon=true\n"
        f"pidfile={home}/supervisord.pid\nlogfile={home}/supervisord.log\n"
        "[rpcinterface:supervisor]\n"
        "supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface\n"
        + programs
    )


def _printer(bin_: Path, home: Path) -> None:
    base = home / "base"
    (base / "uploads").mkdir(parents=True)
    for name in ("cup", "lid", "handle"):
        (base / "uploads" / f"{name}.gcode").write_text("G28\nG1 X10 Y10 F3000\n" * 40)
    (base / "config.yaml").write_text(
        "server:\n  firstRun: false\n  onlineCheck: {enabled: false}\n"
        "  pluginBlacklist: {enabled: false}\n"
        "  seenWizards: {backup: 1, classicwebcam: 1, corewizard: 4, tracking: 2}\n"
        "accessControl:\n  autologinLocal: true\n  autologinAs: ann\n"
        "plugins:\n  tracking: {enabled: false}\n  _disabled: [announcements, softwareupdate]\n"
    )
    command = [bin_ / "octoprint", "--basedir", base, "user", "add", "ann", "--password", "demo",
               "--admin"]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _shop(_: Path, home: Path) -> None:
    shutil.copy(KITS / "starlette_app.py", home)


_of_kit, _FOLDER = applications._of_kit, applications._FOLDER
SECOND: dict[str, Application] = {
    "decap": _of_kit("decap", "decap-cms@3.16.3"),
    "svgedit": Application("npm", ("svgedit@7.4.1",), _FOLDER, _drawing),
    "datatables": _of_kit("datatables", "datatables.net@2.3.8", "datatables.net-dt@2.3.8",
                          "datatables.net-buttons-dt@3.2.6", "datatables.net-select-dt@2.1.0",
                          "jquery@3.8.0"),
    "formbuilder": _of_kit("formbuilder", "formBuilder@3.23.1", "jquery@3.8.0",
                           "jquery-ui-dist@1.13.3"),
    "toastcalendar": _of_kit("toastcalendar", "@toast-ui/calendar@2.1.3", "tui-date-picker@4.3.3",
                             "tui-time-picker@2.1.6"),
    "vant": _of_kit("vant", "vant@4.10.2", "vue@3.5.45"),
    "shaka": Application("npm", ("shaka-player@5.2.12",), _FOLDER, _film),
    "maplibre": _of_kit("maplibre", "maplibre-gl@5.24.1", "@mapbox/mapbox-gl-draw@1.5.2"),
    "deepchat": _of_kit("deepchat", "deep-chat@2.4.2"),
    "cubone": Application("npm", ("@cubone/react-file-manager@1.35.0",
                                  "react@18.3.1", "react-dom@18.3.1",
                                  "esbuild@0.25.12"), _FOLDER, _bundle("cubone")),
    "trello": Application("npm", ("react-trello@2.2.11", "react@16.14.0",
                                  "react-dom@16.14.0",
                                  "esbuild@0.25.12"), _FOLDER, _bundle("trello")),
    "otterwiki": Application(
        "pip", ("otterwiki==2.26.1",),
        ("env", "OTTERWIKI_SETTINGS={home}/settings.cfg", "{bin}/flask", "--app",
         "otterwiki.server", "run", "--port", "{port}"), _wiki),
    "supervisor": Application(
        "pip", ("supervisor==4.3.0", "setuptools<81"),
        ("env", "PORT={port}", "{bin}/supervisord", "-n", "-c", "{home}/supervisord.conf"),
        _programs),
    "starletteadmin": Application(
        "pip", ("starlette-admin==0.15.1", "sqlalchemy==2.0.58", "uvicorn==0.54.0",
                "starlette==0.52.1", "jinja2==3.1.6",
                "python-multipart==0.0.34", "greenlet==3.5.6"),
        ("{bin}/python", "{home}/starlette_app.py", "{port}"), _shop),
    "octoprint": Application(
        "pip", ("octoprint==1.11.8",),
        ("{bin}/octoprint", "serve", "--iknowwhatimdoing", "--basedir", "{home}/base", "--host",
         "127.0.0.1", "--port", "{port}"), _printer),
}  # fmt: skip
_TEXT = "document.body.innerText"
_READY = "!!document.body.dataset.ready"
SCREENS: dict[str, Screen] = {
    "decap-posts": Screen(
        "decap", steps=(("press", "button"), ("until", f"{_TEXT}.includes('About cedar')"))
    ),
    "decap-entry": Screen("decap", steps=(("press", "button"), ("press", "text=About cedar"))),
    "svgedit": Screen(
        "svgedit", steps=(("press", 657, 489),), wait="!!document.querySelector('#svgcanvas svg')"
    ),
    "datatables": Screen("datatables", wait=f"{_TEXT}.includes('Lima')"),
    "formbuilder": Screen(
        "formbuilder",
        steps=(
            ("hover", "li.select-field"),
            ("press", "li.select-field .toggle-form"),
            ("hover", 640, 790),
        ),
        wait=_READY,
    ),
    "toastcalendar": Screen("toastcalendar", wait=f"{_TEXT}.includes('Dentist')"),
    "vant": Screen("vant", viewport=PHONE, scale=2, wait=f"{_TEXT}.includes('Basalt')"),
    "shaka": Screen("shaka", wait=_READY),
    "maplibre": Screen("maplibre", wait=_READY),
    "deepchat": Screen(
        "deepchat",
        wait="!!document.querySelector('deep-chat')?.shadowRoot?.querySelector('#text-input')",
    ),
    "cubone": Screen("cubone", wait=f"{_TEXT}.includes('basalt')"),
    "trello": Screen("trello", wait=f"{_TEXT}.includes('Stock')"),
    "otterwiki-page": Screen("otterwiki", "/Orders"),
    "otterwiki-edit": Screen("otterwiki", "/Orders/edit"),
    "supervisor": Screen("supervisor"),
    "starletteadmin-list": Screen(
        "starletteadmin", "/admin/order/list", wait=f"{_TEXT}.includes('shipped')"
    ),
    "starletteadmin-edit": Screen("starletteadmin", "/admin/order/edit/3"),
    "octoprint": Screen(
        "octoprint",
        steps=(
            ("press", "text=Got it!"),
            ("press", "text=Finish"),
            ("until", "!document.querySelector('.modal-backdrop')"),
        ),
        wait=f"{_TEXT}.includes('Setup Wizard')",
    ),
}
applications.APPLICATIONS.update(SECOND)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(SECOND, SCREENS)
