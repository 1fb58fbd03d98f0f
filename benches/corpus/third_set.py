"""The third sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/third_set.py install
    python benches/corpus/third_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import demo_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from second_set import KITS, _bundle  # noqa: E402


def _tracker(bin_: Path, home: Path) -> None:
    quiet = subprocess.DEVNULL
    start = [bin_ / "trac-admin", home / "shop", "initenv", "Shop", "sqlite:db/trac.db"]
    subprocess.run(start, check=True, stdout=quiet)
    subprocess.run([bin_ / "python", KITS / "trac_data.py", home / "shop"], check=True)


def _table(_: Path, home: Path) -> None:
    shutil.copy(KITS / "dtale_app.py", home)


def _variables(port: int, _: int) -> None:
    for name, value in (("carrier", "bicycle"), ("pots", 6), ("shop", "Oslo"), ("tea", "assam")):
        data = {"name": name, "value": value, "tags": ["stock"] if name in ("pots", "tea") else []}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/variables/",
            json.dumps(data).encode(),
            {"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request).close()


_of_kit, _FOLDER = applications._of_kit, applications._FOLDER
_REACT = ("react@18.3.1", "react-dom@18.3.1", "esbuild@0.28.2")
THIRD: dict[str, Application] = {
    "trac": Application(
        "pip", ("trac==1.6", "setuptools<81"),
        ("{bin}/tracd", "-s", "--hostname", "127.0.0.1", "--port", "{port}", "{home}/shop"),
        _tracker),
    "sendria": Application(
        "pip", ("sendria==2.2.2",),
        ("{bin}/sendria", "-f", "--db", "{home}/mails.sqlite", "--smtp-port", "{other}",
         "--http-port", "{port}"), after=lambda _, smtp: demo_data.mails(smtp)),
    "dtale": Application(
        "pip", ("dtale==3.22.0",), ("{bin}/python", "{home}/dtale_app.py", "{port}"), _table),
    "prefect": Application(
        "pip", ("prefect==3.9.1",),
        ("env", "PREFECT_HOME={home}", "PREFECT_SERVER_ANALYTICS_ENABLED=false",
         "PREFECT_UI_API_URL=http://127.0.0.1:{port}/api", "{bin}/prefect", "server", "start",
         "--port", "{port}"), after=_variables),
    "reactadmin": Application(
        "npm", ("react-admin@5.15.4", "ra-data-fakerest@5.15.4", *_REACT), _FOLDER,
        _bundle("reactadmin")),
    "wunderbaum": _of_kit("wunderbaum", "wunderbaum@0.14.1", "bootstrap-icons@1.13.2"),
    "formio": _of_kit("formio", "@formio/js@5.6.0", "bootstrap@5.3.9", "bootstrap-icons@1.13.2"),
    "vistimeline": _of_kit("vistimeline", "vis-timeline@8.5.4", "vis-data@8.0.6"),
    "airdatepicker": _of_kit("airdatepicker", "air-datepicker@3.6.0"),
    "layui": _of_kit("layui", "layui@2.13.6"),
    "uppy": _of_kit("uppy", "uppy@6.0.1"),
    "onsen": _of_kit("onsen", "onsenui@2.12.9"),
    "eventcalendar": _of_kit("eventcalendar", "@event-calendar/build@5.10.1"),
    "flow": Application("npm", ("@xyflow/react@12.12.1", *_REACT), _FOLDER, _bundle("flow")),
    "vditor": _of_kit("vditor", "vditor@4.0.0"),
    "dockview": _of_kit("dockview", "dockview-core@8.6.0"),
    "rsuite": Application("npm", ("rsuite@6.2.4", *_REACT), _FOLDER, _bundle("rsuite")),
}  # fmt: skip
_TEXT = "document.body.innerText"
_READY = "!!document.body.dataset.ready"
SCREENS: dict[str, Screen] = {
    "trac-query": Screen("trac", "/query?status=!closed&order=priority"),
    "trac-ticket": Screen("trac", "/ticket/1", steps=(("press", "text=Modify Ticket"),)),
    "sendria": Screen(
        "sendria",
        steps=(("press", "text=Your order 104 of ember"),),
        wait=f"{_TEXT}.includes('Your order')",
    ),
    "dtale": Screen(
        "dtale",
        "/dtale/main/1",
        steps=(("press", "text=stock"),),
        wait=f"{_TEXT}.includes('amber')",
    ),
    "prefect": Screen(
        "prefect", "/variables", steps=(("key", "Escape"),), wait=f"{_TEXT}.includes('carrier')"
    ),
    "vditor": Screen("vditor", wait=_READY),
    "dockview": Screen("dockview", wait=_READY),
    "reactadmin": Screen("reactadmin", wait=f"{_TEXT}.includes('Cleo')"),
    "wunderbaum": Screen("wunderbaum", wait=f"{_TEXT}.includes('Sencha')"),
    "formio": Screen("formio", wait=_READY),
    "vistimeline": Screen(
        "vistimeline", steps=(("press", "text=Taste"),), wait=f"{_TEXT}.includes('Taste')"
    ),
    "airdatepicker": Screen("airdatepicker", steps=(("press", "#when"),), wait=_READY),
    "layui": Screen("layui", wait=f"{_READY} && {_TEXT}.includes('王芳')"),
    "uppy": Screen("uppy", wait=f"{_READY} && {_TEXT}.includes('ember')"),
    "onsen": Screen("onsen", viewport=PHONE, scale=2, wait=_READY),
    "eventcalendar": Screen("eventcalendar", wait=_READY),
    "flow": Screen("flow", wait=f"{_TEXT}.includes('sorry')"),
    "rsuite": Screen("rsuite", wait=f"{_TEXT}.includes('أمل')"),
}
applications.APPLICATIONS.update(THIRD)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(THIRD, SCREENS)
