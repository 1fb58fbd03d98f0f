"""Commands of sessions, as an agent runs them in a shell, with a real process and browser.

Here clients are calls within the test process; `test_session_process.py` starts them as processes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pdf_files import pdf
from PIL import Image
from sessions import Shell, session_shell
from webserver import LocalSite

from viewmark.calls.verbs import VERBS
from viewmark.cli.verbs import parser_of, starting_of

pytestmark = pytest.mark.full_browser  # shows PDFs, has a clipboard

PAGE = """<!doctype html><title>Shop</title>
<h1>Orders</h1>
<label>Name <input id=name></label>
<label>Password <input id=pass type=password></label>
<label>Size <select id=size><option>Small<option>Large</select></label>
<label><input id=gift type=checkbox> Gift</label>
<button id=save onclick="document.title = name.value; out.textContent = 'Saved ' + name.value"
  name=save>Save</button>
<a id=more href="/more.html" target=_blank>More</a>
<button id=ask onclick="out.textContent = prompt('Your name?')">Ask</button>
<label>Files <input id=file type=file onchange="out.textContent = this.files[0].name"></label>
<a id=get href="/data.csv" download>Data</a>
<p id=out>nothing</p>
<div style="height: 3000px"></div><p>The end of it.</p>
<script>const name_ = document.getElementById('name');
save.onclick = () => { out.textContent = 'Saved ' + name_.value; console.log('saved it') }
</script>"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with session_shell(tmp_path_factory.mktemp("work"), inside=True) as made:
        yield made


@pytest.fixture
def opened(shell: Shell, site: LocalSite) -> Shell:
    """A session on the page, after an observation, so that its refs are known."""
    site.put("/shop.html", PAGE)
    site.put("/more.html", "<!doctype html><title>More</title><h1>More of it</h1>")
    site.put("/data.csv", "a,b\n", headers={"Content-Type": "text/csv"})
    shell("open", site.url("/shop.html"))
    shell("look")
    return shell


def test_a_picture_shows_an_element_a_region_or_the_whole_page(
    opened: Shell, tmp_path: Path
) -> None:
    def size(*words: str) -> tuple[int, int]:
        file = str(tmp_path / "a.png")
        opened("shot", file, *words)
        with Image.open(file) as shot:
            return shot.size

    assert size("--full-page")[1] > 1500
    assert size("--clip", "0,0,300,200") == (300, 200)
    small, larger = size("#save"), size("#save", "--padding", "4")
    assert small[1] + 8 == larger[1] < 60
    assert opened.run("shot", str(tmp_path / "a.png"), "10,10").returncode == 2


HOSTILE = (
    "a\x1b]0;owned\x07\x1b[31mred\x9b1m\u202eevil\u2066\u200b\r\x00b\nfamily \u200d of \u00e4\tend"
)
SHOWN = r"a\u001b]0;owned\u0007\u001b[31mred\u009b1m\u202eevil\u2066\u200b\u000d\u0000b"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]")


def test_nothing_that_a_terminal_obeys_is_printed_of_what_a_page_wrote(opened: Shell) -> None:
    write = f"""() => {{
      const words = {json.dumps(HOSTILE)};
      document.title = words; out.textContent = words; out.title = words;
      name_.value = words; console.log(words); save.textContent = words;
      window.thrown = () => {{ throw new Error(words) }};
      return words }}"""
    assert OBEYED.search(opened("eval", write, "--raw")), "what is wanted raw is raw"
    assert opened("get", "attribute", "#out", "title", "--raw") == HOSTILE
    told = opened("eval", "out.title")
    assert SHOWN in told
    assert "family \u200d of \u00e4\tend" in told, "what is harmless stays"
    assert opened.json("eval", "out.title")["value"] == HOSTILE
    for words in (
        ("eval", "out.title"),
        ("eval", "[out.title]", "--json"),
        ("eval", "thrown()"),
        ("get", "text", "#out"),
        ("get", "value", "#name"),
        ("get", "html", "#out"),
        ("get", "attribute", "#out", "title"),
        ("get", "title"),
        ("get", "attribute", "#out", "title", "--json"),
        ("look",),
        ("snapshot",),
        ("text",),
        ("console",),
        ("tabs",),
        ("click", "#save"),
    ):
        done = opened.run(*words)
        assert not OBEYED.search(done.stdout + done.stderr), words


def test_one_looks_acts_by_ref_and_reads_what_came_of_it(opened: Shell) -> None:
    seen = opened("look")
    assert '@name textbox "Name"' in seen
    assert '= "Ada"' in opened("fill", "@name", "Ada")
    assert "; value 'Ada'" in opened("fill", "@name", "Ada", "--changes", "none")
    assert opened("type", "@name", " Lovelace").splitlines() == [
        "type textbox 'Name' @name",
        '~ textbox "Name" @name = "Ada Lovelace" (was: = "Ada")',
    ]
    done = opened("click", "@save", "--expect", "Saved Ada Lovelace", "--look")
    assert done.startswith("click button 'Save' @save\n")
    assert "frame_id" in done, "--look shows the page afterwards"
    assert "Saved Ada Lovelace" in opened("text")
    assert opened("get", "value", "@name") == "Ada Lovelace"
    assert opened("get", "attribute", "@more", "href") == "/more.html"
    assert opened("get", "title") == "Shop"
    assert "saved it" in opened("console", "--level", "log")
    assert opened("eval", "1 + 1") == "2"
    assert opened("find", "The end of it").startswith("@")
    assert "input#name textbox" in opened("dom")
    assert 'button "Save" @save clickable' in opened("accessibility")
    opened("fill", "@name", "Bob")
    assert '= "Bob"' in opened("dom", "--since")


def test_a_target_is_a_ref_a_number_words_of_a_line_a_selector_or_a_point(opened: Shell) -> None:
    lines = opened("look", "--picture", "shot.jpg").splitlines()
    number = next(line[1:].split("]")[0] for line in lines if "@save" in line)
    box = json.loads(opened("get", "box", "@save"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for target in ("@save", number, 'button "Save"', "#save", f"{x},{y}", f"css:{x},{y}"):
        assert opened("click", target).startswith("click button 'Save' @save"), target
    with Image.open(opened.work / "shot.jpg") as shot:
        assert shot.size == (1280, 720)


def test_several_fields_a_list_and_a_checkbox_are_set(opened: Shell) -> None:
    opened("look")
    told = opened("fill", "@name", "Bob", "@size", "Large")
    assert told.splitlines()[0] == "fill textbox 'Name' @name"
    assert '~ textbox "Name" @name = "Bob"' in told
    assert "Small" in opened("select", "@size", "Small")
    assert '"Gift" @gift checked' in opened("check", "@gift")
    assert "now not checked" in opened("uncheck", "@gift", "--changes", "none")
    assert "Saved Bob" in opened("press", "Enter", "--on", "@save", "--look") + opened("text")


def test_a_secret_is_given_by_stdin_and_never_printed(opened: Shell) -> None:
    told = opened("fill", "@pass", "-", given="analytical-engine\n")
    told += json.dumps(opened.json("type", "@pass", "-", given="analytical-engine"))
    told += opened("look") + opened("snapshot") + opened("steps") + opened("steps", "--test")
    refused = opened.run("get", "value", "@pass")
    assert (refused.returncode, refused.stdout) == (8, "")
    assert "analytical" not in told + refused.stderr
    assert opened("eval", "document.querySelector('#pass').value.length") == "34"


def test_tabs_have_numbers_that_stay(opened: Shell) -> None:
    told = opened("click", "@more")
    number = re.search(r"viewmark tab (\d+)", told)
    assert number is not None, told
    there, *lines = opened("tab", number[1]).splitlines()
    assert there.startswith("More  ")
    assert lines not in ([], ["nothing changed in words or states"])
    assert opened("tab", number[1]).splitlines()[1:] == ["nothing changed in words or states"]
    rows = opened.json("tabs")["tabs"]
    assert [row["current"] for row in rows] == [False, True]
    assert opened("tab", "close").startswith(f"closed tab {number[1]}; now on tab 1")
    assert opened("get", "title") == "Shop"
    assert opened.run("tab", number[1]).returncode == 6


def test_a_dialog_is_told_and_answered(opened: Shell) -> None:
    assert "viewmark dialog accept|dismiss" in opened("click", "@ask")
    blocked = opened.run("click", "@save")
    assert blocked.returncode == 6
    assert "viewmark dialog accept" in blocked.stderr
    assert opened("dialog") == "prompt: Your name?"
    answered = opened("dialog", "accept", "Grace").splitlines()
    assert answered == ["accepted prompt: Your name?", "~ text: Grace (was: nothing)"]
    assert "Grace" in opened("text")


def test_files_go_in_and_come_out(opened: Shell) -> None:
    (opened.work / "note.txt").write_text("hello")
    opened("upload", "@file", "note.txt")
    assert "note.txt" in opened("text")
    told = opened.json("click", "@get", "--expect", "download")
    assert (opened.work / "viewmark-output") in [
        opened.work.joinpath(told["downloads"][0]["path"]).parent
    ]
    assert "data.csv" in opened("downloads")


def test_dash_is_stdout_for_files_and_stdin_for_texts(opened: Shell) -> None:
    process = opened.start("shot", "-")
    assert process.stdout is not None
    with process:
        assert process.stdout.buffer.read(3) == b"\xff\xd8\xff"
        process.stdout.buffer.read()
    assert opened("eval", "-", given="document.title") == "Shop"
    state = opened.run("state", "save", "-")
    assert json.loads(state.stdout)["cookies"] == []
    assert opened("state", "load", "-", given=state.stdout).startswith("loaded: 0 cookie(s)")


def test_it_goes_back_waits_and_scrolls(opened: Shell, site: LocalSite) -> None:
    assert opened("goto", site.url("/more.html")).startswith("More  ")
    assert opened("back").startswith("Shop  ")
    assert opened("wait", "Orders").startswith("Shop  ")
    assert opened("wait", "0.01").startswith("Shop  ")
    assert "now at 0," in opened("scroll", "bottom")
    assert opened("scroll", "top").endswith("scrolled page by 0, 0") is False
    assert "The end" in opened("scroll", "--until", "The end of it", "--json") + opened("text")
    assert opened.run("wait", "never", "--timeout", "0.05").returncode == 5


def test_the_world_around_the_page_is_set_and_reset(opened: Shell) -> None:
    assert opened("viewport", "500x400").startswith("500x400")
    assert opened("emulate", "--color-scheme", "dark") == "color_scheme dark"
    assert opened("emulate", "--reset") == "nothing is emulated"
    assert opened("viewport").startswith("1280x720")
    assert "granted: geolocation" in opened("permit", "geolocation")
    opened("cookies", "set", "sid=secret-1")
    assert opened("cookies") == "sid=[redacted]  127.0.0.1/"
    assert opened("cookies", "clear") == "1 cookie(s) removed"
    opened("network", "mock", "*/api", "--body", "mocked!")
    assert opened("eval", "fetch('/api').then(r => r.text())") == "mocked!"
    identity = opened("network", "--contains", "/api").splitlines()[-1].split()[0]
    assert opened("network", "body", identity) == "mocked!"


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("click", "@nothing"), 3, "viewmark look"),
        (("click", "#nothing"), 3, "element_not_found"),
        (("click", "[["), 2, "invalid_selector"),
        (("press", "Entr"), 2, "Enter"),
        (("check", "@save"), 4, "not_checkable"),
        (("open", "http://127.0.0.1:9/"), 6, "navigation_failed"),
        (("eval", "nonsense()"), 6, "nonsense"),
        (("upload", "@file", "missing.txt"), 8, "file_missing"),
        (("look", "--picture", "shot.gif"), 2, "shot.gif"),
        (("shot", "/proc/x.png"), 8, "x.png"),
        (("fill", "@name"), 2, "a value for each target"),
        (("drag", "@name"), 2, "somewhere to go"),
        (("click", "9,99999"), 2, "invalid_coordinates"),
        (("tab", "77"), 6, "There is no tab 77"),
        (("open", "about:blank", "--size", "300x300"), 2, "another `--size`"),
        (("-s", "other", "look"), 7, "viewmark open URL"),
        (("-s", "../x", "look"), 2, "not the name of a session"),
        (("click", "@save", "--frobnicate"), 2, "--frobnicate"),
        (("drawn",), 9, "viewmark draw start"),
    ],
)
def test_errors_are_one_line_and_exit_codes_tell_their_family(
    opened: Shell, words: tuple[str, ...], code: int, reason: str
) -> None:
    done = opened.run(*words)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    lines = [n for n in done.stderr.splitlines() if n.startswith("viewmark")]
    assert len(lines) == 1, done.stderr


def test_a_point_of_a_picture_of_another_tab_presses_nothing(
    opened: Shell, site: LocalSite
) -> None:
    opened("look", "--picture", "shot.jpg")
    assert opened("tab", "new", site.url("/more.html")).splitlines()[1:]
    opened("look")
    done = opened.run("click", "5,5")
    opened("click", "css:5,5")
    opened("tab", "close")
    assert done.returncode == 2
    assert "could be of another one" in done.stderr


def test_no_argument_of_a_verb_hides_an_option_of_sessions() -> None:
    for verb in VERBS:
        names = [each.dest for each in verb.arguments]
        assert len(set(names)) == len(names), verb.name
        starting = starting_of(parser_of(verb))
        assert not {"session", "print_json", "look", *starting} & set(names), verb.name


def test_what_lines_name_by_its_words_is_found_by_them(opened: Shell, site: LocalSite) -> None:
    site.put("/list.html", "<!doctype html><ul><li tabindex=0>Oak<li tabindex=0>Ash</ul>")
    opened("open", site.url("/list.html"))
    assert 'listitem "Ash"' in opened("look")
    assert opened("hover", 'listitem "Ash"').startswith("hover listitem")
    assert opened.run("hover", 'listitem "Elm"').returncode == 3
    assert "gone" not in opened("look"), "what another page had is no news"


def test_the_verbs_without_a_session_are_not_taken_for_unknown_ones(shell: Shell) -> None:
    names = re.findall(r"^    (\w+)  ", shell("--help").partition("on a session")[0], re.MULTILINE)
    assert {"observe", "annotate", "mcp"} <= set(names)
    for name in names:
        assert f"usage: viewmark {name}" in shell(name, "--help")


@pytest.mark.parametrize(
    ("word", "near"), [("opens", "open?"), ("screenshot", "shot?"), ("obserf", "observe?")]
)
def test_a_verb_that_there_is_not_is_answered_with_the_nearest(
    shell: Shell, word: str, near: str
) -> None:
    done = shell.run(word)
    assert done.returncode == 2
    assert near in done.stderr


def test_with_json_errors_are_json_too(opened: Shell) -> None:
    done = opened.run("--json", "click", "@nothing")
    assert json.loads(done.stdout)["error_code"] == "element_not_found"


def test_the_help_names_every_verb_and_explains_each(shell: Shell) -> None:
    helped = shell("help")
    for verb in VERBS:
        assert f"    {verb.name} " in helped, verb.name
    assert "--expect" in shell("help", "click")
    assert "--domain" in shell("cookies", "set", "--help")
    assert shell.run("help", "nonsense").returncode == 2


def test_a_pdf_is_read_where_it_is_shown_and_from_a_file(shell: Shell, site: LocalSite) -> None:
    paper = pdf("Invoice 7", "Total 42.17 EUR", password="open-sesame")
    site.put("/invoice.pdf", paper, headers={"Content-Type": "application/pdf"})
    (shell.work / "invoice.pdf").write_bytes(paper)
    shell("open", site.url("/invoice.pdf"))
    locked = shell.run("pdf")
    assert (locked.returncode != 0, "asks for a password" in locked.stderr) == (True, True)
    for named in ((), ("invoice.pdf",)):
        told = shell("pdf", *named, "--first", "2", "--password", "-", given="open-sesame\n")
        assert "page 2, 612x792 pt" in told
        assert "Total 42.17 EUR (7" in told
        assert "Invoice 7" not in told
    assert shell.json("pdf", "invoice.pdf", "--password", "open-sesame")["total_pages"] == 2


def test_what_a_page_copied_is_told_and_pasted(shell: Shell, site: LocalSite) -> None:
    copy = "navigator.clipboard.writeText(`a link`)"
    site.put("/copy.html", f"<button id=b onclick='{copy}'>Copy link</button><input id=t>")
    shell("open", site.url("/copy.html"))
    shell("click", "#b")
    told = shell("clipboard")
    assert "a link" in told
    assert "page" in told
    shell("paste", "#t")
    assert shell("get", "value", "#t") == "a link"
    shell("paste", "#t", "--text", "-", given=" and more")
    assert shell("get", "value", "#t") == "a link and more"


def test_verbs_that_act_say_what_changed(shell: Shell, site: LocalSite) -> None:
    site.put(
        "/change.html",
        '<!doctype html><title>Change</title><p><button id=add onclick="'
        "said.textContent = 'Added.'\">Add</button></p><div role=alert id=said></div>",
    )
    assert 'button "Add" @' in shell("open", site.url("/change.html"))
    assert shell("click", "#add").splitlines()[1:] == ["+ alert: Added."]
    assert shell("click", "#add").splitlines()[1:] == ["nothing changed in words or states"]
    assert len(shell("click", "#add", "--changes", "none").splitlines()) == 1
    assert shell.json("click", "#add")["changes"] == "nothing changed in words or states"
