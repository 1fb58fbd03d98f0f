"""The seventh sealed set: screens of applications that occur nowhere else in this repository.

The lists were written from the clean pictures and committed before any look with marks.

    python benches/corpus/seventh_set.py install
    python benches/corpus/seventh_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import seventh_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _ANGULAR, _FOLDER, _REACT, _READY, _TEXT, _of_kit  # noqa: E402

_PRIMARY = "@theme {" + "".join(
    f"--color-primary-{n}: var(--color-orange-{n});" for n in (50, *range(100, 1000, 100))
) + "}"  # fmt: skip
_TAILWIND = ("tailwindcss@4.3.5", "@tailwindcss/cli@4.3.5")
SEVENTH: dict[str, Application] = {
    "luigi": Application(
        "pip", ("luigi==3.8.1", "setuptools<81"),
        ("{bin}/luigid", "--address", "127.0.0.1", "--port", "{port}", "--state-path",
         "{home}/state"), after=seventh_data.tasks),
    "piccolo": Application(
        "pip", ("piccolo_admin==1.14.0", "piccolo[sqlite]"),
        ("{bin}/python", "{home}/films.py", "{port}"), seventh_data.films),
    "spirit": Application(
        "pip", ("django-spirit==0.14.3",),
        ("{bin}/python", "{home}/spirit_app.py", "{port}", "{home}"), _copied("spirit_app.py")),
    "mesop": Application(
        "pip", ("mesop==1.3.7",),
        ("{bin}/mesop", "{home}/mesop_app.py", "--port", "{port}", "--prod"),
        _copied("mesop_app.py")),
    "thelounge": Application(
        "npm", ("thelounge@2.6.0",), ("sh", "{home}/start.sh", "{port}", "{other}"),
        seventh_data.chats),
    "cloudcmd": Application(
        "npm", ("cloudcmd@18.8.11",),
        ("node", "{bin}/cloudcmd", "--root", "{home}/files", "--port", "{port}", "--no-open",
         "--no-terminal", "--no-contact", "--no-one-file-panel"), seventh_data.files),
    "dsfr": _of_kit("dsfr", "@gouvfr/dsfr@1.15.3"),
    "xspreadsheet": _of_kit("xspreadsheet", "x-data-spreadsheet@1.1.9"),
    "schedulex": Application(
        "npm", ("@schedule-x/calendar@4.9.1", "@schedule-x/theme-default@4.8.1", "preact@11.2.0",
                "@preact/signals@2.11.4", "temporal-polyfill@1.0.8", "esbuild@0.28.2"), _FOLDER,
        built("schedulex", "schedulex.js")),
    "igniteui": Application(
        "npm", ("igniteui-webcomponents@6.5.1", "lit@3.3.3", "esbuild@0.28.2"), _FOLDER,
        built("igniteui", "igniteui.js")),
    "blocknote": Application(
        "npm", ("@blocknote/core@0.42.3", "@blocknote/react@0.42.3", "@blocknote/mantine@0.42.3",
                "@mantine/core@8.3.18", "@mantine/hooks@8.3.18", "@mantine/utils@6.0.22", *_REACT),
        _FOLDER, built("blocknote", "blocknote.jsx", "--conditions=style")),
    "ngzorro": Application(
        "npm", ("ng-zorro-antd@21.3.3", *_ANGULAR, "rxjs@7.8.2", "tslib@2.8.1", "zone.js@0.15.1",
                "esbuild@0.28.2"), _FOLDER, built("ngzorro", "ngzorro.ts", "--conditions=style")),
    "patternfly": Application(
        "npm", (*(f"@patternfly/{name}@6.6.1" for name in (
            "patternfly", "react-core", "react-icons", "react-table")), *_REACT), _FOLDER,
        built("patternfly", "patternfly.jsx")),
    "konsta": Application(
        "npm", ("konsta@5.5.0", *_REACT, *_TAILWIND), _FOLDER,
        seventh_data.styled("konsta", "konsta.jsx", "@import 'konsta/react/theme.css';")),
    "flowbite": Application(
        "npm", ("flowbite-svelte@1.33.1", "flowbite@4.0.2", "svelte@5.57.3", "esbuild@0.28.2",
                *_TAILWIND), _FOLDER,
        seventh_data.styled(
            "flowbite", "Flowbite.svelte", "@plugin 'flowbite/plugin';",
            "@source './node_modules/flowbite-svelte/dist';", _PRIMARY)),
}  # fmt: skip


# Signs in by script: what is typed into such a form opens a list that takes the next press.
_SIGN_IN = """(() => {
  for (const [name, word] of [["username", "piccolo"], ["password", "piccolo123"]]) {
    const field = document.querySelector(`input[name=${name}]`);
    if (!field) return true;
    field.value = word;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }
  document.querySelector("button").click();
  return true;
})()"""
_FILMS = f"{_TEXT}.includes('Star Wars')"
SCREENS: dict[str, Screen] = {
    "luigi-tasks": Screen(
        "luigi", "/static/visualiser/index.html", wait=f"{_TEXT}.includes('MergePrices')"),
    "piccolo-films": Screen(
        "piccolo", "/#/movie",
        (("until", _SIGN_IN), ("until", _FILMS)),
        wait=f"!!document.querySelector('input[name=username]') || {_FILMS}"),
    "spirit-topic": Screen(
        "spirit", "/topic/2/x/", viewport=PHONE, scale=2,
        wait=f"{_TEXT}.includes('stays warm')"),
    "mesop": Screen("mesop", wait=f"{_TEXT}.includes('Save as draft')"),
    "thelounge-chat": Screen("thelounge", steps=(
        # It asks before one leaves, which would stop the next load.
        ("until", "(addEventListener('beforeunload', e => e.stopImmediatePropagation(), true),"
         " window.onbeforeunload = null, window.jQuery?.(window).off('beforeunload'),"
         " document.querySelector('#connect [type=submit]').click(), true)"),
        ("until", f"{_TEXT}.includes('#kitchen')"),
        ("press", "text=#garden"), ("until", f"{_TEXT}.includes('small spade')"))),
    "cloudcmd": Screen("cloudcmd"),
    "dsfr": Screen("dsfr", wait=_READY),
    "xspreadsheet": Screen("xspreadsheet", wait=_READY),
    "schedulex": Screen("schedulex", wait=_READY),
    "igniteui": Screen("igniteui", wait=_READY),
    "blocknote": Screen(
        "blocknote", steps=(("press", 200, 365), ("type", "/")), wait=_READY),
    "ngzorro": Screen("ngzorro", wait=_READY),
    "patternfly": Screen("patternfly", wait=_READY),
    "konsta": Screen("konsta", viewport=PHONE, scale=2, wait=_READY),
    "flowbite": Screen("flowbite", wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(SEVENTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(SEVENTH, SCREENS)
