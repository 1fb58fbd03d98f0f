"""The type check of the page scripts refuses what it is there to refuse."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TSC = ROOT / ".venv" / "typescript" / "tsc"


def _check(folder: Path) -> str:
    subprocess.run(["scripts/setup.sh", "typescript"], cwd=ROOT, check=True, capture_output=True)
    done = subprocess.run([TSC, "-p", folder], capture_output=True, text=True, timeout=60)
    assert (done.returncode == 0) == (done.stdout == ""), done.stdout + done.stderr
    return done.stdout


SCRIPTS = ROOT / "python" / "viewmark" / "js"


def test_the_page_scripts_pass() -> None:
    assert _check(SCRIPTS) == ""


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("vm.nmae(document.body);", "'nmae' does not exist on type 'Vm'"),
        ("vm.role(document.documentElement, 1);", "Expected 1 arguments, but got 2"),
        ("vm.dom.hit(1, 2).id;", "Object is possibly 'null'"),
        ("vm.strings.trim(1);", "'trim' does not exist"),
        ("vm.name = (el) => el.localNmae;", "'localNmae' does not exist"),
        ("vm.hint = (el) => 'pressable';", "is not assignable to type"),
        ("const half = (el) => el; vm.role(half(document.body));", "implicitly has an 'any' type"),
        ("vm.unlisten('7');", "is not assignable to parameter of type 'number[]'"),
    ],
)
def test_a_seeded_mistake_is_refused(tmp_path: Path, script: str, complaint: str) -> None:
    folder = tmp_path / "js"
    shutil.copytree(SCRIPTS, folder)
    (folder / "page" / "seeded.js").write_text(f"{{\n  {script}\n}}\n")
    refused = _check(folder)
    assert "seeded.js(2," in refused
    assert complaint in refused


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("draw.refesh();", "'refesh' does not exist"),
        ("draw.choose();", "Expected 1 arguments, but got 0"),
        ("draw.vm.roel(null);", "'roel' does not exist"),
    ],
)
def test_a_seeded_mistake_in_draw_mode_is_refused(
    tmp_path: Path, script: str, complaint: str
) -> None:
    folder = tmp_path / "js"
    shutil.copytree(SCRIPTS, folder)
    (folder / "overlay" / "seeded.js").write_text(f"{script}\n")
    assert complaint in _check(folder)
