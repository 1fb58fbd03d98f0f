"""The ninth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/ninth_set.py install
    python benches/corpus/ninth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import ninth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _ANGULAR, _FOLDER, _REACT, _READY, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
NINTH: dict[str, Application] = {
    "voila": Application(
        "pip", ("voila==0.5.13", "ipywidgets==8.1.9", "ipykernel"),
        ("{bin}/voila", "{home}/greenhouse.ipynb", "--no-browser", "--port", "{port}",
         "--Voila.root_dir={home}"), ninth_data.greenhouse),
    "labelstudio": Application(
        "pip", ("label-studio==1.23.2",),
        ("env", "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN=true", "COLLECT_ANALYTICS=false",
         "LATEST_VERSION_CHECK=false", "{bin}/label-studio", "start", "--no-browser", "--port",
         "{port}", "--data-dir", "{home}", "--username", "ann@example.org", "--password",
         "open sesame", "--user-token", ninth_data.TOKEN), after=ninth_data.texts),
    "dagster": Application(
        "pip", ("dagster==1.13.28", "dagster-webserver==1.13.28"),
        ("env", "DAGSTER_HOME={home}", "{bin}/dagster-webserver", "-f", "{home}/pipeline.py",
         "-h", "127.0.0.1", "-p", "{port}"), ninth_data.pipeline),
    "chainlit": Application(
        "pip", ("chainlit==2.12.0",),
        ("{bin}/chainlit", "run", "{home}/talk.py", "--headless", "--port", "{port}"),
        ninth_data.talk),
    "helpdesk": Application(
        "pip", ("django-helpdesk==2.6.1", "setuptools<81"),
        ("{bin}/python", "{home}/helpdesk_app.py", "{port}"), _copied("helpdesk_app.py")),
    "sqladmin": Application(
        "pip", ("sqladmin==0.32.0", "fastapi==0.165.0", "uvicorn", "sqlalchemy==2.1.9",
                "itsdangerous", "python-multipart", "greenlet"),
        ("{bin}/python", "{home}/sqladmin_app.py", "{port}"), _copied("sqladmin_app.py")),
    "ungit": Application(
        "npm", ("ungit@1.5.30",),
        ("node", "{bin}/../ungit/bin/ungit", "--port", "{port}", "--no-b",
         "--ungitBindIp", "127.0.0.1"),
        ninth_data.commits),
    "polaris": Application(
        "npm", ("@shopify/polaris@13.9.5", *_REACT), _FOLDER, built("polaris", "polaris.jsx")),
    "viewui": _of_kit("viewui", "view-ui-plus@1.3.24", "vue@3.5.45"),
    "siemensix": _of_kit("siemensix", "@siemens/ix@5.2.0", "@siemens/ix-icons@3.5.0"),
    "evergreen": Application(
        "npm", ("evergreen-ui@7.1.9", *_REACT), _FOLDER, built("evergreen", "evergreen.jsx")),
    "ngbootstrap": Application(
        "npm", ("@ng-bootstrap/ng-bootstrap@20.0.0", "@angular/localize@21.1.0",
                "@popperjs/core@2.11.8", "bootstrap@5.3.9", *_ANGULAR, "rxjs@7.8.2",
                "tslib@2.8.1", "zone.js@0.15.1", "--legacy-peer-deps", _BUNDLER), _FOLDER,
        built("ngbootstrap", "ngbootstrap.ts")),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "voila": Screen("voila", wait=f"{_TEXT}.includes('Heat at night')"),
    "labelstudio-tasks": Screen(
        "labelstudio", "/user/login/?next=/projects/1/data", (
            ("press", "input[name=email]"), ("type", "ann@example.org"),
            ("press", "input[name=password]"), ("type", "open sesame"),
            ("press", "button[type=submit]"), ("until", f"{_TEXT}.includes('Good bread')")),
        wait="!!document.querySelector('input[name=email]')"),
    "dagster-catalog": Screen(
        "dagster", "/assets", (("press", "text=Skip"),), wait=f"{_TEXT}.includes('reorder')"),
    "chainlit": Screen("chainlit", wait=f"{_TEXT}.includes('on its way')"),
    "helpdesk-ticket": Screen(
        "helpdesk", "/enter/?to=/helpdesk/tickets/1/", viewport=PHONE, scale=2),
    "sqladmin-pots": Screen("sqladmin", "/admin/pot/list", wait=f"{_TEXT}.includes('Bowl 1')"),
    "ungit": Screen("ungit", steps=(
        ("until", "(a => a && (a.click(), true))(document.querySelector('a[href*=garden]'))"),
        ("until", f"{_TEXT}.includes('Count the beds')"))),
    "polaris": Screen("polaris", wait=_READY),
    "viewui": Screen("viewui", wait=_READY),
    "siemensix": Screen("siemensix", wait=_READY),
    "evergreen": Screen("evergreen", wait=_READY),
    "ngbootstrap": Screen("ngbootstrap", wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(NINTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(NINTH, SCREENS)
