"""The sixth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/sixth_set.py install
    python benches/corpus/sixth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import sixth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402

_of_kit, _FOLDER = applications._of_kit, applications._FOLDER
_REACT = ("react@18.3.1", "react-dom@18.3.1", "esbuild@0.28.2")
_START = ("sh", "{home}/start.sh", "{port}", "{bin}")
_ANGULAR = tuple(
    f"@angular/{name}@21.1.0"
    for name in ("core", "common", "compiler", "platform-browser", "forms", "router",
                 "animations", "cdk")
)  # fmt: skip
SIXTH: dict[str, Application] = {
    "changedetection": Application(
        "pip", ("changedetection.io==0.60.10",), _START, sixth_data.watches),
    "roundup": Application(
        "pip", ("roundup==2.6.0",),
        ("{bin}/python", "{home}/roundup_app.py", "{port}", "{home}"), _copied("roundup_app.py")),
    "buildbot": Application(
        "pip", ("buildbot[bundle]==4.3.0", "buildbot-worker==4.3.0", "setuptools<81"), _START,
        sixth_data.master, sixth_data.builds),
    "pyload": Application("pip", ("pyload-ng==0.5.0b3.dev101",), _START, sixth_data.downloads),
    "moin": Application(
        "pip", ("moin==2.0.0b5",), ("{bin}/moin", "run", "-p", "{port}"), sixth_data.wiki),
    "tldraw": Application(
        "npm", ("tldraw@5.1.1", "@tldraw/assets@5.1.1", *_REACT), _FOLDER,
        built("tldraw", "tldraw.jsx")),
    "reactbigcalendar": Application(
        "npm", ("react-big-calendar@1.20.0", "moment@2.31.0", *_REACT), _FOLDER,
        built("reactbigcalendar", "reactbigcalendar.jsx")),
    "suneditor": _of_kit("suneditor", "suneditor@3.3.3"),
    "vueadvancedchat": _of_kit("vueadvancedchat", "vue-advanced-chat@2.1.2"),
    "formkit": Application(
        "npm", ("@formkit/vue@2.1.2", "@formkit/themes@2.1.2", "@formkit/icons@2.1.2",
                "vue@3.5.45", "esbuild@0.28.2"), _FOLDER,
        built("formkit", "formkit.js", "--alias:vue=vue/dist/vue.esm-bundler.js")),
    "jsgrid": _of_kit("jsgrid", "jsgrid@1.5.3", "jquery@3.7.1"),
    "nutui": _of_kit("nutui", "@nutui/nutui@4.3.14", "vue@3.5.45"),
    "clarity": Application(
        "npm", ("@clr/angular@18.2.0", "@clr/ui@18.2.0", *_ANGULAR, "rxjs@7.8.2",
                "tslib@2.8.1", "zone.js@0.15.1", "esbuild@0.28.2"), _FOLDER,
        built("clarity", "clarity.ts")),
    "smui": Application(
        "npm", ("svelte@5.57.3", "svelte-material-ui@8", "esbuild@0.28.2"), _FOLDER,
        built("smui", "Smui.svelte", "svelte-material-ui/bare.css")),
    "vaadin": Application(
        "npm", ("@vaadin/vaadin@25.3.0", "@vaadin/vaadin-lumo-styles@25.3.0", "esbuild@0.28.2"),
        _FOLDER, built("vaadin", "vaadin.js")),
}  # fmt: skip
_TEXT = "document.body.innerText"
_READY = "!!document.body.dataset.ready"
SCREENS: dict[str, Screen] = {
    "changedetection": Screen("changedetection", wait=f"{_TEXT}.includes('Carrier timetable')"),
    "roundup-issue": Screen("roundup", "/issue3", wait=f"{_TEXT}.includes('Change Note')"),
    "buildbot-force": Screen(
        "buildbot", "/#/builders/1", (("press", "text=Build now"),),
        wait=f"{_TEXT}.includes('Build now')"),
    "pyload-settings": Screen("pyload", "/login?next=settings", (("press", "text=Download"),)),
    "moin-index": Screen("moin", "/+index"),
    "tldraw": Screen("tldraw", wait=_READY),
    "reactbigcalendar": Screen("reactbigcalendar", wait=f"{_TEXT}.includes('Tasting')"),
    "suneditor": Screen("suneditor", wait=_READY),
    "vueadvancedchat": Screen(
        "vueadvancedchat", "/", (("press", 120, 90), ("until", _READY)), viewport=PHONE, scale=2,
        wait="!!document.querySelector('vue-advanced-chat')?.shadowRoot"
        "?.querySelector('#room-list, .vac-room-list')"),
    "formkit": Screen("formkit", steps=(("press", "button[type=submit]"),), wait=_READY),
    "jsgrid": Screen("jsgrid", wait=_READY),
    "nutui": Screen("nutui", viewport=PHONE, scale=2, wait=_READY),
    "clarity": Screen("clarity", wait=_READY),
    "smui-dialog": Screen("smui", "/?dialog", wait=_READY),
    "vaadin": Screen("vaadin", wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(SIXTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(SIXTH, SCREENS)
