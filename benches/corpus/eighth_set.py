"""The eighth sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/eighth_set.py install
    python benches/corpus/eighth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import eighth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _ANGULAR, _FOLDER, _REACT, _READY, _TEXT, _of_kit  # noqa: E402

_BUNDLER = "esbuild@0.28.2"
EIGHTH: dict[str, Application] = {
    "lektor": Application(
        "pip", ("Lektor==3.3.14", "setuptools<81"),
        ("{bin}/lektor", "--project", "{home}", "server", "-p", "{port}"), eighth_data.bakery),
    "wsgidav": Application(
        "pip", ("wsgidav==4.4.0", "cheroot==11.1.2"),
        ("{bin}/wsgidav", "-q", "--no-config", "-H", "127.0.0.1", "-p", "{port}", "-r",
         "{home}/files", "--auth", "anonymous"), eighth_data.files),
    "grappelli": Application(
        "pip", ("django-grappelli==4.0.3", "django==5.2.19"),
        ("{bin}/python", "{home}/grappelli_app.py", "{port}"), _copied("grappelli_app.py")),
    "deluge": Application(
        "pip", ("deluge==2.2.0", "libtorrent==2.1.1", "setuptools<81"),
        ("{bin}/deluge-web", "-d", "-i", "127.0.0.1", "-p", "{port}", "-c", "{home}"),
        eighth_data.settings),
    "easyui": _of_kit("easyui", "jquery-easyui@1.5.21"),
    "vscodeelements": _of_kit(
        "vscodeelements", "@vscode-elements/elements@2.5.1", "@vscode/codicons@0.0.45"),
    "antdmobile": Application(
        "npm", ("antd-mobile@5.43.0", "antd-mobile-icons@0.3.0", *_REACT), _FOLDER,
        built("antdmobile", "antdmobile.jsx")),
    "telegramui": Application(
        "npm", ("@telegram-apps/telegram-ui@2.1.13", *_REACT), _FOLDER,
        built("telegramui", "telegramui.jsx")),
    "vuestic": Application(
        "npm", ("vuestic-ui@1.10.3", "vue@3.5.45", "material-icons@1.13.14", _BUNDLER), _FOLDER,
        built("vuestic", "vuestic.js", "--alias:vue=vue/dist/vue.esm-bundler.js",
              "--loader:.woff=dataurl")),
    "sveltestrap": Application(
        "npm", ("@sveltestrap/sveltestrap@7.1.0", "bootstrap@5.3.9", "svelte@5.57.3", _BUNDLER),
        _FOLDER, built("sveltestrap", "Sveltestrap.svelte", "bootstrap/dist/css/bootstrap.css")),
    "aksel": Application(
        "npm", ("@navikt/ds-react@8.15.0", "@navikt/ds-css@8.15.0", *_REACT), _FOLDER,
        built("aksel", "aksel.jsx")),
    "nordhealth": _of_kit("nordhealth", *(
        f"@nordhealth/{one}" for one in ("components@4.20.0", "themes@10.0.4", "css@5.0.8"))),
    "chatscope": Application(
        "npm", ("@chatscope/chat-ui-kit-react@2.1.1", "@chatscope/chat-ui-kit-styles@1.4.0",
                *_REACT), _FOLDER, built("chatscope", "chatscope.jsx")),
    "primeng": Application(
        "npm", ("primeng@21.1.10", "primeicons@8.0.2", "@primeuix/themes@2.0.3", *_ANGULAR,
                "rxjs@7.8.2", "tslib@2.8.1", "zone.js@0.15.1", _BUNDLER), _FOLDER,
        built("primeng", "primeng.ts", "--loader:.woff=dataurl", "--loader:.ttf=dataurl",
              "--loader:.eot=dataurl")),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "lektor-edit": Screen(
        "lektor", "/admin/edit?path=/news/rye", wait=f"{_TEXT}.includes('Weight')"),
    "wsgidav-files": Screen("wsgidav"),
    "grappelli-users": Screen(
        "grappelli", "/enter/?to=/admin/auth/user/", (("press", "text=Filter"),),
        wait=f"{_TEXT}.includes('Berg')"),
    "deluge-hosts": Screen(
        "deluge", "/", (
            ("press", "input[type=password]"), ("type", "deluge"), ("press", 639, 440),
            ("until", f"{_TEXT}.includes('localclient')")),
        wait="!!document.querySelector('input[type=password]')"),
    "nordhealth": Screen("nordhealth", wait=_READY),
    "chatscope": Screen("chatscope", wait=_READY),
    "easyui": Screen("easyui", wait=_READY),
    "vscodeelements": Screen("vscodeelements", wait=_READY),
    "antdmobile": Screen("antdmobile", viewport=PHONE, scale=2, wait=_READY),
    "telegramui": Screen("telegramui", viewport=PHONE, scale=2, wait=_READY),
    "vuestic": Screen("vuestic", wait=_READY),
    "sveltestrap": Screen("sveltestrap", wait=_READY),
    "aksel": Screen("aksel", wait=_READY),
    "primeng": Screen("primeng", steps=(("press", "text=File"),), wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(EIGHTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(EIGHTH, SCREENS)
