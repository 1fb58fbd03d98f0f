"""The fifth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/fifth_set.py install
    python benches/corpus/fifth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import fifth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from second_set import _bundle  # noqa: E402

_of_kit, _FOLDER = applications._of_kit, applications._FOLDER
_REACT = ("react@18.3.1", "react-dom@18.3.1", "esbuild@0.28.2")
FIFTH: dict[str, Application] = {
    "wagtail": Application(
        "pip", ("wagtail==8.0.1",),
        ("{bin}/python", "{home}/wagtail_app.py", "{port}", "{home}"), _copied("wagtail_app.py")),
    "oscar": Application(
        "pip", ("django-oscar==4.2.1", "django-haystack==3.4.0", "sorl-thumbnail==13.4.0"),
        ("{bin}/python", "{home}/oscar_app.py", "{port}", "{home}"), _copied("oscar_app.py")),
    "ihatemoney": Application(
        "pip", ("ihatemoney==7.2.1",),
        ("env", "IHATEMONEY_SETTINGS_FILE_PATH={home}/money.cfg", "{bin}/ihatemoney", "run", "-p",
         "{port}"), fifth_data.money, fifth_data.bills),
    "shiny": Application(
        "pip", ("shiny==1.8.0", "pandas==2.3.3"),
        ("{bin}/shiny", "run", "--port", "{port}", "{home}/shiny_app.py"),
        _copied("shiny_app.py")),
    "adminator": Application(
        "npm", ("adminator@1.0.0", "sass@1.62.1", "esbuild@0.28.2"), _FOLDER, fifth_data.mailbox),
    "ckeditor": _of_kit("ckeditor", "ckeditor5@48.5.2"),
    "daypilot": _of_kit("daypilot", "@daypilot/daypilot-lite-javascript@5.10.1"),
    "metroui": _of_kit("metroui", "@olton/metroui@5.1.20"),
    "varlet": _of_kit("varlet", "@varlet/ui@3.20.6", "vue@3.5.45"),
    "jquerymobile": _of_kit("jquerymobile", "jquery-mobile@1.4.1", "jquery@2.2.4"),
    "surveycreator": _of_kit("surveycreator", "survey-creator-js@2.3.0"),
    "cloudscape": Application(
        "npm", ("@cloudscape-design/components@3.0.1383", "@cloudscape-design/global-styles@1",
                *_REACT), _FOLDER, _bundle("cloudscape")),
    "calcite": _of_kit("calcite", "@esri/calcite-components@5.1.2"),
    "svargantt": Application(
        "npm", ("@svar-ui/react-gantt@2.7.3", *_REACT), _FOLDER, _bundle("svargantt")),
    "querybuilder": Application(
        "npm", ("react-querybuilder@8.24.1", *_REACT), _FOLDER, _bundle("querybuilder")),
}  # fmt: skip
_TEXT = "document.body.innerText"
_READY = "!!document.body.dataset.ready"
SCREENS: dict[str, Screen] = {
    "wagtail-pages": Screen("wagtail", "/admin/pages/2/", wait=f"{_TEXT}.includes('Carriers')"),
    "oscar-product": Screen(
        "oscar", "/catalogue/clay-pot_4/", wait=f"{_TEXT}.includes('Clay pot')"
    ),
    "ihatemoney": Screen("ihatemoney", "/demo", wait=f"{_TEXT}.includes('Tea')"),
    "shiny": Screen("shiny", wait="!!document.querySelector('shiny-data-frame tbody td')"),
    "adminator-mail": Screen("adminator", "/email.html", wait=_READY),
    "ckeditor": Screen("ckeditor", steps=(("press", "text=Sencha"),), wait=_READY),
    "daypilot": Screen("daypilot", wait=_READY),
    "metroui": Screen("metroui", wait=_READY),
    "varlet": Screen("varlet", viewport=PHONE, scale=2, wait=_READY),
    "jquerymobile": Screen("jquerymobile", viewport=PHONE, scale=2, wait=_READY),
    "surveycreator": Screen("surveycreator", wait=_READY),
    "cloudscape": Screen("cloudscape", wait=f"{_TEXT}.includes('mailer')"),
    "calcite": Screen(
        "calcite",
        wait=f"{_READY} && document.querySelectorAll('[calcite-hydrated]').length > 60",
    ),
    "svargantt": Screen("svargantt", wait=_READY),
    "querybuilder": Screen("querybuilder", wait=_READY),
}
applications.APPLICATIONS.update(FIFTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(FIFTH, SCREENS)
