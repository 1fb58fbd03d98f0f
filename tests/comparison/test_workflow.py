"""The comparison step of the pull request workflow that the docs offer, run unchanged."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

WORKFLOW = Path(__file__).parents[2] / "examples" / "viewmark-diff.yml"
PAGE = "<!doctype html><title>Shop</title><h1>Shop</h1><button>Buy</button><p>{price}</p>"


def script_of(step: str) -> str:
    """Return the shell script of a step."""
    _, _, rest = WORKFLOW.read_text().partition(f"- name: {step}\n")
    _, _, script = rest.partition("run: |\n")
    body = script.split("\n      - ", 1)[0]
    return textwrap.dedent(body)


def test_the_workflow_is_silent_without_changes_and_comments_on_one(
    tmp_path: Path, unused_tcp_port: int
) -> None:
    port = str(unused_tcp_port)
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text(PAGE.format(price="12.40"))
    bins = Path(sys.executable).parent
    env = os.environ | {
        "PATH": f"{bins}{os.pathsep}{os.environ['PATH']}",
        "PAGES": f"http://localhost:{port}/",
        "FOLDER": "site",
    }

    def compare(script: str) -> str:
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script.replace("8000", port)],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return (tmp_path / "comment.markdown").read_text()

    script = script_of("compare")
    compare(script.replace("viewmark diff", "viewmark diff --accept"))
    assert compare(script) == ""
    (site / "index.html").write_text(PAGE.format(price="12.90"))
    comment = compare(script)
    assert "12.40" in comment
    assert "12.90" in comment
    assert (tmp_path / "report" / "junit.xml").exists()


def test_every_script_of_the_workflow_is_bash() -> None:
    for step in ("compare", "comment"):
        script = script_of(step)
        assert script.strip(), step
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
