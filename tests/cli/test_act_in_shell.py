"""`viewmark do`: lines of `act` from arguments and from stdin, and through the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_files import pages_of
from sessions import Shell, session_shell
from webserver import LocalSite

import viewmark
from viewmark.errors import ActIncomplete, InvalidOption
from viewmark.page.line_grammar import parse_line
from viewmark.page.recorder import Recorder

PAGES = pages_of(f"{Path(__file__).parents[1]}/mcp/test_act_calls.py")


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with session_shell(tmp_path_factory.mktemp("work"), inside=True) as made:
        yield made


@pytest.fixture
def there(shell: Shell, site: LocalSite) -> Shell:
    site.put("/order.html", PAGES["order"])
    site.put("/second.html", PAGES["second"])
    shell("open", site.url("/order.html"))
    return shell


def test_lines_are_words_or_rows_of_stdin(there: Shell) -> None:
    printed = there("do", 'fill "Name" Ada L', 'fill "Code" open-sesame', "click @plus", "key Tab")
    assert printed.startswith("4 of 4 done\n")
    assert '~ textbox "Name" @name = "Ada L"' in printed
    assert "open-sesame" not in printed
    lines = there.run("do", given='# again\nclick @plus\n\nclick "Ask"\nok\n')
    assert lines.returncode == 0
    assert lines.stdout.startswith("3 of 3 done\n")
    assert "status: Sent" in lines.stdout


def test_a_refusal_gives_the_exit_code_and_says_what_was_done(there: Shell) -> None:
    done = there.run("do", "click @plus", 'click "Delete"', 'fill "Code" s3cret')
    assert done.returncode == 3
    assert done.stdout.startswith('1 of 3 done; stopped at 2 (click "Delete"): "Delete" fits 2')
    assert 'not done: fill "Code"' in done.stdout
    assert "s3cret" not in done.stdout + done.stderr
    facts = json.loads(there.run("do", "--json", "click @plus", 'click "Delete"', "key a").stdout)
    assert facts["stopped"]["error_code"] == "ref_ambiguous"
    assert facts["stopped"]["not_done"] == ["key"]
    bad = there.run("do", "click @plus", "clik s3cret")
    assert bad.returncode == 2
    assert "Line 2 begins with no verb" in bad.stderr
    assert "s3cret" not in bad.stdout + bad.stderr


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("click Save changes", ("click", '"Save changes"', ())),
        ('click button "Save" @save', ("click", "@save", ())),
        ('press "Save"', ("click", '"Save"', ())),
        ("press Control+A", ("key", "None", ("Control+A",))),
        ("fill @user ada lovelace", ("fill", "@user", ("ada lovelace",))),
        ('fill "Tags" "red" "dark blue"', ("fill", '"Tags"', ("red", "dark blue"))),
        ('fill "Post" in "Old" 04177', ("fill", '"Post" in "Old"', ("04177",))),
        ('fill "City" in Leipzig', ("fill", '"City"', ("in Leipzig",))),
        ('fill "Note" ""', ("fill", '"Note"', ("",))),
        ("type  two spaces ", ("type", "None", (" two spaces ",))),
        ('type "a\\nb"', ("type", "None", ("a\nb",))),
        ("click 320,180", ("click", "320,180", ())),
        ("click @runs[3, 4]", ("click", "@runs[3, 4]", ())),
        ('click role=button[name="Save as"]', ("click", 'role=button[name="Save as"]', ())),
        (
            'click "Pin" in row "Ann" in dialog "X"',
            ("click", '"Pin" in row "Ann" in dialog "X"', ()),
        ),
        ("open example.com", ("go", "None", ("example.com",))),
        ("? click 'Accept'", ("click", '"Accept"', ())),
    ],
)
def test_a_line_is_read_as_it_is_meant(line: str, parts: tuple[Any, ...]) -> None:
    read = parse_line(line)
    assert (read.verb, str(read.target), read.values) == parts


async def test_the_library_raises_what_was_done_and_records_each_act(
    page_of: Any,
) -> None:
    page = viewmark.Page(await page_of(PAGES["order"]))
    Recorder.of(page.browser_page).restart()
    done = await page.act(['fill "Name" Ada', "click #plus"])
    assert done.lines().startswith("2 of 2 done")
    assert [each.what for each in page.steps] == ["type", "click"]
    with pytest.raises(ActIncomplete) as caught:
        await page.act(["click #plus", 'click "Delete"', 'fill "Code" s3cret'])
    result = caught.value.result
    assert result.stopped.number == 2
    assert len(result.done) == 1
    assert "s3cret" not in f"{caught.value} {result.to_json()} {result.lines()}"
    with pytest.raises(InvalidOption):
        await page.act(["click"])
