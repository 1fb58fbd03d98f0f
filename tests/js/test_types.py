"""The type check of the page scripts detects the mistakes that it is meant to detect."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TSC = ROOT / ".venv" / "typescript" / "tsc"
SCRIPTS = ROOT / "python" / "viewmark" / "js"
IMPORTS = 'import { hit } from "./dom.js"; import { hint } from "./hints.js";'
IMPORTS += ' import { roleOf } from "./roles.js"; import { unlisten } from "./candidates.js";'
IN_PAGES = {
    'import { nmae } from "./names.js";': "has no exported member 'nmae'",
    "nameOf(document.body);": "Cannot find name 'nameOf'",
    "roleOf(document.documentElement, 1);": "Expected 1 arguments, but got 2",
    "hit(1, 2).id;": "Object is possibly 'null'",
    "/** @type {typeof roleOf} */ const f = (el) => el.localNmae;": "'localNmae' does not exist",
    "/** @type {typeof hint} */ const f = () => 'pressable';": "is not assignable to type",
    "const half = (el) => el; roleOf(half(document.body));": "implicitly has an 'any' type",
    "unlisten('7');": "is not assignable to parameter of type 'number[]'",
}
IN_DRAW_MODE = {
    "draw.refesh();": "'refesh' does not exist",
    "draw.choose();": "Expected 1 arguments, but got 0",
    "draw.vm.roel(null);": "'roel' does not exist",
}
PLACED = [
    *((f"page/seeded{n}.js", f"{IMPORTS}\n{script}\n") for n, script in enumerate(IN_PAGES)),
    *((f"overlay/seeded{n}.js", f"\n{script}\n") for n, script in enumerate(IN_DRAW_MODE)),
]
COMPLAINTS = [*IN_PAGES.values(), *IN_DRAW_MODE.values()]


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Errors by file, from one run over all scripts and files with one mistake each."""
    folder = tmp_path_factory.mktemp("types") / "js"
    shutil.copytree(SCRIPTS, folder)
    for place, script in PLACED:
        (folder / place).write_text(script)
    subprocess.run(["scripts/setup.sh", "typescript"], cwd=ROOT, check=True, capture_output=True)
    done = subprocess.run(
        [TSC, "-p", "."], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode
    found: dict[str, str] = {}
    for line in done.stdout.splitlines():
        if line.startswith(" "):  # continues the previous error
            found[place] += f"\n{line}"
        else:
            place = line.partition("(")[0]
            found[place] = found.get(place, "") + f"\n{line}"
    return found


def test_the_page_scripts_pass(errors: dict[str, str]) -> None:
    assert errors.keys() == {place for place, _ in PLACED}


@pytest.mark.parametrize(
    ("place", "complaint"),
    [(place, said) for (place, _), said in zip(PLACED, COMPLAINTS, strict=True)],
)
def test_a_seeded_mistake_is_refused(errors: dict[str, str], place: str, complaint: str) -> None:
    assert f"{Path(place).name}(2," in errors[place]
    assert complaint in errors[place]
