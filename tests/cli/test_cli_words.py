"""Command-line arguments: quoting, misspelt options, stdin and stdout, errors for programs."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from sessions import session_shell
from webserver import LocalSite

from viewmark import cli
from viewmark.calls.verbs import BY_NAME
from viewmark.cli import doctor as doctor_module
from viewmark.cli.verbs import parser_of
from viewmark.cli.words import parsed_verb

MARKS = [{"label": "1", "x": 10, "y": 10, "width": 50, "height": 20}]


def viewmark(*words: str, cwd: Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "viewmark", *words],
        cwd=cwd,
        input=data,
        capture_output=True,
        timeout=50,
        check=False,
    )


@pytest.fixture
def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (400, 300), "white").save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("verb", "words", "target"),
    [
        ("click", ["button", "Sign in"], 'button "Sign in"'),
        ("click", ["--look", "link", 'Say "hi"'], 'link "Say \\"hi\\""'),
        ("click", ["button"], "button"),
        ("type", ["textbox", "User name", "ann"], 'textbox "User name"'),
        ("type", ["textbox", "ann"], "textbox"),
    ],
)
def test_role_and_name_are_one_target_with_and_without_quotes(
    verb: str, words: list[str], target: str
) -> None:
    assert parsed_verb(parser_of(BY_NAME[verb]), words).target == target


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["click", "@a", "--expekt", "x"], "is --expekt --expect?"),
        (["click", "#a", "Sign in"], "quoted as one: 'button \"Save\"'"),
        (["observe", "a.example", "--quaity", "3"], "is --quaity --quality?"),
        (["observe", "a.example", "--quaity=3"], "is --quaity --quality?"),
        (["batch", "a.example", "--colour-scheme", "dark"], "is --colour-scheme --color-scheme?"),
        (["close", "--al"], "is --al --all?"),
        (["observe", "a.example", "--annotate"], "--annotate is -o here"),
        (["diff", "a.example", "b.example", "--report", "x"], "--report is -o here"),
        (["shot", "-o", "x.png"], "the file is a word of its own here: viewmark shot FILE"),
        (["observe", "a.example", "--viewport=9x9"], "--viewport is --size here"),
    ],
)
def test_what_is_not_understood_is_told_with_the_nearest(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_an_error_is_json_on_stdout_where_json_was_asked_for(tmp_path: Path) -> None:
    done = viewmark("observe", "http://127.0.0.1:9/", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert told["error_code"] == "navigation_failed"
    assert done.stderr.decode().rstrip().endswith("(navigation_failed)")
    done = viewmark("annotate", "none.png", "none.json", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["message"].startswith("none.png: No such file")
    assert done.returncode == 8


def test_a_hyphen_is_stdin_and_stdout_of_annotate(tmp_path: Path, picture: bytes) -> None:
    (tmp_path / "marks.json").write_text(json.dumps(MARKS))
    (tmp_path / "page.png").write_bytes(picture)
    done = viewmark("annotate", "-", "marks.json", "-o", "-", cwd=tmp_path, data=picture)
    assert (done.returncode, Image.open(io.BytesIO(done.stdout)).size) == (0, (400, 300))
    assert b"1 mark" in done.stderr
    data = json.dumps(MARKS).encode()
    done = viewmark("annotate", "page.png", "-", "-o", "out.png", cwd=tmp_path, data=data)
    assert done.stdout == b"out.png: 400x300, 1 mark" + os.linesep.encode()
    done = viewmark("annotate", "-", "-", cwd=tmp_path, data=data)
    assert done.returncode == 2


def test_observe_gives_its_picture_to_stdout_as_a_device_sees_it(
    tmp_path: Path, site: LocalSite
) -> None:
    site.put(
        "/device",
        "<!doctype html><meta name=viewport content='width=device-width'>"
        "<style>@media (prefers-color-scheme: dark) { body { background: #000 } }</style>"
        "<button>Go</button>",
    )
    url = site.url("/device")
    words = ("observe", url, "-o", "-", "--format", "png", "--dark")
    done = viewmark(*words, "--device", "iPhone 15", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shot = Image.open(io.BytesIO(done.stdout)).convert("RGB")
    assert (shot.width, shot.getpixel((shot.width - 3, shot.height - 3))) == (393, (0, 0, 0))
    assert b"1 of 1 elements" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_map_of_another_picture_is_noticed(tmp_path: Path, picture: bytes) -> None:
    (tmp_path / "page.png").write_bytes(picture)
    row = {"label": 1, "bounds": {"x": 10, "y": 10, "width": 50, "height": 20}}
    told = {"page": {"url": "http://a.example/"}, "annotations": [row]}
    for width, is_other in ((400, False), (1280, True)):
        told["image"] = {"width": width, "height": 300, "scale": 1}
        (tmp_path / "map.json").write_text(json.dumps(told))
        done = viewmark("annotate", "page.png", "map.json", cwd=tmp_path)
        assert done.returncode == 0
        assert b"1 mark of http://a.example/" in done.stdout
        assert (b"of another page" in done.stderr) is is_other


def test_names_and_findings_of_doctor_do_not_touch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [doctor_module.DoctorFinding("claude-desktop", "ok", "/home/a")]
    monkeypatch.setattr(doctor_module, "examine", lambda **_: found)
    assert cli.main(["doctor"]) == 0
    assert "claude-desktop  /home/a" in capsys.readouterr().out


def test_a_shell_takes_role_and_name_without_quotes(tmp_path: Path, site: LocalSite) -> None:
    site.put("/go", "<title>no</title><button onclick=\"document.title='yes'\">Sign in</button>")
    with session_shell(tmp_path, inside=True) as shell:
        shell("open", site.url("/go"))
        shell("click", "button", "Sign in")
        assert shell("get", "title") == "yes"


def test_a_batch_of_which_a_page_failed_before_ends_as_it_did_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["batch", "http://127.0.0.1:1/nobody", "--out", str(tmp_path / "set"), "--json"]
    assert cli.main(words) == 1
    assert json.loads(capsys.readouterr().out)["failed"] == 1
    assert cli.main(words) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["failed"], told["skipped"], told["failed_before"]) == (0, 1, 1)


def test_a_client_of_a_session_imports_no_browser() -> None:
    """The client starts with every call, so it must be fast; the session's process works."""
    code = "import sys, viewmark.cli.session_verbs; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {*done.stdout.split()}
    assert not {"asyncio", "viewmark.browser", "viewmark.imaging", "difflib", "hashlib"} & loaded
