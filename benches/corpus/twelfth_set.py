"""The twelfth sealed set, for lines alone: screens that occur nowhere else in this repository.

The pages were built and committed before any look with marks. There are no lists of things to
find: the lines of one look are read beside the pictures.

    python benches/corpus/twelfth_set.py install
    python benches/corpus/twelfth_set.py picture FOLDER [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import applications  # noqa: E402
import twelfth_data  # noqa: E402
from applications import PHONE, Application, Screen  # noqa: E402
from fourth_set import _copied  # noqa: E402
from sixth_data import built  # noqa: E402
from sixth_set import _FOLDER, _REACT, _READY, _START, _TEXT, _of_kit  # noqa: E402

_FONTS = (
    "--loader:.woff=dataurl",
    "--loader:.ttf=dataurl",
    "--loader:.eot=dataurl",
    "--loader:.scss=empty",
)
TWELFTH: dict[str, Application] = {
    "lute": Application(
        "pip", ("lute3==3.10.3",),
        ("{bin}/python", "-m", "lute.main", "--local", "--port", "{port}", "--config",
         "{home}/config.yml"), twelfth_data.books),
    "gns3": Application(
        "pip", ("gns3-server==3.0.6",), _START, twelfth_data.plans, twelfth_data.networks),
    "simpleui": Application(
        "pip", ("django-simpleui==2026.1.13", "django==5.2.19"),
        ("{bin}/python", "{home}/simpleui_app.py", "{port}"), _copied("simpleui_app.py")),
    "vibe": Application("npm", ("@vibe/core@4.5.3", *_REACT), _FOLDER, built("vibe", "vibe.jsx")),
    "kontur": Application(
        "npm", ("@skbkontur/react-ui@5.4.4", *_REACT), _FOLDER, built("kontur", "kontur.jsx")),
    "itwinui": Application(
        "npm", ("@itwin/itwinui-react@3.21.5", *_REACT), _FOLDER,
        built("itwinui", "itwinui.jsx")),
    "gravity": Application(
        "npm", ("@gravity-ui/uikit@7.51.1", *_REACT), _FOLDER, built("gravity", "gravity.jsx")),
    "rmwc": Application(
        "npm", ("rmwc@14.3.5", "material-icons@1.13.14", *_REACT), _FOLDER,
        built("rmwc", "rmwc.jsx", *_FONTS)),
    "baloise": _of_kit("baloise", "@baloise/ds-core@16.2.1"),
    "duet": _of_kit("duet", "@duetds/components@10.1.0", "@duetds/icons@4.2.14"),
}  # fmt: skip
SCREENS: dict[str, Screen] = {
    "lute-books": Screen("lute", viewport=PHONE, scale=2, wait=f"{_TEXT}.includes('Tutorial')"),
    "gns3-projects": Screen(
        "gns3", steps=(
            ("press", "input"), ("type", "admin"), ("press", "input[type=password]"),
            ("type", "admin"), ("press", "text=Login"), ("until", f"{_TEXT}.includes('School')"),
            ("press", 202, 359),
            ("press", "mat-toolbar button:last-of-type")),
        wait="!!document.querySelector('input')"),
    "simpleui-kites": Screen(
        "simpleui", "/enter/?to=/admin/", (
            ("press", "text=Authentication and Authorization"), ("press", "text=Kites"),
            ("press", "text=ann")),
        wait=f"{_TEXT}.includes('Quick navigation')"),
    "vibe": Screen("vibe", wait=_READY),
    "kontur": Screen("kontur", wait=_READY),
    "itwinui": Screen("itwinui", wait=_READY),
    "gravity": Screen("gravity", steps=(("press", "td:last-child button"),), wait=_READY),
    "rmwc": Screen("rmwc", wait=_READY),
    "duet": Screen("duet", wait=_READY),
    "baloise": Screen("baloise", viewport=PHONE, scale=2, wait=_READY),
}  # fmt: skip
applications.APPLICATIONS.update(TWELFTH)
applications.SCREENS.update(SCREENS)

if __name__ == "__main__":
    applications.main(TWELFTH, SCREENS)
