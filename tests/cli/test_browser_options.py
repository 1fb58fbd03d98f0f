"""The browser options are the same in every command that opens a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from inside import run_inside
from webserver import LocalSite

from viewmark.calls.verbs import BY_NAME
from viewmark.cli import _parser
from viewmark.cli.usage import chosen_of
from viewmark.cli.verbs import parser_of

SHARED = (
    *("--attach", "--attach-header", "--profile", "--storage-state", "--header"),
    *("--header-origin", "--user-agent", "--proxy"),
)
IN_CALLS = ("--timeout", "--wait")
"""For `mcp` these are parameters of its call `navigate`."""


@pytest.mark.parametrize("verb", ["observe", "draw", "diff", "audit", "slo", "batch", "mcp"])
def test_every_command_that_opens_a_page_has_them(verb: str) -> None:
    known = _parser()[1][verb]._option_string_actions.keys()
    assert {*SHARED, *(IN_CALLS if verb != "mcp" else ())} <= known


def test_so_has_the_start_of_a_session() -> None:
    assert {*SHARED, *IN_CALLS} <= parser_of(BY_NAME["open"])._option_string_actions.keys()
    options = {each.name for each in BY_NAME["open"].call.for_models}
    assert {"timeout", "wait_for"} <= options


def chosen(*words: str) -> dict[str, object]:
    args = _parser()[0].parse_args(["observe", *words])
    return chosen_of(args, ["extra_http_headers", "headers_origin"])


def test_headers_come_by_words_by_a_file_or_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "headers"
    file.write_text("X-A: 1\n\nX-B: a:b\n")
    both = {"X-A": "1", "X-B": "a:b"}
    origin = {"headers_origin": "http://localhost:3000"}
    here = ("localhost:3000",)
    monkeypatch.setenv("VIEWMARK_HEADERS", "X-E: 5")
    assert chosen(*here, "--header", f"@{file}") == {"extra_http_headers": both, **origin}
    assert chosen(*here, "--header", "X-A: 1", "--header", "X-B:a:b") == {
        "extra_http_headers": both,
        **origin,
    }
    assert chosen(*here) == {"extra_http_headers": {"X-E": "5"}, **origin}
    monkeypatch.delenv("VIEWMARK_HEADERS")
    assert chosen(*here) == {"extra_http_headers": {}}
    assert chosen(*here, "--header", "A: b", "--header-origin", "http://x.example")[
        "headers_origin"
    ] == ("http://x.example")


def test_a_command_starts_logged_in_and_waits_for_words(tmp_path: Path, site: LocalSite) -> None:
    later = "setTimeout(() => document.body.append(document.cookie || 'nobody'), 50)"
    site.put("/", f"<button>Go</button><script>{later}</script>")
    cookie = {"name": "sid", "value": "ada", "url": site.url("/")}
    (tmp_path / "in.json").write_text(json.dumps({"cookies": [cookie], "origins": []}))
    words = ("observe", site.url("/"), "--json", "-o", "a.jpg", "--wait", "sid=ada")
    done = run_inside(*words, "--storage-state", "in.json", "--exclude", "nav", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run_inside(*words, "--timeout", "1", folder=tmp_path)
    assert (done.returncode, "is not there after 1 s" in done.stderr) == (5, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("observe", "x.example", "--header", "nothing"), "NAME:VALUE"),
        (("observe", "x.example", "--attach", "http://127.0.0.1:1", "--profile", "w"), "--profile"),
        (("diff", "a.example", "b.example", "--header", "Cookie: a=b"), "--header-origin"),
        (("observe", "x.example", "--proxy", "http://ann:pw@proxy:1"), "proxy is no server"),
        (("mcp", "--http", "--profile", "work"), "--storage-state"),
    ],
)
def test_what_does_not_go_together_is_told_before_a_browser_starts(
    tmp_path: Path, words: tuple[str, ...], reason: str
) -> None:
    done = run_inside(*words, folder=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
