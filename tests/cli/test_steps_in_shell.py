"""`viewmark do`: several verbs in one call, with `;` or as lines of stdin."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from sessions import Shell, session_shell

from viewmark.calls.verbs import split_steps
from viewmark.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webserver import LocalSite

PAGE = """<!doctype html><title>Order</title>
<label>Name <input id=name></label> <label>Code <input id=code type=password></label>
<button id=plus onclick="n.textContent = +n.textContent + 1">+</button> <b id=n>0</b>
<button id=ask onclick="out.textContent = confirm('Sure?') ? 'Sent' : 'Not sent'">Ask</button>
<a id=away href="/second.html">Away</a><p id=out role=status></p>"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with session_shell(tmp_path_factory.mktemp("work"), inside=True) as made:
        yield made


@pytest.fixture
def there(shell: Shell, site: LocalSite) -> Shell:
    site.put("/order.html", PAGE)
    site.put("/second.html", "<!doctype html><title>Second</title><button>Finish</button>")
    shell("open", site.url("/order.html"))
    return shell


def test_steps_are_split_as_a_shell_does() -> None:
    assert split_steps(["fill #a 'x; y' ;click #b;;", 'press Enter\n\ntype @c "a  b"']) == [
        ["fill", "#a", "x; y"],
        ["click", "#b"],
        ["press", "Enter"],
        ["type", "@c", "a  b"],
    ]
    with pytest.raises(InvalidOption, match="left open"):
        split_steps(["fill #a 'x"])


def test_several_verbs_are_done_in_one_call(there: Shell) -> None:
    told = there("do", 'fill @name "Ada L" @code open-sesame; click @plus --count 2; press Tab')
    assert told.startswith("3 steps done\n")
    assert '~ textbox "Name" @name = "Ada L"' in told
    assert "open-sesame" not in told
    lines = there.run("do", given="click @plus\nclick @ask; dialog accept\n")
    assert lines.returncode == 0
    assert lines.stdout.startswith("3 steps done\n")
    assert "status: Sent" in lines.stdout


def test_a_refusal_gives_the_exit_code_and_says_what_was_done(there: Shell) -> None:
    done = there.run("do", "click @plus; click '#gone'; fill #code s3cret")
    assert done.returncode == there.run("click", "#gone").returncode != 0
    assert done.stdout.startswith("1 of 3 steps done\n")
    assert "stopped at step 2 (click #gone): " in done.stdout
    assert "not done: 3 fill #code" in done.stdout
    assert "s3cret" not in done.stdout + done.stderr


def test_a_surprise_stops_and_json_has_all_of_it(there: Shell) -> None:
    told = json.loads(there("do", "--json", "click @away; click @plus"))
    assert told["stopped"] == {
        "step": 1,
        "was": "click @away",
        "reason": "it led to another page",
        "not_done": ["click @plus"],
    }
    assert "Finish" in told["changes"]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("click @plus; clik @plus", "'clik' is no step; nothing was done."),
        ("click @plus; look", "'look' is no step; nothing was done."),
        ("click @plus; do 'click @plus'", "'do' is no step; nothing was done."),
        ("; ;", "steps must be 1 to 50 steps, not 0"),
        ("click @plus\n" * 200, "steps must be 1 to 50 steps, not 200"),
        ("click @plus; fill 'x", "A quote is left open"),
    ],
)
def test_impossible_steps_are_refused_before_the_first(steps: str, said: str, there: Shell) -> None:
    done = there.run("do", steps)
    assert done.returncode != 0
    assert said in done.stderr
    assert there("text", "#n").splitlines()[-1] == "**0**"
