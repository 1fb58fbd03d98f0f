"""Demo data for the applications of the fifteenth sealed set."""

from __future__ import annotations

import json
import time
import urllib.request
import uuid
from pathlib import Path

KITS = Path(__file__).resolve().parent / "kits"
SIGNS = '<link rel="stylesheet" href="lib/font-awesome/css/font-awesome.min.css">'
ERRORS = (
    ("OvenTooHot", "oven 2 is at 310 degrees", "bake", 4),
    ("FlourMissing", "no rye flour left", "mix", 2),
    ("TimeoutError", "the scale did not answer", "weigh", 7),
    ("KeyError", "'poppy'", "topping", 1),
    ("DoorOpen", "door of oven 1 is open", "bake", 3),
    ("ValueError", "a loaf of -1 grams", "weigh", 1),
)
PEOPLE = {"bo": "Bo Lund", "cy": "Cy Holm", "di": "Di Moss", "ed": "Ed Vik", "flo": "Flo Dahl"}
TESTS = {
    "oven": ("heats up", "cools down", "stops when the door opens"),
    "dough": ("rises", "is kneaded", "rests for an hour"),
    "till": ("adds up", "gives change"),
    "van": ("finds the way", "keeps the bread warm"),
}


def errors(port: int, _: int) -> None:
    """Report some errors of a bakery."""
    for kind, words, where, often in ERRORS:
        for _n in range(often):
            frame = {"filename": f"{where}.py", "function": where, "lineno": 12, "in_app": True}
            told = {"type": kind, "value": words, "stacktrace": {"frames": [frame]}}
            event = {"event_id": uuid.uuid4().hex, "platform": "python", "level": "error",
                     "timestamp": time.time(), "transaction": f"/{where}",
                     "exception": {"values": [told]}}  # fmt: skip
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/api/1/store/?sentry_key={1:032x}",
                json.dumps(event).encode(), {"Content-Type": "application/json"})  # fmt: skip
            urllib.request.urlopen(request).close()


def school(_: Path, home: Path) -> None:
    """Create a learning platform with some users."""
    lines = "".join(
        f"FacilityUser.objects.create(username={login!r}, full_name={name!r}, password='x', "
        "facility=school)\n"
        for login, name in PEOPLE.items()
    )
    (home / "people.py").write_text(
        "from kolibri.core.auth.models import Facility, FacilityUser\n"
        f"school = Facility.get_default_facility()\n{lines}"
    )
    (home / "start.sh").write_text(
        "export KOLIBRI_HOME=$PWD/kept\n"
        "$2/kolibri manage provisiondevice --facility 'Harbour school' --superusername ann "
        "--superuserpassword bread7 --preset nonformal --language_id en --noinput\n"
        "$2/kolibri manage shell < people.py\n"
        "exec $2/kolibri start --foreground --port=$1 --zip-port=0\n"
    )


def tests_of_bakery(bin_: Path, home: Path) -> None:
    """Create four test files, one of which fails."""
    folder = home / "tests"
    folder.mkdir()
    for name, cases in TESTS.items():
        bodies = "".join(
            f'  it("{case}", () => expect({int(case != "gives change")}).toBe(1));\n'
            for case in cases
        )
        (folder / f"{name}.test.js").write_text(
            f'import {{describe, expect, it}} from "vitest";\n'
            f'describe("{name}", () => {{\n{bodies}}});\n'
        )
    (home / "node_modules").symlink_to(bin_.parent)
    (home / "package.json").write_text('{"name": "bakery", "type": "module"}')
    (home / "start.sh").write_text(
        "exec node $2/vitest --watch --ui --open=false --api.port=$1 --api.host=127.0.0.1\n"
    )


def register(_: Path, home: Path) -> None:
    (home / "start.sh").write_text(f"exec $2/python {KITS}/bugsink_app.py $1 $2\n")
