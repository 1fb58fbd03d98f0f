"""The command line as a user runs it: files, exit codes, output."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from inside import run_inside
from PIL import Image
from webserver import LocalSite


def viewmark(
    *words: str, cwd: Path, env: dict[str, str] | None = None, process: bool = False
) -> subprocess.CompletedProcess[str]:
    if not process:
        return run_inside(*words, folder=cwd, env=env)
    return subprocess.run(
        [sys.executable, "-m", "viewmark", *words],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


def size_of(path: Path) -> tuple[int, int]:
    with Image.open(path) as shot:
        return shot.size


@pytest.fixture
def screenshot(tmp_path: Path) -> Path:
    path = tmp_path / "page.png"
    Image.new("RGB", (400, 300), "white").save(path)
    return path


def test_the_demo_writes_picture_and_map_and_says_where(tmp_path: Path) -> None:
    done = viewmark("demo", "--out", "there", cwd=tmp_path, process=True)
    assert done.returncode == 0, done.stderr
    assert "Create order" in done.stdout
    assert "there/demo.jpg" in done.stdout
    found = json.loads((tmp_path / "there" / "demo.json").read_text())
    assert found["total_found"] == len(found["annotations"]) == 66
    assert size_of(tmp_path / "there" / "demo.jpg") == (1280, 720)
    assert "2468" not in json.dumps(found), "the value of the password field"


def test_observe_writes_what_it_is_told(tmp_path: Path, site: LocalSite) -> None:
    site.put("/a.html", "<!doctype html><title>A</title><button id=go>Go</button>")
    done = viewmark(
        "observe",
        site.url("/a.html"),
        *("-o", "shot.png", "--json", "map.json", "--size", "800x600"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    with Image.open(tmp_path / "shot.png") as shot:
        assert (shot.format, shot.size) == ("PNG", (800, 600))
    found = json.loads((tmp_path / "map.json").read_text())
    assert found["page"]["title"] == "A"
    assert found["annotations"][0]["ref"] == "@go"


def test_observe_keeps_the_file_that_an_address_is(tmp_path: Path, site: LocalSite) -> None:
    site.put("/x.csv", "a,b", headers={"Content-Disposition": "attachment; filename=x.csv"})
    done = viewmark("observe", site.url("/x.csv"), cwd=tmp_path)
    assert done.returncode != 0
    kept = next((tmp_path / "viewmark-output").iterdir())
    assert kept.read_text() == "a,b"
    assert str(kept) in done.stderr


def test_observe_opens_a_file_and_makes_the_folder_of_its_picture(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<!doctype html><button>Go</button>")
    done = viewmark("observe", "page.html", "-o", "new/shot.jpg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert size_of(tmp_path / "new" / "shot.jpg") == (1280, 720)


def test_observe_shows_its_page_in_the_users_browser(tmp_path: Path) -> None:
    (tmp_path / "shot.html").write_text("<!doctype html><title>T</title><button>Go</button>")
    opened = tmp_path / "opened"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    program.chmod(0o755)
    env = {"BROWSER": f"{program} %s"}
    done = viewmark("observe", "shot.html", "--open", cwd=tmp_path, env=env, process=True)
    assert done.returncode == 0, done.stderr
    page = tmp_path / "shot-marks.html"
    assert opened.read_text().strip() == page.as_uri()
    assert "data:image/jpeg;base64," in page.read_text()
    assert "<button>" in (tmp_path / "shot.html").read_text(), "the page itself is left alone"
    nothing = {"BROWSER": str(tmp_path / "none"), "PATH": "/nonexistent"}
    done = viewmark("observe", "shot.html", "--open", cwd=tmp_path, env=nothing, process=True)
    assert "open shot-marks.html by hand" in done.stderr


def test_observe_gives_json_to_a_pipe(tmp_path: Path, site: LocalSite) -> None:
    site.put("/a.html", "<!doctype html><button>Go</button>")
    done = viewmark("observe", site.url("/a.html"), "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["annotations"][0]["name"] == "Go"
    assert list(tmp_path.iterdir()) == []


def test_refs_live_on_in_a_state_file(tmp_path: Path, site: LocalSite) -> None:
    words = ("observe", site.url("/a.html"), "--json", "map.json", "--state", "refs.json")
    seen = []
    for extra in ("", "<button>New</button>"):
        site.put("/a.html", f"<!doctype html>{extra}<button>Go</button>")
        done = viewmark(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        rows = json.loads((tmp_path / "map.json").read_text())["annotations"]
        seen.append({a["name"]: (a["ref"], a["stability"]) for a in rows})
    assert seen[0]["Go"][1] == seen[1]["New"][1] == "new"
    assert seen[1]["Go"][0] == seen[0]["Go"][0]
    assert seen[1]["Go"][1] != "new"
    (tmp_path / "refs.json").write_text("[]")
    assert "state_invalid" in viewmark(*words, cwd=tmp_path).stderr


def test_annotate_marks_a_file_and_can_read_an_observations_map(
    tmp_path: Path, screenshot: Path
) -> None:
    marks = tmp_path / "marks.json"
    marks.write_text(
        json.dumps(
            [[10, 10, 80, 30], {"label": "@b", "x": 200, "y": 90, "width": 50, "height": 20}]
        )
    )
    done = viewmark("annotate", str(screenshot), str(marks), "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert Path(told["picture"]).name == "page.marked.jpg"
    assert len(told["placements"]) == 2
    assert size_of(Path(told["picture"])) == (400, 300)

    marks.write_text(
        json.dumps(
            {
                "image": {"scale": 2},
                "annotations": [
                    {"label": 1, "bounds": {"x": 5, "y": 40, "width": 40, "height": 15}}
                ],
            }
        )
    )
    done = viewmark("annotate", str(screenshot), str(marks), "-o", "x.png", "--json", cwd=tmp_path)
    x, y, _, _ = json.loads(done.stdout)["placements"][0]
    assert abs(x - 10) < 40
    assert abs(y - 80) < 40


def test_annotate_explains_its_placement_in_a_picture(tmp_path: Path, screenshot: Path) -> None:
    (tmp_path / "marks.json").write_text("[[50, 60, 80, 30], [140, 60, 80, 30]]")
    done = viewmark(
        "annotate",
        str(screenshot),
        "marks.json",
        "-o",
        "x.jpg",
        "--explain",
        "why.png",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert size_of(tmp_path / "why.png") == size_of(tmp_path / "x.jpg") == (400, 300)


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("annotate", "missing.png", "marks.json"), 8, "missing.png: No such file"),
        (("annotate", "text.txt", "marks.json"), 10, "neither a JPEG nor a PNG"),
        (("annotate", "page.png", "text.txt"), 10, "not JSON"),
        (("annotate", "page.png", "bad.json"), 10, "mark 1 is"),
        (("observe", "http://127.0.0.1:9/"), 6, "ERR_"),
        pytest.param(
            *(("observe", "chrome://version"), 6, "browser internal pages"),
            marks=pytest.mark.full_browser,
        ),
        (("observe", "data:text/html,x", "--attach", "http://127.0.0.1:9"), 7, "connection_failed"),
        (("observe", "data:text/html,x", "--target", "custom", "--selector", "[["), 2, "[["),
        (("observe", "/no/such.html"), 6, "'/no/such.html' is not an address"),
        (("observe", "localhost:9"), 6, "http://localhost:9 is on a forbidden port"),
        (("observe", "data:text/html,x", "-o", "page.png/a.jpg"), 8, "page.png: "),
        (("draw", "data:text/html,x", "-o", "page.png/a", "--headless"), 8, "page.png"),
    ],
)
def test_a_job_that_fails_says_why_and_what_to_do_in_one_line(
    tmp_path: Path, screenshot: Path, words: tuple[str, ...], code: int, reason: str
) -> None:
    (tmp_path / "marks.json").write_text("[]")
    (tmp_path / "bad.json").write_text('[{"x": 1}]')
    (tmp_path / "text.txt").write_text("just words")
    done = viewmark(*words, cwd=tmp_path)
    assert done.returncode == code
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    # A loaded machine may add progress lines, which end in dots.
    assert len([n for n in done.stderr.splitlines() if not n.endswith(" ...")]) == 1


def test_a_browser_that_is_not_there_is_told_with_what_was_looked_for(tmp_path: Path) -> None:
    nowhere = {"VIEWMARK_BROWSER": str(tmp_path / "no-such-browser")}
    done = viewmark("observe", "data:text/html,x", cwd=tmp_path, env=nowhere)
    assert done.returncode == 7
    assert "no-such-browser" in done.stderr
    assert "browser_not_found" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("observe",),
        ("annotate", "a"),
        ("nonsense",),
        ("observe", "x", "--size", "big"),
        ("mcp", "--http", "--port", "65536"),
        ("observe", "x", "--max", "501"),
        ("observe", "x", "--quality", "0"),
        ("observe", "x", "-o", "shot.gif"),
        ("annotate", "a.png", "marks.json", "-o", "out.bmp"),
        ("annotate", "a.png", "marks.json", "--max-base64", "-5"),
    ],
)
def test_wrong_usage_is_exit_code_two(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = viewmark(*words, cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("viewmark")
    assert line.endswith(" --help)")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--target", "all_visible", "--selector", "a"), "A selector goes with target custom"),
        (("--target", "custom"), "Give a CSS selector as well"),
        (("--attach", "not a url"), "not the address of a browser"),
    ],
)
def test_options_that_cannot_be_are_wrong_usage_and_told_before_a_browser_is_started(
    tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    nowhere = {"VIEWMARK_BROWSER": str(tmp_path / "none")}
    done = viewmark("observe", "data:text/html,x", *words, cwd=tmp_path, env=nowhere)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_a_map_that_is_none_is_refused(tmp_path: Path, screenshot: Path) -> None:
    for text in ("{}", '{"annotations": [1]}', '{"annotations": [], "image": 5}'):
        (tmp_path / "map.json").write_text(text)
        done = viewmark("annotate", str(screenshot), "map.json", cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (10, False)
        assert "not the map of an observation" in done.stderr


def test_without_a_verb_it_prints_its_vocabulary(tmp_path: Path) -> None:
    done = viewmark(cwd=tmp_path)
    assert done.returncode == 0
    assert all(verb in done.stdout for verb in ("demo", "observe", "annotate"))


def test_what_takes_long_is_told_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    import threading

    from viewmark.progress import progress

    told = threading.Event()
    stream = io.StringIO()

    class Watching(io.StringIO):
        def flush(self) -> None:
            stream.write(self.getvalue())
            told.set()

    sys.stderr, before = Watching(), sys.stderr
    try:
        with progress("counting sheep", patience_s=0.001):
            assert told.wait(15)
    finally:
        sys.stderr = before
    assert "viewmark: counting sheep ..." in stream.getvalue()
    assert capsys.readouterr().out == ""


def test_what_is_quick_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    from viewmark.progress import progress

    with progress("counting sheep"):
        pass
    assert capsys.readouterr().err == ""


def test_demo_serves_its_page_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "viewmark", "demo", "--serve", "--port"]
    with subprocess.Popen([*command, "0"], stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        address = serving.stdout.readline().split()[0]
        assert address.startswith("http://localhost:")
        with urlopen(address, timeout=30) as answer:
            assert b"Create order" in answer.read()
        port = address.strip("/").rpartition(":")[2]
        taken = subprocess.run([*command, port], capture_output=True, text=True, timeout=30)
        assert (taken.returncode, f"Port {port} cannot be served on" in taken.stderr) == (2, True)
        serving.send_signal(signal.SIGINT)
        assert serving.wait(30) == 0
